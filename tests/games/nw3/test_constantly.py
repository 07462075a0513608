"""NW3-SKILL-24 j and -26: Constant blocks that act in play, in force only while their conditions hold."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from nw3_attacks import face_off, hit, pack, results, several
from nw3_battle import battle_world, do, fighter, foe, refused, who
from nw3_people import carrying
from rulewright.games.nw3.battles import constantly, rounds, statuses
from rulewright.games.nw3.battles.actions import ClearPressure, EndEffect
from rulewright.games.nw3.battles.flying import Land
from rulewright.games.nw3.battles.robe import Equip
from rulewright.games.nw3.state import Nw3World

FLYING = 'restrict = [{ kind = "condition", any_of = [{ condition = "flying" }] }]'
ARMED = 'restrict = [{ kind = "equip", any_of = [{ class = "weapon" }] }]'
AIM = 'kind = "modify", scope = "judge", judge = "hit", amount = {}'
CONTENT = pack(
    several("sharp", "constant", AIM.format(2)),
    several("hawk", "constant", AIM.format(3), lines=[FLYING]),
    several("wing", "constant", 'kind = "modify", scope = "stat", stat = "pacc", amount = 4', lines=[FLYING]),
    several("drill", "constant", 'kind = "modify", scope = "stat", stat = "eva", amount = 2', lines=[ARMED]),
    several("banner", "constant", AIM.format("1") + ', on = "allies"'),
    several("gloom", "constant", AIM.format("-3") + ', on = "enemies"'),
    several("grudge", "constant", AIM.format('"LOST_HP"')),
    several("poised", "constant", AIM.format(5) + ', guard = [{ who = "self", bad_status = "poison" }]'),
    several("born", "constant", 'kind = "modify", scope = "stat", stat = "pdef", amount = 6'),
)
MISS = (5, 4, 2, 1)


def aiming(*skills: str, ghoul: Sequence[str] = (), ben: Sequence[str] = (), **anna: Any) -> Nw3World:
    """Anna (PACC 9) before a ghoul that dodges everything."""
    others = fighter("ben", "wizards", *ben, count=4), foe("imp", count=2)
    return face_off(
        *others, skills=skills, ghoul_skills=ghoul, anna={"pacc": 9, **anna}, ghoul={"eva": 50}, content=CONTENT
    )


@pytest.mark.rule("NW3-SKILL-24", "NW3-SKILL-26")
@pytest.mark.parametrize(
    ("skills", "anna", "expected"),
    [
        (["sharp"], {}, 18 + 2),
        (["hawk"], {}, 18),
        (["hawk"], {"flying": "other"}, 18 + 3),
        (["wing"], {"flying": "other"}, 18 + 4),
        (["wing"], {}, 18),
        (["sharp", "hawk"], {"flying": "other"}, 18 + 5),
        (["poised"], {}, 18),
        (["poised"], {"statuses": {"poison": 1}}, 18 + 5),
        (["grudge"], {"hp": 30}, 18),
    ],
)
def test_what_is_constant_counts_while_its_conditions_hold(
    skills: Sequence[str], anna: dict[str, Any], expected: int
) -> None:
    done = hit(aiming(*skills, **anna), MISS)
    assert results(done, "hit") == [expected]


@pytest.mark.rule("NW3-SKILL-58")
def test_a_formula_of_what_is_constant_is_worked_out_again_and_again() -> None:
    world = aiming("grudge")
    who(world, "anna").hp = 26
    assert results(hit(world, MISS), "hit") == [18 + 4]


@pytest.mark.rule("NW3-SKILL-24", "NW3-SKILL-44")
@pytest.mark.parametrize(
    ("ben", "ghoul", "expected"),
    [(["banner"], [], 19), ([], ["gloom"], 15), (["banner"], ["banner"], 19), (["banner"], ["gloom"], 16)],
)
def test_it_may_be_about_others(ben: Sequence[str], ghoul: Sequence[str], expected: int) -> None:
    assert results(hit(aiming(ben=ben, ghoul=ghoul), MISS), "hit") == [expected]


@pytest.mark.rule("NW3-SKILL-26")
def test_the_log_tells_when_a_condition_begins_and_ceases_to_hold() -> None:
    world = aiming("hawk", "wing", flying="other")
    constantly.settle(world)
    assert who(world, "anna").stats.pacc == 9 + 4
    done = do(world, Land("anna"))
    hitting = hit(world, MISS)
    assert results(hitting, "hit") == [18]
    ended = [event.facts["block"] for event in (*done.told, *hitting.told) if event.key == "constant.ends"]
    assert (ended, who(world, "anna").stats.pacc, who(world, "anna").effects) == (["Hawk", "Wing"], 9, [])
    who(world, "anna").flying = "other"
    done.told.clear()
    world.tell = done.tell
    constantly.settle(world)
    assert [event.facts["block"] for event in done.told if event.key == "constant.begins"] == ["Hawk", "Wing"]


@pytest.mark.rule("NW3-SKILL-26", "NW3-SKILL-39")
def test_u13_what_needs_a_thing_ends_with_putting_it_away() -> None:
    anna = carrying(fighter("anna", "wizards", "drill"), "sword")
    world = battle_world(anna, foe(), content=CONTENT)
    constantly.look_at_worn(world, anna)
    assert anna.stats.eva == 2
    done = do(world, Equip("anna", "sword.1", "robe"))
    assert (anna.stats.eva, done.event("constant.ends").facts["block"]) == (0, "Drill")


@pytest.mark.rule("NW3-SKILL-24", "NW3-SKILL-18")
def test_what_belongs_to_a_block_that_is_gone_ends() -> None:
    world = aiming("sharp")
    hit(world, MISS)
    anna = who(world, "anna")
    assert [one.block for one in anna.effects] == ["sharp"]
    anna.skills.clear()
    constantly.settle(world)
    assert anna.effects == []


@pytest.mark.rule("NW3-SKILL-48")
def test_d9_what_is_constant_is_not_ended_by_choice() -> None:
    world = aiming("sharp")
    constantly.settle(world)
    refused(world, EndEffect("anna", who(world, "anna").effects[0].id), "cannot_end_constant")


@pytest.mark.rule("NW3-SKILL-OPEN-18", "NW3-STATUS-03")
@pytest.mark.parametrize("stops", [False, True])
def test_pressure_and_what_is_constant(stops: bool) -> None:
    anna = fighter("anna", "wizards", "sharp", "wing", engage="e", pacc=9, flying="other")
    world = battle_world(
        anna, foe(engage="e", eva=50), fighter("ben"), foe("imp"), content=CONTENT, pressure_stops_constant=stops
    )
    statuses.receive(world, anna, "pressure")
    assert results(hit(world, MISS), "hit") == [18 if stops else 24]
    world = battle_world(
        anna, foe(engage="e", eva=50), fighter("ben"), foe("imp"), content=CONTENT, pressure_stops_constant=stops
    )
    do(world, ClearPressure("anna"))
    assert results(hit(world, MISS), "hit") == [24]


@pytest.mark.rule("NW3-SKILL-24")
def test_at_the_start_of_a_battle_everything_is_looked_at() -> None:
    world = aiming("sharp", ben=["banner"])
    battle = world.state.battle
    assert battle is not None
    next(rounds.begin(world, battle), None)
    assert sorted(one.block for one in who(world, "anna").effects) == ["banner", "sharp"]
