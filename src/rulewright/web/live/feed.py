"""What the table page of one seat is told: log lines, and its other parts as HTML."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from types import MappingProxyType
from typing import ClassVar
from urllib.parse import quote

import msgspec
from markupsafe import Markup

from rulewright.engine.board import Board
from rulewright.engine.game import Game
from rulewright.engine.maps import has_maps
from rulewright.engine.words import Words
from rulewright.table.lines import log
from rulewright.table.table import Table
from rulewright.table.wording import words_of
from rulewright.web.drawing.board_svg import board_svg, colours_of
from rulewright.web.drawing.field_view import (
    CountRow,
    FieldView,
    StackRow,
    count_rows,
    field_view,
    stack_rows,
    with_reach_of,
)
from rulewright.web.drawing.field_words import Say
from rulewright.web.drawing.log_lines import LogLines
from rulewright.web.live.turn import TurnPart, turn_part
from rulewright.web.people.links import seat_path
from rulewright.web.views import Look, Page, render

LINES_SHOWN = 120
"""Log lines that a page begins with; older ones are a link away."""


class Row(msgspec.Struct, frozen=True):
    """A figure as a row of the board's table; `sheet` is the path of its sheet, "" where the seat may not read it."""

    id: str
    name: str
    side: str
    gauge: str
    numbers: tuple[str, ...]
    marks: str
    holds: str
    doing: str
    sheet: str


class BoardPart(Page, frozen=True, kw_only=True):
    """Where play is, the board as a picture and as a table, and the path of the maps, "" where there are none.

    `seen` is the number of the last entry, for commands that the field offers.
    """

    template: ClassVar[str] = "parts/board.html"
    base: str
    headline: str
    text: str
    map: str
    picture: Markup
    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    notes: str
    field: FieldView | None
    counts: tuple[CountRow, ...]
    stack: tuple[StackRow, ...]
    seen: int


