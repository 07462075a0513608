"""What a table tells beyond its game: undo, the closing, talk among what was undone; and which dice fell."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from rulewright.engine.builtin import Say, said
from rulewright.engine.errors import Malformed
from rulewright.engine.events import Event
from rulewright.engine.journal import Closed, Commanded, Entry, Rolled, Seat, Seated, Undone, opened_in, standing

LEFT_OUT = "…"
"""What stands for a text that somebody was not meant to hear."""


class Fallen(msgspec.Struct, frozen=True):
    """Dice that fell: in which entry and command, for whom, why, by which rule, and whether they were undone."""

    seq: int
    of: int
    sides: int
    faces: tuple[int, ...]
    who: str = ""
    why: str = ""
    rule: str = ""
    secret: bool = False
    undone: bool = False


def marks(entries: Sequence[Entry]) -> list[tuple[int, Event]]:
    """The table's own events, with the numbers of their entries.

    An undo and a taken seat are told for good, whatever is undone later. Talk is not taken back: messages among
    undone entries are told here.
    """
    opened = opened_in(entries)
    seats = {seat.id: seat for seat in opened.seats}
    stands = {entry.seq for entry in standing(entries)}
    told: list[tuple[int, Event]] = []
    for entry in entries:
        if isinstance(entry, Undone):
            seat = seats[entry.seat]
            facts = {"name": seat.name or seat.id, "to": entry.to, "reason": entry.reason}
            told.append((entry.seq, Event("table.undone.why" if entry.reason else "table.undone", facts)))
        elif isinstance(entry, Seated):
            before = seats[entry.seat]
            told.append((entry.seq, Event("table.seated", {"name": entry.name, "seat": before.name or before.id})))
            seats[entry.seat] = msgspec.structs.replace(before, name=entry.name)
        elif isinstance(entry, Closed):
            told.append((entry.seq, Event("table.closed", {"seed": entry.seed})))
        elif isinstance(entry, Commanded) and entry.seq not in stands and entry.command.get("do") == "say":
            told.append((entry.seq, said(msgspec.convert(entry.command, Say), seats[entry.seat])))
    return told


def without_whispers(entry: Entry, seat: Seat) -> Entry:
    """The entry; the text of a message that the seat was not meant to hear is left out, which changes no state."""
    if seat.referee or not isinstance(entry, Commanded) or entry.command.get("do") != "say":
        return entry
    to = entry.command.get("to") or ()
    if not isinstance(to, list | tuple):
        raise Malformed(f"entry {entry.seq}: {to!r}", expected="a list of seats")
    if not to or seat.id in (*to, entry.seat):
        return entry
    return msgspec.structs.replace(entry, command={**entry.command, "text": LEFT_OUT})


def fallen(entries: Sequence[Entry], seat: Seat, since: int = 0) -> list[Fallen]:
    """The dice that fell after entry `since`, as far as the seat may see them: secret ones are the referee's."""
    late = entries[since + 1 :]
    stands = {entry.seq for entry in standing(late)}
    return [
        Fallen(
            entry.seq, entry.of, entry.sides, entry.faces, entry.who, entry.why, entry.rule, entry.secret,
            entry.seq not in stands,
        )
        for entry in late
        if isinstance(entry, Rolled) and (seat.referee or not entry.secret)
    ]  # fmt: skip
