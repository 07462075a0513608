"""Who listens to a table, and what each gets: every line in order, and the parts of the page as they change.

Listeners that see the same (one seat, one language) share a feed, so that everything is rendered once for all of
them, and not at all where nobody listens. Lines are never left out: a listener that does not keep up is ended, and
resumes where it was.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections import deque
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Protocol

from rulewright.engine.journal import Undone
from rulewright.store.rows import Row
from rulewright.store.seats import SeatRow
from rulewright.table.table import Table
from rulewright.web.live.sse import message

MOST_BYTES = 1_000_000
"""What may wait for one listener before it is ended; a single message may be longer."""
PAUSE = 0.03
"""Seconds between two renderings of the parts of a page."""

log = logging.getLogger(__name__)


class Feed(Protocol):
    """What one kind of listener is told. Feeds with equal keys tell the same."""

    @property
    def key(self) -> Hashable:
        """What tells feeds apart."""
        ...

    @property
    def seat(self) -> str:
        """Whose eyes it has."""
        ...

    def newest(self, table: Table) -> int:
        """The number of the last entry that it tells of; what is hidden from its eyes moves no number."""
        ...

    def lines(self, table: Table, since: int) -> Sequence[tuple[int, str, str]]:
        """The messages of what happened after entry `since`, each with its number, name and text."""
        ...

    def anew(self, table: Table) -> Sequence[tuple[str, str]]:
        """Messages, by name and text, that stand for all lines so far; for after an undo or a gap."""
        ...

    def parts(self, table: Table) -> Mapping[str, str]:
        """The parts of the page besides the lines, by name."""
        ...


class Listener:
    """One open stream: what waits to be written to it."""

    def __init__(self, feed: Feed, person: str | None, generation: int) -> None:
        """`person` is None where somebody listens by the link alone, whoever has taken the seat."""
        self.feed = feed
        self.person = person
        self.generation = generation
        self.ended = False
        self._waiting: deque[bytes] = deque()
        self._bytes = 0
        self._more = asyncio.Event()

    def put(self, data: bytes) -> None:
        """Write this next; where too much waits, the stream ends instead."""
        if self.ended:
            return
        if self._waiting and self._bytes + len(data) > MOST_BYTES:
            self._waiting.clear()
            self.end()
            return
        self._waiting.append(data)
        self._bytes += len(data)
        self._more.set()

    def end(self, last: bytes = b"") -> None:
        """Write `last` and end the stream."""
        self.ended = True
        if last:
            self._waiting.append(last)
        self._more.set()

    async def take(self, seconds: float) -> bytes:
        """Everything that waits, in one piece; empty where nothing came in that time."""
        if not self._waiting and not self.ended:
            try:
                await asyncio.wait_for(self._more.wait(), seconds)
            except TimeoutError:
                return b""
        self._more.clear()
        data = b"".join(self._waiting)
        self._waiting.clear()
        self._bytes = 0
        return data


class _Group:
    """The listeners of equal feeds, and what they have been sent."""

    def __init__(self, feed: Feed, sent: int, parts: Mapping[str, str]) -> None:
        self.feed = feed
        self.sent = sent
        self.parts = parts
        self.members: set[Listener] = set()

    def put(self, data: bytes) -> None:
        for member in self.members:
            member.put(data)


class Listeners:
    """All listeners of one table."""

    def __init__(self, table: Table, quiet: Callable[[], bool]) -> None:
        """`quiet` says whether the table is as the store has it, so that it may be shown."""
        self.table = table
        self._quiet = quiet
        self._groups: dict[Hashable, _Group] = {}
        self._due: float | None = None

    def __bool__(self) -> bool:
        return bool(self._groups)

    def __len__(self) -> int:
        return sum(len(group.members) for group in self._groups.values())

    def present(self) -> set[str]:
        """The seats that somebody listens from."""
        return {group.feed.seat for group in self._groups.values()}

    def add(self, listener: Listener, seen: int | None, mark: str = "") -> None:
        """Add a listener that knows all lines up to entry `seen`, or none, and the parts with this mark, or none.

        It is told first what it does not know.
        """
        feed = listener.feed
        group = self._groups.get(feed.key)
        if group is None:
            parts = feed.parts(self.table)
            group = self._groups[feed.key] = _Group(feed, feed.newest(self.table), parts)
        elif self._due is not None:
            self._send_parts_of(group)
        group.members.add(listener)
        if seen != group.sent:
            listener.put(self._whole(group))
        elif mark != mark_of(group.parts):
            listener.put(self._parts(group))

    def remove(self, listener: Listener) -> None:
        """It is gone."""
        group = self._groups.get(listener.feed.key)
        if group is not None:
            group.members.discard(listener)
            if not group.members:
                del self._groups[listener.feed.key]

    def reseat(self, seats: Mapping[str, SeatRow]) -> None:
        """End the streams of seats that have been given to somebody else."""
        for group in list(self._groups.values()):
            seat = seats.get(group.feed.seat)
            for listener in list(group.members):
                if seat is None or not holds(seat, listener.person, listener.generation):
                    listener.end(message("revoked", "", None))
                    self.remove(listener)

    def publish(self, rows: Iterable[Row]) -> None:
        """Tell everybody of new rows, and soon of the parts that they change."""
        new = list(rows)
        if not new or not self._groups:
            return
        undone = any(isinstance(row.entry, Undone) for row in new)
        for group in list(self._groups.values()):
            with self._ending(group):
                self._send_lines(group, undone)
        self._later()

    def end(self) -> None:
        """End all streams: the process stops, and browsers come back to the next one."""
        for group in self._groups.values():
            for member in group.members:
                member.end()

    def _send_lines(self, group: _Group, undone: bool) -> None:
        seq = group.feed.newest(self.table)
        if undone:
            data = b"".join(message(name, text, seq) for name, text in group.feed.anew(self.table))
        else:
            told = group.feed.lines(self.table, group.sent)
            data = b"".join(message(name, text, number) for number, name, text in told)
        group.sent = seq
        if data:
            group.put(data)

    def _whole(self, group: _Group) -> bytes:
        lines = b"".join(message(name, text, group.sent) for name, text in group.feed.anew(self.table))
        return lines + self._parts(group)

    def _parts(self, group: _Group) -> bytes:
        return b"".join(message(name, text, group.sent) for name, text in group.parts.items())

    @contextmanager
    def _ending(self, group: _Group) -> Iterator[None]:
        """What goes wrong for one group ends its streams alone; those who did not keep up are gone as well."""
        try:
            yield
        except Exception as error:
            log.error("what happened cannot be told to %s", group.feed.key, exc_info=error)
            for member in group.members:
                member.end()
        for member in [one for one in group.members if one.ended]:
            self.remove(member)

    def _later(self) -> None:
        """Send the parts that changed soon, or at once where that is overdue."""
        loop = asyncio.get_running_loop()
        if self._due is None:
            if self._groups:
                self._due = loop.time() + PAUSE
                loop.call_later(PAUSE, self._on_time)
        elif loop.time() >= self._due and self._quiet():
            self._send_parts()

    def _on_time(self) -> None:
        if self._due is None:
            return
        if self._quiet():
            self._send_parts()
        else:
            asyncio.get_running_loop().call_later(PAUSE, self._on_time)

    def _send_parts(self) -> None:
        self._due = None
        for group in list(self._groups.values()):
            with self._ending(group):
                self._send_parts_of(group)

    def _send_parts_of(self, group: _Group) -> None:
        before, group.parts = group.parts, group.feed.parts(self.table)
        changed = [(name, text) for name, text in group.parts.items() if before.get(name) != text]
        if changed:
            group.put(b"".join(message(name, text, group.sent) for name, text in changed))


def mark_of(parts: Mapping[str, str]) -> str:
    """A mark by which equal parts of a page are known."""
    return hashlib.sha256(repr(sorted(parts.items())).encode()).hexdigest()[:16]


def holds(seat: SeatRow, person: str | None, generation: int) -> bool:
    """Whether the seat is still this person's, whatever its link is now; where it is nobody's, the link counts."""
    if person is None or seat.person is None:
        return seat.generation == generation
    return seat.person == person
