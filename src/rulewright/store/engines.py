"""Connections: SQLAlchemy engines for writing and for reading, set up alike for SQLite and PostgreSQL.

SQLite writes ahead into a log (WAL) that is flushed at every commit, checks foreign keys, and waits for a file that
another process holds. Readers see one moment for as long as they hold their connection, and cannot write.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event

BUSY_SECONDS = 10.0
READERS = 8
MORE_READERS = 32
READER_WAIT_SECONDS = 10.0


def writing(url: URL) -> Engine:
    """An engine whose transactions may write; one connection at a time is meant to."""
    if url.drivername == "sqlite":
        return _sqlite(url, "BEGIN IMMEDIATE", pool_size=1)
    return create_engine(url, pool_pre_ping=True, pool_size=1)


def reading(url: URL) -> Engine:
    """An engine whose transactions see one moment and write nothing."""
    pool: dict[str, Any] = {
        "pool_size": READERS,
        "max_overflow": MORE_READERS,
        "pool_timeout": READER_WAIT_SECONDS,
    }
    if url.drivername == "sqlite":
        engine = _sqlite(url, "BEGIN", **pool)
        event.listen(engine, "connect", lambda connection, _: connection.execute("PRAGMA query_only=ON"))
        return engine
    engine = create_engine(url, pool_pre_ping=True, isolation_level="REPEATABLE READ", **pool)
    event.listen(engine, "connect", lambda connection, _: setattr(connection, "read_only", True))
    return engine


def _sqlite(url: URL, begin: str, **pool: Any) -> Engine:
    # the driver opens no transactions of its own, so that BEGIN and SAVEPOINT mean what they say
    arguments = {"isolation_level": None, "timeout": BUSY_SECONDS, "check_same_thread": False}
    engine = create_engine(url, connect_args=arguments, **pool)
    event.listen(engine, "connect", _set_up)
    event.listen(engine, "begin", lambda connection: _begin(connection, begin))
    return engine


def _set_up(connection: Any, _: Any) -> None:
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {pragma}").close()


def _begin(connection: Connection, begin: str) -> None:
    connection.exec_driver_sql(begin)
