"""What the answers to a question are worth, and advice, in words."""

from __future__ import annotations

from rich.console import RenderableType
from rich.text import Text

from rulewright.cli.terminal import Terminal
from rulewright.engine.requests import Question
from rulewright.engine.words import Words
from rulewright.table.percent import percent
from rulewright.table.prospects import Prospect, advice
from rulewright.table.wording import cost, named


def in_words(terminal: Terminal, prospect: Prospect) -> str:
    """A prospect in two or three words."""
    if prospect.is_chance:
        return terminal.word("prospect.chance", share=percent(prospect.value, 0))
    return terminal.word("prospect.mean", mean=f"{float(prospect.value):.1f}")


def advised(terminal: Terminal, words: Words, question: Question | None) -> list[RenderableType]:
    """The best answer with its price, and beside one that costs something the best that costs nothing."""
    found = advice(question) if question is not None else []
    if not found:
        return [Text(terminal.word("advice.none_here"), "yellow")]
    lines: list[RenderableType] = []
    amounts = question is not None and question.kind == "number"  # an amount is its own price
    for key, one in zip(("advice.best", "advice.free"), found):
        told = terminal.word(key, name=named(words, one.option), prospect=in_words(terminal, one.prospect))
        lines.append(
            Text(told).append(f"  ({price})" if not amounts and (price := cost(words, one.option)) else "", "dim")
        )
    return [*lines, Text(terminal.word("advice.how"), "dim")]
