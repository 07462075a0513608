"""What each kind of effect leaves on a character while it lasts, for used blocks and Constant ones alike."""

from __future__ import annotations

from typing import NamedTuple

from rulewright.games.nw3.records import effects as kinds
from rulewright.games.nw3.records.effect import Effect
from rulewright.games.nw3.state import Scope


class Left(NamedTuple):
    """One thing that an effect leaves: about what, a formula for how much, and what else there is to know."""

    scope: Scope
    what: str
    amount: int | str = 0
    detail: str = ""


def left_by(effect: Effect) -> list[Left]:
    """All that an effect leaves on a character; nothing of one that happens at once."""
    match effect:
        case kinds.Modify():
            what = str(effect.stat or effect.judge)
            if effect.vs_element is not None:
                return [Left("against", what, effect.amount, effect.vs_element)]
            return [Left(effect.scope, what, effect.amount)]
        case kinds.Substitute():
            return [Left("substitute", effect.judge, 0, f"{effect.from_}>{effect.to}")]
        case kinds.CriticalShift():
            way = f"toward:{effect.toward}" if effect.toward is not None else f"away:{effect.away}"
            return [Left("shift", effect.value, effect.amount, way)]
        case kinds.FullHit():
            return [Left("full_hit", "hit")]
        case kinds.FullDodge():
            return [Left("full_dodge", "dodge")]
        case kinds.ReduceDamage():
            return [Left("reduce", effect.damage, effect.amount)]
        case kinds.Damage() if effect.mode != "direct":
            return [Left("damage", effect.damage, effect.amount, effect.mode)]
        case kinds.Retarget():
            return [Left("retarget", effect.redirect or "to")]
        case kinds.CostChange():
            return [Left("cost", effect.pool, effect.amount)]
        case kinds.SetElement():
            return [Left("element", effect.element)]
        case kinds.CoverUp():
            return [Left("flag", f"cover:{rule}") for rule in effect.allow]
        case kinds.Condition() if effect.mode == "grant":
            return [Left("flag", effect.condition)]
        case kinds.Blockade():
            return [Left("blockade", "blockade")]
        case _:
            return []
