"""The files of a content pack before it reaches a table: which game they are for, and what is wrong with them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from rulewright import games
from rulewright.engine import packs
from rulewright.engine.errors import Malformed
from rulewright.engine.game import Game
from rulewright.engine.pack_problems import MISSING, Problem, shown
from rulewright.engine.toml_lines import Source


def game_of(files: Mapping[str, bytes]) -> Game:
    """The game that a pack names in its header; the only installed one where it names none."""
    named = header(files).get("ruleset")
    if isinstance(named, str):
        return games.get(named)
    known = games.installed()
    if len(known) == 1:
        return next(iter(known.values()))
    raise Malformed("the pack does not say which game it is for", expected=f'ruleset = "{next(iter(known))}" in [pack]')


def load(game: Game, files: Mapping[str, bytes]) -> packs.Library:
    """The library of a pack, which may refer to the game's starter pack; raises `BadPack`."""
    library: packs.Library = packs.load(dict(files), game.content_type, _before(game, files))
    return library


def warnings(game: Game, files: Mapping[str, bytes]) -> list[Problem]:
    """What is odd about a good pack; raises `BadPack`."""
    before = _before(game, files)
    return packs.warnings_of(files, packs.load(dict(files), game.content_type, before), before)


def _before(game: Game, files: Mapping[str, bytes]) -> Sequence[packs.Library]:
    starter = game.content()
    return [] if any(mark.id == header(files).get("id") for mark in starter.packs) else [starter]


def header(files: Mapping[str, bytes]) -> Mapping[str, Any]:
    """The table [pack]; empty where it cannot be read, which is reported with its place by `load`."""
    for name, raw in files.items():
        alone = _HEADER.search(raw)
        for text in (alone[0], raw) if alone else (raw,):  # most often it need not be read twice
            found = Source(name, text).values.get("pack")
            if isinstance(found, dict):
                return found
    return {}


_HEADER = re.compile(rb"^\[pack\][^\[]*", re.MULTILINE)


def problem_data(problem: Problem) -> dict[str, Any]:
    """A problem as plain data."""
    return {
        "code": problem.code,
        "file": problem.file,
        "line": problem.line,
        "path": problem.path,
        "found": found_text(problem),
        "allowed": problem.allowed,
        "text": str(problem),
    }


def found_text(problem: Problem) -> str | None:
    """What a problem found, as it would stand in the file; None where something is missing."""
    return None if problem.found is MISSING else shown(problem.found)
