"""A session: the state that a journal makes, entry by entry.

`apply` is the only way forward, live and in replay alike: a live table makes the next entry (throws the dice,
takes an answer) and applies it; a replay applies those that are written. `wants` says what the newest open
command waits for. A command that may interrupt runs while another waits, so several can be open.
"""

from __future__ import annotations

from typing import Any

import msgspec

from rulewright.engine.commands import Commands
from rulewright.engine.errors import Desync, Refused
from rulewright.engine.events import REFEREE, Event
from rulewright.engine.game import AnyWorld, Game
from rulewright.engine.journal import (
    Answered,
    Closed,
    Commanded,
    Declined,
    Entry,
    Finished,
    Opened,
    Rolled,
    Seat,
    Seated,
)
from rulewright.engine.requests import Ask, Call, Roll
from rulewright.engine.world import digest


class OpenCommand:
    """A command that is not finished: its procedure with open sub-procedures, and what it waits for.

    `asked_at` is the number of the entry that brought the questions it waits for; `refusal` is set where a rule
    refused it after it had started.
    """

    def __init__(self, entry: Commanded, procedure: Any) -> None:
        self.entry = entry
        self.stack = [procedure]
        self.wants: Roll | Ask | None = None
        self.answers: dict[int, Any] = {}
        self.asked_at = entry.seq
        self.refusal: Refused | None = None
        self.rolled = False

    @property
    def finished(self) -> bool:
        return not self.stack

    @property
    def reason(self) -> str:
        """The reason of the refusal, or "" where there is none."""
        return self.refusal.reason if self.refusal else ""

    def send(self, value: Any) -> None:
        """Go on with `value` until dice or answers are wanted, the end is reached, or a rule refuses."""
        self.wants = None
        while self.stack:
            try:
                request = self.stack[-1].send(value)
            except StopIteration as stop:
                self.stack.pop()
                value = stop.value
                continue
            if isinstance(request, Call):
                self.stack.append(request.procedure(*request.args))
                value = None
                continue
            if isinstance(request, Ask) and not request.questions:
                value = []  # nobody would ever answer
                continue
            self.wants = request
            self.answers = {}
            return


