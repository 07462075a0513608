"""NW3-SKILL-27 to -34: whom a block may touch."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from nw3_attacks import aimed_at, pack, several, striking
from nw3_battle import battle_of, battle_world, do, fighter, flagged, foe, refused, seat, table, who
from nw3_scenes import Done
from rulewright.games.nw3.battles import targeting
from rulewright.games.nw3.battles.casting import UseBlock
from rulewright.games.nw3.battles.usable import of_skill
from rulewright.games.nw3.state import Nw3World

NOTE = 'kind = "resource", pool = "mp", amount = -1'


def touching(id: str, kind: str, range: str, n: str = "", pick: bool = False) -> str:
    more = (f', n = "{n}"' if n else "") + (", pick = true" if pick else "")
    return several(id, "minor_action", NOTE, lines=["max_sl = 3"], target=kind, range=range).replace(
        f'kind = "{kind}" }}', f'kind = "{kind}"{more} }}'
    )


CONTENT = pack(
    touching("area", "area", "close"),
    touching("area_short", "area", "short"),
    touching("area_2", "area", "close", "2", True),
    touching("area_any", "area", "short", pick=True),
    touching("area_sl", "area", "close", "SL + 1", True),
    touching("two", "count", "scene", "2"),
    touching("near", "single", "close"),
    touching("short", "single", "short"),
    touching("far", "single", "long"),
    touching("just_far", "single", "long_only"),
    touching("all", "scene", "scene"),
    touching("all_short", "scene", "short"),
    touching("some", "scene", "scene", "3", True),
    touching("oneself", "self", "none"),
    touching("few", "count", "scene", "SL - 4"),
    touching("refer", "refer", "scene").replace('text = "Text."', 'text = "Text."\nrefer_text = "Whom it concerns."'),
    striking("hit_short", range="short"),
    striking("hit_close"),
    striking("hit_area", target="area"),
    striking("hit_all_short", target="scene", range="short"),
)


def crowd(*skills: str, **options: Any) -> Nw3World:
    """Anna, Ben and two foes in one Engage; two more foes in another; a foe alone; one at Long, one at Extreme."""
    anna = fighter("anna", "wizards", *skills, engage="e")
    return battle_world(
        anna, fighter("ben", engage="e"), foe("x", engage="e"), foe("y", engage="e"), foe("p", engage="f"),
        foe("q", engage="f"), foe("alone"), foe("far", band="long"), foe("phone", band="extreme"), content=CONTENT,
        **options,
    )  # fmt: skip


def touched(world: Nw3World, block: str, targets: Sequence[str] = (), answers: Any = None) -> list[str]:
    """Who was touched by the block, in the order of joining."""
    do(world, UseBlock("anna", block, tuple(targets)), (), answers)
    return [id for id, one in world.state.characters.items() if one.mp == 11]


# ---------------------------------------------------------------- worked examples: target and range


@pytest.mark.rule("NW3-SKILL-27", "NW3-SKILL-29", "NW3-SKILL-31", "NW3-SKILL-32", "NW3-SKILL-33")
@pytest.mark.parametrize(
    ("block", "named", "expected"),
    [
        ("area", ["x"], ["anna", "ben", "x", "y"]),  # T1
        ("area", ["anna"], ["anna", "ben", "x", "y"]),
        ("area_2", ["x", "anna"], ["anna", "x"]),
        ("two", ["x"], ["x"]),  # T3
        ("two", ["x", "alone"], ["x", "alone"]),
        ("short", ["anna"], ["anna"]),  # T6
        ("short", ["p"], ["p"]),
        ("near", ["y"], ["y"]),
        ("far", ["far"], ["far"]),
        ("far", ["alone"], ["alone"]),
        ("just_far", ["far"], ["far"]),
        ("all", [], ["anna", "ben", "x", "y", "p", "q", "alone", "far"]),  # T8
        ("all_short", [], ["p", "q", "alone"]),
        ("some", ["far", "anna"], ["anna", "far"]),
        ("area_short", ["q"], ["p", "q"]),
        ("area_short", ["alone"], ["alone"]),
        ("area_any", ["p"], ["p"]),
        ("oneself", [], ["anna"]),
        ("oneself", ["x"], ["anna"]),
        ("refer", ["x"], ["x"]),
    ],
)
def test_who_is_touched(block: str, named: Sequence[str], expected: Sequence[str]) -> None:
    assert touched(crowd(block), block, named) == expected


@pytest.mark.rule("NW3-SKILL-28", "NW3-SKILL-31", "NW3-SKILL-33")
@pytest.mark.parametrize(
    ("block", "named", "reason"),
    [
        ("area_2", ["x", "y", "ben"], "too_many_targets"),  # T2
        ("near", ["x", "y"], "too_many_targets"),
        ("two", ["x", "x"], "duplicate_target"),  # T4
        ("hit_short", ["x"], "out_of_range"),  # T5
        ("short", ["x"], "out_of_range"),
        ("near", ["p"], "out_of_range"),
        ("just_far", ["p"], "out_of_range"),
        ("far", ["x"], "out_of_range"),
        ("some", ["phone"], "out_of_range"),
        ("area_short", ["x"], "out_of_range"),
        ("area_any", ["p", "alone"], "not_in_engage"),
        ("near", ["nobody"], "unknown_character"),
    ],
)
def test_bad_target_lists(block: str, named: Sequence[str], reason: str) -> None:
    world = crowd(block)
    refused(world, UseBlock("anna", block, tuple(named)), reason)


@pytest.mark.rule("NW3-SKILL-28")
@pytest.mark.parametrize("block", ["near", "hit_all_short", "area_short"])
def test_nobody_to_touch(block: str) -> None:
    world = battle_world(fighter("anna", "wizards", block, engage="e"), foe(engage="e"), content=CONTENT)
    if block == "near":
        who(world, "anna").engage = who(world, "ghoul").engage = ""
        refused(world, UseBlock("anna", block, ("ghoul",)), "out_of_range")
    else:
        refused(world, UseBlock("anna", block), "no_target")


@pytest.mark.rule("NW3-SKILL-28", "NW3-HP-10")
def test_who_is_not_in_the_scene() -> None:
    gone = fighter("carl", dead=True), fighter("dora", retreated=True), fighter("emil", present=False)
    world = battle_world(fighter("anna", "wizards", "two"), *gone, foe(), content=CONTENT)
    for one in gone:
        refused(world, UseBlock("anna", "two", (one.id,)), "not_in_scene")
    world.state.characters["late"] = fighter("late")
    refused(world, UseBlock("anna", "two", ("late",)), "not_in_scene")


@pytest.mark.rule("NW3-SKILL-27")
def test_t9_the_number_is_worked_out_at_declaration() -> None:
    world = crowd("area_sl")
    who(world, "anna").skills["area_sl"] = 2
    refused(world, UseBlock("anna", "area_sl", ("anna", "ben", "x", "y")), "too_many_targets")
    assert touched(world, "area_sl", ["ben", "x", "y"]) == ["ben", "x", "y"]


@pytest.mark.rule("NW3-SKILL-27")
@pytest.mark.parametrize(
    ("block", "answers", "expected"),
    [
        ("near", {"use.target": "y"}, ["y"]),
        ("area", {"use.target": "x"}, ["anna", "ben", "x", "y"]),
        ("two", {"use.targets": [["far", "x"]]}, ["x", "far"]),
        ("area_any", {"use.targets": [["q"]]}, ["q"]),
        ("area_any", {"use.targets": [["p", "q", "alone"]]}, ["p", "q"]),  # of one Engage
    ],
)
def test_whom_nobody_named_is_asked_for(block: str, answers: dict[str, Any], expected: list[str]) -> None:
    world = crowd(block)
    assert touched(world, block, (), answers) == expected


# ---------------------------------------------------------------- options


@pytest.mark.rule("NW3-SKILL-29", "NW3-SKILL-OPEN-04")
@pytest.mark.parametrize("lone", [True, False])
def test_whether_an_area_touches_one_who_stands_alone(lone: bool) -> None:
    world = crowd("area_short", area_hits_lone=lone)
    if lone:
        assert touched(world, "area_short", ["alone"]) == ["alone"]
    else:
        refused(world, UseBlock("anna", "area_short", ("alone",)), "no_target")


@pytest.mark.rule("NW3-SKILL-31", "NW3-SKILL-OPEN-05")
@pytest.mark.parametrize("close", [True, False])
def test_whether_short_includes_the_own_engage(close: bool) -> None:
    world = crowd("short", skill_short_includes_close=close)
    if close:
        assert touched(world, "short", ["x"]) == ["x"]
    else:
        refused(world, UseBlock("anna", "short", ("x",)), "out_of_range")


@pytest.mark.rule("NW3-SKILL-31", "NW3-SKILL-OPEN-05")
@pytest.mark.parametrize("nearer", [True, False])
def test_whether_long_includes_nearer_distances(nearer: bool) -> None:
    world = crowd("far", long_includes_nearer=nearer)
    if nearer:
        assert touched(world, "far", ["alone"]) == ["alone"]
    else:
        refused(world, UseBlock("anna", "far", ("alone",)), "out_of_range")


# ---------------------------------------------------------------- sight


@pytest.mark.rule("NW3-SKILL-34", "NW3-SKILL-28")
def test_who_is_hidden_cannot_be_chosen_at_short_or_for_an_attack() -> None:
    world = crowd("short", "hit_short", "near", "all")
    who(world, "p").hidden = True
    flagged(who(world, "alone"), "hidden")
    for block in ("short", "hit_short"):
        for id in ("p", "alone"):
            assert refused(world, UseBlock("anna", block, (id,)), "not_visible").facts == {"target": id}
    who(world, "x").hidden = True
    assert touched(world, "near", ["x"]) == ["x"]  # within the own Engage sight matters to attacks alone


@pytest.mark.rule("NW3-SKILL-34")
def test_friends_are_seen_and_so_is_oneself() -> None:
    anna, ben = fighter("anna", hidden=True), fighter("ben", hidden=True)
    world = battle_world(anna, ben)
    assert targeting.sees(world, anna, ben)
    assert targeting.sees(world, anna, anna)
    assert not targeting.sees(world, foe(), ben)
    assert not targeting.sees(world, anna, fighter("cat", "others", kind="npc", hidden=True))


@pytest.mark.rule("NW3-SKILL-27", "NW3-SKILL-34")
def test_an_area_spares_nobody_in_it_not_even_the_hidden() -> None:
    world = crowd("hit_area")
    who(world, "y").hidden = True
    refused(world, UseBlock("anna", "hit_area", ("y",)), "not_visible")
    faces = (6, 2, *(2, 1) * 4, 2, 1, *(2, 2) * 4)
    done: Done = do(world, UseBlock("anna", "hit_area", ("x",)), faces)
    assert aimed_at(done) == ["Anna", "Ben", "X", "Y"]


# ---------------------------------------------------------------- oneself, the referee, and outside of rounds


@pytest.mark.rule("NW3-SKILL-32")
def test_an_attack_at_oneself_needs_the_referees_consent() -> None:
    world = crowd("hit_short")
    refused(world, UseBlock("anna", "hit_short", ("anna",)), "referee_refused")
    done = do(world, UseBlock("anna", "hit_short", ("anna",)), (6, 2, 2, 1, 2, 1, 2, 2), {"confirm_target": "yes"})
    assert aimed_at(done) == ["Anna"]
    assert done.question("confirm_target").default == "no"


@pytest.mark.rule("NW3-SKILL-28", "NW3-SKILL-18")
def test_the_referee_may_refuse_targets() -> None:
    world = crowd("near", gm_confirms_targets=True)
    refused(world, UseBlock("anna", "near", ("x",)), "referee_refused", {"confirm_target": "no"})
    assert touched(world, "near", ["x"], {"confirm_target": "yes"}) == ["x"]
    assert battle_of(world).spent == ["minor"]


@pytest.mark.rule("NW3-SKILL-23", "NW3-SKILL-28")
def test_outside_of_rounds_everybody_present_is_in_the_scene() -> None:
    world = table(
        fighter("anna", "wizards", "all", "two"), fighter("ben"), fighter("carl", present=False), content=CONTENT
    )
    refused(world, UseBlock("anna", "two", ("carl",)), "not_in_scene", seat=seat("anna"))
    assert touched(world, "all") == ["anna", "ben"]


@pytest.mark.rule("NW3-SKILL-27")
def test_how_many_may_be_chosen() -> None:
    anna = fighter("anna")
    most = {
        id: targeting.most_targets(anna, of_skill(CONTENT, id, 2)) for id in ("near", "two", "area_sl", "area", "few")
    }
    assert most == {"near": 1, "two": 2, "area_sl": 3, "area": None, "few": 1}


@pytest.mark.rule("NW3-SKILL-32", "NW3-SKILL-27", "NW3-SKILL-31")
@pytest.mark.parametrize(
    ("block", "range", "oneself", "others"),
    [
        ("short", "short", True, ["p", "q", "alone"]),
        ("hit_short", "short", False, ["p", "q", "alone"]),
        ("hit_close", "close", False, ["ben", "x", "y"]),
        ("area", "close", True, ["ben", "x", "y"]),
        ("area_short", "short", False, ["p", "q", "alone"]),
        ("all_short", "short", False, ["p", "q", "alone"]),
    ],
)
def test_whom_a_block_could_touch(block: str, range: str, oneself: bool, others: list[str]) -> None:
    world = crowd(block)
    usable = of_skill(CONTENT, block, 1)
    found = [one.id for one in targeting.reachable(world, who(world, "anna"), usable, range)]
    assert found == [*(["anna"] if oneself else []), *others]
