"""What a character does in its Main Process, played sensibly: where to go, what to attack with, and whom.

It goes for the attack that takes most, prefers to bring somebody down, helps friends who are down, and keeps
its distance with ranged weapons.
"""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from rulewright.games.nw3 import effects as kinds
from rulewright.games.nw3.actions import ClearPressure
from rulewright.games.nw3.attacks import Attack
from rulewright.games.nw3.blocks import Usable, find_block, unpayable, why_not
from rulewright.games.nw3.casting import UseBlock, source_bonus
from rulewright.games.nw3.engages import hindered, reaches
from rulewright.games.nw3.fighters import gone, members, opposing
from rulewright.games.nw3.formula import fixed, read
from rulewright.games.nw3.judging import stat_of
from rulewright.games.nw3.lasting import has_flag
from rulewright.games.nw3.main_process import EndMainProcess
from rulewright.games.nw3.movement import Move, Withdraw
from rulewright.games.nw3.numbers import names_of
from rulewright.games.nw3.state import Battle, Character, Nw3World
from rulewright.games.nw3.targeting import engage_of, sees
from rulewright.games.nw3.weapons import held_weapons
from rulewright.games.nw3.worth import worth

Command: TypeAlias = msgspec.Struct
_HURT = 0.45
"""The share of HP below which one looks after oneself."""


class Way(msgspec.Struct, frozen=True, gc=False):
    """A way to attack: with what, how far it reaches, and its Alters."""

    range: str
    weapon: bool
    hit: int
    damage: int
    magical: bool
    id: str = ""
    block: bool = False
    area: bool = False


def next_command(world: Nw3World, battle: Battle, acting: Character) -> Command:
    """The next command of the character whose Main Process it is."""
    enemies, friends = [], []
    for one in members(world, battle):
        if gone(one) or not one.present:
            continue
        if opposing(acting, one):
            if one.hp and sees(acting, one):
                enemies.append(one)
        elif one.side == acting.side:
            friends.append(one)
    if "minor" not in battle.spent and (before := _minor(world, battle, acting, friends)) is not None:
        return before
    if not enemies:
        return EndMainProcess(acting.id)
    ways = ways_of(world, battle, acting)
    help = _help(world, battle, acting, friends)
    if help is not None:
        return help
    best, best_worth = _best(world, acting, ways, enemies)
    may_move = "move" not in battle.spent and "minor" not in battle.spent and "rigor" not in acting.statuses
    if may_move and acting.band == "field" and not has_flag(acting, "passenger"):
        moved = _approach(world, battle, acting, ways, enemies, best_worth)
        if moved is not None:
            return moved
    return best if best is not None else EndMainProcess(acting.id)


def ways_of(world: Nw3World, battle: Battle, acting: Character) -> list[Way]:
    """Everything that the character could attack with now, as far as it can pay for it."""
    stats = acting.stats
    ways = []
    if "pressure" not in acting.statuses or not world.state.options.pressure_blocks_weapons:
        for weapon in held_weapons(world, acting):
            magical = weapon.kind == "magical"
            hit, damage = (stats.macc, stats.matk) if magical else (stats.pacc, stats.patk)
            ways.append(
                Way(weapon.range, True, hit, damage + weapon.bonus, weapon.damage_kind == "magical", weapon.id)
            )
    for id in battle.timings.get("major_action", {}).get(acting.id, ()):
        usable = find_block(world, acting, id) if _holds(acting, id) else None
        strike = None if usable is None else _strike(usable)
        if usable is None or strike is None or why_not(world, acting, usable, "major_action"):
            continue
        way = _way(world, acting, usable, strike)
        if way is not None:
            ways.append(way)
    return ways


def _holds(acting: Character, id: str) -> bool:
    return id in acting.skills or "#" in id


def _strike(usable: Usable) -> kinds.Attack | None:
    return next((effect for effect in usable.block.effect if isinstance(effect, kinds.Attack)), None)


def _way(world: Nw3World, acting: Character, usable: Usable, strike: kinds.Attack) -> Way | None:
    block = usable.block
    weapons = held_weapons(world, acting) if strike.attack == "physical" or block.range == "weapon" else [None]
    if not weapons:
        return None
    weapon = weapons[0]
    bonus = read(strike.bonus)
    extra = (0 if bonus.has_dice else fixed(bonus, names_of(acting, usable.sl))) + source_bonus(
        world, acting, strike, weapon
    )
    range = weapon.range if weapon is not None and block.range == "weapon" else block.range
    return Way(
        range, block.range == "weapon", stat_of(acting, strike.hit_stat), stat_of(acting, strike.damage_stat) + extra,
        strike.damage == "magical", usable.id, True, block.target.kind in ("area", "scene"),
    )  # fmt: skip


