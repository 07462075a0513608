"""Who sits where: for everybody to see, for the referee to hand out, for each to keep, pass on or leave."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import ClassVar

import msgspec
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from rulewright.engine.errors import Refused
from rulewright.engine.journal import Seat
from rulewright.store.seats import SeatRow
from rulewright.table.table import LONGEST_NAME
from rulewright.web.live.room import Room
from rulewright.web.people import seating
from rulewright.web.people.links import seat_path
from rulewright.web.views import Page, render
from rulewright.web.visit import NotAllowed, Visit, line_of

DONE = (
    "renamed",
    "revoked",
    "taken",
    "link",
    "title",
    "passphrase",
    "open",
    "watching",
    "unwatched",
    "brought",
    "branched",
)
"""What the page can say was done, after it was."""


class Place(msgspec.Struct, frozen=True, kw_only=True):
    """A seat as the visitor may see it.

    `called` is what it is called by itself, `name` who sits there ("" for nobody known), `link` the whole address of
    the invitation where it is the visitor's to give.
    """

    id: str
    role: str
    called: str
    name: str
    taken: bool
    here: bool
    mine: bool
    figures: tuple[str, ...] = ()
    link: str = ""
    path: str = ""
    alone: bool = False


class SeatsPage(Page, frozen=True, kw_only=True):
    """The seats; the referee's page has the whole table besides. `done` is what has just been done."""

    template: ClassVar[str] = "seats.html"
    base: str
    title: str
    referee: bool
    watching: bool
    closed: bool
    places: tuple[Place, ...]
    spectators: bool
    has_passphrase: bool
    sealed: bool
    new: bool = False
    done: str = ""

    @property
    def mark(self) -> str:
        """Stands for who is here and who sits where."""
        return hashlib.sha256(
            msgspec.json.encode([(one.name, one.taken, one.here) for one in self.places])
        ).hexdigest()[:16]


class WhoPart(SeatsPage, frozen=True, kw_only=True):
    """Only who is here, for a page that is open."""

    template: ClassVar[str] = "parts/who.html"


async def show(request: Request) -> Response:
    """The page."""
    visit = Visit(request)
    room = await visit.room()
    seat = visit.seat(room)
    if request.query_params.get("part") != "who":
        return visit.page(_page(visit, room, seat, SeatsPage))
    part = _page(visit, room, seat, WhoPart)
    if request.query_params.get("seen") == part.mark:
        return Response(status_code=204)  # so that nothing moves under anybody's fingers
    return HTMLResponse(render(visit.look, part))


async def rename(request: Request) -> Response:
    """Let whoever sits there go by another name."""
    visit, room, seat, of = await _asked(request)
    name = line_of(await visit.form(), "name", LONGEST_NAME)
    _check(visit, room, seat, of)
    if not name:
        raise NotAllowed("seat.no_name", 400)
    if of.person is None:
        raise Refused("seat_changed")
    await seating.rename(visit.site.hub, room, of, name)
    return _back(visit, room, seat, "renamed")


async def revoke(request: Request) -> Response:
    """Free a seat: its link and whoever has it are worth nothing from now on. Whoever frees their own seat leaves."""
    visit, room, seat, of = await _asked(request)
    await visit.form()
    role = room.table.seat(of.seat).role
    if seat.role == "spectator" and of.seat == seat.id:
        watches = {table: mark for table, mark in visit.session.watches.items() if table != room.id}
        visit.session = msgspec.structs.replace(visit.session, watches=watches)
        return visit.go("/")
    _check(visit, room, seat, of)
    if role == "referee" and _only_referee(room, of):
        raise Refused("only_referee")
    await seating.revoke(visit.site.hub, room, of)
    return visit.go("/") if of.seat == seat.id else _back(visit, room, seat, "revoked")


async def take(request: Request) -> Response:
    """The referee sits down at a free seat as well."""
    visit, room, seat, of = await _asked(request)
    await visit.form()
    if not seat.referee or room.table.seat(of.seat).role == "spectator":
        raise NotAllowed("seat.not_referee")
    if of.person == visit.person:
        return _back(visit, room, seat, "taken")
    if of.person is not None:
        raise Refused("seat_changed")
    await seating.claim(visit.site.hub, room, of, visit.person, "")
    return _back(visit, room, seat, "taken")


