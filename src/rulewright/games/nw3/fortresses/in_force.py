"""Which Logics and Objects act on whom, looked up here by all that they do (NW3-LOGIC-03, NW3-FORT-09)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, TypeVar

import msgspec

from rulewright.games.nw3.casket_state import Casket
from rulewright.games.nw3.fortresses.natures import in_scope
from rulewright.games.nw3.fortresses.position import area, can_see, record, things
from rulewright.games.nw3.records.effect import Effect
from rulewright.games.nw3.records.fortress_effects import PlaceEffect
from rulewright.games.nw3.records.places import Logic, Object
from rulewright.games.nw3.state import EMULATORS, WIZARDS, Character, Nw3World

E = TypeVar("E", bound=Effect)
UNKNOWN: Final = "influence.unknown"
"""How a Logic that players do not know is called (NW3-LOGIC-04)."""
MARK: Final = "casket"
"""Until when effects of Logics and Objects last: as long as they are in force."""


class Source(msgspec.Struct, frozen=True):
    """A Logic or an Object that is in force: `id` such as "logic:slow_clock", and whether players know it."""

    id: str
    name: str
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


def _of_logics(world: Nw3World, character: Character, kind: type[E]) -> Iterator[tuple[Source, E]]:
    """The effects of a kind of the Logics that act on somebody, in the order in which these came."""
    casket = casket_of(world, character)
    for id in casket.logics if casket is not None else ():
        assert casket is not None
        logic = logic_of(world, casket, id)
        effects = [one for one in logic.effect if isinstance(one, kind)]
        if effects and affects(world, casket, logic, character):
            source = Source(f"logic:{id}", logic.name, id in casket.revealed)
            yield from ((source, one) for one in effects)


def auras(world: Nw3World) -> Iterator[tuple[Object, bool]]:
    """The auras of the Area that are in effect, equal ones once, and whether players see them (NW3-FORT-08, -09)."""
    here = area(world)
    if here is not None:
        place, state = here
        for thing in things(world, place, state):
            if thing.kind == "aura":
                yield thing, can_see(state, thing)


def concerns(effect: PlaceEffect, character: Character) -> bool:
    """Whether an effect of an Object is about somebody: `enemies` are those of the PCs (NW3-FORT-20)."""
    if effect.on == "enemies":
        return character.side == EMULATORS
    return effect.on != "allies" or character.side == WIZARDS


def acting_on(world: Nw3World, character: Character, kind: type[E]) -> Iterator[tuple[Source, E]]:
    """Every effect of a kind, of a Logic or an Object, that acts on somebody now."""
    yield from _of_logics(world, character, kind)
    if not character.present or character.dead:
        return
    for thing, seen in auras(world):
        for effect in thing.effect:
            if isinstance(effect, kind) and concerns(effect, character):
                yield Source(f"object:{thing.id}", thing.name, seen), effect


def conditional(world: Nw3World) -> bool:
    """Whether any Logic or Object that is in force has a condition, whomever it acts on."""
    logics = (logic_of(world, casket, id) for casket in world.state.caskets for id in casket.logics)
    effects = (effect for logic in logics for effect in logic.effect)
    return any(one.guard for one in effects) or any(one.guard for thing, _ in auras(world) for one in thing.effect)
