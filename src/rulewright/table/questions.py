"""Questions that wait for people: their ids, whose they are, and who may answer."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import msgspec

from rulewright.engine.errors import Malformed, Refused
from rulewright.engine.events import REFEREE
from rulewright.engine.journal import Seat
from rulewright.engine.requests import Ask, Question
from rulewright.engine.session import Session


class OpenQuestion(msgspec.Struct, frozen=True):
    """A question that waits.

    `id` names it for as long as the table lasts: the number of the entry that brought it ("12" for one that the
    command at 12 asks at once) and its place among those asked together. `of` is the command, `owner` the seat
    that decides.
    """

    of: int
    asked_at: int
    index: int
    owner: str
    question: Question

    @property
    def id(self) -> str:
        """Its id."""
        return f"{self.asked_at}.{self.index}"

    def may_answer(self, seat: Seat) -> bool:
        """Its owner may, and the referee for people who are not there."""
        return seat.referee or seat.id == self.owner


def waiting(session: Session) -> Iterator[OpenQuestion]:
    """All questions that wait, the earliest command's first."""
    for running in session.open:
        if not isinstance(running.wants, Ask):
            continue
        for index, question in enumerate(running.wants.questions):
            if index not in running.answers:
                yield OpenQuestion(running.entry.seq, running.asked_at, index, owner(session, question), question)


def owner(session: Session, question: Question) -> str:
    """The seat that decides a question; one for a seat that the table does not have is the referee's."""
    named = session.game.owner(session.world, question)
    if named != REFEREE and named in session.seats:
        return named
    return session.referee.id


def find(session: Session, seat: Seat, id: str) -> OpenQuestion:
    """The open question with this id, for this seat to answer.

    Raises `Refused` "decision_closed" or "not_your_question", and `Malformed` for what is no id.
    """
    for found in waiting(session):
        if found.id == id:
            if found.may_answer(seat):
                return found
            if found.question.secret:
                break
            raise Refused("not_your_question", found.question.rule, question=id)
    if not re.fullmatch(r"[0-9]+\.[0-9]+", id):
        raise Malformed(f"question {id!r}", expected='the id of an open question such as "12.0"')
    raise Refused("decision_closed", question=id)


def check(question: Question, answer: Any) -> None:
    """Raise `Refused` for an answer that is not legal: for the reason that bars it, or "bad_answer"."""
    if isinstance(answer, str) and answer in question.barred:
        raise Refused(question.barred[answer], question.rule)
    if wrong := question.refuses(answer):
        raise Refused("bad_answer", question.rule, answer=answer, expected=wrong)
