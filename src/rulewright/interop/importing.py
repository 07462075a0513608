"""Spreadsheets to rows of a content pack: what each cell came to, and what could not be read."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Final

import msgspec

from rulewright.engine.errors import Malformed
from rulewright.engine.pack_problems import BadPack
from rulewright.engine.sheets import Fields, Names, NotRead, SheetKind, Sheets
from rulewright.interop.grids import Grid
from rulewright.interop.headers import Header, find_header, is_header
from rulewright.interop.known_names import KnownNames
from rulewright.interop.mapping import Mapping as Said

MOST_TRIES: Final = 20
"""Times that a row is mended before it is left out."""


class Remark(msgspec.Struct, frozen=True):
    """What could not be taken over as it stands: sheet, row (from 1), header, text, and what was made of it."""

    sheet: str
    row: int
    column: str
    text: str
    made: str


class Sheet(msgspec.Struct, frozen=True):
    """A sheet whose header was found."""

    grid: Grid
    header: Header


class Imported(msgspec.Struct, frozen=True):
    """The rows of each table, the ids that stand in the sheets, the remarks, and the sheets to gather records from."""

    rows: dict[str, list[Fields]]
    explicit: set[str]
    remarks: list[Remark]
    gathered: list[Sheet] = []


Check = Callable[[str, Fields], None]
"""Raises `BadPack` for a row of a table that is wrong by itself."""
Step = Callable[[], None]
"""Told after each row."""


def import_grids(
    grids: Sequence[Grid],
    sheets: Sheets,
    said: Said,
    check: Check,
    names: Names | None = None,
    step: Step = lambda: None,
) -> Imported:
    """The rows of all sheets that have a header; raises `Malformed` where none has.

    Sheets whose rows make records only together with others are found, and left to be gathered.
    """
    known = names or KnownNames(sheets.plain)
    result = Imported({}, set(), [])
    rows, remarks = result.rows, result.remarks
    found = False
    for grid in grids:
        header = find_header(grid, sheets, said.columns, said.table)
        if header is None:
            if any(cell for row in grid.rows for cell in row):
                remarks.append(Remark(grid.name, 1, "", "", "no header was found; the sheet is left out"))
            continue
        found = True
        wrong = sorted(set(said.columns.values()) - {"", *header.kind.columns})
        if wrong:
            allowed = ", ".join(header.kind.columns)
            raise Malformed(f"no column {wrong[0]!r} in a sheet of {header.kind.table}", expected=f"one of {allowed}")
        for text in header.unknown.values():
            if said.columns.get(text) != "":
                remarks.append(Remark(grid.name, header.row + 1, text, "", "no column is called so; it is left out"))
        if header.kind.gathering is not None:
            result.gathered.append(Sheet(grid, header))
        else:
            made = _read_sheet(Sheet(grid, header), said, check, result, known, step)
            rows.setdefault(header.kind.table, []).extend(made)
    if not found:
        tables = " or ".join(dict.fromkeys(kind.table for kind in sheets.kinds))
        raise Malformed("no sheet has a header", expected=f"a row with at least two known columns of {tables}")
    return result


def lines(sheet: Sheet) -> Iterator[tuple[int, dict[str, str]]]:
    """The rows below the header that are not empty: their numbers, and their cells by column."""
    header = sheet.header
    for number, row in enumerate(sheet.grid.rows[header.row + 1 :], header.row + 2):
        cells = {name: row[place] for place, name in header.columns.items() if place < len(row) and row[place]}
        if cells and not is_header(row, header):
            yield number, cells


def _read_sheet(sheet: Sheet, said: Said, check: Check, result: Imported, names: Names, step: Step) -> Iterator[Fields]:
    remarks, grid, header = result.remarks, sheet.grid, sheet.header
    for number, cells in lines(sheet):
        step()
        if "name" not in cells and "name_ja" not in cells:
            remarks.append(Remark(grid.name, number, "", " ".join(cells.values())[:80], "has no name; left out"))
            continue
        fields, unread = read_row(header.kind, cells, dict(said.fields), names)
        texts = {name: header.texts[place] for place, name in header.columns.items()}
        kept = "kept as text" if "text" in header.kind.columns else "left out"
        for name, (text, expected) in unread.items():
            remarks.append(Remark(grid.name, number, texts[name], text, f"{kept}; expected {expected}"))
        made = header.kind.finish(fields, {texts[name]: text for name, (text, _) in unread.items()})
        if "id" in made:
            result.explicit.add(made["id"])
        made = {"id": id_of(made["name"], header.kind.table), **made}
        for field, text in _mend(header.kind, made, check):
            remarks.append(Remark(grid.name, number, field, text, _after(header.kind, field)))
        yield made


def _after(kind: SheetKind, field: str) -> str:
    return f"does not fit; {kind.defaults[field]!r} instead" if field in kind.defaults else "does not fit; left out"


def read_row(
    kind: SheetKind, cells: Mapping[str, str], fields: Fields, names: Names
) -> tuple[Fields, dict[str, tuple[str, str]]]:
    """The fields with those of the cells, and by column the texts that cannot be read with what is expected."""
    unread: dict[str, tuple[str, str]] = {}
    for name, text in cells.items():
        try:
            fields |= kind.columns[name].read(text, names)
        except NotRead as error:
            unread[name] = (text, error.expected)
    return fields, unread


def _mend(kind: SheetKind, row: Fields, check: Check) -> list[tuple[str, str]]:
    """Replace the fields of a row that do not fit together; what was replaced, with what stood there.

    The field that is complained of gets its default, then is left out; where that is no help, the others get theirs.
    """
    replaced: dict[str, str] = {}
    others = iter(kind.defaults)
    for _ in range(MOST_TRIES):
        try:
            check(kind.table, row)
        except BadPack as error:
            field = _complained_of(error)
            if field in replaced:
                if row.pop(field, None) is not None:
                    continue
                field = next(others, "")
            if not field:
                raise
            replaced.setdefault(field, str(row.get(field, "")))
            row.pop(field, None)
            if field in kind.defaults:
                row[field] = kind.defaults[field]
        else:
            return list(replaced.items())
    check(kind.table, row)
    return list(replaced.items())


def _complained_of(error: BadPack) -> str:
    """The first field of a row that can be replaced, or ""."""
    names = [problem.path.partition(".")[2] for problem in error.problems]
    fields = [re.split(r"[.\[]", name)[0] for name in names]
    return next((field for field in fields if field not in ("", "id", "name")), "")


def id_of(name: str, table: str) -> str:
    """A stable id made of a name: its letters where they are Latin, else a few digits of its digest."""
    plain = unicodedata.normalize("NFKD", name)
    slug = re.sub(r"[^a-z0-9]+", "_", plain.encode("ascii", "ignore").decode().lower()).strip("_")[:40]
    letters = sum(one.isalpha() for one in name)
    if slug and slug[0].isalpha() and sum(one.isalpha() for one in slug) * 2 > letters:
        return slug if len(slug) > 1 else f"{table}_{slug}"  # ids of one letter are too short for some games
    return f"{table}_{hashlib.sha256(name.encode()).hexdigest()[:8]}"


def give_ids(rows: Sequence[Fields], known: Mapping[str, Sequence[str]], explicit: Collection[str]) -> None:
    """Rows that have the name of a known one get its id, unless the sheet gives one; doubles get a number.

    `known` are the ids of each name in their order, `explicit` the ids that stand in the sheet.
    """
    used: set[str] = set()
    for row in rows:
        id = str(row["id"])
        if id not in explicit:
            id = next((one for one in known.get(str(row["name"]), ()) if one not in used), id)
        number, base = 2, id
        while id in used:
            id, number = f"{base}_{number}", number + 1
        used.add(id)
        row["id"] = id
