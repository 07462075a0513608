"""The games: each a package that registers one object in the entry-point group `rulewright.games`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import cast

from rulewright.engine.errors import Malformed
from rulewright.engine.game import Game

GROUP = "rulewright.games"


class Installed(Mapping[str, Game]):
    """The installed games by id; a game is imported when it is first looked up."""

    def __init__(self, points: Mapping[str, EntryPoint]) -> None:
        self._points = dict(sorted(points.items()))
        self._loaded: dict[str, Game] = {}

    def __getitem__(self, id: str) -> Game:
        if id not in self._loaded:
            self._loaded[id] = cast(Game, self._points[id].load())
        return self._loaded[id]

    def __iter__(self) -> Iterator[str]:
        return iter(self._points)

    def __len__(self) -> int:
        return len(self._points)

    def __contains__(self, id: object) -> bool:
        return id in self._points  # without importing it


@cache
def installed() -> Mapping[str, Game]:
    """All installed games by id; listing them imports none."""
    return Installed({point.name: point for point in entry_points(group=GROUP)})


def get(id: str) -> Game:
    """The game with this id; raises `Malformed` with the ids that there are."""
    games = installed()
    if id not in games:
        raise Malformed(f"no game {id!r}", expected=f"one of {', '.join(games)}" if games else "an installed game")
    return games[id]
