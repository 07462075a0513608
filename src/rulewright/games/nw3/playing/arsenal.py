"""What a character could attack and help with, worked out once for what it knows and holds.

Tactics asks for it every turn; it changes only with skills and with what is equipped or used up.
"""

from __future__ import annotations

import msgspec

from rulewright.games.nw3.battles.blocks import owned
from rulewright.games.nw3.battles.casting import fitting_weapon, needs_weapon, source_bonus
from rulewright.games.nw3.battles.numbers import names_of
from rulewright.games.nw3.battles.usable import Usable
from rulewright.games.nw3.battles.weapons import Weapon, held_weapons
from rulewright.games.nw3.records import effects as kinds
from rulewright.games.nw3.records.formula import fixed, read
from rulewright.games.nw3.state import Character, Nw3World
from rulewright.games.nw3.wizards.belongings import equipped, there


class Way(msgspec.Struct, frozen=True, gc=False):
    """A way to attack: with a weapon (`id`) or a block, how far it reaches, and what it adds to which stats.

    `weapon_range` says that the range is one of weapons, `close` that it serves in melee.
    """

    id: str
    range: str
    weapon_range: bool
    close: bool
    hit_stat: str
    hit_bonus: int
    damage_stat: str
    damage_bonus: int
    defence: str
    area: bool = False
    usable: Usable | None = None
    weapon: str = ""


class Arsenal(msgspec.Struct, frozen=True):
    """Ways to attack, and helpful blocks that take a Minor or a Major Action."""

    ways: tuple[Way, ...]
    minors: tuple[Usable, ...]
    helps: tuple[Usable, ...]


def arsenal_of(world: Nw3World, character: Character) -> Arsenal:
    """What the character has now; kept with the content."""
    known: dict[tuple[object, ...], Arsenal] = world.content.__dict__.setdefault("_arsenals", {})
    key = (
        character.record or character.id,
        *character.skills.items(),
        *[one.id for one in equipped(character)],
        len(there(character)),
    )
    found = known.get(key)
    if found is None:
        found = known[key] = _made(world, character)
    return found


def _made(world: Nw3World, character: Character) -> Arsenal:
    weapons = held_weapons(world, character)
    ways = [_of_weapon(weapon) for weapon in weapons]
    minors, helps = [], []
    for usable in owned(world, character):
        strike = next((effect for effect in usable.block.effect if isinstance(effect, kinds.Attack)), None)
        if "major_action" in usable.timings and strike is not None:
            way = _of_block(world, character, usable, strike)
            if way is not None:
                ways.append(way)
        elif "major_action" in usable.timings:
            if any(isinstance(effect, kinds.Recovery) and effect.pool == "hp" for effect in usable.block.effect):
                helps.append(usable)
        elif "minor_action" in usable.timings and strike is None:
            minors.append(usable)
    return Arsenal(tuple(ways), tuple(minors), tuple(helps))


def _of_weapon(weapon: Weapon) -> Way:
    magical = weapon.kind == "magical"
    close = weapon.range not in ("short_only", "long_only")
    return Way(
        weapon.id, weapon.range, True, close, "macc" if magical else "pacc", 0,
        "matk" if magical else "patk", weapon.bonus, "mdef" if weapon.damage_kind == "magical" else "pdef",
    )  # fmt: skip


def _of_block(world: Nw3World, character: Character, usable: Usable, strike: kinds.Attack) -> Way | None:
    block = usable.block
    by_weapon = block.range == "weapon"
    weapon = fitting_weapon(world, character, usable) if needs_weapon(usable) else None
    if weapon is None and needs_weapon(usable):
        return None
    names = names_of(character, usable.sl)
    formulas = read(strike.bonus), read(strike.hit_bonus)
    bonus, hit_bonus = (0 if formula.has_dice else fixed(formula, names) for formula in formulas)
    range = weapon.range if weapon is not None and by_weapon else block.range
    close = range == "close" or (by_weapon and range in ("short", "long"))
    return Way(
        usable.id, range, by_weapon, close, strike.hit_stat, hit_bonus, strike.damage_stat,
        bonus + source_bonus(world, character, strike, weapon), "mdef" if strike.damage == "magical" else "pdef",
        block.target.kind in ("area", "scene"), usable, weapon.id if weapon is not None else "",
    )  # fmt: skip
