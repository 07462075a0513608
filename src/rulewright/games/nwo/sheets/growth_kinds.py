"""The spreadsheets of which several rows make a record: classes with their growth, full moves, and growth of prana."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from rulewright.engine.sheets import Fields, Finish, Gathering, NotRead, Read, SheetKind, id_in, sheet_kind, text_in
from rulewright.games.nwo.records.growth import DEFAULT
from rulewright.games.nwo.records.vocabulary import ID_ALLOWED, ID_PATTERN
from rulewright.games.nwo.sheets import cells, growth_cells
from rulewright.games.nwo.sheets.growth_cells import bounded, dice

LONGEST_NAME: Final = 60
SQUARES: Final = ("点", "マス", *cells.SQUARES)

_NAMES: Final[Mapping[str, Read]] = {
    "id": id_in(ID_PATTERN, ID_ALLOWED),
    "name": text_in("name", LONGEST_NAME),
    "name_ja": text_in("name_ja", LONGEST_NAME),
}
_GROWTH: Final[Mapping[str, Read]] = {
    "class": text_in("class", LONGEST_NAME),
    "level": growth_cells.level,
    "hp": dice("hp"),
    "mp": dice("mp"),
    "aura": bounded("aura", 0, 20, "点"),
    "attribute_points": bounded("attribute_points", 0, 20, "点"),
}
_FULL_MOVE: Final[Mapping[str, Read]] = {
    "min": growth_cells.bound("min"),
    "max": growth_cells.bound("max"),
    "result": growth_cells.results,
    "move": bounded("move", 0, 99, *SQUARES),
}
_PRANA: Final[Mapping[str, Read]] = {
    "class": text_in("class", LONGEST_NAME),
    "roll": growth_cells.roll,
    "prana_max": bounded("prana_max", 0, 99, "点"),
    "release": bounded("release", 0, 99, "点"),
}


def _class(fields: Fields, unread: Mapping[str, str]) -> Fields:
    """A class without its growth."""
    if "name" not in fields and "name_ja" not in fields:
        raise NotRead("the name of a class")
    return fields


def _numbered(number: str, expected: str) -> Finish:
    def finish(fields: Fields, unread: Mapping[str, str]) -> Fields:
        if number not in fields:
            raise NotRead(expected)
        return fields

    return finish


def _full_move(fields: Fields, unread: Mapping[str, str]) -> Fields:
    """Results and squares; results that were read by half would take the place of others."""
    if unread or "move" not in fields or not fields.keys() & {"min", "max"}:
        raise NotRead("the lowest and the highest result, and a move")
    return {name: fields[name] for name in ("min", "max", "move") if name in fields}


def growth_kinds() -> Sequence[SheetKind]:
    """Classes, their growth, full moves, and growth of prana."""
    headers = cells.data()
    everybody = dict.fromkeys(headers["words"]["every_class"][DEFAULT], DEFAULT)
    levels = Gathering(key="class", field="growth", number="level")
    rolls = Gathering(key="class", field="rows", number="roll", of="class", others=everybody, unnamed=DEFAULT)
    whole = Gathering(field="rows", number="min")
    level, roll = _numbered("level", "a level from 1 to 10"), _numbered("roll", "a roll from 1 to 6")
    return (
        sheet_kind("class", headers["class"], _NAMES, _class, {}, Gathering(key="name"), growth_cells.CLASS_LISTS),
        sheet_kind(
            "class", headers["growth"], _GROWTH, level, {"hp": "0", "mp": "0"}, levels,
            {"abilities": growth_cells.gains},
        ),
        sheet_kind("full_move", headers["full_move"], _FULL_MOVE, _full_move, {}, whole),
        sheet_kind("prana_growth", headers["prana_growth"], _PRANA, roll, {"prana_max": 0, "release": 0}, rolls),
    )  # fmt: skip
