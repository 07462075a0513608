from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import msgspec
import pytest

from rulewright.engine.errors import Desync, Malformed, Refused
from rulewright.engine.journal import (
    Answered,
    Closed,
    Declined,
    Entry,
    Finished,
    Opened,
    Rolled,
    Seat,
    decode_entry,
    encode_entry,
)
from rulewright.engine.sealed import face_at, seal
from rulewright.engine.world import pack
from rulewright.store.journal import MemoryJournal
from rulewright.table.stale import Stale
from rulewright.table.table import Table
from toychild import one_round
from toygame import SEATS, WHEN, Bargain, Break, Gear, Scenario, Strike, Vote, Wave, first, game, id_of, opened, resumed


def kinds(entries: list[Entry]) -> list[str]:
    return [type(entry).__name__ for entry in entries]


def test_the_first_entry_names_everything_a_save_needs() -> None:
    entry = first(opened(table="t1", undo="referee"))
    assert entry == Opened(
        "t1", "toy", "1", "0.1.0", {"parry": True, "hardest": 6}, {}, {"hp": 10}, SEATS, seal(b"toy"), WHEN,
        b"toy".hex(), undo="referee",
    )  # fmt: skip


def test_a_secret_seed_is_kept_but_not_written() -> None:
    journal = MemoryJournal()
    table = opened(journal, seed=None)
    kept = journal.kept_seed()
    assert kept is not None
    assert len(kept) == 32
    assert (first(table).seed, first(table).seal) == ("", seal(kept))
    table.submit("anna", Strike("ann", "bo"))
    rolled = table.entries[2]
    assert isinstance(rolled, Rolled)
    assert rolled.faces == (face_at(kept, 0, 6),)


@pytest.mark.parametrize(
    ("seats", "found"),
    [
        ((Seat("anna"),), "no referee"),
        ((Seat("gm", role="referee"), Seat("gm")), "seat 'gm'"),
        ((Seat("gm", role="referee"), Seat(" ")), "seat ' '"),
        ((Seat("gm", role="referee"), Seat("referee")), "a player called 'referee'"),
        ((Seat("gm", role="referee"), Seat("x", role="king")), "role 'king'"),
    ],
)
def test_seats_that_make_no_table(seats: tuple[Seat, ...], found: str) -> None:
    journal = MemoryJournal()
    with pytest.raises(Malformed) as caught:
        Table.new(game, Scenario(), {}, seats, journal)
    assert caught.value.found == found
    assert (journal.entries, journal.kept_seed()) == ([], None)


@pytest.mark.parametrize(
    ("scenario", "options"), [({"hp": 21}, {}), ({}, {"hardest": 0}), ({"hp": "ten"}, {}), (3, {})]
)
def test_a_scenario_or_options_that_cannot_be_read(scenario: Any, options: Any) -> None:
    with pytest.raises(Malformed):
        Table.new(game, scenario, options, SEATS, MemoryJournal())


def test_a_table_needs_an_empty_journal_and_a_seed_that_is_one() -> None:
    journal = MemoryJournal()
    opened(journal)
    with pytest.raises(Malformed, match="entries already"):
        opened(journal)
    with pytest.raises(Malformed, match="an empty seed"):
        opened(seed="")


def test_a_command_runs_up_to_the_open_question_and_then_to_its_end() -> None:
    table = opened()
    receipt = table.submit("anna", Strike("ann", "bo"))
    assert (receipt.seq, receipt.outcome) == (1, "waiting")
    assert kinds(list(table.entries)) == ["Opened", "Commanded", "Rolled"]
    receipt = table.answer("ben", id_of(table, "ben"), "no")
    assert (receipt.seq, receipt.outcome) == (1, "done")
    assert kinds(list(table.entries))[3:] == ["Answered", "Finished"]
    assert table.view("zoe") == {"ann": 10, "bo": 6, "wolf.1": 10}


def test_a_command_may_be_plain_data() -> None:
    table = opened()
    assert table.submit("anna", {"do": "wave", "times": 3}).outcome == "done"
    assert table.world.state.waves == 3


NO_COMMANDS: list[Any] = [
    {"do": "fly"},
    {},
    [],
    "wave",
    None,
    7,
    {"do": "wave", "times": object()},
    {"do": "wave", "times": "three"},
    Gear("rope"),
]


@pytest.mark.parametrize("command", NO_COMMANDS)
def test_what_is_no_command_is_malformed_and_changes_nothing(command: Any) -> None:
    table = opened()
    with pytest.raises(Malformed):
        table.submit("anna", command)
    assert table.seq == 0