class Session:
    """A game in progress, made from the journal's first entry and advanced by the others."""

    def __init__(self, game: Game, opened: Opened, world: AnyWorld) -> None:
        self.game = game
        self.opened = opened
        self.world = world
        self.commands: Commands = game.commands
        self.open: list[OpenCommand] = []
        self.events: list[tuple[int, Event]] = []
        self.seats = {seat.id: seat for seat in opened.seats}
        self.seq = 0
        self.closed = False
        world.tell = self._tell

    def _tell(self, event: Event) -> None:
        self.events.append((self._telling, event))

    _telling = 0

    @property
    def wants(self) -> Roll | Ask | None:
        """What the newest open command waits for."""
        return self.open[-1].wants if self.open else None

    @property
    def ended(self) -> OpenCommand | None:
        """The newest command, if it has run to its end or was refused and wants its last entry."""
        newest = self.open[-1] if self.open else None
        return newest if newest and newest.finished else None

    @property
    def referee(self) -> Seat:
        """The referee's seat, the first of them where a table has several."""
        return next(seat for seat in self.seats.values() if seat.referee)

    def seat(self, name: str) -> Seat:
        """The seat with this id; raises `Refused`."""
        try:
            return self.seats[name]
        except KeyError:
            raise Refused("unknown_seat", seat=name) from None

    def apply(self, entry: Entry) -> None:
        """Advance by one entry.

        Raises `Desync` where the entry cannot follow (a face out of range, an answer that is not legal, another
        digest), and `Refused` for a command that the rules refuse at once; then nothing has changed.
        """
        self._telling = entry.seq
        if self.closed and not isinstance(entry, Commanded):
            raise Desync(entry.seq, "entry after the closing", type(entry).__name__, "nothing")
        match entry:
            case Commanded():
                self._command(entry)
            case Rolled():
                self._rolled(entry)
            case Answered():
                self._answered(entry)
            case Finished() | Declined():
                self._ended(entry)
            case Seated():
                self._seated(entry)
            case Closed():
                if self.open:
                    raise Desync(entry.seq, "closing", "closed", f"command {self.open[-1].entry.seq} is open")
                self.closed = True
            case _:
                raise Desync(entry.seq, "entry", type(entry).__name__, "a command, dice, an answer or an end")
        self.seq = entry.seq

    def _command(self, entry: Commanded) -> None:
        if self.closed:
            raise Refused("table_closed")
        command = self.commands.read(dict(entry.command))
        kind = self.commands.type_of(command)
        if self.open and not kind.interrupts:
            again = any(one.entry.command.get("do") == kind.name for one in self.open)
            raise Refused(kind.meanwhile if again else "waiting_for_answer", command=kind.name)
        running = OpenCommand(entry, self.commands.start(self.world, command, self.seat(entry.seat)))
        told = len(self.events)
        try:
            running.send(None)
        except Refused:
            del self.events[told:]
            raise
        self.open.append(running)

    def _seated(self, entry: Seated) -> None:
        if entry.seat not in self.seats:
            raise Desync(entry.seq, "seat", entry.seat, ", ".join(self.seats))
        self.seats[entry.seat] = msgspec.structs.replace(self.seats[entry.seat], name=entry.name)

    def _running(self, entry: Rolled | Answered | Finished | Declined) -> OpenCommand:
        for running in reversed(self.open):
            if running.entry.seq == entry.of:
                return running
        newest = self.open[-1].entry.seq if self.open else None
        raise Desync(entry.seq, "command that the entry belongs to", entry.of, newest)

    def _rolled(self, entry: Rolled) -> None:
        running = self._running(entry)
        roll = running.wants
        if not isinstance(roll, Roll):
            raise Desync(entry.seq, "dice", f"{len(entry.faces)}d{entry.sides}", "no dice are wanted here")
        _check_faces(entry, roll)
        running.rolled = True
        self._continue(running, entry.seq, entry.faces)

    def _answered(self, entry: Answered) -> None:
        running = self._running(entry)
        ask = running.wants
        if not isinstance(ask, Ask) or not 0 <= entry.question < len(ask.questions):
            raise Desync(entry.seq, "answer", entry.key, "no such question is open")
        if entry.seat not in self.seats:
            raise Desync(entry.seq, "seat", entry.seat, ", ".join(self.seats))
        question = ask.questions[entry.question]
        wrong = question.refuses(entry.answer)
        if question.key != entry.key or entry.question in running.answers or wrong:
            raise Desync(entry.seq, f"answer to {question.key}", entry.answer, wrong or "already answered")
        running.answers[entry.question] = entry.answer
        if len(running.answers) == len(ask.questions):
            self._continue(running, entry.seq, [running.answers[index] for index in range(len(ask.questions))])

    def _continue(self, running: OpenCommand, seq: int, value: Any) -> None:
        told = len(self.events)
        running.asked_at = seq
        try:
            running.send(value)
        except Refused as refusal:
            del self.events[told:]
            running.stack.clear()
            running.wants = None
            running.refusal = refusal

    def _ended(self, entry: Finished | Declined) -> None:
        running = self._running(entry)
        if not running.finished:
            raise Desync(entry.seq, "end of the command", entry.of, f"it wants {running.wants!r}")
        reason = entry.reason if isinstance(entry, Declined) else ""
        if reason != running.reason:
            raise Desync(entry.seq, "how the command ended", reason or "done", running.reason or "done")
        now = digest(self.world.state)
        if now != entry.digest:
            raise Desync(entry.seq, "digest", entry.digest, now)
        self.open.remove(running)
        if running.refusal:
            refusal, to = running.refusal, (running.entry.seat, REFEREE)
            self._tell(Event(f"refuse.{refusal.reason}", refusal.facts, refusal.rule, to=to))


def _check_faces(entry: Rolled, roll: Roll) -> None:
    if entry.sides != roll.sides:
        raise Desync(entry.seq, "dice", f"d{entry.sides}", f"d{roll.sides}")
    for face in entry.faces:
        if not 1 <= face <= roll.sides:
            raise Desync(entry.seq, "face", face, f"1 to {roll.sides}")
    due = _due(roll, entry.faces)
    if len(entry.faces) != due:
        raise Desync(entry.seq, "number of dice", len(entry.faces), due)


def _due(roll: Roll, faces: tuple[int, ...]) -> int:
    """How many dice the roll throws if they show these faces: by `again`, high ones bring others."""
    wave, due = faces[: roll.count], roll.count
    for _ in range(roll.depth if roll.again else 0):
        more = sum(face >= roll.again for face in wave)
        wave, due = faces[due : due + more], due + more
    return due
