"""Where played games are kept: a journal file for each, so that nothing is lost when a process ends."""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Sequence
from datetime import datetime
from itertools import count
from pathlib import Path
from typing import Any

from rulewright import games
from rulewright.engine.errors import Malformed
from rulewright.engine.game import Game
from rulewright.engine.journal import Closed, Entry, Opened, UndoPolicy, opened_in
from rulewright.store.journal import Journal
from rulewright.store.jsonl import JsonLines
from rulewright.table.table import Table

UNDO: UndoPolicy = "anyone"
"""Who sits at the terminal sits at the referee's side as well."""


def folder() -> Path:
    """The user's folder for played games, made if it is not there."""
    state = os.environ.get("XDG_STATE_HOME", "")
    base = Path(state) if os.path.isabs(state) else Path.home() / ".local" / "state"
    place = base / "rulewright"
    place.mkdir(parents=True, exist_ok=True)
    return place


def fresh(scenario: str) -> JsonLines:
    """A new journal in the user's folder, named after the scenario and the time."""
    stem = f"{re.sub(r'[^A-Za-z0-9_-]+', '_', Path(scenario).stem)}-{datetime.now():%Y%m%d-%H%M%S}"
    place = folder()
    for number in count(1):
        path = place / (f"{stem}.jsonl" if number == 1 else f"{stem}-{number}.jsonl")
        try:
            path.touch(exist_ok=False)
        except FileExistsError:
            continue
        return JsonLines(path, new=True)
    raise AssertionError("unreachable")


def begun(path: Path) -> bool:
    """Whether there is a journal with something in it."""
    return path.exists() and path.stat().st_size > 0


def start(game: Game, scenario: Any, options: Any, journal: Journal, seed: str | None) -> Table:
    """A new table in an empty journal."""
    return Table.new(game, scenario, options, game.seats(scenario), journal, seed, undo=UNDO)


def game_of(entries: Sequence[Entry], path: Path) -> Game:
    """The game of a journal; raises `Malformed`."""
    first = entries[0] if entries else None
    if not isinstance(first, Opened):
        raise Malformed("this is no journal of a table", at=str(path), expected="a first line that opens one")
    return games.get(first.game)


def go_on(journal: JsonLines, scenario: Any) -> Table:
    """The table of a journal that is not finished; raises `Malformed`, also for one of another scenario."""
    at = str(journal.path)
    game = game_of(journal.entries, journal.path)
    if isinstance(journal.entries[-1], Closed):
        raise Malformed("this game is over", at=at, expected=f"a new file; `{command('replay', at)}` shows it again")
    opened = opened_in(journal.entries)
    wanted = getattr(scenario, "id", None)
    if scenario is not None and opened.scenario.get("id") != wanted:
        raise Malformed(f"this is the scenario {opened.scenario.get('id')!r}", at=at, expected=f"{wanted!r}")
    return Table.resume(game, journal)


def command(name: str, *arguments: str) -> str:
    """A command line to copy."""
    return shlex.join(["rulewright", name, *arguments])
