"""The words of the pages: every key that is used has words in every language, and no words are left over."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path
from string import Formatter
from typing import get_args, get_type_hints

import msgspec
import pytest
from babel.messages.pofile import read_po
from jinja2 import nodes

import rulewright.web
from rulewright.engine.field import TrackKind
from rulewright.engine.words import Catalogue
from rulewright.table.verify import Verified
from rulewright.web.api.problems import _OF_COMPUTING, KINDS
from rulewright.web.computing.odds_desk import Left
from rulewright.web.pages.seats import DONE
from rulewright.web.pages.settings import THEMES
from rulewright.web.tables.new_table_form import UNDO
from rulewright.web.views import environment
from rulewright.web.words import LANGUAGES, catalogue

WEB = Path(rulewright.web.__file__).parent
LOCALE = WEB / "locale"
SPOKEN = sorted(folder.name for folder in LOCALE.iterdir() if folder.is_dir())

SAID_OTHERWISE = {"refuse.unknown_table"}
"""What `web/errors.py` says in words of its own."""


class Use(msgspec.Struct, frozen=True):
    """A key where it is said, with * for what is put in, and the names of its facts (None: not known)."""

    key: str
    at: str
    facts: frozenset[str] | None = None


# ---------------------------------------------------------------- what is said


def keys_of(node: ast.expr) -> list[str]:
    """The keys that an expression can be; * stands for what is only known when it runs."""
    match node:
        case ast.Constant(value=str(text)):
            return [text]
        case ast.JoinedStr(values=parts):
            return ["".join(part.value if isinstance(part, ast.Constant) else "*" for part in parts)]  # type: ignore[misc]
        case ast.IfExp(body=body, orelse=other):
            return [*keys_of(body), *keys_of(other)]
    return []


def jinja_keys(node: nodes.Node) -> list[str]:
    """The same for an expression of a template."""
    match node:
        case nodes.Const(value=str(text)):
            return [text]
        case nodes.Concat(nodes=parts):
            return ["".join(part.value if isinstance(part, nodes.Const) else "*" for part in parts)]
        case nodes.CondExpr(expr1=one, expr2=other):
            return [*jinja_keys(one), *(jinja_keys(other) if other else [])]
    return []


CALLS: Mapping[str, tuple[str, int]] = {
    "say": ("{}", 0),
    "NotAllowed": ("{}", 0),
    "Refused": ("refuse.{}", 0),
    "Wrong": ("api.{}", 1),
}
"""Functions whose argument at a place is a key, and what belongs before it."""
WRONG_FACTS = frozenset(("at", "expected"))


@cache
def sources() -> Mapping[str, ast.Module]:
    return {str(path.relative_to(WEB)): ast.parse(path.read_text("utf-8")) for path in sorted(WEB.rglob("*.py"))}


def uses_in_code() -> Iterator[Use]:
    """Keys that functions are called with."""
    for name, tree in sources().items():
        for node in ast.walk(tree):
            if not isinstance(node, ast.Call):
                continue
            function = getattr(node.func, "attr", getattr(node.func, "id", ""))
            if function not in CALLS:
                continue
            shape, place = CALLS[function]
            given = node.args[place : place + 1] or (node.args[:1] if function == "Wrong" else [])
            facts = frozenset(one.arg for one in node.keywords if one.arg)
            known: frozenset[str] | None = WRONG_FACTS if function == "Wrong" else facts
            if any(one.arg is None for one in node.keywords):
                known = None
            for key in (key for one in given for key in keys_of(one)):
                yield Use(shape.format(key), f"{name}:{node.lineno}", known)


def uses_in_templates() -> Iterator[Use]:
    """Keys that templates say."""
    env = environment()
    assert env.loader
    for name in env.list_templates(extensions=["html"]):
        for node in env.parse(env.loader.get_source(env, name)[0]).find_all(nodes.Call):
            if getattr(node.node, "name", getattr(node.node, "attr", "")) == "say":
                for key in jinja_keys(node.args[0]):
                    yield Use(key, f"{name}:{node.lineno}", frozenset(one.key for one in node.kwargs))


@cache
def uses() -> tuple[Use, ...]:
    return (*uses_in_code(), *uses_in_templates())


# ---------------------------------------------------------------- what there is


def messages_of(language: str) -> dict[str, dict[str, str]]:
    """The messages of the pages, by file and key."""
    found: dict[str, dict[str, str]] = {}
    for path in sorted((LOCALE / language).glob("*.po")):
        with path.open("rb") as file:
            found[path.name] = {str(one.id): str(one.string) for one in read_po(file, locale=language) if one.id}
    return found


@cache
def words(language: str) -> Mapping[str, str]:
    """The messages of the pages by key."""
    return {key: text for file in messages_of(language).values() for key, text in file.items()}


@cache
def known() -> Mapping[str, str]:
    """What the pages can say in English, with what the table says."""
    return catalogue("en").messages


def gaps(text: str) -> set[str]:
    """The facts that a text names."""
    return {name for _, name, _, _ in Formatter().parse(text) if name}


def of_family(family: str) -> set[str]:
    """The keys of a family."""
    return {family.replace("*", one) for one in families().get(family, ())}


# ---------------------------------------------------------------- the tests


def families() -> Mapping[str, set[str]]:
    """What can be put into keys that are put together."""
    kinds = {"choice", "several", "number", "text"}
    return {
        "error.title.*": {"4", "5"},
        "api.title.*": set(KINDS),
        "api.*": set(_OF_COMPUTING),
        "field.kind.*": set(get_args(TrackKind)),
        "making.how.*": kinds - {"choice"},
        "making.refused.*": kinds,
        "new.undo.*": set(UNDO),
        "odds.left.*": set(get_args(Left)),
        "proof.status.*": set(get_args(get_type_hints(Verified)["status"])),
        "seat.done.*": set(DONE),
        "seat.role.*": {"referee", "spectator"},
        "settings.theme.*": set(THEMES),
        "table.asks.*": {"always", "matters", "never"},
        "rulebook.tab.*": {"rules", "options", "terms", "open"},
    }


def test_every_key_that_is_said_has_words() -> None:
    assert len(uses()) > 300
    missing = [
        f"{use.key} at {use.at}"
        for use in uses()
        if "*" not in use.key and use.key not in SAID_OTHERWISE | known().keys()
    ]
    assert not missing, "\n".join(missing)


def test_every_key_that_is_put_together_has_words() -> None:
    told = families()
    strange = {use.key: use.at for use in uses() if "*" in use.key and use.key not in {*told, "refuse.*"}}
    assert not strange, f"families() has to say what can stand in {strange}"
    missing = [family.replace("*", one) for family, all_of_it in told.items() for one in all_of_it]
    assert not sorted(key for key in missing if key not in known())


def test_texts_that_look_like_keys_are_keys() -> None:
    areas = {key.partition(".")[0] for key in words("en")} - {"refuse"}
    missing = []
    for name, tree in sources().items():
        for node in ast.walk(tree):
            text = node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""
            looks = re.fullmatch(r"[a-z_]+(\.[a-z_0-9]+)+", text) and not text.endswith((".html", ".po", ".css", ".js"))
            if looks and text.partition(".")[0] in areas and text not in known():
                missing.append(f"{text} at {name}:{node.lineno}")  # type: ignore[attr-defined]
    assert not missing, "\n".join(missing)


def test_a_message_gets_the_facts_that_it_names() -> None:
    lacking = []
    for use in uses():
        if use.facts is None:
            continue
        for key in of_family(use.key) & known().keys() if "*" in use.key else {use.key} & known().keys():
            if names := gaps(known()[key]) - use.facts:
                lacking.append(f"{key} at {use.at} lacks {sorted(names)}")
    assert not lacking, "\n".join(lacking)


def test_no_words_are_left_over() -> None:
    written = {
        node.value
        for tree in sources().values()
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    used = {use.key for use in uses()} | written | {f"refuse.{text}" for text in written}
    used |= {family.replace("*", one) for family, all_of_it in families().items() for one in all_of_it}
    used |= {f"refuse.{reason}" for reason in reasons_below()}
    over = sorted(words("en").keys() - used)
    assert not over, ", ".join(over)


@cache
def reasons_below() -> frozenset[str]:
    """Why what the pages stand on refuses something."""
    found = set()
    for package in ("engine", "table", "store"):
        for path in (WEB.parent / package).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Refused" and node.args:
                    found |= set(keys_of(node.args[0]))
    return frozenset(found)


@pytest.mark.parametrize("language", SPOKEN)
def test_each_message_stands_once_and_says_something(language: str) -> None:
    found = messages_of(language)
    every = [key for file in found.values() for key in file]
    assert sorted(every) == sorted(set(every))
    assert not [key for file in found.values() for key, text in file.items() if not text.strip()]


@pytest.mark.parametrize("language", SPOKEN)
def test_pages_say_nothing_that_the_table_says_already(language: str) -> None:
    own = files("rulewright.engine").joinpath("locale", language)
    table = Catalogue(language, lambda: [one.read_text("utf-8") for one in own.iterdir() if one.name.endswith(".po")])
    assert not table.messages.keys() & words(language).keys()


@pytest.mark.parametrize("language", [language for language in SPOKEN if language != "en"])
def test_languages_have_the_same_messages_with_the_same_facts(language: str) -> None:
    assert language in LANGUAGES
    english, other = messages_of("en"), messages_of(language)
    assert other.keys() == english.keys()
    for name, texts in english.items():
        assert other[name].keys() == texts.keys(), name
        differ = {key: other[name][key] for key in texts if gaps(other[name][key]) != gaps(texts[key])}
        assert not differ, differ


@pytest.mark.parametrize("language", SPOKEN)
def test_texts_can_be_filled_in(language: str) -> None:
    for key, text in words(language).items():
        facts = dict.fromkeys(gaps(text), "x")
        assert "«" not in catalogue(language).say(key, facts), key
        assert not re.search(r"</?[a-z]+[ >]", text), f"{key} has HTML in it"
        assert text == text.strip(), key


@pytest.mark.parametrize("language", SPOKEN)
def test_languages_have_their_name_in_the_settings(language: str) -> None:
    assert LANGUAGES[language]
