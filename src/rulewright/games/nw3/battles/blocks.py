"""Blocks that characters own, and whether one may be used now (NW3-SKILL-16 to -18, -24, -39 to -41).

A block is a skill, or one effect of an item; the second is named "item#number", as in "orange_soda#1".
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.engine.errors import Refused
from rulewright.games.nw3.battles import costs
from rulewright.games.nw3.battles.usable import CONSTANT, Usable, of_effect, of_skill, worked_out
from rulewright.games.nw3.fortresses import bans
from rulewright.games.nw3.records.content_blocks import Skill
from rulewright.games.nw3.records.items import Item
from rulewright.games.nw3.state import Battle, Carried, Character, Nw3World
from rulewright.games.nw3.wizards.belongings import equipped, there, works
from rulewright.games.nw3.wizards.conditions import holds, secret_not_held

ACTIONS = {"move_action": "move", "minor_action": "minor", "major_action": "major"}
NEEDS_ROUND = ("setup_process", "initiative_process", "cleanup_process", "prep")


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
        return of_skill(content, name, character.skills[name])
    item = content.items_by_id.get(name)
    place = int(number) - 1 if number.isascii() and number.isdigit() and len(number) < 4 else -1
    if item is None or not 0 <= place < len(item.effect_block):
        raise Refused("unknown_block", "NW3-SKILL-18", block=id)
    thing = _working(world, character, item)
    if thing is None:
        carried = any(one.item == name for one in there(character))
        raise Refused("item_not_equipped" if carried else "not_owned", "NW3-ITEM-08", block=item.name)
    return of_effect(content, item, place, thing)


def _working(world: Nw3World, character: Character, item: Item) -> Carried | None:
    """The thing of this kind whose effects work for the character, or are about it as a rider."""
    for one in character.items:
        if one.item == item.id and works(character, item, one):
            return one
    ridden = _ridden(world, character) if character.riding is not None else None
    return ridden if ridden is not None and ridden.item == item.id else None


def _ridden(world: Nw3World, character: Character) -> Carried | None:
    """The Broom of somebody else whose effects are about this rider (NW3-BROOM-10)."""
    riding = character.riding
    if riding is None or not riding.you or riding.owner == character.id:
        return None
    owner = world.state.characters.get(riding.owner)
    return next((one for one in owner.items if one.id == riding.broom), None) if owner is not None else None


def owned(world: Nw3World, character: Character) -> Iterator[Usable]:
    """All blocks that the character has, those of items only where the item works."""
    content = world.content
    for id, sl in character.skills.items():
        if id in content.skills_by_id:
            yield of_skill(content, id, sl)
    seen = set()
    for thing in character.items:
        item = content.items_by_id.get(thing.item)
        if item is None or not item.effect_block or item.id in seen or not works(character, item, thing):
            continue
        seen.add(item.id)
        for place in range(len(item.effect_block)):
            yield of_effect(content, item, place, thing)
    ridden = _ridden(world, character) if character.riding is not None else None
    if ridden is not None and ridden.item not in seen:
        item = content.items_by_id[ridden.item]
        for place in range(len(item.effect_block)):
            yield of_effect(content, item, place, ridden)


def block_of(world: Nw3World, id: str, sl: int) -> Usable | None:
    """A block by its id, whoever has it; None where the content has none."""
    name, _, number = id.partition("#")
    content = world.content
    if not number:
        return of_skill(content, name, sl) if name in content.skills_by_id else None
    item = content.items_by_id.get(name)
    place = int(number) - 1
    if item is None or not 0 <= place < len(item.effect_block):
        return None
    return of_effect(content, item, place, Carried("", name))


def in_hands(world: Nw3World, character: Character, id: str) -> Usable | None:
    """A block that was noted for this battle, while it is still in the character's hands."""
    content = world.content
    sl = character.skills.get(id)
    if sl is not None:
        return of_skill(content, id, sl)
    name, _, number = id.partition("#")
    if not number:
        return None
    item, place = content.items_by_id[name], int(number) - 1
    thing = _working(world, character, item) if place < len(item.effect_block) else None
    return None if thing is None else of_effect(content, item, place, thing)


