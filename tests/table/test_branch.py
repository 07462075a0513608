from __future__ import annotations

from typing import Any

import pytest

from rulewright.engine.errors import Malformed
from rulewright.engine.journal import Branched, Rolled
from rulewright.engine.sealed import face_at
from rulewright.engine.world import pack
from rulewright.store.journal import MemoryJournal
from rulewright.table.replay import replay
from rulewright.table.verify import verify
from toychild import one_round
from toygame import Strike, Wave, first, game, id_of, opened, resumed


def test_a_branch_goes_on_from_an_entry_with_dice_of_its_own() -> None:
    table = opened()
    one_round(table)
    before = (pack(table.world.state), list(table.entries))
    journal = MemoryJournal()
    branch = table.branch(2, journal, "what if")
    assert first(branch).branch == Branched(table.id, 2)
    assert branch.id != table.id
    assert list(branch.entries[1:]) == list(table.entries[1:3])
    branch.answer("ben", id_of(branch, "ben"), "yes")
    rolled = branch.entries[4]
    assert isinstance(rolled, Rolled)
    assert (rolled.first, rolled.faces) == (1, (face_at(b"what if", 1, 6),))
    branch.submit("anna", Wave())
    # the two know nothing of each other
    assert (pack(table.world.state), list(table.entries)) == before
    table.submit("anna", Wave())
    assert len(branch.entries) == 8


def test_a_branch_is_a_table_that_resumes_replays_and_verifies() -> None:
    table = opened()
    one_round(table)
    table.undo("gm", 5)
    table.submit("anna", Wave())
    journal = MemoryJournal()
    branch = table.branch(table.seq, journal)
    branch.submit("ben", Strike("bo", "ann"))
    branch.answer("anna", id_of(branch, "anna"), "yes")
    sealed = verify(journal.entries)
    assert (sealed.status, sealed.dice, sealed.parent, sealed.parent_dice) == ("sealed", 2, table.id, 2)
    branch.close("gm")
    assert verify(journal.entries).status == "proved"
    assert [event.key for event in verify(journal.entries).report] == ["verify.proved", "verify.parent"]
    steps = list(replay(game, journal.entries))
    assert steps[:3] == list(replay(game, table.entries))[:3]
    assert resumed(journal).events_for("gm") == branch.events_for("gm")


def test_a_branch_before_dice_that_were_not_thrown_yet_throws_its_own() -> None:
    table = opened()
    table.submit("anna", Strike("ann", "bo"))
    branch = table.branch(1, MemoryJournal(), "another")
    rolled = branch.entries[2]
    assert isinstance(rolled, Rolled)
    assert rolled.faces == (face_at(b"another", 0, 6),)


def test_what_was_undone_later_may_stand_in_a_branch() -> None:
    table = opened()
    table.submit("anna", Wave(5))
    table.undo("anna", 0)
    assert table.branch(2, MemoryJournal()).world.state.waves == 5
    assert table.branch(3, MemoryJournal()).world.state.waves == 0


def test_a_closed_table_is_branched_before_its_closing() -> None:
    table = opened()
    table.submit("anna", Wave())
    table.close("gm")
    with pytest.raises(Malformed):
        table.branch(3, MemoryJournal())
    assert not table.branch(2, MemoryJournal()).closed


@pytest.mark.parametrize("at_seq", [-1, 3, True, None])
def test_a_branch_needs_an_entry(at_seq: Any) -> None:
    table = opened()
    table.submit("anna", Wave())
    journal = MemoryJournal()
    with pytest.raises(Malformed):
        table.branch(at_seq, journal)
    assert (journal.entries, journal.kept_seed()) == ([], None)


def test_a_branch_needs_a_journal_of_its_own() -> None:
    journal = MemoryJournal()
    table = opened(journal)
    with pytest.raises(Malformed):
        table.branch(0, journal)


def test_a_branch_whose_copying_was_cut_short_is_malformed() -> None:
    table = opened()
    one_round(table)
    journal = MemoryJournal()
    table.branch(14, journal)
    with pytest.raises(Malformed, match="branch"):
        resumed(MemoryJournal(journal.entries[:14], journal.kept_seed()))
