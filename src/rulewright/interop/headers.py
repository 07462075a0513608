"""Finding the header of a sheet, its kind, and which column is which."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

import msgspec

from rulewright.engine.sheets import SheetKind, Sheets
from rulewright.interop.grids import Grid, Row

LOOKED_AT: Final = 30
"""Rows in which the header is looked for."""
LEAST: Final = 2
"""Columns that a header needs to be one."""


class Header(msgspec.Struct, frozen=True):
    """A header: its kind of sheet, its row (from 0), the name of each column known, and the headers that are not."""

    kind: SheetKind
    row: int
    columns: Mapping[int, str]
    texts: Mapping[int, str]
    unknown: Mapping[int, str]


def find_header(grid: Grid, sheets: Sheets, named: Mapping[str, str], table: str = "") -> Header | None:
    """The header in which most columns are known; None where no row has enough of them.

    An empty cell of it has the text of the one above, as in headers of two rows. `named` are columns by header.
    """
    own = {sheets.plain(header): column for header, column in named.items()}
    best: Header | None = None
    for kind in sheets.kinds:
        if table and kind.table != table:
            continue
        known = {sheets.plain(one): name for name, column in kind.columns.items() for one in column.headers}
        known |= {name: name for name in kind.columns} | own
        for number, row in enumerate(grid.rows[:LOOKED_AT]):
            found = _read(kind, number, row, grid.rows[number - 1] if number else (), known, sheets.plain)
            if len(found.columns) >= LEAST and (best is None or len(found.columns) > len(best.columns)):
                best = found
    return best


def _read(
    kind: SheetKind, number: int, row: Row, above: Row, known: Mapping[str, str], plain: Callable[[str], str]
) -> Header:
    columns: dict[int, str] = {}
    texts: dict[int, str] = {}
    unknown: dict[int, str] = {}
    for place, cell in enumerate(row):
        text = cell or (above[place] if place < len(above) else "")
        if not text:
            continue
        texts[place] = text
        name = known.get(plain(text))
        if name is None:
            unknown[place] = text
        elif name and name not in columns.values():
            columns[place] = name
    return Header(kind, number, columns, texts, unknown)


def is_header(row: Sequence[str], header: Header) -> bool:
    """Whether a later row repeats the header."""
    return all(place < len(row) and row[place] == header.texts[place] for place in header.columns)
