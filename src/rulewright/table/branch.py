"""A "what if" copy of a table: its entries up to some number, and from there on dice of its own."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from rulewright.engine.errors import Malformed
from rulewright.engine.journal import Branched, Closed, Entry, Opened, opened_in
from rulewright.engine.sealed import seal


def branched(entries: Sequence[Entry], at_seq: int, *, table: str, seed: bytes, public: bool, at: str) -> list[Entry]:
    """The entries that a branch begins with: a first entry of its own, then the parent's up to `at_seq`.

    Undone ones and undos come along, so that every entry keeps its number. Raises `Malformed` for a number that
    no entry of the open table has.
    """
    opened = opened_in(entries)
    last = len(entries) - 1 - isinstance(entries[-1], Closed)
    if type(at_seq) is not int or not 0 <= at_seq <= last:
        raise Malformed(f"a branch at {at_seq!r}", expected=f"the number of an entry, 0 to {last}")
    first = msgspec.structs.replace(
        opened,
        table=table,
        seal=seal(seed),
        seed=seed.hex() if public else "",
        branch=Branched(opened.table, at_seq),
        at=at,
    )
    return [first, *entries[1 : at_seq + 1]]


def check_whole(entries: Sequence[Entry]) -> None:
    """Raise `Malformed` for a branch whose copying was cut short."""
    opened = entries[0]
    if isinstance(opened, Opened) and opened.branch and len(entries) <= opened.branch.seq:
        raise Malformed(
            f"a branch with {len(entries) - 1} of the {opened.branch.seq} entries of its parent",
            expected="a branch that was copied whole; make it again",
        )
