"""Word from other workers: PostgreSQL tells which table has changed, and the rows themselves are then read.

A notification carries a table's id and the number of its new last entry, no more. Whoever loses the connection has
missed an unknown number of them, and is told so once it is back.
"""

from __future__ import annotations

import logging
import os
import selectors
from collections.abc import Callable
from threading import Event, Thread
from typing import TYPE_CHECKING, TypeAlias, cast

from sqlalchemy import Connection, Engine, bindparam, func, select
from sqlalchemy.exc import SQLAlchemyError

if TYPE_CHECKING:
    import psycopg

CHANNEL = "rulewright"
OTHER_CHANGE = -1
"""Stands for the number of an entry where something else has changed: seats, settings, or that a table is gone."""
EVERYTHING = ""
"""Stands for the id of a table where any may have changed."""
RECONNECT_SECONDS = 1.0

OnChange: TypeAlias = Callable[[str, int], None]

_log = logging.getLogger(__name__)


def tell(connection: Connection, table_id: str, seq: int = OTHER_CHANGE) -> None:
    """Let other workers know, once this is committed, that a table has a new last entry or has changed otherwise."""
    if tells(connection):
        connection.execute(_TELL, {"news": news(table_id, seq)})


def tells(connection: Connection) -> bool:
    """Whether there can be other workers."""
    return connection.dialect.name == "postgresql"


def news(table_id: str, seq: int) -> str:
    """What a notification carries."""
    return f"{table_id} {seq}"


NOTIFY = func.pg_notify(CHANNEL, bindparam("news"))
"""Tells `news`, as part of whatever statement it stands in."""
_TELL = select(NOTIFY)


class Listener:
    """A thread that calls `on_change` with the id of a table and a number for each change that is committed.

    Its own process's changes come too. After a lost connection it calls `on_change(EVERYTHING, OTHER_CHANGE)`.
    """

    def __init__(self, engine: Engine, on_change: OnChange) -> None:
        """Listen from now on; raises an error of SQLAlchemy where the database cannot be reached."""
        self._engine = engine
        self._on_change = on_change
        self._stopping = Event()
        self._woken, self._waker = os.pipe()
        connection = self._connect()
        self._thread = Thread(target=self._run, args=(connection,), name="rulewright-listener", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Listen no more."""
        self._stopping.set()
        os.write(self._waker, b".")
        self._thread.join()
        os.close(self._woken)
        os.close(self._waker)

    def _connect(self) -> psycopg.Connection[tuple[object, ...]]:
        pooled = self._engine.raw_connection()
        pooled.detach()  # the pool must not have it back
        connection = cast("psycopg.Connection[tuple[object, ...]]", pooled.dbapi_connection)
        try:
            connection.autocommit = True
            connection.execute(f"LISTEN {CHANNEL}")
        except BaseException:
            connection.close()
            raise
        return connection

    def _run(self, connection: psycopg.Connection[tuple[object, ...]]) -> None:
        import psycopg

        while not self._stopping.is_set():
            try:
                with connection:
                    self._hear(connection)
            except (psycopg.Error, OSError) as error:
                _log.warning("the connection that listens for changes was lost: %s", error)
            while not self._stopping.is_set():
                try:
                    connection = self._connect()
                except (psycopg.Error, SQLAlchemyError, OSError) as error:
                    _log.warning("cannot listen for changes: %s", error)
                    self._stopping.wait(RECONNECT_SECONDS)
                else:
                    self._call(EVERYTHING, OTHER_CHANGE)
                    break
        connection.close()  # it may have been made anew in the moment of stopping

    def _hear(self, connection: psycopg.Connection[tuple[object, ...]]) -> None:
        with selectors.DefaultSelector() as selector:
            selector.register(connection, selectors.EVENT_READ)
            selector.register(self._woken, selectors.EVENT_READ)
            while not self._stopping.is_set():
                for notice in connection.notifies(timeout=0):
                    table_id, _, seq = notice.payload.rpartition(" ")
                    self._call(table_id, int(seq))
                selector.select()

    def _call(self, table_id: str, seq: int) -> None:
        try:
            self._on_change(table_id, seq)
        except Exception:
            _log.exception("could not pass on a change of table %s", table_id)
