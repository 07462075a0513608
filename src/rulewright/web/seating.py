"""Who sits where: claiming a seat by its link, handing it on, taking it back; and the passphrase of a table."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import secrets

import msgspec

from rulewright.engine.errors import Refused
from rulewright.store.seats import SeatRow
from rulewright.web.hub import Hub
from rulewright.web.room import Room


def hashed(passphrase: str) -> str:
    """The hash of a passphrase with its salt, as it is kept; "" for none."""
    if not passphrase:
        return ""
    salt = secrets.token_bytes(16)
    return f"{salt.hex()}:{_scrypt(passphrase, salt).hex()}"


def fits(passphrase: str, kept: str) -> bool:
    """Whether a passphrase is the one that was kept as a hash; anything fits where there is none."""
    if not kept:
        return True
    salt, _, mark = kept.partition(":")
    return hmac.compare_digest(_scrypt(passphrase, bytes.fromhex(salt)).hex(), mark)


def _scrypt(passphrase: str, salt: bytes) -> bytes:
    return hashlib.scrypt(passphrase.encode(), salt=salt, n=2**14, r=8, p=1)


async def claim(hub: Hub, room: Room, seat: SeatRow, person: str, name: str) -> None:
    """Give a seat to a person under a name; raises `Refused` "seat_changed" where somebody was quicker."""
    won = await asyncio.wrap_future(
        hub.store.claim(room.id, seat.seat, seat.generation, seat.person, person, name.strip())
    )
    if not won:
        raise Refused("seat_changed")
    await hub.seated(room.id)
    await rename(room, seat.seat, name)


async def rename(room: Room, seat: str, name: str) -> None:
    """Let a seat go by a name from now on; a closed table keeps its names."""
    if name.strip() and not room.table.closed:
        await room.do(lambda table: table.sit(seat, name))


async def revoke(hub: Hub, room: Room, seat: SeatRow) -> None:
    """Make a seat's link and whoever has it worthless; a new link takes its place."""
    fresh = msgspec.structs.replace(seat, generation=seat.generation + 1, person=None, name="")
    await asyncio.wrap_future(hub.store.put_seat(fresh))
    await hub.seated(room.id)


async def hand_on(hub: Hub, room: Room, seat: SeatRow) -> None:
    """A new link for a seat that its person is about to give away; they keep it until the link is used."""
    await asyncio.wrap_future(hub.store.put_seat(msgspec.structs.replace(seat, generation=seat.generation + 1)))
    await hub.seated(room.id)
