"""The spreadsheets that can be read: spells, special abilities and the four kinds of gear, and those of growth."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from rulewright.engine.sheets import (
    Fields,
    Finish,
    NotRead,
    Read,
    SheetKind,
    id_in,
    nothing,
    number,
    plain,
    sheet_kind,
    text_in,
    with_name,
)
from rulewright.games.nwo.records.vocabulary import COUNTERS, ID_ALLOWED, ID_PATTERN, NONE, OTHER_KEYS, STATS
from rulewright.games.nwo.sheets import cells
from rulewright.games.nwo.sheets.growth_kinds import growth_kinds

LONGEST_NAME: Final = 60
LONGEST_TEXT: Final = 2000
MODIFIED: Final = (*STATS, *OTHER_KEYS)
PARRY: Final = ("judge", "defence", "resistance")


def _number(field: str) -> Read:
    return lambda cell: {field: 0 if nothing(cell) else number(cell, "mp")}


def _word(field: str, kind: str) -> Read:
    return lambda cell: {field: cells.word(kind, cell)}


def _power(field: str) -> Read:
    return lambda cell: {} if nothing(cell) else {field: cells.power(cell)}


def _flag(field: str) -> Read:
    return lambda cell: {field: True} if cells.yes(cell) else {}


def _change(field: str) -> Read:
    return lambda cell: {} if nothing(cell) else {field: number(cell, "円", "v", "回")}


def _healing(cell: str) -> Fields:
    return {} if nothing(cell) else {"healing": cells.healing(cell)}


def _spell_timing(cell: str) -> Fields:
    found = cells.word("timing", cell)
    if found == "always":
        raise NotRead("normal, counter, super_counter, hyper_counter")
    return {"timing": found}


def _window(cell: str) -> Fields:
    return {} if nothing(cell) else {"window": cells.word("window", cell)}


_NAMES: Final[Mapping[str, Read]] = {
    "id": id_in(ID_PATTERN, ID_ALLOWED),
    "name": text_in("name", LONGEST_NAME),
    "name_ja": text_in("name_ja", LONGEST_NAME),
}
_TEXT: Final[Mapping[str, Read]] = {"text": text_in("text", LONGEST_TEXT)}
_USE: Final[Mapping[str, Read]] = {
    "window": _window,
    "target": cells.target,
    "range": cells.reach,
    "duration": cells.duration,
    "limit": cells.limit,
}
_HEALING: Final[Mapping[str, Read]] = {
    "healing": _healing,
    "heals_serious": _flag("heals_serious"),
    "cures": cells.statuses,
}
_SPELL: Final[Mapping[str, Read]] = {
    **_NAMES,
    "kind": _word("kind", "kind"),
    "timing": _spell_timing,
    "element": cells.element,
    "casting_value": _number("casting_value"),
    "mp": _number("mp"),
    "cast_count": _number("cast_count"),
    **_USE,
    "resistable": _flag("resistable"),
    "hit": _power("hit"),
    "power": _power("power"),
    **_HEALING,
    **_TEXT,
}
_ABILITY: Final[Mapping[str, Read]] = {
    **_NAMES,
    "timing": _word("timing", "timing"),
    "max_level": _number("max_level"),
    "cost": cells.cost,
    **_USE,
    **_TEXT,
}
_THING: Final[Mapping[str, Read]] = {**_NAMES, "weight": _number("weight"), "price": _change("price")}
_HANDS: Final[Mapping[str, Read]] = {"hands": lambda cell: {"hands": int(cells.word("hands", cell))}}
_MODIFIERS: Final[Mapping[str, Read]] = {key: _change(key) for key in MODIFIED}
_PARRY: Final[Mapping[str, Read]] = {f"parry.{field}": _change(f"parry.{field}") for field in PARRY}
_GEAR: Final[Mapping[str, Mapping[str, Read]]] = {
    "weapon": {**_THING, **_HANDS, "range": cells.reach, "element": cells.element, **_MODIFIERS, **_PARRY},
    "shield": {**_THING, **_HANDS, **_MODIFIERS, **_PARRY},
    "armour": {**_THING, "slot": _word("slot", "slot"), **_MODIFIERS},
    "item": {
        **_THING,
        **_HANDS,
        "uses": _change("uses"),
        "target": cells.target,
        "range": cells.reach,
        **_HEALING,
        **_TEXT,
    },
}


def _heal(row: Fields) -> Fields:
    """The healing of a row, taken out of it."""
    serious = {"heals_serious": True} if row.pop("heals_serious", False) else {}
    power = row.pop("healing", None)
    return {} if power is None else {"heal": {"power": power, **serious}}


def _reaching(row: Fields) -> Fields:
    """The row without a range where it reaches only the user."""
    if row["target"] == "self":
        row.pop("range", None)
    return row


def _spell(fields: Fields, unread: Mapping[str, str]) -> Fields:
    """A spell; what it does beside attacking and healing is its text."""
    row: Fields = {"kind": "utility", "timing": "normal", "element": NONE, "casting_value": 0, "mp": 0, "cast_count": 0}
    row |= {"target": "one", **with_name(fields, unread, LONGEST_TEXT)}
    hit, power = row.pop("hit", None), row.pop("power", None)
    if hit is not None and power is not None:
        row["attack"] = {"hit": hit, "power": power}
    row |= _heal(row)
    if row["kind"] == "enchant":
        row["effects"] = [{"op": "text", "text": row["text"]}]
    return _reaching(row)


def _ability(fields: Fields, unread: Mapping[str, str]) -> Fields:
    """An ability whose effect is its text."""
    row = {"timing": "normal", "max_level": 1, "target": "self", **with_name(fields, unread, LONGEST_TEXT)}
    row["max_level"] = row["max_level"] or 1
    if row["timing"] not in COUNTERS:
        row.pop("window", None)
    if row["timing"] == "always":
        row.pop("duration", None)
    return _reaching(row)


def _gear(fields: Fields, unread: Mapping[str, str]) -> Fields:
    """The row of a thing without a text, with its modifiers and what it adds to parrying."""
    row = {"weight": 0, **with_name(fields, unread, LONGEST_TEXT)}
    del row["text"]
    modifiers = {key: change for key in MODIFIED if (change := row.pop(key, 0))}
    parry = {
        field: row.pop(f"parry.{field}") for field in ("judge", "defence", "resistance") if f"parry.{field}" in row
    }
    return row | ({"modifiers": modifiers} if modifiers else {}) | ({"parry": {"defence": 0, **parry}} if parry else {})


def _weapon(fields: Fields, unread: Mapping[str, str]) -> Fields:
    return {"hands": 1, "range": [0, 0], **_gear(fields, unread)}


def _shield(fields: Fields, unread: Mapping[str, str]) -> Fields:
    return {"hands": 1, "parry": {"defence": 0}, **_gear(fields, unread)}


def _armour(fields: Fields, unread: Mapping[str, str]) -> Fields:
    return {"slot": "body", **_gear(fields, unread)}


def _item(fields: Fields, unread: Mapping[str, str]) -> Fields:
    """An item, which is used where it says what that does."""
    row = {"weight": 0, **with_name(fields, unread, LONGEST_TEXT)}
    use = {"target": row.pop("target", "one"), **_heal(row)}
    use |= {name: row.pop(name) for name in ("range", "cures") if name in row}
    text = row.pop("text")
    if fields.get("text") or unread:
        use["text"] = text
    return row | ({"use": _reaching(use)} if use.keys() & {"heal", "cures", "text"} else {})


_FINISH: Final[Mapping[str, Finish]] = {"weapon": _weapon, "shield": _shield, "armour": _armour, "item": _item}
_MAGIC: Final = {"stat": "magic", "cap": 99}
_DEFAULTS: Final[Fields] = {
    "attack": {"hit": _MAGIC, "power": _MAGIC}, "heal": {"power": {"value": 0}}, "element": NONE, "target": "one",
    "range": [0, 0], "kind": "utility", "timing": "normal", "max_level": 1, "casting_value": 0, "mp": 0,
    "cast_count": 0,
}  # fmt: skip


def _gear_headers(table: str) -> dict[str, Sequence[str]]:
    headers = dict(cells.data()["gear"])
    return headers | {column: [*headers[column], *own] for column, own in cells.data()["names"][table].items()}


class NwoSheets:
    """Spreadsheets of Night Wizard: Origin."""

    @property
    def kinds(self) -> Sequence[SheetKind]:
        """Spells, special abilities, weapons, shields, armour and items; classes and the tables of growth."""
        headers = cells.data()
        gear = {"weight": 0, "hands": 1, "range": [0, 0], "element": NONE, "parry": {"defence": 0}, "slot": "body"}
        return (
            sheet_kind("spell", headers["spell"], _SPELL, _spell, _DEFAULTS),
            sheet_kind("ability", headers["ability"], _ABILITY, _ability, {**_DEFAULTS, "target": "self"}),
            *(sheet_kind(table, _gear_headers(table), reads, _FINISH[table], gear) for table, reads in _GEAR.items()),
            *growth_kinds(),
        )

    def plain(self, text: str) -> str:
        """A header or cell with widths, blanks and case made alike."""
        return plain(text)

    def header(self, title: str) -> Fields:
        """What the header of a new pack has beside its id and its ruleset."""
        return {"title": title[:LONGEST_NAME], "version": "1.0.0", "language": "ja"}
