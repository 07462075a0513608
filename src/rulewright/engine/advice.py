"""The advising driver: the best answer to a question by the expected value of a stated aim.

Chance is followed as in exact odds; questions that are the adviser's are answered by trying every answer and
taking the best (expectimax), those of other people by a policy.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations, product
from typing import Any, TypeVar

import msgspec

from rulewright.engine.drivers import Answer, by_default
from rulewright.engine.enumerate import Odds, TooManyPaths
from rulewright.engine.requests import Ask, Call, Procedure, Question, Roll

T = TypeVar("T")
MOST_ANSWERS = 1000


class Choice(msgspec.Struct, frozen=True):
    """Answers to the questions asked together, and the aim's expected value after them."""

    answers: tuple[Any, ...]
    value: Fraction


class Advice(msgspec.Struct, frozen=True):
    """What to answer: every choice, the best first; of equals the default, then the one offered first."""

    questions: tuple[Question, ...]
    choices: tuple[Choice, ...]

    @property
    def best(self) -> Choice:
        """The choice with the highest expected value."""
        return self.choices[0]


def answers_to(question: Question) -> Iterator[Any]:
    """Every legal answer, the default first; a text is only ever left at its default."""
    first = by_default(question)
    yield first
    values = [option.value for option in question.options]
    every: Iterator[Any]
    match question.kind:
        case "choice":
            every = iter(values)
        case "number":
            every = iter(range(question.least, question.most + 1))
        case "several":
            sizes = range(question.least, question.most + 1)
            every = (list(some) for size in sizes for some in combinations(values, size))
        case _:
            every = iter(())
    yield from (answer for answer in every if answer != first)


class Adviser:
    """Gives advice for an aim: a number made of a procedure's result, the higher the better.

    `mine` tells which questions the adviser may decide; others take `policy`. More than `paths` paths, or more
    than a thousand answers at one place, raise `TooManyPaths`.
    """

    def __init__(
        self,
        aim: Callable[[Any], int | Fraction],
        mine: Callable[[Question], bool] = lambda question: True,
        policy: Answer = by_default,
        *,
        paths: int = 200_000,
    ) -> None:
        self.aim = aim
        self.mine = mine
        self.policy = policy
        self.paths = paths
        self._odds = Odds(policy, paths=paths)

    def advise(self, fresh: Callable[[], Procedure[T]], sent: Sequence[Any] = ()) -> Advice | None:
        """Advice for what the procedure asks right after the answers `sent`; None where that is not the adviser's.

        `fresh` starts the procedure anew each time it is called.
        """
        request = self._after(fresh, sent)
        if not isinstance(request, Ask) or not any(map(self.mine, request.questions)):
            return None
        choices = [
            Choice(tuple(answers), self.value(fresh, (*sent, list(answers)))) for answers in self._answers(request)
        ]
        return Advice(request.questions, tuple(sorted(choices, key=lambda choice: -choice.value)))

    def value(self, fresh: Callable[[], Procedure[T]], sent: Sequence[Any] = ()) -> Fraction:
        """The aim's expected value after the answers `sent`, with the best answers from there on."""
        self.paths -= 1
        if self.paths < 0:
            raise TooManyPaths("too many paths to follow one by one")
        request = self._after(fresh, sent)
        if isinstance(request, Ask):
            return max(self.value(fresh, (*sent, list(answers))) for answers in self._answers(request))
        if isinstance(request, Roll | Call):
            branches, total, _ = self._odds.branches(request)  # nothing is dropped here
            weighted = (self.value(fresh, (*sent, value)) * weight for value, weight in branches)
            return sum(weighted, Fraction(0)) / total
        return Fraction(self.aim(request))

    def _after(self, fresh: Callable[[], Procedure[T]], sent: Sequence[Any]) -> Any:
        """The next request, or the result where the procedure has ended."""
        procedure = fresh()
        try:
            request = next(procedure)
            for value in sent:
                request = procedure.send(value)
        except StopIteration as stop:
            return stop.value
        return request

    def _answers(self, request: Ask) -> list[tuple[Any, ...]]:
        each = [
            list(answers_to(question)) if self.mine(question) else [self.policy(question)]
            for question in request.questions
        ]
        every: list[tuple[Any, ...]] = []
        for answers in product(*each):
            every.append(answers)
            if len(every) > MOST_ANSWERS:
                raise TooManyPaths("too many answers to try one by one")
        return every
