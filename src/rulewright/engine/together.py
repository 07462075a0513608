"""Pure sub-procedures that know nothing of one another, and what their caller makes of their numbers.

Two Judges that are compared have thousands of pairs of results but only some dozens of differences. A procedure
that uses nothing but the difference says so; exact odds then follow one pair for each difference, and in play
the procedure is sent the results as they are.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from rulewright.engine.distribution import Distribution
from rulewright.engine.requests import Call, Procedure


def in_turn(*calls: Call) -> Procedure[tuple[Any, ...]]:
    """Run the sub-procedures one after another; returns their results."""
    results = []
    for call in calls:
        results.append((yield from call.procedure(*call.args)))
    return tuple(results)


class SumAlike:
    """Only the sum of the results' numbers matters, each counted `signs` times (1 or -1).

    `number` gives the whole number of a result.
    """

    __slots__ = ("number", "signs")

    def __init__(self, number: Callable[[Any], int] = int, signs: tuple[int, ...] = ()) -> None:
        self.number = number
        self.signs = signs

    def merge(self, parts: Sequence[Distribution[Any]]) -> Distribution[tuple[Any, ...]]:
        """One combination of results for each sum, with the weight of all that share the sum."""
        signs = self.signs or (1,) * len(parts)
        sums: dict[int, tuple[tuple[Any, ...], int]] = {0: ((), 1)}
        total, kept = 1, 1
        for part, sign in zip(parts, signs, strict=True):
            numbers: dict[int, tuple[Any, int]] = {}
            for result, weight in part.weights.items():
                number = sign * self.number(result)
                known = numbers.get(number)
                numbers[number] = (result, weight) if known is None else (known[0], known[1] + weight)
            sums = _added(sums, numbers, total * part.total)
            total *= part.total
            kept *= sum(part.weights.values())
        return Distribution(dict(sums.values()), total, Fraction(total - kept, total))


def _added(
    sums: dict[int, tuple[tuple[Any, ...], int]], numbers: dict[int, tuple[Any, int]], most: int
) -> dict[int, tuple[tuple[Any, ...], int]]:
    """The sums with one more number. Weights are packed into two long whole numbers, whose product holds theirs."""
    if not sums or not numbers:  # no path of one of them was followed
        return {}
    width = (most.bit_length() + 8) // 8
    low, low_more = min(sums), min(numbers)
    product = _packed({n: weight for n, (_, weight) in sums.items()}, low, width) * _packed(
        {n: weight for n, (_, weight) in numbers.items()}, low_more, width
    )
    count = (max(sums) - low) + (max(numbers) - low_more) + 1
    digits = product.to_bytes(count * width, "little")
    found = {}
    for place in range(count):
        weight = int.from_bytes(digits[place * width : (place + 1) * width], "little")
        if weight:
            value = place + low + low_more
            first = next(n for n in sums if value - n in numbers)
            found[value] = ((*sums[first][0], numbers[value - first][0]), weight)
    return found


def _packed(weights: dict[int, int], low: int, width: int) -> int:
    digits = bytearray((max(weights) - low + 1) * width)
    for number, weight in weights.items():
        at = (number - low) * width
        digits[at : at + width] = weight.to_bytes(width, "little")
    return int.from_bytes(digits, "little")


def together(alike: SumAlike, *calls: Call) -> Call:
    """A request for the results of `calls` (a tuple), of which the caller uses only what `alike` says."""
    return Call(in_turn, calls, alike)
