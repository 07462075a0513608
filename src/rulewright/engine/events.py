"""What happened, as data: a message key with facts, the rule behind it, and who may know it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

import msgspec

from rulewright.engine.modifiers import Sum

REFEREE = "referee"
EVERYONE: tuple[str, ...] = ()


class Event(msgspec.Struct, frozen=True):
    """Something that a table's log tells.

    `key` names a message of the catalogue, which `facts` fill in. `sum` explains a number of it. `to` lists the
    seats that may know it, "referee" among them where the referee may; empty means everyone.
    """

    key: str
    facts: Mapping[str, Any] = {}
    rule: str = ""
    sum: Sum | None = None
    to: tuple[str, ...] = EVERYONE

    def visible_to(self, seat: str) -> bool:
        """Whether the seat (or "referee") may see this event; the referee sees everything."""
        return not self.to or seat == REFEREE or seat in self.to


Tell: TypeAlias = Callable[[Event], None]
