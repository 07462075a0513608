"""A field of squares as SVG: the squares, those that can be reached with what they cost, and who stands where.

Squares are as large as a finger. A field of up to ten columns is drawn as wide as there is room; a wider one, or a
page that is too narrow, is scrolled.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from markupsafe import Markup

from rulewright.engine.board import Figure
from rulewright.engine.field import Field, Reach, Square, square_name
from rulewright.web.drawing.board_svg import colours_of
from rulewright.web.drawing.field_tokens import SHOWN, more, slots, token
from rulewright.web.drawing.field_words import FieldWords

CELL: Final = 64
EDGE: Final = 2
FITTING: Final = 10
"""Columns that fit on a page without becoming too small."""


def field_svg(field: Field, known: FieldWords, label: str, active: str = "") -> Markup:
    """The picture of a field, named `label`; squares in reach lead to their `anchor` on the same page.

    `active` is the figure that something is asked for.
    """
    width, height = field.width * CELL + 2 * EDGE, field.height * CELL + 2 * EDGE
    standing: dict[tuple[int, int], list[Figure]] = {}
    for figure in known.board.figures:
        if figure.at is not None:
            standing.setdefault(figure.at, []).append(figure)
    parts = [
        Markup(
            '<defs><pattern id="field-hatch" width="8" height="8" patternUnits="userSpaceOnUse">'
            '<path class="hatch" d="M-2 2L2 -2M0 8L8 0M6 10L10 6"/></pattern></defs>'
        ),
        Markup('<rect class="ground" x="{0}" y="{0}" width="{1}" height="{2}"/>').format(
            EDGE, field.width * CELL, field.height * CELL
        ),
        *(_square(one, known) for one in field.squares),
        Markup('<path class="grid" d="{}"/>').format(_lines(field)),
    ]
    about = {(one.x, one.y): one for one in field.squares}
    for reach in known.board.reach:
        at = (reach.x, reach.y)
        parts.append(_reach(reach, about.get(at), standing.get(at, []), known))
    parts += _names(field)
    colours = colours_of(known.board)
    for at, figures in standing.items():
        parts.append(_standing(at, figures, colours, known, active))
    return Markup(
        '<svg class="{4}" width="{0}" height="{1}" viewBox="0 0 {0} {1}" role="group" aria-label="{2}">{3}</svg>'
    ).format(width, height, label, Markup("").join(parts), "field fits" if field.width <= FITTING else "field")


def anchor(reach: Reach) -> str:
    """The id of what can be chosen for a square."""
    return f"reach-{square_name(reach.x, reach.y)}"


def _lines(field: Field) -> str:
    right, bottom = field.width * CELL + EDGE, field.height * CELL + EDGE
    down = "".join(f"M{EDGE + x * CELL} {EDGE}V{bottom}" for x in range(field.width + 1))
    return down + "".join(f"M{EDGE} {EDGE + y * CELL}H{right}" for y in range(field.height + 1))


def _names(field: Field) -> list[Markup]:
    return [
        Markup('<text class="at" x="{}" y="{}" aria-hidden="true">{}</text>').format(
            EDGE + x * CELL + 4, EDGE + y * CELL + 12, square_name(x, y)
        )
        for y in range(field.height)
        for x in range(field.width)
    ]


def _square(square: Square, known: FieldWords) -> Markup:
    x, y = EDGE + square.x * CELL, EDGE + square.y * CELL
    parts = []
    if square.blocked:
        place = Markup('x="{}" y="{}" width="{}" height="{}"').format(x, y, CELL, CELL)
        parts.append(Markup('<rect class="blocked" {0}/><rect fill="url(#field-hatch)" {0}/>').format(place))
        room = 7 * len(square_name(square.x, square.y)) + 6  # its name is not hatched
        parts.append(Markup('<rect class="ground" x="{}" y="{}" width="{}" height="15"/>').format(x, y, room))
    if square.marks or square.remarks:
        parts.append(Markup('<path class="flag" d="M{} {}h14v-14z"/>').format(x + CELL - 15, y + CELL - 1))
    spoken = ", ".join([square_name(square.x, square.y), *known.about(square)])
    return Markup('<g role="img" aria-label="{0}"><title>{0}</title>{1}</g>').format(spoken, Markup("").join(parts))


def _reach(reach: Reach, square: Square | None, here: Sequence[Figure], known: FieldWords) -> Markup:
    x, y = EDGE + reach.x * CELL, EDGE + reach.y * CELL
    told = [known.reach(reach), *(known.about(square) if square else [])]
    told += [known.here(here)] if here else []
    cost = str(reach.cost)
    wide = 9 + 7 * len(cost)
    return Markup(
        '<a class="square" href="#{}" aria-label="{}" data-x="{}" data-y="{}">'
        '<rect class="in-reach" x="{}" y="{}" width="{}" height="{}" rx="4"/>{}'
        '<rect class="price" x="{}" y="{}" width="{}" height="14" rx="7"/>'
        '<text class="cost-sign" x="{}" y="{}">{}</text></a>'
    ).format(
        anchor(reach), ", ".join(told), reach.x, reach.y,
        x + 2, y + 2, CELL - 4, CELL - 4, _way(reach, known),
        x + CELL - 3 - wide, y + 3, wide, x + CELL - 3 - wide / 2, y + 14, cost,
    )  # fmt: skip


def _way(reach: Reach, known: FieldWords) -> Markup:
    """The path to a square as a line, from where the figure stands."""
    actor = reach.offers[0].actor if reach.offers else ""
    start = next((one.at for one in known.board.figures if one.id == actor and one.at), None)
    squares = [*([start] if start else []), *reach.path]
    if len(squares) < 2:
        return Markup("")
    middles = (f"{EDGE + (x + 0.5) * CELL:.0f},{EDGE + (y + 0.5) * CELL:.0f}" for x, y in squares)
    return Markup('<polyline class="way" points="{}"/>').format(" ".join(middles))


def _standing(
    at: tuple[int, int], figures: Sequence[Figure], colours: dict[str, int], known: FieldWords, active: str
) -> Markup:
    places = slots(len(figures))
    order = sorted(figures, key=lambda one: (one.id != active, one.out))
    shown = order if len(order) <= SHOWN else order[: SHOWN - 1]
    drawn = [
        token(one, known.signs[one.id], colours[one.side], slot, known.figure(one), active=one.id == active)
        for one, slot in zip(shown, places)
    ]
    drawn.reverse()  # the ring of the active one, who comes first, lies above its neighbours
    rest = order[len(shown) :]
    if rest:
        drawn.append(more(len(rest), places[-1], known.here(rest)))
    return Markup('<g class="standing" transform="translate({} {})">{}</g>').format(
        EDGE + at[0] * CELL, EDGE + at[1] * CELL, Markup("").join(drawn)
    )
