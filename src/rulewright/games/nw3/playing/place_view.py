"""The place of the Scene as a seat sees it: its text, the Objects in sight, the Gates that are known, and the moon."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from rulewright.engine.journal import Seat
from rulewright.games.nw3.casket_state import AreaState
from rulewright.games.nw3.episodes.staging import prepared_scene
from rulewright.games.nw3.fortresses import gates, position, prepared
from rulewright.games.nw3.fortresses.caskets import perceives
from rulewright.games.nw3.records.fortresses import Area, Fortress
from rulewright.games.nw3.records.places import Object
from rulewright.games.nw3.state import Nw3World


class ThingView(msgspec.Struct, frozen=True):
    """An Object in sight."""

    id: str
    name: str
    text: str
    broken: bool = False


class WayView(msgspec.Struct, frozen=True):
    """A Gate that is known: where it leads, "" where nobody has been, and why it cannot be used now."""

    id: str
    kind: str
    to: str = ""
    barred: str = ""


class PlaceView(msgspec.Struct, frozen=True):
    """The place of the Scene; `area` is the id of an Area, `moon` from how far a Crimson Moon is seen."""

    text: str = ""
    area: str = ""
    kind: str = ""
    cleared: bool = False
    things: tuple[ThingView, ...] = ()
    ways: tuple[WayView, ...] = ()
    moon: str = ""


def place_view(world: Nw3World, seat: Seat) -> PlaceView:
    """Where play is, as the seat may know it."""
    scene, here = world.state.scene, position.area(world)
    moon = _moon(world, seat)
    if here is None:
        prepared = prepared_scene(world, scene.prepared) if scene is not None else None
        return PlaceView(prepared.text if prepared is not None else "", moon=moon)
    place, state = here
    things = [position.record(world, Object, id) for id in dict.fromkeys(state.objects)]
    return PlaceView(
        place.text or "",
        place.id,
        position.kind_of(place, state),
        state.cleared,
        tuple(ThingView(one.id, one.name, one.text, one.id in state.broken) for one in things
              if seat.referee or _shown(place, state, one)),
        tuple(_ways(world, seat, place)),
        moon,
    )  # fmt: skip


def _shown(place: Area, state: AreaState, thing: Object) -> bool:
    """Whether players know an Object: in sight, and in an Event Area not before its time (NW3-FORT-08)."""
    known = position.can_see(state, thing) and state.visited
    return known and (thing.id in state.broken or position.in_effect(place, state, thing))


def _ways(world: Nw3World, seat: Seat, place: Area) -> Iterator[WayView]:
    fortress, running = position.fortress(world), position.dive(world)
    for gate in fortress.gates_at[place.id] if fortress is not None else ():
        if running is None or fortress is None or not (seat.referee or gates.known(running, gate)):
            continue
        there = gate.other(place.id)
        known = seat.referee or (there in running.areas and running.areas[there].visited)
        barred = gates.why_not(world, gate, place.id)
        yield WayView(gate.id, gate.kind, fortress.areas[there].name if known else "", barred)


def _moon(world: Nw3World, seat: Seat) -> str:
    """How far the Crimson Moon of a Lunar Casket is seen, to those who see it (NW3-CASKET-08)."""
    casket = position.casket(world)
    if casket is None:
        return ""
    mine = [one for one in world.state.characters.values() if one.player == seat.id]
    return casket.moon if seat.referee or any(perceives(world, casket, one) for one in mine) else ""


def hidden_things(world: Nw3World) -> Iterator[str]:
    """Names and texts that players do not know, but for what they know as well: of the Areas and Objects of the
    Fortress, and of Fortresses made at this table in which nobody has been.
    """
    casket, fortress = position.stronghold(world), position.fortress(world)
    running = casket.dive if casket is not None else None
    known: set[str] = set()
    unknown: set[str] = set()
    if fortress is not None:
        (unknown if running is None else known).update((fortress.name, fortress.text or ""))
    for area in fortress.area if fortress is not None else ():
        state = (running.areas.get(area.id) if running is not None else None) or AreaState()
        (known if state.visited else unknown).update((area.name, area.text or ""))
        if not state.resolved:
            unknown.add(area.event or "")
        for id in state.objects if state.visited else area.objects:
            thing = position.record(world, Object, id)
            (known if _shown(area, state, thing) else unknown).update((thing.name, thing.text))
    for one in prepared.made_here(world, Fortress):
        if one.id not in world.state.played and (fortress is None or one.id != fortress.id):
            unknown.update((one.name, *(area.name for area in one.area)))
    yield from (text for text in unknown - known if text)
