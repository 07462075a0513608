"""Two servers on one PostgreSQL: exactly one of them writes each entry."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

from rulewright.store.database import Database
from rulewright.store.errors import SequenceTaken
from rulewright.store.meta import secret_key
from rulewright.store.rows import Row
from rulewright.store.tables import TableStore
from store_rows import opened, row

ENTRIES = 30
TABLES = ("t1", "t2", "t3", "t4")


def race(store: TableStore, table: str, who: str) -> list[Row]:
    """Write every entry of a table, unless somebody else was quicker; those that were written."""
    won = []
    while (last := store.rows(table)[-1].seq) < ENTRIES:
        mine = row(last + 1, who)
        error = store.append(table, [mine]).exception()
        if error is None:
            won.append(mine)
        else:
            assert isinstance(error, SequenceTaken)
            assert (error.table, error.seq) == (table, last + 1)
    return won


def test_each_entry_is_written_by_one(postgresql_url: str) -> None:
    with Database.open(postgresql_url) as here, Database.open(postgresql_url) as there:
        stores = {"here": TableStore(here), "there": TableStore(there)}
        for table in TABLES:
            opened(stores["here"], table)
        racers = [(who, table, f"{who} {number}") for who in stores for table in TABLES for number in range(2)]
        with ThreadPoolExecutor(len(racers)) as pool:
            runs = [(table, pool.submit(race, stores[who], table, name)) for who, table, name in racers]
        for table in TABLES:
            won = [one for its, run in runs if its == table for one in run.result()]
            assert stores["there"].rows(table)[1:] == sorted(won, key=lambda one: one.seq)


def test_one_database_and_many_threads(store: TableStore) -> None:
    opened(store)
    with ThreadPoolExecutor(4) as pool:
        runs = [pool.submit(race, store, "t1", f"thread {number}") for number in range(4)]
    won = [one for run in runs for one in run.result()]
    assert store.rows("t1")[1:] == sorted(won, key=lambda one: one.seq)


def test_servers_that_start_together_agree_on_a_key(database_url: str) -> None:
    def start(_: int) -> bytes:
        with Database.open(database_url) as database:
            return secret_key(database)

    with ThreadPoolExecutor(6) as pool:
        keys = set(pool.map(start, range(12)))
    assert [len(key) for key in keys] == [32]
