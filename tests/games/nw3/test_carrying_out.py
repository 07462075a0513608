"""NW3-SKILL-42: single kinds of effect (direct damage, money, changes of HP Damage) and the names in their formulas."""

from __future__ import annotations

from typing import Any

import pytest

from nw3_attacks import SURE, face_off, hit, pack, several, striking, window
from nw3_battle import battle_world, do, fighter, foe, who
from nw3_people import wizard
from rulewright.games.nw3.battles.casting import UseBlock
from rulewright.games.nw3.state import Nw3World

CONTENT = pack(
    several(
        "scorch",
        "minor_action",
        'kind = "damage", mode = "direct", amount = "4 * TARGETS + CL"',
        target="scene",
        range="short",
    ),
    several("backfire", "minor_action", 'kind = "damage", mode = "direct", amount = "0 - 5"'),
    several("slip", "minor_action", 'kind = "damage", mode = "direct", amount = "5 + 7 / (CL - SL)"'),
    several("wages", "minor_action", 'kind = "resource", pool = "valco", amount = 300'),
    several("fine", "minor_action", 'kind = "resource", pool = "valco", amount = -900'),
    several("purse", "minor_action", 'kind = "resource", pool = "valco", mode = "set", amount = 50'),
    window("hex", "damage_roll", "patk", "self", 'kind = "damage", damage = "magical", mode = "add", amount = 9'),
    window(
        "measure",
        "damage_roll",
        "pdef",
        "self",
        'kind = "reduce_damage", amount = "attacker.CL + 10 * defender.CL - user.CL"',
    ),
    striking("burst", 'kind = "damage", mode = "multiply", amount = 2', target="area"),
    striking("numb", 'kind = "inflict_status", status = "poison", rating = "target.CL"'),
)


# ---------------------------------------------------------------- direct damage


@pytest.mark.rule("NW3-SKILL-42", "NW3-HP-05", "NW3-HP-08")
def test_direct_damage_comes_at_once_and_kills_nobody() -> None:
    weak, down = foe("weak", hp=8, pdef=50), foe("down", hp=0)
    world = battle_world(fighter("anna", "wizards", "scorch"), foe(hp=30), weak, down, content=CONTENT)
    done = do(world, UseBlock("anna", "scorch"))
    assert [who(world, id).hp for id in ("ghoul", "weak", "down")] == [30 - 13, 0, 0]
    assert (weak.pre_action, down.dead, done.rolls) == (False, False, [])
    damage = [event.facts["damage"] for event in done.told if event.key == "attack.damage.closed"]
    assert (damage, done.keys.count("hp.incapacitated")) == ([13, 13, 13], 1)


@pytest.mark.rule("NW3-SKILL-42")
def test_direct_damage_below_0_is_none() -> None:
    world = battle_world(fighter("anna", "wizards", "backfire", hp=20), foe(), content=CONTENT)
    do(world, UseBlock("anna", "backfire"))
    assert who(world, "anna").hp == 20


@pytest.mark.rule("NW3-SKILL-58")
@pytest.mark.parametrize(("sl", "harm", "warned"), [(1, 5, True), (0, 12, False)])
def test_of_a_division_by_0_the_log_warns(sl: int, harm: int, warned: bool) -> None:
    anna = fighter("anna", "wizards", "slip", hp=20)
    anna.skills["slip"] = sl
    done = do(battle_world(anna, foe(), content=CONTENT), UseBlock("anna", "slip"))
    assert anna.hp == 20 - harm
    assert ("effect.divides_by_zero" in done.keys) == warned


# ---------------------------------------------------------------- money


@pytest.mark.rule("NW3-SKILL-42")
@pytest.mark.parametrize(("block", "money"), [("wages", 800), ("fine", 0), ("purse", 50)])
def test_money_changes_and_stops_at_0(block: str, money: int) -> None:
    anna = wizard("anna", skills={block: 1})
    assert anna.sheet is not None
    anna.sheet.money = 500
    do(battle_world(anna, foe(), content=CONTENT), UseBlock("anna", block))
    assert anna.sheet.money == money


@pytest.mark.rule("NW3-SKILL-42")
def test_who_has_no_sheet_has_no_money() -> None:
    world = battle_world(fighter("anna", "wizards", "wages"), foe(), content=CONTENT)
    assert "use.declared" in do(world, UseBlock("anna", "wages")).keys


# ---------------------------------------------------------------- in an attack


def duel(**more: Any) -> Nw3World:
    return face_off(anna={"patk": 12}, ghoul={"pdef": 6}, content=CONTENT, **more)


@pytest.mark.rule("NW3-SKILL-42", "NW3-ATTACK-09")
def test_a_change_of_magical_damage_leaves_physical_damage() -> None:
    world = duel(skills=["hex"])
    hit(world, (*SURE, 5, 3, 4, 4), {"use.damage_roll": "hex"})
    assert who(world, "ghoul").hp == 30 - 6


@pytest.mark.rule("NW3-SKILL-58")
def test_formulas_name_the_attacker_and_the_defender() -> None:
    world = duel(ghoul_skills=["measure"])
    who(world, "anna").cl, who(world, "ghoul").cl = 5, 1
    hit(world, (*SURE, 6, 6, 2, 1), {"use.damage_roll": "measure"})
    assert who(world, "ghoul").hp == 30 - (15 - (5 + 10 - 1))


@pytest.mark.rule("NW3-SKILL-58", "NW3-STATUS-09")
def test_and_the_target() -> None:
    world = duel(skills=["numb"])
    who(world, "ghoul").cl = 4
    do(world, UseBlock("anna", "numb", ("ghoul",)), (*SURE, 5, 3, 4, 4))
    assert who(world, "ghoul").statuses == {"poison": 4}


@pytest.mark.rule("NW3-ATTACK-09", "NW3-SKILL-27")
def test_in_an_area_its_user_takes_the_own_part_of_a_change_too() -> None:
    anna = fighter("anna", "wizards", "burst", engage="e", patk=12, pdef=12)
    world = battle_world(anna, foe(engage="e", pdef=6), fighter("ben"), foe("imp"), content=CONTENT)
    do(world, UseBlock("anna", "burst", ("ghoul",)), (6, 2, 1, 2, 2, 1, 5, 3, 2, 1, 4, 4))
    assert (30 - anna.hp, 30 - who(world, "ghoul").hp) == (2 * (20 - 15), 2 * (20 - 14))
