"""NW3-ITEM-04, -11, NW3-ARMOR-03, -04 and NW3-ENCHANT-02 in play: what changes when, and which of several counts."""

from __future__ import annotations

from typing import Any

import pytest

from nw3_attacks import SURE, hit, pack, results, striking
from nw3_battle import battle_of, battle_world, do, fighter, foe, modify, refused, seat, skill, table, who
from nw3_brooms import RECORDS
from nw3_people import carrying, wizard
from rulewright.engine.requests import Question
from rulewright.games.nw3.battles.attacks import Attack
from rulewright.games.nw3.battles.casting import UseBlock
from rulewright.games.nw3.battles.main_process import EndMainProcess
from rulewright.games.nw3.battles.robe import Equip, SwitchHand
from rulewright.games.nw3.options import Options
from rulewright.games.nw3.playing.menu import menu
from rulewright.games.nw3.state import Nw3World
from rulewright.games.nw3.wizards import standing
from rulewright.games.nw3.wizards.conditions import under_condition
from rulewright.games.nw3.wizards.equipping import hands

DULL = skill("dull", "auto_action", modify("spirit", -4, "round"), target="single")
BRIGHT = skill("bright", "minor_action", modify("spirit", 2, "main_process"))
CONTENT = pack(*RECORDS, DULL, BRIGHT, striking("bolt", kind="magical", range="scene"))


def armed(*things: str, **options: Any) -> Nw3World:
    """Anna's Main Process, with MATK 2, Memory Capacity 13 and a magical attack; a ghoul in her Engage."""
    anna = fighter("anna", "wizards", "bolt", "dull", matk=2, engage="e", count=20, attributes={"spirit": 12})
    others = foe(engage="e", mdef=20, count=3), fighter("ben", count=4), foe("imp", count=2)
    return battle_world(carrying(anna, *things), *others, content=CONTENT, **options)


# ---------------------------------------------------------------- when equipment may change


@pytest.mark.rule("NW3-SKILL-OPEN-11", "NW3-ITEM-11")
@pytest.mark.parametrize(
    ("option", "held", "worn"),
    [("hands", "", "equip_not_now"), ("all", "", ""), ("none", "equip_not_now", "equip_not_now")],
)
def test_i14_what_an_auto_action_equips(option: str, held: str, worn: str) -> None:
    world = armed("sword robe", "gloves robe", auto_action_equip=option)
    for thing, reason in (("sword.1", held), ("gloves.2", worn)):
        offered = Equip("anna", thing) in [one.command for one in menu(world, seat("anna")).offers]  # type: ignore[union-attr]
        assert offered is not bool(reason)
        if reason:
            assert refused(world, Equip("anna", thing), reason).rule == "NW3-ITEM-11"
        else:
            do(world, Equip("anna", thing))
            assert next(one for one in who(world, "anna").items if one.id == thing).where == "equipped"
    world.state.battle = None  # outside of rounds everything goes
    if held:
        do(world, Equip("anna", "sword.1"))


@pytest.mark.rule("NW3-SKILL-OPEN-11", "NW3-ITEM-06")
def test_with_every_slot_open_the_outfit_is_still_tested() -> None:
    world = armed("plate", "jacket robe", "radio robe", "wide_script", "six_script", "duke robe", "sword robe",
                  auto_action_equip="all")  # fmt: skip
    assert refused(world, Equip("anna", "jacket.2"), "slot_taken").rule == "NW3-ITEM-05"
    assert refused(world, Equip("anna", "radio.3"), "not_equippable").rule == "NW3-ITEM-06"
    assert refused(world, Equip("anna", "sword.7"), "hands_full").rule == "NW3-ITEM-05"


@pytest.mark.rule("NW3-ENCHANT-02", "NW3-ENCHANT-05", "NW3-ITEM-11")
def test_memory_and_maou_are_tested_in_a_round() -> None:
    world = armed("duke", "count robe")
    assert refused(world, Equip("anna", "count.2"), "one_maou").rule == "NW3-ENCHANT-05"
    who(world, "anna").attributes.spirit = 4
    world = armed("wide_script", "six_script robe")
    who(world, "anna").attributes.spirit = 4  # and CL 1: 5
    assert refused(world, Equip("anna", "six_script.2"), "memory_exceeded").rule == "NW3-ENCHANT-02"


GLOVE = """
[[item]]
id = "third_glove"
name = "Third Glove"
class = ["accessory"]
slot = "accessory"
cost = 1
[[item.effect_block]]
name = "Grip"
timing = "constant"
target = { kind = "self" }
range = "none"
effect = [{ kind = "rule_flag", flag = "extra_hands" }]
"""


