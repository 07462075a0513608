"""When an Area is cleared, and what follows from it (NW3-FORT-05, -08, -11)."""

from __future__ import annotations

from rulewright.games.nw3.battles.fighters import tell
from rulewright.games.nw3.casket_state import AreaState
from rulewright.games.nw3.fortresses import gates, position, pressing
from rulewright.games.nw3.records.fortresses import Area
from rulewright.games.nw3.state import Nw3World


def settle(world: Nw3World) -> None:
    """Clear the Area whose Scene runs where everything in it has been dealt with."""
    here = position.area(world)
    if here is not None and not here[1].cleared and world.state.battle is None and _done(world, *here):
        clear(world, here[0].id)


def _done(world: Nw3World, place: Area, state: AreaState) -> bool:
    """Whether nothing in an Area is left to deal with (NW3-FORT-05)."""
    if any(trap.progress in ("armed", "identified") for trap in state.traps.values()):
        return False
    if state.enemies and position.foes(position.there(world, place.id)):
        return False
    match position.kind_of(place, state):
        case "event":
            return state.resolved
        case "entrance":
            return state.resolved or not place.event
        case "enemy":
            return bool(state.enemies)
        case _:
            return True


def clear(world: Nw3World, id: str) -> None:
    """An Area is cleared: Gates that waited for it open or are revealed (NW3-GATE-04, -05)."""
    position.remember(world)
    here = position.area_of(world, id)
    if here is None:
        return
    here[1].cleared = True
    tell(world, "area.cleared", "NW3-FORT-05", area=here[0].name)
    gates.reveal_by_event(world, id)
    gates.reconsider(world)


def resolve(world: Nw3World, place: Area, state: AreaState) -> None:
    """The event of an Area is over; an Event Area becomes another kind for good (NW3-FORT-08)."""
    state.resolved = True
    if position.kind_of(place, state) == "event":
        state.kind = place.after_event
    tell(world, "area.resolved", "NW3-FORT-08", area=place.name)
    pressing.settle(world)
