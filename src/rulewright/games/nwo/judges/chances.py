"""Pure judges: what odds are asked of, and what questions show beside their answers."""

from __future__ import annotations

from rulewright.engine.requests import Call, Procedure
from rulewright.engine.together import SumAlike, together
from rulewright.games.nwo.judges.dice import Values, added, thrown

DIFFERENCE = SumAlike(signs=(1, -1))
"""Only the difference of two values matters."""


def valued(
    ability: int, corrections: int, prana: int, penalty: int, critical: Values, fumble: Values, keep: bool
) -> Procedure[int]:
    """The value of a judge with these numbers (NWO-JUDGE-02)."""
    fallen = yield from thrown(critical, fumble)
    return added(fallen, ability, corrections, prana, penalty, keep)


def reaches(
    reach: int, ability: int, corrections: int, penalty: int, critical: Values, fumble: Values, keep: bool, prana: int
) -> Procedure[bool]:
    """Whether a judge with so much prana comes to `reach` or more."""
    value = yield from valued(ability, corrections, prana, penalty, critical, fumble, keep)
    return value >= reach


def beats(active: Call, passive: Call) -> Procedure[bool]:
    """Whether the active one of two judges wins: only with more (NWO-JUDGE-08)."""
    leading, answering = yield together(DIFFERENCE, active, passive)
    return bool(leading > answering)


def surplus(active: Call, passive: Call) -> Procedure[int]:
    """By how much the active value is greater, 0 where it is not: damage (NWO-ATTACK-05)."""
    leading, answering = yield together(DIFFERENCE, active, passive)
    return max(0, int(leading) - int(answering))
