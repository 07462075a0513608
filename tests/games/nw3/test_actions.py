"""NW3-ROUND-16 and -17: clearing Pressure, identifying an enemy, and handing something over."""

from __future__ import annotations

from typing import Any

import pytest

from nw3_battle import (
    battle_of,
    battle_world,
    do,
    drills,
    fighter,
    foe,
    refused,
    seat,
    skill,
    who,
)
from rulewright.games.nw3.battles.actions import ClearPressure, HandOver, Identify
from rulewright.games.nw3.battles.casting import UseBlock
from rulewright.games.nw3.battles.main_process import EndMainProcess
from rulewright.games.nw3.state import Carried, Character, Nw3World

FOCUS = skill("focus", "major_action")
IDENTIFY = Identify("anna", "ghoul")


def knowing(knowledge: int = 5, **values: Any) -> Character:
    return fighter("anna", attributes={"knowledge": knowledge, "awareness": 9}, count=20, **values)


# ---------------------------------------------------------------- clearing Pressure


@pytest.mark.rule("NW3-ROUND-16", "NW3-STATUS-03")
def test_pressure_is_cleared_with_a_minor_action() -> None:
    anna = fighter("anna", "wizards", "focus", statuses={"pressure": 0, "paralysis": 0})
    world = battle_world(anna, foe(), content=drills(FOCUS))
    refused(world, UseBlock("anna", "focus"), "pressure")
    do(world, ClearPressure("anna"), seat=seat("anna"))
    assert (list(anna.statuses), battle_of(world).spent) == (["paralysis"], ["minor"])
    do(world, UseBlock("anna", "focus"))  # in the same Main Process


@pytest.mark.rule("NW3-ROUND-16", "NW3-STATUS-03", "NW3-ROUND-24")
@pytest.mark.parametrize(
    ("statuses", "spent", "reason"),
    [({"rigor": 0}, (), "invalid_target"), ({"pressure": 0}, ("minor",), "action_spent")],
)
def test_pressure_that_cannot_be_cleared(statuses: dict[str, int], spent: tuple[str, ...], reason: str) -> None:
    world = battle_world(fighter("anna", statuses=statuses), foe(), spent=spent)
    refused(world, ClearPressure("anna"), reason)


# ---------------------------------------------------------------- identifying


@pytest.mark.rule("OP-C04", "NW3-ROUND-17")
@pytest.mark.parametrize(
    ("options", "faces", "known"),
    [
        ({}, [3, 5], True),  # 5 + 8 against 12
        ({}, [3, 3], False),
        ({}, [3, 4], True),  # a Critical
        ({}, [1, 1], False),
        ({"identify_difficulty": 13}, [3, 5], True),
        ({"identify_difficulty": 14}, [3, 5], False),
        ({"identify_attribute": "awareness"}, [2, 1], True),  # 9 + 3
        ({"identify_attribute": "awareness"}, [1, 1], False),
    ],
)
def test_identify_is_a_judge_against_a_difficulty(options: dict[str, Any], faces: list[int], known: bool) -> None:
    world = battle_world(knowing(), foe(), **options)
    done = do(world, IDENTIFY, faces, seat=seat("anna"))
    assert who(world, "ghoul").known == known
    assert ("identify.known" in done.keys) == known
    assert battle_of(world).acting == "ghoul"  # a Major Action


@pytest.mark.rule("OP-C04")
def test_one_try_for_each_character_and_enemy() -> None:
    world = battle_world(knowing(), fighter("ben", count=15), foe(), foe("imp"))
    do(world, IDENTIFY, [1, 2])
    do(world, Identify("ben", "ghoul"), [1, 2])  # somebody else may try
    for id in ("ghoul", "imp"):
        do(world, EndMainProcess(id), [1, 2, 1, 2, 1, 2, 1, 2] if id == "imp" else [])
    while battle_of(world).acting != "anna":
        do(world, EndMainProcess(battle_of(world).acting))
    refused(world, IDENTIFY, "limit_reached")
    do(world, Identify("anna", "imp"), [1, 2])  # and it may try another


@pytest.mark.rule("OP-C04", "NW3-ROUND-24")
@pytest.mark.parametrize(
    ("target", "reason"),
    [
        ("anna", "invalid_target"),
        ("ben", "invalid_target"),
        ("cat", "invalid_target"),
        ("known", "invalid_target"),
        ("dead", "invalid_target"),
        ("away", "invalid_target"),
        ("nobody", "unknown_character"),
    ],
)
def test_whom_one_cannot_identify(target: str, reason: str) -> None:
    people = [knowing(), fighter("ben"), fighter("cat", "others", kind="npc"), foe("known", known=True)]
    world = battle_world(*people, foe("dead", dead=True, hp=0))
    world.state.characters["away"] = foe("away", present=False)
    refused(world, Identify("anna", target), reason)


