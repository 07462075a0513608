"""The advising driver on small games whose best play is known."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from rulewright.engine.advice import Adviser, answers_to
from rulewright.engine.enumerate import TooManyPaths
from rulewright.engine.requests import Ask, Call, Option, Procedure, Question, Roll

KEEP = (Option("keep"), Option("again"))


def push(rolls: int) -> Procedure[int]:
    """A d6 that may be thrown again `rolls` times; the last face counts."""
    (face,) = yield Roll(1, 6)
    for _ in range(rolls):
        (answer,) = yield Ask((Question("push", "me", KEEP, "keep"),))
        if answer == "keep":
            break
        (face,) = yield Roll(1, 6)
    return int(face)


def number(result: int) -> int:
    return result


def test_the_value_of_one_and_two_rerolls_is_the_textbooks() -> None:
    assert Adviser(number).value(lambda: push(1)) == Fraction(17, 4)
    assert Adviser(number).value(lambda: push(2)) == Fraction(14, 3)


@pytest.mark.parametrize(("face", "rolls", "best"), [(3, 1, "again"), (4, 1, "keep"), (4, 2, "again"), (5, 2, "keep")])
def test_it_rerolls_what_is_below_the_mean_to_come(face: int, rolls: int, best: str) -> None:
    advice = Adviser(number).advise(lambda: push(rolls), [(face,)])
    assert advice is not None
    assert advice.best.answers == (best,)
    assert [choice.value for choice in advice.choices] == sorted(
        (choice.value for choice in advice.choices), reverse=True
    )


def test_another_aim_gives_other_advice() -> None:
    advice = Adviser(lambda face: -face).advise(lambda: push(1), [(3,)])
    assert advice is not None
    assert advice.best.answers == ("keep",)


def test_other_peoples_questions_take_the_policy() -> None:
    adviser = Adviser(number, mine=lambda question: question.to == "you")
    assert adviser.advise(lambda: push(1), [(1,)]) is None
    assert adviser.value(lambda: push(1)) == Fraction(7, 2)
    always = Adviser(number, mine=lambda question: False, policy=lambda question: "again")
    assert always.value(lambda: push(1), [(6,)]) == Fraction(7, 2)


def test_sub_procedures_are_merged_and_equal_choices_leave_the_default_first() -> None:
    def coin() -> Procedure[bool]:
        (face,) = yield Roll(1, 2)
        return bool(face == 2)

    def play() -> Procedure[int]:
        (pick,) = yield Ask((Question("pick", "me", (Option("a"), Option("b")), "b"),))
        heads = yield Call(coin)
        return int(heads) if pick else 0

    advice = Adviser(number).advise(play)
    assert advice is not None
    assert [choice.answers for choice in advice.choices] == [("b",), ("a",)]
    assert advice.best.value == Fraction(1, 2)


@pytest.mark.parametrize(
    ("question", "every"),
    [
        (Question("n", "me", kind="number", least=2, most=4, default=3), [3, 2, 4]),
        (Question("s", "me", KEEP, kind="several", least=0, most=2), [[], ["keep"], ["again"], ["keep", "again"]]),
        (Question("t", "me", kind="text", most=9, default="x"), ["x"]),
        (Question("c", "me", KEEP, "again"), ["again", "keep"]),
    ],
)
def test_every_legal_answer_is_tried(question: Question, every: list[Any]) -> None:
    assert list(answers_to(question)) == every
    assert all(not question.refuses(answer) for answer in answers_to(question))


def test_too_much_to_try_is_refused() -> None:
    def wide() -> Procedure[int]:
        (answer,) = yield Ask((Question("n", "me", kind="number", least=0, most=5000),))
        return int(answer)

    with pytest.raises(TooManyPaths):
        Adviser(number).advise(wide)
    with pytest.raises(TooManyPaths):
        Adviser(number, paths=10).value(lambda: push(2))
