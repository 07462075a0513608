"""What effects make of Judges: changes of numbers, dice again, Full Hit and Full Dodge, and moved C and F."""

from __future__ import annotations

from collections.abc import Mapping

from rulewright.engine.requests import Procedure
from rulewright.games.nw3.battles import initiative, lasting
from rulewright.games.nw3.battles.effect_use import Apply, Use, amount_of, beyond, leave
from rulewright.games.nw3.battles.fighters import tell
from rulewright.games.nw3.battles.lasting_effects import Left, left_by
from rulewright.games.nw3.battles.on_judges import shifted
from rulewright.games.nw3.records import effects as kinds
from rulewright.games.nw3.state import Character, Nw3World


def _modify(world: Nw3World, use: Use, effect: kinds.Modify, target: Character) -> Procedure[None]:
    amount = yield from amount_of(world, use, effect.amount, target)
    if effect.scope == "result" and effect.judge == "initiative":  # a Count that is there already moves with it
        initiative.change_count(target, amount)
    what = effect.stat if effect.scope == "stat" else effect.judge
    yield from leave(world, use, effect, target, [left_by(effect)[0]._replace(amount=amount)])
    tell(world, "effect.modified", "NW3-SKILL-42", name=target.name, what=f"judge.{what}" if effect.judge else
         f"stat.{what}", amount=amount, block=use.usable.name)  # fmt: skip


def _full_hit(world: Nw3World, use: Use, effect: kinds.FullHit, target: Character) -> Procedure[None]:
    if use.attack is not None:
        use.attack.full_hit = True  # NW3-ATTACK-13
    if use.attack is None or beyond(effect):
        yield from leave(world, use, effect, target)


def _full_dodge(world: Nw3World, use: Use, effect: kinds.FullDodge, target: Character) -> Procedure[None]:
    aim = use.attack.aim_at(target) if use.attack is not None else None
    if aim is not None:
        aim.full_dodge = True  # NW3-ATTACK-14
    if use.attack is None or beyond(effect):
        yield from leave(world, use, effect, target)


def _critical_shift(world: Nw3World, use: Use, effect: kinds.CriticalShift, target: Character) -> Procedure[None]:
    """Move C or F; of the same block only the last counts, unless it stacks."""
    amount = yield from amount_of(world, use, effect.amount, target)
    if not use.usable.block.stacks:
        lasting.end_shift(world, target, use.usable.id, effect.value)
    now, other = target.critical, target.fumble
    if effect.value == "fumble":
        now, other = other, now
    after = shifted(now, other, amount, left_by(effect)[0].detail)
    if after != now:
        yield from leave(world, use, effect, target, [Left("flag", f"{effect.value}:{after - now}")])
        setattr(target, effect.value, after)


def _substitute(world: Nw3World, use: Use, effect: kinds.Substitute, target: Character) -> Procedure[None]:
    """Another stat for a kind of Judge, this one or those to come (NW3-SKILL-51)."""
    yield from leave(world, use, effect, target)
    tell(world, "effect.substituted", "NW3-SKILL-51", name=target.name, block=use.usable.name,
         what=f"judge.{effect.judge}", old=f"stat.{effect.from_}", new=f"stat.{effect.to}")  # fmt: skip


def _around_judges(world: Nw3World, use: Use, effect: kinds.Reroll, target: Character) -> Procedure[None]:
    """The window of the Judge rolls it again (`windows`)."""
    yield from ()


EFFECTS: Mapping[type, Apply] = {
    kinds.Modify: _modify,
    kinds.Substitute: _substitute,
    kinds.Reroll: _around_judges,
    kinds.FullHit: _full_hit,
    kinds.FullDodge: _full_dodge,
    kinds.CriticalShift: _critical_shift,
}
