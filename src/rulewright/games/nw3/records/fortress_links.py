"""What a Fortress, its Objects, charts and Ruler, and effects that name its Areas and Gates have to agree on.

They may stand in different packs; what an earlier pack holds is looked up there.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rulewright.engine.pack_checks import Complaints
from rulewright.engine.pack_problems import Path, near
from rulewright.engine.packs import UNKNOWN_REF, Complaint
from rulewright.games.nw3.records.enemies import Enemy
from rulewright.games.nw3.records.fortress_effects import MoveToArea, PlaceEffect, SetGate
from rulewright.games.nw3.records.fortresses import Area, Fortress
from rulewright.games.nw3.records.places import Chart, Object

if TYPE_CHECKING:
    from rulewright.games.nw3.records.content import Nw3Content

CHART_OF = {"normal": "area_event", "object": "area_event", "enemy": "enemy"}
"""The use of the chart of each kind of Area (NW3-FORT-06)."""


def rulers(content: Nw3Content) -> Complaints:
    """The Ruler of a Fortress is marked as one."""
    for index, fortress in enumerate(content.fortress):
        ruler = content.look_up(Enemy, fortress.ruler)
        if ruler is not None and not ruler.ruler:
            what = "lacks ruler = true"
            yield Complaint(
                ("fortress", index, "ruler"), "content.ruler_not_marked", "an enemy with ruler = true", what
            )


def charts_of_areas(content: Nw3Content) -> Complaints:
    """An Enemy Area has an Enemy Chart, others an Area Event Chart."""
    for path, area in _areas(content):
        chart = content.look_up(Chart, area.chart) if area.chart is not None else None
        use = CHART_OF.get(area.kind)
        if chart is not None and use is not None and chart.use != use:
            what = f'is for "{chart.use}"'
            yield Complaint((*path, "chart"), "content.chart_use", f'a chart with use "{use}"', what)


def releases(content: Nw3Content) -> Complaints:
    """An Object that opens a Closed Gate is a device for this Gate (NW3-GATE-05)."""
    for index, fortress in enumerate(content.fortress):
        for place, gate in enumerate(fortress.gate):
            for number, way in enumerate(gate.open_by):
                device = content.look_up(Object, way.object) if way.object is not None else None
                if device is not None and (device.kind != "gate_release" or gate.id not in device.gates):
                    path = ("fortress", index, "gate", place, "open_by", number, "object")
                    allowed = f'an object of kind "gate_release" with "{gate.id}" in gates'
                    yield Complaint(path, "content.release_mismatch", allowed, "is no device for this Gate")


def cores(content: Nw3Content) -> Complaints:
    """The Core stands in the Core Area, and nowhere else (NW3-DIVE-12)."""
    for path, area in _areas(content):
        found = [content.look_up(Object, id) for id in area.objects]
        if None in found:
            continue  # which is reported already
        places = [place for place, one in enumerate(found) if one is not None and one.kind == "core"]
        if area.kind == "core" and len(places) != 1:
            what = f"has {len(places)} of them" if places else "has none"
            yield Complaint((*path, "objects"), "content.core_object_needed", 'one object of kind "core"', what)
        for place in places if area.kind != "core" else ():
            allowed = 'only in the Area of kind "core"'
            yield Complaint((*path, "objects", place), "content.core_object_misplaced", allowed, "is a Core")


def gates_of_devices(content: Nw3Content) -> Complaints:
    """The Gates of a device are those of the Fortress where it stands."""
    for index, one in enumerate(content.object):
        users = [fortress for fortress in content.fortress if any(one.id in area.objects for area in fortress.area)]
        known = [gate for fortress in users for gate in fortress.gates]
        for place, gate in enumerate(one.gates):
            if users and gate not in known:
                what = f"is no Gate of {' or '.join(fortress.id for fortress in users)}{near(gate, known)}"
                yield Complaint(("object", index, "gates", place), UNKNOWN_REF, ", ".join(known), what)


def places_of_effects(content: Nw3Content) -> Complaints:
    """An effect names an Area or a Gate of the Fortress that it names."""
    for path, effect in place_effects(content):
        if not isinstance(effect, MoveToArea | SetGate):
            continue
        fortress = content.look_up(Fortress, effect.fortress)
        field, id = ("area", effect.area) if isinstance(effect, MoveToArea) else ("gate", effect.gate)
        known = [] if fortress is None else list(fortress.areas if field == "area" else fortress.gates)
        if fortress is not None and id not in known:
            what = f"is no {field} of {fortress.id}{near(id, known)}"
            yield Complaint((*path, field), UNKNOWN_REF, ", ".join(known), what)


def place_effects(content: Nw3Content) -> Iterator[tuple[Path, PlaceEffect]]:
    """Every effect of an Object, a trap and a Logic with the path to it."""
    for table in ("object", "trap", "logic"):
        for index, row in enumerate(getattr(content, table)):
            for place, effect in enumerate(row.effect):
                yield (table, index, "effect", place), effect


def _areas(content: Nw3Content) -> Iterator[tuple[Path, Area]]:
    for index, fortress in enumerate(content.fortress):
        for place, area in enumerate(fortress.area):
            yield ("fortress", index, "area", place), area


LINK_CHECKS = (rulers, charts_of_areas, releases, cores, gates_of_devices, places_of_effects)
