"""The keys that look without choosing: why, odds, advice, sheet, log, rule."""

from __future__ import annotations

from rich.markdown import Markdown
from rich.text import Text

from rulewright.cli.mapping import map_lines
from rulewright.cli.outlooks import told as outlooks_told
from rulewright.cli.prospects import advised
from rulewright.cli.telling import Teller
from rulewright.cli.terminal import Terminal
from rulewright.engine.board import Figure
from rulewright.engine.game import Menu
from rulewright.engine.journal import Seat
from rulewright.engine.requests import Question
from rulewright.table.lines import Line, log
from rulewright.table.outlooks import Choice, of_menu, of_question
from rulewright.table.questions import OpenQuestion
from rulewright.table.table import Table
from rulewright.table.wording import barred, named

OPENED = 8
"""Log lines that "why" opens."""
SCREENFUL = 40
MOST_RULES = 4


class Peeking:
    """What a person may look up while a question waits; `eyes` is the seat whose knowledge counts."""

    def __init__(self, table: Table, terminal: Terminal, teller: Teller, eyes: Seat) -> None:
        self.table = table
        self.game = table.game
        self.terminal = terminal
        self.teller = teller
        self.eyes = eyes
        self._rules: list[str] = []
        self._who = ""
        self._question: Question | None = None
        self._choices: list[Choice] = []

    def at_menu(self, seat: Seat, menu: Menu) -> None:
        """A menu waits now."""
        self._rules = [menu.offers[menu.default].rule, *(offer.rule for offer in menu.offers)]
        self._question = None
        actors = {offer.actor for offer in menu.offers}
        self._who = actors.pop() if len(actors) == 1 else ""
        self._choices = of_menu(self.table, seat, menu)

    def at_question(self, waiting: OpenQuestion) -> None:
        """A question of the rules waits now."""
        question = self._question = waiting.question
        self._rules = [question.rule]
        self._who = question.to
        self._choices = of_question(self.table, waiting)

    # ---------------------------------------------------------------- keys

    def why(self, rest: str) -> None:
        """The rules behind the question, and the last numbers of the log; with a number that line of the log."""
        lines = self._log()
        if rest:
            self._open(rest, lines)
            return
        rules = list(dict.fromkeys(rule for rule in self._rules if rule))[:MOST_RULES]
        self.terminal.show(*self.teller.rules(rules))
        listed = barred(self.teller.words, self._question) if self._question else []
        if listed:
            self.terminal.say("prompt.barred", "dim", listed="; ".join(listed))
        numbers = [line for line in lines if line.has_numbers][-OPENED:]
        if numbers:
            self.terminal.say("why.numbers", "bold")
        for line in numbers:
            self.terminal.show(*self.teller.opened(line))
        self.terminal.say("why.more", "dim")

    def map(self, rest: str) -> None:
        """The map that is played on, or another by its number; with several, a list of them."""
        game, world, language = self.table.game, self.table.world, self.terminal.language
        titles = game.atlas(world, self.eyes, language).titles
        number = int(rest) if rest.isdecimal() and len(rest) < 4 else 1
        if not 1 <= number <= len(titles):
            self.terminal.say("map.none", "yellow")
            return
        shown = game.map(world, self.eyes, language, titles[number - 1].id)
        if shown is not None:
            self.terminal.show(*map_lines(shown, self.teller.words, self.terminal))
        for place, one in enumerate(titles if len(titles) > 1 else (), 1):
            self.terminal.show(Text(f"m {place}: {one.title} ({self.teller.words(one.kind, {})})", "dim"))

    def _open(self, rest: str, lines: list[Line]) -> None:
        number = int(rest) if rest.isdecimal() and len(rest) < 7 else 0
        if not 1 <= number <= len(lines):
            self.terminal.say("why.no_line", "yellow", most=len(lines))
            return
        line = lines[number - 1]
        self.terminal.show(*self.teller.opened(line))
        self.terminal.show(*self.teller.rules(line.rules))

    def odds(self, rest: str) -> None:
        """What each choice leads to."""
        if not self._choices:
            self.terminal.say("chances.none_here", "yellow")
            return
        names = [named(self.teller.words, choice.option) for choice in self._choices]
        try:
            with self.terminal.console.status(self.terminal.word("chances.counting")):
                outlooks = [choice.outlook() for choice in self._choices]
        except KeyboardInterrupt:
            return  # it took too long for somebody
        self.terminal.show(*outlooks_told(self.terminal, self.teller.words, names, outlooks))

    def advise(self, rest: str) -> None:
        """The answer that is best by the question's own odds, and what it costs."""
        self.terminal.show(*advised(self.terminal, self.teller.words, self._question))

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
