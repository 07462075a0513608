"""The open tables of a process, and of two processes over one database."""

from __future__ import annotations

import asyncio
from random import Random

import msgspec
import pytest

from evenings import happen
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
    writer_stopped,
)
from rulewright import games
from rulewright.engine.errors import Malformed, Refused
from rulewright.engine.journal import Commanded, Undone
from rulewright.engine.world import pack
from rulewright.store.journal import MemoryJournal
from rulewright.store.rows import Row
from rulewright.store.seats import SeatRow
from rulewright.store.tables import TableRow
from rulewright.table.preferences import Preferences
from rulewright.table.table import Table
from rulewright.web.live.hub import Hub, NewTable
from rulewright.web.live.room import SNAPSHOT_EVERY, Room, preferences_of

WHEN = "2030-01-02T03:04:05+00:00"


def seen_of(room: Room) -> dict[str, object]:
    """What a table is to those who sit there."""
    table = room.table
    seats = [seat.id for seat in table.seats]
    return {
        "entries": list(table.entries),
        "state": pack(table.world.state),
        "seats": table.seats,
        "events": [table.events_for(seat) for seat in seats],
        "rolls": [table.rolls(seat) for seat in seats],
        "questions": [table.open_questions(seat) for seat in seats],
        "menus": [table.menu(seat) for seat in seats],
        "preferences": [table.preferences_of(seat) for seat in seats],
        "points": table.decision_points(),
        "rows": room.seats,
        "row": room.row.title,
    }


async def evening(room: Room, seed: int, steps: int) -> None:
    """Things that happen at a table, whatever is refused."""
    random = Random(seed)
    for _ in range(steps):
        try:
            await room.do(lambda table: happen(table, random))
        except Refused:
            continue


def test_a_table_that_nobody_has_been_at_is_put_away_and_comes_back_equal(database_url: str) -> None:
    async def test() -> None:
        async with hub_over(database_url) as hub:
            for number, (game, scenario) in enumerate([("cairn", "ambush"), ("nw3", "rooftop")]):
                room = await new_room(hub, game, scenario)
                await evening(room, number, 40)
                await room.finish()
                before = seen_of(room)
                hub.put_away(0.0)
                assert room.id not in hub.rooms
                again = await hub.room(room.id)
                assert again is not room
                after = seen_of(again)
                for part, value in before.items():
                    assert after[part] == value, part
                await evening(again, number + 1, 10)
                check_as_kept(again)

    run(test)


def test_a_table_comes_back_equal_with_and_without_a_kept_moment(sqlite_url: str) -> None:
    async def test() -> None:
        async with hub_over(sqlite_url) as hub:
            room = await new_room(hub)
            while room.store.snapshot(room.id) is None:
                await evening(room, room.table.seq, 40)
            await evening(room, 1, 30)
            await hub.forget(room.id)
            from_moment = seen_of(await hub.room(room.id))
            await hub.forget(room.id)
            change_database(sqlite_url, "DELETE FROM snapshots")
            assert from_moment == seen_of(await hub.room(room.id)) == seen_of(room)

    run(test)


