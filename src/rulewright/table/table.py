"""A live table, as its seats use it: commands, answers, questions, the log, undo, branches, the closing.

A table is not safe for several threads at once.
"""

from __future__ import annotations

import secrets
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

import msgspec

from rulewright.engine.builtin import Override
from rulewright.engine.commands import plain
from rulewright.engine.errors import Malformed, Refused
from rulewright.engine.events import REFEREE, Event
from rulewright.engine.game import AnyWorld, Game, Menu
from rulewright.engine.journal import (
    Closed,
    Commanded,
    Entry,
    Seat,
    Seated,
    Undone,
    UndoPolicy,
)
from rulewright.engine.sealed import new_seed
from rulewright.store.journal import Journal
from rulewright.table import branch, log, opening, questions
from rulewright.table.history import SNAPSHOT_EVERY, History, Start, decision_points
from rulewright.table.play import Play, Receipt, as_written, rebuilt
from rulewright.table.preferences import ASK_ALWAYS, Preferences
from rulewright.table.questions import OpenQuestion
from rulewright.table.showable import check_override
from rulewright.table.stale import check_fresh
from rulewright.table.undo import check_undo
from rulewright.table.verify import known_seed

LONGEST_NAME = 40


def now() -> str:
    """The time in UTC, to the second."""
    return datetime.now(UTC).isoformat(timespec="seconds")


