"""Going on from a kept moment, back to an earlier entry, or with what somebody else wrote: always the same table."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evenings import Evening, menus, referee_of
from rulewright import games
from rulewright.engine.errors import Desync, Refused
from rulewright.engine.game import Game
from rulewright.engine.journal import Answered, Commanded, Entry, Rolled, encode_entry
from rulewright.engine.world import pack
from rulewright.store.journal import MemoryJournal
from rulewright.table.history import Start
from rulewright.table.preferences import Preferences
from rulewright.table.table import Table
from toygame import WHEN, Assign, Bargain, Burst, Peek, Plot, Search, Shout, Strike, Vote, Wave, game, id_of, opened
from walks import opened as opened_walk

SCENARIOS = [("cairn", "ambush"), ("cairn", "barrow"), ("nw3", "closing_time"), ("nw3", "rooftop")]


def toy_offers(table: Table) -> list[tuple[str, Any]]:
    """What could be tried at the toy game, whether or not its rules refuse it."""
    given = [
        ("anna", Strike("ann", "bo")),
        ("ben", Strike("bo", "wolf.1")),
        ("gm", Strike("wolf.1", "ann")),
        ("anna", Vote()),
        ("ben", Wave()),
        ("anna", Shout(True)),
        ("ben", Bargain("ann")),
        ("gm", Search()),
        ("anna", Peek()),
        ("ben", Burst()),
        ("anna", Assign({"ann": "brave"})),
        ("gm", Plot()),
        ("gm", {"do": "override", "path": "fighters.bo.hp", "value": 12, "reason": "luck"}),
    ]
    return given


def toy_evening(seed: int, steps: int, preferences: dict[str, Preferences] | None = None) -> Evening:
    evening = Evening(opened(preferences=preferences, undo="anyone", snapshot_every=3), toy_offers)
    evening.go_on(Random(seed), steps)
    return evening


def game_evening(game_id: str, scenario: str, seed: int, steps: int = 60) -> Evening:
    evening = Evening(opened_walk(games.get(game_id), scenario, seed))
    evening.go_on(Random(seed), steps)
    return evening


def resumed(game: Game, entries: Sequence[Entry], start: Start | None = None, **more: Any) -> Table:
    return Table.resume(game, MemoryJournal(entries), start=start, clock=lambda: WHEN, **more)


def shown(table: Table) -> dict[str, Any]:
    """Everything that a table shows of itself."""
    seats = [seat.id for seat in table.seats]
    return {
        "entries": list(table.entries),
        "state": pack(table.world.state),
        "seats": table.seats,
        "closed": table.closed,
        "points": table.decision_points(),
        "events": {seat: table.events_for(seat) for seat in seats},
        "told": [table.told_by(seq) for seq in range(table.seq + 1)],
        "rolls": {seat: table.rolls(seat) for seat in seats},
        "questions": {seat: table.open_questions(seat) for seat in seats},
        "waits": {seat: table.waiting_for(seat) for seat in seats},
        "menus": {seat: table.menu(seat) for seat in seats},
        "views": {seat: table.view(seat) for seat in seats},
    }


def check_same(one: Table, other: Table) -> None:
    """Both show the same; where they do not, say what."""
    expected, found = shown(one), shown(other)
    for part, value in expected.items():
        assert found[part] == value, part


def check_same_undos(one: Table, other: Table, most: int) -> None:
    """An undo to any of the last choices is possible at both or at none, and comes to the same."""
    referee = referee_of(one).id
    for to in reversed(one.decision_points()[-most:]):
        for table in (one, other):
            table.undo(referee, to)
        check_same(one, other)


def check_same_future(one: Table, other: Table, seed: int, steps: int, offers: Any = menus) -> None:
    """What happens from now on is the same at both, down to the dice, byte for byte."""
    evenings = [Evening(table, offers) for table in (one, other)]
    for evening in evenings:
        evening.go_on(Random(seed), steps)
    written = [[encode_entry(entry) for entry in untimed(evening.entries)] for evening in evenings]
    assert written[0] == written[1]
    check_same_states(*evenings)


def check_same_states(one: Evening, other: Evening) -> None:
    assert one.states == other.states
    assert [row.told for row in one.rows] == [row.told for row in other.rows]


def untimed(entries: Sequence[Entry]) -> list[Entry]:
    return [msgspec.structs.replace(entry, at="") if hasattr(entry, "at") else entry for entry in entries]


@given(seed=st.integers(0, 10**6), steps=st.integers(5, 60), place=st.floats(0, 1))
@settings(max_examples=40)
def test_a_toy_table_opens_from_any_kept_moment(seed: int, steps: int, place: float) -> None:
    evening = toy_evening(seed, steps)
    starts = evening.starts()
    start = starts[int(place * (len(starts) - 1))]
    whole, skipped = resumed(game, evening.entries), resumed(game, evening.entries, start)
    check_same(whole, skipped)
    check_same(evening.table, skipped)
    check_same_future(whole, skipped, seed, 10, toy_offers)
    check_same_undos(whole, skipped, 5)


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize(("game_id", "scenario"), SCENARIOS)
def test_a_table_opens_from_any_kept_moment(game_id: str, scenario: str, seed: int) -> None:
    evening = game_evening(game_id, scenario, seed)
    found, starts = games.get(game_id), evening.starts()
    whole = resumed(found, evening.entries)
    check_same(evening.table, whole)
    for start in Random(seed).sample(starts, min(3, len(starts))) + starts[-1:]:
        whole, skipped = resumed(found, evening.entries), resumed(found, evening.entries, start)
        check_same(whole, skipped)
    check_same_future(whole, skipped, seed, 10)
    check_same_undos(whole, skipped, 4)


def test_dice_go_on_where_they_were_also_when_rolls_were_undone() -> None:
    table = opened(parry=False)
    table.submit("anna", Strike("ann", "bo"))
    start = Start(table.seq, pack(table.world.state), [(1, event) for event in table.told_by(2)])
    table.submit("anna", Strike("ann", "bo"))
    table.undo("gm", table.decision_points()[-1])
    again = resumed(game, table.entries, start)
    for one in (table, again):
        one.submit("anna", Strike("ann", "bo"))
        rolled = [entry for entry in one.entries if isinstance(entry, Rolled)]
        assert [entry.first for entry in rolled] == [0, 1, 2]
    assert [entry for entry in table.entries if isinstance(entry, Rolled)][-1].faces == rolled[-1].faces


def test_an_undo_can_go_back_before_the_kept_moment() -> None:
    evening = toy_evening(4, 40)
    whole, skipped = resumed(game, evening.entries), resumed(game, evening.entries, evening.starts()[-1])
    first = whole.decision_points()[0]
    for table in (whole, skipped):
        table.undo("gm", first)
    check_same(whole, skipped)


def test_a_kept_moment_with_another_state_is_noticed_when_the_next_command_ends() -> None:
    evening = toy_evening(4, 40)
    start = evening.starts()[1]
    changed = Start(start.seq, evening.states[max(evening.states)], start.told)
    with pytest.raises(Desync):
        resumed(game, evening.entries, changed)


@given(seed=st.integers(0, 10**6), before=st.integers(1, 30), after=st.integers(1, 25), never=st.booleans())
@settings(max_examples=40)
def test_going_back_is_as_if_nothing_had_come_after(seed: int, before: int, after: int, never: bool) -> None:
    preferences = {"anna": Preferences("never"), "gm": Preferences("never")} if never else {}
    evening = toy_evening(seed, before, preferences)
    table, kept = evening.table, list(evening.entries)
    evening.go_on(Random(seed + 1), after)
    rewound(table, len(kept) - 1)
    fresh = resumed(game, kept, preferences=preferences, snapshot_every=3)
    check_same(fresh, table)
    check_same_future(fresh, table, seed + 2, 15, toy_offers)
    check_same_undos(fresh, table, 8)


@pytest.mark.parametrize(("game_id", "scenario"), SCENARIOS)
def test_going_back_at_a_game_is_as_if_nothing_had_come_after(game_id: str, scenario: str) -> None:
    evening = game_evening(game_id, scenario, 11, 40)
    table, kept = evening.table, list(evening.entries)
    evening.go_on(Random(12), 30)
    rewound(table, len(kept) - 1)
    fresh = resumed(games.get(game_id), kept)
    check_same(fresh, table)
    check_same_future(fresh, table, 13, 15)


def rewound(table: Table, seq: int) -> None:
    journal = table._play.journal
    assert isinstance(journal, MemoryJournal)
    journal.rewind(seq)
    table.rewind(seq)


def test_no_kept_moment_of_what_was_not_kept_is_gone_back_to() -> None:
    table = opened(parry=False, snapshot_every=1)
    for _ in range(4):
        table.submit("anna", Wave(5))
    rewound(table, 2)
    for _ in range(4):
        table.submit("anna", Wave())
    table.undo("gm", 8)
    assert table.world.state.waves == 8


def test_a_command_that_is_given_again_after_going_back_makes_the_same_entries() -> None:
    table = opened(parry=False)
    table.submit("anna", Wave())
    seq = table.seq

    def strike() -> list[Entry]:
        table.submit("anna", Strike("ann", "bo"))
        return list(table.entries[seq + 1 :])

    once = strike()
    rewound(table, seq)
    assert strike() == once


@given(seed=st.integers(0, 10**6), cuts=st.lists(st.integers(0, 200), max_size=5))
@settings(max_examples=25)
def test_a_copy_follows_what_another_wrote(seed: int, cuts: list[int]) -> None:
    evening = toy_evening(seed, 50)
    entries = evening.entries
    copy = resumed(game, entries[:1])
    for cut in sorted(cuts):
        copy.follow(entries[copy.seq + 1 : cut])
    copy.follow(entries[copy.seq + 1 :])
    check_same(evening.table, copy)
    check_same_future(evening.table, copy, seed, 10, toy_offers)


@pytest.mark.parametrize(("game_id", "scenario"), SCENARIOS)
def test_two_copies_of_a_game_take_turns(game_id: str, scenario: str) -> None:
    evening = game_evening(game_id, scenario, 3, 10)
    here, there = evening.table, resumed(games.get(game_id), evening.entries)
    random = Random(5)
    for turn in range(20):
        writes, follows = (here, there) if turn % 2 else (there, here)
        known = follows.seq
        Evening(writes).go_on(random, 2)
        follows.follow(writes.entries[known + 1 :])
        check_same(here, there)


def test_an_entry_that_cannot_follow_is_a_desync() -> None:
    table = opened()
    for entry in (Commanded(5, "anna", {"do": "wave"}), Commanded(1, "anna", {"do": "fly"}), Commanded(1, "x", {})):
        with pytest.raises(Desync):
            table.follow([entry])
    assert table.seq == 0
    assert len(table._play.journal.entries) == 1


def test_what_an_undo_opened_again_is_asked_after_a_new_start_too() -> None:
    never = {"ben": Preferences("never")}
    table = opened(preferences=never)
    table.submit("anna", Strike("ann", "bo"))
    table.undo("gm", 2)
    table.submit("gm", {"do": "say", "text": "Ben, it is your choice"})
    table.sit("anna", "Annika")
    again = resumed(game, table.entries, preferences=never)
    for one in (table, again):
        assert [waiting.owner for waiting in one.open_questions("gm")] == ["ben"]
    # another question is passed as Ben wishes
    again.answer("ben", id_of(again, "ben"), "no")
    again.submit("anna", Strike("ann", "bo"))
    assert not again.open_questions("gm")
    assert [entry.auto for entry in again.entries if isinstance(entry, Answered)] == [True, False, True]


def test_what_an_undo_opened_again_is_asked_at_a_copy_that_follows() -> None:
    never = {"ben": Preferences("never")}
    table, copy = opened(preferences=never), opened(preferences=never)
    table.submit("anna", Strike("ann", "bo"))
    table.undo("gm", 2)
    copy.follow(table.entries[1:])
    copy.submit("gm", {"do": "say", "text": "well?"})
    assert [waiting.owner for waiting in copy.open_questions("gm")] == ["ben"]


def test_an_undo_that_was_not_kept_holds_no_question() -> None:
    table = opened(preferences={"ben": Preferences("never")})
    table.submit("anna", Strike("ann", "bo"))
    seq = table.seq
    table.undo("gm", 2)
    rewound(table, seq)
    table.submit("anna", Strike("ann", "bo"))
    assert not table.open_questions("gm")


def test_an_undo_that_was_kept_holds_its_question_when_later_ones_were_not() -> None:
    table = opened(preferences={"ben": Preferences("never")})
    table.submit("anna", Strike("ann", "bo"))
    table.undo("gm", 2)
    seq = table.seq
    table.answer("ben", id_of(table, "ben"), "no")
    table.undo("gm", 0)
    rewound(table, seq)
    with pytest.raises(Refused, match="waiting_for_answer"):
        table.submit("anna", Wave())
    assert [waiting.owner for waiting in table.open_questions("gm")] == ["ben"]
