from __future__ import annotations

import pytest

from rulewright.engine.journal import Answered
from rulewright.engine.requests import Option, Question
from rulewright.store.journal import MemoryJournal
from rulewright.table.preferences import Preferences, When
from rulewright.table.table import Table
from toygame import Strike, Vote, id_of, opened, resumed

OPTIONS = (Option("yes"), Option("no"))


@pytest.mark.parametrize(
    ("overall", "matters", "passes"),
    [
        ("always", True, False),
        ("always", False, False),
        ("matters", True, False),
        ("matters", False, True),
        ("never", True, True),
        ("never", False, True),
    ],
)
def test_when_a_question_takes_its_default(overall: When, matters: bool, passes: bool) -> None:
    question = Question("parry", "ann", OPTIONS, "no", matters=matters)
    assert Preferences(overall).passes(question) is passes
    assert Preferences("always", {"parry": overall}).passes(question) is passes
    assert Preferences("never", {"parry": "always"}).passes(question) is False


@pytest.mark.parametrize("default", [None, "perhaps"])
def test_a_question_without_a_legal_default_is_always_asked(default: str | None) -> None:
    assert not Preferences("never").passes(Question("parry", "ann", OPTIONS, default, matters=False))


def answers(table: Table) -> list[tuple[str, str, bool]]:
    return [(entry.seat, entry.answer, entry.auto) for entry in table.entries if isinstance(entry, Answered)]


def test_a_seat_that_is_never_asked_takes_the_default_and_the_journal_says_so() -> None:
    table = opened(preferences={"ben": Preferences("never")})
    assert table.submit("anna", Strike("ann", "bo")).outcome == "done"
    assert answers(table) == [("ben", "no", True)]
    assert table.submit("ben", Strike("bo", "ann")).outcome == "waiting"


def test_a_seat_may_be_asked_only_where_it_matters() -> None:
    # a blow of 1 is not worth a parry: such a question does not matter
    table = opened(seed="10", preferences={"ben": Preferences("matters")})
    asked: dict[int, bool] = {}
    for _ in range(12):
        waits = table.submit("anna", Strike("ann", "bo")).outcome == "waiting"
        if waits:
            table.answer("ben", id_of(table, "ben"), "yes")
        roll = table.rolls("gm")[-1 - waits]
        asked[roll.faces[0]] = waits
    assert asked[1] is False
    assert len(asked) > 2
    assert all(waits for face, waits in asked.items() if face > 1)


def test_a_new_preference_passes_what_is_open() -> None:
    table = opened()
    table.submit("anna", Vote())
    table.prefer("ben", Preferences("never"))
    table.prefer("gm", Preferences("never"))
    assert answers(table) == [("ben", "aye", True)]
    assert [one.owner for one in table.open_questions("gm")] == ["anna", "gm"]


def test_the_owners_preference_counts_not_the_answering_seats() -> None:
    table = opened(preferences={"gm": Preferences("never")})
    assert table.submit("anna", Strike("ann", "bo")).outcome == "waiting"
    assert table.submit("gm", {"do": "say", "text": "ben?"}).outcome == "done"
    assert table.answer("gm", id_of(table, "ben"), "no").outcome == "done"
    assert answers(table) == [("gm", "no", False)]


def test_an_undo_before_a_passed_question_has_it_asked() -> None:
    journal = MemoryJournal()
    never = {"ben": Preferences("never")}
    table = opened(journal, preferences=never)
    table.submit("anna", Strike("ann", "bo"))
    table.undo("gm", 2)
    assert [one.owner for one in table.open_questions("gm")] == ["ben"]
    # also after a new start
    again = resumed(MemoryJournal(journal.entries), preferences=never)
    assert [one.owner for one in again.open_questions("gm")] == ["ben"]
    assert table.answer("ben", id_of(table, "ben"), "yes").outcome == "done"
    # and only this one
    assert table.submit("anna", Strike("ann", "bo")).outcome == "done"
