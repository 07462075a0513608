"""The worked examples of level up and class change that need no table."""

from __future__ import annotations

from typing import Any

import pytest

from nwo_play import cases, quay, rows_of
from rulewright.engine.drivers import Script
from rulewright.games.nwo import standing
from rulewright.games.nwo.growth import class_change, gains
from rulewright.games.nwo.records.growth import PranaRow
from rulewright.games.nwo.records.vocabulary import DerivedKey


def ids(rows: list[dict[str, Any]]) -> list[str]:
    return [row["id"] for row in rows]


@pytest.mark.rule("NWO-LEVEL-09")
@pytest.mark.parametrize("row", rows_of("growth_row"), ids=ids(rows_of("growth_row")))
def test_growth_row(row: dict[str, Any]) -> None:
    assert gains.growth_row(row["given"]["level"]) == row["expect"]["row"]


def test_the_rows_of_the_examples_are_all_played() -> None:
    rows = {"level-row-1", "level-row-10", "level-row-11", "level-row-13", "level-row-20", "level-row-21"}
    assert rows == set(ids(rows_of("growth_row")))
    assert {"level-7", "level-8", "level-9", "level-10"} == set(ids(rows_of("growth_gain")))
    assert {"class-1", "class-2", "class-3", "class-4", "class-5"} == set(ids(rows_of("class_change")))


@pytest.mark.rule("NWO-LEVEL-04")
@pytest.mark.parametrize("row", rows_of("growth_gain"), ids=ids(rows_of("growth_gain")))
def test_growth_gain(row: dict[str, Any]) -> None:
    text, dice, gain = row["given"]["dice_text"], row["given"]["dice"], row["expect"]["gain"]
    assert gains.growth_gain(text, dice) == gain
    script = Script(dice)
    assert script.run(gains.rolled(text, "ruka", "growth_hp")).total == gain
    assert sum(roll.count for roll, _ in script.rolls) == len(dice)  # none for a plain number


@pytest.mark.rule("NWO-LEVEL-04")
def test_a_gain_that_was_raised_names_the_rule_and_shows_its_dice() -> None:
    found = Script([2]).run(gains.rolled("1d6-3", "ruka", "growth_mp"))
    assert (found.total, found.limit_rule) == (1, "NWO-LEVEL-04")
    assert [(part.source, part.value) for part in found.parts] == [("sum.dice", 2), ("sum.growth", -3)]


@pytest.mark.rule("NWO-LEVEL-03")
@pytest.mark.parametrize("row", [cases()["level-11"]], ids=["level-11"])
def test_prana_growth(row: dict[str, Any]) -> None:
    given = row["given"]
    rows = [PranaRow(**one) for one in given["rows"]]
    grown = gains.prana_growth(rows, given["roll"], given["prana_max"], given["release"])
    assert grown == (row["expect"]["prana_max"], row["expect"]["release"])
    assert rows == list(quay().prana_growth_of("lamp_warden").rows)  # it has no table of its own
    assert quay().prana_growth_of("tide_scribe").rows[0].prana_max == 2


@pytest.mark.rule("NWO-LEVEL-06")
@pytest.mark.parametrize("id", ["level-12", "level-13"])
def test_derived_values(id: str) -> None:
    given = cases()[id]["given"]
    total = sum(given["attributes"][name] * factor for name, factor in given["terms"].items())
    value = standing.rounded(total, given["divisor"], given["rounding"]) + given["add"]
    assert value == cases()[id]["expect"]["value"]
    key: DerivedKey = "defence" if id == "level-12" else "evasion"
    assert standing.derived(quay(), given["attributes"], key) == value  # the formulas of the example pack


@pytest.mark.rule("NWO-CLASS-01", "NWO-CLASS-03", "NWO-CLASS-04")
@pytest.mark.parametrize("row", rows_of("class_change"), ids=ids(rows_of("class_change")))
def test_class_change(row: dict[str, Any]) -> None:
    given, expect = row["given"], row["expect"]
    reason = class_change.why_not(given["attributes"], given["requires"], given["level"], given["gm"])
    assert reason == expect.get("refused", "")
    if not reason:
        level, gained = class_change.class_level(given.get("known"))
        assert (level, gained) == (expect["class_level"], expect["auto_abilities"])
        assert given["total"] == expect["total_level"]


@pytest.mark.rule("NWO-CLASS-01")
def test_the_conditions_are_tested_in_their_order() -> None:
    low, high = {"faith": 7}, {"faith": 8}
    assert class_change.why_not(low, high, 0, agreed=False) == "class_requirement"
    assert class_change.why_not(high, high, 0, agreed=False) == "class_level_zero"
    assert class_change.why_not(high, high, 1, agreed=False) == "class_needs_gm"
    assert class_change.why_not(high, high, 1, agreed=True) == ""
