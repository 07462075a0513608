"""Modifiers with their sources, and sums that keep what did not count visible.

A modifier says what it changes by how much and why. `stack` adds up those that may stand together: of one kind
that does not stack only the best counts, and the rest stay in the sum with the rule that suppressed them.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec


class Modifier(msgspec.Struct, frozen=True):
    """One contribution to a number. `kind` groups modifiers for stacking."""

    source: str
    value: int
    kind: str = ""
    rule: str = ""


class Part(msgspec.Struct, frozen=True):
    """A modifier in a sum. `suppressed_by` is "" where it counts, else the rule that keeps it out."""

    source: str
    value: int
    rule: str = ""
    suppressed_by: str = ""


class Sum(msgspec.Struct, frozen=True):
    """A number with its parts. `limit_rule` names the rule that cut the total where one did."""

    total: int
    parts: tuple[Part, ...] = ()
    limit_rule: str = ""


def stack(
    modifiers: Iterable[Modifier],
    *,
    best_only: frozenset[str] = frozenset(),
    best_rule: str = "",
    low: int | None = None,
    high: int | None = None,
    limit_rule: str = "",
) -> Sum:
    """Add up modifiers.

    Of each kind in `best_only` just the highest counts (the first of equals); the others stay visible with
    `best_rule`. A total below `low` or above `high` is cut, and the sum then names `limit_rule`.
    """
    listed = list(modifiers)
    best: dict[str, Modifier] = {}
    for modifier in listed:
        if modifier.kind in best_only:
            known = best.get(modifier.kind)
            if known is None or modifier.value > known.value:
                best[modifier.kind] = modifier
    total, parts = 0, []
    for modifier in listed:
        counts = modifier.kind not in best_only or best[modifier.kind] is modifier
        total += modifier.value if counts else 0
        parts.append(Part(modifier.source, modifier.value, modifier.rule, "" if counts else best_rule))
    cut = total
    if low is not None:
        cut = max(low, cut)
    if high is not None:
        cut = min(high, cut)
    return Sum(cut, tuple(parts), limit_rule if cut != total else "")
