"""Blocks that characters own, and whether one may be used now (NW3-SKILL-16 to -18, -24, -39 to -41).

A block is a skill, or one effect of an item; the second is named "item#number", as in "orange_soda#1".
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from rulewright.engine.errors import Refused
from rulewright.games.nw3.conditions import holds, secret_not_held
from rulewright.games.nw3.content_blocks import EffectBlock, Skill
from rulewright.games.nw3.effects import CoverUp
from rulewright.games.nw3.formula import fixed, read
from rulewright.games.nw3.items import Item
from rulewright.games.nw3.numbers import names_of
from rulewright.games.nw3.state import Battle, Carried, Character, Nw3World

ACTIONS = {"move_action": "move", "minor_action": "minor", "major_action": "major"}
NEEDS_ROUND = ("setup_process", "initiative_process", "cleanup_process", "prep")


class Usable(msgspec.Struct, frozen=True):
    """A block in somebody's hands: its id here, its name, its SL (0 of an item), and the thing that it belongs to."""

    id: str
    name: str
    block: Skill | EffectBlock
    sl: int = 0
    thing: Carried | None = None


def find_block(world: Nw3World, character: Character, id: str) -> Usable:
    """The block with this id; raises `Refused` "unknown_block" or "not_owned"."""
    content = world.content
    name, _, number = id.partition("#")
    if not number:
        skill = content.skills_by_id.get(name)
        if skill is None:
            raise Refused("unknown_block", "NW3-SKILL-18", block=id)
        if name not in character.skills:
            raise Refused("not_owned", "NW3-SKILL-18", block=skill.name)
        return Usable(id, skill.name, skill, character.skills[name])
    item = content.items_by_id.get(name)
    place = int(number) - 1 if number.isascii() and number.isdigit() and len(number) < 4 else -1
    if item is None or not 0 <= place < len(item.effect_block):
        raise Refused("unknown_block", "NW3-SKILL-18", block=id)
    thing = next((one for one in character.items if one.item == name and in_use(item, one)), None)
    if thing is None:
        carried = any(one.item == name for one in character.items)
        raise Refused("item_not_equipped" if carried else "not_owned", "NW3-ITEM-08", block=item.name)
    return Usable(id, item.effect_block[place].name, item.effect_block[place], 0, thing)


def in_use(item: Item, thing: Carried) -> bool:
    """Whether an item works: it is equipped, or has no Slot and is carried (NW3-ITEM-06, -08)."""
    return not thing.lost and (thing.where == "equipped" or item.slot == "none")


def owned(world: Nw3World, character: Character) -> Iterator[Usable]:
    """All blocks that the character has, those of items only where the item works."""
    content = world.content
    for id, sl in character.skills.items():
        skill = content.skills_by_id.get(id)
        if skill is not None:
            yield Usable(id, skill.name, skill, sl)
    seen = set()
    for thing in character.items:
        item = content.items_by_id.get(thing.item)
        if item is None or not item.effect_block or item.id in seen or not in_use(item, thing):
            continue
        seen.add(item.id)
        for number, block in enumerate(item.effect_block, 1):
            yield Usable(f"{item.id}#{number}", block.name, block, 0, thing)


def note_timings(world: Nw3World, battle: Battle) -> None:
    """List for each timing who owns which blocks with it, so that windows nobody can use cost nothing.

    Blocks that improve a Cover Up stand under "cover_up".
    """
    battle.timings = {}
    for id in battle.members:
        for usable in owned(world, world.state.characters[id]):
            for timing in usable.block.timings:
                listed = "cover_up" if improves_cover(usable) else timing
                if timing != "constant":
                    battle.timings.setdefault(listed, {}).setdefault(id, []).append(usable.id)


def improves_cover(usable: Usable) -> bool:
    """Whether the block is about Cover Up."""
    return any(isinstance(effect, CoverUp) for effect in usable.block.effect)


def why_not(world: Nw3World, user: Character, usable: Usable, timing: str) -> str:
    """The first reason that forbids to use the block at this timing, or "" (NW3-SKILL-18 step 2)."""
    block, battle = usable.block, world.state.battle
    if user.dead:
        return "dead"
    if user.hp == 0 and timing != "incapacitated":
        return "incapacitated"
    if "pressure" in user.statuses:
        return "pressure"  # NW3-STATUS-03
    if isinstance(block, Skill) and secret_not_held(user, block):
        return "secret_class_not_held"  # NW3-SKILL-11
    if block.constant:
        return "constant_not_declared"
    if timing not in block.timings:
        return "wrong_timing"
    if battle is None and timing in NEEDS_ROUND:
        return "no_round"  # NW3-SKILL-23
    if battle is not None and f"{user.id}:{usable.id}" in battle.done and timing != "auto_action":
        return "already_used_in_window"  # NW3-SKILL-17
    names = names_of(user, usable.sl)
    for limit in block.limits:
        if user.used.get(counter(world, limit.per, usable.id), 0) >= fixed(read(limit.n), names):
            return "limit_reached"  # NW3-SKILL-41
    for restrict in block.restrict:
        if restrict.kind not in ("skill", "use") and not holds(
            world.content, user, restrict.kind, restrict.any_of, battle is not None
        ):
            return f"restrict_{restrict.kind}"
    return unpayable(world, user, usable)


def counter(world: Nw3World, unit: str, block: str) -> str:
    """The key of a counter of uses; outside of rounds a Limit n/Round counts in the Scene (NW3-SKILL-41)."""
    if unit == "round" and world.state.battle is None:
        unit = "scene_round"
    return f"{unit}:{block}"


def unpayable(world: Nw3World, user: Character, usable: Usable) -> str:
    """The reason for which a cost without dice cannot be paid, or "" (NW3-SKILL-35, NW3-HP-02, -03)."""
    names = names_of(user, usable.sl)
    for cost in usable.block.cost:
        if cost.kind == "bad_status":
            continue
        amount = read(cost.amount or 0)
        needed = 0 if amount.has_dice else max(0, fixed(amount, names))
        if needed > pool(world, user, cost.kind):
            return f"not_enough_{cost.kind}"
    return ""


def pool(world: Nw3World, user: Character, kind: str) -> int:
    """What may be paid from a pool: 1 HP has to stay, and of MP what the table says (OP-C12)."""
    if kind == "hp":
        return user.hp - 1
    return user.mp - world.state.options.mp_cost_floor if kind == "mp" else user.prana
