"""Playing at a terminal: questions, keys, undo, leaving and going on; and by policy."""

from __future__ import annotations

import os
import pty
import re
import select
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

import pytest

from rulewright.cli import main, saves
from rulewright.cli.play import Wishes, evening
from rulewright.engine.journal import Answered, Closed, Commanded, Finished, Opened, Undone
from rulewright.games.nw3.game import game as nw3
from rulewright.store.journal import MemoryJournal
from rulewright.store.jsonl import read
from sitting import GAPS, SCENARIOS, Typed, forever, sit, terminal

Capture = pytest.CaptureFixture[str]
KEYS = (
    "?",
    "w",
    "w 3",
    "w 999",
    "w x",
    "o",
    "a",
    "s",
    "s reko",
    "s nobody",
    "l",
    "l all",
    "r CRN-SAVE-01",
    "r armor",
    "r zzz",
)
RUBBISH = ("x", "0", "99999999999999999999999", "-1", "1.5", "\ufffd", "   ", "１２３", "\x1b[A", "/", "1 2 3", "q" * 9)


# ---------------------------------------------------------------- a whole game


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("seat", ["players", "referee", "all"])
def test_enter_alone_plays_a_game_to_its_end(scenario: str, seat: str, tmp_path: Path) -> None:
    log = tmp_path / "log"
    shown = sit(log, forever(), scenario, seat=seat)
    entries, warning = read(log)
    assert isinstance(entries[-1], Closed)
    assert not warning
    assert not GAPS.search(shown.replace(str(log), ""))
    assert f"rulewright replay {log}" in shown
    assert main(["replay", "--quiet", str(log)]) == 0
    assert main(["verify", str(log)]) == 0
    mine = {entry.seat for entry in entries if isinstance(entry, Commanded)}
    assert mine == {"players", "referee"}


def test_enter_alone_plays_a_whole_evening_with_a_dive_to_its_end(tmp_path: Path) -> None:
    log = tmp_path / "log"
    shown = sit(log, forever(), "one_year_less_a_day", seat="kanata", of="nw3")
    entries, _ = read(log)
    assert isinstance(entries[-1], Closed)
    given = [entry.command["do"] for entry in entries if isinstance(entry, Commanded)]
    assert {"look_into", "enter_fortress", "go_through_gate"} <= set(given)
    assert "The last train has gone." in " ".join(shown.split())


def test_the_screen_shows_what_a_newcomer_needs(tmp_path: Path) -> None:
    shown = sit(tmp_path / "log", Typed(["", "q"]))
    assert "Toll on the Causeway" in shown
    assert "You play Aune, Reko, Ilmi, Tuomas." in shown
    assert "Type the number of a choice and press Enter" in shown
    assert re.search(r"Aune +6/6 +12 +2 Sword, Shield", shown)
    assert "Round 1. What does Aune do?" in shown
    assert "▸ 1  Attack Brigand 1 with Sword, d8" in shown
    assert "Enter = 1 · ? why · o odds · u undo · s sheet · l log · r rule · c do · q quit" in shown


@pytest.mark.parametrize("width", [40, 80, 120, 200])
@pytest.mark.parametrize("lang", ["en", "fi"])
def test_no_line_is_wider_than_the_terminal(width: int, lang: str, tmp_path: Path) -> None:
    shown = sit(tmp_path / "log", Typed(["", *KEYS, "", "", "", "q"]), lang=lang, width=width)
    board = [line for line in shown.split("\n") if "CRN-" not in line and "»" not in line and "/" in line]
    assert max(len(line) for line in board if re.search(r"Aune +\d", line)) <= width


def test_what_happened_is_never_scrolled_away_unread(tmp_path: Path) -> None:
    typed = Typed(["", "", "", "", "q", "q"])
    sit(tmp_path / "low", typed, height=12)
    assert any("go on" in prompt for prompt in typed.prompts)
    tall = Typed(["", "", "", "q"])
    sit(tmp_path / "tall", tall, height=200)
    assert set(tall.prompts) == {"> "}


def test_questions_of_the_rules_come_in_the_same_form(tmp_path: Path) -> None:
    log = tmp_path / "log"
    shown = sit(log, Typed(["", "o", "w", "1，3", "q"]), seat="all", height=100)
    assert "Round 1: who acts without a DEX save?" in shown
    assert "CRN-ROUND-04" in shown
    answers = [entry.answer for entry in read(log)[0] if isinstance(entry, Answered)]
    assert answers == [["aune", "ilmi"]]


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("seat", ["players", "referee", "all"])
@pytest.mark.parametrize("seed", range(3))
def test_whatever_is_typed_it_goes_on(scenario: str, seat: str, seed: int, tmp_path: Path) -> None:
    random = Random(f"{scenario} {seat} {seed}")
    lines = [
        random.choice([*"123456789", "10", "11", "", "", "u", "u", "1,2", *KEYS, *RUBBISH]) for _ in range(120)
    ]  # fmt: skip
    log = tmp_path / "log"
    shown = sit(log, Typed(lines), scenario, seat=seat, seed=str(seed), lang=("en", "fi")[seed % 2])
    assert "«" not in shown
    assert main(["replay", "--quiet", str(log)]) == 0
    assert main(["verify", str(log)]) == 0