@pytest.mark.parametrize(
    ("seat", "command", "reason"),
    [
        ("anna", Strike("cy", "bo"), "unknown_actor"),
        ("ben", Strike("ann", "bo"), "not_your_actor"),
        ("zoe", Wave(), "not_your_actor"),
        ("nobody", Wave(), "unknown_seat"),
    ],
)
def test_a_refused_command_leaves_state_dice_and_journal(seat: str, command: msgspec.Struct, reason: str) -> None:
    journal = MemoryJournal()
    table = opened(journal)
    table.submit("anna", Wave())
    before = (pack(table.world.state), list(journal.entries), table.events_for("gm"))
    with pytest.raises(Refused) as caught:
        table.submit(seat, command)
    assert caught.value.reason == reason
    assert (pack(table.world.state), journal.entries, table.events_for("gm")) == before
    table.submit("anna", Strike("ann", "bo"))
    rolled = table.entries[-1]
    assert isinstance(rolled, Rolled)
    assert rolled.first == 0


def test_a_refusal_after_an_answer_is_journalled_with_its_reason() -> None:
    table = opened()
    table.submit("anna", Bargain("bo"))
    before = pack(table.world.state)
    receipt = table.answer("ben", id_of(table, "ben"), "nay")
    assert receipt.outcome == "declined"
    assert receipt.refusal is not None
    assert (receipt.refusal.key, receipt.refusal.facts, receipt.refusal.rule) == (
        "refuse.no_deal",
        {"name": "Bo"},
        "TOY-3",
    )
    assert pack(table.world.state) == before
    declined = table.entries[-1]
    assert isinstance(declined, Declined)
    assert declined.reason == "no_deal"
    assert receipt.refusal in [event for _, event in table.events_for("anna")]
    assert receipt.refusal not in [event for _, event in table.events_for("ben")]


def test_a_command_that_may_interrupt_runs_while_another_waits() -> None:
    table = opened()
    table.submit("anna", Strike("ann", "bo"))
    with pytest.raises(Refused) as caught:
        table.submit("ben", Wave())
    assert caught.value.reason == "waiting_for_answer"
    assert table.submit("ben", {"do": "shout"}).outcome == "done"
    assert (
        table.submit("gm", {"do": "override", "path": "fighters.bo.hp", "value": 1, "reason": "tired"}).outcome
        == "done"
    )
    assert table.submit("ben", {"do": "free_roll", "text": "2d6"}).outcome == "done"
    assert table.submit("zoe", {"do": "say", "text": "go on"}).outcome == "done"
    assert table.answer("ben", id_of(table, "ben"), "no").outcome == "done"
    # 4 of harm, from the 1 that the referee left
    assert table.world.state.fighters["bo"].hp == 0


def test_an_interrupting_command_may_ask_too() -> None:
    table = opened()
    table.submit("anna", Strike("ann", "bo"))
    table.submit("anna", {"do": "shout", "asks": True})
    assert [one.of for one in table.open_questions("ben")] == [1, 3]
    assert table.answer("ben", id_of(table, "ben", "parry"), "yes").outcome == "done"
    assert table.answer("ben", id_of(table, "ben", "heard"), "aye").outcome == "done"


def test_play_and_resume_see_keys_in_the_same_order() -> None:
    journal = MemoryJournal()
    table = opened(journal)
    table.submit("anna", {"do": "assign", "tags": {"z": "1", "a": "2"}})
    read_back = MemoryJournal(decode_entry(encode_entry(entry)) for entry in journal.entries)
    tags = resumed(read_back).world.state.fighters["ann"].tags
    assert tags == table.world.state.fighters["ann"].tags == ["a:2", "z:1"]


def stale(table: Table, seat: str, command: msgspec.Struct, based_on: int) -> Stale:
    before = list(table.entries)
    with pytest.raises(Stale) as caught:
        table.submit(seat, command, based_on)
    assert list(table.entries) == before
    return caught.value


def test_a_command_based_on_an_older_state_is_answered_with_what_happened_since() -> None:
    table = opened()
    known = table.seq
    table.submit("anna", Wave())
    error = stale(table, "ben", Wave(), known)
    assert isinstance(error, Refused)
    assert (error.reason, [(seq, event.key) for seq, event in error.since]) == ("stale", [(1, "toy.wave")])
    assert table.submit("ben", Wave(), table.seq).outcome == "done"
    assert table.submit("anna", Wave()).outcome == "done"


def test_a_command_sent_twice_is_stale_the_second_time() -> None:
    table = opened()
    table.submit("anna", Wave(), 0)
    assert stale(table, "anna", Wave(), 0).since[0][0] == 1


