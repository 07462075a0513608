"""A table out of a file: checked by being played again, then kept as somebody's own."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec

from rulewright import games
from rulewright.engine.errors import Desync, Malformed, RulewrightError
from rulewright.engine.game import Game
from rulewright.engine.journal import Opened
from rulewright.store.content_packs import PackRow, content_of, used_packs
from rulewright.store.exchange import Export, ExportedSeat, Header, import_table, read_export
from rulewright.store.journal import MemoryJournal
from rulewright.store.sql import now
from rulewright.table.replay import retold
from rulewright.table.starting import check_seats
from rulewright.table.table import LONGEST_NAME, Table, new_id
from rulewright.web.live.hub import Hub, NewTable
from rulewright.web.live.room import Room
from rulewright.web.tables.branching import branch_of
from rulewright.web.tables.new_table_form import LONGEST_TITLE
from rulewright.web.visit import one_line


def check(data: bytes, at: str) -> None:
    """Play the table of a file again; raises `Malformed` where anything about it is not right. It takes a while."""
    found = read_export(data, at)
    check_seats(_opened(found).seats)
    game = games.get(found.header.game)
    seed = bytes.fromhex(found.header.seed) if found.header.seed else None
    try:
        retold(game, found.rows, _content(game, found, at), seed, at)
    except RulewrightError:
        raise
    except Exception as error:
        # a journal that no table has written can ask for anything
        raise Malformed(f"it cannot be played: {error!r}", at=at, expected="a table that was exported") from error


async def bring(hub: Hub, data: bytes, at: str, person: str) -> tuple[Room, bool]:
    """Keep a checked table as this person's; says whether it goes on as a branch, with dice of its own.

    A table that is not closed and whose secret seed is not in the file cannot go on with the same dice.
    """
    found = await asyncio.to_thread(read_export, data, at)
    found = msgspec.structs.replace(found, header=_cleaned(found))
    if found.header.closed or found.header.seed or _opened(found).seed:
        id = await asyncio.wrap_future(import_table(hub.database, found, owner=person))
        room = await hub.room(id)
        for seat in [one for one in room.table.seats if one.referee]:
            row = room.seats[seat.id]
            await asyncio.wrap_future(hub.store.change_seat(row, msgspec.structs.replace(row, person=person)))
        await hub.seated(id)
        return room, False
    for pack in _packs(found, person):
        await asyncio.wrap_future(hub.contents.packs.put(pack))
    table, journal = await asyncio.to_thread(_branched, found)
    header = found.header
    packs = tuple(used_packs(header.settings, at))
    wanted = NewTable(
        game=header.game,
        title=header.title,
        scenario=None,
        options={},
        owner=person,
        packs=packs,
        settings={"spectators": header.settings["spectators"]},
    )
    return await hub.adopt(table, journal, wanted), True


def _branched(found: Export) -> tuple[Table, MemoryJournal]:
    """The table with dice of its own from here on."""
    game, entries = games.get(found.header.game), [row.entry for row in found.rows]
    try:
        return branch_of(game, entries, len(entries) - 1, _content(game, found, "the file"))
    except Desync as error:
        raise Malformed(str(error), expected="a table that was exported") from error


def _cleaned(found: Export) -> Header:
    """The header with nothing in it that a page should not meet."""
    header = found.header
    settings = {
        "packs": header.settings.get("packs", []),
        "spectators": header.settings.get("spectators") is not False,
    }
    names = {one.seat: one_line(one.name, LONGEST_NAME) for one in header.seats}
    seats = tuple(ExportedSeat(one.id, names.get(one.id, "")) for one in _opened(found).seats)
    title = one_line(header.title, LONGEST_TITLE) or games.get(header.game).title
    # under its old id the links of a table that was deleted would open it again
    return msgspec.structs.replace(header, id=new_id(), title=title, settings=settings, seats=seats)


def _opened(found: Export) -> Opened:
    opened = found.rows[0].entry
    assert isinstance(opened, Opened)
    return opened


def _packs(found: Export, owner: str) -> list[PackRow]:
    return [PackRow(one.game, one.id, one.digest, one.files, owner, now()) for one in found.packs]


def _content(game: Game, found: Export, at: str) -> Any:
    """The content that the table was played with, out of the file; raises `Malformed`."""
    brought = {(one.game, one.id, one.digest): one for one in _packs(found, "")}
    used = used_packs(found.header.settings, at)
    if missing := [id for game_id, id, digest in used if (game_id, id, digest) not in brought]:
        raise Malformed(f"the pack {missing[0]} is missing", at=at, expected="every pack in the file")
    return content_of(game, [brought[one] for one in used])