def _best(
    world: Nw3World, acting: Character, ways: list[Way], enemies: list[Character]
) -> tuple[Command | None, float]:
    """The attack that takes most from where the character stands."""
    best, best_worth = None, 0.0
    for way in ways:
        for enemy in enemies:
            if not reaches(world, way.range, acting, enemy, way.weapon):
                continue
            value = worth(way.hit, way.damage, way.magical, enemy)
            if way.area:
                near = engage_of(world, enemy)
                value = sum(worth(way.hit, way.damage, way.magical, one) for one in near if opposing(acting, one))
                value -= 2 * sum(worth(way.hit, way.damage, way.magical, one) for one in near if not opposing(acting, one))
            if value > best_worth:
                best, best_worth = (way, enemy), value
    return (None, 0.0) if best is None else (_command(world, acting, *best), best_worth)


def _command(world: Nw3World, acting: Character, way: Way, enemy: Character) -> Command:
    if not way.block:
        return Attack(acting.id, (enemy.id,), way.id)
    weapon = next((one.id for one in held_weapons(world, acting)), "")
    return UseBlock(acting.id, way.id, (enemy.id,), weapon)


def _approach(
    world: Nw3World, battle: Battle, acting: Character, ways: list[Way], enemies: list[Character], here: float
) -> Command | None:
    """Go to the enemy whom an attack from close by would cost most, if that is clearly better than staying."""
    if hindered(world, acting):
        if here == 0.0:
            return Withdraw(acting.id)
        return None
    close = [way for way in ways if way.range == "close" or (way.weapon and way.range in ("short", "long"))]
    best, best_worth = None, here * 1.15
    for way in close:
        for enemy in enemies:
            if enemy.band != "field" or (acting.engage and acting.engage == enemy.engage):
                continue
            value = worth(way.hit, way.damage, way.magical, enemy)
            if value > best_worth:
                best, best_worth = enemy, value
    return None if best is None else Move(acting.id, "invade", best.id)


def _minor(world: Nw3World, battle: Battle, acting: Character, friends: list[Character]) -> Command | None:
    """What is worth a Minor Action once there is no more moving to do: shaking off Pressure, healing, getting ready."""
    if "pressure" in acting.statuses:
        return ClearPressure(acting.id) if acting.skills else None
    held = battle.timings.get("minor_action", {}).get(acting.id)
    if held is None or ("move" not in battle.spent and not hindered(world, acting)):
        return None
    for id in held:
        if not _holds(acting, id):
            continue
        try_block = _usable(world, acting, id)
        if try_block is None:
            continue
        target = _in_need(world, acting, try_block, friends)
        if target is not None:
            return UseBlock(acting.id, id, () if try_block.block.target.kind == "self" else (target.id,))
    return None


def _usable(world: Nw3World, acting: Character, id: str) -> Usable | None:
    from rulewright.engine.errors import Refused

    try:
        usable = find_block(world, acting, id)
    except Refused:
        return None
    return None if why_not(world, acting, usable, usable.block.timings[0]) else usable


def _in_need(world: Nw3World, acting: Character, usable: Usable, friends: list[Character]) -> Character | None:
    """Whom a helpful block would do good, None where nobody needs it."""
    for effect in usable.block.effect:
        if isinstance(effect, kinds.Recovery | kinds.Resource):
            if effect.pool == "prana":
                continue
            candidates = [acting] if usable.block.target.kind == "self" else friends
            needy = [one for one in candidates if _needs(one, effect.pool) and _in_reach(world, acting, usable, one)]
            return min(needy, key=lambda one: one.hp, default=None)
        if isinstance(effect, kinds.ClearStatus):
            needy = [one for one in friends if one.statuses and _in_reach(world, acting, usable, one)]
            return needy[0] if needy else None
        if isinstance(effect, kinds.Modify):
            return None if any(one.block == usable.id for one in acting.effects) else acting
        if isinstance(effect, kinds.Blockade):
            return acting if hindered(world, acting) else None
    return None


def _needs(one: Character, pool: str) -> bool:
    now, most = (one.hp, one.body) if pool == "hp" else (one.mp, one.mind)
    return now < most * _HURT


def _in_reach(world: Nw3World, acting: Character, usable: Usable, one: Character) -> bool:
    if one is acting:
        return True
    return usable.block.range != "none" and reaches(world, usable.block.range, acting, one)


def _help(world: Nw3World, battle: Battle, acting: Character, friends: list[Character]) -> Command | None:
    """A Major Action for a friend who is down."""
    if all(one.hp for one in friends):
        return None
    for id in battle.timings.get("major_action", {}).get(acting.id, ()):
        usable = _usable(world, acting, id) if _holds(acting, id) else None
        if usable is None or _strike(usable) is not None or unpayable(world, acting, usable):
            continue
        if any(isinstance(effect, kinds.Recovery) and effect.pool == "hp" for effect in usable.block.effect):
            down = [one for one in friends if not one.hp and _in_reach(world, acting, usable, one)]
            if down:
                return UseBlock(acting.id, id, (down[0].id,))
    return None
