"""Constant blocks in play: in force while their conditions hold, tested again and again (NW3-SKILL-24 j, -26).

What they do is put on characters as effects that end with them. What they change of their owner's own stats is counted
by `wizards.constants` instead, and is worked out anew here when a condition begins or ceases to hold.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeAlias

from rulewright.games.nw3.battles import lasting
from rulewright.games.nw3.battles.blocks import find_block, has_broom, in_hands, owned
from rulewright.games.nw3.battles.fighters import opposing, tell
from rulewright.games.nw3.battles.lasting_effects import left_by
from rulewright.games.nw3.battles.numbers import names_of
from rulewright.games.nw3.battles.subjects import everybody, guarded, subjects
from rulewright.games.nw3.battles.usable import CONSTANT, CONSTANT_WORN, Usable
from rulewright.games.nw3.records.effect import Effect
from rulewright.games.nw3.records.formula import fixed, read
from rulewright.games.nw3.state import Character, Lasting, Nw3World
from rulewright.games.nw3.wizards import standing
from rulewright.games.nw3.wizards.conditions import holds, secret_not_held
from rulewright.games.nw3.wizards.constants import counted_by_itself

_Key: TypeAlias = tuple[str, ...]


def settle(world: Nw3World) -> None:
    """Bring what Constant blocks do up to date, where anybody has one whose conditions or effects go on in play."""
    battle = world.state.battle
    if battle is not None:
        if CONSTANT not in battle.timings:
            return
        held: Mapping[str, list[str]] = battle.timings[CONSTANT]
    else:
        held = {one.id: ids for one in everybody(world) if (ids := _watched(world, one, CONSTANT))}
    wanted: dict[str, dict[_Key, Lasting]] = {}
    for id, blocks in held.items():
        holder = world.state.characters[id]
        for block in blocks:
            usable = in_hands(world, holder, block)
            if usable is not None and _works(world, holder, usable):
                _put(world, holder, usable, wanted)
    for character in everybody(world):
        if character.effects or character.id in wanted:
            lasting.reconcile(world, character, "constant", list(wanted.get(character.id, {}).values()), told=False)


def anybody(world: Nw3World) -> bool:
    """Whether there is anything to look at."""
    battle = world.state.battle
    return battle is None or CONSTANT in battle.timings


def look_at_worn(world: Nw3World, character: Character) -> None:
    """Tell what Constant blocks begin or end to work with what this character wears now."""
    for block in _watched(world, character, CONSTANT_WORN):
        _works(world, character, find_block(world, character, block))


def _watched(world: Nw3World, character: Character, where: str) -> list[str]:
    return [one.id for one in owned(world, character) if where in one.windows]


def in_force(world: Nw3World, holder: Character, usable: Usable) -> bool:
    """Whether a Constant block works now: its conditions hold, and its class, if Secret, is held (NW3-SKILL-11)."""
    if holder.dead or (usable.secret and secret_not_held(holder, usable.block)):  # type: ignore[arg-type]
        return False
    if "pressure" in holder.statuses and world.state.options.pressure_stops_constant:  # NW3-SKILL-OPEN-18
        return False
    in_round = world.state.battle is not None
    if not all(holds(world.content, holder, one.kind, one.any_of, in_round) for one in usable.restricts):
        return False
    return not usable.broom or has_broom(world, holder)  # NW3-SKILL-14


def _works(world: Nw3World, holder: Character, usable: Usable) -> bool:
    """Whether a block works now; where that has begun or ended, numbers are worked out anew and it is told."""
    now, key = in_force(world, holder, usable), f"{holder.id}:{usable.id}"
    before = world.state.in_force.get(key)
    if before != now:
        world.state.in_force[key] = now
        standing.refresh(world.content, world.state.options, holder)
        if before is not None:
            how = "constant.begins" if now else "constant.ends"
            tell(world, how, "NW3-SKILL-26", name=holder.name, block=usable.name)
    return now


def _put(world: Nw3World, holder: Character, usable: Usable, wanted: dict[str, dict[_Key, Lasting]]) -> None:
    """Note what a block that works puts on whom."""
    for place, effect in enumerate(usable.block.effect):
        if effect.apply_at == "use" and not counted_by_itself(effect, usable.block):
            for bearer, one in _of_effect(world, holder, usable, place, effect):
                mine = wanted.setdefault(bearer, {})
                source = (one.user,) if usable.block.stacks else ()
                same: _Key = (one.block, one.scope, one.what, one.detail, *source)
                if same not in mine or mine[same].amount < one.amount:  # NW3-SKILL-44
                    mine[same] = one


def _of_effect(
    world: Nw3World, holder: Character, usable: Usable, place: int, effect: Effect
) -> Iterator[tuple[str, Lasting]]:
    left = left_by(effect)
    targets = [holder] if usable.block.target.kind == "self" else everybody(world)
    for bearer in subjects(world, holder, effect, targets) if left else ():
        if not guarded(world, effect.guard, holder, bearer):
            continue
        positive = effect.positive if effect.positive is not None else not opposing(holder, bearer)
        for one in left:
            if one.what == "pick":
                picked = holder.sheet.picked_elements.get(usable.id) if holder.sheet is not None else None
                one = one._replace(what=picked or holder.elements[0])
            amount = fixed(read(one.amount), names_of(holder, usable.sl, bearer)) if one.amount else 0
            yield bearer.id, Lasting(
                0, usable.id, holder.id, one.scope, one.what, amount, "constant", positive=positive,
                stacks=usable.block.stacks, detail=one.detail, place=place,
            )  # fmt: skip
