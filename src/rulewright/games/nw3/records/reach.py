"""Which Areas of a Fortress can be reached, and which Closed Gates can ever be opened (NW3-FORT-16)."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING

from rulewright.games.nw3.records.fortresses import Area, Fortress, Gate, OpenBy
from rulewright.games.nw3.records.places import Chart

if TYPE_CHECKING:
    from rulewright.games.nw3.records.content import Nw3Content


def reached(fortress: Fortress, shut: Collection[str] = ()) -> set[str]:
    """The Areas that lie open from the Entrance, with these Gates shut.

    A Damaged Gate without uses is no way, a One-Way Gate only one; Secret and Closed ones count as open.
    """
    found = {fortress.entrance.area}
    border = [fortress.entrance.area]
    while border:
        here = border.pop()
        for there in _ways(fortress, here, shut):
            if there not in found:
                found.add(there)
                border.append(there)
    return found


def _ways(fortress: Fortress, area: str, shut: Collection[str]) -> Iterator[str]:
    for gate in fortress.gates_at.get(area, ()):
        broken = gate.kind == "damaged" and not gate.uses
        if gate.id not in shut and not broken and (gate.kind != "one_way" or gate.from_ == area):
            yield gate.other(area)


def never_opened(fortress: Fortress, content: Nw3Content) -> list[Gate]:
    """The Closed Gates that no order of play opens: what would open them lies behind them, or nowhere."""
    shut = {gate.id: gate for gate in fortress.gate if gate.kind == "closed"}
    while True:
        here = reached(fortress, shut)
        devices = {id for area in here for id in _objects(fortress.areas[area], content)}
        opened = [gate for gate in shut.values() if any(_can_open(way, here, devices) for way in gate.open_by)]
        if not opened:
            return list(shut.values())
        for gate in opened:
            del shut[gate.id]


def _can_open(way: OpenBy, here: Collection[str], devices: Collection[str]) -> bool:
    if way.kind == "clear_area":
        return way.area in here
    return way.kind == "gm" or way.object in devices


def _objects(area: Area, content: Nw3Content) -> Iterator[str]:
    yield from area.objects
    chart = content.look_up(Chart, area.chart) if area.chart is not None else None
    for entry in chart.entry if chart is not None else ():
        if entry.object is not None:
            yield entry.object
