"""Tables and their journals: what is kept comes back, together or not at all."""

from __future__ import annotations

import msgspec
import pytest
from sqlalchemy import func, select, text

from rulewright.engine.errors import Malformed, Refused
from rulewright.engine.journal import Closed, Commanded
from rulewright.store import schema
from rulewright.store.answered import Remembered
from rulewright.store.database import Database
from rulewright.store.errors import AlreadyAnswered, SequenceTaken
from rulewright.store.rows import Row
from rulewright.store.seats import SeatRow
from rulewright.store.tables import TableRow, TableStore
from store_rows import SEED, WHEN, opened, opening, row, rows, seats, table

ANSWER = Remembered("anna", "key-1", "digest", '{"outcome": "done"}')


def change(database: Database, statement: str) -> None:
    database.write(lambda connection: connection.execute(text(statement))).result()


def counts(database: Database) -> dict[str, int]:
    """How many rows each table of the database has, of those that have any."""
    with database.read() as connection:
        found = {
            name: connection.execute(select(func.count()).select_from(one)).scalar_one()
            for name, one in schema.metadata.tables.items()
        }
    return {name: count for name, count in found.items() if count}


def test_a_new_table_comes_back(store: TableStore) -> None:
    store.create(table(), [opening(), *rows(1, 3)], seats(), SEED).result()
    assert store.table("t1") == msgspec.structs.replace(table(), last_seq=3)
    assert store.rows("t1") == [opening(), *rows(1, 3)]
    assert store.seats("t1") == sorted(seats(), key=lambda seat: seat.seat)
    assert store.seed("t1") == SEED
    assert (store.table("t2"), store.rows("t2"), store.seats("t2"), store.seed("t2")) == (None, [], [], None)


def test_a_table_without_a_secret_seed(store: TableStore) -> None:
    store.create(table(), [opening()], (), None).result()
    assert store.seed("t1") is None


def test_the_seats_of_a_new_table_are_its_own(store: TableStore) -> None:
    store.create(table(), [opening()], [SeatRow("", "anna")], None).result()
    assert store.seats("t1") == [SeatRow("t1", "anna")]


def test_no_table_is_made_twice(store: TableStore, database: Database) -> None:
    opened(store)
    before = counts(database)
    with pytest.raises(Refused, match="table_exists"):
        store.create(table(), [opening(), row(1)], seats(), b"other").result()
    assert counts(database) == before
    assert store.seed("t1") == SEED


@pytest.mark.parametrize("wrong", [[row(1)], [opening(), row(2)], [opening(), opening()]])
def test_a_journal_begins_with_number_0_and_leaves_none_out(
    store: TableStore, database: Database, wrong: list[Row]
) -> None:
    with pytest.raises(SequenceTaken):
        store.create(table(), wrong, seats(), SEED).result()
    assert counts(database) == {}


def test_appended_rows_come_back_in_order(store: TableStore) -> None:
    opened(store)
    store.append("t1", rows(1, 3)).result()
    store.append("t1", rows(4, 1)).result()
    assert store.rows("t1") == [opening(), *rows(1, 4)]
    assert store.rows("t1", after=2) == rows(3, 2)
    assert store.rows("t1", after=4) == []
    found = store.table("t1")
    assert found is not None
    assert (found.last_seq, found.created_at) == (4, WHEN)
    assert found.touched_at != WHEN


def test_a_row_with_the_number_of_another_entry_is_malformed(store: TableStore) -> None:
    opened(store)
    with pytest.raises(Malformed, match="number 1"):
        store.append("t1", [Row(1, Commanded(2, "anna", {}))])


@pytest.mark.parametrize("first", [0, 1, 3])
def test_rows_that_do_not_follow_are_refused(store: TableStore, database: Database, first: int) -> None:
    opened(store)
    store.append("t1", [row(1)]).result()
    before, found = counts(database), store.table("t1")
    with pytest.raises(SequenceTaken) as caught:
        store.append("t1", rows(first, 2), snapshot=(first, b"state"), remember=[ANSWER], closed=True).result()
    assert (caught.value.table, caught.value.seq) == ("t1", first)
    assert (counts(database), store.table("t1")) == (before, found)


def test_rows_that_do_not_follow_each_other_are_refused(store: TableStore) -> None:
    opened(store)
    with pytest.raises(SequenceTaken) as caught:
        store.append("t1", [row(1), row(3)])
    assert caught.value.seq == 3


def test_an_entry_that_is_there_although_the_table_does_not_know_it(store: TableStore, database: Database) -> None:
    opened(store)
    store.append("t1", [row(1)]).result()
    change(database, "UPDATE tables SET last_seq = 0")
    with pytest.raises(SequenceTaken):
        store.append("t1", [row(1)]).result()
    found = store.table("t1")
    assert found is not None
    assert found.last_seq == 0


def test_nothing_is_kept_of_a_table_that_is_not_there(store: TableStore, database: Database) -> None:
    for refused in (
        store.append("none", [row(0)]),
        store.append("none", [], snapshot=(0, b"state")),
        store.append("none", [], remember=[ANSWER]),
        store.put_seat(SeatRow("none", "anna")),
        store.update("none", title="x"),
    ):
        with pytest.raises(Refused, match="no_table"):
            refused.result()
    assert counts(database) == {}


def test_closing_drops_the_seed(store: TableStore) -> None:
    opened(store)
    store.append("t1", [Row(1, Closed(1, SEED.hex()))], closed=True).result()
    assert store.seed("t1") is None
    found = store.table("t1")
    assert found is not None
    assert (found.closed, found.last_seq) == (True, 1)


