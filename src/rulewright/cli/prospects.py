"""What the answers to a question are worth, by the rules' own outlook: exact chances and means, and advice.

The outlook looks at the question alone: nothing that may be decided later is followed.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import msgspec
from rich.console import RenderableType
from rich.text import Text

from rulewright.cli.output import percent
from rulewright.cli.terminal import Terminal, Words
from rulewright.engine.enumerate import Odds, TooManyPaths
from rulewright.engine.requests import Option, Question

DROP = Fraction(1, 10**9)
PATHS = 20_000
"""Paths that are followed for one question, a fraction of a second, before nothing is shown instead."""


class Prospect(msgspec.Struct, frozen=True):
    """What an answer leads to: a chance of success from 0 to 1, or the mean of a number."""

    value: Fraction
    is_chance: bool


def prospects(question: Question) -> Mapping[str, Prospect]:
    """Of every option by its value; none where the rules give no outlook, or it takes too long to follow."""
    if question.outlook is None or question.kind != "choice":
        return {}
    odds, found = Odds(drop=DROP, paths=PATHS), {}
    try:
        for option in question.options:
            call = question.outlook.call(option.value)
            results = odds.call(call.procedure, *call.args)
            is_chance = all(isinstance(result, bool) for result in results)
            found[option.value] = Prospect(results.expect(Fraction), is_chance)
    except TooManyPaths:
        return {}
    return found


def in_words(terminal: Terminal, prospect: Prospect) -> str:
    """A prospect in two or three words."""
    if prospect.is_chance:
        return terminal.word("prospect.chance", share=percent(prospect.value, 0))
    return terminal.word("prospect.mean", mean=f"{float(prospect.value):.1f}")


def cost(words: Words, option: Option) -> str:
    """What an option costs, such as "Prana 1"; "" where it is free."""
    return ", ".join(f"{words(name, {})} {amount}" for name, amount in option.cost.items())


def advice(terminal: Terminal, words: Words, question: Question | None) -> list[RenderableType]:
    """The best answer with its price, and beside one that costs something the best that costs nothing."""
    found = prospects(question) if question is not None else {}
    if question is None or not found:
        return [Text(terminal.word("advice.none_here"), "yellow")]
    ranked = sorted(question.options, key=lambda one: (-found[one.value].value, sum(one.cost.values())))
    best, free = ranked[0], next((option for option in ranked if not option.cost), None)
    lines: list[RenderableType] = [_advised(terminal, words, "advice.best", best, found)]
    if free is not None and free is not best:
        lines.append(_advised(terminal, words, "advice.free", free, found))
    return [*lines, Text(terminal.word("advice.how"), "dim")]


def named(words: Words, option: Option) -> str:
    """An option in words."""
    return words(option.key, option.facts) if option.key else option.value


def _advised(
    terminal: Terminal, words: Words, key: str, option: Option, found: Mapping[str, Prospect]
) -> RenderableType:
    text = Text(terminal.word(key, name=named(words, option), prospect=in_words(terminal, found[option.value])))
    return text.append(f"  ({price})" if (price := cost(words, option)) else "", "dim")
