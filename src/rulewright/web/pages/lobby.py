"""The start page: my tables, and the way to a new one."""

from __future__ import annotations

import asyncio
from typing import ClassVar

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from rulewright import games
from rulewright.web.views import Page
from rulewright.web.visit import Visit


class TableCard(msgspec.Struct, frozen=True):
    """A table of mine, with the seats that I have there."""

    id: str
    title: str
    game: str
    touched: str
    closed: bool
    seats: tuple[tuple[str, str], ...]


class LobbyPage(Page, frozen=True, kw_only=True):
    """My tables and the games."""

    template: ClassVar[str] = "lobby.html"
    tables: tuple[TableCard, ...]
    games: tuple[tuple[str, str], ...]


async def lobby(request: Request) -> Response:
    """The start page."""
    visit = Visit(request)
    hub = visit.site.hub
    cards = []
    for row in await asyncio.to_thread(hub.store.tables_of, visit.person):
        seats = await asyncio.to_thread(hub.store.seats, row.id)
        mine = tuple((seat.seat, seat.name or seat.seat) for seat in seats if seat.person == visit.person)
        title = games.installed()[row.game].title if row.game in games.installed() else row.game
        cards.append(TableCard(row.id, row.title, title, row.touched_at, row.closed, mine))
    known = tuple((id, game.title) for id, game in games.installed().items())
    return visit.page(LobbyPage(tables=tuple(cards), games=known))


routes = [Route("/", lobby)]
