"""`replay` and `verify`: the same game again, the dice proved, and every change of a log found."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rulewright.cli import main
from sitting import Typed, sit

Capture = pytest.CaptureFixture[str]


@pytest.fixture
def log(tmp_path: Path, capsys: Capture) -> Path:
    path = tmp_path / "log"
    assert main(["play", "ambush", "--auto", "--log", str(path)]) == 0
    capsys.readouterr()
    return path


def changed(log: Path, change: Callable[[list[dict[str, Any]]], None]) -> str:
    entries = [json.loads(line) for line in log.read_text("utf-8").splitlines()]
    change(entries)
    log.write_text("".join(json.dumps(entry) + "\n" for entry in entries), "utf-8")
    return str(log)


def other_face(entries: list[dict[str, Any]]) -> None:
    roll = [entry for entry in entries if entry["entry"] == "roll"][7]
    roll["faces"][0] = roll["faces"][0] % roll["sides"] + 1


def test_replay_shows_events_and_digests(log: Path, capsys: Capture) -> None:
    assert main(["replay", str(log)]) == 0
    out = capsys.readouterr().out
    assert "A fight begins: Brigand 1, Brigand 2, Brigand 3, Brigand Chief.  CRN-ROUND-01" in out
    digests = [entry["digest"] for entry in map(json.loads, log.read_text().splitlines()) if entry["entry"] == "done"]
    assert [out.index(digest) for digest in digests] == sorted(out.index(digest) for digest in digests)
    assert "The same game again" in out


def test_quiet_shows_digests_alone(log: Path, capsys: Capture) -> None:
    assert main(["replay", "--quiet", str(log)]) == 0
    out = capsys.readouterr().out
    assert "A fight begins" not in out
    assert "referee: start_fight" in out


def test_replay_to_an_entry(log: Path, capsys: Capture) -> None:
    assert main(["replay", "--to", "9", "--json", str(log)]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["same"] is True
    assert found["entries"] == 10
    assert all(step["seq"] <= 9 for step in found["commands"])
    assert main(["replay", "--to", "100000", str(log)]) == 2
    assert main(["replay", "--to", "-1", str(log)]) == 2


def test_replay_in_finnish(log: Path, capsys: Capture) -> None:
    assert main(["replay", "--lang", "fi", str(log)]) == 0
    out = capsys.readouterr().out
    assert "Taistelu alkaa" in out
    assert "«" not in out


def test_verify_proves_a_sealed_log(log: Path, capsys: Capture) -> None:
    assert main(["verify", "--json", str(log)]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["status"] == "proved"
    assert found["public"] is False
    assert found["dice"] > 10
    assert main(["verify", str(log), "--lang", "fi"]) == 0


def test_a_changed_face_is_caught_by_both(log: Path, capsys: Capture) -> None:
    changed(log, other_face)
    assert main(["replay", str(log)]) == 1
    assert "This is not the game that was played. entry" in capsys.readouterr().out
    assert main(["verify", str(log)]) == 1
    assert "wrong" in capsys.readouterr().out
    assert main(["replay", "--json", str(log)]) == 1
    found = json.loads(capsys.readouterr().out)
    assert found["difference"]["seq"] == found["entries"]
    assert main(["verify", "--json", str(log)]) == 1
    assert json.loads(capsys.readouterr().out)["wrong"]["seq"] == found["difference"]["seq"]


def _other_digest(entries: list[dict[str, Any]]) -> None:
    next(entry for entry in entries if entry["entry"] == "done")["digest"] = "0" * 16


def _other_seed(entries: list[dict[str, Any]]) -> None:
    entries[-1]["seed"] = "00" * 32


def _no_entry(entries: list[dict[str, Any]]) -> None:
    del entries[12]


def _other_command(entries: list[dict[str, Any]]) -> None:
    next(entry for entry in entries if entry["entry"] == "command")["command"]["groups"] = ["chief"]


@pytest.mark.parametrize("change", [_other_digest, _other_seed, _no_entry, _other_command])
def test_every_change_is_caught_by_replay(
    change: Callable[[list[dict[str, Any]]], None], log: Path, capsys: Capture
) -> None:
    changed(log, change)
    assert main(["replay", str(log)]) == 1
    capsys.readouterr()


def test_an_open_table_replays_and_keeps_its_secret(tmp_path: Path, capsys: Capture) -> None:
    log = tmp_path / "log"
    sit(log, Typed(["", "", "q"]))
    assert main(["replay", str(log)]) == 0
    entries = log.read_text().splitlines()
    first = json.loads(entries[0])
    first.pop("seed", None)
    log.write_text("\n".join([json.dumps(first), *entries[1:]]) + "\n")
    capsys.readouterr()
    assert main(["verify", str(log)]) == 0
    assert "not" in capsys.readouterr().out
    assert main(["verify", "--json", str(log)]) == 0
    assert json.loads(capsys.readouterr().out)["status"] == "sealed"


def test_an_undone_game_replays(tmp_path: Path, capsys: Capture) -> None:
    log = tmp_path / "log"
    sit(log, Typed(["", "", "", "", "u", "u", "2", "", "", "u", *[""] * 300]), height=200)
    assert main(["replay", str(log)]) == 0
    assert main(["verify", str(log)]) == 0
    capsys.readouterr()


@pytest.mark.parametrize("command", ["replay", "verify"])
@pytest.mark.parametrize(
    "content", ["", "{}", "garbage\n", '{"entry":"closed","seq":0,"seed":""}\n', "\x00" * 99, "[" * 9999]
)
def test_what_is_no_log_is_refused_in_one_line(command: str, content: str, tmp_path: Path, capsys: Capture) -> None:
    log = tmp_path / "log"
    log.write_text(content)
    assert main([command, str(log)]) == 2
    assert capsys.readouterr().err.count("\n") == 1
    assert main([command, str(tmp_path / "none")]) == 2
    assert main([command, str(tmp_path)]) == 2
    capsys.readouterr()