# ---------------------------------------------------------------- keys


@pytest.fixture
def fighting(tmp_path: Path) -> Path:
    """A fight at the beginning of its second round."""
    log = tmp_path / "fight"
    sit(log, Typed(["", "", "", "q"]), height=200)
    return log


def pressed(log: Path, *keys: str, lang: str = "en") -> str:
    return sit(log, Typed([*keys, "q"]), height=200, lang=lang)


def test_why_shows_the_rules_and_opens_the_last_numbers(fighting: Path) -> None:
    for key in ("?", "w", "？"):
        shown = pressed(fighting, key)
        assert "CRN-ATTACK-01  Attacks always hit" in shown
        assert re.search(r"\d+d\d+: \d+", shown)
        assert re.search(r"\+4 Brigand 1  CRN-ATTACK-13 *\n +\+3 Brigand 3  does not count: CRN-ATTACK-13", shown)
        assert re.search(r"= \d+", shown)


def test_why_opens_one_line_of_the_log(fighting: Path) -> None:
    shown = pressed(fighting, "w 2")
    assert "Aune saves: DEX 10, rolled 2." in shown
    assert "1d20: 2  acting in round 1  CRN-SAVE-01" in shown
    assert "The log has lines 1 to" in pressed(fighting, "w 9999")


def test_odds_of_every_option(fighting: Path) -> None:
    shown = pressed(fighting, "o")
    assert "What each choice leads to" in shown
    assert re.search(r"Attack Brigand 1 with Sword, d8\n +Brigand 1 .*harm", shown)
    assert "Exact odds." in shown


def test_advice_where_the_rules_have_an_outlook(fighting: Path) -> None:
    assert "There is no advice for this question." in pressed(fighting, "a")
    assert "Tähän kysymykseen ei ole neuvoa." in pressed(fighting, "a", lang="fi")
    at, shown = terminal(Typed(["a", "?", ""] * 40), width=100, height=200)
    table = saves.start(nw3, nw3.scenarios()["duel"], nw3.options_type(), MemoryJournal(), "3")
    evening(table, Wishes(), "", terminal=at)
    text = shown.getvalue()
    assert re.search(r"\n▸ \d  Leave the dice as they are +success \d+ %", text)
    assert re.search(r"\nBest: .+, success \d+ %  \(Prana 1\)\nAt no cost: .+, success \d+ %\nExact", text)
    assert re.search(r"\nNot now: .+ \(.+\)", text)
    assert " · o odds · a advice · u undo" in text
    assert " · o odds · u undo" in text  # at a menu there is none
    assert re.search(r" 100% +\? ", text), "the health of an enemy whose HP are not known"


def test_a_command_by_its_name(fighting: Path) -> None:
    assert 'You have no command with "zebra" in its name' in pressed(fighting, "c zebra")
    assert re.search(r"\n  say text", pressed(fighting, "c sa"))
    assert "Players: hello" in pressed(fighting, "c say text=hello")
    assert "no command 'zebra'" in pressed(fighting, "c zebra text=hello")


def test_sheets(fighting: Path) -> None:
    assert "Aune" in pressed(fighting, "s").split("> ")[0]
    assert "Night Poacher" in pressed(fighting, "s reko")
    assert "Whose sheet?" in pressed(fighting, "s xyz")
    assert "Whose sheet?" in pressed(fighting, "s brigand"), "foes' sheets are not the players'"


def test_log_and_rules(fighting: Path) -> None:
    assert re.search(r"1  A fight begins: .*CRN-ROUND-01", pressed(fighting, "l"))
    assert "CRN-SAVE-01  " in pressed(fighting, "r CRN-SAVE-01")
    assert "CRN-SAVE-01  " in pressed(fighting, "r", "crn-save-01")
    assert pressed(fighting, "r armor").count("CRN-ARMOR") > 1
    assert "no rule 'zzz'" in pressed(fighting, "r zzz")


def test_undo_takes_the_last_own_choice_back_even_past_dice(fighting: Path) -> None:
    entries = read(fighting)[0]
    last = [entry for entry in entries if isinstance(entry, Commanded) and entry.seat == "players"][-1]
    shown = pressed(fighting, "u")
    undone = read(fighting)[0][-1]
    assert isinstance(undone, Undone)
    assert undone.to == last.seq - 1
    assert "takes back" in shown
    assert "Round 1. What does Tuomas do?" in shown


