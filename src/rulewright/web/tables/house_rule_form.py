"""House rules as fields of a form: what each can be, what was filled in, and what is wrong with that."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, ClassVar

import msgspec

from rulewright import games
from rulewright.engine.errors import Refused
from rulewright.engine.game import Game
from rulewright.engine.house_rules import Choices, changed, choices, written
from rulewright.table.starting import preset_options
from rulewright.table.sweep import plain_value
from rulewright.web.drawing.rule_texts import HouseRulePart, house_rule
from rulewright.web.views import Page
from rulewright.web.visit import Visit

PREFIX = "option."
"""What the names of the fields begin with."""


class OptionField(msgspec.Struct, frozen=True):
    """A house rule with the value that is filled in as text; `differs` from the preset, and what is `wrong`."""

    rule: HouseRulePart
    value: str
    differs: bool = False
    wrong: str = ""


class HouseRulesPart(Page, frozen=True, kw_only=True):
    """The part of the form with the house rules: those that matter most, those searched for, and all others."""

    template: ClassVar[str] = "parts/house_rules.html"
    game: str
    preset: str
    offered: tuple[OptionField, ...]
    found: tuple[OptionField, ...]
    others: tuple[OptionField, ...]
    find: str = ""

    @property
    def different(self) -> int:
        """How many of the folded ones differ from the preset."""
        return sum(field.differs for field in self.others)

    @property
    def open(self) -> bool:
        """Whether something among the folded ones needs to be seen."""
        return any(field.wrong for field in self.others)


class Given(msgspec.Struct, frozen=True):
    """House rules as they were filled in: the options that can be read, the texts, and what is wrong by name."""

    options: Any
    texts: Mapping[str, str]
    wrong: Mapping[str, str]


def of_preset(game: Game, preset: str) -> Given:
    """The house rules of a preset; raises `Malformed`."""
    options = preset_options(game, preset)
    return Given(options, _texts(options), {})


def read(visit: Visit, game: Game, preset: str, filled: Mapping[str, str]) -> Given:
    """The house rules of a form, by the names of its fields; what is not filled in is as in the preset."""
    options = preset_options(game, preset)
    texts, wrong = _texts(options), {}
    for name, known in choices(game.options_type).items():
        text = filled.get(PREFIX + name)
        if text is None:
            continue
        texts[name] = text = text.strip()
        try:
            options = changed(options, name, plain_value(text))
        except Refused:
            wrong[name] = _expected(visit, game, name, known)
    return Given(options, texts, wrong)


def part(visit: Visit, game: Game, preset: str, given: Given, find: str = "") -> HouseRulesPart:
    """The part of the form that shows them; those that contain the words of `find` are not folded."""
    usual = _texts(preset_options(game, preset))
    language = visit.game_words(game)

    def field(name: str) -> OptionField:
        text = given.texts[name]
        return OptionField(_house_rule(game.id, name, language), text, text != usual[name], given.wrong.get(name, ""))

    names = [name for name in given.texts if name not in game.offered_options]
    found = {rule.name for rule in game.house_rules().search(find)} if find.strip() else set()
    return HouseRulesPart(
        game=game.id,
        preset=preset,
        offered=tuple(field(name) for name in game.offered_options),
        found=tuple(field(name) for name in names if name in found),
        others=tuple(field(name) for name in names if name not in found),
        find=find,
    )


def _texts(options: Any) -> dict[str, str]:
    """The value of every option as people write it."""
    return {name: written(value) for name, value in msgspec.structs.asdict(options).items()}


@cache
def _house_rule(game_id: str, name: str, language: str) -> HouseRulePart:
    game = games.get(game_id)
    return house_rule(game, game.house_rules().options[name], language)


def _expected(visit: Visit, game: Game, name: str, known: Choices) -> str:
    """What an option can be, in words."""
    rule, language = game.house_rules().options[name], visit.game_words(game)
    values = ", ".join(rule.value_in(value, language) for value in known.values)
    if known.numbers is None:
        return visit.say("new.bad_choice", values=values)
    reach = {"least": known.numbers.start, "most": known.numbers.stop - 1}
    if not known.values:
        return visit.say("new.bad_number", **reach)
    named = ", ".join(written(value) for value in known.values)
    return visit.say("new.bad_either", values=named, **reach)
