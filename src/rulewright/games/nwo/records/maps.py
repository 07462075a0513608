"""Fields of squares, with what cannot be entered and what lies hidden there."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from rulewright.engine.pack_checks import Complaints
from rulewright.engine.packs import BAD_VALUE, Complaint, Part
from rulewright.games.nwo.records.effects import Effect
from rulewright.games.nwo.records.field_checks import in_window, some_of, without_level
from rulewright.games.nwo.records.vocabulary import Id, Name, OneTo99, Square, Text

Size = Annotated[int, Meta(ge=1, le=50)]


def of_trap(trap: Trap) -> Complaints:
    """Traps have no level and open in no window."""
    yield from without_level(trap.effects, "effects")
    yield from in_window(trap.effects, None, "effects")


class Trap(Part, frozen=True, kw_only=True):
    """A trap; who flies sets off no mine (NWO-MOVE)."""

    square: Square
    kind: Literal["mine", "other"]
    text: Text | None = None
    text_ja: Text | None = None
    effects: tuple[Effect, ...] = ()

    checks = (some_of("text", "effects"), of_trap)


def blocked_on_map(map: Map) -> Complaints:
    """Squares that cannot be entered lie on the map."""
    for index, square in enumerate(map.blocked):
        yield from _on_map(map, square, "blocked", index)


def traps_on_map(map: Map) -> Complaints:
    """Traps lie on the map."""
    for index, trap in enumerate(map.traps):
        yield from _on_map(map, trap.square, "traps", index, "square")


def _on_map(map: Map, square: tuple[int, ...], *place: str | int) -> Complaints:
    if len(square) == 2 and not (square[0] < map.width and square[1] < map.height):
        allowed = f"x from 0 to {map.width - 1}, y from 0 to {map.height - 1}"
        yield Complaint(place, BAD_VALUE, allowed, "is not on the map")


class Map(Part, frozen=True, kw_only=True):
    """A field of squares."""

    id: Id
    name: Name
    name_ja: Name | None = None
    width: Size
    height: Size
    capacity_per_faction: OneTo99 = 6
    blocked: tuple[Square, ...] = ()
    traps: tuple[Trap, ...] = ()

    checks = (blocked_on_map, traps_on_map)
