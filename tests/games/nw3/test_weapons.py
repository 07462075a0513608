"""NW3-WEAPON, NW3-ITEM-04 and -10 in attacks: what one attacks with, how far it reaches, and what is gone after."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from nw3_attacks import SURE, face_off, hit, pack, results, striking
from nw3_battle import battle_world, do, fighter, foe, refused, who
from nw3_people import carrying, wizard
from rulewright.games.nw3.battles.attacks import Attack
from rulewright.games.nw3.battles.casting import UseBlock, source_bonus
from rulewright.games.nw3.battles.weapons import held_weapons, of_item, weapon_of
from rulewright.games.nw3.records.effects import Attack as AttackEffect
from rulewright.games.nw3.state import Nw3World
from rulewright.games.nw3.wizards.standing import refresh


def gun(range: str, *lines: str) -> str:
    return (
        f'[[item]]\nid = "gun_{range}"\nname = "Gun"\nclass = ["weapon"]\ntype = "ranged"\nrange = "{range}"\n'
        'slot = "one_hand"\ncost = 1\nmodifiers = { patk = 2 }\n' + "\n".join(lines)
    )


WOLF = """
[[enemy]]
id = "wolf"
name = "Wolf"
category = "enemy"
awareness = 3
element = "earth"
stats = { pacc = 9, macc = 0, eva = 9, spd = 9, patk = 5, matk = 0, pdef = 5, mdef = 5 }
hp = 20
attacks = [{ id = "bite", name = "Bite", bonus = 3 }, { id = "howl", name = "Howl", range = "long" }]
"""
PUFF = """
  [[item.effect_block]]
  name = "Puff"
  timing = "major_action"
  check = { kind = "hit_check", attack = "physical" }
  target = { kind = "single" }
  range = "weapon"
    [[item.effect_block.effect]]
    kind = "attack"
    attack = "physical"
    hit_stat = "pacc"
    damage_stat = "patk"
    damage = "physical"
