"""The default policy: takes the party through an Episode, and plays everybody in its battle."""

from __future__ import annotations

from typing import Any

import msgspec

from rulewright.engine.game import AnyWorld
from rulewright.engine.journal import Seat
from rulewright.engine.requests import Question
from rulewright.games.nw3.battles.battle import SetHidden, StartBattle
from rulewright.games.nw3.battles.fighters import OTHERS, gone
from rulewright.games.nw3.dice.critical_values import RollValues
from rulewright.games.nw3.episodes.clues import LookInto, open_clues, who_can
from rulewright.games.nw3.episodes.episode import EndScenario, NextPhase
from rulewright.games.nw3.episodes.position import awaiting_values
from rulewright.games.nw3.episodes.scenes import CloseScene, OpenScene
from rulewright.games.nw3.episodes.staging import PlayPrepared, next_prepared
from rulewright.games.nw3.playing import answers, dive_policy, tactics, trap_policy
from rulewright.games.nw3.state import Battle, Character, Nw3World

_TRIES = 2
"""How many PCs try to find out one thing."""

REFEREE = Seat("referee", "Referee", "referee")


class DefaultPolicy:
    """Plays for everybody at the table."""

    def command(self, world: AnyWorld) -> tuple[Seat, msgspec.Struct] | None:
        """The next command, given from the referee's seat, or None where the scenario is over."""
        battle = world.state.battle
        if battle is not None:
            return REFEREE, next_in_battle(world, battle, world.state.characters[battle.acting])
        if world.state.over:
            return None
        return REFEREE, next_step(world)

    def answer(self, world: AnyWorld, question: Question) -> Any:
        """A sensible legal answer."""
        return answers.answer(world, question)


def next_in_battle(world: Nw3World, battle: Battle, acting: Character) -> msgspec.Struct:
    """What whoever acts does next; who attacks again and again is found out."""
    if acting.hidden and battle.round > 1:
        return SetHidden(acting.id, False)
    return tactics.next_command(world, battle, acting)


def next_step(world: Nw3World) -> msgspec.Struct:
    """What the referee does next outside of battle: values, Phases, prepared Scenes, the Dive, the battle, the end."""
    state = world.state
    if due := awaiting_values(world):
        return RollValues(due[0].id)
    if (seeking := _to_look_into(world)) is not None:
        return seeking
    waiting = next_prepared(world)
    if waiting is None and (step := trap_policy.next_step(world)) is not None:
        return step
    if waiting is None and (step := dive_policy.next_step(world)) is not None:
        return step
    if state.scene is not None:
        return start_of(world) if not state.scene.fought and _enemies_here(world) else CloseScene()
    if waiting is not None:
        return PlayPrepared(waiting.id)
    if state.phase == "after":
        return EndScenario()
    over = state.last is not None and state.last.phase == "climax"
    if state.phase != "climax" or over or not world.scenario.foes:
        return NextPhase()
    here = tuple(one.id for one in state.characters.values() if not gone(one))
    return OpenScene(world.scenario.scene or world.scenario.title, "combat", here)


def _to_look_into(world: Nw3World) -> LookInto | None:
    """What is to be found out in the Scene, for those who are best at it."""
    scene = world.state.scene
    if scene is None or (not scene.fought and _enemies_here(world)):
        return None
    for clue in open_clues(world):
        able = who_can(world, clue)
        if able and sum(mark.startswith(f"{clue.id}>") for mark in scene.tried) < _TRIES:
            return LookInto(able[0].id, clue.id)
    return None


def _enemies_here(world: Nw3World) -> bool:
    present = [one for one in world.state.characters.values() if one.present and one.hp and not gone(one)]
    return len({one.side for one in present} - {OTHERS}) > 1


def start_of(world: Nw3World) -> StartBattle:
    """The beginning of the battle as the scenario has it."""
    state, start = world.state, world.scenario.start
    if state.phase != "climax" or (state.scene is not None and (state.scene.prepared or state.scene.area)):
        return StartBattle()
    return StartBattle(start.engages, start.long, (), start.fortress, start.distances)
