"""The dice of a judge: 2d6 with criticals that go on, and fumbles (NWO-JUDGE-02 to -06)."""

from __future__ import annotations

from typing import NamedTuple

from rulewright.engine.alike import SUM
from rulewright.engine.requests import Procedure, Roll

PER_CRITICAL = 10
FUMBLED = -10

Values = tuple[int, ...]


class Dice(NamedTuple):
    """How the dice fell: the last sum of two dice, criticals before it, and whether the first sum was a fumble."""

    last: int
    criticals: int = 0
    fumble: bool = False

    @property
    def value(self) -> int:
        """What the dice count."""
        return FUMBLED if self.fumble else PER_CRITICAL * self.criticals + self.last


def thrown(critical: Values, fumble: Values, who: str = "", why: str = "") -> Procedure[Dice]:
    """Throw the dice of a judge."""
    faces = yield Roll(2, 6, "NWO-JUDGE-02", who, why, SUM)
    total = faces[0] + faces[1]
    if total in fumble:  # NWO-JUDGE-06
        return Dice(total, 0, True)
    criticals = 0
    while total in critical:  # NWO-JUDGE-04, and no fumble on an extra roll: NWO-JUDGE-05
        criticals += 1
        faces = yield Roll(2, 6, "NWO-JUDGE-04", who, why, SUM)
        total = faces[0] + faces[1]
    return Dice(total, criticals)


def added(dice: Dice, ability: int, corrections: int, prana: int, penalty: int, keep: bool = False) -> int:
    """The value of a judge (NWO-JUDGE-02): prana and corrections once, and not on a fumble unless `keep` says so."""
    if dice.fumble and not keep:
        return ability + FUMBLED - penalty
    return ability + dice.value + corrections + prana - penalty


def prone(ability: int) -> int:
    """An ability value halved and rounded down; a negative one stays (NWO-STATUS-08)."""
    return ability // 2 if ability > 0 else ability
