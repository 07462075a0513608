"""Characters away from a table, handed over so that a front end need not know Night Wizard."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rulewright.engine.drivers import Answer, Dice
from rulewright.engine.events import Event, Tell
from rulewright.engine.game import SoFar
from rulewright.engine.requests import Procedure, Question
from rulewright.engine.world import World
from rulewright.games.nw3.options import OFFERED_PRESET, PRESETS, Options
from rulewright.games.nw3.records.starter import starter
from rulewright.games.nw3.state import Character, Nw3World
from rulewright.games.nw3.story import Scenario
from rulewright.games.nw3.wizards import character_files, creation, problems
from rulewright.games.nw3.wizards.draft import so_far
from rulewright.games.nw3.wizards.random_characters import RandomAnswers
from rulewright.games.nw3.wizards.sheet import sheet_markdown

MAKER = "maker"
"""Who answers the questions while a character is made."""


def _options() -> Options:
    return Options(**PRESETS[OFFERED_PRESET])


class Desk:
    """Characters of the starter pack under the house rules that new tables are offered."""

    def create(self, name: str = "", tell: Tell | None = None) -> Procedure[Sequence[Character]]:
        """Make a Wizard of CL 1, step by step (NW3-CHAR-01 to -17)."""
        character = yield from creation.create_character(starter(), _options(), MAKER, name=name, listen=tell)
        return [character]

    def at_random(self, dice: Dice) -> Answer:
        """Answers that leave everything to the dice, and still suit one another."""
        return RandomAnswers(starter(), dice)

    def so_far(self, question: Question) -> SoFar:
        """The numbers that the question carries, and what is missing (NW3-CHAR-17)."""
        return so_far(question)

    def problems(self, character: Character) -> Sequence[Event]:
        """What the character breaks or misses, as messages."""
        return problems.problems(starter(), _options(), character)

    def sheet(self, character: Character, language: str, world: World[Any, Any, Any] | None = None) -> str:
        """The sheet as Markdown."""
        from rulewright.games.nw3.game import game

        content, house = (world.content, world.state.options) if world is not None else (starter(), _options())
        return sheet_markdown(content, house, character, game.catalogue(language))

    def read(self, text: str) -> Character:
        """The character of a TOML text; raises `Malformed`."""
        return character_files.read_character(text, starter(), _options())

    def write(self, character: Character) -> str:
        """The character as TOML text."""
        return character_files.write_character(character)

    def find(self, world: Nw3World, figure: str) -> Character:
        """The character of a figure."""
        return world.state.characters[figure]

    def cast(self, scenario: Scenario, characters: Mapping[str, Character]) -> Scenario:
        """The scenario with Wizards in the place of members of its party."""
        from rulewright.games.nw3.playing import casting

        return casting.cast(scenario, characters)
