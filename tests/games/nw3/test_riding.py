"""NW3-BROOM-01 to -04, -07 and -09: getting on a Broom and off it, rows B1, B2, B11 and B12."""

from __future__ import annotations

from typing import Any

import pytest

from nw3_attacks import pack
from nw3_battle import battle_of, do, fighter, foe, refused, seat, skill, who
from nw3_brooms import RECORDS, airfield, mount, seats
from nw3_people import carrying
from rulewright.games.nw3.battles.flying import Fly, Land
from rulewright.games.nw3.battles.main_process import EndMainProcess
from rulewright.games.nw3.battles.riding import Dismount, Ride
from rulewright.games.nw3.game import game
from rulewright.games.nw3.playing.board import board
from rulewright.games.nw3.playing.menu import menu
from rulewright.games.nw3.playing.view import view
from rulewright.games.nw3.state import Nw3World
from rulewright.games.nw3.wizards.conditions import under_condition

RIDE, OFF = Ride("anna"), Dismount("anna")
FREE = pack(*RECORDS, skill("light_feet", "constant", 'kind = "rule_flag", flag = "free_ride"'))


def conditions(world: Nw3World, id: str) -> set[str]:
    known = ("riding", "driver", "passenger", "flying", "grounded")
    return {one for one in known if under_condition(world.content, who(world, id), one)}


def bens_turn(**options: Any) -> Nw3World:
    """Anna drives; Ben, beside her, has his Main Process."""
    world = airfield(**options)
    mount(world, "anna")
    do(world, EndMainProcess("anna"))
    assert battle_of(world).acting == "ben"
    return world


# ---------------------------------------------------------------- worked examples


@pytest.mark.rule("NW3-BROOM-01", "NW3-BROOM-02", "NW3-ROUND-16", "NW3-FLY-07")
def test_b1_the_first_rider_drives_and_flies_without_mp() -> None:
    world = airfield()
    done = do(world, RIDE, seat=seat("anna"))
    assert conditions(world, "anna") == {"riding", "driver", "flying"}
    assert (battle_of(world).spent, who(world, "anna").mp) == (["minor"], 12)
    assert not done.rolls
    assert done.event("ride.driver").facts == {"name": "Anna", "broom": "Heron Mk 2"}


@pytest.mark.rule("NW3-BROOM-01", "NW3-BROOM-02")
def test_b2_an_ally_in_the_same_engage_rides_along() -> None:
    world = bens_turn()
    done = do(world, Ride("ben", "anna"), seat=seat("ben"))
    assert conditions(world, "ben") == {"riding", "passenger", "flying"}
    assert [(one.key, one.to) for one in done.asked] == [("passenger_allowed", "anna")]
    assert battle_of(world).spent == ["minor"]
    assert conditions(world, "anna") == {"riding", "driver", "flying"}


@pytest.mark.rule("NW3-BROOM-03")
@pytest.mark.parametrize("command", [RIDE, Ride("anna", "", "plume.2"), Ride("anna", "ben")])
def test_b11_nobody_rides_two_brooms(command: Ride) -> None:
    world = airfield(things=("heron_mk2", "plume"))
    carrying(who(world, "ben"), "plume")
    mount(world, "anna")
    mount(world, "ben", broom="plume.1")
    refused(world, command, "already_riding")


@pytest.mark.rule("NW3-BROOM-04")
@pytest.mark.parametrize(("broom", "full"), [("heron_mk2", True), ("plume", False)])
def test_b12_seats_are_counted_where_the_record_says_how_many(broom: str, full: bool) -> None:
    world = airfield(fighter("dora", engage="e", count=30), things=(broom,), acting="dora")
    mount(world, "anna", "ben", "cleo", broom=f"{broom}.1")
    if full:
        refused(world, Ride("dora", "anna"), "broom_full")
    else:
        do(world, Ride("dora", "anna"))
        assert seats(world)["dora"] == "passenger"


# ---------------------------------------------------------------- where and when


@pytest.mark.rule("NW3-BROOM-01", "NW3-ITEM-08")
@pytest.mark.parametrize("things", [(), ("heron_mk2 robe",), ("sword",)])
def test_one_drives_only_a_broom_that_one_has_equipped(things: tuple[str, ...]) -> None:
    refused(airfield(things=things), RIDE, "no_broom_equipped")