class PageFeed:
    """The feed of the table page for one seat in one language."""

    def __init__(self, game: Game, table_id: str, seat: str, look: Look, language: str) -> None:
        self.game = game
        self.seat = seat
        self.base = seat_path(table_id, seat)
        # what differs between people of one seat must not be in what they share
        self.look = msgspec.structs.replace(look, form_token="", path="")
        self.language = language
        self.words = words_of(game, language)
        self._pen: LogLines | None = None

    @property
    def key(self) -> Hashable:
        """Everybody at this seat who reads this language sees the same."""
        return ("page", self.seat, self.look.language)

    def newest(self, table: Table) -> int:
        """The number of the last line."""
        return table.seen_by(self.seat)

    def lines(self, table: Table, since: int) -> Sequence[tuple[int, str, str]]:
        """New log lines, those of one entry in one message."""
        events = table.events_for(self.seat, since)
        if not events:
            return []
        found = log(events, table.rolls(self.seat, since))
        drawn: dict[int, Markup] = {}
        pen = self._line_pen(table)
        for line in found:
            drawn[line.seq] = drawn.get(line.seq, Markup("")) + pen.line(line)
        return [(seq, "lines", text) for seq, text in drawn.items()]

    def anew(self, table: Table) -> Sequence[tuple[str, str]]:
        """The whole log as the page shows it."""
        self._coloured(self.board(table))
        return [("log", self.log(table))]

    def log(self, table: Table, most: int = LINES_SHOWN) -> Markup:
        """The last lines of the log."""
        events = table.events_for(self.seat)
        before = events[-most - 1][0] if len(events) > most else 0
        return self._line_pen(table).draw(log(events[-most:], table.rolls(self.seat, before)))

    def whole_log(self, table: Table) -> Markup:
        """Every line of the log."""
        return self._line_pen(table).draw(log(table.events_for(self.seat), table.rolls(self.seat)))

    def parts(self, table: Table) -> Mapping[str, str]:
        """What is asked, and the board."""
        return self.draw(table, self.turn(table), self.board(table))

    def draw(self, table: Table, turn: TurnPart, board: Board) -> Mapping[str, str]:
        """A turn and a board as HTML; names in log lines are coloured as on this board from now on."""
        self._coloured(board)
        return {
            "turn": render(self.look, turn),
            "board": render(self.look, self.board_part(table, board, _active(turn))),
        }

    def draw_own(self, look: Look, table: Table, turn: TurnPart, board: Board) -> str:
        """The board for one visitor alone: its forms carry the token of their own `look`."""
        return render(look, self.board_part(table, board, _active(turn)))

    def turn(self, table: Table) -> TurnPart:
        """What is asked of the seat now."""
        return turn_part(table, table.seat(self.seat), self.words, self.base)

    def board(self, table: Table) -> Board:
        """The board as the seat sees it now, with the ways to go that it can take up."""
        seat = table.seat(self.seat)
        board = self.game.board(table.world, seat, self.language)
        acts = seat.role != "spectator" and not table.closed
        asked = bool(board.reach) and bool(table.open_questions(table.referee.id))
        type_of = self.game.commands.type_of
        return with_reach_of(board, lambda offer: acts and (not asked or type_of(offer.command).interrupts))

    def board_part(self, table: Table, board: Board, active: str = "") -> BoardPart:
        """The board with ways to the sheets that the seat may read."""
        reads_all = table.seat(self.seat).referee
        sheets = {
            figure.id: f"{self.base}/sheet/{quote(figure.id, safe='')}"
            for figure in board.figures
            if figure.mine or reads_all
        }
        maps = has_maps(self.game.atlas(table.world, table.seat(self.seat), self.language))
        way = f"{self.base}/map" if maps else ""
        return board_part(board, self.base, self.words, self.look.say, sheets, active, way, self.newest(table))

    def _line_pen(self, table: Table) -> LogLines:
        """What draws lines, with names coloured as on the board that was drawn last."""
        return self._pen or self._coloured(self.board(table))

    def _coloured(self, board: Board) -> LogLines:
        self._pen = LogLines(self.game, self.look, self.language, sides_of(board))
        return self._pen


def board_part(
    board: Board,
    base: str,
    words: Words,
    say: Say,
    sheets: Mapping[str, str] = MappingProxyType({}),
    active: str = "",
    map: str = "",
    seen: int = 0,
) -> BoardPart:
    """A board for the page of a seat at `base`; `sheets` and `active` are those of `board_svg`."""
    columns = tuple(dict.fromkeys(key for figure in board.figures for key in figure.numbers))
    rows = tuple(
        Row(
            figure.id,
            figure.name,
            words(figure.side, {}),
            f"{words(figure.gauge.key, {})} {figure.gauge.value}/{figure.gauge.most}",
            tuple(
                "" if key not in figure.numbers else "?" if figure.numbers[key] is None else str(figure.numbers[key])
                for key in columns
            ),
            ", ".join(words(mark, {}) for mark in figure.marks),
            ", ".join(figure.holds),
            words(figure.doing, {}) if figure.doing else "",
            sheets.get(figure.id, ""),
        )
        for figure in board.figures
    )
    head = [part for part in (board.place, words(board.key, board.facts)) if part]
    return BoardPart(
        base=base,
        headline=" · ".join(dict.fromkeys(head)),
        text=board.text,
        map=map,
        picture=board_svg(board, words, say("board.label"), sheets, active),
        columns=tuple(words(key, {}) for key in columns),
        rows=rows,
        notes=", ".join(board.notes),
        field=field_view(board, words, say, active),
        counts=count_rows(board, words, say),
        stack=stack_rows(board, words),
        seen=seen,
    )


def sides_of(board: Board) -> dict[str, int]:
    """The names on a board with the colours of their sides."""
    colours = colours_of(board)
    return {figure.name: colours[figure.side] for figure in board.figures if figure.name}


def _active(turn: TurnPart) -> str:
    return next((one.who for one in turn.asked), "")
