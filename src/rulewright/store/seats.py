"""Seats of tables: who sits there, under which name, and which invitations to it still count."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from sqlalchemy import Connection, select, update

from rulewright.store.schema import seats
from rulewright.store.sql import changed, put, put_all, to_json


class SeatRow(msgspec.Struct, frozen=True):
    """A seat. `person` is None while nobody has claimed it; `generation` counts its invitations, the last counts."""

    table: str
    seat: str
    name: str = ""
    generation: int = 0
    person: str | None = None
    preferences: Mapping[str, Any] = {}


def seats_of(connection: Connection, table_id: str) -> list[SeatRow]:
    """The seats of a table, by their ids."""
    found = connection.execute(select(*seats.c).where(seats.c.table_id == table_id).order_by(seats.c.seat))
    return [
        SeatRow(table, seat, name, generation, person, msgspec.json.decode(preferences))
        for table, seat, name, generation, person, preferences in found
    ]


def put_seat(connection: Connection, seat: SeatRow) -> None:
    """Make a seat, or change it."""
    put(connection, seats, _values(seat))


def add_seats(connection: Connection, table_id: str, rows: Sequence[SeatRow]) -> None:
    """Make the seats of a new table."""
    put_all(connection, seats, [_values(msgspec.structs.replace(row, table=table_id)) for row in rows])


def change(connection: Connection, before: SeatRow, after: SeatRow) -> bool:
    """Change a seat if it is still of the generation and the person of `before`."""
    wanted = update(seats).where(
        seats.c.table_id == before.table,
        seats.c.seat == before.seat,
        seats.c.generation == before.generation,
        seats.c.person.is_not_distinct_from(before.person),
    )
    return changed(connection.execute(wanted.values(**_values(after)))) == 1


def _values(seat: SeatRow) -> dict[str, Any]:
    return {
        "table_id": seat.table,
        "seat": seat.seat,
        "name": seat.name,
        "generation": seat.generation,
        "person": seat.person,
        "preferences": to_json(seat.preferences),
    }
