"""Names of seats: said in what is told, kept by no undo, and no part of the game that is replayed."""

from __future__ import annotations

import msgspec
import pytest

from rulewright.engine.errors import Desync, Malformed, Refused
from rulewright.engine.journal import Seat, Seated, Undone, decode_entry, encode_entry, standing
from rulewright.engine.world import pack
from rulewright.store.journal import MemoryJournal
from rulewright.table.replay import rebuild, replay
from rulewright.table.table import LONGEST_NAME, Table
from rulewright.table.verify import verify
from toychild import one_round
from toygame import WHEN, Shout, Strike, Wave, game, id_of, opened, resumed


def told(table: Table, seat: str = "zoe") -> list[tuple[str, str]]:
    """The keys of what a seat was told, with the name in each."""
    return [(event.key, str(event.facts.get("name", ""))) for _, event in table.events_for(seat)]


def names(table: Table) -> dict[str, str]:
    return {seat.id: seat.name for seat in table.seats}


def test_somebody_takes_a_seat_and_everybody_is_told() -> None:
    table = opened()
    table.sit("anna", " Annika ")
    assert table.entries[-1] == Seated(1, "anna", "Annika", WHEN)
    assert names(table) == {"anna": "Annika", "ben": "Ben", "gm": "Gail", "zoe": "Zoe"}
    for seat in ("anna", "gm", "zoe"):
        ((seq, event),) = table.events_for(seat)
        assert (seq, event.key, event.facts) == (1, "table.seated", {"name": "Annika", "seat": "Anna"})


def test_the_new_name_stands_in_what_is_told_from_then_on() -> None:
    table = opened()
    table.submit("anna", Wave())
    table.sit("anna", "Annika")
    table.submit("anna", Wave())
    table.submit("anna", {"do": "say", "text": "hello"})
    table.submit("anna", {"do": "free_roll", "text": "d6"})
    table.sit("anna", "空")
    table.submit("anna", {"do": "say", "text": "hello again"})
    assert told(table) == [
        ("toy.wave", "Anna"),
        ("table.seated", "Annika"),
        ("toy.wave", "Annika"),
        ("table.say", "Annika"),
        ("table.free_roll", "Annika"),
        ("table.seated", "空"),
        ("table.say", "空"),
    ]


def test_no_undo_takes_a_name_back() -> None:
    table = opened()
    table.submit("anna", Wave())
    table.sit("anna", "Annika")
    table.submit("ben", Wave())
    table.undo("gm", 0)
    assert names(table)["anna"] == "Annika"
    assert table.world.state.waves == 0
    table.submit("anna", Wave())
    # that she came stands in the log, though it came between what was undone
    assert told(table) == [("table.seated", "Annika"), ("table.undone", "Gail"), ("toy.wave", "Annika")]


def test_a_name_that_was_taken_after_an_undo_stays_when_the_next_one_goes_further_back() -> None:
    table = opened()
    for name in ("Annika", "Anneli", "Anitta"):
        table.submit("anna", Wave())
        table.sit("anna", name)
    for _ in range(2):
        table.undo("gm", table.decision_points()[-1])
        assert names(table)["anna"] == "Anitta"
    assert [event.facts["name"] for _, event in table.events_for("zoe") if event.key == "table.seated"] == [
        "Annika", "Anneli", "Anitta",
    ]  # fmt: skip
    assert names(resumed(MemoryJournal(table.entries)))["anna"] == "Anitta"


def test_whoever_undid_goes_by_the_name_of_then() -> None:
    table = opened()
    table.submit("anna", Wave())
    table.undo("anna", 0)
    table.sit("anna", "Annika")
    table.submit("anna", Wave())
    table.undo("anna", table.decision_points()[-1])
    assert told(table) == [("table.undone", "Anna"), ("table.seated", "Annika"), ("table.undone", "Annika")]
    assert told(resumed(MemoryJournal(table.entries))) == told(table)


def test_talk_among_what_was_undone_keeps_the_name_of_then() -> None:
    table = opened()
    table.submit("anna", Wave())
    table.submit("ben", {"do": "say", "text": "one"})
    table.sit("ben", "Benno")
    table.submit("ben", {"do": "say", "text": "two"})
    table.undo("gm", 0)
    assert told(table) == [
        ("table.say", "Ben"), ("table.seated", "Benno"), ("table.say", "Benno"), ("table.undone", "Gail"),
    ]  # fmt: skip


