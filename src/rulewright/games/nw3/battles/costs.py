"""What a use costs with what effects make of it: only what may be lowered is, all may be raised (NW3-SKILL-36)."""

from __future__ import annotations

from rulewright.games.nw3.battles.lasting import effect_of
from rulewright.games.nw3.battles.numbers import names_of
from rulewright.games.nw3.battles.usable import Usable, worked_out
from rulewright.games.nw3.records import effects as kinds
from rulewright.games.nw3.records.content_blocks import Cost, Skill
from rulewright.games.nw3.records.formula import fixed, read
from rulewright.games.nw3.state import Character, Nw3World


def without_dice(world: Nw3World, user: Character, usable: Usable) -> list[tuple[str, int]]:
    """The amounts of a block by pool, dice and Bad Statuses left out."""
    if not _any(user):
        return [(kind, max(0, worked_out(amount, user, usable.sl))) for kind, amount in usable.costs]
    found: list[tuple[str, int]] = []
    for cost in usable.block.cost:
        formula = read(cost.amount or 0)
        if cost.kind != "bad_status" and not formula.has_dice:
            amount = max(0, fixed(formula, names_of(user, usable.sl)))
            found.append((cost.kind, changed(world, user, usable, cost, amount)))
    return found


def changed(world: Nw3World, user: Character, usable: Usable, cost: Cost, amount: int) -> int:
    """One part of a cost with what effects on the user make of it: at least 0, and not lowered below their minimum."""
    for one in user.effects if _any(user) else ():
        if one.scope != "cost" or one.what != cost.kind:
            continue
        effect = effect_of(world, one)
        if not isinstance(effect, kinds.CostChange) or not _meant(effect, usable):
            continue
        if one.amount > 0:
            amount += one.amount
        elif cost.reducible:
            least = fixed(read(effect.min), names_of(world.state.characters.get(one.user, user)))
            amount = min(amount, max(least, amount + one.amount, 0))
    return amount


def _any(user: Character) -> bool:
    return bool(user.effects) and any(one.scope == "cost" for one in user.effects)


def _meant(effect: kinds.CostChange, usable: Usable) -> bool:
    """Whether an effect is about the costs of this block: of all where it names none."""
    of = effect.of
    if of.blocks and usable.id not in of.blocks:
        return False
    categories = usable.block.categories if isinstance(usable.block, Skill) else ()
    return not of.categories or any(one in of.categories for one in categories)
