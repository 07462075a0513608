"""Spreadsheet files as grids of text: CSV and TSV in the encodings that they come in, and XLSX."""

from __future__ import annotations

import csv
import io
import zipfile
from collections.abc import Iterator, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any, Final, TypeAlias

import msgspec

from rulewright.engine.errors import Malformed

MOST_BYTES: Final = 16_000_000
MOST_UNPACKED: Final = 200_000_000
"""Bytes of everything that is packed into an XLSX file."""
MOST_ROWS: Final = 20_000
MOST_COLUMNS: Final = 200
LONGEST_CELL: Final = 8_000
ENCODINGS: Final = ("utf-8-sig", "cp932")
SEPARATORS: Final = (",", ";", "\t")

Row: TypeAlias = Sequence[str]


class Grid(msgspec.Struct, frozen=True):
    """One sheet: its name, and its rows, of which the first has the number 1."""

    name: str
    rows: Sequence[Row]


def read_grids(path: Path) -> list[Grid]:
    """The sheets of a file by its suffix; raises `Malformed` or OSError."""
    size = path.stat().st_size
    if size > MOST_BYTES:
        raise Malformed(f"{size:,} bytes", at=path.name, expected=f"at most {MOST_BYTES:,} bytes")
    match path.suffix.lower():
        case ".csv" | ".tsv" | ".txt":
            return [_text(path)]
        case ".xlsx" | ".xlsm":
            return _workbook(path)
    raise Malformed(f"a file {path.suffix or 'without suffix'}", at=path.name, expected=".csv, .tsv or .xlsx")


def _text(path: Path) -> Grid:
    raw = path.read_bytes()
    text = _decoded(raw, path.name)
    separator = "\t" if path.suffix.lower() == ".tsv" else _separator(text)
    csv.field_size_limit(MOST_BYTES)
    try:
        rows = [
            _cut(row) for row in _bounded(csv.reader(io.StringIO(text, newline=""), delimiter=separator), path.name)
        ]
    except csv.Error as error:
        raise Malformed(str(error), at=path.name, expected="CSV") from error
    return Grid(path.stem, rows)


def _decoded(raw: bytes, name: str) -> str:
    if raw[:2] in (b"\xff\xfe", b"\xfe\xff"):
        encodings: Sequence[str] = ("utf-16",)
    else:
        encodings = ENCODINGS
    for encoding in encodings:
        try:
            return raw.decode(encoding)
        except UnicodeDecodeError:
            continue
    raise Malformed("the encoding is not known", at=name, expected="UTF-8, UTF-16 or CP932 (Shift JIS)")


def _separator(text: str) -> str:
    """The separator that stands most often in the first lines."""
    head = "\n".join(text.splitlines()[:20])
    return max(SEPARATORS, key=head.count)


def _workbook(path: Path) -> list[Grid]:
    try:
        from openpyxl import load_workbook  # an extra of its own
    except ImportError as error:
        raise Malformed(
            "reading .xlsx needs openpyxl, which is not installed", at=path.name, expected="rulewright[sheets], or CSV"
        ) from error
    try:
        with zipfile.ZipFile(path) as packed:
            unpacked = sum(entry.file_size for entry in packed.infolist())
        if unpacked > MOST_UNPACKED:
            raise Malformed(f"{unpacked:,} bytes unpacked", at=path.name, expected=f"at most {MOST_UNPACKED:,}")
        book = load_workbook(path, data_only=True)
    except Malformed:
        raise
    except Exception as error:  # whatever the library makes of a broken file
        raise Malformed(f"it cannot be read: {error}", at=path.name, expected="an .xlsx file") from error
    return [Grid(sheet.title, _cells(sheet, path.name)) for sheet in book.worksheets if sheet.sheet_state == "visible"]


def _cells(sheet: Any, name: str) -> list[Row]:
    """The texts of a sheet; every cell of a merged range has the text of the range."""
    if sheet.max_column > MOST_COLUMNS:
        raise Malformed(f"{sheet.max_column} columns", at=name, expected=f"at most {MOST_COLUMNS}")
    rows = [[_shown(value) for value in row] for row in _bounded(sheet.iter_rows(values_only=True), name)]
    for area in sheet.merged_cells.ranges:
        text = rows[area.min_row - 1][area.min_col - 1]
        for row in rows[area.min_row - 1 : area.max_row]:
            for column in range(area.min_col - 1, min(area.max_col, len(row))):
                row[column] = text
    return [_cut(row) for row in rows]


def _shown(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, datetime):  # "1/3" is often taken for a date
        return f"{value.month}/{value.day}"
    return str(value)


def _bounded(rows: Any, name: str) -> Iterator[Any]:
    for number, row in enumerate(rows):
        if number >= MOST_ROWS:
            raise Malformed("too many rows", at=name, expected=f"at most {MOST_ROWS:,}")
        yield row


def _cut(row: Sequence[str]) -> Row:
    return [cell.strip()[:LONGEST_CELL] for cell in row[:MOST_COLUMNS]]
