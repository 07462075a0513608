"""The referee's last word: any value changed with a reason (the Golden Rule), a far undo, and a what-if."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from typing import Any, ClassVar

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from rulewright.engine.board import Figure
from rulewright.engine.errors import Malformed, Refused
from rulewright.engine.journal import Entry, Seat
from rulewright.engine.words import Words
from rulewright.table.sweep import plain_value
from rulewright.table.table import Table
from rulewright.table.wording import seat_named
from rulewright.web.errors import refusal_text
from rulewright.web.live.room import Room
from rulewright.web.people.links import seat_path
from rulewright.web.tables.branching import what_if
from rulewright.web.tables.new_table_form import LONGEST_TITLE
from rulewright.web.views import Page
from rulewright.web.visit import Visit, number_of, text_of

MOST_VALUES = 400
LONGEST_SHOWN = 200
MOST_MOMENTS = 100
MOST_TOLD = 3
"""Lines of the log that stand for a choice."""


class Value(msgspec.Struct, frozen=True):
    """One value of the state: its path, its name there, and what it is now as JSON."""

    path: str
    name: str
    now: str


class EditPage(Page, frozen=True, kw_only=True):
    """The values of one figure (or of the scene), each to be changed with a reason."""

    template: ClassVar[str] = "edit.html"
    base: str
    figures: tuple[Figure, ...]
    figure: str
    values: tuple[Value, ...]
    path: str = ""
    value: str = ""
    reason: str = ""
    wrong: str = ""


class Moment(msgspec.Struct, frozen=True):
    """A choice that can be taken back: the entry before it, who made it, and what it was."""

    to: int
    who: str
    what: str


class UndoPage(Page, frozen=True, kw_only=True):
    """The choices so far, latest first."""

    template: ClassVar[str] = "undo.html"
    base: str
    moments: tuple[Moment, ...]


async def edit(request: Request) -> Response:
    """The values of a figure."""
    visit = Visit(request)
    room = await visit.room()
    seat = visit.referee(room)
    page = await _page(visit, room, seat, request.query_params.get("figure", ""))
    chosen = next((one for one in page.values if one.path == request.query_params.get("path")), None)
    if chosen is not None:
        page = msgspec.structs.replace(page, path=chosen.path, value=chosen.now)
    return visit.page(page)


async def change(request: Request) -> Response:
    """Change one value."""
    visit = Visit(request)
    form = await visit.form()
    room = await visit.room()
    seat = visit.referee(room)
    path, text, reason = (text_of(form, name).strip() for name in ("path", "value", "reason"))
    figure = text_of(form, "figure")
    command = {"do": "override", "path": path, "value": plain_value(text), "reason": reason}
    if text_of(form, "secret") == "yes":
        command["secret"] = True
    try:
        await room.do(lambda table: table.submit(seat.id, command))
    except Refused as refusal:
        wrong, status = refusal_text(visit, refusal), 409
    except Malformed as error:
        wrong, status = str(error), 400
    else:
        return visit.go(seat_path(room.id, seat.id))
    page = await _page(visit, room, seat, figure)
    return visit.page(msgspec.structs.replace(page, path=path, value=text, reason=reason, wrong=wrong), status)


async def past(request: Request) -> Response:
    """The choices that can be taken back."""
    visit = Visit(request)
    room = await visit.room()
    seat = visit.referee(room)
    async with room.shown() as table:
        moments = tuple(_moments(table, seat, visit.words(table.game)))
    return visit.page(UndoPage(base=seat_path(room.id, seat.id), moments=moments))


async def branch(request: Request) -> Response:
    """A copy of the table as it was after entry `to`, to see what would have come of something else."""
    visit = Visit(request)
    form = await visit.form()
    room = await visit.room()
    seat = visit.referee(room)
    visit.count(visit.site.new_tables)
    title = visit.say("undo.what_if.title", title=room.row.title)[:LONGEST_TITLE]
    copy = await what_if(visit.site.hub, room, number_of(form, "to"), visit.person, title)
    return visit.go(f"{seat_path(copy.id, seat.id)}/seats?done=branched")


def _moments(table: Table, referee: Seat, words: Words) -> Iterator[Moment]:
    """The choices that can be taken back, latest first, each by what the log told right after it."""
    names = {seat.id: seat_named(words, seat) for seat in table.seats}
    points = table.decision_points()[-MOST_MOMENTS:]
    told: dict[int, list[str]] = {to: [] for to in points}
    for seq, event in table.events_for(referee.id, points[0]) if points else ():
        lines = told[points[bisect_left(points, seq) - 1]]
        if len(lines) < MOST_TOLD:
            lines.append(words(event.key, event.facts))
    for to in reversed(points):
        entry = table.entries[to + 1]
        seat = getattr(entry, "seat", "")
        yield Moment(to, names.get(seat, ""), " ".join(told[to]) or _unsaid(entry))


def _unsaid(entry: Entry) -> str:
    """A choice of which the log told nothing."""
    plain = msgspec.to_builtins(entry)
    return _short(plain.get("answer") or plain.get("command", {}).get("do", ""))


async def _page(visit: Visit, room: Room, seat: Seat, figure: str) -> EditPage:
    async with room.shown() as table:
        figures = table.game.board(table.world, seat, visit.game_words(table.game)).figures
        plain = msgspec.to_builtins(table.world.state)
        found = _place(plain, figure) if figure else None
        values = tuple(_values(*found)) if found else tuple(_values("", _simple(plain)))
    return EditPage(
        base=seat_path(room.id, seat.id), figures=figures, figure=figure if found else "", values=values[:MOST_VALUES]
    )


def _place(state: Any, figure: str) -> tuple[str, Any] | None:
    """Where the state keeps a figure: the path of the dict entry that has its id."""
    for name, part in state.items():
        if isinstance(part, dict) and isinstance(part.get(figure), dict):
            return f"{name}.{figure}", part[figure]
    return None


def _simple(state: Any) -> dict[str, Any]:
    """The fields of the state that are single values."""
    return {name: value for name, value in state.items() if not isinstance(value, dict | list)}


def _values(path: str, part: Any, name: str = "") -> Iterator[Value]:
    """The single values below a part, with their paths."""
    if isinstance(part, dict):
        for key, value in part.items():
            yield from _values(f"{path}.{key}" if path else str(key), value, f"{name} {key}".strip())
    elif isinstance(part, list) and any(isinstance(one, dict) for one in part):
        for place, value in enumerate(part):
            yield from _values(f"{path}.{place}", value, f"{name} {place + 1}".strip())
    else:
        yield Value(path, name.replace("_", " "), _short(part))


def _short(value: Any) -> str:
    text = msgspec.json.encode(value).decode()
    return text if len(text) <= LONGEST_SHOWN else f"{text[: LONGEST_SHOWN - 1]}…"


routes = [
    Route("/t/{table}/{seat}/edit", edit),
    Route("/t/{table}/{seat}/edit", change, methods=["POST"]),
    Route("/t/{table}/{seat}/undo", past),
    Route("/t/{table}/{seat}/branch", branch, methods=["POST"]),
]
