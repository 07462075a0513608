"""A live table: commands in order, kept before anything is shown, and taken back where they are not kept."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from rooms import (
    Hearing,
    change_database,
    check_as_kept,
    hub_over,
    kept,
    new_room,
    next_choice,
    run,
    said,
    say,
    telling,
    turns,
    writer_stopped,
)
from rulewright.engine.errors import Malformed, Refused
from rulewright.store.answered import Remembered
from rulewright.store.errors import AlreadyAnswered
from rulewright.table.preferences import Preferences
from rulewright.table.table import Table
from rulewright.web.live.hub import Hub
from rulewright.web.live.room import MOST_AT_ONCE, MOST_WAITING, SNAPSHOT_EVERY

TAKE_ENTRIES_AWAY = "ALTER TABLE entries RENAME TO entries_elsewhere"
GIVE_ENTRIES_BACK = "ALTER TABLE entries_elsewhere RENAME TO entries"


class Batches:
    """A feed that counts how often it is told something, and from where on."""

    key = "batches"
    seat = "referee"

    def __init__(self) -> None:
        self.told: list[range] = []

    def newest(self, table: Table) -> int:
        return table.seq

    def lines(self, table: Table, since: int) -> list[tuple[int, str, str]]:
        self.told.append(range(since + 1, table.seq + 1))
        return []

    def anew(self, table: Table) -> list[tuple[str, str]]:
        return []

    def parts(self, table: Table) -> dict[str, str]:
        return {}


def remembering(key: str, seat: str = "referee") -> Callable[[Any], Remembered]:
    return lambda receipt: Remembered(seat, key, "request", f"{receipt.seq}")


def test_many_at_once_are_done_in_order_and_kept_in_batches(database_url: str) -> None:
    async def test() -> None:
        async with hub_over(database_url) as hub:
            room = await new_room(hub)
            batches, hearing = Batches(), Hearing(room, "aune")
            hearing.listener.feed = batches
            await hearing.begin(room.table.seq)
            words = [f"word {number}" for number in range(200)]
            receipts = await asyncio.gather(*(room.do(say(one)) for one in words))
            assert [receipt.seq for receipt in receipts] == sorted(receipt.seq for receipt in receipts)
            assert said(room) == words
            check_as_kept(room)
            assert 200 / MOST_AT_ONCE <= len(batches.told) < 20
            assert [seq for batch in batches.told for seq in batch] == list(range(1, room.table.seq + 1))
            assert max(map(len, batches.told)) <= 2 * MOST_AT_ONCE

    run(test)


def test_what_is_refused_or_fails_does_not_disturb_the_others(database_url: str) -> None:
    def fails(_: Table) -> None:
        raise ZeroDivisionError

    async def test() -> None:
        async with hub_over(database_url) as hub:
            room = await new_room(hub)
            works: list[Callable[[Table], Any]] = [
                say("one"),
                lambda table: table.submit("aune", {"do": "override", "path": "round", "value": 1, "reason": "x"}),
                say("two"),
                lambda table: table.submit("aune", {"do": "fly"}),
                fails,
                lambda table: table.answer("aune", "7.0", "yes"),
                say("three"),
                lambda table: table.undo("aune", 0),
            ]
            results = await asyncio.gather(*map(room.do, works), return_exceptions=True)
            assert [type(result).__name__ for result in results] == [
                "Receipt", "Refused", "Receipt", "Malformed", "ZeroDivisionError", "Refused", "Receipt", "Refused",
            ]  # fmt: skip
            assert [result.reason for result in results if isinstance(result, Refused)] == [
                "not_referee", "decision_closed", "not_your_choice",
            ]  # fmt: skip
            assert said(room) == ["one", "two", "three"]
            check_as_kept(room)

    run(test)


async def check_taken_back(hub: Hub, lost: list[Callable[[Table], Any]], break_: Any, mend: Any) -> None:
    """While the store is broken nothing is kept or told; afterwards the table goes on as if nothing had been."""
    room = await new_room(hub)
    hearing = Hearing(room, "aune")
    await hearing.begin()
    await room.do(say("before"))
    hearing.take()
    before = (list(room.table.entries), room.table.menu("referee"), room.table.open_questions("referee"))
    await asyncio.to_thread(break_)
    results = await asyncio.gather(*map(room.do, lost), return_exceptions=True)
    assert [result.reason for result in results if isinstance(result, Refused)] == ["not_kept"] * len(lost)
    assert (list(room.table.entries), room.table.menu("referee"), room.table.open_questions("referee")) == before
    await asyncio.to_thread(mend)
    assert (await room.do(say("after"))).outcome == "done"
    assert await room.do(next_choice)
    assert said(room) == ["before", "after"]
    check_as_kept(room)
    await hearing.wait_for("after")
    assert b"lost" not in hearing.sent


def test_what_cannot_be_kept_has_not_happened(database_url: str) -> None:
    async def test() -> None:
        async with hub_over(database_url) as hub:
            await check_taken_back(
                hub,
                [say("lost"), next_choice, say("lost too")],
                lambda: change_database(database_url, TAKE_ENTRIES_AWAY),
                lambda: change_database(database_url, GIVE_ENTRIES_BACK),
            )

    run(test)


def test_a_full_disk_takes_everything_back(sqlite_url: str) -> None:
    async def test() -> None:
        async with hub_over(sqlite_url) as hub:

            def pages_at_most(count: int) -> None:
                hub.database.write(lambda one: one.exec_driver_sql(f"PRAGMA max_page_count={count}")).result()

            long = [say(f"lost {number} " + "x" * 1_900) for number in range(30)]
            await check_taken_back(hub, long, lambda: pages_at_most(1), lambda: pages_at_most(1_000_000))

    run(test)


def test_a_table_that_is_gone_keeps_nothing(database_url: str) -> None:
    async def test() -> None:
        async with hub_over(database_url) as hub:
            room, other = await new_room(hub), await new_room(hub)
            change_database(database_url, f"DELETE FROM tables WHERE id = '{room.id}'")
            results = await asyncio.gather(*(room.do(say("lost")) for _ in range(3)), return_exceptions=True)
            assert [str(result) for result in results] == ["not_kept"] * 3
            assert room.table.seq == 0
            # and the one beside it does not mind
            assert (await other.do(say("kept"))).outcome == "done"

    run(test)


def test_a_store_that_has_lost_entries_is_not_asked_for_ever(database_url: str) -> None:
    async def test() -> None:
        async with hub_over(database_url) as hub:
            room = await new_room(hub)
            for words in ("one", "two"):
                await room.do(say(words))
            last = room.table.seq
            change_database(
                database_url,
                f"DELETE FROM entries WHERE seq > {last - 2}",
                f"UPDATE tables SET last_seq = {last - 2}",
            )
            with pytest.raises(Refused, match="not_kept"):
                await room.do(say("three"))
            assert said(room) == ["one", "two"]

    run(test)


def test_nothing_is_shown_before_it_is_kept(database_url: str) -> None:
    async def test() -> None:
        async with hub_over(database_url) as hub:
            room = await new_room(hub)
            hearing = Hearing(room, "aune")
            await hearing.begin(room.table.seq)
            shown: list[tuple[int, bool]] = []
            begun = asyncio.Event()
            released = False

            async def look() -> None:
                async with room.shown() as table:
                    shown.append((table.seq, released))

            await look()
            with writer_stopped(hub.database):
                giver = asyncio.create_task(room.do(telling(begun, say("soon"))))
                await begun.wait()
                looker = asyncio.create_task(look())
                await turns()
                assert not giver.done()
                assert shown == [(0, False)]
                assert hearing.take() == b""
                assert [row.seq for row in kept(room)] == [0]
                released = True
            await giver
            await looker
            assert shown == [(0, False), (room.table.seq, True)]
            await hearing.wait_for("soon")

    run(test)


def test_whoever_comes_while_something_is_being_kept_hears_it_once(database_url: str) -> None:
    async def test() -> None:
        async with hub_over(database_url) as hub:
            room = await new_room(hub)
            begun = asyncio.Event()
            with writer_stopped(hub.database):
                giver = asyncio.create_task(room.do(telling(begun, say("soon"))))
                await begun.wait()
                hearing = Hearing(room, "aune")
                coming = asyncio.create_task(hearing.begin())
                await turns()
                assert not coming.done()
            await asyncio.gather(giver, coming)
            await hearing.wait_for("soon")
            await room.do(say("later"))
            await hearing.wait_for("later")
            assert hearing.sent.count(b"soon") == 1

    run(test)


def test_who_leaves_the_line_has_nothing_done(database_url: str) -> None:
    async def test() -> None:
        async with hub_over(database_url) as hub:
            room = await new_room(hub)
            begun = asyncio.Event()
            with writer_stopped(hub.database):
                first = asyncio.create_task(room.do(telling(begun, say("first"))))
                await begun.wait()
                # the first is on its way to the disk, these wait
                second, third = (asyncio.create_task(room.do(say(words))) for words in ("second", "third"))
                await turns()
                first.cancel()
                second.cancel()
            assert (await third).outcome == "done"
            assert first.cancelled()
            assert second.cancelled()
            assert said(room) == ["first", "third"]
            check_as_kept(room)

    run(test)


def test_too_many_in_line_are_refused(sqlite_url: str) -> None:
    async def test() -> None:
        async with hub_over(sqlite_url) as hub:
            room = await new_room(hub)
            begun = asyncio.Event()
            with writer_stopped(hub.database):
                first = asyncio.create_task(room.do(telling(begun, say("first"))))
                await begun.wait()
                waiting = [asyncio.create_task(room.do(say("waits"))) for _ in range(MOST_WAITING)]
                await turns()
                with pytest.raises(Refused, match="table_busy"):
                    await room.do(say("too many"))
                assert not any(one.done() for one in (first, *waiting))
            await asyncio.gather(first, *waiting)
            assert said(room) == ["first", *["waits"] * MOST_WAITING]
            assert (await room.do(say("again"))).outcome == "done"

    run(test)


def test_what_was_answered_before_is_not_done_again(database_url: str) -> None:
    async def test() -> None:
        async with hub_over(database_url) as hub:
            room = await new_room(hub)
            first = await room.do(say("once"), remembering("a"))
            results = await asyncio.gather(
                room.do(say("one")),
                room.do(say("once"), remembering("a")),
                room.do(say("two"), remembering("b")),
                room.do(say("once"), remembering("a", "aune")),
                return_exceptions=True,
            )
            assert [type(result).__name__ for result in results] == [
                "Receipt", "AlreadyAnswered", "Receipt", "Receipt",
            ]  # fmt: skip
            assert said(room) == ["once", "one", "two", "once"]
            check_as_kept(room)
            found = room.store.remembered(room.id, "referee", "a")
            assert found is not None
            assert found.result == f"{first.seq}"

    run(test)


def test_what_is_refused_is_not_remembered(database_url: str) -> None:
    async def test() -> None:
        async with hub_over(database_url) as hub:
            room = await new_room(hub)
            with pytest.raises(Malformed):
                await room.do(lambda table: table.submit("aune", {"do": "fly"}), remembering("a"))
            assert (await room.do(say("now"), remembering("a"))).outcome == "done"

    run(test)


def test_the_same_key_at_two_processes_counts_once(database_url: str) -> None:
    async def test() -> None:
        async with hub_over(database_url) as hub, hub_over(database_url) as other:
            room = await new_room(hub)
            elsewhere = await other.room(room.id)
            results = await asyncio.gather(
                *(one.do(say("once"), remembering(f"{number}")) for number in range(8) for one in (room, elsewhere)),
                return_exceptions=True,
            )
            assert sum(isinstance(result, AlreadyAnswered) for result in results) == 8
            rows = kept(room)
            assert sum("once" in str(row.entry) for row in rows) == 8

    run(test)


def test_moments_are_kept_so_that_a_table_opens_quickly(sqlite_url: str) -> None:
    async def test() -> None:
        async with hub_over(sqlite_url) as hub:
            room = await new_room(hub)
            await asyncio.gather(*(room.do(say(f"{number}")) for number in range(SNAPSHOT_EVERY)))
            found = room.store.snapshot(room.id)
            assert found is not None
            assert found[0] >= SNAPSHOT_EVERY
            assert room.store.snapshot(room.id, found[0] - 1) is None or found[0] >= 2 * SNAPSHOT_EVERY

    run(test)


def test_a_moment_that_could_not_be_kept_is_kept_later(sqlite_url: str) -> None:
    async def test() -> None:
        async with hub_over(sqlite_url) as hub:
            room = await new_room(hub)
            change_database(sqlite_url, TAKE_ENTRIES_AWAY)
            await asyncio.gather(*(room.do(say("lost")) for _ in range(SNAPSHOT_EVERY)), return_exceptions=True)
            change_database(sqlite_url, GIVE_ENTRIES_BACK)
            await asyncio.gather(*(room.do(say("kept")) for _ in range(SNAPSHOT_EVERY // 2 + 20)))
            found = room.store.snapshot(room.id)
            assert found is not None
            assert SNAPSHOT_EVERY <= found[0] < SNAPSHOT_EVERY + 64

    run(test)


def test_what_a_seat_prefers_counts_for_what_it_is_asked_next(sqlite_url: str) -> None:
    async def test() -> None:
        async with hub_over(sqlite_url) as hub:
            room = await new_room(hub, "nw3", "closing_time")
            wish = Preferences("never")
            for seat in room.seats:
                await room.do(lambda table, seat=seat: table.prefer(seat, wish))  # type: ignore[misc]
            assert room.table.preferences_of("rei") == wish
            while not room.table.game.over(room.table.world) and room.table.seq < 300:
                assert await room.do(next_choice)
            assert all(one.question.default is None for one in room.table.open_questions("referee"))
            check_as_kept(room)

    run(test)