@pytest.mark.rule("NW3-ITEM-05", "NW3-ITEM-11")
def test_what_holds_the_rest_is_not_put_away_first() -> None:
    anna = carrying(fighter("anna"), "third_glove", "sword", "shield", "short_sword")
    world = table(anna, content=pack(GLOVE))
    assert refused(world, Equip("anna", "third_glove.1", "robe"), "hands_full").rule == "NW3-ITEM-05"
    do(world, Equip("anna", "sword.2", "robe"))
    do(world, Equip("anna", "third_glove.1", "robe"))
    refused(world, Equip("anna", "sword.2"), "hands_full")


# ---------------------------------------------------------------- the other hand


@pytest.mark.rule("NW3-ITEM-11", "NW3-ROUND-19")
def test_a_thing_goes_into_the_other_hand_and_what_is_there_into_this() -> None:
    world = armed("sword", "shield")
    anna = who(world, "anna")
    assert hands(CONTENT, anna) == {"sword.1": "right", "shield.2": "left"}
    battle_of(world).acting = "ghoul"
    done = do(world, SwitchHand("anna", "sword.1"), seat=seat("anna"))
    assert hands(CONTENT, anna) == {"sword.1": "left", "shield.2": "right"}
    assert done.event("robe.switched").facts["hand"] == "hand.left"
    assert battle_of(world).spent == []
    do(world, Equip("anna", "shield.2", "robe"))
    do(world, SwitchHand("anna", "sword.1"))
    assert hands(CONTENT, anna) == {"sword.1": "right"}
    do(world, Equip("anna", "shield.2"))
    assert hands(CONTENT, anna)["shield.2"] == "left"


@pytest.mark.rule("NW3-ITEM-11", "NW3-ITEM-05", "NW3-SKILL-OPEN-11")
@pytest.mark.parametrize(
    ("thing", "option", "reason"),
    [
        ("sword.2", "hands", "item_not_equipped"),
        ("great_bow.1", "hands", "hands_full"),
        ("gloves.3", "hands", "equip_not_now"),
        ("gloves.3", "all", "item_not_equipped"),
        ("great_bow.1", "none", "equip_not_now"),
        ("x", "hands", "not_owned"),
    ],
)
def test_what_is_not_switched(thing: str, option: str, reason: str) -> None:
    world = armed("great_bow", "sword robe", "gloves", auto_action_equip=option)
    refused(world, SwitchHand("anna", thing), reason)


@pytest.mark.rule("NW3-ROUND-19")
def test_the_referee_may_refuse_the_switch() -> None:
    world = armed("sword", gm_confirms_targets=True)
    refused(world, SwitchHand("anna", "sword.1"), "referee_refused", {"auto_action_veto": "no"})


# ---------------------------------------------------------------- which MATK counts


@pytest.mark.rule("NW3-ITEM-04", "NW3-ENCHANT-03")
@pytest.mark.parametrize(("source", "matk"), [("", 6), ("four_script.2", 4), ("six_script.1", 6)])
def test_i3_the_owner_names_the_one_source_of_matk(source: str, matk: int) -> None:
    world = armed("six_script", "four_script")
    done = do(world, UseBlock("anna", "bolt", ("ghoul",), source), (*SURE, 6, 2, 1, 1))
    assert results(done, "matk") == [2 + matk + 8]
    assert "matk_source" not in [one.key for one in done.asked]


@pytest.mark.rule("NW3-ITEM-04")
def test_tables_that_ask_everything_ask_for_it() -> None:
    world = armed("six_script", "four_script", prompts="always")
    done = do(world, UseBlock("anna", "bolt", ("ghoul",)), (*SURE, 6, 2, 1, 1), {"matk_source": "four_script.2"})
    (question,) = [one for one in done.asked if one.key == "matk_source"]
    assert ([one.value for one in question.options], question.default) == (
        ["six_script.1", "four_script.2"], "six_script.1",
    )  # fmt: skip
    assert results(done, "matk") == [2 + 4 + 8]


@pytest.mark.rule("NW3-ITEM-04")
@pytest.mark.parametrize("thing", ["six_script.1", "sword.2", "ring.3"])
def test_what_gives_matk_has_to_be_held(thing: str) -> None:
    world = armed("six_script robe", "sword", "ring")
    refused(world, UseBlock("anna", "bolt", ("ghoul",), thing), "item_not_equipped")


