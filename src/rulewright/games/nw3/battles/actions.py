"""Other Minor, Major and Auto Actions (NW3-ROUND-16, -17, -19)."""

from __future__ import annotations

from typing import Annotated

import msgspec

from rulewright.engine.commands import CommandType
from rulewright.engine.errors import Refused
from rulewright.engine.journal import Seat
from rulewright.engine.requests import Procedure, yes_no
from rulewright.engine.world import new_id
from rulewright.games.nw3.battles import aboard, harm, lasting, statuses, windows
from rulewright.games.nw3.battles.blocks import note_timings
from rulewright.games.nw3.battles.engages import distance
from rulewright.games.nw3.battles.fighters import find, gone, opposing, own, require_able, tell
from rulewright.games.nw3.battles.main_process import acting, finish, require_action, spend_action
from rulewright.games.nw3.battles.rounds import carry_on
from rulewright.games.nw3.battles.usable import CONSTANT
from rulewright.games.nw3.battles.veto import allowed
from rulewright.games.nw3.dice.judges import succeeds
from rulewright.games.nw3.dice.judging import JudgeKind, on_stat
from rulewright.games.nw3.fortresses import bans
from rulewright.games.nw3.state import Nw3World
from rulewright.games.nw3.wizards import standing
from rulewright.games.nw3.wizards.belongings import hand_on, thing_of


class ClearPressure(msgspec.Struct, frozen=True, tag="clear_pressure", tag_field="do"):
    """Shake off Pressure, a Minor Action."""

    character: str


class Identify(msgspec.Struct, frozen=True, tag="identify", tag_field="do"):
    """Try to find out what an enemy can do, a Major Action; one try per character and enemy."""

    character: str
    enemy: str


class HandOver(msgspec.Struct, frozen=True, tag="hand_over", tag_field="do"):
    """Hand a thing to somebody else, a Major Action; the receiver has to agree."""

    character: str
    thing: str
    to: str


class EndEffect(msgspec.Struct, frozen=True, tag="end_effect", tag_field="do"):
    """End a beneficial effect on one's own character, an Auto Action; the referee may end any."""

    character: str
    effect: int


class TakeSevens(msgspec.Struct, frozen=True, tag="take_sevens", tag_field="do"):
    """For which kinds of Judge a character of the referee takes 7 instead of rolling."""

    character: str
    judges: tuple[JudgeKind, ...]


class DeclareDead(msgspec.Struct, frozen=True, tag="declare_dead", tag_field="do"):
    """The referee declares somebody Dead, for reasons of the story."""

    character: str
    reason: Annotated[str, msgspec.Meta(pattern=r"\S", max_length=500)]


def clear_pressure(world: Nw3World, command: ClearPressure, seat: Seat) -> Procedure[None]:
    battle, character = acting(world, own(world, command.character, seat))
    require_action(world, battle, character, "minor", "NW3-STATUS-03")
    if "pressure" not in character.statuses:
        raise Refused("invalid_target", "NW3-STATUS-03", target=character.name)
    spend_action(battle, "minor")
    statuses.clear(world, character, "pressure")
    yield from carry_on(world)


def identify(world: Nw3World, command: Identify, seat: Seat) -> Procedure[None]:
    battle, character = acting(world, own(world, command.character, seat))
    require_action(world, battle, character, "major", "NW3-ROUND-17")
    enemy = find(world, command.enemy)
    tried = f"scenario:identify>{enemy.id}"
    if not opposing(character, enemy) or enemy.known or gone(enemy) or enemy.id not in battle.members:
        raise Refused("invalid_target", "OP-C04", target=enemy.name)
    if tried in character.used:
        raise Refused("limit_reached", "OP-C04", block="judge.enemy_identify")
    spend_action(battle, "major")
    character.used[tried] = 1
    house = world.state.options
    stat = house.identify_attribute
    yield from windows.before(world, "enemy_identify", character)
    judge = yield from on_stat(world, character, "enemy_identify", stat, "normal", difficulty=house.identify_difficulty)
    if succeeds(judge, (yield from windows.normal(world, character, judge, stat))):
        enemy.known = True
        tell(world, "identify.known", "OP-C04", name=enemy.name)
    finish(battle, character)
    yield from carry_on(world)


def hand_over(world: Nw3World, command: HandOver, seat: Seat) -> Procedure[None]:
    battle, character = acting(world, own(world, command.character, seat))
    require_action(world, battle, character, "major", "NW3-ROUND-17")
    receiver = find(world, command.to)
    thing = thing_of(character, command.thing, "NW3-ROUND-17")
    if receiver is character or gone(receiver) or not receiver.hp or receiver.id not in battle.members:
        raise Refused("invalid_target", "NW3-ROUND-17", target=receiver.name)
    name = world.content.items_by_id[thing.item].name
    facts = {"name": character.name, "receiver": receiver.name, "item": name}
    if distance(character, receiver) != "close" and not (
        yield from yes_no("hand_over_far", "referee", default=False, rule="NW3-ROUND-17", **facts)
    ):
        raise Refused("out_of_range", "NW3-ROUND-17", target=receiver.name)
    if not (yield from yes_no("accept_item", receiver.id, default=True, rule="NW3-ROUND-17", **facts)):
        raise Refused("invalid_target", "NW3-ROUND-17", target=receiver.name)
    spend_action(battle, "major")
    hand_on(character, receiver, thing, new_id(world.state, thing.item))
    aboard.settle(world)
    for one in (character, receiver):
        standing.refresh(world.content, world.state.options, one)
    note_timings(world, battle)
    tell(world, "item.handed_over", "NW3-ROUND-17", **facts)
    finish(battle, character)
    yield from carry_on(world)


def end_effect(world: Nw3World, command: EndEffect, seat: Seat) -> Procedure[None]:
    character = own(world, command.character, seat)
    effect = next((one for one in character.effects if one.id == command.effect), None)
    if effect is None:
        raise Refused("invalid_target", "NW3-SKILL-48", target=character.name)
    if effect.until == CONSTANT:
        raise Refused("cannot_end_constant", "NW3-SKILL-48", name=character.name)
    if not seat.referee:
        require_able(character)
        if not effect.positive:
            raise Refused("not_positive", "NW3-SKILL-48", name=character.name)
        yield from allowed(world, character, "end_effect")
    lasting.remove(world, character, effect.id)


def take_sevens(world: Nw3World, command: TakeSevens, seat: Seat) -> Procedure[None]:
    character = find(world, command.character)
    if character.player != "referee":
        raise Refused("any_seven_not_allowed", "NW3-JUDGE-08", name=character.name)
    if command.judges:
        bans.require_allowed(world, character, "any_seven")
    character.sevens = list(dict.fromkeys(command.judges))
    yield from ()


def declare_dead(world: Nw3World, command: DeclareDead, seat: Seat) -> Procedure[None]:
    character = find(world, command.character)
    if character.dead:
        raise Refused("dead", "NW3-HP-09", name=character.name)
    tell(world, "hp.declared_dead", "NW3-HP-09", name=character.name, reason=command.reason)
    harm.die(world, character)
    yield from carry_on(world)


COMMANDS = (
    CommandType(ClearPressure, clear_pressure, "NW3-STATUS-03"),
    CommandType(Identify, identify, "OP-C04"),
    CommandType(HandOver, hand_over, "NW3-ROUND-17"),
    CommandType(EndEffect, end_effect, "NW3-SKILL-48"),
    CommandType(TakeSevens, take_sevens, "NW3-JUDGE-08", "referee"),
    CommandType(DeclareDead, declare_dead, "NW3-HP-09", "referee"),
)
