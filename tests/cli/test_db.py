"""`rulewright db`: the database of the online table, from its making to a check of every game in it."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from rich.progress import Progress

from databases import database_url, found
from rulewright import games
from rulewright.cli import db, main
from rulewright.cli.output import LANGUAGES, _catalogue
from rulewright.engine.journal import Closed
from rulewright.store.database import Database
from rulewright.store.jsonl import read
from rulewright.store.rows import Row
from rulewright.store.seats import SeatRow
from rulewright.store.tables import TableRow, TableStore
from rulewright.table.replay import rebuild

__all__ = ["database_url"]

Capture = pytest.CaptureFixture[str]
WHEN = "2030-01-02T03:04:05+00:00"


@cache
def played() -> tuple[list[Row], bytes]:
    """A game of Cairn that was played to its end by policy: its rows, and the seed that its closing reveals."""
    with TemporaryDirectory() as folder:
        log = Path(folder) / "log"
        assert main(["play", "ambush", "--auto", "--log", str(log)]) == 0
        entries = read(log)[0]
    game = games.get("cairn")
    rows = []
    for entry, history in zip(entries, rebuild(game, entries, game.content())):
        told = tuple(event for seq, event in history.session.events if seq == entry.seq)
        rows.append(Row(entry.seq, entry, told))
    closing = entries[-1]
    assert isinstance(closing, Closed)
    return rows, bytes.fromhex(closing.seed)


@pytest.fixture
def url(database_url: str, monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> str:
    """A database with a closed table and an open one, which the environment names."""
    rows, seed = played()
    with Database.open(database_url) as database:
        for id, closed in (("closed", True), ("open", False)):
            table = TableRow(id, "cairn", "The Ambush", WHEN, WHEN, closed=closed, owner="gail")
            kept = (rows, None) if closed else (rows[:-1], seed)
            TableStore(database).create(table, kept[0], [SeatRow(id, "referee", "Gail")], kept[1]).result()
    monkeypatch.setenv("RULEWRIGHT_DATABASE", database_url)
    capsys.readouterr()
    return database_url


def change(url: str, statement: str) -> None:
    with Database.open(url) as database:
        database.write(lambda connection: connection.exec_driver_sql(statement)).result()


def output(capsys: Capture) -> str:
    return " ".join(capsys.readouterr().out.split())


def test_upgrade_makes_the_database_of_the_user(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.delenv("RULEWRIGHT_DATABASE", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert main(["db", "check"]) == 2
    assert "there is no database; expected `rulewright db upgrade` before" in capsys.readouterr().err
    for _ in range(2):
        assert main(["db", "upgrade"]) == 0
        assert output(capsys) == f"{tmp_path}/rulewright/rulewright.db is up to date."
    assert main(["db", "check", "--lang", "fi"]) == 0
    assert output(capsys) == "pöytiä: 0, merkintöjä: 0. Kaikki ovat ehjiä."


def test_a_database_that_is_named(tmp_path: Path, capsys: Capture) -> None:
    assert main(["db", "upgrade", "--database", f"sqlite:///{tmp_path}/a.db", "--lang", "fi"]) == 0
    assert output(capsys) == f"{tmp_path}/a.db on ajan tasalla."
    assert main(["db", "upgrade", "--database", "mysql://x"]) == 2
    assert "databases of the kind 'mysql' are not known" in capsys.readouterr().err


@pytest.mark.usefixtures("url")
def test_a_whole_database(capsys: Capture) -> None:
    entries = 2 * len(played()[0]) - 1
    assert main(["db", "check"]) == 0
    assert output(capsys) == f"tables: 2, entries: {entries}. All of them are whole."
    assert main(["db", "check", "--replay"]) == 0
    assert output(capsys).endswith("are whole, and playing them again gives the same.")
    assert main(["db", "check", "--replay", "--json"]) == 0
    whole = {"whole": True, "tables": 2, "entries": entries, "difference": ""}
    assert json.loads(capsys.readouterr().out) == whole


@pytest.mark.parametrize(
    ("statement", "difference"),
    [
        ("DELETE FROM entries WHERE table_id = 'open' AND seq = 3", ", entry 3: entry 4 comes next; expected entry 3"),
        ("UPDATE tables SET last_seq = 2 WHERE id = 'open'", ": last_seq is 2; expected "),
        ("UPDATE entries SET entry = 'x' WHERE table_id = 'open' AND seq = 3", ", entry 3: no journal entry"),
        ("UPDATE entries SET told = 'x' WHERE table_id = 'open' AND seq = 3", ", entry 3: no events"),
        ("UPDATE tables SET game = 'nw3' WHERE id = 'open'", ", entry 0: the first entry is another one"),
        ("UPDATE tables SET closed = true WHERE id = 'open'", ": closed is True"),
        ('UPDATE tables SET settings = \'{"packs": [["a", "b", "c"]]}\' WHERE id = \'open\'', ": the pack b of a"),
        ("UPDATE seeds SET seed = '00' WHERE table_id = 'open'", ": the secret seed is kept"),
    ],
)
def test_the_first_thing_that_is_wrong(url: str, capsys: Capture, statement: str, difference: str) -> None:
    change(url, statement)
    assert main(["db", "check"]) == 1
    assert f"The database is not as it should be. table open{difference}" in output(capsys)
    assert main(["db", "check", "--json"]) == 1
    found = json.loads(capsys.readouterr().out)
    assert (found["whole"], found["tables"], found["entries"]) == (False, 1, len(played()[0]))
    assert found["difference"].startswith(f"table open{difference}")


def test_a_closed_table_keeps_no_secret(url: str, capsys: Capture) -> None:
    change(url, "INSERT INTO seeds (table_id, seed) VALUES ('closed', '00')")
    assert main(["db", "check"]) == 1
    assert "table closed: the secret seed is kept; expected none" in output(capsys)


@pytest.mark.parametrize("events", ["[]", '[{"key": "other"}]'])
def test_a_replay_finds_other_events(url: str, capsys: Capture, events: str) -> None:
    seq = next(row.seq for row in played()[0] if row.told)
    change(url, f"UPDATE entries SET told = '{events}' WHERE table_id = 'open' AND seq = {seq}")
    assert main(["db", "check"]) == 0
    capsys.readouterr()
    assert main(["db", "check", "--replay"]) == 1
    assert f"table open, entry {seq}: other events are kept" in output(capsys)


def test_a_replay_finds_another_game(url: str, capsys: Capture) -> None:
    more_dice = "replace(entry, 'faces\":[', 'faces\":[1,')"
    change(url, f"UPDATE entries SET entry = {more_dice} WHERE table_id = 'open'")
    assert main(["db", "check"]) == 0
    capsys.readouterr()
    assert main(["db", "check", "--replay"]) == 1
    assert "The database is not as it should be. table open: entry " in output(capsys)


def test_a_game_that_is_not_installed(url: str, capsys: Capture) -> None:
    change(url, "UPDATE tables SET game = 'chess' WHERE id = 'open'")
    change(url, "UPDATE entries SET entry = replace(entry, '\"cairn\"', '\"chess\"') WHERE table_id = 'open'")
    assert main(["db", "check"]) == 0
    capsys.readouterr()
    assert main(["db", "check", "--replay"]) == 1
    assert "no game 'chess'" in output(capsys)


@pytest.mark.usefixtures("url")
def test_a_bar_shows_how_far_it_is(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    steps: list[float] = []
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    monkeypatch.setattr(Progress, "advance", lambda bar, task, count=1: steps.append(count))
    assert main(["db", "check"]) == 0
    assert sum(steps) == 2 * len(played()[0]) - 1
    assert main(["db", "check", "--replay"]) == 0
    assert sum(steps) == 4 * len(played()[0]) - 2
    capsys.readouterr()


@pytest.mark.parametrize("id", ["open", "closed"])
def test_export_and_import(url: str, tmp_path: Path, capsys: Capture, id: str) -> None:
    file = tmp_path / "table"
    assert main(["db", "export", id, str(file)]) == 0
    assert "without the secret seed" in output(capsys)
    assert file.stat().st_mode & 0o777 == 0o600
    assert main(["db", "export", id, str(file)]) == 2
    assert "there is a file already" in capsys.readouterr().err
    other = f"sqlite:///{tmp_path}/other.db"
    assert main(["db", "upgrade", "--database", other]) == 0
    capsys.readouterr()
    assert main(["db", "import", str(file), "--owner", "ben", "--database", other]) == 0
    assert output(capsys) == f'The table "The Ambush" is there as {id}.'
    assert main(["db", "check", "--replay", "--database", other]) == 0
    with Database.open(other) as there, Database.open(url) as here:
        assert TableStore(there).rows(id) == TableStore(here).rows(id)
        assert [table.id for table in TableStore(there).tables_of("ben")] == [id]
    capsys.readouterr()
    assert main(["db", "import", str(file)]) == 0
    assert f"is there as {id}" not in output(capsys)


@pytest.mark.usefixtures("url")
def test_the_seed_comes_along_if_asked_for(tmp_path: Path, capsys: Capture) -> None:
    assert main(["db", "export", "open", str(tmp_path / "open"), "--seed"]) == 0
    assert "it is for the referee alone" in output(capsys)
    assert played()[1].hex() in (tmp_path / "open").read_text()
    assert main(["db", "export", "closed", str(tmp_path / "closed"), "--seed"]) == 2
    assert "there is no secret seed" in capsys.readouterr().err


@pytest.mark.usefixtures("url")
def test_files_that_cannot_be_taken(tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "table"
    assert main(["db", "import", str(file)]) == 2
    assert "No such file" in capsys.readouterr().err
    file.write_text("no table")
    assert main(["db", "import", str(file)]) == 2
    assert f"{file}, line 1: " in capsys.readouterr().err
    assert main(["db", "export", "none", str(tmp_path / "other")]) == 2
    assert "no table 'none'" in capsys.readouterr().err
    assert not (tmp_path / "other").exists()
    assert main(["db", "check"]) == 0


@pytest.mark.usefixtures("url")
def test_backup(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    monkeypatch.setenv("PATH", f"{os.environ['PATH']}:{Path(found('initdb')).parent}")
    assert main(["db", "backup", str(tmp_path / "copy")]) == 0
    assert "It holds the secret seeds of open tables" in output(capsys)
    assert (tmp_path / "copy").stat().st_size > 1000
    assert main(["db", "backup", str(tmp_path / "copy")]) == 2


def test_help_needs_no_database() -> None:
    code = "import sys; from rulewright.cli import main; main(['--help']); print('sqlalchemy' in sys.modules)"
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert "db " in shown
    assert shown.endswith("False\n")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_is_there_and_none_is_left_over(language: str) -> None:
    said = set(re.findall(r'"(db\.[a-z_.]+)"', Path(db.__file__).read_text("utf-8")))
    assert said == {key for key in _catalogue(language).messages if key.startswith("db.")}
