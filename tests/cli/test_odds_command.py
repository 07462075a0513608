"""`rulewright odds`."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest

from rulewright.cli import main
from rulewright.cli.output import bar

Capture = pytest.CaptureFixture[str]


def odds(capsys: Capture, *arguments: str) -> Any:
    assert main(["odds", *arguments, "--format", "json"]) == 0
    return json.loads(capsys.readouterr().out)


def exact(found: Any) -> dict[Any, Fraction]:
    return {row["outcome"]: Fraction(row["exact"]) for row in found["outcomes"]}


@pytest.mark.rule("CRN-SAVE-01", "CRN-SAVE-02")
@pytest.mark.parametrize(("ability", "twentieths"), [(0, 1), (1, 1), (10, 10), (19, 19), (20, 19), (99, 19)])
def test_of_a_save(ability: int, twentieths: int, capsys: Capture) -> None:
    found = odds(capsys, "cairn", "save", "--json", json.dumps({"ability": ability}))
    assert exact(found)["success"] == Fraction(twentieths, 20)
    assert found["mean"] == pytest.approx(twentieths / 20)
    assert found["dropped"] == 0


@pytest.mark.rule("NW3-JUDGE-05", "NW3-JUDGE-11", "NW3-PRANA-03")
def test_of_judges_of_nw3(capsys: Capture) -> None:
    fields = {"alter": 6, "kind": "normal", "difficulty": 14, "prana": 1}
    found = odds(capsys, "nw3", "judge", "--json", json.dumps(fields))
    assert exact(found)["success"] == Fraction(21, 36)  # 8 or more, or a 7
    assert "events" not in found
    fields["plan"] = {"raise_if_short_by": 1}
    found = odds(capsys, "nw3", "judge", "--json", json.dumps(fields))
    assert exact(found)["success"] == Fraction(21, 36)  # nothing lacks 1, since a 7 succeeds


@pytest.mark.rule("NW3-JUDGE-07", "NW3-ATTACK-06")
def test_events_of_an_attack_have_lines_of_their_own(capsys: Capture) -> None:
    fields = '{"hit": 11, "dodge": 9, "damage": 12, "defence": 6}'
    found = odds(capsys, "nw3", "attack", "--json", fields)
    assert found["events"]["hit"] == pytest.approx(0.749826, abs=1e-6)
    assert found["events"]["hit"] == pytest.approx(
        sum(row["probability"] for row in found["outcomes"] if row["outcome"]["hit"])
    )
    assert found["dropped"] < 1e-10
    assert main(["odds", "nw3", "attack", "--json", fields]) == 0
    shown = capsys.readouterr().out
    assert "hit: 74.98 %" in shown
    assert "incapacitated: 7.98 %" in shown
    first = shown.split("\n")[0]
    assert first == (
        'attack (hit 11, dodge 9, damage 12, defence 6, hp 20, reduction 0, defender {"critical":10,"fumble":5})'
    )
    assert main(["odds", "nw3", "opposed", "--json", '{"attacker": {"seven": true}}']) == 0
    assert "the Attacker wins: " in capsys.readouterr().out


def test_of_dice(capsys: Capture) -> None:
    found = odds(capsys, "dice", "20d20kh3")
    assert sum(exact(found).values()) == 1
    assert found["percentiles"]["50"] == 56
    assert exact(odds(capsys, "dice", "2d6"))[12] == Fraction(1, 36)
    assert main(["odds", "dice", "2d6", "--json", '{"a": 1}']) == 2


def test_percentiles_and_mean(capsys: Capture) -> None:
    found = odds(capsys, "dice", "d100")
    assert found["mean"] == 50.5
    assert found["percentiles"] == {"5": 5, "25": 25, "50": 50, "75": 75, "95": 95}


def test_a_comparison(capsys: Capture) -> None:
    found = odds(capsys, "cairn", "damage", "--json", '{"damage": "d6"}', "--compare", '{"damage": "d8"}')
    assert found["mean"] == 3.5
    assert found["compare"]["mean"] == 4.5
    assert main(["odds", "cairn", "damage", "--compare", '{"damage": "d8"}']) == 0
    shown = capsys.readouterr().out
    assert "B - A" in shown
    assert "+12.50" in shown


def test_a_probability_left_out_is_reported(capsys: Capture) -> None:
    found = odds(capsys, "cairn", "attack", "--json", '{"damage": "d8"}', "--drop", "0.05")
    assert found["dropped"] > 0
    assert sum(row["probability"] for row in found["outcomes"]) + found["dropped"] == pytest.approx(1)
    for drop in ("1", "-0.1", "x", "1/0", "1e-99999999"):
        assert main(["odds", "cairn", "attack", "--drop", drop]) == 2


def test_a_long_run_of_numbers_is_drawn_in_bands(capsys: Capture) -> None:
    assert main(["odds", "dice", "100d6"]) == 0
    lines = capsys.readouterr().out.split("\n")
    assert lines[2].startswith("100 to 286  <0.01 %")
    assert len(lines) < 40


def test_many_outcomes_are_drawn_by_their_number(capsys: Capture) -> None:
    assert main(["odds", "cairn", "abilities"]) == 0
    assert "drawn by their number" in capsys.readouterr().out


def test_too_many_paths_is_an_error_in_one_line(capsys: Capture) -> None:
    assert main(["odds", "dice", "1000d1000"]) == 2
    assert "sample it instead" in capsys.readouterr().err


def test_wrong_fields_name_the_option(capsys: Capture) -> None:
    assert main(["odds", "cairn", "save", "--json", '{"ability": 1}', "--compare", '{"abilty": 1}']) == 2
    assert "--compare" in capsys.readouterr().err


def test_bars() -> None:
    assert len(bar(1.0, 10)) == 10
    assert bar(0.0, 10) == ""
