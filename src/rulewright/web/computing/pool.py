"""Computing that takes seconds: done by a few other processes, each piece with a limit, beside the event loop."""

from __future__ import annotations

import asyncio
import multiprocessing
import resource
import signal
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from types import FrameType
from typing import Any, TypeVar

from rulewright.engine.enumerate import TooManyPaths
from rulewright.engine.errors import Desync, Malformed, Refused
from rulewright.table.balance import cores
from rulewright.table.worker import settle

T = TypeVar("T")

SECONDS = 20.0
"""What one piece of computing may take."""
MOST_BYTES = 2 << 30
"""Memory that one process may use."""
MOST_WAITING = 40
"""Pieces that may wait for their turn; more are refused."""
MOST_EACH = 2
"""Pieces that one person may have under way."""


class _TimeIsUp(BaseException):
    """Raised in the middle of whatever is computed; no handler of `Exception` may stop it."""


class Computing:
    """Runs functions in other processes, which are started when the first is needed.

    Functions stand at the top of a module; their arguments and results are sent by pickle.
    """

    def __init__(self, processes: int = 0) -> None:
        self._processes = processes or cores()
        self._pool: ProcessPoolExecutor | None = None
        self._under_way: Counter[str] = Counter()

    async def run(self, function: Callable[..., T], *arguments: Any, person: str = "", seconds: float = SECONDS) -> T:
        """What the function gives.

        Raises what it raises, and `Refused`: "takes_too_long" after so many seconds of computing, "too_much_memory",
        "too_many_paths" of exact odds, and "busy_computing" where too much waits, or too much of this person's (""
        is nobody's).
        """
        if self._under_way.total() >= MOST_WAITING or (person and self._under_way[person] >= MOST_EACH):
            raise Refused("busy_computing")
        self._under_way[person] += 1
        try:
            return await asyncio.wrap_future(self._ready().submit(_limited, seconds, function, arguments))
        except BrokenProcessPool as error:
            self.stop()  # a process was killed; the next one who asks gets new ones
            raise Refused("too_much_memory") from error
        finally:
            self._under_way[person] -= 1
            if not self._under_way[person]:
                del self._under_way[person]

    def stop(self) -> None:
        """End all processes, whatever they are doing."""
        pool, self._pool = self._pool, None
        if pool is not None:
            processes = list(pool._processes.values())
            pool.shutdown(wait=False, cancel_futures=True)
            for process in processes:
                process.terminate()

    def _ready(self) -> ProcessPoolExecutor:
        if self._pool is None:
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(self._processes, context, _begin)
        return self._pool


def _begin() -> None:
    settle()
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    hard = resource.getrlimit(resource.RLIMIT_AS)[1]
    resource.setrlimit(resource.RLIMIT_AS, (MOST_BYTES if hard < 0 else min(MOST_BYTES, hard), hard))


def _limited(seconds: float, function: Callable[..., T], arguments: tuple[Any, ...]) -> T:
    def stop(signum: int, frame: FrameType | None) -> None:
        raise _TimeIsUp

    signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        return function(*arguments)
    except _TimeIsUp:
        raise Refused("takes_too_long", seconds=round(seconds)) from None
    except MemoryError:
        raise Refused("too_much_memory") from None
    except TooManyPaths:
        raise Refused("too_many_paths") from None
    except Desync as error:
        raise Malformed(str(error)) from None  # what it holds need not survive the way back
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
