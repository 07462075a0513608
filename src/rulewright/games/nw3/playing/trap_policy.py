"""What the program does about a trap that bars the way: it is looked for, removed, or set off."""

from __future__ import annotations

import msgspec

from rulewright.games.nw3.battles.fighters import able
from rulewright.games.nw3.fortresses import traps
from rulewright.games.nw3.fortresses.position import party_here
from rulewright.games.nw3.fortresses.traps import CallIdentification, IdentifyTrap, RemoveTrap, SetOffTrap
from rulewright.games.nw3.state import Nw3World


def next_step(world: Nw3World) -> msgspec.Struct | None:
    """The next thing to do about the trap that is dealt with now, None where there is none or nobody can."""
    found = traps.current(world)
    if found is None or world.state.battle is not None:
        return None
    _, state = found
    if state.progress == "armed":
        waiting = [one for one in traps.seekers(world, state) if one.id not in state.tried]
        return IdentifyTrap(waiting[0].id) if waiting else CallIdentification()
    skilled = sorted(traps.removers(world, state), key=lambda one: -one.attributes.finesse)
    if skilled:
        return RemoveTrap(skilled[0].id)
    up = [one for one in party_here(world) if able(one)]
    return SetOffTrap(up[0].id) if up else None
