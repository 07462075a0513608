"""Works out what each choice of a seat leads to, choice by choice in other processes, while pages ask how far it is.

Nothing is shared between servers: one that is asked and knows nothing of it begins anew and comes to the same.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from typing import Literal, TypeAlias

import msgspec

from rulewright.engine.errors import RulewrightError
from rulewright.table.chances import Diverged, Outlook
from rulewright.web.computing.pool import SECONDS

MOST_KEPT = 60
"""Results that are kept, the latest."""
AT_ONCE = 2
PATIENCE = 0.8
"""Seconds that a page waits for a result before it shows how far it is."""

log = logging.getLogger(__name__)

Left: TypeAlias = Literal["waiting", "unknowable", "too_long"]
One: TypeAlias = Callable[[float], Awaitable[Outlook]]
"""Works out one choice within so many seconds."""


class Key(msgspec.Struct, frozen=True):
    """What is worked out: the choices of a seat at a table in a state; `question` is "" for a menu."""

    table: str
    seat: str
    state: bytes
    question: str


class Work:
    """The choices of one key: the outlook of each, or why there is none (yet)."""

    def __init__(self, person: str, choices: int) -> None:
        self.person = person
        self.found: list[Outlook | Left] = ["waiting"] * choices
        self.task: asyncio.Task[None] | None = None

    @property
    def done(self) -> int:
        """How many choices are worked out."""
        return sum(one != "waiting" for one in self.found)

    @property
    def finished(self) -> bool:
        """Whether all are."""
        return "waiting" not in self.found


class Desk:
    """The works of this process."""

    def __init__(self) -> None:
        self._works: OrderedDict[Key, Work] = OrderedDict()

    async def look(self, key: Key, person: str, begin: Callable[[], Awaitable[Sequence[One]]], choices: int) -> Work:
        """The work, which is begun where nobody has; waits a moment for it. One person has one work at a time."""
        work = self._works.get(key)
        if work is None:
            self._drop(person)
            work = self._works[key] = Work(person, choices)
            work.task = asyncio.create_task(self._work_off(work, begin), name=f"odds {key.table}")
        if work.task is not None and not work.task.done():
            await asyncio.wait([work.task], timeout=PATIENCE)
        return work

    def _drop(self, person: str) -> None:
        """Give up what this person no longer waits for, and the oldest results."""
        for key, work in list(self._works.items()):
            unfinished = work.task is not None and not work.task.done()
            if unfinished and work.person == person and work.task is not None:
                work.task.cancel()
                del self._works[key]
        while len(self._works) >= MOST_KEPT:
            _, work = self._works.popitem(last=False)
            if work.task is not None:
                work.task.cancel()

    async def _work_off(self, work: Work, begin: Callable[[], Awaitable[Sequence[One]]]) -> None:
        until = time.monotonic() + SECONDS
        turns = asyncio.Semaphore(AT_ONCE)

        async def one(place: int, each: One) -> None:
            async with turns:
                work.found[place] = await _outlook(each, until - time.monotonic())

        try:
            await asyncio.gather(*(one(place, each) for place, each in enumerate(await begin())))
        except Exception as error:  # a page that asks must not find it half done for ever
            log.error("odds failed", exc_info=error)
        finally:
            work.found = ["unknowable" if one == "waiting" else one for one in work.found]


async def _outlook(each: One, seconds: float) -> Outlook | Left:
    if seconds <= 0:
        return "too_long"
    try:
        return await each(seconds)
    except Diverged:
        return "unknowable"
    except RulewrightError as error:
        return "too_long" if getattr(error, "reason", "") == "takes_too_long" else "unknowable"
