"""What a seat can do on the map of the Dive: go through Gates; the referee also clears Areas and sets Gates."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.engine.errors import Refused
from rulewright.engine.journal import Seat
from rulewright.engine.offers import Draft, Offer
from rulewright.games.nw3.casket_state import AreaState, GateState
from rulewright.games.nw3.fortresses import gates, position
from rulewright.games.nw3.fortresses.moving import GoThrough, require_way_on
from rulewright.games.nw3.fortresses.refereeing import EventResolved, PlayArea, SetCleared, SetGate
from rulewright.games.nw3.playing.area_remarks import Eyes
from rulewright.games.nw3.records.fortresses import Area, Fortress, Gate
from rulewright.games.nw3.state import Character, Nw3World


def of_map(world: Nw3World, seat: Seat) -> Iterator[Offer]:
    """Every way on out of the Area that is played."""
    here = _here(world)
    for gate in gates.usable(world, here.id) if here is not None else ():
        yield from _through(world, seat, gate)


def of_gate(eyes: Eyes, record: Fortress, gate: Gate) -> Iterator[Offer]:
    """Going through one Gate, where that is possible now."""
    here = _here(eyes.world)
    if here is not None and here.id in (gate.from_, gate.to):
        yield from _through(eyes.world, eyes.seat, gate)


def of_area(eyes: Eyes, area: Area, memory: AreaState) -> Iterator[Offer]:
    """What the referee says of an Area."""
    if not eyes.seat.referee:
        return
    here = _here(eyes.world)
    if here is not None and here.id == area.id:
        if position.kind_of(area, memory) == "event" and not memory.resolved:
            yield Offer(EventResolved(), "map.offer.resolved", rule="NW3-FORT-08")
    elif eyes.world.state.battle is None and position.party(position.there(eyes.world, area.id)):
        yield Offer(PlayArea(area.id), "map.offer.play", rule="NW3-FORT-03")
    key = "map.offer.not_cleared" if memory.cleared else "map.offer.cleared"
    yield Offer(SetCleared(area.id, not memory.cleared), key, rule="NW3-FORT-11")


def changes_of_gate(seat: Seat, gate: Gate, memory: GateState) -> tuple[Draft, ...]:
    """What the referee says of a Gate."""
    if not seat.referee:
        return ()
    put = SetGate(gate.id, memory.setting, memory.uses, memory.revealed, memory.granted)
    states = (("", "value.unchanged"), ("open", "value.open"), ("closed", "value.closed"), ("damaged", "value.damaged"))
    asked = ("state", "uses", "revealed", "granted")
    return (Draft(put, "map.offer.set_gate", asked, choices={"state": states}, rule="NW3-GATE-07"),)


def _here(world: Nw3World) -> Area | None:
    scene, record = world.state.scene, position.fortress(world)
    return record.areas.get(scene.area) if scene is not None and record is not None else None


def _through(world: Nw3World, seat: Seat, gate: Gate) -> Iterator[Offer]:
    """Everybody whom the seat decides for, and the whole group, through a Gate of the Area that is played."""
    here, running, scene = _here(world), position.dive(world), world.state.scene
    if here is None or running is None or scene is None or world.state.battle is not None:
        return
    group = [one for one in position.party(position.there(world, here.id)) if not one.dead]
    mine = group if seat.referee else [one for one in group if one.player == seat.id]
    if not mine or not any(one.hp for one in group) or gates.why_not(world, gate, here.id, len(group)):
        return
    try:
        require_way_on(world, here, running.areas.get(here.id, AreaState()), gate, group)
    except Refused:
        return
    facts = {"gate": f"map.gate.{gate.kind}", "area": _beyond(world, seat, gate, here)}
    yield _offer(gate, group, "map.offer.go", facts)
    if len(mine) < len(group) and any(one.hp for one in mine):
        names = ", ".join(one.name for one in mine)
        yield _offer(gate, mine, "map.offer.go_alone", {**facts, "name": names})


def _offer(gate: Gate, group: list[Character], key: str, facts: dict[str, str]) -> Offer:
    return Offer(GoThrough(gate.id, tuple(one.id for one in group)), key, facts, rule="NW3-FORT-13")


def _beyond(world: Nw3World, seat: Seat, gate: Gate, here: Area) -> str:
    running, record = position.dive(world), position.fortress(world)
    other = gate.other(here.id)
    if running is None or record is None:
        return ""
    seen = seat.referee or (other in running.areas and running.areas[other].visited)
    return record.areas[other].name if seen else "map.kind.unknown"
