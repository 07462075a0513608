"""Rolls of which the sum counts."""

from __future__ import annotations

from rulewright.engine.alike import SUM
from rulewright.engine.requests import Procedure, Roll


def rolled(dice: tuple[int, int, int], rule: str, who: str = "", why: str = "") -> Procedure[int]:
    """The sum of dice, and what is added to it; `dice` as `roll_dice` gives them."""
    count, sides, plus = dice
    faces = yield Roll(count, sides, rule, who, why, SUM)
    return int(sum(faces)) + plus
