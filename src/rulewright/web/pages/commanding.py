"""Any command of the game by its form: what the menu leaves out."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, ClassVar

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from rulewright.engine.board import Figure
from rulewright.engine.commands import CommandType
from rulewright.engine.errors import Malformed, Refused
from rulewright.engine.journal import Seat
from rulewright.table.wording import seats_named
from rulewright.web.errors import refusal_text
from rulewright.web.forms.struct_forms import Field, fields_of, posted
from rulewright.web.live.room import Room
from rulewright.web.pages.acting import command_kind
from rulewright.web.people.links import seat_path
from rulewright.web.views import Page
from rulewright.web.visit import Visit, texts_of

OWN_PLACE = ("say", "free_roll", "override")
"""Commands that have a place of their own on the table page."""


class Listed(msgspec.Struct, frozen=True):
    """A command in the list."""

    name: str
    text: str
    rule: str


class CommandsPage(Page, frozen=True, kw_only=True):
    """All commands that the seat may give."""

    template: ClassVar[str] = "commands.html"
    base: str
    game: str
    commands: tuple[Listed, ...]


class CommandPage(Page, frozen=True, kw_only=True):
    """One command as a form; `wrong` says why it was not carried out, `given` what stood in the fields."""

    template: ClassVar[str] = "command.html"
    base: str
    game: str
    command: Listed
    fields: tuple[Field, ...]
    figures: tuple[Figure, ...]
    seats: tuple[Seat, ...]
    given: Mapping[str, list[str]] = MappingProxyType({})
    wrong: str = ""


async def listing(request: Request) -> Response:
    """The list."""
    visit = Visit(request)
    room = await visit.room()
    seat = visit.player(room)
    game = room.table.game
    found = sorted(game.commands.open_to(seat).items())
    commands = tuple(_listed(kind) for name, kind in found if name not in OWN_PLACE)
    return visit.page(CommandsPage(base=seat_path(room.id, seat.id), game=game.id, commands=commands))


async def one(request: Request) -> Response:
    """The form of one command."""
    visit = Visit(request)
    room = await visit.room()
    seat = visit.player(room)
    return visit.page(await _page(visit, room, seat, command_kind(room, seat, request.path_params["name"])))


async def give(request: Request) -> Response:
    """Give it. Where the rules refuse it, the form comes again with the reason and what was filled in."""
    visit = Visit(request)
    form = await visit.form()
    room = await visit.room()
    seat = visit.player(room)
    kind = command_kind(room, seat, request.path_params["name"])
    given = texts_of(form)
    try:
        command: dict[str, Any] = {"do": kind.name, **posted(kind.form, given)}
        await room.do(lambda table: table.submit(seat.id, command))
    except Refused as refusal:
        return visit.page(await _page(visit, room, seat, kind, given, refusal_text(visit, refusal)), 409)
    except Malformed as error:
        return visit.page(await _page(visit, room, seat, kind, given, str(error)), 400)
    return visit.go(seat_path(room.id, seat.id))


async def _page(
    visit: Visit,
    room: Room,
    seat: Seat,
    kind: CommandType,
    given: dict[str, list[str]] | None = None,
    wrong: str = "",
) -> CommandPage:
    async with room.shown() as table:
        figures = table.game.board(table.world, seat, visit.game_words(table.game)).figures
        seats = seats_named(visit.words(table.game), table.seats)
    return CommandPage(
        base=seat_path(room.id, seat.id),
        game=room.table.game.id,
        command=_listed(kind),
        fields=fields_of(kind.form),
        figures=figures,
        seats=seats,
        given=given or {},
        wrong=wrong,
    )


def _listed(kind: CommandType) -> Listed:
    return Listed(kind.name, " ".join((kind.form.__doc__ or "").split()), kind.rule)


routes = [
    Route("/t/{table}/{seat}/do", listing),
    Route("/t/{table}/{seat}/do/{name}", one),
    Route("/t/{table}/{seat}/do/{name}", give, methods=["POST"]),
]
