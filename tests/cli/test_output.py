"""What commands print: columns."""

from __future__ import annotations

from rulewright.cli.output import columns


def test_columns_line_up() -> None:
    assert columns([("name", "1"), ("a", "200")]) == "name    1\na     200"
    assert columns([("a", "bc", "1"), ("abc", "d", "10")], left=2) == "a    bc   1\nabc  d   10"


def test_columns_of_characters_that_take_two_places_line_up() -> None:
    assert columns([("勝利", "1"), ("abcde", "平均")]) == "勝利      1\nabcde  平均"


def test_columns_of_letters_with_marks_line_up() -> None:
    assert columns([("väistö", "1"), ("ete\u0301", "2")]) == "väistö  1\nete\u0301     2"
