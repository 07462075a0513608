"""Judges on scripted dice: what came out, what was rolled and asked on the way, and what an answer is refused for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, TypeVar

import pytest

from rulewright.engine.drivers import Script
from rulewright.engine.enumerate import Odds
from rulewright.engine.errors import Refused
from rulewright.engine.requests import Call, Procedure, Question
from rulewright.games.nw3.options import Options
from rulewright.table.questions import check

T = TypeVar("T")
TINY = Fraction(1, 10**7)
WAYS = {2: 1, 3: 2, 4: 3, 5: 4, 6: 5, 7: 6, 8: 5, 9: 4, 10: 3, 11: 2, 12: 1}
"""In how many of 36 throws 2d6 show a total."""
FACES = {total: (max(1, total - 6), min(6, total - 1)) for total in WAYS}
"""One pair of faces for every total."""


def play(procedure: Procedure[T], faces: Sequence[int] = (), answers: Mapping[str, Any] | None = None) -> T:
    """The result with exactly these faces."""
    return Script(faces, answers).run(procedure)


def played(
    procedure: Procedure[T], faces: Sequence[int] = (), answers: Mapping[str, Any] | None = None
) -> tuple[T, Script]:
    """The result with exactly these faces, and the script with what was rolled and asked."""
    script = Script(faces, answers)
    return script.run(procedure), script


def totals(*shown: int) -> list[int]:
    """The faces of throws of 2d6 with these totals."""
    return [face for total in shown for face in FACES[total]]


def reason(question: Question, answer: str) -> str:
    """Why the table refuses an answer to a question."""
    with pytest.raises(Refused) as caught:
        check(question, answer)
    return caught.value.reason


def values(question: Question) -> list[str]:
    """The answers that are legal."""
    return [option.value for option in question.options]


def prospects(question: Question) -> dict[str, Fraction]:
    """What the outlook of a question says of every option: a chance, or a mean."""
    assert question.outlook is not None
    odds = Odds(drop=TINY)
    found = {}
    for value in values(question):
        call = question.outlook.call(value)
        found[value] = odds.call(call.procedure, *call.args).expect(Fraction)
    return found


def ways(success: Callable[[int], bool], shown: Iterable[int] = WAYS) -> Fraction:
    """The chance of success, counted over the totals of one throw of 2d6."""
    return Fraction(sum(WAYS[total] for total in shown if success(total)), 36)


def flat(procedure: Procedure[T]) -> Procedure[T]:
    """The same procedure with its sub-procedures run inside it, as a table runs them."""
    value: Any = None
    try:
        request = next(procedure)
        while True:
            if isinstance(request, Call):
                value = yield from flat(request.procedure(*request.args))
            else:
                value = yield request
            request = procedure.send(value)
    except StopIteration as stop:
        result: T = stop.value
        return result


def house(**changed: Any) -> Options:
    """The table options with these changes; every window opens, also where it cannot matter."""
    return Options(**{"prompts": "always", **changed})
