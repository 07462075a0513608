"""Advice on a Boss: the table of the rules against exact enumeration, the worked examples, and the warnings."""

from __future__ import annotations

from fractions import Fraction

import msgspec
import pytest

from nw3_arcade import CASES, arcade
from rulewright.engine.enumerate import Odds
from rulewright.engine.requests import Procedure, Roll
from rulewright.games.nw3.options import Options
from rulewright.games.nw3.records.boss_advice import Method, Warned, advice, exact_sum, mean_damage
from rulewright.games.nw3.records.enemies import Attacker, Enemy, Plan

TABLE = {-10: 0, -9: 1, -8: 6, -7: 21, -6: 56, -5: 126, -4: 252, -3: 458, -2: 768, -1: 1203, 0: 1778, 1: 2499, 2: 3360,
         3: 4346, 4: 5436, 5: 6606, 6: 7832, 7: 9093, 8: 10374, 9: 11665, 10: 12960, 11: 14256, 12: 15552}  # fmt: skip
TILT = arcade().find(Enemy, "madame_tilt")
FOUR = [(14, "pdef"), (15, "mdef"), (12, "pdef"), (10, "mdef")]


def boss(
    attackers: list[tuple[int, str]],
    rounds: int,
    method: Method | None = None,
    *,
    attacks: int = 1,
    percent: int = 100,
    pdef: int = 8,
    mdef: int = 9,
) -> Enemy:
    """A Boss with a plan; each attacker is its attack and what it goes against."""
    rows = [
        {"name": f"{attack}", "attack": attack, "against": against, "attacks": attacks, "hit_percent": percent}
        for attack, against in attackers
    ]
    plan = Plan(rounds=rounds, method=method, attackers=tuple(msgspec.convert(rows, list[Attacker])))
    return msgspec.structs.replace(TILT, plan=plan, stats={**TILT.stats, "pdef": pdef, "mdef": mdef})


def hurt(gap: int) -> Procedure[int]:
    attack = yield Roll(2, 6, "NW3-ENEMY-15")
    defence = yield Roll(2, 6, "NW3-ENEMY-15")
    return max(0, gap + sum(attack) - sum(defence))


@pytest.mark.rule("NW3-ENEMY-15")
@pytest.mark.parametrize(("gap", "total"), TABLE.items())
def test_the_table_of_means(gap: int, total: int) -> None:
    assert exact_sum(gap) == total
    assert mean_damage(gap, "exact_2d6") == Fraction(total, 1296)


@pytest.mark.rule("NW3-ENEMY-15")
@pytest.mark.parametrize("gap", [-3, 0, 4, 11])
def test_the_mean_is_that_of_the_dice(gap: int) -> None:
    assert Odds().of(lambda: hurt(gap)).expect(int) == mean_damage(gap, "exact_2d6")


@pytest.mark.rule("NW3-ENEMY-15", "NW3-ENEMY-14")
@pytest.mark.parametrize(
    ("row", "enemy", "hp"),
    [
        ("E1", boss(FOUR, 4, "simple"), 68),
        ("E2", boss(FOUR, 4, "exact_2d6"), 73),
        ("E3", boss(FOUR, 10, "simple"), 170),
        ("E5", boss([(8, "pdef"), (9, "mdef")], 4, "simple"), None),
        ("E6", boss([(11, "pdef")], 3, "simple", attacks=2, percent=75, pdef=5), 27),
        ("E7", boss([(10, "pdef")], 3, "simple", percent=50, pdef=7), 5),
    ],
)
def test_worked_examples(row: str, enemy: Enemy, hp: int | None) -> None:
    found = advice(enemy, Options().boss_damage_method)
    assert found is not None, row
    assert found.hp == hp, row


def test_the_example_boss_has_the_hp_that_its_plan_asks_for() -> None:
    (case,) = (one for one in CASES["case"] if one["kind"] == "boss_hp")
    found = advice(arcade().find(Enemy, case["enemy"]), "simple")
    assert found is not None
    assert (found.hp, found.hp, found.warnings) == (case["expect"], TILT.hp, ())


@pytest.mark.rule("NW3-ENEMY-15")
@pytest.mark.parametrize(("method", "hp"), [("simple", 68), ("exact_2d6", 73)])
def test_the_option_counts_where_the_plan_names_no_method(method: Method, hp: int) -> None:
    found = advice(boss(FOUR, 4), Options(boss_damage_method=method).boss_damage_method)
    assert found is not None
    assert found.hp == hp


@pytest.mark.rule("NW3-ENEMY-16", "NW3-FORT-OPEN-18")
@pytest.mark.parametrize(
    ("enemy", "warned"),
    [
        (boss(FOUR, 10, "simple"), [Warned("boss_fight_long")]),
        (boss(FOUR, 9, "simple"), []),
        pytest.param(
            boss([(10, "pdef"), (20, "pdef")], 4, "simple", pdef=15),
            [Warned("boss_defence_high", "10", 5)],
            id="E4: 10",
        ),
        pytest.param(boss([(11, "pdef"), (20, "pdef")], 4, "simple", pdef=15), [], id="E4: 11"),
        (boss([(8, "pdef")], 4, "simple"), [Warned("boss_cannot_be_hurt")]),
        (boss([], 4, "simple"), [Warned("boss_cannot_be_hurt")]),
    ],
)
def test_warnings(enemy: Enemy, warned: list[Warned]) -> None:
    found = advice(enemy, "simple")
    assert found is not None
    assert list(found.warnings) == warned


def test_there_is_no_advice_without_a_plan() -> None:
    assert advice(arcade().find(Enemy, "pinball_hound"), "simple") is None
