"""What a game knows about spreadsheets of its content: which columns there are, and how their cells are read."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol, TypeAlias

import msgspec

Fields: TypeAlias = dict[str, Any]
"""A row of a content pack as plain values of TOML, such as {"id": "lantern", "max_sl": 3}."""


class NotRead(ValueError):
    """A cell that cannot be read; `expected` says how it could be written."""

    def __init__(self, expected: str) -> None:
        super().__init__(expected)
        self.expected = expected


class Column(msgspec.Struct, frozen=True):
    """One kind of column: the headers by which it is known, and how a cell of it is read.

    `read` is given the text of a cell, never an empty one, and gives the fields that follow from it; it raises
    `NotRead`.
    """

    headers: tuple[str, ...]
    read: Callable[[str], Fields]


class SheetKind(msgspec.Struct, frozen=True):
    """The sheets of one table of a pack.

    `finish` fills in what a row needs and its sheet does not have; it is given the fields that were read, and what
    could not be read by the name of its column. `defaults` are the fields to fall back on where the ones of the
    sheet do not fit together; a field without one is left out.
    """

    table: str
    columns: Mapping[str, Column]
    finish: Callable[[Fields, Mapping[str, str]], Fields]
    defaults: Mapping[str, Any]


class Sheets(Protocol):
    """The spreadsheets that a game can read."""

    @property
    def kinds(self) -> Sequence[SheetKind]:
        """Kinds of sheets, the most common first."""
        ...

    def plain(self, text: str) -> str:
        """A header or cell with widths, blanks and case made alike."""
        ...
