"""NW3-MOVE-18 to -20: moving to Long and Extreme Range, and Retreat."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from nw3_battle import battle_of, battle_world, do, fighter, foe, refused, seat, steady_foe, together, who
from rulewright.games.nw3.battles.attacks import Attack
from rulewright.games.nw3.battles.battle import EndBattle
from rulewright.games.nw3.battles.engages import distance
from rulewright.games.nw3.battles.main_process import EndMainProcess
from rulewright.games.nw3.battles.movement import Move, SetDistance, retreat
from rulewright.games.nw3.state import Nw3World

YES = {"long_permission": "yes"}
LONG, EXTREME = Move("anna", "long"), Move("anna", "extreme")


def leaving(engage: str = "", **values: Any) -> Nw3World:
    """Anna's Main Process, with two friends, and a ghoul that acts next."""
    friends = [fighter("ben", count=5, engage=engage), fighter("cleo", count=4, engage=engage)]
    return battle_world(fighter("anna", engage=engage, count=12, **values), *friends, steady_foe("ghoul", 1))


@pytest.mark.rule("NW3-MOVE-18", "NW3-MOVE-19", "NW3-MOVE-21")
@pytest.mark.parametrize("command", [LONG, EXTREME])
@pytest.mark.parametrize("answers", [{}, {"long_permission": "no"}])
def test_it_needs_the_referees_permission(command: Move, answers: dict[str, str]) -> None:
    refused(leaving(), command, "referee_refused", answers, seat("anna"))


@pytest.mark.rule("NW3-MOVE-18", "NW3-MOVE-20", "NW3-ROUND-03")
def test_moving_to_long_range_is_a_retreat() -> None:
    world = leaving("e")
    done = do(world, LONG, answers=YES, seat=seat("anna"))
    assert [(one.key, one.to, one.default) for one in done.asked] == [
        ("long_permission", "referee", "no"),
        ("retreat_or_stay", "anna", "retreat"),
    ]
    anna = who(world, "anna")
    assert (anna.retreated, anna.band, anna.engage) == (True, "long", "")
    assert (anna.pre_action, anna.count) == (False, 0)
    assert battle_of(world).acting == "ghoul"  # the Main Process is over, though Minor and Major were left
    assert together(world) == [{"ben", "cleo"}]


@pytest.mark.rule("NW3-MOVE-20", "NW3-MOVE-18", "NW3-MOVE-04")
@pytest.mark.parametrize(("referee", "retreats"), [("yes", False), ("no", True)])
def test_one_may_stay_if_the_referee_agrees(referee: str, retreats: bool) -> None:
    world = leaving("e")
    done = do(world, LONG, answers={**YES, "retreat_or_stay": "stay", "allow_stay": referee})
    anna = who(world, "anna")
    assert together(world) == [{"ben", "cleo"}]
    assert (anna.retreated, anna.band, anna.pre_action) == (retreats, "long", False)
    assert ("move.retreated" in done.keys) == retreats
    assert battle_of(world).acting == "ghoul"
    assert distance(anna, who(world, "ghoul")) == "long"


@pytest.mark.rule("NW3-MOVE-19", "NW3-MOVE-05")
def test_extreme_range_is_no_retreat() -> None:
    world = leaving("e")
    done = do(world, EXTREME, answers=YES)
    anna = who(world, "anna")
    assert [one.key for one in done.asked] == ["long_permission"]
    assert (anna.band, anna.retreated, anna.engage, anna.pre_action) == ("extreme", False, "", False)
    assert battle_of(world).acting == "ghoul"


@pytest.mark.rule("NW3-MOVE-18", "NW3-MOVE-13", "NW3-MOVE-15")
@pytest.mark.parametrize("going", ["long", "extreme"])
@pytest.mark.parametrize("to", ["", "elsewhere"])
def test_the_referee_sets_how_far_it_is(going: Any, to: str) -> None:
    world = leaving()
    do(world, SetDistance(going, 2))
    do(world, Move("anna", going, to), answers=YES)
    anna = who(world, "anna")
    assert (anna.band, battle_of(world).acting, battle_of(world).spent) == ("field", "anna", ["move"])
    do(world, Move("anna", going, to, ("minor",)), answers=YES)
    assert (anna.band, battle_of(world).acting) == (going, "ghoul")


@pytest.mark.rule("NW3-MOVE-18")
def test_who_stayed_at_long_range_may_leave_for_good_later() -> None:
    world = leaving(band="long")
    do(world, LONG, answers=YES)
    assert who(world, "anna").retreated


@pytest.mark.rule("NW3-MOVE-20", "NW3-ROUND-03", "NW3-ROUND-22")
def test_who_has_retreated_can_neither_affect_nor_be_affected() -> None:
    world = leaving("e")
    do(world, LONG, answers=YES)
    refused(world, Move("ghoul", "invade", "anna"), "invalid_target")
    refused(world, Attack("ghoul", ("anna",)), "not_in_scene")
    refused(world, msgspec.structs.replace(LONG), "retreated")
    for id in ("ghoul", "ben"):
        do(world, EndMainProcess(id))
    do(world, EndMainProcess("cleo"), [1, 2, 1, 2])
    assert battle_of(world).round == 2
    assert (who(world, "anna").pre_action, who(world, "anna").count) == (False, 0)


@pytest.mark.rule("NW3-MOVE-20", "NW3-ROUND-03", "NW3-ROUND-07")
def test_a_retreat_takes_the_count_at_any_moment() -> None:
    world = leaving("e")
    ben = who(world, "ben")
    retreat(world, ben)
    assert (ben.retreated, ben.pre_action, ben.count, ben.engage) == (True, False, 0, "")


@pytest.mark.rule("NW3-MOVE-20", "NW3-ROUND-22")
def test_a_side_that_has_retreated_is_out() -> None:
    world = battle_world(fighter("anna"), foe())
    done = do(world, LONG, answers={**YES, "end_combat": "yes"})
    assert done.keys[-1] == "battle.over.defeat"
    assert who(world, "anna").retreated  # until another Scene
    world = battle_world(fighter("anna"), foe())
    do(world, EndBattle())
    assert not who(world, "anna").retreated
