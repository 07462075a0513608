"""Rules of tables whose rows together have to cover every result once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from rulewright.engine.pack_checks import Check, Complaints
from rulewright.engine.packs import BAD_VALUE, MISSING_FIELD, Complaint

if TYPE_CHECKING:
    from rulewright.games.nwo.records.growth import FullMove

TABLE_GAP: Final = "content.table_gap"
TABLE_OVERLAP: Final = "content.table_overlap"


def every_number(field: str, number: str, last: int) -> Check:
    """A check: the rows of a list have each number from 1 to `last` once."""

    def check(row: Any) -> Complaints:
        found = [getattr(entry, number) for entry in getattr(row, field)]
        allowed = f"each {number} from 1 to {last} once"
        for index, one in enumerate(found):
            if one in found[:index]:
                yield Complaint((field, index, number), TABLE_OVERLAP, allowed, "stands in an earlier row too")
        left = [str(one) for one in range(1, last + 1) if one not in found]
        if left:
            yield Complaint(field, TABLE_GAP, allowed, f"has no row for {', '.join(left)}")

    return check


def full_move_rows(rows: Sequence[FullMove]) -> Complaints:
    """The rows of the full move go up from the lowest result to the highest, and meet."""
    for index, row in enumerate(rows):
        here = ("full_move", index)
        before = rows[index - 1] if index else None
        if row.min is not None and row.max is not None and row.min > row.max:
            yield Complaint((*here, "max"), BAD_VALUE, f"{row.min} or more", "is below min")
        if before is None and row.min is not None:
            yield Complaint((*here, "min"), TABLE_GAP, "no min in the first row", "leaves lower results without a row")
        if before is not None and row.min is None:
            yield Complaint((*here, "min"), MISSING_FIELD, "a number in every row but the first")
        if before is not None and row.min is not None and before.max is not None:
            if row.min > before.max + 1:
                what = f"leaves results above {before.max} without a row"
                yield Complaint((*here, "min"), TABLE_GAP, f"{before.max + 1}", what)
            elif row.min <= before.max:
                what = f"begins before the row above ends at {before.max}"
                yield Complaint((*here, "min"), TABLE_OVERLAP, f"{before.max + 1}", what)
        last = index == len(rows) - 1
        if last and row.max is not None:
            yield Complaint((*here, "max"), TABLE_GAP, "no max in the last row", "leaves higher results without a row")
        if not last and row.max is None:
            yield Complaint((*here, "max"), MISSING_FIELD, "a number in every row but the last")
