"""Tables: making one, finding one's own, and what a table is."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Annotated, Any

import msgspec

from rulewright import games
from rulewright.engine.errors import Malformed
from rulewright.engine.game import Game
from rulewright.engine.journal import UndoPolicy, opened_in
from rulewright.store.tables import TableRow
from rulewright.table.starting import preset_options, told
from rulewright.table.table import Table
from rulewright.web.api.auth import by_link, sitting, table_of_bearer, visitor
from rulewright.web.api.operations import Call, Operation
from rulewright.web.api.problems import Wrong
from rulewright.web.api.reading import typed
from rulewright.web.api.seats import SeatShown, seats_shown
from rulewright.web.api.shown import of_each_game
from rulewright.web.live.hub import NewTable
from rulewright.web.live.room import Room
from rulewright.web.people import seating
from rulewright.web.visit import one_line

LONGEST_TITLE = 100

ScenarioWanted = Annotated[str, of_each_game("starter")] | Annotated[dict[str, Any], of_each_game("scenario")]
Id = Annotated[str, msgspec.Meta(min_length=1, max_length=100)]


class PackChoice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A content pack that has been uploaded, by its id and the digest of its content."""

    id: Id
    digest: Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]


class TableWanted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table to be made.

    `scenario` is the id of a starter scenario, or a scenario itself. House rules are those of the `preset` (null: the
    offered one), changed by `options`. `undo` says who may take back what. Links and tokens of seats are worth
    nothing without the `secret`, where there is one. With a `seed` the dice are no secret: for tests. `seat_each`
    gives heroes who share a seat seats of their own; `spectators` lets people watch by a link.
    """

    game: Annotated[str, of_each_game("id")]
    scenario: ScenarioWanted
    title: Annotated[str, msgspec.Meta(max_length=LONGEST_TITLE)] = ""
    preset: Annotated[str, of_each_game("preset")] | None = None
    options: Annotated[dict[str, Any], of_each_game("options")] = {}
    packs: Annotated[tuple[PackChoice, ...], msgspec.Meta(max_length=10)] = ()
    undo: UndoPolicy = "own_last"
    seed: Annotated[str, msgspec.Meta(max_length=100)] = ""
    secret: Annotated[str, msgspec.Meta(max_length=seating.LONGEST_PASSPHRASE)] = ""
    seat_each: bool = True
    spectators: bool = True


class TableShown(msgspec.Struct, frozen=True):
    """A table: what it was opened with, its seats, and how far it is.

    `rules` is the version of the rules, `packs` the digests of its content, `seal` the hash of the secret seed of its
    dice. `seat` is the caller's own.
    """

    id: str
    game: str
    title: str
    created_at: str
    rules: str
    options: Mapping[str, Any]
    packs: Mapping[str, str]
    undo: UndoPolicy
    seal: str
    sequence: int
    over: bool
    closed: bool
    seat: str
    seats: tuple[SeatShown, ...]


class TableListed(msgspec.Struct, frozen=True):
    """One of the caller's tables, and their seats there."""

    id: str
    game: str
    title: str
    touched_at: str
    closed: bool
    seats: tuple[str, ...]


class TablesShown(msgspec.Struct, frozen=True):
    """The caller's tables, the latest touched first."""

    tables: tuple[TableListed, ...]


async def make_table(call: Call, body: TableWanted) -> TableShown:
    """Make a table; the answer has the links and tokens of all seats.

    It belongs to the visitor of the cookie, if there is one; otherwise to whoever has the referee's token.
    """
    call.count(call.site.new_tables)
    owner = visitor(call)
    if body.game not in games.installed():
        raise Malformed(f"no game {body.game!r}", at="game", expected=f"one of {', '.join(games.installed())}")
    game = games.get(body.game)
    call.request.scope["game"] = game
    scenario, options = scenario_of(game, body.scenario), options_of(game, body.preset, body.options)
    packs = tuple((game.id, pack.id, pack.digest) for pack in dict.fromkeys(body.packs))
    title = one_line(body.title, LONGEST_TITLE) or told(scenario, "title", call.visit.game_words(game)) or game.title
    room = await call.site.hub.create(
        NewTable(
            game=game.id,
            title=one_line(title, LONGEST_TITLE),
            scenario=scenario,
            options=msgspec.to_builtins(options),
            owner=owner.person if owner else "",
            packs=packs,
            secret=await asyncio.to_thread(seating.hashed, body.secret),
            undo=body.undo,
            seed=body.seed,
            apart=body.seat_each,
            settings={"spectators": body.spectators},
        )
    )
    async with room.shown() as table:
        return _shown(call, room, table, table.referee.id, owner.person if owner else "")


async def list_tables(call: Call) -> TablesShown:
    """The tables of the visitor of the cookie, or the one of the token."""
    if "authorization" in call.request.headers:
        room = await call.site.hub.room(table_of_bearer(call))
        found = await by_link(call, room)
        row = await asyncio.to_thread(call.site.hub.store.table, room.id) or room.row
        return TablesShown((_listed(row, (found.seat.id,)),))
    session = visitor(call)
    if session is None:
        raise Wrong("unauthorized", www_authenticate="Bearer")
    listed = await asyncio.to_thread(_tables_of, call, session.person)
    return TablesShown(tuple(listed))


async def show_table(call: Call) -> TableShown:
    """A table. The referee sees the links and tokens of all seats, everybody else their own."""
    found = await sitting(call)
    async with found.room.shown() as table:
        return _shown(call, found.room, table, found.seat.id, found.person)


def _shown(call: Call, room: Room, table: Table, seat: str, person: str | None) -> TableShown:
    opened = opened_in(table.entries)
    return TableShown(
        id=room.id,
        game=table.game.id,
        title=room.row.title,
        created_at=room.row.created_at,
        rules=opened.rules,
        options=opened.options,
        packs=opened.packs,
        undo=opened.undo,
        seal=opened.seal,
        sequence=table.seen_by(seat),
        over=table.game.over(table.world),
        closed=table.closed,
        seat=seat,
        seats=seats_shown(call.site.links, room, table, seat, person),
    )


def _tables_of(call: Call, person: str) -> list[TableListed]:
    store = call.site.hub.store
    return [
        _listed(row, tuple(seat.seat for seat in store.seats(row.id) if seat.person == person))
        for row in store.tables_of(person)
    ]


def _listed(row: TableRow, seats: tuple[str, ...]) -> TableListed:
    return TableListed(row.id, row.game, row.title, row.touched_at, row.closed, seats)


def scenario_of(game: Game, wanted: str | Mapping[str, Any]) -> Any:
    """A starter scenario by its id, or one as it is; raises `Malformed`."""
    if not isinstance(wanted, str):
        return typed(wanted, game.scenario_type, "scenario")
    known = game.scenarios()
    if wanted not in known:
        raise Malformed(f"no scenario {wanted!r}", at="scenario", expected=f"one of {', '.join(known)}, or an object")
    return known[wanted]


def options_of(game: Game, preset: str | None, changes: Mapping[str, Any]) -> Any:
    """The house rules of a preset with changes; raises `Malformed`."""
    plain = msgspec.to_builtins(preset_options(game, preset or game.offered_preset))
    return typed({**plain, **changes}, game.options_type, "options")


operations = [
    Operation("POST", "/tables", make_table, tag="tables", access="visitor", status=201),
    Operation("GET", "/tables", list_tables, tag="tables", access="anyone"),
    Operation("GET", "/tables/{table}", show_table, tag="tables", access="seat"),
]
