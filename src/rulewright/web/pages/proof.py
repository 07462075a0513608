"""Sealed dice: what was published before play, the closing of a table, and the proof of every die afterwards."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import ClassVar

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from rulewright.engine.journal import Entry, Rolled, Seat, encode_entry, opened_in
from rulewright.engine.sealed import face_at
from rulewright.table.log import without_whispers
from rulewright.table.opening import seed_of
from rulewright.table.verify import Verified, verify
from rulewright.web.people.links import seat_path
from rulewright.web.views import Page
from rulewright.web.visit import NotAllowed, Visit, text_of

MOST_ROLLS = 500
"""Rolls that the page lists, the latest; the journal has them all."""


class Thrown(msgspec.Struct, frozen=True):
    """Dice of one roll: the entry, the numbers of the first and last die, what fell, and what the seed says."""

    seq: int
    first: int
    last: int
    dice: str
    faces: tuple[int, ...]
    recomputed: tuple[int, ...] | None


class ProofPage(Page, frozen=True, kw_only=True):
    """The seal; once the table is closed the seed, and the proof where it was asked for."""

    template: ClassVar[str] = "proof.html"
    base: str
    title: str
    table: str
    referee: bool
    closed: bool
    waiting: bool
    seal: str
    seed: str
    public: bool
    has_journal: bool
    status: str = ""
    report: tuple[str, ...] = ()
    rolls: tuple[Thrown, ...] = ()
    left_out: int = 0
    unsure: bool = False


async def show(request: Request) -> Response:
    """The page; with `verify` in the address every die is recomputed, which a closed table allows."""
    return await _shown(Visit(request))


async def close(request: Request) -> Response:
    """The referee closes the table for good, which reveals the seed."""
    visit = Visit(request)
    room = await visit.room()
    seat = visit.seat(room)
    form = await visit.form()
    if text_of(form, "sure") != "yes":
        return await _shown(visit, unsure=True)
    await room.do(lambda table: table.close(seat.id))
    return visit.go(f"{seat_path(room.id, seat.id)}/dice")


async def journal(request: Request) -> Response:
    """The journal as JSON lines: the referee's at any time, everybody's once the table is closed."""
    visit = Visit(request)
    room = await visit.room()
    seat = visit.seat(room)
    async with room.shown() as table:
        entries, closed = list(table.entries), table.closed
    if not closed and not seat.referee:
        raise NotAllowed("error.journal_sealed")
    lines = await asyncio.to_thread(_lines, entries, seat)
    headers = {"content-disposition": f'attachment; filename="rulewright-{room.id}.jsonl"'}
    return Response(lines, media_type="application/x-ndjson", headers=headers)


async def _shown(visit: Visit, *, unsure: bool = False) -> Response:
    room = await visit.room()
    seat = visit.seat(room)
    async with room.shown() as table:
        entries, closed = list(table.entries), table.closed
        waiting = seat.referee and bool(table.open_questions(seat.id))
    opened = opened_in(entries)
    revealed = seed_of(entries)
    page = ProofPage(
        base=seat_path(room.id, seat.id),
        title=room.row.title,
        table=room.id,
        referee=seat.referee,
        closed=closed,
        waiting=waiting,
        seal=opened.seal,
        seed=revealed[1].hex() if revealed and (closed or opened.seed) else "",
        public=bool(opened.seed),
        has_journal=closed or seat.referee,
        unsure=unsure,
    )
    if closed and visit.request.query_params.get("verify"):
        found, rolls = await asyncio.to_thread(_proved, entries)
        page = msgspec.structs.replace(
            page,
            status=found.status,
            report=tuple(visit.say(event.key, **event.facts) for event in found.report),
            rolls=tuple(rolls[-MOST_ROLLS:]),
            left_out=max(0, len(rolls) - MOST_ROLLS),
        )
    return visit.page(page, 400 if unsure else 200)


def _proved(entries: Sequence[Entry]) -> tuple[Verified, list[Thrown]]:
    """What the dice turned out to be, and each roll beside what the seed says; dice of a parent table stand alone."""
    opened = opened_in(entries)
    own_from = opened.branch.seq if opened.branch else 0
    revealed = seed_of(entries)
    rolls = []
    for entry in entries:
        if not isinstance(entry, Rolled):
            continue
        faces = None
        if revealed is not None and entry.seq > own_from and entry.sides > 0:
            faces = tuple(face_at(revealed[1], entry.first + place, entry.sides) for place in range(len(entry.faces)))
        last = entry.first + len(entry.faces) - 1
        dice = f"{len(entry.faces)}d{entry.sides}"
        rolls.append(Thrown(entry.seq, entry.first, last, dice, entry.faces, faces))
    return verify(entries), rolls


def _lines(entries: Sequence[Entry], seat: Seat) -> bytes:
    return b"".join(encode_entry(without_whispers(entry, seat)) + b"\n" for entry in entries)


routes = [
    Route("/t/{table}/{seat}/dice", show),
    Route("/t/{table}/{seat}/dice/close", close, methods=["POST"]),
    Route("/t/{table}/{seat}/journal", journal),
]
