"""Any past moment of a table as a seat saw it then."""

from __future__ import annotations

import asyncio
from typing import ClassVar

from markupsafe import Markup
from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from rulewright.engine.journal import Seat
from rulewright.table.wording import words_of
from rulewright.web.drawing.field_view import with_reach_of
from rulewright.web.drawing.log_lines import LogLines
from rulewright.web.live.feed import board_part, sides_of
from rulewright.web.live.past import history_of
from rulewright.web.live.reel import Asked, Point, points, seen
from rulewright.web.live.room import Room
from rulewright.web.people.links import seat_path
from rulewright.web.views import Page, render
from rulewright.web.visit import Visit, number_of

SLIDER = "moment-slider"
MOST_LINES = 200
"""Log lines from before a moment that are shown with it, the latest."""


class ReplayPage(Page, frozen=True, kw_only=True):
    """One moment with the ways to others; `move_slider` where the slider does not stand at it yet."""

    template: ClassVar[str] = "replay.html"
    base: str
    title: str
    game: str
    number: int
    most: int
    point: Point
    board: Markup
    fresh: Markup
    before: Markup
    asked: tuple[Asked, ...]
    waiting_for: tuple[str, ...]
    move_slider: bool = False


class MomentPart(ReplayPage, frozen=True, kw_only=True):
    """Only the moment, for a page that is open."""

    template: ClassVar[str] = "parts/moment.html"


async def replay(request: Request) -> Response:
    """A moment, the last one unless `at` names another by its number from 1."""
    visit = Visit(request)
    room = await visit.room()
    seat = visit.seat(room)
    wanted = number_of(FormData(request.query_params), "at", 0)
    text = await asyncio.to_thread(_rendered, visit, room, seat, wanted)
    return HTMLResponse(text)


def _rendered(visit: Visit, room: Room, seat: Seat, wanted: int) -> str:
    game, store = room.table.game, visit.site.hub.store
    rows = store.rows(room.id)
    moments = points(rows, seat)
    number = min(max(wanted or len(moments), 1), len(moments))
    point = moments[number - 1]
    content = visit.site.hub.contents.of(game, room.packs)
    history = history_of(game, content, store, room.id, rows[: point.seq + 1])
    following = rows[point.seq + 1] if point.seq + 1 < len(rows) else None
    language = visit.game_words(game)
    since = moments[number - 2].seq if number > 1 else -1
    base, words = seat_path(room.id, seat.id), words_of(game, language)
    shown = seen(history, seat.id, since, following, words, language)
    past = with_reach_of(shown.board, lambda offer: False)
    board = board_part(past, base, words, visit.say)  # sheets show how things are now
    pen = LogLines(game, visit.look, language, sides_of(shown.board))
    split = len(shown.lines) - shown.fresh
    kind = MomentPart if visit.by_script else ReplayPage
    page = kind(
        base=base,
        title=room.row.title,
        game=game.id,
        number=number,
        most=len(moments),
        point=point,
        board=Markup(render(visit.look, board)),
        fresh=pen.draw(shown.lines[split:]),
        before=pen.draw(shown.lines[max(0, split - MOST_LINES) : split]),
        asked=shown.asked,
        waiting_for=shown.waiting_for,
        move_slider=visit.by_script and visit.request.headers.get("hx-trigger", "") != SLIDER,
    )
    return render(visit.look, page)


routes = [Route("/t/{table}/{seat}/replay", replay)]
