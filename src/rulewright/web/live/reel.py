"""A table's past as one seat saw it: the moments that the seat can tell apart, and what it saw at each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from rulewright.engine.board import Board
from rulewright.engine.commands import plain
from rulewright.engine.events import REFEREE
from rulewright.engine.game import Game
from rulewright.engine.journal import Answered, Closed, Commanded, Rolled, Seat, Seated, Undone, standing
from rulewright.engine.words import Words
from rulewright.store.rows import Row
from rulewright.table import log, questions
from rulewright.table.history import History
from rulewright.table.lines import Line
from rulewright.table.lines import log as lines_of
from rulewright.table.questions import OpenQuestion
from rulewright.table.wording import named


class Point(msgspec.Struct, frozen=True):
    """A moment: the number of the last entry by then, when that was, and whether it was taken back later."""

    seq: int
    at: str
    undone: bool


class Asked(msgspec.Struct, frozen=True):
    """What was asked: its words, and each answer in words with whether it was the one then given."""

    text: str
    rule: str
    choices: tuple[tuple[str, bool], ...]
    given: str = ""


class Seen(msgspec.Struct, frozen=True):
    """What a seat saw at a moment; `fresh` counts the lines of the log that had come since the moment before."""

    board: Board
    lines: tuple[Line, ...]
    fresh: int
    asked: tuple[Asked, ...]
    waiting_for: tuple[str, ...]


def points(rows: Sequence[Row], seat: Seat) -> list[Point]:
    """The moments right before commands and answers, and the last one.

    Of those between which nothing happened that the seat may know there is only one, so that they tell nobody how
    often something happened in secret.
    """
    found: list[Point] = []
    news, at = True, ""
    for row in rows:
        entry = row.entry
        if isinstance(entry, Commanded | Answered) and (news or seat.referee or entry.seat == seat.id):
            found.append(Point(row.seq - 1, at, False))
            news = False
        if _visible(row, seat):
            news = True
            at = getattr(entry, "at", "") or at
    last = len(rows) - 1
    if news or not found or seat.referee:
        found.append(Point(last, at, False))
    stands = {entry.seq for entry in standing([row.entry for row in rows])}
    return [msgspec.structs.replace(point, undone=_resolved(rows, point.seq) not in stands) for point in found]


def _resolved(rows: Sequence[Row], seq: int) -> int:
    """The entry whose state stood after entry `seq`: right after an undo that is an earlier one."""
    while isinstance(entry := rows[seq].entry, Undone):
        seq = entry.to
    return seq


def _visible(row: Row, seat: Seat) -> bool:
    entry = row.entry
    if isinstance(entry, Undone | Seated | Closed) or row.seq == 0:
        return True
    if isinstance(entry, Rolled):
        return seat.referee or not entry.secret
    if isinstance(entry, Commanded | Answered) and entry.seat == seat.id:
        return True
    return any(event.visible_to(REFEREE if seat.referee else seat.id) for event in row.told)


def seen(history: History, seat_id: str, before: int, following: Row | None, words: Words, language: str) -> Seen:
    """What the seat saw when the history had come so far.

    `before` is the number of the last entry at the moment before, `following` the entry that came next, if any.
    """
    session, game = history.session, history.game
    seat = session.seats[seat_id]
    name = REFEREE if seat.referee else seat.id
    told = sorted([*session.events, *log.marks(history.entries)], key=lambda one: one[0])
    lines = lines_of(
        [(seq, event) for seq, event in told if event.visible_to(name)], log.fallen(history.entries, seat, 0)
    )
    open_now = list(questions.waiting(session))
    mine = [one for one in open_now if one.may_answer(seat) and (one.owner == seat.id or seat.referee)]
    waiting = (one.owner for one in open_now if one.owner != seat.id and (seat.referee or not one.question.secret))
    entry = following.entry if following else None
    asked = [_question(one, entry, seat, words) for one in mine]
    if not open_now and seat.role != "spectator" and not session.closed:
        asked += _menu(game, session.world, seat, entry, words)
    names = {one.id: one.name or one.id for one in session.seats.values()}
    return Seen(
        game.board(session.world, seat, language),
        tuple(lines),
        sum(line.seq > before for line in lines),
        tuple(asked),
        tuple(names[one] for one in dict.fromkeys(waiting)),
    )


def _question(waiting: OpenQuestion, following: Any, seat: Seat, words: Words) -> Asked:
    question = waiting.question
    answer = None
    if isinstance(following, Answered) and (following.of, following.question) == (waiting.of, waiting.index):
        answer = following.answer
    chosen = answer if isinstance(answer, list | tuple) else [answer]
    return Asked(
        words(question.key, question.facts),
        question.rule,
        tuple((named(words, one), one.value in chosen) for one in question.options),
        "" if answer is None or question.options else str(answer),
    )


def _menu(game: Game, world: Any, seat: Seat, following: Any, words: Words) -> Iterator[Asked]:
    menu = game.menu(world, seat)
    if menu is None or not menu.offers:
        return
    given = following.command if isinstance(following, Commanded) and following.seat == seat.id else None
    yield Asked(
        words(menu.key, menu.facts),
        "",
        tuple(
            (words(offer.key, offer.facts), given is not None and plain(offer.command) == dict(given))
            for offer in menu.offers
        ),
    )
