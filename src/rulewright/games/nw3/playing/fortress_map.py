"""The maps of Fortresses that are not played yet, for the referee who makes or reads them (NW3-FORT-01)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rulewright.engine.journal import Seat
from rulewright.engine.maps import Atlas, Link, Map, MapTitle, Place, Remark
from rulewright.engine.offers import Offer
from rulewright.engine.packs import Problem, in_language
from rulewright.games.nw3.casket_state import AreaState, GateState
from rulewright.games.nw3.fortresses import position, prepared
from rulewright.games.nw3.fortresses.diving import OpenFortress
from rulewright.games.nw3.playing import area_remarks, fortress_drafts
from rulewright.games.nw3.playing.area_map import LINES, PLAYED, SIGNS, dived, in_order, played_map
from rulewright.games.nw3.playing.area_remarks import Eyes
from rulewright.games.nw3.playing.dive_menu import offer
from rulewright.games.nw3.records.fortresses import Area, Fortress, Gate
from rulewright.games.nw3.state import Nw3World

BUILT: Final = "fortress:"
"""What the id of the map of a Fortress begins with; its id follows."""


def atlas(world: Nw3World, seat: Seat, language: str) -> Atlas:
    """The map of the Dive for everybody; the referee reads those of all Fortresses too."""
    titles = []
    record = dived(world, seat)
    if record is not None:
        titles.append(MapTitle(PLAYED, in_language(record, "name", language), "map.title.dive"))
    if not seat.referee:
        return Atlas(tuple(titles))
    for one in prepared.all_of(world, Fortress).values():
        key = "map.title.prepared" if prepared.raw(world, "fortress", one.id) else "map.title.pack"
        titles.append(MapTitle(f"{BUILT}{one.id}", in_language(one, "name", language), key))
    return Atlas(tuple(titles), fortress_drafts.of_atlas(Eyes(world, seat, language)))


def area_map(world: Nw3World, seat: Seat, language: str, id: str, at: str = "") -> Map | None:
    """One of those maps."""
    if id == PLAYED:
        return played_map(world, seat, language, at)
    if not seat.referee or not id.startswith(BUILT):
        return None
    record = prepared.all_of(world, Fortress).get(id.removeprefix(BUILT))
    return None if record is None else _built_map(Eyes(world, seat, language), record, at)


def _built_map(eyes: Eyes, record: Fortress, at: str) -> Map:
    areas = in_order(record, record.area)
    here = prepared.raw(eyes.world, "fortress", record.id) is not None
    places = tuple(_place(eyes, record, area, here and at == area.id) for area in areas)
    gates = (gate for gate in record.gate if {gate.from_, gate.to} <= record.areas.keys())
    links = tuple(_link(eyes, record, gate, here and at == gate.id) for gate in gates)
    faults = prepared.problems(eyes.world, record) if here else ()
    odd = prepared.warnings(eyes.world, record) if here and not faults else ()
    return Map(
        f"{BUILT}{record.id}",
        in_language(record, "name", eyes.language),
        in_language(record, "text", eyes.language) if record.text else "",
        places,
        links,
        remarks=(
            *(_fault(one) for one in faults),
            *(_advice(one) for one in odd),
            *area_remarks.of_fortress(eyes, record),
        ),
        offers=(
            *(() if faults else _opening(eyes, record)),
            *(fortress_drafts.dropping(record) if here else fortress_drafts.of_pack(record)),
        ),
        drafts=fortress_drafts.of_fortress(eyes, record) if here else (),
        source=prepared.source(eyes.world, record),
    )


def _opening(eyes: Eyes, record: Fortress) -> Iterator[Offer]:
    """Having the Fortress stand, while no other does (NW3-DIVE-01)."""
    found = offer(eyes.world, OpenFortress(record.id)) if position.stronghold(eyes.world) is None else None
    if found is not None:
        yield found


def _fault(problem: Problem) -> Remark:
    """A problem of the loader as a line; what it says is English, as the schema is."""
    facts = {"path": problem.path, "text": problem.said, "allowed": problem.allowed}
    return Remark("map.remark.problem.allowed" if problem.allowed else "map.remark.problem", facts, True, True)


def _advice(problem: Problem) -> Remark:
    """A warning of the loader as a line, which keeps nobody from playing the Fortress."""
    facts = {"path": problem.path, "text": problem.said, "allowed": problem.allowed}
    return Remark("map.remark.advice", facts, secret=True)


def _place(eyes: Eyes, record: Fortress, area: Area, looked_at: bool) -> Place:
    return Place(
        area.id,
        in_language(area, "name", eyes.language),
        f"map.kind.{area.kind}",
        SIGNS[area.kind],
        in_language(area, "text", eyes.language) if area.text else "",
        remarks=tuple(area_remarks.of_area(eyes, area, AreaState())),
        x=area.x,
        y=area.y,
        offers=tuple(fortress_drafts.emptying(eyes, record, area)) if looked_at else (),
        drafts=fortress_drafts.of_area(eyes, record, area) if looked_at else (),
    )


def _link(eyes: Eyes, record: Fortress, gate: Gate, looked_at: bool) -> Link:
    return Link(
        gate.id,
        gate.from_,
        gate.to,
        f"map.gate.{gate.kind}",
        LINES[gate.kind],
        remarks=tuple(area_remarks.of_gate(eyes, record, gate, GateState())),
        offers=fortress_drafts.removing(record, gate) if looked_at else (),
        drafts=fortress_drafts.of_gate(eyes, record, gate) if looked_at else (),
    )
