"""What effects make of Judges: changes of numbers, dice again, Full Hit and Full Dodge, and moved C and F."""

from __future__ import annotations

from collections.abc import Mapping

from rulewright.engine.requests import Procedure
from rulewright.games.nw3.battles import initiative, lasting
from rulewright.games.nw3.battles.effect_use import Apply, Use, amount_of, last
from rulewright.games.nw3.battles.fighters import tell
from rulewright.games.nw3.records import effects as kinds
from rulewright.games.nw3.state import Character, Nw3World


def _modify(world: Nw3World, use: Use, effect: kinds.Modify, target: Character) -> Procedure[None]:
    amount = yield from amount_of(world, use, effect.amount, target)
    if effect.scope == "result" and effect.judge == "initiative":  # a Count that is there already moves with it
        initiative.change_count(target, amount)
    what = effect.stat if effect.scope == "stat" else effect.judge
    yield from last(world, use, effect, target, effect.scope, str(what), amount)
    tell(world, "effect.modified", "NW3-SKILL-42", name=target.name, what=f"judge.{what}" if effect.judge else
         f"stat.{what}", amount=amount, block=use.usable.name)  # fmt: skip


def _full_hit(world: Nw3World, use: Use, effect: kinds.FullHit, target: Character) -> Procedure[None]:
    if use.attack is not None:
        use.attack.full_hit = True  # NW3-ATTACK-13
    yield from ()


def _full_dodge(world: Nw3World, use: Use, effect: kinds.FullDodge, target: Character) -> Procedure[None]:
    aim = use.attack.aim_at(target) if use.attack is not None else None
    if aim is not None:
        aim.full_dodge = True  # NW3-ATTACK-14
    yield from ()


def _critical_shift(world: Nw3World, use: Use, effect: kinds.CriticalShift, target: Character) -> Procedure[None]:
    """Move C or F step by step, inside 2 to 12 and never onto the other number."""
    left = yield from amount_of(world, use, effect.amount, target)
    if not use.usable.block.stacks:
        lasting.end_shift(world, target, use.usable.id, effect.value)
    now, other = target.critical, target.fumble
    if effect.value == "fumble":
        now, other = other, now
    goal = effect.toward if effect.toward is not None else effect.away or now
    while left > 0 and now != goal:
        step = (1 if goal > now else -1) * (1 if effect.toward is not None else -1)
        if now + step == other or not 2 <= now + step <= 12:
            break
        now += step
        left -= 1
    moved = now - (target.critical if effect.value == "critical" else target.fumble)
    if moved:
        yield from last(world, use, effect, target, "flag", f"{effect.value}:{moved}")
        setattr(target, effect.value, now)


def _around_judges(world: Nw3World, use: Use, effect: kinds.Reroll, target: Character) -> Procedure[None]:
    """The window of the Judge rolls it again (`windows`)."""
    yield from ()


EFFECTS: Mapping[type, Apply] = {
    kinds.Modify: _modify,
    kinds.Reroll: _around_judges,
    kinds.FullHit: _full_hit,
    kinds.FullDodge: _full_dodge,
    kinds.CriticalShift: _critical_shift,
}
