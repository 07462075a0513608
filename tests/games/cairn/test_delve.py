"""Delves: going and searching by the clock, what lies where, and how a scenario ends."""

from __future__ import annotations

import pytest

from cairn_helpers import PLAYER, Table, do, foe, pc, refused_command, world
from rulewright.engine.journal import Seat
from rulewright.games.cairn.delve import Go, Search
from rulewright.games.cairn.handling import Drop, Take
from rulewright.games.cairn.menu import menu
from rulewright.games.cairn.scenario import conclude
from rulewright.games.cairn.state import MINUTE
from rulewright.games.cairn.story import Hazard, Moment, Room, Scenario

ROOMS = (
    Room("hall", "Hall", "A hall.", ("cave",), finds=("dagger",)),
    Room("cave", "Cave", "A cave.", ("hall",), hazard=Hazard("Stones fall.", "DEX", "1d4")),
    Room("shrine", "Shrine", "A shrine.", ("cave",), goal=True),
)


def delve(*moments: Moment) -> Table:
    table = world()
    table.scenario = Scenario("test", "Test", "A test.", (), (), rooms=ROOMS, moments=moments, start="hall")
    table.state.room = "hall"
    pc(table)
    return table


def test_going_takes_ten_minutes_and_only_leads_next_door() -> None:
    table = delve()
    refused_command(table, Go("shrine"), "no_target")
    do(table, Go("cave"), faces=[10])
    assert (table.state.room, table.state.clock) == ("cave", 10 * MINUTE)


@pytest.mark.rule("CRN-LOSS-01", "CRN-LOSS-02")
def test_a_hazard_hurts_an_ability_once_and_leaves_hp_alone() -> None:
    table = delve()
    do(table, Go("cave"), faces=[11, 3])
    aino = table.state.actors["aino"]
    assert (aino.STR, aino.hp) == (7, 5)
    do(table, Go("hall"))
    do(table, Go("cave"))
    assert aino.STR == 7


def test_what_is_found_or_dropped_lies_in_its_room() -> None:
    table = delve()
    do(table, Search())
    (dagger,) = table.state.ground
    refused_command(table, Search(), "no_target")
    do(table, Go("cave"), faces=[1])
    refused_command(table, Take("aino", dagger.id), "bad_value")
    do(table, Go("hall"))
    do(table, Take("aino", dagger.id))
    do(table, Go("cave"))
    do(table, Drop("aino", dagger.id))
    do(table, Go("hall"))
    assert table.state.ground == []
    assert table.state.left["cave"] == [dagger]


def test_nobody_goes_past_foes_whose_mind_is_not_known() -> None:
    table = delve()
    foe(table)
    table.state.groups["foes"].room = "hall"
    refused_command(table, Go("cave"), "wrong_phase")
    table.state.groups["foes"].attitude = "curious"
    do(table, Go("cave"), faces=[1])
    assert table.state.room == "cave"


def test_the_clock_frees_foes_and_ends_the_scenario() -> None:
    table = delve(Moment("tide", 10, "The tide.", frees="foes"), Moment("end", 20, "The end.", ends=True))
    foe(table)
    table.state.groups["foes"].room = "elsewhere"
    do(table, Go("cave"), faces=[1])
    assert (table.state.groups["foes"].room, table.state.groups["foes"].attitude) == ("cave", "hostile")
    table.state.groups["foes"].attitude = "kind"
    do(table, Search())
    assert table.state.over == "too_late"


@pytest.mark.parametrize(("attitude", "over"), [("hostile", ""), ("", ""), ("kind", "victory")])
def test_the_goal_is_reached_when_nobody_there_is_hostile(attitude: str, over: str) -> None:
    table = delve()
    foe(table)
    table.state.room = table.state.groups["foes"].room = "shrine"
    table.state.groups["foes"].attitude = attitude
    conclude(table)
    assert table.state.over == over


def test_players_are_offered_what_they_can_do_and_spectators_nothing() -> None:
    table = delve()
    offered = menu(table, PLAYER)
    assert offered is not None
    assert {offer.key for offer in offered.offers} == {"menu.search", "menu.go"}
    assert menu(table, Seat("gallery", "", "spectator")) is None
