"""A whole table as one file of JSON lines, to keep it elsewhere or to take it to another server.

The first line is a header that says how many lines follow: the content packs that the table uses, then its entries
with what they told. No person, invitation or password is in it, but all that the referee knows is, secret dice
included. The secret seed of the dice comes along only if asked for: it foretells every roll, so such a file is for
the referee's eyes alone, and without it the copy can be read and branched, but not played on.
"""

from __future__ import annotations

import secrets
from concurrent.futures import Future
from datetime import datetime
from typing import Annotated, Any, Literal, TypeAlias, TypeVar

import msgspec
from sqlalchemy import Connection

from rulewright import __version__, games
from rulewright.engine.errors import Malformed
from rulewright.engine.events import Event
from rulewright.engine.journal import FORMAT as JOURNAL_FORMAT
from rulewright.engine.journal import Closed, Entry, Opened
from rulewright.engine.sealed import seal
from rulewright.store import entries
from rulewright.store.content_packs import PackRow, content_of, find_pack, put_pack, used_packs
from rulewright.store.database import Database
from rulewright.store.rows import Row
from rulewright.store.seats import SeatRow, seats_of
from rulewright.store.sql import now
from rulewright.store.tables import TableRow, add_table, find_table

FORMAT = 1
MOST_BYTES = 64 * 1024 * 1024

T = TypeVar("T")
Count: TypeAlias = Annotated[int, msgspec.Meta(ge=0)]


class ExportedSeat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A seat and its name."""

    seat: str
    name: str


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The first line: the table, its seats, and how many packs and entries follow. `seed` is hexadecimal."""

    rulewright: Literal["table"]
    format: int
    program: str
    id: Annotated[str, msgspec.Meta(pattern="^[A-Za-z0-9_-]{1,64}$")]
    game: str
    title: str
    created_at: str
    closed: bool
    settings: dict[str, Any]
    seats: tuple[ExportedSeat, ...]
    packs: Count
    entries: Count
    seed: str = ""


