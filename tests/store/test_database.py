"""Opening and closing databases, with what goes wrong said in plain words."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from threading import Event
from typing import Any

import psycopg
import pytest
from sqlalchemy import Connection, exc, insert, make_url, select, text

from rulewright.engine.errors import Malformed
from rulewright.store import engines, urls
from rulewright.store.database import Database
from rulewright.store.errors import Unavailable, plain_words
from rulewright.store.schema import meta
from rulewright.store.tables import TableStore
from store_rows import opened

SECONDS = 60
LOCKING = """
import sys
from rulewright.store.database import Database
with Database.open(sys.argv[1], exclusive=True):
    print("open", flush=True)
    sys.stdin.read()
"""


def keep(key: str) -> Callable[[Connection], None]:
    def job(connection: Connection) -> None:
        connection.execute(insert(meta).values(key=key, value=""))

    return job


@pytest.mark.parametrize(
    ("url", "wrong"),
    [
        ("", "no URL of a database"),
        ("rulewright.db", "no URL of a database"),
        ("postgresql://host:port/x", "no URL of a database"),
        ("mysql://ann:secret@host/x", "mysql://ann:***@host/x: databases of the kind 'mysql' are not known"),
        ("sqlite+aiosqlite:///x", "databases of the kind 'sqlite+aiosqlite' are not known"),
        ("postgresql+asyncpg://host/x", "databases of the kind 'postgresql+asyncpg' are not known"),
        ("sqlite://", "a SQLite database without a plain file"),
        ("sqlite:///:memory:", "a SQLite database without a plain file"),
        ("sqlite:///file:x?uri=true", "a SQLite database without a plain file"),
        ("sqlite://host/x", "a SQLite database without a plain file"),
    ],
)
def test_urls_that_name_no_database(url: str, wrong: str) -> None:
    with pytest.raises(Malformed) as caught:
        Database.open(url)
    assert wrong in str(caught.value)
    assert "expected sqlite:///FILE or postgresql://USER@HOST/NAME" in str(caught.value)
    assert "secret" not in str(caught.value)


@pytest.mark.parametrize("start", ["postgres", "postgresql", "postgresql+psycopg"])
def test_postgresql_has_several_names(start: str) -> None:
    assert str(urls.parse(f"{start}://ann@host/x")) == "postgresql+psycopg://ann@host/x"


def test_psycopg_may_be_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(urls, "find_spec", lambda name: None)
    with pytest.raises(Malformed, match="psycopg is not installed"):
        urls.parse("postgresql://host/x")
    urls.parse("sqlite:///x")


def test_where_the_database_is_when_nobody_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(urls.VARIABLE, raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", f"{tmp_path}/a data/ü%20")
    parsed = urls.parse(urls.default_url())
    assert urls.file_of(parsed) == Path(f"{tmp_path}/a data/ü%20/rulewright/rulewright.db")
    assert Path(f"{tmp_path}/a data/ü%20/rulewright").stat().st_mode & 0o777 == 0o700
    monkeypatch.setenv("XDG_DATA_HOME", "relative")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert urls.file_of(urls.parse(urls.default_url())) == tmp_path / ".local/share/rulewright/rulewright.db"
    monkeypatch.setenv(urls.VARIABLE, "postgresql://host/x")
    assert urls.default_url() == "postgresql://host/x"


def test_no_file(tmp_path: Path) -> None:
    with pytest.raises(Malformed, match="there is no database; expected `rulewright db upgrade` before"):
        Database.open(f"sqlite:///{tmp_path}/none.db")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("exclusive", [False, True])
def test_a_file_of_something_else(tmp_path: Path, exclusive: bool) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("Tuesday's dragon is really the mayor.\n" * 100)
    for _ in range(2):
        with pytest.raises(Unavailable, match=r"notes.txt: file is not a database"):
            Database.open(f"sqlite:///{path}", exclusive=exclusive)


def test_no_server(tmp_path: Path) -> None:
    with pytest.raises(Unavailable) as caught:
        Database.open(f"postgresql://ann:secret@/x?host={tmp_path}")
    assert "No such file or directory" in str(caught.value)
    assert "secret" not in str(caught.value)


def test_no_such_database_on_the_server(postgresql_url: str) -> None:
    other = make_url(postgresql_url).set(database="none")
    with pytest.raises(Unavailable, match='database "none" does not exist'):
        Database.open(other.render_as_string())
    with pytest.raises(Unavailable, match='invalid connection option "colour"'):
        Database.open(other.update_query_dict({"colour": "blue"}).render_as_string())


def test_one_server_at_a_time_has_a_sqlite_file(sqlite_url: str, tmp_path: Path) -> None:
    command = [sys.executable, "-c", LOCKING, sqlite_url]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "open\n"
        with pytest.raises(Malformed, match="another server is using this database"):
            Database.open(sqlite_url, exclusive=True)
        (tmp_path / "link.db").symlink_to(tmp_path / "test.db")
        with pytest.raises(Malformed, match="another server is using this database"):
            Database.open(f"sqlite:///{tmp_path}/link.db", exclusive=True)
        Database.open(sqlite_url).close()  # a look is free
        other.kill()
    Database.open(sqlite_url, exclusive=True).close()


def test_several_servers_have_one_postgresql(postgresql_url: str) -> None:
    with Database.open(postgresql_url, exclusive=True), Database.open(postgresql_url, exclusive=True):
        pass


def test_a_database_that_was_refused_is_let_go(sqlite_url: str, tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "test.db")) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
        connection.commit()
    for _ in range(2):
        with pytest.raises(Malformed, match="newer"):
            Database.open(sqlite_url, exclusive=True)


def test_a_file_that_somebody_else_holds(sqlite_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engines, "BUSY_SECONDS", 0.0)
    with Database.open(sqlite_url) as database, closing(sqlite3.connect(tmp_path / "test.db")) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(Unavailable) as caught:
            database.write(keep("a")).result(SECONDS)
        assert str(caught.value) == f"{tmp_path}/test.db: database is locked"
        other.rollback()
        database.write(keep("a")).result(SECONDS)


def test_settings_of_sqlite(sqlite_url: str) -> None:
    names = ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")

    def look(connection: Connection) -> list[object]:
        return [connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in names]

    with Database.open(sqlite_url) as database:
        with database.read() as connection:
            assert look(connection) == ["wal", 2, 1, 10_000]
        assert database.write(look).result(SECONDS) == ["wal", 2, 1, 10_000]


def test_readers_cannot_write(database: Database) -> None:
    with pytest.raises((Unavailable, exc.InternalError), match=r"read-?only"), database.read() as connection:
        connection.execute(text("DELETE FROM tables"))


def test_readers_see_one_moment(database: Database) -> None:
    wanted = select(meta.c.key)
    with database.read() as connection:
        assert connection.execute(wanted).all() == []
        database.write(keep("a")).result(SECONDS)
        assert connection.execute(wanted).all() == []
    with database.read() as connection:
        assert connection.execute(wanted).scalars().all() == ["a"]


def test_too_many_readers_are_told_so(database_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engines, "READERS", 1)
    monkeypatch.setattr(engines, "MORE_READERS", 0)
    monkeypatch.setattr(engines, "READER_WAIT_SECONDS", 0.0)
    too_many = pytest.raises(Unavailable, match="too many are reading at once")
    with Database.open(database_url) as database, database.read(), too_many, database.read():
        pass


def test_closing_finishes_what_is_queued(database_url: str) -> None:
    database = Database.open(database_url, exclusive=True)
    go_on = Event()
    database.write(lambda connection: go_on.wait(SECONDS))
    futures = [database.write(keep(str(number))) for number in range(300)]
    go_on.set()
    database.close()
    assert all(future.done() and future.exception() is None for future in futures)
    database.close()
    with pytest.raises(Unavailable, match="closed"):
        database.write(keep("late"))
    with Database.open(database_url, exclusive=True) as again, again.read() as connection:
        assert len(connection.execute(select(meta.c.key)).all()) == 300


def test_a_restarted_server_is_found_again(postgresql_url: str) -> None:
    others = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()"
    with Database.open(postgresql_url) as database:
        store = TableStore(database)
        opened(store)
        assert store.table("t1") is not None
        with Database.open(postgresql_url) as other:
            ended = others + " AND datname = current_database()"
            other.write(lambda connection: connection.execute(text(ended)).all()).result(SECONDS)
        assert store.table("t1") is not None
        opened(store, "t2")


def test_mistakes_of_the_program_stay_what_they_are() -> None:
    with pytest.raises(Unavailable, match="here: no connection"), plain_words("here"):
        raise exc.ProgrammingError(None, {}, ValueError("no connection"))
    with pytest.raises(exc.IntegrityError), plain_words("here"):
        raise exc.IntegrityError("INSERT", {}, ValueError("twice"))
    with pytest.raises(Malformed, match="here: no text"), plain_words("here"):
        raise exc.DataError("INSERT", {}, ValueError("no text\nLINE 1"))
    with pytest.raises(exc.ArgumentError), plain_words("here"):
        raise exc.ArgumentError("what")


def test_closing_waits_for_who_still_reads(database_url: str) -> None:
    database = Database.open(database_url)
    reading, done = Event(), Event()

    def read() -> Any:
        with database.read() as connection:
            raw = connection.connection.dbapi_connection
            reading.set()
            done.wait(SECONDS)
        return raw

    with ThreadPoolExecutor(2) as pool:
        reader = pool.submit(read)
        reading.wait(SECONDS)
        closed = pool.submit(database.close)
        done.set()
        closed.result(SECONDS)
        with pytest.raises((sqlite3.ProgrammingError, psycopg.OperationalError), match="closed"):
            reader.result(SECONDS).execute("select 1")


def test_nobody_reads_from_a_closed_database(database_url: str) -> None:
    database = Database.open(database_url)
    database.close()
    with pytest.raises(Unavailable, match="closed"), database.read():
        raise AssertionError("nothing is read")
