"""Drivers that run a procedure to its end without a table: scripted faces and answers, and random samples.

The enumerating driver is in `enumerate`; the table's own driver, which waits for people and writes a journal,
is in `rulewright.table`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from random import Random
from typing import Any, Protocol, TypeAlias, TypeVar

from rulewright.engine.errors import Malformed
from rulewright.engine.requests import Ask, Call, Procedure, Question, Roll

T = TypeVar("T")
Answer: TypeAlias = Callable[[Question], Any]


def by_default(question: Question) -> Any:
    """Answer with the question's default; where there is none, with the first legal answer."""
    if question.default is not None:
        return question.default
    if question.kind == "several":
        return [option.value for option in question.options[: question.least]]
    if question.kind == "number":
        return question.least
    if question.kind == "text":
        return "-" * question.least
    return question.options[0].value


class Dice(Protocol):
    """A source of faces."""

    def face(self, sides: int) -> int:
        """One face from 1 to `sides`."""
        ...


class SampledDice:
    """Fast dice for simulations: equally likely faces from a seeded generator."""

    __slots__ = ("_random",)

    def __init__(self, seed: int | str | None = None) -> None:
        self._random = Random(seed).random

    def face(self, sides: int) -> int:
        # 53 random bits: for any die below the notation's limit the bias is under one in 10**9
        return int(self._random() * sides) + 1


def throw(roll: Roll, face: Callable[[int], int]) -> tuple[int, ...]:
    """All faces of one roll, extra dice by `again` after the first ones, wave by wave."""
    sides = roll.sides
    faces = tuple([face(sides) for _ in range(roll.count)])
    if not roll.again:
        return faces
    wave, thrown = faces, faces
    for _ in range(roll.depth):
        wave = tuple([face(sides) for shown in wave if shown >= roll.again])
        if not wave:
            break
        thrown += wave
    return thrown


def run(procedure: Procedure[T], face: Callable[[int], int], answer: Answer = by_default) -> T:
    """Run a procedure with faces from `face` and answers from `answer`; nothing is recorded."""
    send: Callable[[Any], Any] = procedure.send
    callers: list[Callable[[Any], Any]] = []
    value: Any = None
    while True:
        try:
            request = send(value)
        except StopIteration as stop:
            value = stop.value
            if not callers:
                result: T = value
                return result
            send = callers.pop()
            continue
        kind = type(request)
        if kind is Roll:
            count, sides = request.count, request.sides
            if request.again or count > 2:
                value = throw(request, face)
            else:
                value = (face(sides), face(sides)) if count == 2 else (face(sides),) * count
        elif kind is Call:
            callers.append(send)
            send = request.procedure(*request.args).send
            value = None
        elif kind is Ask:
            questions = request.questions
            value = [answer(questions[0])] if len(questions) == 1 else [answer(one) for one in questions]
        else:
            raise TypeError(f"a procedure yielded {request!r}, which is no request")


def sample(procedure: Procedure[T], dice: SampledDice, answer: Answer = by_default) -> T:
    """Run a procedure once with random dice; decisions come from `answer` (a policy)."""
    return run(procedure, dice.face, answer)


class Script:
    """Given faces and given answers, for tests and worked examples.

    Answers are looked up by the question's key: a value, or a list of values used one after another. A question
    without an entry takes its default. `rolls` records what was asked of the dice.
    """

    def __init__(self, faces: Iterable[int], answers: Mapping[str, Any] | None = None) -> None:
        self.left = list(faces)
        self.answers = {
            key: list(value) if isinstance(value, list) else [value] for key, value in (answers or {}).items()
        }
        self.rolls: list[tuple[Roll, tuple[int, ...]]] = []
        self.asked: list[Question] = []

    def face(self, sides: int) -> int:
        if not self.left:
            raise Malformed("the faces ran out", expected=f"another d{sides}")
        face = self.left.pop(0)
        if type(face) is not int or not 1 <= face <= sides:
            raise Malformed(f"face {face!r}", expected=f"1 to {sides} for a d{sides}")
        return face

    def answer(self, question: Question) -> Any:
        self.asked.append(question)
        given = self.answers.get(question.key)
        if not given:
            return by_default(question)
        answer = given.pop(0) if len(given) > 1 else given[0]
        if wrong := question.refuses(answer):
            raise Malformed(f"answer {answer!r} to {question.key}", expected=wrong)
        return answer

    def run(self, procedure: Procedure[T], *, exact: bool = True) -> T:
        """Run the procedure; with `exact`, faces left over are an error."""
        result = recorded(procedure, self)
        if exact and self.left:
            raise Malformed(f"{len(self.left)} faces are left over: {self.left}", expected="no more faces")
        return result


class _Recorder(Protocol):
    rolls: list[tuple[Roll, tuple[int, ...]]]

    def face(self, sides: int) -> int: ...

    def answer(self, question: Question) -> Any: ...


def recorded(procedure: Procedure[T], recorder: _Recorder) -> T:
    """Run a procedure and note every roll with its faces in `recorder.rolls`."""
    try:
        request = next(procedure)
        while True:
            if isinstance(request, Roll):
                faces = throw(request, recorder.face)
                recorder.rolls.append((request, faces))
                request = procedure.send(faces)
            elif isinstance(request, Call):
                request = procedure.send(recorded(request.procedure(*request.args), recorder))
            else:
                request = procedure.send([recorder.answer(question) for question in request.questions])
    except StopIteration as stop:
        result: T = stop.value
        return result


class Recorded:
    """Random dice and policy answers with every roll noted."""

    def __init__(self, dice: Dice, answer: Answer = by_default) -> None:
        self.face = dice.face
        self.answer = answer
        self.rolls: list[tuple[Roll, tuple[int, ...]]] = []
