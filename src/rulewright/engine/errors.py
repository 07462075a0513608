"""The three kinds of error: not allowed now, cannot be read, and a journal that does not come out again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


class RulewrightError(Exception):
    """Any error that Rulewright raises on purpose; its text is fit to be shown to a person."""


class Refused(RulewrightError):
    """The rules do not allow this now. State, dice and journal are as they were.

    `reason` is a key of the game's refusals (words come from the catalogue), `facts` fill its text in, and
    `rule` is the rule that forbids it.
    """

    def __init__(self, reason: str, rule: str = "", **facts: Any) -> None:
        super().__init__(reason)
        self.reason = reason
        self.rule = rule
        self.facts: Mapping[str, Any] = facts

    def __str__(self) -> str:
        detail = ", ".join(f"{name} {value}" for name, value in self.facts.items())
        rule = f" [{self.rule}]" if self.rule else ""
        return f"{self.reason}{': ' if detail else ''}{detail}{rule}"


class Malformed(RulewrightError):
    """The input cannot be read: what was found at which place, and what was expected there."""

    def __init__(self, found: str, *, at: str = "", expected: str = "") -> None:
        super().__init__(found)
        self.found = found
        self.at = at
        self.expected = expected

    def __str__(self) -> str:
        place = f"{self.at}: " if self.at else ""
        expected = f"; expected {self.expected}" if self.expected else ""
        return f"{place}{self.found}{expected}"


class Desync(RulewrightError):
    """Replaying a journal did not give what the journal says; `seq` is the first entry that differs."""

    def __init__(self, seq: int, what: str, recorded: Any, replayed: Any) -> None:
        super().__init__(what)
        self.seq = seq
        self.what = what
        self.recorded = recorded
        self.replayed = replayed

    def __str__(self) -> str:
        return f"entry {self.seq}: {self.what}: recorded {self.recorded!r}, replayed {self.replayed!r}"