@pytest.mark.rule("NW3-BROOM-01")
@pytest.mark.parametrize(
    ("broom", "reason"), [("sword.1", "no_broom_equipped"), ("plume.2", "no_broom_equipped"), ("x", "not_owned")]
)
def test_a_broom_that_is_named_has_to_be_one_and_equipped(broom: str, reason: str) -> None:
    world = airfield(things=("sword", "plume robe", "heron_mk2"))
    refused(world, Ride("anna", "", broom), reason)
    do(world, Ride("anna", "", "heron_mk2.3"))
    assert who(world, "anna").items[2].driver == "anna"


@pytest.mark.rule("NW3-BROOM-01")
@pytest.mark.parametrize(
    "ben", [{"engage": ""}, {"engage": "f"}, {"engage": "", "band": "long"}]
)  # fmt: skip
def test_a_passenger_gets_on_where_the_broom_is(ben: dict[str, Any]) -> None:
    world = bens_turn(ben=ben)
    refused(world, Ride("ben", "anna"), "not_same_engage")


@pytest.mark.rule("NW3-BROOM-01")
def test_outside_of_engages_distance_counts_too() -> None:
    world = bens_turn(anna={"engage": ""}, ben={"engage": "", "band": "long"})
    refused(world, Ride("ben", "anna"), "not_same_engage")


@pytest.mark.rule("NW3-BROOM-01")
def test_outside_of_engages_the_referee_says_who_is_beside_it() -> None:
    world = bens_turn(anna={"engage": ""}, ben={"engage": ""})
    refused(world, Ride("ben", "anna"), "referee_refused", {"ride_beside": "no"})
    done = do(world, Ride("ben", "anna"), answers={"ride_beside": "yes"})
    assert [(one.key, one.to) for one in done.asked] == [("ride_beside", "referee"), ("passenger_allowed", "anna")]


@pytest.mark.rule("NW3-BROOM-01")
def test_the_driver_may_say_no_and_nothing_is_spent() -> None:
    world = bens_turn()
    refused(world, Ride("ben", "anna"), "driver_refused", {"passenger_allowed": "no"})
    assert battle_of(world).spent == []


@pytest.mark.rule("NW3-BROOM-01")
def test_who_plays_both_is_not_asked() -> None:
    world = bens_turn(ben={"player": "anna"})
    assert not do(world, Ride("ben", "anna"), seat=seat("anna")).asked


@pytest.mark.rule("NW3-BROOM-01", "NW3-BROOM-02")
@pytest.mark.parametrize("driver", ["cleo", "ben"])
def test_one_rides_along_with_a_driver_alone(driver: str) -> None:
    world = airfield(things=("heron_mk2",))
    carrying(who(world, "cleo"), "plume")
    mount(world, "cleo", "ben", broom="plume.1")
    if driver == "ben":  # a Passenger
        refused(world, Ride("anna", driver), "not_riding")
    else:
        do(world, Ride("anna", driver))
        assert seats(world) == {"cleo": "driver", "ben": "passenger", "anna": "passenger"}
    refused(airfield(), Ride("anna", "ben"), "not_riding")


@pytest.mark.rule("NW3-BROOM-01")
@pytest.mark.parametrize("state", [{"retreated": True}, {"hp": 0, "dead": True}, {"present": False}])
def test_nobody_rides_with_one_who_is_not_there(state: dict[str, Any]) -> None:
    world = bens_turn()
    for name, value in state.items():
        setattr(who(world, "anna"), name, value)
    refused(world, Ride("ben", "anna"), "not_in_scene")
    refused(world, Ride("ben", "nobody"), "unknown_character")


@pytest.mark.rule("NW3-BROOM-01", "NW3-ROUND-12")
def test_a_hidden_driver_is_not_given_away() -> None:
    ghost = carrying(foe("ghost", engage="e", hidden=True), "plume")
    world = airfield(ghost)
    mount(world, "ghost", broom="plume.1")
    refusal = refused(world, Ride("anna", "ghost"), "not_in_scene", seat=seat("anna"))
    assert "Ghost" not in refusal.facts.values()


@pytest.mark.rule("NW3-BROOM-01", "NW3-ROUND-16", "NW3-ROUND-24")
def test_it_takes_the_minor_action() -> None:
    refused(airfield(spent=("minor",)), RIDE, "action_spent")
    world = airfield()
    carrying(who(world, "ben"), "heron_mk2")
    refused(world, Ride("ben"), "not_your_main_process")
    refused(world, RIDE, "not_your_character", seat=seat("ben"))
    refused(airfield(anna={"hp": 0}), RIDE, "incapacitated")


