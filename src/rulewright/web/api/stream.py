"""The live stream of a seat for programs: every entry of the journal in order, and the state as it changes."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Hashable, Mapping, Sequence

import msgspec
from starlette.responses import Response, StreamingResponse

from rulewright.engine.game import Game
from rulewright.engine.journal import Undone
from rulewright.engine.words import Words
from rulewright.table.log import Fallen
from rulewright.table.table import Table
from rulewright.table.wording import words_of
from rulewright.web.api.auth import sitting
from rulewright.web.api.operations import Call, Operation
from rulewright.web.api.shown import menu_of, questions_of, state_of
from rulewright.web.api.told import EntryNumber, Told, all_told
from rulewright.web.live.listeners import Listener, mark_of
from rulewright.web.live.sse import KEEP_ALIVE, KEEP_ALIVE_SECONDS, entry_number, message
from rulewright.web.live.stream import HEADERS, RETRY

LAST_EVENT_ID = "last-event-id"


class Since(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where a stream begins."""

    since: EntryNumber | None = None


class StreamEntry(msgspec.Struct, frozen=True):
    """Message `entry`: what one entry of the journal brought, as far as the seat may know it."""

    sequence: int
    events: tuple[Told, ...]
    rolls: tuple[Fallen, ...]


class StreamLog(msgspec.Struct, frozen=True):
    """Message `log`: all that still stands up to `sequence`, in place of everything told before; after an undo."""

    sequence: int
    events: tuple[Told, ...]
    rolls: tuple[Fallen, ...]


class JsonFeed:
    """What programs at one seat are told in one language."""

    def __init__(self, game: Game, seat: str, language: str) -> None:
        self.game = game
        self.seat = seat
        self.language = language
        self.words: Words = words_of(game, language)

    @property
    def key(self) -> Hashable:
        """All programs at this seat with this language are told the same."""
        return ("api", self.seat, self.language)

    def newest(self, table: Table) -> int:
        """The number of the last entry that told something, or brought dice."""
        seen = table.seen_by(self.seat)
        rolls = table.rolls(self.seat, seen)
        return rolls[-1].seq if rolls else seen

    def lines(self, table: Table, since: int) -> Sequence[tuple[int, str, str]]:
        """A message for each entry that the seat may know something of."""
        events: dict[int, list[Told]] = {}
        rolls: dict[int, list[Fallen]] = {}
        for one in all_told(self.words, table.events_for(self.seat, since)):
            events.setdefault(one.sequence, []).append(one)
        for fallen in table.rolls(self.seat, since):
            rolls.setdefault(fallen.seq, []).append(fallen)
        return [
            (seq, "entry", _text(StreamEntry(seq, tuple(events.get(seq, ())), tuple(rolls.get(seq, ())))))
            for seq in sorted({*events, *rolls})
        ]

    def anew(self, table: Table) -> Sequence[tuple[str, str]]:
        """Everything that still stands."""
        events = all_told(self.words, table.events_for(self.seat))
        rolls = tuple(fallen for fallen in table.rolls(self.seat) if not fallen.undone)
        return [("log", _text(StreamLog(self.newest(table), events, rolls)))]

    def parts(self, table: Table) -> Mapping[str, str]:
        """The state, the menu and the questions, as their own addresses give them."""
        seat = table.seat(self.seat)
        return {
            "state": _text(state_of(table, seat)),
            "menu": _text(menu_of(table, seat, self.words)),
            "questions": _text(questions_of(table, seat, self.words)),
        }

    def missed(self, table: Table, seen: int | None) -> tuple[bytes, str]:
        """What somebody has to be told first who knows everything up to entry `seen`, or nothing; the parts' mark."""
        told: list[bytes] = []
        if seen is not None and seen <= table.seq:
            if any(isinstance(entry, Undone) and entry.to < seen for entry in table.entries[seen + 1 :]):
                told += [message(name, text, self.newest(table)) for name, text in self.anew(table)]
            else:
                told += [message(name, text, seq) for seq, name, text in self.lines(table, seen)]
        parts = self.parts(table)
        told += [message(name, text, self.newest(table)) for name, text in parts.items()]
        return b"".join(told), mark_of(parts)


def _text(value: msgspec.Struct) -> str:
    return msgspec.json.encode(value, enc_hook=str).decode()


async def stream(call: Call, query: Since) -> Response:
    """Follow a table as Server-Sent Events.

    It begins with everything after entry `since`, or after the `Last-Event-ID` that a program which comes back knows;
    without either with the present alone. Then, as things happen: `entry` (StreamEntry), with the number of the entry
    as its id; `log` (StreamLog) after an undo, in place of everything told before; `state`, `menu` and `questions`
    when they change, as their own addresses give them; `revoked` before the stream ends since the seat has gone to
    somebody else. A line with a colon alone is a sign of life. A stream that is not read in time ends; come back with
    `Last-Event-ID`.
    """
    found = await sitting(call)
    room = found.room
    feed = JsonFeed(room.table.game, found.seat.id, call.visit.game_words(room.table.game))
    listener = Listener(feed, found.person, found.row.generation)
    known = call.request.headers.get(LAST_EVENT_ID)
    seen = query.since if known is None else entry_number(known)

    async def lines() -> AsyncIterator[bytes]:
        try:
            async with room.shown() as table:
                missed, mark = await asyncio.to_thread(feed.missed, table, seen)
                if found.still:
                    room.listeners.add(listener, feed.newest(table), mark)
                else:
                    missed = b""
                    listener.end(message("revoked", "", None))
            yield RETRY + missed
            while not listener.ended:
                yield await listener.take(KEEP_ALIVE_SECONDS) or KEEP_ALIVE
            if last := await listener.take(0):
                yield last
        finally:
            room.listeners.remove(listener)

    return StreamingResponse(lines(), media_type="text/event-stream", headers=HEADERS)


operations = [
    Operation("GET", "/tables/{table}/stream", stream, tag="playing", access="seat", media="text/event-stream"),
]
