"""Whom an attack or a block may touch: Target, Range and sight (NW3-SKILL-27 to -34, NW3-ATTACK-03)."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.engine.errors import Refused
from rulewright.engine.requests import Procedure, yes_no
from rulewright.games.nw3.battles.engages import in_engage, reaches
from rulewright.games.nw3.battles.fighters import find, gone, members
from rulewright.games.nw3.battles.lasting import has_flag
from rulewright.games.nw3.battles.numbers import names_of
from rulewright.games.nw3.battles.usable import Usable
from rulewright.games.nw3.battles.weapons import Weapon
from rulewright.games.nw3.fortresses import npcs
from rulewright.games.nw3.records.formula import fixed, read
from rulewright.games.nw3.state import Character, Nw3World

CHOSEN = ("single", "count", "refer")
"""Kinds of Target for which the user names characters one by one."""


def for_weapon(world: Nw3World, attacker: Character, weapon: Weapon, ids: Sequence[str]) -> list[Character]:
    """The one target of a plain attack; raises `Refused`."""
    if len(ids) != 1:
        raise Refused("too_many_targets", "NW3-ATTACK-03", most=1)
    npcs.require_targetable(world, find(world, ids[0]))
    target = _in_scene(world, ids[0])
    if not sees(world, attacker, target):
        raise Refused("cannot_see_target", "NW3-ATTACK-03", target=target.id)
    if not reaches(world, weapon.range, attacker, target, weapon=True):
        raise Refused("out_of_range", "NW3-ATTACK-03", target=target.name)
    return [target]


def for_block(world: Nw3World, user: Character, usable: Usable, ids: Sequence[str], range: str) -> list[Character]:
    """The targets of a block, all tests made; raises `Refused` (NW3-SKILL-28)."""
    target = usable.block.target
    if target.kind == "self":
        return [user]
    if usable.attacks:
        for id in ids:
            npcs.require_targetable(world, find(world, id))
    chosen = [_in_scene(world, id) for id in ids]
    if len({one.id for one in chosen}) < len(chosen):
        raise Refused("duplicate_target", "NW3-SKILL-28")
    possible = reachable(world, user, usable, range)
    if target.kind == "scene" and not target.pick:
        chosen = possible
    if not chosen:
        raise Refused("no_target", "NW3-SKILL-28")
    for one in chosen:
        if one not in possible and not (one is user and target.kind in CHOSEN):  # NW3-SKILL-32
            if sees(world, user, one):
                raise Refused("out_of_range", "NW3-SKILL-28", target=one.name)
            raise Refused("not_visible", "NW3-SKILL-28", target=one.id)
    if target.kind == "area":
        near = engage_of(world, chosen[0])
        if not target.pick:
            chosen = near  # all in it, seen or not
            if not chosen:
                raise Refused("no_target", "NW3-SKILL-29")
        elif any(one not in near for one in chosen):
            raise Refused("not_in_engage", "NW3-SKILL-28")
    most = most_targets(user, usable)
    if most is not None and len(chosen) > most:
        raise Refused("too_many_targets", "NW3-SKILL-28", most=most)
    return chosen


def most_targets(user: Character, usable: Usable) -> int | None:
    """How many characters may be chosen; None where there is no bound."""
    target = usable.block.target
    if target.kind == "single":
        return 1
    return None if target.n is None else max(1, fixed(read(target.n), names_of(user, usable.sl)))


def reachable(world: Nw3World, user: Character, usable: Usable, range: str) -> list[Character]:
    """Everybody whom the block could touch: in Range, in sight, and in the Scene."""
    block = usable.block
    attacks = usable.attacks
    weapon = block.range == "weapon"
    single = block.target.kind in CHOSEN
    found = []
    for one in _everybody(world):
        if one is user:
            close = block.target.kind in ("area", "scene") and range in ("close", "scene")
            if close or (not attacks and single):  # NW3-SKILL-32
                found.append(one)
        elif reaches(world, range, user, one, weapon) and (
            sees(world, user, one) or (not attacks and range in ("close", "scene"))  # NW3-SKILL-34
        ):
            found.append(one)
    return found


def engage_of(world: Nw3World, character: Character) -> list[Character]:
    """The Engage of a character; one who stands alone counts as an Engage of one (NW3-SKILL-29)."""
    if character.engage:
        return in_engage(world, character.engage)
    return [character] if world.state.options.area_hits_lone else []


def sees(world: Nw3World, one: Character, other: Character) -> bool:
    """Whether one can see the other: as the referee says, else not somebody hidden of another side (NW3-SKILL-34)."""
    if world.state.sight and (said := world.state.sight.get(f"{one.id}>{other.id}")) is not None:
        return said
    if one is other or not (other.hidden or other.effects):
        return True
    return not ((other.hidden or has_flag(other, "hidden")) and other.side != one.side)


def confirmed(
    world: Nw3World, attacker: Character, targets: Sequence[Character], at_self: bool = False
) -> Procedure[None]:
    """Ask the referee to confirm targets, where the table plays so; raises `Refused` (NW3-ATTACK-03).

    Of an attack at oneself the referee is always asked (NW3-SKILL-32).
    """
    if not (world.state.options.gm_confirms_targets or at_self):
        return
    names = ", ".join(one.name for one in targets)
    facts = {"name": attacker.name, "targets": names}
    if not (yield from yes_no("confirm_target", "referee", default=not at_self, rule="NW3-ATTACK-03", **facts)):
        raise Refused("referee_refused", "NW3-ATTACK-03")


def _everybody(world: Nw3World) -> list[Character]:
    battle = world.state.battle
    if battle is not None:
        everybody = members(world, battle)
    else:
        everybody = [one for one in world.state.characters.values() if one.present]
    return [one for one in everybody if not gone(one)]


def _in_scene(world: Nw3World, id: str) -> Character:
    target = find(world, id)
    battle = world.state.battle
    outside = battle is not None and id not in battle.members
    if gone(target) or not target.present or (outside and not npcs.targetable(world, target)):
        raise Refused("not_in_scene", "NW3-SKILL-28", target=target.name)
    return target
