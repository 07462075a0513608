"""CRN-LOSS-01 to -05: damage outside combat, and what an ability of 0 means."""

from __future__ import annotations

from typing import Any

import pytest

from cairn_helpers import PLAYER, abilities, carry, do, fighting, foe, pc, refused_command, run, world
from rulewright.games.cairn.actors import out_of_action
from rulewright.games.cairn.fatigue import add_cause
from rulewright.games.cairn.loss import AbilityDamage, Restore
from rulewright.games.cairn.rests import WeekRest
from rulewright.games.cairn.state import Ability
from rulewright.games.cairn.wounds import lose


@pytest.mark.rule("CRN-LOSS-01", "CRN-LOSS-02")
def test_a_trap_takes_strength_and_no_hp_and_asks_no_save() -> None:
    table = world()
    aino = pc(table, STR=11)
    script = do(table, AbilityDamage("aino", 5))
    assert (aino.STR, aino.hp, aino.scars, script.rolls) == (6, 5, [], [])
    assert table.told("ability.damage")[0].sum is not None


@pytest.mark.rule("CRN-LOSS-01")
@pytest.mark.parametrize(("dice", "faces", "left"), [("1d6", [4], 6), ("2d4+1", [1, 3], 5)])
def test_damage_may_be_dice(dice: str, faces: list[int], left: int) -> None:
    table = world()
    aino = pc(table)
    do(table, AbilityDamage("aino", dice=dice, ability="DEX"), faces)
    assert abilities(aino) == (10, left, 10)


@pytest.mark.rule("CRN-LOSS-01", "CRN-GEN-06")
def test_damage_that_is_refused() -> None:
    table = world()
    pc(table)
    pc(table, "Reko", outcome="dead")
    refused_command(table, AbilityDamage("aino"), "bad_value")
    refused_command(table, AbilityDamage("aino", 3, "1d6"), "bad_value")
    refused_command(table, AbilityDamage("aino", dice="d7"), "bad_dice")
    refused_command(table, AbilityDamage("reko", 3), "dead")
    refused_command(table, AbilityDamage("nobody", 3), "unknown_actor")
    refused_command(table, AbilityDamage("aino", 3), "not_referee", seat=PLAYER)
    fighting(table)
    refused_command(table, AbilityDamage("aino", 3), "in_combat")


@pytest.mark.rule("CRN-LOSS-02")
def test_armor_helps_only_if_the_referee_says_so() -> None:
    table = world()
    aino = pc(table, STR=12)
    carry(table, aino, "chainmail", "worn")
    question = do(table, AbilityDamage("aino", 3)).asked[0]
    assert (question.key, question.to, question.default) == ("ability_damage", "referee", "no")
    assert aino.STR == 9
    do(table, AbilityDamage("aino", 3), (), {"ability_damage": "yes"})
    assert aino.STR == 8
    assert do(table, AbilityDamage("aino", 3, armor=True)).asked == []
    assert aino.STR == 7
    do(table, AbilityDamage("aino", 1, armor=True))  # stopped altogether
    assert aino.STR == 7


@pytest.mark.rule("CRN-LOSS-02")
@pytest.mark.parametrize(("option", "left"), [("no", 9), ("yes", 11)])
def test_option_ability_damage_uses_armor(option: str, left: int) -> None:
    table = world(ability_damage_uses_armor=option)
    aino = pc(table, STR=12)
    carry(table, aino, "chainmail", "worn")
    assert do(table, AbilityDamage("aino", 3)).asked == []
    assert abilities(aino) == (left, 10, 10)
    refused_command(table, AbilityDamage("aino", 3, armor=option == "no"), "bad_value")


@pytest.mark.rule("CRN-LOSS-02", "CRN-CRIT-03")
@pytest.mark.parametrize(("face", "outcome"), [(6, "in"), (7, "critical")])
def test_option_ability_damage_saves(face: int, outcome: str) -> None:
    table = world(ability_damage_saves=True)
    pc(table, "Reko")
    aino = pc(table, STR=11)
    do(table, AbilityDamage("aino", 5), [face])
    assert (aino.STR, aino.outcome, aino.scars) == (6, outcome, [])


