"""Several processes that share one socket: started, replaced when one dies, and stopped together."""

from __future__ import annotations

import logging
import multiprocessing
import os
import signal
import sys
import time
from collections.abc import Callable
from multiprocessing.connection import wait
from multiprocessing.context import ForkProcess
from types import FrameType

from rulewright.engine.errors import RulewrightError

PAUSE_SECONDS = 1.0
"""Between the death of a worker and the next one."""
CANNOT_START = 3
"""The exit code of a worker that could not begin, as another in its place could not."""
SIGNALS = (signal.SIGTERM, signal.SIGINT)

log = logging.getLogger(__name__)


class Workers:
    """Processes that each run `work`, which returns when it is told to stop."""

    def __init__(self, count: int, work: Callable[[], None]) -> None:
        self.count = count
        self.work = work
        self.stopping = False
        self._running: list[ForkProcess] = []

    def run(self) -> int:
        """Keep the workers running until a signal; returns the exit code."""
        handlers = {number: signal.signal(number, self._stop) for number in SIGNALS}
        code = 0
        try:
            while not self.stopping or self._running:
                while len(self._running) < self.count and not self.stopping:
                    self._start()
                wait([worker.sentinel for worker in self._running])
                for worker in [worker for worker in self._running if not worker.is_alive()]:
                    code = max(code, self._ended(worker))
        finally:
            for number, handler in handlers.items():
                signal.signal(number, handler)
        return code

    def _start(self) -> None:
        worker = multiprocessing.get_context("fork").Process(target=_run, args=(self.work,))
        # a signal that comes between fork and list would not reach the new worker
        signal.pthread_sigmask(signal.SIG_BLOCK, SIGNALS)
        try:
            worker.start()
            self._running.append(worker)
        finally:
            signal.pthread_sigmask(signal.SIG_UNBLOCK, SIGNALS)

    def _ended(self, worker: ForkProcess) -> int:
        """Take a worker off the list; says with which code everything must end on its account."""
        self._running.remove(worker)
        worker.join()
        if self.stopping:
            return 0
        log.error("worker %s ended with %s", worker.pid, worker.exitcode)
        if worker.exitcode == CANNOT_START:
            self._stop(signal.SIGTERM, None)
            return CANNOT_START
        time.sleep(PAUSE_SECONDS)
        return 0

    def _stop(self, number: int, frame: FrameType | None) -> None:
        """Tell all workers to stop; told a second time from the keyboard, end them."""
        at_once = self.stopping and number == signal.SIGINT
        self.stopping = True
        for worker in self._running:
            if worker.pid is not None and worker.exitcode is None:
                os.kill(worker.pid, signal.SIGKILL if at_once else signal.SIGTERM)


def _run(work: Callable[[], None]) -> None:
    """The life of a worker."""
    for number in SIGNALS:
        signal.signal(number, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, SIGNALS)
    try:
        work()
    except RulewrightError as error:
        log.error("a worker cannot start: %s", error)
        sys.exit(CANNOT_START)
