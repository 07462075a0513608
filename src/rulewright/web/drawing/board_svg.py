"""A board as SVG: zones (or sides) as frames, in each its figures with their bars, numbers and states.

It is drawn 340 units wide, so that its text can be read on a phone, and scales up on wider screens.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from markupsafe import Markup

from rulewright.engine.board import Board, Figure
from rulewright.engine.words import Words
from rulewright.web.drawing.text_width import cut, text_width

WIDTH = 340
GAP = 8
CARD = 158
LINE = 15
HEAD = 24
COLUMNS = 2
ROOM = 21
"""Narrow letters that a line of a card has room for."""
BOLD_ROOM = 19
SIDES = 4
"""Colours of sides, in the order in which they appear."""


def board_svg(
    board: Board, words: Words, label: str, sheets: Mapping[str, str] = MappingProxyType({}), active: str = ""
) -> Markup:
    """The picture of a board.

    `label` names it for those who cannot see it, `active` is the figure that something is asked for. Figures
    lead to the paths of `sheets`, where there is one of theirs; a table beside it should tell the same in words.
    """
    sides = colours_of(board)
    parts: list[Markup] = []
    y = 0
    for title, figures in _groups(board, words):
        body, height = _cards(figures, words, sides, sheets, active, y + HEAD)
        frame = Markup('<rect class="zone" x="1" y="{}" width="{}" height="{}" rx="8"/>').format(
            y + 1, WIDTH - 2, height + HEAD
        )
        heading = Markup('<text class="zone-name" x="10" y="{}">{}</text>').format(y + 17, cut(title, 42))
        parts += [frame, heading, body]
        y += height + HEAD + GAP
    return Markup('<svg class="board" viewBox="0 0 {} {}" role="group" aria-label="{}">{}</svg>').format(
        WIDTH, max(y, HEAD), label, Markup("").join(parts)
    )


def colours_of(board: Board) -> dict[str, int]:
    """The sides of a board with their colours, as numbers below `SIDES`."""
    return {side: place % SIDES for place, side in enumerate(dict.fromkeys(one.side for one in board.figures))}


def _groups(board: Board, words: Words) -> list[tuple[str, list[Figure]]]:
    """The frames with their headings: zones, and whoever stands in none of them by side."""
    groups = []
    zones = {zone.id for zone in board.zones}
    for zone in board.zones:
        told = ", ".join(words(key, {}) for key in (zone.key, *zone.marks))
        groups.append((told[:1].upper() + told[1:], [one for one in board.figures if one.zone == zone.id]))
    left = [one for one in board.figures if one.zone not in zones]
    for side in dict.fromkeys(one.side for one in left):
        groups.append((words(side, {}), [one for one in left if one.side == side]))
    return [group for group in groups if group[1]]


def _cards(
    figures: Sequence[Figure], words: Words, sides: dict[str, int], sheets: Mapping[str, str], active: str, top: int
) -> tuple[Markup, int]:
    drawn: list[Markup] = []
    y = top
    for start in range(0, len(figures), COLUMNS):
        row = [(one, _lines(one, words)) for one in figures[start : start + COLUMNS]]
        height = 40 + LINE * max(len(lines) for _, lines in row)
        for place, (figure, lines) in enumerate(row):
            x = GAP + place * (CARD + GAP)
            sheet = sheets.get(figure.id, "")
            drawn.append(_card(figure, lines, words, x, y, height, sides[figure.side], sheet, figure.id == active))
        y += height + GAP
    return Markup("").join(drawn), y - top


def _card(
    figure: Figure,
    lines: Sequence[tuple[str, str]],
    words: Words,
    x: int,
    y: int,
    height: int,
    side: int,
    sheet: str,
    active: bool,
) -> Markup:
    share = figure.gauge.value / figure.gauge.most if figure.gauge.most > 0 else 0.0
    share = min(1.0, max(0.0, share))
    level = "low" if share <= 0.34 else "half" if share <= 0.67 else "full"
    amount = f"{words(figure.gauge.key, {})} {figure.gauge.value}/{figure.gauge.most}"
    states = " ".join(name for name, holds in (("out", figure.out), ("mine", figure.mine), ("active", active)) if holds)
    shape = Markup('<rect class="card-{}" x="{}" y="{}" width="{}" height="{}" rx="6"/>').format(
        side, x, y, CARD, height
    )
    stripe = Markup('<rect class="side-{}" x="{}" y="{}" width="5" height="{}" rx="2"/>').format(side, x, y, height)
    name = Markup('<text class="name" x="{}" y="{}">{}</text>').format(x + 12, y + 17, cut(figure.name, 18))
    track = Markup('<rect class="track" x="{}" y="{}" width="54" height="8" rx="4"/>').format(x + 12, y + 25)
    bar = Markup('<rect class="bar {}" x="{}" y="{}" width="{:.1f}" height="8" rx="4"/>').format(
        level, x + 12, y + 25, 54 * share
    )
    told = Markup('<text class="amount" x="{}" y="{}">{}</text>').format(x + 71, y + 33, cut(amount, 11))
    texts = [
        Markup('<text class="{}" x="{}" y="{}">{}</text>').format(kind, x + 12, y + 34 + LINE * (place + 1), text)
        for place, (kind, text) in enumerate(lines)
    ]
    content = Markup("").join([shape, stripe, name, track, bar, told, *texts])
    spoken = ", ".join([figure.name, amount, *(text for _, text in lines)])
    if sheet:
        return Markup('<a class="figure {}" href="{}" aria-label="{}">{}</a>').format(states, sheet, spoken, content)
    return Markup('<g class="figure {}" role="img" aria-label="{}">{}</g>').format(states, spoken, content)


def _lines(figure: Figure, words: Words) -> list[tuple[str, str]]:
    """The lines below the bar, each with its class: numbers, states, deed, what is held."""
    numbers = [f"{words(key, {})} {'?' if value is None else value}" for key, value in figure.numbers.items()]
    lines = [("numbers", part) for part in _filled(numbers, " · ")]
    lines += [("marks", part) for part in _filled([words(mark, {}) for mark in figure.marks], ", ", BOLD_ROOM)]
    if figure.doing:
        lines.append(("doing", cut(words(figure.doing, {}), BOLD_ROOM)))
    if figure.holds:
        lines.append(("holds", cut(", ".join(figure.holds), ROOM)))
    return lines


def _filled(texts: Sequence[str], between: str, room: int = ROOM) -> list[str]:
    """The texts in as few lines as they fit."""
    lines: list[str] = []
    for text in texts:
        joined = f"{lines[-1]}{between}{text}" if lines else text
        if lines and text_width(joined) <= room:
            lines[-1] = joined
        else:
            lines.append(cut(text, room))
    return lines
