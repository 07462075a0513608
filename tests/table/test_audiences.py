from __future__ import annotations

import msgspec
import pytest

from rulewright.engine.errors import Refused
from rulewright.engine.journal import Rolled
from rulewright.store.journal import MemoryJournal
from rulewright.table.table import Table
from toygame import TREASURE, Peek, Strike, Wave, id_of, opened


@pytest.fixture
def table() -> Table:
    table = opened()
    table.submit("anna", Wave())
    table.submit("anna", {"do": "search"})
    table.submit("ben", {"do": "free_roll", "text": "d6", "secret": True})
    table.submit("ben", {"do": "free_roll", "text": "2d6"})
    table.submit("ben", {"do": "say", "text": "psst", "to": ["anna"]})
    table.submit("gm", {"do": "override", "path": "waves", "value": 2, "reason": "unseen", "secret": True})
    return table


def keys(table: Table, seat: str, since: int = 0) -> list[str]:
    return [event.key for _, event in table.events_for(seat, since)]


def test_each_seat_hears_what_is_for_it(table: Table) -> None:
    assert keys(table, "zoe") == ["toy.wave", "table.free_roll"]
    assert keys(table, "anna") == keys(table, "ben") == ["toy.wave", "table.free_roll", "table.say.quietly"]
    assert keys(table, "gm") == [
        "toy.wave",
        "toy.searched",
        "table.free_roll",
        "table.free_roll",
        "table.say.quietly",
        "table.override",
    ]


def test_a_secret_reaches_only_those_who_may_know_it(table: Table) -> None:
    table.submit("anna", Peek())
    said = {seat: msgspec.json.encode([table.events_for(seat), table.rolls(seat)]).decode() for seat in ("ben", "zoe")}
    assert all(TREASURE not in text and "unseen" not in text for text in said.values())
    for seat in ("anna", "gm"):
        assert TREASURE in msgspec.json.encode(table.events_for(seat)).decode()


def test_events_since_an_entry(table: Table) -> None:
    assert keys(table, "zoe", 2) == ["table.free_roll"]
    assert keys(table, "zoe", table.seq) == []


def test_secret_dice_show_only_to_the_referee(table: Table) -> None:
    assert [(roll.why, roll.secret) for roll in table.rolls("gm")] == [("search", True), ("d6", True), ("2d6", False)]
    for seat in ("anna", "ben", "zoe"):
        assert [roll.why for roll in table.rolls(seat)] == ["2d6"]


def test_the_log_of_dice_says_who_why_and_by_which_rule() -> None:
    table = opened()
    table.submit("anna", Strike("ann", "bo"))
    table.answer("ben", id_of(table, "ben"), "yes")
    first, second = table.rolls("zoe")
    assert (first.seq, first.of, first.who, first.why, first.rule) == (2, 1, "ann", "strength", "TOY-2")
    assert (first.sides, first.faces, first.undone) == (6, (4,), False)
    assert (second.who, second.faces) == ("bo", (6,))
    assert table.rolls("zoe", 2) == [second]


def test_the_journal_marks_secret_dice() -> None:
    journal = MemoryJournal()
    table = opened(journal)
    table.submit("anna", {"do": "search"})
    rolled = journal.entries[2]
    assert isinstance(rolled, Rolled)
    assert rolled.secret


@pytest.mark.parametrize("look", ["events_for", "rolls", "open_questions", "waiting_for", "view", "menu"])
def test_a_stranger_sees_nothing(table: Table, look: str) -> None:
    with pytest.raises(Refused) as caught:
        getattr(table, look)("stranger")
    assert caught.value.reason == "unknown_seat"
