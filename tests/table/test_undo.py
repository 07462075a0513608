from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulewright.engine.errors import Desync, Refused
from rulewright.engine.journal import Rolled, Undone
from rulewright.engine.world import pack
from rulewright.store.journal import MemoryJournal
from rulewright.table.replay import rebuild, replay
from rulewright.table.table import Table
from rulewright.table.verify import verify
from toychild import one_round
from toygame import WHEN, Bargain, Peek, Shout, Strike, Vote, Wave, game, id_of, opened, resumed


def refused(table: Table, seat: str, to: int) -> str:
    before = (pack(table.world.state), list(table.entries))
    with pytest.raises(Refused) as caught:
        table.undo(seat, to)
    assert (pack(table.world.state), list(table.entries)) == before
    return caught.value.reason


def test_undo_goes_back_before_a_command_and_says_so() -> None:
    table = opened()
    table.submit("anna", Wave())
    before = pack(table.world.state)
    table.submit("anna", Wave())
    assert table.world.state.waves == 2
    table.undo("anna", 2, "the other hand")
    assert pack(table.world.state) == before
    assert table.entries[-1] == Undone(5, 2, "anna", WHEN, "the other hand")
    assert [(seq, event.key) for seq, event in table.events_for("zoe")] == [(1, "toy.wave"), (5, "table.undone.why")]
    assert table.events_for("zoe")[-1][1].facts == {"name": "Anna", "to": 2, "reason": "the other hand"}


def test_undo_goes_back_before_an_answer_and_the_question_is_open_again() -> None:
    table = opened()
    table.submit("anna", Strike("ann", "bo"))
    question = id_of(table, "ben")
    table.answer("ben", question, "no")
    assert table.world.state.fighters["bo"].hp == 6
    table.undo("ben", 2)
    assert table.world.state.fighters["bo"].hp == 10
    assert id_of(table, "ben") == question
    assert table.answer("ben", question, "yes").outcome == "done"


def test_dice_that_fell_do_not_fall_again() -> None:
    table = opened()
    for _ in range(3):
        table.submit("anna", Strike("ann", "bo"))
        table.undo("gm", table.decision_points()[-1])
    rolls = [entry for entry in table.entries if isinstance(entry, Rolled)]
    assert [roll.first for roll in rolls] == [0, 1, 2]
    assert [fallen.undone for fallen in table.rolls("anna")] == [True] * 3
    table.submit("anna", Strike("ann", "bo"))
    assert table.rolls("anna")[-1].undone is False
    assert verify(table.entries).status == "proved"


def test_only_the_point_before_a_standing_choice_is_a_decision_point() -> None:
    table = opened()
    one_round(table)
    assert table.decision_points() == [0, 2, 5, 6, 7, 8, 9, 11, 12]
    for to in (-1, 1, 3, 4, 10, 13, 14, 99):
        assert refused(table, "gm", to) == "no_decision_point"
    table.undo("gm", 6)
    assert table.decision_points() == [0, 2, 5]
    for to in (6, 7, 12, 15):
        assert refused(table, "gm", to) == "no_decision_point"
    table.answer("gm", "6.2", "aye")
    assert table.decision_points() == [0, 2, 5, 15]


def test_a_seat_takes_back_its_own_last_choice() -> None:
    table = opened()
    table.submit("anna", Wave())
    table.submit("ben", Wave())
    assert refused(table, "anna", 2) == "not_your_choice"
    assert refused(table, "anna", 0) == "not_your_choice"
    assert refused(table, "zoe", 2) == "not_referee"
    table.submit("zoe", {"do": "say", "text": "wait"})
    table.undo("ben", 2)
    table.undo("anna", 0)
    assert table.world.state.waves == 0


def test_another_seats_answer_stands_in_the_way() -> None:
    table = opened()
    table.submit("anna", Vote())
    table.answer("anna", "1.0", "aye")
    table.answer("ben", "1.1", "aye")
    assert refused(table, "anna", 1) == "not_your_choice"
    table.undo("ben", 2)
    table.undo("anna", 1)
    assert [one.id for one in table.open_questions("gm")] == ["1.0", "1.1", "1.2"]


def test_dice_need_the_referee_under_every_policy() -> None:
    for policy in ("own_last", "anyone"):
        table = opened(undo=policy, parry=False)
        table.submit("anna", Strike("ann", "bo"))
        assert refused(table, "anna", 0) == "undo_needs_referee"
        table.undo("gm", 0)
        assert table.world.state.fighters["bo"].hp == 10


@pytest.mark.parametrize("tell", [True, False], ids=["told", "seen"])
def test_a_secret_that_came_out_needs_the_referee(tell: bool) -> None:
    table = opened()
    table.submit("anna", Peek(tell))
    assert refused(table, "anna", 0) == "undo_needs_referee"
    table.undo("gm", 0)
    assert not table.world.state.found


