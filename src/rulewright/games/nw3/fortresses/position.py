"""Where play stands in a Lunar Casket: the casket, the Dive, the Area whose Scene runs."""

from __future__ import annotations

from typing import TypeVar

from rulewright.engine.packs import Part
from rulewright.games.nw3.casket_state import AreaState, Casket, Dive
from rulewright.games.nw3.fortresses import prepared
from rulewright.games.nw3.records.fortresses import Area, Fortress
from rulewright.games.nw3.state import Nw3World

R = TypeVar("R", bound=Part)


def record(world: Nw3World, kind: type[R], id: str) -> R:
    """A Fortress, Object, trap, Logic, chart or enemy by id, one made here first; Malformed where there is none."""
    here = prepared.made(world, kind, id)
    found: R = world.content.find(kind, id) if here is None else here
    return found


def casket(world: Nw3World) -> Casket | None:
    """The Lunar Casket in which play is: the innermost, None outside of any."""
    return world.state.caskets[-1] if world.state.caskets else None


def dive(world: Nw3World) -> Dive | None:
    """The Dive that runs, if any."""
    here = casket(world)
    return here.dive if here is not None and here.dive is not None and not here.dive.over else None


def fortress(world: Nw3World) -> Fortress | None:
    """The record of the Fortress in which play is, if it is one."""
    here = casket(world)
    return record(world, Fortress, here.fortress) if here is not None and here.fortress else None


def area(world: Nw3World) -> tuple[Area, AreaState] | None:
    """The Area whose Scene runs and what is remembered of it, None outside of a Dive."""
    scene, place, running = world.state.scene, fortress(world), dive(world)
    if scene is None or not scene.area or place is None or running is None:
        return None
    return place.areas[scene.area], running.areas.setdefault(scene.area, AreaState())
