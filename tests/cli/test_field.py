"""A field at the terminal: the picture with its legend, counts and stack, signs for any terminal, and going there."""

from __future__ import annotations

from pathlib import Path

import pytest
from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from fields import FIGURES, REACH, fielded, plainly, put_on_field
from rulewright import games
from rulewright.cli.field import field_lines, going, timing_lines
from rulewright.cli.output import LANGUAGES
from rulewright.cli.screen import colours, draw
from rulewright.cli.terminal import Terminal
from rulewright.engine.board import Board
from rulewright.engine.builtin import Say
from sitting import Typed, forever, sit, terminal


def lines(board: Board, language: str = "en") -> list[str]:
    at, _ = terminal(forever(), language)
    return [line.plain.rstrip() for line in field_lines(at, board, plainly, colours(board), "a")]


def test_the_picture_shows_who_stands_where_and_what_it_costs_to_go() -> None:
    shown = lines(fielded(figures=FIGURES))
    assert shown[:7] == [
        "Roof of the school (a square is 7 m wide)",
        "    A       B       C       D       E       F       G",
        "  1 BY      (3)     ·       ·       ·       *       ·",
        "  2 (3)     (2)     (3)     ▒▒▒     H2 H3   ·       ·",
        "  3 (2)     AH+2(0) (2)     ▒▒▒*    ·       ·       ·",
        "  4 (3)     (2)     (3)     ·       ·       空      ·",
        "  5 ·       ·       (4)     ·       ·       ·       ·",
    ]


def test_the_legend_names_everybody_by_side_and_what_is_said_of_squares() -> None:
    shown = lines(fielded(figures=FIGURES))
    assert "heroes: AH Akari Hino B3, RI Rin B3" in shown
    assert "foes: H1 Hound 1 B3, H2 Hound 2 E2, H3 Hound 3 E2" in shown
    assert "* D3: a wall of old brick" in shown
    assert "* F1: mine" in shown
    assert "  B3: heroes 2 of 6 places, foes 1 of 6 places" in shown


def test_columns_are_straight_where_letters_are_wide() -> None:
    rows = list(field_lines(terminal(forever())[0], fielded(), plainly, colours(fielded()), "")[1:7])
    assert len({cell_len(row.plain) for row in rows}) == 1


def test_counts_and_stack_are_lines_in_their_order() -> None:
    at, _ = terminal(forever())
    shown = [line.plain for line in timing_lines(at, fielded(), plainly, colours(fielded()))]
    assert shown == [
        "Declared, resolved from the top:",
        "  1. Rin: Mana Wall against the Black Sun",
        "  2. 空の王: Black Sun at the square B3",
        "Counts:",
        "    31   Hound 2  turn",
        "▸   26   Akari Hino  turn (now)",
        "    19 ✦ 空の王  Black Sun takes effect",
        "    11   Rin  turn",
        "     0 ✓ Hound 1  done",
        "     -   Bystander  joins in the next round",
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_the_words(language: str) -> None:
    at, _ = terminal(forever(), language)
    told = [*lines(fielded(), language), *(line.plain for line in timing_lines(at, fielded(), plainly, {}))]
    assert not any("«" in line for line in told)


@pytest.mark.parametrize("width", [60, 120])
def test_a_terminal_without_such_signs_shows_plain_ones(tmp_path: Path, width: int) -> None:
    file = tmp_path / "shown"
    with file.open("w", encoding="ascii", errors="strict") as paper:
        at = Terminal("en", console=Console(file=paper, width=width, markup=False, highlight=False))
        board = fielded(figures=FIGURES[:5], track=(), stack=(), facts={})
        for line in field_lines(at, board, plainly, colours(board), "a"):
            at.show(line)
    assert "###" in file.read_text("ascii")


def test_the_board_without_a_field_is_drawn_as_before() -> None:
    at, shown = terminal(forever())
    at.show(draw(at, fielded(field=None, reach=(), track=(), stack=()), plainly, [Text("What?")], "a"))
    assert "Counts" not in shown.getvalue()
    assert "A1" not in shown.getvalue()


# ---------------------------------------------------------------- going


def test_a_square_with_one_way_is_gone_to() -> None:
    at, _ = terminal(forever())
    assert going(at, REACH, plainly, "a3") == Say("normal move to 0,2")
    assert going(at, REACH, plainly, "B2 2") == Say("flight to 1,1")


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("", "Squares in reach: A3 (2), C3 (2)"),
        ("Z9", "for example: g A3"),
        ("B2", "  2 flight"),
        ("B2 9", "B2 can be reached in several ways"),
        ("B2 x", "B2 can be reached in several ways"),
    ],
)
def test_else_it_is_told_what_there_is(typed: str, told: str) -> None:
    at, shown = terminal(forever(), width=200)
    assert going(at, REACH, plainly, typed) is None
    assert told in shown.getvalue()


def test_the_key_is_offered_where_there_is_somewhere_to_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = sit(tmp_path / "plain", Typed(["g A3", "q"]), seat="referee", width=150)
    assert "g go" not in before
    put_on_field(monkeypatch, games.get("cairn"))
    shown = sit(tmp_path / "log", Typed(["g", "g A3", "q"]), seat="referee", width=150)
    assert "g go" in shown
    assert "Squares in reach: A3 (2), B3 (3), A4 (3)" in shown
    assert "board.name to 0,2" in shown
