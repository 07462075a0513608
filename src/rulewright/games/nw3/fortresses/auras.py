"""Objects that work by being there: what those in effect add to the Judges and stats of who is near (NW3-FORT-09)."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.games.nw3.battles import lasting
from rulewright.games.nw3.battles.numbers import names_of
from rulewright.games.nw3.fortresses import position
from rulewright.games.nw3.records.effects import Modify
from rulewright.games.nw3.records.formula import fixed, read
from rulewright.games.nw3.records.places import Object
from rulewright.games.nw3.state import EMULATORS, Character, Lasting, Nw3World
from rulewright.games.nw3.wizards import standing

IN_AREA = "area"
"""The duration of what an Object of the Area does: as long as it is there."""


def settle(world: Nw3World) -> None:
    """Bring what Objects do to everybody up to date: who has come, who has gone, what has been broken."""
    auras = list(in_force(world))
    for character in world.state.characters.values():
        wanted = {key: amount for thing in auras for key, amount in _on(thing, character).items()}
        now = {(one.block, one.scope, one.what): one.amount for one in character.effects if one.until == IN_AREA}
        if wanted == now:
            continue
        character.effects = [one for one in character.effects if one.until != IN_AREA]
        for (block, scope, what), amount in wanted.items():
            world.state.named += 1
            begun = Lasting(world.state.named, block, character.id, scope, what, amount, IN_AREA)  # type: ignore[arg-type]
            lasting.begin(world, character, begun)
        standing.refresh(world.content, world.state.options, character)


def in_force(world: Nw3World) -> Iterator[Object]:
    """The Objects of the kind aura that are in effect, each id once."""
    here = position.area(world)
    if here is None:
        return
    place, state = here
    for id in dict.fromkeys(state.objects):
        thing = position.record(world, Object, id)
        if thing.kind == "aura" and position.in_effect(place, state, thing):
            yield thing


def _on(thing: Object, character: Character) -> dict[tuple[str, str, str], int]:
    """What an Object changes of one character: by (Object, scope, number), the amount."""
    changes: dict[tuple[str, str, str], int] = {}
    if not character.present or character.dead:
        return changes
    for effect in thing.effect:
        if isinstance(effect, Modify) and (effect.on != "enemies" or character.side == EMULATORS):
            key = (thing.id, effect.scope, str(effect.stat or effect.judge))
            amount = fixed(read(effect.amount), names_of(character, 0))
            changes[key] = changes.get(key, 0) + amount
    return changes
