"""What a character does in its Main Process, played sensibly: where to go, what to attack with, and whom.

It goes for the attack that takes most, prefers to bring somebody down, helps friends who are down, and keeps
its distance with ranged weapons.
"""

from __future__ import annotations

from functools import partial
from typing import TypeAlias

import msgspec

from rulewright.games.nw3.battles import targeting
from rulewright.games.nw3.battles.actions import ClearPressure
from rulewright.games.nw3.battles.attacks import Attack
from rulewright.games.nw3.battles.blocks import ACTIONS, find_block, why_not
from rulewright.games.nw3.battles.casting import UseBlock
from rulewright.games.nw3.battles.engages import covers, distance
from rulewright.games.nw3.battles.fighters import OTHERS
from rulewright.games.nw3.battles.main_process import EndMainProcess
from rulewright.games.nw3.battles.movement import Move, Withdraw
from rulewright.games.nw3.battles.paying import why_not_pay
from rulewright.games.nw3.battles.riding import Ride
from rulewright.games.nw3.battles.targeting import sees
from rulewright.games.nw3.battles.usable import Usable
from rulewright.games.nw3.battles.weapons import weapon_of
from rulewright.games.nw3.dice.judging import stat_of
from rulewright.games.nw3.fortresses import bans
from rulewright.games.nw3.playing import supporting
from rulewright.games.nw3.playing.arsenal import Arsenal, Way, arsenal_of
from rulewright.games.nw3.playing.gains import pays, price
from rulewright.games.nw3.playing.worth import worth
from rulewright.games.nw3.state import Battle, Character, Nw3World

Command: TypeAlias = msgspec.Struct
Aimed: TypeAlias = tuple[Way, int, int, float]
"""A way to attack with the Alters of its Hit Check and of its damage roll, and what it gains beside them."""
_HITS = 0.6
"""How often a hit is expected, for what comes with it."""
_FRIEND = 1.5
"""How much worse it is to harm a friend than it is good to harm an enemy."""
_RATHER = 1.2
"""How much better than an attack another use of the Major Action has to be."""
_BETTER = 1.15
"""How much better an attack has to be to go somewhere for it."""


def next_command(world: Nw3World, battle: Battle, acting: Character) -> Command:
    """The next command of the character whose Main Process it is."""
    command = _chosen(world, battle, acting)
    if world.state.caskets and _forbidden(world, acting, command):
        return EndMainProcess(acting.id)
    return command


def _forbidden(world: Nw3World, acting: Character, command: Command) -> bool:
    """Whether a Logic forbids what was chosen (NW3-LOGIC-05)."""
    banned = partial(bans.banned, world, acting)
    match command:
        case Move():
            return banned("move_action")
        case Withdraw():
            return banned("withdraw") or banned("move_action") or banned("minor_action")
        case Attack():
            item = weapon_of(world, acting, command.weapon).item
            return banned("major_action") or (item is not None and banned("item_class", class_=item.classes))
        case UseBlock():
            timing = find_block(world, acting, command.block).block.timings[0]
            return timing in ACTIONS and banned(f"{timing}")  # type: ignore[arg-type]
        case _:
            return False


def _chosen(world: Nw3World, battle: Battle, acting: Character) -> Command:
    friends, enemies, hindered = _around(world, battle, acting)
    arsenal = arsenal_of(world, acting)
    spent = battle.spent
    if arsenal.free and "major" not in spent and (use := supporting.best(world, acting, arsenal.free, "auto_action")):
        return use
    ways = [_aimed(world, acting, way) for way in arsenal.ways if _possible(world, acting, way)] if enemies else []
    best, target, best_worth = _best(world, acting, ways, friends, enemies)
    if not spent and "rigor" not in acting.statuses:
        going = _going(acting, ways, enemies, best, best_worth, hindered)
        if going is not None:
            return going
        if arsenal.moves and (use := supporting.best(world, acting, arsenal.moves, "move_action")):
            return use
    if "minor" not in spent:
        if "pressure" in acting.statuses and acting.skills:
            return ClearPressure(acting.id)
        if arsenal.minors and (use := supporting.best(world, acting, arsenal.minors, "minor_action")):
            return use
        if arsenal.broom and "major" not in spent:
            return Ride(acting.id, "", arsenal.broom)
    rather = best_worth * _RATHER
    if arsenal.majors and (use := supporting.best(world, acting, arsenal.majors, "major_action", rather)):
        return use
    if best is None or target is None:
        return EndMainProcess(acting.id)
    return _command(world, acting, arsenal, best, target, enemies)


