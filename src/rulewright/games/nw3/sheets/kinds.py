"""The spreadsheets that can be read: skills, items and enemies, with what each row needs beside its cells."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from rulewright.engine.sheets import (
    Fields,
    Finish,
    Read,
    SheetKind,
    id_in,
    nothing,
    plain,
    several,
    sheet_kind,
    text_in,
    with_name,
)
from rulewright.games.nw3.records.vocabulary import ID_PATTERN
from rulewright.games.nw3.sheets import cells
from rulewright.games.nw3.state import STATS

LONGEST_NAME: Final = 80
LONGEST_TEXT: Final = 4000


def _number(field: str) -> Read:
    return lambda cell: {field: cells.number(cell)}


def _word(field: str, kind: str) -> Read:
    return lambda cell: {field: cells.word(kind, cell)}


def _stat(stat: str) -> Read:
    return lambda cell: {f"stat.{stat}": 0 if nothing(cell) else cells.number(cell)}


def _item_classes(cell: str) -> Fields:
    return {"class": [cells.word("item_class", part) for part in several(cell)]}


def _enemy_category(cell: str) -> Fields:
    found = cells.word("enemy_category", cell)
    return {"category": "enemy", "boss": True} if found == "boss" else {"category": found}


_COMMON: Final[Mapping[str, Read]] = {
    "id": id_in(ID_PATTERN, "1 to 48 of a-z 0-9 _, a letter first"),
    "name": text_in("name", LONGEST_NAME),
    "name_ja": text_in("name_ja", LONGEST_NAME),
    "text": text_in("text", LONGEST_TEXT),
}
_STATS: Final[Mapping[str, Read]] = {stat: _stat(stat) for stat in STATS}
_SKILL: Final[Mapping[str, Read]] = {
    **_COMMON,
    "class": _word("class", "class"),
    "categories": cells.categories,
    "elements": cells.skill_elements,
    "acquire_cl": _number("acquire_cl"),
    "max_sl": _number("max_sl"),
    "timing": cells.timing,
    "check": cells.check,
    "target": cells.target,
    "range": _word("range", "range"),
    "cost": cells.cost,
    "restrict": cells.restrict,
    "limit": cells.limit,
}
_ITEM: Final[Mapping[str, Read]] = {
    **_COMMON,
    **_STATS,
    "class": _item_classes,
    "slot": _word("slot", "slot"),
    "weight": _number("weight"),
    "cost": _number("cost"),
    "weapon_type": _word("type", "weapon_type"),
    "range": _word("range", "range"),
    "memory": _number("memory"),
}
_ENEMY: Final[Mapping[str, Read]] = {
    **_COMMON,
    **_STATS,
    "category": _enemy_category,
    "element": cells.element,
    "awareness": _number("awareness"),
    "hp": _number("hp"),
    "mp": _number("mp"),
    "range": _word("range", "range"),
    "count": _number("count"),
}


def _stats(row: Fields) -> dict[str, int]:
    return {stat: row.pop(f"stat.{stat}") for stat in STATS if f"stat.{stat}" in row}


def _skill(fields: Fields, unread: Mapping[str, str]) -> Fields:
    """A skill whose effect is its text; what its cells say about its use is enforced."""
    row = {"class": "general", "timing": "major_action", **with_name(fields, unread, LONGEST_TEXT)}
    row.setdefault("target", {"kind": "self"})
    row.setdefault("range", "none" if row["target"]["kind"] == "self" else "close")
    row["effect"] = [*row.get("effect", []), {"kind": "prose", "text": row["text"]}]
    return {name: value for name, value in row.items() if value != []}


def _item(fields: Fields, unread: Mapping[str, str]) -> Fields:
    row = {"class": ["tool"], "cost": 0, **with_name(fields, unread, LONGEST_TEXT)}
    modifiers = {stat: value for stat, value in _stats(row).items() if value}
    if row.get("range") == "none":
        del row["range"]
    if "potion" in row["class"]:  # which is nothing without an effect
        prose = [{"kind": "prose", "text": row["text"]}]
        use = {"name": row["name"], "timing": "minor_action", "target": {"kind": "self"}, "range": "none"}
        row["effect_block"] = [use | {"effect": prose}]
    return row | ({"modifiers": modifiers} if modifiers else {})


def _enemy(fields: Fields, unread: Mapping[str, str]) -> Fields:
    row = {"category": "enemy", **with_name(fields, unread, LONGEST_TEXT)}
    stats = _stats(row)
    if row["category"] in ("enemy", "mob"):
        row.setdefault("awareness", 0)
        row.setdefault("hp", 1)
        row["stats"] = {stat: stats.get(stat, 0) for stat in STATS}
    if row["category"] == "mob":
        row.setdefault("count", 10)
    return row


def _kind(table: str, reads: Mapping[str, Read], finish: Finish, defaults: Fields) -> SheetKind:
    return sheet_kind(table, cells.data()[table], reads, finish, defaults)


class Nw3Sheets:
    """Spreadsheets of Night Wizard."""

    @property
    def kinds(self) -> Sequence[SheetKind]:
        """Skills, items and enemies."""
        prose = [{"kind": "prose", "text": "See the text."}]
        skill = {"range": "close", "check": {"kind": "automatic"}, "effect": prose, "target": {"kind": "single"},
                 "class": "general", "timing": "major_action"}  # fmt: skip
        return (
            _kind("skill", _SKILL, _skill, skill),
            _kind("item", _ITEM, _item, {"class": ["tool"], "cost": 0, "slot": "none"}),
            _kind("enemy", _ENEMY, _enemy, {"awareness": 0, "hp": 1, "count": 10, "category": "enemy"}),
        )

    def plain(self, text: str) -> str:
        """A header or cell with widths, blanks and case made alike."""
        return plain(text)

    def header(self, title: str) -> Fields:
        """What the header of a new pack has beside its id and its ruleset."""
        return {"name": title[:LONGEST_NAME], "version": 1}
