"""What a page shows of a field: the picture, who stands where, the squares and what can be chosen; counts and stack."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
from markupsafe import Markup

from rulewright.engine.board import Board
from rulewright.engine.commands import plain
from rulewright.engine.field import Field, Reach, square_name
from rulewright.engine.offers import Offer
from rulewright.engine.words import Words
from rulewright.web.drawing.board_svg import colours_of
from rulewright.web.drawing.field_svg import anchor, field_svg
from rulewright.web.drawing.field_tokens import token_svg
from rulewright.web.drawing.field_words import FieldWords, Say
from rulewright.web.views import as_json


class TokenRow(msgspec.Struct, frozen=True):
    """A token, whose it is, and where that one stands."""

    picture: Markup
    name: str
    square: str


class Way(msgspec.Struct, frozen=True):
    """A command that goes to a square."""

    value: str
    text: str
    rule: str


class Going(msgspec.Struct, frozen=True):
    """What can be chosen for a square in reach; `anchor` is the id of it on the page."""

    anchor: str
    name: str
    cost: str
    ways: tuple[Way, ...]


class SquareRow(msgspec.Struct, frozen=True):
    """A square as a row of a table; `anchor` is that of what can be chosen for it, "" where that is nothing."""

    name: str
    about: str
    here: str
    reach: str
    anchor: str


class FieldView(msgspec.Struct, frozen=True, kw_only=True):
    """A field as a picture and in words."""

    name: str
    unit: str
    picture: Markup
    tokens: tuple[TokenRow, ...]
    squares: tuple[SquareRow, ...]
    goings: tuple[Going, ...]


class CountRow(msgspec.Struct, frozen=True):
    """A mark on the count track; `side` is the number of its colour."""

    count: str
    name: str
    text: str
    kind: str
    side: int
    current: bool


class StackRow(msgspec.Struct, frozen=True):
    """Something that waits to be resolved, and who declared it."""

    name: str
    text: str


def with_reach_of(board: Board, allows: Callable[[Offer], bool]) -> Board:
    """The board with only those ways to go that can be taken up now."""
    if not board.reach:
        return board
    left = [msgspec.structs.replace(one, offers=tuple(filter(allows, one.offers))) for one in board.reach]
    return msgspec.structs.replace(board, reach=tuple(one for one in left if one.offers))


def field_view(board: Board, words: Words, say: Say, active: str = "") -> FieldView | None:
    """The field of a board, if it has one; `active` is the figure that something is asked for."""
    field = board.field
    if field is None:
        return None
    known = FieldWords(board, words, say)
    colours = colours_of(board)
    label = say("field.label", name=field.name, width=field.width, height=field.height)
    return FieldView(
        name=field.name,
        unit=words(field.unit, {}) if field.unit else "",
        picture=field_svg(field, known, label, active),
        tokens=tuple(
            TokenRow(token_svg(known.signs[one.id], colours[one.side]), one.name, known.where(one))
            for one in board.figures
        ),
        squares=_squares(field, board, known),
        goings=tuple(_going(one, known) for one in board.reach),
    )


def count_rows(board: Board, words: Words, say: Say) -> tuple[CountRow, ...]:
    """The count track."""
    known = FieldWords(board, words, say)
    colours = colours_of(board)
    return tuple(
        CountRow(
            "–" if one.count is None else str(one.count),
            one.name,
            known.mark(one),
            one.kind,
            colours.get(one.side, 0),
            one.current,
        )
        for one in board.track
    )


def stack_rows(board: Board, words: Words) -> tuple[StackRow, ...]:
    """What is declared and waits."""
    return tuple(StackRow(one.name, words(one.key, one.facts)) for one in board.stack)


def _going(reach: Reach, known: FieldWords) -> Going:
    ways = tuple(
        Way(as_json(plain(offer.command)), text, offer.rule) for offer, text in zip(reach.offers, known.ways(reach))
    )
    return Going(anchor(reach), square_name(reach.x, reach.y), known.say("field.cost", cost=reach.cost), ways)


def _squares(field: Field, board: Board, known: FieldWords) -> tuple[SquareRow, ...]:
    """The squares of which there is something to say, row by row."""
    about = {(one.x, one.y): one for one in field.squares}
    reach = {(one.x, one.y): one for one in board.reach}
    told = {*about, *reach, *(one.at for one in board.figures if one.at is not None)}
    rows = []
    for x, y in sorted(told, key=lambda at: (at[1], at[0])):
        square, way = about.get((x, y)), reach.get((x, y))
        rows.append(
            SquareRow(
                square_name(x, y),
                ", ".join(known.about(square)) if square else "",
                known.here([one for one in board.figures if one.at == (x, y)]),
                ", ".join([known.say("field.cost", cost=way.cost), *known.ways(way)]) if way else "",
                anchor(way) if way else "",
            )
        )
    return tuple(rows)