def test_an_independent_command_is_never_stale_and_makes_none_so() -> None:
    table = opened()
    table.submit("ben", {"do": "shout"})
    table.submit("ben", {"do": "say", "text": "hello"})
    table.submit("gm", {"do": "free_roll", "text": "d6"})
    table.submit("anna", Wave(), 0)
    assert table.submit("ben", {"do": "shout"}, 0).outcome == "done"
    table.submit("gm", {"do": "override", "path": "waves", "value": 9, "reason": "a storm"})
    assert [event.key for _, event in stale(table, "ben", Wave(), table.seq - 2).since] == ["table.override"]


def test_what_a_seat_may_not_know_makes_none_of_its_commands_stale() -> None:
    table = opened()
    table.submit("ben", {"do": "search"})
    assert table.submit("anna", Wave(), 0).outcome == "done"
    table = opened()
    table.submit("ben", {"do": "search"})
    stale(table, "gm", Wave(), 0)


def test_dice_and_answers_of_a_command_make_others_stale() -> None:
    table = opened()
    table.submit("anna", Strike("ann", "bo"))
    known = table.seq
    table.answer("ben", id_of(table, "ben"), "no")
    assert [(seq, event.key) for seq, event in stale(table, "ben", Wave(), known).since] == [(3, "toy.hit")]


def test_an_undo_makes_commands_stale() -> None:
    table = opened()
    table.submit("anna", Wave())
    known = table.seq
    table.undo("anna", 0)
    assert [event.key for _, event in stale(table, "ben", Wave(), known).since] == ["table.undone"]


@pytest.mark.parametrize("based_on", [-1, 99, True, "0"])
def test_a_number_that_no_entry_has_is_malformed(based_on: Any) -> None:
    with pytest.raises(Malformed):
        opened().submit("anna", Wave(), based_on)


def test_resuming_gives_the_same_table() -> None:
    journal = MemoryJournal()
    table = opened(journal, snapshot_every=2)
    for _ in range(3):
        one_round(table)
    table.submit("anna", Vote())
    table.answer("ben", id_of(table, "ben"), "aye")
    again = resumed(MemoryJournal(journal.entries))
    assert pack(again.world.state) == pack(table.world.state)
    assert again.entries == table.entries
    for seat in SEATS:
        assert again.events_for(seat.id) == table.events_for(seat.id)
        assert again.open_questions(seat.id) == table.open_questions(seat.id)
        assert again.rolls(seat.id) == table.rolls(seat.id)


@pytest.mark.parametrize("count", range(1, 15))
def test_resuming_finishes_what_was_cut_off_with_the_same_dice(count: int) -> None:
    whole = opened()
    one_round(whole)
    again = resumed(MemoryJournal(whole.entries[:count]))
    assert list(again.entries) == list(whole.entries[: len(again.entries)])
    assert again.seq in (0, 2, 5, 6, 7, 8, 9, 11, 12, 14)


def changed(table: Table, at: int, /, **fields: Any) -> list[Entry]:
    entries = list(table.entries)
    entries[at] = msgspec.structs.replace(entries[at], **fields)
    return entries


@pytest.mark.parametrize(
    ("seq", "fields"),
    [
        (1, {"command": {"do": "strike", "actor": "cy", "target": "bo"}}),
        (1, {"command": {"do": "fly"}}),
        (1, {"seat": "nobody"}),
        (2, {"faces": (5,)}),
        (2, {"sides": 8}),
        (2, {"first": 1}),
        (2, {"of": 2}),
        (3, {"answer": "maybe"}),
        (5, {"digest": "0" * 16}),
        (5, {"seq": 6}),
        (14, {"reason": "no_fun"}),
    ],
)
def test_a_changed_journal_is_reported_at_its_first_entry_that_differs(seq: int, fields: dict[str, Any]) -> None:
    table = opened()
    one_round(table)
    with pytest.raises(Desync) as caught:
        resumed(MemoryJournal(changed(table, seq, **fields)))
    assert caught.value.seq == seq


def test_a_missing_entry_is_reported() -> None:
    table = opened()
    table.submit("zoe", {"do": "say", "text": "one"})
    table.submit("zoe", {"do": "say", "text": "two"})
    with pytest.raises(Desync) as caught:
        resumed(MemoryJournal([table.entries[0], *table.entries[3:]]))
    assert caught.value.seq == 1


def test_a_journal_of_something_else_is_malformed() -> None:
    table = opened()
    for entries in ([], [Finished(0, 0, "x")], changed(table, 0, game="chess"), changed(table, 0, format=2)):
        with pytest.raises(Malformed):
            resumed(MemoryJournal(entries))


def test_a_lost_or_wrong_seed_is_reported() -> None:
    table = opened(seed=None)
    with pytest.raises(Malformed, match="seed"):
        resumed(MemoryJournal(table.entries))
    with pytest.raises(Desync) as caught:
        resumed(MemoryJournal(table.entries, b"another"))
    assert (caught.value.seq, caught.value.what) == (0, "seal of the seed")


