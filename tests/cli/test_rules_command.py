"""`rulewright rules` and `rulewright games`."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from rulewright import games
from rulewright.cli import main
from rulewright.cli.coverage import citations

Capture = pytest.CaptureFixture[str]

BOOK = """
[[chapters]]
id = "DICE"
title = "Dice"
title_ja = "ダイス"

[[chapters]]
id = "LUCK"
title = "Luck"

[[rules]]
id = "TOY-DICE-01"
title = "The roll"
title_ja = "判定"
text = "Roll 2d6."
options = ["dice"]

[[rules]]
id = "TOY-LUCK-01"
title = "Luck points"
text = "Spend one to roll again."

[[terms]]
id = "dice_roll"
term = "Dice Roll"
ja = "出目"
meaning = "the dice alone"

[[terms]]
id = "luck"
term = "Luck"
meaning = "a pool of points"
"""


@pytest.fixture
def toy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A game of a package of its own, installed for one test: a rulebook with Japanese twins and a glossary."""
    (tmp_path / "toy_game.py").write_text(
        "from rulewright.engine.rulebook import read_rulebook\n"
        "class Toy:\n"
        "    id, title, languages = 'toy', 'Toy', ('en',)\n"
        f"    def rulebook(self): return read_rulebook({BOOK!r})\n"
        "game = Toy()\n",
        "utf-8",
    )
    metadata = tmp_path / "toy-1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Name: toy\nVersion: 1.0\n")
    (metadata / "entry_points.txt").write_text("[rulewright.games]\ntoy = toy_game:game\n")
    monkeypatch.syspath_prepend(tmp_path)
    games.installed.cache_clear()
    yield
    games.installed.cache_clear()
    sys.modules.pop("toy_game", None)


def test_games(capsys: Capture) -> None:
    assert main(["games"]) == 0
    assert "cairn: Cairn" in capsys.readouterr().out
    assert main(["games", "--json"]) == 0
    (cairn,) = [game for game in json.loads(capsys.readouterr().out) if game["id"] == "cairn"]
    assert "fi" in cairn["languages"]
    assert "ambush" in [scenario["id"] for scenario in cairn["scenarios"]]


def test_the_text_of_a_rule(capsys: Capture) -> None:
    assert main(["rules", "cairn", "crn-save-01"]) == 0
    english = capsys.readouterr().out
    assert english.startswith("CRN-SAVE-01  Making a save (Pelastusheiton tekeminen)\n\nYou save when ")
    assert main(["rules", "cairn", "CRN-SAVE-01", "--lang", "fi"]) == 0
    finnish = capsys.readouterr().out
    assert finnish.startswith("CRN-SAVE-01  Pelastusheiton tekeminen (Making a save)\n\nPelastusheitto tehdään")


@pytest.mark.usefixtures("toy")
def test_titles_in_the_games_own_language_stand_beside(capsys: Capture) -> None:
    assert main(["rules", "toy", "TOY-DICE-01"]) == 0
    assert capsys.readouterr().out == "TOY-DICE-01  The roll (判定)\n\nRoll 2d6.\n\ntable options: dice\n"
    assert main(["rules", "toy", "TOY-LUCK-01"]) == 0
    assert capsys.readouterr().out == "TOY-LUCK-01  Luck points\n\nSpend one to roll again.\n"
    assert main(["rules", "toy"]) == 0
    assert capsys.readouterr().out == "Toy\n\nDICE  Dice  1 rules  ダイス\nLUCK  Luck  1 rules\n"
    assert main(["rules", "toy", "TOY-DICE-01", "--json"]) == 0
    (rule,) = json.loads(capsys.readouterr().out)
    assert rule["titles"] == {"en": "The roll", "ja": "判定"}


@pytest.mark.usefixtures("toy")
def test_the_glossary(capsys: Capture) -> None:
    assert main(["rules", "toy", "--terms"]) == 0
    head, *rows = (line.split("  ") for line in capsys.readouterr().out.splitlines())
    assert [cell.strip() for cell in head if cell.strip()] == ["English", "Japanese", "code name", "meaning"]
    assert [[cell.strip() for cell in row if cell.strip()] for row in rows] == [
        ["Dice Roll", "出目", "dice_roll", "the dice alone"],
        ["Luck", "luck", "a pool of points"],
    ]
    assert main(["rules", "toy", "出目", "--terms", "--json"]) == 0
    (term,) = json.loads(capsys.readouterr().out)
    assert term == {
        "id": "dice_roll",
        "term": "Dice Roll",
        "terms": {"en": "Dice Roll", "ja": "出目"},
        "meaning": "the dice alone",
    }
    assert main(["rules", "toy", "xyzzy", "--terms"]) == 2
    assert "no term contains 'xyzzy'" in capsys.readouterr().err
    assert main(["rules", "toy", "--terms", "--coverage"]) == 2


