"""The map page of a seat: a picture and tables of the places and links, what can be done there, and the file of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar
from urllib.parse import urlencode

import msgspec
from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from rulewright.engine.errors import Malformed, Refused
from rulewright.engine.journal import Seat
from rulewright.engine.maps import Atlas, Map
from rulewright.table.table import Table
from rulewright.web.downloads import attachment
from rulewright.web.drawing.map_svg import Paths
from rulewright.web.drawing.map_view import Chosen, Desk, Drawn, map_chosen, map_drawn
from rulewright.web.errors import refusal_text
from rulewright.web.forms.draft_forms import DraftForm
from rulewright.web.forms.struct_forms import posted
from rulewright.web.live.listeners import mark_of
from rulewright.web.live.room import Room
from rulewright.web.pages.acting import command_kind, given_command, last_choice
from rulewright.web.pages.table import feed_of
from rulewright.web.people.links import seat_path
from rulewright.web.views import Page, render_block
from rulewright.web.visit import NotAllowed, Visit, number_of, text_of, texts_of


class Tab(msgspec.Struct, frozen=True):
    """A map that can be opened."""

    path: str
    title: str
    kind: str
    open: bool


class Where(msgspec.Struct, frozen=True):
    """What is looked at: a map, and a place or a link of it."""

    map: str = ""
    place: str = ""
    link: str = ""

    @classmethod
    def of(cls, form: FormData) -> Where:
        """What a form of the page was sent from."""
        return cls(text_of(form, "at_map"), text_of(form, "at_place"), text_of(form, "at_link"))

    def path(self, base: str) -> str:
        """The way there."""
        told = {name: value for name, value in msgspec.structs.asdict(self).items() if value}
        anchor = "#details" if self.place or self.link else ""
        return f"{base}/map{'?' if told else ''}{urlencode(told)}{anchor}"


class MapPage(Page, frozen=True, kw_only=True):
    """The maps of a seat, one of them open."""

    template: ClassVar[str] = "map.html"
    base: str
    game: str
    title: str
    seen: int
    parts: str
    tabs: tuple[Tab, ...]
    forms: tuple[DraftForm, ...]
    drawn: Drawn | None
    chosen: Chosen | None
    where: Where
    may_act: bool
    wrong: str = ""


async def show(request: Request) -> Response:
    """The map that is asked for, else the first one."""
    visit = Visit(request)
    room = await visit.room()
    seat = visit.seat(room)
    query = request.query_params
    where = Where(query.get("map", ""), query.get("place", ""), query.get("link", ""))
    page = await _page(visit, room, seat, where)
    if visit.by_script and page.drawn is not None:
        return HTMLResponse(render_block(visit.look, page, "drawn"))
    return visit.page(page)


async def give(request: Request) -> Response:
    """Give a command of the page: `command` is its JSON, else `do` its name, with the fields of its form."""
    visit = Visit(request)
    form = await visit.form()
    room = await visit.room()
    seat = visit.player(room)
    where = Where.of(form)
    given = texts_of(form)
    before = await _known(visit, room, seat, where)
    try:
        command = given_command(form) if "command" in given else _filled(room, seat, text_of(form, "do"), given)
        seen = number_of(form, "at_seen", -1)
        await room.do(lambda table: table.submit(seat.id, command, seen if seen >= 0 else None))
    except Refused as refusal:
        return visit.page(await _page(visit, room, seat, where, given, refusal_text(visit, refusal)), 409)
    except Malformed as error:
        wrong = visit.say("error.malformed", text=str(error))
        return visit.page(await _page(visit, room, seat, where, given, wrong), 400)
    after = await _known(visit, room, seat, where)
    return visit.go(_next(where, before, after).path(seat_path(room.id, seat.id)))


async def undo(request: Request) -> Response:
    """Take back the seat's own last choice, the referee the last one of all."""
    visit = Visit(request)
    form = await visit.form()
    room = await visit.room()
    seat = visit.player(room)
    where = Where.of(form)
    try:
        await room.do(lambda table: table.undo(seat.id, last_choice(table, seat)))
    except Refused as refusal:
        return visit.page(await _page(visit, room, seat, where, wrong=refusal_text(visit, refusal)), 409)
    return visit.go(where.path(seat_path(room.id, seat.id)))


