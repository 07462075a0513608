"""The enumerating driver: exact odds of a procedure.

Chance is just another player: every outcome of every roll is followed with its weight. A generator cannot be
copied, so a path is followed by running the procedure afresh with the answers so far; one path is continued
without a restart. The result of a `Call` depends on its arguments alone: its distribution is worked out once,
merged by equal results, and kept.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from fractions import Fraction
from typing import Any, TypeVar

from rulewright.engine.alike import MULTISET
from rulewright.engine.distribution import Distribution, mix
from rulewright.engine.drivers import Answer, by_default
from rulewright.engine.errors import RulewrightError
from rulewright.engine.requests import Call, Procedure, Request, Roll

T = TypeVar("T", bound=Hashable)


class TooManyPaths(RulewrightError):
    """The procedure has more paths than the caller allows to follow; sample it instead."""


class Odds:
    """Exact odds with a shared memory of sub-procedures.

    Decisions come from `answer`. A path less likely than `drop` is not followed, and the probability left out
    that way is reported as the result's `dropped`. More than `paths` paths raise `TooManyPaths`.
    """

    def __init__(self, answer: Answer = by_default, *, drop: Fraction = Fraction(0), paths: int = 1_000_000) -> None:
        self.answer = answer
        self.drop = drop
        self.paths = paths
        self._known: dict[Hashable, Distribution[Any]] = {}

    def of(self, fresh: Callable[[], Procedure[T]], sent: Sequence[Any] = ()) -> Distribution[T]:
        """The distribution of what the procedure returns, after the answers `sent`.

        `fresh` starts the procedure anew each time it is called.
        """
        leaves: list[tuple[T, int, int]] = []
        lost_inside = Fraction(0)
        lost: dict[int, int] = {}  # weights of paths not followed, by their total
        numerator, denominator = self.drop.numerator, self.drop.denominator
        stack: list[tuple[tuple[Any, ...], int, int]] = [(tuple(sent), 1, 1)]
        while stack:
            path, weight, total = stack.pop()
            self.paths -= 1
            if self.paths < 0:
                raise TooManyPaths("too many paths to follow one by one")
            procedure = fresh()
            try:
                request = next(procedure)
                for value in path:
                    request = procedure.send(value)
                while True:
                    values, of, inside = self.branches(request)
                    if inside:
                        lost_inside += inside * Fraction(weight, total)
                    following = None
                    least = numerator * total * of
                    for value, ways in values:
                        if weight * ways * denominator < least:
                            lost[total * of] = lost.get(total * of, 0) + weight * ways
                        elif following is None:
                            following = value, weight * ways
                        else:
                            stack.append(((*path, value), weight * ways, total * of))
                    if following is None:
                        break
                    if len(stack) > self.paths:  # each of them is a path to come; a path may have no end of its own
                        raise TooManyPaths("too many paths to follow one by one")
                    value, weight = following
                    total *= of
                    path = (*path, value)
                    request = procedure.send(value)
            except StopIteration as stop:
                leaves.append((stop.value, weight, total))
        weights, common = mix(leaves)
        dropped = lost_inside + sum((Fraction(part, total) for total, part in lost.items()), Fraction(0))
        return Distribution(weights, common, dropped)

    def call(self, procedure: Callable[..., Procedure[T]], *args: Hashable) -> Distribution[T]:
        """The distribution of a pure procedure with these arguments, worked out once."""
        key = (procedure, args)
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = self.of(lambda: procedure(*args))
        return known

    def _merged(self, request: Call) -> Distribution[Any]:
        """The results of several calls, one combination for each class that the caller treats alike."""
        key = (request.procedure, request.args, request.alike)
        known = self._known.get(key)
        if known is None:
            parts = [self.call(call.procedure, *call.args) for call in request.args if isinstance(call, Call)]
            assert request.alike is not None
            known = self._known[key] = request.alike.merge(parts)
        return known

    def branches(self, request: Request) -> tuple[Sequence[tuple[Any, int]], int, Fraction]:
        """What may be sent next with its weight, the total of the weights, and the share lost inside it."""
        if isinstance(request, Roll):
            alike = request.alike or MULTISET
            ways, total = alike.ways(request.count, request.sides, request.again, request.depth)
            return ways, total, Fraction(0)
        if isinstance(request, Call):
            known = self._merged(request) if request.alike else self.call(request.procedure, *request.args)
            return list(known.weights.items()), known.total, known.dropped
        return [([self.answer(question) for question in request.questions], 1)], 1, Fraction(0)
