"""Commands that were given without knowing what has happened since."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.engine.commands import Commands
from rulewright.engine.errors import Malformed, Refused
from rulewright.engine.events import Event
from rulewright.engine.journal import Answered, Commanded, Entry, Rolled, Undone


class Stale(Refused):
    """A command was based on an older state; `since` is what its seat has not taken into account."""

    def __init__(self, since: Sequence[tuple[int, Event]], based_on: int) -> None:
        super().__init__("stale", count=len(since), based_on=based_on)
        self.since = tuple(since)


def check_fresh(
    commands: Commands, entries: Sequence[Entry], visible: Sequence[tuple[int, Event]], based_on: int
) -> None:
    """Raise `Stale` if any of the visible events after entry `based_on` is one that a command should know.

    Events of independent commands are none. Raises `Malformed` for a number that no entry has.
    """
    if type(based_on) is not int or not 0 <= based_on < len(entries):
        raise Malformed(f"based on {based_on!r}", at="based_on", expected=f"0 to {len(entries) - 1}")
    since = [told for told in visible if told[0] > based_on and _counts(commands, entries, told[0])]
    if since:
        raise Stale(since, based_on)


def _counts(commands: Commands, entries: Sequence[Entry], seq: int) -> bool:
    entry = entries[seq]
    if isinstance(entry, Rolled | Answered):
        entry = entries[entry.of]
    if isinstance(entry, Commanded):
        kind = commands.types.get(str(entry.command.get("do")))
        return kind is None or not kind.independent
    return isinstance(entry, Undone)
