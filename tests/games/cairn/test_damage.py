"""CRN-ATTACK-02 and -06 to -09: which dice an attack rolls, which face is kept, and what armor leaves."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from cairn_helpers import run
from rulewright.engine.drivers import Script
from rulewright.engine.enumerate import Odds
from rulewright.games.cairn.content_dice import damage_dice
from rulewright.games.cairn.damage import after_armor, attack_dice, highest, normal_allowed
from rulewright.games.cairn.damage import pooled_damage as pooled
from rulewright.games.cairn.options import Options
from rulewright.games.cairn.strikes import BARE_HANDS, Strike


def dice(weapon: str, *, impaired: bool = False, enhanced: bool = False, **options: Any) -> tuple[int, ...]:
    strike = BARE_HANDS if weapon == "unarmed" else Strike("weapon", damage_dice(weapon))
    return attack_dice(strike, impaired, enhanced, Options(**options))


# ---------------------------------------------------------------- the die


@pytest.mark.rule("CRN-ATTACK-02")
@pytest.mark.parametrize("weapon", ["d4", "d6", "d8", "d10", "d12", "d8+d8", "d8+d6", "d6+d6+d6+d6"])
def test_without_modifiers_the_weapons_own_dice_are_rolled(weapon: str) -> None:
    assert "+".join(f"d{sides}" for sides in dice(weapon)) == weapon


@pytest.mark.rule("CRN-ATTACK-06", "CRN-ATTACK-09")
@pytest.mark.parametrize("weapon", ["d6", "d12", "d8+d8"])
def test_impaired_is_one_d4_whatever_the_weapon(weapon: str) -> None:
    assert dice(weapon, impaired=True) == (4,)


@pytest.mark.rule("CRN-ATTACK-08", "CRN-ATTACK-09")
@pytest.mark.parametrize("weapon", ["d4", "d8", "d8+d8"])
def test_enhanced_is_one_d12_whatever_the_weapon(weapon: str) -> None:
    assert dice(weapon, enhanced=True) == (12,)


@pytest.mark.rule("CRN-ATTACK-09")
@pytest.mark.parametrize(
    ("value", "rolled"), [("cancel", (10,)), ("impaired", (4,)), ("enhanced", (12,))]
)  # fmt: skip
def test_impaired_and_enhanced_at_once_follow_the_option(value: str, rolled: tuple[int, ...]) -> None:
    assert dice("d10", impaired=True, enhanced=True, impaired_plus_enhanced=value) == rolled


@pytest.mark.rule("CRN-ATTACK-09")
def test_impaired_and_enhanced_cancel_by_default() -> None:
    assert dice("d10", impaired=True, enhanced=True) == (10,)
    assert dice("d8+d8", impaired=True, enhanced=True) == (8, 8)


@pytest.mark.rule("CRN-ATTACK-09")
@pytest.mark.parametrize(("value", "count"), [("single_die", 1), ("each_die", 2)])
def test_a_modifier_replaces_the_whole_expression_or_each_die(value: str, count: int) -> None:
    assert dice("d8+d8", impaired=True, dual_modifier=value) == (4,) * count
    assert dice("d8+d8", enhanced=True, dual_modifier=value) == (12,) * count


@pytest.mark.rule("CRN-ATTACK-07")
@pytest.mark.parametrize(("impaired", "enhanced"), list(product((False, True), repeat=2)))
def test_bare_hands_are_always_a_d4(impaired: bool, enhanced: bool) -> None:
    for both in ("cancel", "impaired", "enhanced"):
        rolled = dice("unarmed", impaired=impaired, enhanced=enhanced, impaired_plus_enhanced=both)
        assert rolled == (4,)


@pytest.mark.rule("CRN-ATTACK-07")
def test_bare_hands_from_advantage_are_a_d12_where_the_table_says_so() -> None:
    assert dice("unarmed", unarmed_enhanced="d12") == (4,)
    assert dice("unarmed", enhanced=True, unarmed_enhanced="d12") == (12,)
    assert dice("unarmed", impaired=True, enhanced=True, unarmed_enhanced="d12") == (4,)
    both: dict[str, Any] = {"unarmed_enhanced": "d12", "impaired_plus_enhanced": "enhanced"}
    assert dice("unarmed", impaired=True, enhanced=True, **both) == (12,)


@pytest.mark.rule("CRN-ATTACK-08", "CRN-ATTACK-07", "CRN-ATTACK-09")
def test_there_is_a_d12_to_choose_only_where_the_attack_is_enhanced() -> None:
    sword = Strike("sword", (8,))
    assert normal_allowed(sword, False, True, Options())
    assert not normal_allowed(sword, False, False, Options())
    assert not normal_allowed(sword, True, False, Options())
    assert not normal_allowed(sword, True, True, Options())
    assert normal_allowed(sword, True, True, Options(impaired_plus_enhanced="enhanced"))
    assert not normal_allowed(BARE_HANDS, False, True, Options())
    assert normal_allowed(BARE_HANDS, False, True, Options(unarmed_enhanced="d12"))


# ---------------------------------------------------------------- the face


@pytest.mark.rule("CRN-ATTACK-02", "CRN-ATTACK-12")
@pytest.mark.parametrize(
    ("sides", "faces", "kept"), [((8,), [5], 5), ((8, 8), [3, 7], 7), ((8, 8), [7, 3], 7), ((8, 6, 8), [2, 6, 1], 6)]
)
def test_only_the_highest_face_counts(sides: tuple[int, ...], faces: list[int], kept: int) -> None:
    assert run(highest(sides), faces) == kept


@pytest.mark.rule("CRN-ATTACK-02")
def test_dice_of_one_kind_fall_in_one_roll() -> None:
    script = Script([3, 7, 2])
    script.run(highest((8, 8, 6), "aino"))
    assert [(roll.count, roll.sides) for roll, _ in script.rolls] == [(2, 8), (1, 6)]


@pytest.mark.rule("CRN-ATTACK-02")
def test_the_odds_of_two_dice_are_those_of_the_better_one() -> None:
    odds = Odds().of(lambda: highest((8, 8)))
    assert [odds.p(face) for face in range(1, 9)] == [Fraction(2 * face - 1, 64) for face in range(1, 9)]


@pytest.mark.rule("CRN-ATTACK-03", "CRN-ATTACK-16")
@pytest.mark.parametrize(
    ("face", "armor", "damage"), [(6, 0, 6), (6, 1, 5), (3, 1, 2), (2, 3, 0), (3, 3, 0), (12, 3, 9), (5, 4, 2)]
)
def test_armor_takes_its_value_off_but_never_below_zero_nor_more_than_three(face: int, armor: int, damage: int) -> None:
    assert after_armor(face, armor) == damage


# ---------------------------------------------------------------- worked examples of the chapter


@pytest.mark.rule("CRN-ATTACK-12")
def test_d8_and_d8_against_armor_2() -> None:
    assert run(pooled((8, 8), 2), [3, 7]).damage == 5


@pytest.mark.rule("CRN-ATTACK-06", "CRN-ATTACK-09")
def test_impaired_d8_and_d8_is_a_d4() -> None:
    dealt = run(pooled(dice("d8+d8", impaired=True), 0), [4])
    assert (dealt.face, dealt.damage) == (4, 4)


@pytest.mark.rule("CRN-ATTACK-13", "CRN-ATTACK-06")
def test_three_attackers_keep_one_die_and_armor_counts_once() -> None:
    impaired = dice("d10", impaired=True)
    dealt = run(pooled((6, 6, 6, *impaired), 2), [4, 5, 1, 4])
    assert (dealt.face, dealt.damage) == (5, 3)
