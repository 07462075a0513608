"""Requests that were answered: who asks again with the same key gets the same answer, and nothing happens twice."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from sqlalchemy import Connection, delete, select

from rulewright.store.errors import AlreadyAnswered
from rulewright.store.schema import answered
from rulewright.store.sql import changed, now, put_new


class Remembered(msgspec.Struct, frozen=True):
    """The answer to a request: the key that the seat gave it, a digest of the request, and the result as JSON."""

    seat: str
    key: str
    request: str
    result: str


def remember(connection: Connection, table_id: str, answers: Sequence[Remembered]) -> None:
    """Keep answers; raises `AlreadyAnswered` for a key that is kept already."""
    at = now()
    for one in answers:
        row = {"table_id": table_id, **msgspec.structs.asdict(one), "at": at}
        if not put_new(connection, answered, row):
            raise AlreadyAnswered(table_id, one.seat, one.key)


def recall(connection: Connection, table_id: str, seat: str, key: str) -> Remembered | None:
    """The answer to the request with this key, or None."""
    wanted = select(answered.c.seat, answered.c.key, answered.c.request, answered.c.result).where(
        answered.c.table_id == table_id, answered.c.seat == seat, answered.c.key == key
    )
    found = connection.execute(wanted).one_or_none()
    return Remembered(*found) if found else None


def forget(connection: Connection, before: str) -> int:
    """Drop the answers from before this moment (ISO 8601, UTC); says how many."""
    return changed(connection.execute(delete(answered).where(answered.c.at < before)))
