"""`rulewright rules` and `rulewright games`."""

from __future__ import annotations

import json
import re
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

[[rules]]
id = "TOY-DICE-OPEN-01"
title = "Dice on the floor"
title_ja = "床のダイス"
text = "Not settled; read as lost."
options = ["floor", "reach"]

[[rules]]
id = "OP-L02"
title = "Luck of the dead"
text = "Not settled; read as none."

[[chapters]]
id = "OPEN"
title = "Open points"

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

HOUSE_RULES = """
[[options]]
name = "floor"
title = "Dice that fall off the table"
title_ja = "床"
text = "`lost` (default): they are lost. `again`: they are thrown again."
why = "The book is silent."
rules = ["TOY-DICE-OPEN-01", "TOY-DICE-01"]
[options.value_texts]
lost = "Lost"
again = "Thrown again"
[options.value_texts_ja]
lost = "なし"
again = "もう一度"

[[options]]
name = "reach"
title = "How far they may roll"
text = "In metres."
why = "Arms are short."
[options.value_texts]
none = "As far as they like"

[[options]]
name = "luck"
title = "Luck of a new character"
text = "From 1 to 9."
why = "One is too few."

[[presets]]
id = "plain"
title = "Plain"
title_ja = "普通"
text = "As it stands."

[[presets]]
id = "wild"
title = "Wild"
text = "Thrown again."

[[open_points]]
number = 7
text = "Who throws first is not said; the oldest does."
rules = ["TOY-LUCK-01"]
"""
CODE = """
from typing import Annotated, Literal

import msgspec

from rulewright.engine.house_rule_texts import read_house_rules
from rulewright.engine.rulebook import read_rulebook


class Options(msgspec.Struct):
    floor: Literal["lost", "again"] = "lost"
    reach: Annotated[int, msgspec.Meta(ge=1, le=5)] | None = None
    luck: Annotated[int, msgspec.Meta(ge=1, le=9)] = 3


class Toy:
    id, title, rules_version, languages = "toy", "Toy", "1", ("en", "ja")
    options_type = Options
    presets = {"plain": {}, "wild": {"floor": "again"}}
    offered_preset = "wild"
    procedures = {}

    def rulebook(self):
        return read_rulebook(BOOK)

    def house_rules(self):
        return read_house_rules(HOUSE_RULES)

    def scenarios(self):
        return {}


game = Toy()
"""


@pytest.fixture
def toy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A game of a package of its own, installed for one test: rules and house rules with Japanese twins, a glossary."""
    (tmp_path / "toy_game.py").write_text(f"BOOK = {BOOK!r}\nHOUSE_RULES = {HOUSE_RULES!r}\n{CODE}", "utf-8")
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


@pytest.mark.usefixtures("toy")
def test_games_lists_presets_by_title(capsys: Capture) -> None:
    assert main(["games"]) == 0
    shown = capsys.readouterr().out
    assert "house rules (* is offered for new tables):\n    plain   Plain\n    wild *  Wild\n" in shown
    assert main(["games", "--json"]) == 0
    (found,) = [game for game in json.loads(capsys.readouterr().out) if game["id"] == "toy"]
    assert found["presets"] == [
        {"id": "plain", "title": "Plain", "text": "As it stands."},
        {"id": "wild", "title": "Wild", "text": "Thrown again."},
    ]
    assert found["offered_preset"] == "wild"


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
    assert capsys.readouterr().out == (
        "Toy\n\nDICE  Dice         2 rules  ダイス\nLUCK  Luck         1 rules\nOPEN  Open points  1 rules\n"
    )
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


FLOOR = """\
floor  Dice that fall off the table
 *  lost   Lost
    again  Thrown again
`lost` (default): they are lost. `again`: they are thrown again.
Why: The book is silent.
Rules: TOY-DICE-OPEN-01, TOY-DICE-01
"""
REACH = """\
reach  How far they may roll
 *  none    As far as they like
    1 to 5
In metres.
Why: Arms are short.
"""
LUCK = """\
luck  Luck of a new character
 *  1 to 9  the default is 3
