"""Who calls: a seat by the token of its link, or a visitor by the cookie of the pages.

A bearer token is `TABLE.SEAT.TOKEN`: the table's id, the seat's id in percent-encoding, and the token of the seat's
link. It is good for as long as the link is: revoking the seat ends both.
"""

from __future__ import annotations

import asyncio
import hashlib
from urllib.parse import quote, unquote

import msgspec

from rulewright.engine.journal import Seat
from rulewright.store.seats import SeatRow
from rulewright.web.api.operations import Call
from rulewright.web.api.problems import Wrong
from rulewright.web.live.listeners import holds
from rulewright.web.live.room import Room
from rulewright.web.people import seating
from rulewright.web.people.security import same_origin
from rulewright.web.people.session import COOKIE, Session
from rulewright.web.visit import NotAllowed

FORM_TOKEN = "x-form-token"
TABLE_SECRET = "x-table-secret"
CHALLENGE = "Bearer"
_MOST_KNOWN = 1_000
_known_secrets: dict[tuple[str, bytes], None] = {}
"""Passphrases that have been found to fit, by the hash that the table keeps and one of their own."""


class Sitting(msgspec.Struct, frozen=True):
    """Somebody at a table: their seat, and who they are (None: whoever has the link)."""

    room: Room
    seat: Seat
    row: SeatRow
    person: str | None

    @property
    def still(self) -> bool:
        """Whether the seat is theirs still."""
        row = self.room.seats.get(self.row.seat)
        return row is not None and holds(row, self.person, self.row.generation)


def bearer(seat: SeatRow, token: str) -> str:
    """The token of a seat for programs, out of that of its link."""
    return f"{seat.table}.{quote(seat.seat, safe='')}.{token}"


async def sitting(call: Call) -> Sitting:
    """The caller's seat at the table of the path; raises `Wrong`, `NotAllowed`, and `Refused` "unknown_table"."""
    room = await call.visit.room()
    if "authorization" in call.request.headers:
        found = await by_link(call, room)
    else:
        found = _by_cookie(call, room)
    if call.request.method == "POST":
        call.count(call.site.posts, f"{room.id}.{found.seat.id}")
    return found


async def referee(call: Call) -> Sitting:
    """The caller's seat, which must be a referee's."""
    found = await sitting(call)
    if not found.seat.referee:
        raise Wrong("forbidden", "not_referee")
    return found


async def by_link(call: Call, room: Room) -> Sitting:
    """The seat whose link the caller has."""
    table, seat, token = _parts(call)
    if table != room.id:
        raise Wrong("forbidden", "other_table")
    row = room.seats.get(seat)
    if row is None or not call.site.links.fits(token, room.id, seat, row.generation):
        raise Wrong("unauthorized", "bad_token", www_authenticate=CHALLENGE)
    found = room.table.seat(seat)
    if found.role == "spectator" and not seating.watchable(room):
        raise NotAllowed("error.no_spectators")
    if room.row.secret:
        await _check_secret(call, room)
    wanted = call.request.query_params.get("seat", seat)
    if wanted != seat:
        raise Wrong("forbidden", "other_seat")
    return Sitting(room, found, row, None)


def visitor(call: Call) -> Session | None:
    """The session of the caller's cookie; None where there is none. What changes something needs a form token too."""
    session = call.site.sessions.read(call.request.cookies.get(COOKIE))
    if session is not None and call.request.method == "POST":
        token = call.request.headers.get(FORM_TOKEN, "")
        if not same_origin(call.request.headers) or not call.site.links.form_fits(token, session.person):
            raise Wrong("forbidden", "form_token", at=FORM_TOKEN)
    return session


def table_of_bearer(call: Call) -> str:
    """The table that the caller's token names."""
    return _parts(call)[0]


def _by_cookie(call: Call, room: Room) -> Sitting:
    session = visitor(call)
    if session is None:
        raise Wrong("unauthorized", www_authenticate=CHALLENGE)
    wanted = call.request.query_params.get("seat")
    if wanted is not None:
        seat = call.visit.seat_named(room, wanted)
    else:
        mine = call.visit.mine(room)
        if not mine:
            raise Wrong("forbidden", "not_seated")
        seat = mine[0]
    return Sitting(room, seat, room.seats[seat.id], session.person)


def _parts(call: Call) -> tuple[str, str, str]:
    scheme, _, given = call.request.headers.get("authorization", "").partition(" ")
    table, _, rest = given.strip().partition(".")
    seat, _, token = rest.rpartition(".")
    if scheme.lower() != "bearer" or not (table and seat and token):
        raise Wrong("unauthorized", "bad_token", www_authenticate=CHALLENGE)
    return table, unquote(seat), token


async def _check_secret(call: Call, room: Room) -> None:
    """Tables with a passphrase want it from programs too; raises `Wrong`."""
    passphrase = unquote(call.request.headers.get(TABLE_SECRET, ""))[: seating.LONGEST_PASSPHRASE]
    mark = (room.row.secret, hashlib.sha256(passphrase.encode()).digest())
    if mark in _known_secrets:
        return
    call.count(call.site.joins)
    if not await asyncio.to_thread(seating.fits, passphrase, room.row.secret):
        raise Wrong("forbidden", "table_secret", at=TABLE_SECRET)
    while len(_known_secrets) >= _MOST_KNOWN:
        del _known_secrets[next(iter(_known_secrets))]
    _known_secrets[mark] = None