@pytest.mark.rule("NW3-BROOM-01", "NW3-BROOM-07", "NW3-SKILL-57")
def test_a_rule_flag_makes_riding_free() -> None:
    world = airfield(content=FREE, spent=("minor",), anna={"knows": ("light_feet",)})
    do(world, RIDE)
    do(world, OFF)
    do(world, RIDE)
    assert battle_of(world).spent == ["minor"]
    world = bens_turn(content=FREE, ben={"knows": ("light_feet",)})
    mount(world, "anna", "ben")
    do(world, Dismount("ben"))
    assert (battle_of(world).spent, seats(world)) == ([], {"anna": "driver"})


@pytest.mark.rule("NW3-BROOM-09", "NW3-FLY-05")
def test_a_broom_flies_in_a_fortress() -> None:
    world = airfield(fortress=True)
    refused(world, Fly("anna"), "fortress_no_robe_flight")
    do(world, RIDE)
    assert "flying" in conditions(world, "anna")


@pytest.mark.rule("NW3-BROOM-01", "NW3-FLY-06")
def test_outside_of_rounds_no_action_is_counted() -> None:
    world = airfield()
    world.state.battle = None
    do(world, RIDE)
    done = do(world, Ride("ben", "anna"))
    assert [one.key for one in done.asked] == ["passenger_allowed"]
    do(world, Dismount("ben"))
    assert seats(world) == {"anna": "driver"}


# ---------------------------------------------------------------- getting off


@pytest.mark.rule("NW3-BROOM-07", "NW3-SKILL-OPEN-15", "NW3-FLY-04")
@pytest.mark.parametrize("command", [OFF, Land("anna")])
def test_the_driver_gets_off_as_an_auto_action(command: Any) -> None:
    world = airfield(spent=("move", "minor"))
    mount(world, "anna")
    battle_of(world).acting = "ghoul"
    done = do(world, command, seat=seat("anna"))
    assert conditions(world, "anna") == {"grounded"}
    assert (battle_of(world).spent, who(world, "anna").items[0].driver) == (["move", "minor"], "")
    assert done.keys == ["ride.off"]


@pytest.mark.rule("NW3-BROOM-07", "NW3-SKILL-OPEN-15")
@pytest.mark.parametrize("command", [OFF, Land("anna")])
def test_at_some_tables_it_takes_a_minor_action(command: Any) -> None:
    world = airfield(driver_dismount="minor_action")
    mount(world, "anna")
    do(world, command)
    assert (battle_of(world).spent, seats(world)) == (["minor"], {})
    world = airfield(driver_dismount="minor_action", spent=("minor",))
    mount(world, "anna")
    refused(world, command, "action_spent")
    battle_of(world).acting = "ghoul"
    refused(world, command, "not_your_main_process")


@pytest.mark.rule("NW3-BROOM-07", "NW3-BROOM-06")
@pytest.mark.parametrize("command", [Dismount("ben"), Land("ben")])
def test_a_passenger_gets_off_for_a_minor_action(command: Any) -> None:
    world = bens_turn()
    mount(world, "anna", "ben")
    do(world, command, seat=seat("ben"))
    assert (conditions(world, "ben"), battle_of(world).spent) == ({"grounded"}, ["minor"])
    assert seats(world) == {"anna": "driver"}
    world = bens_turn()
    mount(world, "anna", "ben")
    battle_of(world).spent = ["minor"]
    refused(world, command, "action_spent")


@pytest.mark.rule("NW3-BROOM-07")
def test_who_does_not_ride_cannot_get_off() -> None:
    refused(airfield(), OFF, "not_riding")
    refused(airfield(anna={"flying": "robe"}), OFF, "not_riding")


@pytest.mark.rule("NW3-BROOM-07", "NW3-FLY-07")
@pytest.mark.parametrize("cause", ["robe", "other"])
def test_flight_from_another_source_goes_on(cause: Any) -> None:
    world = airfield(anna={"flying": cause})
    do(world, RIDE)
    battle_of(world).spent = []
    refused(world, Fly("anna"), "already_flying")
    do(world, OFF)
    assert (who(world, "anna").flying, seats(world)) == (cause, {})
    do(world, Land("anna"))
    assert who(world, "anna").flying == ""


