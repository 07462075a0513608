"""What the referee can say of the Areas and Gates on the map of the Dive."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from rulewright.engine.journal import Seat
from rulewright.engine.offers import Draft, Offer
from rulewright.games.nw3.casket_state import AreaState, GateState
from rulewright.games.nw3.fortresses import position
from rulewright.games.nw3.fortresses.refereeing import EventResolved, PlayArea, SetCleared, SetGate
from rulewright.games.nw3.playing import dive_menu
from rulewright.games.nw3.playing.area_remarks import Eyes
from rulewright.games.nw3.records.fortresses import Area, Gate


def of_area(eyes: Eyes, area: Area, memory: AreaState) -> Iterator[Offer]:
    """What the referee says of an Area, in the words of the menus."""
    for command in _said_of(eyes, area, memory) if eyes.seat.referee else ():
        found = dive_menu.offer(eyes.world, command)
        if found is not None:
            yield found


def _said_of(eyes: Eyes, area: Area, memory: AreaState) -> Iterator[msgspec.Struct]:
    scene = eyes.world.state.scene
    if scene is not None and scene.area == area.id:
        if position.kind_of(area, memory) == "event" and not memory.resolved:
            yield EventResolved()
    elif eyes.world.state.battle is None and position.party(position.there(eyes.world, area.id)):
        yield PlayArea(area.id)
    yield SetCleared(area.id, not memory.cleared)


def changes_of_gate(seat: Seat, gate: Gate, memory: GateState) -> tuple[Draft, ...]:
    """What the referee says of a Gate."""
    if not seat.referee:
        return ()
    put = SetGate(gate.id, memory.setting or "recorded", memory.uses, memory.revealed, memory.granted)
    states = tuple((value, f"value.{value}") for value in ("recorded", "open", "closed", "damaged"))
    asked = ("state", "uses", "revealed", "granted")
    return (Draft(put, "map.offer.set_gate", asked, choices={"state": states}, rule="NW3-GATE-07"),)
