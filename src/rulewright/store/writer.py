"""One thread that writes, with group commit: whoever waits for the disk waits together.

Jobs that arrive while a commit is under way share the next one. First they run as one, which takes the fewest steps;
where one of them fails all are undone and run once more, each within a savepoint, so that it fails alone.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from typing import Any, NamedTuple, TypeAlias, TypeVar

from sqlalchemy import Connection, Engine

from rulewright.store.errors import Unavailable, in_plain_words

T = TypeVar("T")
Job: TypeAlias = Callable[[Connection], T]

MOST_IN_A_GROUP = 256


class _Order(NamedTuple):
    key: str
    job: Job[Any]
    future: Future[Any]


class _JobFailed(Exception):
    """A job of a group has failed, and all of them are rolled back."""


class Writer:
    """Runs jobs on the connections of `engine` in a thread of its own; `name` is the database's in errors."""

    def __init__(self, engine: Engine, name: str) -> None:
        self._engine = engine
        self._name = name
        self._orders: SimpleQueue[_Order | None] = SimpleQueue()
        self._lock = Lock()
        self._closed = False
        self._thread = Thread(target=self._run, name="rulewright-writer", daemon=True)
        self._thread.start()

    def write(self, job: Job[T], key: str = "") -> Future[T]:
        """Queue a job; the future has its result once that is on the disk, or the job's or the commit's error.

        A job may run twice, so it changes nothing but the database. Jobs with one key run in the order in which
        they came. All processes take the keys of a group in one order, so that no two wait for each other's rows:
        a job changes old rows of its own key alone.
        """
        future: Future[T] = Future()
        with self._lock:
            if self._closed:
                raise Unavailable(self._name, "the database is closed")
            self._orders.put(_Order(key, job, future))
        return future

    def close(self) -> None:
        """Finish what is queued, take no more, and end the thread."""
        with self._lock:
            if not self._closed:
                self._closed = True
                self._orders.put(None)
        self._thread.join()

    def _run(self) -> None:
        going_on = True
        while going_on:
            group, going_on = self._next_group()
            if group:
                self._commit(group)

    def _next_group(self) -> tuple[list[_Order], bool]:
        """Wait for the next orders; False where they are the last."""
        group: list[_Order] = []
        order = self._orders.get()
        try:
            while order is not None:
                if order.future.set_running_or_notify_cancel():
                    group.append(order)
                if len(group) >= MOST_IN_A_GROUP:
                    return group, True
                order = self._orders.get_nowait()
        except Empty:
            return group, True
        return group, False

    def _commit(self, group: list[_Order]) -> None:
        group.sort(key=lambda order: order.key)
        failed: dict[int, Exception] = {}
        try:
            try:
                results = self._together(group)
            except _JobFailed:
                results, failed = self._each_apart(group)
        except BaseException as error:
            plain = in_plain_words(error, self._name)
            for order in group:
                order.future.set_exception(plain)
            return
        for number, (order, result) in enumerate(zip(group, results)):
            if number in failed:
                order.future.set_exception(in_plain_words(failed[number], self._name))
            else:
                order.future.set_result(result)

    def _together(self, group: list[_Order]) -> list[Any]:
        """Run and commit all jobs; where one fails nothing has happened, and `_JobFailed` is raised."""
        results = []
        with self._engine.begin() as connection:
            for order in group:
                try:
                    results.append(order.job(connection))
                except Exception as error:
                    raise _JobFailed from error
        return results

    def _each_apart(self, group: list[_Order]) -> tuple[list[Any], dict[int, Exception]]:
        """Run all jobs, each so that it can be undone alone, and commit; the results, and the errors by number."""
        results: list[Any] = []
        failed: dict[int, Exception] = {}
        with self._engine.begin() as connection:
            for number, order in enumerate(group):
                connection.exec_driver_sql("SAVEPOINT job")
                try:
                    results.append(order.job(connection))
                except Exception as error:
                    if connection.invalidated:
                        raise
                    # fails where the whole transaction is lost, and with it the group
                    connection.exec_driver_sql("ROLLBACK TO SAVEPOINT job")
                    results.append(None)
                    failed[number] = error
                connection.exec_driver_sql("RELEASE SAVEPOINT job")
        return results, failed
