"""What people do at a table: commands, answers, talk, dice, undo, and when they want to be asked."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from rulewright.engine.commands import CommandType
from rulewright.engine.errors import Malformed, Refused
from rulewright.engine.journal import Answered, Commanded, Entry, Seat
from rulewright.table.preferences import Preferences
from rulewright.table.table import Table
from rulewright.web.live.room import Room
from rulewright.web.live.turn import answer_of
from rulewright.web.people import seating
from rulewright.web.people.links import seat_path
from rulewright.web.visit import NotAllowed, Visit, number_of, text_of

LONGEST_COMMAND = 10_000
NO_CHOICES = ("say", "free_roll")
"""Commands that change nothing at the table."""


async def command(request: Request) -> Response:
    """Give a command: `command` is its JSON, `seen` the number of the last entry that the page showed."""
    visit, room, seat, form = await _posted(request)
    given = given_command(form)
    seen = number_of(form, "seen", -1)
    return await _done(visit, room, seat, lambda table: table.submit(seat.id, given, seen if seen >= 0 else None))


async def answer(request: Request) -> Response:
    """Answer the question `question` with `answer`, several times for several things."""
    visit, room, seat, form = await _posted(request)
    wanted = text_of(form, "question")
    given = [value for value in form.getlist("answer") if isinstance(value, str)]

    def work(table: Table) -> object:
        found = next((one for one in table.open_questions(seat.id) if one.id == wanted), None)
        value: Any = given[-1] if given else ""
        return table.answer(seat.id, wanted, answer_of(found.question, given) if found else value)

    return await _done(visit, room, seat, work)


async def say(request: Request) -> Response:
    """Say something to everybody, or whisper it to the seats in `to`."""
    visit, room, seat, form = await _posted(request)
    to = [value for value in form.getlist("to") if isinstance(value, str) and value]
    text = text_of(form, "text").strip()
    if not text:
        raise Refused("nothing_said")
    known = {one.id for one in room.table.seats}
    if not known.issuperset(to):
        raise Malformed("an unknown seat", at="to", expected=", ".join(sorted(known)))
    return await _done(visit, room, seat, lambda table: table.submit(seat.id, {"do": "say", "text": text, "to": to}))


async def roll(request: Request) -> Response:
    """Throw free dice; with `secret` only the referee sees them."""
    visit, room, seat, form = await _posted(request)
    thrown = {"do": "free_roll", "text": text_of(form, "dice"), "secret": text_of(form, "secret") == "yes"}
    return await _done(visit, room, seat, lambda table: table.submit(seat.id, thrown))


async def undo(request: Request) -> Response:
    """Take back everything after entry `to`; without one, the seat's own last choice (the referee's: the last one)."""
    visit, room, seat, form = await _posted(request)
    to = number_of(form, "to", -1)
    reason = text_of(form, "reason")[:500]
    return await _done(
        visit, room, seat, lambda table: table.undo(seat.id, to if to >= 0 else last_choice(table, seat), reason)
    )


async def prefer(request: Request) -> Response:
    """When the seat wants to be asked."""
    visit, room, seat, form = await _posted(request)
    try:
        wish = msgspec.convert({"overall": text_of(form, "asks", "always")}, Preferences)
    except msgspec.ValidationError as error:
        raise Malformed(str(error), at="asks", expected="always, matters or never") from error
    await seating.prefer(visit.site.hub, room, room.seats[seat.id], wish)
    return await _done(visit, room, seat, lambda table: table.prefer(seat.id, wish))


def given_command(form: FormData) -> dict[str, Any]:
    """The command whose JSON stands in a form's `command`; raises `Malformed`."""
    text = text_of(form, "command")
    if len(text) > LONGEST_COMMAND:
        raise Malformed(f"{len(text)} characters", at="command", expected=f"at most {LONGEST_COMMAND}")
    try:
        given = msgspec.json.decode(text.encode())
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise Malformed("no JSON", at="command", expected="a command as the page offers it") from error
    if not isinstance(given, dict):
        raise Malformed("no object", at="command", expected="a command as the page offers it")
    return given


def command_kind(room: Room, seat: Seat, name: str) -> CommandType:
    """The command of this name, if the seat may give it; raises `NotAllowed`."""
    kind = room.table.game.commands.open_to(seat).get(name)
    if kind is None:
        raise NotAllowed("error.no_command", 404)
    return kind


def last_choice(table: Table, seat: Seat) -> int:
    """The entry right before the last choice that the seat may take back; raises `Refused`."""
    for to in reversed(choices(table)):
        if seat.referee or getattr(table.entries[to + 1], "seat", "") == seat.id:
            return to
    raise Refused("nothing_to_undo")


def choices(table: Table) -> list[int]:
    """The entries right before what people chose: talk, free dice, and what a preference answered are no choices."""
    return [to for to in table.decision_points() if _is_choice(table.entries[to + 1])]


def _is_choice(entry: Entry) -> bool:
    if isinstance(entry, Answered):
        return not entry.auto
    return isinstance(entry, Commanded) and entry.command.get("do") not in NO_CHOICES


async def _posted(request: Request) -> tuple[Visit, Room, Seat, FormData]:
    visit = Visit(request)
    form = await visit.form()
    room = await visit.room()
    return visit, room, visit.player(room), form


async def _done(visit: Visit, room: Room, seat: Seat, work: Callable[[Table], object]) -> Response:
    """Do it at the table. The page hears by its stream; a browser without scripts is sent back to it."""
    await room.do(work)
    if visit.by_script:
        return Response(status_code=204)
    return visit.go(seat_path(room.id, seat.id))


routes = [
    Route(f"/t/{{table}}/{{seat}}/{endpoint.__name__}", endpoint, methods=["POST"])
    for endpoint in (command, answer, say, roll, undo, prefer)
]
