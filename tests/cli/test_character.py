"""`character`: made by questions or by dice, checked, and shown."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rulewright.cli import main
from rulewright.cli.making import Maker
from rulewright.cli.terminal import Left
from rulewright.engine.drivers import SampledDice
from rulewright.games.cairn import game
from sitting import GAPS, Typed, terminal

Capture = pytest.CaptureFixture[str]


@pytest.mark.parametrize("seed", range(12))
def test_a_random_character_keeps_all_rules(seed: int, tmp_path: Path, capsys: Capture) -> None:
    out = tmp_path / "one.toml"
    lang = ("en", "fi")[seed % 2]
    assert main(["character", "new", "cairn", "--random", "--seed", str(seed), "--out", str(out), "--lang", lang]) == 0
    assert not GAPS.search(capsys.readouterr().out.replace(str(tmp_path), "").replace(".toml", ""))
    for file in tmp_path.glob("*.toml"):
        assert main(["character", "check", str(file)]) == 0
        for language in game.languages:
            assert main(["character", "sheet", str(file), "--lang", language]) == 0
            assert main(["character", "sheet", str(file), "--lang", language, "--markdown"]) == 0
    assert "«" not in capsys.readouterr().out


def test_the_same_seed_makes_the_same_character(capsys: Capture) -> None:
    made = []
    for _ in range(2):
        assert main(["character", "new", "cairn", "--random", "--seed", "x", "--name", "Ää", "--json"]) == 0
        made.append(json.loads(capsys.readouterr().out))
    assert made[0] == made[1]
    assert made[0][0]["name"] == "Ää"


def test_a_file_is_never_overwritten(tmp_path: Path, capsys: Capture) -> None:
    out = tmp_path / "one.toml"
    out.write_text("mine")
    assert main(["character", "new", "cairn", "--random", "--out", str(out)]) == 2
    assert out.read_text() == "mine"
    assert capsys.readouterr().out == ""


def test_without_a_terminal_the_dice_decide(capsys: Capture) -> None:
    assert main(["character", "new", "cairn", "--seed", "1"]) == 0
    assert "no terminal" in capsys.readouterr().out


# ---------------------------------------------------------------- guided


def guided(*lines: str, name: str = "", lang: str = "en") -> tuple[object, str]:
    at, shown = terminal(Typed(lines), lang)
    made = Maker(game, at, SampledDice("1")).make(name)
    return made[0], shown.getvalue()


def test_guided_by_questions() -> None:
    made, shown = guided("3", "2", "Tuohi", "2", "3", "0", "", "", "")
    assert made.name == "Tuohi"  # type: ignore[attr-defined]
    assert made.background == "tar_burner"  # type: ignore[attr-defined]
    assert made.answers == [1, 2]  # type: ignore[attr-defined]
    assert made.traits == {}  # type: ignore[attr-defined]
    assert "What is the name of the Tar Burner?" in shown
    assert not game.characters.problems(made)


def test_a_name_may_be_given() -> None:
    made, shown = guided(*[""] * 12, name="Kerkko")
    assert made.name == "Kerkko"  # type: ignore[attr-defined]
    assert "What is the name" not in shown


@pytest.mark.parametrize("lang", ["en", "fi"])
def test_keys_rubbish_and_undo(lang: str) -> None:
    lines = ["w", "?", "r CRN-HIRE-01", "u", "x", "99", "3", "2", "", "/w", "/u", "3", "u", "u", "u", "4", *[""] * 12]
    made, shown = guided(*lines, lang=lang)
    assert made.background == "lamp_warden"  # type: ignore[attr-defined]
    assert not GAPS.search(shown)


def test_dice_stay_as_they_fell_before_an_undone_answer() -> None:
    plain, _ = guided("1", "1", *[""] * 10)
    undone, _ = guided("1", "3", "u", "1", *[""] * 10)
    assert plain.background == undone.background  # type: ignore[attr-defined]


@pytest.mark.parametrize("lines", [["q"], ["3", "2", "/q"], ["3"], []])
def test_leaving(lines: list[str]) -> None:
    with pytest.raises(Left):
        guided(*lines)


# ---------------------------------------------------------------- files


@pytest.fixture
def good(tmp_path: Path, capsys: Capture) -> Path:
    out = tmp_path / "one.toml"
    assert main(["character", "new", "cairn", "--random", "--seed", "1", "--name", "Aune", "--out", str(out)]) == 0
    capsys.readouterr()
    return out


def test_check_names_what_is_wrong_and_the_rule(good: Path, capsys: Capture) -> None:
    text = good.read_text()
    good.write_text("\n".join("hp = 77" if line.startswith("hp =") else line for line in text.split("\n")))
    assert main(["character", "check", str(good)]) == 1
    out = capsys.readouterr().out
    assert "hp is 77" in out
    assert "CRN-HEAL-09" in out
    assert main(["character", "check", str(good), "--json"]) == 1
    (problem,) = json.loads(capsys.readouterr().out)["problems"]
    assert problem["at"] == "hp"
    assert problem["rule"] == "CRN-HEAL-09"
    assert main(["character", "check", str(good), "--lang", "fi"]) == 1
    assert "«" not in capsys.readouterr().out


def test_sheet_as_json(good: Path, capsys: Capture) -> None:
    assert main(["character", "sheet", str(good), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["name"] == "Aune"


@pytest.mark.parametrize(
    "content", [b"", b"\xff\xfe", b"hp = [", b'game = "chess"', b"game = 4", b"a = " + b"[" * 5000, b'name = "x"']
)
@pytest.mark.parametrize("command", ["check", "sheet"])
def test_what_is_no_character_is_refused_in_one_line(
    command: str, content: bytes, tmp_path: Path, capsys: Capture
) -> None:
    file = tmp_path / "bad.toml"
    file.write_bytes(content)
    assert main(["character", command, str(file)]) == 2
    assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.parametrize(
    "arguments",
    [["new", "chess"], ["new", "cairn", "--lang", "xx"], ["new", "cairn", "--json"], ["check", "/nowhere"],
     ["sheet", "/nowhere"], ["nonsense"], ["check", "/"]],
)  # fmt: skip
def test_wrong_arguments_are_one_plain_line(arguments: list[str], capsys: Capture) -> None:
    assert main(["character", *arguments]) == 2
    assert capsys.readouterr().err.count("\n") == 1
