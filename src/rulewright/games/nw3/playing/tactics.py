"""What a character does in its Main Process, played sensibly: where to go, what to attack with, and whom.

It goes for the attack that takes most, prefers to bring somebody down, helps friends who are down, and keeps
its distance with ranged weapons.
"""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from rulewright.games.nw3.battles.actions import ClearPressure
from rulewright.games.nw3.battles.attacks import Attack
from rulewright.games.nw3.battles.blocks import why_not
from rulewright.games.nw3.battles.casting import UseBlock
from rulewright.games.nw3.battles.engages import covers, distance, reaches
from rulewright.games.nw3.battles.fighters import OTHERS
from rulewright.games.nw3.battles.lasting import has_flag
from rulewright.games.nw3.battles.main_process import EndMainProcess
from rulewright.games.nw3.battles.movement import Move, Withdraw
from rulewright.games.nw3.battles.targeting import sees
from rulewright.games.nw3.battles.usable import Usable
from rulewright.games.nw3.dice.judging import stat_of
from rulewright.games.nw3.playing.arsenal import Arsenal, Way, arsenal_of
from rulewright.games.nw3.playing.worth import worth
from rulewright.games.nw3.records import effects as kinds
from rulewright.games.nw3.state import Battle, Character, Nw3World

Command: TypeAlias = msgspec.Struct
Aimed: TypeAlias = tuple[Way, int, int]
"""A way to attack with the Alters of its Hit Check and of its damage roll."""
_HURT = 0.45
"""The share of HP or MP below which one looks after it."""
_BETTER = 1.15
"""How much better an attack has to be to go somewhere for it."""


def next_command(world: Nw3World, battle: Battle, acting: Character) -> Command:
    """The next command of the character whose Main Process it is."""
    friends, enemies, hindered = _around(world, battle, acting)
    arsenal = arsenal_of(world, acting)
    spent = battle.spent
    if "minor" not in spent and ("move" in spent or hindered or not enemies):
        before = _minor(world, acting, arsenal, friends, hindered)
        if before is not None:
            return before
    if not enemies:
        return EndMainProcess(acting.id)
    if arsenal.helps and (help := _help(world, acting, arsenal, friends)) is not None:
        return help
    ways = [_aimed(acting, way) for way in arsenal.ways if _possible(world, acting, way)]
    best, target, best_worth = _best(world, acting, ways, enemies)
    may_move = not spent and "rigor" not in acting.statuses and acting.band == "field"
    if may_move and not (acting.effects and has_flag(acting, "passenger")):
        if not hindered:
            going = _approach(acting, ways, enemies, best_worth)
            if going is not None:
                return Move(acting.id, "invade", going.id)
        elif best is None and any(enemy.engage != acting.engage for enemy in enemies):
            return Withdraw(acting.id)
    if best is None or target is None:
        return EndMainProcess(acting.id)
    return _command(acting, best, target)


def _around(world: Nw3World, battle: Battle, acting: Character) -> tuple[list[Character], list[Character], bool]:
    """Friends, enemies that are up and in sight, and whether one of them stands in the own Engage."""
    characters, side, engage = world.state.characters, acting.side, acting.engage
    friends, enemies, hindered = [], [], False
    for id in battle.members:
        one = characters[id]
        if one.dead or one.retreated:
            continue
        if one.side == side:
            friends.append(one)
        elif one.hp and one.side != OTHERS and side != OTHERS:
            hindered = hindered or (engage != "" and one.engage == engage)
            if sees(acting, one):
                enemies.append(one)
    return friends, enemies, hindered


def _possible(world: Nw3World, acting: Character, way: Way) -> bool:
    if way.usable is not None:
        return not why_not(world, acting, way.usable, "major_action")
    return "pressure" not in acting.statuses or not world.state.options.pressure_blocks_weapons


def _aimed(acting: Character, way: Way) -> Aimed:
    """A way to attack with its Alters now."""
    return (
        way,
        stat_of(acting, way.hit_stat) + way.hit_bonus,
        stat_of(acting, way.damage_stat) + way.damage_bonus,
    )


