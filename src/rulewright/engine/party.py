"""Who of a scenario belongs to which player, for scenarios with a `party` and `foes` whose members name a `player`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol, TypeVar

import msgspec

from rulewright.engine.events import REFEREE
from rulewright.engine.journal import Seat, seats_of


class Played(Protocol):
    """One of a scenario's people."""

    @property
    def id(self) -> str:
        """The figure."""
        ...

    @property
    def name(self) -> str:
        """Its name."""
        ...

    @property
    def player(self) -> str:
        """The seat that decides for it."""
        ...


class WithParty(Protocol):
    """A scenario with people in it."""

    @property
    def party(self) -> Sequence[Played]:
        """The heroes."""
        ...

    @property
    def foes(self) -> Sequence[Played]:
        """The others, some of whom a player may play."""
        ...


class Hero(msgspec.Struct, frozen=True):
    """One of the party: its figure, its name, and the seat that plays it."""

    figure: str
    name: str
    seat: str


S = TypeVar("S")


def seats(scenario: WithParty) -> Sequence[Seat]:
    """The referee's seat and one for every player that the scenario names."""
    return seats_of([*(one.player for one in scenario.party), *(one.player for one in scenario.foes)])


def heroes(scenario: WithParty) -> Sequence[Hero]:
    """The party in order."""
    return [Hero(one.id, one.name, one.player) for one in scenario.party]


def with_players(scenario: S, players: Mapping[str, str]) -> S:
    """The scenario with heroes (by figure) played from other seats.

    Others whose seat plays no hero any more go to that of the first hero.
    """
    party = [msgspec.structs.replace(one, player=players.get(one.id, one.player)) for one in scenario.party]  # type: ignore[attr-defined]
    left = {one.player for one in party}
    first = next((one.player for one in party if one.player != REFEREE), REFEREE)
    foes = [
        one if one.player in left or one.player == REFEREE else msgspec.structs.replace(one, player=first)
        for one in scenario.foes  # type: ignore[attr-defined]
    ]
    return msgspec.structs.replace(scenario, party=tuple(party), foes=tuple(foes))  # type: ignore[type-var]
