"""The places at which traps and Logics come in."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.engine.requests import Procedure
from rulewright.games.nw3.casket_state import Casket
from rulewright.games.nw3.state import Character, Nw3World


def logics_begin(world: Nw3World, casket: Casket) -> None:
    """A Lunar Casket stands: its Logics are in force."""


def logics_end(world: Nw3World, casket: Casket) -> None:
    """A Lunar Casket ends: its Logics stop (NW3-CASKET-13)."""


def logics_on_entering(world: Nw3World, entrants: Sequence[Character]) -> Procedure[None]:
    """What Logics do to those who come into an Area."""
    yield from ()


def traps_on_entering(world: Nw3World, area: str, entrants: Sequence[Character]) -> Procedure[None]:
    """The step of the traps of an Area."""
    yield from ()
