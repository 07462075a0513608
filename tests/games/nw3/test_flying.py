"""NW3-FLY: flying with the Lunar Robe, and landing."""

from __future__ import annotations

from typing import Any

import pytest

from nw3_battle import battle_of, battle_world, do, drills, fighter, foe, refused, seat, skill, who
from rulewright.games.nw3.battles.attacks import Attack
from rulewright.games.nw3.battles.battle import EndBattle
from rulewright.games.nw3.battles.casting import UseBlock
from rulewright.games.nw3.battles.engages import distance
from rulewright.games.nw3.battles.flying import Fly, Land
from rulewright.games.nw3.battles.main_process import EndMainProcess
from rulewright.games.nw3.battles.movement import Move
from rulewright.games.nw3.state import Nw3World, Scene

FLY, LAND = Fly("anna"), Land("anna")


def grounded(mp: int = 9, options: dict[str, Any] | None = None, **values: Any) -> Nw3World:
    """Anna's Main Process."""
    given = {name: values.pop(name) for name in ("spent", "fortress", "content") if name in values}
    anna = fighter("anna", "wizards", mp=20, count=12, **values)
    anna.mp = mp
    return battle_world(anna, foe(), **given, **(options or {}))


def at_rest(mp: int = 9, **values: Any) -> Nw3World:
    """The same outside of rounds."""
    world = grounded(mp, **values)
    world.state.battle = None
    return world


# ---------------------------------------------------------------- worked examples


@pytest.mark.rule("NW3-FLY-02", "NW3-FLY-01", "NW3-ROUND-16")
@pytest.mark.parametrize(("mp", "die", "left", "flies"), [(9, 4, 5, True), (3, 3, 0, True), (3, 5, 3, False)])
def test_a_die_says_what_it_costs(mp: int, die: int, left: int, flies: bool) -> None:
    world = grounded(mp)
    done = do(world, FLY, [die], seat=seat("anna"))
    anna = who(world, "anna")
    assert (anna.mp, bool(anna.flying)) == (left, flies)
    assert (battle_of(world).spent, battle_of(world).acting) == (["minor"], "anna")
    assert [(roll.count, roll.sides, roll.who) for roll, _ in done.rolls] == [(1, 6, "anna")]
    assert done.keys == ["fly.started" if flies else "fly.failed"]


@pytest.mark.rule("NW3-FLY-02")
@pytest.mark.parametrize("rounds", [True, False])
def test_without_mp_there_is_no_die(rounds: bool) -> None:
    refused(grounded(0) if rounds else at_rest(0), FLY, "not_enough_mp")


@pytest.mark.rule("NW3-FLY-05")
@pytest.mark.parametrize("rounds", [True, False])
def test_not_in_a_fortress(rounds: bool) -> None:
    world = grounded(20, fortress=True) if rounds else at_rest(20)
    world.state.scene = None if rounds else Scene("Hall", gates=0)
    refused(world, FLY, "fortress_no_robe_flight")


@pytest.mark.rule("NW3-FLY-05", "NW3-FLY-07")
@pytest.mark.parametrize("scene", [None, Scene("Roof")])
def test_a_battle_in_the_open_is_no_fortress(scene: Scene | None) -> None:
    world = at_rest(9)
    world.state.scene = scene
    do(world, FLY, [1])
    assert who(world, "anna").flying == "robe"


@pytest.mark.rule("NW3-FLY-05", "NW3-FLY-07", "NW3-FLY-01")
def test_other_flight_works_in_a_fortress_and_costs_no_mp() -> None:
    soar = skill("soar", "minor_action", 'kind = "condition", condition = "flying"')
    world = grounded(5, fortress=True, content=drills(soar))
    who(world, "anna").skills = {"soar": 1}
    do(world, UseBlock("anna", "soar"))
    assert (who(world, "anna").flying, who(world, "anna").mp) == ("other", 5)


@pytest.mark.rule("NW3-FLY-04", "NW3-ROUND-19", "NW3-FLY-03")
@pytest.mark.parametrize("cause", ["robe", "other"])
def test_landing_is_an_auto_action_whatever_the_cause(cause: Any) -> None:
    world = grounded(flying=cause, spent=("move", "minor"))
    done = do(world, LAND, seat=seat("anna"))
    anna = who(world, "anna")
    assert (anna.flying, anna.mp, battle_of(world).spent) == ("", 9, ["move", "minor"])
    assert done.keys == ["fly.landed"]
    refused(world, LAND, "invalid_target")


# ---------------------------------------------------------------- starting


@pytest.mark.rule("OP-C27", "NW3-FLY-02")
@pytest.mark.parametrize(("option", "spent"), [(True, ["minor"]), (False, [])])
@pytest.mark.parametrize(("die", "flies"), [(4, False), (3, True)])
def test_whether_a_start_that_fails_takes_the_action(option: bool, spent: list[str], die: int, flies: bool) -> None:
    world = grounded(3, {"flight_fail_spends_action": option})
    do(world, FLY, [die])
    assert battle_of(world).spent == (["minor"] if flies else spent)
    assert who(world, "anna").mp == (0 if flies else 3)
    if not battle_of(world).spent:
        do(world, FLY, [1])  # it is there still
        assert who(world, "anna").flying == "robe"


