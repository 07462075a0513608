"""Looking at a table: the state and the rest as a seat may see them, the journal, and the proof of the dice."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

import msgspec

from rulewright.engine.journal import Entry
from rulewright.table.log import Fallen, without_whispers
from rulewright.table.verify import Verified, verify
from rulewright.web.api.auth import sitting
from rulewright.web.api.boards import BoardShown, board_of
from rulewright.web.api.operations import Call, Operation
from rulewright.web.api.problems import Wrong
from rulewright.web.api.shown import (
    MenuShown,
    QuestionsShown,
    State,
    menu_of,
    questions_of,
    state_of,
    with_odds,
)
from rulewright.web.api.told import EntryNumber, Told, all_told


class From(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """From where to tell: everything after entry `since`, of at most about `limit` entries."""

    since: EntryNumber = 0
    limit: Annotated[int, msgspec.Meta(ge=1, le=10_000)] = 1_000


class WithOdds(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """With `odds` the options say what they lead to, where the rules can tell; that may take a second."""

    odds: bool = False


class Happened(msgspec.Struct, frozen=True):
    """What has happened, oldest first. `sequence` is the number of the last entry of which the seat may know.

    Where there is `more`, ask again for what came after the last of these.
    """

    sequence: int
    more: bool
    events: tuple[Told, ...]


class Rolls(msgspec.Struct, frozen=True):
    """Dice that fell, oldest first; undone ones included, which count no more."""

    sequence: int
    more: bool
    rolls: tuple[Fallen, ...]


class JournalShown(msgspec.Struct, frozen=True):
    """Entries of the journal, as they are kept."""

    sequence: int
    more: bool
    entries: tuple[Entry, ...]


async def state(call: Call) -> State:
    """The state of a table, as the seat may see it.

    Its form is the game's own.
    """
    found = await sitting(call)
    async with found.room.shown() as table:
        return state_of(table, found.seat)


async def board(call: Call) -> BoardShown:
    """The board: who is there and how they are, in one form for all games."""
    found = await sitting(call)
    async with found.room.shown() as table:
        return board_of(table, found.seat, call.visit.words(table.game), call.visit.game_words(table.game))


async def menu(call: Call) -> MenuShown:
    """What the seat can do now: legal commands to send as they are."""
    found = await sitting(call)
    words = call.visit.words(found.room.table.game)
    async with found.room.shown() as table:
        return menu_of(table, found.seat, words)


async def questions(call: Call, query: WithOdds) -> QuestionsShown:
    """What the seat is asked now, with legal answers; the referee sees the questions of everybody."""
    found = await sitting(call)
    words = call.visit.words(found.room.table.game)
    async with found.room.shown() as table:
        shown = questions_of(table, found.seat, words)
        asked = [one.question for one in table.open_questions(found.seat.id)]
    return await asyncio.to_thread(with_odds, shown, asked) if query.odds else shown


async def events(call: Call, query: From) -> Happened:
    """What has happened, as far as the seat may know it and as far as no undo has taken it back."""
    found = await sitting(call)
    words = call.visit.words(found.room.table.game)
    async with found.room.shown() as table:
        told = table.events_for(found.seat.id, query.since)
        end = _end([seq for seq, _ in told], query.limit)
        shown = await asyncio.to_thread(all_told, words, told[:end])
        return Happened(table.seen_by(found.seat.id), end < len(told), shown)


async def rolls(call: Call, query: From) -> Rolls:
    """Which dice fell, as far as the seat may see them."""
    found = await sitting(call)
    async with found.room.shown() as table:
        fallen = table.rolls(found.seat.id, query.since)
        end = _end([one.seq for one in fallen], query.limit)
        return Rolls(table.seen_by(found.seat.id), end < len(fallen), tuple(fallen[:end]))


async def journal(call: Call, query: From) -> JournalShown:
    """The journal itself: for the referee, and for everybody at the table after it has closed."""
    found = await sitting(call)
    async with found.room.shown() as table:
        if not (found.seat.referee or table.closed):
            raise Wrong("forbidden", "journal_after_closing")
        first = query.since + 1 if "since" in call.request.query_params else 0
        entries = tuple(without_whispers(one, found.seat) for one in table.entries[first : first + query.limit])
        return JournalShown(table.seq, first + len(entries) <= table.seq, entries)


async def verify_dice(call: Call) -> Verified:
    """Check the dice against their seal: "sealed" while the table is open, "proved" after it has closed."""
    found = await sitting(call)
    async with found.room.shown() as table:
        entries = tuple(table.entries)
        known = sum(len(one.faces) for one in table.rolls(found.seat.id))
        sealed = not (table.closed or found.seat.referee)
    verified = await asyncio.to_thread(verify, entries)
    # how many dice fell in secret is a secret too
    return msgspec.structs.replace(verified, dice=known) if sealed else verified


def _end(numbers: list[int], limit: int) -> int:
    """How many to tell, so that all of one entry are told together."""
    end = min(limit, len(numbers))
    while 0 < end < len(numbers) and numbers[end] == numbers[end - 1]:
        end += 1
    return end


def _looking(path: str, run: Any) -> Operation:
    return Operation("GET", f"/tables/{{table}}/{path}", run, tag="playing", access="seat")


operations = [
    _looking("state", state),
    _looking("board", board),
    _looking("menu", menu),
    _looking("questions", questions),
    _looking("events", events),
    _looking("rolls", rolls),
    _looking("journal", journal),
    _looking("verify", verify_dice),
]
