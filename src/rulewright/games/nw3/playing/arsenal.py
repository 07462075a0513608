"""What a character could attack and help with, worked out once for what it knows and holds.

Tactics asks for it every turn; it changes only with skills and with what is equipped or used up.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from rulewright.games.nw3.battles.blocks import owned
from rulewright.games.nw3.battles.casting import fitting_weapon, needs_weapon, source_bonus
from rulewright.games.nw3.battles.numbers import names_of
from rulewright.games.nw3.battles.seats import own_brooms
from rulewright.games.nw3.battles.usable import Usable
from rulewright.games.nw3.battles.weapons import Weapon, held_weapons
from rulewright.games.nw3.playing.gains import anybody_opposing, gain
from rulewright.games.nw3.records import effects as kinds
from rulewright.games.nw3.records.formula import fixed, read
from rulewright.games.nw3.state import Character, Nw3World
from rulewright.games.nw3.wizards.belongings import there

_ABOARD = ("riding", "driver", "flying")
_ACTIONS = ("minor_action", "major_action", "move_action", "auto_action")


class Way(msgspec.Struct, frozen=True, gc=False):
    """A way to attack: with a weapon (`id`) or a block, how far it reaches, and what it adds to which stats.

    `weapon_range` says that the range is one of weapons, `close` that it serves in melee. An `area` strikes friends
    too; `several` may be chosen one by one, of one Engage where they are `together`. `extra` is what comes with a hit.
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
    several: bool = False
    together: bool = False
    scene: bool = False
    usable: Usable | None = None
    weapon: str = ""
    extra: float = 0.0


class Arsenal(msgspec.Struct, frozen=True):
    """Ways to attack; blocks without an attack by the action that they take; and what goes with another block.

    `broom` is the Broom to get on where some block asks for riding or flying.
    """

    ways: tuple[Way, ...]
    minors: tuple[Usable, ...]
    majors: tuple[Usable, ...]
    moves: tuple[Usable, ...]
    free: tuple[Usable, ...]
    partners: Mapping[str, tuple[Usable, ...]]
    broom: str = ""


def arsenal_of(world: Nw3World, character: Character) -> Arsenal:
    """What the character has now; kept with the content."""
    known: dict[tuple[object, ...], Arsenal] = world.content.__dict__.setdefault("_arsenals", {})
    key = (
        character.record or character.id,
        *character.skills.items(),
        *[
            one.id if one.where != "equipped" and not one.loaded else (one.id, one.loaded, one.driver)
            for one in there(character)
        ],
        character.riding and (character.riding.owner, character.riding.driver, character.riding.you),
    )
    found = known.get(key)
    if found is None:
        found = known[key] = _made(world, character)
    return found


def _made(world: Nw3World, character: Character) -> Arsenal:
    ways = [_of_weapon(weapon) for weapon in held_weapons(world, character)]
    others: dict[str, list[Usable]] = {timing: [] for timing in _ACTIONS}
    partners: dict[str, tuple[Usable, ...]] = {}
    for usable in owned(world, character):
        strike = next((effect for effect in usable.block.effect if isinstance(effect, kinds.Attack)), None)
        if usable.block.with_skill is not None:
            partners[usable.block.with_skill] = (*partners.get(usable.block.with_skill, ()), usable)
        elif strike is None:
            for timing in _ACTIONS:
                if timing in usable.timings and _acts(usable):
                    others[timing].append(usable)
        elif "major_action" in usable.timings:
            way = _of_block(world, character, usable, strike)
            if way is not None:
                ways.append(way)
    minors, majors, moves, free = (tuple(others[timing]) for timing in _ACTIONS)
    return Arsenal(tuple(ways), minors, majors, moves, free, partners, _broom(world, character))


def _broom(world: Nw3World, character: Character) -> str:
    """The Broom that is worth getting on: one's own, where a block asks for riding or flying; else ""."""
    brooms = [one for one in own_brooms(world, character) if not one.driver] if character.riding is None else []
    asks = any(
        one.condition in _ABOARD
        for usable in (owned(world, character) if brooms else ())
        for restrict in usable.restricts
        for one in restrict.any_of
    )
    return brooms[0].id if asks else ""


def _acts(usable: Usable) -> bool:
    """Whether there is anything but words in it, and it is no Cover Up, which is declared when it is asked for."""
    return any(not isinstance(one, kinds.Prose | kinds.CoverUp) for one in usable.block.effect)


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
        block.target.kind in ("area", "scene") and not block.target.pick,
        block.target.kind == "count" or block.target.pick, block.target.kind == "area", block.target.kind == "scene",
        usable, weapon.id if weapon is not None else "", gain(world, character, usable, anybody_opposing(character)),
    )  # fmt: skip
