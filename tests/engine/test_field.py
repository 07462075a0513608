"""Fields of squares: what people call a square, and the signs of figures, of which no two are the same."""

from __future__ import annotations

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from fields import fielded
from rulewright.engine.board import Board
from rulewright.engine.field import short_names, square_name


def test_squares_have_the_letters_of_a_table_and_numbers_from_1() -> None:
    names = [square_name(x, y) for x, y in ((0, 0), (2, 1), (25, 9), (26, 0), (701, 0), (702, 98))]
    assert names == ["A1", "C2", "Z10", "AA1", "ZZ1", "AAA99"]


def test_no_two_squares_have_one_name() -> None:
    assert len({square_name(x, y) for x in range(60) for y in range(30)}) == 60 * 30


def test_signs_are_initials_and_numbers() -> None:
    names = {"a": "Akari Hino", "h1": "Hound 1", "h2": "Hound 2", "h12": "Hound 12", "r": "Rin", "k": "空の王"}
    assert short_names(names) == {"a": "AH", "h1": "H1", "h2": "H2", "h12": "H12", "r": "RI", "k": "空"}


def test_signs_that_would_be_the_same_are_numbered_in_their_order() -> None:
    names = {"first": "Imp", "other": "Hound 1", "second": "Imp", "third": "imp", "odd": "<>", "none": ""}
    assert short_names(names) == {
        "first": "I1", "other": "H1", "second": "I2", "third": "I3", "odd": "?1", "none": "?2",
    }  # fmt: skip


@given(st.dictionaries(st.text(max_size=3), st.text(max_size=12) | st.sampled_from(["Imp", "I1", "Imp 1", "I 2"])))
def test_every_figure_has_a_sign_of_its_own(names: dict[str, str]) -> None:
    signs = short_names(names)
    assert list(signs) == list(names)
    assert len(set(signs.values())) == len(signs)
    assert all(signs.values())


def test_a_board_without_a_field_is_as_before_and_one_with_a_field_is_plain_data() -> None:
    board = Board("t", "", "k")
    assert (board.field, board.reach, board.track, board.stack) == (None, (), (), ())
    told = msgspec.to_builtins(fielded())
    assert told["reach"][0]["offers"][0]["command"] == {"do": "say", "text": "normal move to 0,2", "to": ()}
    assert told["field"]["squares"][0] | {} == {
        "x": 3, "y": 1, "blocked": True, "marks": (), "places": {}, "remarks": (),
    }  # fmt: skip
