from __future__ import annotations

from typing import Any

import pytest

from rulewright.engine.errors import Malformed, Refused
from rulewright.engine.journal import Answered
from rulewright.engine.world import pack
from rulewright.table.table import Table
from toygame import Plot, Strike, Vote, id_of, opened


@pytest.fixture
def asking() -> Table:
    """A table that waits for everybody's vote, after a wave."""
    table = opened()
    table.submit("anna", Vote())
    return table


def ids(table: Table, seat: str) -> list[str]:
    return [one.id for one in table.open_questions(seat)]


def refused(table: Table, seat: str, question: str, answer: Any) -> str:
    before = (pack(table.world.state), list(table.entries), table.open_questions("gm"))
    with pytest.raises(Refused) as caught:
        table.answer(seat, question, answer)
    assert (pack(table.world.state), list(table.entries), table.open_questions("gm")) == before
    return caught.value.reason


def test_a_seat_sees_its_own_questions_and_the_referee_all(asking: Table) -> None:
    assert (ids(asking, "anna"), ids(asking, "ben"), ids(asking, "zoe")) == (["1.0"], ["1.1"], [])
    assert ids(asking, "gm") == ["1.0", "1.1", "1.2"]
    assert [one.owner for one in asking.open_questions("gm")] == ["anna", "ben", "gm"]
    assert asking.waiting_for("zoe") == ["anna", "ben", "gm"]


@pytest.mark.parametrize("order", ["abg", "bga", "gab"])
def test_questions_asked_at_once_are_answered_in_any_order(asking: Table, order: str) -> None:
    seats = {"a": ("anna", "1.0"), "b": ("ben", "1.1"), "g": ("gm", "1.2")}
    for letter in order:
        seat, question = seats[letter]
        assert asking.answer(seat, question, "aye" if letter == "b" else "nay").outcome == "waiting"
    assert asking.answer("anna", id_of(asking, "anna"), "nay").outcome == "done"
    assert asking.world.state.ayes == 1


def test_every_question_of_a_command_has_an_id_of_its_own(asking: Table) -> None:
    for seat, question in (("anna", "1.0"), ("ben", "1.1"), ("gm", "1.2")):
        asking.answer(seat, question, "aye")
    # the command asks anna once more; an answer that comes in twice must not hit that question
    assert ids(asking, "anna") == ["4.0"]
    assert refused(asking, "anna", "1.0", "nay") == "decision_closed"
    assert asking.answer("anna", "4.0", "nay").outcome == "done"
    assert refused(asking, "anna", "4.0", "nay") == "decision_closed"


def test_an_answered_question_is_closed_even_while_its_command_waits(asking: Table) -> None:
    asking.answer("anna", "1.0", "aye")
    assert refused(asking, "anna", "1.0", "nay") == "decision_closed"
    assert refused(asking, "gm", "1.0", "nay") == "decision_closed"


def test_only_the_owner_and_the_referee_answer(asking: Table) -> None:
    assert refused(asking, "ben", "1.0", "aye") == "not_your_question"
    assert refused(asking, "zoe", "1.0", "aye") == "not_your_question"
    assert refused(asking, "anna", "1.2", "aye") == "not_your_question"
    assert refused(asking, "nobody", "1.0", "aye") == "unknown_seat"
    asking.answer("gm", "1.0", "aye")
    answered = asking.entries[-1]
    assert isinstance(answered, Answered)
    assert (answered.seat, answered.question, answered.auto) == ("gm", 0, False)


@pytest.mark.parametrize("answer", ["maybe", "", None, 1, True, ["aye"], {"aye": 1}])
def test_an_answer_that_is_not_legal_is_refused(asking: Table, answer: Any) -> None:
    assert refused(asking, "anna", "1.0", answer) == "bad_answer"


def test_a_barred_answer_is_refused_for_its_own_reason() -> None:
    table = opened()
    table.submit("anna", Strike("ann", "bo"))
    question = id_of(table, "ben")
    assert refused(table, "ben", question, "riposte") == "no_blade"
    assert refused(table, "gm", question, "riposte") == "no_blade"
    assert refused(table, "anna", question, "riposte") == "not_your_question"
    # anything else that is no answer has no reason of its own
    assert refused(table, "ben", question, "feint") == "bad_answer"
    assert refused(table, "ben", question, ["riposte"]) == "bad_answer"
    with pytest.raises(Refused) as caught:
        table.answer("ben", question, "riposte")
    assert (caught.value.rule, caught.value.facts) == ("TOY-2", {})
    assert table.answer("ben", question, "no").outcome == "done"


def test_an_answer_that_is_no_plain_data_is_malformed(asking: Table) -> None:
    with pytest.raises(Malformed):
        asking.answer("anna", "1.0", object())
    assert ids(asking, "anna") == ["1.0"]


@pytest.mark.parametrize("question", ["", "1", "x.y", "1.0.0", "-1.0", "1.0 ", "²._"])
def test_what_is_no_id_is_malformed(asking: Table, question: str) -> None:
    with pytest.raises(Malformed):
        asking.answer("anna", question, "aye")


def test_an_id_from_before_an_undo_does_not_hit_another_question() -> None:
    table = opened()
    table.submit("anna", Strike("ann", "bo"))
    old = id_of(table, "ben")
    table.undo("gm", 0)
    table.submit("anna", Strike("ann", "bo"))
    assert id_of(table, "ben") != old
    assert refused(table, "ben", old, "yes") == "decision_closed"


def test_a_secret_question_shows_to_nobody_else() -> None:
    table = opened()
    table.submit("anna", Plot())
    assert [table.waiting_for(seat) for seat in ("anna", "zoe", "ben", "gm")] == [[], [], ["ben"], ["ben"]]
    # not even by another refusal than that for a question which is not there
    assert refused(table, "anna", "1.0", "aye") == "decision_closed"
    assert table.answer("ben", "1.0", "aye").outcome == "done"
