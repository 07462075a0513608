"""A database that is open: its one writer, its readers, and word of what other workers change."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from threading import Condition
from types import TracebackType
from typing import TypeVar

from sqlalchemy import URL, Connection

from rulewright.engine.errors import Malformed
from rulewright.store import engines
from rulewright.store.errors import Unavailable, plain_words
from rulewright.store.listening import Listener, OnChange
from rulewright.store.lock import FileLock
from rulewright.store.migrating import UPGRADE, check_revision
from rulewright.store.urls import file_of, parse, shown
from rulewright.store.writer import Job, Writer

T = TypeVar("T")

PATIENCE_SECONDS = 5.0
"""What readers have to come to their end once the database is closed."""


class Database:
    """An open database; use it as a context manager or call `close`. Everything may be called from any thread."""

    def __init__(self, url: URL, lock: FileLock | None) -> None:
        self.url = url
        self.name = shown(url)
        self._lock = lock
        self._listeners: list[Listener] = []
        self._readers = 0
        self._read = Condition()
        self._closed = False
        self._writing = engines.writing(url)
        self._reading = engines.reading(url)
        try:
            with self.read() as connection:
                check_revision(connection, url)
        except BaseException:
            self._let_go()
            raise
        self._writer = Writer(self._writing, self.name)

    @classmethod
    def open(cls, url: str, *, exclusive: bool = False) -> Database:
        """Open a database whose schema is this program's; a server does so with `exclusive`.

        With `exclusive` no other process can open the same SQLite file so; PostgreSQL may have several servers.
        Raises `Malformed` in plain words (no such database, not migrated, newer, in use), and `Unavailable`.
        """
        parsed = parse(url)
        path = file_of(parsed)
        if path is None:
            return cls(parsed, None)
        if not path.is_file():
            raise Malformed("there is no database", at=str(path), expected=f"{UPGRADE} before")
        return cls(parsed, FileLock(path) if exclusive else None)

    def __enter__(self) -> Database:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def write(self, job: Job[T], key: str = "") -> Future[T]:
        """Queue a job for the writer, which shares its commits; see `Writer.write`."""
        return self._writer.write(job, key)

    @contextmanager
    def read(self) -> Iterator[Connection]:
        """A connection that sees one moment and writes nothing; raises `Unavailable` where there is none."""
        with self._read:
            if self._closed:  # a pool that is disposed of would open again, and stay open
                raise Unavailable(self.name, "it is closed")
            self._readers += 1
        try:
            with plain_words(self.name), self._reading.connect() as connection:
                yield connection
        finally:
            with self._read:
                self._readers -= 1
                self._read.notify_all()

    def listen(self, on_change: OnChange) -> None:
        """From now on call `on_change` with the table and the number of its last entry whenever one has changed.

        The number is -1 for another change (seats, settings, a deleted table), and the table "" where any may have
        changed. It is called in a thread of its own, for changes of this process too. With SQLite there is only
        one process, and nobody calls.
        """
        if file_of(self.url) is None:
            with plain_words(self.name):
                self._listeners.append(Listener(self._writing, on_change))

    def close(self) -> None:
        """Finish what is queued and let go of everything; closing twice does nothing."""
        self._writer.close()
        self._let_go()

    def _let_go(self) -> None:
        while self._listeners:
            self._listeners.pop().close()
        with self._read:  # what somebody still reads from would stay open
            self._closed = True
            self._read.wait_for(lambda: not self._readers, PATIENCE_SECONDS)
        self._writing.dispose()
        self._reading.dispose()
        if self._lock is not None:
            self._lock.close()
