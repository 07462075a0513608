"""Somebody at a terminal, for tests: typed lines come from a list, and what is shown is kept."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from io import StringIO
from pathlib import Path

from rich.console import Console

from rulewright import games
from rulewright.cli import saves
from rulewright.cli.play import Wishes, evening
from rulewright.cli.terminal import Reader, Terminal
from rulewright.store.jsonl import JsonLines

SCENARIOS = ("ambush", "siege", "barrow")
GAPS = re.compile(r"«|»|\b[a-z_]+(\.[a-z_]+)+\b")
"""A message that is missing, or a key that was not put into words."""


class Typed:
    """Lines as a person types them; after the last one there is no more input."""

    def __init__(self, lines: Iterable[str | type[BaseException]]) -> None:
        self.lines = iter(lines)
        self.prompts: list[str] = []

    def __call__(self, prompt: str) -> str:
        self.prompts.append(prompt)
        line = next(self.lines, EOFError)
        if isinstance(line, str):
            return line
        raise line


def terminal(read: Reader, language: str = "en", width: int = 80, height: int = 24) -> tuple[Terminal, StringIO]:
    shown = StringIO()
    console = Console(
        file=shown, width=width, height=height, markup=False, highlight=False, emoji=False, force_terminal=False
    )
    return Terminal(language, read, console), shown


def sit(
    path: Path,
    read: Reader,
    scenario: str = "ambush",
    *,
    seed: str = "8",
    seat: str = "players",
    lang: str = "en",
    width: int = 80,
    height: int = 24,
    of: str = "cairn",
) -> str:
    """Play at a terminal until the game ends or the person leaves; a journal that is there is played on."""
    at, shown = terminal(read, lang, width, height)
    wishes = Wishes(seat, lang=lang)
    if saves.begun(path):
        with JsonLines(path) as journal:
            evening(saves.go_on(journal, None), wishes, str(path), warning=journal.warning, resumed=True, terminal=at)
    else:
        game = games.get(of)
        chosen = game.scenarios()[scenario]
        options = game.options_type(**game.presets[game.offered_preset])
        with JsonLines(path, new=True) as journal:
            evening(saves.start(game, chosen, options, journal, seed), wishes, str(path), terminal=at)
    return shown.getvalue()


def forever(line: str = "") -> Callable[[str], str]:
    """The same line again and again."""
    return lambda prompt: line
