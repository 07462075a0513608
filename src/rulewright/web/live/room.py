"""One live table in this process: commands in order, kept before anything is shown, then published.

Everything that changes a table is a job. Jobs wait in line, run one after another in memory, and the entries that
they made are committed together; only then do their givers get an answer and listeners hear of it. Where the commit
fails because another process wrote first, the table takes back what it did, follows what the other wrote, and does
the jobs anew.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from contextlib import asynccontextmanager
from typing import Any, Generic, TypeVar

import msgspec

from rulewright.engine.errors import Refused, RulewrightError
from rulewright.engine.journal import Closed
from rulewright.store.answered import Remembered
from rulewright.store.content_packs import used_packs
from rulewright.store.errors import AlreadyAnswered, SequenceTaken, Unavailable
from rulewright.store.journal import MemoryJournal
from rulewright.store.rows import Row
from rulewright.store.seats import SeatRow
from rulewright.store.tables import TableRow, TableStore
from rulewright.table.preferences import Preferences
from rulewright.table.table import Table
from rulewright.web.live.listeners import Listeners

T = TypeVar("T")

MOST_AT_ONCE = 64
"""Jobs that are committed together."""
MOST_WAITING = 1_000
"""Jobs that may wait; more are refused."""
SNAPSHOT_EVERY = 200
"""Entries after which a snapshot is kept in the store."""

RETRY_SECONDS = 1.0
"""How long to wait before what others wrote is read again where that did not work."""

log = logging.getLogger(__name__)


class _Failed(msgspec.Struct, frozen=True):
    error: Exception


class Job(Generic[T]):
    """Something to do at a table, and who waits for what comes of it."""

    def __init__(self, work: Callable[[Table], T], remember: Callable[[T], Remembered] | None) -> None:
        self.work = work
        self.remember = remember
        self.remembered: Remembered | None = None
        self.done: asyncio.Future[T] = asyncio.get_running_loop().create_future()

    def answered_before(self, error: AlreadyAnswered) -> bool:
        """Whether it is this job that has been answered before; whoever waits is told."""
        mine = self.remembered is not None and (self.remembered.seat, self.remembered.key) == (error.seat, error.key)
        if mine:
            self.answer(_Failed(error))
        return mine

    def answer(self, result: T | _Failed) -> None:
        """Give the result to whoever still waits."""
        if self.done.done():
            return
        if isinstance(result, _Failed):
            self.done.set_exception(result.error)
        else:
            self.done.set_result(result)


class Room:
    """A table, its seats and its listeners. All methods belong to the event loop's thread."""

    def __init__(
        self,
        row: TableRow,
        table: Table,
        journal: MemoryJournal,
        seats: Iterable[SeatRow],
        store: TableStore,
        kept: int,
        snapshot: int = 0,
    ) -> None:
        """`kept` and `snapshot` are the numbers of the last entry and of the last moment that the store has.

        The table may be ahead of them.
        """
        self.row = row
        self.table = table
        self.journal = journal
        self.seats: Mapping[str, SeatRow] = {seat.seat: seat for seat in seats}
        self.store = store
        self._writing = asyncio.Lock()
        self.listeners = Listeners(table, lambda: not self._writing.locked())
        self._kept = kept
        self._snapshot = snapshot
        self._waiting: deque[Job[Any]] = deque()
        self._runner: asyncio.Task[None] | None = None
        self._others_wrote = False

    @property
    def id(self) -> str:
        """The id under which the store knows the table."""
        return self.row.id

    @property
    def packs(self) -> tuple[tuple[str, str, str], ...]:
        """The packs (game, id, digest) that people have brought to the table; raises `Malformed`."""
        return tuple(used_packs(self.row.settings, f"table {self.id}"))

    @property
    def kept(self) -> int:
        """The number of the last entry that the store is known to have."""
        return self._kept

    @property
    def busy(self) -> bool:
        """Whether somebody listens, or something is being done."""
        return bool(self.listeners) or self._runner is not None

    async def do(self, work: Callable[[Table], T], remember: Callable[[T], Remembered] | None = None) -> T:
        """Do something at the table; what comes back is kept. `remember` is kept along with it.

        Raises what `work` raises, and `Refused` "table_busy" where too many wait.
        """
        if len(self._waiting) >= MOST_WAITING:
            raise Refused("table_busy")
        job = Job(work, remember)
        self._waiting.append(job)
        self._run()
        return await job.done

    @asynccontextmanager
    async def shown(self) -> AsyncIterator[Table]:
        """The table as the store has it, so that it may be shown; hold it only while rendering."""
        async with self._writing:
            yield self.table

    def others_wrote(self) -> None:
        """Another process has written in this table's journal."""
        self._others_wrote = True
        self._run()

    def reseat(self, seats: Iterable[SeatRow]) -> None:
        """The seats as they are now; listeners whose seat has gone to somebody else are ended."""
        self.seats = {seat.seat: seat for seat in seats}
        for seat in self.seats.values():
            self.table.prefer(seat.seat, preferences_of(seat), at_once=False)
        self.listeners.reseat(self.seats)

    async def finish(self) -> None:
        """Wait until everything in line is done."""
        while self._runner is not None:
            await asyncio.wait([self._runner])

    def _run(self) -> None:
        if self._runner is None:
            self._runner = asyncio.create_task(self._work_off(), name=f"table {self.id}")
            self._runner.add_done_callback(self._idle)

    def _idle(self, runner: asyncio.Task[None]) -> None:
        self._runner = None
        if not runner.cancelled() and (error := runner.exception()) is not None:
            log.error("table %s stopped", self.id, exc_info=error)
        if self._waiting or self._others_wrote:
            self._run()

    async def _work_off(self) -> None:
        while self._waiting or self._others_wrote or self.table.seq > self._kept:
            jobs = [self._waiting.popleft() for _ in range(min(len(self._waiting), MOST_AT_ONCE))]
            try:
                async with self._writing:
                    if self._others_wrote:
                        self._others_wrote = False
                        await self._catch_up()
                    rows, results = await self._commit(jobs)
            except Exception as error:  # whoever waits must hear of it, whatever it is
                self._take_back(jobs, error)
                continue
            for job, result in results:
                job.answer(result)
            self.listeners.publish(rows)
            await asyncio.sleep(0)  # readers and other tables have their turn

    async def _commit(self, jobs: list[Job[Any]]) -> tuple[list[Row], list[tuple[Job[Any], Any]]]:
        """Run jobs and keep what they made; where somebody else wrote first, follow that and run them anew."""
        while True:
            rows, results, remembered = self._run_jobs(jobs)
            try:
                if rows:
                    await self._append(rows, remembered)
                return rows, results
            except SequenceTaken:
                if not await self._catch_up():
                    raise  # the store has lost what it had
            except AlreadyAnswered as error:
                self._rewind()
                jobs = [job for job in jobs if not job.answered_before(error)]

    def _run_jobs(self, jobs: list[Job[Any]]) -> tuple[list[Row], list[tuple[Job[Any], Any]], list[Remembered]]:
        rows = self._new_rows(self._kept)
        results: list[tuple[Job[Any], Any]] = []
        remembered: list[Remembered] = []
        for job in jobs:
            if job.done.cancelled():
                continue
            before = self.table.seq
            try:
                result = job.work(self.table)
                if job.remember is not None:
                    job.remembered = job.remember(result)
                    remembered.append(job.remembered)
            except Exception as error:
                if not isinstance(error, RulewrightError):
                    log.error("table %s: a job failed", self.id, exc_info=error)
                result = _Failed(error)
            rows += self._new_rows(before)
            results.append((job, result))
        return rows, results, remembered

    def _new_rows(self, after: int) -> list[Row]:
        """What the table has made after entry `after`, to be taken before anything is undone."""
        table = self.table
        return [Row(seq, table.entries[seq], table.told_by(seq)) for seq in range(after + 1, table.seq + 1)]

    async def _append(self, rows: list[Row], remembered: list[Remembered]) -> None:
        newest = self.table.newest_snapshot()
        snapshot = newest if newest is not None and newest[0] >= self._snapshot + SNAPSHOT_EVERY else None
        closed = any(isinstance(row.entry, Closed) for row in rows)
        kept = self.store.append(self.id, rows, snapshot=snapshot, remember=remembered, closed=closed)
        await asyncio.wrap_future(kept)
        self._kept = rows[-1].seq
        if snapshot is not None:
            self._snapshot = snapshot[0]

    def _rewind(self) -> None:
        self.journal.rewind(self._kept)
        self.table.rewind(self._kept)

    async def _catch_up(self) -> bool:
        """Follow what others wrote in place of what is not kept, and tell it; whether there was anything."""
        try:
            rows = await asyncio.to_thread(self.store.rows, self.id, self._kept)
        except Unavailable:
            asyncio.get_running_loop().call_later(RETRY_SECONDS, self.others_wrote)
            raise
        if rows:
            self._rewind()
            self.table.follow(row.entry for row in rows)
            self._kept = rows[-1].seq
            self.listeners.publish(rows)
        return bool(rows)

    def _take_back(self, jobs: list[Job[Any]], error: Exception) -> None:
        """Nothing was kept: be as before, and tell everybody who waits."""
        log.error("table %s: nothing was kept", self.id, exc_info=error)
        try:
            self._rewind()
        finally:
            for job in jobs:
                job.answer(_Failed(Refused("not_kept")))


def preferences_of(seat: SeatRow) -> Preferences:
    """When the seat wants to be asked."""
    try:
        return msgspec.convert(seat.preferences, Preferences)
    except msgspec.ValidationError:
        return Preferences()
