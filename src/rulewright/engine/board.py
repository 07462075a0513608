"""The board: what a seat sees of the table, in a form that any front end can draw for any game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from rulewright.engine.field import Declared, Field, Reach, TrackMark


class Gauge(msgspec.Struct, frozen=True):
    """A number that goes up and down below a maximum, such as HP; `key` names it."""

    key: str
    value: int
    most: int


class Figure(msgspec.Struct, frozen=True):
    """Somebody on the board.

    `side` is the key of the heading it stands under; `numbers` are its other figures by key, None where they are
    not for this seat to know. `marks` and `doing` are keys of words. `health` counts everything that harm takes
    away, as far as this seat may know, so that a difference is the harm done; `out` says that it no longer takes
    part, `mine` that this seat decides for it. `zone` is the zone that it stands in, where the board has zones, `at`
    the column and row of its square, where the board has a field.
    """

    id: str
    name: str
    side: str
    gauge: Gauge
    numbers: Mapping[str, int | None] = {}
    holds: tuple[str, ...] = ()
    marks: tuple[str, ...] = ()
    doing: str = ""
    health: int = 0
    out: bool = False
    mine: bool = False
    zone: str = ""
    at: tuple[int, int] | None = None


class Zone(msgspec.Struct, frozen=True):
    """A part of the place where figures stand together: its id, the key of its name, and keys of what marks it."""

    id: str
    key: str
    marks: tuple[str, ...] = ()


class Board(msgspec.Struct, frozen=True):
    """A table at one moment: where it is (`place` and its text), how far it is (`key` with facts), and who is there.

    `zones` are in the order in which to draw them; where there are none, figures stand by their sides.
    `field` is where they stand square by square, and `reach` where the figure that acts can go now. `track` are the
    counts of the round from high to low, `stack` what is declared and waits, in the order in which it is resolved:
    the last one declared first.
    """

    title: str
    text: str
    key: str
    facts: Mapping[str, Any] = {}
    place: str = ""
    figures: tuple[Figure, ...] = ()
    notes: tuple[str, ...] = ()
    zones: tuple[Zone, ...] = ()
    field: Field | None = None
    reach: tuple[Reach, ...] = ()
    track: tuple[TrackMark, ...] = ()
    stack: tuple[Declared, ...] = ()
