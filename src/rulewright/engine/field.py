"""Square fields: where figures stand, where one of them can go, and when whose turn comes, for any front end to draw.

Columns `x` and rows `y` count from 0, from the top left corner; people read column letters and row numbers from 1.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import count
from typing import Any, Literal, TypeAlias
from unicodedata import east_asian_width

import msgspec

from rulewright.engine.maps import Remark
from rulewright.engine.offers import Offer

TrackKind: TypeAlias = Literal["turn", "cast", "done"]
"""What happens at a count: a turn, a cast takes effect, or nothing any more in this round."""


class Square(msgspec.Struct, frozen=True):
    """A square with something to say of it: keys of its `marks`, and remarks.

    Nobody enters a `blocked` one. `places` tells by the key of a side how many of its places are taken and how many
    there are.
    """

    x: int
    y: int
    blocked: bool = False
    marks: tuple[str, ...] = ()
    places: Mapping[str, tuple[int, int]] = {}
    remarks: tuple[Remark, ...] = ()


class Field(msgspec.Struct, frozen=True):
    """A grid of squares; only those with something to say are listed. `unit` is the key of how wide a square is."""

    id: str
    name: str
    width: int
    height: int
    squares: tuple[Square, ...] = ()
    unit: str = ""


class Reach(msgspec.Struct, frozen=True):
    """A square that the acting figure can go to now, and what that costs.

    `path` are the squares to go through, from the first one entered to this one. Each kind of movement that gets
    there is an offer of its own; the first one is meant where nobody chooses.
    """

    x: int
    y: int
    cost: int
    path: tuple[tuple[int, int], ...] = ()
    offers: tuple[Offer, ...] = ()


class TrackMark(msgspec.Struct, frozen=True):
    """A count of the round: whose it is (id, name, key of the side), and what happens then, as a key with facts.

    A figure may have several, such as a turn and a cast. `count` is None where there is none yet in this round;
    `current` is the one that the round has come to.
    """

    figure: str
    name: str
    side: str
    count: int | None
    kind: TrackKind
    key: str
    facts: Mapping[str, Any] = {}
    current: bool = False


class Declared(msgspec.Struct, frozen=True):
    """Something declared that waits to be resolved, as a key with facts; `figure` is the id of who declared it."""

    key: str
    facts: Mapping[str, Any] = {}
    figure: str = ""
    name: str = ""


def square_name(x: int, y: int) -> str:
    """What people call a square: A1 at the top left, AA1 after Z1."""
    letters, column = "", x + 1
    while column > 0:
        column, letter = divmod(column - 1, 26)
        letters = chr(ord("A") + letter) + letters
    return f"{letters}{y + 1}"


def short_names(names: Mapping[str, str]) -> dict[str, str]:
    """Signs of one to three letters for figures, by id, out of their names; no two are the same."""
    wished = {id: _initials(name) for id, name in names.items()}
    often = Counter(wished.values())
    found = {id: sign for id, sign in wished.items() if often[sign] == 1}
    taken = set(found.values())
    for id, sign in wished.items():
        if id not in found:
            found[id] = next(one for number in count(1) if (one := f"{sign[:1]}{number}") not in taken)
            taken.add(found[id])
    return {id: found[id] for id in names}


def _initials(name: str) -> str:
    words = ["".join(letter for letter in word if letter.isalnum()) for word in name.split()[:20]]
    words = [word for word in words if word]
    if not words:
        return "?"
    if east_asian_width(words[0][0]) in "WF":
        return words[0][0]
    last = words[-1] if words[-1].isdecimal() and len(words[-1]) <= 2 else words[-1][0]
    return (words[0][:2] if len(words) == 1 else words[0][0] + last).upper()
