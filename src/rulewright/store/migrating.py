"""The version of a database's schema, and the way up to this program's."""

from __future__ import annotations

import os

from sqlalchemy import URL, Connection, inspect, text

from rulewright.engine.errors import Malformed
from rulewright.store import engines
from rulewright.store.errors import plain_words
from rulewright.store.lock import FileLock
from rulewright.store.schema import REVISIONS
from rulewright.store.urls import file_of, parse, shown

UPGRADE = "`rulewright db upgrade`"
_LOCK = 0x52756C65  # any number that others do not take


def upgrade(url: str) -> None:
    """Bring a database to the schema of this program, making it where there is none; all or nothing.

    Raises `Malformed` for a database of a newer program, one that a server is using, or one that is none, and
    `Unavailable`.
    """
    parsed = parse(url)
    path = file_of(parsed)
    lock = None
    if path is not None:
        _make_file(path)
        lock = FileLock(path)
    engine = engines.writing(parsed)
    try:
        with plain_words(shown(parsed)), engine.begin() as connection:
            if path is None:
                connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
            _refuse_newer(revision(connection), shown(parsed))
            _run(connection)
    finally:
        engine.dispose()
        if lock is not None:
            lock.close()


def check_revision(connection: Connection, url: URL) -> None:
    """Raise `Malformed` where the schema is not the one that this program works with."""
    found = revision(connection)
    _refuse_newer(found, shown(url))
    if found is None:
        raise Malformed("the database has not been set up", at=shown(url), expected=f"{UPGRADE} before")
    if found != REVISIONS[-1]:
        what = f"the database is that of an older program (its version is {found}, this program's {REVISIONS[-1]})"
        raise Malformed(what, at=shown(url), expected=f"{UPGRADE} before")


def revision(connection: Connection) -> str | None:
    """The version of the schema; None where there is no schema yet."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    return connection.execute(text("SELECT version_num FROM alembic_version")).scalar_one_or_none()


def _refuse_newer(found: str | None, at: str) -> None:
    if found is not None and found not in REVISIONS:
        what = f"the database is that of a newer program (its version is {found}, this program's {REVISIONS[-1]})"
        raise Malformed(what, at=at, expected="the newer Rulewright, or a backup from before")


def _make_file(path: os.PathLike[str]) -> None:
    """A SQLite file for its owner's eyes: it holds the secret seeds of the dice."""
    try:
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    except OSError as error:
        raise Malformed(error.strerror or str(error), at=str(path), expected="a file that can be written") from error


def _run(connection: Connection) -> None:
    # Alembic takes longer to import than everything else here, and is needed here alone
    from alembic import command
    from alembic.config import Config

    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", "rulewright.store:migrations")
    command.upgrade(config, "head")
