"""A delve: going from room to room and searching them, by the clock."""

from __future__ import annotations

import msgspec

from rulewright.engine.commands import CommandType
from rulewright.engine.errors import Refused
from rulewright.engine.journal import Seat
from rulewright.engine.requests import Procedure
from rulewright.games.cairn.actors import in_fight, require_peace, side_of, tell
from rulewright.games.cairn.content_dice import roll_dice
from rulewright.games.cairn.fatigue import pass_time
from rulewright.games.cairn.inventory import carry, words
from rulewright.games.cairn.rolls import rolled
from rulewright.games.cairn.saves import actor_save
from rulewright.games.cairn.scenario import conclude, hostile, room_of, unmet
from rulewright.games.cairn.state import MINUTE, CairnWorld
from rulewright.games.cairn.story import Room
from rulewright.games.cairn.twins import twins
from rulewright.games.cairn.wounds import lose

MINUTES_PER_ROOM = 10


class Go(msgspec.Struct, frozen=True, tag="go", tag_field="do"):
    """The party goes to a room next door; that takes ten minutes."""

    room: str


class Search(msgspec.Struct, frozen=True, tag="search", tag_field="do"):
    """The party searches the room; that takes ten minutes."""


def go(world: CairnWorld, command: Go, seat: Seat) -> Procedure[None]:
    require_peace(world, "CRN-GEN-06")
    room = room_of(world)
    if room is None or command.room not in room.exits:
        raise Refused("no_target", "CRN-GEN-06", target=command.room)
    if command.room not in world.state.cleared and (hostile(world) or unmet(world)):
        raise Refused("wrong_phase", "CRN-GEN-06")
    if room.id not in world.state.cleared:
        world.state.cleared.append(room.id)
    state = world.state
    state.left[state.room] = state.ground
    state.room, state.ground = command.room, state.left.pop(command.room, [])
    here = room_of(world)
    if here is None:
        raise Refused("no_target", "CRN-GEN-06", target=command.room)
    tell(world, "room.enter", "", **twins(here, name="room"), **twins(here, "text"))
    yield from pass_time(world, MINUTES_PER_ROOM * MINUTE)
    if here.hazard is not None and here.id not in world.state.happened:
        world.state.happened.append(here.id)
        yield from _hazard(world, here)
    conclude(world)


def _hazard(world: CairnWorld, room: Room) -> Procedure[None]:
    hazard = room.hazard
    assert hazard is not None
    tell(world, "room.hazard", "CRN-LOSS-01", **twins(hazard, "text"))
    for actor in [one for one in side_of(world, "party") if in_fight(one)]:
        if not (yield from actor_save(world, actor, hazard.ability, "hazard")):
            harm = yield from rolled(roll_dice(hazard.dice), "CRN-LOSS-01", actor.id, "hazard")
            yield from lose(world, actor, hazard.harms, harm, "CRN-LOSS-01")


def search(world: CairnWorld, command: Search, seat: Seat) -> Procedure[None]:
    require_peace(world, "CRN-GEN-06")
    room = room_of(world)
    if room is None or hostile(world) or room.id in world.state.found:
        raise Refused("no_target", "CRN-GEN-06", target="")
    yield from pass_time(world, MINUTES_PER_ROOM * MINUTE)
    world.state.found.append(room.id)
    for find in room.finds:
        thing = carry(world, find)
        world.state.ground.append(thing)
        tell(world, "room.find", "", **words(world, thing))
    if not room.finds:
        tell(world, "room.nothing")
    conclude(world)


COMMANDS = (
    CommandType(Go, go, "CRN-GEN-06"),
    CommandType(Search, search, "CRN-GEN-06"),
)
