"""What Logics and Objects do at fixed points of play: in Setup and Cleanup, on entering, with a Scene's end.

Loss of HP by them can make somebody Incapacitated, never Dead: it is no attack (NW3-LOGIC-05).
"""

from __future__ import annotations

from collections.abc import Iterable

from rulewright.engine.requests import Procedure
from rulewright.games.nw3.battles import carrying_out
from rulewright.games.nw3.battles.fighters import gone
from rulewright.games.nw3.fortresses.agents import use_of
from rulewright.games.nw3.fortresses.in_force import acting_on
from rulewright.games.nw3.records.fortress_effects import Tick, TickAt
from rulewright.games.nw3.state import Character, Nw3World


def at(world: Nw3World, moment: TickAt, whom: Iterable[Character] | None = None) -> Procedure[None]:
    """Carry out what is to happen now to everybody in the Scene, or to these (NW3-LOGIC-05)."""
    if not world.state.caskets:
        return
    for character in list(world.state.characters.values()) if whom is None else list(whom):
        if not character.present or gone(character):
            continue
        for source, effect in list(acting_on(world, character, Tick)):
            if effect.at == moment and not character.dead:
                use = use_of(source.id, source.shown)
                yield from carrying_out.carry_out(world, use, effect.effect, (character,))
