"""What one seat is asked now: questions that wait for it, or the menu of what it can do; and for whom others wait."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

import msgspec

from rulewright.engine.commands import plain
from rulewright.engine.game import Menu
from rulewright.engine.journal import Seat
from rulewright.engine.requests import Question
from rulewright.engine.words import Words
from rulewright.table.questions import OpenQuestion
from rulewright.table.table import Table
from rulewright.table.wording import barred, cost, named, seat_named
from rulewright.web.views import Page, as_json


class Choice(msgspec.Struct, frozen=True):
    """One button: the value that it posts, its words, what it costs, and whether it is the default."""

    value: str
    text: str
    cost: str = ""
    rule: str = ""
    default: bool = False


class Asked(msgspec.Struct, frozen=True, kw_only=True):
    """A question or menu as a form. `of` is the id of the question, "" for a menu; `who` whom it is about."""

    of: str
    kind: str
    text: str
    choices: tuple[Choice, ...]
    rule: str = ""
    who: str = ""
    least: int = 0
    most: int = 0
    default: str = ""
    barred: tuple[str, ...] = ()
    absent: str = ""
    has_outlook: bool = False


class TurnPart(Page, frozen=True, kw_only=True):
    """The part of the table page that says what is asked of this seat."""

    template: ClassVar[str] = "parts/turn.html"
    base: str
    game: str
    seen: int
    asked: tuple[Asked, ...]
    waiting_for: tuple[str, ...]
    over: bool
    closed: bool
    watching: bool


def turn_part(table: Table, seat: Seat, words: Words, base: str) -> TurnPart:
    """What the seat is asked now. `base` is the path of its page."""
    open_to_me = table.open_questions(seat.id)
    asked = [_question(one, words, table, seat) for one in open_to_me]
    asked.sort(key=lambda one: one.absent != "")
    over = table.game.over(table.world)
    free = not table.closed and not table.open_questions(table.referee.id)  # while a question waits no command is due
    menu = offered(table, seat.id) if free and seat.role != "spectator" else None
    if menu is not None:
        asked.append(_menu(menu, words))
    names = {one.id: seat_named(words, one) for one in table.seats}
    others = [names[one] for one in table.waiting_for(seat.id) if one != seat.id]
    if free and not over:
        players = [one.id for one in table.seats if one.id != seat.id and one.role == "player"]
        menus = {one: menu for one in players if (menu := offered(table, one)) is not None}
        others = [names[one] for one in menus]
        if seat.referee:
            asked += [_menu(menu, words, names[one]) for one, menu in menus.items()]
        elif not others and not asked:
            others = [names[one.id] for one in table.seats if one.referee]
    return TurnPart(
        base=base,
        game=table.game.id,
        seen=table.seen_by(seat.id),
        asked=tuple(asked),
        waiting_for=tuple(others),
        over=over,
        closed=table.closed,
        watching=seat.role == "spectator",
    )


def offered(table: Table, seat: str) -> Menu | None:
    """What the seat can do now; None where that is nothing."""
    menu = table.menu(seat)
    return menu if menu is not None and menu.offers else None


def _question(waiting: OpenQuestion, words: Words, table: Table, seat: Seat) -> Asked:
    question = waiting.question
    default = question.default
    defaults = default if isinstance(default, list | tuple) else [default]
    owners = (one for one in table.seats if one.id == waiting.owner and one.id != seat.id)
    absent = next((seat_named(words, one) for one in owners), "")
    return Asked(
        of=waiting.id,
        kind=question.kind,
        text=words(question.key, question.facts),
        choices=tuple(
            Choice(one.value, named(words, one), cost(words, one), default=one.value in defaults)
            for one in question.options
        ),
        rule=question.rule,
        who=question.to,
        least=question.least,
        most=question.most,
        default="" if question.kind in ("choice", "several") or default is None else str(default),
        barred=tuple(barred(words, question)),
        absent=absent,
        has_outlook=question.outlook is not None and question.kind in ("choice", "number"),
    )


def _menu(menu: Menu, words: Words, absent: str = "") -> Asked:
    actors = {offer.actor for offer in menu.offers}
    return Asked(
        of="",
        kind="menu",
        text=words(menu.key, menu.facts),
        choices=tuple(
            Choice(
                as_json(plain(offer.command)),
                words(offer.key, offer.facts),
                rule=offer.rule,
                default=menu.due and place == menu.default,
            )
            for place, offer in enumerate(menu.offers)
        ),
        who=actors.pop() if len(actors) == 1 else "",
        absent=absent,
    )


def answer_of(question: Question, given: Sequence[str]) -> Any:
    """The answer that a form gives to a question: the posted values as the question's kind wants them."""
    if question.kind == "several":
        return list(given)
    last = given[-1] if given else ""
    if question.kind == "number" and len(last) < 12 and last.strip().removeprefix("-").isdecimal():
        return int(last)
    return last
