"""Whole tables as files: the same table on another server, and nothing of a file that is wrong."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from rulewright import games
from rulewright.engine.errors import Malformed
from rulewright.engine.journal import Closed
from rulewright.engine.packs import load
from rulewright.store import exchange
from rulewright.store.content_packs import ContentPacks, PackRow
from rulewright.store.database import Database
from rulewright.store.exchange import export_table, import_table, read_export
from rulewright.store.migrating import upgrade
from rulewright.store.rows import Row
from rulewright.store.seats import SeatRow
from rulewright.store.tables import TableStore
from store_rows import SEED, WHEN, opened, opening, row, rows, seats, table

Lines = list[dict[str, Any]]
PACK_FILE = """[pack]
id = "barrows"
title = "Barrows"
version = "1.0.0"
language = "en"
ruleset = "cairn"
"""


@pytest.fixture
def elsewhere(tmp_path: Path) -> Iterator[Database]:
    """Another server's database."""
    url = f"sqlite:///{tmp_path}/elsewhere.db"
    upgrade(url)
    with Database.open(url) as database:
        yield database


def exported(store: TableStore, database: Database, *, seed: bool = False) -> bytes:
    """A table with some entries, one seat of which is taken, as a file."""
    opened(store)
    store.append("t1", rows(1, 3), snapshot=(2, b"state")).result()
    store.put_seat(SeatRow("t1", "anna", "Ann", 7, "person-1", {"ask": "always"})).result()
    return export_table(database, "t1", seed=seed)


def changed(data: bytes, change: Callable[[Lines], object]) -> bytes:
    lines = [json.loads(line) for line in data.splitlines()]
    change(lines)
    return b"".join(json.dumps(line).encode() + b"\n" for line in lines)


def pack() -> PackRow:
    game = games.get("cairn")
    files = {"pack.toml": PACK_FILE}
    library = load(dict(files), game.content_type, [game.content()])
    return PackRow("cairn", "barrows", library.packs[-1].digest, files, "gail", WHEN)


def test_a_table_comes_back_whole(store: TableStore, database: Database, elsewhere: Database) -> None:
    found = read_export(exported(store, database, seed=True), "file")
    assert import_table(elsewhere, found, owner="ben").result() == "t1"
    there, here = TableStore(elsewhere), store.table("t1")
    assert there.rows("t1") == store.rows("t1") == [opening(), *rows(1, 3)]
    assert here is not None
    copy = there.table("t1")
    assert copy is not None
    assert copy == msgspec.structs.replace(here, owner="ben", secret="", touched_at=copy.touched_at)
    assert there.seats("t1") == [SeatRow("t1", "anna", "Ann"), SeatRow("t1", "referee", "Gail")]
    assert there.seed("t1") == SEED
    there.append("t1", [row(4)]).result()


def test_a_file_holds_no_person_and_no_secret_that_was_not_asked_for(store: TableStore, database: Database) -> None:
    data = exported(store, database)
    for secret in ("person-1", "gail", "hash", SEED.hex(), "always"):
        assert f'"{secret}"'.encode() not in data
    assert SEED.hex().encode() in export_table(database, "t1", seed=True)


def test_without_the_seed_there_is_none(store: TableStore, database: Database, elsewhere: Database) -> None:
    import_table(elsewhere, read_export(exported(store, database), "file")).result()
    assert TableStore(elsewhere).seed("t1") is None


def test_a_table_that_is_there_stays_and_the_other_gets_a_new_id(store: TableStore, database: Database) -> None:
    found = read_export(exported(store, database), "file")
    store.append("t1", [row(4)]).result()
    ids = ["t1", import_table(database, found).result(), import_table(database, found).result()]
    assert len(set(ids)) == 3
    for id in ids[1:]:
        copy = store.table(id)
        assert copy is not None
        assert (copy.id, copy.last_seq) == (id, 3)
        assert store.rows(id) == [opening(), *rows(1, 3)]  # whose first entry keeps the old one
        assert [seat.table for seat in store.seats(id)] == [id, id]
    assert len(store.rows("t1")) == 5


