"""Odds as plain data, and the rows that they are drawn in."""

from __future__ import annotations

from collections.abc import Hashable
from fractions import Fraction

import pytest

from rulewright.engine.distribution import Distribution
from rulewright.games.cairn import game
from rulewright.table.odds_rows import MOST_ROWS, rows
from rulewright.table.procedures import find, read_arguments
from rulewright.table.shown_odds import Shown, name_of, of_dice, of_procedure, of_rule


def test_dice_with_a_target_have_a_chance_of_success() -> None:
    assert of_dice("2d6").success is None
    assert of_dice("2d6>=5").success is None  # a pool counts its dice instead
    assert of_dice("2d6+0>=10").success == Fraction(1, 6)


def test_a_rule_names_what_was_given_and_orders_outcomes_by_their_number() -> None:
    save = find(game, "save")
    found = of_procedure(save, read_arguments(save, {"ability": 10}))
    assert found.title == "save (ability 10)"
    assert found.outcomes == [("failure", Fraction(1, 2)), ("success", Fraction(1, 2))]
    assert found.mean == Fraction(1, 2)
    assert found.plain()["outcomes"][0] == {"outcome": "failure", "probability": 0.5, "exact": "1/2"}


def test_without_numbers_there_is_no_mean() -> None:
    coin: Distribution[tuple[Hashable, int | None]] = Distribution({("heads", None): 1, ("tails", None): 1})
    found = of_rule("coin", coin, {"lucky": lambda one: one == "heads"})
    assert (found.mean, found.percentiles) == (None, {})
    assert found.plain()["events"] == {"lucky": 0.5}


@pytest.mark.parametrize(
    ("outcome", "name"),
    [(3, "3"), ("won", "won"), ({"hit": True, "why": "", "dice": [1, 2]}, "hit true, dice [1,2]"), (["a", None], "a")],
)
def test_an_outcome_in_a_few_words(outcome: object, name: str) -> None:
    assert name_of(outcome) == name


def test_few_outcomes_have_a_row_each() -> None:
    found = rows(of_dice("d4"))
    assert [row.outcomes for row in found.rows] == [(1,), (2,), (3,), (4,)]
    assert found.longest == Fraction(1, 4)
    assert (found.left_out, found.by_number) == (0, 0)


def test_many_numbers_come_in_bands_between_two_tails() -> None:
    found = rows(of_dice("100d6"))
    assert len(found.rows) <= MOST_ROWS
    assert [one for row in found.rows for one in row.outcomes] == list(range(100, 601))
    assert sum(row.shares[0] for row in found.rows) == 1
    assert found.left_out == 0


def test_of_many_things_the_likeliest_or_their_numbers_are_drawn() -> None:
    many = [(f"thing {number}", Fraction(number, 820)) for number in range(1, 41)]
    found = rows(Shown("things", many))
    assert found.left_out == 40 - MOST_ROWS
    assert found.rows[0].outcomes == ("thing 40",)
    found = rows(Shown("things", many, values=Distribution({1: 1, 2: 3})))
    assert (found.by_number, found.left_out) == (40, 0)
    assert [(row.outcomes, row.shares) for row in found.rows] == [((1,), (Fraction(1, 4),)), ((2,), (Fraction(3, 4),))]


def test_two_things_share_their_rows() -> None:
    found = rows(of_dice("d2+1"), of_dice("d2"))
    assert [(row.outcomes, row.shares) for row in found.rows] == [
        ((1,), (0, Fraction(1, 2))), ((2,), (Fraction(1, 2), Fraction(1, 2))), ((3,), (Fraction(1, 2), 0))
    ]  # fmt: skip
