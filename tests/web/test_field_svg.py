"""Fields as pictures: squares in reach are links with words, everybody has a token, and a name is only a name."""

from __future__ import annotations

import re
from typing import Any
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fields import CROWD, FIGURES, NASTY, REACH, fielded, figure, plainly
from rulewright.engine.board import Board
from rulewright.engine.field import Declared, Field, Square, square_name
from rulewright.engine.maps import Remark
from rulewright.web.drawing.field_svg import CELL, EDGE, field_svg
from rulewright.web.drawing.field_tokens import SHAPES, SHOWN, SLOTS, slots
from rulewright.web.drawing.field_words import FieldWords
from rulewright.web.views import Look

SVG = {"svg", "defs", "pattern", "path", "rect", "circle", "polygon", "polyline", "text", "title", "g", "a"}
SAY = Look("en").say


def drawn(board: Board, active: str = "") -> Element:
    """The picture, read strictly."""
    assert board.field
    return ElementTree.fromstring(str(field_svg(board.field, FieldWords(board, plainly, SAY), "The roof", active)))


def squares(picture: Element) -> list[Element]:
    return [one for one in picture.iter("a") if one.get("class") == "square"]


def tokens(picture: Element) -> list[Element]:
    return [one for one in picture.iter("g") if (one.get("class") or "").startswith("token")]


def labels(elements: list[Element]) -> list[str]:
    return [one.get("aria-label", "") for one in elements]


def test_a_square_in_reach_says_its_name_its_cost_and_how_one_gets_there() -> None:
    board = fielded(figures=FIGURES)
    told = labels(squares(drawn(board)))
    assert told[0] == "A3, cost 2, normal move"
    assert told[2] == "B2, cost 2, normal move, flight, combat move"
    assert told[4] == ("B3, cost 0, normal move, heroes 2 of 6 places, foes 1 of 6 places, Akari Hino, Rin, Hound 1")
    assert len(told) == len(REACH)


def test_squares_in_reach_are_links_to_their_ways_in_the_order_of_the_game() -> None:
    found = squares(drawn(fielded()))
    assert [one.get("href") for one in found] == [f"#reach-{square_name(one.x, one.y)}" for one in REACH]
    assert [(one.get("data-x"), one.get("data-y")) for one in found] == [(str(one.x), str(one.y)) for one in REACH]
    costs = [next(text.text for text in one.iter("text")) for one in found]
    assert costs == [str(one.cost) for one in REACH]


def test_the_way_leads_from_where_the_figure_stands() -> None:
    way = next(one for one in drawn(fielded()).iter("a") if one.get("href") == "#reach-C2").find("polyline")
    assert way is not None
    points = [tuple(map(float, point.split(","))) for point in way.get("points", "").split()]
    middles = [((x - EDGE) / CELL - 0.5, (y - EDGE) / CELL - 0.5) for x, y in points]
    assert [(round(x), round(y)) for x, y in middles] == [(1, 2), (2, 2), (2, 1)]


def test_squares_with_something_to_say_say_it() -> None:
    picture = drawn(fielded())
    told = [one.get("aria-label") for one in picture.iter("g") if one.get("class") is None]
    assert told[:3] == ["D2, blocked", "D3, blocked, a wall of old brick", "F1, mine"]
    assert len([one for one in picture.iter("rect") if one.get("fill") == "url(#field-hatch)"]) == 2
    assert [one.text for one in picture.iter("title")] == told


def test_a_side_has_a_shape_of_its_own_and_everybody_letters() -> None:
    picture = drawn(fielded(figures=FIGURES))
    kinds: dict[str, set[tuple[str, int]]] = {}
    for one in tokens(picture):
        shape = next(part for part in one if (part.get("class") or "").startswith("shape"))
        side = (shape.get("class") or "").removeprefix("shape side-")
        kinds.setdefault(side, set()).add((shape.tag, len(shape.get("points", "").split())))
    assert sorted(kinds) == ["0", "1", "2", "3"]
    assert all(len(kind) == 1 for kind in kinds.values())
    assert len({next(iter(kind)) for kind in kinds.values()}) == len(SHAPES)
    signs = [
        text.text or "" for one in tokens(picture) for text in one.iter("text") if "sign" in (text.get("class") or "")
    ]
    assert sorted(signs) == sorted(["AH", "RI", "H1", "H2", "H3", "空", "BY"])


