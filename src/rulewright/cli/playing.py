"""A game at the terminal: whose turn it is, one question at a time, and the program's policy for everybody else."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any

from rich.console import RenderableType
from rich.text import Text

from rulewright.cli.commanding import giver_of, read_command, show_commands
from rulewright.cli.dialogue import Dialogue, Key
from rulewright.cli.field import going
from rulewright.cli.peeking import Peeking
from rulewright.cli.screen import draw
from rulewright.cli.telling import Teller
from rulewright.cli.terminal import Left, Terminal, leave
from rulewright.engine.commands import plain
from rulewright.engine.errors import Malformed, Refused
from rulewright.engine.events import REFEREE
from rulewright.engine.field import Reach
from rulewright.engine.game import Menu
from rulewright.engine.journal import Answered, Commanded, Seat, standing
from rulewright.engine.maps import has_maps
from rulewright.engine.requests import Option, Question
from rulewright.table.questions import OpenQuestion
from rulewright.table.table import Table
from rulewright.table.wording import refused, words_of

MOST_COMMANDS = 5_000
"""Commands of a policy one after another that a game cannot need."""

EASILY_KEPT = 2
"""Rows that may scroll away without a pause, such as the echo of one's own choice."""


class TakenBack(Exception):
    """The person took back a choice, so the question that was open is another one now."""


