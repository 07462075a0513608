"""Characters away from a table, handed over so that a front end need not know Cairn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rulewright.engine.drivers import Answer, Dice
from rulewright.engine.events import Event, Tell
from rulewright.engine.game import SoFar
from rulewright.engine.requests import Procedure, Question
from rulewright.engine.world import World
from rulewright.games.cairn import casting, characters, creation
from rulewright.games.cairn.options import OFFERED_PRESET, PRESETS, Options
from rulewright.games.cairn.sheet_markdown import sheet_markdown
from rulewright.games.cairn.starter import starter
from rulewright.games.cairn.state import Actor, CairnWorld
from rulewright.games.cairn.story import Scenario

MAKER = "maker"
"""Who answers the questions while a character is made."""

STEPS = (
    ("creation.background", "missing.background"),
    ("creation.name", "missing.name"),
    ("creation.name.text", "missing.name"),
    ("creation.table", "missing.tables"),
    ("creation.traits", "missing.traits"),
    ("", "missing.dice"),
)
"""Questions in the order of the book with what they are about; the last step asks nothing."""


def _options() -> Options:
    return Options(**PRESETS[OFFERED_PRESET])


class Desk:
    """Characters of the starter pack under the house rules that new tables are offered."""

    def create(self, name: str = "", tell: Tell | None = None) -> Procedure[Sequence[Actor]]:
        """Make a character from a background (CRN-HIRE-02): itself, then hirelings that come along."""
        world = creation.workshop(starter(), _options(), tell)
        created = yield from creation.create_character(world, MAKER, name=name)
        return [created.actor, *created.hirelings]

    def at_random(self, dice: Dice) -> Answer:
        """Answers that leave everything to the dice."""
        return creation.random_answers(dice)

    def so_far(self, question: Question) -> SoFar:
        """What the book has after this question; the numbers fall as dice at the end."""
        steps = [step for _, step in STEPS]
        now = next((place for place, (key, _) in enumerate(STEPS) if question.key == key), len(STEPS))
        return SoFar(missing=tuple(dict.fromkeys(steps[now:])))

    def problems(self, character: Actor) -> Sequence[Event]:
        """What the character breaks, as messages."""
        return [
            Event(found.key, {"at": found.at, "found": found.found, "allowed": found.allowed}, found.rule)
            for found in characters.character_problems(character, starter(), _options())
        ]

    def sheet(self, character: Actor, language: str, world: World[Any, Any, Any] | None = None) -> str:
        """The sheet as Markdown."""
        return sheet_markdown(world or creation.workshop(starter(), _options()), character, language)

    def read(self, text: str) -> Actor:
        """The character of a TOML text; raises `Malformed`."""
        return characters.read_character(text)

    def write(self, character: Actor) -> str:
        """The character as TOML text."""
        return characters.write_character(character)

    def find(self, world: CairnWorld, figure: str) -> Actor:
        """The actor of a figure."""
        return world.state.actors[figure]

    def cast(self, scenario: Scenario, characters: Mapping[str, Actor]) -> Scenario:
        """The scenario with characters in the place of members of its party."""
        return casting.cast(scenario, characters)