From 1 to 9.
Why: One is too few.
"""


@pytest.mark.usefixtures("toy")
def test_house_rules_with_their_choices_the_default_starred(capsys: Capture) -> None:
    assert main(["rules", "toy", "--options"]) == 0
    assert capsys.readouterr().out == f"{FLOOR}\n{REACH}\n{LUCK}"
    assert main(["rules", "toy", "--options", "thrown", "silent"]) == 0
    assert capsys.readouterr().out == FLOOR
    assert main(["rules", "toy", "--options", "もう一度", "--lang", "ja"]) == 0
    assert "floor  床\n *  lost   なし\n    again  もう一度\n" in capsys.readouterr().out
    assert main(["rules", "toy", "--options", "xyzzy"]) == 2
    assert "no house rule contains 'xyzzy'" in capsys.readouterr().err


@pytest.mark.usefixtures("toy")
def test_house_rules_as_json(capsys: Capture) -> None:
    assert main(["rules", "toy", "--options", "--json"]) == 0
    floor, reach, luck = json.loads(capsys.readouterr().out)
    assert floor == {
        "name": "floor",
        "title": "Dice that fall off the table",
        "choices": [{"value": "lost", "text": "Lost"}, {"value": "again", "text": "Thrown again"}],
        "numbers": None,
        "default": "lost",
        "text": "`lost` (default): they are lost. `again`: they are thrown again.",
        "why": "The book is silent.",
        "rules": ["TOY-DICE-OPEN-01", "TOY-DICE-01"],
    }
    assert reach["choices"] == [{"value": None, "text": "As far as they like"}]
    assert (reach["numbers"], reach["default"]) == ({"least": 1, "most": 5}, None)
    assert (luck["numbers"], luck["default"], luck["choices"]) == ({"least": 1, "most": 9}, 3, [])


OPEN = """\
TOY-DICE-OPEN-01  Dice on the floor
Not settled; read as lost.
  floor = lost (Lost)
    Why: The book is silent.
  reach = none (As far as they like)
    Why: Arms are short.

OP-L02  Luck of the dead
Not settled; read as none.

luck  Luck of a new character
From 1 to 9.
  luck = 3
    Why: One is too few.

7  Luck points
Who throws first is not said; the oldest does.
Rules: TOY-LUCK-01
"""


@pytest.mark.usefixtures("toy")
def test_one_page_of_all_open_points(capsys: Capture) -> None:
    assert main(["rules", "toy", "--open"]) == 0
    assert capsys.readouterr().out == OPEN
    assert main(["rules", "toy", "--open", "--lang", "ja"]) == 0
    assert "TOY-DICE-OPEN-01  床のダイス\n" in capsys.readouterr().out
    assert main(["rules", "toy", "--open", "--json"]) == 0
    points = json.loads(capsys.readouterr().out)
    assert [point["id"] for point in points] == ["TOY-DICE-OPEN-01", "OP-L02", "luck", "7"]
    assert points[0] == {
        "id": "TOY-DICE-OPEN-01",
        "title": "Dice on the floor",
        "text": "Not settled; read as lost.",
        "rules": [],
        "options": [
            {"name": "floor", "default": "lost", "why": "The book is silent."},
            {"name": "reach", "default": None, "why": "Arms are short."},
        ],
    }


def test_open_points_of_the_games(capsys: Capture) -> None:
    assert main(["rules", "nw3", "--open", "--json"]) == 0
    ids = [point["id"] for point in json.loads(capsys.readouterr().out)]
    assert {"NW3-OPEN-01", "OP-C30"} <= set(ids)
    assert main(["rules", "nw3", "OPEN", "--json"]) == 0
    chapter = [rule["id"] for rule in json.loads(capsys.readouterr().out)]
    assert {"NW3-OPEN-01", "OP-C30"} <= set(chapter) <= set(ids)
    assert main(["rules", "cairn", "--open"]) == 0
    shown = capsys.readouterr().out
    assert "simultaneity = per_side (Within one side)" in shown
    assert "\n\n41  " in shown


@pytest.mark.parametrize("page", ["--options", "--open"])
def test_finnish_house_rules_and_open_points(page: str, capsys: Capture) -> None:
    assert main(["rules", "cairn", page, "--lang", "fi"]) == 0
    shown = capsys.readouterr().out
    assert "Miksi: Lähde" in shown
    assert "«" not in shown
    assert not re.search("Why|Rules|default|The source", shown)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--terms", "--coverage"], "--terms with --coverage; expected one of them"),
        (["--options", "--open"], "--options with --open; expected one of them"),
        (["--open", "luck"], "--open with 'luck'"),
        (["--tests", "."], "--tests without --coverage"),
        (["--options", "--tests", "."], "--tests without --coverage"),
    ],
)
def test_one_page_at_a_time(arguments: list[str], said: str, capsys: Capture) -> None:
    assert main(["rules", "cairn", *arguments]) == 2
    assert said in capsys.readouterr().err


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
