"""Which outcomes of a roll a rule treats alike, so that exact odds follow one outcome for each class.

A hundred six-sided dice have 6**100 outcomes but only 501 sums. A procedure that only adds its dice says so
with `SUM`; the enumerating driver then follows 501 representative outcomes with their exact weights, and the
procedure itself is unchanged.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from math import comb
from typing import Protocol

from rulewright.engine.pools import Faces, Ways, pool


class Alike(Protocol):
    """A class of equal treatment."""

    def ways(self, count: int, sides: int, again: int, depth: int) -> tuple[Ways, int]:
        """Representative faces (as a roll would show them) with their weights, and the total of all weights.

        `again` and `depth` are those of the roll: dice that bring more dice.
        """
        ...


class _Multiset:
    """Only which faces fell matters, not on which die: what every procedure may rely on."""

    def ways(self, count: int, sides: int, again: int, depth: int) -> tuple[Ways, int]:
        if not again:
            return _multisets(count, sides), sides**count
        return tuple(_waves(count, sides, again, depth)), sides ** (count * (depth + 1))


class _Sum:
    """Only the sum of the faces matters."""

    def ways(self, count: int, sides: int, again: int, depth: int) -> tuple[Ways, int]:
        if not again:
            return _sums(count, sides), sides**count
        return pool(count, sides, again, depth)


class Counting:
    """Only how many faces lie from `low` to `high` matters: a save, a pool of successes."""

    __slots__ = ("high", "low")

    def __init__(self, low: int, high: int) -> None:
        self.low = low
        self.high = high

    def ways(self, count: int, sides: int, again: int, depth: int) -> tuple[Ways, int]:
        hits = self.low, self.high
        return pool(count, sides, again, depth, hits) if again else pool(count, sides, sides + 1, 0, hits)


class Kept:
    """Only the sum of the `number` highest (or lowest) faces matters: best three of four, advantage.

    `number` is at least 1 and at most the dice of the roll.
    """

    __slots__ = ("highest", "number")

    def __init__(self, number: int, highest: bool = True) -> None:
        self.number = number
        self.highest = highest

    def ways(self, count: int, sides: int, again: int, depth: int) -> tuple[Ways, int]:
        if again:
            return MULTISET.ways(count, sides, again, depth)
        return _kept(count, sides, self.number, self.highest), sides**count


MULTISET = _Multiset()
SUM = _Sum()


@lru_cache(maxsize=256)
def at_most(target: int) -> Counting:
    """Only whether a die shows at most `target` matters."""
    return Counting(1, target)


@lru_cache(maxsize=1024)
def _multisets(count: int, sides: int) -> Ways:
    def grow(least: int, left: int) -> Iterator[tuple[Faces, int]]:
        if least == sides:
            yield (sides,) * left, 1
            return
        for here in range(left, -1, -1):
            for rest, ways in grow(least + 1, left - here):
                yield (least,) * here + rest, ways * comb(left, here)

    return tuple(grow(1, count))


def _waves(count: int, sides: int, again: int, depth: int) -> Iterator[tuple[Faces, int]]:
    """Multisets wave by wave, over the common total sides ** (count * (depth + 1))."""
    for faces, weight in _multisets(count, sides):
        more = sum(1 for face in faces if face >= again)
        if not more or not depth:
            yield faces, weight * sides ** (count * depth)
            continue
        for extra, ways in _waves(more, sides, again, depth - 1):
            yield faces + extra, weight * ways * sides ** ((count - more) * depth)


@lru_cache(maxsize=1024)
def _sums(count: int, sides: int) -> Ways:
    weights = [1]
    for _ in range(count):
        weights = _another(weights, sides)
    ways = []
    for over, weight in enumerate(weights):
        full, rest = divmod(over, sides - 1) if sides > 1 else (0, 0)
        ones = count - full - (1 if rest else 0)
        ways.append(((sides,) * full + ((rest + 1,) if rest else ()) + (1,) * ones, weight))
    return tuple(ways)


@lru_cache(maxsize=1024)
def _kept(count: int, sides: int, number: int, highest: bool) -> Ways:
    """Ways by the sum of the `number` highest or lowest of `count` dice.

    The worst kept face splits the outcomes: `above` dice show more, of the others at least number - above show
    just that face and the rest less. Dice that show more are free among the better faces, so their sums are
    those of smaller dice, and there is no state to carry from face to face. Lowest dice are highest dice with
    their faces turned over.
    """
    weights = [0] * (number * (sides - 1) + 1)  # by the sum over `number`
    for worst in range(1, sides + 1):
        better = sides - worst
        sums = [1]  # of `above` dice with faces 0 to better - 1
        for above in range(number if better else 1):
            if above:
                sums = _another(sums, better)
            others = count - above
            rest = sum(
                comb(others, tied) * (worst - 1) ** (others - tied) for tied in range(number - above, others + 1)
            )
            scale = comb(count, above) * rest
            least = above * worst + (number - above) * (worst - 1)
            for over, ways in enumerate(sums):
                weights[least + over] += scale * ways
    shown = []
    for over, weight in enumerate(weights):
        full, left = divmod(over, sides - 1)
        kept = (sides,) * full + ((left + 1,) if left else ())
        faces = kept + (1,) * (count - len(kept))
        shown.append((faces if highest else tuple(sides + 1 - face for face in faces), weight))
    return tuple(shown)


def _another(sums: list[int], sides: int) -> list[int]:
    """The weights of sums with one more die, faces 0 to sides - 1: a window slides over the sums so far."""
    window, longer = 0, []
    for index in range(len(sums) + sides - 1):
        window += sums[index] if index < len(sums) else 0
        window -= sums[index - sides] if index >= sides else 0
        longer.append(window)
    return longer
