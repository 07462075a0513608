"""A process that plays into a file is killed with -9 in the middle of a command."""

from __future__ import annotations

import signal
import subprocess
import sys
from itertools import count
from pathlib import Path

import pytest

from rulewright.engine.journal import Declined, Finished, Rolled
from rulewright.store.jsonl import JsonLines, read
from rulewright.table.replay import replay
from rulewright.table.table import Table
from rulewright.table.verify import verify
from toychild import one_round
from toygame import game, id_of, opened, resumed

CHILD = Path(__file__).parent.parent / "toychild.py"
ENTRIES_OF_A_ROUND = 14


def killed_after(seq: int, path: Path, *seed: str) -> None:
    """Play in another process and kill it when it has written entry `seq` and waits to go on."""
    child = subprocess.Popen(
        [sys.executable, str(CHILD), str(path), *seed], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    with child:
        assert child.stdin is not None
        assert child.stdout is not None
        for number in count():
            _, written = child.stdout.readline().split()
            assert int(written) == number
            if number == seq:
                child.kill()
                break
            child.stdin.write("\n")
            child.stdin.flush()
    assert child.returncode == -signal.SIGKILL


def finish_the_round(table: Table, last: int) -> None:
    """Do what is left of a round whose entries up to `last` are written."""
    for answer, seat, key, index in (
        ("yes", "ben", "parry", 3),
        ("aye", "gm", "vote", 7),
        ("aye", "ben", "vote", 8),
        ("aye", "anna", "vote", 9),
        ("nay", "anna", "second", 10),
        ("nay", "anna", "deal", 13),
    ):
        if index == 7 and last < 6:
            table.submit("anna", {"do": "vote"})
        if index == 13 and last < 12:
            table.submit("ben", {"do": "bargain", "other": "ann"})
        if last < index:
            table.answer(seat, id_of(table, seat, key), answer)


@pytest.mark.parametrize("seq", range(1, ENTRIES_OF_A_ROUND + 1))
def test_play_goes_on_as_if_nothing_had_happened(tmp_path: Path, seq: int) -> None:
    path = tmp_path / "table.jsonl"
    killed_after(seq, path, "toy")
    kept, warning = read(path)
    assert (len(kept), warning) == (seq + 1, "")
    with JsonLines(path) as journal:
        table = resumed(journal)
        assert list(table.entries[: seq + 1]) == kept
        finish_the_round(table, seq)
        one_round(table)
    undisturbed = opened()
    one_round(undisturbed)
    one_round(undisturbed)
    entries = read(path)[0]
    # all but the table's id
    assert entries[1:] == list(undisturbed.entries[1:])
    assert table.events_for("gm") == undisturbed.events_for("gm")
    assert verify(entries).status == "proved"
    assert len(list(replay(game, entries))) == 6


def test_the_secret_seed_outlives_the_process(tmp_path: Path) -> None:
    path = tmp_path / "table.jsonl"
    killed_after(ENTRIES_OF_A_ROUND + 2, path)
    with JsonLines(path) as journal:
        table = resumed(journal)
        assert [one.question.key for one in table.open_questions("ben")] == ["parry"]
        table.answer("ben", id_of(table, "ben"), "yes")
        table.close("gm")
        assert journal.kept_seed() is None
    entries = read(path)[0]
    assert verify(entries).status == "proved"
    assert sum(isinstance(entry, Rolled) for entry in entries) == 4
    assert sum(isinstance(entry, Finished | Declined) for entry in entries) == 4


def test_a_line_torn_by_the_kill_is_played_again(tmp_path: Path) -> None:
    path = tmp_path / "table.jsonl"
    killed_after(4, path, "toy")
    whole = path.read_bytes()
    # the kernel may have got to write only half of the line of entry 4, a roll
    path.write_bytes(whole[:-20])
    with JsonLines(path) as journal:
        assert "line 5" in journal.warning
        resumed(journal)
    assert path.read_bytes().startswith(whole)
    assert isinstance(read(path)[0][-1], Finished)
