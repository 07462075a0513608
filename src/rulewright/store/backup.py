"""A consistent copy of a whole database while it is in use."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path
from typing import cast

from sqlalchemy import URL

from rulewright.engine.errors import Malformed
from rulewright.store.database import Database
from rulewright.store.errors import Unavailable
from rulewright.store.urls import file_of


def backup(database: Database, path: Path) -> None:
    """Copy the database as it is at one moment into a new file, for its owner's eyes: it holds secret seeds.

    The copy of a SQLite database is one again; that of a PostgreSQL database is for pg_restore. Raises
    `Malformed` where there is such a file already or no pg_dump, and `Unavailable` where the copy fails.
    """
    if path.exists():
        raise Malformed("there is a file already", at=str(path), expected="the name of a new file")
    draft = path.with_name(path.name + ".new")
    draft.unlink(missing_ok=True)
    os.close(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    try:
        if file_of(database.url) is not None:
            _copy_sqlite(database, draft)
        else:
            _dump_postgresql(database, draft)
        _sync(draft)
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)
    _sync(path.parent)


def _copy_sqlite(database: Database, draft: Path) -> None:
    with database.read() as connection, closing(sqlite3.connect(draft)) as copy:
        # all pages in one step: a single moment, and nobody waits in the meantime
        try:
            cast(sqlite3.Connection, connection.connection.dbapi_connection).backup(copy, pages=-1)
        except sqlite3.Error as error:
            raise Unavailable(database.name, f"cannot copy it: {error}") from error


def _dump_postgresql(database: Database, draft: Path) -> None:
    program = shutil.which("pg_dump")
    if program is None:
        raise Malformed("pg_dump is not installed", at=database.name, expected="PostgreSQL's client programs")
    command = [program, "--format=custom", "--no-owner", f"--file={draft}", _without_password(database.url)]
    password = {"PGPASSWORD": str(database.url.password)} if database.url.password else {}
    done = subprocess.run(command, env=os.environ | password, capture_output=True, text=True, errors="replace")
    if done.returncode:
        raise Unavailable(database.name, done.stderr.strip() or f"pg_dump ended with {done.returncode}")


def _without_password(url: URL) -> str:
    """The URL as PostgreSQL's own programs read it; the list of processes shows it to everybody."""
    plain = URL.create("postgresql", url.username, None, url.host, url.port, url.database, url.query)
    return plain.render_as_string()


def _sync(path: Path) -> None:
    file = os.open(path, os.O_RDONLY)
    try:
        os.fsync(file)
    finally:
        os.close(file)
