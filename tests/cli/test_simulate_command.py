"""`rulewright simulate`."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
from importlib.resources import files
from pathlib import Path
from time import sleep
from typing import Any

import pytest

from rulewright.cli import main

Capture = pytest.CaptureFixture[str]


def simulated(capsys: Capture, *arguments: str) -> Any:
    assert main(["simulate", *arguments, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def test_the_same_figures_on_one_and_two_processes(capsys: Capture) -> None:
    arguments = ["ambush", "-n", "500", "--seed", "s", "--vary", "foes.chief.hp=4,8"]
    alone = simulated(capsys, *arguments, "--processes", "1")
    together = simulated(capsys, *arguments, "--processes", "2")
    assert alone == together
    assert [one["values"] for one in alone["variants"]] == [{"foes.chief.hp": 4}, {"foes.chief.hp": 8}]
    assert simulated(capsys, *arguments[:3], "--seed", "t") != simulated(capsys, *arguments[:3], "--seed", "u")


def test_the_report(capsys: Capture) -> None:
    (found,) = simulated(capsys, "ambush", "-n", "60")["variants"]
    assert found["samples"] == 60
    assert found["stalemates"] == 0
    for flag in found["flags"].values():
        assert 0 <= flag["low"] <= flag["rate"] <= flag["high"] <= 1
    for figure in found["figures"].values():
        assert figure["least"] <= figure["mean"] <= figure["most"]
    for tally in found["tallies"].values():
        assert sum(one["share"] for one in tally.values()) == pytest.approx(1)
    assert main(["simulate", "ambush", "-n", "60"]) == 0
    shown = capsys.readouterr()
    assert "60 samples, seed 1" in shown.out
    assert "Win " in shown.out
    assert shown.err == ""


def test_a_sweep_is_a_table(capsys: Capture) -> None:
    arguments = ["ambush", "-n", "30", "--vary", "foes.chief.hp=2..10..4", "--vary", "foes.0.armor=0,1"]
    assert main(["simulate", *arguments, "--lang", "fi"]) == 0
    lines = capsys.readouterr().out.split("\n")
    heading = next(place for place, line in enumerate(lines) if line.strip().startswith("foes.chief.hp"))
    values = [line.split()[:2] for line in lines[heading + 1 : heading + 7]]
    assert values == [["2", "0"], ["2", "1"], ["6", "0"], ["6", "1"], ["10", "0"], ["10", "1"]]


def test_a_scenario_from_a_file(tmp_path: Path, capsys: Capture) -> None:
    text = files("rulewright.games.cairn").joinpath("scenarios/ambush.toml").read_text("utf-8")
    file = tmp_path / "mine.toml"
    file.write_text(text.replace('id = "ambush"', 'id = "mine"'), "utf-8")
    mine = simulated(capsys, str(file), "--game", "cairn", "-n", "20")
    assert mine["variants"] == simulated(capsys, "ambush", "-n", "20")["variants"]
    file.write_text(text + "\nnonsense = 1\n")
    assert main(["simulate", str(file)]) == 2
    file.write_text("[")
    assert main(["simulate", str(file)]) == 2


def test_house_rules(capsys: Capture) -> None:
    found = simulated(capsys, "ambush", "-n", "5", "--preset", "core_text", "--option", "inventory_slots=9")
    assert found["options"]["inventory_slots"] == 9
    assert found["options"]["full_inventory_zero_hp"] is False


def test_samples_without_an_end_are_reported(capsys: Capture) -> None:
    assert main(["simulate", "ambush", "-n", "5", "--most-commands", "1"]) == 0
    assert "5 samples did not come to an end" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["ambushh"], 'did you mean "ambush"'),
        (["nowhere.toml"], "No such file"),
        (["ambush", "-n", "0"], "1 to 10,000,000"),
        (["ambush", "--processes", "0"], "--processes"),
        (["ambush", "--preset", "x"], "core_text"),
        (["ambush", "--option", "inventory_slot=9"], 'did you mean "inventory_slots"'),
        (["ambush", "--option", "inventory_slots=99"], "1 to 40"),
        (["ambush", "--option", "inventory_slots"], "NAME=VALUE"),
        (["ambush", "--vary", "foes.0.hp"], "PLACE=VALUES"),
        (["ambush", "--vary", "foes.nobody.hp=1"], "brigands"),
        (["ambush", "--vary", "foes.0.hpp=1"], "armor"),
        (["ambush", "--vary", "foes.0.hp=0..3"], ">= 1"),
        (["ambush", "--vary", "foes.0.monster=nobody"], "nobody"),
        (["ambush", "--game", "parcheesi"], "no game"),
    ],
)
def test_what_is_wrong_is_said_and_exits_2(arguments: list[str], said: str, capsys: Capture) -> None:
    assert main(["simulate", *arguments]) == 2
    shown = capsys.readouterr()
    assert said in shown.err
    assert shown.out == ""


@pytest.mark.skipif(os.name != "posix" or shutil.which("ps") is None, reason="needs signals and ps")
@pytest.mark.parametrize(("sign", "code"), [("SIGINT", 130), ("SIGKILL", -9)])
def test_an_end_from_outside_leaves_no_process_and_no_traceback(sign: str, code: int) -> None:
    program = "import sys; from rulewright.cli import main\nif __name__ == '__main__': sys.exit(main())"
    arguments = ["simulate", "ambush", "-n", "1000000", "--processes", "2"]
    with subprocess.Popen(
        [sys.executable, "-c", program, *arguments],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        start_new_session=True,
    ) as process:
        assert process.stderr is not None
        while len(_children(process.pid)) < 3:  # two workers, and Python's own tracker of resources
            assert process.poll() is None
            sleep(0.05)
        sleep(0.5)
        process.send_signal(getattr(signal, sign))
        # the pipe ends when the last process of the group has let go of it
        said = process.stderr.read()
        assert b"Traceback" not in said
        assert said == b"" or sign == "SIGKILL"  # after which Python's tracker tidies up and says so
        assert process.wait(60) == code


def _children(process: int) -> list[str]:
    found = subprocess.run(["ps", "-o", "pid=", "--ppid", str(process)], capture_output=True, text=True, check=False)
    return found.stdout.split()
