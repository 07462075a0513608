"""NW3-JUDGE: 2d6 and Alter, Criticals and Fumbles, and the order inside one Judge."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from nw3_judge_helpers import FACES, TINY, WAYS, flat, house, play, played, reason, totals, values
from rulewright.engine.drivers import Script
from rulewright.engine.enumerate import Odds
from rulewright.engine.requests import Ask, Roll
from rulewright.games.nw3.dice.contests import alone, contest, normal
from rulewright.games.nw3.dice.judges import Judge, Judged, Sort, judged, succeeds
from rulewright.games.nw3.dice.rolling import judge
from rulewright.games.nw3.options import Options
from rulewright.games.nw3.state import Character

HOUSE = Options(prompts="always")
SORTS: tuple[Sort, ...] = ("normal", "opposed", "numeric", "recovery")


# ---------------------------------------------------------------- worked examples


@pytest.mark.rule("NW3-JUDGE-03", "NW3-JUDGE-04", "NW3-JUDGE-05", "NW3-JUDGE-11", "NW3-JUDGE-15", "NW3-JUDGE-17")
@pytest.mark.parametrize(
    ("alter", "critical", "fumble", "difficulty", "faces", "result", "success"),
    [
        pytest.param(5, 7, 2, 13, [4, 4], 13, True, id="J1"),
        pytest.param(5, 7, 2, 13, [3, 3], 11, False, id="J2"),
        pytest.param(0, 7, 2, 31, [3, 4], 7, True, id="J3"),
        pytest.param(14, 7, 2, 4, [1, 1], 4, True, id="J4"),
        pytest.param(14, 7, 2, 5, [1, 1], 4, False, id="J5"),
        pytest.param(3, 7, 12, 0, [6, 6], 0, True, id="J6"),
    ],
)
def test_normal_judges(
    alter: int, critical: int, fumble: int, difficulty: int, faces: list[int], result: int, success: bool
) -> None:
    asked = Judge(alter, critical, fumble, "normal", difficulty)
    outcome = play(alone(asked, HOUSE), faces)
    assert (outcome.result, succeeds(asked, outcome)) == (result, success)
    assert play(normal(asked, HOUSE), faces) is success


@pytest.mark.rule("NW3-JUDGE-12", "NW3-JUDGE-13")
@pytest.mark.parametrize(
    ("alter", "critical", "fumble", "faces", "result", "criticals"),
    [
        pytest.param(8, 8, 6, [5, 3, 5, 2], 25, 1, id="J7"),
        pytest.param(6, 7, 2, [1, 6, 3, 4, 2, 5, 1, 1], 38, 3, id="J8"),
    ],
)
def test_criticals_of_an_opposed_judge_add_up(
    alter: int, critical: int, fumble: int, faces: list[int], result: int, criticals: int
) -> None:
    outcome = play(judge(Judge(alter, critical, fumble), HOUSE), faces)
    assert (outcome.result, outcome.criticals, outcome.fumble) == (result, criticals, False)


@pytest.mark.rule("NW3-JUDGE-08")
@pytest.mark.parametrize(
    ("asked", "result", "success"),
    [
        pytest.param(Judge(11, sort="normal", difficulty=18, seven=True), 18, True, id="J11"),
        pytest.param(Judge(4, 7, 2, "normal", 15, seven=True), 11, False, id="J12"),
        (Judge(4, 2, 7, "normal", 11, seven=True), 11, True),
    ],
)
def test_any_seven_takes_no_dice_and_is_never_critical_or_fumble(asked: Judge, result: int, success: bool) -> None:
    outcome, script = played(alone(asked, HOUSE))
    assert outcome == Judged(result, 7)
    assert succeeds(asked, outcome) is success
    assert (script.rolls, script.asked) == ([], [])


@pytest.mark.rule("NW3-JUDGE-08")
def test_any_seven_opens_no_dice_window() -> None:
    outcome, script = played(alone(Judge(4, 7, 2, "normal", 15, prana=3, seven=True), HOUSE))
    assert [question.key for question in script.asked] == ["raise_result"]
    assert outcome.spent == 0


# ---------------------------------------------------------------- the dice


@pytest.mark.rule("NW3-JUDGE-03", "NW3-JUDGE-04")
def test_the_dice_roll_is_the_total_of_two_dice() -> None:
    (roll, _) = played(judge(Judge(0, who="anna", why="hit"), HOUSE), [2, 4])[1].rolls[0]
    assert (roll.count, roll.sides, roll.rule, roll.who, roll.why) == (2, 6, "NW3-JUDGE-03", "anna", "hit")
    found = Odds().call(judge, Judge(-3, 13, 13, sort="recovery"), HOUSE)
    assert {outcome.result + 3: found.p(outcome) * 36 for outcome in found} == WAYS


@pytest.mark.rule("NW3-JUDGE-09")
@pytest.mark.parametrize("faces", [[1, 5], [2, 4], [3, 3], [4, 2], [5, 1]])
def test_only_the_total_makes_a_critical_or_a_fumble(faces: list[int]) -> None:
    assert play(alone(Judge(0, 6, 2, "normal", 99), HOUSE), faces).automatic
    assert play(alone(Judge(20, 7, 6), HOUSE), faces).fumble


@pytest.mark.rule("NW3-JUDGE-04", "NW3-JUDGE-09", "NW3-JUDGE-11", "NW3-JUDGE-15")
def test_every_total_against_every_pair_of_values() -> None:
    for critical, fumble, total in product(WAYS, WAYS, WAYS):
        if critical == fumble:
            continue
        outcome = play(judge(Judge(20, critical, fumble, "normal"), HOUSE), FACES[total])
        expected = 10 if total == fumble else 20 + total
        assert (outcome.result, outcome.fumble, outcome.automatic) == (expected, total == fumble, total == critical)
        assert outcome.criticals == (total == critical)


@pytest.mark.rule("NW3-JUDGE-10")
def test_who_is_given_no_values_has_those_of_the_referees_characters() -> None:
    foe = Character("foe", "Foe", "enemy", "emulators")
    assert (foe.critical, foe.fumble) == (Judge(0).critical, Judge(0).fumble) == (10, 5)
    assert play(judge(Judge(0), HOUSE), [5, 5, 1, 2]).result == 13
    assert play(judge(Judge(20), HOUSE), [2, 3]).result == 10


# ---------------------------------------------------------------- Criticals


@pytest.mark.rule("NW3-JUDGE-11")
@pytest.mark.parametrize(("alter", "difficulty"), [(-50, 0), (0, 1000), (7, 14)])
def test_a_critical_of_a_normal_judge_succeeds_whatever_the_numbers(alter: int, difficulty: int) -> None:
    outcome, script = played(alone(Judge(alter, 7, 2, "normal", difficulty), HOUSE), [3, 4])
    assert outcome.automatic
    assert len(script.rolls) == 1
    assert play(normal(Judge(alter, 7, 2, "normal", difficulty), HOUSE), [3, 4]) is True


@pytest.mark.rule("NW3-JUDGE-12")
def test_the_dice_of_a_critical_are_not_added_and_each_throw_is_a_roll_of_its_own() -> None:
    outcome, script = played(judge(Judge(1, 12, 2, who="anna", why="hit"), HOUSE), totals(12, 12, 12, 11))
    assert outcome == Judged(1 + 30 + 11, 11, 3)
    assert [(roll.rule, roll.who, roll.why) for roll, _ in script.rolls] == [
        ("NW3-JUDGE-03", "anna", "hit"),
        *[("NW3-JUDGE-12", "anna", "hit")] * 3,
    ]


@pytest.mark.rule("NW3-JUDGE-12", "NW3-JUDGE-13")
def test_the_odds_of_a_chain() -> None:
    found = Odds(drop=TINY).call(judge, Judge(0, 7, 2), HOUSE)
    for criticals in range(1, 6):
        exact = Fraction(1, 6) ** criticals * Fraction(5, 6)
        assert found.chance(lambda one, number=criticals: one.criticals == number) == exact  # type: ignore[misc]
    # a 2 after a Critical is ordinary
    assert found.p(Judged(12, 2, 1)) == Fraction(1, 6) * Fraction(1, 36)
    assert 0 < found.dropped < TINY * 100


@pytest.mark.rule("NW3-JUDGE-13")
@pytest.mark.parametrize("sort", ["opposed", "numeric", "recovery"])
def test_the_fumble_number_ends_a_chain_like_any_other(sort: Sort) -> None:
    assert play(judge(Judge(2, 10, 5, sort), HOUSE), totals(10, 5)) == Judged(2 + 10 + 5, 5, 1)


@pytest.mark.rule("NW3-JUDGE-14", "NW3-OPEN-10")
@pytest.mark.parametrize(
    ("scope", "sort", "chains"),
    [
        ("numeric", "normal", False),
        ("numeric", "opposed", True),
        ("numeric", "numeric", True),
        ("numeric", "recovery", True),
        ("opposed_only", "normal", False),
        ("opposed_only", "opposed", True),
        ("opposed_only", "numeric", False),
        ("opposed_only", "recovery", False),
        ("always", "normal", True),
        ("always", "opposed", True),
        ("always", "numeric", True),
        ("always", "recovery", True),
    ],
)
def test_which_judges_a_critical_brings_more_dice(scope: Any, sort: Sort, chains: bool) -> None:
    faces = totals(7, 7, 3) if chains else totals(7)
    outcome = play(judge(Judge(5, 7, 2, sort), house(critical_chain_scope=scope)), faces)
    assert (outcome.result, outcome.criticals) == ((5 + 20 + 3, 2) if chains else (5 + 7, 1))
    assert outcome.automatic is (sort == "normal")


@pytest.mark.rule("NW3-JUDGE-14", "NW3-JUDGE-15")
@pytest.mark.parametrize("sort", SORTS)
def test_every_sort_of_judge_can_be_a_fumble(sort: Sort) -> None:
    assert play(judge(Judge(12, 7, 2, sort), HOUSE), [1, 1]) == Judged(2, 0, 0, True)


@pytest.mark.rule("NW3-JUDGE-09")
def test_of_equal_values_the_critical_counts() -> None:
    equal = Judge(5, 6, 6, "normal", 40, prana=1)
    outcome, script = played(alone(equal, HOUSE), totals(6))
    assert (outcome.automatic, outcome.fumble) == (True, False)
    assert script.asked[0].facts["state"] == "dice.critical"
    assert play(judge(Judge(5, 6, 6), HOUSE), totals(6, 4)) == Judged(5 + 10 + 4, 4, 1)


# ---------------------------------------------------------------- the floor


@pytest.mark.rule("NW3-JUDGE-17", "NW3-OPEN-11")
@pytest.mark.parametrize(
    ("sort", "floor", "result"),
    [
        ("normal", True, 0),
        ("opposed", True, 0),
        ("numeric", True, 0),
        ("recovery", True, -8),
        ("normal", False, -8),
        ("opposed", False, -8),
        ("numeric", False, -8),
        ("recovery", False, -8),
    ],
)
def test_a_result_below_0_becomes_0(sort: Sort, floor: bool, result: int) -> None:
    assert play(judge(Judge(2, 7, 2, sort), house(result_floor=floor)), [1, 1]).result == result


@pytest.mark.rule("NW3-JUDGE-17")
@pytest.mark.parametrize(
    ("alter", "penalty", "faces", "result"),
    [(3, -5, [1, 2], 1), (11, -5, [1, 1], 0), (3, -10, [2, 2], 0), (3, -7, [2, 2], 0), (3, -6, [2, 2], 1)],
)
def test_a_penalty_comes_off_before_the_floor(alter: int, penalty: int, faces: list[int], result: int) -> None:
    assert play(judge(Judge(alter, 7, 2, penalty=penalty), HOUSE), faces).result == result


@pytest.mark.rule("NW3-JUDGE-17")
def test_a_penalty_comes_off_after_a_critical() -> None:
    assert judged(Judge(3, penalty=-5), 4, 2, False, 0, HOUSE).result == 3 - 5 + 20 + 4


# ---------------------------------------------------------------- the order


def course(attacker: Judge, defender: Judge, faces: list[int], answers: dict[str, Any], options: Options) -> list[str]:
    """What is rolled and asked in an Opposed Judge, one after the other."""
    script = Script(faces, answers)
    procedure = flat(contest(attacker, (defender,), options))
    steps = []
    request = next(procedure)
    while True:
        if isinstance(request, Roll):
            steps.append(f"{request.who} rolls {request.rule}")
            value: Any = tuple(script.face(request.sides) for _ in range(request.count))
        else:
            assert isinstance(request, Ask)
            (question,) = request.questions
            facts = " ".join(f"{name}={fact}" for name, fact in question.facts.items())
            value = [script.answer(question)]
            steps.append(f"{question.to} {question.key} ({facts}): {value[0]}")
        try:
            request = procedure.send(value)
        except StopIteration:
            assert script.left == []
            return steps


ANNA = Judge(8, 7, 2, prana=3, who="anna", why="hit")
BEN = Judge(6, 9, 3, prana=2, who="ben", why="dodge")


@pytest.mark.rule("NW3-JUDGE-16", "NW3-JUDGE-07", "NW3-PRANA-02", "NW3-PRANA-04")
def test_the_order_of_an_opposed_judge() -> None:
    answers = {"dice_window": ["fudge_up", "pass"], "raise_result": ["pass", "raise", "pass"]}
    faces = [*totals(6, 4), *totals(3), 1, 1]
    assert course(ANNA, BEN, faces, answers, HOUSE) == [
        "anna rolls NW3-JUDGE-03",
        "anna dice_window (why=judge.hit total=6 state=dice.ordinary alter=8 prana=3 needed=None): fudge_up",
        # fudged onto her 7, which is a Critical: nothing more can be done to it, and the chain follows
        "anna rolls NW3-JUDGE-12",
        "ben rolls NW3-JUDGE-03",
        "ben dice_window (why=judge.dodge total=3 state=dice.fumble alter=6 prana=2 needed=23): pass",
        "anna raise_result (why=judge.hit result=22 prana=2 needed=0 other=0): pass",
        "ben raise_result (why=judge.dodge result=0 prana=2 needed=23 other=22): raise",
        "ben rolls NW3-PRANA-03",
        "anna raise_result (why=judge.hit result=22 prana=2 needed=2 other=2): pass",
        "ben raise_result (why=judge.dodge result=2 prana=1 needed=23 other=22): pass",
    ]


@pytest.mark.rule("NW3-JUDGE-16", "NW3-PRANA-05")
def test_the_dice_window_stays_open_until_the_owner_passes() -> None:
    answers = {"dice_window": ["reroll", "reroll", "cancel", "pass"]}
    faces = totals(4, 5, 2)
    asked = Judge(0, 7, 2, "recovery", prana=5, who="anna", why="recovery_hp")
    outcome, script = played(judge(asked, HOUSE), faces, answers)
    assert [roll.rule for roll, _ in script.rolls] == ["NW3-JUDGE-03", "NW3-PRANA-06", "NW3-PRANA-06"]
    seen = [(one.facts["total"], one.facts["state"], one.facts["prana"]) for one in script.asked]
    assert seen == [(4, "dice.ordinary", 5), (5, "dice.ordinary", 4), (2, "dice.fumble", 3), (2, "dice.ordinary", 2)]
    assert {one.to for one in script.asked} == {"anna"}
    assert outcome == Judged(2, 2, 0, False, False, 0, 3)


@pytest.mark.rule("NW3-JUDGE-16")
def test_a_window_closes_when_the_prana_is_used_up() -> None:
    outcome, script = played(judge(Judge(0, 7, 2, prana=1), HOUSE), totals(4, 5), {"dice_window": "reroll"})
    assert (outcome.result, outcome.spent, len(script.asked)) == (5, 1, 1)


@pytest.mark.rule("NW3-JUDGE-16", "NW3-PRANA-02")
def test_a_use_of_prana_outside_its_window_is_refused() -> None:
    _, script = played(alone(Judge(0, 7, 2, "normal", 30, prana=2), HOUSE), totals(4))
    dice, raising = script.asked
    assert (dice.key, raising.key) == ("dice_window", "raise_result")
    assert reason(dice, "raise") == "wrong_window"
    assert {reason(raising, use) for use in ("reroll", "fudge_up", "fudge_down", "cancel")} == {"wrong_window"}
    assert values(raising) == ["raise", "pass"]


@pytest.mark.rule("NW3-PRANA-02")
def test_nobody_is_asked_without_prana() -> None:
    assert played(alone(Judge(0, 7, 2, "normal", 30), HOUSE), totals(4))[1].asked == []
    assert played(contest(Judge(0), (Judge(0),), HOUSE), totals(4, 4))[1].asked == []


@pytest.mark.rule("NW3-PRANA-02")
def test_every_use_costs_one_prana_of_the_owner() -> None:
    _, script = played(alone(Judge(0, 7, 2, "normal", 30, prana=2, who="anna"), HOUSE), totals(4))
    for question in script.asked:
        costs = {option.value: dict(option.cost) for option in question.options}
        assert costs.pop("pass") == {}
        assert list(costs.values()) == [{"prana": 1}] * len(costs)
        assert (question.to, question.default) == ("anna", "pass")
