"""What the referee may do with a whole table: name it, lock it, let people watch, take it along, delete it."""

from __future__ import annotations

import asyncio
from typing import Any, ClassVar

from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from rulewright.engine.builtin import Say
from rulewright.engine.journal import Seat
from rulewright.store.exchange import export_table
from rulewright.web.downloads import attachment
from rulewright.web.live.room import Room
from rulewright.web.people import seating
from rulewright.web.people.links import seat_path
from rulewright.web.people.seating import LONGEST_PASSPHRASE
from rulewright.web.tables.new_table_form import LONGEST_TITLE
from rulewright.web.views import Page
from rulewright.web.visit import NotAllowed, Visit, line_of, text_of


class DeletePage(Page, frozen=True, kw_only=True):
    """Asks once more before a table is deleted."""

    template: ClassVar[str] = "delete_table.html"
    base: str
    title: str
    entries: int


async def title(request: Request) -> Response:
    """Give the table another title."""
    visit, room, seat, form = await _posted(request)
    wanted = line_of(form, "title", LONGEST_TITLE)
    if not wanted:
        raise NotAllowed("seat.no_title", 400)
    await _update(visit, room, title=wanted)
    return _back(visit, room, seat, "title")


async def passphrase(request: Request) -> Response:
    """Ask for another passphrase from now on, or for none; whoever sits there already stays."""
    visit, room, seat, form = await _posted(request)
    wanted = text_of(form, "passphrase").strip()[:LONGEST_PASSPHRASE]
    await _update(visit, room, secret=await asyncio.to_thread(seating.hashed, wanted))
    return _back(visit, room, seat, "passphrase" if wanted else "open")


async def watching(request: Request) -> Response:
    """Let people watch from now on, or nobody any more."""
    visit, room, seat, form = await _posted(request)
    allowed = text_of(form, "allowed") == "yes"
    await _update(visit, room, settings={**room.row.settings, "spectators": allowed})
    if not allowed:
        for one in room.table.seats:
            if one.role == "spectator" and one.id in room.seats:
                await seating.revoke(visit.site.hub, room, room.seats[one.id])
    return _back(visit, room, seat, "watching" if allowed else "unwatched")


async def export(request: Request) -> Response:
    """The whole table as a file, without what foretells its dice."""
    visit, room, _ = await _referee(request)
    return await _file(visit, room, seed=False)


async def export_with_seed(request: Request) -> Response:
    """The whole table as a file with which it can be played on elsewhere; the others are told."""
    visit, room, seat, _ = await _posted(request)
    if not seating.sealed(room):
        return await _file(visit, room, seed=False)
    told = Say(visit.say("seat.exported"))
    await room.do(lambda table: table.submit(seat.id, told))
    return await _file(visit, room, seed=True)


async def ask_delete(request: Request) -> Response:
    """Is that so?"""
    visit, room, seat = await _referee(request)
    base = seat_path(room.id, seat.id)
    return visit.page(DeletePage(base=base, title=room.row.title, entries=room.kept + 1))


async def delete(request: Request) -> Response:
    """Delete the table with everything that belongs to it."""
    visit, room, _, _ = await _posted(request)
    hub = visit.site.hub
    await asyncio.wrap_future(hub.store.delete(room.id))
    await hub.forget(room.id)
    return visit.go("/")


async def _referee(request: Request) -> tuple[Visit, Room, Seat]:
    visit = Visit(request)
    room = await visit.room()
    return visit, room, visit.referee(room, "seat.not_referee")


async def _posted(request: Request) -> tuple[Visit, Room, Seat, FormData]:
    visit, room, seat = await _referee(request)
    return visit, room, seat, await visit.form()


async def _update(visit: Visit, room: Room, **changed: Any) -> None:
    hub = visit.site.hub
    await asyncio.wrap_future(hub.store.update(room.id, **changed))
    await hub.seated(room.id)


async def _file(visit: Visit, room: Room, *, seed: bool) -> Response:
    content = await asyncio.to_thread(export_table, visit.site.database, room.id, seed=seed)
    return Response(content, headers=attachment(f"{room.row.title}.jsonl"), media_type="application/jsonl")


def _back(visit: Visit, room: Room, seat: Seat, done: str) -> Response:
    return visit.go(f"{seat_path(room.id, seat.id)}/seats?done={done}")


_BASE = "/t/{table}/{seat}"
routes = [
    Route(f"{_BASE}/title", title, methods=["POST"]),
    Route(f"{_BASE}/passphrase", passphrase, methods=["POST"]),
    Route(f"{_BASE}/watching", watching, methods=["POST"]),
    Route(f"{_BASE}/export", export),
    Route(f"{_BASE}/export", export_with_seed, methods=["POST"]),
    Route(f"{_BASE}/delete", ask_delete),
    Route(f"{_BASE}/delete", delete, methods=["POST"]),
]
