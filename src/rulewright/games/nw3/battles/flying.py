"""Flying with the Lunar Robe, and landing (NW3-FLY)."""

from __future__ import annotations

import msgspec

from rulewright.engine.commands import CommandType
from rulewright.engine.errors import Refused
from rulewright.engine.journal import Seat
from rulewright.engine.requests import Procedure, Roll
from rulewright.games.nw3.battles import constantly, harm, riding
from rulewright.games.nw3.battles.blocks import pool
from rulewright.games.nw3.battles.disclosure import tell_numbers
from rulewright.games.nw3.battles.fighters import own, require_able, tell
from rulewright.games.nw3.battles.main_process import acting, require_action, spend_action
from rulewright.games.nw3.battles.rounds import carry_on
from rulewright.games.nw3.battles.veto import allowed
from rulewright.games.nw3.episodes.position import in_fortress
from rulewright.games.nw3.fortresses import bans
from rulewright.games.nw3.state import Nw3World
from rulewright.games.nw3.wizards.standing import refresh, rule_value


class Fly(msgspec.Struct, frozen=True, tag="fly", tag_field="do"):
    """Start flying with the Lunar Robe: 1d6 MP, in a battle a Minor Action."""

    character: str


class Land(msgspec.Struct, frozen=True, tag="land", tag_field="do"):
    """Be Grounded again, an Auto Action."""

    character: str


def fly(world: Nw3World, command: Fly, seat: Seat) -> Procedure[None]:
    character = own(world, command.character, seat)
    battle = world.state.battle
    if battle is not None:
        acting(world, character)
        require_action(world, battle, character, "minor", "NW3-FLY-02")
    require_able(character)
    bans.require_allowed(world, character, "fly")
    fortress = battle.fortress if battle is not None else in_fortress(world)
    if fortress and not rule_value(world.content, character, "fly_in_fortress"):  # NW3-FLY-05
        raise Refused("fortress_no_robe_flight", "NW3-FLY-05", name=character.name)
    if character.flying:
        raise Refused("already_flying", "NW3-FLY-07", name=character.name)
    flies, cost = yield from flight(character.id, character.name, pool(world, character, "mp"))
    if battle is not None and (flies or world.state.options.flight_fail_spends_action):  # OP-C27
        spend_action(battle, "minor")
    if flies:
        character.mp -= cost
        character.flying = "robe"
        refresh(world.content, world.state.options, character)
        tell(world, "fly.started", "NW3-FLY-02", name=character.name, cost=cost)
    else:
        tell_numbers(world, character, "fly.failed", "NW3-FLY-02", {"mp": character.mp}, name=character.name, cost=cost)
    yield from carry_on(world)


def flight(who: str, name: str, mp: int) -> Procedure[tuple[bool, int]]:
    """Whether one with these MP takes off, and what that costs (NW3-FLY-02); refuses `not_enough_mp` first."""
    if mp <= 0:
        raise Refused("not_enough_mp", "NW3-FLY-02", name=name)
    faces = yield Roll(1, 6, "NW3-FLY-02", who, "flight")
    return faces[0] <= mp, faces[0]


def land(world: Nw3World, command: Land, seat: Seat) -> Procedure[None]:
    character = own(world, command.character, seat)
    require_able(character)
    if not character.flying:
        raise Refused("invalid_target", "NW3-FLY-04", target=character.name)
    if character.riding is not None:  # NW3-BROOM-07
        yield from riding.get_off(world, character)
    else:
        yield from allowed(world, character, "land")
    harm.land(world, character)
    constantly.settle(world)  # NW3-SKILL-26


COMMANDS = (CommandType(Fly, fly, "NW3-FLY-02"), CommandType(Land, land, "NW3-FLY-04"))
