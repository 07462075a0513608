"""The default policy: takes the party through an Episode, and plays everybody in its battle."""

from __future__ import annotations

from typing import Any

import msgspec

from rulewright.engine.game import AnyWorld
from rulewright.engine.journal import Seat
from rulewright.engine.requests import Question
from rulewright.games.nw3 import answers, tactics
from rulewright.games.nw3.battle import StartBattle
from rulewright.games.nw3.critical_values import RollValues, own_values
from rulewright.games.nw3.episode import EndScenario, NextPhase
from rulewright.games.nw3.fighters import gone
from rulewright.games.nw3.scenes import CloseScene, OpenScene
from rulewright.games.nw3.state import Nw3World

REFEREE = Seat("referee", "Referee", "referee")


class DefaultPolicy:
    """Plays for everybody at the table."""

    def command(self, world: AnyWorld) -> tuple[Seat, msgspec.Struct] | None:
        """The next command, given from the referee's seat, or None where the scenario is over."""
        battle = world.state.battle
        if battle is not None:
            return REFEREE, tactics.next_command(world, battle, world.state.characters[battle.acting])
        if world.state.over:
            return None
        return REFEREE, next_step(world)

    def answer(self, world: AnyWorld, question: Question) -> Any:
        """A sensible legal answer."""
        return answers.answer(world, question)


def next_step(world: Nw3World) -> msgspec.Struct:
    """What the referee does next outside of battle: values, Phases, the Scene of the battle, and the end."""
    state = world.state
    for character in state.characters.values():
        if own_values(character) and not character.values_rolled and not character.dead:
            return RollValues(character.id)
    fought = state.battles > 0
    if state.phase == "after":
        return EndScenario()
    if state.phase != "climax" or (fought and state.scene is None):
        return NextPhase()
    if state.scene is None:
        here = tuple(one.id for one in state.characters.values() if not gone(one))
        return OpenScene(world.scenario.scene or world.scenario.title, "combat", here)
    return CloseScene() if fought else start_of(world)


def start_of(world: Nw3World) -> StartBattle:
    """The beginning of the battle as the scenario has it."""
    start = world.scenario.start
    return StartBattle(start.engages, start.long, (), start.fortress)
