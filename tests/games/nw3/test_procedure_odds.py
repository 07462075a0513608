"""Exact odds of rules that are run by themselves, against counting by hand."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from nw3_judge_helpers import WAYS, ways
from nw3_pure import FOE, counted, near, odds
from rulewright.games.nw3.asking.attack_procedures import AttackOutcome, OpposedOutcome
from rulewright.games.nw3.asking.procedures import PROCEDURES


@pytest.mark.rule("NW3-JUDGE-03", "NW3-JUDGE-12", "NW3-JUDGE-13", "NW3-JUDGE-15")
@pytest.mark.parametrize(("critical", "fumble"), [(7, 2), (10, 5), (2, 12)])
def test_the_odds_of_a_judge(critical: int, fumble: int) -> None:
    found = odds("judge", alter=6, critical=critical, fumble=fumble)
    expected = counted(6, critical, fumble)
    assert all(near(found.p(result), share) for result, share in expected.items())


@pytest.mark.rule("NW3-JUDGE-05", "NW3-JUDGE-11", "NW3-JUDGE-15")
@pytest.mark.parametrize("difficulty", [0, 5, 13, 14, 18, 40])
def test_the_odds_of_a_normal_judge(difficulty: int) -> None:
    found = odds("judge", alter=6, kind="normal", difficulty=difficulty)
    chance = ways(lambda total: total == 7 or max(0, -4 if total == 2 else 6 + total) >= difficulty)
    assert found.p("success") == chance
    assert found.dropped == 0


@pytest.mark.rule("NW3-JUDGE-07", "NW3-JUDGE-12")
@pytest.mark.parametrize(("attack", "defence"), [(8, 9), (12, 4), (0, 6)])
def test_the_odds_of_an_opposed_judge(attack: int, defence: int) -> None:
    found = odds("opposed", attacker={"alter": attack}, defender={"alter": defence, **FOE}, paths=2000)
    pairs = list(product(counted(attack, 7, 2).items(), counted(defence, 10, 5).items()))
    for lead in (-20, -1, 0, 1, 12, 30):
        share = sum((one * other for (mine, one), (theirs, other) in pairs if mine - theirs == lead), Fraction(0))
        assert near(found.p(OpposedOutcome("attacker" if lead >= 0 else "defender", lead)), share)
    won = sum((one * other for (mine, one), (theirs, other) in pairs if mine >= theirs), Fraction(0))
    assert near(found.chance(PROCEDURES["opposed"].events["the Attacker wins"]), won)


@pytest.mark.rule("NW3-ATTACK-06", "NW3-ATTACK-07", "NW3-ATTACK-09", "NW3-ATTACK-10", "NW3-ATTACK-11")
@pytest.mark.parametrize(("dodge", "hp", "reduction"), [(9, 20, 0), (14, 7, 3), (None, 9, 0)])
def test_the_odds_of_an_attack_take_few_paths(dodge: int | None, hp: int, reduction: int) -> None:
    found = odds("attack", dodge=dodge, hp=hp, reduction=reduction, paths=2000)
    hit = Fraction(1)
    if dodge is not None:
        checks = product(counted(11, 7, 2).items(), counted(dodge, 10, 5).items())
        hit = sum((one * other for (mine, one), (theirs, other) in checks if mine >= theirs), Fraction(0))
    harm: dict[int, Fraction] = {}
    for (mine, one), (theirs, other) in product(counted(12, 7, 2).items(), counted(6, 10, 5).items()):
        damage = max(0, mine - theirs - reduction)
        harm[damage] = harm.get(damage, Fraction(0)) + hit * one * other
    for damage, share in harm.items():
        assert near(found.p(AttackOutcome(True, damage, damage >= hp)), share)
    assert near(found.p(AttackOutcome(False)), 1 - hit)
    events = {name: found.chance(event) for name, event in PROCEDURES["attack"].events.items()}
    assert near(events["hit"], hit)
    assert near(events["incapacitated"], sum((share for damage, share in harm.items() if damage >= hp), Fraction(0)))


@pytest.mark.rule("NW3-ROUND-05")
def test_the_odds_of_a_count() -> None:
    found = odds("initiative", spd=-8)
    expected = counted(-8, 7, 2)
    nothing = ways(lambda total: total in (3, 4, 5, 6, 8))  # a Result of 0 or less without a Fumble is a Count of 1
    assert near(found.p(1), nothing + expected[1])
    assert near(found.p(2), Fraction(1, 36) + expected[2])
    assert near(found.p(3), expected[3])


@pytest.mark.rule("NW3-RECOVER-03", "NW3-HP-01")
def test_the_odds_of_recovery() -> None:
    found = odds("recovery", power=2, now=5, most=12)
    assert found.p(-5) == Fraction(1, 36)  # a Fumble: -8
    assert {gained: found.p(gained) for gained in (5, 6)} == {5: Fraction(2, 36), 6: Fraction(3, 36)}
    assert near(found.p(7), 1 - Fraction(6, 36))


@pytest.mark.rule("NW3-JUDGE-19")
def test_the_odds_of_values() -> None:
    found = odds("values", luck=2)  # no points to spend
    for critical, fumble in product(WAYS, WAYS):
        share = Fraction(WAYS[critical] * WAYS[fumble], 36 * (36 - WAYS[critical]))
        assert near(found.p((critical, fumble)), share if critical != fumble else Fraction(0))
    assert odds("values", luck=9).p((7, 2)) > found.p((7, 2))


@pytest.mark.rule("NW3-FLY-02")
def test_the_odds_of_flight() -> None:
    assert odds("flight", mp=4).chance(lambda outcome: outcome.flies) == Fraction(4, 6)
