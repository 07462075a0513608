"""Paying for a use: HP, MP, Prana and Bad Statuses (NW3-SKILL-35 to -37, NW3-HP-02, -03)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulewright.engine.errors import Refused
from rulewright.engine.requests import Procedure
from rulewright.games.nw3.battles import costs, uses
from rulewright.games.nw3.battles.amounts import evaluate
from rulewright.games.nw3.battles.blocks import pool, unpayable
from rulewright.games.nw3.battles.fighters import tell
from rulewright.games.nw3.battles.numbers import names_of
from rulewright.games.nw3.battles.usable import Usable
from rulewright.games.nw3.state import Character, Nw3World


def cost_fact(amounts: Mapping[str, int]) -> list[Any]:
    """A cost as a fact of a message, such as "4 MP, Dazed"."""
    return [
        kind if kind.startswith("status.") else {"key": "label.cost", "amount": amount, "pool": kind}
        for kind, amount in amounts.items()
    ]


def pay(
    world: Nw3World, user: Character, usable: Usable, partner: Usable | None = None
) -> Procedure[list[tuple[str, int]]]:
    """Pay all parts at once, or none; raises `Refused`. Dice in a cost fall after all other tests.

    Returns the Bad Statuses that it costs, with ratings, which are `received` when the block has been resolved.
    """
    paid = _paid(usable, partner)
    if not any(one.block.cost for one in paid):
        return []
    if reason := why_not_pay(world, user, usable, partner):
        raise Refused(reason, "NW3-SKILL-35", name=user.name)
    amounts: dict[str, int] = {}
    owed: list[tuple[str, int]] = []
    for one in paid:
        names = names_of(user, one.sl)
        for cost in one.block.cost:
            if cost.status is not None:
                owed.append((cost.status, (yield from evaluate(world, user, one, cost.rating or 0, names, "cost"))))
                continue
            amount = yield from evaluate(world, user, one, cost.amount or 0, names, "cost")
            amounts[cost.kind] = amounts.get(cost.kind, 0) + costs.changed(world, user, one, cost, max(0, amount))
    for kind, amount in amounts.items():
        if amount > pool(world, user, kind):
            raise Refused(f"not_enough_{kind}", "NW3-SKILL-35", name=user.name)
    for kind, amount in amounts.items():
        setattr(user, kind, getattr(user, kind) - amount)
    if world.tell and amounts:
        tell(world, "use.paid", "NW3-SKILL-35", name=user.name, block=usable.name,
             cost=cost_fact(amounts))  # fmt: skip
    return owed


def why_not_pay(world: Nw3World, user: Character, usable: Usable, partner: Usable | None = None) -> str:
    """The reason for which the costs without dice, of two blocks together, cannot be paid, or "" (NW3-SKILL-35)."""
    return unpayable(world, user, *_paid(usable, partner))


def _paid(usable: Usable, partner: Usable | None) -> list[Usable]:
    """The blocks whose costs are paid: both, unless the partner waives that of the skill that it names."""
    if partner is None:
        return [usable]
    return [partner] if partner.block.cost_waived else [usable, partner]


def received(world: Nw3World, user: Character, owed: list[tuple[str, int]]) -> None:
    """Bad Statuses as cost come at the end of the own Main Process, otherwise at once (NW3-SKILL-37)."""
    battle, house = world.state.battle, world.state.options
    later = house.bad_status_cost_when == "main_process_end" and battle is not None and battle.acting == user.id
    for status, rating in owed:
        if not later or battle is None:
            uses.receive_owed(world, user, status, rating)
        elif house.bad_status_cost_rated == "add":
            battle.owed[status] = battle.owed.get(status, 0) + rating
        else:
            battle.owed.setdefault(status, rating)
