"""Where play stands in a Lunar Casket: the casket, the Dive, the Area whose Scene runs, and who is in it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeVar

from rulewright.engine.errors import Refused
from rulewright.engine.packs import Part
from rulewright.games.nw3.casket_state import AreaState, Casket, Dive, GateState
from rulewright.games.nw3.fortresses import prepared
from rulewright.games.nw3.records.enemies import Enemy
from rulewright.games.nw3.records.fortresses import Area, Fortress
from rulewright.games.nw3.records.places import Object
from rulewright.games.nw3.state import EMULATORS, Character, Nw3World, Scene

R = TypeVar("R", bound=Part)


def record(world: Nw3World, kind: type[R], id: str) -> R:
    """A Fortress, Object, trap, Logic, chart or enemy by id, one made here first; Malformed where there is none."""
    here = prepared.made(world, kind, id)
    found: R = world.content.find(kind, id) if here is None else here
    return found


def casket(world: Nw3World) -> Casket | None:
    """The Lunar Casket in which play is: the innermost, None outside of any."""
    return world.state.caskets[-1] if world.state.caskets else None


def require_casket(world: Nw3World, rule: str) -> Casket:
    """The innermost Lunar Casket; raises `Refused` "no_casket"."""
    found = casket(world)
    if found is None:
        raise Refused("no_casket", rule)
    return found


def stronghold(world: Nw3World) -> Casket | None:
    """The Lunar Casket that is a Fortress, if one stands."""
    return next((one for one in reversed(world.state.caskets) if one.fortress), None)


def dive(world: Nw3World) -> Dive | None:
    """The Dive that is prepared or runs, if any."""
    here = stronghold(world)
    return here.dive if here is not None and here.dive is not None and not here.dive.over else None


def fortress(world: Nw3World) -> Fortress | None:
    """The record of the Fortress that stands, if one does."""
    here = stronghold(world)
    return record(world, Fortress, here.fortress) if here is not None else None


def area(world: Nw3World) -> tuple[Area, AreaState] | None:
    """The Area whose Scene runs and what is remembered of it, None outside of a Dive."""
    scene = world.state.scene
    return None if scene is None or not scene.area else area_of(world, scene.area)


def area_of(world: Nw3World, id: str) -> tuple[Area, AreaState] | None:
    """An Area of the Fortress and what is remembered of it; None where there is none.

    Looking changes nothing: of one that `remember` has not been told of, what is given is not kept.
    """
    place, running = fortress(world), dive(world)
    if place is None or running is None or id not in place.areas:
        return None
    return place.areas[id], running.areas.get(id) or AreaState()


def gate_state(running: Dive, id: str) -> GateState:
    """What is remembered of a Gate, to look at."""
    return running.gates.get(id) or GateState()


def remember(world: Nw3World) -> None:
    """Keep what happens to every Area and Gate of the Fortress from now on."""
    place, running = fortress(world), dive(world)
    if place is None or running is None:
        return
    for one in place.area:
        running.areas.setdefault(one.id, AreaState())
    for gate in place.gate:
        running.gates.setdefault(gate.id, GateState())


def require_dive(world: Nw3World, rule: str) -> tuple[Casket, Fortress, Dive]:
    """The Fortress and the Dive into it; raises `Refused` "no_dive"."""
    here, place, running = stronghold(world), fortress(world), dive(world)
    if here is None or place is None or running is None:
        raise Refused("no_dive", rule)
    return here, place, running


def require_area(world: Nw3World, rule: str) -> tuple[Dive, Area, AreaState]:
    """The Area whose Scene runs; raises `Refused` "no_dive" where none does."""
    running, here = dive(world), area(world)
    if running is None or here is None:
        raise Refused("no_dive", rule)
    return running, *here


def there(world: Nw3World, id: str) -> list[Character]:
    """Everybody in an Area who is not Dead."""
    running = dive(world)
    places = running.where if running is not None else {}
    return [one for one in world.state.characters.values() if places.get(one.id) == id and not one.dead]


def be_in(world: Nw3World, scene: Scene, character: Character) -> None:
    """Who is in a Scene is in the Lunar Casket, and in the Area, in which it lies (NW3-CASKET-07, NW3-FORT-02)."""
    for one in world.state.caskets:
        lies = one.scene == scene.number or (bool(one.fortress) and bool(scene.area))
        if lies and character.id not in one.inside:
            one.inside.append(character.id)
    here = area_of(world, scene.area)
    running = dive(world)
    if here is None or running is None:
        return
    running.where[character.id] = scene.area
    if character.kind == "pc" and character.id not in here[1].visitors:
        here[1].visitors.append(character.id)


def party(characters: Iterable[Character]) -> list[Character]:
    """The PCs among them."""
    return [one for one in characters if one.kind == "pc"]


def party_here(world: Nw3World) -> list[Character]:
    """The PCs in the Scene, those who are Incapacitated among them."""
    return party(one for one in world.state.characters.values() if one.present and not one.dead)


def party_in(world: Nw3World, running: Dive) -> list[Character]:
    """The PCs in any Area of the Fortress who are not Dead."""
    return party(one for id in running.where if not (one := world.state.characters[id]).dead)


def foes(characters: Iterable[Character]) -> list[Character]:
    """The enemies of the PCs among them that can still act."""
    return [one for one in characters if one.side == EMULATORS and one.hp and not one.dead and not one.retreated]


def kind_of(place: Area, state: AreaState) -> str:
    """The kind that the Area is of now (NW3-FORT-08)."""
    return state.kind or place.kind


def can_see(state: AreaState, thing: Object) -> bool:
    """Whether players see an Object of an Area."""
    return thing.visible or thing.id in state.found


def in_effect(place: Area, state: AreaState, thing: Object) -> bool:
    """Whether an Object of the Area works now (NW3-FORT-08, -09)."""
    waits = kind_of(place, state) == "event" and not state.resolved and not thing.active_in_event
    return thing.id in state.objects and thing.id not in state.broken and not waits


def things(world: Nw3World, place: Area, state: AreaState) -> Iterator[Object]:
    """The Objects of the Area that work now, equal ones once (NW3-FORT-09)."""
    for id in dict.fromkeys(state.objects):
        thing = record(world, Object, id)
        if in_effect(place, state, thing):
            yield thing


def enemy_record(world: Nw3World, character: Character) -> Enemy | None:
    """The record that a character of the referee was made from, if one of enemies was."""
    return prepared.known(world, Enemy, character.record)


def innocent(world: Nw3World, character: Character) -> bool:
    """Whether it is an ordinary person without magic."""
    known = enemy_record(world, character)
    return known is not None and known.innocent


def emulator(world: Nw3World, character: Character) -> bool:
    """Whether it is an Emulator: its record says so, or without a record its side."""
    known = enemy_record(world, character)
    return known.emulator if known is not None else character.side == EMULATORS


def magical(world: Nw3World, character: Character) -> bool:
    """Whether it is a Wizard or an Emulator, and so sees the Crimson Moon (NW3-CASKET-08)."""
    known = enemy_record(world, character)
    return known is None or known.wizard or known.emulator or known.category == "guest"
