"""The rulebook of a game: what each rule id says, and the game's own words, in English and other languages.

It is TOML. A text in another language stands beside the English one under its name and the language: `title_ja`
beside `title`. The word of a term stands under the language alone: `ja` beside `term`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

import msgspec

from rulewright.engine.errors import Malformed
from rulewright.engine.texts import by_id, contains, part


class Chapter(msgspec.Struct, frozen=True):
    """A chapter; its rules share the middle part of their ids. `titles` are those in other languages."""

    id: str
    title: str
    titles: Mapping[str, str] = {}

    translated: ClassVar[Mapping[str, str]] = {"title_": "titles"}

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

    translated: ClassVar[Mapping[str, str]] = {"title_": "titles", "text_": "texts"}

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

    translated: ClassVar[Mapping[str, str]] = {"": "terms", "meaning_": "meanings"}

    def term_in(self, language: str) -> str:
        """The word in a language; English where it has none."""
        return self.terms.get(language, self.term)

    def meaning_in(self, language: str) -> str:
        """The meaning in a language; English where it has none."""
        return self.meanings.get(language, self.meaning)


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    chapters: tuple[dict[str, Any], ...]
    rules: tuple[dict[str, Any], ...]
    terms: tuple[dict[str, Any], ...] = ()


class Rulebook:
    """All rules of a game, in the order of the book, and its glossary by code name."""

    def __init__(self, chapters: Iterable[Chapter], rules: Iterable[Rule], terms: Iterable[Term] = ()) -> None:
        self.chapters = tuple(by_id(chapters, "rulebook").values())
        self.rules: Mapping[str, Rule] = by_id(rules, "rulebook")
        self.terms: Mapping[str, Term] = by_id(terms, "rulebook")

    def rule(self, rule_id: str) -> Rule:
        """The rule with this id (any case); raises `Malformed` with the nearest ids where there is none."""
        wanted = rule_id.strip().upper()
        if wanted in self.rules:
            return self.rules[wanted]
        import difflib

        near = difflib.get_close_matches(wanted, self.rules, n=3, cutoff=0.5)
        raise Malformed(f"no rule {rule_id!r}", expected=f"an id such as {', '.join(near or list(self.rules)[:3])}")

    def chapter_of(self, rule: Rule) -> str:
        """The middle part of the id where that is a chapter; everything else stands among the open points."""
        middle = rule.id.partition("-")[2].partition("-")[0]
        return middle if any(chapter.id == middle for chapter in self.chapters) else "OPEN"

    def search(self, words: str) -> list[Rule]:
        """Rules that contain all the words, in any language, in the order of the book."""
        return [
            rule
            for rule in self.rules.values()
            if contains(words, rule.id, rule.title, rule.text, *rule.titles.values(), *rule.texts.values())
        ]

    def search_terms(self, words: str) -> list[Term]:
        """Terms that contain all the words, in any language, in the order of the book; all for no words."""
        return [
            term
            for term in self.terms.values()
            if contains(words, term.id, term.term, term.meaning, *term.terms.values(), *term.meanings.values())
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
        chapters += (part(Chapter, entry, "rulebook") for entry in read.chapters)
        rules += (part(Rule, entry, "rulebook") for entry in read.rules)
        terms += (part(Term, entry, "rulebook") for entry in read.terms)
    return Rulebook(chapters, rules, terms)
