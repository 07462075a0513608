"""The play driver: dice from the sealed seed, answers from people and preferences, everything into the journal.

Whatever happens is applied first and then written; what cannot be written has not happened.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal, TypeVar, cast

import msgspec

from rulewright.engine.drivers import throw
from rulewright.engine.errors import Refused
from rulewright.engine.events import Event
from rulewright.engine.game import Game
from rulewright.engine.journal import Answered, Declined, Entry, Finished, Rolled, decode_entry, encode_entry
from rulewright.engine.requests import Roll
from rulewright.engine.sealed import SealedDice
from rulewright.engine.session import OpenCommand, Session
from rulewright.engine.world import digest
from rulewright.store.journal import Journal
from rulewright.table import questions
from rulewright.table.history import History, Start
from rulewright.table.preferences import ASK_ALWAYS, Preferences
from rulewright.table.questions import OpenQuestion
from rulewright.table.replay import rebuild

E = TypeVar("E", bound=Entry)


class Receipt(msgspec.Struct, frozen=True):
    """What became of a command: its number, and whether it is done, waits for answers, or was refused after one."""

    seq: int
    outcome: Literal["done", "waiting", "declined"]
    refusal: Event | None = None


class Play:
    """A history that goes on: its journal, the seed of its dice, a clock, and the preferences of its seats."""

    def __init__(
        self,
        journal: Journal,
        history: History,
        seed: bytes,
        clock: Callable[[], str],
        preferences: Mapping[str, Preferences] | None,
    ) -> None:
        self.journal = journal
        self.history = history
        self.seed = seed
        self.clock = clock
        self.preferences = dict(preferences or {})

    @property
    def session(self) -> Session:
        """The session as it stands."""
        return self.history.session

    @property
    def next(self) -> int:
        """The number of the next entry."""
        return len(self.history.entries)

    def write(self, entry: Entry) -> None:
        """Apply an entry and keep it. Where either fails, the table is again what its journal says."""
        entry = as_written(entry)
        try:
            self.history.apply(entry)
            self.journal.append(entry)
        except Refused:
            raise
        except BaseException:
            history = self.history
            self.history = rebuilt(history.game, self.journal, history.content, self.seed, history.snapshot_every)
            raise

    def settle(self) -> None:
        """Throw the dice, pass the questions and end the commands that nobody has to wait for."""
        while (entry := self._due()) is not None:
            self.write(entry)

    def _due(self) -> Entry | None:
        for running in reversed(self.session.open):
            if running.finished:
                return self._end(running)
            if isinstance(running.wants, Roll):
                return self._throw(running, running.wants)
        for found in questions.waiting(self.session):
            preferences = self.preferences.get(found.owner, ASK_ALWAYS)
            # what an undo has opened again is asked whatever a preference says
            if found.asked_at > self.history.back_to and preferences.passes(found.question):
                return self.answered(found, found.question.default, found.owner, auto=True)
        return None

    def _end(self, running: OpenCommand) -> Entry:
        state = digest(self.session.world.state)
        if running.refusal:
            return Declined(self.next, running.entry.seq, running.reason, state)
        return Finished(self.next, running.entry.seq, state)

    def _throw(self, running: OpenCommand, roll: Roll) -> Rolled:
        first = self.history.dice
        faces = throw(roll, SealedDice(self.seed, first).face)
        return Rolled(
            self.next, running.entry.seq, roll.sides, faces, first, roll.rule, roll.who, roll.why, roll.secret
        )

    def answered(self, found: OpenQuestion, answer: Any, seat: str, *, auto: bool = False) -> Answered:
        """The entry of an answer to an open question."""
        key = found.question.key
        return Answered(self.next, found.of, found.index, key, answer, seat, self.clock(), auto)

    def receipt(self, command: int) -> Receipt:
        """What has become of the command with this number."""
        session = self.session
        if any(running.entry.seq == command for running in session.open):
            return Receipt(command, "waiting")
        end = next(
            one for one in reversed(self.history.entries) if isinstance(one, Finished | Declined) and one.of == command
        )
        if isinstance(end, Finished):
            return Receipt(command, "done")
        return Receipt(command, "declined", next(event for seq, event in session.events if seq == end.seq))


def rebuilt(
    game: Game, journal: Journal, content: Any, seed: bytes, snapshot_every: int, start: Start | None = None
) -> History:
    """The history that a journal makes; raises `Desync` and `Malformed`."""
    *_, history = rebuild(game, journal.entries, content, seed, snapshot_every, start)
    return history


def as_written(entry: E) -> E:
    """The entry as it will be read back, so that play and replay see the same data down to the order of keys."""
    return cast(E, decode_entry(encode_entry(entry)))
