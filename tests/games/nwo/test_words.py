"""Words of Night Wizard: Origin: what the code tells, asks and offers is in every language and gets its facts.

Keys are read off the code: every text that looks like one, and what stands at the places of keys in calls. A key with
a gap (`f"judge.{why}"`) is a family; `families` says what can stand there.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from pathlib import Path
from string import Formatter
from typing import get_args, get_type_hints

import msgspec
import pytest

from rulewright.games.nwo import state, story
from rulewright.games.nwo.battles import battle, casting, dying, lasting, resting
from rulewright.games.nwo.game import LANGUAGES, game
from rulewright.games.nwo.options import Options
from rulewright.games.nwo.playing import measure
from rulewright.games.nwo.playing.opening import open_world
from rulewright.games.nwo.records.starter import starter

SOURCE = Path(str(files("rulewright.games.nwo")))
OTHERS = ("refusals", "shelves", "growth", "sheet")
"""Files with tests of their own."""
KEY = re.compile(r"[a-z_]+(\.[a-z_]+)+")
FAMILY = re.compile(r"[a-z_]+(\.[a-z_]+)*\.\*(\.[a-z_*]+)*")
LOOKED_AFTER = ("card", "creation", "level", "missing", "parry", "problem", "sheet", "spell_kind", "term", "why")
"""Beginnings of families in files that have tests of their own."""
NO_KEYS = re.compile(r".*\.toml|content\..*|rulewright\..*|card\.effect\.(dispel|on)_")
PLACES = {"tell": 1, "Event": 0, "Question": 0, "Option": 1, "Offer": 1, "Menu": 0, "yes_no": 0}
"""Which argument of a call is a key."""
FACTS = {"Event": 1, "Question": 5, "Option": 2, "Offer": 2, "Menu": 3}
"""Which argument holds its facts."""
NO_FACTS = {"sum", "who", "default", "rule", "to"}
BY_THE_ENGINE = {"HP", "MP", "game.about", "answer.yes", "answer.no"}


def purposes() -> set[str]:
    """What judges are made for."""
    found = {"defence", "resistance", "cast"}  # `Blow.defence`, and the window of a spell
    for names, node in calls("Purpose"):
        found |= {text for one in node.keywords if one.arg == "why" for text in texts(one.value, names)}
    return found


@cache
def families() -> dict[str, set[str]]:
    content = starter()
    characters = content.character
    doubts = set(get_args(get_type_hints(casting.why_not)["return"]))
    stats = {*state.COMBAT_STATS, "move", *(one.id for one in content.attribute)}
    kinds = {"normal", "combat"}
    return {
        "judge.*": purposes(),
        "judge.value.*": {"plain", "critical", "fumble", "failed"},
        "battle.over.*": {"victory", "defeat", "stopped", "stalemate"},
        "cast.failed.*": doubts - {""},
        "cast.doubt.*": doubts - {""},
        "effect.lasts.*": set(get_args(lasting.Span)),
        "status.no_longer.*": {"serious", "fainted", "prone"},
        "state.*": {"dead", "apparent_death", "serious", "fainted", "prone", "casting"},
        "timing.*": {"counter", "super_counter", "hyper_counter"},
        "window.*": set(get_args(state.Window)),
        "location.*": set(get_args(state.Location)),
        "stat.*": stats,
        "faction.*": {one.faction for one in characters},
        "waive.*": {"fail", "ability_value", "refuse"},
        "menu.*": {str(one.__struct_config__.tag) for one in steps()},
        "menu.go.*": kinds,
        "menu.go.*.to": kinds,
        "menu.asks.*": set(get_args(state.Asking)),
        "menu.move.*": kinds,
        "move.*": kinds,
        "board.*": {"setup", "counts", "round_end"},
    }


def steps() -> Iterator[msgspec.Struct]:
    """Everything that the referee can be offered between turns."""
    yield from (battle.StartBattle(), battle.ConfirmBattle("x"), battle.EndBattle())
    yield from (dying.MinutePasses(), resting.GrantRest(), resting.EndScene(), resting.EndScenario())


@cache
def modules() -> tuple[ast.Module, ...]:
    return tuple(ast.parse(path.read_text("utf-8")) for path in sorted(SOURCE.rglob("*.py")))


Names = Mapping[str, ast.expr]
"""What names stand for where they are read."""


@cache
def calls(*called: str) -> tuple[tuple[Names, ast.Call], ...]:
    """Calls of these names, each with what names stand for in the function that it stands in."""
    found: list[tuple[Names, ast.Call]] = []
    for tree in modules():
        whole = _named(tree.body)
        functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
        loose = [node for node in tree.body if not isinstance(node, ast.FunctionDef | ast.ClassDef)]
        for part in (*functions, *loose):
            nodes = list(ast.walk(part))
            names = whole | _named(nodes)
            found += [(names, node) for node in nodes if isinstance(node, ast.Call) and _called(node) in called]
    return tuple(found)


def _called(node: ast.Call) -> str:
    """The name that is called; telling is what takes the world, not what a draft of a character does."""
    name = node.func.attr if isinstance(node.func, ast.Attribute) else str(getattr(node.func, "id", ""))
    of_a_draft = name == "tell" and not (node.args and getattr(node.args[0], "id", "") == "world")
    return "" if of_a_draft else name


def _named(nodes: Sequence[ast.AST]) -> dict[str, ast.expr]:
    """What names are set to, where they are set once."""
    found: dict[str, list[ast.expr]] = {}
    for node in nodes:
        if not isinstance(node, ast.Assign):
            continue
        for target in node.targets:
            pairs = [(target, node.value)]
            if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
                pairs = list(zip(target.elts, node.value.elts, strict=True))
            for name, value in pairs:
                if isinstance(name, ast.Name):
                    found.setdefault(name.id, []).append(value)
    return {name: values[0] for name, values in found.items() if len(values) == 1}


def texts(node: ast.expr, names: Names) -> set[str]:
    """What an expression can come to: texts, with "*" for a gap."""
    match node:
        case ast.Constant(value=str(text)):
            return {text}
        case ast.JoinedStr(values=parts):
            return {"".join(str(part.value) if isinstance(part, ast.Constant) else "*" for part in parts)}
        case ast.IfExp(body=body, orelse=orelse):
            return texts(body, names) | texts(orelse, names)
        case ast.Name(id=name) if name in names:
            return texts(names[name], {})
    return set()


def facts_of(node: ast.Call, names: Names) -> set[str] | None:
    """The facts that a call gives, where that can be told."""
    called = _called(node)
    if called in ("tell", "yes_no"):
        given = [one.arg for one in node.keywords]
        return None if None in given else {str(one) for one in given} - NO_FACTS
    place = FACTS[called]
    found = [one.value for one in node.keywords if one.arg == "facts"] + node.args[place : place + 1]
    return _written(found[0], names) if found else set()


def _written(node: ast.expr, names: Names) -> set[str] | None:
    if isinstance(node, ast.Name) and node.id in names:
        return _written(names[node.id], {})
    if not isinstance(node, ast.Dict):
        return None
    found: set[str] = set()
    for key, value in zip(node.keys, node.values, strict=True):
        if key is None:
            inner = _written(value, names)
            if inner is None:
                return None
            found |= inner
        elif isinstance(key, ast.Constant):
            found.add(str(key.value))
    return found


def members(key: str) -> set[str]:
    """A key, or all keys of a family; none of a family that other tests look after."""
    if "*" not in key:
        return {key}
    return {key.replace("*", one) for one in families().get(key, ())}


@cache
def wanted() -> frozenset[str]:
    """Every key that can come up."""
    found: set[str] = set()
    for tree in modules():
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and KEY.fullmatch(node.value):
                found.add(node.value)
    for names, node in calls(*PLACES):
        place = PLACES[_called(node)]
        given = [one.value for one in node.keywords if one.arg == "key"] + node.args[place : place + 1]
        found |= {key for one in given for key in texts(one, names) if key and "*" not in key}
    found |= {key for family in families() for key in members(family)}
    found |= {f"why.{one}" for one in (purposes() - {"cast"}) | {"effect", "tie_order"}}
    shown = measure.measure(open_world(next(iter(story.starter_scenarios().values())), Options(), starter()))
    found |= {f"measure.{one}" for one in (*shown.flags, *shown.figures, *shown.tallies)}
    return frozenset(key for key in found if not NO_KEYS.fullmatch(key))


@cache
def said(language: str) -> Mapping[str, str]:
    return game.catalogue(language).messages


@cache
def own(language: str) -> Mapping[str, list[str]]:
    """The keys of each file that has no tests of its own."""
    found = {}
    for path in sorted((SOURCE / "locale" / language).glob("*.po")):
        if path.stem not in OTHERS:
            found[path.stem] = re.findall(r'^msgid "(.+)"', path.read_text("utf-8"), re.MULTILINE)
    return found


def gaps(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


def test_every_family_of_keys_is_known() -> None:
    found = {text for tree in modules() for node in ast.walk(tree) if isinstance(node, ast.JoinedStr)
             for text in texts(node, {})}  # fmt: skip
    shaped = {text for text in found if FAMILY.fullmatch(text) and text.partition(".")[0] not in LOOKED_AFTER}
    assert sorted(shaped - families().keys()) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_key_has_words(language: str) -> None:
    assert sorted(wanted() - said(language).keys()) == []


def test_no_message_is_left_over() -> None:
    keys = {key for keys in own("en").values() for key in keys}
    assert sorted(keys - wanted() - BY_THE_ENGINE) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_languages_have_the_same_messages_in_the_same_files(language: str) -> None:
    assert own(language) == own("en")
    keys = [key for keys in own(language).values() for key in keys]
    assert len(set(keys)) == len(keys)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_message_gets_the_facts_that_it_names(language: str) -> None:
    lacking, checked = [], 0
    for names, node in calls(*PLACES):
        place = PLACES[_called(node)]
        facts = facts_of(node, names)
        for one in node.args[place : place + 1] if facts is not None else ():
            for key in texts(one, names):
                for each in members(key):
                    checked += 1
                    if missing := gaps(said(language)[each]) - (facts or set()):
                        lacking.append((each, sorted(missing)))
    assert lacking == []
    assert checked > 150


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "en"])
def test_a_translation_says_no_more_than_english(language: str) -> None:
    keys = [key for keys in own(language).values() for key in keys]
    more = {key: gaps(said(language)[key]) - gaps(said("en")[key]) for key in keys}
    assert {key: names for key, names in more.items() if names} == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_players_may_not_know_stands_in_no_message_to_all(language: str) -> None:
    # the magic and the MP of a foe whose cast fails, and the MP of whoever rests
    for key in ("cast.failed.casting_value_not_met", "cast.failed.mp_not_enough", "cast.activates", "rest.mp"):
        assert gaps(said(language)[key]) <= {"name", "thing", "targets"}
