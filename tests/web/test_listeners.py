"""Who listens to a table: every line once and in order, parts when they change, nothing for nobody."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Hashable
from typing import Any

import msgspec
import pytest

from rooms import Hearing, hub_over, new_room, next_choice, run, say, telling, turns, writer_stopped
from rulewright.store.seats import SeatRow
from rulewright.table.table import Table
from rulewright.web.live.listeners import MOST_BYTES, Listener, holds, mark_of
from rulewright.web.live.room import Room


class Plain:
    """A feed that tells the texts of talk, and has two parts; it counts what it is asked for."""

    def __init__(self, seat: str = "aune", key: Hashable = "plain", fails: str = "") -> None:
        self.seat = seat
        self.key = key
        self.fails = fails
        self.asked: list[str] = []

    def newest(self, table: Table) -> int:
        return table.seen_by(self.seat)

    def lines(self, table: Table, since: int) -> list[tuple[int, str, str]]:
        self._ask("lines")
        events = table.events_for(self.seat, since)
        return [(seq, "lines", str(event.facts.get("text", event.key))) for seq, event in events]

    def anew(self, table: Table) -> list[tuple[str, str]]:
        self._ask("anew")
        events = table.events_for(self.seat)
        return [("log", ",".join(str(event.facts.get("text", event.key)) for _, event in events))]

    def parts(self, table: Table) -> dict[str, str]:
        self._ask("parts")
        return {"said": f"{len(table.events_for(self.seat))}", "state": str(table.world.state.fight is None)}

    def _ask(self, what: str) -> None:
        self.asked.append(what)
        if what == self.fails:
            raise LookupError(what)


class Ear:
    """A listener of a plain feed, and what was put into it."""

    def __init__(self, room: Room, feed: Any = None, person: str | None = None) -> None:
        self.room = room
        self.feed = feed or Plain()
        self.listener = Listener(self.feed, person, room.seats[self.feed.seat].generation)

    async def begin(self, seen: int | None, *, knows_parts: bool = True) -> Ear:
        async with self.room.shown() as table:
            mark = mark_of(Plain(self.feed.seat).parts(table)) if knows_parts else ""
            self.room.listeners.add(self.listener, seen, mark)
        return self

    def heard(self) -> list[tuple[int | None, str, str]]:
        """The messages that wait, taken out."""
        data = b"".join(self.listener._waiting).decode()
        self.listener._waiting.clear()
        self.listener._bytes = 0
        found = re.findall(r"(?:id: (\d+)\n)?event: (\w+)\n((?:data: [^\n]*\n)+)\n", data)
        return [(int(id) if id else None, name, text.replace("data: ", "").strip()) for id, name, text in found]


async def all_sent(room: Room) -> None:
    """Wait until the parts that changed have been sent."""
    await room.finish()
    if room.listeners._due is not None:
        assert room.listeners._quiet()
        room.listeners._on_time()


def test_each_line_comes_once_and_in_order_whoever_listens(sqlite_url: str) -> None:
    async def test() -> None:
        async with hub_over(sqlite_url) as hub:
            room = await new_room(hub)
            hearings = [Hearing(room, seat, lang) for seat in ("aune", "reko", "referee") for lang in ("en", "fi")]
            hearings += [Hearing(room, "aune") for _ in range(10)]
            for hearing in hearings:
                await hearing.begin(0)
            followers = [asyncio.create_task(hearing.wait_for("(the end)")) for hearing in hearings]
            await asyncio.gather(*(room.do(say(f"({number})")) for number in range(300)))
            await room.do(say("(the end)"))
            await asyncio.gather(*followers)
            for hearing in hearings:
                heard = re.findall(rb"\((\d+)\)", hearing.sent)
                assert heard == [b"%d" % number for number in range(300)]
                numbers = [int(one) for one in re.findall(rb"id: (\d+)\nevent: lines", hearing.sent)]
                assert numbers == sorted(set(numbers))

    run(test)


def test_equal_feeds_are_asked_once_for_all(sqlite_url: str) -> None:
    async def test() -> None:
        async with hub_over(sqlite_url) as hub:
            room = await new_room(hub)
            ears = [await Ear(room).begin(0) for _ in range(5)]
            other = await Ear(room, Plain("reko", "other")).begin(0)
            await room.do(say("hello"))
            await all_sent(room)
            asked = [ear.feed.asked for ear in ears]
            assert asked == [["parts", "lines", "parts"], [], [], [], []]
            assert other.feed.asked == ["parts", "lines", "parts"]
            assert all(ear.heard() == [(1, "lines", "hello"), (1, "said", "1")] for ear in ears)
            assert len(room.listeners) == 6
            assert room.listeners.present() == {"aune", "reko"}

    run(test)


def test_nothing_is_made_for_nobody(sqlite_url: str) -> None:
    async def test() -> None:
        async with hub_over(sqlite_url) as hub:
            room = await new_room(hub)
            ear = await Ear(room).begin(0)
            room.listeners.remove(ear.listener)
            ear.feed.asked.clear()
            assert not room.listeners
            for words in ("one", "two"):
                await room.do(say(words))
            await room.finish()
            assert room.listeners._due is None
            room.listeners._on_time()
            assert ear.feed.asked == []
            assert ear.heard() == []

    run(test)


def test_parts_come_only_when_they_have_changed(sqlite_url: str) -> None:
    async def test() -> None:
        async with hub_over(sqlite_url) as hub:
            room = await new_room(hub)
            ear = await Ear(room).begin(0)
            await room.do(say("psst", to=("reko",)))
            await room.do(lambda table: table.submit("referee", {"do": "free_roll", "text": "d6", "secret": True}))
            await all_sent(room)
            assert ear.heard() == []
            assert (await Ear(room).begin(0)).heard() == []
            await room.do(say("hello"))
            await all_sent(room)
            assert [(name, text) for _, name, text in ear.heard()] == [("lines", "hello"), ("said", "1")]

    run(test)


def test_an_undo_tells_the_whole_log_anew(sqlite_url: str) -> None:
    async def test() -> None:
        async with hub_over(sqlite_url) as hub:
            room = await new_room(hub)
            ear = await Ear(room).begin(0)
            await room.do(say("one"))
            await room.do(next_choice)
            assert (await room.do(say("two"))).outcome == "done"
            await all_sent(room)
            ear.heard()
            seq = room.table.seq
            await room.do(lambda table: table.undo("referee", 2))
            assert ear.heard()[0] == (seq + 1, "log", "one,two,table.undone")

    run(test)


def test_who_was_here_a_moment_ago_is_told_nothing_again(sqlite_url: str) -> None:
    async def test() -> None:
        async with hub_over(sqlite_url) as hub:
            room = await new_room(hub)
            for first in (True, False):
                await room.do(say("one"))
                await all_sent(room)
                last = room.table.seen_by("aune")
                ear = await Ear(room).begin(last)
                assert ear.heard() == []
                if first:
                    continue
                # one that lost its connection has perhaps lost parts with it, which have the number of their lines
                back = await Ear(room).begin(last, knows_parts=False)
                assert [(id, name) for id, name, _ in back.heard()] == [(last, "said"), (last, "state")]

    run(test)


@pytest.mark.parametrize("seen", [None, 0, 1, 4, 10**11])
@pytest.mark.parametrize("knows", [False, True])
def test_who_has_missed_something_is_told_everything(sqlite_url: str, seen: int | None, knows: bool) -> None:
    async def test() -> None:
        async with hub_over(sqlite_url) as hub:
            room = await new_room(hub)
            await room.do(say("one"))
            await room.do(say("two"))
            await all_sent(room)
            ear = await Ear(room).begin(seen, knows_parts=knows)
            assert ear.heard() == [(3, "log", "one,two"), (3, "said", "2"), (3, "state", "True")]

    run(test)


def test_parts_that_changed_without_a_line_are_told_to_who_knows_the_lines(sqlite_url: str) -> None:
    class Counting(Plain):
        def parts(self, table: Table) -> dict[str, str]:
            return {"count": f"{table.seq}", "same": ""}

    async def test() -> None:
        async with hub_over(sqlite_url) as hub:
            room = await new_room(hub)
            shown = mark_of(Counting().parts(room.table))
            await room.do(say("psst", to=("reko",)))
            for mark, told in [
                (shown, [(0, "count", "2"), (0, "same", "")]),
                (mark_of({"count": "2", "same": ""}), []),
            ]:
                ear = Ear(room, Counting())
                async with room.shown():
                    room.listeners.add(ear.listener, 0, mark)
                assert ear.heard() == told

    run(test)


def test_who_comes_while_parts_are_due_gets_the_new_ones_and_so_do_the_others(sqlite_url: str) -> None:
    async def test() -> None:
        async with hub_over(sqlite_url) as hub:
            room = await new_room(hub)
            ear = await Ear(room).begin(0)
            await room.do(say("one"))
            assert room.listeners._due is not None
            late = await Ear(room, ear.feed).begin(None)
            assert late.heard() == [(1, "log", "one"), (1, "said", "1"), (1, "state", "True")]
            assert ear.heard() == [(1, "lines", "one"), (1, "said", "1")]
            await all_sent(room)
            assert late.heard() == ear.heard() == []

    run(test)


def test_parts_wait_until_what_they_show_is_kept(sqlite_url: str) -> None:
    async def test() -> None:
        async with hub_over(sqlite_url) as hub:
            room = await new_room(hub)
            ear = await Ear(room).begin(0)
            begun = asyncio.Event()
            await room.do(say("one"))
            with writer_stopped(hub.database):
                doing = asyncio.create_task(room.do(telling(begun, say("two"))))
                await begun.wait()
                room.listeners._on_time()  # as it would in a moment
                assert [name for _, name, _ in ear.heard()] == ["lines"]
            await doing
            await all_sent(room)
            assert [(name, text) for _, name, text in ear.heard()] == [("lines", "two"), ("said", "2")]

    run(test)


def test_who_does_not_read_is_ended_and_goes_on_where_it_was(sqlite_url: str) -> None:
    async def test() -> None:
        async with hub_over(sqlite_url) as hub:
            room = await new_room(hub)
            slow, quick = await Ear(room).begin(0), await Ear(room).begin(0)
            long, count = "x" * 1_900, 0
            heard: list[str] = []
            while not slow.listener.ended:
                await asyncio.gather(*(room.do(say(f"({count + number}) {long}")) for number in range(60)))
                count += 60
                heard += [text for _, name, text in quick.heard() if name == "lines"]
                assert count * 1_900 < 2 * MOST_BYTES
            # what waited was not skipped but dropped with the stream, and nothing is made for it any more
            assert slow.heard() == []
            assert len(room.listeners) == 1
            assert [text.split()[0] for text in heard] == [f"({number})" for number in range(count)]
            back = await Ear(room).begin(1, knows_parts=False)
            log = next(text for _, name, text in back.heard() if name == "log")
            assert [one.split()[0] for one in log.split(",")] == [f"({number})" for number in range(count)]

    run(test)


def test_a_slow_reader_who_is_alone_leaves_the_table_to_nobody(sqlite_url: str) -> None:
    async def test() -> None:
        async with hub_over(sqlite_url) as hub:
            room = await new_room(hub)
            slow = await Ear(room).begin(0)
            slow.listener.put(b"x" * (MOST_BYTES + 1))
            assert not slow.listener.ended
            slow.listener.put(b"x")
            assert slow.listener.ended
            await room.do(say("one"))
            await room.finish()
            assert not room.listeners
            assert not room.busy

    run(test)


@pytest.mark.parametrize("what", ["lines", "anew", "parts"])
def test_what_cannot_be_told_to_some_is_told_to_the_others(sqlite_url: str, what: str) -> None:
    async def test() -> None:
        async with hub_over(sqlite_url) as hub:
            room = await new_room(hub)
            broken, well = await Ear(room, Plain(key="broken")).begin(0), await Ear(room).begin(0)
            broken.feed.fails = what
            await room.do(say("one"))
            await all_sent(room)
            await room.do(lambda table: table.undo("referee", 0))
            assert (await room.do(say("two"))).outcome == "done"
            assert broken.listener.ended
            assert not well.listener.ended
            heard = [name for _, name, _ in well.heard()]
            assert [name for name in heard if name != "said"] == ["lines", "log", "lines"]

    run(test)


HOLDS = [
    (SeatRow("t", "s", person="a", generation=3), "a", 0, True),
    (SeatRow("t", "s", person="b", generation=0), "a", 0, False),
    (SeatRow("t", "s", person=None, generation=0), "a", 0, True),
    (SeatRow("t", "s", person=None, generation=1), "a", 0, False),
    (SeatRow("t", "s", person="a", generation=0), None, 0, True),
    (SeatRow("t", "s", person="a", generation=1), None, 0, False),
]


@pytest.mark.parametrize(("row", "person", "generation", "still"), HOLDS)
def test_whose_a_seat_is(row: SeatRow, person: str | None, generation: int, still: bool) -> None:
    assert holds(row, person, generation) is still


def test_a_seat_that_is_given_away_ends_only_its_streams(sqlite_url: str) -> None:
    async def test() -> None:
        async with hub_over(sqlite_url) as hub:
            room = await new_room(hub)
            mine, same, other, link = [
                await Ear(room, Plain(seat, key), person).begin(0)
                for seat, key, person in [("aune", 1, "a"), ("aune", 1, "a"), ("reko", 2, "r"), ("aune", 3, None)]
            ]
            seats = {one.seat: one for one in room.seats.values()}
            room.reseat(
                [*(seat for seat in seats.values() if seat.seat != "aune"),
                 msgspec.structs.replace(seats["aune"], person="b")]
            )  # fmt: skip
            for ear in (mine, same):
                assert ear.listener.ended
                assert await ear.listener.take(0) == b"event: revoked\ndata: \n\n"
            assert not other.listener.ended
            assert not link.listener.ended
            assert room.listeners.present() == {"reko", "aune"}
            assert len(room.listeners) == 2

    run(test)


def test_a_listener_takes_what_waits_in_one_piece() -> None:
    async def test() -> None:
        listener = Listener(Plain(), None, 0)
        listener.put(b"one")
        listener.put(b"two")
        assert await listener.take(60) == b"onetwo"
        assert await listener.take(0) == b""
        taking = asyncio.create_task(listener.take(60))
        await turns()
        listener.put(b"three")
        assert await taking == b"three"
        listener.put(b"four")
        listener.end(b"last")
        listener.put(b"never")
        assert await listener.take(60) == b"fourlast"
        assert await listener.take(60) == b""

    run(test)


def test_the_end_of_a_process_ends_every_stream(sqlite_url: str) -> None:
    async def test() -> None:
        async with hub_over(sqlite_url) as hub:
            room = await new_room(hub)
            ears = [await Ear(room, Plain(seat, seat)).begin(0) for seat in ("aune", "reko", "spectator")]
            await hub.stop()
            assert all(ear.listener.ended for ear in ears)
            assert all(ear.heard() == [] for ear in ears)

    run(test)
