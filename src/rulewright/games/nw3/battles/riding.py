"""Getting on and off a Broom (NW3-BROOM-01, -03, -04, -07)."""

from __future__ import annotations

from typing import Annotated

import msgspec

from rulewright.engine.commands import CommandType
from rulewright.engine.errors import Refused
from rulewright.engine.journal import Seat
from rulewright.engine.requests import Procedure, yes_no
from rulewright.games.nw3.battles import aboard
from rulewright.games.nw3.battles.fighters import find, own, require_able
from rulewright.games.nw3.battles.main_process import acting, require_action, spend_action
from rulewright.games.nw3.battles.rounds import carry_on
from rulewright.games.nw3.battles.seats import own_brooms, why_no_passenger
from rulewright.games.nw3.battles.veto import allowed
from rulewright.games.nw3.state import Carried, Character, Nw3World
from rulewright.games.nw3.wizards.belongings import thing_of
from rulewright.games.nw3.wizards.standing import rule_value


class Ride(msgspec.Struct, frozen=True, tag="ride", tag_field="do"):
    """Get on a Broom, in a battle a Minor Action: one's own as its Driver, or as a Passenger that of `driver`.

    `broom` names one of several that one has equipped.
    """

    character: str
    driver: str = ""
    broom: Annotated[str, msgspec.Meta(max_length=80)] = ""


class Dismount(msgspec.Struct, frozen=True, tag="dismount", tag_field="do"):
    """Get off: a Passenger for a Minor Action, the Driver as an Auto Action."""

    character: str


def ride(world: Nw3World, command: Ride, seat: Seat) -> Procedure[None]:
    """Refuses `already_riding`, `no_broom_equipped`, `not_riding`, `not_same_engage`, `broom_full`, `driver_refused`.

    Nothing is spent where it is refused.
    """
    character = own(world, command.character, seat)
    pays = _require_minor(world, character, "NW3-BROOM-01")
    if character.riding is not None:
        raise Refused("already_riding", "NW3-BROOM-03", name=character.name)
    if command.driver:
        driver = find(world, command.driver)
        owner, broom = _seat_beside(world, character, driver)
        yield from _agreed(world, character, driver)
    else:
        owner, broom = character, _own_broom(world, character, command.broom)
        if broom.driver:  # somebody else drives it meanwhile
            driver = find(world, broom.driver)
            owner, broom = _seat_beside(world, character, driver)
            yield from _agreed(world, character, driver)
    battle = world.state.battle
    if pays and battle is not None:
        spend_action(battle, "minor")
    aboard.get_on(world, character, owner, broom)
    yield from carry_on(world)


def _require_minor(world: Nw3World, character: Character, rule: str) -> bool:
    """Whether riding, or getting off, takes the Minor Action; refused where it is not there."""
    battle = world.state.battle
    require_able(character)
    if battle is None:
        return False
    acting(world, character)
    if rule_value(world.content, character, "free_ride"):
        return False
    require_action(world, battle, character, "minor", rule)
    return True


def why_not_drive(world: Nw3World, character: Character) -> str:
    """The reason for which the character cannot get on a Broom of its own as the Driver, or ""."""
    if character.riding is not None:
        return "already_riding"
    return "" if any(not one.driver for one in own_brooms(world, character)) else "no_broom_equipped"


RULES = {"already_riding": "NW3-BROOM-03", "broom_full": "NW3-BROOM-04"}


def _seat_beside(world: Nw3World, character: Character, driver: Character) -> tuple[Character, Carried]:
    """The Broom of a Driver, and whose it is, where there is a place for the character; raises `Refused`."""
    reason = why_no_passenger(world, character, driver)
    seen = driver.id if reason == "not_in_scene" else driver.name
    if reason:
        raise Refused(reason, RULES.get(reason, "NW3-BROOM-01"), name=seen, target=seen)
    assert driver.riding is not None
    broom = aboard.broom_of(world, driver.riding)
    assert broom is not None
    return find(world, driver.riding.owner), broom


def _agreed(world: Nw3World, character: Character, driver: Character) -> Procedure[None]:
    """The referee's word where nobody is in an Engage, and that of the Driver's owner; raises `Refused`."""
    facts = {"name": character.name, "driver": driver.name}
    beside = world.state.battle is not None and not character.engage
    if beside and not (yield from yes_no("ride_beside", "referee", default=True, rule="NW3-BROOM-01", **facts)):
        raise Refused("referee_refused", "NW3-BROOM-01")
    if driver.player != character.player and not (
        yield from yes_no("passenger_allowed", driver.id, default=True, rule="NW3-BROOM-01", **facts)
    ):
        raise Refused("driver_refused", "NW3-BROOM-01", name=driver.name)


def _own_broom(world: Nw3World, character: Character, id: str) -> Carried:
    brooms = own_brooms(world, character)
    if id:
        thing = thing_of(character, id, "NW3-BROOM-01")
        brooms = [one for one in brooms if one is thing]
    if not brooms:
        raise Refused("no_broom_equipped", "NW3-BROOM-01", name=character.name, block=id)
    return next((one for one in brooms if not one.driver), brooms[0])


def dismount(world: Nw3World, command: Dismount, seat: Seat) -> Procedure[None]:
    """Refuses `not_riding`, and what forbids the action that it takes."""
    character = own(world, command.character, seat)
    require_able(character)
    yield from get_off(world, character)


def get_off(world: Nw3World, character: Character) -> Procedure[None]:
    """A Passenger pays a Minor Action, the Driver what the table says (NW3-BROOM-07, NW3-SKILL-OPEN-15)."""
    battle = world.state.battle
    if character.riding is None:
        raise Refused("not_riding", "NW3-BROOM-07", name=character.name)
    if character.riding.driver and world.state.options.driver_dismount == "auto_action":
        yield from allowed(world, character, "dismount")
        aboard.get_off(world, character)
        return
    pays = _require_minor(world, character, "NW3-BROOM-07")
    if pays and battle is not None:
        spend_action(battle, "minor")
    aboard.get_off(world, character)
    yield from carry_on(world)


COMMANDS = (CommandType(Ride, ride, "NW3-BROOM-01"), CommandType(Dismount, dismount, "NW3-BROOM-07"))