# ---------------------------------------------------------------- handing over

BLADES = [one.id for one in drills().items_by_id.values() if "weapon" in one.classes and one.slot == "one_hand"]


def handing(engage: str = "e", **ben: Any) -> tuple[Nw3World, Character, Character]:
    """Anna holds a weapon, Ben stands in her Engage or apart."""
    anna = fighter("anna", engage="e", count=20, items=[Carried("blade", BLADES[0], "equipped")])
    other = fighter("ben", engage=engage, count=5, **ben)
    return battle_world(anna, other, foe()), anna, other


GIVE = HandOver("anna", "blade", "ben")


@pytest.mark.rule("NW3-ROUND-17")
@pytest.mark.parametrize("pre_action", [True, False])
def test_a_thing_is_handed_over_in_the_same_engage(pre_action: bool) -> None:
    world, anna, ben = handing()
    ben.pre_action = pre_action
    done = do(world, GIVE, seat=seat("anna"))
    assert (anna.items, [(one.id, one.where) for one in ben.items]) == ([], [("blade", "robe")])
    assert [(one.key, one.to) for one in done.asked] == [("accept_item", "ben")]
    assert battle_of(world).acting == "ghoul"


@pytest.mark.rule("NW3-ROUND-17", "NW3-BROOM-14")
def test_a_broom_option_comes_off_its_broom() -> None:
    world, anna, ben = handing()
    anna.items = [Carried("broom", "swift_mk1", "equipped"), Carried("blade", "reflector_fins", loaded="broom")]
    do(world, GIVE)
    assert [(one.id, one.where, one.loaded) for one in ben.items] == [("blade", "robe", "")]


@pytest.mark.rule("NW3-ROUND-17")
def test_the_receiver_may_refuse() -> None:
    world, _, _ = handing()
    refused(world, GIVE, "invalid_target", {"accept_item": "no"})


@pytest.mark.rule("NW3-ROUND-17")
@pytest.mark.parametrize("answers", [{}, {"hand_over_far": "no"}, {"hand_over_far": "yes"}])
def test_farther_if_the_referee_allows_it(answers: dict[str, str]) -> None:
    world, _, ben = handing("")
    if answers.get("hand_over_far") != "yes":
        refused(world, GIVE, "out_of_range", answers)
    else:
        do(world, GIVE, answers=answers)
        assert [one.id for one in ben.items] == ["blade"]


@pytest.mark.rule("NW3-ROUND-17", "NW3-ROUND-24")
@pytest.mark.parametrize(
    ("command", "reason"),
    [
        (HandOver("anna", "crown", "ben"), "not_owned"),
        (HandOver("anna", "blade", "anna"), "invalid_target"),
        (HandOver("anna", "blade", "down"), "invalid_target"),
        (HandOver("anna", "blade", "dead"), "invalid_target"),
        (HandOver("anna", "blade", "away"), "invalid_target"),
        (HandOver("anna", "blade", "nobody"), "unknown_character"),
    ],
)
def test_what_cannot_be_handed_over(command: HandOver, reason: str) -> None:
    anna = fighter("anna", engage="e", items=[Carried("blade", BLADES[0]), Carried("crown", BLADES[0], lost=True)])
    others = [
        fighter("down", engage="e", hp=0),
        fighter("dead", engage="e", dead=True, hp=0),
        fighter("ben", engage="e"),
    ]
    world = battle_world(anna, *others, foe())
    world.state.characters["away"] = fighter("away", present=False)
    refused(world, command, reason)


@pytest.mark.rule("NW3-ROUND-17", "NW3-SKILL-24")
def test_what_the_thing_can_do_changes_hands_with_it() -> None:
    content = drills()
    item = next(
        one for one in content.items_by_id.values()
        if one.slot == "none" and any("auto_action" not in block.timings for block in one.effect_block)
    )  # fmt: skip
    anna = fighter("anna", engage="e", count=20, items=[Carried("thing", item.id)])
    world = battle_world(anna, fighter("ben", engage="e", count=5), foe(count=1))
    noted = {timing: dict(held) for timing, held in battle_of(world).timings.items()}
    assert all(list(held) == ["anna"] for held in noted.values())
    do(world, HandOver("anna", "thing", "ben"))
    assert {timing: list(held) for timing, held in battle_of(world).timings.items()} == {one: ["ben"] for one in noted}
