"""The journals of tables: entries in their order, snapshots of states, and the secret seeds of the dice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

from sqlalchemy import Connection, bindparam, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from rulewright.engine.errors import Malformed, Refused
from rulewright.store.errors import SequenceTaken
from rulewright.store.listening import NOTIFY, news, tell, tells
from rulewright.store.rows import Row, read, written
from rulewright.store.schema import entries, seeds, snapshots, tables
from rulewright.store.sql import changed, now, put, put_all

Written: TypeAlias = list[dict[str, Any]]
"""Rows as they stand in the table of entries."""

_FOLLOW = (
    update(tables)
    .where(tables.c.id == bindparam("table"), tables.c.last_seq == bindparam("before"))
    .values(last_seq=bindparam("last"), touched_at=bindparam("at"))
)
_FOLLOW_AND_TELL = _FOLLOW.returning(NOTIFY)  # one step instead of two
_AFTER = (
    select(entries.c.seq, entries.c.entry, entries.c.told)
    .where(entries.c.table_id == bindparam("table"), entries.c.seq > bindparam("after"))
    .order_by(entries.c.seq)
)


def prepared(table_id: str, rows: Sequence[Row]) -> Written:
    """Rows in writing; raises `SequenceTaken` where they do not follow each other, `Malformed` for a wrong number."""
    made: Written = []
    for seq, row in enumerate(rows, rows[0].seq if rows else 0):
        if row.seq != row.entry.seq:
            expected = f"{row.entry.seq}, that of its entry"
            raise Malformed(f"a row with the number {row.seq}", at=f"table {table_id}", expected=expected)
        if row.seq != seq:
            raise SequenceTaken(table_id, row.seq)
        entry, told = written(row)
        made.append({"table_id": table_id, "seq": seq, "entry": entry, "told": told})
    return made


def follow(connection: Connection, table_id: str, made: Written) -> None:
    """Put entries after the last one of a table, and tell other workers.

    Raises `SequenceTaken` where the first of them is not the next, and `Refused` "no_table".
    """
    first, last = made[0]["seq"], made[-1]["seq"]
    values = {"table": table_id, "before": first - 1, "last": last, "at": now()}
    if tells(connection):
        moved = len(connection.execute(_FOLLOW_AND_TELL, values | {"news": news(table_id, last)}).all())
    else:
        moved = changed(connection.execute(_FOLLOW, values))
    if not moved:
        if connection.execute(select(tables.c.id).where(tables.c.id == table_id)).one_or_none() is None:
            raise Refused("no_table", table=table_id)
        raise SequenceTaken(table_id, first)
    try:
        put_all(connection, entries, made)
    except IntegrityError as error:
        raise SequenceTaken(table_id, first) from error


def begin(connection: Connection, table_id: str, made: Written) -> None:
    """Put the entries that a new table begins with; raises `SequenceTaken` where the first is not number 0."""
    if made and made[0]["seq"]:
        raise SequenceTaken(table_id, made[0]["seq"])
    put_all(connection, entries, made)


def after(connection: Connection, table_id: str, seq: int) -> list[Row]:
    """The entries after number `seq`; raises `Malformed` for one that cannot be read."""
    found = connection.execute(_AFTER, {"table": table_id, "after": seq})
    return read(found.all(), f"table {table_id}")


def keep_snapshot(connection: Connection, table_id: str, seq: int, state: bytes) -> None:
    """Keep the state after entry `seq`."""
    put(connection, snapshots, {"table_id": table_id, "seq": seq, "state": state})


def latest_snapshot(connection: Connection, table_id: str, before: int | None) -> tuple[int, bytes] | None:
    """The latest snapshot, of entry `before` at most: the number of its entry and the state."""
    wanted = select(snapshots.c.seq, snapshots.c.state).where(snapshots.c.table_id == table_id)
    if before is not None:
        wanted = wanted.where(snapshots.c.seq <= before)
    found = connection.execute(wanted.order_by(snapshots.c.seq.desc()).limit(1)).one_or_none()
    return (found.seq, found.state) if found else None


def keep_seed(connection: Connection, table_id: str, seed: bytes) -> None:
    """Keep the secret seed."""
    connection.execute(insert(seeds).values(table_id=table_id, seed=seed.hex()))


def kept_seed(connection: Connection, table_id: str) -> bytes | None:
    """The secret seed, or None."""
    found = connection.execute(select(seeds.c.seed).where(seeds.c.table_id == table_id)).scalar_one_or_none()
    return None if found is None else bytes.fromhex(found)


def close(connection: Connection, table_id: str) -> None:
    """The table is closed, and its seed revealed: the secret copy is dropped, and other workers are told."""
    connection.execute(update(tables).where(tables.c.id == table_id).values(closed=True))
    connection.execute(delete(seeds).where(seeds.c.table_id == table_id))
    tell(connection, table_id)
