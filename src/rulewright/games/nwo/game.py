"""Night Wizard: Origin: its rules as procedures, and the object that hands them to the engine."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rulewright.engine import party
from rulewright.engine.board import Board
from rulewright.engine.builtin import with_builtin
from rulewright.engine.commands import Commands
from rulewright.engine.events import REFEREE
from rulewright.engine.game import Characters, Measure, Menu, Policy, PureProcedure
from rulewright.engine.game_files import GameFiles
from rulewright.engine.journal import Seat
from rulewright.engine.requests import Question
from rulewright.engine.sheets import Sheets
from rulewright.engine.shelves import Card, Shelf
from rulewright.games.nwo import house_rules, options, story
from rulewright.games.nwo.asking.procedures import PROCEDURES
from rulewright.games.nwo.battles import actions, battle, dying, free_play, gear, moving, prana, resting
from rulewright.games.nwo.growth import class_change, growing_menu, level_up
from rulewright.games.nwo.growth.desk import Desk
from rulewright.games.nwo.judges import calling, declaring, interrupts
from rulewright.games.nwo.names import NAMES
from rulewright.games.nwo.playing import opening
from rulewright.games.nwo.playing.board import board
from rulewright.games.nwo.playing.known import known
from rulewright.games.nwo.playing.measure import measure
from rulewright.games.nwo.playing.menu import menu
from rulewright.games.nwo.playing.policy import DefaultPolicy
from rulewright.games.nwo.playing.view import View, secrets, view
from rulewright.games.nwo.records import cards, starter
from rulewright.games.nwo.records.content import NwoContent
from rulewright.games.nwo.sheets.kinds import NwoSheets
from rulewright.games.nwo.state import NwoWorld, State

_CHAPTERS = (calling, declaring, interrupts, prana, battle, moving, actions, gear, free_play, resting, dying, level_up,
             class_change, house_rules)  # fmt: skip
LANGUAGES = ("ja", "en", "fi", "zh")


class NightWizardOrigin(GameFiles):
    """Night Wizard: Origin as a game of Rulewright."""

    package = "rulewright.games.nwo"
    id = "nwo"
    title = "Night Wizard: Origin"
    rules_version = "1.0.0"
    languages: Sequence[str] = LANGUAGES
    names = NAMES
    rule_files = ("rules_core.toml", "rules_magic.toml")
    state_type = State
    options_type = options.Options
    content_type = NwoContent
    scenario_type = story.Scenario
    presets: Mapping[str, Mapping[str, Any]] = options.PRESETS
    offered_preset = options.OFFERED_PRESET
    offered_options: Sequence[str] = options.OFFERED_OPTIONS
    commands = Commands(with_builtin(kind for chapter in _CHAPTERS for kind in chapter.COMMANDS))
    procedures: Mapping[str, PureProcedure] = PROCEDURES
    policy: Policy = DefaultPolicy()
    characters: Characters = Desk()
    sheets: Sheets | None = NwoSheets()

    def content(self) -> NwoContent:
        """The starter pack."""
        return starter.starter()

    def shelves(self) -> Sequence[Shelf]:
        """Spells, abilities and gear, and what is for the referee."""
        return cards.SHELVES

    def card(self, row: Any, language: str) -> Card:
        """One row of the content as it is printed."""
        return cards.card(row, self.catalogue(language))

    def scenarios(self) -> Mapping[str, story.Scenario]:
        """The scenarios that come with the game."""
        return story.starter_scenarios()

    def heroes(self, scenario: story.Scenario) -> Sequence[party.Hero]:
        """The party of a scenario, and who plays it."""
        return [party.Hero(one.id, one.name or _name(one.character), one.player) for one in scenario.party]

    def open(self, scenario: Any, options: Any, content: Any) -> NwoWorld:
        """A table at the start of a scenario."""
        return opening.open_world(scenario, options, content)

    def menu(self, world: NwoWorld, seat: Seat) -> Menu | None:
        """What the seat can do now."""
        return menu(world, seat)

    def owner(self, world: NwoWorld, question: Question) -> str:
        """The seat that decides: the player of the character asked, or the referee."""
        character = world.state.characters.get(question.to)
        return character.player if character is not None else REFEREE

    def view(self, world: NwoWorld, seat: Seat) -> View:
        """What the seat may see."""
        return view(world, seat)

    def known(self, world: NwoWorld, seat: Seat) -> NwoWorld:
        """The table as the seat has to take it."""
        return known(world, seat)

    def board(self, world: NwoWorld, seat: Seat, language: str) -> Board:
        """The view drawn up as a board of squares."""
        return board(world, seat, language)

    def over(self, world: NwoWorld) -> bool:
        """Whether the scenario has ended and everybody has grown by it (NWO-LEVEL-01)."""
        return world.state.over and not growing_menu.anybody(world)

    def measure(self, world: NwoWorld) -> Measure:
        """How its fight ended, for statistics."""
        return measure(world)

    def secrets(self, world: NwoWorld) -> Iterator[str]:
        """What only the referee may see."""
        yield from secrets(world)


def _name(character: str) -> str:
    record = starter.starter().characters_by_id.get(character)
    return record.name if record is not None else character


game = NightWizardOrigin()
