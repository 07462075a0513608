"""How a judge came out, and which of two wins (NWO-JUDGE-03, -08)."""

from __future__ import annotations

import msgspec

from rulewright.games.nwo.judges.dice import Dice


class Judged(msgspec.Struct, frozen=True, gc=False):
    """The value of a judge. `dice` are None for a value without a judge; `failed` judges of somebody overloaded.

    `given_up` says that the judge was left out on purpose and fails whatever it is compared with.
    """

    value: int
    dice: Dice | None = None
    prana: int = 0
    failed: bool = False
    given_up: bool = False

    @property
    def criticals(self) -> int:
        return self.dice.criticals if self.dice else 0

    @property
    def fumble(self) -> bool:
        return self.dice is not None and self.dice.fumble


def succeeds(outcome: Judged, difficulty: int) -> bool:
    """Whether a normal judge reaches its difficulty (NWO-JUDGE-03)."""
    return outcome.value >= difficulty and not outcome.failed and not outcome.given_up


def active_wins(active: Judged, passive: Judged) -> bool:
    """Whether the active side wins an opposed judge: only with more; a failed side loses (NWO-JUDGE-08, WEIGHT-06)."""
    if active.failed or active.given_up:
        return False
    return passive.failed or passive.given_up or active.value > passive.value
