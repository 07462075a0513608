"""What there is to say of an Area, a Gate or a Fortress on its map: what is in it, and how it stands."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from rulewright.engine.journal import Seat
from rulewright.engine.maps import Remark
from rulewright.engine.packs import Part, in_language
from rulewright.games.nw3.casket_state import AreaState, GateState, TrapState
from rulewright.games.nw3.fortresses import gates, position, prepared
from rulewright.games.nw3.records.enemies import Enemy
from rulewright.games.nw3.records.fortresses import Area, EntryCondition, Fortress, Gate, OpenBy
from rulewright.games.nw3.records.items import Item
from rulewright.games.nw3.records.places import Chart, Logic, Object, Trap
from rulewright.games.nw3.state import Nw3World


class Eyes(msgspec.Struct, frozen=True):
    """Who looks at the table, and in which language its names are."""

    world: Nw3World
    seat: Seat
    language: str

    def name(self, kind: type[Part], id: str) -> str:
        """What a thing of the content is called; its id where there is no such thing."""
        row = self.found(kind, id)
        return id if row is None else in_language(row, "name", self.language)

    def found(self, kind: type[Part], id: str) -> Part | None:
        """A thing of the content or of this table, if there is one."""
        return prepared.known(self.world, kind, id)


def of_area(eyes: Eyes, area: Area, memory: AreaState) -> Iterator[Remark]:
    """What is in an Area. Players are told of the traps that were found and the Objects that can be seen."""
    referee = eyes.seat.referee
    if referee and area.event:
        yield Remark("map.remark.event", {"text": in_language(area, "event", eyes.language)}, secret=True)
    if referee and area.climax:
        yield Remark("map.remark.climax", secret=True)
    if referee and area.chart:
        yield Remark("map.remark.chart", {"name": eyes.name(Chart, area.chart)}, secret=True)
    for id in dict.fromkeys((*area.traps, *memory.traps)):
        yield from _trap(eyes, id, memory.traps.get(id, TrapState()))
    for id in dict.fromkeys((*area.objects, *memory.objects)):
        yield from _object(eyes, id, memory)
    if referee:
        for group in area.enemies:
            key = "map.remark.enemy.hidden" if group.hidden else "map.remark.enemy"
            yield Remark(key, {"name": eyes.name(Enemy, group.enemy), "count": group.count}, secret=True)


def of_gate(eyes: Eyes, record: Fortress, gate: Gate, memory: GateState) -> Iterator[Remark]:
    """How a Gate is found, opened or passed; only the referee is told."""
    if gate.kind == "secret":
        if gate.reveal_event:
            yield Remark("map.remark.by_event", {"area": _area(eyes, record, gate.reveal_event)}, secret=True)
        else:
            difficulty = gates.difficulty(gate)
            yield Remark("map.remark.by_sense", {"difficulty": difficulty}, secret=True)
    for one in gate.open_by:
        yield Remark(f"map.remark.opens.{one.kind}", {"name": _opener(eyes, record, one)}, secret=True)
    if gate.kind == "damaged":
        yield Remark("map.remark.uses", {"uses": gate.uses if memory.uses is None else memory.uses}, secret=True)


def of_fortress(eyes: Eyes, record: Fortress) -> Iterator[Remark]:
    """Its Ruler, Logics and Entrance, for the referee."""
    yield Remark("map.remark.ruler", {"name": eyes.name(Enemy, record.ruler)}, secret=True)
    if record.hidden:
        yield Remark("map.remark.hidden", secret=True)
    if record.moon_range:
        yield Remark("map.remark.moon", {"text": record.moon_range}, secret=True)
    if record.logics:
        yield Remark("map.remark.logics", {"names": [eyes.name(Logic, id) for id in record.logics]}, secret=True)
    entrance = record.entrance
    yield Remark("map.remark.exit" if entrance.exit else "map.remark.no_exit", secret=True)
    if len(entrance.condition) > 1 or entrance.per == "party":
        yield Remark(f"map.remark.conditions.{entrance.mode}.{entrance.per}", secret=True)
    for one in entrance.condition:
        yield _condition(eyes, one)
    if entrance.tries is not None:
        yield Remark("map.remark.tries", {"tries": entrance.tries}, secret=True)


def _trap(eyes: Eyes, id: str, state: TrapState) -> Iterator[Remark]:
    row = eyes.found(Trap, id)
    facts = {"name": eyes.name(Trap, id), "state": f"map.trap.{state.progress}"}
    if eyes.seat.referee and isinstance(row, Trap):
        numbers = {"detection": row.detection, "removal": row.removal}
        yield Remark("map.remark.trap", facts | numbers, secret=True)
    elif eyes.seat.referee or state.progress != "armed":
        yield Remark("map.remark.trap.known", facts, secret=state.progress == "armed")


def _object(eyes: Eyes, id: str, memory: AreaState) -> Iterator[Remark]:
    row = eyes.found(Object, id)
    if not isinstance(row, Object):
        if eyes.seat.referee:
            yield Remark("map.remark.object", {"name": id}, secret=True)
        return
    if eyes.seat.referee or position.can_see(memory, row):
        key = "map.remark.object.broken" if id in memory.broken else "map.remark.object"
        yield Remark(key, {"name": in_language(row, "name", eyes.language)}, secret=not position.can_see(memory, row))


def _opener(eyes: Eyes, record: Fortress, one: OpenBy) -> str:
    if one.kind == "object":
        return eyes.name(Object, one.object or "")
    return _area(eyes, record, one.area or "")


def _area(eyes: Eyes, record: Fortress, id: str) -> str:
    area = record.areas.get(id)
    return id if area is None else in_language(area, "name", eyes.language)


def _condition(eyes: Eyes, one: EntryCondition) -> Remark:
    match one.kind:
        case "cost":
            facts: dict[str, Any] = {"amount": one.amount, "pool": f"map.pool.{one.pool}"}
        case "item":
            facts = {"name": eyes.name(Item, one.item or "")}
        case "keyword":
            facts = {"text": one.word}
        case "flag":
            facts = {"name": one.flag}
        case "gm":
            facts = {"text": one.text}
    return Remark(f"map.remark.condition.{one.kind}", facts, secret=True)