def test_other_rules_or_packs_are_warned_of() -> None:
    table = opened()
    table.submit("anna", Wave())
    assert table.warnings == []
    again = resumed(MemoryJournal(changed(table, 0, rules="0.9", packs={"base": "d1"})))
    assert [(event.key, event.facts) for event in again.warnings] == [
        ("table.differs.rules", {"recorded": "0.9", "now": "1"}),
        ("table.differs.pack", {"pack": "base"}),
    ]
    assert again.world.state.waves == 1


def test_closing_reveals_the_seed_and_ends_the_table() -> None:
    journal = MemoryJournal()
    table = opened(journal, seed=None)
    seed = journal.kept_seed()
    assert seed is not None
    one_round(table)
    for seat in ("anna", "zoe"):
        with pytest.raises(Refused) as caught:
            table.close(seat)
        assert caught.value.reason == "not_referee"
    table.close("gm")
    assert journal.entries[-1] == Closed(15, seed.hex(), WHEN)
    assert journal.kept_seed() is None
    assert table.events_for("zoe")[-1][1].facts == {"seed": seed.hex()}
    again = resumed(MemoryJournal(journal.entries))
    for one in (table, again):
        assert one.closed
        acts: list[Callable[[], object]] = [
            partial(one.submit, "anna", Wave()),
            partial(one.close, "gm"),
            partial(one.undo, "gm", 0),
        ]
        for act in acts:
            with pytest.raises(Refused) as caught:
                act()
            assert caught.value.reason == "table_closed"
    assert list(again.entries) == journal.entries


def test_a_seed_left_by_a_process_killed_while_closing_is_forgotten() -> None:
    journal = MemoryJournal()
    opened(journal, seed=None).close("gm")
    left = MemoryJournal(journal.entries, b"left behind")
    assert resumed(left).closed
    assert left.kept_seed() is None


def test_a_table_with_an_open_question_is_not_closed() -> None:
    table = opened()
    table.submit("anna", Strike("ann", "bo"))
    with pytest.raises(Refused) as caught:
        table.close("gm")
    assert caught.value.reason == "waiting_for_answer"
    assert not table.closed


def test_a_fault_in_a_rule_leaves_the_table_as_its_journal_says() -> None:
    table = opened()
    table.submit("anna", Wave())
    before = (pack(table.world.state), table.seq, table.events_for("gm"))
    with pytest.raises(KeyError, match="a fault"):
        table.submit("anna", Break())
    assert (pack(table.world.state), table.seq, table.events_for("gm")) == before
    # after dice the command is in the journal; the referee can take it back
    with pytest.raises(KeyError):
        table.submit("anna", Break(after_roll=True))
    with pytest.raises(KeyError):
        table.submit("anna", Wave())
    assert table.world.state.waves == 1
    table.undo("gm", 2)
    assert table.submit("anna", Wave()).outcome == "done"
    assert table.world.state.waves == 2


class FullDisk(MemoryJournal):
    """A journal that can take no more entries than `room`."""

    room = 3

    def append(self, entry: Entry) -> None:
        if len(self.entries) >= self.room:
            raise OSError("no space left")
        super().append(entry)


def test_what_cannot_be_written_has_not_happened() -> None:
    journal = FullDisk()
    table = opened(journal)
    table.submit("anna", Strike("ann", "bo"))
    with pytest.raises(OSError, match="no space"):
        table.answer("ben", id_of(table, "ben"), "no")
    assert (list(table.entries), table.seq) == (journal.entries, 2)
    with pytest.raises(OSError, match="no space"):
        table.answer("ben", id_of(table, "ben"), "no")
    journal.room = 99
    assert table.answer("ben", id_of(table, "ben"), "no").outcome == "done"
    whole = opened()
    whole.submit("anna", Strike("ann", "bo"))
    whole.answer("ben", id_of(whole, "ben"), "no")
    assert journal.entries[1:] == list(whole.entries[1:])


def test_dice_that_could_not_be_written_fall_the_same_once_they_can() -> None:
    journal = FullDisk()
    journal.room = 2
    table = opened(journal)
    with pytest.raises(OSError, match="no space"):
        table.submit("anna", Strike("ann", "bo"))
    journal.room = 99
    assert table.answer("ben", id_after_settling(table), "no").outcome == "done"
    assert journal.entries[2] == Rolled(2, 1, 6, (4,), 0, "TOY-2", "ann", "strength")


def id_after_settling(table: Table) -> str:
    table.submit("zoe", {"do": "say", "text": "is it working again?"})
    assert not isinstance(table.entries[-1], Answered)
    return id_of(table, "ben")
