"""What happened, in words: log lines with the rule behind them, and a line opened into its dice and its sum."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.console import RenderableType
from rich.padding import Padding
from rich.text import Text

from rulewright.cli.screen import colours
from rulewright.cli.terminal import Terminal
from rulewright.engine.board import Board
from rulewright.engine.errors import Malformed
from rulewright.engine.events import Event
from rulewright.engine.modifiers import Sum
from rulewright.engine.rulebook import Rulebook
from rulewright.engine.words import Words, told_or
from rulewright.table.lines import Line
from rulewright.table.log import Fallen
from rulewright.table.wording import source_named

INDENT = 6
MOST_FOUND = 30


class Teller:
    """Puts events into words for a terminal."""

    def __init__(self, terminal: Terminal, words: Words, rulebook: Rulebook) -> None:
        self.terminal = terminal
        self.words = words
        self.rulebook = rulebook
        self._names: dict[str, str] = {}

    def know(self, board: Board) -> None:
        """From now on show the names on this board in the colours of their sides."""
        tints = colours(board)
        self._names |= {figure.name: tints[figure.side] for figure in board.figures}

    def line(self, event: Event, number: int | None = None) -> Text:
        """One line of the log."""
        text = Text(f"{number:>4}  " if number is not None else "", "dim")
        told = Text(self.words(event.key, event.facts), "not dim")
        for name, colour in self._names.items():
            told.highlight_words([name], colour)
        text.append_text(told)
        if event.rule:
            text.append(f"  {event.rule}", "dim")
        return text

    def opened(self, line: Line) -> Iterator[RenderableType]:
        """A line with its dice, the sum of its parts, and its rule."""
        yield self.line(line.event, line.number)
        for fallen in line.dice:
            yield _indented(self._dice(fallen))
        if line.event.sum is not None:
            yield from map(_indented, self._sum(line.event.sum))

    def rules(self, ids: Sequence[str]) -> Iterator[RenderableType]:
        """The text of each rule once."""
        for rule in dict.fromkeys(one for one in ids if one):
            yield from self.rule(rule)

    def rule(self, rule_id: str) -> Iterator[RenderableType]:
        """The title and text of a rule; an id that is in no rulebook gives the reason instead."""
        try:
            found = self.rulebook.rule(rule_id)
        except Malformed as error:
            yield Text(str(error), "yellow")
            return
        yield Text(f"{found.id}  {found.title_in(self.terminal.language)}", "bold")
        yield _indented(Text(found.text_in(self.terminal.language)))

    def look_up(self, wanted: str) -> None:
        """Show a rule, or the rules that contain the words; asks which where nothing was named."""
        wanted = wanted or self.terminal.read(self.terminal.word("rule.which") + " ")
        self.terminal.show(*self.looked_up(wanted.strip()))

    def looked_up(self, wanted: str) -> Iterator[RenderableType]:
        """A rule by its id, or the rules that contain the words: the one, or a list to choose from."""
        if not wanted:
            return
        found = [] if wanted.upper() in self.rulebook.rules else self.rulebook.search(wanted)
        if len(found) <= 1:
            yield from self.rule(found[0].id if found else wanted)
            return
        for one in found[:MOST_FOUND]:
            yield Text(f"{one.id}  {one.title_in(self.terminal.language)}")
        if len(found) > MOST_FOUND:
            yield Text("...")

    def _dice(self, fallen: Fallen) -> Text:
        named = told_or(self.words, f"why.{fallen.why}", fallen.why) if fallen.why else ""
        faces = ", ".join(map(str, fallen.faces))
        text = Text(f"{len(fallen.faces)}d{fallen.sides}: ")
        text.append(faces, "bold")
        text.append(f"  {named}" if named else "")
        text.append(f"  {fallen.rule}", "dim")
        return text

    def _sum(self, total: Sum) -> Iterator[Text]:
        for part in total.parts:
            struck = bool(part.suppressed_by)
            text = Text(f"{part.value:+d} {source_named(self.words, part.source)}", "strike dim" if struck else "")
            if struck:
                text = Text.assemble(text, ("  " + self.terminal.word("sum.out", rule=part.suppressed_by), "dim"))
            elif part.rule:
                text.append(f"  {part.rule}", "dim")
            yield text
        text = Text(f"= {total.total}", "bold")
        if total.limit_rule:
            text.append("  " + self.terminal.word("sum.limit", rule=total.limit_rule), "not bold dim")
        yield text


def _indented(text: Text) -> Padding:
    return Padding(text, (0, 0, 0, INDENT))
