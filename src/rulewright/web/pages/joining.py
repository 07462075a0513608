"""Taking a seat by its link."""

from __future__ import annotations

from typing import ClassVar

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from rulewright.engine.board import Figure
from rulewright.engine.journal import Seat
from rulewright.store.seats import SeatRow
from rulewright.web import seating
from rulewright.web.room import Room
from rulewright.web.views import Page
from rulewright.web.visit import NotAllowed, Visit, text_of


class JoinPage(Page, frozen=True, kw_only=True):
    """What the link leads to, and the form that takes the seat."""

    template: ClassVar[str] = "join.html"
    title: str
    game: str
    scene: str
    seat: str
    role: str
    figures: tuple[str, ...]
    name: str
    taken_by: str
    asks_secret: bool
    wrong_secret: bool = False


async def link(request: Request) -> Response:
    """Follow a link: straight to the table for whoever has the seat already, else to the form."""
    visit = Visit(request)
    room, row = await _invited(visit)
    if row.person == visit.person and row.person is not None:
        return visit.go(f"/t/{room.id}/{row.seat}")
    return visit.page(_page(visit, room, row))


async def take(request: Request) -> Response:
    """Take the seat."""
    visit = Visit(request)
    room, row = await _invited(visit)
    form = await visit.form()
    if not seating.fits(text_of(form, "secret"), room.row.secret):
        return visit.page(_page(visit, room, row, wrong_secret=True), 403)
    if _seat(room, row.seat).role == "spectator":
        visit.watch(room.id, row.generation)
    else:
        await seating.claim(visit.site.hub, room, row, visit.person, text_of(form, "name")[:40])
    return visit.go(f"/t/{room.id}/{row.seat}")


async def _invited(visit: Visit) -> tuple[Room, SeatRow]:
    if not visit.site.joins.allow(visit.address):
        raise NotAllowed("error.too_many", 429)
    room = await visit.room()
    path = visit.request.path_params
    row = room.seats.get(path["seat"])
    if row is None or not visit.site.links.fits(path["token"], room.id, row.seat, row.generation):
        raise NotAllowed("error.bad_link")
    return room, row


def _seat(room: Room, name: str) -> Seat:
    return next(seat for seat in room.table.seats if seat.id == name)


def _page(visit: Visit, room: Room, row: SeatRow, *, wrong_secret: bool = False) -> JoinPage:
    table = room.table
    seat = _seat(room, row.seat)
    board = table.game.board(table.world, seat, visit.game_words(table.game))
    mine: list[Figure] = [figure for figure in board.figures if figure.mine] if seat.role == "player" else []
    return JoinPage(
        title=room.row.title,
        game=table.game.title,
        scene=board.text,
        seat=seat.name or seat.id,
        role=seat.role,
        figures=tuple(figure.name for figure in mine),
        name=row.name,
        taken_by=(row.name or seat.name) if row.person not in (None, visit.person) else "",
        asks_secret=bool(room.row.secret),
        wrong_secret=wrong_secret,
    )


routes = [
    Route("/join/{table}/{seat}/{token}", link),
    Route("/join/{table}/{seat}/{token}", take, methods=["POST"]),
]
