"""NW3-SKILL-59, NW3-ITEM-02 to -06, NW3-ARMOR-04, NW3-CHAR-07, -14, -15: the numbers as they stand."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nw3_people import ITEMS, carrying, content, enemy, ids, wizard
from rulewright.games.nw3.options import Options
from rulewright.games.nw3.state import ATTRIBUTES, STATS, Character, Lasting
from rulewright.games.nw3.wizards import derived, standing

AS_WRITTEN = Options()
THINGS = [one.split('"')[1] for one in ITEMS]


def refresh(character: Character, **options: Any) -> Character:
    standing.refresh(content(), Options(**options), character)
    return character


def sums(character: Character, **options: Any) -> dict[str, Any]:
    return standing.sums(content(), Options(**options), character)


def effect(what: str, amount: int, scope: Any = "stat", id: int = 1, block: str = "marching_song") -> Lasting:
    return Lasting(id, block, "ben", scope, what, amount)


def now(character: Character, *stats: str) -> tuple[int, ...]:
    return tuple(getattr(character if stat in ("body", "mind") else character.stats, stat) for stat in stats)


# ---------------------------------------------------------------- Weight


@pytest.mark.rule("NW3-CHAR-15", "NW3-ITEM-02")
@pytest.mark.parametrize(
    ("things", "excess"),
    [
        (["lead_12"], 3),  # H8, I10
        (["lead_9"], 0),  # H9: the exact limit
        (["plate", "anvil robe"], 0),  # H10, I10: the Lunar Robe weighs nothing
        (["lead_12", "anvil robe"], 3),
    ],
)
def test_excess_weight_is_taken_off_three_stats(things: list[str], excess: int) -> None:
    anna = wizard("anna", *things)
    eva = -2 if "plate" in things else 0
    assert now(anna, "pacc", "macc", "eva") == (11 - excess, 5 - excess, 10 + eva - excess)
    assert now(anna, "spd", "patk", "matk", "mdef") == (15, 3, 2, 0)
    assert (anna.pre_equip.pacc, anna.body, anna.mind) == (11, 27, 20)


@pytest.mark.rule("NW3-CHAR-15")
def test_the_worked_character_with_weight_12() -> None:
    anna = wizard("anna", "lead_12")
    assert standing.weight_limit(content(), anna) == 9
    assert standing.weight(content(), AS_WRITTEN, anna) == 12
    assert now(anna, "pacc", "macc", "eva") == (8, 2, 7)  # H8
    part = sums(anna)["pacc"].parts[-1]
    assert (part.source, part.value, part.rule) == ("sum.excess", -3, "NW3-CHAR-15")


@pytest.mark.rule("NW3-CHAR-15", "NW3-LEVEL-09")
def test_the_limit_follows_strength_and_cl() -> None:
    assert now(wizard("anna", "lead_12", cl=4), "pacc") == (11,)
    anna = wizard("anna", "lead_12")
    anna.effects = [effect("strength", 2)]
    assert now(refresh(anna), "pacc", "macc", "eva") == (10, 4, 9)
    anna.effects = [effect("weight_capacity", 3)]
    assert now(refresh(anna), "pacc") == (11,)
    assert sums(anna)["weight_limit"].total == standing.weight_limit(content(), anna) == 12
    assert now(wizard("anna", "lead_12", skills={"mule": 1}), "pacc") == (11,)


@pytest.mark.rule("NW3-CHAR-15")
def test_the_limit_of_a_double_magus() -> None:
    assert standing.weight_limit(content(), wizard(classes=("magus", "magus"), elements=("void", "void"))) == 7  # H11


@pytest.mark.rule("NW3-OPEN-31")
def test_what_is_carried_outside_of_the_robe_weighs_if_the_table_says_so() -> None:
    anna = wizard("anna", "sword", "anvil carried", "lead_9 robe", "radio carried")
    assert now(anna, "pacc") == (12,)
    refresh(anna, carry_counts="equipped_and_carried")
    assert now(anna, "pacc") == (12 - (3 + 40 - 9),)
    total = sums(anna, carry_counts="equipped_and_carried")
    assert total["weight"].total == standing.weight(content(), Options(carry_counts="equipped_and_carried"), anna) == 43
    assert total["pacc"].total == anna.stats.pacc


def test_weight_can_be_ignored_by_a_rule() -> None:
    anna = wizard("anna", "lead_12")
    anna.effects = [effect("ignore_weight", 1, "flag")]
    assert now(refresh(anna), "pacc", "macc", "eva") == (11, 5, 10)


def test_foes_bear_any_weight() -> None:
    ghoul = refresh(carrying(enemy(pacc=5), "anvil"))
    assert now(ghoul, "pacc") == (5,)


# ---------------------------------------------------------------- items


@pytest.mark.rule("NW3-ITEM-03", "NW3-ITEM-04", "NW3-WEAPON-02")
def test_two_swords_add_accuracy_and_no_patk() -> None:
    anna = wizard("anna", "sword", "short_sword")
    assert now(anna, "pacc", "patk") == (13, 3)  # I1
    parts = {part.source: part for part in sums(anna)["patk"].parts}
    assert (parts["Sword"].value, parts["Sword"].suppressed_by) == (5, "NW3-ITEM-04")
    assert (parts["Short Sword"].value, parts["Short Sword"].suppressed_by) == (4, "NW3-ITEM-04")


@pytest.mark.rule("NW3-ITEM-04")
def test_sword_and_shield() -> None:
    assert now(wizard("anna", "sword", "shield"), "patk", "pdef") == (3, 4)  # I2


@pytest.mark.rule("NW3-ENCHANT-03", "NW3-ITEM-04")
def test_two_enchantments_add_all_but_matk() -> None:
    assert now(wizard("anna", "six_script", "four_script"), "matk", "macc") == (2, 8)  # I3


@pytest.mark.rule("NW3-ITEM-04")
def test_patk_of_other_things_always_counts() -> None:
    assert now(wizard("anna", "knuckles", "sword"), "patk", "matk") == (3 + 2, 2 + 1)


@pytest.mark.rule("NW3-ARMOR-04")
def test_armor_that_does_not_stack_keeps_other_armor_from_counting() -> None:
    anna = wizard("anna", "plate", "gloves", "coat", "shield", "pin")
    assert now(anna, "pdef", "eva", "pacc", "mdef") == (2 + 10, 10 - 2, 11, 1)  # I8
    gloves = [part for part in sums(anna)["pacc"].parts if part.source == "Gloves"]
    assert [(part.value, part.suppressed_by) for part in gloves] == [(-1, "NW3-ARMOR-04")]
    assert standing.weight(content(), AS_WRITTEN, anna) == 9  # the Weight of the suppressed piece stays


@pytest.mark.rule("NW3-ARMOR-04", "NW3-SKILL-OPEN-21")
def test_of_two_that_do_not_stack_the_better_counts() -> None:
    anna = wizard("anna", "plate", "bone_plate", "cap")
    assert now(anna, "pdef", "mdef", "eva") == (5, 4, 10)  # 3 + 4 beats 6
    struck = {part.source for one in sums(anna).values() for part in one.parts if part.suppressed_by}
    assert struck == {"Plate", "Cap"}
    twice = wizard("anna", "plate", "plate")
    assert now(twice, "pdef") == (8,)


@pytest.mark.rule("NW3-ARMOR-02", "NW3-ARMOR-04")
def test_armor_in_different_slots_adds_up_without_such_a_piece() -> None:
    assert now(wizard("anna", "jacket", "gloves", "coat", "cap"), "pdef", "mdef", "pacc") == (6, 1, 10)
    assert now(wizard("anna", "plate robe", "gloves"), "pdef", "pacc") == (3, 10)


@pytest.mark.rule("NW3-ITEM-06")
def test_what_has_no_slot_counts_in_the_inventory_and_never_weighs() -> None:
    anna = wizard("anna", "radio robe")
    assert (*now(anna, "spd"), standing.weight(content(), AS_WRITTEN, anna)) == (16, 0)  # I9, W14
    assert now(wizard("anna", "radio robe", "radio robe"), "spd") == (17,)
    anna.items[0].lost = True
    assert now(refresh(anna), "spd") == (15,)
    carrying(anna, "ring")
    assert now(refresh(anna), "spd") == (16,)


@pytest.mark.rule("NW3-ITEM-15", "NW3-SKILL-44")
def test_two_equal_rings_both_count() -> None:
    assert now(wizard("anna", "ring", "ring"), "spd") == (17,)  # I15


@pytest.mark.rule("NW3-CHAR-14")
def test_only_what_is_equipped_counts() -> None:
    assert now(wizard("anna", "gloves robe", "coat robe", "sword robe"), *STATS) == (11, 5, 10, 15, 3, 2, 2, 0)
    anna = wizard("anna", "gloves")
    anna.items[0].where = "robe"
    assert now(refresh(anna), "pdef", "pacc") == (2, 11)


@pytest.mark.rule("NW3-CHAR-07", "NW3-SKILL-59")
def test_hp_and_mp_fall_with_their_maxima() -> None:
    anna = wizard("anna", "belt")
    assert (anna.body, anna.mind, anna.hp, anna.mp) == (30, 0, 30, 0)
    anna.items[0].where, anna.mp = "robe", 0
    refresh(anna)
    assert (anna.body, anna.mind, anna.hp, anna.mp) == (27, 20, 27, 0)
    limit = sums(wizard("anna", "belt"))["mind"]
    assert (limit.total, limit.limit_rule) == (0, "NW3-SKILL-59")


@pytest.mark.rule("NW3-SKILL-59")
def test_body_is_never_less_than_one() -> None:
    anna = wizard()
    anna.effects = [effect("body", -40)]
    refresh(anna)
    assert (anna.body, anna.hp) == (1, 1)
    assert (sums(anna)["body"].total, sums(anna)["body"].limit_rule) == (1, "NW3-SKILL-59")


@pytest.mark.rule("NW3-BROOM-10", "NW3-ITEM-04")
def test_a_broom_in_hand() -> None:
    assert now(wizard("anna", "heron_mk2"), "pacc", "eva", "patk") == (12, 11, 3)  # W1
    assert standing.weight(content(), AS_WRITTEN, wizard("anna", "heron_mk2")) == 6


@pytest.mark.rule("NW3-BROOM-14", "NW3-BROOM-15", "NW3-BROOM-16")
def test_options_count_while_they_are_loaded_on_an_equipped_broom() -> None:
    anna = carrying(wizard(), "heron_mk2", "tail_fin robe", "seed_cannon robe")
    assert now(refresh(anna), "eva", "pacc") == (11, 12)
    for option in anna.items[1:]:
        option.loaded = anna.items[0].id
    assert now(refresh(anna), "eva", "pacc", "patk") == (12, 11, 3)  # W2
    assert standing.weight(content(), AS_WRITTEN, anna) == 9
    assert {part.source: part.suppressed_by for part in sums(anna)["patk"].parts}["Seed Cannon"] == "NW3-ITEM-04"
    anna.items[0].where = "robe"
    assert now(refresh(anna), "eva", "pacc") == (10, 11)
    assert standing.weight(content(), AS_WRITTEN, anna) == 0


@pytest.mark.rule("NW3-ARMOR-04")
def test_the_example_armor() -> None:
    anna = wizard("anna", "festival_armor", "oven_gloves", "tea_tray")
    assert now(anna, "pdef", "mdef", "eva", "pacc") == (10, 4, 8, 11)  # W6
    assert standing.weight(content(), AS_WRITTEN, anna) == 8


# ---------------------------------------------------------------- effects and constant blocks


@pytest.mark.rule("NW3-SKILL-59")
def test_lasting_effects_on_stats_count_and_others_do_not() -> None:
    anna = wizard("anna", "gloves")
    anna.effects = [effect("spd", 4), effect("pdef", -3), effect("dodge", 5, "judge"), effect("hidden", 1, "flag")]
    assert now(refresh(anna), "spd", "pdef", "eva") == (19, 0, 10)
    assert [(part.source, part.value) for part in sums(anna)["spd"].parts][-1] == ("marching_song", 4)
    anna.effects = []
    assert now(refresh(anna), "spd", "pdef") == (15, 3)


def test_an_attribute_under_an_effect_changes_no_stat() -> None:
    anna = wizard()
    anna.effects = [effect("finesse", 4)]
    refresh(anna)
    assert standing.attribute(content(), anna, "finesse") == sums(anna)["finesse"].total == 14
    assert (anna.attributes.finesse, *now(anna, "pacc", "eva")) == (10, 11, 10)


@pytest.mark.rule("NW3-SKILL-26", "NW3-SKILL-39")
def test_constant_skills_with_a_condition_count_while_it_holds() -> None:
    anna = carrying(wizard(skills={"sword_arm": 1, "bare_head": 1}), "sword robe", "cap robe")
    assert now(refresh(anna), "pacc", "eva") == (11, 11)
    assert anna.pre_equip.eva == 10
    anna.items[0].where = anna.items[1].where = "equipped"
    assert now(refresh(anna), "pacc", "eva") == (11 + 1 + 1, 10)
    assert ("sword_arm", 1) in [(part.source, part.value) for part in sums(anna)["pacc"].parts]


@pytest.mark.rule("NW3-SKILL-26", "NW3-SKILL-39")
def test_a_constant_skill_of_those_who_fly() -> None:
    anna = wizard(skills={"sky_child": 1})
    assert now(anna, "eva") == (10,)
    anna.flying = "robe"
    assert now(refresh(anna), "eva") == (12,)


@pytest.mark.rule("NW3-SKILL-26")
def test_a_constant_effect_with_a_guard_counts_while_it_is_met() -> None:
    anna = wizard(skills={"cornered": 1})
    assert now(anna, "pdef", "mdef", "eva") == (2, 0, 10)
    anna.statuses = {"poison": 1}
    assert now(refresh(anna), "pdef", "mdef") == (4, 0)
    anna.flying = "robe"
    assert now(refresh(anna), "pdef", "mdef") == (4, 3)
    anna.statuses = {"dazed": 0}
    assert now(refresh(anna), "pdef", "mdef", "eva") == (2, 3, 10)  # what it does to others is not for its owner


@pytest.mark.rule("NW3-SKILL-14")
def test_a_constant_broom_skill_needs_a_broom() -> None:
    anna = carrying(wizard(skills={"broom_heart": 1}), "heron_mk2 robe")
    assert now(refresh(anna), "spd") == (15,)
    anna.items[0].where = "equipped"
    assert now(refresh(anna), "spd") == (18,)


@pytest.mark.rule("NW3-SKILL-58")
def test_a_constant_amount_is_worked_out_anew_when_its_number_changes() -> None:
    anna = wizard(skills={"mirror_edge": 1})
    assert now(anna, "patk") == (3 + 1,)  # PDEF 2
    carrying(anna, "coat", "jacket", "gloves")
    assert now(refresh(anna), "pdef", "patk") == (6, 3 + 3)
    anna.effects = [effect("pdef", 4)]
    assert now(refresh(anna), "pdef", "patk") == (10, 3 + 5)


@pytest.mark.rule("NW3-ITEM-08", "NW3-SKILL-44")
def test_constant_effects_of_things_count_once_while_they_work() -> None:
    anna = wizard("anna", "school_badge", "school_badge robe")
    assert now(anna, "mdef") == (0,)  # it asks for a skill
    anna.skills = {"smoke": 2}
    assert now(refresh(anna), "mdef") == (3,)
    assert ("school_badge#1", 3) in [(part.source, part.value) for part in sums(anna)["mdef"].parts]
    anna.items[1].where = "equipped"
    assert now(refresh(anna), "mdef") == (3,)  # two copies are the same effect
    anna.items[0].where = anna.items[1].where = "robe"
    assert now(refresh(anna), "mdef") == (0,)
    assert now(wizard("anna", "echo_badge", "echo_badge"), "mdef") == (2,)  # it stacks


@pytest.mark.rule("NW3-ITEM-08")
def test_the_value_of_a_named_rule() -> None:
    anna = wizard("anna", "clockwork_duke", skills={"two_lanterns": 1}, classes=("summoner", "ninja"))
    assert standing.rule_value(content(), anna, "multiple_maou") == 0  # nothing like a lantern is carried
    carrying(anna, "moon_lamp robe")
    assert standing.rule_value(content(), anna, "multiple_maou") == 2
    assert standing.rule_value(content(), wizard(skills={"third_hand": 1}), "extra_hands") == 1
    anna.effects = [effect("multiple_maou", 3, "flag")]
    assert standing.rule_value(content(), anna, "multiple_maou") == 3


# ---------------------------------------------------------------- hands, Memory


@pytest.mark.rule("NW3-ENCHANT-02")
def test_memory_and_its_limit() -> None:
    anna = wizard("anna", "six_script", "four_script robe", "sword", "great_bow robe")
    assert (standing.memory(content(), anna), standing.memory_limit(content(), anna)) == (3, 6)
    assert ids(standing.held_enchantments(content(), anna)) == ["six_script"]
    anna.items[0].lost = True
    assert standing.held_enchantments(content(), anna) == []
    assert standing.memory_limit(content(), wizard(cl=3, skills={"scholar": 1})) == 5 + 3 + 2
    total = sums(wizard("anna", "six_script", skills={"scholar": 1}))
    assert (total["memory"].total, total["memory_limit"].total) == (3, 8)


# ---------------------------------------------------------------- sums


things = st.lists(st.tuples(st.sampled_from([*THINGS, "heron_mk2", "festival_armor", "kite_blade", "static_radio"]),
                            st.sampled_from(["equipped", "robe", "carried"])), max_size=7)  # fmt: skip
skills = st.dictionaries(
    st.sampled_from(["quick_feet", "hard_skin", "strong_back", "sword_arm", "bare_head", "sky_child", "mirror_edge",
                     "mule", "broom_heart", "secret_art", "shadow_step"]),
    st.integers(1, 3), max_size=5,
)  # fmt: skip
effects = st.lists(
    st.builds(effect, st.sampled_from([*STATS, *ATTRIBUTES, "body", "mind", "weight_capacity"]), st.integers(-9, 9)),
    max_size=3,
)


@pytest.mark.rule("NW3-SKILL-59")
@given(carried=things, owned=skills, lasting=effects, flying=st.booleans(), cl=st.integers(1, 4),
       counts=st.sampled_from(["equipped", "equipped_and_carried"]))  # fmt: skip
def test_sums_say_what_is_written_down(
    carried: list[tuple[str, str]], owned: dict[str, int], lasting: list[Lasting], flying: bool, cl: int, counts: Any
) -> None:
    house = Options(carry_counts=counts)
    listed = [f"{item} {where}" for item, where in carried]
    anna = wizard("anna", *listed, cl=cl, skills=owned, house=house, flying="robe" if flying else "")
    anna.effects = lasting
    standing.refresh(content(), house, anna)
    found = standing.sums(content(), house, anna)
    for name in (*STATS, "body", "mind"):
        assert now(anna, name) == (found[name].total,)
    for name in ATTRIBUTES:
        assert standing.attribute(content(), anna, name) == found[name].total
    for one in found.values():
        counted = sum(part.value for part in one.parts if not part.suppressed_by)
        assert one.total == counted or one.limit_rule
    assert found["weight"].total == standing.weight(content(), house, anna)
    assert found["weight_limit"].total == standing.weight_limit(content(), anna)
    assert found["prana_max"].total == anna.prana_max
    again = derived.before_equipment(content(), house, anna)
    assert [again[name].total for name in STATS] == [getattr(anna.pre_equip, name) for name in STATS]


@pytest.mark.rule("NW3-ENEMY-01")
def test_the_numbers_of_a_foe_are_its_own() -> None:
    ghoul = carrying(enemy(pacc=9, eva=4, pdef=2, body=30, mind=5), "coat")
    ghoul.effects = [effect("eva", -1)]
    refresh(ghoul)
    assert (*now(ghoul, "pacc", "eva", "pdef"), ghoul.body, ghoul.mind) == (9, 3, 4, 30, 5)
    found = sums(ghoul)
    assert [(part.source, part.value) for part in found["pdef"].parts] == [("sum.own", 2), ("Coat", 2)]
    assert not {"weight", "cf_mod", "prana_max"} & found.keys()


@pytest.mark.rule("NW3-ENEMY-03", "NW3-ENEMY-04")
def test_a_guest_is_built_like_a_wizard_and_has_no_prana_of_its_own() -> None:
    guest = wizard("guest", "lead_12", kind="npc", prana=0)
    assert (now(guest, "pacc"), guest.prana, guest.prana_max) == ((8,), 0, 0)
    assert not {"cf_mod", "prana_max"} & sums(guest).keys()
    assert sums(guest)["weight"].total == 12


def test_things_that_no_pack_knows_are_passed_over() -> None:
    anna = wizard("anna", "sword", "grandfather_clock")
    assert now(anna, "pacc") == (12,)
    assert sums(anna)["pacc"].total == 12