def test_with_nothing_of_ones_own_there_is_nothing_to_undo(tmp_path: Path) -> None:
    assert "nothing of yours to take back" in sit(tmp_path / "log", Typed(["", "u", "q"]))
    assert not [entry for entry in read(tmp_path / "log")[0] if isinstance(entry, Undone)]


def test_finnish_throughout(tmp_path: Path) -> None:
    log = tmp_path / "log"
    shown = sit(log, Typed(["", *KEYS[:-1], "", "", *KEYS[:-1], "u", *[""] * 400]), lang="fi", seat="all")
    shown = shown.replace(str(log), "")
    assert not GAPS.search(shown)
    for english in ("attack", "Brigand", "Sword", "Round", "save", "odds", "dead", "You ", "harm"):
        assert not re.search(rf"\b{english}\b", shown), english


# ---------------------------------------------------------------- leaving and going on


@pytest.mark.parametrize("leaving", ["q", "Q", "/q", EOFError, KeyboardInterrupt])
def test_leaving_saves_and_says_how_to_go_on(leaving: str | type[BaseException], tmp_path: Path) -> None:
    log = tmp_path / "log"
    shown = sit(log, Typed(["", "", leaving]), seat="all", lang="en")
    assert shown.rstrip().endswith(f"rulewright play --log {log} --seat all")
    before = read(log)[0]
    shown = sit(log, forever(), seat="all")
    assert f"Going on with {log}" in shown
    assert read(log)[0][: len(before)] == before
    assert isinstance(read(log)[0][-1], Closed)


def test_a_log_that_is_over_or_of_another_scenario_is_not_played_on(tmp_path: Path, capsys: Capture) -> None:
    log = tmp_path / "log"
    sit(log, Typed(["", "q"]))
    assert main(["play", "siege", "--log", str(log)]) == 2
    assert "'ambush'" in capsys.readouterr().err
    assert main(["play", "--auto", "--log", str(log)]) == 0
    assert main(["play", "--log", str(log)]) == 2
    assert "over" in capsys.readouterr().err


class Pseudo:
    """The real command at a pseudo-terminal."""

    def __init__(self, *arguments: str, state: Path) -> None:
        self.master, slave = pty.openpty()
        code = "import sys; from rulewright.cli import main; sys.exit(main())"
        environment = {**os.environ, "TERM": "xterm", "COLUMNS": "80", "LINES": "24", "XDG_STATE_HOME": str(state)}
        self.process = subprocess.Popen(
            [sys.executable, "-c", code, *arguments],
            stdin=slave, stdout=slave, stderr=slave, env=environment, start_new_session=True,
        )  # fmt: skip
        os.close(slave)
        self.shown = ""

    def until(self, text: str) -> str:
        """What is shown up to a text."""
        while text not in self.shown:
            assert select.select([self.master], [], [], 60)[0], self.shown
            try:
                read = os.read(self.master, 65536)
            except OSError:  # the other end is closed
                read = b""
            assert read, self.shown
            plain = re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", read.decode("utf-8", "replace"))
            self.shown = re.sub(r"\s+", " ", self.shown + plain)  # lines may break anywhere
        before, _, self.shown = self.shown.partition(text)
        return before

    def type(self, line: str) -> None:
        os.write(self.master, line.encode() + b"\n")

    def end(self) -> int:
        return self.process.wait(timeout=60)

    def __enter__(self) -> Pseudo:
        return self

    def __exit__(self, *error: object) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self.master)


def test_a_killed_process_loses_nothing_and_is_played_on(tmp_path: Path) -> None:
    log = tmp_path / "log"
    with Pseudo("play", "ambush", "--seed", "8", "--log", str(log), state=tmp_path) as first:
        first.until("House rules of the new table:")
        first.until("q quit")
        first.type("")
        first.until("Enter to go on")
        first.type("")
        first.until("q quit")
        first.type("1")
        first.until("What does Reko do?")
        first.until("q quit")
        first.process.kill()
        assert first.end() < 0
    before = read(log)[0]
    assert isinstance(before[-1], Finished)
    assert main(["replay", "--quiet", str(log)]) == 0
    with log.open("ab") as torn:
        torn.write(b'{"entry":"command","seq":')
    with Pseudo("play", "ambush", "--log", str(log), state=tmp_path) as second:
        second.until("not written to its end")
        second.until("Going on with")
        second.until("Enter to go on")
        second.type("")
        second.until("What does Reko do?")
        second.until("q quit")
        second.type("q")
        second.until("To go on:")
        assert second.end() == 0
    assert read(log)[0] == before


