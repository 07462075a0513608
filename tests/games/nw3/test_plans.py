"""Plans for Prana (NW3-PRANA-03 to -07): what they spend, and what that changes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from math import sqrt
from typing import Any

import pytest

from nw3_judge_helpers import WAYS, totals, ways
from nw3_pure import FOE, given, near, odds, run
from rulewright.engine.drivers import SampledDice, sample
from rulewright.engine.requests import Question
from rulewright.games.nw3.asking.procedures import PROCEDURES
from rulewright.games.nw3.dice.plans import Plan

# ---------------------------------------------------------------- plans


@pytest.mark.rule("NW3-PRANA-03", "NW3-PRANA-05", "NW3-PRANA-06", "NW3-PRANA-07", "NW3-PRANA-11")
@pytest.mark.parametrize(
    ("plan", "fields", "faces", "result", "spent"),
    [
        pytest.param(
            {"raises": 2}, {"alter": 5, "kind": "normal", "difficulty": 25}, [4, 5, 3, 4, 2, 2], 25, 2, id="P3"
        ),
        pytest.param(
            {"raises": 2}, {"alter": 5, "kind": "normal", "difficulty": 20}, [4, 5, 3, 4], 21, 1, id="P3, one is enough"
        ),
        pytest.param({"cancel_fumble": True}, {"alter": 8, "fumble": 3}, [1, 2], 11, 1, id="P4"),
        pytest.param({"cancel_fumble": False}, {"alter": 8, "fumble": 3}, [1, 2], 0, 0, id="P4, kept"),
        pytest.param({"fudge_to_critical": True}, {"critical": 6}, [3, 2, 4, 4], 6 + 10 + 8, 1, id="P5"),
        pytest.param({"fudge_to_critical": True}, {"critical": 6}, [3, 4, 4, 4], 6 + 10 + 8, 1, id="one lower"),
        pytest.param({"fudge_to_critical": True}, {"critical": 6}, [4, 4], 6 + 8, 0, id="two off"),
        pytest.param(
            {"cancel_fumble": True, "fudge_to_critical": True}, {"critical": 4, "fumble": 3}, [1, 2, 4, 4],
            6 + 10 + 8, 2, id="P7",
        ),
        pytest.param({"reroll_below": 6}, {}, [1, 4, 4, 4], 14, 1, id="Reroll"),
        pytest.param({"reroll_below": 6}, {}, [1, 4, 1, 2, 3, 1], 10, 2, id="Reroll until the Prana is used up"),
        pytest.param({"reroll_below": 6}, {}, [3, 3], 12, 0, id="high enough"),
        pytest.param({"reroll_below": 6}, {"fumble": 4}, [1, 3], 0, 0, id="a Fumble is not rerolled"),
        pytest.param({"raise_if_short_by": 3}, {"against": 14}, [4, 4, 1, 2], 17, 1, id="short by 1"),
        pytest.param({"raise_if_short_by": 3}, {"against": 14}, [3, 3, 1, 1, 6, 6], 26, 2, id="short by 3, then by 1"),
        pytest.param({"raise_if_short_by": 3}, {"against": 14}, [2, 3], 11, 0, id="short by 4"),
        pytest.param({"raise_if_short_by": 3}, {"against": 14}, [4, 5], 15, 0, id="enough"),
        pytest.param({"raise_if_short_by": 99}, {}, [4, 4], 14, 0, id="nothing to reach"),
        pytest.param({"raises": 1}, {"kind": "numeric"}, [4, 4, 1, 1], 16, 1, id="no more than planned"),
        pytest.param({"raises": 9}, {"kind": "numeric"}, [4, 4, 1, 1, 1, 1], 18, 2, id="all that there is"),
    ],
)  # fmt: skip
def test_what_a_plan_spends(
    plan: dict[str, Any], fields: dict[str, Any], faces: list[int], result: int, spent: int
) -> None:
    judged = run("judge", faces, plan=plan, **{"alter": 6, "prana": 2, **fields})
    assert (judged.result, judged.spent) == (result, spent)


@pytest.mark.rule("NW3-PRANA-01")
@pytest.mark.parametrize("prana", [0, 1])
def test_without_prana_a_plan_does_nothing(prana: int) -> None:
    plan = {"reroll_below": 13, "raises": 5}
    judged = run("judge", [1, 3, 1, 4] if prana else [1, 3], alter=6, prana=prana, plan=plan)
    assert judged.spent == prana


def test_without_a_plan_one_is_asked() -> None:
    judged = run("judge", [1, 3, 5, 5], {"dice_window": ["reroll", "pass"]}, alter=6, prana=1)
    assert (judged.result, judged.spent) == (16, 1)
    came = run(
        "opposed", [1, 3, 4, 4, 1, 2], {"raise_result": "raise"},
        attacker={"alter": 6, "prana": 1}, defender={"alter": 6, "prana": 1, "plan": {"raises": 1}},
    )  # fmt: skip
    assert (came.attacker_spent, came.defender_spent) == (1, 0)  # the Defender's plan had no cause


@pytest.mark.rule("NW3-PRANA-04", "NW3-PRANA-02")
def test_each_side_has_its_own_plan_and_prana() -> None:
    sides = {
        "attacker": {"alter": 6, "prana": 2, "plan": {"raise_if_short_by": 4}},
        "defender": {"alter": 8, "prana": 1, "plan": {"reroll_below": 5, "raise_if_short_by": 1}, **FOE},
    }
    # 14 against 12, after a Reroll 16; 16 after a Raise, and the Defender has no Prana left
    came = run("opposed", [*totals(8), *totals(4, 8), *totals(2)], **sides)
    assert (came.attacker, came.defender) == (14 + 2, 8 + 8)
    assert (came.attacker_spent, came.defender_spent, came.winner) == (1, 1, "attacker")


@pytest.mark.rule("NW3-PRANA-01", "NW3-PRANA-04")
def test_prana_spent_on_the_first_judges_is_missing_in_the_damage_roll() -> None:
    one = {"prana": 2, "plan": {"reroll_below": 5}}
    checks = [*totals(4, 4, 10), *totals(8)]  # the Attacker has spent both
    assert run("attack", [*checks, *totals(4), *totals(8)], attacker=one).margin == (12 + 4) - (6 + 8)
    checks = [*totals(4, 10), *totals(8)]  # one is left
    assert run("attack", [*checks, *totals(4, 9), *totals(8)], attacker=one).margin == (12 + 9) - (6 + 8)
    other = {**one, **FOE, "fumble": 2}
    checks = [*totals(9), *totals(4, 4, 3)]
    assert run("attack", [*checks, *totals(8), *totals(3)], defender=other).margin == (12 + 8) - (6 + 3)
    checks = [*totals(9), *totals(4, 8)]
    assert run("attack", [*checks, *totals(8), *totals(4, 9)], defender=other).margin == (12 + 8) - (6 + 9)


@pytest.mark.rule("NW3-PRANA-03", "NW3-PRANA-06")
@pytest.mark.parametrize("prompts", ["matters", "always"])
def test_nothing_is_spent_where_it_cannot_matter(prompts: str) -> None:
    plan = {"reroll_below": 13, "raises": 3}
    judged = run("judge", [4, 4], alter=6, against=13, prana=2, plan=plan, options={"prompts": prompts})
    assert judged.spent == 0


@pytest.mark.rule("NW3-ATTACK-07", "NW3-PRANA-04")
@pytest.mark.parametrize(("compared", "faces", "margin"), [(True, totals(9, 8), 1), (False, totals(9, 8, 5), 6)])
def test_a_lead_can_grow_where_the_difference_counts(compared: bool, faces: list[int], margin: int) -> None:
    attacker = {"alter": 6, "prana": 1, "plan": {"raises": 1}}
    came = run("opposed", faces, attacker=attacker, defender={"alter": 6}, compared=compared)
    assert (came.margin, came.attacker_spent) == (margin, 0 if compared else 1)


def test_a_plan_leaves_other_questions_at_their_defaults() -> None:
    assert Plan(raises=9).answer(Question("raise_confirm", "roller", default="no"), 7, 0) == "no"


# ---------------------------------------------------------------- what a plan changes


@pytest.mark.rule("NW3-PRANA-03")
@pytest.mark.parametrize("most", [1, 2, 3, 7])
def test_one_raise_on_a_near_miss(most: int) -> None:
    fields: dict[str, Any] = {"alter": 5, "critical": 12, "fumble": 2, "kind": "normal", "difficulty": 14, "prana": 1}
    plain = ways(lambda total: total >= 9)
    assert odds("judge", **fields).p("success") == plain
    # 8 lacks 1, 7 lacks 2, 6 lacks 3 ...; the Raise brings what 2d6 show
    raised = sum(
        (Fraction(WAYS[9 - short], 36) * ways(lambda gain, short=short: gain >= short)  # type: ignore[misc]
         for short in range(1, most + 1) if 9 - short > 2),
        Fraction(0),
    )  # fmt: skip
    assert odds("judge", **fields, plan={"raise_if_short_by": most}).p("success") == plain + raised
    assert plain + raised <= Fraction(34, 36)


@pytest.mark.rule("NW3-PRANA-06", "NW3-PRANA-05")
def test_one_reroll_and_one_cancelled_fumble() -> None:
    fields: dict[str, Any] = {"alter": 6, "critical": 12, "fumble": 2, "kind": "normal", "difficulty": 14, "prana": 1}
    plain = ways(lambda total: total >= 8)
    again = ways(lambda total: 3 <= total < 6)
    assert odds("judge", **fields, plan={"reroll_below": 6}).p("success") == plain + again * plain
    low = {**fields, "difficulty": 8}
    assert odds("judge", **low, plan={"cancel_fumble": True}).p("success") == 1
    assert odds("judge", **low).p("success") == Fraction(35, 36)


@pytest.mark.rule("NW3-PRANA-07", "NW3-JUDGE-12")
def test_a_fudge_makes_a_critical() -> None:
    found = odds("judge", alter=6, prana=1, plan={"fudge_to_critical": True})
    chain = Fraction(WAYS[6] + WAYS[7] + WAYS[8], 36)
    for last in (3, 5, 11):  # after one Critical
        assert near(found.p(6 + 10 + last), chain * Fraction(WAYS[last], 36))
    assert found.p(6 + 6) == Fraction(0)  # a 6 has become a 7


SIDES: dict[str, dict[str, Any]] = {
    "judge": {"alter": 6, "prana": 2, "plan": {"reroll_below": 6, "cancel_fumble": True, "raises": 1}},
    "opposed": {
        "attacker": {"alter": 8, "prana": 1, "plan": {"fudge_to_critical": True, "raise_if_short_by": 4}},
        "defender": {"alter": 9, "prana": 1, "plan": {"reroll_below": 6, "raise_if_short_by": 7}, **FOE},
    },
    "attack": {"attacker": {"prana": 2, "plan": {"reroll_below": 6}}, "defender": {"penalty": -5, **FOE}},
}


@pytest.mark.rule("NW3-PRANA-03", "NW3-PRANA-04", "NW3-PRANA-05", "NW3-PRANA-06", "NW3-PRANA-07")
@pytest.mark.parametrize("name", SIDES)
def test_odds_with_plans_agree_with_samples(name: str) -> None:
    procedure, fields, samples = PROCEDURES[name], given(name, **SIDES[name]), 10_000
    found = odds(name, **SIDES[name], drop=Fraction(1, 10**8))
    dice = SampledDice(name)
    seen = Counter(procedure.outcome(sample(procedure.run(fields), dice)) for _ in range(samples))
    rare = [outcome for outcome in found if found.p(outcome) * samples < 30]
    for group in (rare, *([outcome] for outcome in found if found.p(outcome) * samples >= 30)):
        share = float(sum(found.p(outcome) for outcome in group))
        times = sum(seen[outcome] for outcome in group) / samples
        assert abs(times - share) <= 4 * sqrt(share * (1 - share) / samples) + float(found.dropped), (
            group[:3],
            times,
            share,
        )


@pytest.mark.rule("NW3-PRANA-04", "NW3-PRANA-06")
def test_a_plan_helps_the_side_that_has_it() -> None:
    def won(**sides: Any) -> Fraction:
        event: Callable[[Any], bool] = PROCEDURES["opposed"].events["the Attacker wins"]
        return odds("opposed", **sides, drop=Fraction(1, 10**6)).chance(event)

    attacker, defender = {"alter": 8}, {"alter": 8, **FOE}
    plan = {"prana": 1, "plan": {"reroll_below": 7}}
    plain = won(attacker=attacker, defender=defender)
    assert won(attacker={**attacker, "prana": 1}, defender=defender) == pytest.approx(float(plain), abs=1e-3)
    assert won(attacker={**attacker, **plan}, defender=defender) > plain + Fraction(1, 20)
    assert won(attacker=attacker, defender={**defender, **plan}) < plain - Fraction(1, 20)
