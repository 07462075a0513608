"""The texts of a game's house rules: what each table option does and why, its presets, and open points without one.

It is TOML (`data/options.toml`), with texts in other languages beside the English ones as in the rulebook:
`title_fi` beside `title`, and a table `value_texts_fi` beside `value_texts`. Types, ranges and defaults of the
options stand in the game's code.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import msgspec

from rulewright.engine.errors import Malformed
from rulewright.engine.house_rules import written
from rulewright.engine.texts import by_id, contains, part

_BOOK = "house rules"


class HouseRule(msgspec.Struct, frozen=True):
    """One table option: what it does, why its default was chosen, the rules it touches, words for its values.

    Values are known by how they are `written`. `titles`, `texts`, `whys` and `values_told` are those in other
    languages, by language.
    """

    name: str
    title: str
    text: str
    why: str
    rules: tuple[str, ...] = ()
    value_texts: Mapping[str, str] = {}
    titles: Mapping[str, str] = {}
    texts: Mapping[str, str] = {}
    whys: Mapping[str, str] = {}
    values_told: Mapping[str, Mapping[str, str]] = {}

    translated: ClassVar[Mapping[str, str]] = {
        "title_": "titles",
        "text_": "texts",
        "why_": "whys",
        "value_texts_": "values_told",
    }

    def title_in(self, language: str) -> str:
        """The title in a language; English where it has none."""
        return self.titles.get(language, self.title)

    def text_in(self, language: str) -> str:
        """What it does, in a language; English where it has none."""
        return self.texts.get(language, self.text)

    def why_in(self, language: str) -> str:
        """The reason of its default in a language; English where it has none."""
        return self.whys.get(language, self.why)

    def value_in(self, value: Any, language: str) -> str:
        """The words for a value in a language; English where it has none, the value as written where that has none."""
        key = written(value)
        return self.values_told.get(language, {}).get(key) or self.value_texts.get(key, key)


class Preset(msgspec.Struct, frozen=True):
    """A set of house rules under one name. `titles` and `texts` are those in other languages, by language."""

    id: str
    title: str
    text: str
    titles: Mapping[str, str] = {}
    texts: Mapping[str, str] = {}

    translated: ClassVar[Mapping[str, str]] = {"title_": "titles", "text_": "texts"}

    def title_in(self, language: str) -> str:
        """The title in a language; English where it has none."""
        return self.titles.get(language, self.title)

    def text_in(self, language: str) -> str:
        """What it is, in a language; English where it has none."""
        return self.texts.get(language, self.text)


class OpenPoint(msgspec.Struct, frozen=True):
    """What the rules leave open and how it is read here, where no option changes that."""

    number: int
    text: str
    rules: tuple[str, ...] = ()
    texts: Mapping[str, str] = {}

    translated: ClassVar[Mapping[str, str]] = {"text_": "texts"}

    def text_in(self, language: str) -> str:
        """The text in a language; English where it has none."""
        return self.texts.get(language, self.text)


class HouseRules(msgspec.Struct, frozen=True):
    """All house rules of a game by the name of their option, its presets by id, and its open points without option."""

    options: Mapping[str, HouseRule]
    presets: Mapping[str, Preset] = {}
    open_points: tuple[OpenPoint, ...] = ()

    def search(self, words: str) -> list[HouseRule]:
        """House rules that contain all the words, in any language, in their order; all for no words."""
        return [rule for rule in self.options.values() if contains(words, *_all_texts(rule))]


def _all_texts(rule: HouseRule) -> list[str]:
    own = [rule.name, rule.title, rule.text, rule.why, *rule.rules, *rule.value_texts, *rule.value_texts.values()]
    others = [*rule.titles.values(), *rule.texts.values(), *rule.whys.values()]
    return [*own, *others, *(told for values in rule.values_told.values() for told in values.values())]


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    options: tuple[dict[str, Any], ...]
    presets: tuple[dict[str, Any], ...] = ()
    open_points: tuple[dict[str, Any], ...] = ()


def read_house_rules(text: str) -> HouseRules:
    """House rules from TOML; raises `Malformed`."""
    try:
        read = msgspec.toml.decode(text, type=_File)
    except (msgspec.DecodeError, msgspec.ValidationError) as error:
        raise Malformed(str(error), at=_BOOK) from error
    return HouseRules(
        by_id((part(HouseRule, entry, _BOOK) for entry in read.options), _BOOK),
        by_id((part(Preset, entry, _BOOK) for entry in read.presets), _BOOK),
        tuple(by_id((part(OpenPoint, entry, _BOOK) for entry in read.open_points), _BOOK).values()),
    )
