"""Tables and their journals in the database."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import Future
from typing import Any

import msgspec
from sqlalchemy import Connection, RowMapping, delete, or_, select, update
from sqlalchemy.exc import IntegrityError

from rulewright.engine.errors import Refused
from rulewright.store import answered, entries, seats
from rulewright.store.answered import Remembered
from rulewright.store.database import Database
from rulewright.store.listening import tell
from rulewright.store.rows import Row
from rulewright.store.schema import seats as seat_rows
from rulewright.store.schema import tables
from rulewright.store.seats import SeatRow
from rulewright.store.sql import can_be_id, changed, now, put_new, to_json
from rulewright.store.writer import Job


class TableRow(msgspec.Struct, frozen=True):
    """A table: its game, title and owner, the number of its last entry, and what its people have set.

    `secret` is a hash, "" where there is none. Moments are ISO 8601 texts in UTC.
    """

    id: str
    game: str
    title: str
    created_at: str
    touched_at: str
    last_seq: int = -1
    closed: bool = False
    owner: str = ""
    settings: Mapping[str, Any] = {}
    secret: str = ""


class TableStore:
    """The tables of a database. What changes something is queued, and is on the disk when its future has a result."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def create(
        self, table: TableRow, rows: Sequence[Row], seats: Sequence[SeatRow], seed: bytes | None
    ) -> Future[None]:
        """Make a table with the entries that it begins with, its seats, and the secret seed of its dice if any.

        `last_seq` is that of the rows. Raises `Refused` "table_exists", and `SequenceTaken` for rows that do not
        begin with number 0 or leave one out.
        """
        made = entries.prepared(table.id, rows)
        return self._database.write(lambda connection: add_table(connection, table, made, seats, seed), table.id)

    def append(
        self,
        table_id: str,
        rows: Sequence[Row],
        *,
        snapshot: tuple[int, bytes] | None = None,
        remember: Sequence[Remembered] = (),
        closed: bool = False,
    ) -> Future[None]:
        """Keep entries, and with them a snapshot (the number of its entry, the state) and answers to requests.

        With `closed` the table is closed and its secret seed dropped. All of it is kept, or nothing: raises
        `SequenceTaken` where the rows do not follow the last entry, `AlreadyAnswered`, and `Refused` "no_table".
        """
        made = entries.prepared(table_id, rows)

        def job(connection: Connection) -> None:
            if made:
                entries.follow(connection, table_id, made)
            if snapshot is not None:
                entries.keep_snapshot(connection, table_id, *snapshot)
            if remember:
                answered.remember(connection, table_id, remember)
            if closed:
                entries.close(connection, table_id)

        return self._database.write(_at_a_table(job, table_id), table_id)

    def rows(self, table_id: str, after: int = -1) -> list[Row]:
        """The entries after number `after`, with what they told; raises `Malformed` for one that cannot be read."""
        with self._database.read() as connection:
            return entries.after(connection, table_id, after)

    def snapshot(self, table_id: str, before: int | None = None) -> tuple[int, bytes] | None:
        """The latest snapshot, of entry `before` at most: the number of its entry and the state."""
        with self._database.read() as connection:
            return entries.latest_snapshot(connection, table_id, before)

    def seed(self, table_id: str) -> bytes | None:
        """The secret seed of the dice; None where the table is closed, or has none."""
        with self._database.read() as connection:
            return entries.kept_seed(connection, table_id)

    def table(self, table_id: str) -> TableRow | None:
        """The table with this id, or None."""
        if not can_be_id(table_id):
            return None
        with self._database.read() as connection:
            return find_table(connection, table_id)

    def tables_of(self, person: str) -> list[TableRow]:
        """The tables that the person owns or has a seat at, the latest touched first."""
        seated = select(seat_rows.c.table_id).where(seat_rows.c.person == person)
        with self._database.read() as connection:
            wanted = select(tables).where(or_(tables.c.owner == person, tables.c.id.in_(seated)))
            rows = [_row(one) for one in connection.execute(wanted).mappings()]
        return sorted(rows, key=lambda row: (row.touched_at, row.created_at, row.id), reverse=True)

    def update(
        self,
        table_id: str,
        *,
        title: str | None = None,
        settings: Mapping[str, Any] | None = None,
        secret: str | None = None,
    ) -> Future[None]:
        """Give a table another title, other settings or another secret; raises `Refused` "no_table"."""
        given = {"title": title, "settings": None if settings is None else to_json(settings), "secret": secret}
        values = {name: value for name, value in given.items() if value is not None}

        def job(connection: Connection) -> None:
            wanted = update(tables).where(tables.c.id == table_id).values(touched_at=now(), **values)
            if not changed(connection.execute(wanted)):
                raise Refused("no_table", table=table_id)
            tell(connection, table_id)

        return self._database.write(job, table_id)

    def delete(self, table_id: str) -> Future[None]:
        """Remove a table with all that belongs to it; nothing happens where there is none."""

        def job(connection: Connection) -> None:
            connection.execute(delete(tables).where(tables.c.id == table_id))
            tell(connection, table_id)

        return self._database.write(job, table_id)

    def seats(self, table_id: str) -> list[SeatRow]:
        """The seats of a table, by their ids."""
        if not can_be_id(table_id):
            return []
        with self._database.read() as connection:
            return seats.seats_of(connection, table_id)

    def put_seat(self, seat: SeatRow) -> Future[None]:
        """Make a seat, or change it; raises `Refused` "no_table"."""

        def job(connection: Connection) -> None:
            seats.put_seat(connection, seat)
            tell(connection, seat.table)

        return self._database.write(_at_a_table(job, seat.table), seat.table)

    def change_seat(self, before: SeatRow, after: SeatRow) -> Future[bool]:
        """Change a seat if it is still of the generation and the person of `before`; says whether it was."""

        def job(connection: Connection) -> bool:
            won = seats.change(connection, before, after)
            if won:
                tell(connection, before.table)
            return won

        return self._database.write(job, before.table)

    def remembered(self, table_id: str, seat: str, key: str) -> Remembered | None:
        """The answer that a request of this seat with this key was given, or None."""
        with self._database.read() as connection:
            return answered.recall(connection, table_id, seat, key)

    def forget(self, before: str) -> Future[int]:
        """Drop answers to requests from before this moment (ISO 8601, UTC); says how many."""
        return self._database.write(lambda connection: answered.forget(connection, before))