@pytest.mark.rule("NW3-BROOM-07", "NW3-FLY-04")
def test_who_lands_is_grounded_whatever_else_keeps_it_up() -> None:
    world = airfield(anna={"flying": "robe"})
    mount(world, "anna")
    do(world, Land("anna"))
    assert conditions(world, "anna") == {"grounded"}


@pytest.mark.rule("NW3-ROUND-19", "NW3-BROOM-07")
@pytest.mark.parametrize("answer", ["yes", "no"])
def test_the_referee_may_refuse_it(answer: str) -> None:
    world = airfield(gm_confirms_targets=True)
    mount(world, "anna")
    if answer == "no":
        refused(world, OFF, "referee_refused", {"auto_action_veto": "no"})
    else:
        do(world, OFF, answers={"auto_action_veto": "yes"})
        assert seats(world) == {}


# ---------------------------------------------------------------- what is shown and offered


@pytest.mark.rule("NW3-BROOM-02")
def test_the_board_marks_driver_and_passenger() -> None:
    world = airfield()
    mount(world, "anna", "ben")
    seen = {one.id: one.riding for one in view(world, seat("cleo")).characters}
    assert (seen["anna"], seen["ben"], seen["cleo"]) == ("driver", "passenger", "")
    marks = {figure.id: figure.marks for figure in board(world, seat("cleo"), "en").figures}
    assert "state.driver" in marks["anna"]
    assert "state.passenger" in marks["ben"]
    assert not {"state.flying", "state.passenger"} & {*marks["cleo"], *marks["anna"]}


def offered(world: Nw3World, id: str) -> list[Any]:
    shown = menu(world, seat(id))
    return [one.command for one in shown.offers if isinstance(one.command, Ride | Dismount | Land)] if shown else []


@pytest.mark.rule("NW3-BROOM-01", "NW3-BROOM-07")
def test_the_menu_offers_what_is_possible() -> None:
    world = airfield(things=("heron_mk2", "plume"))
    assert offered(world, "anna") == [Ride("anna", "", "heron_mk2.1"), Ride("anna", "", "plume.2")]
    do(world, RIDE)
    assert offered(world, "anna") == [OFF]
    do(world, EndMainProcess("anna"))
    assert offered(world, "ben") == [Ride("ben", "anna")]
    do(world, Ride("ben", "anna"))
    assert offered(world, "ben") == []  # the Minor Action is spent
    battle_of(world).spent = []
    assert offered(world, "ben") == [Dismount("ben")]
    assert offered(airfield(spent=("minor",)), "anna") == []
    flying = airfield(anna={"flying": "robe"}, spent=("minor",))
    assert offered(flying, "anna") == [Land("anna")]


@pytest.mark.rule("NW3-SKILL-57", "NW3-BROOM-01")
def test_the_menu_offers_a_free_ride_after_the_minor_action() -> None:
    world = airfield(content=FREE, spent=("minor",), anna={"knows": ("light_feet",)})
    assert offered(world, "anna") == [Ride("anna", "", "heron_mk2.1")]


ACE = pack(*RECORDS, skill(
    "ace", "major_action", "", 'restrict = [{ kind = "condition", any_of = [{ condition = "riding" }] }]',
))  # fmt: skip


@pytest.mark.rule("NW3-BROOM-01")
@pytest.mark.parametrize(
    ("knows", "things", "rides"),
    [
        (("ace",), ("heron_mk2",), True),
        ((), ("heron_mk2",), False),
        (("ace",), ("heron_mk2 robe",), False),
        (("ace",), (), False),
    ],
)
def test_the_policy_gets_on_where_a_block_asks_for_it(
    knows: tuple[str, ...], things: tuple[str, ...], rides: bool
) -> None:
    world = airfield(content=ACE, things=things, anna={"knows": knows}, spent=("move",))
    given = game.policy.command(world)
    assert given is not None
    assert (given[1] == Ride("anna", "", "heron_mk2.1")) is rides
    if rides:
        shown = menu(world, seat("anna"))
        assert shown is not None
        assert shown.offers[shown.default].command == given[1]
        do(world, given[1])
        assert not isinstance(game.policy.command(world)[1], Ride)  # type: ignore[index]
