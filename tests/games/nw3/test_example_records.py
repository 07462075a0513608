"""The worked examples of the example records (W9 to W16) and of what a Judge is made with (D10 to D12, T10)."""

from __future__ import annotations

from typing import Any

import pytest

from nw3_attacks import SURE, face_off, hit, pack, results, rolled, several, striking, window
from nw3_battle import (
    battle_of,
    battle_world,
    do,
    fighter,
    foe,
    refused,
    steady,
    steady_foe,
    table,
    who,
)
from nw3_people import carrying, wizard
from rulewright.games.nw3.battles.battle import StartBattle
from rulewright.games.nw3.battles.casting import UseBlock
from rulewright.games.nw3.battles.main_process import EndMainProcess
from rulewright.games.nw3.dice.calling import CallJudge
from rulewright.games.nw3.state import Character, Nw3World, Riding
from rulewright.games.nw3.wizards import standing

CARE = 'kind = "modify", scope = "judge", judge = "dodge", amount = 2'
CONTENT = pack(
    window("swap_pacc", "before_judge", "dodge", "self",
           'kind = "substitute", judge = "dodge", from = "eva", to = "pacc", duration = "judge"'),
    window("swap_spd", "before_judge", "dodge", "self",
           'kind = "substitute", judge = "dodge", from = "eva", to = "spd", duration = "judge"'),
    several("careful", "constant", CARE),
    striking("weapon_reach", range="weapon"),
    """
[[item]]
id = "cape"
name = "Cape"
class = ["armor"]
slot = "shoulder"
cost = 1000
modifiers = { eva = 2 }

[[item]]
id = "visor"
name = "Visor"
class = ["armor"]
slot = "head"
cost = 1000
modifiers = { pacc = 1 }

[[item]]
id = "millstone"
name = "Millstone"
class = ["accessory"]
slot = "accessory"
weight = 12
cost = 1000
""",
)  # fmt: skip


def dodging(anna: Character) -> Nw3World:
    """The ghoul's Main Process (PACC 1), before Anna."""
    return battle_world(foe(engage="e", pacc=1), anna, fighter("ben"), foe("imp"), content=CONTENT)


# ---------------------------------------------------------------- another stat


@pytest.mark.rule("NW3-SKILL-51")
@pytest.mark.parametrize(
    ("statuses", "alter"),
    [pytest.param({}, 11 + 2, id="D10"), pytest.param({"paralysis": 0}, 11 + 2 - 5, id="D11")],
)
def test_with_another_stat_its_modifiers_count_and_those_of_the_judge(statuses: dict[str, int], alter: int) -> None:
    anna = fighter("anna", "wizards", "swap_pacc", "careful", engage="e", eva=8, pacc=10, statuses=statuses)
    world = dodging(carrying(anna, "cape", "visor"))
    standing.refresh(CONTENT, world.state.options, anna)
    assert (anna.stats.eva, anna.stats.pacc) == (10, 11)
    done = hit(world, (1, 5, 3, 1), {"use.before_judge": "swap_pacc"}, by="ghoul", at="anna")
    assert results(done, "dodge") == [alter + 4]


@pytest.mark.rule("NW3-SKILL-51", "NW3-ITEM-02")
def test_d12_weight_goes_with_the_stat_that_is_replaced() -> None:
    anna = wizard("anna", "millstone", pack=CONTENT, skills={"swap_spd": 1}, engage="e", prana=0)
    assert (anna.stats.eva, anna.stats.pacc, anna.stats.spd) == (10 - 3, 11 - 3, 15)
    done = hit(dodging(anna), (1, 5, 3, 1), {"use.before_judge": "swap_spd"}, by="ghoul", at="anna")
    assert results(done, "dodge") == [15 + 4]


@pytest.mark.rule("NW3-WEAPON-06", "NW3-SKILL-31")
def test_t10_without_a_weapon_the_range_of_the_weapon_is_close() -> None:
    world = face_off(skills=["weapon_reach"], content=CONTENT)
    refused(world, UseBlock("anna", "weapon_reach", ("imp",)), "out_of_range")
    done = do(world, UseBlock("anna", "weapon_reach", ("ghoul",)), (*SURE, 1, 2, 1, 2))
    assert ("anna", "hit") in rolled(done)


# ---------------------------------------------------------------- the example records


