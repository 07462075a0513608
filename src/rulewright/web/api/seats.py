"""Seats: who sits where, and the links and tokens that lead there."""

from __future__ import annotations

import secrets
from typing import Annotated, Literal

import msgspec

from rulewright.engine.errors import Malformed, Refused
from rulewright.engine.journal import Seat
from rulewright.store.seats import SeatRow
from rulewright.table.table import LONGEST_NAME, Table
from rulewright.web.api.auth import Sitting, bearer, by_link, referee, sitting, visitor
from rulewright.web.api.operations import Call, Nothing, Operation
from rulewright.web.api.problems import Wrong
from rulewright.web.live.room import Room
from rulewright.web.people import seating
from rulewright.web.people.links import Links, join_path
from rulewright.web.visit import one_line

Name = Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_NAME)]


class SeatShown(msgspec.Struct, frozen=True):
    """A seat, the name that people go by there, whether somebody has taken it, and whether anybody is there now.

    `link` (a path, for people) and `bearer` (a token, for programs) are null where they are not the caller's to know.
    """

    id: str
    name: str
    role: Literal["player", "referee", "spectator"]
    taken: bool
    present: bool
    mine: bool
    link: str | None
    bearer: str | None


class SeatsShown(msgspec.Struct, frozen=True):
    """The seats of a table."""

    seats: tuple[SeatShown, ...]


class NameGiven(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The name that somebody goes by."""

    name: Name


def seats_shown(links: Links, room: Room, table: Table, mine: str, person: str | None) -> tuple[SeatShown, ...]:
    """All seats, as the one at `mine` may know them."""
    own = table.seat(mine)
    return tuple(_shown(links, room, seat, own, person) for seat in table.seats)


def _shown(links: Links, room: Room, seat: Seat, own: Seat, person: str | None) -> SeatShown:
    row = room.seats[seat.id]
    token = links.token(room.id, seat.id, row.generation)
    mine = seat.id == own.id or (person not in (None, "") and row.person == person)
    known = (mine or own.referee) and (seat.role != "spectator" or seating.watchable(room))
    return SeatShown(
        seat.id,
        seat.name or seat.id,
        seat.role,  # type: ignore[arg-type]  # one of the three, which `Table` checks
        row.person is not None,
        seat.id in room.listeners.present(),
        mine,
        join_path(room.id, row.seat, token) if known else None,
        bearer(row, token) if known else None,
    )


async def list_seats(call: Call) -> SeatsShown:
    """The seats. The referee sees the links and tokens of all, everybody else their own."""
    found = await sitting(call)
    async with found.room.shown() as table:
        return SeatsShown(seats_shown(call.site.links, found.room, table, found.seat.id, found.person))


async def revoke_seat(call: Call, body: Nothing) -> SeatShown:
    """Make the link and the tokens of a seat worthless, end its streams, and give it a new link; for the referee."""
    found = await referee(call)
    row = _row(call, found)
    await seating.revoke(call.site.hub, found.room, row)
    return await _seat(call, found, row.seat)


async def rename_seat(call: Call, body: NameGiven) -> SeatShown:
    """Go by another name; the referee may name every seat."""
    found = await sitting(call)
    row = _row(call, found)
    if row.seat != found.seat.id and not found.seat.referee:
        raise Wrong("forbidden", "not_referee")
    name = _name(body)
    await seating.rename(call.site.hub, found.room, row, name)
    return await _seat(call, found, row.seat)


async def claim_seat(call: Call, body: NameGiven) -> SeatShown:
    """Take the seat of the token under a name, for the visitor of the cookie if there is one.

    A program need not: its token is enough to play. Others see then that the seat is taken.
    """
    found = await by_link(call, await call.visit.room())
    call.count(call.site.posts, f"{found.room.id}.{found.seat.id}")
    row = _row(call, found)
    if row.seat != found.seat.id:
        raise Wrong("forbidden", "other_seat")
    if found.seat.role == "spectator":
        raise Refused("spectator_seat")
    session = visitor(call)
    person = session.person if session else f"program {secrets.token_urlsafe(16)}"
    await seating.claim(call.site.hub, found.room, row, person, _name(body))
    return await _seat(call, found, row.seat)


def _row(call: Call, found: Sitting) -> SeatRow:
    """The seat of the path."""
    row = found.room.seats.get(call.part("seat"))
    if row is None:
        raise Wrong("not_found", "no_seat", at="seat", expected=", ".join(found.room.seats))
    return row


async def _seat(call: Call, found: Sitting, seat: str) -> SeatShown:
    async with found.room.shown() as table:
        shown = seats_shown(call.site.links, found.room, table, found.seat.id, found.person)
    return next(one for one in shown if one.id == seat)


def _name(body: NameGiven) -> str:
    name = one_line(body.name, LONGEST_NAME)
    if not name:
        raise Malformed("a name of which nothing shows", at="name", expected=f"1 to {LONGEST_NAME} characters")
    return name


_PATH = "/tables/{table}/seats"

operations = [
    Operation("GET", _PATH, list_seats, tag="tables", access="seat"),
    Operation("POST", f"{_PATH}/{{seat}}/revoke", revoke_seat, tag="tables", access="seat", refuses=True),
    Operation("POST", f"{_PATH}/{{seat}}/rename", rename_seat, tag="tables", access="seat", refuses=True),
    Operation("POST", f"{_PATH}/{{seat}}/claim", claim_seat, tag="tables", access="link", refuses=True),
]
