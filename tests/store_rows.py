"""Small tables and rows for tests of the store."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Future

import msgspec

from rulewright.engine.events import Event
from rulewright.engine.journal import Commanded, Opened, Seat
from rulewright.engine.sealed import seal
from rulewright.store.rows import Row
from rulewright.store.seats import SeatRow
from rulewright.store.tables import TableRow, TableStore

WHEN = "2030-01-02T03:04:05+00:00"
SEED = b"a seed of thirty-two bytes or so"
SEATS = (Seat("referee", "Gail", "referee"), Seat("anna", "Anna"))


def table(id: str = "t1", *, owner: str = "gail", title: str = "Tuesday") -> TableRow:
    """A table of a toy game."""
    return TableRow(id, "toy", title, WHEN, WHEN, owner=owner, settings={"undo": "referee"}, secret="hash")


def opening(id: str = "t1") -> Row:
    """The first row of a table."""
    return Row(0, Opened(id, "toy", "1", "0.1.0", {}, {}, {"hp": 10}, SEATS, seal(SEED), WHEN))


def row(seq: int, text: str = "hello") -> Row:
    """A row with a command and what it told."""
    told = (Event("table.said", {"text": text, "at": [1, 2]}, "R-1"), Event("secret", to=("referee",)))
    return Row(seq, Commanded(seq, "anna", {"do": "say", "text": text}, WHEN), told)


def rows(first: int, count: int) -> list[Row]:
    """Rows that follow each other."""
    return [row(seq, f"line {seq}") for seq in range(first, first + count)]


def seats(table: str = "t1") -> Sequence[SeatRow]:
    """The seats of a table: nobody has claimed them."""
    return [SeatRow(table, seat.id, seat.name) for seat in SEATS]


def opened(store: TableStore, id: str = "t1", *, owner: str = "gail") -> None:
    """Make a table with its first entry."""
    store.create(table(id, owner=owner), [opening(id)], seats(id), SEED).result()


def claim(
    store: TableStore, table: str, seat: str, generation: int, expected: str | None, person: str, name: str
) -> Future[bool]:
    """Give a seat to a person, if it is still of this generation and the expected person's."""
    before = SeatRow(table, seat, generation=generation, person=expected)
    return store.change_seat(before, msgspec.structs.replace(before, person=person, name=name))