def test_a_closed_table(store: TableStore, database: Database, elsewhere: Database) -> None:
    opened(store)
    store.append("t1", [Row(1, Closed(1, SEED.hex()))], closed=True).result()
    import_table(elsewhere, read_export(export_table(database, "t1"), "file")).result()
    copy = TableStore(elsewhere).table("t1")
    assert copy is not None
    assert copy.closed
    with pytest.raises(Malformed, match="there is no secret seed"):
        export_table(database, "t1", seed=True)


def test_no_such_table(database: Database) -> None:
    with pytest.raises(Malformed, match="no table 'none'"):
        export_table(database, "none")


def with_pack(store: TableStore, database: Database) -> tuple[PackRow, bytes]:
    """A table of Cairn with a pack, as a file."""
    mine = pack()
    ContentPacks(database).put(mine).result()
    first = Row(0, msgspec.structs.replace(opening().entry, game="cairn"))
    made = msgspec.structs.replace(table(), game="cairn", settings={"packs": [[mine.game, mine.id, mine.digest]]})
    store.create(made, [first], seats(), None).result()
    return mine, export_table(database, "t1")


def test_packs_come_along(store: TableStore, database: Database, elsewhere: Database) -> None:
    mine, data = with_pack(store, database)
    for _ in range(2):
        import_table(elsewhere, read_export(data, "file"), owner="ben").result()
    assert ContentPacks(elsewhere).files(mine.game, mine.id, mine.digest) == mine.files
    assert [one.id for one in ContentPacks(elsewhere).packs_of("ben")] == ["barrows"]


def test_a_pack_that_is_gone_is_wanted_elsewhere(store: TableStore, database: Database, elsewhere: Database) -> None:
    mine, _ = with_pack(store, database)
    database.write(lambda connection: connection.exec_driver_sql("DELETE FROM packs")).result()
    found = read_export(export_table(database, "t1"), "file")
    with pytest.raises(Malformed, match="the pack barrows of cairn is missing"):
        import_table(elsewhere, found)
    ContentPacks(elsewhere).put(mine).result()
    import_table(elsewhere, found).result()


@pytest.mark.parametrize(
    ("change", "wrong"),
    [
        (lambda lines: lines[1]["files"].update({"pack.toml": PACK_FILE + "colour = 1"}), "problem"),
        (lambda lines: lines[1]["files"].update({"pack.toml": PACK_FILE.replace("Barrows", "Hills")}), "its digest is"),
        (lambda lines: lines[1]["files"].update({"pack.toml": PACK_FILE.replace("barrows", "hills")}), "its digest is"),
    ],
)
def test_a_pack_is_what_its_digest_says(
    store: TableStore, database: Database, elsewhere: Database, change: Callable[[Lines], object], wrong: str
) -> None:
    _, data = with_pack(store, database)
    with pytest.raises(Malformed, match=wrong):
        import_table(elsewhere, read_export(changed(data, change), "file"))
    assert TableStore(elsewhere).table("t1") is None


def test_a_pack_that_no_table_asked_for(store: TableStore, database: Database) -> None:
    _, data = with_pack(store, database)
    with pytest.raises(Malformed, match=r"file, line 2: the pack barrows; expected a pack that the table uses"):
        read_export(changed(data, lambda lines: lines[0]["settings"].clear()), "file")


