"""The board over the API: who is there and how they are, and a field of squares where the game has one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from rulewright.engine.board import Board, Figure, Zone
from rulewright.engine.field import Declared, Field, Reach, Square, TrackKind, TrackMark, square_name
from rulewright.engine.journal import Seat
from rulewright.engine.words import Words
from rulewright.table.table import Table
from rulewright.web.api.maps import RemarkShown, remarks_shown
from rulewright.web.api.shown import Doing, OfferShown, doing_of


class SquareShown(msgspec.Struct, frozen=True):
    """A square with something to say of it; `places` are by side how many are taken, and how many there are."""

    x: int
    y: int
    name: str
    blocked: bool
    marks: tuple[str, ...]
    places: Mapping[str, tuple[int, int]]
    remarks: tuple[RemarkShown, ...]


class FieldShown(msgspec.Struct, frozen=True):
    """A grid of squares, counted from 0 at the top left; only those with something to say are listed."""

    id: str
    name: str
    width: int
    height: int
    unit: str
    squares: tuple[SquareShown, ...]


class ReachShown(msgspec.Struct, frozen=True):
    """A square that the acting figure can go to now: what that costs, the squares on the way, and the commands."""

    x: int
    y: int
    name: str
    cost: int
    path: tuple[tuple[int, int], ...]
    offers: tuple[OfferShown, ...]


class TrackMarkShown(msgspec.Struct, frozen=True):
    """A count of the round, whose it is, and what happens then; a `count` of null means that there is none yet."""

    figure: str
    name: str
    side: str
    count: int | None
    kind: TrackKind
    key: str
    text: str
    facts: Mapping[str, Any]
    current: bool


class DeclaredShown(msgspec.Struct, frozen=True):
    """Something declared that waits to be resolved, and who declared it."""

    key: str
    text: str
    facts: Mapping[str, Any]
    figure: str
    name: str


class BoardDrawn(msgspec.Struct, frozen=True):
    """A table at one moment: where it is, how far it is (`key` with facts), and who is there.

    Figures stand in `zones`, or on squares of the `field`. `reach` is where the figure that acts can go now, `track`
    are the counts of the round from high to low, and `stack` is what is declared and waits, the last one first.
    """

    title: str
    text: str
    key: str
    facts: Mapping[str, Any]
    place: str
    figures: tuple[Figure, ...]
    notes: tuple[str, ...]
    zones: tuple[Zone, ...]
    field: FieldShown | None
    reach: tuple[ReachShown, ...]
    track: tuple[TrackMarkShown, ...]
    stack: tuple[DeclaredShown, ...]


class BoardShown(msgspec.Struct, frozen=True):
    """The board, drawn up for programs that know no game; `words` has its message keys in words, `headline` too."""

    sequence: int
    headline: str
    board: BoardDrawn
    words: Mapping[str, str]


def board_of(table: Table, seat: Seat, words: Words, language: str) -> BoardShown:
    """The board as the seat sees it, with its words."""
    board = table.game.board(table.world, seat, language)
    told = {key: words(key, {}) for key in sorted(_keys(board) - {"", board.key})}
    drawn = board_drawn(board, words, doing_of(table, seat))
    return BoardShown(table.seen_by(seat.id), words(board.key, board.facts), drawn, told)


def board_drawn(board: Board, words: Words, doing: Doing) -> BoardDrawn:
    """A board with those ways to go that can be taken up now."""
    reach = (_reach(one, words, doing) for one in board.reach)
    return BoardDrawn(
        board.title,
        board.text,
        board.key,
        board.facts,
        board.place,
        board.figures,
        board.notes,
        board.zones,
        _field(board.field, words) if board.field else None,
        tuple(one for one in reach if one.offers),
        tuple(_mark(one, words) for one in board.track),
        tuple(_declared(one, words) for one in board.stack),
    )


def _keys(board: Board) -> set[str]:
    """The keys of the board that stand for words without facts."""
    keys = {board.key, *(one.side for one in board.track)}
    for figure in board.figures:
        keys |= {figure.side, figure.gauge.key, figure.doing, *figure.numbers, *figure.marks}
    if board.field:
        keys.add(board.field.unit)
        for square in board.field.squares:
            keys |= {*square.marks, *square.places}
    return keys


def _field(field: Field, words: Words) -> FieldShown:
    squares = tuple(_square(one, words) for one in field.squares)
    return FieldShown(field.id, field.name, field.width, field.height, field.unit, squares)


def _square(one: Square, words: Words) -> SquareShown:
    name = square_name(one.x, one.y)
    return SquareShown(one.x, one.y, name, one.blocked, one.marks, one.places, remarks_shown(one.remarks, words))


def _reach(one: Reach, words: Words, doing: Doing) -> ReachShown:
    return ReachShown(one.x, one.y, square_name(one.x, one.y), one.cost, one.path, doing.offers(one.offers, words))


def _mark(one: TrackMark, words: Words) -> TrackMarkShown:
    text = words(one.key, one.facts) if one.key else ""
    return TrackMarkShown(
        one.figure, one.name, one.side, one.count, one.kind, one.key, text, one.facts, one.current
    )  # fmt: skip


def _declared(one: Declared, words: Words) -> DeclaredShown:
    return DeclaredShown(one.key, words(one.key, one.facts), one.facts, one.figure, one.name)
