"""Which database: its URL checked, and where it is when nobody says."""

from __future__ import annotations

import os
from importlib.util import find_spec
from pathlib import Path

from sqlalchemy import URL, exc, make_url

from rulewright.engine.errors import Malformed

VARIABLE = "RULEWRIGHT_DATABASE"
EXPECTED = "sqlite:///FILE or postgresql://USER@HOST/NAME"


def default_url() -> str:
    """The database that the environment names, else a SQLite file in the user's data folder, which is made."""
    named = os.environ.get(VARIABLE, "")
    if named:
        return named
    data = os.environ.get("XDG_DATA_HOME", "")
    folder = (Path(data) if os.path.isabs(data) else Path.home() / ".local" / "share") / "rulewright"
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return URL.create("sqlite", database=str(folder / "rulewright.db")).render_as_string()


def parse(text: str) -> URL:
    """The URL of a database with the driver that is used for it; raises `Malformed`."""
    try:
        url = make_url(text)
    except (exc.ArgumentError, ValueError) as error:
        raise Malformed("no URL of a database", expected=EXPECTED) from error
    if url.drivername in ("sqlite", "sqlite+pysqlite"):
        if url.host or not url.database or url.database.startswith((":memory:", "file:")) or url.query:
            raise Malformed("a SQLite database without a plain file", at=shown(url), expected=EXPECTED)
        return url.set(drivername="sqlite", database=os.path.abspath(url.database))
    if url.drivername in ("postgres", "postgresql", "postgresql+psycopg"):
        if find_spec("psycopg") is None:
            raise Malformed("psycopg is not installed", at=shown(url), expected="pip install 'rulewright[postgres]'")
        return url.set(drivername="postgresql+psycopg")
    raise Malformed(f"databases of the kind {url.drivername!r} are not known", at=shown(url), expected=EXPECTED)


def file_of(url: URL) -> Path | None:
    """The file of a SQLite database; None for PostgreSQL."""
    return Path(url.database or "") if url.drivername == "sqlite" else None


def shown(url: URL) -> str:
    """The URL for people: without the password, and a SQLite file by its path."""
    path = file_of(url)
    return str(path) if path else url.render_as_string(hide_password=True)
