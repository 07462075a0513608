"""Whether what is kept of a table agrees with itself."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import Connection

from rulewright.engine.errors import Malformed
from rulewright.engine.journal import Closed, Opened
from rulewright.engine.sealed import seal
from rulewright.store import entries
from rulewright.store.content_packs import PackRow, find_pack, used_packs
from rulewright.store.database import Database
from rulewright.store.rows import Row
from rulewright.store.tables import TableRow, all_tables, find_table


class Kept(NamedTuple):
    """All that plays a table again: its row, its entries, the secret seed if there is one, and its packs."""

    table: TableRow
    rows: Sequence[Row]
    seed: bytes | None
    packs: Sequence[PackRow]


def table_ids(database: Database) -> dict[str, int]:
    """The ids of all tables, each with how many entries it should have."""
    with database.read() as connection:
        return {table.id: table.last_seq + 1 for table in all_tables(connection)}


def checked(database: Database, table_id: str) -> Kept | None:
    """A table whose rows agree with each other; None where it is gone by now.

    Raises `Malformed` with the first thing that is wrong: an entry or its events that cannot be read, a gap, a
    wrong last number, a closing or a seed that does not fit, a missing pack.
    """
    with database.read() as connection:
        table = find_table(connection, table_id)
        if table is None:
            return None
        rows = entries.after(connection, table_id, -1)
        seed = entries.kept_seed(connection, table_id)
        packs = _packs(connection, table)
    at = f"table {table_id}"
    for seq, row in enumerate(rows):
        if row.seq != seq:
            raise Malformed(f"entry {row.seq} comes next", at=f"{at}, entry {seq}", expected=f"entry {seq}")
    if table.last_seq != len(rows) - 1:
        raise Malformed(f"last_seq is {table.last_seq}", at=at, expected=f"{len(rows) - 1}, the last entry")
    if rows:
        _check_ends(table, rows, seed, at)
    return Kept(table, rows, seed, packs)


def _check_ends(table: TableRow, rows: Sequence[Row], seed: bytes | None, at: str) -> None:
    opened = rows[0].entry
    if not isinstance(opened, Opened) or opened.game != table.game:
        raise Malformed("the first entry is another one", at=f"{at}, entry 0", expected=f"Opened for {table.game}")
    if table.closed != isinstance(rows[-1].entry, Closed):
        raise Malformed(f"closed is {table.closed}", at=at, expected="what the last entry says")
    if seed is not None and (table.closed or seal(seed) != opened.seal):
        raise Malformed("the secret seed is kept", at=at, expected="none, or the one that was sealed")


def _packs(connection: Connection, table: TableRow) -> list[PackRow]:
    packs = []
    for game, id, digest in used_packs(table.settings, f"table {table.id}"):
        pack = find_pack(connection, game, id, digest)
        if pack is None:
            raise Malformed(f"the pack {id} of {game} is missing", at=f"table {table.id}", expected=f"digest {digest}")
        packs.append(pack)
    return packs