def test_a_token_says_who_it_is_where_and_how() -> None:
    told = labels(tokens(drawn(fielded(figures=FIGURES))))
    assert "Akari Hino, heroes, B3, HP 18/20, flying" in told
    assert "Hound 1, foes, B3, HP 4/20" in told


def test_of_a_crowd_some_are_drawn_and_the_others_named() -> None:
    picture = drawn(fielded(figures=CROWD))
    assert len(tokens(picture)) == SHOWN
    assert "Imp 6, Imp 7, Imp 8" in labels(tokens(picture))
    assert "+3" in [text.text for text in picture.iter("text")]


def test_who_acts_is_ringed_and_never_lost_in_a_crowd() -> None:
    found = [one for one in tokens(drawn(fielded(figures=CROWD), "c8")) if "active" in (one.get("class") or "")]
    assert labels(found) == ["Imp 8, foes, C5, HP 9/20"]


def test_tokens_fit_into_their_square() -> None:
    for row in SLOTS:
        for x, y, size in row:
            assert size / 2 <= x <= CELL - size / 2
            assert 16 + size / 2 <= y <= CELL - size / 2 - 4
    assert [len(slots(count)) for count in (1, 2, 3, 4, 6, 12)] == [1, 2, 3, 6, 6, 6]


def test_the_picture_is_as_large_as_its_squares() -> None:
    picture = drawn(fielded())
    assert (picture.get("width"), picture.get("height")) == (str(7 * CELL + 2 * EDGE), str(5 * CELL + 2 * EDGE))
    assert picture.get("role") == "group"
    assert picture.get("aria-label") == "The roof"


names = st.text(st.characters(exclude_categories=("Cc", "Cs", "Co", "Cn")), max_size=20) | st.sampled_from([NASTY])


@st.composite
def boards(draw: st.DrawFn) -> Board:
    width, height = draw(st.integers(1, 9)), draw(st.integers(1, 9))
    place = st.tuples(st.integers(0, width - 1), st.integers(0, height - 1))
    some: Any = draw(st.lists(place, max_size=4, unique=True))
    field = Field(
        "f", draw(names), width, height,
        tuple(
            Square(x, y, draw(st.booleans()), (draw(names),), {draw(names): (1, 6)}, (Remark(draw(names)),))
            for x, y in some
        ),
    )  # fmt: skip
    figures = tuple(
        figure(f"f{number}", draw(names), draw(names), draw(st.none() | place), draw(st.integers(-5, 30)))
        for number in range(draw(st.integers(0, 12)))
    )
    return fielded(field=field, figures=figures, reach=(), stack=(Declared(draw(names)),))


@settings(max_examples=40, deadline=None)
@given(boards())
def test_any_board_is_a_sound_picture_within_its_frame(board: Board) -> None:
    picture = drawn(board)
    assert {one.tag for one in picture.iter()} <= SVG
    text = ElementTree.tostring(picture, encoding="unicode")
    assert not re.search(r" on\w+=| style=|javascript:", re.sub(r'"[^"]*"', '""', text))
    on_field = [one for one in board.figures if one.at is not None]
    assert sum(len(one) for one in [tokens(picture)]) <= len(on_field)
    assert bool(tokens(picture)) is bool(on_field)


@pytest.mark.parametrize("where", ["name", "side", "square", "offer"])
def test_a_name_is_only_a_name(where: str) -> None:
    board = fielded(figures=FIGURES)
    if where in ("name", "side"):
        nasty = msgspec.structs.replace(FIGURES[0], **{where: NASTY})
        board = msgspec.structs.replace(board, figures=(nasty,))
    elif where == "square":
        board = msgspec.structs.replace(board, field=Field("f", "f", 2, 2, (Square(0, 0, marks=(NASTY,)),)), reach=())
    else:
        offers = (msgspec.structs.replace(REACH[0].offers[0], key=NASTY),)
        board = msgspec.structs.replace(board, reach=(msgspec.structs.replace(REACH[0], offers=offers),))
    picture = drawn(board)
    assert "script" not in {one.tag for one in picture.iter()}
    assert NASTY in "".join(one.get("aria-label", "") for one in picture.iter())
