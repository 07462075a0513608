"""Scenarios of Night Wizard: Origin: who is there, on which map, and what is at stake. Data in TOML; no rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

import msgspec

from rulewright.engine import game_files

Id = Annotated[str, msgspec.Meta(pattern="^[a-z][a-z0-9_]{0,39}$")]
Coordinate = Annotated[int, msgspec.Meta(ge=0, le=49)]


class _Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    pass


class Member(_Part, frozen=True):
    """One of the party: a `character` of the packs, or with a `file`, as characters are kept in, that one."""

    id: Id
    character: str = ""
    player: str = "players"
    square: tuple[Coordinate, Coordinate] = (0, 0)
    name: str = ""
    name_ja: str = ""
    faction: str = "party"
    file: str = ""


class FoeGroup(_Part, frozen=True):
    """Characters of one kind that stand on one square; those of another faction may be friends or a third side."""

    id: Id
    character: str
    count: Annotated[int, msgspec.Meta(ge=1, le=20)] = 1
    player: str = "referee"
    square: tuple[Coordinate, Coordinate] = (0, 0)
    name: str = ""
    name_ja: str = ""
    faction: str = "foes"
    hidden: bool = False


class Scenario(_Part, frozen=True):
    """A scenario to play: one fight on a map. Longer than `round_limit` rounds is a stalemate."""

    id: Id
    title: str
    text: str
    map: str
    party: tuple[Member, ...]
    foes: tuple[FoeGroup, ...] = ()
    game: Literal["nwo"] = "nwo"
    title_ja: str = ""
    text_ja: str = ""
    victory: str = ""
    victory_ja: str = ""
    round_limit: Annotated[int, msgspec.Meta(ge=1, le=200)] = 20


def starter_scenarios() -> Mapping[str, Scenario]:
    """The scenarios that come with the game, by id."""
    return game_files.scenarios("rulewright.games.nwo", Scenario)
