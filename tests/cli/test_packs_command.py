"""`rulewright packs`."""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path

import pytest

from rulewright.cli import main

Capture = pytest.CaptureFixture[str]
HEADER = '[pack]\nid = "my_pack"\ntitle = "Mine"\nversion = "1.0.0"\nlanguage = "en"\nruleset = "cairn"\n'


def test_the_starter_pack_is_good(capsys: Capture) -> None:
    folder = str(files("rulewright.games.cairn").joinpath("packs/starter"))
    assert main(["packs", "check", folder]) == 0
    assert "is good" in capsys.readouterr().out


def test_a_pack_may_use_the_starter_packs_things(tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(HEADER)
    assert main(["packs", "check", str(file), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["game"] == "cairn"
    assert found["pack"]["id"] == "my_pack"


def test_every_problem_is_shown(tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(HEADER + '[[items]]\nid = "a"\nfoo = 1\n')
    assert main(["packs", "check", str(tmp_path), "--json"]) == 1
    problems = json.loads(capsys.readouterr().out)["problems"]
    assert {"content.missing_field", "content.unknown_field", "content.bad_value"} <= {one["code"] for one in problems}
    assert all(one["file"] == "mine.toml" and one["line"] > 0 and one["path"] for one in problems)
    assert main(["packs", "check", str(file)]) == 1
    shown = capsys.readouterr().out
    assert "mine.toml:9: items[0].foo: there is no such field" in shown
    assert f"problems: {len(problems)}" in shown


def test_what_is_odd_is_shown_and_no_mistake(tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "mine.toml"
    text = '[pack]\nid = "mine"\nname = "Mine"\nruleset = "nw3"\nversion = 1\n'
    text += '[[item]]\nid = "stone"\nname = "Stone"\nclass = ["tool"]\ncost = 0\n'
    file.write_text(text)
    assert main(["packs", "check", str(file)]) == 0
    shown = capsys.readouterr().out
    assert "warning: mine.toml:6: item[0]: a table does nothing" in shown
    assert "is good" in shown
    assert main(["packs", "check", str(file), "--json"]) == 0
    (found,) = json.loads(capsys.readouterr().out)["warnings"]
    assert (found["code"], found["line"]) == ("content.unused_item", 6)


def test_an_id_of_the_starter_pack_is_taken(tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(HEADER + '[[items]]\nid = "sword"\nname = "Sword"\nkind = "misc"\n')
    assert main(["packs", "check", str(file)]) == 1
    assert "content.duplicate_id" in capsys.readouterr().out


def test_text_that_is_no_toml(tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "mine.toml"
    file.write_bytes(b"[pack\nid = \xff")
    assert main(["packs", "check", str(file), "--game", "cairn"]) == 1
    assert "content.bad_syntax" in capsys.readouterr().out


def test_an_empty_folder(tmp_path: Path, capsys: Capture) -> None:
    assert main(["packs", "check", str(tmp_path)]) == 2
    assert "no .toml file" in capsys.readouterr().err


def test_the_schema_is_a_json_schema(capsys: Capture) -> None:
    assert main(["packs", "schema", "cairn"]) == 0
    schema = json.loads(capsys.readouterr().out)
    assert schema["$schema"].startswith("https://json-schema.org/")
    assert "monsters" in schema["properties"]
