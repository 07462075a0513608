"""Whether what is kept of a table agrees with itself; `tests/cli/test_db.py` has all that can be wrong."""

from __future__ import annotations

import gc

import msgspec
import pytest

from rulewright import games
from rulewright.engine.errors import Malformed
from rulewright.store.checking import checked, table_ids
from rulewright.store.content_packs import ContentPacks, PackRow, content_of
from rulewright.store.database import Database
from rulewright.store.tables import TableStore
from store_rows import SEED, WHEN, opened, opening, rows, seats, table

PACK = PackRow("toy", "barrows", "d1", {"a.toml": ""}, "gail", WHEN)


def test_a_whole_table(store: TableStore, database: Database) -> None:
    opened(store)
    store.append("t1", rows(1, 2)).result()
    kept = checked(database, "t1")
    assert kept is not None
    assert (kept.table, kept.rows, kept.seed, kept.packs) == (store.table("t1"), store.rows("t1"), SEED, [])
    assert table_ids(database) == {"t1": 3}


def test_a_table_that_is_gone_by_now_is_no_mistake(database: Database) -> None:
    assert checked(database, "t1") is None


def test_a_table_without_entries(store: TableStore, database: Database) -> None:
    store.create(table(), [], (), None).result()
    kept = checked(database, "t1")
    assert kept is not None
    assert (kept.rows, table_ids(database)) == ([], {"t1": 0})


def test_its_packs_are_found(store: TableStore, database: Database) -> None:
    ContentPacks(database).put(PACK).result()
    made = msgspec.structs.replace(table(), settings={"packs": [["toy", "barrows", "d1"]]})
    store.create(made, [opening()], seats(), SEED).result()
    kept = checked(database, "t1")
    assert kept is not None
    assert kept.packs == [PACK]


def test_a_pack_of_another_game_is_refused() -> None:
    with pytest.raises(Malformed, match="pack barrows of toy: a pack of another game; expected one of cairn"):
        content_of(games.get("cairn"), [PACK])


@pytest.mark.parametrize("collecting", [True, False])
def test_reading_leaves_the_garbage_collector_as_it_was(store: TableStore, collecting: bool) -> None:
    opened(store)
    try:
        if not collecting:
            gc.disable()
        store.rows("t1")
        assert gc.isenabled() is collecting
    finally:
        gc.enable()
