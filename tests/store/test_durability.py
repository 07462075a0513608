"""A server that is killed with -9: every entry that it said was kept is there, and none twice."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from rulewright.engine.journal import Commanded
from rulewright.store.database import Database
from rulewright.store.tables import TableStore
from store_rows import opened, row

CHILD = Path(__file__).parent.parent / "store_child.py"
TABLES = ("t1", "t2", "t3")


def killed_after(lines: int, url: str) -> dict[str, int]:
    """Let a process append, and kill it after so many entries; the last entry of each table that it said was kept."""
    child = subprocess.Popen([sys.executable, str(CHILD), url, *TABLES], stdout=subprocess.PIPE, text=True)
    with child:
        assert child.stdout is not None
        said = [child.stdout.readline() for _ in range(lines)]
        os.kill(child.pid, signal.SIGKILL)
        said += child.stdout.readlines()
    assert child.returncode == -signal.SIGKILL
    last: dict[str, int] = {}
    for line in said:
        if line.endswith("\n"):
            table, seq = line.split()
            assert int(seq) == last.get(table, 0) + 1
            last[table] = int(seq)
    return last


@pytest.mark.parametrize("lines", [1, 20, 200])
def test_what_was_kept_is_there(database_url: str, lines: int) -> None:
    with Database.open(database_url) as database:
        store = TableStore(database)
        for table in TABLES:
            opened(store, table)
    said = killed_after(lines, database_url)
    assert sum(said.values()) >= lines
    with Database.open(database_url, exclusive=True) as database:
        store = TableStore(database)
        for table in TABLES:
            rows = store.rows(table)
            last = len(rows) - 1
            assert [one.seq for one in rows] == list(range(last + 1))
            assert last >= said.get(table, 0)
            texts = [one.entry.command["text"] for one in rows if isinstance(one.entry, Commanded)]
            assert texts == [f"{table} {seq}" for seq in range(1, last + 1)]
            found = store.table(table)
            assert found is not None
            assert found.last_seq == last
            store.append(table, [row(last + 1)]).result()
