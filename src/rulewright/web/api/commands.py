"""What programs do at a table: commands, answers, undo, preferences, closing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

import msgspec
from starlette.responses import Response

from rulewright.engine.errors import Malformed
from rulewright.engine.journal import Undone
from rulewright.table.play import Receipt
from rulewright.table.preferences import Preferences, When
from rulewright.table.stale import Stale, check_fresh
from rulewright.table.table import Table
from rulewright.web.api.auth import referee, sitting
from rulewright.web.api.once import do_once
from rulewright.web.api.operations import Call, Nothing, Operation
from rulewright.web.api.problems import Behind
from rulewright.web.api.reading import typed
from rulewright.web.api.shown import of_each_game
from rulewright.web.api.told import Done, EntryNumber, all_told, done
from rulewright.web.people import seating


class CommandGiven(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A command: `do` names it, the rest are its fields. `expected_sequence` is the last entry that its giver knows.

    A command is refused as stale where something has happened since that its giver should know.
    """

    command: Annotated[dict[str, Any], of_each_game("command")]
    expected_sequence: EntryNumber | None = None


class AnswerGiven(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An answer to the question with this id, of the form that its kind wants."""

    question: Annotated[str, msgspec.Meta(pattern=r"^[0-9]{1,10}\.[0-9]{1,10}$")]
    answer: str | int | tuple[str, ...]
    expected_sequence: EntryNumber | None = None


class UndoGiven(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Take back everything after entry `to`, which stands right before a command or an answer."""

    to: EntryNumber
    reason: Annotated[str, msgspec.Meta(max_length=500)] = ""
    expected_sequence: EntryNumber | None = None


class PreferencesGiven(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """When the seat wants to be asked: overall, and for questions of single keys.

    "matters" asks where the answer can change something; other questions, and all with "never", take their default.
    """

    overall: When = "always"
    by_key: Annotated[Mapping[str, When], msgspec.Meta(max_length=200)] = {}


async def give_command(call: Call, body: CommandGiven) -> Annotated[Response, Done]:
    """Give a command.

    The menu of the seat offers those that make sense now; any that the rules allow is accepted.
    """
    found = await sitting(call)
    words = call.visit.words(found.room.table.game)
    read = found.room.table.game.commands.read(body.command)
    typed(body.command, type(read), "command")

    def work(table: Table) -> Done:
        since = _since(table, body.expected_sequence)
        try:
            receipt = table.submit(found.seat.id, body.command, body.expected_sequence)
        except Stale as stale:
            raise Behind(stale, table.seen_by(found.seat.id), all_told(words, stale.since)) from stale
        return done(words, table, found.seat.id, receipt, since)

    return await do_once(call, found, body, work)


async def give_answer(call: Call, body: AnswerGiven) -> Annotated[Response, Done]:
    """Answer a question; what came of the command that asked it is told."""
    found = await sitting(call)
    words = call.visit.words(found.room.table.game)
    given = list(body.answer) if isinstance(body.answer, tuple) else body.answer

    def work(table: Table) -> Done:
        since = _since(table, body.expected_sequence)
        return done(words, table, found.seat.id, table.answer(found.seat.id, body.question, given), since)

    return await do_once(call, found, body, work)


async def undo(call: Call, body: UndoGiven) -> Annotated[Response, Done]:
    """Take something back: a seat its own last choice, the referee anything, or as the table was set up."""
    found = await sitting(call)
    words = call.visit.words(found.room.table.game)

    def work(table: Table) -> Done:
        since = _since(table, body.expected_sequence)
        if body.expected_sequence is not None:
            try:
                visible = table.events_for(found.seat.id)
                check_fresh(table.game.commands, table.entries, visible, body.expected_sequence)
            except Stale as stale:
                raise Behind(stale, table.seen_by(found.seat.id), all_told(words, stale.since)) from stale
        before = table.seq
        table.undo(found.seat.id, body.to, body.reason)
        undone = next(entry.seq for entry in table.entries[before + 1 :] if isinstance(entry, Undone))
        return done(words, table, found.seat.id, Receipt(undone, "done"), since)

    return await do_once(call, found, body, work)


async def prefer(call: Call, body: PreferencesGiven) -> Preferences:
    """Say when the seat wants to be asked. Questions that wait take their default at once where it says so."""
    found = await sitting(call)
    wanted = Preferences(body.overall, body.by_key)
    await seating.prefer(call.site.hub, found.room, found.room.seats[found.seat.id], wanted)
    await found.room.do(lambda table: table.prefer(found.seat.id, wanted))
    return wanted


async def close(call: Call, body: Nothing) -> Annotated[Response, Done]:
    """Close the table for good and reveal the seed of its dice; only the referee may, and nothing may be open."""
    found = await referee(call)
    words = call.visit.words(found.room.table.game)

    def work(table: Table) -> Done:
        since = table.seq
        table.close(found.seat.id)
        return done(words, table, found.seat.id, Receipt(table.seq, "done"), since)

    return await do_once(call, found, body, work)


def _since(table: Table, expected: int | None) -> int:
    """The entry after which to tell what has happened; raises `Malformed` for one that is not there yet."""
    if expected is not None and expected > table.seq:
        raise Malformed(str(expected), at="expected_sequence", expected=f"0 to {table.seq}")
    return table.seq if expected is None else expected


def _doing(path: str, run: Any, keyed: bool = True) -> Operation:
    path = f"/tables/{{table}}/{path}"
    return Operation("POST", path, run, tag="playing", access="seat", refuses=True, keyed=keyed)


operations = [
    _doing("commands", give_command),
    _doing("answers", give_answer),
    _doing("undo", undo),
    _doing("preferences", prefer, keyed=False),
    _doing("close", close),
]