def test_a_game_without_a_glossary_says_so(capsys: Capture) -> None:
    assert main(["rules", "cairn", "--terms"]) == 0
    assert capsys.readouterr().out == "Cairn, second edition has no glossary.\n"
    assert main(["rules", "cairn", "--terms", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == []


def test_chapters_and_the_rules_of_one(capsys: Capture) -> None:
    assert main(["rules", "cairn", "--json"]) == 0
    chapters = json.loads(capsys.readouterr().out)
    saves = next(chapter for chapter in chapters if chapter["id"] == "SAVE")
    assert main(["rules", "cairn", "save", "--json"]) == 0
    assert [rule["id"] for rule in json.loads(capsys.readouterr().out)] == saves["rules"]


def test_a_search(capsys: Capture) -> None:
    assert main(["rules", "cairn", "natural", "20"]) == 0
    assert "CRN-SAVE-02" in capsys.readouterr().out
    assert main(["rules", "cairn", "xyzzy"]) == 2


def test_an_unknown_rule_names_near_ones(capsys: Capture) -> None:
    assert main(["rules", "cairn", "CRN-SAVE-99"]) == 2
    assert "CRN-SAVE-0" in capsys.readouterr().err


SOURCE = """
import pytest
pytestmark = [pytest.mark.rule("X-ALL-01")]
BOTH = ("X-A-01", "X-A-02")
CASES = [pytest.param(1, marks=pytest.mark.rule("X-B-01")), pytest.param(2, marks=[pytest.mark.rule("X-B-02")])]

@pytest.mark.rule(*BOTH)
def test_constant(): ...

@pytest.mark.rule("X-C-01", "X-C-02")
class TestClass:
    @pytest.mark.rule("X-D-01")
    async def test_inner(self): ...

@pytest.mark.parametrize("number", CASES)
def test_cases(number): ...

@pytest.mark.parametrize("number", [pytest.param(1, marks=pytest.mark.rule("X-E-01"))])
def test_more_cases(number): ...

@pytest.mark.other("X-F-01")
def test_other(): ...
"""


def test_citations_are_found_wherever_pytest_finds_marks() -> None:
    assert list(citations(SOURCE, "t.py", "t.py")) == [
        ("t.py", "X-ALL-01"),
        ("t.py::test_constant", "X-A-01"),
        ("t.py::test_constant", "X-A-02"),
        ("t.py::TestClass", "X-C-01"),
        ("t.py::TestClass", "X-C-02"),
        ("t.py::TestClass::test_inner", "X-D-01"),
        ("t.py::test_cases", "X-B-01"),
        ("t.py::test_cases", "X-B-02"),
        ("t.py::test_more_cases", "X-E-01"),
    ]


def test_coverage(tmp_path: Path, capsys: Capture) -> None:
    (tmp_path / "test_a.py").write_text(
        'import pytest\n@pytest.mark.rule("CRN-SAVE-01", "CRN-SAVE-99", "NW3-JUDGE-12")\ndef test_it(): ...\n'
    )
    assert main(["rules", "cairn", "--coverage", "--json", "--tests", str(tmp_path)]) == 1
    found = json.loads(capsys.readouterr().out)
    assert found["rules"]["CRN-SAVE-01"]["tests"] == ["test_a.py::test_it"]
    assert any(place.startswith("cairn/saves.py:") for place in found["rules"]["CRN-SAVE-01"]["code"])
    assert "CRN-SAVE-02" in found["missing"]
    assert "CRN-SAVE-01" not in found["missing"]
    assert found["unknown"] == {"CRN-SAVE-99": ["test_a.py::test_it"]}
    assert main(["rules", "cairn", "--coverage", "--tests", str(tmp_path)]) == 1
    assert "CRN-SAVE-01: 1 tests" in capsys.readouterr().out


def test_coverage_of_everything_exits_0(tmp_path: Path, capsys: Capture) -> None:
    main(["rules", "cairn", "--json"])
    ids = [rule for chapter in json.loads(capsys.readouterr().out) for rule in chapter["rules"]]
    marks = "\n".join(f'@pytest.mark.rule("{rule}")' for rule in ids)
    (tmp_path / "test_all.py").write_text(f"import pytest\n{marks}\ndef test_all(): ...\n")
    assert main(["rules", "cairn", "--coverage", "--json", "--tests", str(tmp_path)]) == 0
    assert json.loads(capsys.readouterr().out)["missing"] == []


def test_coverage_without_tests_says_so(tmp_path: Path, capsys: Capture) -> None:
    assert main(["rules", "cairn", "--coverage", "--tests", str(tmp_path)]) == 2
    assert "no file test_*.py" in capsys.readouterr().err
    assert main(["rules", "cairn", "--coverage", "--tests", str(tmp_path / "nowhere")]) == 2
    (tmp_path / "test_bad.py").write_text("def (")
    assert main(["rules", "cairn", "--coverage", "--tests", str(tmp_path)]) == 2
    assert "this is no Python" in capsys.readouterr().err