async def source(request: Request) -> Response:
    """The map as a file."""
    visit = Visit(request)
    room = await visit.room()
    seat = visit.seat(room)
    async with room.shown() as table:
        found = _open(table, seat, visit.game_words(table.game), request.query_params.get("map", ""))
    if found is None or not found.source:
        raise NotAllowed("error.no_map", 404)
    name = f"{found.id.rpartition(':')[2]}.toml"
    return Response(found.source, headers=attachment(name), media_type="application/toml; charset=utf-8")


async def _page(
    visit: Visit,
    room: Room,
    seat: Seat,
    where: Where,
    given: Mapping[str, Sequence[str]] | None = None,
    wrong: str = "",
) -> MapPage:
    game, language, base = room.table.game, visit.game_words(room.table.game), seat_path(room.id, seat.id)
    words = visit.words(game)
    async with room.shown() as table:
        atlas = game.atlas(table.world, seat, language)
        shown = _open(table, seat, language, where.map or _first(atlas), where.place or where.link)
        feed = feed_of(visit, room, seat)
        seen, closed, parts = feed.newest(table), table.closed, mark_of(feed.parts(table))
    id = shown.id if shown is not None else where.map
    paths = Paths(lambda place: Where(id, place).path(base), lambda link: Where(id, "", link).path(base))
    desk = Desk(words, acts=seat.role != "spectator" and not closed, given=given)
    drawn = chosen = None
    if shown is not None:
        file = f"{base}/map/file?{urlencode({'map': shown.id})}" if shown.source else ""
        drawn = map_drawn(shown, desk, paths, visit.say("map.label", name=shown.title), where.place, where.link, file)
        chosen = map_chosen(shown, desk, paths, where.place, where.link)
    return MapPage(
        base=base,
        game=game.id,
        title=room.row.title,
        seen=seen,
        parts=parts,
        tabs=tuple(Tab(Where(one.id).path(base), one.title, words(one.kind, {}), one.id == id) for one in atlas.titles),
        forms=desk.forms(atlas.drafts),
        drawn=drawn,
        chosen=chosen,
        where=Where(id, where.place, where.link),
        may_act=desk.acts,
        wrong=wrong,
    )


def _first(atlas: Atlas) -> str:
    return atlas.titles[0].id if atlas.titles else ""


def _open(table: Table, seat: Seat, language: str, id: str, at: str = "") -> Map | None:
    return table.game.map(table.world, seat, language, id, at) if id else None


def _filled(room: Room, seat: Seat, name: str, given: Mapping[str, Sequence[str]]) -> dict[str, Any]:
    kind = command_kind(room, seat, name)
    return {"do": kind.name, **posted(kind.form, given)}


class _Known(msgspec.Struct, frozen=True):
    """What there was to look at at one moment: maps, places of the open one, and its links."""

    maps: tuple[str, ...] = ()
    places: tuple[str, ...] = ()
    links: tuple[str, ...] = ()


async def _known(visit: Visit, room: Room, seat: Seat, where: Where) -> _Known:
    language = visit.game_words(room.table.game)
    async with room.shown() as table:
        atlas = table.game.atlas(table.world, seat, language)
        shown = _open(table, seat, language, where.map)
    maps = tuple(one.id for one in atlas.titles)
    if shown is None:
        return _Known(maps)
    return _Known(maps, tuple(one.id for one in shown.places), tuple(one.id for one in shown.links))


def _next(where: Where, before: _Known, after: _Known) -> Where:
    """What to look at next: what has come into being, else what was looked at."""
    new_maps = [id for id in after.maps if id not in before.maps]
    if new_maps:
        return Where(new_maps[0])
    new_places = [id for id in after.places if id not in before.places]
    if new_places:
        return Where(where.map, new_places[0])
    new_links = [id for id in after.links if id not in before.links]
    if new_links:
        return Where(where.map, "", new_links[0])
    return where


routes = [
    Route("/t/{table}/{seat}/map", show),
    Route("/t/{table}/{seat}/map", give, methods=["POST"]),
    Route("/t/{table}/{seat}/map/undo", undo, methods=["POST"]),
    Route("/t/{table}/{seat}/map/file", source),
]
