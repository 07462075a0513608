"""Traps of Areas."""

from __future__ import annotations

from collections.abc import Iterable

from rulewright.engine.requests import Procedure
from rulewright.games.nw3.state import Character, Nw3World


def on_entering(world: Nw3World, area: str, entrants: Iterable[Character]) -> Procedure[None]:
    """The step of the traps of an Area."""
    yield from ()
