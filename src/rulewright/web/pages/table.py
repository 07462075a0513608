"""The table page of a seat, its live stream, the older log, and the sheets of its figures."""

from __future__ import annotations

import asyncio
from typing import ClassVar

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from rulewright.engine.journal import Seat
from rulewright.table.wording import seat_named, seats_named
from rulewright.web.live.feed import PageFeed
from rulewright.web.live.listeners import mark_of
from rulewright.web.live.room import Room
from rulewright.web.live.stream import stream
from rulewright.web.people.links import seat_path
from rulewright.web.views import Page, render, render_block
from rulewright.web.visit import NotAllowed, Visit


class TablePage(Page, frozen=True, kw_only=True):
    """The table as a seat sees it."""

    template: ClassVar[str] = "table.html"
    base: str
    title: str
    game: str
    seq: int
    parts: str
    seat: Seat
    seat_name: str
    seats: tuple[Seat, ...]
    turn: Markup
    board: Markup
    log: Markup
    others: tuple[tuple[str, str], ...]
    closed: bool
    asks: str


class LogPage(Page, frozen=True, kw_only=True):
    """The whole log."""

    template: ClassVar[str] = "log.html"
    base: str
    title: str
    lines: Markup


class SheetPage(Page, frozen=True, kw_only=True):
    """The sheet of one figure."""

    template: ClassVar[str] = "sheet.html"
    base: str
    name: str
    sheet: str
    editable: bool
    figure: str


def feed_of(visit: Visit, room: Room, seat: Seat) -> PageFeed:
    """The feed of the visitor's page."""
    game = room.table.game
    return PageFeed(game, room.id, seat.id, visit.look, visit.game_words(game))


async def show(request: Request) -> Response:
    """The page, complete as it stands."""
    visit = Visit(request)
    room = await visit.room()
    seat = visit.seat(room)
    feed = feed_of(visit, room, seat)
    async with room.shown() as table:
        turn, board = feed.turn(table), feed.board(table)
        parts = feed.draw(table, turn, board)
        page = TablePage(
            base=feed.base,
            title=room.row.title,
            game=table.game.id,
            seq=feed.newest(table),
            parts=mark_of(parts),
            seat=seat,
            seat_name=seat_named(feed.words, seat),
            seats=seats_named(feed.words, table.seats),
            turn=Markup(render(visit.look, turn)),  # with the visitor's own form token
            board=Markup(feed.draw_own(visit.look, table, turn, board) if board.reach else parts["board"]),
            log=feed.log(table),
            others=tuple(
                (seat_path(room.id, one.id), seat_named(feed.words, one))
                for one in visit.mine(room)
                if one.id != seat.id
            ),
            closed=table.closed,
            asks=table.preferences_of(seat.id).overall,
        )
    return visit.page(page)


async def live(request: Request) -> Response:
    """What happens from now on, or since Last-Event-ID."""
    visit = Visit(request)
    room = await visit.room()
    seat = visit.seat(room)
    row = room.seats[seat.id]
    return stream(request, room, feed_of(visit, room, seat), visit.person, row.generation)


async def whole_log(request: Request) -> Response:
    """Every line of the log."""
    visit = Visit(request)
    room = await visit.room()
    seat = visit.seat(room)
    feed = feed_of(visit, room, seat)
    async with room.shown() as table:
        page = LogPage(base=feed.base, title=room.row.title, lines=await asyncio.to_thread(feed.whole_log, table))
    return visit.page(page)


async def sheet(request: Request) -> Response:
    """The sheet of a figure that the seat decides for; the referee reads everybody's."""
    visit = Visit(request)
    room = await visit.room()
    seat = visit.seat(room)
    game, language = room.table.game, visit.game_words(room.table.game)
    async with room.shown() as table:
        board = game.board(table.world, seat, language)
        wanted = request.path_params["figure"]
        figure = next((one for one in board.figures if one.id == wanted), None)
        if figure is None or not (figure.mine or seat.referee):
            raise NotAllowed("error.no_sheet", 404)
        character = game.characters.find(table.world, figure.id)
        text = game.characters.sheet(character, language, table.world)
    base = seat_path(room.id, seat.id)
    page = SheetPage(base=base, name=figure.name, sheet=text, editable=seat.referee, figure=figure.id)
    if visit.by_script:
        return HTMLResponse(render_block(visit.look, page, "sheet"))
    return visit.page(page)


routes = [
    Route("/t/{table}/{seat}", show),
    Route("/t/{table}/{seat}/stream", live),
    Route("/t/{table}/{seat}/log", whole_log),
    Route("/t/{table}/{seat}/sheet/{figure}", sheet),
]
