"""NW3-SKILL-16 to -24: declaring a block, its steps, and its Check."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

import pytest

from nw3_attacks import face_off, pack, results, rolled, several, striking
from nw3_battle import battle_of, battle_world, do, fighter, foe, refused, seat, who
from nw3_people import wizard
from nw3_users import BLOCKS, use, user_with
from rulewright.games.nw3.battles.blocks import note_timings, owned

GAIN = 'kind = "resource", pool = "mp", amount = "{}"'


def checked(id: str, check: str, *effects: str, timing: str = "minor_action", target: str = "self") -> str:
    return several(id, timing, *effects, lines=[f"check = {{ {check} }}"], target=target)


BOTH = (GAIN.format("RESULT"), GAIN.format("0 - 1") + ', when = "failure"')
DIFF = GAIN.format("DIFF") + ', when = "always"'
CONTENT = pack(
    *BLOCKS,
    several("auto", "auto_action"),
    several("fallen", "incapacitated"),
    several("constant", "constant", 'kind = "modify", scope = "stat", stat = "spd", amount = 1'),
    several("with_minor", "with_skill", lines=['with_skill = "minor"', 'limit = { n = 2, per = "scene" }']),
    several("secret", "minor_action", lines=['categories = ["secret"]']).replace(
        'class = "general"', 'class = "magus"'
    ),
    several(
        "dear",
        "minor_action",
        lines=['cost = [{ kind = "mp", amount = 99 }]', 'limit = { n = 1, per = "scene" }'],
        target="single",
        range="close",
    ),
    several("either", '["minor_action", "auto_action"]'),
    striking("strike"),
    checked("spirit", 'kind = "stat", stat = "spirit"', *BOTH),
    checked("luck_12", 'kind = "stat", stat = "luck", difficulty = 12', *BOTH, DIFF),
    checked(
        "luck_of_target", 'kind = "stat", stat = "luck", difficulty = "8 + target.CL"', GAIN.format(2), target="single"
    ),
)
user = partial(user_with, CONTENT)


# ---------------------------------------------------------------- declaring


@pytest.mark.rule("NW3-SKILL-16", "NW3-SKILL-18", "NW3-SKILL-24")
def test_blocks_have_to_be_known_and_owned_and_declared_in_their_timing() -> None:
    world = user("minor", "set_up", "react", "constant", "fallen", "auto")
    refused(world, use("unknown"), "unknown_block")
    refused(world, use("major"), "not_owned")
    refused(world, use("orange_soda#1"), "not_owned")
    for number in ("0", "2", "9", "x", "", "1111"):
        refused(world, use(f"orange_soda#{number}"), "unknown_block")
    refused(world, use("constant"), "constant_not_declared")
    for block, timing in (("minor", "major_action"), ("set_up", ""), ("react", ""), ("fallen", "")):  # U1
        refused(world, use(block, timing=timing), "wrong_timing")
    refused(world, use("minor"), "not_your_character", seat=seat("ben"))
    do(world, use("minor"))
    refused(world, use("minor"), "action_spent")
    do(world, use("auto"))
    do(world, use("auto"))  # any number of times


@pytest.mark.rule("NW3-SKILL-16", "NW3-SKILL-18")
def test_items_have_to_be_in_use() -> None:
    world = user(things=["kite_blade robe", "orange_soda robe"])
    refused(world, use("kite_blade#1"), "item_not_equipped")
    do(world, use("orange_soda#1", "anna"), (1, 2))  # it has no Slot


@pytest.mark.rule("NW3-SKILL-16", "NW3-SKILL-41")
def test_two_copies_of_an_item_are_one_block() -> None:
    world = user("minor", things=["kite_blade", "kite_blade", "moon_lamp robe"])
    anna = who(world, "anna")
    assert [one.id for one in owned(world, anna)] == ["minor", "kite_blade#1", "kite_blade#2"]
    refused(world, use("orange_soda#1"), "not_owned")
    refused(world, use("moon_lamp#1"), "item_not_equipped")
    anna.skills.clear()
    note_timings(world, battle_of(world))
    assert battle_of(world).timings == {
        "minor_action": {"anna": ["kite_blade#1"]},
        "constant": {"anna": ["kite_blade#2"]},
    }


@pytest.mark.rule("NW3-SKILL-18", "NW3-SKILL-17")
@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"hp": 0}, "incapacitated"), ({"dead": True}, "dead"), ({"retreated": True}, "retreated"),
        ({"statuses": {"pressure": 0}}, "pressure"),
    ],
)  # fmt: skip
def test_u12_who_cannot_use_blocks(change: dict[str, Any], reason: str) -> None:
    world = user("auto", "minor")
    for field, value in change.items():
        setattr(who(world, "anna"), field, value)
    for block in ("auto", "minor"):
        refused(world, use(block), reason)


@pytest.mark.rule("NW3-SKILL-18", "NW3-SKILL-11")
def test_a_secret_skill_needs_its_class() -> None:
    anna = wizard("anna", classes=("ninja", "broomman"), skills={"secret": 1})
    world = battle_world(anna, foe(), content=CONTENT)
    refused(world, use("secret"), "secret_class_not_held")
    assert anna.sheet is not None
    anna.sheet.classes = ("ninja", "magus")
    do(world, use("secret"))


@pytest.mark.rule("NW3-SKILL-18")
def test_the_first_reason_counts() -> None:
    world = user("dear")
    anna = who(world, "anna")
    anna.used["scene:dear"] = 1
    anna.statuses["pressure"] = 0
    battle_of(world).spent.append("minor")
    refused(world, use("dear", "ben"), "pressure")
    anna.statuses.clear()
    refused(world, use("dear", "ben"), "action_spent")
    battle_of(world).spent.clear()
    refused(world, use("dear", "ben"), "limit_reached")
    anna.used.clear()
    refused(world, use("dear", "ben"), "out_of_range")
    refused(world, use("dear", "ghoul"), "not_enough_mp")
    world = user("dear", gm_confirms_targets=True)
    refused(world, use("dear", "ghoul"), "not_enough_mp", {"confirm_target": "no"})


@pytest.mark.rule("NW3-SKILL-17", "NW3-ROUND-24")
def test_an_action_is_consumed() -> None:
    world = user("minor", "either", "major", "strike")
    do(world, use("minor"))
    refused(world, use("either", timing="minor_action"), "action_spent")
    do(world, use("either", timing="auto_action"))
    assert battle_of(world).spent == ["minor"]
    do(world, use("major"))
    refused(world, use("major"), "not_your_main_process")


@pytest.mark.rule("NW3-SKILL-22", "NW3-ROUND-14")
def test_u7_the_user_is_pre_action_while_a_major_block_is_resolved() -> None:
    seen = []
    world = face_off(skills=["major"], content=CONTENT)
    do(world, use("major"), watch=lambda event: seen.append((event.key, who(world, "anna").pre_action)))
    assert ("use.declared", True) in seen
    assert who(world, "anna").pre_action is False


@pytest.mark.rule("NW3-SKILL-24")
def test_u9_a_block_that_goes_with_another() -> None:
    world = user("minor", "auto", "with_minor")
    refused(world, use("with_minor"), "partner_skill_missing")
    refused(world, use("auto", partner="with_minor"), "partner_skill_missing")
    refused(world, use("minor", partner="major"), "not_owned")
    who(world, "anna").skills.pop("minor")
    refused(world, use("minor", partner="with_minor"), "not_owned")
    who(world, "anna").skills["minor"] = 1
    done = do(world, use("minor", partner="with_minor"))
    assert done.event("use.declared").facts["block"] == "Minor + With Minor"
    anna = who(world, "anna")
    assert anna.used == {"scene:with_minor": 1}
    anna.used["scene:with_minor"] = 2
    battle_of(world).spent.clear()
    refused(world, use("minor", partner="with_minor"), "limit_reached")


@pytest.mark.rule("NW3-SKILL-24", "OP-C25")
@pytest.mark.parametrize(("timing", "allowed"), [("moment_and_state", True), ("moment_only", False)])
def test_what_the_fallen_may_do_later(timing: str, allowed: bool) -> None:  # OP-C25, NW3-SKILL-OPEN-03
    world = user("fallen", hp=0, downed_timing=timing)
    battle_of(world).acting = "ben"
    if allowed:
        do(world, use("fallen"))
    else:
        refused(world, use("fallen"), "wrong_timing")


# ---------------------------------------------------------------- Checks


@pytest.mark.rule("NW3-SKILL-19", "NW3-SKILL-58")
@pytest.mark.parametrize(
    ("block", "faces", "answers", "result", "mp"),
    [
        ("spirit", (1, 2), {}, 8, 5 + 8),  # U3
        ("spirit", (1, 1), {"dice_window": "pass", "raise_result": "pass"}, 0, 5 - 1),  # U4
        ("spirit", (1, 1), {"dice_window": "cancel"}, 7, 5 + 7),
        ("spirit", (4, 3, 1, 2), {}, 5 + 10 + 3, 5 + 18),
        ("luck_12", (3, 3), {"dice_window": "pass", "raise_result": "pass"}, 11, 5 - 1 - 1),  # U5
        ("luck_12", (4, 2), {"dice_window": "fudge_up"}, 12, 5 + 12),
        ("luck_12", (5, 3), {}, 13, 5 + 13 + 1),
    ],
)
def test_a_check(block: str, faces: Sequence[int], answers: dict[str, str], result: int, mp: int) -> None:
    world = user(block, prana=1, mp=5)
    anna = who(world, "anna")
    anna.attributes.spirit = anna.attributes.luck = 5
    anna.mind = 40
    done = do(world, use(block), faces, answers)
    assert results(done, "skill_check") == [result]
    assert anna.mp == mp
    assert anna.prana == (0 if answers.get("dice_window") in ("cancel", "fudge_up") else 1)


@pytest.mark.rule("NW3-SKILL-20", "NW3-SKILL-19")
def test_a_difficulty_may_be_made_of_the_target() -> None:
    world = user("luck_of_target", mp=5)
    who(world, "ben").cl, who(world, "ben").mp = 3, 1
    who(world, "anna").attributes.luck = 3
    done = do(world, use("luck_of_target", "ben"), (5, 3))
    assert (results(done, "skill_check"), who(world, "ben").mp) == ([11], 3)


@pytest.mark.rule("NW3-SKILL-20", "NW3-SKILL-21")
def test_u6_an_area_attack_is_paid_once_and_rolled_once() -> None:
    anna = fighter("anna", "wizards", "cinder_ring", engage="e", mdef=50, matk=1, macc=9)
    anna.skills["cinder_ring"] = 2
    world = battle_world(anna, *[foe(id, engage="e", mdef=50) for id in "xyz"], content=CONTENT)
    done = do(world, use("cinder_ring", "x"), (6, 2, 2, 1, *(2, 2) * 3, 4, 2, 2, 1, *(2, 2) * 3))
    assert (anna.mp, anna.used) == (12 - 6, {"scene:cinder_ring": 1})
    assert [why for _, why in rolled(done)].count("hit") == 1
    assert [one for one, why in rolled(done) if why == "dodge"] == ["anna", "x", "y", "z"]
