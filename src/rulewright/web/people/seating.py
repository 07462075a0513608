"""Who sits where: claiming a seat by its link, handing it on, taking it back; and the passphrase of a table."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import re
import secrets
import unicodedata
from collections.abc import Iterable
from urllib.parse import unquote, urlsplit

import msgspec

from rulewright.engine.errors import Refused
from rulewright.engine.journal import Seat, opened_in
from rulewright.store.seats import SeatRow
from rulewright.table.preferences import Preferences
from rulewright.web.live.hub import Hub
from rulewright.web.live.room import Room
from rulewright.web.people.links import join_path

LONGEST_PASSPHRASE = 200
_LINK = re.compile(r"/join/([^/]+)/([^/]+)/([^/]+)/?")


class Way(msgspec.Struct, frozen=True):
    """Where a link leads: a seat with a token; `host` is the server, "" where it is this one."""

    table: str
    seat: str
    token: str
    host: str = ""

    @property
    def path(self) -> str:
        """The path on this server."""
        return join_path(self.table, self.seat, self.token)


def watchable(room: Room) -> bool:
    """Whether people may watch a table by the spectators' link."""
    return room.row.settings.get("spectators") is not False


def in_order(seats: Iterable[Seat]) -> list[Seat]:
    """Seats as they are listed: the referee's first, the spectators' last."""
    return sorted(seats, key=lambda seat: ("referee", "player", "spectator").index(seat.role))


def sealed(room: Room) -> bool:
    """Whether the dice of a table are still a secret."""
    return not room.table.closed and not opened_in(room.table.entries).seed


def way_in(link: str, here: str) -> Way | None:
    """Where a link that somebody has pasted leads, on the server `here` (host and port) or another; else None."""
    link = link.strip().removeprefix("<").removesuffix(">")
    if "://" not in link and not link.startswith("/"):
        link = f"//{link}"
    try:
        parts = urlsplit(link)
    except ValueError:
        return None
    found = _LINK.fullmatch(parts.path)
    if found is None:
        return None
    table, seat, token = (unquote(part) for part in found.groups())
    return Way(table, seat, token, "" if parts.netloc in ("", here) else parts.netloc)


def hashed(passphrase: str) -> str:
    """The hash of a passphrase with its salt, as it is kept; "" for none. It takes a while: not for the event loop."""
    if not passphrase:
        return ""
    salt = secrets.token_bytes(16)
    return f"{salt.hex()}:{_scrypt(passphrase, salt).hex()}"


def fits(passphrase: str, kept: str) -> bool:
    """Whether a passphrase is the one that was kept as a hash; anything fits where there is none. It takes a while."""
    if not kept:
        return True
    salt, _, mark = kept.partition(":")
    return hmac.compare_digest(_scrypt(passphrase, bytes.fromhex(salt)).hex(), mark)


def _scrypt(passphrase: str, salt: bytes) -> bytes:
    # keyboards differ in how they write the same letter, and people in the spaces around it
    same = unicodedata.normalize("NFKC", passphrase).strip()
    return hashlib.scrypt(same.encode(), salt=salt, n=2**14, r=8, p=1)


async def claim(hub: Hub, room: Room, seat: SeatRow, person: str, name: str) -> None:
    """Give a seat to a person under a name.

    Raises `Refused`: "seat_changed" where somebody was quicker, "name_taken".
    """
    _check_name(room, seat.seat, person, name)
    kept = seat.preferences if seat.person == person else {}
    await _change(hub, room, seat, msgspec.structs.replace(seat, person=person, name=name, preferences=kept))
    await _go_by(room, seat.seat, name)


async def rename(hub: Hub, room: Room, seat: SeatRow, name: str) -> None:
    """Let whoever sits there go by another name; raises `Refused` "seat_changed" or "name_taken"."""
    _check_name(room, seat.seat, seat.person, name)
    await _change(hub, room, seat, msgspec.structs.replace(seat, name=name))
    await _go_by(room, seat.seat, name)


async def revoke(hub: Hub, room: Room, seat: SeatRow) -> None:
    """Make a seat's link and whoever has it worthless; a new link takes its place. Raises `Refused` "seat_changed"."""
    fresh = SeatRow(seat.table, seat.seat, generation=seat.generation + 1)
    await _change(hub, room, seat, fresh)
    await _go_by(room, seat.seat, first_name(room, seat.seat))


async def hand_on(hub: Hub, room: Room, seat: SeatRow) -> None:
    """A new link for a seat that its person is about to give away; they keep it until the link is used.

    Raises `Refused` "seat_changed".
    """
    await _change(hub, room, seat, msgspec.structs.replace(seat, generation=seat.generation + 1))


async def prefer(hub: Hub, room: Room, seat: SeatRow, wish: Preferences) -> None:
    """Keep when whoever sits there wants to be asked, for the next time the table opens.

    Raises `Refused` "seat_changed".
    """
    await _change(hub, room, seat, msgspec.structs.replace(seat, preferences=msgspec.to_builtins(wish)))


async def _change(hub: Hub, room: Room, before: SeatRow, after: SeatRow) -> None:
    won = await asyncio.wrap_future(hub.store.change_seat(before, after))
    await hub.seated(room.id)
    if not won:
        raise Refused("seat_changed")


async def _go_by(room: Room, seat: str, name: str) -> None:
    """Let a seat go by a name in the log; a closed table keeps its names."""
    if name and name != room.table.seat(seat).name and not room.table.closed:
        await room.do(lambda table: table.sit(seat, name))


def first_name(room: Room, seat: str) -> str:
    """What a seat was called before anybody sat there."""
    return next(one.name for one in opened_in(room.table.entries).seats if one.id == seat)


def _check_name(room: Room, seat: str, person: str | None, name: str) -> None:
    """Nobody goes by the name of somebody else at the table."""
    for other in room.table.seats:
        if other.id != seat and (other.name or other.id).casefold() == name.casefold():
            row = room.seats.get(other.id)
            if row is None or row.person is None or row.person != person:
                raise Refused("name_taken", name=name)