class ExportedPack(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A line with a content pack."""

    game: str
    id: str
    digest: str
    files: dict[str, str]


class ExportedEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A line with an entry and what it told."""

    entry: Entry
    told: tuple[Event, ...]


class Export(msgspec.Struct, frozen=True):
    """A file that was read and checked."""

    header: Header
    packs: tuple[ExportedPack, ...]
    rows: tuple[Row, ...]


class _Mark(msgspec.Struct, frozen=True):
    """What a header of any version has."""

    rulewright: Literal["table"]
    format: int


def export_table(database: Database, table_id: str, *, seed: bool = False) -> bytes:
    """A table as the content of a file, with the secret seed of its dice if asked for.

    Raises `Malformed` where there is no such table, or no such secret any more.
    """
    with database.read() as connection:
        table = find_table(connection, table_id)
        if table is None:
            raise Malformed(f"no table {table_id!r}", at=database.name, expected="the id of a table")
        rows = entries.after(connection, table_id, -1)
        seats = seats_of(connection, table_id)
        kept = entries.kept_seed(connection, table_id) if seed else None
        found = [find_pack(connection, *one) for one in used_packs(table.settings, f"table {table_id}")]
    if seed and kept is None:
        expected = "an open table; the seed of a closed one stands in its last entry"
        raise Malformed("there is no secret seed", at=f"table {table_id}", expected=expected)
    packs = [ExportedPack(pack.game, pack.id, pack.digest, dict(pack.files)) for pack in found if pack]
    header = Header(
        "table", FORMAT, __version__, table.id, table.game, table.title, table.created_at, table.closed,
        dict(table.settings), tuple(ExportedSeat(one.seat, one.name) for one in seats), len(packs), len(rows),
        kept.hex() if kept else "",
    )  # fmt: skip
    lines = [header, *packs, *(ExportedEntry(row.entry, row.told) for row in rows)]
    return b"".join(msgspec.json.encode(line) + b"\n" for line in lines)


def read_export(data: bytes, at: str) -> Export:
    """An exported table out of the content of a file; `at` names the file in errors.

    Raises `Malformed` with the line where the file is no such thing, cut short, larger than `MOST_BYTES`, or does
    not agree with itself.
    """
    if len(data) > MOST_BYTES:
        raise Malformed("the file is too large", at=at, expected=f"at most {MOST_BYTES} bytes")
    first, *others = data.split(b"\n")
    mark = _decode(first, _Mark, f"{at}, line 1", "a table that Rulewright has exported")
    if mark.format > FORMAT:
        expected = f"{FORMAT} or lower; a newer Rulewright wrote it"
        raise Malformed(f"format {mark.format}", at=f"{at}, line 1", expected=expected)
    header = _decode(first, Header, f"{at}, line 1", "the header of a table")
    if not others or others.pop() or len(others) != header.packs + header.entries:
        expected = f"{1 + header.packs + header.entries} whole lines, as the first line says"
        raise Malformed("the file was cut short, or something was added", at=at, expected=expected)
    packs = tuple(
        _decode(line, ExportedPack, f"{at}, line {number}", "a content pack")
        for number, line in enumerate(others[: header.packs], 2)
    )
    rows = []
    for number, line in enumerate(others[header.packs :], 2 + header.packs):
        read = _decode(line, ExportedEntry, f"{at}, line {number}", "an entry")
        rows.append(Row(read.entry.seq, read.entry, read.told))
    found = Export(header, packs, tuple(rows))
    _check_journal(found, at)
    _check_header(found, at)
    return found


def import_table(database: Database, found: Export, *, owner: str = "") -> Future[str]:
    """Put an exported table into a database, as a table of `owner` at which nobody sits; the result is its id.

    That is another one than in the file where there is such a table already. Raises `Malformed` where a pack is
    not what its digest says, or is neither in the file nor in the database.
    """
    header = found.header
    made = entries.prepared(header.id, found.rows)
    seed = bytes.fromhex(header.seed) if header.seed else None
    at = now()
    packs = _packs(database, found, owner, at)

    def job(connection: Connection) -> str:
        for pack in packs:
            put_pack(connection, pack)
        id = header.id
        while find_table(connection, id) is not None:
            id = secrets.token_hex(8)
        table = TableRow(
            id, header.game, header.title, header.created_at, at,
            closed=header.closed, owner=owner, settings=header.settings,
        )  # fmt: skip
        seats = [SeatRow(id, one.seat, one.name) for one in header.seats]
        add_table(connection, table, [{**row, "table_id": id} for row in made], seats, seed)
        return id

    return database.write(job, header.id)


def _packs(database: Database, found: Export, owner: str, at: str) -> list[PackRow]:
    """The packs that a table uses, from the database or else from the file, checked."""
    brought = {
        (one.game, one.id, one.digest): PackRow(one.game, one.id, one.digest, one.files, owner, at)
        for one in found.packs
    }
    packs = []
    for key in used_packs(found.header.settings, "the table"):
        with database.read() as connection:
            pack = find_pack(connection, *key) or brought.get(key)
        if pack is None:
            raise Malformed(f"the pack {key[1]} of {key[0]} is missing", expected="the pack in the file")
        packs.append(pack)
    if packs:
        content_of(games.get(found.header.game), packs)
    return packs


def _decode(line: bytes, kind: type[T], at: str, expected: str) -> T:
    try:
        return msgspec.json.decode(line, type=kind)
    except (ValueError, RecursionError) as error:
        raise Malformed(str(error), at=at, expected=expected) from error


def _check_journal(found: Export, at: str) -> None:
    header = found.header
    for number, row in enumerate(found.rows):
        place = f"{at}, line {number + 2 + header.packs}"
        if row.seq != number:
            raise Malformed(f"an entry with the number {row.seq}", at=place, expected=str(number))
        if isinstance(row.entry, Opened) != (number == 0):
            raise Malformed(f"entry {number} is {type(row.entry).__name__}", at=place, expected="Opened as the first")
        if isinstance(row.entry, Closed) and number + 1 < len(found.rows):
            raise Malformed("entries after the closing", at=place, expected="Closed as the last entry")
    opened, last = (found.rows[0].entry, found.rows[-1].entry) if found.rows else (None, None)
    place = f"{at}, line 1"
    if not isinstance(opened, Opened):
        raise Malformed("no entries", at=place, expected="a table that was opened")
    if opened.format > JOURNAL_FORMAT:
        expected = f"{JOURNAL_FORMAT} or lower; a newer Rulewright wrote it"
        raise Malformed(f"journal format {opened.format}", at=place, expected=expected)
    if opened.game != header.game:
        raise Malformed(f"the game {header.game!r}", at=place, expected=f"{opened.game!r}, as in the journal")
    if isinstance(last, Closed) != header.closed:
        raise Malformed(f"closed: {header.closed}", at=place, expected="what the last entry says")
    known = [seat.id for seat in opened.seats]
    named = [seat.seat for seat in header.seats]
    for seat in named:
        if seat not in known or named.count(seat) > 1:
            raise Malformed(f"seat {seat!r}", at=place, expected=f"each of {', '.join(known)} once at most")
    _check_seed(header, opened, place)


def _check_seed(header: Header, opened: Opened, at: str) -> None:
    if not header.seed:
        return
    try:
        seed = bytes.fromhex(header.seed)
    except ValueError as error:
        raise Malformed("no seed", at=at, expected="hexadecimal digits") from error
    if header.closed:
        raise Malformed("a secret seed", at=at, expected="none: the table is closed, and its last entry tells it")
    if seal(seed) != opened.seal:
        raise Malformed("another seed than the dice have", at=at, expected=f"the seed with the hash {opened.seal}")


def _check_header(found: Export, at: str) -> None:
    place = f"{at}, line 1"
    try:
        datetime.fromisoformat(found.header.created_at)
    except ValueError as error:
        raise Malformed(str(error), at=place, expected="a moment such as 2026-11-30T18:00:00+00:00") from error
    used = used_packs(found.header.settings, place)
    for number, pack in enumerate(found.packs, 2):
        if (pack.game, pack.id, pack.digest) not in used:
            raise Malformed(f"the pack {pack.id}", at=f"{at}, line {number}", expected="a pack that the table uses")
