"""What the referee decides in a Dive: events, charts, cleared Areas, Gates, and whose Scene is played."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from rulewright.engine.commands import CommandType
from rulewright.engine.errors import Refused
from rulewright.engine.journal import Seat
from rulewright.engine.requests import Procedure, Roll
from rulewright.games.nw3.battles.fighters import tell
from rulewright.games.nw3.casket_state import AreaState, TrapState
from rulewright.games.nw3.episodes.position import require_peace
from rulewright.games.nw3.fortresses import areas, clearing, gates, position, pressing, traps
from rulewright.games.nw3.fortresses.gates import GateId
from rulewright.games.nw3.fortresses.objects import share_money
from rulewright.games.nw3.records.fortress_effects import EnemyGroup
from rulewright.games.nw3.records.fortresses import Area
from rulewright.games.nw3.records.places import Chart, ChartEntry
from rulewright.games.nw3.state import Nw3World

_Id = Annotated[str, msgspec.Meta(max_length=80)]


class PlayArea(msgspec.Struct, frozen=True, tag="play_area", tag_field="do"):
    """The Scene of another Area in which PCs are is played now."""

    area: _Id


class EventResolved(msgspec.Struct, frozen=True, tag="event_resolved", tag_field="do"):
    """The event of the Area is over."""


class SetCleared(msgspec.Struct, frozen=True, tag="set_cleared", tag_field="do"):
    """An Area counts as cleared, or with `cleared` false no longer; without a name the one that is played."""

    area: _Id = ""
    cleared: bool = True


class RollOrChoose(msgspec.Struct, frozen=True, tag="roll_or_choose", tag_field="do"):
    """Roll on the chart of the Area, or choose the entry of its number, from 1."""

    entry: Annotated[int, msgspec.Meta(ge=1, le=99)] | None = None


class SetGate(msgspec.Struct, frozen=True, tag="set_gate", tag_field="do"):
    """The state of a Gate: what is not named stays. `granted` is the referee's word where that opens it.

    The state "recorded" is what the record says; so is "", which forms leave out.
    """

    gate: GateId
    state: Literal["", "recorded", "open", "closed", "damaged"] | None = None
    uses: Annotated[int, msgspec.Meta(ge=0, le=99)] | None = None
    revealed: bool | None = None
    granted: bool | None = None


class BringEnemies(msgspec.Struct, frozen=True, tag="bring_enemies", tag_field="do"):
    """Enemies of a record come into the Area."""

    enemy: _Id
    count: Annotated[int, msgspec.Meta(ge=1, le=20)] = 1
    hidden: bool = False


def play_area(world: Nw3World, command: PlayArea, seat: Seat) -> Procedure[None]:
    """Refuses `no_dive`, `in_combat`, `nobody_there` (NW3-FORT-03)."""
    position.require_dive(world, "NW3-FORT-03")
    require_peace(world, "NW3-FORT-03")
    if position.area_of(world, command.area) is None or not position.party(position.there(world, command.area)):
        raise Refused("nobody_there", "NW3-FORT-03")
    yield from areas.leave_scene(world, command.area)
    yield from areas.play(world, command.area, ())


def event_resolved(world: Nw3World, command: EventResolved, seat: Seat) -> Procedure[None]:
    """Refuses `no_dive`, `in_combat` (NW3-FORT-08)."""
    _, place, state = position.require_area(world, "NW3-FORT-08")
    require_peace(world, "NW3-FORT-08")
    clearing.resolve(world, place, state)
    if not state.cleared:
        clearing.clear(world, place.id)
    yield from ()


def set_cleared(world: Nw3World, command: SetCleared, seat: Seat) -> Procedure[None]:
    """Refuses `no_dive`, `nobody_there` for an unknown Area (NW3-FORT-11)."""
    running = position.require_dive(world, "NW3-FORT-11")[2]
    scene = world.state.scene
    here = position.area_of(world, command.area or (scene.area if scene is not None else ""))
    if here is None:
        raise Refused("nobody_there", "NW3-FORT-11")
    position.remember(world)
    if command.cleared:
        clearing.clear(world, here[0].id)
    else:
        running.areas[here[0].id].cleared = False
        tell(world, "area.not_cleared", "NW3-FORT-11", area=here[0].name)
    yield from ()


def roll_or_choose(world: Nw3World, command: RollOrChoose, seat: Seat) -> Procedure[None]:
    """Refuses `no_dive`, `no_chart`, `already_tried`, `in_combat` (NW3-FORT-06)."""
    _, place, state = position.require_area(world, "NW3-FORT-06")
    if place.chart is None or position.kind_of(place, state) not in ("normal", "object", "enemy"):
        raise Refused("no_chart", "NW3-FORT-06")
    if state.charted:
        raise Refused("already_tried", "NW3-FORT-06", name=place.name)
    require_peace(world, "NW3-FORT-06")
    chart = position.record(world, Chart, place.chart)
    if command.entry is not None and command.entry > len(chart.entry):
        raise Refused("no_chart", "NW3-FORT-06")
    state.charted = True
    entry = chart.entry[command.entry - 1] if command.entry else (yield from _rolled(chart))
    yield from _happens(world, place, state, entry)


def _rolled(chart: Chart) -> Procedure[ChartEntry]:
    count, _, sides = chart.dice.partition("d")
    faces = yield Roll(int(count), int(sides), "NW3-FORT-06", "referee", "chart", secret=True)
    total = sum(faces)
    return next((one for one in chart.entry if one.from_ <= total <= one.to), chart.entry[-1])


def _happens(world: Nw3World, place: Area, state: AreaState, entry: ChartEntry) -> Procedure[None]:
    """What stands on the chart comes about; until it is dealt with the Area is not cleared (NW3-FORT-05)."""
    if entry.text:
        tell(world, "chart.event", "NW3-FORT-06", text=entry.text)
    if entry.object is not None and entry.object not in state.objects:
        state.objects.append(entry.object)
        pressing.settle(world)
    if entry.valco:
        yield from share_money(world, entry.valco)
    if entry.trap is not None:
        state.traps[entry.trap] = TrapState(seen=state.traps.get(entry.trap, TrapState()).seen)
    if entry.trap is not None or entry.enemies:
        state.cleared = False
    areas.bring_in(world, place.id, state, entry.enemies)
    if entry.trap is not None:
        yield from traps.on_entering(world, place.id, position.party(position.there(world, place.id)))
    clearing.settle(world)
    if entry.enemies:
        yield from areas.propose_combat(world, place)


def set_gate(world: Nw3World, command: SetGate, seat: Seat) -> Procedure[None]:
    """Refuses `no_dive`, `gate_not_here` (NW3-GATE-05 to -07)."""
    _, fortress, running = position.require_dive(world, "NW3-GATE-07")
    gate = fortress.gates.get(command.gate)
    if gate is None:
        raise Refused("gate_not_here", "NW3-GATE-07", gate=command.gate)
    position.remember(world)
    state = position.gate_state(running, gate.id)
    if command.uses is not None:
        state.uses = command.uses
    if command.revealed:
        gates.reveal(world, gate)
    elif command.revealed is not None:
        state.revealed = False
    if command.state is not None:
        gates.set_state(world, gate.id, "" if command.state == "recorded" else command.state)
    if command.granted is not None:
        state.granted = command.granted
        gates.reconsider(world)
    yield from ()


def bring_enemies(world: Nw3World, command: BringEnemies, seat: Seat) -> Procedure[None]:
    """Refuses `no_dive`; Malformed where there is no such record (NW3-FORT-07)."""
    _, place, state = position.require_area(world, "NW3-FORT-07")
    group = EnemyGroup(enemy=command.enemy, count=command.count, hidden=command.hidden)
    areas.bring_in(world, place.id, state, (group,))
    yield from ()


COMMANDS = (
    CommandType(PlayArea, play_area, "NW3-FORT-03", "referee"),
    CommandType(EventResolved, event_resolved, "NW3-FORT-08", "referee"),
    CommandType(SetCleared, set_cleared, "NW3-FORT-11", "referee"),
    CommandType(RollOrChoose, roll_or_choose, "NW3-FORT-06", "referee"),
    CommandType(SetGate, set_gate, "NW3-GATE-07", "referee"),
    CommandType(BringEnemies, bring_enemies, "NW3-FORT-07", "referee"),
)
