"""Which rows to draw of odds that have too many outcomes for a row each: bands of numbers, or the likeliest things."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import accumulate
from typing import Any

import msgspec

from rulewright.table.shown_odds import Shown, numbers

MOST_ROWS = 30
_TAIL = Fraction(1, 10_000)
_NONE = Fraction(0)


class Row(msgspec.Struct, frozen=True):
    """Outcomes that share a row, one of them or a run of numbers, and their chance in each of the odds drawn."""

    outcomes: tuple[Any, ...]
    shares: tuple[Fraction, ...]


class Rows(msgspec.Struct, frozen=True):
    """Rows in the order to draw them.

    `left_out` counts outcomes that have no row. Of so many things that only the numbers that go with them are
    drawn, `by_number` counts the things; else it is 0.
    """

    rows: tuple[Row, ...]
    left_out: int = 0
    by_number: int = 0

    @property
    def longest(self) -> Fraction:
        """The greatest chance of a row."""
        return max((share for row in self.rows for share in row.shares), default=_NONE)


def rows(*shown: Shown) -> Rows:
    """The rows of one thing's odds, or of several things' side by side."""
    each = [dict(one.outcomes) for one in shown]
    both = _together(each)
    by_number = 0
    if len(shown) == 1 and len(both) > MOST_ROWS and not numbers(both) and (values := shown[0].values) is not None:
        by_number = len(both)
        both = {value: values.p(value) for value in sorted(values)}
        each = [both]
    drawn = _bands(both)
    found = [
        Row(tuple(band), tuple(sum((shares.get(one, _NONE) for one in band), _NONE) for shares in each))
        for band in drawn
    ]
    return Rows(tuple(found), len(both) - sum(map(len, drawn)), by_number)


def _together(each: Sequence[Mapping[Any, Fraction]]) -> dict[Any, Fraction]:
    """All outcomes with the sums of their chances; numbers in their order."""
    both: dict[Any, Fraction] = {}
    for shares in each:
        for outcome, share in shares.items():
            both[outcome] = both.get(outcome, _NONE) + share
    return dict(sorted(both.items())) if numbers(both) else both


def _bands(shares: Mapping[Any, Fraction]) -> list[list[Any]]:
    """The outcomes of each row.

    Many numbers in a row come in bands of equal width between two tails; of many other things only the likeliest
    have a row.
    """
    if len(shares) <= MOST_ROWS:
        return [[outcome] for outcome in shares]
    if not numbers(shares):
        return [[one] for one in sorted(shares, key=lambda outcome: shares[outcome], reverse=True)[:MOST_ROWS]]
    first, last = _middle(list(shares.items()))
    order = list(shares)
    least, most = order[first], order[last]
    width = -(-(most - least + 1) // (MOST_ROWS - 2))
    bands: dict[int, list[Any]] = {}
    for place, outcome in enumerate(order):
        row = -1 if place < first else MOST_ROWS if place > last else (outcome - least) // width
        bands.setdefault(row, []).append(outcome)
    return [band for _, band in sorted(bands.items())]


def _middle(outcomes: Sequence[tuple[Any, Fraction]]) -> tuple[int, int]:
    """The places of the first and last outcome between two tails that are too unlikely to draw."""
    ends = []
    for run in (outcomes, outcomes[::-1]):
        reached = accumulate(share for _, share in run)
        ends.append(next((place for place, tail in enumerate(reached) if tail >= _TAIL), 0))
    return ends[0], len(outcomes) - 1 - ends[1]
