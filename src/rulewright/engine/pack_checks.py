"""Kinds of rules between the fields of one row of a content pack, for every game that has such a rule.

A check takes a row and yields a complaint where its rule is broken.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

from rulewright.engine.packs import CONFLICT, Complaint

Complaints: TypeAlias = Iterator[Complaint]
Check: TypeAlias = Callable[[Any], Complaints]


def given(value: Any, unset: Any = None) -> bool:
    """Whether a field that may be left out was given; `unset` means not given beside the usual."""
    return value is not None and value is not False and value != () and value != {} and value != unset


def belongs_to(
    chooser: str, field: str, *kinds: str, needed: str = "", refused: str = CONFLICT, unset: Any = None
) -> Check:
    """A check: `field` is allowed only where `chooser` is one of `kinds`, and has to be given there if `needed`.

    `needed` and `refused` are the codes to report; `unset` is a value that means not given.
    """

    def check(row: Any) -> Complaints:
        kind, value = getattr(row, chooser), getattr(row, field)
        if kind in kinds and needed and not given(value, unset):
            yield Complaint(field, needed, what=f'is missing, and {chooser} "{kind}" needs it')
        elif kind not in kinds and given(value, unset):
            only = " or ".join(f'"{one}"' for one in kinds)
            yield Complaint(field, refused, f"only with {chooser} {only}", f'does not go with {chooser} "{kind}"')

    return check
