from __future__ import annotations

from typing import Any

import pytest

from rulewright.engine.errors import Desync, Malformed, Refused
from rulewright.engine.journal import (
    Answered,
    Closed,
    Commanded,
    Declined,
    Entry,
    Finished,
    Opened,
    Rolled,
    Undone,
)
from rulewright.engine.requests import Ask, Roll
from rulewright.engine.session import Session
from rulewright.engine.world import digest, pack
from toygame import SEATS, Scenario, ToyOptions, game


@pytest.fixture
def session() -> Session:
    opened = Opened("t", "toy", "1", "0", {}, {}, {}, SEATS, "")
    return Session(game, opened, game.open(Scenario(), ToyOptions(), None))


def strike(seq: int = 1) -> Commanded:
    return Commanded(seq, "anna", {"do": "strike", "actor": "ann", "target": "bo"})


def hp(session: Session) -> int:
    return int(session.world.state.fighters["bo"].hp)


def test_a_command_asks_for_dice_and_answers_until_it_is_done(session: Session) -> None:
    session.apply(strike())
    assert isinstance(session.wants, Roll)
    session.apply(Rolled(2, 1, 6, (4,), 0))
    assert isinstance(session.wants, Ask)
    session.apply(Answered(3, 1, 0, "parry", "no", "ben"))
    assert session.ended is session.open[-1]
    session.apply(Finished(4, 1, digest(session.world.state)))
    assert (hp(session), session.open, session.seq) == (6, [], 4)
    assert [(seq, event.key) for seq, event in session.events] == [(2, "toy.swing"), (3, "toy.hit")]


@pytest.mark.parametrize(
    ("entry", "what"),
    [
        (Rolled(3, 1, 8, (4,), 1), "dice"),
        (Rolled(3, 1, 6, (7,), 1), "face"),
        (Rolled(3, 1, 6, (0,), 1), "face"),
        (Rolled(3, 1, 6, (), 1), "number of dice"),
        (Rolled(3, 1, 6, (1, 2), 1), "number of dice"),
        (Rolled(3, 2, 6, (1,), 1), "command that the entry belongs to"),
        (Answered(3, 1, 0, "parry", "no", "ben"), "answer"),
        (Finished(3, 1, "x"), "end of the command"),
        (Closed(3, "ff"), "closing"),
        (Undone(3, 0, "gm"), "entry"),
    ],
)
def test_an_entry_that_cannot_follow_dice_that_are_wanted(session: Session, entry: Entry, what: str) -> None:
    session.apply(strike())
    with pytest.raises(Desync) as caught:
        session.apply(entry)
    assert (caught.value.seq, caught.value.what) == (3, what)


@pytest.mark.parametrize(
    "entry",
    [
        Rolled(3, 1, 6, (4,), 1),
        Answered(3, 1, 1, "parry", "no", "ben"),
        Answered(3, 1, 0, "block", "no", "ben"),
        Answered(3, 1, 0, "parry", "maybe", "ben"),
        Answered(3, 1, 0, "parry", "no", "nobody"),
    ],
)
def test_an_entry_that_cannot_follow_a_question(session: Session, entry: Entry) -> None:
    session.apply(strike())
    session.apply(Rolled(2, 1, 6, (4,), 0))
    with pytest.raises(Desync):
        session.apply(entry)
    assert isinstance(session.wants, Ask)


def test_an_end_must_be_the_right_one(session: Session) -> None:
    session.apply(Commanded(1, "anna", {"do": "wave"}))
    state = digest(session.world.state)
    for entry in (Finished(2, 1, "0" * 16), Declined(2, 1, "no_deal", state)):
        with pytest.raises(Desync):
            session.apply(entry)
    session.apply(Finished(2, 1, state))


@pytest.mark.parametrize(
    ("faces", "fits"),
    [
        ((1, 3), True),
        ((1, 4), False),
        ((1, 4, 2), True),
        ((1, 3, 2), False),
        ((5, 6, 4, 1), False),
        ((5, 6, 4, 1, 6), True),
        ((5, 6, 4, 1, 6, 2), False),
    ],
)
def test_dice_that_bring_others_come_in_waves(session: Session, faces: tuple[int, ...], fits: bool) -> None:
    # from 4 up a die brings another, at most twice in a row
    session.apply(Commanded(1, "anna", {"do": "burst"}))
    rolled = Rolled(2, 1, 6, faces, 0)
    if fits:
        session.apply(rolled)
        assert session.world.state.burst == list(faces)
    else:
        with pytest.raises(Desync):
            session.apply(rolled)


