"""Results of several sub-procedures that are alike: exact odds follow one combination for each sum."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import prod
from operator import itemgetter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulewright.engine.alike import SUM
from rulewright.engine.distribution import Distribution
from rulewright.engine.drivers import Recorded, SampledDice, Script, recorded, run, sample
from rulewright.engine.enumerate import Odds
from rulewright.engine.journal import Commanded
from rulewright.engine.requests import Ask, Call, Option, Procedure, Question, Roll
from rulewright.engine.session import OpenCommand
from rulewright.engine.together import SumAlike, in_turn, together

NUMBER = itemgetter(1)
RESULTS = st.dictionaries(
    st.tuples(st.sampled_from("abc"), st.integers(-6, 9)), st.integers(1, 40), min_size=1, max_size=8
)


@st.composite
def parts(draw: st.DrawFn) -> tuple[list[Distribution[Any]], tuple[int, ...]]:
    """Distributions of labelled numbers, some with a dropped share, and a sign for each."""
    found: list[Distribution[Any]] = []
    for _ in range(draw(st.integers(1, 3))):
        weights = draw(RESULTS)
        lost = draw(st.integers(0, 20))
        total = sum(weights.values()) + lost
        found.append(Distribution(weights, total, Fraction(lost, total)))
    return found, tuple(draw(st.sampled_from([1, -1])) for _ in found)


def summed(combination: tuple[Any, ...], signs: tuple[int, ...]) -> int:
    return sum(sign * NUMBER(result) for sign, result in zip(signs, combination))


@given(parts())
def test_merged_results_weigh_what_their_combinations_weigh(given: Any) -> None:
    distributions, signs = given
    merged = SumAlike(NUMBER, signs).merge(distributions)
    counted: dict[int, int] = {}
    for combination in product(*distributions):
        weight = prod(part.weights[result] for part, result in zip(distributions, combination))
        total = summed(combination, signs)
        counted[total] = counted.get(total, 0) + weight
    assert {summed(combination, signs): weight for combination, weight in merged.weights.items()} == counted
    assert len(merged) == len(counted)  # one combination for each sum
    for combination in merged:
        assert all(result in part.weights for result, part in zip(combination, distributions))
        assert len(combination) == len(distributions)
    assert merged.total == prod(part.total for part in distributions)
    assert merged.dropped == 1 - prod((1 - part.dropped for part in distributions), start=Fraction(1))
    assert sum(merged.weights.values()) + merged.dropped * merged.total == merged.total


def test_without_signs_the_numbers_are_added() -> None:
    merged = SumAlike().merge([Distribution({1: 1, 2: 1}), Distribution({10: 3, 11: 1})])
    assert {sum(pair): weight for pair, weight in merged.weights.items()} == {11: 3, 12: 4, 13: 1}
    assert merged.total == 8


def test_as_many_signs_as_results() -> None:
    with pytest.raises(ValueError, match="zip"):
        SumAlike(int, (1,)).merge([Distribution({1: 1}), Distribution({2: 1})])


def test_nothing_comes_of_no_calls_and_of_a_part_that_was_not_followed() -> None:
    assert SumAlike().merge([]) == Distribution({(): 1})
    lost: Distribution[int] = Distribution({}, 6, Fraction(1))
    merged = SumAlike().merge([Distribution({1: 1}), lost, Distribution({2: 1})])
    assert (len(merged), merged.total, merged.dropped) == (0, 6, Fraction(1))


def test_long_weights_do_not_run_into_one_another() -> None:
    huge = 2**200
    merged = SumAlike(int, (1, -1)).merge([Distribution({0: huge - 1, 1: 1}), Distribution({0: huge - 1, 1: 1})])
    found = {first - second: weight for (first, second), weight in merged.weights.items()}
    assert found == {-1: huge - 1, 0: (huge - 1) ** 2 + 1, 1: huge - 1}


# ---------------------------------------------------------------- in a procedure


def die(sides: int, plus: int = 0) -> Procedure[tuple[str, int]]:
    faces = yield Roll(1, sides)
    return f"d{sides}", faces[0] + plus


def endless(least: int) -> Procedure[tuple[str, int]]:
    """Sixes go on for ever."""
    total = 0
    while True:
        (face,) = yield Roll(1, 6, alike=SUM)
        total += face
        if face < least:
            return "chain", total


LEAD = SumAlike(NUMBER, (1, -1))


def lead(first: Call, second: Call) -> Procedure[int]:
    mine, other = yield together(LEAD, first, second)
    return int(mine[1] - other[1])


def test_exact_odds_of_a_difference() -> None:
    found = Odds().of(lambda: lead(Call(die, (6, 1)), Call(die, (8,))))
    counted: dict[int, int] = {}
    for mine, other in product(range(2, 8), range(1, 9)):
        counted[mine - other] = counted.get(mine - other, 0) + 1
    assert {one: found.p(one) * 48 for one in found} == counted
    assert found.dropped == 0


def test_exact_odds_with_a_share_dropped() -> None:
    odds = Odds(drop=Fraction(1, 1000))
    part = odds.call(endless, 6)
    found = odds.of(lambda: lead(Call(endless, (6,)), Call(die, (6,))))
    assert part.dropped == Fraction(1, 216)  # what follows three sixes
    assert part.dropped <= found.dropped < Fraction(1, 50)
    assert found.p(-5) == Fraction(1, 36)
    assert sum(found.weights.values()) + found.dropped * found.total == found.total


def test_the_caller_goes_on_once_for_each_sum() -> None:
    seen: list[tuple[Any, ...]] = []

    def looking() -> Procedure[int]:
        pair = yield together(SumAlike(NUMBER), Call(die, (6,)), Call(die, (6,)))
        seen.append(pair)
        return int(pair[0][1] + pair[1][1])

    found = Odds().of(looking)
    assert sorted(first[1] + second[1] for first, second in seen) == list(range(2, 13))
    assert [found.p(total) * 36 for total in range(2, 13)] == [1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1]


def test_alike_and_unalike_requests_of_the_same_calls_are_kept_apart() -> None:
    calls = Call(die, (4,)), Call(die, (4,))
    odds = Odds()

    def difference() -> Procedure[int]:
        first, second = yield together(LEAD, *calls)
        return int(first[1] - second[1])

    def total() -> Procedure[int]:
        first, second = yield together(SumAlike(NUMBER), *calls)
        return int(first[1] + second[1])

    def both() -> Procedure[tuple[int, int]]:
        first, second = yield Call(in_turn, calls)
        return first[1], second[1]

    assert odds.of(difference).p(3) == Fraction(1, 16)
    assert odds.of(total).p(8) == Fraction(1, 16)
    assert len(odds.of(both)) == 16


# ---------------------------------------------------------------- played


def chosen(sides: int) -> Procedure[int]:
    faces = yield Roll(1, sides)
    answers = yield Ask((Question("add", "anna", (Option("yes"), Option("no")), "no"),))
    return int(faces[0] + (100 if answers[0] == "yes" else 0))


def three() -> Procedure[tuple[int, ...]]:
    results = yield together(SumAlike(), Call(chosen, (4,)), Call(chosen, (6,)), Call(chosen, (8,)))
    assert isinstance(results, tuple)
    return results


def test_drivers_of_play_send_the_results_as_they_are_in_turn() -> None:
    faces = [3, 5, 7]
    left = list(faces)
    assert run(three(), lambda sides: left.pop(0)) == (3, 5, 7)
    script = Script(faces, {"add": ["no", "yes", "no"]})
    assert script.run(three()) == (3, 105, 7)
    assert [roll.sides for roll, _ in script.rolls] == [4, 6, 8]


def test_samples_and_records_agree() -> None:
    recorder = Recorded(SampledDice(7))
    assert recorded(three(), recorder) == sample(three(), SampledDice(7))
    assert [roll.sides for roll, _ in recorder.rolls] == [4, 6, 8]


def test_a_session_asks_for_each_in_turn() -> None:
    met: list[Any] = []

    def command() -> Procedure[None]:
        met.append((yield from three()))

    running = OpenCommand(Commanded(1, "anna", {"do": "three"}), command())
    running.send(None)
    for sides, face, answer in ((4, 3, "yes"), (6, 5, "no"), (8, 7, "yes")):
        assert isinstance(running.wants, Roll)
        assert running.wants.sides == sides
        running.send((face,))
        assert isinstance(running.wants, Ask)
        running.send([answer])
    assert running.finished
    assert met == [(103, 5, 107)]