def test_the_policy_may_leave_undo_to_the_referee_or_to_anyone() -> None:
    table = opened(undo="referee")
    table.submit("anna", Wave())
    assert refused(table, "anna", 0) == "not_referee"
    table.undo("gm", 0)
    table = opened(undo="anyone")
    table.submit("anna", Wave())
    table.submit("ben", Wave())
    assert refused(table, "zoe", 0) == "not_referee"
    table.undo("ben", 0)
    assert table.world.state.waves == 0


def test_nobody_but_the_referee_takes_back_an_override() -> None:
    table = opened(undo="anyone")
    table.submit("gm", {"do": "override", "path": "waves", "value": 7, "reason": "a storm"})
    assert refused(table, "anna", 0) == "undo_needs_referee"


def test_the_policy_is_part_of_the_journal() -> None:
    journal = MemoryJournal()
    opened(journal, undo="anyone").submit("anna", Wave())
    resumed(journal).undo("ben", 0)


def test_talk_and_undos_stay_in_the_log() -> None:
    journal = MemoryJournal()
    table = opened(journal)
    table.submit("anna", Wave())
    table.submit("zoe", {"do": "say", "text": "hello"})
    table.submit("ben", {"do": "say", "text": "psst", "to": ["gm"]})
    table.undo("gm", 0)
    table.submit("anna", Wave())
    table.undo("gm", 7)
    told = [(seq, event.key) for seq, event in table.events_for("gm")]
    assert told == [(3, "table.say"), (5, "table.say.quietly"), (7, "table.undone"), (10, "table.undone")]
    assert [seq for seq, _ in table.events_for("anna")] == [3, 7, 10]
    assert resumed(MemoryJournal(journal.entries)).events_for("gm") == table.events_for("gm")


def test_undo_inside_an_interrupted_command_keeps_it_open() -> None:
    table = opened()
    table.submit("anna", Strike("ann", "bo"))
    table.submit("ben", Shout())
    table.undo("ben", 2)
    assert table.world.state.shouts == 0
    assert table.answer("ben", id_of(table, "ben"), "no").outcome == "done"


def test_no_snapshot_forgets_what_was_open() -> None:
    table = opened(snapshot_every=1)
    table.submit("anna", Strike("ann", "bo"))
    table.submit("ben", Shout())
    table.submit("ben", Shout())
    table.undo("ben", table.decision_points()[-1])
    assert table.world.state.shouts == 1
    assert table.answer("ben", id_of(table, "ben"), "no").outcome == "done"


def test_the_log_before_a_snapshot_stays_whole() -> None:
    table = opened(snapshot_every=1)
    table.submit("anna", Bargain("bo"))
    table.answer("ben", id_of(table, "ben"), "nay")
    told = table.events_for("gm")
    table.submit("anna", Wave())
    table.undo("anna", table.decision_points()[-1])
    assert told[-1][1].key == "refuse.no_deal"
    assert table.events_for("gm")[:-1] == told


def test_a_written_undo_to_no_decision_point_does_not_replay() -> None:
    table = opened()
    one_round(table)
    for undone in (Undone(15, 3, "gm"), Undone(15, 0, "nobody"), Undone(15, 99, "gm")):
        with pytest.raises(Desync) as caught:
            resumed(MemoryJournal([*table.entries, undone]))
        assert caught.value.seq == 15


def state_after(table: Table, seq: int) -> bytes:
    """The state after an entry, played from the start."""
    *_, history = rebuild(game, table.entries[: seq + 1], None)
    return pack(history.session.world.state)


kinds = st.sampled_from(["strike", "vote", "wave", "undo", "shout", "bargain"])
moves = st.lists(st.tuples(kinds, st.integers(0, 99)), max_size=30)


@given(moves, st.integers(1, 4))
def test_any_mixture_of_play_and_undo_replays_and_verifies(plan: list[tuple[str, int]], snapshot_every: int) -> None:
    table = opened(snapshot_every=snapshot_every)
    states = {0: pack(table.world.state)}
    for what, number in plan:
        questions = table.open_questions("gm")
        if what == "undo" and (points := table.decision_points()):
            to = points[number % len(points)]
            table.undo("gm", to)
            assert pack(table.world.state) == states[to]
        elif questions and what != "shout":
            asked = questions[number % len(questions)]
            table.answer("gm", asked.id, asked.question.options[number % 2].value)
        elif what != "undo":
            fields = {"strike": {"actor": "ann", "target": "bo"}, "bargain": {"other": "bo"}}
            raw = {"do": what, **fields.get(what, {})}
            if what != "strike" or table.world.state.fighters["ann"].hp:
                table.submit("gm", raw)
        states[table.seq] = pack(table.world.state)
        # an undo may also go back to inside what came just now
        for point in table.decision_points():
            states.setdefault(point, state_after(table, point))
    again = resumed(MemoryJournal(table.entries), snapshot_every=99)
    assert again.open_questions("gm") == table.open_questions("gm")
    assert pack(again.world.state) == pack(table.world.state)
    assert again.events_for("gm") == table.events_for("gm")
    assert verify(table.entries).status == "proved"
    assert all(step.seq <= table.seq for step in replay(game, table.entries))