async def link(request: Request) -> Response:
    """A new link for a seat of one's own, to hand it on; the old link is worth nothing."""
    visit, room, seat, of = await _asked(request)
    await visit.form()
    if of.person != visit.person:
        raise NotAllowed("error.not_your_seat")
    await seating.hand_on(visit.site.hub, room, of)
    return _back(visit, room, seat, "link")


async def _asked(request: Request) -> tuple[Visit, Room, Seat, SeatRow]:
    """The visitor, the table, the seat that they speak from, and the seat that it is about."""
    visit = Visit(request)
    room = await visit.room()
    seat = visit.seat(room)
    of = room.seats.get(request.path_params["of"])
    if of is None:
        raise NotAllowed("error.no_seat", 404)
    return visit, room, seat, of


def _check(visit: Visit, room: Room, seat: Seat, of: SeatRow) -> None:
    """The referee may see to every seat, everybody else to their own."""
    if not seat.referee and (of.person != visit.person or room.table.seat(of.seat).role == "spectator"):
        raise NotAllowed("error.not_your_seat")


def _only_referee(room: Room, of: SeatRow) -> bool:
    """Whether the table would be without a referee, so that nobody could let one in."""
    referees = [one.id for one in room.table.seats if one.referee and one.id != of.seat]
    return not any(room.seats[id].person for id in referees if id in room.seats)


def _back(visit: Visit, room: Room, seat: Seat, done: str) -> Response:
    return visit.go(f"{seat_path(room.id, seat.id)}/seats?done={done}")


def _page(visit: Visit, room: Room, seat: Seat, kind: type[SeatsPage]) -> SeatsPage:
    query = visit.request.query_params
    places = _places(visit, room, seat)
    return kind(
        base=seat_path(room.id, seat.id),
        title=room.row.title,
        referee=seat.referee,
        watching=seat.role == "spectator",
        closed=room.table.closed,
        places=tuple(places),
        spectators=seating.watchable(room),
        has_passphrase=bool(room.row.secret),
        sealed=seating.sealed(room),
        new=query.get("new") == "yes",
        done=query.get("done", "") if query.get("done") in DONE else "",
    )


def _places(visit: Visit, room: Room, seat: Seat) -> Sequence[Place]:
    """The referee's seat first, the spectators' last."""
    here = room.listeners.present()
    game, scenario = room.table.game, room.table.world.scenario
    places = []
    for one in seating.in_order(room.table.seats):
        row = room.seats.get(one.id)
        if row is None or (one.role == "spectator" and not (seat.referee or one.id == seat.id)):
            continue
        mine = row.person == visit.person if one.role != "spectator" else one.id == seat.id
        figures: tuple[str, ...] = ()
        if one.role == "player":
            figures = tuple(hero.name for hero in game.heroes(scenario) if hero.seat == one.id)
        gives = seat.referee or (mine and one.role != "spectator")
        places.append(
            Place(
                id=one.id,
                role=one.role,
                called=_called(visit, room, one),
                name=row.name,
                taken=row.person is not None,
                here=one.id in here,
                mine=mine,
                figures=figures,
                link=_link(visit, room, row) if gives else "",
                path=seat_path(room.id, one.id),
                alone=one.referee and _only_referee(room, row),
            )
        )
    return places


def _called(visit: Visit, room: Room, seat: Seat) -> str:
    if seat.role in ("referee", "spectator"):
        return visit.say(f"seat.role.{seat.role}")
    return seating.first_name(room, seat.id) or seat.id


def _link(visit: Visit, room: Room, row: SeatRow) -> str:
    """The whole address of a seat's invitation, on the address by which the visitor came."""
    return str(visit.request.base_url).rstrip("/") + visit.site.links.path(room.id, row.seat, row.generation)


_ONE = "/t/{table}/{seat}/seats/{of}"
routes = [
    Route("/t/{table}/{seat}/seats", show),
    Route(f"{_ONE}/rename", rename, methods=["POST"]),
    Route(f"{_ONE}/revoke", revoke, methods=["POST"]),
    Route(f"{_ONE}/take", take, methods=["POST"]),
    Route(f"{_ONE}/link", link, methods=["POST"]),
]
