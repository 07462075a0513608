"""The rulebook of a game: what each rule id says, in English and in the game's language."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from rulewright.engine.errors import Malformed


class Rule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One rule: its id, title and text, with twins in the game's own language."""

    id: str
    title: str
    text: str
    title_fi: str = ""
    text_fi: str = ""
    options: tuple[str, ...] = ()


class Chapter(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A chapter; its rules share the middle part of their ids."""

    id: str
    title: str
    title_fi: str = ""


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    chapters: tuple[Chapter, ...]
    rules: tuple[Rule, ...]


class Rulebook:
    """All rules of a game, in the order of the book."""

    def __init__(self, chapters: tuple[Chapter, ...], rules: tuple[Rule, ...]) -> None:
        self.chapters = chapters
        self.rules: Mapping[str, Rule] = {rule.id: rule for rule in rules}
        if len(self.rules) != len(rules):
            raise Malformed("the same rule id stands twice")

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
        wanted = words.casefold().split()
        return [rule for rule in self.rules.values() if all(word in _everything(rule) for word in wanted)]


def _everything(rule: Rule) -> str:
    return " ".join((rule.id, rule.title, rule.text, rule.title_fi, rule.text_fi)).casefold()


def read_rulebook(text: str) -> Rulebook:
    """A rulebook from its TOML text; raises `Malformed`."""
    try:
        read = msgspec.toml.decode(text, type=_File)
    except (msgspec.DecodeError, msgspec.ValidationError) as error:
        raise Malformed(str(error), at="rulebook") from error
    return Rulebook(read.chapters, read.rules)
