"""NW3-EPISODE-06, -13: Connections, what they lend, and the Handout of an Episode."""

from __future__ import annotations

from typing import Any

import pytest

from nw3_people import enemy, wizard
from nw3_scenes import ANNA, BEN, contacts, do, knowing, refused, run, table
from rulewright.games.nw3.episodes import connections
from rulewright.games.nw3.episodes.connections import (
    AddConnection,
    KeepConnection,
    Lend,
    SetTrailer,
    find_connection,
    tied,
)
from rulewright.games.nw3.state import Connection


@pytest.mark.rule("NW3-EPISODE-06")
def test_the_referee_publishes_the_trailer_in_preplay() -> None:
    world = table(phase="preplay")
    done = do(world, SetTrailer("The clock tower has stopped."))
    assert world.state.trailer == done.event("trailer.set").facts["text"] == "The clock tower has stopped."
    assert refused(world, SetTrailer("No."), ANNA) == "not_referee"
    world.state.phase = "opening"
    assert refused(world, SetTrailer("Too late.")) == "wrong_phase"


@pytest.mark.rule("NW3-EPISODE-13")
def test_a_character_may_have_any_number_of_connections() -> None:
    world = table()
    for number in range(12):
        do(world, AddConnection("anna", f"Contact {number}", 1000 * number))
    anna = world.state.characters["anna"]
    assert contacts(anna) == [f"Contact {number}" for number in range(12)]
    assert find_connection(anna, "Contact 7") == Connection("Contact 7", 7000)
    assert contacts(world.state.characters["ben"]) == []
    assert refused(world, AddConnection("anna", "Contact 3")) == "connection_exists"
    assert refused(world, AddConnection("anna", "Contact 99"), ANNA) == "not_referee"


@pytest.mark.rule("NW3-EPISODE-13")
def test_a_connection_needs_a_sheet() -> None:
    world = table(wizard("anna"), enemy())
    assert refused(world, AddConnection("ghoul", "Anna")) == "no_sheet"


@pytest.mark.rule("NW3-EPISODE-06")
def test_connections_of_an_episode_are_given_in_preplay() -> None:
    world = table(phase="preplay")
    do(world, AddConnection("anna", "Clockmaker", episode=True))
    assert find_connection(world.state.characters["anna"], "Clockmaker").episode
    world.state.phase = "middle"
    assert refused(world, AddConnection("ben", "Clockmaker", episode=True)) == "wrong_phase"
    do(world, AddConnection("ben", "Clockmaker"))
    assert not find_connection(world.state.characters["ben"], "Clockmaker").episode


@pytest.mark.rule("NW3-EPISODE-06", "NW3-EPISODE-10")
@pytest.mark.parametrize(
    ("answers", "stays"),
    [(["keep", "keep"], True), (["keep", "drop"], False), (["drop", "keep"], False), ([], False)],
)
def test_one_of_an_episode_stays_if_both_agree(answers: list[str], stays: bool) -> None:
    world = table(knowing(knowing(wizard("anna"), "Clockmaker", episode=True), "Ben"), wizard("ben"))
    anna = world.state.characters["anna"]
    given = {"keep_connection": answers} if answers else {}
    done = run(world, connections.end_episode(world), answers=given)
    assert [(one.key, one.to, one.default) for one in done.asked] == [
        ("keep_connection", "anna", "drop"), ("keep_connection", "referee", "drop")
    ]  # fmt: skip
    assert contacts(anna) == (["Clockmaker", "Ben"] if stays else ["Ben"])
    assert done.keys == ["connection.kept" if stays else "connection.ended"]
    if stays:
        assert not find_connection(anna, "Clockmaker").episode
        assert not run(world, connections.end_episode(world)).asked


@pytest.mark.rule("NW3-EPISODE-06")
def test_what_was_said_before_is_the_default_and_may_be_taken_back() -> None:
    world = table(knowing(wizard("anna"), "Clockmaker", episode=True), wizard("ben"))
    do(world, KeepConnection("anna", "Clockmaker"), ANNA)
    do(world, KeepConnection("anna", "Clockmaker"))
    do(world, KeepConnection("anna", "Clockmaker", keep=False), ANNA)
    assert find_connection(world.state.characters["anna"], "Clockmaker").keep_referee
    do(world, KeepConnection("anna", "Clockmaker"), ANNA)
    done = run(world, connections.end_episode(world))
    assert [one.default for one in done.asked] == ["keep", "keep"]
    assert contacts(world.state.characters["anna"]) == ["Clockmaker"]


@pytest.mark.rule("NW3-EPISODE-06")
def test_only_one_of_an_episode_can_be_wanted_and_only_by_its_owner() -> None:
    world = table(knowing(wizard("anna"), "Old Tanaka"), wizard("ben"))
    assert refused(world, KeepConnection("anna", "Old Tanaka"), ANNA) == "connection_permanent"
    assert refused(world, KeepConnection("anna", "Nobody"), ANNA) == "no_connection"
    assert refused(world, KeepConnection("anna", "Old Tanaka"), BEN) == "not_your_character"


@pytest.mark.rule("NW3-EPISODE-13")
def test_a_contact_lends_gear_for_its_worth_that_is_not_preserved() -> None:
    world = table(knowing(wizard("anna"), "Old Tanaka", worth=1500), wizard("ben"))
    anna = world.state.characters["anna"]
    done = do(world, Lend("anna", "Old Tanaka", "jacket"))  # 1,000 Valco
    assert [(one.item, one.where, one.preserved) for one in anna.items] == [("jacket", "robe", False)]
    assert done.event("connection.lends").facts["left"] == 500
    assert refused(world, Lend("anna", "Old Tanaka", "coat")) == "worth_exceeded"
    assert refused(world, Lend("anna", "Old Tanaka", "moon")) == "unknown_item"
    assert refused(world, Lend("anna", "Night Nurse", "coat")) == "no_connection"
    assert refused(world, Lend("anna", "Old Tanaka", "coat"), ANNA) == "not_referee"
    run(world, connections.end_episode(world))
    do(world, Lend("anna", "Old Tanaka", "coat"))  # another Episode
    assert len({one.id for one in anna.items}) == 2


@pytest.mark.rule("NW3-EPISODE-13")
def test_a_worth_can_be_spent_to_the_last_valco() -> None:
    world = table(knowing(wizard("anna"), "Old Tanaka", worth=1000))
    do(world, Lend("anna", "Old Tanaka", "coat"))
    assert find_connection(world.state.characters["anna"], "Old Tanaka").lent == 1000


@pytest.mark.rule("NW3-EPISODE-13", "NW3-EPISODE-15")
@pytest.mark.parametrize(("to", "found"), [("ben", True), ("Ben", True), ("anna", False), ("Carl", False)])
def test_a_connection_goes_to_somebody_by_id_or_name(to: str, found: Any) -> None:
    anna, ben = knowing(wizard("anna"), to), wizard("ben")
    assert tied(anna, [anna, ben]) == found
    assert not tied(anna, [])
