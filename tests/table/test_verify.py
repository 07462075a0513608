from __future__ import annotations

from typing import Any

import msgspec
import pytest

from rulewright.engine.errors import Desync
from rulewright.engine.journal import Closed, Entry, Finished, Rolled
from rulewright.engine.sealed import seal
from rulewright.store.journal import MemoryJournal
from rulewright.table.replay import Step, replay
from rulewright.table.table import Table
from rulewright.table.verify import Verified, Wrong, verify
from toychild import one_round
from toygame import Strike, game, opened


@pytest.fixture
def journal() -> MemoryJournal:
    """Two rounds and the closing of a table with a secret seed; dice in the entries 2, 4, 16 and 18."""
    journal = MemoryJournal()
    table = opened(journal, seed=None, table="t1")
    one_round(table)
    one_round(table)
    table.close("gm")
    return journal


def changed(entries: list[Entry], at: int, /, **fields: Any) -> list[Entry]:
    return [msgspec.structs.replace(entry, **fields) if entry.seq == at else entry for entry in entries]


def wrong(entries: list[Entry]) -> Wrong:
    verified = verify(entries)
    assert (verified.status, verified.report[0].key) == ("wrong", "verify.wrong")
    assert verified.wrong is not None
    return verified.wrong


def test_a_closed_table_is_proved(journal: MemoryJournal) -> None:
    assert verify(journal.entries) == Verified("proved", "t1", 4)
    assert [event.key for event in verify(journal.entries).report] == ["verify.proved"]


def test_an_open_table_is_sealed_until_its_seed_is_known(journal: MemoryJournal) -> None:
    *entries, closed = journal.entries
    assert isinstance(closed, Closed)
    assert verify(entries) == Verified("sealed", "t1", 4)
    assert verify(entries, bytes.fromhex(closed.seed)).status == "proved"
    assert wrong_seed(entries).what == "seal of the seed"


def wrong_seed(entries: list[Entry]) -> Wrong:
    found = verify(entries, b"another seed").wrong
    assert found is not None
    return found


def test_a_public_seed_proves_less_and_the_report_says_so() -> None:
    table = opened()
    one_round(table)
    verified = verify(table.entries)
    assert (verified.status, verified.public) == ("proved", True)
    assert [event.key for event in verified.report] == ["verify.proved", "verify.public"]


@pytest.mark.parametrize("seq", [2, 4, 16, 18])
@pytest.mark.parametrize("step", range(1, 6))
def test_a_changed_face_is_caught_by_verify_and_replay(journal: MemoryJournal, seq: int, step: int) -> None:
    rolled = journal.entries[seq]
    assert isinstance(rolled, Rolled)
    face = (rolled.faces[0] - 1 + step) % 6 + 1
    entries = changed(journal.entries, seq, faces=(face,))
    assert (wrong(entries).seq, wrong(entries).recorded, wrong(entries).expected) == (seq, (face,), rolled.faces)
    with pytest.raises(Desync) as caught:
        list(replay(game, entries))
    assert caught.value.seq == seq


def test_a_changed_face_of_a_sealed_table_shows_in_the_digest(journal: MemoryJournal) -> None:
    table = opened(parry=False)
    table.submit("anna", Strike("ann", "bo"))
    entries = changed(list(table.entries), 2, faces=(3,))
    entries = changed(entries, 0, seed="", seal=seal(b"nobody knows"))
    assert verify(entries).status == "sealed"
    with pytest.raises(Desync) as caught:
        list(replay(game, entries))
    assert (caught.value.seq, caught.value.what) == (3, "digest")


@pytest.mark.parametrize(
    ("at", "fields", "seq", "what"),
    [
        (2, {"first": 1}, 2, "number of the first die"),
        (4, {"first": 0}, 4, "number of the first die"),
        (4, {"first": 2}, 4, "number of the first die"),
        (16, {"faces": ()}, 18, "number of the first die"),
        (16, {"faces": (1, 1, 1)}, 16, "faces from the seed (d6)"),
        (16, {"sides": 0}, 16, "sides of a die"),
        (7, {"seq": 9}, 7, "number of the entry"),
        (0, {"seal": "00"}, 29, "seal of the seed"),
        (29, {"seed": "00"}, 29, "seal of the seed"),
        (29, {"seed": "xyz"}, 29, "seed"),
    ],
)
def test_the_first_wrong_entry_is_named(
    journal: MemoryJournal, at: int, fields: dict[str, Any], seq: int, what: str
) -> None:
    found = wrong(changed(journal.entries, at, **fields))
    assert (found.seq, found.what) == (seq, what)


@pytest.mark.parametrize("missing", [1, 2, 3, 14, 28])
def test_a_missing_entry_is_named(journal: MemoryJournal, missing: int) -> None:
    entries = [entry for entry in journal.entries if entry.seq != missing]
    assert wrong(entries).seq == missing
    with pytest.raises(Desync) as caught:
        list(replay(game, entries))
    assert caught.value.seq == missing


def test_what_is_no_journal_is_wrong_at_once() -> None:
    assert wrong([]).seq == 0
    assert wrong([Finished(0, 0, "x")]).what == "first entry"


def test_replay_gives_the_digest_after_each_command(journal: MemoryJournal) -> None:
    steps = list(replay(game, journal.entries))
    assert [step.seq for step in steps] == [5, 11, 14, 19, 25, 28]
    assert steps == [
        Step(entry.seq, digest) for entry in journal.entries if (digest := getattr(entry, "digest", None)) is not None
    ]


@pytest.mark.parametrize(("to", "count"), [(0, 0), (4, 0), (5, 1), (13, 2), (14, 3), (28, 6), (99, 6)])
def test_replay_may_stop_at_an_entry(journal: MemoryJournal, to: int, count: int) -> None:
    assert len(list(replay(game, journal.entries, to))) == count


def test_replay_to_an_entry_does_not_look_at_later_ones(journal: MemoryJournal) -> None:
    entries = changed(journal.entries, 18, faces=(7,))
    assert [step.seq for step in replay(game, entries, 17)] == [5, 11, 14]
    steps: list[Step] = []
    with pytest.raises(Desync):
        steps.extend(replay(game, entries))


def test_the_seed_of_an_open_table_lets_replay_check_its_dice() -> None:
    kept = MemoryJournal()
    table = opened(kept, seed=None)
    table.submit("anna", Strike("ann", "bo"))
    rolled = kept.entries[2]
    assert isinstance(rolled, Rolled)
    entries = changed(kept.entries, 2, faces=(rolled.faces[0] % 6 + 1,))
    # nothing is finished, so no digest tells
    assert list(replay(game, entries)) == []
    with pytest.raises(Desync):
        list(replay(game, entries, seed=kept.kept_seed()))


def test_a_table_proves_itself_whatever_was_undone() -> None:
    table: Table = opened(seed=None)
    for _ in range(3):
        table.submit("anna", Strike("ann", "bo"))
        table.undo("gm", table.decision_points()[-1])
    table.close("gm")
    assert verify(table.entries) == Verified("proved", table.id, 3)
