"""Appearing in an Area from outside of the Fortress (NW3-FORT-14)."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.engine.errors import Refused
from rulewright.engine.requests import Procedure
from rulewright.games.nw3.fortresses import entrance, position
from rulewright.games.nw3.records.fortresses import EntryCondition
from rulewright.games.nw3.state import Character, Nw3World


def inside(world: Nw3World, character: Character) -> bool:
    """Whether somebody is in an Area of the Fortress whose Scene is played, in this one or in another."""
    running = position.dive(world)
    return position.area(world) is not None and running is not None and character.id in running.where


def require_outside(world: Nw3World, character: Character) -> None:
    """Raise `Refused` "already_inside": who is in another Area uses Gates."""
    if inside(world, character):
        raise Refused("already_inside", "NW3-FORT-14", name=character.name)


def admit(world: Nw3World, character: Character, said: str) -> Procedure[list[EntryCondition]]:
    """Test what the Entrance asks of everybody for himself; refuses as it does, and nothing is paid yet."""
    fortress, running = position.fortress(world), position.dive(world)
    if position.area(world) is None or fortress is None or running is None or fortress.entrance.per == "party":
        return []
    conditions = entrance.asked(fortress.entrance, entrance.Offered(said))
    entrance.test(running, conditions, character, [character], said)
    yield from entrance.consent(conditions, character)
    return conditions


def pay(world: Nw3World, character: Character, conditions: Sequence[EntryCondition]) -> None:
    """Who has appeared pays at the Entrance."""
    entrance.pay(world, conditions, character, [character])
