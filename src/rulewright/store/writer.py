"""One thread that writes, with group commit: whoever waits for the disk waits together.

Jobs that arrive while a commit is under way share the next one. A job that fails is undone alone.
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

        Jobs with one key run in the order in which they came. All processes take the keys of a group in one
        order, so that no two wait for each other's rows: a job changes old rows of its own key alone.
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
        done: list[tuple[Future[Any], Any]] = []
        failed: list[tuple[Future[Any], BaseException]] = []
        try:
            with self._engine.begin() as connection:
                if len(group) == 1:
                    done.append((group[0].future, group[0].job(connection)))  # the transaction is its own
                else:
                    for order in group:
                        self._run_one(connection, order, done, failed)
        except BaseException as error:
            plain = in_plain_words(error, self._name)
            for order in group:
                order.future.set_exception(plain)
            return
        for future, result in done:
            future.set_result(result)
        for future, problem in failed:
            future.set_exception(problem)

    def _run_one(
        self,
        connection: Connection,
        order: _Order,
        done: list[tuple[Future[Any], Any]],
        failed: list[tuple[Future[Any], BaseException]],
    ) -> None:
        """Run one job of several; raises where the whole transaction is lost."""
        connection.exec_driver_sql("SAVEPOINT job")
        try:
            result = order.job(connection)
        except Exception as error:
            if connection.invalidated:
                raise
            connection.exec_driver_sql("ROLLBACK TO SAVEPOINT job")
            failed.append((order.future, in_plain_words(error, self._name)))
        else:
            done.append((order.future, result))
        connection.exec_driver_sql("RELEASE SAVEPOINT job")
