"""The rulebook of a game: what each rule id says, and the game's own words, in English and other languages.

It is TOML. A text in another language stands beside the English one under its name and the language: `title_ja`
beside `title`. The word of a term stands under the language alone: `ja` beside `term`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, ClassVar, TypeVar

import msgspec

from rulewright.engine.errors import Malformed


class Chapter(msgspec.Struct, frozen=True):
    """A chapter; its rules share the middle part of their ids. `titles` are those in other languages."""

    id: str
    title: str
    titles: Mapping[str, str] = {}

    translated: ClassVar = {"title_": "titles"}

    def title_in(self, language: str) -> str:
        """The title in a language; English where it has none."""
        return self.titles.get(language, self.title)


class Rule(msgspec.Struct, frozen=True):
    """One rule: its id, title and text, and the table options tied to it.

    `titles` and `texts` are those in other languages, by language.
    """

    id: str
    title: str
    text: str
    options: tuple[str, ...] = ()
    titles: Mapping[str, str] = {}
    texts: Mapping[str, str] = {}

    translated: ClassVar = {"title_": "titles", "text_": "texts"}

    def title_in(self, language: str) -> str:
        """The title in a language; English where it has none."""
        return self.titles.get(language, self.title)

    def text_in(self, language: str) -> str:
        """The text in a language; English where it has none."""
        return self.texts.get(language, self.text)


class Term(msgspec.Struct, frozen=True):
    """A word of the game: `id` is its name in code and data, `term` the English word.

    `terms` and `meanings` are those in other languages, by language.
    """

    id: str
    term: str
    meaning: str
    terms: Mapping[str, str] = {}
    meanings: Mapping[str, str] = {}

    translated: ClassVar = {"": "terms", "meaning_": "meanings"}

    def term_in(self, language: str) -> str:
        """The word in a language; English where it has none."""
        return self.terms.get(language, self.term)

    def meaning_in(self, language: str) -> str:
        """The meaning in a language; English where it has none."""
        return self.meanings.get(language, self.meaning)


Part = TypeVar("Part", Chapter, Rule, Term)


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    chapters: tuple[dict[str, Any], ...]
    rules: tuple[dict[str, Any], ...]
    terms: tuple[dict[str, Any], ...] = ()


class Rulebook:
    """All rules of a game, in the order of the book, and its glossary by code name."""

    def __init__(self, chapters: Iterable[Chapter], rules: Iterable[Rule], terms: Iterable[Term] = ()) -> None:
        self.chapters = tuple(_by_id(chapters).values())
        self.rules: Mapping[str, Rule] = _by_id(rules)
        self.terms: Mapping[str, Term] = _by_id(terms)

    def rule(self, rule_id: str) -> Rule:
        """The rule with this id (any case); raises `Malformed` with the nearest ids where there is none."""
        wanted = rule_id.strip().upper()
        if wanted in self.rules:
            return self.rules[wanted]
        import difflib

        near = difflib.get_close_matches(wanted, self.rules, n=3, cutoff=0.5)
        raise Malformed(f"no rule {rule_id!r}", expected=f"an id such as {', '.join(near or list(self.rules)[:3])}")

    def search(self, words: str) -> list[Rule]:
        """Rules that contain all the words, in any language, in the order of the book."""
        return [
            rule
            for rule in self.rules.values()
            if _contains(words, rule.id, rule.title, rule.text, *rule.titles.values(), *rule.texts.values())
        ]

    def search_terms(self, words: str) -> list[Term]:
        """Terms that contain all the words, in any language, in the order of the book; all for no words."""
        return [
            term
            for term in self.terms.values()
            if _contains(words, term.id, term.term, term.meaning, *term.terms.values(), *term.meanings.values())
        ]


def read_rulebook(*texts: str) -> Rulebook:
    """A rulebook from TOML texts, one after the other; raises `Malformed`."""
    chapters: list[Chapter] = []
    rules: list[Rule] = []
    terms: list[Term] = []
    for text in texts:
        try:
            read = msgspec.toml.decode(text, type=_File)
        except (msgspec.DecodeError, msgspec.ValidationError) as error:
            raise Malformed(str(error), at="rulebook") from error
        chapters += (_part(Chapter, entry) for entry in read.chapters)
        rules += (_part(Rule, entry) for entry in read.rules)
        terms += (_part(Term, entry) for entry in read.terms)
    return Rulebook(chapters, rules, terms)


def _part(kind: type[Part], entry: Mapping[str, Any]) -> Part:
    """A chapter, rule or term from its table, with the texts in other languages gathered by language."""
    place = f"rulebook, {entry.get('id', kind.__name__.lower())}"
    own = [field for field in kind.__struct_fields__ if field not in kind.translated.values()]
    gathered: dict[str, dict[str, str]] = {field: {} for field in kind.translated.values()}
    plain: dict[str, Any] = {}
    for key, value in entry.items():
        if key in own:
            plain[key] = value
            continue
        field, language = _translation(kind, key)
        if not language:
            translated = " or ".join(f"{start}ja" for start in kind.translated)
            raise Malformed(f"no field {key!r}", at=place, expected=f"{', '.join(own)}, or such as {translated}")
        if not isinstance(value, str):
            raise Malformed(f"{key} is {value!r}", at=place, expected="a text")
        gathered[field][language] = value
    try:
        return msgspec.convert({**plain, **gathered}, kind)
    except msgspec.ValidationError as error:
        raise Malformed(str(error), at=place) from error


def _translation(kind: type[Part], key: str) -> tuple[str, str]:
    """The field and the language of a text in another language; both empty for any other key."""
    for start, field in kind.translated.items():
        language = key.removeprefix(start)
        if key.startswith(start) and _is_language(language):
            return field, language
    return "", ""


@cache
def _is_language(code: str) -> bool:
    from babel.localedata import exists

    return exists(code)


def _by_id(parts: Iterable[Part]) -> dict[str, Part]:
    known: dict[str, Part] = {}
    for part in parts:
        if part.id in known:
            raise Malformed(f"{part.id} stands twice", at="rulebook", expected="each id once")
        known[part.id] = part
    return known


def _contains(words: str, *texts: str) -> bool:
    everything = " ".join(texts).casefold()
    return all(word in everything for word in words.casefold().split())
