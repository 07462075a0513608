"""`rulewright roll`."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from importlib.resources import files
from typing import Any

import pytest

from rulewright.cli import main
from rulewright.cli.output import LANGUAGES
from rulewright.cli.rolling import ENGLISH, quick
from rulewright.engine.words import Catalogue

Capture = pytest.CaptureFixture[str]
PARTS = ("cli.po", "play.po")


def rolled(capsys: Capture, *arguments: str) -> Any:
    assert main(["roll", *arguments, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def test_total_and_every_die(capsys: Capture) -> None:
    roll = rolled(capsys, "4d6kh3+2", "--seed", "a")
    (part,) = roll["parts"]
    kept = [die["face"] for die in part["dice"] if die["kept"]]
    assert len(part["dice"]) == 4
    assert len(kept) == 3
    assert roll["total"] == sum(kept) + 2
    assert main(["roll", "4d6kh3+2", "--seed", "a"]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith(f"4d6kh3+2: {roll['total']}\n  4d6kh3: {sum(kept)} (")
    assert shown.count("dropped") == 1


def test_hits_and_explosions_are_marked(capsys: Capture) -> None:
    assert main(["roll", "30d6!>=5", "--seed", "a"]) == 0
    hits = capsys.readouterr().out
    assert "explodes" in hits
    assert "hit" in hits


def test_success_against_a_target(capsys: Capture) -> None:
    assert rolled(capsys, "d6+5>=6")["success"] is True
    assert rolled(capsys, "d6>=7")["success"] is False
    main(["roll", "d6+5>=6"])
    assert ", success\n" in capsys.readouterr().out


def test_the_same_seed_gives_the_same_dice(capsys: Capture) -> None:
    assert rolled(capsys, "20d20", "--seed", "x") == rolled(capsys, "20d20", "--seed", "x")
    assert rolled(capsys, "20d20", "--seed", "x") != rolled(capsys, "20d20", "--seed", "y")
    assert rolled(capsys, "20d20") != rolled(capsys, "20d20")


def test_times_gives_a_list(capsys: Capture) -> None:
    assert len(rolled(capsys, "2d6", "--times", "7")) == 7
    assert len(rolled(capsys, "2d6", "--times", "1")) == 1
    assert main(["roll", "2d6", "--times", "0"]) == 2


def test_finnish(capsys: Capture) -> None:
    assert main(["roll", "4d6kh3", "--lang", "fi"]) == 0
    assert "hylätty" in capsys.readouterr().out


def test_odds(capsys: Capture) -> None:
    found = rolled(capsys, "2d6", "--odds")
    assert found["mean"] == 7
    assert {row["outcome"]: row["exact"] for row in found["outcomes"]}[7] == "1/6"
    assert rolled(capsys, "2d6+0>=10", "--odds")["success"] == pytest.approx(1 / 6)
    assert main(["roll", "2d6", "--odds", "--seed", "1"]) == 2


@pytest.mark.parametrize("expression", ["4d6kh9", "1d6/0", "d6!>0", "9**9", "1d20.5", "2d6 foo", "999999999999d6"])
def test_bad_dice_are_refused_with_the_place(expression: str, capsys: Capture) -> None:
    assert main(["roll", expression]) == 2
    assert "position" in capsys.readouterr().err


def test_the_quick_reader_leaves_what_it_does_not_know() -> None:
    for arguments in ([], ["--help"], ["2d6", "3d6"], ["2d6", "--seed"], ["2d6", "--lang", "fi"], ["2d6", "--odds"]):
        assert quick(arguments) is None


def _messages(language: str) -> Mapping[str, str]:
    folder = files("rulewright.cli").joinpath("locale", language)
    return Catalogue(language, lambda: [folder.joinpath(name).read_text("utf-8") for name in PARTS]).messages


def _placeholders(text: str) -> set[str]:
    return set(re.findall(r"{(\w+)}", text))


def test_the_quick_english_is_the_catalogues() -> None:
    messages = _messages("en")
    assert {key: messages[key] for key in ENGLISH} == ENGLISH


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_catalogues_have_the_same_keys_and_placeholders(language: str) -> None:
    english, told = _messages("en"), _messages(language)
    assert told.keys() == english.keys()
    assert not [key for key, text in told.items() if _placeholders(text) != _placeholders(english[key])]
