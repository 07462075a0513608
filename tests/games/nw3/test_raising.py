"""NW3-PRANA-03 and -04: Prana for a Result, when it may be spent and what that is worth."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from nw3_judge_helpers import WAYS, house, play, played, prospects, reason, totals, values, ways
from rulewright.engine.requests import Question
from rulewright.games.nw3.dice.contests import alone, contest
from rulewright.games.nw3.dice.judges import Judge, Judged, Sort, succeeds
from rulewright.games.nw3.dice.raising import may_raise, raise_in_turn
from rulewright.games.nw3.options import Options

HOUSE = Options(prompts="always")


def raises(asked: Judge, faces: list[int], options: Options = HOUSE, **answers: Any) -> list[Question]:
    """The questions of the Raise window of a Judge that nobody answers."""
    _, script = played(alone(asked, options), faces, answers)
    return [question for question in script.asked if question.key == "raise_result"]


# ---------------------------------------------------------------- what a Raise does


@pytest.mark.rule("NW3-PRANA-03", "NW3-PRANA-04")
def test_two_raises_on_a_normal_judge() -> None:  # P3
    asked = Judge(5, 7, 2, "normal", 20, prana=3, who="anna")
    answers = {"raise_result": ["raise", "raise", "pass"]}
    outcome, script = played(alone(asked, HOUSE), [4, 5, 3, 4, 2, 2], answers)
    assert outcome == Judged(25, 9, raised=11, spent=2)  # the 3 and 4 are no Critical
    assert succeeds(asked, outcome)
    assert [(roll.rule, roll.who, roll.count) for roll, _ in script.rolls[1:]] == [("NW3-PRANA-03", "anna", 2)] * 2
    results = [question.facts["result"] for question in script.asked if question.key == "raise_result"]
    assert results == [14, 21, 25]


@pytest.mark.rule("NW3-PRANA-03", "NW3-JUDGE-17", "NW3-OPEN-13")
def test_a_raise_adds_to_the_floored_result_of_a_fumble() -> None:  # P14
    asked = Judge(6, 7, 2, "normal", 8, prana=1)
    answers = {"raise_result": "raise"}
    outcome = play(alone(asked, HOUSE), [1, 1, 5, 3], answers)
    assert outcome == Judged(8, 0, 0, True, raised=8, spent=1)
    assert succeeds(asked, outcome)
    assert play(alone(asked, house(result_floor=False)), [1, 1, 5, 3], answers).result == 4
    recovery = Judge(6, 7, 2, "recovery", prana=1)
    assert play(alone(recovery, HOUSE), [1, 1, 5, 3], answers).result == 4


@pytest.mark.rule("NW3-PRANA-03")
@pytest.mark.parametrize("faces", [[3, 4], [1, 1], [6, 6]])
@pytest.mark.parametrize("sort", ["normal", "opposed", "numeric", "recovery"])
def test_raise_dice_are_never_a_critical_or_a_fumble(sort: Sort, faces: list[int]) -> None:
    asked = Judge(5, 7, 2, sort, 99, prana=1)
    outcome = play(alone(asked, HOUSE), [*totals(8), *faces], {"raise_result": "raise"})
    assert outcome == Judged(13 + sum(faces), 8, raised=sum(faces), spent=1)


@pytest.mark.rule("NW3-PRANA-03")
def test_a_critical_may_be_raised() -> None:
    outcome = play(alone(Judge(5, 7, 2, prana=1), HOUSE), [*totals(7, 8), 2, 3], {"raise_result": "raise"})
    assert outcome == Judged(5 + 10 + 8 + 5, 8, 1, raised=5, spent=1)


@pytest.mark.rule("NW3-PRANA-03")
@pytest.mark.parametrize(
    ("sure", "faces", "spent", "keys"),
    [
        ("no", [], 0, ["raise_result", "raise_confirm"]),
        ("yes", [1, 2], 1, ["raise_result", "raise_confirm"]),
    ],
)
def test_raising_a_critical_that_has_succeeded_needs_a_confirmation(
    sure: str, faces: list[int], spent: int, keys: list[str]
) -> None:
    asked = Judge(5, 7, 2, "normal", 99, prana=1, who="anna")
    answers = {"raise_result": "raise", "raise_confirm": sure}
    outcome, script = played(alone(asked, HOUSE), [*totals(7), *faces], answers)
    raising, confirming = script.asked[1:]
    assert [raising.key, confirming.key] == keys
    assert raising.matters is False
    assert (confirming.to, confirming.default, confirming.rule) == ("anna", "no", "NW3-PRANA-03")
    assert outcome.spent == spent
    assert succeeds(asked, outcome)


@pytest.mark.rule("NW3-PRANA-03")
@pytest.mark.parametrize("total", [2, 8])
def test_no_other_raise_needs_one(total: int) -> None:
    _, script = played(alone(Judge(5, 7, 2, "normal", 1, prana=1), HOUSE), [*totals(total), 1, 1],
                       {"raise_result": "raise"})  # fmt: skip
    assert [question.key for question in script.asked] == ["dice_window", "raise_result"]


# ---------------------------------------------------------------- options


@pytest.mark.rule("NW3-OPEN-12", "NW3-PRANA-03")
@pytest.mark.parametrize(("dice", "count"), [("2d6", 2), ("1d6", 1)])
def test_the_dice_of_a_raise(dice: Any, count: int) -> None:
    outcome, script = played(
        alone(Judge(0, 13, 2, prana=1), house(prana_raise_dice=dice)),
        [*totals(8), *[4] * count],
        {"raise_result": "raise"},
    )
    assert [(roll.count, roll.sides) for roll, _ in script.rolls] == [(2, 6), (count, 6)]
    assert outcome.result == 8 + 4 * count


@pytest.mark.rule("NW3-OPEN-13")
@pytest.mark.parametrize("allowed", [True, False])
def test_a_fumble_may_be_raised_or_not(allowed: bool) -> None:
    options = house(prana_raise_on_fumble=allowed)
    asked = Judge(6, 7, 2, prana=2)
    assert len(raises(asked, totals(2), options)) == allowed
    # a cancelled Fumble is none
    assert len(raises(asked, totals(2), options, dice_window=["cancel", "pass"])) == 1
    assert may_raise(asked, Judged(0, 0, 0, True), options) is allowed
    assert may_raise(asked, Judged(8, 2), options)
    fumbled = contest(asked, (Judge(0),), options)
    _, script = played(fumbled, totals(2, 8))
    assert ("raise_result" in [question.key for question in script.asked]) is allowed


@pytest.mark.rule("NW3-OPEN-18", "NW3-JUDGE-08")
@pytest.mark.parametrize("allowed", [True, False])
def test_any_seven_may_be_raised_or_not(allowed: bool) -> None:
    options = house(prana_raise_any_seven=allowed)
    asked = Judge(6, 7, 2, "normal", 20, prana=2, seven=True)
    faces = [4, 5] if allowed else []
    outcome = play(alone(asked, options), faces, {"raise_result": ["raise", "pass"]})
    assert (outcome.result, outcome.spent) == ((22, 1) if allowed else (13, 0))
    _, script = played(contest(asked, (Judge(0),), options), totals(8))
    assert len(script.asked) == allowed


# ---------------------------------------------------------------- the window


@pytest.mark.rule("NW3-PRANA-04")
def test_the_window_of_a_normal_judge_opens_when_the_result_is_known() -> None:
    asked = Judge(5, 7, 2, "normal", 20, prana=2, who="anna", why="attribute")
    (question,) = raises(asked, totals(8))
    assert (question.to, question.default, question.rule) == ("anna", "pass", "NW3-PRANA-03")
    assert question.facts == {
        "why": "judge.attribute",
        "result": 13,
        "prana": 2,
        "needed": 20,
        "other": "raise.no_other",
    }
    assert values(question) == ["raise", "pass"]


@pytest.mark.rule("NW3-PRANA-03", "NW3-PRANA-04")
def test_the_window_closes_when_the_prana_is_used_up() -> None:
    asked = Judge(0, 13, 2, "normal", 99, prana=3)
    answers: dict[str, Any] = {"dice_window": ["reroll", "pass"], "raise_result": "raise"}
    outcome, script = played(alone(asked, HOUSE), [*totals(5, 6), 1, 1, 2, 2], answers)
    assert outcome == Judged(12, 6, raised=6, spent=3)
    left = [question.facts["prana"] for question in script.asked]
    assert left == [3, 2, 2, 1]


@pytest.mark.rule("NW3-PRANA-04", "NW3-OPEN-14")
def test_attacker_and_defender_are_asked_in_turn_until_both_pass_one_after_the_other() -> None:
    attacker, defender = Judge(4, 13, 2, prana=5, who="anna"), Judge(6, 13, 2, prana=5, who="ben")
    answers = {"raise_result": ["pass", "raise", "raise", "pass", "raise", "pass", "pass"]}
    faces = [*totals(8, 5), 2, 2, 1, 2, 1, 1]
    outcome, script = played(contest(attacker, (defender,), HOUSE), faces, answers)
    asked = [question for question in script.asked if question.key == "raise_result"]
    assert [question.to for question in asked] == ["anna", "ben"] * 3 + ["anna"]
    assert [question.facts["result"] for question in asked] == [12, 11, 12, 15, 15, 15, 17]
    assert (outcome.attacker.result, outcome.attacker.spent) == (17, 2)
    assert (outcome.defenders[0].result, outcome.defenders[0].spent) == (15, 1)


@pytest.mark.rule("NW3-PRANA-04", "NW3-OPEN-14")
def test_after_both_waits_for_the_defenders_result_and_own_step_does_not() -> None:
    attacker, defender = Judge(4, 13, 2, prana=1, who="anna"), Judge(6, 13, 2, prana=1, who="ben")
    answers = {"raise_result": "raise"}
    order = {}
    for window in ("after_both", "own_step"):
        faces = [*totals(8, 9), 1, 1, 1, 2] if window == "after_both" else [*totals(8), 1, 1, *totals(9), 1, 2]
        outcome, script = played(contest(attacker, (defender,), house(prana_raise_window=window)), faces, answers)
        order[window] = [(roll.who, roll.why) for roll, _ in script.rolls]
        assert (outcome.attacker.result, outcome.defenders[0].result) == (14, 18)
    assert order == {
        "after_both": [("anna", "judge"), ("ben", "judge"), ("anna", "raise"), ("ben", "raise")],
        "own_step": [("anna", "judge"), ("anna", "raise"), ("ben", "judge"), ("ben", "raise")],
    }


@pytest.mark.rule("NW3-OPEN-14", "NW3-PRANA-06")
def test_in_own_step_the_attackers_moment_for_dice_has_passed_too() -> None:
    attacker = Judge(4, 13, 2, prana=1)
    _, script = played(contest(attacker, (Judge(6),), house(prana_raise_window="own_step")), totals(8, 9))
    assert reason(script.asked[1], "reroll") == "wrong_window"


# ---------------------------------------------------------------- what it is worth


@pytest.mark.rule("NW3-PRANA-03", "NW3-OPEN-12")
@pytest.mark.parametrize("difficulty", [12, 13, 14, 15, 20, 25, 26])
def test_the_chance_of_a_normal_judge_beside_a_raise(difficulty: int) -> None:
    asked = Judge(5, 7, 2, "normal", difficulty, prana=1)
    (question,) = raises(asked, totals(8))
    assert question.matters is (difficulty > 13)
    assert prospects(question) == {"raise": ways(lambda gain: 13 + gain >= difficulty), "pass": difficulty <= 13}
    (question,) = raises(asked, totals(8), house(prana_raise_dice="1d6"))
    one_die = Fraction(sum(13 + gain >= difficulty for gain in range(1, 7)), 6)
    assert prospects(question) == {"raise": one_die, "pass": difficulty <= 13}


@pytest.mark.rule("NW3-PRANA-03", "NW3-PRANA-04")
@pytest.mark.parametrize("lead", range(-13, 4))
def test_the_chances_of_both_sides_beside_a_raise(lead: int) -> None:
    attacker, defender = Judge(20 + lead, 13, 0, prana=1, who="anna"), Judge(20, 13, 0, prana=1, who="ben")
    _, script = played(contest(attacker, (defender,), HOUSE), totals(8, 8))
    first, second = [question for question in script.asked if question.key == "raise_result"]
    assert (first.facts["needed"], second.facts["needed"]) == (28, 28 + lead + 1)
    assert first.matters is (lead < 0)
    assert prospects(first) == {"raise": ways(lambda gain: lead + gain >= 0), "pass": lead >= 0}
    assert second.matters is (lead >= 0)
    assert prospects(second) == {"raise": ways(lambda gain: gain > lead), "pass": lead < 0}


@pytest.mark.rule("NW3-OPEN-14", "NW3-PRANA-04")
def test_in_own_step_a_defender_knows_what_to_beat_and_the_attacker_does_not() -> None:
    own_step = house(prana_raise_window="own_step")
    attacker = Judge(10, 13, 0, prana=1, who="anna")
    for alter, behind in ((9, True), (10, True), (11, False)):
        defender = Judge(alter, 13, 0, prana=1, who="ben")
        _, script = played(contest(attacker, (defender,), own_step), totals(8, 8))
        first, second = [question for question in script.asked if question.key == "raise_result"]
        assert (first.to, first.matters, second.to, second.matters) == ("anna", True, "ben", behind)
        assert prospects(first) == {"raise": 25, "pass": 18}
        assert prospects(second) == {"raise": ways(lambda gain: 8 + alter + gain > 18), "pass": not behind}  # noqa: B023


@pytest.mark.rule("NW3-PRANA-03", "NW3-JUDGE-22")
def test_the_attackers_chance_is_that_of_beating_everybody() -> None:
    attacker = Judge(10, 13, 0, prana=1)
    _, script = played(contest(attacker, (Judge(9, 13, 0), Judge(14, 13, 0)), HOUSE), totals(8, 8, 8))
    question = script.asked[-1]
    assert question.matters
    assert question.facts["needed"] == 22
    assert prospects(question) == {"raise": ways(lambda gain: gain >= 4), "pass": 0}


@pytest.mark.rule("NW3-PRANA-04")
def test_where_the_difference_counts_every_raise_matters_and_the_mean_stands_beside_it() -> None:
    attacker, defender = Judge(30, 13, 0, prana=1), Judge(1, 13, 0, prana=1)
    _, script = played(contest(attacker, (defender,), HOUSE, compared=False), totals(8, 8))
    first, second = [question for question in script.asked if question.key == "raise_result"]
    assert (first.matters, second.matters) == (True, True)
    assert (first.facts["needed"], second.facts["needed"]) == (None, None)
    assert prospects(first) == {"raise": 45, "pass": 38}
    assert prospects(second) == {"raise": 16, "pass": 9}


@pytest.mark.rule("NW3-JUDGE-05")
def test_an_outlook_gives_no_secret_away() -> None:
    mine = Judged(14, 8)
    seen = []
    for other in (5, 40):
        asked = Judge(6, 13, 0, prana=1, secret=True), Judge(0)
        question = next(raise_in_turn(asked, (mine, Judged(other, 8)), HOUSE)).questions[0]  # type: ignore[union-attr]
        seen.append((question.matters, prospects(question), question.facts))
    assert seen[0] == seen[1]
    assert seen[0][0] is True
    assert seen[0][1] == {"raise": 21, "pass": 14}
    for difficulty in (5, 40):
        secret = Judge(6, 13, 0, "normal", difficulty, prana=1, secret=True)
        (question,) = raises(secret, totals(8))
        assert question.matters is True
        assert prospects(question) == {"raise": 21, "pass": 14}


@pytest.mark.rule("NW3-PRANA-03")
def test_a_critical_shows_even_where_the_difficulty_is_secret() -> None:
    (question,) = raises(Judge(6, 7, 0, "normal", 40, prana=1, secret=True), totals(7))
    assert question.matters is False


def test_the_ways_of_the_helpers_are_those_of_two_dice() -> None:
    assert sum(WAYS.values()) == 36
    assert {total: sum(totals(total)) for total in WAYS} == {total: total for total in WAYS}
