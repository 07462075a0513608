"""What a game knows about spreadsheets of its content: which columns there are, and how their cells are read."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, Final, Protocol, TypeAlias

import msgspec

_MARKS: Final = re.compile(r"[\s_・.:「」『』【】《》〈〉\[\]<>]+")
_LISTED: Final = re.compile(r"\s*(?:[,、;/+&]|\band\b|および|及び)\s*")
_NOTHING: Final = ("", "-", "―", "ー", "—", "–", "none", "なし")
_NO_TEXT: Final = "-"

Fields: TypeAlias = dict[str, Any]
"""A row of a content pack as plain values of TOML, such as {"id": "lantern", "max_sl": 3}."""
Read: TypeAlias = Callable[[str], Fields]
"""Reads a cell."""
Finish: TypeAlias = Callable[[Fields, Mapping[str, str]], Fields]
"""Fills in what a row needs, given its fields and what could not be read; of a row that is gathered with others it
raises `NotRead` where the row is nothing without what it lacks."""


class NotRead(ValueError):
    """A cell that cannot be read; `expected` says how it could be written."""

    def __init__(self, expected: str) -> None:
        super().__init__(expected)
        self.expected = expected


class Names(Protocol):
    """The names of what there is: in the game, in the pack, and in the file that is read."""

    def id(self, table: str, text: str) -> str:
        """The id of the row of a table with this name or id; raises `NotRead`."""
        ...


ReadNames: TypeAlias = Callable[[str, Names], Fields]
"""Reads a cell that may name rows of other tables."""


class Column(msgspec.Struct, frozen=True):
    """One kind of column: the headers by which it is known, and how a cell of it is read.

    `read` is given the text of a cell, never an empty one, and gives the fields that follow from it; it raises
    `NotRead`.
    """

    headers: tuple[str, ...]
    read: ReadNames


class Gathering(msgspec.Struct, frozen=True):
    """How rows of sheets come together to a record that is whole only with all of them, of several sheets perhaps.

    `field` is the field of the record with the list of rows; without one a row is the record, or a part of it that
    other sheets complete. `number` is the field by which a row is known in the list. `key` is the column that names
    the record; an empty cell of it means the record of the row above, and where a sheet has no such column its own
    name is that of the record. Without a `key` all rows together are the table.

    With `of` the table holds its records by the ids of those of another table; `others` are ids of records that are
    nothing there, by their names, and `unnamed` is the one that is meant where nothing is named.
    """

    key: str = ""
    field: str = ""
    number: str = ""
    of: str = ""
    others: Mapping[str, str] = {}
    unnamed: str = ""


class SheetKind(msgspec.Struct, frozen=True):
    """The sheets of one table of a pack.

    `finish` fills in what a row needs and its sheet does not have; it is given the fields that were read, and what
    could not be read by the name of its column. `defaults` are the fields to fall back on where the ones of the
    sheet do not fit together; a field without one is left out. Where each row is a record of its own there is no
    `gathering`.
    """

    table: str
    columns: Mapping[str, Column]
    finish: Finish
    defaults: Mapping[str, Any]
    gathering: Gathering | None = None


class Sheets(Protocol):
    """The spreadsheets that a game can read."""

    @property
    def kinds(self) -> Sequence[SheetKind]:
        """Kinds of sheets, the most common first."""
        ...

    def plain(self, text: str) -> str:
        """A header or cell with widths, blanks and case made alike."""
        ...

    def header(self, title: str) -> Fields:
        """What the header of a new pack has beside its id and its ruleset."""
        ...


# ---------------------------------------------------------------- cells in their usual notations


def wide(text: str) -> str:
    """A text with full-width digits, letters and marks as plain ones."""
    return unicodedata.normalize("NFKC", text).replace("−", "-").replace("~", "-").replace("〜", "-").strip()


@cache
def plain(text: str) -> str:
    """A word or header by which it is known: widths, blanks, marks and case do not matter."""
    return _MARKS.sub("", wide(text)).lower()


def nothing(text: str) -> bool:
    """Whether a cell says that there is nothing: a dash or a word for it."""
    return plain(text) in _NOTHING


def several(text: str) -> list[str]:
    """The parts of a list such as "HP 2, MP 3" or "MP4、プラーナ1"."""
    return [part for part in _LISTED.split(wide(text)) if part]


def number(text: str, *units: str) -> int:
    """A whole number, also with "+" before it, thousands marked, or a unit behind it; raises `NotRead`."""
    unit = "|".join(map(re.escape, units))
    found = re.fullmatch(rf"([+-]?)([0-9][0-9,]*)(?:{unit})?", wide(text).lower().replace(" ", ""))
    if found is None or len(found[2]) > 15:
        raise NotRead("a whole number")
    return int(found[1] + found[2].replace(",", ""))


def word_list(listed: Mapping[str, Sequence[str]]) -> dict[str, str]:
    """What each word stands for, given the words for each name; the name itself is one."""
    return {plain(word): name for name, words in listed.items() for word in (*words, name)}


def known_word(known: Mapping[str, str], text: str) -> str:
    """What a word of such a list stands for; raises `NotRead`."""
    found = known.get(plain(text))
    if found is None:
        raise NotRead(", ".join(dict.fromkeys(known.values())))
    return found


# ---------------------------------------------------------------- kinds of sheets


def text_in(field: str, longest: int) -> Read:
    """Reads a text as it stands, cut where it is too long."""
    return lambda cell: {field: cell[:longest]}


def id_in(pattern: str, allowed: str) -> Read:
    """Reads an id."""

    def read(cell: str) -> Fields:
        if re.fullmatch(pattern, wide(cell)) is None:
            raise NotRead(allowed)
        return {"id": wide(cell)}

    return read


def with_name(fields: Fields, unread: Mapping[str, str], longest: int) -> Fields:
    """The row with a name in its first language, and what could not be read behind its text."""
    name = fields.get("name") or fields.get("name_ja")
    told = [fields["text"]] if fields.get("text") else []
    told += [f"[{column}: {text}]" for column, text in unread.items()]
    row = {"id": fields.get("id"), **fields, "name": name, "text": " ".join(told)[:longest] or _NO_TEXT}
    if row["id"] is None:
        del row["id"]
    return row


def sheet_kind(
    table: str,
    headers: Mapping[str, Sequence[str]],
    reads: Mapping[str, Read],
    finish: Finish,
    defaults: Mapping[str, Any],
    gathering: Gathering | None = None,
    naming: Mapping[str, ReadNames] = {},
) -> SheetKind:
    """The sheets of a table, given the headers of each column and how its cells are read.

    `naming` reads the columns whose cells name rows of other tables.
    """
    every = {**{name: _without_names(read) for name, read in reads.items()}, **naming}
    columns = {name: Column(tuple(headers[name]), read) for name, read in every.items()}
    return SheetKind(table, columns, finish, defaults, gathering)


def _without_names(read: Read) -> ReadNames:
    return lambda cell, names: read(cell)
