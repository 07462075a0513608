"""How cells of classes and of tables of growth are read: lists of values and abilities, dice, ranges of results.

What cannot be read raises `NotRead`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from functools import cache
from typing import Any, Final

from rulewright.engine.sheets import Fields, Names, NotRead, Read, ReadNames, nothing, number, plain, wide
from rulewright.games.nwo.records import dice_text
from rulewright.games.nwo.records.vocabulary import OTHER_KEYS, STATS
from rulewright.games.nwo.sheets import cells

_PARTS: Final = re.compile(r"\s*[,、;/\n]\s*")
_AT_LEAST: Final = re.compile(r"\s*(?:以上|or more)")
_UNMARKED: Final = re.compile(r"(?<=[0-9])\s+(?![\s0-9,、;/])")
_VALUE: Final = re.compile(r"^(?P<name>.*?[^\s0-9:=≧≥>+-])\s*[:=≧≥>]*\s*(?P<n>[+-]?\s*[0-9]{1,3})$")
_LEVEL: Final = re.compile(r"^(?P<name>.+?)\s*\(?(?:レベル|lv\.?|level|[:+])?\s*(?P<n>[0-9]{1,2})\)?$", re.IGNORECASE)
_RAISED: Final = re.compile(r"^(?P<name>.+?)\s*\+\s*(?P<n>[0-9])$")
_PICKED: Final = re.compile(r"^(?P<word>[^0-9+]+?)\s*\+?\s*(?P<n>[0-9])?(?:つ|個|レベル)?$")
_BETWEEN: Final = re.compile(r"^(-?[0-9]{1,3})\s*[~-]\s*(-?[0-9]{1,3})$")
_UP_TO: Final = (re.compile(r"^[~≦≤<-]=?\s*(-?[0-9]{1,3})$"), re.compile(r"^(-?[0-9]{1,3})\s*(?:以下|or less)$"))
_FROM: Final = (re.compile(r"^[≧≥>]=?\s*(-?[0-9]{1,3})$"), re.compile(r"^(-?[0-9]{1,3})\s*(?:[~+-]|以上|or more)$"))


def parts(text: str) -> list[str]:
    """The parts of a list, in which names may hold blanks, dots and signs."""
    return [] if nothing(text) else [part for part in _PARTS.split(wide(text)) if part]


def within(text: str, least: int, most: int, *units: str) -> int:
    """A whole number with its bounds; 0 for a dash where that is allowed."""
    expected = f"a whole number from {least} to {most}"
    if nothing(text) and least <= 0:
        return 0
    try:
        found = number(text, *units)
    except NotRead:
        raise NotRead(expected) from None
    if not least <= found <= most:
        raise NotRead(expected)
    return found


def bounded(field: str, least: int, most: int, *units: str) -> Read:
    """Reads a whole number with its bounds into a field."""
    return lambda cell: {field: within(cell, least, most, *units)}


def level(text: str) -> Fields:
    """ "3", "Lv3", "レベル３"."""
    shown = re.sub(r"lv\.?|level|レベル|l(?=[0-9])", "", wide(text).lower())
    return {"level": within(shown, 1, 10)}


def roll(text: str) -> Fields:
    """What the die shows."""
    return {"roll": within(text, 1, 6, "の目")}


def dice(field: str) -> Read:
    """Reads a dice text: "１Ｄ６＋２", "3"; a dash is 0."""

    def read(cell: str) -> Fields:
        shown = "0" if nothing(cell) else wide(cell).lower().replace(" ", "").removeprefix("+")
        if re.fullmatch(dice_text.PATTERN, shown) is None:
            raise NotRead(dice_text.ALLOWED)
        return {field: shown}

    return read


# ---------------------------------------------------------------- lists of values and of abilities


@cache
def _keys() -> Mapping[str, str]:
    """What modifiers may change beside attributes, by all that it is called."""
    headers: Mapping[str, Any] = cells.data()["gear"]
    found = {plain(word): key for key in (*STATS, *OTHER_KEYS) for word in (key, *headers[key])}
    return found


def _values(text: str, expected: str) -> list[tuple[str, int]]:
    found = [_VALUE.match(part) for part in parts(_UNMARKED.sub(",", _AT_LEAST.sub("", wide(text))))]
    if None in found:
        raise NotRead(expected)
    return [(one["name"], int(one["n"].replace(" ", ""))) for one in found if one is not None]


def requires(text: str, names: Names) -> Fields:
    """ "筋力7、信仰心8", "strength 7, faith 8"."""
    found: dict[str, int] = {}
    for name, least in _values(text, "attributes with numbers, such as strength 7, faith 8"):
        if not 0 <= least <= 99:
            raise NotRead("attributes with numbers from 0 to 99")
        found[names.id("attribute", name)] = least
    return {"requires": found}


def modifiers(text: str, names: Names) -> Fields:
    """ "防御力+2、HP+4", "magic + 2, strength - 1"."""
    found: dict[str, int] = {}
    for name, change in _values(text, "values with changes, such as defence +2, hp +4"):
        if not -99 <= change <= 99:
            raise NotRead("values with changes from -99 to 99")
        key = _keys().get(plain(name))
        try:
            found[key or names.id("attribute", name)] = change
        except NotRead as error:
            raise NotRead(f"{', '.join((*STATS, *OTHER_KEYS))}, or {error.expected}") from None
    return {"modifiers": found}


def known_abilities(text: str, names: Names) -> Fields:
    """Abilities with their levels, which are 1 where nothing is said: "確かな足場、号令2"."""
    return {"auto_abilities": [_known(part, names) for part in parts(text)]}


def _known(part: str, names: Names) -> Fields:
    try:
        return {"ability": names.id("ability", part), "level": 1}
    except NotRead:
        found = _LEVEL.match(part)
        if found is None:
            raise
        return {"ability": names.id("ability", found["name"]), "level": within(found["n"], 1, 20)}


def abilities(text: str, names: Names) -> Fields:
    """The abilities that a class offers."""
    return {"abilities": list(dict.fromkeys(names.id("ability", part) for part in parts(text)))}


def gains(text: str, names: Names) -> Fields:
    """The abilities of a level up: "任意1", "pick 1", "守りの一歩+1", "raise guard_step"."""
    return {"abilities": [gain for part in parts(text) for gain in _gains(part, names)]}


def _gains(part: str, names: Names) -> list[Fields]:
    picked = _PICKED.match(part)
    if picked is not None and plain(picked["word"]) in cells.words("choice"):
        return [{"pick": within(picked["n"] or "1", 1, 9)}]
    shown = re.sub(r"^(?:raise|raises|gain)\s+", "", part, flags=re.IGNORECASE)
    try:
        found = _RAISED.match(shown)
        if found is None or plain(shown) == plain(found["name"]):
            return [{"raise": names.id("ability", shown)}]
        return [{"raise": names.id("ability", found["name"])}] * within(found["n"], 1, 9)
    except NotRead as error:
        raise NotRead(f"any 1 for a choice, or {error.expected}") from None


CLASS_LISTS: Final[Mapping[str, ReadNames]] = {
    "requires": requires,
    "modifiers": modifiers,
    "auto_abilities": known_abilities,
    "abilities": abilities,
}
"""The columns of classes that name other rows."""


# ---------------------------------------------------------------- results of judges


def bound(field: str) -> Read:
    """Reads the lowest or highest result; a dash or ~ for none."""

    def read(cell: str) -> Fields:
        return {} if nothing(cell) else {field: within(cell, -999, 999)}

    return read


def results(text: str) -> Fields:
    """ "～9", "10～14", "20～", "9以下", "20 or more", "12"."""
    shown = re.sub(r"[〜–—−]", lambda mark: "-" if mark[0] == "−" else "~", unicodedata.normalize("NFKC", text).strip())
    if (found := _BETWEEN.match(shown)) is not None:
        return {"min": int(found[1]), "max": int(found[2])}
    for form in _UP_TO:
        if (found := form.match(shown)) is not None:
            return {"max": int(found[1])}
    for form in _FROM:
        if (found := form.match(shown)) is not None:
            return {"min": int(found[1])}
    if re.fullmatch(r"[0-9]{1,3}", shown) is not None:
        return {"min": int(shown), "max": int(shown)}
    raise NotRead("results such as ～9, 10～14 or 20～")
