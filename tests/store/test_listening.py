"""Word from other servers: which table has changed, and that word was lost."""

from __future__ import annotations

from collections.abc import Iterator
from queue import Queue

import pytest
from sqlalchemy import text

from rulewright.store import listening
from rulewright.store.answered import Remembered
from rulewright.store.database import Database
from rulewright.store.listening import EVERYTHING, OTHER_CHANGE, Listener
from rulewright.store.seats import SeatRow
from rulewright.store.tables import TableStore
from store_rows import claim, opened, row, rows

SECONDS = 60
END_LISTENERS = (
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
    "WHERE datname = current_database() AND query LIKE 'LISTEN %'"
)

News = Queue[tuple[str, int]]


@pytest.fixture
def news() -> News:
    return Queue()


@pytest.fixture
def far(postgresql_url: str) -> Iterator[TableStore]:
    """Another server's tables."""
    with Database.open(postgresql_url) as database:
        opened(TableStore(database))
        yield TableStore(database)


@pytest.fixture
def near(postgresql_url: str, far: TableStore, news: News) -> Iterator[Database]:
    """A server that listens."""
    with Database.open(postgresql_url) as database:
        database.listen(lambda table, seq: news.put((table, seq)))
        yield database


def end_listeners(database: Database) -> None:
    database.write(lambda connection: connection.execute(text(END_LISTENERS)).all()).result(SECONDS)


@pytest.mark.usefixtures("near")
def test_every_change_is_heard_in_order(far: TableStore, news: News) -> None:
    far.append("t1", [row(1)]).result(SECONDS)
    far.append("t1", rows(2, 3)).result(SECONDS)
    far.put_seat(SeatRow("t1", "anna")).result(SECONDS)
    claim(far, "t1", "anna", 0, None, "p1", "Ann").result(SECONDS)
    far.update("t1", title="Friday").result(SECONDS)
    far.append("t1", [], closed=True).result(SECONDS)
    far.delete("t1").result(SECONDS)
    heard = [news.get(timeout=SECONDS) for _ in range(7)]
    assert heard == [("t1", 1), ("t1", 4), *[("t1", OTHER_CHANGE)] * 5]


@pytest.mark.usefixtures("near")
def test_what_changes_nothing_for_others_is_not_told(far: TableStore, news: News) -> None:
    claim(far, "t1", "anna", 5, None, "p1", "Ann").result(SECONDS)
    far.append("t1", [], snapshot=(0, b"state")).result(SECONDS)
    far.append("t1", [], remember=[Remembered("anna", "k", "d", "{}")]).result(SECONDS)
    assert far.append("t1", [row(2)]).exception(SECONDS) is not None
    far.append("t1", [row(1)]).result(SECONDS)
    assert news.get(timeout=SECONDS) == ("t1", 1)


def test_own_changes_are_heard_too(near: Database, news: News) -> None:
    TableStore(near).append("t1", [row(1)]).result(SECONDS)
    assert news.get(timeout=SECONDS) == ("t1", 1)


def test_rows_are_there_when_word_comes(near: Database, far: TableStore, news: News) -> None:
    for seq in range(1, 50):
        far.append("t1", [row(seq)])
    for seq in range(1, 50):
        assert news.get(timeout=SECONDS) == ("t1", seq)
        assert TableStore(near).rows("t1", after=seq - 1)[0] == row(seq)


def test_a_lost_connection_comes_back_and_says_so(near: Database, far: TableStore, news: News) -> None:
    for seq in (1, 2):
        end_listeners(near)
        assert news.get(timeout=SECONDS) == (EVERYTHING, OTHER_CHANGE)
        far.append("t1", [row(seq)]).result(SECONDS)
        assert news.get(timeout=SECONDS) == ("t1", seq)


def test_it_is_tried_again_until_there_is_a_connection(
    near: Database, news: News, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(listening, "RECONNECT_SECONDS", 0.0)
    tries: Queue[str] = Queue()
    connect = Listener._connect

    def at_the_third(self: Listener) -> object:
        tries.put("try")
        if tries.qsize() < 3:
            raise TimeoutError("no route")
        return connect(self)

    monkeypatch.setattr(Listener, "_connect", at_the_third)
    end_listeners(near)
    assert news.get(timeout=SECONDS) == (EVERYTHING, OTHER_CHANGE)
    assert tries.qsize() == 3


def test_a_listener_that_fails_hears_the_next_change(
    postgresql_url: str, far: TableStore, news: News, caplog: pytest.LogCaptureFixture
) -> None:
    def fail_first(table: str, seq: int) -> None:
        if seq == 1:
            raise ValueError("no")
        news.put((table, seq))

    with Database.open(postgresql_url) as database:
        database.listen(fail_first)
        far.append("t1", [row(1)]).result(SECONDS)
        far.append("t1", [row(2)]).result(SECONDS)
        assert news.get(timeout=SECONDS) == ("t1", 2)
    assert "could not pass on a change of table t1" in caplog.text


def test_nobody_calls_with_sqlite(sqlite_url: str, news: News) -> None:
    with Database.open(sqlite_url) as database:
        database.listen(lambda table, seq: news.put((table, seq)))
        opened(TableStore(database))
        TableStore(database).append("t1", [row(1)]).result(SECONDS)
    assert news.empty()


def test_closing_ends_all_listeners(postgresql_url: str, news: News) -> None:
    with Database.open(postgresql_url) as database:
        for _ in range(2):
            database.listen(lambda table, seq: news.put((table, seq)))
        opened(TableStore(database))
        TableStore(database).append("t1", [row(1)]).result(SECONDS)
        assert [news.get(timeout=SECONDS) for _ in range(2)] == [("t1", 1)] * 2
