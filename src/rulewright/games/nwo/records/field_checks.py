"""Kinds of rules between the fields of one row that several kinds of rows have."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rulewright.engine.pack_checks import Check, Complaints, given
from rulewright.engine.packs import BAD_VALUE, CONFLICT, MISSING_FIELD, Complaint


def one_of(*fields: str) -> Check:
    """A check: exactly one of these fields is given. A name that ends in `_` stands without it in TOML."""
    allowed = f"one of {', '.join(field.rstrip('_') for field in fields)}"

    def check(row: Any) -> Complaints:
        found = [field.rstrip("_") for field in fields if given(getattr(row, field))]
        if not found:
            yield Complaint(fields[0], MISSING_FIELD, allowed, "is missing, and what could stand instead too")
        for field in found[1:]:
            yield Complaint(field, CONFLICT, allowed, f"stands beside {found[0]}")

    return check


def some_of(*fields: str) -> Check:
    """A check: at least one of these fields is given."""

    def check(row: Any) -> Complaints:
        if not any(given(getattr(row, field)) for field in fields):
            allowed = f"at least one of {', '.join(fields)}"
            yield Complaint(fields[0], MISSING_FIELD, allowed, "is missing, and what could stand instead too")

    return check


def nearest_first(row: Any) -> Complaints:
    """A range begins with its nearest square."""
    if len(row.range) == 2 and row.range[0] > row.range[1]:
        yield Complaint("range", BAD_VALUE, "[nearest, farthest]", "ends nearer than it begins")


def each_once(field: str) -> Check:
    """A check: no entry of a list stands there twice."""

    def check(row: Any) -> Complaints:
        entries = getattr(row, field)
        for index, entry in enumerate(entries):
            if entry in entries[:index]:
                yield Complaint((field, index), BAD_VALUE, "each entry once", "stands there twice")

    return check


def without_level(effects: Iterable[Any], *place: str) -> Complaints:
    """What has no level counts nothing per level."""
    for index, effect in enumerate(effects):
        if effect.per_level:
            yield Complaint((*place, index, "per_level"), CONFLICT, "only in abilities", "counts levels of nothing")


def in_window(effects: Iterable[Any], window: str | None, *place: str) -> Complaints:
    """A new roll needs a roll to look at, a dispelling a spell that is about to work."""
    for index, effect in enumerate(effects):
        needed = {"reroll": "after_roll", "dispel": "on_activation"}.get(effect.op, window)
        if window != needed:
            allowed = f'only in the window "{needed}"'
            yield Complaint((*place, index, "op"), CONFLICT, allowed, "does not go with this window")
