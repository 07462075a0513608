"""The keys that look without choosing: why, odds, advice, sheet, log, rule."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from typing import Any

from rich.markdown import Markdown
from rich.text import Text

from rulewright.cli import chances
from rulewright.cli.barred import barred_line
from rulewright.cli.outlooks import told as outlooks_told
from rulewright.cli.prospects import advice, named
from rulewright.cli.telling import Line, Teller, log
from rulewright.cli.terminal import Terminal
from rulewright.engine.board import Figure
from rulewright.engine.game import AnyWorld, Menu
from rulewright.engine.journal import Seat
from rulewright.engine.requests import Option, Question
from rulewright.table.questions import OpenQuestion
from rulewright.table.table import Table

OPENED = 8
"""Log lines that "why" opens."""
SCREENFUL = 40
MOST_RULES = 4


class Peeking:
    """What a person may look up while a question waits; `eyes` is the seat whose knowledge counts."""

    def __init__(self, table: Table, terminal: Terminal, teller: Teller, eyes: Seat, referee: Seat) -> None:
        self.table = table
        self.game = table.game
        self.terminal = terminal
        self.teller = teller
        self.eyes = eyes
        self.referee = referee
        self._rules: list[str] = []
        self._who = ""
        self._question: Question | None = None
        self._choices: list[tuple[Option, Callable[[], chances.Outlook]]] = []

    def at_menu(self, seat: Seat, menu: Menu) -> None:
        """A menu waits now."""
        self._rules = [menu.offers[menu.default].rule, *(offer.rule for offer in menu.offers)]
        self._question = None
        actors = {offer.actor for offer in menu.offers}
        self._who = actors.pop() if len(actors) == 1 else ""
        self._choices = [
            (Option("", offer.key, offer.facts), self._command_odds(seat, offer.command)) for offer in menu.offers
        ]

    def at_question(self, waiting: OpenQuestion) -> None:
        """A question of the rules waits now."""
        question = self._question = waiting.question
        self._rules = [question.rule]
        self._who = question.to
        before = cache(partial(chances.table_before, self.table, waiting))
        if question.kind == "choice":
            self._choices = [(one, self._answer_odds(waiting, before, one.value)) for one in question.options]
        elif question.kind == "several" and question.least <= 1:
            self._choices = [(one, self._answer_odds(waiting, before, [one.value])) for one in question.options]
        else:
            self._choices = []

    def _command_odds(self, seat: Seat, command: Any) -> Callable[[], chances.Outlook]:
        return lambda: chances.of_command(self.game, self.table.world, seat, command, self.referee)

    def _answer_odds(
        self, waiting: OpenQuestion, before: Callable[[], AnyWorld], answer: Any
    ) -> Callable[[], chances.Outlook]:
        return lambda: chances.of_answer(self.table, before(), waiting, answer, self.referee)

    # ---------------------------------------------------------------- keys

    def why(self, rest: str) -> None:
        """The rules behind the question, and the last numbers of the log; with a number that line of the log."""
        lines = self._log()
        if rest:
            self._open(rest, lines)
            return
        rules = list(dict.fromkeys(rule for rule in self._rules if rule))[:MOST_RULES]
        self.terminal.show(*self.teller.rules(rules))
        barred = barred_line(self.terminal, self.teller.words, self._question.barred if self._question else {})
        if barred:
            self.terminal.show(Text(barred, "dim"))
        numbers = [line for line in lines if line.has_numbers][-OPENED:]
        if numbers:
            self.terminal.say("why.numbers", "bold")
        for line in numbers:
            self.terminal.show(*self.teller.opened(line))
        self.terminal.say("why.more", "dim")

    def _open(self, rest: str, lines: list[Line]) -> None:
        number = int(rest) if rest.isdecimal() and len(rest) < 7 else 0
        if not 1 <= number <= len(lines):
            self.terminal.say("why.no_line", "yellow", most=len(lines))
            return
        line = lines[number - 1]
        self.terminal.show(*self.teller.opened(line))
        sum = line.event.sum
        parts = [rule for part in sum.parts for rule in (part.rule, part.suppressed_by)] if sum else []
        limit = [sum.limit_rule] if sum else []
        self.terminal.show(*self.teller.rules([line.event.rule, *(die.rule for die in line.dice), *parts, *limit]))

    def odds(self, rest: str) -> None:
        """What each choice leads to."""
        if not self._choices:
            self.terminal.say("chances.none_here", "yellow")
            return
        names = [named(self.teller.words, option) for option, _ in self._choices]
        try:
            with self.terminal.console.status(self.terminal.word("chances.counting")):
                outlooks = [outlook() for _, outlook in self._choices]
        except KeyboardInterrupt:
            return  # it took too long for somebody
        self.terminal.show(*outlooks_told(self.terminal, self.teller.words, names, outlooks))

    def advise(self, rest: str) -> None:
        """The answer that is best by the question's own odds, and what it costs."""
        self.terminal.show(*advice(self.terminal, self.teller.words, self._question))

    def sheet(self, rest: str) -> None:
        """The sheet of whom the question is about, or of the one named."""
        board = self.game.board(self.table.world, self.eyes, self.terminal.language)
        open_to_me = [figure for figure in board.figures if figure.mine or self.eyes.referee]
        figure = _named(rest, open_to_me) if rest else _with_id(self._who, open_to_me)
        if figure is None:
            self.terminal.say("sheet.whose", "yellow", names=", ".join(one.name for one in open_to_me))
            return
        character = self.game.characters.find(self.table.world, figure.id)
        self.terminal.show(Markdown(self.game.characters.sheet(character, self.terminal.language, self.table.world)))
        if not rest and len(open_to_me) > 1:
            self.terminal.say("sheet.others", "dim", names=", ".join(one.name for one in open_to_me))

    def log(self, rest: str) -> None:
        """The log with its numbers, the last screenful of it or all."""
        lines = self._log()
        cut = 0 if rest else max(0, len(lines) - SCREENFUL)
        if cut:
            self.terminal.say("log.cut", "dim", count=cut)
        self.terminal.show(*(self.teller.line(line.event, line.number) for line in lines[cut:]))
        self.terminal.say("why.more", "dim")

    def _log(self) -> list[Line]:
        return log(self.table.events_for(self.eyes.id), self.table.rolls(self.eyes.id))


def _with_id(id: str, figures: list[Figure]) -> Figure | None:
    return next((figure for figure in figures if figure.id == id), figures[0] if len(figures) == 1 else None)


def _named(name: str, figures: list[Figure]) -> Figure | None:
    wanted = name.casefold()
    return next((figure for figure in figures if figure.name.casefold().startswith(wanted)), None)
