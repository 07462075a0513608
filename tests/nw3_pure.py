"""Rules of nw3 that are run by themselves: results by their faces, and exact odds."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import msgspec

from nw3_judge_helpers import WAYS
from rulewright.engine.distribution import Distribution
from rulewright.engine.drivers import Script
from rulewright.engine.enumerate import Odds
from rulewright.engine.modifiers import Sum
from rulewright.games.nw3.asking.procedures import PROCEDURES

REQUIRED: dict[str, dict[str, Any]] = {
    "judge": {"alter": 6},
    "attack": {"hit": 11, "dodge": 9, "damage": 12, "defence": 6},
    "initiative": {"spd": 12},
    "recovery": {"power": 7},
}
FOE: dict[str, Any] = {"critical": 10, "fumble": 5}


def given(name: str, **fields: Any) -> Any:
    """The fields of a procedure, read as JSON would be."""
    return msgspec.convert({**REQUIRED.get(name, {}), **fields}, PROCEDURES[name].fields)


def run(name: str, faces: Sequence[int], answers: dict[str, Any] | None = None, **fields: Any) -> Any:
    """The result of a procedure for exactly these faces."""
    return Script(faces, answers).run(PROCEDURES[name].run(given(name, **fields)))


def summed(name: str, result: Any) -> Sum:
    explain = PROCEDURES[name].explain
    assert explain is not None
    total = explain(result)
    assert total is not None
    return total


def odds(name: str, *, paths: int = 1_000_000, drop: Fraction | None = None, **fields: Any) -> Distribution[Any]:
    """The exact odds of what a procedure counts, with its own bound; nothing but that bound may be missing."""
    procedure, read = PROCEDURES[name], given(name, **fields)
    found = Odds(drop=procedure.drop if drop is None else drop, paths=paths).of(lambda: procedure.run(read))
    assert sum(found.weights.values()) == found.total * (1 - found.dropped)
    return found.map(procedure.outcome)


def counted(alter: int, critical: int, fumble: int, chains: int = 12) -> dict[int, Fraction]:
    """The Results of an Opposed Judge with chains up to so many Criticals, counted throw by throw."""
    found: dict[int, Fraction] = {}

    def add(result: int, share: Fraction) -> None:
        found[max(0, result)] = found.get(max(0, result), Fraction(0)) + share

    share = Fraction(1)
    for criticals in range(chains + 1):
        for total, count in WAYS.items():
            if total == critical:
                continue
            fumbled = total == fumble and not criticals
            add(alter - 10 if fumbled else alter + 10 * criticals + total, share * count / 36)
        share *= Fraction(WAYS[critical], 36)
    return found


def near(exact: Fraction, expected: Fraction) -> bool:
    return abs(exact - expected) < Fraction(1, 10**8)
