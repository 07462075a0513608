"""NWO-ATTACK: blows with weapons, from the hit to the HP that are left, and the order in which sides choose."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from nwo_magic import FIST, attack_row, begins_cast, steps, table, thrown, told, values
from nwo_play import Play, options, rows_of
from rulewright.games.nwo.battles.actions import Attack, Pass, weapon_of
from rulewright.games.nwo.battles.free_play import SetHabits
from rulewright.games.nwo.state import Lasting, Thing

ROWS = [row for row in rows_of("attack") if row["id"].startswith("attack-")]
BITE = Attack("mire_hound", "bite", "ruka")


def bitten(*, hound: int = 18, ruka: int = 5, **house: Any) -> Play:
    """The hound has its turn beside Ruka, who has nothing to interrupt with; hit 12, attack 13 against 9 and 11."""
    play = Play("ruka", "mire_hound", house=options(**house))
    play.values("ruka", evasion=9, defence=11)
    play.change("ruka", abilities={}, prana=0)
    play.values("mire_hound", hit=12, attack=13)
    play.change("mire_hound", natural_weapons=[FIST], critical=(10,), fumble=(5,), at_zero="")
    play.fight(mire_hound=hound, ruka=ruka)
    return play


FISTS = Attack("mire_hound", "fist", "ruka")
HIT = (3, 4, 1, 1)


@pytest.mark.rule("NWO-ATTACK-03", "NWO-ATTACK-04", "NWO-ATTACK-05", "NWO-ATTACK-07", "NWO-ATTACK-08")
@pytest.mark.parametrize("row", ROWS, ids=[row["id"] for row in ROWS])
def test_example_of_an_attack(row: Mapping[str, Any]) -> None:
    _, came_out = attack_row(row)
    assert came_out == row["expect"]


def test_every_example_of_an_attack_is_played_somewhere() -> None:
    chapters = {row["id"].partition("-")[0] for row in rows_of("attack")}
    assert chapters == {"attack", "parry", "cast", "spell"}  # test_parrying, test_casting and test_spells play theirs


# ---------------------------------------------------------------- weapon and target


@pytest.mark.rule("NWO-ATTACK-01")
def test_attack_9_a_target_out_of_range_is_refused_and_the_turn_goes_on() -> None:
    play = Play("ruka", "mire_hound", mire_hound=(1, 0))
    play.fight(ruka=20, mire_hound=5)
    assert play["ruka"].gear[0].item == "guard_blade"
    assert play.refuses(Attack("ruka", play["ruka"].gear[0].id, "mire_hound")) == "out_of_range"
    assert play.battle.acting == "ruka"
    play.give(Pass("ruka"))
    assert play["ruka"].count == 0


@pytest.mark.rule("NWO-ATTACK-01")
@pytest.mark.parametrize("weapon", ["robe", "hand", "coat", "nothing"])
def test_only_an_equipped_weapon_strikes(weapon: str) -> None:
    play = Play("ruka", "mire_hound")
    play["ruka"].gear = [
        Thing("robe", "guard_blade", "robe"),
        Thing("hand", "guard_blade", "in_hand"),
        Thing("coat", "oilskin", "equipped"),
    ]
    play.fight(ruka=20, mire_hound=5)
    assert play.refuses(Attack("ruka", weapon, "mire_hound")) == "no_weapon"


@pytest.mark.rule("NWO-ATTACK-01")
def test_nobody_of_that_id_is_no_target_nor_is_somebody_hidden_from_the_player() -> None:
    play = bitten(ruka=30)
    play.change("ruka", natural_weapons=[FIST])
    assert play.refuses(Attack("ruka", "fist", "nobody"), "ruka") == "no_target"
    play["mire_hound"].hidden = True
    assert play.refuses(Attack("ruka", "fist", "mire_hound"), "ruka") == "no_target"


@pytest.mark.rule("NWO-ATTACK-02")
def test_the_dead_and_those_who_left_are_no_targets() -> None:
    play = bitten()
    play["ruka"].dead = True
    assert play.refuses(FISTS) == "no_target"
    play["ruka"].dead, play["ruka"].present = False, False
    assert play.refuses(FISTS) == "no_target"


@pytest.mark.rule("NWO-ATTACK-02")
def test_somebody_outside_the_fight_is_no_target() -> None:
    play = Play("ruka", "tomo", "mire_hound")
    play.fight(mire_hound=18, ruka=5)
    assert play.refuses(Attack("mire_hound", "bite", "tomo")) == "no_target"


@pytest.mark.rule("NWO-ATTACK-02")
def test_ones_own_side_can_be_attacked() -> None:
    play = Play("ruka", "tomo")
    play.values("ruka", hit=5)
    play.change("ruka", natural_weapons=[FIST], prana=0)
    play.change("tomo", prana=0, spells=[], abilities={}, gear=[])
    play.fight(ruka=20, tomo=5)
    play.give(Attack("ruka", "fist", "tomo"), [1, 1, 6, 6])
    assert told(play, "attack.miss")[0]["name"] == "tomo"


@pytest.mark.rule("NWO-ATTACK-01")
def test_an_attack_is_for_a_fight_and_for_ones_own_turn() -> None:
    play = bitten()
    play.change("ruka", natural_weapons=[FIST])
    assert play.refuses(Attack("ruka", "fist", "mire_hound")) == "not_your_turn"
    play.state.battle = None
    assert play.refuses(FISTS) == "not_in_combat"


# ---------------------------------------------------------------- the four rolls


@pytest.mark.rule("NWO-ATTACK-04", "NWO-ATTACK-10")
def test_attack_10_a_miss_makes_no_damage_judge_and_uses_the_action() -> None:
    play = bitten()
    play.give(FISTS, [2, 4, 4, 5])
    assert thrown(play) == ["hit", "evasion"]
    assert (play["mire_hound"].count, play["mire_hound"].done) == (-2, True)


@pytest.mark.rule("NWO-ATTACK-05")
def test_the_dice_fall_in_the_order_hit_evasion_attack_defence() -> None:
    play = bitten()
    play.give(FISTS, [*HIT, 2, 2, 3, 3])
    assert thrown(play) == ["hit", "evasion", "attack", "defence"]


@pytest.mark.rule("NWO-ATTACK-01", "NWO-ATTACK-03", "NWO-ATTACK-05")
def test_the_weapons_own_hit_and_attack_count_for_blows_with_it_alone() -> None:
    play = bitten(hound=1, ruka=40)
    play.values("ruka", hit=10, attack=10)
    play.change("ruka", natural_weapons=[FIST], gear=[Thing("blade", "guard_blade", "equipped")])  # hit +1, attack +3
    play.values("mire_hound", evasion=1, defence=1)
    for weapon, hit, power in (("blade", 11 + 7, 13 + 7), ("fist", 10 + 7, 10 + 7)):
        play.told.clear()
        play.battle.acting = "ruka"
        play.change("ruka", count=40, done=False)
        play.give(Attack("ruka", weapon, "mire_hound"), [3, 4, 1, 1, 3, 4, 1, 1])
        assert values(play)[0::2] == [("hit", hit), ("attack", power)]


@pytest.mark.rule("NWO-ATTACK-05")
def test_damage_wounds_at_once() -> None:
    play = bitten()
    play.give(FISTS, [*HIT, 6, 5, 1, 1])  # 24 against 13
    assert play["ruka"].hp == 24 - 11
    play.change("ruka", hp=13)
    play.change("mire_hound", count=18, done=False)
    play.battle.acting = "mire_hound"
    play.give(FISTS, [*HIT, 6, 5, 1, 1])
    assert (play["ruka"].hp, play["ruka"].serious) == (2, True)


@pytest.mark.rule("NWO-ATTACK-06")
def test_attack_11_the_release_limit_holds_for_each_of_the_two_judges() -> None:
    play = bitten()
    play.change("mire_hound", prana=8, prana_max=8, release=4)
    play.give(FISTS, [3, 4, 1, 1, 2, 2, 3, 3], {"prana": [4, 4]})
    assert values(play) == [("hit", 23), ("evasion", 11), ("attack", 21), ("defence", 17)]
    assert play["mire_hound"].prana == 0


@pytest.mark.rule("NWO-ATTACK-06")
def test_each_of_the_four_rolls_can_be_held_back() -> None:
    play = bitten()
    for id in ("ruka", "mire_hound"):
        play.give(SetHabits(id, hold_back=True))
    play.give(FISTS, [3, 4, 1, 1, 2, 2, 1, 1], {"hold_back": [10, 0, 9, 1]})
    assert values(play) == [("hit", 17), ("evasion", 2), ("attack", 13), ("defence", 3)]


@pytest.mark.rule("NWO-ATTACK-06")
def test_each_of_the_four_rolls_has_its_two_windows() -> None:
    play = bitten()
    play.change("ruka", abilities={"guard_step": 1, "turn_the_die": 1}, asks="all", prana=1, release=0)
    play.fight(mire_hound=18, ruka=5)
    play.give(FISTS, [*HIT, 2, 2, 3, 3])
    before, after = (sum(key == one for key in play.asked()) for one in ("interrupt", "interrupt_after"))
    assert (before, after) == (4, 4)


# ---------------------------------------------------------------- who makes no judges


@pytest.mark.rule("NWO-ATTACK-07")
def test_apparent_death_is_hit_for_certain_like_a_faint() -> None:
    play = bitten(hound=38)
    play.change("ruka", hp=-3)
    play.give(FISTS, [3, 4])
    assert thrown(play) == ["attack"]
    assert play["ruka"].hp == -3 - (20 - 11)


@pytest.mark.rule("NWO-ATTACK-07")
def test_the_defence_of_the_fainted_is_plain_and_halved_while_prone() -> None:
    play = bitten()
    play.change("ruka", fainted=True, prone=True)
    play.give(FISTS, [1, 1])
    assert values(play) == [("attack", 15), ("defence", 5)]


@pytest.mark.rule("NWO-ATTACK-08")
def test_a_caster_is_hit_only_by_more_than_its_plain_evasion_and_is_not_asked_to_parry() -> None:
    play = bitten(hound=38)
    play.change("ruka", gear=[Thing("shield", "round_shield", "equipped")], asks="all")
    begins_cast(play, "ruka", "lamp_sight")
    play.change("mire_hound", stats=play["mire_hound"].stats | {"hit": 7})
    play.give(FISTS, [1, 1])  # 9 against plain 9
    assert "answer" not in play.asked()
    assert values(play) == [("hit", 9), ("evasion", 9)]
    assert told(play, "attack.miss")


@pytest.mark.rule("NWO-ATTACK-05")
def test_what_an_overloaded_attacker_does_to_the_helpless_is_no_damage_however_low_their_defence() -> None:
    play = bitten()
    play.values("ruka", defence=-4)
    play.change("ruka", fainted=True)
    play.change("mire_hound", gear=[Thing("pike", "quay_pike", "packed")], attributes={"strength": 1, "agility": 1})
    assert play["mire_hound"].now.overloaded
    play.give(FISTS, [3, 4])
    assert values(play)[-1] == ("defence", -4)
    assert play["ruka"].hp == 24


# ---------------------------------------------------------------- the element


@pytest.mark.rule("NWO-ATTACK-09")
def test_attack_12_the_element_is_the_weapons_or_the_last_one_set() -> None:
    play = table("tomo")
    staff = play["tomo"].gear[0].id
    assert weapon_of(play.world, play["tomo"], staff)[0].element == "gale"
    play.change("tomo", lasting=[Lasting("gale_edge", "tomo", "scene", element="gale"),
                                 Lasting("ember_edge", "tomo", "scene", element="ember")])  # fmt: skip
    assert weapon_of(play.world, play["tomo"], staff)[0].element == "ember"
    play.change("tomo", lasting=[])
    assert weapon_of(play.world, play["tomo"], staff)[0].element == "gale"


# ---------------------------------------------------------------- leaving out, and choosing unseen


@pytest.mark.rule("NWO-ATTACK-03", "NWO-JUDGE-13")
def test_judge_21_a_target_that_lets_itself_be_hit_is_hit_and_the_damage_judge_follows() -> None:
    play = bitten()
    play.change("ruka", asks="all")
    play.give(FISTS, [1, 1, 2, 2, 3, 3], {"answer": "waive"})
    assert thrown(play) == ["hit", "attack", "defence"]
    assert told(play, "attack.let_through")


@pytest.mark.rule("NWO-ATTACK-03", "NWO-JUDGE-13")
def test_a_target_may_be_given_its_plain_evasion_or_be_told_to_roll() -> None:
    for ruling, dice, evasion in (("ability_value", (1, 1), 9), ("refuse", (1, 1, 6, 6), 21)):
        play = bitten()
        play.change("ruka", asks="all")
        play.change("mire_hound", stats=play["mire_hound"].stats | {"hit": 5})
        play.give(FISTS, dice, {"answer": "waive", "waive_judge": ruling})
        assert values(play)[1] == ("evasion", evasion)


@pytest.mark.rule("NWO-ATTACK-03", "NWO-JUDGE-13")
def test_where_no_judge_is_left_out_the_answer_is_barred() -> None:
    play = bitten(waived_judge="refuse")
    play.change("ruka", asks="all")
    play.give(FISTS, [1, 1, 6, 5])
    question = next(one for one in play.script.asked if one.key == "answer")
    assert question.barred == {"waive": "waiver_refused"}
    assert "waive" not in [option.value for option in question.options]


def rivals(**house: Any) -> Play:
    """As `bitten`, but both have prana, and Ruka a shield."""
    play = bitten(**house)
    play.change("ruka", prana=9, release=9, gear=[Thing("shield", "round_shield", "equipped")])
    play.change("mire_hound", prana=9, prana_max=9, release=9)
    return play


@pytest.mark.rule("NWO-ATTACK-03", "NWO-JUDGE-09")
def test_the_passive_side_answers_and_spends_when_it_has_seen_the_active_value() -> None:
    order = steps(rivals(), FISTS, [*HIT, 2, 2, 3, 3])
    assert order == "prana mire_hound, die, answer ruka, prana ruka, die, prana mire_hound, die, prana ruka, die"


@pytest.mark.rule("NWO-ATTACK-03", "NWO-ATTACK-05", "NWO-JUDGE-09")
def test_sealed_both_sides_choose_before_any_die_of_each_opposed_judge() -> None:
    play = rivals(opposed_order="sealed")
    order = steps(play, FISTS, [*HIT, 2, 2, 3, 3], {"prana": [1, 0, 2, 3]})
    assert order == "answer ruka, prana mire_hound, prana ruka, die, prana mire_hound, prana ruka, die"
    assert values(play) == [("hit", 20), ("evasion", 11), ("attack", 19), ("defence", 21)]
    assert [one.secret for one in play.script.asked] == [True] * 5


@pytest.mark.rule("NWO-ATTACK-03", "NWO-JUDGE-09")
def test_sealed_who_lets_the_blow_through_is_not_asked_for_prana_against_the_hit() -> None:
    play = rivals(opposed_order="sealed")
    order = steps(play, FISTS, [1, 1, 2, 2, 3, 3], {"answer": "waive"})
    assert order.startswith("answer ruka, waive_judge referee, prana mire_hound, die, prana mire_hound, prana ruka")


@pytest.mark.rule("NWO-ATTACK-07", "NWO-JUDGE-09")
def test_sealed_a_fainted_target_chooses_nothing() -> None:
    play = rivals(opposed_order="sealed")
    play.change("ruka", fainted=True)
    assert steps(play, FISTS, [1, 1]) == "prana mire_hound, die"


@pytest.mark.rule("NWO-ATTACK-08")
def test_a_caster_that_falls_silent_before_its_evasion_rolls_it() -> None:
    play = bitten()
    begins_cast(play, "ruka", "lamp_sight")
    play.give(FISTS, [2, 2, 4, 4], {"interrupt_cast": ["keep", "interrupt"]})
    assert values(play) == [("hit", 16), ("evasion", 17)]
