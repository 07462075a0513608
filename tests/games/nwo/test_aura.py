"""NWO-AURA: how fighting spirit lies, and spreading it anew."""

from __future__ import annotations

from typing import Any

import pytest

from nwo_play import Play, rows_of
from rulewright.engine.errors import Refused
from rulewright.games.nwo.battles import aura
from rulewright.games.nwo.battles.actions import CastSpell, Pass, Rearrange
from rulewright.games.nwo.growth.level_up import FinishLevelUp, LevelUpStart, PlaceAura, RaiseAttribute
from rulewright.games.nwo.state import Cast

ALLOCATIONS = rows_of("aura_allocation")
QUICKER = {"hit": 0, "attack": 1, "defence": 1, "action_value": 4}
"""Ruka's points with 2 fewer on the hit and 1 fewer on the attack, 3 more on the action value."""


def only(**points: int) -> dict[str, int]:
    return points


@pytest.mark.rule("NWO-AURA-02")
@pytest.mark.parametrize("row", ALLOCATIONS, ids=[row["id"] for row in ALLOCATIONS])
def test_rows_of_allocations(row: dict[str, Any]) -> None:
    given, reason = row["given"], row["expect"].get("refused", "")
    if not reason:
        aura.require_allocation(given["aura"], given["total"])
    else:
        with pytest.raises(Refused) as refusal:
            aura.require_allocation(given["aura"], given["total"])
        assert refusal.value.reason == reason
    play = Play("ruka")  # whose total is the same 6
    assert play["ruka"].aura_total == given["total"]
    command = Rearrange("ruka", dict(given["aura"]))
    if reason:
        assert play.refuses(command, "ruka") == reason
    else:
        play.give(command, seat="ruka")
        assert play["ruka"].aura == {key: points for key, points in given["aura"].items() if points}


def test_all_rows_of_allocations_are_played() -> None:
    assert [row["id"] for row in ALLOCATIONS] == ["aura-1", "aura-2", "aura-3", "aura-4", "aura-5"]


@pytest.mark.rule("NWO-AURA-01", "NWO-OPEN-35", "NWO-OPEN-36", "NWO-OPEN-36")
@pytest.mark.parametrize("stat", ["hit", "evasion", "attack", "defence", "magic", "resistance", "action_value"])
def test_each_point_adds_one_to_the_value_it_lies_on(stat: str) -> None:
    play = Play("tomo")
    play.give(Rearrange("tomo", {"magic" if stat != "magic" else "hit": 4}))
    before = dict(play["tomo"].now.values)
    play.give(Rearrange("tomo", {stat: 4}))
    now = play["tomo"].now.values
    assert now[stat] == before[stat] + 4
    assert {key for key in now if now[key] != before[key]} == {stat, "magic" if stat != "magic" else "hit"}


@pytest.mark.rule("NWO-AURA-02", "NWO-OPEN-35")
@pytest.mark.parametrize(
    ("points", "reason"),
    [
        (only(move=6), "bad_value"),
        (only(hit=6, strength=0), "bad_value"),
        (only(), "aura_sum"),
        (only(hit=7, evasion=-1), "aura_negative"),
    ],
)
def test_points_lie_on_the_seven_combat_values_alone(points: dict[str, int], reason: str) -> None:
    assert Play("ruka").refuses(Rearrange("ruka", points), "ruka") == reason


@pytest.mark.rule("NWO-AURA-02")
def test_a_player_who_names_no_points_is_asked_value_by_value() -> None:
    play = Play("ruka")
    play.give(Rearrange("ruka"), answers={"aura": [1, 0, 0, 0, 2, 0]}, seat="ruka")
    assert play["ruka"].aura == {"hit": 1, "magic": 2, "action_value": 3}
    assert [question.most for question in play.script.asked] == [6, 5, 5, 5, 5, 3]


@pytest.mark.rule("NWO-AURA-02")
def test_nobody_is_asked_on_when_all_points_lie() -> None:
    play = Play("ruka")
    play.give(Rearrange("ruka"), answers={"aura": 6}, seat="ruka")
    assert play["ruka"].aura == {"hit": 6}
    assert play.asked() == ["aura"]


@pytest.mark.rule("NWO-AURA-02")
def test_the_present_points_are_what_is_proposed() -> None:
    play = Play("ruka")
    before = dict(play["ruka"].aura)
    play.give(Rearrange("ruka"), seat="ruka")
    assert play["ruka"].aura == {key: points for key, points in before.items() if points}


@pytest.mark.rule("NWO-AURA-03")
def test_it_is_one_action_in_a_fight() -> None:
    play = Play("ruka", "mire_hound")
    play.fight(ruka=25, mire_hound=20)
    play.give(Rearrange("ruka", QUICKER), seat="ruka")
    assert (play["ruka"].count, play.battle.acting) == (5, "mire_hound")
    assert play.refuses(Rearrange("ruka", QUICKER), "ruka") == "not_your_turn"


@pytest.mark.rule("NWO-AURA-03")
def test_it_is_free_outside_of_a_fight() -> None:
    play = Play("ruka")
    play.give(Rearrange("ruka", {"hit": 6}), seat="ruka")
    play.give(Rearrange("ruka", {"magic": 6}), seat="ruka")
    assert play["ruka"].aura == {"magic": 6}
    assert play["ruka"].count is None


