"""What every effect of a block has: whom it acts on, when, under which conditions and for how long."""

from __future__ import annotations

from typing import ClassVar

from rulewright.engine.pack_checks import Complaints, belongs_to
from rulewright.engine.packs import MISSING_FIELD, Complaint, Part
from rulewright.games.nw3.records.content_checks import Checks, Reads
from rulewright.games.nw3.records.matchers import Guard
from rulewright.games.nw3.records.vocabulary import Amount, ApplyAt, Duration, Subject, When


def no_duration(row: Effect) -> Complaints:
    """What happens at once has no duration."""
    if row.at_once and row.duration is not None:
        allowed = "no duration with what happens at once"
        yield Complaint("duration", "content.duration_not_allowed", allowed, "does not go with this effect")


COMMON = (belongs_to("duration", "rounds", "rounds", needed=MISSING_FIELD), Reads("rounds"), no_duration)


class Effect(Part, frozen=True, kw_only=True, tag_field="kind"):
    """What every effect has. `positive` not given: it depends on the side of the user (NW3-SKILL-48)."""

    on: Subject = "target"
    when: When = "success"
    guard: tuple[Guard, ...] = ()
    duration: Duration | None = None
    rounds: Amount | None = None
    positive: bool | None = None
    apply_at: ApplyAt = "use"

    unless_given: ClassVar[Duration] = "main_process"
    checks: ClassVar[Checks] = COMMON

    @property
    def at_once(self) -> bool:
        """Whether it happens at once, so that it cannot have a duration."""
        return False

    @property
    def lasts(self) -> Duration:
        """How long it lasts in a block that is not Constant."""
        return "instant" if self.at_once else self.duration or self.unless_given


class Instant(Effect, frozen=True, kw_only=True):
    """An effect that happens at once."""

    @property
    def at_once(self) -> bool:
        return True
