"""Abilities and spells: when they are used, on whom, for how long, and what they do."""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta

from rulewright.engine.pack_checks import Check, Complaints, belongs_to
from rulewright.engine.packs import CONFLICT, MISSING_FIELD, Complaint, Part
from rulewright.games.nwo.records.effects import Effect
from rulewright.games.nwo.records.field_checks import (
    each_once,
    in_window,
    nearest_first,
    one_of,
    some_of,
    without_level,
)
from rulewright.games.nwo.records.vocabulary import (
    COUNTERS,
    AbilityRank,
    Affects,
    Change,
    CuredStatus,
    DurationKind,
    Id,
    LimitPer,
    Name,
    OneTo99,
    Range,
    SpellKind,
    SpellTiming,
    TargetKind,
    Text,
    Timing,
    UpTo99,
    UpTo999,
    Window,
)

HERE: Final = (0, 0)
"""The range of what reaches only the own square."""


class Duration(Part, frozen=True, kw_only=True):
    """How long effects last (NWO-TIMING-14)."""

    kind: DurationKind
    rounds: OneTo99 | None = None

    checks = (belongs_to("kind", "rounds", "rounds", needed=MISSING_FIELD),)


THIS_COUNT: Final = Duration(kind="count")


class Limit(Part, frozen=True, kw_only=True):
    """How often something may be used (NWO-TIMING-17)."""

    per: LimitPer
    times: OneTo99


class Cost(Part, frozen=True, kw_only=True):
    """What an ability costs when it is declared (NWO-PRANA-09, NWO-TIMING-15)."""

    prana: UpTo999 = 0
    mp: UpTo999 = 0
    hp: UpTo999 = 0


FREE: Final = Cost()


class Usable(Part, frozen=True, kw_only=True):
    """What abilities and spells have in common."""

    window: Annotated[Window, Meta(description="before_roll where not given; only with counter timings.")] | None = None
    target: TargetKind
    max_targets: OneTo99 | None = None
    range: Range = HERE
    affects: Affects = "any"
    duration: Annotated[Duration, Meta(description="The current count where not given.")] | None = None
    limit: Limit | None = None
    effects: tuple[Effect, ...] = ()
    text: Text | None = None
    text_ja: Text | None = None

    @property
    def lasts(self) -> Duration:
        """How long its effects last: the current count where nothing else is said (NWO-TIMING-14, NWO-SPELL-07)."""
        return self.duration or THIS_COUNT


def fits_window(row: Ability | Spell) -> Complaints:
    """New rolls and dispelling fit the window in which they are declared."""
    yield from in_window(row.effects, row.opens_in, "effects")


USE_CHECKS: Final[tuple[Check, ...]] = (
    belongs_to("timing", "window", *COUNTERS),
    belongs_to("target", "max_targets", "several", needed=MISSING_FIELD),
    belongs_to("target", "range", "one", "several", "square", unset=HERE),
    nearest_first,
    fits_window,
)


class Ability(Usable, frozen=True, kw_only=True):
    """A special ability with its levels."""

    id: Id
    name: Name
    name_ja: Name | None = None
    timing: Timing
    max_level: AbilityRank
    cost: Cost = FREE

    checks = (
        *USE_CHECKS,
        belongs_to("timing", "cost", "normal", *COUNTERS, unset=FREE),
        belongs_to("timing", "duration", "normal", *COUNTERS),
        some_of("effects", "text"),
    )

    @property
    def opens_in(self) -> Window | None:
        """The window of a judge in which it is declared; None where it interrupts nothing (NWO-TIMING-04)."""
        return (self.window or "before_roll") if self.timing in COUNTERS else None


class Power(Part, frozen=True, kw_only=True):
    """A number computed from a value of the caster: min(stat + add, cap) (NWO-SPELL-03)."""

    stat: Annotated[Id, Meta(description="A stat or an attribute.")]
    add: Change = 0
    cap: UpTo999


class Attack(Part, frozen=True, kw_only=True):
    """The two judges of an attack spell (NWO-SPELL-02, NWO-SPELL-04)."""

    hit: Power
    power: Power


def computed(row: HealPower) -> Complaints:
    """Only what is computed has something to add and a cap, and it needs the cap."""
    if row.stat is not None and row.cap is None:
        yield Complaint("cap", MISSING_FIELD, what="is missing, and stat needs it")
    if row.stat is None and row.add:
        yield Complaint("add", CONFLICT, "only with stat", "stands without stat")
    if row.stat is None and row.cap is not None:
        yield Complaint("cap", CONFLICT, "only with stat", "stands without stat")


class HealPower(Part, frozen=True, kw_only=True):
    """The ability of a healing judge: a number, or computed (NWO-SPELL-11)."""

    value: UpTo99 | None = None
    stat: Annotated[Id, Meta(description="A stat or an attribute.")] | None = None
    add: Change = 0
    cap: UpTo999 | None = None

    checks = (one_of("value", "stat"), computed)


class Heal(Part, frozen=True, kw_only=True):
    """A healing judge, and who may be healed by it (NWO-SPELL-10, NWO-SPELL-12)."""

    power: HealPower
    heals_serious: bool = False
    heals_apparent_death: bool = False


def needs_of_kind(spell: Spell) -> Complaints:
    """What each kind of spell has to say (NWO-SPELL-01)."""
    if spell.kind == "enchant":
        yield from some_of("effects")(spell)
    elif spell.kind == "heal":
        yield from some_of("heal", "cures")(spell)
    elif spell.kind == "utility":
        yield from some_of("effects", "text")(spell)


def levels_of_spell(spell: Spell) -> Complaints:
    """Spells have no level."""
    yield from without_level(spell.effects, "effects")


class Spell(Usable, frozen=True, kw_only=True):
    """A spell."""

    id: Id
    name: Name
    name_ja: Name | None = None
    kind: SpellKind
    timing: SpellTiming
    element: Annotated[Id, Meta(description='The id of an element, or "none".')]
    casting_value: UpTo99
    mp: UpTo999
    cast_count: UpTo99
    resistable: bool = False
    attack: Attack | None = None
    heal: Heal | None = None
    cures: tuple[CuredStatus, ...] = ()

    checks = (
        *USE_CHECKS,
        belongs_to("kind", "resistable", "enchant", "heal", "utility"),  # NWO-SPELL-14
        belongs_to("kind", "attack", "attack", needed=MISSING_FIELD),
        belongs_to("kind", "heal", "heal"),
        belongs_to("kind", "cures", "heal"),
        each_once("cures"),
        needs_of_kind,
        levels_of_spell,
    )

    @property
    def opens_in(self) -> Window | None:
        """The window of a judge in which it is declared; None where it interrupts nothing (NWO-TIMING-04)."""
        return (self.window or "before_roll") if self.timing in COUNTERS else None
