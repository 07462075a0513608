"""NW3-ATTACK-09, NW3-SKILL-19 and -43: what changes HP Damage, and effects of the block of an attack."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from nw3_attacks import NOTHING, SURE, aimed_at, face_off, hit, pack, results, rolled, striking, window
from nw3_battle import battle_world, do, fighter, foe, who
from rulewright.games.nw3.battles.casting import UseBlock
from rulewright.games.nw3.battles.ongoing import Change, changed
from rulewright.games.nw3.state import Nw3World

POISON_3 = 'kind = "inflict_status", status = "poison", rating = 3'
CONTENT = pack(
    striking("heavy", 'kind = "damage", mode = "add", amount = 9'),
    striking("leech", 'kind = "resource", on = "self", pool = "hp", amount = 4'),
    striking("storm", POISON_3, target="area", range="short"),
    striking("ember", 'kind = "damage", mode = "multiply", amount = 2', target="area", range="short"),
    striking(
        "after_all",
        'kind = "resource", pool = "mp", amount = "0 - DIFF", when = "always"',
        'kind = "resource", pool = "mp", amount = -1, when = "failure"',
        'kind = "resource", on = "self", pool = "mp", amount = "0 - 2", when = "failure"',
        'kind = "resource", on = "enemies", pool = "mp", amount = -3',
        'kind = "prose", text = "Later.", apply_at = "scene_end"',
    ),
    window("shell", "damage_roll", "pdef, mdef", "self", 'kind = "reduce_damage", amount = 9'),
    window("ward", "damage_roll", "mdef", "self", 'kind = "reduce_damage", damage = "magical", amount = 9'),
    window("edge", "damage_roll", "patk, matk", "self", 'kind = "damage", mode = "add", amount = 3'),
    window("brace", "damage_roll", "patk", "enemy", 'kind = "reduce_damage", amount = "HP_DAMAGE / 2"'),
    window(
        "push",
        "damage_roll",
        "patk",
        "self",
        'kind = "modify", scope = "judge", judge = "patk", amount = 4, duration = "judge"',
    ),
    window(
        "pick_out",
        "damage_roll",
        "patk",
        "self",
        'kind = "damage", mode = "replace", amount = 20, guard = [{ who = "target", bad_status = "poison" }]',
        target="single",
        range="scene",
    ),
)


def duel(skills: Sequence[str] = (), against: Sequence[str] = (), **options: Any) -> Nw3World:
    """Anna (PATK 12) and a ghoul (PDEF 6)."""
    numbers = {"anna": {"patk": 12}, "ghoul": {"pdef": 6}, **options}
    return face_off(skills=skills, ghoul_skills=against, content=CONTENT, **numbers)


# ---------------------------------------------------------------- what changes HP Damage


@pytest.mark.rule("NW3-ATTACK-09", "NW3-SKILL-43")
@pytest.mark.parametrize(
    ("damage", "changes", "expected"),
    [
        (7, [("reduce", 9), ("add", 3), ("multiply", 2), ("replace", 20)], 34),  # D19, in whatever order they came
        (7, [("reduce", 9)], 0),
        (7, [("add", 3), ("reduce", 4)], 6),
        (0, [("multiply", 3), ("add", 2)], 2),
        (5, [("reduce", 9), ("add", 3)], 0),
        (5, [], 5),
    ],
)
def test_d19_the_order_of_changes(damage: int, changes: list[Change], expected: int) -> None:
    assert changed(damage, changes) == expected


@pytest.mark.rule("NW3-ATTACK-09", "NW3-ATTACK-18", "NW3-SKILL-43")
def test_both_sides_change_hp_damage_when_the_dice_are_known() -> None:
    world = duel(["edge", "push"], ["shell", "ward"])
    answers = {"use.damage_roll anna": ["push", "edge"], "use.damage_roll ghoul": "shell"}
    done = hit(world, (*SURE, 5, 3, 4, 4), answers)
    assert (results(done, "patk"), who(world, "ghoul").hp) == ([24], 30 - (10 + 3 - 9))
    dice = max(place for place, key in enumerate(done.log) if key == "judge.result")
    assert [place > dice for place, key in enumerate(done.log) if key == "use.damage_roll"] == [False, True, True]
    asked = [one for one in done.asked if one.key == "use.damage_roll"]
    assert [one.to for one in asked] == ["anna", "anna", "ghoul"]
    assert [one.facts["result"] for one in asked] == [None, "Ghoul 10", "Ghoul 10"]
    assert done.event("announce.block").facts["block"] == "Edge"


@pytest.mark.rule("NW3-ATTACK-09")
def test_a_reduction_of_another_kind_of_damage_does_nothing() -> None:
    world = duel(against=["ward"], anna={"patk": 12}, ghoul={"pdef": 6, "mdef": 6})
    done = hit(world, (*SURE, 5, 3, 4, 4))
    assert "use.damage_roll" not in done.log  # tied to MDEF, which is not rolled
    assert who(world, "ghoul").hp == 24


@pytest.mark.rule("NW3-ATTACK-09", "NW3-SKILL-25")
def test_a_block_tied_to_the_own_defence_is_no_matter_in_the_own_attack() -> None:
    done = hit(duel(["shell"]), (*SURE, 5, 3, 4, 4))
    assert "use.damage_roll" not in done.questions


@pytest.mark.rule("NW3-ATTACK-09", "NW3-SKILL-27")
def test_a_block_about_oneself_changes_the_own_damage_alone() -> None:
    anna = fighter("anna", "wizards", "storm", patk=12)
    world = battle_world(anna, foe("x", "brace", pdef=6, engage="f"), foe("y", pdef=6, engage="f"), content=CONTENT)
    faces = (6, 2, 1, 1, 1, 1, 5, 3, 4, 4, 4, 4)
    do(world, UseBlock("anna", "storm", ("x",)), faces, {"use.damage_roll": "brace"})
    assert [who(world, id).hp for id in "xy"] == [30 - 3, 30 - 6]


@pytest.mark.rule("NW3-ATTACK-09", "NW3-SKILL-58")
def test_a_change_can_be_made_of_the_hp_damage_itself() -> None:
    world = duel(against=["brace"])
    hit(world, (*SURE, 6, 5, 2, 2), {"use.damage_roll": "brace"})
    assert who(world, "ghoul").hp == 30 - (13 - 6)


@pytest.mark.rule("NW3-ATTACK-09", "NW3-ATTACK-12")
def test_an_equal_result_can_be_raised() -> None:
    world = duel(["edge"])
    hit(world, (*SURE, 2, 1, 5, 4), {"use.damage_roll": "edge"})
    assert who(world, "ghoul").hp == 30 - 3


@pytest.mark.rule("NW3-ATTACK-11", "NW3-ATTACK-09")
def test_nothing_raises_damage_where_the_attackers_result_is_lower() -> None:
    world = duel(["edge"], anna={"patk": 1})
    done = hit(world, (*SURE, *NOTHING))
    assert "use.damage_roll" not in done.log
    assert who(world, "ghoul").hp == 30
    world = duel(["heavy"], anna={"patk": 1})
    do(world, UseBlock("anna", "heavy", ("ghoul",)), (*SURE, *NOTHING))
    assert who(world, "ghoul").hp == 30


@pytest.mark.rule("NW3-ATTACK-09")
def test_an_attacks_own_change_counts_once_for_each_target() -> None:
    anna = fighter("anna", "wizards", "ember", patk=12)
    world = battle_world(anna, *[foe(id, pdef=6, engage="f") for id in "xy"], content=CONTENT)
    do(world, UseBlock("anna", "ember", ("x",)), (6, 2, 1, 1, 1, 1, 5, 3, 4, 4, 6, 3))
    assert [who(world, id).hp for id in "xy"] == [30 - 2 * 6, 30 - 2 * 5]


@pytest.mark.rule("NW3-ATTACK-09", "NW3-SKILL-27")
def test_a_change_for_one_target_is_aimed_at_it_and_its_condition() -> None:
    anna = fighter("anna", "wizards", "storm", "pick_out", patk=12)
    foes = [foe(id, pdef=6, engage="f", statuses={"poison": 1} if id == "y" else {}) for id in "xy"]
    world = battle_world(anna, *foes, content=CONTENT)
    faces = (6, 2, 1, 1, 1, 1, 5, 3, 4, 4, 4, 4)
    do(world, UseBlock("anna", "storm", ("x",)), faces, {"use.damage_roll": "pick_out", "use.targets": [["y"]]})
    assert [who(world, id).hp for id in "xy"] == [30 - 6, 30 - 20]
    world = duel(["pick_out"], ghoul={"pdef": 6, "statuses": {"poison": 1}})
    done = hit(world, (*SURE, 5, 3, 4, 4), {"use.damage_roll": "pick_out"})  # nobody else to choose
    assert (who(world, "ghoul").hp, "use.targets" in done.questions) == (10, False)


@pytest.mark.rule("NW3-ATTACK-09", "NW3-SKILL-24")
def test_w10_a_reduction_for_two_friends() -> None:
    guardian = fighter("cleo", "wizards", "glass_screen", attributes={"spirit": 5})
    guardian.skills["glass_screen"] = 2
    friends = [fighter(id, pdef=9, engage="f") for id in ("ben", "dora")]
    world = battle_world(foe("ghoul", "storm", patk=21), guardian, *friends, content=CONTENT)
    faces = (4, 5, 1, 2, 1, 2, 4, 4, 4, 4, 6, 3, 4, 4)  # 29 against 17 and 18
    answers = {"use.damage_roll": "glass_screen"}
    for one, low in zip(friends, (9, 15), strict=True):
        one.stats.pdef = low
    done = do(world, UseBlock("ghoul", "storm", ("ben",)), faces, answers)
    assert results(done, "skill_check") == [13]
    assert [who(world, id).hp for id in ("ben", "dora")] == [30 - (12 - 8), 30]  # 3 * SL + RESULT / 5 = 8


# ---------------------------------------------------------------- effects of an attack's block


@pytest.mark.rule("NW3-SKILL-19", "NW3-SKILL-21")
@pytest.mark.parametrize("eva", [0, 30])
def test_effects_by_hit_and_miss(eva: int) -> None:
    world = duel(["after_all"], anna={"patk": 0, "pacc": 5}, ghoul={"pdef": 6, "eva": eva, "mp": 30})
    done = do(world, UseBlock("anna", "after_all", ("ghoul",)), (6, 2, 2, 1, *(() if eva else NOTHING)))
    margin = 13 - (eva + 3)
    if eva:
        assert aimed_at(done, "attack.misses") == ["Ghoul"]
        assert [who(world, id).mp for id in ("anna", "ghoul", "imp")] == [12 - 2, 30 - 1, 12]
    else:
        assert [who(world, id).mp for id in ("anna", "ghoul", "imp")] == [12, 30 - margin - 3, 12 - 3]
    assert not {"effect.prose", "effect.by_hand"} & set(done.log)


@pytest.mark.rule("NW3-ATTACK-11", "NW3-ATTACK-12", "NW3-SKILL-19")
@pytest.mark.parametrize(("dice", "healed"), [((2, 1), 0), ((2, 2), 4), ((4, 1), 4)])
def test_an_attack_heals_its_user_unless_its_damage_roll_is_lower(dice: Sequence[int], healed: int) -> None:
    world = duel(["leech"], anna={"patk": 10}, ghoul={"pdef": 6})
    anna = who(world, "anna")
    anna.hp = 20
    do(world, UseBlock("anna", "leech", ("ghoul",)), (*SURE, *dice, 4, 4))
    assert anna.hp == 20 + healed


@pytest.mark.rule("NW3-SKILL-24", "NW3-SKILL-44", "NW3-ATTACK-13")
def test_u8_a_partner_skill_makes_a_full_hit_of_double_damage_once() -> None:
    anna = fighter("anna", "wizards", "cinder_ring", "unerring_ring", engage="e", matk=12, mdef=99)
    anna.skills["cinder_ring"] = 2
    world = battle_world(anna, *[foe(id, mdef=6, engage="e") for id in "xy"], content=CONTENT)
    faces = (5, 3, 1, 2, 4, 4, 6, 3)
    done = do(world, UseBlock("anna", "cinder_ring", ("x",), partner="unerring_ring"), faces)
    assert rolled(done)[0] == ("anna", "matk")
    assert results(done, "matk") == [12 + 2 * 2 + 8]
    assert [who(world, id).hp for id in "xy"] == [30 - 2 * 10, 30 - 2 * 9]
    assert anna.mp == 12 - 6
    assert "dazed" in anna.statuses  # at the end of the Main Process, which the attack has ended
    assert done.log.index("attack.damage.closed") < done.log.index("status.received")
