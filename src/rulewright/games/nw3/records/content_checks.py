"""Kinds of rules between the fields of one table of a pack, for every table that has such a rule.

A check takes a row and yields a complaint where its rule is broken. The codes are those of
nw3-skills-items.md, sections 12 to 14, with `content.` before them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeAlias

from rulewright.engine.pack_checks import Check, Complaints, given
from rulewright.engine.packs import BAD_VALUE, CONFLICT, Complaint, Part
from rulewright.games.nw3.records.formula import BadFormula, read

Checks: TypeAlias = tuple[Check, ...]


class Reads:
    """A check: a field, where it is given, can be read as a formula. `beside` is a word that may stand instead."""

    def __init__(self, field: str, beside: str | None = None) -> None:
        self.field = field
        self.beside = beside

    def __call__(self, row: Any) -> Complaints:
        text = getattr(row, self.field)
        if text is None or text == self.beside:
            return
        try:
            read(text)
        except BadFormula as error:
            what = f"is no formula: at {error.at} stands {error.found}"
            yield Complaint(self.field, f"content.{error.code}", error.expected, what)


def formulas(row: Part) -> Iterator[tuple[str, int | str]]:
    """The formulas of a row that are given, by the names of their fields; none of a row that could not be read."""
    for check in type(row).checks if isinstance(row, Part) else ():
        if isinstance(check, Reads):
            text = getattr(row, check.field)
            if text is not None and text != check.beside:
                yield check.field, text


def exactly_one(*fields: str, code: str = CONFLICT) -> Check:
    """A check: one of these fields is given, and no other of them."""

    def check(row: Any) -> Complaints:
        found = [field for field in fields if given(getattr(row, field))]
        if len(found) != 1:
            what = f"stands beside {found[0]}" if found else "is missing, and so are the others"
            yield Complaint(found[1] if found else fields[0], code, f"one of {', '.join(fields)}", what)

    return check


def no_repeats(field: str, name: str = "") -> Check:
    """A check: each entry of a list stands there once; `name` is the field's name in Python where it is another."""

    def check(row: Any) -> Complaints:
        entries = getattr(row, name or field)
        for index, entry in enumerate(entries if isinstance(entries, tuple) else ()):
            if entry in entries[:index]:
                yield Complaint((field, index), BAD_VALUE, "each entry once", "stands there twice")

    return check