class Playing:
    """One table at one terminal. `people` are the seats whose person sits here; the policy plays the others."""

    def __init__(self, table: Table, terminal: Terminal, people: Collection[str]) -> None:
        self.table = table
        self.game = table.game
        self.terminal = terminal
        self.words = words_of(self.game, terminal.language)
        self.people = people
        self.referee = table.referee
        mine = [seat for seat in table.seats if seat.id in people]
        self.eyes = self.referee if self.referee in mine or not mine else mine[0]
        self.teller = Teller(terminal, self.words, self.game.rulebook())
        self.peeking = Peeking(table, terminal, self.teller, self.eyes)
        self.shown = 0
        self._reel: list[Text] = []
        self._reach: Sequence[Reach] = ()
        self.dialogue = Dialogue(terminal, self.words, self._keys())

    def play(self) -> bool:
        """Play to the end of the scenario; false where the game stops without one. Raises `Left`."""
        for _ in range(MOST_COMMANDS):
            try:
                went_on = self._step()
            except TakenBack:
                continue
            self.tell()
            if not went_on:
                break
        self.tell_all()
        return self.game.over(self.table.world)

    def tell(self) -> None:
        """Show what has happened since this was last done."""
        told = self.table.events_for(self.eyes.id, self.shown)
        if told:
            self.teller.know(self.game.board(self.table.world, self.eyes, self.terminal.language))
        self._reel.extend(self.teller.line(event) for _, event in told)
        self.shown = self.table.seq
        if not self.people:
            self._run_reel(0)

    def tell_all(self) -> None:
        """The same, without waiting for the next question."""
        self.tell()
        self._run_reel(0)

    def _run_reel(self, below: int) -> None:
        """Show the lines that wait, page by page, so that none scrolls away unread; `below` more rows follow."""
        reel, self._reel = self._reel, []
        room = max(3, self.terminal.height - 2)
        used = 0
        for line in reel:
            rows = self.terminal.rows(line)
            if self.people and used and used + rows > room:
                self._pause()
                used = 0
            self.terminal.show(line)
            used += rows
        if self.people and used > EASILY_KEPT and used + below > room + 1:
            self._pause()

    def _pause(self) -> None:
        if self.terminal.read(self.terminal.word("play.pause") + " ").strip().lower() in ("q", "/q"):
            raise Left

    def _step(self) -> bool:
        """One answer or one command of whoever has to decide; false where nobody has to."""
        waiting = self.table.open_questions(self.referee.id)
        if waiting:
            mine = [one for one in waiting if one.owner in self.people]
            self._put(mine[0]) if mine else self._policy_answers(waiting[0])
            return True
        if self.game.over(self.table.world):
            return False
        for seat in sorted(self.table.seats, key=lambda seat: seat.referee):
            if self.people and (seat.id in self.people or not seat.referee):
                menu = self.table.menu(seat.id)
                if menu is not None and menu.due:
                    self._choose(seat, menu) if seat.id in self.people else self._take_default(seat, menu)
                    return True
        return self._policy_commands()

    # ---------------------------------------------------------------- the program

    def _policy_commands(self) -> bool:
        given = self.game.policy.command(self.table.world)
        if given is None:
            return False
        self.table.submit(given[0].id, given[1])
        return True

    def _take_default(self, seat: Seat, menu: Menu) -> None:
        self.table.submit(seat.id, menu.offers[menu.default].command)

    def _policy_answers(self, waiting: OpenQuestion) -> None:
        question = waiting.question
        answer = self.game.policy.answer(self.table.world, question)
        self.tell()
        if self.eyes.referee or not (question.secret or waiting.owner == REFEREE):
            self._tell_answer(question, answer)
        self.table.answer(waiting.owner, waiting.id, answer)

    def _tell_answer(self, question: Question, answer: Any) -> None:
        named = {option.value: self.words(option.key, option.facts) for option in question.options if option.key}
        values = answer if isinstance(answer, list | tuple) else [answer]
        if not values:
            return  # nothing was chosen, and nothing comes of it
        text = Text(f"{self.words(question.key, question.facts)} ", "dim italic")
        self._reel.append(text.append(", ".join(str(named.get(value, value)) for value in values)))

    # ---------------------------------------------------------------- the person

    def _choose(self, seat: Seat, menu: Menu) -> None:
        options = tuple(Option(str(index), offer.key, offer.facts) for index, offer in enumerate(menu.offers))
        actors = {offer.actor for offer in menu.offers}
        active = actors.pop() if len(actors) == 1 else ""
        question = Question(menu.key, active or seat.id, options, str(menu.default), "", menu.facts)
        self.peeking.at_menu(seat, menu)
        chosen = menu.offers[int(self._ask(question, active))]
        self._try(lambda: self.table.submit(seat.id, chosen.command))

    def _put(self, waiting: OpenQuestion) -> None:
        self.peeking.at_question(waiting)
        answer = self._ask(waiting.question, waiting.question.to)
        self._try(lambda: self.table.answer(waiting.owner, waiting.id, answer))

    def _ask(self, question: Question, active: str) -> Any:
        self.tell()
        board = self.game.board(self.table.world, self.eyes, self.terminal.language)
        if board.reach != self._reach:
            self._reach = board.reach
            self.dialogue.keys = self._keys()

        def shown(lines: Sequence[RenderableType]) -> None:
            screen = draw(self.terminal, board, self.words, lines, active)
            self._run_reel(self.terminal.rows(screen))
            self.terminal.show(screen)

        return self.dialogue.ask(question, shown)

    def _try(self, act: Callable[[], object]) -> None:
        try:
            act()
        except Refused as refusal:
            self.terminal.show(Text(self._refusal(refusal), "yellow"))

    # ---------------------------------------------------------------- keys

    def _keys(self) -> dict[str, Key]:
        of_maps = has_maps(self.game.atlas(self.table.world, self.referee, self.terminal.language))
        keys: dict[str, Key] = {"m": self.peeking.map} if of_maps else {}
        if self._reach:
            keys["g"] = self._go
        return {
            "?": self.peeking.why,
            "w": self.peeking.why,
            "o": self.peeking.odds,
            "a": self.peeking.advise,
            "u": self._undo,
            "s": self.peeking.sheet,
            "l": self.peeking.log,
            **keys,
            "r": self.teller.look_up,
            "c": self._command,
            "q": leave,
        }

    def _command(self, rest: str) -> None:
        """Any command of the game by its name and fields; alone, or with a part of a name, it lists them."""
        if "=" not in rest and rest not in self.game.commands.types:
            show_commands(self.table, self.terminal, self.eyes, rest)
            return
        try:
            self._give(read_command(self.table, rest))
        except Malformed as error:
            self.terminal.show(Text(str(error), "yellow"))

    def _go(self, rest: str) -> None:
        """Go to a square in reach; alone it lists them."""
        command = going(self.terminal, self._reach, self.words, rest)
        if command is not None:
            self._give(plain(command))

    def _give(self, command: Mapping[str, Any]) -> None:
        """Give a command in the place of an answer; raises `TakenBack`, as what is asked is another thing then."""
        try:
            self.table.submit(giver_of(self.table, self.people, command), command)
        except Refused as refusal:
            self.terminal.show(Text(self._refusal(refusal), "yellow"))
        else:
            self.tell()
            raise TakenBack

    def _refusal(self, refusal: Refused) -> str:
        return refused(self.words, refusal)

    def _own_choices(self) -> Iterator[int]:
        """The numbers of the entries right before this person's choices that stand, latest first."""
        for entry in reversed(standing(self.table.entries)):
            if isinstance(entry, Commanded | Answered) and entry.seat in self.people and not _passed(entry):
                yield entry.seq - 1

    def _undo(self, rest: str) -> None:
        to = next(self._own_choices(), None)
        if to is None:
            self.terminal.say("undo.nothing", "yellow")
            return
        self.table.undo(self.referee.id, to)
        self.tell()
        raise TakenBack


def _passed(entry: Commanded | Answered) -> bool:
    return isinstance(entry, Answered) and entry.auto