def test_somebody_sits_down_while_a_question_waits() -> None:
    table = opened()
    table.submit("anna", Strike("ann", "bo"))
    question = id_of(table, "ben")
    table.sit("ben", "Benno")
    assert id_of(table, "ben") == question
    assert table.answer("ben", question, "no").outcome == "done"
    table.undo("gm", table.decision_points()[-1])
    assert (id_of(table, "ben"), names(table)["ben"]) == (question, "Benno")


def test_a_name_is_one_to_forty_characters() -> None:
    table = opened()
    table.sit("anna", "x" * LONGEST_NAME)
    for name in ("", "  ", "x" * (LONGEST_NAME + 1)):
        with pytest.raises(Malformed) as caught:
            table.sit("anna", name)
        assert caught.value.at == "name"
    with pytest.raises(Refused, match="unknown_seat"):
        table.sit("nobody", "Annika")
    assert table.seq == 1


def test_a_closed_table_keeps_its_names() -> None:
    table = opened()
    table.close("gm")
    with pytest.raises(Refused, match="table_closed"):
        table.sit("anna", "Annika")
    assert names(table)["anna"] == "Anna"


def played() -> Table:
    """A round with people who come, go by other names, and undos between."""
    table = opened(snapshot_every=2)
    table.sit("anna", "Annika")
    table.submit("anna", Shout(True))
    table.sit("ben", "Benno")
    table.answer("ben", id_of(table, "ben"), "aye")
    one_round(table)
    table.undo("gm", table.decision_points()[-3])
    table.sit("gm", "Gabi")
    while table.open_questions("gm"):
        one = table.open_questions("gm")[0]
        table.answer("gm", one.id, "aye")
    table.submit("anna", Strike("ann", "bo"))
    table.sit("zoe", "Zoé")
    table.answer("ben", id_of(table, "ben"), "yes")
    return table


def test_a_replay_with_people_who_come_and_go_is_the_same_byte_for_byte() -> None:
    table = played()
    lines = [encode_entry(entry) for entry in table.entries]
    entries = [decode_entry(line) for line in lines]
    assert [encode_entry(entry) for entry in entries] == lines
    *_, history = rebuild(game, entries, None)
    assert pack(history.session.world.state) == pack(table.world.state)
    assert history.session.events == table._play.session.events
    assert tuple(history.session.seats.values()) == table.seats
    steps = list(replay(game, entries))
    assert steps == list(replay(game, table.entries))
    assert steps[-1].seq == table.seq
    assert verify(entries).status == "proved"


def test_names_change_nothing_of_the_game() -> None:
    with_names, without = opened(), opened()
    for table in (with_names, without):
        if table is with_names:
            table.sit("anna", "Annika")
        table.submit("anna", Strike("ann", "bo"))
        if table is with_names:
            table.sit("ben", "Benno")
        table.answer("ben", id_of(table, "ben"), "yes")
    assert pack(with_names.world.state) == pack(without.world.state)


def test_a_seat_that_the_table_does_not_have_is_a_desync() -> None:
    table = played()
    wrong = [*table.entries, Seated(table.seq + 1, "nobody", "N", WHEN)]
    with pytest.raises(Desync) as caught:
        list(replay(game, wrong))
    assert (caught.value.seq, caught.value.what) == (table.seq + 1, "seat")


def test_nobody_sits_down_after_the_closing() -> None:
    table = opened()
    table.close("gm")
    wrong = [*table.entries, Seated(2, "anna", "Annika", WHEN)]
    with pytest.raises(Desync, match="after the closing"):
        list(replay(game, wrong))


def test_what_still_stands_after_an_undo_has_its_names_in_order() -> None:
    table = opened()
    table.submit("anna", Wave())
    table.sit("anna", "Annika")
    table.sit("ben", "Benno")
    table.submit("ben", Wave())
    table.undo("gm", 0)
    assert [entry.seq for entry in standing(table.entries)] == [0, 3, 4]
    assert isinstance(table.entries[-1], Undone)


def test_a_branch_has_the_names_of_its_place() -> None:
    table = played()
    place = next(entry.seq for entry in table.entries if isinstance(entry, Seated) and entry.name == "Gabi")
    assert names(table.branch(place - 1, MemoryJournal()))["gm"] == "Gail"
    assert names(table.branch(place, MemoryJournal()))["gm"] == "Gabi"


def test_a_seat_is_still_the_same_seat() -> None:
    table = opened()
    before = {seat.id: seat for seat in table.seats}
    table.sit("gm", "Gabi")
    assert next(seat for seat in table.seats if seat.id == "gm") == msgspec.structs.replace(before["gm"], name="Gabi")
    assert Seat("gm", "Gabi", "referee") in table.seats
    table.submit("gm", {"do": "override", "path": "waves", "value": 3, "reason": "she may"})
