"""A table to try things out at: made once in a database, and found there again at the next start."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from rulewright.engine.errors import RulewrightError
from rulewright.engine.game import Game
from rulewright.engine.journal import Seat
from rulewright.table.starting import preset_options, told
from rulewright.web.live.hub import Hub, NewTable
from rulewright.web.live.room import Room
from rulewright.web.people.links import Links
from rulewright.web.people.seating import in_order

MARK = "demo"
"""The setting that tells the table from others: the name of its scenario."""
NOBODY = ""


class DemoSeat(msgspec.Struct, frozen=True):
    """A seat: its id and role, whom it plays, and the path of its link."""

    id: str
    role: str
    plays: Sequence[str]
    path: str


class Demo(msgspec.Struct, frozen=True):
    """A table with the titles of its scenario and game, and its seats: the referee's first, the spectators' last."""

    title: str
    game: str
    seats: Sequence[DemoSeat]


async def demo_table(hub: Hub, links: Links, game: Game, name: str, scenario: Any, language: str) -> Demo:
    """The table of a scenario that has a seat for each hero; it belongs to nobody, and all of its seats are free.

    Once its fight is over there is a new one. Raises `Malformed` for a scenario that does not fit its game.
    """
    room = await _found(hub, game, name) or await _made(hub, game, name, scenario, language)
    return Demo(room.row.title, game.title, [_seat(room, links, seat) for seat in in_order(room.table.seats)])


async def _found(hub: Hub, game: Game, name: str) -> Room | None:
    for row in hub.store.tables_of(NOBODY):
        if row.game != game.id or row.settings.get(MARK) != name or row.closed:
            continue
        try:
            room = await hub.room(row.id)
        except RulewrightError:
            continue  # of other rules than today's, perhaps
        if not game.over(room.table.world):
            return room
    return None


async def _made(hub: Hub, game: Game, name: str, scenario: Any, language: str) -> Room:
    wanted = NewTable(
        game=game.id,
        title=told(scenario, "title", language) or name,
        scenario=msgspec.to_builtins(scenario),
        options=msgspec.to_builtins(preset_options(game, "")),
        owner=NOBODY,
        settings={MARK: name},
    )
    return await hub.create(wanted)


def _seat(room: Room, links: Links, seat: Seat) -> DemoSeat:
    path = links.path(room.id, seat.id, room.seats[seat.id].generation)
    plays = [hero.name for hero in room.table.game.heroes(room.table.world.scenario) if hero.seat == seat.id]
    return DemoSeat(seat.id, seat.role, plays or [seat.name], path)