class Table:
    """One table; `new` opens it and `resume` goes on with a journal."""

    def __init__(self, play: Play) -> None:
        self.game = play.history.game
        self.warnings = opening.differences(self.game, play.history.opened, play.history.content)
        self._play = play
        self._marks = log.marks(play.history.entries)
        self._menus: dict[str, Menu | None] = {}
        self._menus_at = 0

    @classmethod
    def new(
        cls,
        game: Game,
        scenario: Any,
        options: Any,
        seats: Iterable[Seat],
        journal: Journal,
        seed: bytes | str | None = None,
        *,
        content: Any = None,
        table: str = "",
        undo: UndoPolicy = "own_last",
        preferences: Mapping[str, Preferences] | None = None,
        clock: Callable[[], str] = now,
        snapshot_every: int = SNAPSHOT_EVERY,
    ) -> Table:
        """Open a table in an empty journal.

        `scenario` and `options` are structs of the game or plain data. A `seed` that is given (text counts by its
        UTF-8 bytes) stands in the journal for all to see; otherwise it is secret until the table closes. `content`
        is the game's own unless given. Raises `Malformed`.
        """
        if journal.entries:
            raise Malformed("the journal has entries already", expected="an empty journal")
        content = game.content() if content is None else content
        dice, public = _seed(seed)
        opened = opening.first_entry(
            game, scenario, options, seats, content,
            table=table or new_id(), seed=dice, public=public, undo=undo, at=clock(),
        )  # fmt: skip
        opened = as_written(opened)
        made = cls(Play(journal, History(game, opened, content, snapshot_every), dice, clock, preferences))
        if not public:
            journal.keep_seed(dice)
        journal.append(opened)
        return made

    @classmethod
    def resume(
        cls,
        game: Game,
        journal: Journal,
        *,
        content: Any = None,
        preferences: Mapping[str, Preferences] | None = None,
        clock: Callable[[], str] = now,
        snapshot_every: int = SNAPSHOT_EVERY,
        start: Start | None = None,
    ) -> Table:
        """Go on with a journal: replay it, and finish what a killed process left unfinished.

        With a `start` only what came after it is replayed.

        Raises `Desync` with the first entry that differs, and `Malformed` for a journal that is not one of this
        game, or whose secret seed is lost.
        """
        content = game.content() if content is None else content
        opened = opening.opened_of(game, journal.entries)
        branch.check_whole(journal.entries)
        kept = journal.kept_seed()
        seed = known_seed(journal.entries, kept)
        if seed is None:
            raise Malformed("the secret seed of the dice is missing", expected=f"the seed with the hash {opened.seal}")
        history = rebuilt(game, journal, content, seed, snapshot_every, start)
        resumed = cls(Play(journal, history, seed, clock, preferences))
        if resumed.closed and kept is not None:
            journal.forget_seed()
        resumed._play.settle()
        return resumed

    @property
    def id(self) -> str:
        """The id of the table."""
        return self._play.history.opened.table

    @property
    def seq(self) -> int:
        """The number of the last entry."""
        return len(self._play.history.entries) - 1

    @property
    def entries(self) -> Sequence[Entry]:
        """All entries, undone ones included."""
        return self._play.history.entries

    @property
    def seats(self) -> Sequence[Seat]:
        """The seats, by the names that people go by there now."""
        return tuple(self._play.session.seats.values())

    @property
    def referee(self) -> Seat:
        """The referee's seat, the first of them where there are several."""
        return self._play.session.referee

    def seat(self, id: str) -> Seat:
        """The seat with this id; raises `Refused`."""
        return self._play.session.seat(id)

    @property
    def world(self) -> AnyWorld:
        """The state as it is now; nobody but commands may change it."""
        return self._play.session.world

    @property
    def closed(self) -> bool:
        """Whether the table is closed."""
        return self._play.session.closed

    def menu(self, seat: str) -> Menu | None:
        """What the seat can do now."""
        at = len(self.entries)
        if self._menus_at != at:
            self._menus_at = at
            self._menus.clear()
        if seat not in self._menus:
            self._menus[seat] = self.game.menu(self.world, self.seat(seat))
        return self._menus[seat]

    def view(self, seat: str) -> Any:
        """What the seat may see of the state."""
        return self.game.view(self.world, self.seat(seat))

    def submit(self, seat: str, command: Mapping[str, Any] | msgspec.Struct, based_on: int | None = None) -> Receipt:
        """Give a command; `based_on` is the number of the last entry that its giver knew.

        Raises `Refused` where the rules do not allow it, `Stale` (a `Refused`) with what has happened since, and
        `Malformed` for what is no command; then nothing has changed.
        """
        self.seat(seat)
        self._play.settle()
        if self.closed:
            raise Refused("table_closed")
        commands = self.game.commands
        given = commands.read(_json(plain(command) if isinstance(command, msgspec.Struct) else command, "command"))
        if based_on is not None and not commands.type_of(given).independent:
            check_fresh(commands, self.entries, self.events_for(seat), based_on)
        if isinstance(given, Override) and self.seat(seat).referee:
            check_override(self.game, self.world, self.seats, given)
        # with every default written out, so that a later default changes no old game
        entry = Commanded(self._play.next, seat, plain(given), self._play.clock())
        self._play.write(entry)
        self._play.settle()
        return self._play.receipt(entry.seq)

    def answer(self, seat: str, question_id: str, answer: Any) -> Receipt:
        """Answer an open question; returns what became of the command that asked.

        Raises `Refused` "decision_closed", "not_your_question" or "bad_answer", and `Malformed` for what is no id
        of a question or no plain data.
        """
        giver = self.seat(seat)
        self._play.settle()
        found = questions.find(self._play.session, giver, question_id)
        given = _json(answer, "answer")
        questions.check(found.question, given)
        self._play.write(self._play.answered(found, given, seat))
        self._play.settle()
        return self._play.receipt(found.of)

    def open_questions(self, seat: str) -> list[OpenQuestion]:
        """The questions that wait for this seat; for the referee those of everyone."""
        who = self.seat(seat)
        return [one for one in questions.waiting(self._play.session) if one.may_answer(who)]

    def waiting_for(self, seat: str) -> list[str]:
        """The seats that the table waits for, as far as this seat may know: secret questions show only to their own."""
        who = self.seat(seat)
        waiting = questions.waiting(self._play.session)
        return list(dict.fromkeys(one.owner for one in waiting if not one.question.secret or one.may_answer(who)))

    def prefer(self, seat: str, preferences: Preferences, *, at_once: bool = True) -> None:
        """When the seat wants to be asked from now on; questions that wait are passed `at_once` if it says so."""
        self.seat(seat)
        self._play.preferences[seat] = preferences
        if at_once:
            self._play.settle()

    def preferences_of(self, seat: str) -> Preferences:
        """When the seat wants to be asked."""
        return self._play.preferences.get(seat, ASK_ALWAYS)

    def events_for(self, seat: str, since: int = 0) -> list[tuple[int, Event]]:
        """What the seat may know of what happened after entry `since`, with the numbers of the entries."""
        who = self.seat(seat)
        name = REFEREE if who.referee else who.id
        told = [*_after(self._play.session.events, since), *_after(self._marks, since)]
        told.sort(key=_number)
        return [(seq, event) for seq, event in told if event.visible_to(name)]

    def seen_by(self, seat: str) -> int:
        """The number of the last entry that told the seat something; others tell nobody that they are there."""
        who = self.seat(seat)
        name = REFEREE if who.referee else who.id
        return max(_last(self._play.session.events, name), _last(self._marks, name))

    def rolls(self, seat: str, since: int = 0) -> list[log.Fallen]:
        """The dice that fell after entry `since`, as far as the seat may see them."""
        return log.fallen(self.entries, self.seat(seat), since)

    def decision_points(self) -> list[int]:
        """Where an undo can go back to: the entries right before commands and answers, earliest first."""
        return decision_points(self._play.history.entries)

    def told_by(self, seq: int) -> tuple[Event, ...]:
        """What entry `seq` told, to whomever, without the table's own remarks."""
        told = self._play.session.events
        return tuple(
            event for _, event in told[bisect_left(told, seq, key=_number) : bisect_right(told, seq, key=_number)]
        )

    def newest_snapshot(self) -> tuple[int, bytes] | None:
        """The newest moment that is kept, as the number of its entry and the packed state."""
        kept = self._play.history.snapshots
        return kept[-1] if kept else None

    def follow(self, entries: Iterable[Entry]) -> None:
        """Go on with entries that somebody else has written in the same journal; raises `Desync`."""
        for entry in entries:
            self._play.history.follow(entry)
            self._play.journal.append(entry)
        self._marks = log.marks(self.entries)

    def rewind(self, seq: int) -> None:
        """Be as it was after entry `seq`, since no later one was kept; the journal knows no later one either."""
        self._play.history.rewind(seq)
        self._menus_at = 0
        self._marks = log.marks(self.entries)

    def sit(self, seat: str, name: str) -> None:
        """Somebody takes the seat, or goes by another name there; raises `Refused` and `Malformed`."""
        self.seat(seat)
        if not name.strip() or len(name) > LONGEST_NAME:
            raise Malformed(f"a name of {len(name)} characters", at="name", expected=f"1 to {LONGEST_NAME}")
        if self.closed:
            raise Refused("table_closed")
        self._play.write(Seated(self._play.next, seat, name.strip(), self._play.clock()))
        self._marks = log.marks(self.entries)

    def undo(self, seat: str, to: int, reason: str = "") -> None:
        """Take back everything after entry `to`, which stands right before a command or an answer.

        Raises `Refused`: "no_decision_point", "not_referee", "not_your_choice" or "undo_needs_referee". Questions
        that are open again are asked, whatever a preference says. Dice that fell do not fall again.
        """
        check_undo(self._play.history, self.seat(seat), to)
        self._play.write(Undone(self._play.next, to, seat, self._play.clock(), reason))
        self._marks = log.marks(self.entries)
        self._play.settle()

    def branch(self, at_seq: int, journal: Journal, seed: bytes | str | None = None) -> Table:
        """A "what if" copy of the table as it was after entry `at_seq`, with dice of its own; raises `Malformed`."""
        if journal.entries:
            raise Malformed("the journal has entries already", expected="an empty journal")
        dice, public = _seed(seed)
        entries = branch.branched(self.entries, at_seq, table=new_id(), seed=dice, public=public, at=self._play.clock())
        if not public:
            journal.keep_seed(dice)
        journal.extend(entries)
        return Table.resume(
            self.game,
            journal,
            content=self._play.history.content,
            preferences=self._play.preferences,
            clock=self._play.clock,
        )

    def close(self, seat: str) -> None:
        """Close the table and reveal the seed of its dice; only the referee may, and nothing may be open."""
        if not self.seat(seat).referee:
            raise Refused("not_referee")
        self._play.settle()
        if self.closed:
            raise Refused("table_closed")
        if self._play.session.open:
            raise Refused("waiting_for_answer")
        self._play.write(Closed(self._play.next, self._play.seed.hex(), self._play.clock()))
        self._marks = log.marks(self.entries)
        self._play.journal.forget_seed()


def _number(told: tuple[int, Event]) -> int:
    return told[0]


def _last(told: Sequence[tuple[int, Event]], name: str) -> int:
    return next((seq for seq, event in reversed(told) if event.visible_to(name)), 0)


def _after(told: Sequence[tuple[int, Event]], since: int) -> Sequence[tuple[int, Event]]:
    return told[bisect_right(told, since, key=_number) :]


def new_id() -> str:
    """A fresh id for a table."""
    return secrets.token_hex(8)


def _seed(given: bytes | str | None) -> tuple[bytes, bool]:
    """The seed of a new table, and whether it is public."""
    if given is None:
        return new_seed(), False
    if not given:
        raise Malformed("an empty seed", at="seed", expected="any text")
    return (given.encode() if isinstance(given, str) else given), True


def _json(value: Any, at: str) -> Any:
    try:
        return msgspec.json.decode(msgspec.json.encode(value))
    except (TypeError, ValueError, RecursionError, msgspec.MsgspecError) as error:
        raise Malformed(str(error), at=at, expected="plain data as in JSON") from error
