"""Which Logics and Objects act on whom, looked up here by all that they do (NW3-LOGIC-03, NW3-FORT-09)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import msgspec

from rulewright.games.nw3.casket_state import Casket
from rulewright.games.nw3.fortresses.natures import in_scope
from rulewright.games.nw3.fortresses.position import area, can_see, in_effect, record
from rulewright.games.nw3.records.fortress_effects import PlaceEffect
from rulewright.games.nw3.records.places import Logic, Object
from rulewright.games.nw3.state import EMULATORS, WIZARDS, Character, Nw3World

UNKNOWN: Final = "influence.unknown"
"""How a Logic that players do not know is called (NW3-LOGIC-04)."""
MARK: Final = "casket"
"""Until when effects of Logics and Objects last: as long as they are in force."""


class Source(msgspec.Struct, frozen=True):
    """A Logic or an Object that is in force: `id` such as "logic:slow_clock", and whether players know it."""

    id: str
    name: str
    effects: tuple[PlaceEffect, ...]
    known: bool

    @property
    def shown(self) -> str:
        """What players may call it."""
        return self.name if self.known else UNKNOWN


def casket_of(world: Nw3World, character: Character) -> Casket | None:
    """The innermost Lunar Casket that somebody is in."""
    return next((one for one in reversed(world.state.caskets) if character.id in one.inside), None)


def logic_of(world: Nw3World, casket: Casket, id: str) -> Logic:
    """A Logic by its id: one of the referee's own, or of the content; Malformed where there is none."""
    own = casket.own.get(id)
    if own is None:
        return record(world, Logic, id)
    return Logic(id=id, name=own.name, text=own.text, scope=own.scope, removable=own.removable)


def affects(world: Nw3World, casket: Casket, logic: Logic, character: Character) -> bool:
    """Whether a Logic in force here acts on somebody who is inside (NW3-LOGIC-03, -07)."""
    return (
        not character.dead
        and logic.id not in character.removed_logics
        and in_scope(world, casket, logic.scope, character)
    )


def logics_on(world: Nw3World, character: Character) -> Iterator[Source]:
    """The Logics that act on somebody, in the order in which they came."""
    casket = casket_of(world, character)
    for id in casket.logics if casket is not None else ():
        assert casket is not None
        logic = logic_of(world, casket, id)
        if affects(world, casket, logic, character):
            yield Source(f"logic:{id}", logic.name, logic.effect, id in casket.revealed)


def objects_here(world: Nw3World) -> Iterator[Source]:
    """The Objects of the Area that are in effect: equal ones once, in an Event Area only some (NW3-FORT-08, -09)."""
    here = area(world)
    if here is None:
        return
    place, state = here
    for id in dict.fromkeys(state.objects):
        thing = record(world, Object, id)
        if thing.kind == "aura" and in_effect(place, state, thing):
            yield Source(f"object:{id}", thing.name, thing.effect, can_see(state, thing))


def concerns(effect: PlaceEffect, character: Character) -> bool:
    """Whether an effect of an Object is about somebody: `enemies` are those of the PCs (NW3-FORT-20)."""
    if effect.on == "enemies":
        return character.side == EMULATORS
    return effect.on != "allies" or character.side == WIZARDS


def acting_on(world: Nw3World, character: Character) -> Iterator[tuple[Source, PlaceEffect]]:
    """Every effect of a Logic or an Object that acts on somebody now."""
    for source in logics_on(world, character):
        for effect in source.effects:
            yield source, effect
    if not character.present or character.dead:
        return
    for source in objects_here(world):
        for effect in source.effects:
            if concerns(effect, character):
                yield source, effect