@pytest.mark.parametrize(
    ("change", "wrong"),
    [
        (lambda lines: lines[0].update(rulewright="character"), "line 1: Invalid enum value"),
        (lambda lines: lines[0].update(format=2), "line 1: format 2; expected 1 or lower; a newer Rulewright wrote it"),
        (lambda lines: lines[0].update(colour="blue"), "line 1: Object contains unknown field"),
        (lambda lines: lines[0].update(id="../t 1"), "line 1: Expected `str` matching regex"),
        (lambda lines: lines[0].update(game="cairn"), "line 1: the game 'cairn'; expected 'toy'"),
        (lambda lines: lines[0].update(closed=True), "line 1: closed: True"),
        (lambda lines: lines[0].update(created_at="Tuesday"), "line 1: Invalid isoformat string"),
        (lambda lines: lines[0].update(settings={"packs": "all"}), "line 1: Expected `array`, got `str`"),
        (lambda lines: lines[0].update(seed="0"), "line 1: no seed"),
        (lambda lines: lines[0].update(seed="00"), "line 1: another seed than the dice have"),
        (lambda lines: lines[0].update(entries=-4), "line 1: Expected `int` >= 0"),
        (lambda lines: lines[0].update(entries=5, packs=-1), "line 1: Expected `int` >= 0"),
        (lambda lines: lines[0].update(entries=5), "expected 6 whole lines"),
        (
            lambda lines: lines[0].update(entries=3, packs=1),
            "line 2: Object contains unknown field `entry`; expected a content pack",
        ),
        (lambda lines: lines[0]["seats"].append({"seat": "zoe", "name": "Zoe"}), "line 1: seat 'zoe'"),
        (lambda lines: lines[0]["seats"].append({"seat": "anna", "name": "Zoe"}), "line 1: seat 'anna'"),
        (lambda lines: lines.pop(), "cut short"),
        (lambda lines: lines.append({}), "something was added"),
        (lambda lines: lines.pop(1) and lines[0].update(entries=3), "line 2: an entry with the number 1; expected 0"),
        (lambda lines: lines[1]["entry"].update(format=99), "line 1: journal format 99"),
        (lambda lines: lines[1].update(entry=lines[2]["entry"] | {"seq": 0}), "line 2: entry 0 is Commanded"),
        (lambda lines: lines[2].update(entry=lines[1]["entry"] | {"seq": 1}), "line 3: entry 1 is Opened"),
        (lambda lines: lines[2].update(entry={"entry": "closed", "seq": 1, "seed": ""}), "line 3: entries after the"),
        (lambda lines: lines[3].update(told=[{"key": 1}]), "line 4: Expected `str`, got `int` - at `$.told"),
        (lambda lines: lines[3].update(entry={"entry": "dance"}), "line 4: Invalid value 'dance'"),
        (lambda lines: lines.__setitem__(slice(1, 5), []) or lines[0].update(entries=0), "line 1: no entries"),
    ],
)
def test_files_that_do_not_agree_with_themselves(
    store: TableStore, database: Database, change: Callable[[Lines], object], wrong: str
) -> None:
    data = exported(store, database)
    read_export(changed(data, lambda lines: None), "file")
    with pytest.raises(Malformed) as caught:
        read_export(changed(data, change), "file")
    assert str(caught.value).startswith("file")
    assert wrong in str(caught.value)


def test_a_seed_that_is_no_secret(store: TableStore, database: Database) -> None:
    opened(store)
    store.append("t1", [Row(1, Closed(1, SEED.hex()))], closed=True).result()
    data = changed(export_table(database, "t1"), lambda lines: lines[0].update(seed=SEED.hex()))
    with pytest.raises(Malformed, match="line 1: a secret seed"):
        read_export(data, "file")


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\n",
        b"\0" * 100,
        b"\xff\xfe",
        b"[]\n",
        b"{}\n",
        b'{"rulewright": "table", "format": 1}\n',
        b'{"rulewright": "table", "format": 1' + b"0" * 10_000 + b"}\n",
        b"[" * 100_000 + b"]" * 100_000,
        b'{"rulewright": "table", "format": 1, "settings": ' + b'{"a":' * 100_000 + b"1" + b"}" * 100_001 + b"\n",
        b"PK\x03\x04",
    ],
)
def test_files_of_something_else(data: bytes) -> None:
    with pytest.raises(Malformed, match="file, line 1"):
        read_export(data, "file")


def test_a_cut_file_is_never_taken(store: TableStore, database: Database) -> None:
    data = exported(store, database)
    for length in range(len(data)):
        with pytest.raises(Malformed):
            read_export(data[:length], "file")


def test_deep_nesting_in_an_entry(store: TableStore, database: Database) -> None:
    data = exported(store, database)
    deep = b'"text":' + b"[" * 100_000 + b"]" * 100_000
    with pytest.raises(Malformed, match="file, line 4"):
        read_export(data.replace(b'"text":"line 2"', deep, 1), "file")


def test_a_large_file(store: TableStore, database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    data = exported(store, database)
    monkeypatch.setattr(exchange, "MOST_BYTES", len(data) - 1)
    with pytest.raises(Malformed, match="the file is too large; expected at most"):
        read_export(data, "file")
