"""What every choice of a menu or a question leads to, each worked out when it is asked for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache, partial
from typing import Any

import msgspec

from rulewright.engine.game import AnyWorld, Menu
from rulewright.engine.journal import Seat
from rulewright.engine.requests import Option, Question
from rulewright.table.chances import Fate, Outlook, asked, of_answer, of_command, table_before
from rulewright.table.questions import OpenQuestion
from rulewright.table.table import Table


class Choice(msgspec.Struct, frozen=True):
    """What can be chosen, and the odds of it as something to call: following them may take seconds."""

    option: Option
    outlook: Callable[[], Outlook]


def of_menu(table: Table, seat: Seat, menu: Menu) -> list[Choice]:
    """The commands of a seat's menu."""
    return [
        Choice(
            Option("", offer.key, offer.facts),
            partial(of_command, table.game, table.world, seat, offer.command, table.referee),
        )
        for offer in menu.offers
    ]


def of_question(table: Table, waiting: OpenQuestion) -> list[Choice]:
    """The answers to an open question; none where an answer is a number, a text, or has to be several things."""
    before = cache(partial(table_before, table, waiting))
    return [Choice(one, _answer(table, before, waiting, answer)) for one, answer in answers(waiting.question)]


def answers(question: Question) -> list[tuple[Option, Any]]:
    """The options whose odds can be told, each with the answer that takes it."""
    if question.kind == "choice":
        return [(one, one.value) for one in question.options]
    if question.kind == "several" and question.least <= 1:
        return [(one, [one.value]) for one in question.options]
    return []


def anyway(outlooks: Sequence[Outlook]) -> list[Fate]:
    """What most choices leave as it is: the same fate of the same figure in more than half of several."""
    seen = Counter(_key(fate) for outlook in outlooks for fate in outlook.fates)
    often = {key for key, count in seen.items() if count * 2 > len(outlooks) and count > 1}
    first = {_key(fate): fate for outlook in outlooks for fate in outlook.fates}
    return [fate for key, fate in first.items() if key in often]


def _answer(table: Table, before: Callable[[], AnyWorld], waiting: OpenQuestion, answer: Any) -> Callable[[], Outlook]:
    return lambda: of_answer(table.game, before(), table.world, asked(table, waiting), answer, table.referee)


def _key(fate: Fate) -> tuple[str, float, tuple[tuple[int, float], ...]]:
    return fate.name, fate.out, tuple(fate.harm.items())