@pytest.mark.rule("NW3-FLY-02", "OP-C12")
@pytest.mark.parametrize(("mp", "die", "left", "flies"), [(3, 3, 3, False), (3, 2, 1, True)])
def test_at_some_tables_one_mp_has_to_stay(mp: int, die: int, left: int, flies: bool) -> None:
    world = grounded(mp, {"mp_cost_floor": 1})
    do(world, FLY, [die])
    assert (who(world, "anna").mp, bool(who(world, "anna").flying)) == (left, flies)
    refused(grounded(1, {"mp_cost_floor": 1}), FLY, "not_enough_mp")


@pytest.mark.rule("NW3-FLY-07")
@pytest.mark.parametrize("cause", ["robe", "other"])
@pytest.mark.parametrize("rounds", [True, False])
def test_who_flies_cannot_start_again(cause: Any, rounds: bool) -> None:
    world = grounded(flying=cause) if rounds else at_rest(flying=cause)
    refused(world, FLY, "already_flying")


@pytest.mark.rule("NW3-FLY-02", "NW3-ROUND-16", "NW3-ROUND-24")
def test_it_takes_the_minor_action() -> None:
    refused(grounded(spent=("minor",)), FLY, "action_spent")
    refused(grounded(), Fly("ghoul"), "not_your_main_process")
    world = grounded()
    do(world, FLY, [1])
    refused(world, Move("anna", "invade", "ghoul"), "wrong_action_order")


@pytest.mark.rule("NW3-FLY-06")
@pytest.mark.parametrize(("mp", "die", "left", "flies"), [(9, 4, 5, True), (3, 5, 3, False)])
def test_outside_of_rounds_the_mp_are_paid_too(mp: int, die: int, left: int, flies: bool) -> None:
    world = at_rest(mp)
    do(world, FLY, [die])
    assert (who(world, "anna").mp, bool(who(world, "anna").flying)) == (left, flies)
    if flies:
        do(world, LAND)
        assert who(world, "anna").flying == ""


@pytest.mark.rule("NW3-ROUND-23", "NW3-HP-10", "NW3-FLY-04")
@pytest.mark.parametrize(("state", "reason"), [({"hp": 0}, "incapacitated"), ({"hp": 0, "dead": True}, "dead")])
@pytest.mark.parametrize("command", [FLY, LAND])
def test_who_is_down_can_do_neither(state: dict[str, Any], reason: str, command: Any) -> None:
    refused(at_rest(flying="other" if command is LAND else "", **state), command, reason)


@pytest.mark.rule("NW3-FLY-05", "NW3-SKILL-57")
def test_a_rule_flag_lets_one_fly_in_a_fortress() -> None:
    flag = skill("sky_key", "constant", 'kind = "rule_flag", flag = "fly_in_fortress"')
    world = grounded(9, fortress=True, content=drills(flag))
    who(world, "anna").skills = {"sky_key": 1}
    do(world, FLY, [2])
    assert who(world, "anna").flying == "robe"


# ---------------------------------------------------------------- while it lasts, and its end


@pytest.mark.rule("NW3-FLY-03")
def test_it_goes_on_without_upkeep_into_other_rounds_and_after_the_battle() -> None:
    world = grounded(9)
    do(world, FLY, [2])
    do(world, Move("anna", "interval", "the tower", ("major",)))
    do(world, EndMainProcess("ghoul"), [1, 2, 1, 2])
    assert (battle_of(world).round, who(world, "anna").flying, who(world, "anna").mp) == (2, "robe", 7)
    do(world, EndBattle())
    assert who(world, "anna").flying == "robe"


@pytest.mark.rule("NW3-FLY-03", "OP-C08")
def test_who_becomes_incapacitated_lands_without_harm() -> None:
    anna, ghoul = fighter("anna", pacc=20, patk=60, engage="e"), foe(engage="e", flying="other")
    world = battle_world(anna, ghoul, foe("imp", count=1))
    done = do(world, Attack("anna", ("ghoul",)), [1, 2, 1, 2, 1, 2, 1, 2])
    assert (ghoul.hp, ghoul.flying, ghoul.dead) == (0, "", False)
    assert "fly.landed" in done.keys


@pytest.mark.rule("NW3-FLY-01")
def test_flight_changes_no_distance_and_no_number() -> None:
    anna, ghoul = fighter("anna", engage="e", flying="robe", pacc=9), foe(engage="e", eva=1)
    world = battle_world(anna, ghoul)
    assert distance(anna, ghoul) == "close"
    done = do(world, Attack("anna", ("ghoul",)), [1, 2, 6, 6])
    assert next(event.facts["result"] for event in done.told if event.key == "judge.result") == 12


@pytest.mark.rule("NW3-ROUND-19", "NW3-FLY-04")
@pytest.mark.parametrize("answer", ["yes", "no"])
def test_the_referee_may_refuse_the_landing(answer: str) -> None:
    world = grounded(options={"gm_confirms_targets": True}, flying="robe")
    if answer == "no":
        refused(world, LAND, "referee_refused", {"auto_action_veto": "no"})
    else:
        do(world, LAND, answers={"auto_action_veto": "yes"})
        assert who(world, "anna").flying == ""


@pytest.mark.rule("NW3-FLY-04", "NW3-ROUND-19")
def test_one_may_land_while_others_act() -> None:
    world = battle_world(fighter("anna"), fighter("ben", flying="robe", pre_action=False), foe())
    do(world, Land("ben"), seat=seat("ben"))
    assert who(world, "ben").flying == ""
    refused(world, LAND, "not_your_character", seat=seat("ben"))