def test_a_table_can_be_closed_afterwards(store: TableStore) -> None:
    opened(store)
    store.append("t1", [], closed=True).result()
    found = store.table("t1")
    assert found is not None
    assert (found.closed, found.last_seq, store.seed("t1")) == (True, 0, None)


def test_snapshots(store: TableStore) -> None:
    opened(store)
    assert store.snapshot("t1") is None
    store.append("t1", rows(1, 2), snapshot=(2, b"\0two")).result()
    store.append("t1", rows(3, 2), snapshot=(4, b"four")).result()
    assert store.snapshot("t1") == (4, b"four")
    assert store.snapshot("t1", before=4) == (4, b"four")
    assert store.snapshot("t1", before=3) == (2, b"\0two")
    assert store.snapshot("t1", before=1) is None
    store.append("t1", [], snapshot=(2, b"other")).result()
    assert store.snapshot("t1", before=2) == (2, b"other")


def test_a_request_is_answered_once(store: TableStore, database: Database) -> None:
    opened(store)
    store.append("t1", [row(1)], remember=[ANSWER]).result()
    assert store.remembered("t1", "anna", "key-1") == ANSWER
    for table_id, seat, key in (("t2", "anna", "key-1"), ("t1", "gail", "key-1"), ("t1", "anna", "key-2")):
        assert store.remembered(table_id, seat, key) is None
    before = counts(database)
    other = msgspec.structs.replace(ANSWER, result="{}")
    with pytest.raises(AlreadyAnswered) as caught:
        store.append("t1", [row(2)], remember=[other]).result()
    assert (caught.value.table, caught.value.seat, caught.value.key) == ("t1", "anna", "key-1")
    assert (counts(database), store.remembered("t1", "anna", "key-1")) == (before, ANSWER)
    store.append("t1", [], remember=[msgspec.structs.replace(ANSWER, seat="gail")]).result()


def test_old_answers_are_forgotten(store: TableStore, database: Database) -> None:
    opened(store)
    store.append("t1", [], remember=[ANSWER]).result()
    change(database, "UPDATE answered SET at = '2030-01-01T00:00:00+00:00'")
    store.append("t1", [], remember=[msgspec.structs.replace(ANSWER, key="new")]).result()
    change(database, "UPDATE answered SET at = '2030-01-03T00:00:00+00:00' WHERE key = 'new'")
    assert store.forget("2030-01-02T00:00:00+00:00").result() == 1
    assert store.remembered("t1", "anna", "key-1") is None
    assert store.remembered("t1", "anna", "new") is not None


def test_the_tables_of_a_person(store: TableStore) -> None:
    for id, owner in (("a", "gail"), ("b", "ben"), ("c", "ben"), ("d", "ben")):
        opened(store, id, owner=owner)
    for id, person in (("a", "ben"), ("a", "gail"), ("b", "gail"), ("c", "zoe")):
        store.put_seat(SeatRow(id, person, person, person=person)).result()
    touched = {}
    for id in "bdca":
        store.update(id, title=id).result()
        found = store.table(id)
        assert found is not None
        touched[id] = found.touched_at
    newest_first = sorted("abcd", key=lambda id: (touched[id], WHEN, id), reverse=True)
    for person, his in (("gail", "ab"), ("ben", "abcd"), ("zoe", "c"), ("nobody", "")):
        assert [one.id for one in store.tables_of(person)] == [id for id in newest_first if id in his]


def test_updates(store: TableStore) -> None:
    opened(store)
    store.update("t1", title="Friday").result()
    store.update("t1", settings={"packs": [["toy", "more", "0"]]}, secret="").result()
    found = store.table("t1")
    assert found is not None
    assert (found.title, found.settings, found.secret) == ("Friday", {"packs": [["toy", "more", "0"]]}, "")
    store.update("t1").result()


def test_deleting_takes_everything_along(store: TableStore, database: Database) -> None:
    opened(store)
    opened(store, "t2")
    left = {"tables": 1, "entries": 1, "seeds": 1, "seats": 2}
    store.append("t1", rows(1, 2), snapshot=(2, b"state"), remember=[ANSWER]).result()
    store.delete("t1").result()
    store.delete("t1").result()
    assert counts(database) == left


@pytest.mark.parametrize(
    ("statement", "place"),
    [
        ("UPDATE entries SET entry = '{}' WHERE seq = 2", "table t1, entry 2: no journal entry"),
        ("UPDATE entries SET told = '[1]' WHERE seq = 1", "table t1, entry 1: no events"),
        ("UPDATE entries SET told = '[],[]' WHERE seq = 1", "table t1, entry 1: no events"),
        ("UPDATE entries SET seq = 9 WHERE seq = 3", "table t1, entry 9: an entry with the number 3; expected 9"),
    ],
)
def test_rows_that_cannot_be_read_are_named(store: TableStore, database: Database, statement: str, place: str) -> None:
    store.create(table(), [opening(), *rows(1, 3)], seats(), SEED).result()
    change(database, statement)
    with pytest.raises(Malformed) as caught:
        store.rows("t1")
    assert place in str(caught.value)


def test_any_text_is_kept(store: TableStore) -> None:
    words = "夜闇の魔法使い\u2028\x00 \"'\\ {x} :y %s ä 🎲"
    title = words.replace("\x00", "")
    store.create(TableRow("t1", "toy", title, WHEN, WHEN, settings={"a": words}), [opening()], (), None).result()
    store.append("t1", [row(1, words)]).result()
    store.put_seat(SeatRow("t1", "anna", title, preferences={"a": words})).result()
    found = store.table("t1")
    assert found is not None
    assert (found.title, found.settings) == (title, {"a": words})
    assert store.rows("t1", after=0) == [row(1, words)]
    assert store.seats("t1") == [SeatRow("t1", "anna", title, preferences={"a": words})]