@pytest.mark.rule("NW3-SKILL-OPEN-20", "NW3-ITEM-04")
@pytest.mark.parametrize(("option", "matk"), [("any_held", 2), ("enchantment_only", 0)])
def test_whether_a_weapon_gives_matk(option: str, matk: int) -> None:
    world = armed("kite_blade", matk_source_rule=option)
    done = do(world, UseBlock("anna", "bolt", ("ghoul",)), (*SURE, 6, 2, 1, 1))
    assert results(done, "matk") == [2 + matk + 8]
    if option == "enchantment_only":
        refused(armed("kite_blade", matk_source_rule=option), UseBlock("anna", "bolt", ("ghoul",), "kite_blade.1"),
                "item_not_equipped")  # fmt: skip


@pytest.mark.rule("NW3-SKILL-OPEN-19", "NW3-WEAPON-04")
@pytest.mark.parametrize(("things", "holds"), [(("sword",), False), (("sword", "short_sword"), True)])
def test_dual_wield_is_a_weapon_in_each_hand(things: tuple[str, ...], holds: bool) -> None:
    assert under_condition(CONTENT, wizard("anna", *things, pack=CONTENT), "dual_wield") is holds


# ---------------------------------------------------------------- armor


@pytest.mark.rule("NW3-ARMOR-03", "NW3-ARMOR-02", "NW3-ATTACK-08")
def test_a_defence_has_all_modifiers_of_what_is_worn() -> None:
    anna = wizard("anna", "jacket", "gloves", "coat", "shield", engage="e", pack=CONTENT)
    world = battle_world(foe(engage="e", pacc=30, patk=20), anna, content=CONTENT)
    done = hit(world, (6, 2, 2, 1, 6, 2, 2, 1), by="ghoul", at="anna")
    assert results(done, "pdef") == [2 + 1 + 1 + 2 + 2 + 3]


def choosing(*things: str, answer: str = "", **options: Any) -> tuple[Nw3World, list[Question]]:
    """Anna outside of rounds, who puts on the last of these things."""
    world = table(wizard("anna", *things, pack=CONTENT), content=CONTENT, **options)
    last = who(world, "anna").items[-1].id
    done = do(world, Equip("anna", last), answers={"doesnt_stack_choice": answer} if answer else {})
    return world, list(done.asked)


@pytest.mark.rule("NW3-ARMOR-04", "NW3-SKILL-OPEN-21")
@pytest.mark.parametrize(("answer", "pdef", "mdef"), [("", 8, 0), ("bone_plate.2", 5, 4), ("plate.1", 8, 0)])
def test_of_two_pieces_that_do_not_stack_the_owner_chooses(answer: str, pdef: int, mdef: int) -> None:
    world, asked = choosing("plate", "bone_plate robe", answer=answer)
    (question,) = asked
    assert (question.key, question.to) == ("doesnt_stack_choice", "anna")
    assert {one.value for one in question.options} == {"plate.1", "bone_plate.2"}
    expected = {"": question.default, "bone_plate.2": "bone_plate.2", "plate.1": "plate.1"}[answer]
    pieces = {"plate.1": (8, 0), "bone_plate.2": (5, 4)}
    anna = who(world, "anna")
    assert (anna.stats.pdef, anna.stats.mdef) == pieces[expected]
    if answer:
        assert (pdef, mdef) == pieces[expected]
    totals = standing.sums(CONTENT, world.state.options, anna)
    assert totals["pdef"].total == anna.stats.pdef


@pytest.mark.rule("NW3-ARMOR-04")
def test_a_choice_ends_when_the_piece_is_put_away() -> None:
    world, _ = choosing("plate", "bone_plate robe", answer="bone_plate.2")
    do(world, Equip("anna", "bone_plate.2", "robe"))
    assert (who(world, "anna").stats.pdef, who(world, "anna").items[1].chosen) == (8, False)
    assert not [one for one in choosing("jacket robe")[1] if one.key == "doesnt_stack_choice"]
    assert not choosing("plate robe")[1]


@pytest.mark.rule("NW3-SKILL-OPEN-21", "NW3-ARMOR-04")
def test_at_some_tables_each_of_them_counts() -> None:
    world, asked = choosing("plate", "gloves", "bone_plate robe", doesnt_stack_many="each_counts")
    anna = who(world, "anna")
    assert not asked
    assert (anna.stats.pdef, anna.stats.mdef, anna.stats.pacc) == (2 + 6 + 3, 4, 11)  # gloves are kept off
    totals = standing.sums(CONTENT, Options(doesnt_stack_many="each_counts"), anna)
    assert totals["pdef"].total == 11


