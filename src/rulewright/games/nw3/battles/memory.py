"""Enchantments that no longer fit once Spirit or Memory Capacity has fallen (NW3-ENCHANT-02)."""

from __future__ import annotations

from rulewright.engine.requests import Procedure
from rulewright.games.nw3.battles import aboard
from rulewright.games.nw3.battles.blocks import note_timings
from rulewright.games.nw3.state import Nw3World
from rulewright.games.nw3.wizards import equipping, standing


def settle(world: Nw3World) -> Procedure[None]:
    """Those whose capacity has changed put away enchantments, as they choose, until the rest fit."""
    state, content = world.state, world.content
    while state.unfit:
        character = state.characters.get(state.unfit.pop(0))
        if character is None or standing.memory(content, character) <= standing.memory_limit(content, character):
            continue
        yield from equipping.fit_memory(content, state.options, character)
        aboard.settle(world)
        if state.battle is not None:
            note_timings(world, state.battle)
