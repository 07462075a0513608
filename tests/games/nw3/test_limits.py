"""NW3-SKILL-17, -23 and -39 to -41: restrictions, limits, and windows."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import pytest

from nw3_attacks import pack, several, striking
from nw3_battle import battle_of, battle_world, do, fighter, foe, refused, table, who
from nw3_scenes import run
from nw3_users import BLOCKS, use, user_with
from rulewright.games.nw3.battles import blocks, uses
from rulewright.games.nw3.battles.blocks import find_block, why_not
from rulewright.games.nw3.battles.main_process import EndMainProcess


def limited(id: str, limit: str, timing: str = "auto_action") -> str:
    return several(id, timing, lines=[f"limit = {limit}", "max_sl = 3"])


def restricted(id: str, *entries: str) -> str:
    return several(id, "auto_action", lines=[f"restrict = [{', '.join(entries)}]"])


def _entry(kind: str, any_of: str) -> str:
    return f'{{ kind = "{kind}", any_of = [{any_of}] }}'


BLADE_OR_BROOM = '{ category = "blade" }, { category = "broom" }'
CONTENT = pack(
    *BLOCKS,
    several("inspire", "setup_process", target="area", range="short"),
    limited("once_a_round", '{ n = 1, per = "round" }'),
    limited("sl_a_scene", '{ n = "SL", per = "scene" }'),
    limited("once_an_episode", '{ n = 1, per = "episode" }'),
    limited("two_limits", '[{ n = 2, per = "scene" }, { n = 1, per = "round" }]'),
    restricted("blade_equip", _entry("equip", '{ category = "blade" }')),
    restricted("bare_upper", _entry("unequip", '{ slot = "upper" }')),
    restricted("lantern", _entry("carry", '{ category = "lantern" }')),
    restricted("airborne", _entry("condition", '{ condition = "flying" }'), _entry("equip", '{ category = "blade" }')),
    restricted("poisoned", _entry("condition", '{ bad_status = "poison" }, { condition = "post_action" }')),
    striking("blade_or_broom", range="weapon", lines=[f"restrict = [{_entry('use', BLADE_OR_BROOM)}]"]),
    striking("shot", range="short"),
)
user = partial(user_with, CONTENT)


# ---------------------------------------------------------------- restrictions


@pytest.mark.rule("NW3-SKILL-39", "NW3-SKILL-40")
@pytest.mark.parametrize(
    ("block", "things", "weapon", "reason"),
    [
        ("blade_or_broom", ["kite_blade", "drain_bow"], "drain_bow.2", "restrict_use"),  # R1
        ("blade_or_broom", ["kite_blade", "drain_bow"], "kite_blade.1", ""),  # R2
        ("blade_or_broom", ["heron_mk2"], "heron_mk2.1", ""),
        ("blade_or_broom", [], "", "restrict_use"),
        ("blade_or_broom", ["kite_blade robe"], "kite_blade.1", "item_not_equipped"),
        ("blade_equip", ["kite_blade", "drain_bow"], "", ""),  # R3
        ("blade_equip", ["kite_blade robe"], "", "restrict_equip"),
        ("bare_upper", ["festival_armor"], "", "restrict_unequip"),  # R4
        ("bare_upper", ["festival_armor robe"], "", ""),
        ("lantern", ["moon_lamp robe"], "", ""),  # R5
        ("lantern", [], "", "restrict_carry"),
        ("airborne", ["kite_blade"], "", "restrict_condition"),  # R6
        ("poisoned", [], "", "restrict_condition"),
    ],
)
def test_restrictions(block: str, things: Sequence[str], weapon: str, reason: str) -> None:
    world = user(block, things=things, mp=12)
    command = use(block, *(["ghoul"] if block == "blade_or_broom" else []), weapon=weapon)
    if reason:
        refused(world, command, reason)
    else:
        do(world, command, (6, 2, 2, 1, 4, 4, 2, 2) if block == "blade_or_broom" else ())


@pytest.mark.rule("NW3-SKILL-39")
def test_every_entry_and_one_alternative_of_it_has_to_hold() -> None:
    world = user("airborne", "poisoned", things=["kite_blade"])
    anna = who(world, "anna")
    anna.flying = "robe"
    do(world, use("airborne"))
    anna.items.clear()
    refused(world, use("airborne"), "restrict_equip")
    anna.statuses["poison"] = 1
    do(world, use("poisoned"))
    anna.statuses.clear()
    anna.pre_action = False
    do(world, use("poisoned"))


# ---------------------------------------------------------------- limits and windows


@pytest.mark.rule("NW3-SKILL-41")
def test_r7_r9_limits_in_a_battle() -> None:
    world = user("once_a_round", "sl_a_scene", "two_limits", sevens=["initiative"])
    who(world, "ghoul").sevens.append("initiative")
    anna = who(world, "anna")
    anna.skills["sl_a_scene"] = 2
    do(world, use("once_a_round"))
    refused(world, use("once_a_round"), "limit_reached")
    for _ in range(2):
        do(world, use("sl_a_scene"))
    refused(world, use("sl_a_scene"), "limit_reached")  # R9
    do(world, use("two_limits"))
    refused(world, use("two_limits"), "limit_reached")
    for id, faces in (("anna", ()), ("ghoul", ()), ("ben", (1, 2))):
        do(world, EndMainProcess(id), faces)
    assert battle_of(world).round == 2
    do(world, use("once_a_round"))  # R7
    do(world, use("two_limits"))
    assert anna.used == {"round:once_a_round": 1, "scene:sl_a_scene": 2, "scene:two_limits": 2, "round:two_limits": 1}


@pytest.mark.rule("NW3-SKILL-41")
def test_r8_r10_limits_outside_of_a_battle() -> None:
    anna = fighter("anna", "wizards", "once_a_round", "once_an_episode")
    world = table(anna, content=CONTENT)
    for block in ("once_a_round", "once_an_episode"):
        do(world, use(block))
        refused(world, use(block), "limit_reached")
    assert anna.used == {"scene_round:once_a_round": 1, "episode:once_an_episode": 1}
    uses.forget(anna, "round")
    assert len(anna.used) == 2
    uses.forget(anna, "scene")
    assert anna.used == {"episode:once_an_episode": 1}
    uses.forget(anna, "episode")
    assert anna.used == {}


@pytest.mark.rule("NW3-SKILL-41", "NW3-SKILL-18")
def test_u14_a_refused_use_does_not_count() -> None:
    world = user("once_a_round", statuses={"pressure": 0})
    refused(world, use("once_a_round"), "pressure")
    who(world, "anna").statuses.clear()
    do(world, use("once_a_round"))


@pytest.mark.rule("NW3-SKILL-23")
def test_outside_of_rounds() -> None:
    anna = fighter("anna", "wizards", "minor", "major", "set_up", "react", "shot")
    world = table(anna, foe(), content=CONTENT)
    do(world, use("minor"))  # U11: each declaration opens a Main Process of its own
    do(world, use("major"))
    refused(world, use("set_up"), "no_round")
    refused(world, use("set_up", timing="setup_process"), "no_round")
    assert why_not(world, anna, find_block(world, anna, "set_up"), "setup_process") == "no_round"
    refused(world, use("react"), "wrong_timing")
    refused(world, use("shot", "ghoul"), "no_round")


@pytest.mark.rule("NW3-SKILL-17")
def test_u2_once_in_a_window_of_a_process() -> None:
    anna = fighter("anna", "wizards", "set_up")
    world = battle_world(anna, foe(), content=CONTENT)
    done = run(world, uses.offer(world, "setup_process", [anna]), (), {"use.setup_process": "set_up"})
    assert done.questions == ["use.setup_process"]
    assert not uses.ready(world, anna, "setup_process")
    assert why_not(world, anna, find_block(world, anna, "set_up"), "setup_process") == "already_used_in_window"
    battle_of(world).done.clear()
    assert [one.id for one in uses.ready(world, anna, "setup_process")] == ["set_up"]


@pytest.mark.rule("NW3-SKILL-16", "NW3-SKILL-28")
def test_a_block_with_nobody_to_touch_is_not_offered() -> None:
    for there in (True, False):
        anna = fighter("anna", "wizards", "inspire", engage="e")
        world = battle_world(anna, foe(retreated=not there), fighter("ben", engage="e"), content=CONTENT)
        answers = {"use.setup_process": "inspire"} if there else {}
        done = run(world, uses.offer(world, "setup_process", [anna]), (), answers)
        assert done.questions == (["use.setup_process", "use.target"] if there else [])


@pytest.mark.rule("NW3-SKILL-16", "NW3-ITEM-08")
def test_what_was_noted_for_the_battle_may_be_gone() -> None:
    world = user("two_limits", things=["kite_blade", "orange_soda robe"])
    anna = who(world, "anna")
    assert [blocks.in_hands(world, anna, id) is not None for id in ("two_limits", "kite_blade#1", "orange_soda#1")] == [
        True,
        True,
        True,
    ]
    assert not any(blocks.in_hands(world, anna, id) for id in ("once_a_round", "kite_blade#9", "moon_lamp#1"))
    assert [one.id for one in uses.ready(world, anna, "auto_action")] == ["two_limits"]
    anna.items[0].where = "robe"
    anna.skills.clear()
    assert not any(blocks.in_hands(world, anna, id) for id in ("two_limits", "kite_blade#1"))
    assert uses.ready(world, anna, "auto_action") == []
    world = table(fighter("anna", "wizards", "two_limits", "set_up"), content=CONTENT)
    assert [one.id for one in uses.ready(world, who(world, "anna"), "auto_action")] == ["two_limits"]
