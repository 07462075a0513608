"""Benchmark of the store: entries appended by many at once, and a long journal opened.

`python benchmarks/store.py` prints the table; a URL of an empty PostgreSQL database adds that. The floor is the
standard library's sqlite3 in the same folder, one commit an entry. Read the ratios, and look at your own disk: the
slower it flushes, the more a shared commit is worth.
"""

from __future__ import annotations

import sqlite3
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

from rich.console import Console
from rich.progress import track
from rich.table import Table

from rulewright.engine.events import Event
from rulewright.engine.journal import Commanded, encode_entry
from rulewright.store.database import Database
from rulewright.store.migrating import upgrade
from rulewright.store.rows import Row as Kept
from rulewright.store.tables import TableRow, TableStore
from rulewright.store.urls import parse

Row = tuple[str, str, str, str, str]
WHEN = "2030-01-02T03:04:05+00:00"
TEXT = "The lantern swings; something below has heard it, and is not in a hurry to come up and look. " * 2
WRITERS = (1, 16, 64)
ENTRIES = 4_000
LONG = 20_000
OPENING_SECONDS = 0.5
_ids = (f"table-{number}" for number in count())


def entry(seq: int) -> Kept:
    """An entry of about 280 bytes with an event."""
    said = Commanded(seq, "anna", {"do": "say", "text": TEXT}, WHEN)
    return Kept(seq, said, (Event("said", {"name": "Anna"}, "R-1"),))


def new_table(store: TableStore, entries: int = 0) -> str:
    """A fresh table."""
    id = next(_ids)
    made = [entry(seq) for seq in range(entries)]
    store.create(TableRow(id, "toy", "Tuesday", WHEN, WHEN), made, (), None).result()
    return id


def appended(store: TableStore, writers: int) -> float:
    """Entries a second, each waited for, by so many writers at tables of their own."""
    each = ENTRIES // WRITERS[-1] if writers > 1 else ENTRIES // 8
    tables = [new_table(store) for _ in range(writers)]

    def write(table: str) -> None:
        for seq in range(each):
            store.append(table, [entry(seq)]).result()

    with ThreadPoolExecutor(writers) as pool:
        start = time.perf_counter()
        list(pool.map(write, tables))
        return writers * each / (time.perf_counter() - start)


def one_a_commit(folder: Path) -> float:
    """Entries a second of sqlite3 by itself, each in a commit of its own, as durable as ours."""
    with closing(sqlite3.connect(folder / "floor.db", isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode=WAL").close()
        connection.execute("PRAGMA synchronous=FULL").close()
        connection.execute("CREATE TABLE entries (id TEXT, seq INTEGER, entry TEXT, PRIMARY KEY (id, seq))")
        start = time.perf_counter()
        for seq in range(ENTRIES // 8):
            text = encode_entry(entry(seq).entry).decode()
            connection.execute("INSERT INTO entries VALUES ('t', ?, ?)", (seq, text))
        return ENTRIES / 8 / (time.perf_counter() - start)


def opened(store: TableStore, table: str) -> float:
    """Seconds until all entries of a long journal are read: the best of several."""
    times = []
    for _ in range(5):
        start = time.perf_counter()
        assert len(store.rows(table)) == LONG
        times.append(time.perf_counter() - start)
    return min(times)


def rows(url: str, floor: float) -> Iterator[Row]:
    """The lines of one database."""
    kind = parse(url).get_backend_name()
    upgrade(url)
    with Database.open(url, exclusive=True) as database:
        store = TableStore(database)
        for writers in WRITERS:
            ours = max(appended(store, writers) for _ in range(3))
            what = f"{kind}: appends a second, {writers} writer{'s' if writers > 1 else ''}"
            yield what, f"{ours:,.0f}", f"{floor:,.0f} sqlite3", f"{ours / floor:.2f} x", ""
        seconds = opened(store, new_table(store, LONG))
        yield f"{kind}: opening {LONG:,} rows, s", f"{seconds:.2f}", "", "", f"{OPENING_SECONDS}"


def main(*urls: str) -> None:
    """Print the table."""
    table = Table(title="Rulewright's store: read the ratios")
    for column in ("what", "Rulewright", "floor", "ratio", "aim"):
        table.add_column(column, justify="left" if column == "what" else "right")
    with TemporaryDirectory(dir=Path.cwd()) as folder:  # on the disk, not in memory as /tmp may be
        floor = max(one_a_commit(Path(folder, name)) for name in _folders(folder))
        for url in track([f"sqlite:///{folder}/rulewright.db", *urls], "measuring", transient=True):
            for row in rows(url, floor):
                table.add_row(*row)
    Console(width=110).print(table)


def _folders(folder: str) -> Iterator[str]:
    for name in ("first", "second", "third"):
        Path(folder, name).mkdir()
        yield name


if __name__ == "__main__":
    main(*sys.argv[1:])
