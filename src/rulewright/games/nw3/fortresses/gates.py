"""Gates: which are known and usable, what opens and reveals them, and their uses (NW3-GATE)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, Literal

import msgspec

from rulewright.engine.errors import Refused
from rulewright.engine.events import REFEREE
from rulewright.engine.requests import Option, Procedure, Question, ask, yes_no
from rulewright.games.nw3.battles.fighters import tell
from rulewright.games.nw3.casket_state import Dive, Passage
from rulewright.games.nw3.fortresses import position
from rulewright.games.nw3.fortresses.counting import gates_to
from rulewright.games.nw3.records.fortresses import Area, Fortress, Gate, OpenBy
from rulewright.games.nw3.state import Nw3World

SECRET_DIFFICULTY = 15
"""Danger Sense that finds a Secret Gate without an event (NW3-GATE-04)."""
UNKNOWN = "area.unknown"
"""How an Area that nobody has seen is called."""
_GO_ON = (Option("go_on", "answer.go_on"),)
GateId = Annotated[str, msgspec.Meta(max_length=80)]
State = Literal["", "open", "closed", "damaged"]


def known(running: Dive, gate: Gate) -> bool:
    """Whether players know a Gate: at a visited Area, a Secret one when it is revealed (NW3-GATE-02)."""
    if not any(one in running.areas and running.areas[one].visited for one in (gate.from_, gate.to)):
        return False
    return gate.kind != "secret" or position.gate_state(running, gate.id).revealed


def uses_left(running: Dive, gate: Gate) -> int:
    """How often a Damaged Gate can still be used (NW3-GATE-06)."""
    left = position.gate_state(running, gate.id).uses
    return gate.uses if left is None else left


def damaged(running: Dive, gate: Gate) -> bool:
    """Whether it is a Damaged Gate now (NW3-GATE-07)."""
    setting = position.gate_state(running, gate.id).setting
    return setting == "damaged" or (gate.kind == "damaged" and setting != "open")


def why_not(world: Nw3World, gate: Gate, left: str, going: int = 1) -> str:
    """Why so many cannot go through a Gate together out of the Area `left`, "" where they can (NW3-GATE-03)."""
    running = position.dive(world)
    if running is None or left not in (gate.from_, gate.to):
        return "gate_not_here"
    state = position.gate_state(running, gate.id)
    if gate.kind == "secret" and not state.revealed:
        return "gate_not_here"
    if gate.kind == "one_way" and left == gate.to:
        return "one_way"
    if state.setting == "closed" or (gate.kind == "closed" and not state.opened and not state.setting):
        return "gate_closed"
    if damaged(running, gate):
        left_over = uses_left(running, gate)
        if not left_over:
            return "gate_damaged"
        if world.state.options.gate_use_unit == "character" and going > left_over:  # NW3-FORT-OPEN-19
            return "gate_uses"
    return ""


def gate_here(world: Nw3World, place: Fortress, id: str, left: str, going: int = 1) -> Gate:
    """The Gate of this Area that so many want to use; raises `Refused`."""
    gate = place.gates.get(id)
    reason = why_not(world, gate, left, going) if gate is not None else "gate_not_here"
    if gate is None or reason:
        raise Refused(reason, "NW3-GATE-03", gate=id)
    return gate


def usable(world: Nw3World, left: str, going: int = 1) -> Iterator[Gate]:
    """The Gates through which so many can go out of an Area, in the order of the record."""
    place = position.fortress(world)
    for gate in place.gates_at[left] if place is not None and left in place.gates_at else ():
        if not why_not(world, gate, left, going):
            yield gate


def pass_through(world: Nw3World, gate: Gate, left: str, who: list[str]) -> None:
    """A group has gone through: it is remembered, and a Damaged Gate has fewer uses (NW3-GATE-06)."""
    position.remember(world)
    running = position.dive(world)
    if running is None:
        return
    if damaged(running, gate):
        unit = len(who) if world.state.options.gate_use_unit == "character" else 1
        position.gate_state(running, gate.id).uses = uses_left(running, gate) - unit
    running.walked.append(Passage(gate.id, left, who))
    for scene in (world.state.scene, *world.state.waiting.values()):
        if scene is not None and scene.area:
            scene.gates = gates_to(world, scene.area)


def reconsider(world: Nw3World) -> None:
    """Open the Closed Gates for which everything has been done; an open one stays open (NW3-GATE-05)."""
    position.remember(world)
    place, running = position.fortress(world), position.dive(world)
    if place is None or running is None:
        return
    for gate in place.gate:
        state = position.gate_state(running, gate.id)
        if gate.kind == "closed" and not state.opened and all(_met(running, gate, one) for one in gate.open_by):
            state.opened = True
            if known(running, gate):
                tell(world, "gate.opened", "NW3-GATE-05", gate=behind(world, gate))


def _met(running: Dive, gate: Gate, asked: OpenBy) -> bool:
    match asked.kind:
        case "clear_area":
            return asked.area in running.areas and running.areas[asked.area].cleared
        case "object":
            return any(one.operated.get(asked.object or "") for one in running.areas.values())
        case _:
            return position.gate_state(running, gate.id).granted


def operated(world: Nw3World, ids: tuple[str, ...]) -> None:
    """A device has been operated: what an effect has closed of its Gates goes back to what it was."""
    running = position.dive(world)
    for id in ids if running is not None else ():
        if running is not None and position.gate_state(running, id).setting == "closed":
            position.gate_state(running, id).setting = ""
    reconsider(world)


def reveal(world: Nw3World, gate: Gate) -> None:
    """A Secret Gate is known from now on, from either side (NW3-GATE-04)."""
    position.remember(world)
    running = position.dive(world)
    if running is not None and not position.gate_state(running, gate.id).revealed:
        position.gate_state(running, gate.id).revealed = True
        tell(world, "gate.revealed", "NW3-GATE-04")


def difficulty(gate: Gate) -> int:
    """The Difficulty of noticing a Secret Gate with Danger Sense (NW3-DANGER-04)."""
    return SECRET_DIFFICULTY if gate.difficulty is None else gate.difficulty


def to_find(world: Nw3World, place: Area) -> list[Gate]:
    """Secret Gates of the Area that Danger Sense can reveal (NW3-GATE-04, NW3-FORT-OPEN-12)."""
    fortress, running = position.fortress(world), position.dive(world)
    if fortress is None or running is None:
        return []
    with_event = world.state.options.secret_gate_sense_with_event
    return [
        one
        for one in fortress.gates_at[place.id]
        if one.kind == "secret"
        and not position.gate_state(running, one.id).revealed
        and (with_event or one.reveal_event is None)
    ]


def propose_reveal(world: Nw3World, found: Sequence[Gate], names: str) -> Procedure[bool]:
    """The referee decides whether Secret Gates that these would find are revealed (NW3-GATE-04).

    Where nothing is found the referee is asked as well, so that a pause for the answer tells nobody anything.
    """
    if not found:
        yield from ask(Question("search_in_vain", REFEREE, _GO_ON, "go_on", "NW3-GATE-04", {"name": names}))
        return False
    facts = {"name": names, "gate": ", ".join(behind(world, one) for one in found)}
    if not (yield from yes_no("reveal_gate", REFEREE, default=True, rule="NW3-GATE-04", **facts)):
        return False
    for gate in found:
        reveal(world, gate)
    return True


def reveal_by_event(world: Nw3World, area: str) -> None:
    """The event of an Area is over: Secret Gates that wait for it are revealed (NW3-GATE-04)."""
    place = position.fortress(world)
    for gate in place.gate if place is not None else ():
        if gate.kind == "secret" and gate.reveal_event == area:
            reveal(world, gate)


def set_state(world: Nw3World, gate: str, setting: State) -> None:
    """An effect or the referee closes, opens or damages a Gate; nobody is moved by it (NW3-GATE-07)."""
    position.remember(world)
    place, running = position.fortress(world), position.dive(world)
    if place is None or running is None or gate not in place.gates:
        return
    position.gate_state(running, gate).setting = setting
    if known(running, place.gates[gate]) and setting:
        tell(world, f"gate.set.{setting}", "NW3-GATE-07", gate=behind(world, place.gates[gate]))


def beyond(world: Nw3World, gate: Gate, left: str, everything: bool = False) -> str:
    """The name of the Area behind a Gate, for those who have been there or may know `everything`."""
    there = position.area_of(world, gate.other(left))
    return there[0].name if there is not None and (everything or there[1].visited) else UNKNOWN


def behind(world: Nw3World, gate: Gate) -> str:
    """How to name a Gate to players: by the Areas at its ends that they have seen."""
    place, running = position.fortress(world), position.dive(world)
    if place is None or running is None:
        return gate.id
    seen = [one for one in (gate.from_, gate.to) if one in running.areas and running.areas[one].visited]
    return " – ".join(place.areas[one].name for one in seen) or gate.id
