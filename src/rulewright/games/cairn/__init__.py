"""Cairn, second edition: its rules as procedures, and the object that hands them to the engine."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rulewright.engine.board import Board
from rulewright.engine.builtin import with_builtin
from rulewright.engine.commands import Commands
from rulewright.engine.game import Characters, Measure, Menu, Policy, PureProcedure
from rulewright.engine.game_files import GameFiles
from rulewright.engine.journal import Seat
from rulewright.engine.requests import Question
from rulewright.games.cairn import (
    creation,
    declarations,
    delve,
    fatigue,
    handling,
    healing,
    hirelings,
    house_rules,
    loss,
    magic,
    options,
    reactions,
    rests,
    rounds,
    rulings,
    saves,
    scars,
    scenario,
    starter,
    story,
    trade,
    treatment,
)
from rulewright.games.cairn.board import board
from rulewright.games.cairn.content import CairnContent
from rulewright.games.cairn.desk import Desk
from rulewright.games.cairn.known import known
from rulewright.games.cairn.measure import measure
from rulewright.games.cairn.menu import menu
from rulewright.games.cairn.names import NAMES
from rulewright.games.cairn.policy import REFEREE as REFEREE_SEAT
from rulewright.games.cairn.policy import DefaultPolicy
from rulewright.games.cairn.procedures import PROCEDURES
from rulewright.games.cairn.state import CairnWorld, State
from rulewright.games.cairn.view import View, secrets, view

_CHAPTERS = (saves, handling, trade, fatigue, rests, treatment, healing, loss, reactions, hirelings, creation,
             declarations, rulings, rounds, scars, magic, delve, house_rules)  # fmt: skip
LANGUAGES = ("en", "fi", "ja", "zh")


class Cairn(GameFiles):
    """Cairn as a game of Rulewright."""

    package = "rulewright.games.cairn"
    id = "cairn"
    title = "Cairn, second edition"
    rules_version = "2.0.0"
    languages: Sequence[str] = LANGUAGES
    names = NAMES
    state_type = State
    options_type = options.Options
    content_type = CairnContent
    scenario_type = story.Scenario
    presets: Mapping[str, Mapping[str, Any]] = options.PRESETS
    offered_preset = options.OFFERED_PRESET
    offered_options: Sequence[str] = options.OFFERED_OPTIONS
    commands = Commands(with_builtin(kind for chapter in _CHAPTERS for kind in getattr(chapter, "COMMANDS", ())))
    procedures: Mapping[str, PureProcedure] = PROCEDURES
    policy: Policy = DefaultPolicy()
    characters: Characters = Desk()

    def content(self) -> CairnContent:
        """The starter pack "Hollow Coast"."""
        return starter.starter()

    def scenarios(self) -> Mapping[str, story.Scenario]:
        """The scenarios that come with the game."""
        return story.starter_scenarios()

    def open(self, scenario: Any, options: Any, content: Any) -> CairnWorld:
        """A table at the start of a scenario."""
        return _scenario.open_world(scenario, options, content)

    def menu(self, world: CairnWorld, seat: Seat) -> Menu | None:
        """What the seat can do now."""
        return menu(world, seat)

    def owner(self, world: CairnWorld, question: Question) -> str:
        """The seat that decides: the player of the actor asked, or the referee."""
        actor = world.state.actors.get(question.to)
        return actor.player if actor is not None else "referee"

    def view(self, world: CairnWorld, seat: Seat) -> View:
        """What the seat may see."""
        return view(world, seat)

    def known(self, world: CairnWorld, seat: Seat) -> CairnWorld:
        """The table as the seat has to take it."""
        return known(world, seat)

    def board(self, world: CairnWorld, seat: Seat, language: str) -> Board:
        """The view drawn up as a board."""
        return board(world, seat, language)

    def resolving(self, world: CairnWorld) -> tuple[Seat, rounds.LockPhase] | None:
        """In a fight the locking of the phase; who has not declared passes."""
        return (REFEREE_SEAT, rounds.LockPhase(pass_missing=True)) if world.state.fight is not None else None

    def over(self, world: CairnWorld) -> bool:
        """Whether the scenario has ended."""
        return bool(world.state.over)

    def measure(self, world: CairnWorld) -> Measure:
        """How it ended, for statistics."""
        return measure(world)

    def secrets(self, world: CairnWorld) -> Iterator[str]:
        """What only the referee may see."""
        return secrets(world)


_scenario = scenario


game = Cairn()
