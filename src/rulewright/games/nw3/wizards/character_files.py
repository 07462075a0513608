"""Characters as files: TOML in and out. What follows from a Sheet is worked out anew and stands in no file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

import msgspec

from rulewright.engine.errors import Malformed, Refused
from rulewright.engine.pack_problems import near
from rulewright.engine.toml_text import read_toml, toml_lines
from rulewright.games.nw3.options import Options
from rulewright.games.nw3.records.content import Nw3Content
from rulewright.games.nw3.records.tables import CLASSES, STATUSES, numbers
from rulewright.games.nw3.state import (
    GROUP_1,
    GROUP_2,
    WIZARDS,
    Attributes,
    Carried,
    Character,
    Connection,
    Lasting,
    Progress,
    Sheet,
    Stats,
)
from rulewright.games.nw3.wizards import derived

STANDING: Final = ("stats", "body", "mind")
"""Fields that `standing.refresh` writes."""
FOLLOWING: Final = ("attributes", "pre_equip", "pre_equip_body", "pre_equip_mind", "prana_max", "cl", "elements")
"""Fields that follow from a Sheet."""
IN_PLAY: Final = {Character: ("riding",), Carried: ("driver",)}
"""Fields that mean something at one table alone: whose Broom somebody rides."""
POOLS: Final = {"hp": "body", "mp": "mind", "prana": "prana_max"}
_PARTS: Final[Mapping[str, type[msgspec.Struct]]] = {
    "sheet": Sheet,
    "attributes": Attributes,
    "pre_equip": Stats,
    "items": Carried,
    "effects": Lasting,
    "progress": Progress,
    "connections": Connection,
}


# ---------------------------------------------------------------- out


def write_character(character: Character) -> str:
    """The character as TOML text, which `read_character` reads; what has its usual value is left out."""
    left_out = {*STANDING, *(FOLLOWING if character.sheet is not None else ())}
    plain = {name: value for name, value in _unusual(character).items() if name not in {*left_out, *POOLS}}
    plain |= {
        pool: now for pool, most in POOLS.items() if (now := getattr(character, pool)) != getattr(character, most)
    }
    tables = {name: plain.pop(name) for name in list(plain) if isinstance(plain[name], dict)}
    lines = ['game = "nw3"', *toml_lines(plain)]
    for name, table in tables.items():
        lines += ["", f"[{name}]", *toml_lines(table)]
    return "\n".join(lines) + "\n"


def _unusual(part: msgspec.Struct) -> dict[str, Any]:
    """The fields of a struct that differ from their defaults, as plain values."""
    found = {}
    for field in msgspec.structs.fields(part):
        value = getattr(part, field.name)
        usual = field.default if field.default is not msgspec.NODEFAULT else None
        if field.default_factory is not msgspec.NODEFAULT:
            usual = field.default_factory()
        if field.name in IN_PLAY.get(type(part), ()):
            continue
        if (field.required or value != usual) and value not in ("", None):
            found[field.name] = _built(value)
    return found


def _built(value: Any) -> Any:
    if isinstance(value, msgspec.Struct):
        return _unusual(value)
    return [_built(one) for one in value] if isinstance(value, list | tuple) else value


# ---------------------------------------------------------------- in


def read_character(text: str, content: Nw3Content, house: Options) -> Character:
    """The character of a TOML text with all its numbers; raises `Malformed` with everything that cannot be read.

    Other than two classes are refused (`two_classes`).

    Left out: `kind` is "pc" and `side` "wizards", things get ids, classes have been the same at every CL, and HP, MP
    and Prana are full.
    """
    data = read_toml(text, "character")
    if data.pop("game", "nw3") != "nw3":
        raise Malformed("another game's character", at="game", expected='"nw3"')
    data = {"id": "", "kind": "pc", "side": WIZARDS} | data
    _give_ids(data.get("items"))
    sheet = data.get("sheet")
    classes = sheet.get("classes") if isinstance(sheet, dict) else None
    if isinstance(classes, list) and len(classes) != numbers().creation.classes:
        raise Refused("two_classes", "NW3-CHAR-01")
    wrong = [*_strange(data, Character, ""), *_unknown(data)]
    if wrong:
        raise Malformed("; ".join(wrong), at="character", expected="fields of a character")
    try:
        character = msgspec.convert(data, Character)
    except msgspec.ValidationError as error:
        raise Malformed(str(error), at="character", expected="fields of a character") from error
    if character.flying == "broom":  # it stays where it was
        character.flying = ""
    made = character.sheet
    if made is not None and not {"grown_body", "grown_mind"} & data["sheet"].keys():
        body, mind = derived.class_growth(made.classes)
        made.grown_body, made.grown_mind = made.cl * body, made.cl * mind
    derived.settle(content, house, character)
    for pool, most in POOLS.items():
        if pool not in data:
            setattr(character, pool, getattr(character, most))
    return character


def _give_ids(things: Any) -> None:
    for number, thing in enumerate(things if isinstance(things, list) else (), 1):
        if isinstance(thing, dict) and isinstance(thing.get("item"), str):
            thing.setdefault("id", f"{thing['item']}.{number}")


def _strange(values: Any, kind: type[msgspec.Struct], at: str) -> Iterator[str]:
    """Fields that are not there, in a table and in those inside it."""
    if isinstance(values, list):
        for index, one in enumerate(values):
            yield from _strange(one, kind, f"{at}[{index}]")
        return
    for name, value in values.items() if isinstance(values, dict) else ():
        place = f"{at}.{name}" if at else name
        kept_out = (*IN_PLAY.get(kind, ()), *(STANDING if kind is Character else ()))
        if name not in kind.__struct_fields__ or name in kept_out:
            yield f"{place}: no such field{near(name, kind.__struct_fields__)}"
        elif name in _PARTS:
            yield from _strange(value, _PARTS[name], place)


def _unknown(data: Mapping[str, Any]) -> Iterator[str]:
    """Classes, stats and Bad Statuses that the rules do not have."""
    sheet = data.get("sheet")
    parts = sheet if isinstance(sheet, dict) else {}
    for place in ("classes", "first_classes"):
        named = parts.get(place)
        for index, one in enumerate(named if isinstance(named, list) else ()):
            if isinstance(one, str) and one not in CLASSES:
                yield f"sheet.{place}[{index}]: no class {one!r}{near(one, CLASSES)}"
    for place, table, known in (
        ("sheet.placed", parts.get("placed"), (*GROUP_1, *GROUP_2)),
        ("statuses", data.get("statuses"), STATUSES),
    ):
        for one in table if isinstance(table, dict) else ():
            if one not in known:
                yield f"{place}.{one}: no such field{near(one, known)}"
