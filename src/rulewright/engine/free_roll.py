"""A roll without a game: the procedures that throw a dice expression and say what every die did.

`roll` shows each die; `total` gives only the sum, and exact odds follow it term by term. Both are the same walk
over the expression and read thrown dice with the same function.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

import msgspec

from rulewright.engine.alike import SUM, Alike, Counting, Kept
from rulewright.engine.enumerate import TooManyPaths
from rulewright.engine.expression import D66, WAVES, Dice, Expression, Negative, Number, Product, Target, holds
from rulewright.engine.pools import Faces, Ways
from rulewright.engine.requests import Call, Procedure, Roll

MOST_STEPS = 5_000_000  # of exact odds for one pool: a few seconds at most


class Die(msgspec.Struct, frozen=True, gc=False):
    """One die as it fell.

    A die that is not kept was dropped. `exploded` says that it brought another. `success` is None where dice
    are added and not counted.
    """

    face: int
    kept: bool = True
    exploded: bool = False
    success: bool | None = None


class Part(msgspec.Struct, frozen=True, gc=False):
    """One dice term: its text, its dice in the order they fell, and what they come to."""

    text: str
    dice: tuple[Die, ...]
    subtotal: int


class FreeRoll(msgspec.Struct, frozen=True, gc=False):
    """A thrown expression: its plain text, the total, and its dice terms from left to right.

    The text with each dice term replaced by its subtotal works out to the total. `success` is None where the
    expression has no target.
    """

    text: str
    total: int
    success: bool | None
    parts: tuple[Part, ...]


def roll(expression: Expression) -> Procedure[FreeRoll]:
    """Throw the dice of an expression and show each of them."""
    parts: list[Part] = []
    reached = yield from _walk(expression, parts)
    return FreeRoll(_text(expression), reached, succeeds(expression, reached), tuple(parts))


def total(expression: Expression) -> Procedure[int]:
    """Throw the dice of an expression and return only the total (of a target: the total compared with it).

    Its exact odds come from `Odds().of(lambda: total(expression))`; a pool that would take more than
    `MOST_STEPS` steps raises `TooManyPaths` at once.
    """
    return _walk(expression, None)


def succeeds(expression: Expression, reached: int) -> bool | None:
    """Whether this total meets the target of the expression; None where it has none."""
    return holds(reached, expression.compare, expression.value) if isinstance(expression, Target) else None


def _walk(term: Expression, parts: list[Part] | None) -> Procedure[int]:
    """The total of a term. Without `parts` its own terms are calls, so that their odds are merged."""
    if isinstance(term, Dice):
        request = _request(term)
        faces: Faces = yield request
        counted = _counted(term, faces)
        subtotal = len(counted) if term.compare else sum(counted)
        if parts is not None:
            parts.append(Part(request.why, _shown(term, faces, counted), subtotal))
        return subtotal
    if isinstance(term, Number):
        return term.value
    if isinstance(term, D66):
        (tens,) = yield _SIX
        (ones,) = yield _SIX
        if parts is not None:
            parts.append(Part("d66", (Die(tens), Die(ones)), 10 * tens + ones))
        return int(10 * tens + ones)
    if isinstance(term, Target):
        return (yield from _walk(term.term, parts))
    if isinstance(term, Negative):
        return -(yield from _walk(term.term, parts))
    if parts is None:
        left: int = yield Call(total, (term.left,))
        right: int = yield Call(total, (term.right,))
    else:
        left = yield from _walk(term.left, parts)
        right = yield from _walk(term.right, parts)
    if isinstance(term, Product):
        return left * right
    return left + right if term.sign == "+" else left - right


def _counted(dice: Dice, faces: Faces) -> Sequence[int]:
    """The faces that count: those that hit, those that are kept, or all."""
    if dice.compare:
        low, high = dice.hits
        return [face for face in faces if low <= face <= high]
    if dice.pick:
        number, highest = dice.keeps
        return sorted(faces, reverse=highest)[:number]
    return faces


def _shown(dice: Dice, faces: Faces, counted: Sequence[int]) -> tuple[Die, ...]:
    """Every die with what it did; of equal faces the first ones are kept."""
    if not (dice.pick or dice.again or dice.compare):
        return tuple([Die(face) for face in faces])
    left = Counter(counted)
    bringing = len(faces) - dice.count  # as many dice exploded as came in addition, the earliest first
    shown = []
    for face in faces:
        counts = left[face] > 0
        left[face] -= 1
        exploded = bringing > 0 and face >= dice.again
        bringing -= exploded
        shown.append(Die(face, counts or not dice.pick, exploded, counts if dice.compare else None))
    return tuple(shown)


_SIX = Roll(1, 6, why="d66")


@lru_cache(maxsize=1024)
def _text(expression: Expression) -> str:
    return str(expression)


@lru_cache(maxsize=1024)
def _request(dice: Dice) -> Roll:
    alike: Alike = SUM
    if dice.compare:
        alike = Counting(*dice.hits)
    elif dice.pick:
        alike = Kept(*dice.keeps)
    waves = WAVES if dice.again else 0
    return Roll(dice.count, dice.sides, "", "", str(dice), _Within(alike, _steps(dice)), dice.again, waves)


def _steps(dice: Dice) -> int:
    """About how many steps exact odds of the pool take."""
    if dice.pick:
        kept = dice.keeps[0] * dice.sides
        return max(dice.count * kept, kept * kept // 4)
    most = dice.count * (WAVES + 1 if dice.again else 1)
    listing = most * most * (1 if dice.compare else dice.sides - 1)
    values = 1 if dice.compare else dice.sides - dice.again + 1  # by which a growing chain may differ, each wave
    return max(listing, WAVES * WAVES // 2 * values * dice.sides if dice.again else 0)


class _Within:
    """Outcomes alike as `alike` says, refused where listing them would take too many steps."""

    __slots__ = ("alike", "steps")

    def __init__(self, alike: Alike, steps: int) -> None:
        self.alike = alike
        self.steps = steps

    def ways(self, count: int, sides: int, again: int, depth: int) -> tuple[Ways, int]:
        if self.steps > MOST_STEPS:
            raise TooManyPaths(
                f"exact odds of {count}d{sides} would take about {self.steps:,} steps, "
                f"at most {MOST_STEPS:,} are allowed; sample it instead"
            )
        return self.alike.ways(count, sides, again, depth)
