"""The games: their rules, house rules, scenarios, the schema of their content packs, and procedures."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Annotated, Any

import msgspec

from rulewright import games
from rulewright.engine import packs
from rulewright.engine.errors import Malformed
from rulewright.engine.game import Game
from rulewright.engine.house_rules import choices
from rulewright.engine.rulebook import Rule
from rulewright.table.procedures import Listed, listed
from rulewright.table.starting import told
from rulewright.web.api.operations import Call, Operation
from rulewright.web.api.problems import Wrong

Words = Annotated[str, msgspec.Meta(max_length=200)]


class GameShown(msgspec.Struct, frozen=True):
    """A game, with the version of its rules, the languages of its texts, and the presets of its house rules."""

    id: str
    title: str
    rules_version: str
    languages: tuple[str, ...]
    presets: tuple[str, ...]
    offered_preset: str


class GamesShown(msgspec.Struct, frozen=True):
    """The installed games."""

    games: tuple[GameShown, ...]


class Search(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Words that all have to be there, in any language; none find everything."""

    search: Words = ""


class RuleShown(msgspec.Struct, frozen=True):
    """A rule; `options` are the house rules that change it."""

    id: str
    title: str
    text: str
    options: tuple[str, ...]


class RulesShown(msgspec.Struct, frozen=True):
    """Rules in the order of the book."""

    rules: tuple[RuleShown, ...]


class OptionText(msgspec.Struct, frozen=True):
    """A house rule: what it does and why its default was chosen, and what it can be.

    It is one of `values`, or a whole number from `least` to `most` where it takes any.
    """

    name: str
    title: str
    text: str
    why: str
    default: Any
    values: tuple[Any, ...]
    value_texts: tuple[str, ...]
    least: int | None
    most: int | None
    rules: tuple[str, ...]


class PresetText(msgspec.Struct, frozen=True):
    """House rules under one name: those that differ from their defaults."""

    id: str
    title: str
    text: str
    options: Mapping[str, Any]
    offered: bool


class OptionsShown(msgspec.Struct, frozen=True):
    """The house rules of a game and its presets."""

    options: tuple[OptionText, ...]
    presets: tuple[PresetText, ...]


class ScenarioShown(msgspec.Struct, frozen=True):
    """A starter scenario, and the seats that it is made for."""

    id: str
    title: str
    text: str
    seats: tuple[str, ...]


class ScenariosShown(msgspec.Struct, frozen=True):
    """The starter scenarios."""

    scenarios: tuple[ScenarioShown, ...]


class ProceduresShown(msgspec.Struct, frozen=True):
    """Rules that can be run by themselves, each with the JSON Schema of its arguments."""

    procedures: tuple[Listed, ...]


class PackSchema(msgspec.Struct, frozen=True, rename={"schema": "$schema", "definitions": "$defs"}):
    """A JSON Schema (draft 2020-12) of one file of a content pack."""

    schema: str
    title: str
    type: str
    properties: dict[str, Any]
    definitions: dict[str, Any]
    description: str = ""
    additionalProperties: bool = False


async def list_games(call: Call) -> GamesShown:
    """The installed games."""
    return GamesShown(tuple(_game(game) for game in games.installed().values()))


async def list_rules(call: Call, query: Search) -> RulesShown:
    """The rules of a game, or those that contain some words."""
    game = call.game()
    book = game.rulebook()
    found = await asyncio.to_thread(book.search, query.search) if query.search.strip() else book.rules.values()
    language = call.visit.game_words(game)
    return RulesShown(tuple(_rule(rule, language) for rule in found))


async def show_rule(call: Call) -> RuleShown:
    """One rule by its id."""
    game = call.game()
    try:
        rule = game.rulebook().rule(call.part("rule")[:100])
    except Malformed as error:
        raise Wrong("not_found", "unknown_rule", at="rule", expected=error.expected) from error
    return _rule(rule, call.visit.game_words(game))


async def list_options(call: Call) -> OptionsShown:
    """The house rules of a game and its presets, in words."""
    game = call.game()
    language = call.visit.game_words(game)
    texts, known = game.house_rules(), choices(game.options_type)
    options = []
    for name, rule in texts.options.items():
        can = known[name]
        value_texts = tuple(rule.value_in(value, language) for value in can.values)
        least, most = (can.numbers.start, can.numbers.stop - 1) if can.numbers else (None, None)
        shown = OptionText(
            name, rule.title_in(language), rule.text_in(language), rule.why_in(language), can.default, can.values,
            value_texts, least, most, rule.rules,
        )  # fmt: skip
        options.append(shown)
    presets = tuple(
        PresetText(id, preset.title_in(language), preset.text_in(language), game.presets[id], id == game.offered_preset)
        for id, preset in texts.presets.items()
    )
    return OptionsShown(tuple(options), presets)


async def list_scenarios(call: Call) -> ScenariosShown:
    """The starter scenarios of a game."""
    game = call.game()
    language = call.visit.game_words(game)
    return ScenariosShown(
        tuple(
            ScenarioShown(
                id,
                told(one, "title", language) or id,
                told(one, "text", language),
                tuple(seat.id for seat in game.seats(one)),
            )
            for id, one in game.scenarios().items()
        )
    )


async def pack_schema(call: Call) -> PackSchema:
    """The JSON Schema of a game's content packs, for editors that complete and check TOML."""
    return msgspec.convert(packs.json_schema(call.game().content_type), PackSchema)


async def list_procedures(call: Call) -> ProceduresShown:
    """The rules of a game that can be run by themselves."""
    return ProceduresShown(tuple(listed(one) for one in call.game().procedures.values()))


def _game(game: Game) -> GameShown:
    languages, presets = tuple(game.languages), tuple(game.presets)
    return GameShown(game.id, game.title, game.rules_version, languages, presets, game.offered_preset)


def _rule(rule: Rule, language: str) -> RuleShown:
    return RuleShown(rule.id, rule.title_in(language), rule.text_in(language), rule.options)


operations = [
    Operation("GET", path, run, tag="games")
    for path, run in (
        ("/games", list_games),
        ("/games/{game}/rules", list_rules),
        ("/games/{game}/rules/{rule}", show_rule),
        ("/games/{game}/options", list_options),
        ("/games/{game}/scenarios", list_scenarios),
        ("/games/{game}/packs", pack_schema),
        ("/games/{game}/procedures", list_procedures),
    )
]
