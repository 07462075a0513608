"""Scenarios: who is there, where, and what waits. Data in TOML; no rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

import msgspec

from rulewright.engine import game_files
from rulewright.games.cairn.content_fields import Dice

Stat = Annotated[int, msgspec.Meta(ge=0, le=99)]


class _Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    pass


class Kit(_Part, frozen=True):
    """A thing that a character brings, and where it carries it."""

    item: str
    where: Literal["pack", "held", "worn"] = "pack"


class Member(_Part, frozen=True):
    """A ready character of the party; `player` is the seat that plays it.

    With a `file`, as characters are kept in, the character is the one of that file.
    """

    id: str
    name: str
    STR: Stat
    DEX: Stat
    WIL: Stat
    hp: Stat
    kind: Literal["pc", "hireling"] = "pc"
    player: str = "players"
    items: tuple[Kit, ...] = ()
    gold: int = 0
    background: str = ""
    role: str = ""
    file: str = ""


class FoeGroup(_Part, frozen=True):
    """Creatures of one kind that break together; stats stand in for the monster's own where given.

    With `side` "party" they are allies, and `player` is the seat that plays them.
    """

    id: str
    monster: str
    count: Annotated[int, msgspec.Meta(ge=1, le=50)] = 1
    name: str = ""
    name_fi: str = ""
    hp: Annotated[int, msgspec.Meta(ge=1, le=99)] | None = None
    armor: Annotated[int, msgspec.Meta(ge=0, le=3)] | None = None
    STR: Annotated[int, msgspec.Meta(ge=1, le=30)] | None = None
    DEX: Annotated[int, msgspec.Meta(ge=1, le=30)] | None = None
    WIL: Annotated[int, msgspec.Meta(ge=1, le=30)] | None = None
    room: str = ""
    attitude: str = ""
    joins: str = ""
    side: Literal["foes", "party"] = "foes"
    player: str = "referee"


class Hazard(_Part, frozen=True):
    """A danger met once: a save, and what failing it costs."""

    text: str
    ability: Literal["STR", "DEX", "WIL"]
    dice: Dice
    harms: Literal["STR", "DEX", "WIL"] = "STR"
    text_fi: str = ""


class Room(_Part, frozen=True):
    """A place of a delve."""

    id: str
    name: str
    text: str
    exits: tuple[str, ...]
    name_fi: str = ""
    text_fi: str = ""
    finds: tuple[str, ...] = ()
    hazard: Hazard | None = None
    goal: bool = False
    safe: bool = False


class Moment(_Part, frozen=True):
    """Something that the clock brings, `minute` minutes after the start."""

    id: str
    minute: int
    text: str
    text_fi: str = ""
    ends: bool = False
    frees: str = ""


class Scenario(_Part, frozen=True):
    """A scenario to play."""

    id: str
    title: str
    text: str
    party: tuple[Member, ...]
    foes: tuple[FoeGroup, ...]
    title_fi: str = ""
    text_fi: str = ""
    game: Literal["cairn"] = "cairn"
    escape: str = ""
    escape_fi: str = ""
    start: str = ""
    rooms: tuple[Room, ...] = ()
    moments: tuple[Moment, ...] = ()
    round_limit: int = 50


def starter_scenarios() -> Mapping[str, Scenario]:
    """The scenarios that come with the game, by id."""
    return game_files.scenarios("rulewright.games.cairn", Scenario)
