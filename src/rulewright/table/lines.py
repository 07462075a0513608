"""The log as lines: each event with the dice that brought it."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable

import msgspec

from rulewright.engine.events import Event
from rulewright.engine.modifiers import Sum
from rulewright.table.log import Fallen


class Line(msgspec.Struct, frozen=True):
    """A line of the log: its number, the entry that told it, the event, and the dice that brought it."""

    number: int
    seq: int
    event: Event
    dice: tuple[Fallen, ...] = ()

    @property
    def has_numbers(self) -> bool:
        """Whether there is something to open: dice or a sum."""
        return bool(self.dice) or self.event.sum is not None

    @property
    def rules(self) -> list[str]:
        """The rules behind it, each once: its own, those of the dice, of the parts of the sum, and of its limit."""
        total = rules_of(self.event.sum) if self.event.sum is not None else []
        return once([self.event.rule, *(fallen.rule for fallen in self.dice), *total])


def rules_of(total: Sum) -> list[str]:
    """The rules behind the parts of a sum, those that keep parts out among them, and behind its limit."""
    return once([*(rule for part in total.parts for rule in (part.rule, part.suppressed_by)), total.limit_rule])


def once(rules: Iterable[str]) -> list[str]:
    """Each rule once, without the empty ids of what no rule stands behind."""
    return list(dict.fromkeys(rule for rule in rules if rule))


def log(events: Iterable[tuple[int, Event]], dice: Iterable[Fallen]) -> list[Line]:
    """The log; dice that fell between two events belong to the first event after them."""
    lines: list[Line] = []
    left = deque(fallen for fallen in dice if not fallen.undone)
    for number, (seq, event) in enumerate(events, 1):
        mine = []
        while left and left[0].seq <= seq:
            mine.append(left.popleft())
        lines.append(Line(number, seq, event, tuple(_gathered(mine))))
    return lines


def _gathered(dice: Iterable[Fallen]) -> list[Fallen]:
    """The dice of a line; single secret ones that fell in a row for one reason lie together, as there may be dozens."""
    found: list[Fallen] = []
    for one in dice:
        last = found[-1] if found else None
        if last is not None and one.secret and len(one.faces) == 1 and _reason(last) == _reason(one):
            found[-1] = msgspec.structs.replace(last, faces=(*last.faces, *one.faces))
        else:
            found.append(one)
    return found


def _reason(fallen: Fallen) -> tuple[object, ...]:
    return fallen.of, fallen.sides, fallen.who, fallen.why, fallen.rule, fallen.secret
