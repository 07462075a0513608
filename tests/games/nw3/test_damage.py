"""NW3-ATTACK-07, -08 and -10 to -12: the damage roll, applying it, and what comes with it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from nw3_attacks import SURE, face_off, hit, pack, results, striking, window
from nw3_battle import battle_world, do, fighter, foe, who
from nw3_scenes import Done
from rulewright.games.nw3.battles.casting import UseBlock
from rulewright.games.nw3.state import Nw3World

POISON_3 = 'kind = "inflict_status", status = "poison", rating = 3'
DRAIN = 'kind = "resource", on = "self", pool = "hp", amount = "HP_DAMAGE"'
ASP = """
[[enemy]]
id = "asp"
name = "Asp"
category = "enemy"
awareness = 3
element = "water"
stats = { pacc = 0, macc = 0, eva = 0, spd = 0, patk = 9, matk = 0, pdef = 0, mdef = 0 }
hp = 20
attacks = [{ id = "fangs", name = "Fangs", status = "poison", rating = 2 }]
"""
CONTENT = pack(
    ASP,
    striking("venom", POISON_3, 'kind = "recovery", pool = "hp", power = 3', DRAIN),
    striking("storm", POISON_3, target="area", range="short"),
    striking("flat", POISON_3, 'kind = "modify", scope = "stat", stat = "spd", amount = -1, duration = "round"'),
    window("shell", "damage_roll", "pdef, mdef", "self", 'kind = "reduce_damage", amount = 9'),
)


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


@pytest.mark.rule("NW3-ATTACK-11", "NW3-ATTACK-12", "OP-C11")
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


@pytest.mark.rule("NW3-ATTACK-08", "NW3-STATUS-06", "NW3-STATUS-07", "OP-C10")
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


@pytest.mark.rule("NW3-ATTACK-07", "NW3-PRANA-03")
def test_more_is_always_worth_something_to_the_attacker() -> None:
    world = duel(anna={"patk": 12, "prana": 1})
    done = hit(world, (*SURE, 5, 3, 4, 4, 2, 3), {"raise_result": "raise"})
    assert [one.facts["why"] for one in done.asked if one.key == "raise_result"] == ["judge.patk"]
    assert who(world, "ghoul").hp == 30 - 6 - 5


@pytest.mark.rule("NW3-ATTACK-10", "NW3-ATTACK-12")
@pytest.mark.parametrize(("dice", "statuses"), [((6, 3), {"poison": 2}), ((1, 2), {})])
def test_a_natural_attack_with_a_bad_status(dice: Sequence[int], statuses: dict[str, int]) -> None:
    ghoul = foe("ghoul", patk=9, engage="e")
    world = battle_world(ghoul, fighter("anna", engage="e", pdef=9), fighter("ben"), content=CONTENT)
    ghoul.record = "asp"
    hit(world, (6, 3, 1, 2, *dice, 3, 3), by="ghoul", at="anna", weapon="fangs")
    anna = who(world, "anna")
    assert (anna.statuses, 30 - anna.hp) == (statuses, 18 - 15 if statuses else 0)
    assert world.state.harm == ({"asp": 3} if statuses else {})


@pytest.mark.rule("NW3-ATTACK-07", "OP-C22")
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
