"""Work in other processes: what it gives and raises, its limits, and what becomes of a process that dies."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from rulewright.engine.enumerate import TooManyPaths
from rulewright.engine.errors import Desync, Malformed, Refused
from rulewright.web.computing.pool import Computing


def add(one: int, other: int) -> int:
    return one + other


def for_ever() -> None:
    while True:
        pass


def stubborn() -> None:
    while True:
        try:
            while True:
                pass
        except Exception:  # what rules do where anything goes wrong
            continue


def hungry() -> int:
    return len(bytearray(8 << 30))


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def refuse() -> None:
    raise Refused("no_luck", "R-1", name="Ann")


def misread() -> None:
    raise Malformed("x", at="y", expected="z")


def differ() -> None:
    raise Desync(7, "digest", "a", "b")


def follow() -> None:
    raise TooManyPaths("too many")


def run(work: Callable[[Computing], Awaitable[Any]]) -> Any:
    async def go() -> Any:
        computing = Computing(1)
        try:
            return await work(computing)
        finally:
            computing.stop()

    return asyncio.run(go())


def test_what_it_gives() -> None:
    assert run(lambda computing: computing.run(add, 2, 3)) == 5


@pytest.mark.parametrize(
    ("function", "reason"),
    [(for_ever, "takes_too_long"), (stubborn, "takes_too_long"), (hungry, "too_much_memory"), (die, "too_much_memory"),
     (refuse, "no_luck"), (follow, "too_many_paths")],
)  # fmt: skip
def test_why_it_gives_nothing(function: Callable[[], None], reason: str) -> None:
    async def work(computing: Computing) -> int:
        with pytest.raises(Refused) as refused:
            await computing.run(function, seconds=0.2)
        assert refused.value.reason == reason
        return await computing.run(add, 1, 1)  # and it goes on

    assert run(work) == 2


def test_errors_come_back_with_what_they_say() -> None:
    async def work(computing: Computing) -> None:
        with pytest.raises(Refused) as refused:
            await computing.run(refuse)
        assert (refused.value.rule, refused.value.facts) == ("R-1", {"name": "Ann"})
        with pytest.raises(Malformed) as malformed:
            await computing.run(misread)
        assert str(malformed.value) == "y: x; expected z"
        with pytest.raises(Malformed, match="entry 7"):
            await computing.run(differ)

    run(work)


def test_a_person_has_two_pieces_at_a_time() -> None:
    async def work(computing: Computing) -> list[int]:
        both = [asyncio.ensure_future(computing.run(add, place, 1, person="ann")) for place in (1, 2)]
        await asyncio.sleep(0)
        with pytest.raises(Refused) as refused:
            await computing.run(add, 1, 1, person="ann")
        assert refused.value.reason == "busy_computing"
        others = [await computing.run(add, 5, 5, person="ben"), *await asyncio.gather(*both)]
        return [*others, await computing.run(add, 6, 6, person="ann")]

    assert run(work) == [10, 2, 3, 12]
