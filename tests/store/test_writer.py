"""The writer: group commit, and a failing job that fails alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Future
from threading import Event

import pytest
from sqlalchemy import Connection, Engine, event, insert, select, text

from rulewright.engine.errors import Refused
from rulewright.store import engines
from rulewright.store.errors import Unavailable
from rulewright.store.schema import meta
from rulewright.store.urls import parse
from rulewright.store.writer import MOST_IN_A_GROUP, Writer

SECONDS = 60  # a test that waits so long has failed


@pytest.fixture
def engine(database_url: str) -> Iterator[Engine]:
    engine = engines.writing(parse(database_url))
    yield engine
    engine.dispose()


@pytest.fixture
def writer(engine: Engine) -> Iterator[Writer]:
    writer = Writer(engine, "here")
    yield writer
    writer.close()


@pytest.fixture
def commits(engine: Engine) -> list[str]:
    """One item for each commit."""
    made: list[str] = []
    event.listen(engine, "commit", lambda connection: made.append("commit"))
    return made


def keep(key: str, value: str = "x") -> Callable[[Connection], str]:
    """A job that inserts a row and returns its key."""

    def job(connection: Connection) -> str:
        connection.execute(insert(meta).values(key=key, value=value))
        return key

    return job


def fail(connection: Connection) -> None:
    connection.execute(insert(meta).values(key="failed", value="x"))
    raise Refused("no")


def kept(engine: Engine) -> list[str]:
    with engine.connect() as connection:
        return sorted(connection.execute(select(meta.c.key)).scalars())


class Held:
    """Holds the writer up in a job, so that what is queued meanwhile makes one group."""

    def __init__(self, writer: Writer) -> None:
        self._go_on = Event()
        self._there = Event()
        self._future = writer.write(self._job)
        assert self._there.wait(SECONDS)

    def _job(self, connection: Connection) -> None:
        self._there.set()
        assert self._go_on.wait(SECONDS)

    def let_go(self) -> None:
        self._go_on.set()
        self._future.result(SECONDS)


def test_what_is_queued_meanwhile_is_committed_at_once(writer: Writer, engine: Engine, commits: list[str]) -> None:
    held = Held(writer)
    futures = [writer.write(keep(f"k{number}")) for number in range(50)]
    assert not any(future.done() for future in futures)
    held.let_go()
    assert [future.result(SECONDS) for future in futures] == [f"k{number}" for number in range(50)]
    assert len(commits) == 2
    assert len(kept(engine)) == 50


def test_a_group_has_a_bound(writer: Writer, commits: list[str]) -> None:
    held = Held(writer)
    futures = [writer.write(lambda connection: None) for _ in range(MOST_IN_A_GROUP + 1)]
    held.let_go()
    for future in futures:
        future.result(SECONDS)
    assert len(commits) == 3


def test_a_future_is_resolved_after_its_commit_alone(writer: Writer, engine: Engine) -> None:
    seen: list[bool] = []
    held = Held(writer)
    futures: list[Future[str]] = [writer.write(keep("a")), writer.write(keep("b"))]
    event.listen(engine, "commit", lambda connection: seen.extend(future.done() for future in futures))
    held.let_go()
    for future in futures:
        future.result(SECONDS)
    assert seen == [False, False, False, False]  # at the commit of the held job, and at their own


@pytest.mark.parametrize("before", [0, 1])
@pytest.mark.parametrize("after", [0, 1])
def test_a_failing_job_fails_alone(writer: Writer, engine: Engine, before: int, after: int) -> None:
    held = Held(writer)
    good = [writer.write(keep(f"before {number}")) for number in range(before)]
    bad = writer.write(fail)
    good += [writer.write(keep(f"after {number}")) for number in range(after)]
    held.let_go()
    with pytest.raises(Refused):
        bad.result(SECONDS)
    assert kept(engine) == sorted(future.result(SECONDS) for future in good)


@pytest.mark.parametrize(("failing", "runs"), [(False, 1), (True, 2)])
def test_jobs_run_again_only_where_one_fails(writer: Writer, failing: bool, runs: int) -> None:
    ran: list[str] = []
    held = Held(writer)
    job = writer.write(lambda connection: ran.append("ran"))
    other = writer.write(fail) if failing else writer.write(keep("a"))
    held.let_go()
    job.result(SECONDS)
    other.exception(SECONDS)
    assert len(ran) == runs


def test_a_failing_statement_fails_alone(writer: Writer, engine: Engine) -> None:
    held = Held(writer)
    first, again, other = writer.write(keep("a")), writer.write(keep("a")), writer.write(keep("b"))
    held.let_go()
    assert again.exception(SECONDS) is not None
    assert [first.result(SECONDS), other.result(SECONDS)] == ["a", "b"] == kept(engine)


@pytest.mark.parametrize("count", [1, 3])
def test_a_commit_that_fails_fails_for_all(writer: Writer, engine: Engine, count: int) -> None:
    held = Held(writer)
    futures = [writer.write(keep(f"k{number}")) for number in range(count)]

    def no_room(connection: Connection) -> None:
        raise Refused("no_room")

    held.let_go()
    [future.result(SECONDS) for future in futures]
    event.listen(engine, "commit", no_room)
    held_up = [writer.write(keep(f"l{number}")) for number in range(count)]
    for future in held_up:
        with pytest.raises(Refused, match="no_room"):
            future.result(SECONDS)
    event.remove(engine, "commit", no_room)
    assert writer.write(keep("m")).result(SECONDS) == "m"
    assert kept(engine) == [*(f"k{number}" for number in range(count)), "m"]


def test_a_lost_transaction_fails_for_all(writer: Writer, engine: Engine) -> None:
    def lose(connection: Connection) -> None:
        connection.exec_driver_sql("ROLLBACK")
        raise Refused("lost")

    held = Held(writer)
    first, lost, last = writer.write(keep("a")), writer.write(lose), writer.write(keep("b"))
    held.let_go()
    assert None not in (first.exception(SECONDS), lost.exception(SECONDS), last.exception(SECONDS))
    assert writer.write(keep("c")).result(SECONDS) == "c"
    assert kept(engine) == ["c"]


def test_a_lost_connection_fails_for_all_and_comes_back(postgresql_url: str) -> None:
    engine = engines.writing(parse(postgresql_url))
    writer = Writer(engine, "here")
    held = Held(writer)
    first = writer.write(keep("a"))
    last = writer.write(lambda connection: connection.execute(text("SELECT pg_terminate_backend(pg_backend_pid())")))
    held.let_go()
    for future in (first, last):
        with pytest.raises(Unavailable, match="here: terminating connection"):
            future.result(SECONDS)
    assert writer.write(keep("b")).result(SECONDS) == "b"
    assert kept(engine) == ["b"]
    writer.close()
    engine.dispose()


def test_jobs_of_one_key_keep_their_order_and_keys_have_one(writer: Writer) -> None:
    ran: list[str] = []

    def noted(name: str) -> Callable[[Connection], None]:
        return lambda connection: ran.append(name)

    held = Held(writer)
    futures = [writer.write(noted(name), name[0]) for name in ("b1", "a1", "b2", "a2", "c1", "a3")]
    held.let_go()
    for future in futures:
        future.result(SECONDS)
    assert ran == ["a1", "a2", "a3", "b1", "b2", "c1"]


def test_a_cancelled_job_does_not_run(writer: Writer, engine: Engine) -> None:
    held = Held(writer)
    cancelled, other = writer.write(keep("a")), writer.write(keep("b"))
    assert cancelled.cancel()
    held.let_go()
    assert other.result(SECONDS) == "b"
    with pytest.raises(CancelledError):
        cancelled.result(SECONDS)
    assert kept(engine) == ["b"]


def test_closing_finishes_what_is_queued(engine: Engine) -> None:
    writer = Writer(engine, "here")
    futures = [writer.write(keep(f"k{number:03}")) for number in range(2 * MOST_IN_A_GROUP)]
    writer.close()
    assert all(future.done() for future in futures)
    assert kept(engine) == [future.result() for future in futures]
    writer.close()
    with pytest.raises(Unavailable, match="closed"):
        writer.write(keep("late"))
