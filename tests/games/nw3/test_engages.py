"""NW3-MOVE-01 to -06: distances, Engages, and what each range reaches."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest

from nw3_battle import battle_of, battle_world, do, fighter, foe, refused, together
from rulewright.games.nw3.battles.attacks import Attack
from rulewright.games.nw3.battles.engages import distance, in_engage, reaches
from rulewright.games.nw3.battles.movement import Withdraw
from rulewright.games.nw3.state import Character

DISTANCES = ("close", "short", "long", "extreme")
REACH = {  # of a skill, of a weapon: close, short, long, extreme
    "close": ("1000", "1000"),
    "short": ("0100", "1100"),
    "short_only": ("0100", "0100"),
    "long_only": ("0010", "0010"),
    "long": ("0110", "1110"),
    "scene": ("1110", "1110"),
}


def at(far: str) -> tuple[Character, Character]:
    """Two who are this far from each other."""
    one, other = fighter("anna"), foe()
    if far == "close":
        one.engage = other.engage = "e"
    elif far != "short":
        other.band = far  # type: ignore[assignment]
    return one, other


@pytest.mark.rule("NW3-MOVE-01", "NW3-MOVE-02", "NW3-MOVE-03", "NW3-MOVE-04", "NW3-MOVE-05")
@pytest.mark.parametrize(
    ("one", "other", "far"),
    [
        ({"engage": "a"}, {"engage": "a"}, "close"),
        ({"engage": "a"}, {"engage": "b"}, "short"),
        ({"engage": "a"}, {}, "short"),
        ({}, {}, "short"),
        ({}, {"band": "long"}, "long"),
        ({"engage": "a"}, {"band": "long"}, "long"),
        ({"band": "long"}, {"band": "long"}, "long"),
        ({}, {"band": "extreme"}, "extreme"),
        ({"band": "long"}, {"band": "extreme"}, "extreme"),
        ({"band": "extreme"}, {"band": "extreme"}, "extreme"),
    ],
)
def test_distances(one: dict[str, Any], other: dict[str, Any], far: str) -> None:
    anna, ghoul = fighter("anna", **one), foe("ghoul", **other)
    assert distance(anna, ghoul) == distance(ghoul, anna) == far
    assert distance(anna, anna) == distance(ghoul, ghoul) == "close"


@pytest.mark.rule("NW3-MOVE-06", "NW3-MOVE-04", "NW3-MOVE-05", "NW3-SKILL-31")
@pytest.mark.parametrize("far", DISTANCES)
@pytest.mark.parametrize("range", REACH)
@pytest.mark.parametrize("weapon", [False, True])
def test_what_a_range_reaches(range: str, far: str, weapon: bool) -> None:
    one, other = at(far)
    world = battle_world(one, other)
    expected = REACH[range][weapon][DISTANCES.index(far)] == "1"
    assert reaches(world, range, one, other, weapon) == expected
    assert reaches(world, range, other, one, weapon) == expected


@pytest.mark.rule("NW3-SKILL-OPEN-05", "NW3-MOVE-06")
@pytest.mark.parametrize(
    ("options", "range", "weapon", "reached"),
    [
        ({"skill_short_includes_close": True}, "short", False, "1100"),
        ({"skill_short_includes_close": True}, "short_only", False, "0100"),
        ({"skill_short_includes_close": True}, "long", False, "1110"),  # like Short, and Long too
        ({"long_includes_nearer": False}, "long", False, "0010"),
        ({"long_includes_nearer": False}, "long", True, "0010"),
    ],
)
def test_readings_of_short_and_long(options: dict[str, Any], range: str, weapon: bool, reached: str) -> None:
    found = ""
    for far in DISTANCES:
        one, other = at(far)
        found += str(int(reaches(battle_world(one, other, **options), range, one, other, weapon)))
    assert found == reached


@pytest.mark.rule("NW3-MOVE-02", "NW3-MOVE-03", "NW3-MOVE-06")
def test_bare_hands_reach_the_own_engage_alone() -> None:
    people = [fighter("anna", engage="a"), foe("ghoul", engage="a", eva=20), foe("imp", engage="b", eva=20)]
    world = battle_world(*people, foe("rat", engage="b"))
    refused(world, Attack("anna", ("imp",)), "out_of_range")
    do(world, Attack("anna", ("ghoul",)), [1, 2, 1, 2])
    assert together(world) == [{"anna", "ghoul"}, {"imp", "rat"}]


@pytest.mark.rule("NW3-MOVE-02", "NW3-MOVE-11")
@pytest.mark.parametrize("others", [1, 2, 3])
def test_an_engage_of_one_is_dissolved(others: int) -> None:
    foes = [foe(f"ghoul_{number}", engage="e") for number in range(others)]
    world = battle_world(fighter("anna", engage="e"), *foes)
    do(world, Withdraw("anna"))
    assert together(world) == ([] if others == 1 else [{one.id for one in foes}])
    assert [one.id for one in in_engage(world, "e")] == ([] if others == 1 else [one.id for one in foes])


@pytest.mark.rule("NW3-MOVE-02")
def test_engages_list_their_members_in_the_order_of_joining() -> None:
    people = [fighter("anna", engage="e"), foe("ghoul", engage="f"), fighter("ben", engage="e"), foe("imp")]
    world = battle_world(*people)
    battle_of(world).members.reverse()
    assert [one.id for one in in_engage(world, "e")] == ["ben", "anna"]
    assert in_engage(world, "") == []
    assert all(distance(one, other) == "short" for one, other in combinations(people, 2) if one.engage != other.engage)