@pytest.mark.rule("NWO-AURA-03")
@pytest.mark.parametrize("fighting", [True, False])
@pytest.mark.parametrize(
    ("state", "reason"),
    [
        ({"casting": Cast("ember_dart", 1)}, "status_casting"),  # row aura-7
        ({"fainted": True}, "status_fainted"),
        ({"serious": True, "hp": 3}, "status_serious"),
        ({"hp": 0}, "status_apparent_death"),
        ({"hp": -1, "dead": True}, "dead"),
    ],
)
def test_bad_states_forbid_it(state: dict[str, Any], reason: str, fighting: bool) -> None:
    play = Play("ruka", "mire_hound")
    if fighting:
        play.fight(ruka=25, mire_hound=20)
    play.change("ruka", **state)
    assert play.refuses(Rearrange("ruka", QUICKER), "ruka") == reason


@pytest.mark.rule("NWO-AURA-01", "NWO-AURA-04")
def test_row_aura_6_the_count_of_the_round_stays() -> None:
    play = Play("ruka", "mire_hound")
    play.change("ruka", aura={"hit": 3, "attack": 2, "defence": 1})
    play.fight(round=2, ruka=25, mire_hound=3)
    before = dict(play["ruka"].now.values)
    play.give(Rearrange("ruka", {"attack": 2, "defence": 1, "action_value": 3}), seat="ruka")
    now = play["ruka"].now.values
    assert (now["hit"], now["action_value"]) == (before["hit"] - 3, before["action_value"] + 3)
    assert play["ruka"].count == 25 - 20  # the count as it was rolled, less the action


@pytest.mark.rule("NWO-AURA-04")
@pytest.mark.parametrize(("points", "first"), [({"action_value": 6}, "ruka"), ({"hit": 6}, "tomo")])
def test_the_order_of_equal_counts_follows_it(points: dict[str, int], first: str) -> None:
    play = Play("ruka", "tomo", "mire_hound")
    play.fight(ruka=25, tomo=5, mire_hound=1)
    play.give(Rearrange("ruka", points), seat="ruka")
    assert (play["ruka"].count, play["tomo"].count) == (5, 5)
    assert play.battle.acting == first  # Tomo's action value is 14, Ruka's 12 without points


@pytest.mark.rule("NWO-AURA-04")
@pytest.mark.parametrize(("points", "mp"), [({"magic": 1, "hit": 3}, 22 - 4), ({"hit": 4}, 22)])
def test_the_check_of_a_cast_follows_it(points: dict[str, int], mp: int) -> None:
    play = Play("tomo", "mire_hound")
    play.change("tomo", attributes={**play["tomo"].attributes, "wits": 1, "faith": 1}, mp=22)
    assert play["tomo"].now.values["magic"] == 9
    play.fight(tomo=50, mire_hound=1)
    play.give(Rearrange("tomo", points), seat="tomo")
    hit = [1, 3, 3, 3] if mp < 22 else []  # a fumble of Tomo, the hound evades
    play.give(CastSpell("tomo", "ember_dart"), hit, {"prana": 0, "target": "mire_hound"}, seat="tomo")
    assert play["tomo"].mp == mp  # casting value 8


@pytest.mark.rule("NWO-AURA-05")
def test_finished_values_have_no_fighting_spirit() -> None:
    play = Play("mire_hound")
    assert play.refuses(Rearrange("mire_hound", {"hit": 1})) == "aura_sum"
    assert play["mire_hound"].aura_total == 0


@pytest.mark.rule("NWO-AURA-05")
def test_row_aura_8_a_new_point_is_placed_before_the_next_step() -> None:
    play = Play("ruka")
    play.change("ruka", class_levels={"lamp_warden": 10}, level_due=True)  # row 1 comes next: 1 point
    play.give(LevelUpStart("ruka"), [4, 3, 3], seat="ruka")
    ruka = play["ruka"]
    assert (ruka.aura_total, sum(ruka.aura.values())) == (7, 6)
    assert play.refuses(RaiseAttribute("ruka", "spirit"), "ruka") == "level_step_order"
    assert play.refuses(FinishLevelUp("ruka"), "ruka") == "level_step_order"
    assert play.refuses(PlaceAura("ruka", dict(ruka.aura)), "ruka") == "aura_sum"
    hit = ruka.now.values["hit"]
    play.give(PlaceAura("ruka", {**ruka.aura, "hit": 3}), seat="ruka")
    assert play["ruka"].now.values["hit"] == hit + 1
    assert play["ruka"].level_up is not None
    assert play["ruka"].level_up.step != "aura"


@pytest.mark.rule("NWO-AURA-03")
def test_only_its_player_and_the_referee_spread_it() -> None:
    play = Play("ruka", "tomo")
    for id, reason in {"ruka": "not_your_actor", "nobody": "unknown_actor"}.items():
        with pytest.raises(Refused) as refusal:
            play.give(Rearrange(id, QUICKER), seat="tomo")
        assert refusal.value.reason == reason
    play.give(Rearrange("ruka", QUICKER))
    assert play["ruka"].aura["action_value"] == 4


@pytest.mark.rule("NWO-AURA-03")
def test_it_may_follow_a_combat_move_but_no_other_action() -> None:
    play = Play("ruka", "mire_hound")
    play.fight(ruka=25, mire_hound=20)
    play["ruka"].keeps_turn = True
    play.battle.moved = True
    play.give(Rearrange("ruka", QUICKER), seat="ruka")
    assert play["ruka"].count == 5
    assert play.battle.acting == "ruka"
    assert play.refuses(Rearrange("ruka", QUICKER), "ruka") == "action_used"
    assert play.refuses(Pass("ruka"), "ruka") == "action_used"
