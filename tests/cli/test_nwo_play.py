"""Night Wizard: Origin at a terminal, in Japanese: a whole fight by Enter alone, and again from its log."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from rulewright.cli import main
from rulewright.engine.journal import Answered, Closed, Commanded, Finished
from rulewright.store.jsonl import read
from sitting import GAPS, Typed, forever, sit

Capture = pytest.CaptureFixture[str]
LATIN = re.compile(r"(?<![\w.-])[A-Za-z]{3,}(?![\w.-])")
"""A word in Latin letters, which Japanese players do not expect; ids of rules and paths have hyphens and dots."""


@pytest.mark.parametrize(("scenario", "seat"), [("last_train", "akane"), ("night_school", "kureha")])
def test_enter_alone_plays_a_fight_to_its_end(scenario: str, seat: str, tmp_path: Path, capsys: Capture) -> None:
    log = tmp_path / "log"
    shown = sit(log, forever(), scenario, of="nwo", seat=seat, seed="enter", lang="ja", width=100)
    shown = shown.replace(str(log), "")
    entries, warning = read(log)
    assert isinstance(entries[-1], Closed)
    assert not warning
    assert not GAPS.search(shown)
    assert set(LATIN.findall(shown.partition("rulewright replay")[0])) <= {"Enter", "NWO"}
    given = {one.command["do"] for one in entries if isinstance(one, Commanded)}
    assert {"start_battle", "attack", "cast", "end_scenario"} <= given
    assert any(isinstance(one, Answered) for one in entries)

    assert main(["replay", "--json", str(log)]) == 0
    again = json.loads(capsys.readouterr().out)
    assert again["same"] is True
    assert [one["digest"] for one in again["commands"]] == [one.digest for one in entries if isinstance(one, Finished)]
    assert main(["verify", str(log)]) == 0


def test_the_screen_shows_the_field_the_counts_and_what_can_be_done(tmp_path: Path) -> None:
    typed = Typed([*[""] * 20, "q"])
    shown = sit(tmp_path / "log", typed, "last_train", of="nwo", seat="akane", lang="ja", width=100, height=80)
    assert "終電のホーム" in shown
    assert "辻堂 茜" in shown
    assert re.search(r"NWO-[A-Z]+-\d\d", shown)
