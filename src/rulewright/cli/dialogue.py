"""Putting one question to the person at the terminal until it is answered."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from rulewright.cli.prompt import Given, Pressed, reply
from rulewright.cli.prospects import in_words
from rulewright.cli.terminal import Terminal
from rulewright.engine.requests import Question
from rulewright.engine.words import Words
from rulewright.table.prospects import prospects
from rulewright.table.wording import cost, named

Key: TypeAlias = Callable[[str], None]
"""What a key does; it gets what was typed after it."""

PROMPT = "> "
ADVICE = "a"
"""The key that is offered only where there is something to advise on."""


class Dialogue:
    """Questions with numbered options, and keys that do something else.

    `keys` name in order what is offered; two that do the same share one name, such as "?" and "w".
    """

    def __init__(self, terminal: Terminal, words: Words, keys: Mapping[str, Key]) -> None:
        self.terminal = terminal
        self.words = words
        self.keys = keys

    def ask(self, question: Question, shown: Callable[[Sequence[RenderableType]], None] | None = None) -> Any:
        """Put the question and return a legal answer; raises `Left`, and whatever a key raises.

        `shown` shows the question's lines the first time, for example beside something else.
        """
        lines = self.lines(question)
        (shown or self._show)(lines)
        while True:
            answer = reply(question, self.terminal.read(PROMPT), self.keys)
            if isinstance(answer, Given):
                return answer.answer
            if isinstance(answer, Pressed):
                self.keys[answer.key](answer.rest)
                self._show([Text(), *lines])
            else:
                self.terminal.say(answer.key, "yellow", **answer.facts)

    def _show(self, lines: Sequence[RenderableType]) -> None:
        self.terminal.show(*lines)

    def lines(self, question: Question) -> list[RenderableType]:
        """The question, its options with the default marked, and how to answer.

        Beside each option stands what it costs, and what it is worth where the rules can tell.
        """
        default = question.default if isinstance(question.default, list | tuple) else [question.default]
        found = prospects(question)
        width = len(str(len(question.options)))
        options = Table.grid(padding=(0, 2, 0, 0))
        options.add_column(no_wrap=True)
        options.add_column()
        for number, option in enumerate(question.options, 1):
            preset = option.value in default
            mark = self.terminal.mark("▸", ">") if preset else " "
            told = named(self.words, option)
            price = cost(self.words, option)
            style = "bold green" if preset else ""
            text = Text(told, style).append(f"  ({price})" if price else "", "dim")
            if option.value in found:
                text.append("  " + in_words(self.terminal, found[option.value]), "cyan")
            options.add_row(Text(f"{mark} {number:>{width}}", style or "bold"), text)
        asked = Text(self.words(question.key, question.facts), "bold")
        how = Text(self._how(question), "dim")
        if question.kind == "number" and found:
            by_amount = (f"{amount}: {in_words(self.terminal, one)}" for amount, one in found.items())
            return [asked, Text(self.terminal.mark(" · ", ", ").join(by_amount), "cyan"), how]
        return [asked, options, how] if question.options else [asked, how]

    def _how(self, question: Question) -> str:
        parts = []
        if question.default is not None:
            parts.append(self.terminal.word("prompt.enter", default=self._default(question)))
        if question.kind != "choice":
            facts = {"least": question.least, "most": question.most, "count": len(question.options)}
            parts.append(self.terminal.word(f"prompt.how.{question.kind}", **facts))
        slash = "/" if question.kind == "text" else ""
        named: dict[str, str] = {}
        for key in self.keys:
            if key == ADVICE and question.outlook is None:
                continue
            word = self.terminal.word(f"key.{key}")
            named.setdefault(word, f"{slash}{key}")
        parts += [f"{key} {word}" for word, key in named.items()]
        return self.terminal.mark(" · ", ", ").join(parts)

    def _default(self, question: Question) -> str:
        if question.kind == "choice":
            return str([option.value for option in question.options].index(question.default) + 1)
        if question.kind == "several":
            numbers = [n for n, option in enumerate(question.options, 1) if option.value in question.default]
            if len(numbers) == len(question.options) > 1:
                return self.terminal.word("prompt.all")
            return ", ".join(map(str, numbers)) or self.terminal.word("prompt.none")
        return str(question.default)
