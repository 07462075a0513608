"""What the answers to a question are worth, by the rules' own outlook: exact chances and means, and advice.

The outlook looks at the question alone: nothing that may be decided later is followed.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import msgspec

from rulewright.engine.enumerate import Odds, TooManyPaths
from rulewright.engine.requests import Option, Question

DROP = Fraction(1, 10**9)
AMOUNTS = 60
"""The most amounts of a number whose prospects are told."""
PATHS = 20_000
"""Paths that are followed for one question, a fraction of a second, before nothing is shown instead."""


class Prospect(msgspec.Struct, frozen=True):
    """What an answer leads to: a chance of success from 0 to 1, or the mean of a number."""

    value: Fraction
    is_chance: bool


class Advised(msgspec.Struct, frozen=True):
    """An answer that is advised, and what it leads to."""

    option: Option
    prospect: Prospect


def prospects(question: Question) -> Mapping[str, Prospect]:
    """Of every option by its value, of every amount of a number by the amount as text.

    None where the rules give no outlook, where it takes too long to follow, or where there are too many amounts.
    """
    if question.outlook is None:
        return {}
    odds, found = Odds(drop=DROP, paths=PATHS), {}
    try:
        for option, answer in _answers(question):
            call = question.outlook.call(answer)
            results = odds.call(call.procedure, *call.args)
            is_chance = all(isinstance(result, bool) for result in results)
            found[option.value] = Prospect(results.expect(Fraction), is_chance)
    except TooManyPaths:
        return {}
    return found


def _answers(question: Question) -> list[tuple[Option, str | int]]:
    """The answers that are told apart, as options: an amount counts as its own cost, of equals the least is best."""
    if question.kind == "choice":
        return [(option, option.value) for option in question.options]
    if question.kind != "number" or question.most - question.least >= AMOUNTS:
        return []
    return [(Option(str(n), cost={"": n} if n else {}), n) for n in range(question.least, question.most + 1)]


def advice(question: Question) -> list[Advised]:
    """The best answer, the cheapest of equals, and after one that costs something the best that costs nothing.

    None where the question has no prospects.
    """
    found = prospects(question)
    if not found:
        return []
    options = [option for option, _ in _answers(question)]
    ranked = sorted(options, key=lambda one: (-found[one.value].value, sum(one.cost.values())))
    free = next((option for option in ranked if not option.cost), None)
    advised = ranked[:1] if free is None or free is ranked[0] else [ranked[0], free]
    return [Advised(option, found[option.value]) for option in advised]
