"""Pure judges: what odds are asked of, and what questions show beside their answers."""

from __future__ import annotations

from rulewright.engine.requests import Procedure
from rulewright.games.nwo.judges.dice import Values, added, thrown


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
