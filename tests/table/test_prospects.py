"""What the answers to a question are worth by its own outlook, and which is advised."""

from __future__ import annotations

from fractions import Fraction

import pytest

from rulewright.engine.requests import Option, Outlook, Question
from rulewright.table.prospects import Prospect, advice, prospects
from toy_outlooks import ENDLESS, TOTAL, at_least

OPTIONS = (Option("a", cost={"coin": 2}), Option("b"), Option("c", cost={"coin": 1}))


def asking(outlook: Outlook | None) -> Question:
    return Question("which", "me", OPTIONS, "b", outlook=outlook)


def test_a_chance_of_success_or_the_mean_of_a_number() -> None:
    assert prospects(asking(at_least({"a": 4, "b": 7, "c": 1}))) == {
        "a": Prospect(Fraction(1, 2), True), "b": Prospect(Fraction(0), True), "c": Prospect(Fraction(1), True)
    }  # fmt: skip
    assert prospects(asking(TOTAL))["a"] == Prospect(Fraction(7, 2), False)


def test_amounts_of_a_number_by_the_amount() -> None:
    asked = Question("how_many", "me", kind="number", least=1, most=3, outlook=at_least({1: 4, 2: 7, 3: 1}))
    assert prospects(asked) == {
        "1": Prospect(Fraction(1, 2), True), "2": Prospect(Fraction(0), True), "3": Prospect(Fraction(1), True)
    }  # fmt: skip
    assert [one.option.value for one in advice(asked)] == ["3"]
    from_nothing = Question("how_many", "me", kind="number", most=2, outlook=at_least({0: 4, 1: 4, 2: 3}))
    assert [one.option.value for one in advice(from_nothing)] == ["2", "0"]  # and the best that costs nothing
    equal = Question("how_many", "me", kind="number", most=2, outlook=at_least({0: 4, 1: 4, 2: 4}))
    assert [one.option.value for one in advice(equal)] == ["0"]
    assert prospects(Question("how_many", "me", kind="number", most=60, outlook=TOTAL)) == {}  # too many to tell


@pytest.mark.parametrize(
    "question",
    [
        asking(None),
        asking(ENDLESS),
        Question("which", "me", OPTIONS, ["a"], kind="several", most=1, outlook=TOTAL),
    ],
)
def test_none_where_nothing_is_known_or_it_takes_too_long(question: Question) -> None:
    assert prospects(question) == {}
    assert advice(question) == []


@pytest.mark.parametrize(
    ("least", "advised"),
    [
        ({"a": 2, "b": 4, "c": 3}, ["a", "b"]),
        ({"a": 2, "b": 3, "c": 2}, ["c", "b"]),
        ({"a": 2, "b": 2, "c": 2}, ["b"]),
        ({"a": 3, "b": 2, "c": 3}, ["b"]),
    ],
)
def test_the_best_answer_then_the_best_for_nothing(least: dict[str, int], advised: list[str]) -> None:
    found = advice(asking(at_least(least)))
    assert [one.option.value for one in found] == advised
    assert found[0].prospect == Prospect(Fraction(5, 6), True)
