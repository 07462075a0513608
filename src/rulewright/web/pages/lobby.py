"""The start page: my tables, the way to a new one, and the way in by a link."""

from __future__ import annotations

import asyncio
from typing import ClassVar

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from rulewright import games
from rulewright.engine.events import REFEREE
from rulewright.engine.words import told_or
from rulewright.store.seats import SeatRow
from rulewright.store.tables import TableRow, TableStore
from rulewright.table.table import Table
from rulewright.web.live.hub import SPECTATOR, Hub
from rulewright.web.live.turn import offered
from rulewright.web.people.seating import way_in
from rulewright.web.views import Page
from rulewright.web.visit import Visit, line_of


class SeatButton(msgspec.Struct, frozen=True):
    """A way to a seat: its id, what it is called there, and the name I go by."""

    id: str
    seat: str
    name: str = ""


class TableCard(msgspec.Struct, frozen=True):
    """A table of mine, with the seats that I have there. `waits` is only known of tables that are open here now."""

    id: str
    title: str
    game: str
    touched: str
    closed: bool
    seats: tuple[SeatButton, ...]
    waits: bool = False


class GameCard(msgspec.Struct, frozen=True):
    """A game that can be played here, and what it is in a sentence."""

    id: str
    title: str
    about: str


class LobbyPage(Page, frozen=True, kw_only=True):
    """My tables and the games. `link` is one that was given and leads nowhere, `wrong` says why."""

    template: ClassVar[str] = "lobby.html"
    tables: tuple[TableCard, ...]
    games: tuple[GameCard, ...]
    link: str = ""
    wrong: str = ""


class NewGamesPage(Page, frozen=True, kw_only=True):
    """The games by themselves, for whoever sets up a table."""

    template: ClassVar[str] = "new_games.html"
    games: tuple[GameCard, ...]
    tables: tuple[TableCard, ...] = ()


async def lobby(request: Request) -> Response:
    """The start page."""
    visit = Visit(request)
    return visit.page(await _page(visit))


async def new(request: Request) -> Response:
    """Which game shall it be?"""
    visit = Visit(request)
    return visit.page(NewGamesPage(games=_games(visit)))


async def join(request: Request) -> Response:
    """Follow a link that somebody has pasted, if it is one of ours."""
    visit = Visit(request)
    form = await visit.form()
    visit.count(visit.site.joins)
    given = line_of(form, "link", 1_000)
    way = way_in(given, request.url.netloc)
    seats = await asyncio.to_thread(visit.site.hub.store.seats, way.table) if way else []
    row = next((row for row in seats if way and row.seat == way.seat), None)
    if way and row and visit.site.links.fits(way.token, way.table, way.seat, row.generation):
        return visit.go(way.path)
    wrong = visit.say("lobby.elsewhere", host=way.host) if way and way.host else visit.say("lobby.bad_link")
    return visit.page(await _page(visit, given, wrong), 400)


async def _page(visit: Visit, link: str = "", wrong: str = "") -> LobbyPage:
    hub = visit.site.hub
    mine = await asyncio.to_thread(_mine, hub.store, visit)
    cards = [await _card(visit, row, seats) for row, seats in mine]
    return LobbyPage(tables=tuple(cards), games=_games(visit), link=link, wrong=wrong)


def _mine(store: TableStore, visit: Visit) -> list[tuple[TableRow, list[SeatRow]]]:
    """My tables with those of their seats that I may go to, the latest touched first."""
    rows = {row.id: row for row in store.tables_of(visit.person)}
    for id in visit.session.watches:
        if id not in rows and (row := store.table(id)) is not None:
            rows[id] = row
    found = []
    for row in rows.values():
        seats = [seat for seat in store.seats(row.id) if _is_mine(visit, row, seat)]
        if len(seats) > 1 and row.id not in visit.session.watches:
            seats = [
                seat for seat in seats if seat.seat != SPECTATOR.id
            ]  # whose table it is may watch, but seldom will
        if seats:
            found.append((row, sorted(seats, key=lambda seat: (seat.seat == SPECTATOR.id, seat.seat != REFEREE))))
    return sorted(found, key=lambda one: one[0].touched_at, reverse=True)


def _is_mine(visit: Visit, row: TableRow, seat: SeatRow) -> bool:
    if seat.seat == SPECTATOR.id:
        return row.owner == visit.person or visit.session.watches.get(row.id) == seat.generation
    return seat.person == visit.person


async def _card(visit: Visit, row: TableRow, seats: list[SeatRow]) -> TableCard:
    title = games.installed()[row.game].title if row.game in games.installed() else row.game
    buttons = [SeatButton(seat.seat, _called(visit, seat), seat.name) for seat in seats]
    waits = await _waits(visit.site.hub, row.id, [seat.seat for seat in seats if seat.seat != SPECTATOR.id])
    return TableCard(row.id, row.title, title, row.touched_at, row.closed, tuple(buttons), waits)


def _called(visit: Visit, seat: SeatRow) -> str:
    if seat.seat in (REFEREE, SPECTATOR.id):
        return visit.say(f"seat.role.{seat.seat}")
    return seat.seat[:1].upper() + seat.seat[1:]


async def _waits(hub: Hub, id: str, seats: list[str]) -> bool:
    """Whether an open table waits for one of these seats; it costs too much to open it for this."""
    room = hub.rooms.get(id)
    if room is None:
        return False
    async with room.shown() as table:
        return any(waits_for(table, seat) for seat in seats)


def waits_for(table: Table, seat: str) -> bool:
    """Whether nothing goes on until somebody in this seat decides."""
    if table.closed or table.game.over(table.world):
        return False
    waiting = table.waiting_for(seat)
    if waiting:
        return seat in waiting
    if table.seat(seat).referee and any(offered(table, one.id) for one in table.seats if one.role == "player"):
        return False  # the referee can always do something
    return offered(table, seat) is not None


def _games(visit: Visit) -> tuple[GameCard, ...]:
    return tuple(
        GameCard(id, game.title, told_or(visit.words(game), "game.about", "")) for id, game in games.installed().items()
    )


routes = [Route("/", lobby), Route("/new", new), Route("/join", join, methods=["POST"])]
