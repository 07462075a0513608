"""Where the places of a map stand: as somebody has set them, the others by how far they are from the first one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Final, TypeAlias

from rulewright.engine.maps import Map, Place

Cell: TypeAlias = tuple[int, int]
"""Column and row."""

WIDEST_GAP: Final = 2
"""Columns or rows that two neighbours are apart at most; coordinates may leave more room between them."""


def cells(shown: Map) -> Mapping[str, Cell]:
    """The cell of each place, each in one of its own; none is left of column 0 or above row 0."""
    near = neighbours(shown)
    fixed = {one.id: (one.x, one.y) for one in shown.places if one.x is not None and one.y is not None}
    placed = _without_gaps(fixed) if fixed else _layers(shown.places, near)
    taken: dict[Cell, str] = {}
    for id in [one.id for one in shown.places if one.id in placed]:
        taken.setdefault(placed[id], id)
    found = {id: cell for cell, id in taken.items()}
    for one in shown.places:
        if one.id not in found:
            beside = next((found[id] for id in near[one.id] if id in found), (0, 0))
            found[one.id] = next(cell for cell in _around(placed.get(one.id, beside)) if cell not in taken)
            taken[found[one.id]] = one.id
    left, top = min((x for x, _ in taken), default=0), min((y for _, y in taken), default=0)
    return {one.id: (found[one.id][0] - left, found[one.id][1] - top) for one in shown.places}


def neighbours(shown: Map) -> Mapping[str, Sequence[str]]:
    """The places at the other ends of the links of each place, in the order of the links."""
    near: dict[str, dict[str, None]] = {one.id: {} for one in shown.places}
    for link in shown.links:
        if link.from_ in near and link.to in near and link.from_ != link.to:
            near[link.from_][link.to] = near[link.to][link.from_] = None
    return {id: tuple(ends) for id, ends in near.items()}


def _without_gaps(fixed: Mapping[str, Cell]) -> dict[str, Cell]:
    columns, rows = (_closer({cell[axis] for cell in fixed.values()}) for axis in (0, 1))
    return {id: (columns[x], rows[y]) for id, (x, y) in fixed.items()}


def _closer(numbers: set[int]) -> dict[int, int]:
    """The same numbers in the same order, from 0 on and nowhere further apart than the widest gap."""
    ordered = sorted(numbers)
    found = {ordered[0]: 0}
    for before, number in pairwise(ordered):
        found[number] = found[before] + min(WIDEST_GAP, number - before)
    return found


def _layers(places: Sequence[Place], near: Mapping[str, Sequence[str]]) -> dict[str, Cell]:
    """Columns by distance from the first place; what cannot be reached begins a column of its own behind."""
    found: dict[str, Cell] = {}
    column = 0
    for start in places:
        layer = [start.id] if start.id not in found else []
        while layer:
            for row, id in enumerate(layer):
                found[id] = (column, row)
            column += 1
            later = {id for here in layer for id in near[here] if id not in found}
            layer = sorted(later, key=lambda id: (_middle(found, near[id]), id))
    return found


def _middle(found: Mapping[str, Cell], ids: Sequence[str]) -> float:
    rows = [found[id][1] for id in ids if id in found]
    return sum(rows) / len(rows)


def _around(centre: Cell) -> Iterator[Cell]:
    """Cells from a centre outwards, ring by ring, to the right first."""
    x, y = centre
    ring = 0
    while True:
        cells = [
            (x + right, y + down)
            for right in range(ring, -ring - 1, -1)
            for down in range(-ring, ring + 1)
            if max(abs(right), abs(down)) == ring
        ]
        yield from sorted(cells, key=lambda cell: (abs(cell[0] - x) + abs(cell[1] - y), -cell[0], cell[1]))
        ring += 1
