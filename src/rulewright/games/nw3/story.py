"""Scenarios of Night Wizard: who is there and where the battle begins. Data in TOML; no rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

import msgspec

from rulewright.engine import game_files
from rulewright.games.nw3.options import Attribute
from rulewright.games.nw3.state import Element, Phase

Id = Annotated[str, msgspec.Meta(pattern="^[a-z][a-z0-9_]{0,39}$")]


class _Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    pass


class Member(_Part, frozen=True):
    """A ready Wizard of CL 1; `worn` are equipped items, `robe` those in the Lunar Robe, `skills` SL by id.

    With a `file`, as characters are kept in, the Wizard is the one of that file.
    """

    id: Id
    name: str
    classes: tuple[str, str]
    elements: tuple[Element, Element]
    bonus: Attribute
    skills: dict[str, Annotated[int, msgspec.Meta(ge=1, le=9)]] = {}
    worn: tuple[str, ...] = ()
    robe: tuple[str, ...] = ()
    player: str = "players"
    critical: Annotated[int, msgspec.Meta(ge=2, le=12)] | None = None
    fumble: Annotated[int, msgspec.Meta(ge=2, le=12)] | None = None
    text: str = ""
    file: str = ""


class FoeGroup(_Part, frozen=True):
    """Foes of one kind; on side "wizards" or "others" they are friends or bystanders, played by `player`."""

    id: Id
    foe: str
    count: Annotated[int, msgspec.Meta(ge=1, le=20)] = 1
    name: str = ""
    side: Literal["emulators", "wizards", "others"] = "emulators"
    player: str = "referee"
    hidden: bool = False
    flying: bool = False


class Start(_Part, frozen=True):
    """How the battle begins; `engages` are groups of ids, `distances` Move Actions to a character or place."""

    engages: tuple[tuple[str, ...], ...] = ()
    long: tuple[str, ...] = ()
    fortress: bool = False
    distances: dict[str, Annotated[int, msgspec.Meta(ge=1, le=99)]] = {}


class Clue(_Part, frozen=True):
    """Something that can be found out in a Scene: what is looked into, the Judge for it, and what comes of it."""

    id: Id
    title: str
    text: str
    attribute: Attribute
    difficulty: Annotated[int, msgspec.Meta(ge=0, le=99)]
    title_ja: str = ""
    text_ja: str = ""


class PreparedScene(_Part, frozen=True):
    """A Scene that the referee has prepared for a Phase; all PCs appear in it, and `foes`, if any, are met there."""

    id: Id
    title: str
    text: str = ""
    title_ja: str = ""
    text_ja: str = ""
    phase: Literal["opening", "middle", "climax"] = "opening"
    kind: Literal["ordinary", "combat"] = "ordinary"
    foes: tuple[FoeGroup, ...] = ()
    clues: tuple[Clue, ...] = ()


class Scenario(_Part, frozen=True):
    """A scenario to play: an Episode whose Climax is one battle. Longer than `round_limit` rounds is a stalemate.

    Play begins in `phase`; `places` are worth going to, by name (NW3-MOVE-12). `scenes` are played in their order,
    and `fortress` is the id of one into which the Dive of the Middle Phase leads, after the Scenes of that Phase.
    With a Dive whose last Area is the Climax there need be no `foes`.
    """

    id: Id
    title: str
    text: str
    party: tuple[Member, ...]
    foes: tuple[FoeGroup, ...] = ()
    game: Literal["nw3"] = "nw3"
    title_ja: str = ""
    text_ja: str = ""
    scene: str = ""
    scene_ja: str = ""
    start: Start = Start()
    places: tuple[str, ...] = ()
    places_ja: tuple[str, ...] = ()
    round_limit: Annotated[int, msgspec.Meta(ge=1, le=200)] = 20
    phase: Phase = "preplay"
    scenes: tuple[PreparedScene, ...] = ()
    fortress: str = ""


def starter_scenarios() -> Mapping[str, Scenario]:
    """The scenarios that come with the game, by id."""
    return game_files.scenarios("rulewright.games.nw3", Scenario)
