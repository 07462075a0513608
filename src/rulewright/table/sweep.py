"""A sweep: which values to try at which places of a scenario, such as `foes.0.hp=4..12`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from copy import deepcopy
from itertools import product
from math import prod
from typing import Any

import msgspec

from rulewright.engine.errors import Malformed

MOST_VALUES = 1_000
_RANGE = re.compile(r"(-?\d{1,9})\.\.(-?\d{1,9})(?:\.\.(\d{1,9}))?")
_EXPECTED = "PLACE=VALUES such as foes.0.hp=4..12, foes.chief.armor=0,1,2 or party.0.hp=2..20..3"


class Vary(msgspec.Struct, frozen=True):
    """Values to try at one place."""

    path: str
    values: tuple[Any, ...]


class Variant(msgspec.Struct, frozen=True):
    """A scenario as plain data, with the values that were set in it, by place."""

    scenario: dict[str, Any]
    values: dict[str, Any] = {}


def read_vary(text: str) -> Vary:
    """Read `place=first..last`, `place=first..last..step` or `place=value,value`; raises `Malformed`."""
    path, sign, written = text.partition("=")
    path, written = path.strip(), written.strip()
    if not sign or not path or not written:
        raise Malformed(repr(text), at="--vary", expected=_EXPECTED)
    if match := _RANGE.fullmatch(written):
        first, last, step = int(match[1]), int(match[2]), int(match[3] or 1)
        if not step or last < first:
            raise Malformed(f"{written!r} is no range upwards", at="--vary", expected=_EXPECTED)
        if (last - first) // step >= MOST_VALUES:
            raise Malformed(f"{written!r} is too long", at="--vary", expected=f"at most {MOST_VALUES:,} values")
        return Vary(path, tuple(range(first, last + 1, step)))
    if ".." in written:
        raise Malformed(repr(written), at="--vary", expected=_EXPECTED)
    return Vary(path, tuple(plain_value(word.strip()) for word in written.split(",")))


def plain_value(text: str) -> Any:
    """A value as JSON would read it, or the text itself."""
    try:
        return msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return text


def variants(scenario: Any, varied: Sequence[Vary]) -> list[Variant]:
    """The scenario with every combination of the values, the last place changing quickest; raises `Malformed`."""
    plain = msgspec.json.decode(msgspec.json.encode(scenario))
    if prod(len(vary.values) for vary in varied) > MOST_VALUES:
        raise Malformed("too many combinations", at="--vary", expected=f"at most {MOST_VALUES:,}")
    return list(_combined(plain, type(scenario), varied))


def _combined(plain: dict[str, Any], kind: type[Any], varied: Sequence[Vary]) -> Iterator[Variant]:
    for values in product(*(vary.values for vary in varied)):
        changed = deepcopy(plain)
        for vary, value in zip(varied, values):
            _put(changed, vary.path, value)
        try:
            msgspec.convert(changed, kind)
        except msgspec.ValidationError as error:
            set_to = ", ".join(f"{vary.path}={value}" for vary, value in zip(varied, values))
            raise Malformed(f"{set_to}: {str(error).replace('`$.', '`')}", at="--vary") from error
        yield Variant(changed, {vary.path: value for vary, value in zip(varied, values)})


def _put(plain: Any, path: str, value: Any) -> None:
    """Set the value at a place: names of fields, and rows by number from 0 or by their id."""
    here = plain
    steps = path.split(".")
    for depth, step in enumerate(steps):
        key = _key(here, step)
        if key is None:
            there = ".".join(steps[:depth]) or "the scenario"
            raise Malformed(f"{there} has no {step!r}", at="--vary", expected=_keys(here))
        if depth == len(steps) - 1:
            here[key] = value
        else:
            here = here[key]


def _key(here: Any, step: str) -> Any:
    if isinstance(here, dict):
        return step if step in here else None
    if isinstance(here, list):
        if step.isascii() and step.isdigit() and len(step) < 6:
            return int(step) if int(step) < len(here) else None
        ids = [row.get("id") if isinstance(row, dict) else None for row in here]
        return ids.index(step) if step in ids else None
    return None


def _keys(here: Any) -> str:
    if isinstance(here, dict):
        return f"one of {', '.join(here)}"
    if isinstance(here, list):
        ids = [str(row["id"]) for row in here if isinstance(row, dict) and "id" in row]
        return (
            f"a row from 0 to {len(here) - 1}" + (f" or one of {', '.join(ids)}" if ids else "")
            if here
            else "nothing: the list is empty"
        )
    return "nothing below it"
