"""Characters away from a table, handed over so that a front end need not know Night Wizard: Origin."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rulewright.engine.drivers import Answer, Dice
from rulewright.engine.events import Event, Tell
from rulewright.engine.game import SoFar
from rulewright.engine.requests import Procedure, Question
from rulewright.games.nwo.growth import casting, creation, draft, files, problems
from rulewright.games.nwo.growth.random_answers import RandomAnswers
from rulewright.games.nwo.growth.records import character_of
from rulewright.games.nwo.growth.sheet import sheet_markdown
from rulewright.games.nwo.options import OFFERED_PRESET, PRESETS, Options
from rulewright.games.nwo.records.starter import starter
from rulewright.games.nwo.state import Character, NwoWorld
from rulewright.games.nwo.story import Scenario

MAKER = "maker"
"""Who answers the questions while a character is made."""


def _options() -> Options:
    return Options(**PRESETS[OFFERED_PRESET])


class Desk:
    """Characters of the starter pack under the house rules that new tables are offered."""

    def create(self, name: str = "", tell: Tell | None = None) -> Procedure[Sequence[Character]]:
        """Make a character of level 1, step by step."""
        return [(yield from creation.create_character(starter(), _options(), MAKER, name=name, listen=tell))]

    def at_random(self, dice: Dice) -> Answer:
        """Answers that leave everything to the dice, and still suit one another."""
        return RandomAnswers(starter(), dice)

    def so_far(self, question: Question) -> SoFar:
        """The numbers that the question carries, and what is still to come."""
        return draft.so_far(starter(), question)

    def problems(self, character: Character) -> Sequence[Event]:
        """What the character breaks, as messages."""
        return problems.problems(starter(), _options(), character)

    def sheet(self, character: Character, language: str, world: NwoWorld | None = None) -> str:
        """The sheet as Markdown."""
        from rulewright.games.nwo.game import game

        content = world.content if world is not None else starter()
        return sheet_markdown(content, character, game.catalogue(language))

    def read(self, text: str) -> Character:
        """The character of a TOML text; raises `Malformed`."""
        return character_of(starter(), _options(), files.read_record(text, starter()))

    def write(self, character: Character) -> str:
        """The character as TOML text."""
        return files.write_character(character)

    def find(self, world: NwoWorld, figure: str) -> Character:
        """The character of a figure."""
        return world.state.characters[figure]

    def cast(self, scenario: Scenario, characters: Mapping[str, Character]) -> Scenario:
        """The scenario with characters in the place of members of its party."""
        return casting.cast(scenario, characters)
