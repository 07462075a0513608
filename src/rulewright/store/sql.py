"""What the repositories share: rows that replace or leave what is there, JSON in text columns, the time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

import msgspec
from sqlalchemy import Connection, CursorResult, Table
from sqlalchemy.dialects import postgresql, sqlite

_ENCODER = msgspec.json.Encoder(order="deterministic")


def now() -> str:
    """The time as ISO 8601 text in UTC."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def can_be_id(text: str) -> bool:
    """Whether a row can have such an id: PostgreSQL takes no NUL, not even to look for it."""
    return "\0" not in text


def to_json(value: Any) -> str:
    """Plain data or structs as JSON text."""
    return _ENCODER.encode(value).decode()


def put(connection: Connection, table: Table, row: Mapping[str, Any]) -> None:
    """Insert a row, or give the one with the same key these values."""
    others = {name: value for name, value in row.items() if name not in table.primary_key.columns}
    insert = _insert(connection, table).values(**row)
    connection.execute(insert.on_conflict_do_update(index_elements=list(table.primary_key.columns), set_=others))


def put_new(connection: Connection, table: Table, row: Mapping[str, Any]) -> bool:
    """Insert a row unless there is one with the same key; says whether it did."""
    insert = _insert(connection, table).values(**row).on_conflict_do_nothing()
    # without the option SQLAlchemy does not ask how many rows an INSERT has made
    return changed(connection.execute(insert.execution_options(preserve_rowcount=True))) == 1


def put_all(connection: Connection, table: Table, rows: Sequence[Mapping[str, Any]]) -> None:
    """Insert rows, of which there may be none; raises `IntegrityError` where one is there already."""
    if rows:
        connection.execute(table.insert(), list(rows))


def changed(result: CursorResult[Any]) -> int:
    """How many rows a statement has changed."""
    return result.rowcount


def _insert(connection: Connection, table: Table) -> Any:
    """An INSERT that can say ON CONFLICT; both databases do in one way, SQLAlchemy by two functions."""
    return (sqlite if connection.dialect.name == "sqlite" else postgresql).insert(table)
