"""Playing at a table of a running server from inside, and sitting down at it over HTTP."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from typing import TypeVar

from rulewright.store.journal import MemoryJournal
from rulewright.table.table import Table
from servers import Server, Visitor
from tables import Made

T = TypeVar("T")


def at(made: Made, work: Callable[[Table], T]) -> T:
    """Do something at the table as the server's own requests do."""
    server: Server = made.server

    async def done() -> T:
        room = await server.site.hub.room(made.id)
        return await room.do(work)

    return asyncio.run_coroutine_threadsafe(done(), server.loop).result(120)


def play(made: Made, most: int = 100_000, until: Callable[[Table], bool] = lambda table: False) -> int:
    """Let the policy play for everybody, some commands and answers or until something holds; says how many."""

    def on(table: Table) -> bool:
        if until(table):
            return False
        policy = table.game.policy
        asked = table.open_questions("referee")
        if asked:
            one = asked[0]
            table.answer(one.owner, one.id, policy.answer(table.world, one.question))
            return True
        given = policy.command(table.world)
        if given is not None:
            table.submit(given[0].id, given[1])
        return given is not None

    for count in range(most):
        if not at(made, on):
            return count
    return most


def sit(made: Made, seat: str, name: str = "") -> Visitor:
    """Somebody new who takes the seat by its link."""
    visitor = made.server.visitor()
    hidden = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', visitor.get(made.links[seat]).text))
    answer = visitor.post(made.links[seat], {**hidden, "name": name or seat})
    assert answer.url.path == f"/t/{made.id}/{seat}", answer.text
    return visitor


def secrets_of(made: Made) -> list[str]:
    """The texts that nobody but the referee may see now."""
    return at(made, lambda table: list(table.game.secrets(table.world)))


def copy_of(made: Made) -> Table:
    """A table of its own with the same entries."""

    def branched(table: Table) -> Table:
        return table.branch(table.seq, MemoryJournal())

    return at(made, branched)