def note_timings(world: Nw3World, battle: Battle) -> None:
    """List for each timing who owns which blocks with it, so that windows nobody can use cost nothing.

    Blocks before and after a Judge stand under the timing and each kind of Judge, as in "before_judge:hit", those for
    one's own Judges under "before_judge:hit:own"; those
    that improve a Cover Up under "cover_up".
    """
    battle.timings = {}
    for id in battle.members:
        if any(one.until == CONSTANT for one in world.state.characters[id].effects):
            battle.timings[CONSTANT] = {}  # what is on somebody has to end with its block
        for usable in owned(world, world.state.characters[id]):
            for listed in usable.windows:
                battle.timings.setdefault(listed, {}).setdefault(id, []).append(usable.id)


def why_not(world: Nw3World, user: Character, usable: Usable, timing: str, allowed: bool = False) -> str:
    """The first reason that forbids to use the block at this timing, or "" (NW3-SKILL-18 step 2)."""
    battle = world.state.battle
    if user.dead:
        return "dead"
    if user.retreated:
        return "retreated"  # NW3-MOVE-20
    if not user.hp and timing != "incapacitated":
        return "incapacitated"
    if "pressure" in user.statuses:
        return "pressure"  # NW3-STATUS-03
    if usable.secret and secret_not_held(user, usable.block):  # type: ignore[arg-type]
        return "secret_class_not_held"  # NW3-SKILL-11
    if timing not in usable.timings or (user.hp and timing == "incapacitated"):
        return "constant_not_declared" if "constant" in usable.timings else "wrong_timing"
    if battle is None and timing in NEEDS_ROUND and not allowed:
        return "no_round"  # NW3-SKILL-23
    done = battle.done if battle is not None else world.state.done
    if done and timing != "auto_action" and f"{user.id}:{usable.id}" in done:
        return "already_used_in_window"  # NW3-SKILL-17
    if usable.broom and not has_broom(world, user):
        return "no_broom_equipped"  # NW3-SKILL-14
    for unit, limit in usable.limits:
        used = user.used.get(counter(world, unit, usable.id)) if user.used else 0
        if used and used >= worked_out(limit, user, usable.sl):
            return "limit_reached"  # NW3-SKILL-41
    for restrict in usable.restricts:
        if not holds(world.content, user, restrict.kind, restrict.any_of, battle is not None):
            return f"restrict_{restrict.kind}"
    if world.state.caskets and _banned(world, user, usable):
        return "logic_ban"
    return unpayable(world, user, usable)


def has_broom(world: Nw3World, character: Character) -> bool:
    """Whether the character has a Broom equipped."""
    items = world.content.items_by_id
    return any(one.item in items and items[one.item].broom is not None for one in equipped(character))


def _banned(world: Nw3World, user: Character, usable: Usable) -> bool:
    """Whether a Logic forbids skills of its category, or items of its class (NW3-LOGIC-05)."""
    if usable.thing is not None:
        item = world.content.items_by_id[usable.thing.item]
        return bans.banned(world, user, "item_class", class_=item.classes)
    categories = usable.block.categories if isinstance(usable.block, Skill) else ()
    return bans.banned(world, user, "skill_category", category=categories)


def counter(world: Nw3World, unit: str, block: str) -> str:
    """The key of a counter of uses; outside of rounds a Limit n/Round counts in the Scene (NW3-SKILL-41)."""
    if unit == "round" and world.state.battle is None:
        unit = "scene_round"
    return f"{unit}:{block}"


def unpayable(world: Nw3World, user: Character, *usables: Usable) -> str:
    """The reason for which the costs without dice of these blocks together cannot be paid, or "" (NW3-SKILL-35)."""
    if len(usables) == 1 and not usables[0].costs:
        return ""
    sums: dict[str, int] = {}
    for usable in usables:
        for kind, amount in costs.without_dice(world, user, usable) if usable.costs else ():
            sums[kind] = sums.get(kind, 0) + amount
    if sums.get("prana") and bans.banned(world, user, "prana_use", use="spend_as_cost"):
        return "logic_ban"
    for kind, sum in sums.items():
        if sum > pool(world, user, kind):  # NW3-HP-02, -03
            return f"not_enough_{kind}"
    return ""


def pool(world: Nw3World, user: Character, kind: str) -> int:
    """What may be paid from a pool: 1 HP has to stay, and of MP what the table says (OP-C12)."""
    if kind == "mp":
        return user.mp - world.state.options.mp_cost_floor
    return user.hp - 1 if kind == "hp" else user.prana