def test_questions_to_nobody_are_answered_at_once(session: Session) -> None:
    session.apply(Commanded(1, "anna", {"do": "nobody"}))
    assert session.ended is not None
    assert session.world.state.waves == 1


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0), (1, 2, 0)])
def test_questions_at_once_are_answered_in_any_order(session: Session, order: tuple[int, ...]) -> None:
    session.apply(Commanded(1, "anna", {"do": "vote"}))
    for seq, index in enumerate(order, 2):
        session.apply(Answered(seq, 1, index, "vote", "aye" if index else "nay", "gm"))
    session.apply(Answered(5, 1, 0, "second", "nay", "anna"))
    assert session.world.state.ayes == 2
    assert session.events[-1][1].facts["answers"] == ["nay", "aye", "aye"]


def test_an_answer_counts_once(session: Session) -> None:
    session.apply(Commanded(1, "anna", {"do": "vote"}))
    session.apply(Answered(2, 1, 0, "vote", "aye", "anna"))
    with pytest.raises(Desync):
        session.apply(Answered(3, 1, 0, "vote", "nay", "anna"))


@pytest.mark.parametrize(
    ("seat", "command", "reason"),
    [
        ("anna", {"do": "strike", "actor": "cy", "target": "bo"}, "unknown_actor"),
        ("ben", {"do": "strike", "actor": "ann", "target": "bo"}, "not_your_actor"),
        ("zoe", {"do": "wave"}, "not_your_actor"),
        ("anna", {"do": "override", "path": "waves", "value": 1, "reason": "me"}, "not_referee"),
        ("nobody", {"do": "wave"}, "unknown_seat"),
    ],
)
def test_a_refusal_at_once_changes_nothing(session: Session, seat: str, command: Any, reason: str) -> None:
    before = pack(session.world.state)
    with pytest.raises(Refused) as caught:
        session.apply(Commanded(1, seat, command))
    assert caught.value.reason == reason
    assert (pack(session.world.state), session.open, session.events, session.seq) == (before, [], [], 0)


def test_a_command_that_cannot_be_read_is_malformed(session: Session) -> None:
    for command in ({"do": "fly"}, {}, {"do": "strike", "actor": 3, "target": "bo"}, {"do": ["wave"]}):
        with pytest.raises(Malformed):
            session.apply(Commanded(1, "anna", command))


def test_a_refusal_after_an_answer_is_an_end_of_its_own(session: Session) -> None:
    session.apply(Commanded(1, "anna", {"do": "bargain", "other": "bo"}))
    before = digest(session.world.state)
    session.apply(Answered(2, 1, 0, "deal", "nay", "ben"))
    assert session.open[-1].reason == "no_deal"
    with pytest.raises(Desync):
        session.apply(Finished(3, 1, before))
    session.apply(Declined(3, 1, "no_deal", before))
    assert session.open == []
    # what the refused part told is taken back; the refusal itself is for its giver and the referee
    assert [(event.key, event.to) for _, event in session.events] == [
        ("toy.offer", ()),
        ("refuse.no_deal", ("anna", "referee")),
    ]


def test_only_a_command_that_interrupts_runs_while_another_waits(session: Session) -> None:
    session.apply(Commanded(1, "anna", {"do": "bargain", "other": "bo"}))
    with pytest.raises(Refused) as caught:
        session.apply(Commanded(2, "ben", {"do": "wave"}))
    assert caught.value.reason == "waiting_for_answer"
    session.apply(Commanded(2, "ben", {"do": "shout", "asks": True}))
    # the older command may go on while the newer one still waits
    session.apply(Answered(3, 1, 0, "deal", "aye", "ben"))
    session.apply(Finished(4, 1, digest(session.world.state)))
    session.apply(Answered(5, 2, 0, "heard", "aye", "ben"))
    session.apply(Finished(6, 2, digest(session.world.state)))
    assert (session.world.state.deals, session.world.state.shouts, session.open) == (1, 1, [])


def test_nothing_follows_the_closing(session: Session) -> None:
    session.apply(Closed(1, "ff"))
    with pytest.raises(Refused) as caught:
        session.apply(strike(2))
    assert caught.value.reason == "table_closed"
    with pytest.raises(Desync):
        session.apply(Closed(2, "ff"))