@pytest.mark.rule("NW3-SKILL-35", "NW3-SKILL-41", "NW3-SKILL-50")
def test_w9_a_coin_toss_at_sl_3() -> None:
    anna = fighter("anna", "wizards", "lucky_coin_toss", mp=20)
    anna.skills["lucky_coin_toss"] = 3
    world = table(anna, fighter("ben", attributes={"knowledge": 5}), content=CONTENT)
    for use in (1, 2, 3):
        done = do(world, CallJudge("ben", "knowledge", 14), (1, 2, 5, 4), {"use.after_judge": "lucky_coin_toss"})
        assert (done.log[-1], anna.mp) == ("judge.result.success", 20 - 2 * use)
    done = do(world, CallJudge("ben", "knowledge", 14), (1, 2))
    assert ("use.after_judge" in done.questions, anna.mp) == (False, 14)


@pytest.mark.rule("NW3-SKILL-51", "NW3-SKILL-14")
def test_w11_read_the_wind_on_a_broom() -> None:
    anna = wizard("anna", "heron_mk2", pack=CONTENT, skills={"read_the_wind": 1}, engage="e", prana=0)
    world = dodging(anna)
    anna.riding, anna.flying = Riding("anna", "heron_mk2.1", "heron_mk2"), "broom"
    assert (anna.stats.eva, anna.stats.pacc) == (11, 12)
    done = hit(world, (1, 5, 4, 1), {"use.before_judge": "read_the_wind"}, by="ghoul", at="anna")
    assert (results(done, "dodge"), anna.mp) == ([18], anna.mind - 1)


@pytest.mark.rule("NW3-HP-06", "NW3-SKILL-24")
def test_w12_not_yet() -> None:
    anna = wizard("anna", pack=CONTENT, skills={"not_yet": 1}, hp=0, mp=18, prana=0)
    world = battle_world(fighter("ben"), foe(), anna, content=CONTENT)
    assert (anna.mind, anna.body) == (20, 27)
    do(world, UseBlock("anna", "not_yet"))
    assert (anna.hp, anna.mp, anna.used) == (5, 20, {"episode:not_yet": 1})


@pytest.mark.rule("NW3-SKILL-37", "NW3-SKILL-OPEN-08", "NW3-SKILL-24")
def test_w13_a_second_wind_of_the_poisoned() -> None:
    anna = steady("anna", 9, "second_wind", prana=2, statuses={"poison": 1}, engage="e")
    world = battle_world(anna, steady_foe("ghoul", 1, count=2), fighter("ben", count=5), content=CONTENT)
    do(world, EndMainProcess("anna"), answers={"use.initiative_process": "second_wind"})
    assert (battle_of(world).acting, anna.prana, anna.statuses) == ("anna", 0, {"poison": 1})


@pytest.mark.rule("NW3-RECOVER-03", "NW3-SKILL-20", "NW3-SKILL-OPEN-24")
def test_w15_an_evening_bell_with_a_fumble_for_three() -> None:
    anna = steady("anna", 9, "evening_bell", hp=20)
    people = [anna, *(steady(id, 8, hp=20) for id in ("ben", "cleo"))]
    world = battle_world(*people, steady_foe("ghoul", 1), content=CONTENT)
    for one in people[1:]:
        one.pre_action = False
    who(world, "ghoul").pre_action = False
    answers: dict[str, Any] = {"use.cleanup_process": "evening_bell", "use.targets": [["anna", "ben", "cleo"]]}
    done = do(world, EndMainProcess("anna"), (1, 1), answers)
    assert [who(world, id).hp for id in ("anna", "ben", "cleo")] == [12, 12, 12]
    assert ([why for _, why in rolled(done)], anna.mp) == (["recovery_hp"], 6)


@pytest.mark.rule("NW3-SKILL-24", "NW3-JUDGE-10")
@pytest.mark.parametrize(
    ("critical", "fumble", "seen"),
    [
        pytest.param(7, 2, {7}, id="W16: nothing to move"),
        pytest.param(9, 8, {9}, id="W16: F is in the way"),
        pytest.param(9, 2, {9, 8}, id="on its way, until the Judge for initiative"),
    ],
)
def test_iron_stare_moves_the_critical_value(critical: int, fumble: int, seen: set[int]) -> None:
    anna = steady("anna", 9, "iron_stare", critical=critical, fumble=fumble)
    world = table(anna, steady_foe("ghoul", 1), content=CONTENT)
    found: set[int] = set()
    answers = {"use.prep": "iron_stare", "use.targets": [["ghoul"]]}
    do(world, StartBattle((("anna", "ghoul"),)), (), answers, watch=lambda event: found.add(anna.critical))
    assert (found, anna.critical, anna.fumble, anna.hp) == (seen, critical, fumble, 29)
    assert [one.owner for one in battle_of(world).blockades] == ["anna"]
