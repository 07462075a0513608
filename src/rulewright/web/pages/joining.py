"""Taking a seat by its link."""

from __future__ import annotations

import asyncio
from typing import ClassVar

from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from rulewright.engine.errors import Refused
from rulewright.store.seats import SeatRow
from rulewright.table.table import LONGEST_NAME
from rulewright.web.errors import refusal_text
from rulewright.web.live.room import Room
from rulewright.web.people import seating
from rulewright.web.people.links import seat_path
from rulewright.web.people.seating import LONGEST_PASSPHRASE
from rulewright.web.views import Page
from rulewright.web.visit import NotAllowed, Visit, line_of, text_of


class JoinPage(Page, frozen=True, kw_only=True):
    """What the link leads to, and the form that takes the seat.

    `seen` stands for who has the seat as the page shows it. Behind a passphrase nothing of the game is shown.
    """

    template: ClassVar[str] = "join.html"
    title: str
    game: str
    scene: str
    seat: str
    role: str
    figures: tuple[str, ...]
    others: tuple[str, ...]
    name: str
    taken_by: str
    asks_secret: bool
    seen: str
    wrong_name: str = ""
    wrong_secret: bool = False
    changed: bool = False


async def link(request: Request) -> Response:
    """Follow a link: straight to the table for whoever has the seat already, else to the form."""
    visit = Visit(request)
    room, row = await _invited(visit)
    if _has(visit, room, row):
        return visit.go(seat_path(room.id, row.seat))
    return visit.page(await _page(visit, room, row))


async def take(request: Request) -> Response:
    """Take the seat, if it is still as the form has shown it."""
    visit = Visit(request)
    form = await visit.form()
    room, row = await _invited(visit)
    passphrase = text_of(form, "secret")[:LONGEST_PASSPHRASE]
    if not await asyncio.to_thread(seating.fits, passphrase, room.row.secret):
        return visit.page(await _page(visit, room, row, form, wrong_secret=True), 403)
    if room.table.seat(row.seat).role == "spectator":
        visit.watch(room.id, row.generation)
        return visit.go(seat_path(room.id, row.seat))
    if text_of(form, "seen") != _seen(visit, row):
        return visit.page(await _page(visit, room, row, form, changed=True), 409)
    name = line_of(form, "name", LONGEST_NAME)
    if not name:
        return visit.page(await _page(visit, room, row, form, wrong_name=visit.say("join.no_name")), 400)
    try:
        await seating.claim(visit.site.hub, room, row, visit.person, name)
    except Refused as refusal:
        row = room.seats[row.seat]
        if refusal.reason == "name_taken":
            wrong = refusal_text(visit, refusal)
            return visit.page(await _page(visit, room, row, form, wrong_name=wrong), 409)
        if refusal.reason == "seat_changed" and _still_invited(visit, room, row):
            return visit.page(await _page(visit, room, row, form, changed=True), 409)
        raise
    return visit.go(seat_path(room.id, row.seat))


async def _invited(visit: Visit) -> tuple[Room, SeatRow]:
    visit.count(visit.site.joins)
    room = await visit.room()
    row = room.seats.get(visit.request.path_params["seat"])
    if row is None or not _still_invited(visit, room, row):
        raise NotAllowed("error.bad_link")
    if room.table.seat(row.seat).role == "spectator" and not seating.watchable(room):
        raise NotAllowed("error.no_spectators")
    return room, row


def _still_invited(visit: Visit, room: Room, row: SeatRow) -> bool:
    return visit.site.links.fits(visit.request.path_params["token"], room.id, row.seat, row.generation)


def _has(visit: Visit, room: Room, row: SeatRow) -> bool:
    """Whether the seat is the visitor's already."""
    if room.table.seat(row.seat).role == "spectator":
        return visit.session.watches.get(room.id) == row.generation
    return row.person == visit.person


def _seen(visit: Visit, row: SeatRow) -> str:
    return visit.site.links.sign("seen", row.table, row.seat, str(row.generation), row.person or "")


async def _page(
    visit: Visit,
    room: Room,
    row: SeatRow,
    form: FormData | None = None,
    *,
    wrong_name: str = "",
    wrong_secret: bool = False,
    changed: bool = False,
) -> JoinPage:
    seat = room.table.seat(row.seat)
    mine = [one for one in room.seats.values() if one.person == visit.person and one.seat != row.seat]
    known = {one.id: one.name or one.id for one in room.table.seats}
    scene, figures = "", list[str]()
    if not room.row.secret:
        async with room.shown() as table:
            board = table.game.board(table.world, seat, visit.game_words(table.game))
        scene = board.text
        figures = [figure.name for figure in board.figures if figure.mine] if seat.role == "player" else []
    return JoinPage(
        title=room.row.title,
        game=room.table.game.title,
        scene=scene,
        seat=seating.first_name(room, row.seat),
        role=seat.role,
        figures=tuple(figures),
        others=tuple(known[one.seat] for one in mine),
        name=line_of(form, "name", LONGEST_NAME) if form else next((one.name for one in mine if one.name), ""),
        taken_by=known[row.seat] if row.person not in (None, visit.person) else "",
        asks_secret=bool(room.row.secret),
        seen=_seen(visit, row),
        wrong_name=wrong_name,
        wrong_secret=wrong_secret,
        changed=changed,
    )


routes = [
    Route("/join/{table}/{seat}/{token}", link),
    Route("/join/{table}/{seat}/{token}", take, methods=["POST"]),
]