def test_a_table_of_many_short_evenings_has_kept_moments_too(sqlite_url: str) -> None:
    async def test() -> None:
        async with hub_over(sqlite_url) as hub:
            room = await new_room(hub)
            for _ in range(4):
                await asyncio.gather(*(room.do(say("hm")) for _ in range(SNAPSHOT_EVERY // 3)))
                await hub.forget(room.id)
                room = await hub.room(room.id)
            found = room.store.snapshot(room.id)
            assert found is not None
            assert room.table.seq - found[0] < 2 * SNAPSHOT_EVERY

    run(test)


def test_an_undo_before_the_kept_moment_counts_when_the_table_is_opened_again(sqlite_url: str) -> None:
    async def test() -> None:
        async with hub_over(sqlite_url) as hub:
            room = await new_room(hub)
            await asyncio.gather(*(room.do(say(f"{number}")) for number in range(SNAPSHOT_EVERY)))
            assert room.store.snapshot(room.id) is not None
            await room.do(lambda table: table.undo("referee", 20))
            await room.do(next_choice)
            before = seen_of(room)
            await hub.forget(room.id)
            assert seen_of(await hub.room(room.id)) == before

    run(test)


def test_a_table_with_somebody_at_it_stays(sqlite_url: str) -> None:
    async def test() -> None:
        async with hub_over(sqlite_url) as hub:
            followed, busy, used, idle = [await new_room(hub) for _ in range(4)]
            hearing = Hearing(followed, "aune")
            await hearing.begin()
            begun = asyncio.Event()
            with writer_stopped(hub.database):
                doing = asyncio.create_task(busy.do(telling(begun, say("hm"))))
                await begun.wait()
                hub.put_away(0.0)
                assert {followed.id, busy.id} <= set(hub.rooms)
            await doing
            for room in (followed, busy, used, idle):
                await room.finish()
            await (await hub.room(used.id)).finish()
            hub.put_away(600.0)
            assert {followed.id, busy.id, used.id} <= set(hub.rooms)
            while set(hub.rooms) != {followed.id}:  # until the last of what they do is done; the test has a time limit
                hub.put_away(0.0)
                await asyncio.sleep(0)
            followed.listeners.remove(hearing.listener)
            hub.put_away(0.0)
            assert not hub.rooms
            assert (await (await hub.room(idle.id)).do(say("here"))).outcome == "done"

    run(test)


def test_everybody_who_comes_at_once_gets_the_same_room(database_url: str) -> None:
    async def test() -> None:
        async with hub_over(database_url) as hub, hub_over(database_url) as other:
            room = await new_room(hub)
            found = await asyncio.gather(*(other.room(room.id) for _ in range(20)))
            assert len({id(one) for one in found}) == 1
            assert found[0] is await other.room(room.id)

    run(test)


def test_one_who_gives_up_while_a_table_opens_takes_it_from_nobody(sqlite_url: str) -> None:
    async def test() -> None:
        async with hub_over(sqlite_url) as hub:
            room = await new_room(hub)
            await hub.forget(room.id)
            first, second = (asyncio.create_task(hub.room(room.id)) for _ in range(2))
            await asyncio.sleep(0)
            first.cancel()
            assert (await second).id == room.id

    run(test)


def test_a_table_that_is_not_there(database_url: str) -> None:
    async def test() -> None:
        async with hub_over(database_url) as hub:
            for wrong in ("", "nothing", "x" * 10_000, "../etc", "0123456789abcdef"):
                with pytest.raises(Refused, match="unknown_table"):
                    await hub.room(wrong)
            assert not hub.rooms
            assert not hub._opening
            assert not hub._used

    run(test)


def test_a_deleted_table_is_put_away_and_its_streams_end(database_url: str) -> None:
    async def test() -> None:
        async with hub_over(database_url) as hub:
            room = await new_room(hub)
            hearing = Hearing(room, "aune")
            await hearing.begin()
            await asyncio.wrap_future(hub.store.delete(room.id))
            await hub.seated(room.id)
            assert hearing.listener.ended
            assert room.id not in hub.rooms
            with pytest.raises(Refused, match="unknown_table"):
                await hub.room(room.id)

    run(test)


def test_a_table_that_does_not_fit_its_game_is_not_made(sqlite_url: str) -> None:
    async def test() -> None:
        async with hub_over(sqlite_url) as hub:
            scenario = msgspec.to_builtins(games.get("cairn").scenarios()["ambush"])
            for wanted in (
                NewTable("cairn", "t", {"party": 3}, {}, "o"),
                NewTable("cairn", "t", scenario, {"no_such_rule": 1}, "o"),
                NewTable("cairn", "t", scenario, {}, "o", packs=(("cairn", "nothing", "0"),)),
            ):
                with pytest.raises(Malformed):
                    await hub.create(wanted)
            assert not hub.store.tables_of("o")

    run(test)


def test_commands_at_two_processes_are_all_kept_in_one_order(postgresql_url: str) -> None:
    async def test() -> None:
        async with hub_over(postgresql_url) as hub, hub_over(postgresql_url) as other:
            room = await new_room(hub)
            elsewhere = await other.room(room.id)
            hearings = [Hearing(one, seat) for one in (room, elsewhere) for seat in ("aune", "spectator", "referee")]
            for hearing in hearings:
                await hearing.begin(0)
            words = [f"({place} {number})" for place in ("here", "there") for number in range(60)]
            both = {"here": room, "there": elsewhere}
            receipts = await asyncio.gather(*(both[one[1:].split()[0]].do(say(one)) for one in words))
            assert len({receipt.seq for receipt in receipts}) == len(words)
            told = [str(row.entry.command["text"]) for row in kept(room) if isinstance(row.entry, Commanded)]
            assert sorted(told) == sorted(words)
            for place in ("here", "there"):
                assert [one for one in told if place in one] == [one for one in words if place in one]
            for hearing in hearings:
                await hearing.wait_for(told[-1])
                heard = [one for one in told if one.encode() in hearing.sent]
                assert heard == told
                places = [hearing.sent.index(one.encode()) for one in told]
                assert places == sorted(places)
                assert all(hearing.sent.count(one.encode()) == 1 for one in told)
            assert seen_of(room) == seen_of(elsewhere)
            check_as_kept(room)

    run(test)


def test_two_processes_play_one_evening(postgresql_url: str) -> None:
    async def test() -> None:
        async with hub_over(postgresql_url) as hub, hub_over(postgresql_url) as other:
            room = await new_room(hub, "nw3", "rooftop")
            elsewhere = await other.room(room.id)
            await asyncio.gather(evening(room, 1, 50), evening(elsewhere, 2, 50))
            # whoever does something last knows everything
            for one in (room, elsewhere):
                await one.do(say(one.table.id))
            await room.do(say("the end"))
            check_as_kept(room)
            while elsewhere.table.seq < room.table.seq:
                await elsewhere.do(lambda table: table.seq)
            assert seen_of(room) == seen_of(elsewhere)
            await hub.forget(room.id)
            assert seen_of(await hub.room(room.id)) == seen_of(elsewhere)

    run(test)


def test_what_is_preferred_at_one_process_is_known_at_the_other(postgresql_url: str) -> None:
    async def test() -> None:
        async with hub_over(postgresql_url) as hub, hub_over(postgresql_url) as other:
            room = await new_room(hub)
            elsewhere = await other.room(room.id)
            wish = Preferences("never", {"morale": "always"})
            before = room.seats["aune"]
            after = msgspec.structs.replace(before, preferences=msgspec.to_builtins(wish))
            assert await asyncio.wrap_future(hub.store.change_seat(before, after))
            for one in (room, elsewhere):
                while await one.do(lambda table: table.preferences_of("aune")) != wish:
                    continue
            assert room.seats["aune"] == elsewhere.seats["aune"] == after
            await hub.forget(room.id)
            assert (await hub.room(room.id)).table.preferences_of("aune") == wish

    run(test)


def test_a_seat_that_is_given_away_at_one_process_ends_its_streams_at_the_other(postgresql_url: str) -> None:
    async def test() -> None:
        async with hub_over(postgresql_url) as hub, hub_over(postgresql_url) as other:
            room = await new_room(hub)
            elsewhere = await other.room(room.id)
            hearing, stays = Hearing(elsewhere, "aune"), Hearing(elsewhere, "reko")
            for one in (hearing, stays):
                await one.begin()
            await asyncio.wrap_future(hub.store.put_seat(SeatRow(room.id, "aune", generation=1)))
            await hearing.wait_for("event: revoked")
            assert hearing.listener.ended
            assert not stays.listener.ended

    run(test)


def test_one_who_does_not_hear_follows_when_it_writes(database_url: str) -> None:
    async def test() -> None:
        async with hub_over(database_url) as hub, hub_over(database_url, hears=False) as deaf:
            room = await new_room(hub)
            elsewhere = await deaf.room(room.id)
            hearing = Hearing(elsewhere, "aune")
            await hearing.begin(0)
            await room.do(say("one"))
            await room.do(next_choice)
            await elsewhere.do(say("two"))
            assert said(elsewhere) == ["one", "two"]
            await hearing.wait_for("two")
            assert hearing.sent.index(b"one") < hearing.sent.index(b"two")
            check_as_kept(elsewhere)

    run(test)


def test_what_others_wrote_is_told_also_where_ones_own_cannot_be_kept(postgresql_url: str) -> None:
    async def test() -> None:
        async with hub_over(postgresql_url) as hub, hub_over(postgresql_url, hears=False) as deaf:
            room = await new_room(hub)
            elsewhere = await deaf.room(room.id)
            await elsewhere.do(say("taken back"))
            hearing = Hearing(elsewhere, "aune")
            await hearing.begin(elsewhere.table.seen_by("aune"))
            await room.do(say("others go on"))
            await room.do(lambda table: table.undo("referee", 0))
            change_database(
                postgresql_url,
                "CREATE FUNCTION forbid() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'no'; END $$",
                "CREATE TRIGGER forbidden BEFORE INSERT ON entries FOR EACH ROW"
                " WHEN (NEW.entry LIKE '%poison%') EXECUTE FUNCTION forbid()",
            )
            with pytest.raises(Refused, match="not_kept"):
                await elsewhere.do(say("poison"))
            await hearing.wait_for("event: log")
            await elsewhere.do(say("and on"))
            await hearing.wait_for("and on")
            assert hearing.sent.count(b"event: log\n") == 1
            assert hearing.sent.count(b"and on") == 1
            assert b"poison" not in hearing.sent
            check_as_kept(elsewhere)

    run(test)


async def left_unfinished(hub: Hub) -> Table:
    """A table is kept whose process was killed when dice were due; as it would have gone on."""
    game = games.get("cairn")
    scenario = game.scenarios()["ambush"]
    seats = game.seats(scenario)
    table = Table.new(game, scenario, game.options_type(), seats, MemoryJournal(), "unfinished")
    table.submit("referee", {"do": "free_roll", "text": "3d6"})
    row = TableRow(table.id, "cairn", "Unfinished", WHEN, WHEN, 1)
    rows = [SeatRow(row.id, seat.id) for seat in table.seats]
    await asyncio.wrap_future(hub.store.create(row, [Row(one.seq, one) for one in table.entries[:2]], rows, None))
    return table


def test_what_a_killed_process_left_unfinished_is_finished_when_somebody_comes(sqlite_url: str) -> None:
    async def test() -> None:
        async with hub_over(sqlite_url) as hub:
            table = await left_unfinished(hub)
            room = await hub.room(table.id)
            await room.finish()
            assert [row.entry for row in kept(room)] == list(table.entries)
            check_as_kept(room)

    run(test)


def test_what_a_killed_process_left_unfinished_is_finished_once(postgresql_url: str) -> None:
    async def test() -> None:
        async with hub_over(postgresql_url) as hub, hub_over(postgresql_url) as other:
            table = await left_unfinished(hub)
            room, elsewhere = await asyncio.gather(hub.room(table.id), other.room(table.id))
            await asyncio.gather(room.finish(), elsewhere.finish())
            assert [row.entry for row in kept(room)] == list(table.entries)
            await asyncio.gather(*(one.do(say("on")) for one in (room, elsewhere)))
            while elsewhere.table.seq < room.table.seq or room.table.seq < elsewhere.table.seq:
                await asyncio.gather(*(one.do(lambda table: table.seq) for one in (room, elsewhere)))
            assert seen_of(room) == seen_of(elsewhere)
            check_as_kept(room)

    run(test)


def test_an_undo_at_one_process_has_the_question_asked_at_the_other(postgresql_url: str) -> None:
    async def test() -> None:
        async with hub_over(postgresql_url) as hub, hub_over(postgresql_url, hears=False) as deaf:
            room = await new_room(hub, "nw3", "closing_time")
            elsewhere = await deaf.room(room.id)
            while not (asked := room.table.open_questions("referee")) or asked[0].question.default is None:
                assert await room.do(next_choice)
            question = asked[0]
            for one in (room, elsewhere):
                one.table.prefer(question.owner, Preferences("never"), at_once=False)
            await room.do(say("so it is passed"))
            passed = next(entry for entry in room.table.entries if getattr(entry, "auto", False))
            await room.do(lambda table: table.undo("referee", passed.seq - 1))
            assert isinstance(room.table.entries[-1], Undone)
            await elsewhere.do(say("and here it waits"))
            assert question.id in [one.id for one in elsewhere.table.open_questions("referee")]

    run(test)


def test_preferences_that_cannot_be_read_are_the_usual_ones() -> None:
    assert preferences_of(SeatRow("t", "s", preferences={"overall": "sometimes"})) == Preferences()
    assert preferences_of(SeatRow("t", "s", preferences={"overall": "never"})) == Preferences("never")


def test_a_process_that_stops_ends_its_streams_and_finishes_what_it_has(sqlite_url: str) -> None:
    async def test() -> None:
        async with hub_over(sqlite_url) as hub:
            room = await new_room(hub)
            hearing = Hearing(room, "aune")
            await hearing.begin(0)
            begun = asyncio.Event()
            with writer_stopped(hub.database):
                doing = asyncio.create_task(room.do(telling(begun, say("last words"))))
                await begun.wait()
                stopping = asyncio.create_task(hub.stop())
                await asyncio.sleep(0)
                assert hearing.listener.ended
                assert not stopping.done()
            await stopping
            await doing
            check_as_kept(room)

    run(test)