def _best(
    world: Nw3World, acting: Character, ways: list[Aimed], enemies: list[Character]
) -> tuple[Way | None, Character | None, float]:
    """The attack that takes most from where the character stands, whom it is at, and what it is worth."""
    house, best, target, best_worth = world.state.options, None, None, 0.0
    distances = [(one, distance(acting, one)) for one in enemies]
    for way, hit, damage in ways:
        values = [
            (one, worth(hit, damage, way.defence, one))
            for one, far in distances
            if covers(house, way.range, far, way.weapon_range)
        ]
        for enemy, value in values:
            if way.area and enemy.engage:
                value += sum(more for one, more in values if one.engage == enemy.engage and one is not enemy)
            if value > best_worth:
                best, target, best_worth = way, enemy, value
    return best, target, best_worth


def _command(acting: Character, way: Way, enemy: Character) -> Command:
    if way.usable is None:
        return Attack(acting.id, (enemy.id,), way.id)
    return UseBlock(acting.id, way.id, (enemy.id,), way.weapon)


def _approach(acting: Character, ways: list[Aimed], enemies: list[Character], here: float) -> Character | None:
    """The enemy whom an attack from close by would cost most, if that is clearly better than staying."""
    best, best_worth = None, here * _BETTER
    for way, hit, damage in ways:
        if not way.close or (here and not way.weapon_range and way.range != "close"):
            continue
        for enemy in enemies:
            if enemy.band != "field" or (acting.engage and acting.engage == enemy.engage):
                continue
            value = worth(hit, damage, way.defence, enemy)
            if value > best_worth:
                best, best_worth = enemy, value
    return best


def _minor(
    world: Nw3World, acting: Character, arsenal: Arsenal, friends: list[Character], hindered: bool
) -> Command | None:
    """What is worth a Minor Action: shaking off Pressure, healing, getting ready."""
    if "pressure" in acting.statuses:
        return ClearPressure(acting.id) if acting.skills else None
    for usable in arsenal.minors:
        target = _in_need(world, acting, usable, friends, hindered)
        if target is not None and not why_not(world, acting, usable, "minor_action"):
            return UseBlock(acting.id, usable.id, () if usable.block.target.kind == "self" else (target.id,))
    return None


def _in_need(
    world: Nw3World, acting: Character, usable: Usable, friends: list[Character], hindered: bool
) -> Character | None:
    """Whom a helpful block would do good, None where nobody needs it."""
    for effect in usable.block.effect:
        if isinstance(effect, kinds.Recovery | kinds.Resource):
            if effect.pool not in ("hp", "mp"):
                continue
            candidates = [acting] if usable.block.target.kind == "self" else friends
            needy = [one for one in candidates if _needs(one, effect.pool) and _in_reach(world, acting, usable, one)]
            return min(needy, key=lambda one: one.hp, default=None)
        if isinstance(effect, kinds.ClearStatus):
            return next((one for one in friends if one.statuses and _in_reach(world, acting, usable, one)), None)
        if isinstance(effect, kinds.Modify):
            return None if any(one.block == usable.id for one in acting.effects) else acting
        if isinstance(effect, kinds.Blockade):
            return acting if hindered else None
    return None


def _needs(one: Character, pool: str) -> bool:
    return one.hp < one.body * _HURT if pool == "hp" else one.mp < one.mind * _HURT


def _in_reach(world: Nw3World, acting: Character, usable: Usable, one: Character) -> bool:
    if one is acting:
        return True
    return usable.block.range != "none" and reaches(world, usable.block.range, acting, one)


def _help(world: Nw3World, acting: Character, arsenal: Arsenal, friends: list[Character]) -> Command | None:
    """A Major Action for a friend who is down."""
    down = [one for one in friends if not one.hp]
    for usable in arsenal.helps if down else ():
        for one in down:
            if _in_reach(world, acting, usable, one) and not why_not(world, acting, usable, "major_action"):
                return UseBlock(acting.id, usable.id, (one.id,))
    return None
