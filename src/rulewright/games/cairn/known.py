"""The table as a seat has to take it, for odds that tell it nothing new."""

from __future__ import annotations

from rulewright.engine.journal import Seat
from rulewright.engine.world import World, pack, unpack
from rulewright.games.cairn.state import Actor, CairnWorld, State

USUAL = 10
"""An ability that nobody has told: what creatures have unless it is said otherwise."""


def known(world: CairnWorld, seat: Seat) -> CairnWorld:
    """A copy in which foes have the abilities and the health of mind that one would assume, and have declared nothing.

    Their HP, armor and what they hold are there for all to see. The referee knows the table as it is.
    """
    if seat.referee:
        return world
    state = unpack(pack(world.state), State)
    for actor in state.actors.values():
        if actor.side != "party":
            _assume(actor)
    if state.fight is not None:
        declared = state.fight.declared
        state.fight.declared = {id: one for id, one in declared.items() if state.actors[id].side == "party"}
    return World(state, world.content, world.scenario)


def _assume(actor: Actor) -> None:
    actor.STR = actor.DEX = actor.WIL = USUAL
    actor.STR_max = actor.DEX_max = actor.WIL_max = USUAL
    actor.conditions, actor.deprived, actor.doomed, actor.fatigue = [], [], False, 0
    actor.items = [thing for thing in actor.items if thing.where != "pack"]
