"""Exact odds as data for a picture and a table: worked out in another process, put into words by the page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import msgspec

from rulewright import games
from rulewright.table.odds_rows import rows
from rulewright.table.procedures import find, read_arguments
from rulewright.table.shown_odds import Shown, name_of, numbers, of_dice, of_procedure


class Band(msgspec.Struct, frozen=True):
    """A row: the outcome in words, or the first and last of a run of numbers; its chance, and that of at least it."""

    name: str
    last: str
    share: float
    at_least: float


class Drawn(msgspec.Struct, frozen=True):
    """The odds of one thing.

    `ordered` outcomes are numbers in their order. `left_out` counts outcomes without a row, `by_number` the things of
    which only the numbers are drawn. `percentiles` are the least values that so many percent do not pass.
    """

    title: str
    bands: tuple[Band, ...]
    ordered: bool
    left_out: int
    by_number: int
    mean: float | None
    percentiles: Mapping[int, int]
    dropped: float
    success: float | None
    events: Mapping[str, float]


def of_expression(text: str) -> Drawn:
    """The odds of dice; raises `Malformed` and `TooManyPaths`."""
    return _drawn(of_dice(text))


def of_rule(game_id: str, name: str, arguments: Mapping[str, Any]) -> Drawn:
    """The odds of a rule with these arguments; raises `Malformed`, `Refused` and `TooManyPaths`."""
    procedure = find(games.get(game_id), name)
    return _drawn(of_procedure(procedure, read_arguments(procedure, arguments)))


def _drawn(shown: Shown) -> Drawn:
    found = rows(shown)
    ordered = bool(found.by_number) or numbers(outcome for outcome, _ in shown.outcomes)
    shares = [row.shares[0] for row in found.rows]
    return Drawn(
        shown.title,
        tuple(
            Band(name_of(row.outcomes[0]), name_of(row.outcomes[-1]), float(share), float(at_least))
            for row, share, at_least in zip(found.rows, shares, _at_least(shares))
        ),
        ordered,
        found.left_out,
        found.by_number,
        None if shown.mean is None else float(shown.mean),
        shown.percentiles,
        float(shown.dropped),
        None if shown.success is None else float(shown.success),
        {name: float(share) for name, share in shown.events.items()},
    )


def _at_least(shares: Sequence[Fraction]) -> list[Fraction]:
    """Of each row its chance and those of all rows after it together."""
    reached, sums = Fraction(0), []
    for share in reversed(shares):
        reached += share
        sums.append(reached)
    return sums[::-1]