# ---------------------------------------------------------------- Memory in play


@pytest.mark.rule("NW3-ENCHANT-02", "NW3-SKILL-46")
@pytest.mark.parametrize("kept", ["six_script.2", "wide_script.1"])
def test_when_spirit_falls_enchantments_are_put_away_at_once(kept: str) -> None:
    world = armed("wide_script", "six_script")
    anna = who(world, "anna")
    anna.attributes.spirit = 7  # and CL 1: 8, of which 7 are taken, and 4 afterwards
    gone = "six_script.2" if kept == "wide_script.1" else "wide_script.1"
    done = do(world, UseBlock("anna", "dull", ("anna",)), answers={"memory_overflow_choice": gone})
    (question,) = [one for one in done.asked if one.key == "memory_overflow_choice"]
    assert (question.to, question.default) == ("anna", "wide_script.1")  # the largest Memory
    assert [one.id for one in anna.items if one.where == "equipped"] == [kept]
    assert world.state.unfit == []


@pytest.mark.rule("NW3-ENCHANT-02", "NW3-SKILL-46", "NW3-ROUND-14")
def test_also_when_what_raised_it_ends() -> None:
    anna = carrying(fighter("anna", "wizards", "bright", attributes={"spirit": 4}, count=9), "wide_script",
                    "six_script robe")  # fmt: skip
    world = battle_world(anna, foe(count=2), content=CONTENT)
    refused(world, Equip("anna", "six_script.2"), "memory_exceeded")
    do(world, UseBlock("anna", "bright"))
    do(world, Equip("anna", "six_script.2"))
    done = do(world, EndMainProcess("anna"))
    assert [one.key for one in done.asked] == ["memory_overflow_choice"]
    assert [one.where for one in anna.items] == ["robe", "equipped"]


@pytest.mark.rule("NW3-ENCHANT-02")
def test_who_still_can_bear_them_is_not_asked() -> None:
    world = armed("wide_script", "six_script")
    assert not do(world, UseBlock("anna", "dull", ("anna",))).asked  # Spirit 12 - 4
    assert len([one for one in who(world, "anna").items if one.where == "equipped"]) == 2


# ---------------------------------------------------------------- unarmed


@pytest.mark.rule("NW3-SKILL-OPEN-12", "NW3-WEAPON-06", "NW3-WEAPON-05")
@pytest.mark.parametrize("option", [True, False])
def test_who_has_lost_the_weapon_fights_unarmed_where_that_is_allowed(option: bool) -> None:
    world = armed("chalk_bomb", unarmed_attack=option)
    who(world, "ghoul").stats.eva = 50
    hit(world, SURE, weapon="chalk_bomb.1")
    battle_of(world).acting, who(world, "anna").pre_action, battle_of(world).spent = "anna", True, []
    if option:
        hit(world, SURE)
    else:
        refused(world, Attack("anna", ("ghoul",)), "item_not_equipped")


# ---------------------------------------------------------------- several effects of one item


TWO = """
[[item]]
id = "two_faced"
name = "Two Faced"
class = ["accessory"]
slot = "accessory"
cost = 1
[[item.effect_block]]
name = "Morning"
timing = "auto_action"
target = { kind = "self" }
range = "none"
limit = { n = 1, per = "scene" }
effect = [{ kind = "modify", scope = "stat", stat = "eva", amount = 1, duration = "main_process" }]
[[item.effect_block]]
name = "Evening"
timing = "auto_action"
target = { kind = "self" }
range = "none"
effect = [{ kind = "modify", scope = "stat", stat = "spd", amount = 2, duration = "combat" }]
"""


@pytest.mark.rule("NW3-ITEM-09", "NW3-ITEM-08", "NW3-SKILL-41")
def test_i16_the_effects_of_one_item_have_their_own_limits_and_ends() -> None:
    anna = carrying(fighter("anna", count=9), "two_faced")
    world = battle_world(anna, foe(count=2), content=pack(TWO))
    do(world, UseBlock("anna", "two_faced#1"))
    do(world, UseBlock("anna", "two_faced#2"))
    refused(world, UseBlock("anna", "two_faced#1"), "limit_reached")
    do(world, UseBlock("anna", "two_faced#2"))
    assert (anna.stats.eva, anna.stats.spd) == (1, 2)
    do(world, EndMainProcess("anna"))
    assert (anna.stats.eva, anna.stats.spd) == (0, 2)
