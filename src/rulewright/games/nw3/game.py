"""Night Wizard! The 3rd Edition: its rules as procedures, and the object that hands them to the engine."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rulewright.engine.board import Board
from rulewright.engine.builtin import with_builtin
from rulewright.engine.commands import Commands
from rulewright.engine.events import REFEREE
from rulewright.engine.game import Characters, Measure, Menu, Policy, PureProcedure
from rulewright.engine.game_files import GameFiles
from rulewright.engine.journal import Seat
from rulewright.engine.maps import Atlas, Map
from rulewright.engine.requests import Question
from rulewright.engine.sheets import Sheets
from rulewright.engine.shelves import Card, Shelf
from rulewright.games.nw3 import house_rules, options, story
from rulewright.games.nw3.asking.procedures import PROCEDURES
from rulewright.games.nw3.battles import (
    actions,
    attacks,
    battle,
    casting,
    flying,
    free_play,
    main_process,
    movement,
    order,
    riding,
    robe,
)
from rulewright.games.nw3.dice import calling, critical_values, prana
from rulewright.games.nw3.episodes import appearance, clues, connections, episode, gathering, rest, scenes, staging
from rulewright.games.nw3.fortresses import (
    building,
    caskets,
    danger,
    diving,
    logics,
    moving,
    npcs,
    objects,
    place_effects,
    preparing,
    refereeing,
    searching,
    traps,
)
from rulewright.games.nw3.names import NAMES
from rulewright.games.nw3.playing import opening
from rulewright.games.nw3.playing.board import board
from rulewright.games.nw3.playing.fortress_map import area_map, atlas
from rulewright.games.nw3.playing.known import known
from rulewright.games.nw3.playing.measure import measure
from rulewright.games.nw3.playing.menu import menu
from rulewright.games.nw3.playing.policy import DefaultPolicy
from rulewright.games.nw3.playing.view import View, secrets, view
from rulewright.games.nw3.records import starter
from rulewright.games.nw3.records.content import Nw3Content
from rulewright.games.nw3.sheets.kinds import Nw3Sheets
from rulewright.games.nw3.state import Nw3World, State
from rulewright.games.nw3.wizards import cards, experience, level_up, selling
from rulewright.games.nw3.wizards.desk import Desk

_CHAPTERS = (critical_values, calling, level_up, experience, episode, scenes, appearance, connections, gathering, rest,
             logics, traps, danger, npcs, prana, selling, battle, order, main_process, movement, flying, riding,
             attacks, casting, free_play, actions, robe, staging, clues, caskets, diving, moving, searching, objects,
             refereeing, place_effects, house_rules, preparing, building)  # fmt: skip
LANGUAGES = ("en", "fi", "ja", "zh")


class NightWizard3(GameFiles):
    """Night Wizard 3rd Edition as a game of Rulewright."""

    package = "rulewright.games.nw3"
    id = "nw3"
    title = "Night Wizard! The 3rd Edition"
    rules_version = "3.0.0"
    languages: Sequence[str] = LANGUAGES
    names = NAMES
    rule_files = ("rules_core.toml", "rules_combat.toml", "rules_skills.toml", "rules_fortress.toml", "rules_dive.toml")
    state_type = State
    options_type = options.Options
    content_type = Nw3Content
    scenario_type = story.Scenario
    presets: Mapping[str, Mapping[str, Any]] = options.PRESETS
    offered_preset = options.OFFERED_PRESET
    offered_options: Sequence[str] = options.OFFERED_OPTIONS
    commands = Commands(with_builtin(kind for chapter in _CHAPTERS for kind in chapter.COMMANDS))
    procedures: Mapping[str, PureProcedure] = PROCEDURES
    policy: Policy = DefaultPolicy()
    characters: Characters = Desk()
    sheets: Sheets | None = Nw3Sheets()

    def content(self) -> Nw3Content:
        """The starter pack."""
        return starter.starter()

    def shelves(self) -> Sequence[Shelf]:
        """Skills and items, and what is for the referee."""
        return cards.SHELVES

    def card(self, row: Any, language: str) -> Card:
        """One row of the content as it is printed."""
        return cards.card(row, self.catalogue(language))

    def scenarios(self) -> Mapping[str, story.Scenario]:
        """The scenarios that come with the game."""
        return story.starter_scenarios()

    def open(self, scenario: Any, options: Any, content: Any) -> Nw3World:
        """A table at the start of a scenario."""
        return opening.open_world(scenario, options, content)

    def menu(self, world: Nw3World, seat: Seat) -> Menu | None:
        """What the seat can do now."""
        return menu(world, seat)

    def owner(self, world: Nw3World, question: Question) -> str:
        """The seat that decides: the player of the character asked, or the referee."""
        character = world.state.characters.get(question.to)
        return character.player if character is not None else REFEREE

    def view(self, world: Nw3World, seat: Seat) -> View:
        """What the seat may see."""
        return view(world, seat)

    def known(self, world: Nw3World, seat: Seat) -> Nw3World:
        """The table as the seat has to take it."""
        return known(world, seat)

    def board(self, world: Nw3World, seat: Seat, language: str) -> Board:
        """The view drawn up as a board."""
        return board(world, seat, language)

    def atlas(self, world: Nw3World, seat: Seat, language: str) -> Atlas:
        """The Area Map of the Dive, and for the referee those of all Fortresses."""
        return atlas(world, seat, language)

    def map(self, world: Nw3World, seat: Seat, language: str, id: str, at: str = "") -> Map | None:
        """One of them."""
        return area_map(world, seat, language, id, at)

    def over(self, world: Nw3World) -> bool:
        """Whether the scenario has ended."""
        return bool(world.state.over)

    def measure(self, world: Nw3World) -> Measure:
        """How its battle ended, for statistics."""
        return measure(world)

    def secrets(self, world: Nw3World) -> Iterator[str]:
        """What only the referee may see."""
        yield from secrets(world)


game = NightWizard3()
