"""All tables that are open in this process: opened when somebody comes, put away when nobody has been there."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec

from rulewright import games
from rulewright.engine.errors import Malformed, Refused, RulewrightError
from rulewright.engine.game import Game
from rulewright.engine.journal import Seat, UndoPolicy
from rulewright.engine.party import Hero
from rulewright.store.content_packs import used_packs
from rulewright.store.database import Database
from rulewright.store.errors import Unavailable
from rulewright.store.journal import MemoryJournal
from rulewright.store.listening import OTHER_CHANGE
from rulewright.store.rows import Row
from rulewright.store.seats import SeatRow
from rulewright.store.tables import TableRow, TableStore
from rulewright.table.opening import typed
from rulewright.table.starting import rehearse
from rulewright.table.table import Table, new_id, now
from rulewright.web.live.contents import Contents
from rulewright.web.live.past import kept_start
from rulewright.web.live.room import RETRY_SECONDS, Room, preferences_of

IDLE_SECONDS = 600.0
SWEEP_SECONDS = 60.0
ANSWERED_DAYS = 7
"""How long a request that is sent again is known by its key."""
SPECTATOR = Seat("spectator", "", "spectator")


class NewTable(msgspec.Struct, frozen=True):
    """What a referee wants: a game, its house rules, packs, a scenario, and who may know and undo what.

    `secret` is the hash of a passphrase that links ask for, or "". With `seed` the dice are no secret. A table whose
    `owner` is "" belongs to nobody, and the referee's seat is free.
    """

    game: str
    title: str
    scenario: Any
    options: Mapping[str, Any]
    owner: str
    packs: tuple[tuple[str, str, str], ...] = ()
    secret: str = ""
    undo: UndoPolicy = "own_last"
    seed: str = ""
    apart: bool = True
    settings: Mapping[str, Any] = {}


class Hub:
    """The open tables of this process over one store."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.store = TableStore(database)
        self.contents = Contents(database)
        self._rooms: dict[str, Room] = {}
        self._opening: dict[str, asyncio.Task[Room]] = {}
        self._used: dict[str, float] = {}
        self._reading = asyncio.Lock()
        self._sweeper: asyncio.Task[None] | None = None
        self._reseating: set[asyncio.Task[None]] = set()
        self._stopping = False

    @property
    def rooms(self) -> Mapping[str, Room]:
        """The tables that are open now, by id."""
        return self._rooms

    def start(self) -> None:
        """Begin to hear of other processes and to put idle tables away."""
        loop = asyncio.get_running_loop()

        def heard(table: str, seq: int) -> None:
            loop.call_soon_threadsafe(self._heard, table, seq)

        self.database.listen(heard)
        self._sweeper = asyncio.create_task(self._sweep(), name="sweeper")

    async def stop(self) -> None:
        """End all streams, finish what is being done, and hear of other processes no more."""
        self._stopping = True
        if self._sweeper is not None:
            self._sweeper.cancel()
        for room in self._rooms.values():
            room.listeners.end()
        for room in list(self._rooms.values()):
            await room.finish()
        # the database may be closed now: nobody reads in it any more
        await asyncio.gather(*self._opening.values(), *self._reseating, return_exceptions=True)

    async def room(self, table_id: str) -> Room:
        """An open table; raises `Refused` "unknown_table"."""
        room = self._rooms.get(table_id)
        if room is None:
            opening = self._opening.get(table_id)
            if opening is None:
                opening = self._opening[table_id] = asyncio.create_task(self._opened(table_id))
                opening.add_done_callback(lambda _: self._opening.pop(table_id))
            room = await asyncio.shield(opening)
        self._used[table_id] = time.monotonic()
        return room

    async def create(self, wanted: NewTable) -> Room:
        """A new table with a referee's seat that belongs to its owner; raises `Malformed`."""
        game = games.get(wanted.game)
        content = await asyncio.to_thread(self.contents.of, game, wanted.packs)
        scenario = typed(wanted.scenario, game.scenario_type, "scenario")
        if wanted.apart:
            scenario = game.with_players(scenario, _apart(game.heroes(scenario)))
        options = typed(wanted.options, game.options_type, "options")
        await asyncio.to_thread(rehearse, game, scenario, options, content)
        journal = MemoryJournal()
        seats = [*game.seats(scenario), SPECTATOR]
        table = Table.new(
            game, scenario, options, seats, journal,
            wanted.seed or None, content=content, table=new_id(), undo=wanted.undo,
        )  # fmt: skip
        return await self.adopt(table, journal, wanted)

    async def adopt(self, table: Table, journal: MemoryJournal, wanted: NewTable) -> Room:
        """Keep a table that has been made in memory, such as a branch, and open it."""
        at = now()
        row = TableRow(
            table.id, table.game.id, wanted.title, at, at, table.seq, False, wanted.owner,
            {**wanted.settings, "packs": wanted.packs}, wanted.secret,
        )  # fmt: skip
        referee = wanted.owner or None
        seats = [SeatRow(row.id, seat.id, "", 0, referee if seat.referee else None, {}) for seat in table.seats]
        rows = [Row(entry.seq, entry, table.told_by(entry.seq)) for entry in table.entries]
        await asyncio.wrap_future(self.store.create(row, rows, seats, journal.kept_seed()))
        return await self.room(row.id)

    async def seated(self, table_id: str) -> None:
        """Read a table's title, settings and seats anew, after one of them has changed, or put a deleted one away."""
        async with self._reading:  # else an older reading could come last, and give a revoked seat back
            room = self._rooms.get(table_id)
            if room is None:
                return
            row = await asyncio.to_thread(self.store.table, table_id)
            if row is not None:
                room.row = row
                room.reseat(await asyncio.to_thread(self.store.seats, table_id))
                return
        await self.forget(table_id)

    async def forget(self, table_id: str) -> None:
        """Put a table away, for instance since it was deleted."""
        room = self._rooms.pop(table_id, None)
        self._used.pop(table_id, None)
        if room is not None:
            room.listeners.end()
            await room.finish()

    async def _opened(self, table_id: str) -> Room:
        room = self._rooms[table_id] = await self._open(table_id)
        self._used[table_id] = time.monotonic()
        room.others_wrote()  # whoever wrote between reading and listening
        await self.seated(table_id)
        return room

    async def _open(self, table_id: str) -> Room:
        row = await asyncio.to_thread(self.store.table, table_id)
        if row is None:
            raise Refused("unknown_table", table=table_id)
        game = games.get(row.game)
        return await asyncio.to_thread(self._load, game, row)

    def _load(self, game: Game, row: TableRow) -> Room:
        content = self.contents.of(game, used_packs(row.settings, f"table {row.id}"))
        rows = self.store.rows(row.id)
        if not rows:
            raise Malformed(f"table {row.id} has no entries", expected="a journal")
        seats = self.store.seats(row.id)
        journal = MemoryJournal([one.entry for one in rows], self.store.seed(row.id))
        preferences = {seat.seat: preferences_of(seat) for seat in seats}
        start = kept_start(self.store, row.id, rows)
        table = Table.resume(game, journal, content=content, preferences=preferences, start=start)
        return Room(row, table, journal, seats, self.store, rows[-1].seq, start.seq if start is not None else 0)

    def _heard(self, table_id: str, seq: int) -> None:
        """Another process has changed a table, or after a lost connection perhaps any."""
        if self._stopping:
            return
        for room in [self._rooms[table_id]] if table_id in self._rooms else [] if table_id else self._rooms.values():
            if seq < 0:
                task = asyncio.create_task(self._reseat(room.id))
                self._reseating.add(task)
                task.add_done_callback(self._reseating.discard)
            if seq < 0 or seq > room.kept:
                room.others_wrote()

    async def _reseat(self, table_id: str) -> None:
        try:
            await self.seated(table_id)
        except Unavailable:  # a seat may have been revoked, so this must not be missed
            asyncio.get_running_loop().call_later(RETRY_SECONDS, self._heard, table_id, OTHER_CHANGE)

    def put_away(self, seconds: float = IDLE_SECONDS) -> None:
        """Put away the tables that nobody has come to for so long, and where nobody listens."""
        late = time.monotonic() - seconds
        for table_id, room in list(self._rooms.items()):
            if not room.busy and self._used.get(table_id, 0.0) <= late:
                del self._rooms[table_id]
                self._used.pop(table_id, None)

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            self.put_away()
            old = datetime.now(UTC) - timedelta(days=ANSWERED_DAYS)
            with contextlib.suppress(RulewrightError):  # the database is away; there is time
                await asyncio.wrap_future(self.store.forget(old.isoformat(timespec="seconds")))


def _apart(heroes: Sequence[Hero]) -> dict[str, str]:
    """Seats of their own for heroes who share one, named after them."""
    shared = Counter(hero.seat for hero in heroes)
    return {hero.figure: hero.figure for hero in heroes if shared[hero.seat] > 1}
