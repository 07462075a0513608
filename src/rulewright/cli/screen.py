"""The screen of a game in progress: the board as a table, and the question below or beside it."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from rulewright.cli.field import field_lines, timing_lines
from rulewright.cli.terminal import Terminal
from rulewright.engine.board import Board, Figure
from rulewright.engine.words import Words

NAME_WIDTH = 18
COLOURS = ("green", "red", "cyan", "magenta", "yellow")
"""Of the sides, in the order in which they appear."""


def colours(board: Board) -> dict[str, str]:
    """Side -> colour."""
    sides = list(dict.fromkeys(figure.side for figure in board.figures))
    return {side: COLOURS[number % len(COLOURS)] for number, side in enumerate(sides)}


def headline(terminal: Terminal, board: Board, words: Words) -> str:
    """Where the table is, in one line."""
    parts = [board.title, board.place, words(board.key, board.facts)]
    return terminal.mark(" · ", ", ").join(part for part in parts if part)


def draw(
    terminal: Terminal, board: Board, words: Words, lines: Sequence[RenderableType], active: str = ""
) -> RenderableType:
    """The board and the lines of a question; `active` is the figure that it is about."""
    title = headline(terminal, board, words)
    tints = colours(board)
    field = field_lines(terminal, board, words, tints, active)
    timing = list(timing_lines(terminal, board, words, tints))
    if not terminal.wide:
        shown = figures(board, words, active)
        return Group(Rule(title, style="dim", align="left"), *field, shown, *timing, Text(), *lines)
    beside = Table.grid(padding=(0, 2), expand=True)
    beside.add_column(ratio=1)
    beside.add_column(width=terminal.width // 2)
    panel = Panel(figures(board, words, active), title=title, title_align="left", border_style="dim")
    *asked, how = lines
    beside.add_row(Group(*timing, *asked), panel)
    return Group(Text(), *field, beside, how)


def figures(board: Board, words: Words, active: str = "") -> RenderableType:
    """Everybody on the board, side by side with their numbers."""
    keys = list(dict.fromkeys(key for figure in board.figures for key in figure.numbers))
    table = Table(box=None, padding=(0, 1, 0, 0), expand=True, show_header=False)
    table.add_column(no_wrap=True, max_width=NAME_WIDTH)
    table.add_column(justify="right", no_wrap=True)
    for _ in keys:
        table.add_column(justify="right", no_wrap=True)
    table.add_column(ratio=1, no_wrap=True, overflow="ellipsis")
    tints = colours(board)
    side = ""
    for figure in board.figures:
        if figure.side != side:
            heads = (words(key, {}) for key in keys) if not side else ("" for _ in keys)
            gauge = words(figure.gauge.key, {}) if not side else ""
            table.add_row(Text(words(figure.side, {}), f"bold {tints[figure.side]}"), gauge, *heads, "", style="dim")
            side = figure.side
        share = figure.gauge.key != board.figures[0].gauge.key
        table.add_row(*_row(figure, keys, words, figure.id == active, tints[figure.side], share))
    notes = Text(", ".join(board.notes), "dim")
    return Group(table, notes) if board.notes else table


def _row(figure: Figure, keys: Sequence[str], words: Words, active: bool, colour: str, share: bool) -> list[Text]:
    """The cells of a figure; `share` gives a gauge in percent, for one that is not what its column is headed."""
    tone = "dim" if figure.out else ""
    name = Text(figure.name, f"bold reverse {colour}" if active else tone or colour)
    amount = f"{_share(figure):.0%}" if share else f"{figure.gauge.value}/{figure.gauge.most}"
    gauge = Text(amount, tone or _health(figure))
    numbers = [Text("?" if (value := figure.numbers.get(key)) is None else str(value), tone) for key in keys]
    last = Text(no_wrap=True)
    said = [(words(mark, {}), "bold yellow") for mark in figure.marks]
    said += [(words(figure.doing, {}), "cyan")] if figure.doing else []
    said += [(", ".join(figure.holds), "dim")] if figure.holds else []
    for place, (text, style) in enumerate(said):
        last.append(("  " if place else "") + text, style)
    return [name, gauge, *numbers, last]


def _health(figure: Figure) -> str:
    share = _share(figure)
    return "bold red" if share <= 0 else "yellow" if share <= 0.5 else "green"


def _share(figure: Figure) -> float:
    return figure.gauge.value / figure.gauge.most if figure.gauge.most else 0
