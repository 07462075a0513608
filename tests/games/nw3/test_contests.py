"""NW3-JUDGE-07 and -22: Opposed Judges with one or several Defenders, and what their questions are worth."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nw3_judge_helpers import TINY, WAYS, flat, house, play, played, totals
from rulewright.engine.alike import SUM
from rulewright.engine.drivers import Script
from rulewright.engine.enumerate import Odds
from rulewright.engine.requests import Ask, Procedure, Question, Roll
from rulewright.games.nw3.dice.contests import Contest, alone, answer, contest, difference, lead, opposed
from rulewright.games.nw3.dice.judges import Judge, Judged, attacker_wins, succeeds
from rulewright.games.nw3.dice.rolling import judge
from rulewright.games.nw3.options import Options

HOUSE = Options(prompts="always")


# ---------------------------------------------------------------- worked examples


@pytest.mark.rule("NW3-JUDGE-07", "NW3-JUDGE-12", "NW3-JUDGE-13", "NW3-JUDGE-15", "NW3-JUDGE-17")
@pytest.mark.parametrize(
    ("attacker", "defender", "faces", "results", "won"),
    [
        pytest.param(Judge(7), Judge(8), [*totals(8), *totals(7)], (15, 15), True, id="J9"),
        pytest.param(Judge(9, 7, 2), Judge(6), [2, 4, 5, 5, 2, 3], (15, 21), False, id="J10"),
        pytest.param(Judge(2, 7, 2), Judge(14, 7, 2), [3, 4, 1, 2, 2, 3], (15, 19), False, id="J13"),
        pytest.param(Judge(4, 7, 2), Judge(0, 8, 3), [1, 1, 1, 2], (0, 0), True, id="J14"),
    ],
)
def test_opposed_judges(
    attacker: Judge, defender: Judge, faces: list[int], results: tuple[int, int], won: bool
) -> None:
    outcome = play(contest(attacker, (defender,), HOUSE), faces)
    assert (outcome.attacker.result, outcome.defenders[0].result) == results
    assert outcome.won() is won
    assert play(opposed(attacker, defender, HOUSE), faces) == outcome
    assert play(opposed(attacker, defender, HOUSE, compared=True), faces).won() is won
    assert play(difference(attacker, defender, HOUSE), faces) == results[0] - results[1]


@pytest.mark.rule("NW3-JUDGE-22", "NW3-JUDGE-07")
def test_one_attacker_is_compared_with_each_defender() -> None:  # J15
    defenders = Judge(10, who="ben"), Judge(11, who="cleo"), Judge(12, who="dora")
    outcome, script = played(contest(Judge(10, who="anna"), defenders, HOUSE), totals(8, 7, 7, 7))
    assert [outcome.won(one) for one in range(3)] == [True, True, False]
    assert [outcome.difference(one) for one in range(3)] == [1, 0, -1]
    assert [roll.who for roll, _ in script.rolls] == ["anna", "ben", "cleo", "dora"]


# ---------------------------------------------------------------- the order


@pytest.mark.rule("NW3-JUDGE-07", "NW3-JUDGE-16")
def test_the_attacker_rolls_completely_before_the_defender() -> None:
    attacker, defender = Judge(0, 7, 2, prana=1, who="anna"), Judge(0, 7, 2, who="ben")
    _, script = played(contest(attacker, (defender,), HOUSE), totals(5, 7, 7, 4, 9), {"dice_window": "reroll"})
    assert [(roll.who, roll.rule) for roll, _ in script.rolls] == [
        ("anna", "NW3-JUDGE-03"),
        ("anna", "NW3-PRANA-06"),
        ("anna", "NW3-JUDGE-12"),
        ("anna", "NW3-JUDGE-12"),
        ("ben", "NW3-JUDGE-03"),
    ]


@pytest.mark.rule("NW3-JUDGE-07", "NW3-JUDGE-16", "NW3-OPEN-14")
@pytest.mark.parametrize(("window", "seen"), [("after_both", 8), ("own_step", 10)])
def test_defenders_choose_their_judges_when_the_attackers_is_complete(window: Any, seen: int) -> None:
    attacker, options = Judge(0, 13, 2, prana=1, who="anna"), house(prana_raise_window=window)

    def whole() -> Procedure[tuple[int, Contest]]:
        first = yield from lead(attacker, options)
        faces = yield Roll(1, 6)
        changed = msgspec.structs.replace(first, result=first.result + 100)  # as a skill might
        defenders = (Judge(faces[0], who="ben"), Judge(20, who="cleo", seven=True))
        return first.result, (yield from answer(attacker, changed, defenders, options))

    faces = [*totals(8), 4, *totals(9), 1, 1] if window == "after_both" else [*totals(8), 1, 1, 4, *totals(9)]
    met, outcome = play(whole(), faces, {"raise_result": "raise"})
    assert met == seen
    assert (outcome.attacker.result, [one.result for one in outcome.defenders]) == (110, [13, 27])


# ---------------------------------------------------------------- what a Defender knows


@pytest.mark.rule("NW3-JUDGE-07", "NW3-PRANA-04")
@pytest.mark.parametrize(
    ("prana", "options", "matters"),
    [
        (0, HOUSE, False),  # ahead, and the Attacker can do nothing about it
        (1, HOUSE, True),  # the Attacker may still Raise
        (1, house(prana_raise_window="own_step"), False),  # no longer
    ],
)
def test_a_lead_is_safe_only_where_the_attacker_cannot_raise(prana: int, options: Options, matters: bool) -> None:
    attacker, defender = Judge(0, 13, 2, prana=prana, who="anna"), Judge(6, 13, 2, prana=1, who="ben")
    _, script = played(contest(attacker, (defender,), options), totals(8, 8))
    (window,) = [question for question in script.asked if (question.key, question.to) == ("dice_window", "ben")]
    assert window.matters is matters


@pytest.mark.rule("NW3-JUDGE-07", "NW3-OPEN-13", "NW3-OPEN-18")
@pytest.mark.parametrize(
    ("attacker", "shown", "options"),
    [
        (Judge(0, 13, 8, prana=1), totals(8), house(prana_raise_on_fumble=False)),
        (Judge(0, 13, 2, prana=1, seven=True), [], house(prana_raise_any_seven=False)),
    ],
)
def test_an_attacker_who_may_not_raise_threatens_no_lead(attacker: Judge, shown: list[int], options: Options) -> None:
    defender = Judge(6, 13, 2, prana=1, who="ben")
    _, script = played(contest(attacker, (defender,), options), [*shown, *totals(8)])
    (window,) = [question for question in script.asked if (question.key, question.to) == ("dice_window", "ben")]
    assert window.matters is False


@pytest.mark.rule("NW3-JUDGE-07")
def test_where_the_difference_counts_only_a_defender_ahead_is_safe() -> None:
    for ahead in (30, 1):
        attacker, defender = Judge(5, 13, 2), Judge(ahead, 13, 2, prana=1)
        won = ahead > 5
        for procedure, matters in (
            (contest(attacker, (defender,), HOUSE), [not won, not won]),
            (opposed(attacker, defender, HOUSE, compared=True), [not won, not won]),
            # the dice of the damage roll matter whatever they show; once they are ahead there is nothing to lose
            (contest(attacker, (defender,), HOUSE, compared=False), [True, not won]),
            (difference(attacker, defender, HOUSE), [True, not won]),
        ):
            _, script = played(procedure, totals(8, 8))
            assert [question.matters for question in script.asked] == matters


# ---------------------------------------------------------------- odds


@pytest.mark.rule("NW3-JUDGE-07", "NW3-JUDGE-03")
@pytest.mark.parametrize(("attack", "defence"), [(8, 9), (12, 4), (0, 6)])
def test_the_odds_of_two_plain_judges_count_all_1296_throws(attack: int, defence: int) -> None:
    attacker, defender = Judge(attack, 13, 2), Judge(defence, 13, 5)
    counted: dict[int, Fraction] = {}
    for (mine, ways), (other, others) in product(WAYS.items(), WAYS.items()):
        lead = max(0, attack + (-10 if mine == 2 else mine)) - max(0, defence + (-10 if other == 5 else other))
        counted[lead] = counted.get(lead, Fraction(0)) + Fraction(ways * others, 1296)
    found = Odds().of(lambda: difference(attacker, defender, HOUSE))
    assert {lead: found.p(lead) for lead in found} == counted
    won = Odds().of(lambda: opposed(attacker, defender, HOUSE, compared=True))
    assert won.chance(lambda one: one.won()) == sum(share for lead, share in counted.items() if lead >= 0)


@pytest.mark.rule("NW3-JUDGE-07", "NW3-JUDGE-12")
def test_the_odds_are_the_same_with_and_without_merging() -> None:
    attacker, defender = Judge(8, 7, 2), Judge(9)
    merged = Odds(drop=TINY).of(lambda: difference(attacker, defender, HOUSE))
    one_by_one = Odds(drop=TINY).of(lambda: contest(attacker, (defender,), HOUSE)).map(lambda one: one.difference())
    for margin in range(-40, 40):
        assert abs(merged.p(margin) - one_by_one.p(margin)) <= merged.dropped + one_by_one.dropped
    assert merged.dropped < Fraction(1, 10**4)
    assert sum(merged.weights.values()) + merged.dropped * merged.total == merged.total


# ---------------------------------------------------------------- does it matter

Worth = Callable[[Any], int]


class Tried:
    """Best play of both sides, worked out over every answer and every face that can follow.

    The first throw of each side is given. The first side (`attacker`) wants the outcome's `worth` to be high, such
    as 1 where it wins, and the other low. Chains of Criticals are cut short: a throw in one that is a Critical again
    is left out. `idle` are the questions met that do not matter; there passing is checked to be as good as anything.
    """

    def __init__(
        self, fresh: Callable[[], Procedure[Any]], worth: Worth, attacker: Judge, first: dict[str, int]
    ) -> None:
        self.fresh = fresh
        self.worth = worth
        self.attacker = attacker
        self.first = first
        self.idle: list[Question] = []

    def mean(self, path: tuple[Any, ...] = ()) -> Fraction:
        procedure = flat(self.fresh())
        try:
            request: Any = next(procedure)
            for value in path:
                request = procedure.send(value)
        except StopIteration as stop:
            return Fraction(self.worth(stop.value))
        if isinstance(request, Roll):
            if request.rule == "NW3-JUDGE-03":
                ways = [(tuple(totals(self.first[request.who])), 1)]
            else:
                ways = list(SUM.ways(request.count, request.sides, 0, 0)[0])
                if request.rule == "NW3-JUDGE-12":
                    ways = [(faces, weight) for faces, weight in ways if sum(faces) != CRITICAL]
            total = sum(weight for _, weight in ways)
            return sum((weight * self.mean((*path, faces)) for faces, weight in ways), Fraction(0)) / total
        assert isinstance(request, Ask)
        (question,) = request.questions
        best = max if question.to == self.attacker.who else min
        found = {option.value: self.mean((*path, [option.value])) for option in question.options}
        if not question.matters:
            self.idle.append(question)
            assert found["pass"] == best(found.values()), (question, found)
        return best(found.values())


CRITICAL = 7
HOUSES = st.builds(
    Options,
    prana_raise_window=st.sampled_from(["after_both", "own_step"]),
    prana_raise_dice=st.just("1d6"),
    prana_raise_on_fumble=st.booleans(),
    prana_fudge_limit=st.sampled_from(["once", "unlimited"]),
    prana_reroll_after_cancel=st.booleans(),
    prana_dice_on_chain=st.booleans(),
    result_floor=st.booleans(),
)
POOLS = st.sampled_from([(1, 1), (0, 1), (1, 0), (0, 2), (2, 0)])


@pytest.mark.rule("NW3-PRANA-04", "NW3-PRANA-11", "NW3-JUDGE-07")
@settings(max_examples=80)
@given(HOUSES, POOLS, st.integers(0, 14), st.integers(0, 14), st.integers(2, 12), st.integers(2, 12))
def test_where_a_question_does_not_matter_nothing_beats_passing(
    options: Options, prana: tuple[int, int], attack: int, defence: int, mine: int, other: int
) -> None:
    attacker = Judge(attack, CRITICAL, 2, prana=prana[0], who="anna")
    defender = Judge(defence, CRITICAL, 5, prana=prana[1], who="ben")

    def fresh() -> Procedure[Contest]:
        return contest(attacker, (defender,), options)

    chance = Tried(fresh, lambda outcome: outcome.won(), attacker, {"anna": mine, "ben": other}).mean()
    assert 0 <= chance <= 1


@pytest.mark.rule("NW3-PRANA-04", "NW3-PRANA-11", "NW3-JUDGE-05")
@settings(max_examples=80)
@given(HOUSES, st.integers(1, 2), st.integers(0, 14), st.integers(0, 30), st.integers(2, 12), st.booleans())
def test_the_same_in_a_normal_judge(
    options: Options, prana: int, alter: int, difficulty: int, total: int, secret: bool
) -> None:
    asked = Judge(alter, CRITICAL, 5, "normal", difficulty, prana=prana, who="anna", secret=secret)
    tried = Tried(lambda: alone(asked, options), lambda one: succeeds(asked, one), asked, {"anna": total})
    chance = tried.mean()
    if not options.prana_dice_on_chain and total == CRITICAL:
        assert chance == 1
    if secret:
        assert all(question.facts.get("state", "dice.critical") == "dice.critical" for question in tried.idle)


@pytest.mark.rule("NW3-PRANA-11", "NW3-OPEN-10")
@settings(max_examples=30)
@given(
    st.sampled_from(["numeric", "opposed_only", "always"]),
    st.sampled_from(["numeric", "recovery"]),
    st.booleans(),
    st.integers(0, 14),
    st.integers(2, 12),
)
def test_the_same_where_only_the_number_counts(scope: Any, sort: Any, on_chain: bool, alter: int, total: int) -> None:
    options = house(critical_chain_scope=scope, prana_dice_on_chain=on_chain, prana_raise_dice="1d6")
    asked = Judge(alter, CRITICAL, 5, sort, prana=2, who="anna")
    tried = Tried(lambda: judge(asked, options), lambda one: one.result, asked, {"anna": total})
    assert tried.mean() >= alter - 10
    if total == CRITICAL:
        assert bool(tried.idle) is (scope != "opposed_only")


@pytest.mark.rule("NW3-PRANA-04", "NW3-JUDGE-07")
def test_best_play_meets_questions_that_do_not_matter() -> None:
    attacker, defender = Judge(6, CRITICAL, 2, prana=1, who="anna"), Judge(9, CRITICAL, 5, prana=1, who="ben")
    met = set()
    for total in (CRITICAL, 8):
        first = {"anna": total, "ben": 8}
        tried = Tried(lambda: contest(attacker, (defender,), HOUSE), lambda one: one.won(), attacker, first)
        assert 0 < tried.mean() < 1
        met |= {(question.key, question.to) for question in tried.idle}
    assert met == set(product(("dice_window", "raise_result"), ("anna", "ben")))


@pytest.mark.rule("NW3-JUDGE-07")
def test_a_tie_is_the_attackers() -> None:
    assert attacker_wins(Judged(15), Judged(15))
    assert attacker_wins(Judged(16), Judged(15))
    assert not attacker_wins(Judged(15), Judged(16))
    script = Script(totals(8, 8))
    assert script.run(opposed(Judge(3), Judge(3), HOUSE, compared=True)).won()
