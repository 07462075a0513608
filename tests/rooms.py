"""Rooms of a hub without a web server: opened in the event loop of a test, over a real database."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any, TypeVar

import msgspec
from sqlalchemy import create_engine, text

from rulewright import games
from rulewright.store.database import Database
from rulewright.store.rows import Row
from rulewright.store.urls import parse
from rulewright.table.play import Receipt
from rulewright.table.table import Table
from rulewright.web.live.feed import PageFeed
from rulewright.web.live.hub import Hub, NewTable
from rulewright.web.live.listeners import Listener, mark_of
from rulewright.web.live.room import Room
from rulewright.web.views import Look

T = TypeVar("T")

SECONDS = 60.0
"""What anything may take on a busy machine before a test gives up."""


def run(test: Callable[[], Awaitable[T]]) -> T:
    """Run a test in an event loop of its own."""

    async def in_time() -> T:
        async with asyncio.timeout(SECONDS):
            return await test()

    return asyncio.run(in_time())


@asynccontextmanager
async def hub_over(url: str, *, hears: bool = True) -> AsyncIterator[Hub]:
    """A hub of a process of its own, as it were; one that does not hear learns of others only when it writes."""
    with Database.open(url) as database:
        hub = Hub(database)
        if hears:
            hub.start()
        try:
            yield hub
        finally:
            await hub.stop()


async def new_room(hub: Hub, game_id: str = "cairn", scenario_id: str = "ambush", **wishes: Any) -> Room:
    """A new table of a starter scenario, whose dice are known."""
    game = games.get(game_id)
    return await hub.create(
        NewTable(
            game=game_id,
            title="A test",
            scenario=msgspec.to_builtins(game.scenarios()[scenario_id]),
            options=game.presets[game.offered_preset],
            owner="owner",
            **{"seed": "rooms", **wishes},
        )
    )


def say(words: str, seat: str = "referee", to: tuple[str, ...] = ()) -> Callable[[Table], Receipt]:
    """Something to do at a table: talk."""
    return lambda table: table.submit(seat, {"do": "say", "text": words, "to": to})


def telling(begun: asyncio.Event, work: Callable[[Table], T]) -> Callable[[Table], T]:
    """The same thing to do; the event is set when it is done in memory, before it is kept."""

    def done(table: Table) -> T:
        result = work(table)
        begun.set()
        return result

    return done


def next_choice(table: Table) -> bool:
    """What the policy does next, for whoever it is for; false where the scenario is over."""
    asked = table.open_questions("referee")
    if asked:
        table.answer(asked[0].owner, asked[0].id, table.game.policy.answer(table.world, asked[0].question))
        return True
    given = table.game.policy.command(table.world)
    if given is not None:
        table.submit(given[0].id, given[1])
    return given is not None


def said(room: Room) -> list[str]:
    """What was said at a table, as it knows it."""
    return [str(event.facts["text"]) for _, event in room.table.events_for("referee") if event.key == "table.say"]


def kept(room: Room) -> list[Row]:
    """The rows that the store has."""
    return room.store.rows(room.id)


def check_as_kept(room: Room) -> None:
    """The table is as the store has it, entry by entry, with what each told."""
    rows = kept(room)
    assert [row.entry for row in rows] == list(room.table.entries) == room.journal.entries
    assert rows[-1].seq == room.kept


async def turns(count: int = 20) -> None:
    """Let everything else that is ready in the event loop have its turn."""
    for _ in range(count):
        await asyncio.sleep(0)


@contextmanager
def writer_stopped(database: Database) -> Iterator[None]:
    """The database's writer is at a job that takes as long as the block; nothing is committed."""
    begun, release = threading.Event(), threading.Event()

    def job(_: Any) -> None:
        begun.set()
        assert release.wait(SECONDS)

    done = database.write(job)
    assert begun.wait(SECONDS)
    try:
        yield
    finally:
        release.set()
        done.result(SECONDS)


def change_database(url: str, *statements: str) -> None:
    """What an operator or another program does to the database, by a connection of its own."""
    engine = create_engine(parse(url))
    with engine.begin() as connection:
        for statement in statements:
            connection.execute(text(statement))
    engine.dispose()


class Hearing:
    """Somebody who follows a table's page inside the process: what their stream is sent, as it comes."""

    def __init__(self, room: Room, seat: str, language: str = "en", person: str | None = None) -> None:
        self.room = room
        self.feed = PageFeed(room.table.game, room.id, seat, Look(language), language)
        self.listener = Listener(self.feed, person, room.seats[seat].generation)
        self.sent = b""

    async def begin(self, seen: int | None = None) -> None:
        """Follow from now on, knowing everything up to entry `seen` or nothing."""
        async with self.room.shown() as table:
            mark = "" if seen is None else mark_of(self.listener.feed.parts(table))
            self.room.listeners.add(self.listener, seen, mark)

    async def wait_for(self, data: str) -> None:
        """Wait until this is part of what was sent."""
        while data.encode() not in self.sent:
            piece = await self.listener.take(SECONDS)
            assert piece, "the stream has ended"
            self.sent += piece

    def take(self) -> bytes:
        """What waits to be written now."""
        data = b"".join(self.listener._waiting)
        self.listener._waiting.clear()
        self.sent += data
        return data
