"""The Area Map of the Fortress in which play is: circles and lines, as far as a seat knows them (NW3-FORT-01)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from rulewright.engine.journal import Seat
from rulewright.engine.maps import LineStyle, Link, Map, Place, PlaceState, Step
from rulewright.engine.packs import in_language
from rulewright.games.nw3.casket_state import AreaState, Dive
from rulewright.games.nw3.fortresses import gates, position
from rulewright.games.nw3.names import NAMES
from rulewright.games.nw3.playing import area_remarks, dive_menu, dive_offers
from rulewright.games.nw3.playing.area_remarks import Eyes
from rulewright.games.nw3.playing.view import visible
from rulewright.games.nw3.records.fortresses import Area, Fortress, Gate
from rulewright.games.nw3.state import Nw3World

PLAYED: Final = "dive"
"""The id of the map of the Dive."""
LINES: Final[dict[str, LineStyle]] = {
    "normal": "plain",
    "one_way": "arrow",
    "secret": "dotted",
    "closed": "barred",
    "damaged": "broken",
}
SIGNS: Final = {"entrance": "⌂", "normal": "", "object": "◆", "trap": "▲", "event": "!", "enemy": "✕", "core": "★"}


def dived(world: Nw3World, seat: Seat) -> Fortress | None:
    """The Fortress of the Dive, of which players know nothing before somebody has entered it."""
    record, dive = position.fortress(world), position.dive(world)
    if record is None or dive is None:
        return None
    return record if seat.referee or any(entered(dive, area.id) for area in record.area) else None


def played_map(world: Nw3World, seat: Seat, language: str, at: str) -> Map | None:
    """The map of the Dive, None where none runs: to players Areas entered and Gates known, to the referee all."""
    record, dive = dived(world, seat), position.dive(world)
    if record is None or dive is None:
        return None
    shown = [gate for gate in record.gate if seat.referee or gates.known(dive, gate)]
    areas = [area for area in record.area if seat.referee or entered(dive, area.id)]
    seen = {area.id for area in areas}
    eyes = Eyes(world, seat, language)
    places = [_place(eyes, area, dive, at) for area in in_order(record, areas)]
    links = []
    for gate in shown:
        ends = [end if end in seen else beyond(gate) for end in (gate.from_, gate.to)]
        places += [Place(end, "?", "map.kind.unknown", "?", state="unknown") for end in ends if end not in seen]
        links.append(_link(eyes, record, gate, dive, at, *ends))
    ways = {gate.id for gate in shown}
    return Map(
        PLAYED,
        in_language(record, "name", language),
        in_language(record, "text", language) if record.text and seat.referee else "",
        tuple(places),
        tuple(links),
        tuple(Step(one.gate, one.left, record.gates[one.gate].other(one.left)) for one in dive.walked
              if one.gate in ways),
        tuple(area_remarks.of_fortress(eyes, record)) if seat.referee else (),
        offers=tuple(dive_menu.ways_on(world, seat)),
    )  # fmt: skip


def entered(dive: Dive, area: str) -> bool:
    """Whether the party knows an Area."""
    return area in dive.areas and dive.areas[area].visited


def beyond(gate: Gate) -> str:
    """The id that stands for an Area that is not known behind a Gate; another one for each Gate."""
    return f"?{gate.id}"


def in_order(record: Fortress, areas: Sequence[Area]) -> list[Area]:
    """Areas in the order in which one comes to them, the Entrance first; what cannot be reached comes last."""
    wanted = {area.id: area for area in areas}
    first = record.entrance.area
    reached, queue = {first}, [first]
    for here in queue:
        for gate in record.gates_at.get(here, ()):
            there = gate.other(here)
            if there in record.areas and there not in reached:
                reached.add(there)
                queue.append(there)
    return [wanted[id] for id in dict.fromkeys((*queue, *wanted)) if id in wanted]


def _place(eyes: Eyes, area: Area, dive: Dive, at: str) -> Place:
    seat, language = eyes.seat, eyes.language
    memory = dive.areas.get(area.id, AreaState())
    kind = position.kind_of(area, memory)
    scene = eyes.world.state.scene
    state: PlaceState = "cleared" if memory.cleared else "visited" if memory.visited else "known"
    marks = [f"map.mark.{state}"] if state != "known" else []
    if seat.referee and not memory.visited:
        marks.append("map.mark.not_entered")
    current = scene is not None and scene.area == area.id
    if current:
        marks.append("map.mark.current")
    return Place(
        area.id,
        in_language(area, "name", language),
        f"map.kind.{kind}",
        SIGNS[kind],
        in_language(area, "text", language) if area.text else "",
        state,
        tuple(marks),
        tuple(area_remarks.of_area(eyes, area, memory)),
        area.x,
        area.y,
        tuple(_people(eyes, area.id, dive)),
        current,
        seat.referee and not memory.visited,
        tuple(dive_offers.of_area(eyes, area, memory)) if at == area.id else (),
    )


def _people(eyes: Eyes, area: str, dive: Dive) -> Iterator[str]:
    for id, where in dive.where.items():
        one = eyes.world.state.characters.get(id)
        if where == area and one is not None and (eyes.seat.referee or visible(eyes.world, one, eyes.seat)):
            yield NAMES.named(one.name, eyes.language)


def _link(eyes: Eyes, record: Fortress, gate: Gate, dive: Dive, at: str, from_: str, to: str) -> Link:
    memory = position.gate_state(dive, gate.id)
    kind = memory.setting if memory.setting in ("closed", "damaged") else gate.kind
    marks = []
    if memory.setting == "open" or memory.opened:
        marks.append("map.mark.open")
    if gate.kind == "secret" and memory.revealed:
        marks.append("map.mark.revealed")
    secret = not gates.known(dive, gate)
    if secret:
        marks.append("map.mark.not_known")
    remarks = tuple(area_remarks.of_gate(eyes, record, gate, memory)) if eyes.seat.referee else ()
    looked_at = gate.id == at
    offers = tuple(dive_menu.ways_on(eyes.world, eyes.seat, gate.id)) if looked_at else ()
    drafts = dive_offers.changes_of_gate(eyes.seat, gate, memory) if looked_at else ()
    return Link(gate.id, from_, to, f"map.gate.{kind}", LINES[kind], tuple(marks), remarks, secret, offers, drafts)