def test_without_a_log_it_is_kept_in_the_users_folder(tmp_path: Path) -> None:
    with Pseudo("play", "ambush", state=tmp_path) as played:
        played.until("q quit")
        played.type("")
        played.until("Saved as you play:")
        played.until("go on")
        os.write(played.master, b"\x04")  # Ctrl-D
        played.until("To go on:")
        assert played.end() == 0
    (log,) = (tmp_path / "rulewright").glob("*.jsonl")
    assert log.name.startswith("ambush-")
    assert main(["replay", "--quiet", str(log)]) == 0


def house_rules_of(log: Path) -> Mapping[str, Any]:
    opened = read(log)[0][0]
    assert isinstance(opened, Opened)
    return opened.options


@pytest.mark.parametrize(("line", "full_means_0"), [("", True), ("2", False)])
def test_the_house_rules_chosen_first_are_those_of_the_table(line: str, full_means_0: bool, tmp_path: Path) -> None:
    log = tmp_path / "log"
    with Pseudo("play", "ambush", "--log", str(log), state=tmp_path) as played:
        played.until("House rules of the new table:")
        played.until("q quit")
        played.type(line)
        played.until("Saved as you play:")
    assert house_rules_of(log)["full_inventory_zero_hp"] is full_means_0


@pytest.mark.parametrize("given", [("--preset", "core_text"), ("--option", "full_inventory_zero_hp=off")])
def test_who_gives_house_rules_is_not_asked_for_them(given: tuple[str, str], tmp_path: Path) -> None:
    log = tmp_path / "log"
    with Pseudo("play", "ambush", "--log", str(log), *given, state=tmp_path) as played:
        assert "House rules" not in played.until("Saved as you play:")
    assert house_rules_of(log)["full_inventory_zero_hp"] is False


def test_leaving_at_the_house_rules_keeps_nothing(tmp_path: Path) -> None:
    with Pseudo("play", "ambush", "--lang", "fi", state=tmp_path) as played:
        played.until("Uuden pöydän talon säännöt:")
        played.until("q lopeta")
        played.type("q")
        played.until("Keskeytetty.")
        assert played.end() == 0
    assert list(tmp_path.iterdir()) == []


# ---------------------------------------------------------------- by policy


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("seed", ["1", "2", "3", "4"])
def test_auto_plays_a_game_that_replays_and_verifies(scenario: str, seed: str, tmp_path: Path, capsys: Capture) -> None:
    log = tmp_path / "log"
    lang = "fi" if seed == "4" else "en"
    assert main(["play", scenario, "--auto", "--seed", seed, "--log", str(log), "--lang", lang]) == 0
    shown = capsys.readouterr().out
    assert not GAPS.search(shown.replace(str(log), ""))
    assert main(["replay", str(log)]) == 0
    assert main(["verify", str(log)]) == 0


def test_auto_as_json(capsys: Capture) -> None:
    import json

    assert main(["play", "ambush", "--auto", "--seed", "1", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["ended"] is True
    assert found["scenario"] == "ambush"
    assert "win" in found["measure"]["flags"]


def test_the_same_seed_plays_the_same_game(capsys: Capture) -> None:
    games = []
    for _ in range(2):
        assert main(["play", "barrow", "--auto", "--seed", "七"]) == 0
        games.append(capsys.readouterr().out)
    assert games[0] == games[1]


def test_without_a_terminal_it_plays_by_policy_and_says_so(capsys: Capture) -> None:
    assert main(["play", "ambush", "--seed", "1"]) == 0
    shown = capsys.readouterr().out
    assert "This is no terminal, so the program plays everybody." in shown
    assert "--log FILE" in shown


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "ambush"),
        (["ambus"], 'did you mean "ambush"'),
        (["ambush", "--seat", "bob"], "players"),
        (["ambush", "--lang", "xx"], "en, fi"),
        (["ambush", "--preset", "x"], "core_text"),
        (["ambush", "--option", "x=1"], "no option"),
        (["ambush", "--option", "near_range_metres=far"], "none or a whole number from 1 to 500"),
        (["ambush", "--option", "simultaneity=now"], "per_side or whole_round"),
        (["ambush", "--game", "chess"], "cairn"),
        (["ambush", "--json"], "--auto"),
        (["ambush", "--auto", "--log", "/nowhere/log"], "No such file"),
    ],
)
def test_wrong_arguments_are_one_plain_line(arguments: list[str], said: str, capsys: Capture) -> None:
    assert main(["play", *arguments]) == 2
    error = capsys.readouterr().err
    assert said in error
    assert error.count("\n") == 1


def test_house_rules_are_in_the_log(tmp_path: Path) -> None:
    log = tmp_path / "log"
    wanted = ["--preset", "core_text", "--option", "first_round_save=none"]
    assert main(["play", "ambush", "--auto", "--log", str(log), *wanted]) == 0
    options = house_rules_of(log)
    assert options["first_round_save"] == "none"
    assert options["full_inventory_zero_hp"] is False