"""
CONTENT = pack(
    *(gun(range) for range in ("close", "short", "short_only", "long", "long_only")),
    WOLF,
    gun("close").replace("gun_close", "bomb").replace("cost = 1", "cost = 1\nconsumable = true"),
    gun("close")
    .replace("gun_close", "charm")
    .replace("cost = 1", "cost = 1\nconsumable = true")
    .replace("patk = 2", "patk = 2, pdef = 3"),
    gun("close").replace("gun_close", "puffer").replace("cost = 1", "cost = 1\nconsumable = true") + PUFF,
    striking("bolt", kind="magical", range="scene"),
    striking("fist"),
)
PLACES = {"close": {"engage": "e"}, "short": {}, "long": {"band": "long"}, "extreme": {"band": "extreme"}}


def armed(*things: str, **options: Any) -> Nw3World:
    world = face_off(anna={"patk": 3}, ghoul={"pdef": 20}, content=CONTENT, **options)
    carrying(who(world, "anna"), *things)
    return world


# ---------------------------------------------------------------- range


@pytest.mark.rule("NW3-WEAPON-03", "NW3-ATTACK-03", "NW3-MOVE-06")
@pytest.mark.parametrize(
    ("range", "reached"),
    [
        ("close", ["close"]), ("short", ["close", "short"]), ("short_only", ["short"]),
        ("long", ["close", "short", "long"]), ("long_only", ["long"]),
    ],
)  # fmt: skip
@pytest.mark.parametrize("place", PLACES)
def test_i7_how_far_weapons_reach(range: str, reached: Sequence[str], place: str) -> None:
    anna = carrying(fighter("anna", engage="e"), f"gun_{range}")
    world = battle_world(anna, foe("ghoul", eva=50, **PLACES[place]), foe("imp", engage="e"), content=CONTENT)
    if place in reached:
        hit(world, (6, 2, 1, 1), weapon=f"gun_{range}.1")
    else:
        refused(world, Attack("anna", ("ghoul",), f"gun_{range}.1"), "out_of_range")


# ---------------------------------------------------------------- which weapon


@pytest.mark.rule("NW3-WEAPON-02", "NW3-WEAPON-01")
def test_a_weapon_has_to_be_held_and_be_one() -> None:
    world = armed("sword robe", "shield", "short_sword")
    refused(world, Attack("anna", ("ghoul",), "sword.1"), "item_not_equipped")
    refused(world, Attack("anna", ("ghoul",), "shield.2"), "restrict_use")
    refused(world, Attack("anna", ("ghoul",), "sword.9"), "not_owned")
    who(world, "anna").items[2].lost = True
    refused(world, Attack("anna", ("ghoul",), "short_sword.3"), "not_owned")


@pytest.mark.rule("NW3-WEAPON-02", "NW3-ITEM-04", "NW3-ATTACK-17")
def test_i1_i2_the_patk_of_one_weapon_and_all_else_of_both() -> None:
    anna = wizard("anna", "sword", "short_sword", engage="e")
    world = battle_world(anna, foe(engage="e", pdef=20), fighter("ben"), foe("imp"), content=CONTENT)
    assert (anna.stats.pacc, anna.stats.patk) == (11 + 2, 3)
    done = hit(world, (*SURE, 6, 2, 1, 1), {"dice_window": "pass", "raise_result": "pass"}, weapon="sword.1")
    assert (results(done, "hit"), results(done, "patk")) == ([13 + 8], [3 + 5 + 8])


@pytest.mark.rule("NW3-WEAPON-06", "NW3-SKILL-OPEN-12")
@pytest.mark.parametrize("allowed", [True, False])
def test_bare_hands(allowed: bool) -> None:
    world = armed("sword", unarmed_attack=allowed)
    assert of_item(CONTENT.items_by_id["static_radio"], who(world, "anna").items[0]).bonus == 0
    names = [one.id for one in held_weapons(world, who(world, "anna"))]
    assert names == (["sword.1", ""] if allowed else ["sword.1"])
    if allowed:
        refused(world, Attack("anna", ("imp",)), "out_of_range")
        assert results(hit(world, (*SURE, 6, 2, 1, 1)), "patk") == [11]
    else:
        refused(world, Attack("anna", ("ghoul",)), "item_not_equipped")


@pytest.mark.rule("NW3-WEAPON-01", "NW3-ATTACK-17")
def test_a_foe_attacks_with_what_nature_gave_it() -> None:
    world = battle_world(foe(record="wolf", engage="e", patk=5), fighter("anna", engage="e", pdef=20), content=CONTENT)
    ghoul = who(world, "ghoul")
    assert [one.id for one in held_weapons(world, ghoul)] == ["bite", "howl"]
    assert weapon_of(world, ghoul, "howl").range == "long"
    refused(world, Attack("ghoul", ("anna",), "claw"), "not_owned")
    assert results(hit(world, (4, 4, 2, 1, 6, 2, 1, 2), by="ghoul", at="anna", weapon="bite"), "patk") == [5 + 3 + 8]


@pytest.mark.rule("NW3-ITEM-04")
@pytest.mark.parametrize(
    ("block", "things", "bonus"),
    [
        ("bolt", ["six_script", "four_script"], 6),  # I3
        ("bolt", ["kite_blade"], 2),
        ("bolt", ["six_script robe", "four_script"], 4),
        ("bolt", [], 0),
        ("fist", ["sword", "short_sword"], 5),
        ("fist", ["six_script"], 0),
    ],
)
def test_one_source_of_patk_and_matk(block: str, things: Sequence[str], bonus: int) -> None:
    world = armed(*things)
    anna = who(world, "anna")
    strike = next(one for one in CONTENT.skills_by_id[block].effect if isinstance(one, AttackEffect))
    weapon = next(iter(held_weapons(world, anna)), None) if block == "fist" else None
    assert source_bonus(world, anna, strike, weapon) == bonus


@pytest.mark.rule("NW3-ITEM-04", "NW3-ATTACK-01", "NW3-ATTACK-17", "NW3-SKILL-39")
@pytest.mark.parametrize("gust", [False, True])
def test_w7_w8_a_skill_with_a_weapon(gust: bool) -> None:
    anna = fighter("anna", "wizards", "falling_star_cut", hp=27, mp=20, patk=3, engage="e", attributes={"strength": 8})
    anna.pre_equip_body, anna.flying = 27, "robe"
    world = battle_world(carrying(anna, "kite_blade"), foe(engage="e", mdef=6), fighter("ben"), content=CONTENT)
    if gust:
        do(world, UseBlock("anna", "kite_blade#1"))
    done = do(world, UseBlock("anna", "falling_star_cut", ("ghoul",), "kite_blade.1"), (*SURE, 3, 2, 6, 2))
    assert (results(done, "patk"), results(done, "mdef")) == ([19 if gust else 18], [14])
    assert (anna.hp, anna.mp) == (24, 19 if gust else 20)


# ---------------------------------------------------------------- consumables


@pytest.mark.rule("NW3-ITEM-10", "NW3-WEAPON-05")
@pytest.mark.parametrize("hits", [True, False])
def test_i11_i12_a_consumable_weapon_is_gone_after_the_attack(hits: bool) -> None:
    world = armed("bomb")
    thing = who(world, "anna").items[0]
    refused(world, Attack("anna", ("imp",), "bomb.1"), "out_of_range")
    assert (thing.where, thing.lost) == ("equipped", False)
    who(world, "ghoul").stats.eva = 0 if hits else 50
    done = hit(world, (*SURE, *((6, 2, 1, 1) if hits else ())), weapon="bomb.1")
    assert (thing.where, thing.lost, "item.used_up" in done.keys) == ("robe", True, True)
    assert held_weapons(world, who(world, "anna"))[0].id == ""


@pytest.mark.rule("NW3-ITEM-10")
def test_what_a_consumable_gave_is_gone_with_it() -> None:
    world = armed("charm")
    anna = who(world, "anna")
    refresh(world.content, world.state.options, anna)
    before = anna.stats.pdef
    who(world, "ghoul").stats.eva = 50
    hit(world, SURE, weapon="charm.1")
    assert anna.stats.pdef == before - 3


@pytest.mark.rule("NW3-ITEM-10", "NW3-ITEM-08")
def test_a_consumable_is_gone_after_its_effect_or_with_the_weapon_that_carried_it_out() -> None:
    world = armed("orange_soda robe")
    do(world, UseBlock("anna", "orange_soda#1", ("anna",)), (1, 2))
    assert who(world, "anna").items[0].lost
    refused(world, UseBlock("anna", "orange_soda#1", ("anna",)), "not_owned")
    world = armed("puffer", "bomb")
    do(world, UseBlock("anna", "puffer#1", ("ghoul",), "bomb.2"), (*SURE, 6, 2, 1, 1))
    assert [one.lost for one in who(world, "anna").items] == [True, True]
