"""The default policy: plays everybody through the fight of a scenario."""

from __future__ import annotations

from typing import Any

import msgspec

from rulewright.engine.game import AnyWorld
from rulewright.engine.journal import Seat
from rulewright.engine.requests import Question
from rulewright.games.nwo.battles.battle import ConfirmBattle, StartBattle
from rulewright.games.nwo.battles.dying import MinutePasses
from rulewright.games.nwo.battles.resting import EndScenario
from rulewright.games.nwo.growth.growing_menu import offers
from rulewright.games.nwo.people import apparent_death
from rulewright.games.nwo.playing import answers, tactics
from rulewright.games.nwo.state import NwoWorld

REFEREE = Seat("referee", "Referee", "referee")


class DefaultPolicy:
    """Plays for everybody at the table."""

    def command(self, world: AnyWorld) -> tuple[Seat, msgspec.Struct] | None:
        """The next command, given from the referee's seat, or None where the scenario is over."""
        battle = world.state.battle
        if battle is not None and battle.process == "turns":
            return REFEREE, tactics.next_command(world, battle, world.state.characters[battle.acting])
        step = next_step(world)
        if step is None and world.tell:  # a fight that is only counted ends here
            everybody = world.state.characters.values()
            step = next((offer.command for one in everybody for offer in offers(world, one)), None)
        return None if step is None else (REFEREE, step)

    def answer(self, world: AnyWorld, question: Question) -> Any:
        """A sensible legal answer."""
        return answers.answer(world, question)


def next_step(world: NwoWorld) -> msgspec.Struct | None:
    """What the referee does next outside of turns: the fight, a minute for the dying, the end."""
    state = world.state
    if state.over:
        return None
    if state.battle is not None:
        return ConfirmBattle(world.scenario.victory or world.scenario.title)
    if not state.battles:
        return StartBattle(world.scenario.victory)
    if any(apparent_death(one) and one.present for one in state.characters.values()):
        return MinutePasses()
    return EndScenario()
