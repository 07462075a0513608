"""What a journal comes to: its entries applied one by one, undo included, with snapshots to go back to quickly.

A live table and a replay both advance through `History.apply`, so what is played is what is replayed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from rulewright.engine.errors import Desync
from rulewright.engine.events import Event
from rulewright.engine.game import Game
from rulewright.engine.journal import (
    Answered,
    Commanded,
    Declined,
    Entry,
    Finished,
    Opened,
    Rolled,
    Seated,
    Undone,
    dice_drawn,
    standing,
)
from rulewright.engine.session import Session
from rulewright.engine.world import pack, unpack
from rulewright.table.opening import open_world

SNAPSHOT_EVERY = 20


class Start(msgspec.Struct, frozen=True):
    """A kept moment to go on from instead of the opening: the state after entry `seq`, and the events told by then.

    No command was open then, and no undo has gone back before it since.
    """

    seq: int
    state: bytes
    told: Sequence[tuple[int, Event]]


class History:
    """All entries of a table so far, and the session that those which still stand have made.

    `back_to` is the entry that the last undo went back to, -1 before any. A snapshot is kept after every
    `snapshot_every` finished commands, where no other is open.
    """

    def __init__(self, game: Game, opened: Opened, content: Any, snapshot_every: int = SNAPSHOT_EVERY) -> None:
        self.game = game
        self.opened = opened
        self.content = content
        self.entries: list[Entry] = [opened]
        self.session = Session(game, opened, open_world(game, opened, content))
        self.dice = 0
        self.back_to = -1
        self.snapshots: list[tuple[int, bytes]] = []
        self.snapshot_every = snapshot_every
        self._finished = 0

    def apply(self, entry: Entry) -> None:
        """Advance by one entry; raises as `Session.apply` does, and `Desync` for an undo to no decision point."""
        if entry.seq != len(self.entries):
            raise Desync(len(self.entries), "number of the entry", entry.seq, len(self.entries))
        if isinstance(entry, Undone):
            if self.session.closed or entry.to not in decision_points(self.entries):
                raise Desync(entry.seq, "undo", entry.to, "a decision point of an open table")
            if entry.seat not in self.session.seats:
                raise Desync(entry.seq, "seat", entry.seat, ", ".join(self.session.seats))
            seats = self.session.seats
            self.session = self.at(entry.to)
            self.session.seats = seats  # no undo takes a name back
            self.back_to = entry.to
            self.snapshots = [kept for kept in self.snapshots if kept[0] <= entry.to]
        else:
            self.session.apply(entry)
        self.entries.append(entry)
        if isinstance(entry, Rolled):
            self.dice = max(self.dice, entry.first + len(entry.faces))
        elif isinstance(entry, Finished | Declined):
            self._finished += 1
            if self._finished >= self.snapshot_every and not self.session.open:
                self.snapshots.append((entry.seq, pack(self.session.world.state)))
                self._finished = 0

    def skip(self, entries: Sequence[Entry], start: Start) -> None:
        """Be at a kept moment of the journal `entries` without playing what led there."""
        self.entries = list(entries[: start.seq + 1])
        self.snapshots = [(start.seq, start.state)]
        self.session.events = list(start.told)
        self.session = self.at(start.seq)
        self._count()

    def rewind(self, seq: int) -> None:
        """Be as it was after entry `seq`, as if no later entry had come."""
        self.entries = self.entries[: seq + 1]
        self.snapshots = [kept for kept in self.snapshots if kept[0] <= seq]
        self.session = self.at(seq)
        self._count()

    def _count(self) -> None:
        self.dice = dice_drawn(self.entries)
        self.back_to = next((entry.to for entry in reversed(self.entries) if isinstance(entry, Undone)), -1)

    def follow(self, entry: Entry) -> None:
        """Advance by a written entry; whatever keeps it from following is a `Desync`."""
        try:
            self.apply(entry)
        except Desync:
            raise
        except Exception as error:
            # a changed journal can make a rule fail in any way
            what = f"{type(entry).__name__} cannot follow"
            raise Desync(entry.seq, what, msgspec.to_builtins(entry), str(error) or repr(error)) from error

    def at(self, seq: int) -> Session:
        """A session of its own as it was after entry `seq`, without what was undone by now."""
        session = Session(self.game, self.opened, open_world(self.game, self.opened, self.content))
        start = 0
        for taken_at, snapshot in self.snapshots:
            if taken_at <= seq:
                start = taken_at
                session.world.state = unpack(snapshot, self.game.state_type)
        session.events = [told for told in self.session.events if told[0] <= start]
        session.seq = start
        for entry in standing(self.entries):
            if start < entry.seq <= seq or (entry.seq <= start and isinstance(entry, Seated)):
                session.apply(entry)
        return session


def decision_points(entries: list[Entry]) -> list[int]:
    """The numbers of the entries right before a command or an answer that still stands, earliest first."""
    return [entry.seq - 1 for entry in standing(entries) if isinstance(entry, Commanded | Answered)]
