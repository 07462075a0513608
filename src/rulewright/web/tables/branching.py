"""Tables that go on apart from another: a "what if" from some moment, with dice of its own."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

from rulewright.engine.game import Game
from rulewright.engine.journal import Entry
from rulewright.engine.sealed import new_seed
from rulewright.store.journal import MemoryJournal
from rulewright.table.branch import branched
from rulewright.table.table import Table, new_id, now
from rulewright.web.live.hub import Hub, NewTable
from rulewright.web.live.room import Room


def branch_of(game: Game, entries: Sequence[Entry], at_seq: int, content: Any) -> tuple[Table, MemoryJournal]:
    """The table that these entries up to `at_seq` make, to go on with dice of its own; raises `Malformed`."""
    seed = new_seed()
    made = branched(entries, at_seq, table=new_id(), seed=seed, public=False, at=now())
    journal = MemoryJournal(made, seed)
    return Table.resume(game, journal, content=content), journal


async def what_if(hub: Hub, room: Room, at_seq: int, owner: str, title: str) -> Room:
    """A copy of a table as it was after entry `at_seq`; only its referee's seat is taken, by `owner`."""
    async with room.shown() as table:
        entries, game = list(table.entries), table.game
    settings = {name: value for name, value in room.row.settings.items() if name == "spectators"}
    content = await asyncio.to_thread(hub.contents.of, game, room.packs)
    copy, journal = await asyncio.to_thread(branch_of, game, entries, at_seq, content)
    wanted = NewTable(
        game=game.id, title=title, scenario=None, options={}, owner=owner, packs=room.packs,
        secret=room.row.secret, settings=settings,
    )  # fmt: skip
    return await hub.adopt(copy, journal, wanted)
