"""NW3-ATTACK-07 to -12: the damage roll, what changes HP Damage, applying it, and what comes with it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from nw3_attacks import NOTHING, SURE, aimed_at, face_off, hit, pack, results, rolled, striking, window
from nw3_battle import battle_world, do, fighter, foe, who
from nw3_scenes import Done
from rulewright.games.nw3.casting import UseBlock
from rulewright.games.nw3.ongoing import Change, changed
from rulewright.games.nw3.state import Nw3World

POISON_3 = 'kind = "inflict_status", status = "poison", rating = 3'
DRAIN = 'kind = "resource", on = "self", pool = "hp", amount = "HP_DAMAGE"'
CONTENT = pack(
    striking("venom", POISON_3, 'kind = "recovery", pool = "hp", power = 3', DRAIN),
    striking("quake", target="area"),
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
    striking("flat", POISON_3, 'kind = "modify", scope = "stat", stat = "spd", amount = -1, duration = "round"'),
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
TWO_FOES = (foe("x", engage="f"), foe("y", engage="f"))


def duel(skills: Sequence[str] = (), against: Sequence[str] = (), **options: Any) -> Nw3World:
    """Anna (PATK 12) and a ghoul (PDEF 6)."""
    numbers = {"anna": {"patk": 12}, "ghoul": {"pdef": 6}, **options}
    return face_off(skills=skills, ghoul_skills=against, content=CONTENT, **numbers)


def cut(world: Nw3World, faces: Sequence[int], answers: dict[str, Any] | None = None, block: str = "venom") -> Done:
    """Anna hits the ghoul with a block; the faces are those after Hit and Dodge Check."""
    return do(world, UseBlock("anna", block, ("ghoul",)), (*SURE, *faces), answers)


# ---------------------------------------------------------------- worked examples: damage


@pytest.mark.rule("NW3-ATTACK-07", "NW3-ATTACK-10")
@pytest.mark.parametrize(
    ("faces", "expected", "damage"),
    [
        ((5, 3, 4, 4), (20, 14), 6),
        ((1, 1, 1, 4), (2, 0), 2),  # Fumbles of both sides
        ((4, 3, 3, 4, 5, 1, 2, 2), (38, 10), 28),  # two Criticals
        ((2, 1, 5, 4), (15, 15), 0),
        ((2, 1, 5, 5, 1, 1), (15, 18), 0),
    ],
)
def test_the_difference_is_the_hp_damage(faces: Sequence[int], expected: tuple[int, int], damage: int) -> None:
    world = duel()
    done = hit(world, (*SURE, *faces))
    assert (*results(done, "patk"), *results(done, "pdef")) == expected
    assert who(world, "ghoul").hp == 30 - damage
    assert done.event("attack.damage.closed").facts == {"name": "Ghoul", "damage": damage}


@pytest.mark.rule("NW3-ATTACK-11", "NW3-ATTACK-12")
@pytest.mark.parametrize(
    ("faces", "needs_damage", "poison", "heals"),
    [
        ((2, 2, 6, 2), False, None, False),  # 13 against 14
        ((3, 2, 6, 2), False, 3, True),  # 14 against 14
        ((3, 2, 6, 2), True, None, True),
        ((4, 2, 6, 2), True, 3, True),
    ],
)
def test_statuses_and_healing_come_with_the_defenders_result_or_more(
    faces: Sequence[int], needs_damage: bool, poison: int | None, heals: bool
) -> None:  # OP-C11
    world = duel(["venom"], bs_needs_damage=needs_damage, anna={"patk": 9}, ghoul={"pdef": 6})
    anna, ghoul = who(world, "anna"), who(world, "ghoul")
    ghoul.body, anna.hp = 40, 10
    cut(world, (*faces, *((2, 1) if heals else ())))
    damage = 1 if sum(faces[:2]) == 6 else 0
    assert ghoul.statuses.get("poison") == poison
    assert ghoul.hp == 30 - damage + (6 if heals else 0)
    assert anna.hp == 10 + damage


@pytest.mark.rule("NW3-ATTACK-12", "NW3-ATTACK-09")
@pytest.mark.parametrize(("needs_damage", "statuses"), [(False, {"poison": 3}), (True, {})])
def test_a_reduction_to_nothing_keeps_the_statuses(needs_damage: bool, statuses: dict[str, int]) -> None:
    world = duel(["flat"], ["shell"], bs_needs_damage=needs_damage)
    cut(world, (5, 3, 4, 4), {"use.damage_roll": "shell"}, "flat")
    ghoul = who(world, "ghoul")
    assert (ghoul.hp, ghoul.statuses, ghoul.stats.spd) == (30, statuses, -1)  # other effects are no matter of damage


@pytest.mark.rule("NW3-ATTACK-10", "NW3-HP-05", "NW3-ROUND-07")
def test_hp_5_and_hp_damage_6() -> None:
    world = duel(ghoul={"pdef": 6, "hp": 5})
    done = hit(world, (*SURE, 5, 3, 4, 4))
    ghoul = who(world, "ghoul")
    assert (ghoul.hp, ghoul.dead, ghoul.pre_action, ghoul.count) == (0, False, False, 0)
    assert done.log.index("attack.damage.closed") < done.log.index("hp.incapacitated")


# ---------------------------------------------------------------- the Judges of the damage roll


@pytest.mark.rule("NW3-ATTACK-08", "NW3-STATUS-06", "NW3-STATUS-07")
@pytest.mark.parametrize(
    ("statuses", "reaction", "hp", "result"),
    [
        ({}, False, 0, 14), ({"paralysis": 0}, False, 30, 14), ({"dazed": 0}, False, 30, 9),
        ({"paralysis": 0, "dazed": 0}, False, 30, 9), ({"paralysis": 0}, True, 30, 9),
    ],
)  # fmt: skip
def test_the_defence_is_rolled_by_who_cannot_act_too_and_is_no_reaction(
    statuses: dict[str, int], reaction: bool, hp: int, result: int
) -> None:  # OP-C10
    world = duel(defence_is_reaction=reaction, ghoul={"pdef": 6, "hp": hp, "statuses": statuses, "eva": -9})
    done = hit(world, (*(SURE if hp else ()), 2, 1, 4, 4), {} if hp else {"spare": "yes"})
    assert results(done, "pdef") == [result]


@pytest.mark.rule("NW3-ATTACK-08", "NW3-PRANA-04")
def test_the_attacker_counts_as_the_one_who_rolled_first() -> None:
    world = duel(anna={"patk": 12, "prana": 2}, ghoul={"pdef": 6, "prana": 1}, prompts="always")
    answers = {"raise_result anna": "pass", "raise_result ghoul": ["pass", "raise"]}
    done = hit(world, (*SURE, 5, 3, 4, 4, 1, 2), answers)
    asked = [one for one in done.asked if one.key == "raise_result"]
    assert [(one.facts["why"], one.to) for one in asked] == [
        ("judge.hit", "anna"), ("judge.dodge", "ghoul"), ("judge.patk", "anna"), ("judge.pdef", "ghoul"),
        ("judge.patk", "anna"),
    ]  # fmt: skip
    assert (who(world, "ghoul").hp, who(world, "ghoul").prana) == (30 - 3, 0)


@pytest.mark.rule("NW3-ATTACK-07")
@pytest.mark.parametrize(
    ("each", "faces", "hp"), [(False, (5, 3, 4, 2, 4, 4), (22, 24)), (True, (5, 3, 4, 2, 6, 3, 4, 4), (22, 23))]
)
def test_one_damage_roll_for_all_or_one_for_each(each: bool, faces: Sequence[int], hp: tuple[int, int]) -> None:
    anna = fighter("anna", "wizards", "storm", patk=12)  # OP-C22
    foes = [foe(id, pdef=6, engage="f") for id in "xy"]
    world = battle_world(anna, *foes, content=CONTENT, damage_roll_per_target=each)
    done = do(world, UseBlock("anna", "storm", ("x",)), (6, 2, 1, 1, 1, 1, *faces))
    assert len(results(done, "patk")) == (2 if each else 1)
    assert tuple(who(world, id).hp for id in "xy") == hp


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
    assert [one.facts["result"] for one in asked] == [None, "Ghoul 10", "Ghoul 13"]


@pytest.mark.rule("NW3-ATTACK-09")
def test_a_reduction_of_another_kind_of_damage_does_nothing() -> None:
    world = duel(against=["ward"], anna={"patk": 12}, ghoul={"pdef": 6, "mdef": 6})
    done = hit(world, (*SURE, 5, 3, 4, 4))
    assert "use.damage_roll" not in done.log  # tied to MDEF, which is not rolled
    assert who(world, "ghoul").hp == 24


@pytest.mark.rule("NW3-ATTACK-09", "NW3-SKILL-58")
def test_a_change_can_be_made_of_the_hp_damage_itself() -> None:
    world = duel(against=["brace"])
    hit(world, (*SURE, 6, 5, 2, 2), {"use.damage_roll": "brace"})
    assert who(world, "ghoul").hp == 30 - (13 - 6)


@pytest.mark.rule("NW3-ATTACK-11", "NW3-ATTACK-09")
def test_nothing_raises_damage_where_the_attackers_result_is_lower() -> None:
    world = duel(["edge"], anna={"patk": 1})
    done = hit(world, (*SURE, *NOTHING))
    assert "use.damage_roll" not in done.log
    assert who(world, "ghoul").hp == 30
    world = duel(["ember"], anna={"patk": 1})
    for one in ("anna", "ghoul"):
        who(world, one).engage = ""
    cut(world, NOTHING, block="ember")
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
    world = duel(["after_all"], anna={"patk": 0, "pacc": 5}, ghoul={"pdef": 6, "eva": eva})
    done = do(world, UseBlock("anna", "after_all", ("ghoul",)), (6, 2, 2, 1, *(() if eva else NOTHING)))
    margin = 13 - (eva + 3)
    if eva:
        assert aimed_at(done, "attack.misses") == ["Ghoul"]
        assert [who(world, id).mp for id in ("anna", "ghoul", "imp")] == [12 - 2, 12 - 1, 12]
    else:
        assert [who(world, id).mp for id in ("anna", "ghoul", "imp")] == [12, max(0, 12 - margin - 3), 12 - 3]
    assert not {"effect.prose", "effect.by_hand"} & set(done.log)


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
