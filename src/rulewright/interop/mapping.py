"""What a person says about a spreadsheet where its headers do not: a mapping file."""

from __future__ import annotations

from typing import Any

import msgspec

from rulewright.engine.errors import Malformed


class Mapping(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A mapping file.

    `table` is the table of the pack ("skill"), where the headers do not tell; `columns` are names of columns by
    header, "" for one to leave out; `fields` are values for every row, such as {"class" = "magus"}; `pack` is the
    header of the pack where there is none yet.
    """

    table: str = ""
    columns: dict[str, str] = {}
    fields: dict[str, Any] = {}
    pack: dict[str, Any] = {}


def read_mapping(text: str, at: str) -> Mapping:
    """The mapping of a TOML text; raises `Malformed`."""
    try:
        return msgspec.toml.decode(text, type=Mapping)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise Malformed(str(error), at=at, expected="table, columns, fields and pack of a mapping") from error
