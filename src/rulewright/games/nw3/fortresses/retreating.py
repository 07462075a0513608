"""Retreating from a battle in an Area: through a Gate, or out of the Fortress (NW3-FORT-15, NW3-DIVE-10)."""

from __future__ import annotations

from rulewright.engine.errors import Refused
from rulewright.engine.requests import Option, Procedure, Question, ask
from rulewright.games.nw3.battles.fighters import tell
from rulewright.games.nw3.fortresses import gates, position
from rulewright.games.nw3.fortresses.counting import distances
from rulewright.games.nw3.records.fortresses import Gate
from rulewright.games.nw3.state import Character, Nw3World

OUTSIDE = "outside"


def may_leave(world: Nw3World, character: Character) -> bool:
    """Whether one may leave the Fortress: Ruler defeated, Core broken, or with the Ruler's leave (NW3-DIVE-10)."""
    casket, running = position.stronghold(world), position.dive(world)
    if casket is None or running is None:
        return True
    return casket.ruler_defeated or casket.core is False or character.id in running.permitted


def ways(world: Nw3World, mover: Character) -> list[Gate]:
    """The Gates through which one can retreat from the Area where it fights."""
    here = position.area(world)
    if here is None:
        return []
    place, state = here
    found = list(gates.usable(world, place.id))
    if world.state.options.leave_uncleared == "none" and not state.cleared:  # NW3-FORT-OPEN-06
        return [one for one in found if been(world, mover, one.other(place.id))]
    return found


def been(world: Nw3World, character: Character, area: str) -> bool:
    """Whether one has visited an Area in this Dive (NW3-FORT-12)."""
    running = position.dive(world)
    return running is not None and area in running.areas and character.id in running.areas[area].visitors


def require_way(world: Nw3World, mover: Character) -> None:
    """Raise `Refused` "no_gate_to_leave" where a battle in an Area cannot be left (NW3-FORT-15)."""
    if position.area(world) is not None and not ways(world, mover):
        raise Refused("no_gate_to_leave", "NW3-FORT-15", name=mover.name)


def leave_by(world: Nw3World, mover: Character) -> Procedure[None]:
    """Who has retreated comes into an adjoining Area of its choice, or goes out where that is allowed."""
    here, running, fortress = position.area(world), position.dive(world), position.fortress(world)
    if here is None or running is None or fortress is None:
        return
    place, _ = here
    found = ways(world, mover)
    far = distances(fortress.entrance.area, fortress.gate)
    found.sort(key=lambda gate: far.get(gate.other(place.id), len(far)))
    options = [Option(one.id, "retreat.gate", {"gate": gates.beyond(world, one, place.id)}) for one in found]
    if may_leave(world, mover):
        options.append(Option(OUTSIDE, "retreat.outside"))
    if not options:
        return
    facts = {"name": mover.name}
    question = Question("retreat_gate", mover.id, tuple(options), options[0].value, "NW3-FORT-15", facts)
    chosen = yield from ask(question)
    if chosen == OUTSIDE:
        go_outside(world, mover)
        see_if_over(world)
        return
    gate = fortress.gates[chosen]
    gates.pass_through(world, gate, place.id, [mover.id])
    put_into(world, mover, gate.other(place.id))


def put_into(world: Nw3World, character: Character, id: str) -> None:
    """One is in another Area now, whose Scene waits until it is played (NW3-FORT-03)."""
    position.remember(world)
    running, there = position.dive(world), position.area_of(world, id)
    if running is None or there is None:
        return
    running.where[character.id] = id
    character.present = False
    if character.kind != "pc":
        return
    there[1].awaited.append(character.id)
    tell(world, "area.elsewhere", "NW3-FORT-15", name=character.name)


def go_outside(world: Nw3World, character: Character) -> None:
    """One has left the Fortress."""
    casket, running = position.stronghold(world), position.dive(world)
    if casket is None or running is None:
        return
    running.where.pop(character.id, None)
    if character.id in casket.inside:
        casket.inside.remove(character.id)
    if character.id in running.permitted:
        running.permitted.remove(character.id)  # withdrawn until used (NW3-DIVE-10)
    if casket.ruler == character.id:
        casket.ruler = ""
    character.present = False
    tell(world, "fortress.left", "NW3-DIVE-10", name=character.name)


def see_if_over(world: Nw3World) -> None:
    """The Dive is over when all PCs have left the Fortress (NW3-DIVE-04)."""
    running = position.dive(world)
    if running is None or not running.begun:
        return
    if not position.party_in(world, running):
        running.over = True
        tell(world, "dive.over.left", "NW3-DIVE-04")
