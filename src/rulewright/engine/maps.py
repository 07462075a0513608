"""Maps: places joined by links, as a seat may see them, in a form that any front end can draw for any game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, TypeAlias

import msgspec

from rulewright.engine.offers import Draft, Offer

LineStyle: TypeAlias = Literal["plain", "arrow", "dotted", "barred", "broken"]
"""How a link is drawn; "arrow" leads only from its `from_` to its `to`."""

PlaceState: TypeAlias = Literal["known", "unknown", "visited", "cleared"]
"""How a place is drawn. Its marks say the same in words."""


class Remark(msgspec.Struct, frozen=True):
    """A line about a place, a link or a map: a message; `secret` is not for players, `wrong` a fault to mend."""

    key: str
    facts: Mapping[str, Any] = {}
    secret: bool = False
    wrong: bool = False


class Place(msgspec.Struct, frozen=True):
    """A place: its name, the key of its kind with a `sign` of one letter, and what there is to say of it.

    `x` and `y` are its column and row where somebody has set them; places without are laid out by who draws. `here`
    names those who are in it, `current` says that the play is there now. What can be done is there only for the
    place that is looked at.
    """

    id: str
    name: str
    kind: str
    sign: str = ""
    text: str = ""
    state: PlaceState = "known"
    marks: tuple[str, ...] = ()
    remarks: tuple[Remark, ...] = ()
    x: int | None = None
    y: int | None = None
    here: tuple[str, ...] = ()
    current: bool = False
    secret: bool = False
    offers: tuple[Offer, ...] = ()
    drafts: tuple[Draft, ...] = ()


class Link(msgspec.Struct, frozen=True):
    """A way between two places; `kind` and `marks` are keys of words, `secret` ones are not known to players."""

    id: str
    from_: str
    to: str
    kind: str
    line: LineStyle = "plain"
    marks: tuple[str, ...] = ()
    remarks: tuple[Remark, ...] = ()
    secret: bool = False
    offers: tuple[Offer, ...] = ()
    drafts: tuple[Draft, ...] = ()


class Step(msgspec.Struct, frozen=True):
    """A passage over a link, from one of its places to the other."""

    link: str
    left: str
    to: str


class Map(msgspec.Struct, frozen=True):
    """A map as a seat sees it: first the place where one comes in, then in the order in which to read them.

    `way` are the passages of those who walk there, in their order. `source` is the text of a file with the whole
    map, for seats that may have it.
    """

    id: str
    title: str
    text: str
    places: tuple[Place, ...]
    links: tuple[Link, ...] = ()
    way: tuple[Step, ...] = ()
    remarks: tuple[Remark, ...] = ()
    offers: tuple[Offer, ...] = ()
    drafts: tuple[Draft, ...] = ()
    source: str = ""


class MapTitle(msgspec.Struct, frozen=True):
    """A map that a seat may open; `kind` is the key of what it is for."""

    id: str
    title: str
    kind: str


class Atlas(msgspec.Struct, frozen=True):
    """The maps that a seat may open, first the one that is played on, and commands that make more of them."""

    titles: tuple[MapTitle, ...] = ()
    drafts: tuple[Draft, ...] = ()


def has_maps(atlas: Atlas) -> bool:
    """Whether there is anything to open or to make."""
    return bool(atlas.titles or atlas.drafts)
