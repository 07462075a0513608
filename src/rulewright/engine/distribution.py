"""Exact distributions: outcomes with whole-number weights over a common total."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from fractions import Fraction
from math import lcm
from typing import Any, Generic, TypeVar

T = TypeVar("T", bound=Hashable)
U = TypeVar("U", bound=Hashable)


class Distribution(Generic[T]):
    """Outcomes and their weights. `total` is the weight of everything, `dropped` the probability left out.

    Weights are whole numbers, so probabilities are exact fractions of `total`; the weights of the outcomes
    and the dropped share add up to `total`.
    """

    __slots__ = ("dropped", "total", "weights")

    def __init__(self, weights: Mapping[T, int], total: int | None = None, dropped: Fraction = Fraction(0)) -> None:
        self.weights = dict(weights)
        self.total = sum(self.weights.values()) if total is None else total
        self.dropped = dropped

    def __iter__(self) -> Iterator[T]:
        return iter(self.weights)

    def __len__(self) -> int:
        return len(self.weights)

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Distribution)
            and self.dropped == other.dropped
            and self.weights.keys() == other.weights.keys()
            and all(self.p(outcome) == other.p(outcome) for outcome in self)
        )

    __hash__ = None  # type: ignore[assignment]

    def p(self, outcome: T) -> Fraction:
        """The exact probability of `outcome`."""
        return Fraction(self.weights.get(outcome, 0), self.total)

    def chance(self, event: Callable[[T], bool]) -> Fraction:
        """The exact probability that `event` holds."""
        return Fraction(sum(weight for outcome, weight in self.weights.items() if event(outcome)), self.total)

    def map(self, function: Callable[[T], U]) -> Distribution[U]:
        """The distribution of `function` of an outcome; equal values are merged."""
        merged: dict[U, int] = {}
        for outcome, weight in self.weights.items():
            value = function(outcome)
            merged[value] = merged.get(value, 0) + weight
        return Distribution(merged, self.total, self.dropped)

    def expect(self, value: Callable[[T], Any]) -> Fraction:
        """The mean of `value` over the outcomes that were not dropped."""
        kept = sum(self.weights.values())
        if not kept:
            raise ValueError("no outcome has a weight")
        weighted = (Fraction(value(outcome)) * weight for outcome, weight in self.weights.items())
        return sum(weighted, Fraction(0)) / kept

    def percentile(self, share: Fraction | float) -> T:
        """The least outcome with at least `share` (0 to 1) of the kept weight at or below it."""
        wanted = Fraction(share) * sum(self.weights.values())
        reached = 0
        ordered = sorted(self.weights)  # type: ignore[type-var]
        for outcome in ordered:
            reached += self.weights[outcome]
            if reached >= wanted:
                return outcome
        return ordered[-1]


def mix(parts: Iterable[tuple[T, int, int]]) -> tuple[dict[T, int], int]:
    """Merge leaves `(outcome, weight, total)` of unequal totals into weights over one common total."""
    by_total: dict[int, dict[T, int]] = {}
    for outcome, weight, total in parts:
        group = by_total.setdefault(total, {})
        group[outcome] = group.get(outcome, 0) + weight
    common = lcm(*by_total)
    merged: dict[T, int] = {}
    for total, group in by_total.items():
        scale = common // total
        for outcome, weight in group.items():
            merged[outcome] = merged.get(outcome, 0) + weight * scale
    return merged, common
