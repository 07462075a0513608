"""Copies of a whole database while it is in use."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
from collections.abc import Callable
from pathlib import Path
from threading import Event, Thread

import pytest
from sqlalchemy import make_url

from databases import found
from rulewright.engine.errors import Malformed
from rulewright.store import backup as backups
from rulewright.store.backup import backup
from rulewright.store.checking import checked, table_ids
from rulewright.store.database import Database
from rulewright.store.errors import Unavailable
from rulewright.store.tables import TableStore
from store_rows import SEED, opened, row

SECONDS = 60
TABLES = ("t1", "t2")


@pytest.fixture(autouse=True)
def programs(monkeypatch: pytest.MonkeyPatch) -> None:
    """PostgreSQL's programs are on the path."""
    monkeypatch.setenv("PATH", f"{os.environ['PATH']}:{Path(found('initdb')).parent}")


def restored(url: str, file: Path) -> str:
    """The URL of the database that a copy holds."""
    if url.startswith("sqlite"):
        return f"sqlite:///{file}"
    subprocess.run(["pg_restore", "--clean", "--dbname", url, str(file)], check=True)
    return url


def write_on(store: TableStore, table: str, begun: Event, stop: Event) -> None:
    seq = 1
    while not stop.is_set():
        store.append(table, [row(seq)]).result(SECONDS)
        seq += 1
        if seq == 20:
            begun.set()
    begun.set()


def test_a_copy_under_load_is_of_one_moment(database_url: str, tmp_path: Path) -> None:
    file, stop = tmp_path / "copy", Event()
    with Database.open(database_url, exclusive=True) as database:
        store = TableStore(database)
        begun = [Event() for _ in TABLES]
        threads = []
        for table, event in zip(TABLES, begun):
            opened(store, table)
            threads.append(Thread(target=write_on, args=(store, table, event, stop)))
            threads[-1].start()
        try:
            assert all(event.wait(SECONDS) for event in begun)
            with Database.open(database_url) as other:  # as the command does beside a server
                backup(other, file)
        finally:
            stop.set()
            for thread in threads:
                thread.join()
        last = {table: len(store.rows(table)) for table in TABLES}
    assert file.stat().st_mode & 0o777 == 0o600
    with Database.open(restored(database_url, file)) as copy:
        assert sorted(table_ids(copy)) == list(TABLES)
        for table in TABLES:
            kept = checked(copy, table)
            assert kept is not None
            assert 20 <= len(kept.rows) <= last[table]
            assert kept.seed == SEED


def test_no_file_is_written_over(database: Database, tmp_path: Path) -> None:
    file = tmp_path / "copy"
    file.write_text("precious")
    with pytest.raises(Malformed, match="there is a file already"):
        backup(database, file)
    assert file.read_text() == "precious"


def test_a_folder_that_is_not_there(database: Database, tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        backup(database, tmp_path / "none" / "copy")


def test_what_a_copy_that_failed_left_does_no_harm(database: Database, tmp_path: Path) -> None:
    (tmp_path / "copy.new").write_text("half")
    backup(database, tmp_path / "copy")
    assert not (tmp_path / "copy.new").exists()


def test_a_copy_that_fails_leaves_nothing(sqlite_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Database.open(sqlite_url) as database:
        before = set(tmp_path.iterdir())

        def full(path: Path) -> None:
            raise OSError("no space left")

        monkeypatch.setattr(backups, "_sync", full)
        with pytest.raises(OSError, match="no space"):
            backup(database, tmp_path / "copy")
        assert set(tmp_path.iterdir()) == before


def test_sqlite_says_why_it_cannot(sqlite_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refusing(path: Path) -> sqlite3.Connection:
        copy = sqlite3.connect(path)
        copy.execute("BEGIN IMMEDIATE")
        return copy

    class Module:
        Error = sqlite3.Error
        Connection = sqlite3.Connection
        connect: Callable[[Path], sqlite3.Connection] = staticmethod(refusing)

    monkeypatch.setattr(backups, "sqlite3", Module)
    with Database.open(sqlite_url) as database, pytest.raises(Unavailable, match=r"test.db: cannot copy it"):
        backup(database, tmp_path / "copy")


def test_pg_dump_may_be_missing(postgresql_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: None)
    with Database.open(postgresql_url) as database, pytest.raises(Malformed, match="pg_dump is not installed"):
        backup(database, tmp_path / "copy")
    assert not (tmp_path / "copy.new").exists()


def test_pg_dump_says_why_it_cannot(postgresql_url: str, tmp_path: Path) -> None:
    with Database.open(postgresql_url) as database:
        database.url = make_url(postgresql_url).set(database="none")
        with pytest.raises(Unavailable, match='database "none" does not exist'):
            backup(database, tmp_path / "copy")
    assert not (tmp_path / "copy").exists()


def test_the_password_is_no_argument(postgresql_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "programs"
    folder.mkdir()
    (folder / "pg_dump").write_text(f'#!/bin/sh\necho "$PGPASSWORD" "$@" > {tmp_path}/said\n')
    (folder / "pg_dump").chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}:{os.environ['PATH']}")
    with Database.open(postgresql_url) as database:
        database.url = database.url.set(password="a secret")
        backup(database, tmp_path / "copy")
    said = (tmp_path / "said").read_text()
    assert said.startswith("a secret --format=custom")
    assert said.count("secret") == 1