def _going(
    acting: Character, ways: list[Aimed], enemies: list[Character], best: Way | None, here: float, hindered: bool
) -> Command | None:
    """Where to go first, if anywhere: a Move Action comes before the others (NW3-ROUND-13)."""
    if acting.band != "field" or not (acting.riding is None or acting.riding.driver):
        return None
    if not hindered:
        going = _approach(acting, ways, enemies, here)
        return None if going is None else Move(acting.id, "invade", going.id)
    if best is None and any(enemy.engage != acting.engage for enemy in enemies):
        return Withdraw(acting.id)
    return None


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
            if sees(world, acting, one):
                enemies.append(one)
    return friends, enemies, hindered


def _possible(world: Nw3World, acting: Character, way: Way) -> bool:
    if way.usable is not None:
        return not why_not(world, acting, way.usable, "major_action")
    return "pressure" not in acting.statuses or not world.state.options.pressure_blocks_weapons


def _aimed(world: Nw3World, acting: Character, way: Way) -> Aimed:
    """A way to attack with its Alters now, and what is gained or lost beside the harm."""
    beside = way.extra * _HITS - price(world, acting, way.usable) if way.usable is not None else 0.0
    return (
        way,
        stat_of(acting, way.hit_stat) + way.hit_bonus,
        stat_of(acting, way.damage_stat) + way.damage_bonus,
        beside,
    )


def _best(
    world: Nw3World, acting: Character, ways: list[Aimed], friends: list[Character], enemies: list[Character]
) -> tuple[Way | None, Character | None, float]:
    """The attack that takes most from where the character stands, whom it is at, and what it is worth."""
    house, best, target, best_worth = world.state.options, None, None, 0.0
    distances = [(one, distance(acting, one)) for one in enemies]
    for way, hit, damage, beside in ways:
        values = [
            (one, worth(hit, damage, way.defence, one) + beside)
            for one, far in distances
            if covers(house, way.range, far, way.weapon_range)
        ]
        for enemy, value in values:
            if way.area or way.several:
                value = _of_several(acting, way, hit, damage, beside, enemy, values, friends)
            if value > best_worth:
                best, target, best_worth = way, enemy, value
    return best, target, best_worth


def _of_several(
    acting: Character,
    way: Way,
    hit: int,
    damage: int,
    beside: float,
    enemy: Character,
    values: list[tuple[Character, float]],
    friends: list[Character],
) -> float:
    """What an attack on several is worth; one without choice strikes the friends who stand there as well."""
    struck = [
        (one, value) for one, value in values
        if one is enemy or not way.together or (enemy.engage and one.engage == enemy.engage)
    ]  # fmt: skip
    if way.several and way.usable is not None:
        most = targeting.most_targets(acting, way.usable)
        struck = sorted(struck, key=lambda pair: pair[0] is not enemy)[:most]
    total = sum(value for _, value in struck) - beside * (len(struck) - 1)
    if way.area:
        there = [one for one in friends if one.hp and (way.scene or (enemy.engage and one.engage == enemy.engage))]
        total -= _FRIEND * sum(worth(hit, damage, way.defence, one) for one in there)
    return total


def _command(
    world: Nw3World, acting: Character, arsenal: Arsenal, way: Way, enemy: Character, enemies: list[Character]
) -> Command:
    if way.usable is None:
        return Attack(acting.id, (enemy.id,), way.id)
    targets: tuple[str, ...] = () if way.scene and not way.several else (enemy.id,)
    if way.several:
        house, most = world.state.options, targeting.most_targets(acting, way.usable)
        others = [
            one.id for one in enemies
            if one is not enemy and covers(house, way.range, distance(acting, one), way.weapon_range)
            and (not way.together or (enemy.engage and one.engage == enemy.engage))
        ]  # fmt: skip
        targets = (enemy.id, *others)[:most]
    partner = _partner(world, acting, arsenal, way.usable, enemy)
    timing = "major_action" if len(way.usable.block.timings) > 1 else ""
    return UseBlock(acting.id, way.id, targets, way.weapon, partner, timing)


def _partner(world: Nw3World, acting: Character, arsenal: Arsenal, usable: Usable, enemy: Character) -> str:
    """The block to use together with this one, if one is worth it (NW3-SKILL-24 i)."""
    for one in arsenal.partners.get(usable.id, ()):
        if why_not(world, acting, one, "with_skill") or why_not_pay(world, acting, usable, one):
            continue
        if pays(world, acting, one, acting if one.block.target.kind == "self" else enemy):
            return one.id
    return ""


def _approach(acting: Character, ways: list[Aimed], enemies: list[Character], here: float) -> Character | None:
    """The enemy whom an attack from close by would cost most, if that is clearly better than staying."""
    best, best_worth = None, here * _BETTER
    for way, hit, damage, beside in ways:
        if not way.close or (here and not way.weapon_range and way.range != "close"):
            continue
        for enemy in enemies:
            if enemy.band != "field" or (acting.engage and acting.engage == enemy.engage):
                continue
            value = worth(hit, damage, way.defence, enemy) + beside
            if value > best_worth:
                best, best_worth = enemy, value
    return best
