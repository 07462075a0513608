"""Blocks that act in Preplay, in the After Phase, or at the end of a Scene (NW3-SKILL-13, NW3-ENCHANT-06)."""

from __future__ import annotations

from typing import Literal

from rulewright.engine.requests import Procedure
from rulewright.games.nw3.battles import applying
from rulewright.games.nw3.battles.blocks import owned
from rulewright.games.nw3.battles.usable import Usable
from rulewright.games.nw3.episodes.position import pcs
from rulewright.games.nw3.state import Character, Nw3World
from rulewright.games.nw3.wizards.conditions import holds, secret_not_held


def at(world: Nw3World, moment: Literal["preplay", "after_phase", "scene_end"]) -> Procedure[None]:
    """Carry out what acts at this moment, for one PC after another; nothing has to be declared."""
    for character in pcs(world):
        for usable in list(owned(world, character)):
            if moment == "scene_end" and "constant" not in usable.timings:
                continue  # those act where they were used
            if moment in usable.moments and _in_force(world, character, usable):
                yield from applying.at_moment(world, character, usable, moment)


def _in_force(world: Nw3World, character: Character, usable: Usable) -> bool:
    """Whether the class of a Secret skill is held, and the restrictions of the block hold (NW3-SKILL-11, -39)."""
    if usable.secret and secret_not_held(character, usable.block):  # type: ignore[arg-type]
        return False
    return all(holds(world.content, character, one.kind, one.any_of) for one in usable.restricts)
