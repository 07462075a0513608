"""Paying for a use: HP, MP, Prana and Bad Statuses (NW3-SKILL-35 to -37, NW3-HP-02, -03)."""

from __future__ import annotations

from rulewright.engine.errors import Refused
from rulewright.engine.requests import Procedure
from rulewright.games.nw3 import uses
from rulewright.games.nw3.blocks import pool, unpayable
from rulewright.games.nw3.fighters import tell
from rulewright.games.nw3.formula import fixed, read, value
from rulewright.games.nw3.numbers import names_of
from rulewright.games.nw3.state import Character, Nw3World
from rulewright.games.nw3.usable import Usable


def pay(world: Nw3World, user: Character, usable: Usable) -> Procedure[None]:
    """Pay all parts at once, or none; raises `Refused`. Dice in a cost fall after all other tests."""
    if not usable.block.cost:
        return
    if reason := unpayable(world, user, usable):
        raise Refused(reason, "NW3-SKILL-35", name=user.name)
    names = names_of(user, usable.sl)
    amounts: dict[str, int] = {}
    for cost in usable.block.cost:
        if cost.kind != "bad_status":
            amount = yield from value(read(cost.amount or 0), names, user.id, "cost")
            amounts[cost.kind] = max(0, amount)
    for kind, amount in amounts.items():
        if amount > pool(world, user, kind):
            raise Refused(f"not_enough_{kind}", "NW3-SKILL-35", name=user.name)
    for kind, amount in amounts.items():
        setattr(user, kind, getattr(user, kind) - amount)
    for cost in usable.block.cost:
        if cost.kind == "bad_status" and cost.status is not None:
            rating = fixed(read(cost.rating), names) if cost.rating is not None else 0
            _owe(world, user, cost.status, rating)
    if world.tell and amounts:
        tell(world, "use.paid", "NW3-SKILL-35", name=user.name, block=usable.name,
             cost=" + ".join(f"{amount} {kind.upper()}" for kind, amount in amounts.items()))  # fmt: skip


def _owe(world: Nw3World, user: Character, status: str, rating: int) -> None:
    """A Bad Status as cost comes at the end of the own Main Process, otherwise at once (NW3-SKILL-37)."""
    battle = world.state.battle
    later = world.state.options.bad_status_cost_when == "main_process_end"
    if later and battle is not None and battle.acting == user.id:
        battle.owed[status] = rating
    else:
        uses.receive_owed(world, user, status, rating)