@pytest.mark.rule("CRN-LOSS-02")
@pytest.mark.parametrize(("amount", "ability"), [(3, "DEX"), (0, "STR"), (10, "STR")])
def test_only_strength_that_is_lost_and_left_asks_for_that_save(amount: int, ability: Ability) -> None:
    table = world(ability_damage_saves=True)
    pc(table)
    assert do(table, AbilityDamage("aino", amount, ability=ability)).rolls == []


@pytest.mark.rule("CRN-LOSS-03")
def test_strength_0_is_death() -> None:
    table = world()
    aino, _ = pc(table, STR=5), pc(table, "Reko")
    do(table, AbilityDamage("aino", 5))
    assert (aino.STR, aino.outcome) == (0, "dead")
    assert table.state.over == ""


@pytest.mark.rule("CRN-LOSS-03")
def test_the_death_of_the_last_ends_the_scenario() -> None:
    table = world()
    pc(table, STR=5)
    do(table, AbilityDamage("aino", 9))
    assert table.state.over == "defeat"


@pytest.mark.rule("CRN-LOSS-03", "CRN-LOSS-04")
@pytest.mark.parametrize("ability", ["DEX", "WIL"])
def test_dexterity_or_will_0_leaves_unable_to_act(ability: Ability) -> None:
    table = world()
    aino = pc(table, DEX=3, WIL=3)
    do(table, AbilityDamage("aino", 4, ability=ability))
    assert getattr(aino, ability) == 0  # abilities stop at 0
    assert aino.outcome == "in"
    assert out_of_action(aino)
    assert len(table.told(f"ability.zero_{ability}")) == 1
    do(table, AbilityDamage("aino", 4, ability=ability))
    assert len(table.told(f"ability.zero_{ability}")) == 1  # nothing new


@pytest.mark.rule("CRN-LOSS-04", "CRN-HEAL-05")
def test_a_week_with_a_healer_ends_paralysis() -> None:
    table = world()
    aino = pc(table, DEX=0, DEX_max=9)
    do(table, WeekRest(("aino",), expert=True))
    assert (aino.DEX, out_of_action(aino)) == (9, False)
    assert len(table.told("heal.no_longer_DEX")) == 1


@pytest.mark.rule("CRN-LOSS-04", "CRN-HEAL-06")
def test_a_week_of_the_deprived_leaves_them_delirious() -> None:
    table = world()
    aino = pc(table, WIL=0, WIL_max=9)
    add_cause(table, aino, "sleep")
    do(table, WeekRest(("aino",), expert=True))
    assert (aino.WIL, out_of_action(aino)) == (0, True)


@pytest.mark.rule("CRN-LOSS-04", "CRN-HEAL-09")
def test_exceptional_means_end_it_with_the_first_point() -> None:
    table = world()
    aino = pc(table, DEX=0, DEX_max=9)
    do(table, Restore("aino", "DEX", 1))
    assert (aino.DEX, out_of_action(aino)) == (1, False)
    do(table, Restore("aino", "DEX", 50))
    assert aino.DEX == 9
    aino.WIL = 2
    do(table, Restore("aino", "WIL"))
    assert aino.WIL == 10


@pytest.mark.rule("CRN-LOSS-04", "CRN-FATIGUE-02")
def test_what_is_not_restored() -> None:
    table = world()
    aino, reko = pc(table, DEX=0, DEX_max=9), pc(table, "Reko", STR=0, STR_max=9, outcome="dead")
    add_cause(table, aino, "food")
    refused_command(table, Restore("aino", "DEX"), "deprived")
    refused_command(table, Restore("reko", "STR"), "dead")
    refused_command(table, Restore("aino", "DEX"), "not_referee", seat=PLAYER)
    assert reko.STR == 0


@pytest.mark.rule("CRN-LOSS-05")
@pytest.mark.parametrize(
    ("ability", "expected"), [("STR", {"outcome": "dead"}), ("DEX", {"outcome": "in"}), ("WIL", {"outcome": "in"})]
)
def test_an_ability_of_0_means_the_same_in_combat(ability: Ability, expected: dict[str, Any]) -> None:
    table = world()
    aino = pc(table)
    foe(table)
    fighting(table)
    run(lose(table, aino, ability, 12, "CRN-CRIT-07"))
    assert getattr(aino, ability) == 0
    assert aino.outcome == expected["outcome"]
    assert out_of_action(aino)
