"""A field of squares at the terminal: a small picture with a legend, the counts of the round, and what is declared."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec
from rich.cells import cell_len
from rich.text import Text

from rulewright.cli.terminal import Terminal
from rulewright.engine.board import Board, Figure
from rulewright.engine.field import Field, Reach, Square, TrackMark, short_names, square_name
from rulewright.engine.words import Words

MOST_SIGNS = 2
"""Figures of one square that are drawn; with more, one of them and how many others."""


def field_lines(terminal: Terminal, board: Board, words: Words, tints: dict[str, str], active: str) -> list[Text]:
    """The field with its legend; `tints` are the colours of the sides, `active` whom a question is about."""
    field = board.field
    if field is None:
        return []
    signs = short_names({one.id: one.name for one in board.figures})
    unit = f" ({words(field.unit, {})})" if field.unit else ""
    rows = [
        [_cell(terminal, board, x, y, signs, tints, active) for x in range(field.width)] for y in range(field.height)
    ]
    wide = max(4, *(cell_len(cell.plain) for row in rows for cell in row)) + 1
    head = Text("    ", "dim", no_wrap=True)
    for x in range(field.width):
        head.append(_filled(Text(square_name(x, 0)[:-1]), wide))
    lines = [Text(f"{field.name}{unit}", "bold"), head]
    for y, row in enumerate(rows):
        line = Text(f"{y + 1:>3} ", "dim", no_wrap=True)
        for cell in row:
            line.append_text(_filled(cell, wide))
        lines.append(line)
    return [*lines, *_legend(terminal, board, field, words, signs, tints)]


def timing_lines(terminal: Terminal, board: Board, words: Words, tints: dict[str, str]) -> Iterator[Text]:
    """What is declared, and the counts of the round."""
    if board.stack:
        yield Text(terminal.word("field.stack"), "bold yellow")
        for number, one in enumerate(board.stack, 1):
            who = f"{one.name}: " if one.name else ""
            yield Text(f"  {number}. {who}{words(one.key, one.facts)}", "yellow")
    if board.track:
        yield Text(terminal.word("field.counts"), "bold")
        for mark in board.track:
            yield _mark(terminal, mark, words, tints)


def going(terminal: Terminal, reach: Sequence[Reach], words: Words, typed: str) -> msgspec.Struct | None:
    """The command of a typed square, and of the number of a way there; None where it first tells what there is."""
    name, _, number = typed.partition(" ")
    found = next((one for one in reach if square_name(one.x, one.y) == name.upper()), None)
    if found is None:
        squares = ", ".join(f"{square_name(one.x, one.y)} ({one.cost})" for one in reach)
        terminal.say("field.go", "yellow", squares=squares, example=square_name(reach[0].x, reach[0].y))
        return None
    number = number.strip() or ("1" if len(found.offers) == 1 else "")
    if number.isdecimal() and len(number) < 3 and 1 <= int(number) <= len(found.offers):
        return found.offers[int(number) - 1].command
    terminal.say("field.ways", "yellow", square=square_name(found.x, found.y))
    for place, offer in enumerate(found.offers, 1):
        terminal.show(Text(f"  {place} {words(offer.key, offer.facts)}"))
    return None


def _cell(
    terminal: Terminal, board: Board, x: int, y: int, signs: dict[str, str], tints: dict[str, str], active: str
) -> Text:
    assert board.field is not None
    square = next((one for one in board.field.squares if (one.x, one.y) == (x, y)), Square(x, y))
    here = [one for one in board.figures if one.at == (x, y)]
    here.sort(key=lambda one: (one.id != active, one.out))
    shown = here if len(here) <= MOST_SIGNS else here[:1]
    cell = Text()
    for place, one in enumerate(shown):
        style = "dim strike" if one.out else tints.get(one.side, "")
        cell.append(" " if place else "").append(signs[one.id], f"bold reverse {style}" if one.id == active else style)
    if len(here) > len(shown):
        cell.append(f"+{len(here) - len(shown)}")
    if square.blocked:
        cell.append(terminal.mark("▒▒▒", "###"), "dim")
    if square.marks or square.remarks:
        cell.append("*", "yellow")
    reach = next((one for one in board.reach if (one.x, one.y) == (x, y)), None)
    if reach is not None:
        cell.append(f"({reach.cost})", "cyan")
    return cell if cell.plain else Text(terminal.mark("·", "."), "dim")


def _filled(cell: Text, wide: int) -> Text:
    """A cell as wide as its column, where Chinese and Japanese characters take two places."""
    return cell.append(" " * (wide - cell_len(cell.plain)))


def _legend(
    terminal: Terminal, board: Board, field: Field, words: Words, signs: dict[str, str], tints: dict[str, str]
) -> Iterator[Text]:
    for side in dict.fromkeys(one.side for one in board.figures):
        line = Text(f"{words(side, {})}: ", "dim")
        line.append(
            ", ".join(_whose(one, signs) for one in board.figures if one.side == side), f"not dim {tints[side]}"
        )
        yield line
    parts = []
    if any(one.blocked for one in field.squares):
        parts.append(f"{terminal.mark('▒▒▒', '###')} {terminal.word('field.blocked')}")
    if board.reach:
        parts.append(terminal.word("field.reach", cost=board.reach[0].cost))
    if parts:
        yield Text(terminal.mark(" · ", ", ").join(parts), "dim")
    for one in field.squares:
        told = [*_noted(one, terminal, words)]
        if told:
            sign = "*" if one.marks or one.remarks else " "
            yield Text(f"{sign} {square_name(one.x, one.y)}: {', '.join(told)}", "dim")


def _whose(one: Figure, signs: dict[str, str]) -> str:
    return f"{signs[one.id]} {one.name}" + (f" {square_name(*one.at)}" if one.at else "")


def _noted(square: Square, terminal: Terminal, words: Words) -> Iterator[str]:
    """What is said of a square beyond that nobody enters it."""
    yield from (words(key, {}) for key in square.marks)
    for side, (used, most) in square.places.items():
        yield terminal.word("field.places", side=words(side, {}), used=used, most=most)
    yield from (words(one.key, one.facts) for one in square.remarks)


def _mark(terminal: Terminal, mark: TrackMark, words: Words, tints: dict[str, str]) -> Text:
    sign = {"turn": " ", "cast": terminal.mark("✦", "+"), "done": terminal.mark("✓", "x")}[mark.kind]
    told = words(mark.key, mark.facts) if mark.key else terminal.word(f"field.kind.{mark.kind}")
    pointer = terminal.mark("▸", ">") if mark.current else " "
    line = Text(f"{pointer} {'-' if mark.count is None else mark.count:>4} {sign} ", "bold" if mark.current else "")
    line.append(mark.name, f"bold {tints.get(mark.side, '')}" if mark.kind != "done" else "dim")
    now = f" ({terminal.word('field.now')})" if mark.current else ""
    return line.append(f"  {told}{now}", "not bold" if mark.kind != "done" else "dim")
