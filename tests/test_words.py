"""Words: every message that the code can tell is in every language, says what it is given, and none is left over.

Keys are read off the code: what is passed to `tell`, `Event`, `Question`, `Option`, `Offer`, `Menu`, `yes_no`,
`Refused`, `Roll` and the parts of a sum. A key that is put together in place (`f"scar.{id}"`) is a family:
`MEMBERS` lists what can stand in the gap.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from string import Formatter
from typing import get_args, get_type_hints

import pytest

import rulewright
from rulewright.games.cairn import content_people, fatigue, game, mishaps, reactions, scars, state
from rulewright.games.cairn.wounds import WORDED
from rulewright.table.words import catalogue as table_catalogue

SOURCE = Path(rulewright.__file__).parent
FOLDERS = ("engine", "games/cairn", "table")
LANGUAGES = ("en", "fi", "ja", "zh")

# Which argument of a call is a key: its place, or the name it is given by.
KEY_OF = {
    "tell": (1, "key"),
    "Event": (0, "key"),
    "Question": (0, "key"),
    "Option": (1, "key"),
    "Offer": (1, "key"),
    "Menu": (0, "key"),
    "yes_no": (0, "key"),
    "Problem": (0, "key"),
    "Board": (2, "key"),
    "Line": (0, "key"),
}
SOURCE_OF = {"Part": (0, "source"), "Modifier": (0, "source")}
WHY_OF = {
    "Roll": (4, "why"),
    "actor_save": (3, "why"),
    "save": (2, "why"),
    "save_roll": (2, "why"),
    "highest": (2, "why"),
    "rolled": (3, "why"),
}

# Put together out of parts of which not every pair can come up: a natural 1 never fails, a natural 20 never succeeds.
WORDLESS = {"on", "off", "gained"}  # messages about conditions
NEVER = {"save.failure.natural_1", "save.success.natural_20"}
DICE = {"d20", "d66"}

# The refusal reasons of the rule file.
REFUSALS = {
    "unknown_actor", "not_your_actor", "wrong_phase", "lost_turn", "cannot_act", "action_spent", "move_too_far",
    "already_locked", "declarations_missing", "no_target", "bad_target_count", "weapon_not_held", "hands_full",
    "not_in_hands", "unreadable_now", "no_slot", "no_slot_for_fatigue", "drop_does_not_help", "is_fatigue", "deprived",
    "not_safe", "in_combat", "no_expert", "no_uses", "no_charges", "recharge_not_met", "no_escape_route",
    "no_treatment_needed", "dead", "bad_value", "bad_dice", "not_referee", "decision_closed",
}  # fmt: skip

WORD = re.compile(r"[A-Za-z][\w-]*(\.[\w*:-]+)*")


class Use:
    """A key, or a family of keys with "*" for what is put in, at one place of the code."""

    def __init__(self, key: str, at: str, facts: frozenset[str] | None) -> None:
        self.key = key
        self.at = at
        self.facts = facts  # None where some are not written out

    def __repr__(self) -> str:
        return f"{self.key} ({self.at})"


def modules() -> Iterator[tuple[Path, ast.Module]]:
    for folder in FOLDERS:
        for path in sorted((SOURCE / folder).rglob("*.py")):
            yield path, ast.parse(path.read_text("utf-8"))


def texts(node: ast.expr, names: dict[str, set[str]]) -> set[str]:
    """What an expression can come to, as far as it is written out: texts, and families with "*"."""
    match node:
        case ast.Constant(value=str(text)):
            return {text}
        case ast.JoinedStr(values=parts):
            found = {""}
            for part in parts:
                inner = part.value if isinstance(part, ast.FormattedValue) else part
                more = texts(inner, names) or {"*"}
                found = {one + other for one in found for other in more}
            return found
        case ast.IfExp(body=body, orelse=orelse):
            return texts(body, names) | texts(orelse, names)
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            return {one + other for one in texts(left, names) or {"*"} for other in texts(right, names) or {"*"}}
        case ast.BoolOp(values=values):
            return set().union(*(texts(value, names) for value in values))
        case ast.Name(id=name):
            return names.get(name, set())
        case ast.Call(func=ast.Attribute(value=ast.Dict(values=values), attr="get"), args=[_, *rest]):
            return set().union(*(texts(value, names) for value in (*values, *rest)))
        case ast.Subscript(value=ast.Dict(values=values)):
            return set().union(*(texts(value, names) for value in values))
    return set()


def assigned(function: ast.AST) -> dict[str, set[str]]:
    """The texts that the local names of a function can stand for."""
    found: dict[str, set[str]] = {}
    for node in ast.walk(function):
        pairs: list[tuple[ast.expr, ast.expr]] = []
        if isinstance(node, ast.Assign):
            pairs = [(target, node.value) for target in node.targets]
        elif isinstance(node, ast.For | ast.comprehension):
            pairs = _loop(node.target, node.iter)
        for target, value in pairs:
            if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
                inner = list(zip(target.elts, value.elts))
            else:
                inner = [(target, value)]
            for name, given in inner:
                if isinstance(name, ast.Name) and (more := texts(given, found)):
                    found.setdefault(name.id, set()).update(more)
    return found


def _loop(target: ast.expr, over: ast.expr) -> list[tuple[ast.expr, ast.expr]]:
    return [(target, one) for one in over.elts] if isinstance(over, ast.Tuple | ast.List) else []


def uses(places: dict[str, tuple[int, str]]) -> list[Use]:
    """Every key at one of these places of a call."""
    found: list[Use] = []
    for path, tree in modules():
        scopes = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
        for scope in scopes:
            names = assigned(scope)
            for node in ast.walk(scope):
                if not isinstance(node, ast.Call):
                    continue
                called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
                if called not in places:
                    continue
                index, name = places[called]
                given = [keyword.value for keyword in node.keywords if keyword.arg == name]
                if len(node.args) > index:
                    given.append(node.args[index])
                facts = _facts(called, node)
                for one in given:
                    at = f"{path.relative_to(SOURCE)}:{node.lineno}"
                    found.extend(Use(key, at, facts) for key in texts(one, names))
    return found


def _facts(called: str, node: ast.Call) -> frozenset[str] | None:
    """The facts of a message, where they are all written out in the call."""
    if called in ("tell", "yes_no", "Refused"):
        if any(keyword.arg is None for keyword in node.keywords):
            return None
        own = set() if called == "Refused" else {"sum", "to", "default", "rule"}
        return frozenset(str(keyword.arg) for keyword in node.keywords) - own
    if called == "Problem":
        return frozenset({"at", "found", "allowed"})
    index = {"Event": 1, "Question": 5, "Option": 2, "Offer": 2, "Menu": 3, "Board": 3, "Line": 1}.get(called)
    given = [keyword.value for keyword in node.keywords if keyword.arg == "facts"]
    if index is not None and len(node.args) > index:
        given.append(node.args[index])
    if not given:
        return frozenset()
    if isinstance(given[0], ast.Dict) and all(isinstance(key, ast.Constant) for key in given[0].keys):
        return frozenset(str(key.value) for key in given[0].keys if isinstance(key, ast.Constant))
    return None


def told_facts() -> list[Use]:
    """Keys among the facts of messages: a fact that is itself a key is put into words."""
    found: list[Use] = []
    for path, tree in modules():
        for scope in [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]:
            names = assigned(scope)
            for node in ast.walk(scope):
                values: list[ast.expr] = []
                if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("tell", "yes_no"):
                    values = [
                        keyword.value for keyword in node.keywords if keyword.arg not in (None, "sum", "to", "rule")
                    ]
                elif isinstance(node, ast.Dict):
                    values = node.values
                for value in values:
                    at = f"{path.relative_to(SOURCE)}:{value.lineno}"
                    keys = (key for key in texts(value, names) if "." in key and WORD.fullmatch(key))
                    found.extend(Use(key, at, None) for key in keys)
    return found


def reasons() -> dict[str, list[Use]]:
    """The reasons of refusals with the places that give them."""
    found: dict[str, list[Use]] = {}
    for use in uses({"Refused": (0, "reason")}):
        found.setdefault(use.key, []).append(use)
    return found


# ---------------------------------------------------------------- what can stand in the gaps

_steps = [step for scar in scars.by_id().values() for step in scar.steps]

MEMBERS: dict[str, set[str]] = {
    "scar.*": set(scars.by_id()),
    "event.*": {*scars.EVENTS, "rested_hours"},
    "place.*": {row.id or str(row.ability) for step in _steps for row in step.results},
    "ability.*": set(state.ABILITIES),
    "ability.zero_*": {"DEX", "WIL"},
    "heal.no_longer_*": {"DEX", "WIL"},
    "mishap.*": set(mishaps.MISHAPS),
    "attitude.*": set(get_args(reactions.Attitude)),
    "kind.*": set(get_args(get_type_hints(state.Actor)["kind"])),
    "sheet.outcome.*": set(get_args(state.Outcome)) - {"in"},
    "cause.*": set(fatigue.NEEDS),
    "board.*": {"party", "foes"},
    "board.side.*": set(get_args(state.Side)),
    "board.doing.*": set(get_args(get_type_hints(state.Declaration)["action"])),
    "declare.*": set(get_args(get_type_hints(state.Declaration)["action"])),
    "declare.*.at": {"cast", "use", "retreat"},
    "modifiers.*": {"plain", "impaired", "enhanced", "both"},
    "modifiers.*.at": {"plain", "impaired", "enhanced", "both"},
    "outcome.*": set(get_args(state.Outcome)) - {"in"},
    "over.*": {"victory", "defeat", "retreat", "truce", "too_late"},
    "period.*": set(get_args(get_type_hints(content_people.HirelingRole)["wage_period"])),
    "death.*": set(get_args(get_type_hints(state.Actor)["kind"])),
    "hire.way.*": {"role", "background"},
    "condition.*": {step.condition for step in _steps if step.condition} - {"deprived"},
    "refuse.*": set(reasons()),
    "verify.*": {"proved", "sealed", "wrong"},
}


def _starter_conditions() -> set[str]:
    pack = game.content()
    criticals = [attack.critical for monster in pack.monsters for attack in monster.attacks]
    criticals += [item.critical for item in pack.items]
    effects = [effect for critical in criticals if critical is not None for effect in critical.effects]
    effects += [effect for spell in pack.spells for effect in spell.effects]
    return {effect.condition for effect in effects if effect.condition}


MEMBERS["condition.*"] |= _starter_conditions()


def members(key: str) -> set[str]:
    """A key, or all keys of a family."""
    if "*" not in key:
        return {key}
    assert key in MEMBERS, f"MEMBERS has to say what can stand in {key}"
    return {key.replace("*", member) for member in MEMBERS[key]}


# ---------------------------------------------------------------- the languages


@cache
def said(language: str) -> dict[str, str]:
    return {**table_catalogue(language).messages, **game.catalogue(language).messages}


def gaps(text: str) -> set[str]:
    """The placeholders of a message; one for the Finnish twin of a fact counts as the fact."""
    return {name.removesuffix("_fi") for _, name, _, _ in Formatter().parse(text) if name}


def missing(keys: set[str]) -> list[str]:
    return sorted(f"{language}: {key}" for key in keys for language in LANGUAGES if key not in said(language))


def test_every_message_is_there() -> None:
    wanted: set[str] = set()
    for use in uses(KEY_OF):
        # the parts of a message whose key is passed on ("*") are met where it is written
        if use.key.strip("*."):
            wanted |= members(use.key)
    assert not missing(wanted - NEVER), "\n".join(missing(wanted - NEVER))


def test_every_fact_that_is_a_key_is_there() -> None:
    wanted: set[str] = set()
    for use in told_facts():
        wanted |= members(use.key)
    assert not missing(wanted), "\n".join(missing(wanted))


def test_every_source_of_a_sum_and_every_purpose_of_a_roll_is_there() -> None:
    sources = {use.key for use in uses(SOURCE_OF) if "*" not in use.key and use.key not in DICE}
    purposes = {f"why.{use.key}" for use in uses(WHY_OF) if "*" not in use.key}
    assert not missing(sources | purposes), "\n".join(missing(sources | purposes))


def test_every_refusal_is_there_and_every_one_of_the_rules_is_given() -> None:
    assert not missing({f"refuse.{reason}" for reason in reasons()}), "\n".join(
        missing({f"refuse.{reason}" for reason in reasons()})
    )
    assert reasons().keys() | {"decision_closed"} >= REFUSALS
    assert set(game.reasons()) == REFUSALS
    texts = [said("en")[f"refuse.{reason}"] for reason in REFUSALS]
    assert len(set(texts)) == len(texts)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_languages_have_the_same_messages(language: str) -> None:
    assert said(language).keys() == said("en").keys()
    assert not [key for key, text in said(language).items() if not text.strip()]


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "en"])
def test_a_translation_says_no_more_than_english(language: str) -> None:
    more = {key: gaps(text) - gaps(said("en")[key]) for key, text in said(language).items()}
    assert {key: names for key, names in more.items() if names} == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_message_gets_the_facts_that_it_names(language: str) -> None:
    lacking = []
    for use in [
        *uses(KEY_OF),
        *(Use(f"refuse.{one.key}", one.at, one.facts) for one in uses({"Refused": (0, "reason")})),
    ]:
        if use.facts is None or not use.key.strip("*."):
            continue
        facts = {fact.removesuffix("_fi") for fact in use.facts}
        for key in members(use.key) - NEVER:
            if names := gaps(said(language)[key]) - facts:
                lacking.append(f"{key} at {use.at} lacks {sorted(names)}")
    assert not lacking, "\n".join(lacking)


def test_no_message_is_left_over() -> None:
    written: set[str] = set()
    families: set[str] = set()
    for path in sorted(SOURCE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                written.add(node.value)
            elif isinstance(node, ast.JoinedStr):
                families |= {key for key in texts(node, {}) if re.match(r"[a-z_]+\.", key)}
    written |= {f"refuse.{text}" for text in written} | {f"why.{use.key}" for use in uses(WHY_OF)} | {"why.save"}
    for use in [*uses(KEY_OF), *told_facts()]:
        if use.key.strip("*."):
            written |= members(use.key)
    for family in families - {"refuse.*", "why.*"}:
        if family in MEMBERS:
            written |= members(family)
        else:
            shape = re.compile(re.escape(family).replace(r"\*", r"[\w:]+"))
            written |= {key for key in said("en") if shape.fullmatch(key)}
    over = sorted(said("en").keys() - written)
    assert not over, ", ".join(over)


def test_conditions_of_the_starter_pack_have_words() -> None:
    worded = {key.removeprefix("condition.") for key in said("en") if key.startswith("condition.")} - WORDLESS
    assert worded == WORDED == MEMBERS["condition.*"]


def test_scars_bear_their_names() -> None:
    for scar in scars.by_id().values():
        assert game.words(f"scar.{scar.id}", {}, "en") == scar.en
        assert game.words(f"scar.{scar.id}", {}, "fi") == scar.fi


def test_nothing_shows_a_gap() -> None:
    for language in LANGUAGES:
        for key, text in said(language).items():
            assert "«" not in game.words(
                key, dict.fromkeys([*gaps(text), *(f"{gap}_fi" for gap in gaps(text))], "x"), language
            )


def test_each_message_stands_in_one_file_of_a_language() -> None:
    for language in LANGUAGES:
        folder = SOURCE / "games" / "cairn" / "locale" / language
        catalogue = "".join(path.read_text("utf-8") for path in folder.glob("*.po"))
        ids = re.findall(r'^msgid "(.+)"', catalogue, re.MULTILINE)
        assert sorted(ids) == sorted(set(ids))