def find_table(connection: Connection, table_id: str) -> TableRow | None:
    """The table with this id, or None."""
    found = connection.execute(select(tables).where(tables.c.id == table_id)).mappings().one_or_none()
    return _row(found) if found else None


def all_tables(connection: Connection) -> list[TableRow]:
    """Every table, by id."""
    return [_row(one) for one in connection.execute(select(tables).order_by(tables.c.id)).mappings()]


def add_table(
    connection: Connection, table: TableRow, made: entries.Written, seats_: Sequence[SeatRow], seed: bytes | None
) -> None:
    """Insert a whole table; see `TableStore.create`."""
    values = msgspec.structs.asdict(table) | {"last_seq": len(made) - 1, "settings": to_json(table.settings)}
    if not put_new(connection, tables, values):
        raise Refused("table_exists", table=table.id)
    entries.begin(connection, table.id, made)
    seats.add_seats(connection, table.id, seats_)
    if seed is not None:
        entries.keep_seed(connection, table.id, seed)


def _row(found: RowMapping) -> TableRow:
    return TableRow(**{**found, "settings": msgspec.json.decode(found["settings"])})


def _at_a_table(job: Job[None], table_id: str) -> Job[None]:
    """The job, which is refused where there is no such table to belong to."""

    def checked(connection: Connection) -> None:
        try:
            job(connection)
        except IntegrityError as error:
            raise Refused("no_table", table=table_id) from error

    return checked
