"""What a seat sees of the place: the Area, Objects in sight, known Gates, the moon; and a Dive's menus."""

from __future__ import annotations

import pytest

from nw3_fortress import REFEREE, area, casket_of, diving, do, entered, pc, prepared, scene_of, seat, walk, who
from rulewright.games.nw3.fortresses.preparing import BeginFortress
from rulewright.games.nw3.fortresses.refereeing import EventResolved, SetGate
from rulewright.games.nw3.game import game
from rulewright.games.nw3.playing.dive_menu import offers
from rulewright.games.nw3.playing.place_view import hidden_things, place_view
from rulewright.games.nw3.state import Nw3World

ANNA = seat("anna")
TO_PARADE = ("g1", "g2", "g4")


def names(world: Nw3World) -> set[str]:
    return {one.name for one in place_view(world, ANNA).things}


def tags(world: Nw3World, one: object = ANNA) -> list[str]:
    return [str(made.command.__struct_config__.tag) for made in offers(world, one)]  # type: ignore[arg-type]


@pytest.mark.rule("NW3-FORT-01", "NW3-GATE-02")
def test_players_see_known_gates_and_where_they_have_been() -> None:
    world = entered("g1")
    seen = place_view(world, ANNA)
    assert (seen.area, seen.kind, seen.cleared) == ("claw_alley", "normal", True)
    assert [(one.id, one.to, one.barred) for one in seen.ways] == [("g1", "Ticket Hall", ""), ("g2", "", "")]
    everything = place_view(world, REFEREE).ways
    assert [(one.id, one.barred) for one in everything] == [("g1", ""), ("g2", ""), ("g3", "gate_not_here")]


@pytest.mark.rule("NW3-FORT-08", "NW3-FORT-19")
def test_objects_show_from_the_end_of_the_event() -> None:
    world = entered(*TO_PARADE, "g5")
    do(world, EventResolved())
    walk(world, "g8")
    assert scene_of(world).area == "owner_office"
    assert not names(world)
    assert "Whispering Change" in set(hidden_things(world))
    do(world, EventResolved())
    assert names(world) == {"Whispering Change"}
    assert "Whispering Change" not in set(hidden_things(world))
    assert game.board(world, ANNA, "en").notes == ("Whispering Change",)


@pytest.mark.rule("NW3-FORT-01")
def test_what_players_do_not_know() -> None:
    world = entered("g1")
    hidden = set(hidden_things(world))
    assert {"Coin Vault", "Prize Shelf", "The Ruler waits."} <= hidden
    assert not {"Ticket Hall", "Claw Alley"} & hidden
    assert hidden <= set(game.secrets(world))
    assert not set(hidden_things(diving())) & {"Ticket Hall"}
    do(world, BeginFortress(name="Attic of Bells"))
    assert "Attic of Bells" in set(hidden_things(world))


@pytest.mark.rule("NW3-CASKET-08", "NW3-CASKET-09")
def test_who_sees_the_moon() -> None:
    world = prepared(pc("anna"), pc("boy", kind="npc", record="lost_boy"))
    assert place_view(world, ANNA).moon == "the harbour district"
    who(world, "boy").player = "boy"
    assert place_view(world, seat("boy")).moon == ""
    casket_of(world).hidden = True
    assert place_view(world, ANNA).moon == ""
    assert place_view(world, REFEREE).moon == "the harbour district"


@pytest.mark.rule("NW3-FORT-13", "NW3-GATE-02")
def test_what_a_player_is_offered() -> None:
    world = entered("g1")
    assert tags(world) == ["go_through_gate"] * 4 + ["search_gate"]
    area(world, "claw_alley").searched = ["anna"]
    assert "search_gate" not in tags(world)
    casket_of(world).core = False
    assert "leave_fortress" in tags(world)
    do(world, SetGate("g2", "closed"))
    assert tags(world).count("go_through_gate") == 2
    for one in world.state.characters.values():
        one.present = False
    assert not tags(world)


@pytest.mark.rule("NW3-FORT-06", "NW3-DIVE-04")
def test_what_the_referee_is_offered() -> None:
    world = entered("g1")
    offered = tags(world, REFEREE)
    assert offered.count("roll_or_choose") == 5
    assert {"set_gate", "ruler_defeated", "permit_leaving", "end_dive"} <= set(offered)
