"""The person at the terminal: lines to read, things to show, and leaving."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Any, TypeAlias

from rich.console import Console, RenderableType
from rich.text import Text

from rulewright.cli.output import say

Reader: TypeAlias = Callable[[str], str]

WIDE = 110
"""Columns from which on two things stand side by side."""


class Left(Exception):
    """The person has left: by a key, by Ctrl-C, or because there is no more input."""


def leave(rest: str) -> None:
    """The key that leaves; raises `Left`."""
    raise Left


def at_terminal() -> bool:
    """Whether a person can be asked and shown things here."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def keyboard(prompt: str) -> str:
    """One line from the keyboard; bytes that are no text read as an empty line."""
    if "readline" not in sys.modules:
        with suppress(ImportError):
            import readline  # noqa: F401  (lines can then be edited)
    try:
        return input(prompt)
    except UnicodeDecodeError:
        return "\N{REPLACEMENT CHARACTER}"


class Terminal:
    """What is shown goes to the console; what is read comes from `read`."""

    def __init__(self, language: str, read: Reader = keyboard, console: Console | None = None) -> None:
        self.language = language
        self.console = console or Console(markup=False, highlight=False, emoji=False)
        self._read = read

    @property
    def width(self) -> int:
        """Columns."""
        return self.console.width

    @property
    def wide(self) -> bool:
        """Whether two columns fit side by side."""
        return self.width >= WIDE

    @property
    def height(self) -> int:
        """Rows."""
        return self.console.height

    def rows(self, thing: RenderableType) -> int:
        """How many rows a thing takes."""
        return len(self.console.render_lines(thing, pad=False))

    def show(self, *things: RenderableType) -> None:
        """Print things, one below the other; in a pipe or a file a line of text stays one line."""
        for thing in things:
            self.console.print(thing, soft_wrap=isinstance(thing, Text) and not self.console.is_terminal)

    def say(self, key: str, style: str = "", **facts: Any) -> None:
        """Print a message of the command line."""
        self.show(Text(say(key, self.language, **facts), style))

    def word(self, key: str, **facts: Any) -> str:
        """A message of the command line."""
        return say(key, self.language, **facts)

    def mark(self, fancy: str, plain: str) -> str:
        """The first text where the terminal can show it, else the second."""
        try:
            fancy.encode(self.console.encoding)
        except (UnicodeEncodeError, LookupError):
            return plain
        return fancy

    def read(self, prompt: str) -> str:
        """A line of the person; raises `Left`."""
        try:
            return self._read(prompt)
        except (EOFError, KeyboardInterrupt):
            self.console.print()
            raise Left from None
