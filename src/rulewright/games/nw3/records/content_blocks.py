"""Blocks of content: skills, and the effect blocks of items (nw3-skills-items.md, section 12).

Field names are those of the TOML files. A formula stays text; `formula.read` takes it apart.
"""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

import msgspec
from msgspec import Meta

from rulewright.engine.pack_checks import Complaints
from rulewright.engine.packs import Complaint, Part, Ref
from rulewright.games.nw3.records.block_checks import (
    BLOCK_CHECKS,
    CHECK_FIELDS,
    PREREQUISITE,
    alternatives,
    cost_fields,
    limits,
    matcher_kinds,
    some_judges,
    timings,
)
from rulewright.games.nw3.records.content_checks import Checks, Reads, no_repeats
from rulewright.games.nw3.records.effects import AnyEffect
from rulewright.games.nw3.records.formula_checks import FORMULA_CHECKS, no_sl
from rulewright.games.nw3.records.matchers import Matcher, Target
from rulewright.games.nw3.records.tables import CLASSES
from rulewright.games.nw3.records.vocabulary import (
    Amount,
    AttackKind,
    Category,
    CheckKind,
    CostKind,
    Id,
    JudgeKind,
    JudgeStat,
    Level,
    LimitUnit,
    Name,
    Range,
    RestrictKind,
    Text,
    Timing,
    Whose,
)
from rulewright.games.nw3.state import Element, Status

GENERAL, ENEMY = "general", "enemy"
"""Classes of skills that belong to no class: open to everybody, and only for the referee's (NW3-ENEMY-11)."""


class Trigger(Part, frozen=True, kw_only=True):
    """Which Judges a block is tied to, and whose (NW3-SKILL-25)."""

    judges: tuple[JudgeKind, ...]
    whose: Whose = "self"

    checks = (some_judges, no_repeats("judges"))


class Check(Part, frozen=True, kw_only=True):
    """What is rolled when the block is used (NW3-SKILL-19)."""

    kind: CheckKind
    stat: JudgeStat | None = None
    difficulty: Amount | None = None
    attack: AttackKind | None = None

    checks = (Reads("difficulty"), *CHECK_FIELDS)


class Cost(Part, frozen=True, kw_only=True):
    """One part of what is paid at declaration (NW3-SKILL-35); only `reducible` ones can be lowered."""

    kind: CostKind
    amount: Amount | None = None
    status: Status | None = None
    rating: Amount | None = None
    reducible: bool = False

    checks = (Reads("amount"), Reads("rating"), cost_fields)


class Restrict(Part, frozen=True, kw_only=True):
    """One condition of use, of which one alternative is enough (NW3-SKILL-39), or a prerequisite."""

    kind: RestrictKind
    any_of: tuple[Matcher, ...] = ()
    skill: Annotated[str, Ref("skill")] | None = None
    sl: Level | None = None

    checks = (alternatives, matcher_kinds, *PREREQUISITE)

    @property
    def level(self) -> int:
        """The SL that a prerequisite asks for."""
        return self.sl or 1


class Limit(Part, frozen=True, kw_only=True):
    """How often a block can be used in one unit of play (NW3-SKILL-41)."""

    n: Amount
    per: LimitUnit

    checks = (Reads("n"),)


class Block(Part, frozen=True, kw_only=True):
    """One usable unit: what skills and the effect blocks of items have in common."""

    timing: Timing | Annotated[tuple[Timing, ...], Meta(min_length=1)]
    with_skill: Annotated[str, Ref("skill")] | None = None
    trigger: Trigger | None = None
    check: Check = Check(kind="automatic")
    target: Target
    refer_text: Text | None = None
    range: Range
    cost: tuple[Cost, ...] = ()
    restrict: tuple[Restrict, ...] = ()
    limit: Limit | tuple[Limit, ...] = ()
    stacks: bool = False
    cost_waived: bool = False
    effect: tuple[AnyEffect, ...] = ()

    checks: ClassVar[Checks] = (no_repeats("timing"), *BLOCK_CHECKS, *FORMULA_CHECKS)

    @property
    def timings(self) -> tuple[Timing, ...]:
        """The moments at which it may be used."""
        return timings(self)

    @property
    def limits(self) -> tuple[Limit, ...]:
        """Its limits, one for each unit of play."""
        return limits(self)

    @property
    def constant(self) -> bool:
        """Whether it is always in force and never declared."""
        return "constant" in timings(self)


def known_class(row: Skill) -> Complaints:
    """A skill belongs to a class of the game, to everybody or to enemies."""
    if row.class_ not in CLASSES and row.class_ not in (GENERAL, ENEMY):
        yield Complaint("class", "content.unknown_ref", f'a class, "{GENERAL}" or "{ENEMY}"', "is no class")


def class_needed(row: Skill) -> Complaints:
    """Auto and Secret mean nothing without a class (NW3-SKILL-09, NW3-SKILL-10)."""
    for category in ("auto", "secret"):
        if category in row.categories and row.class_ in (GENERAL, ENEMY):
            place = ("categories", row.categories.index(category))
            yield Complaint(place, f"content.{category}_needs_class", "only with a class", "needs a class")


def elements_of_spell(row: Skill) -> Complaints:
    """Only spells have Elements of their own, one or two (NW3-SKILL-12)."""
    if row.elements is not None and "spell" not in row.categories:
        yield Complaint("elements", "content.elements_need_spell", 'only with category "spell"', "needs a spell")


def not_with_itself(row: Skill) -> Complaints:
    """A skill is no partner of itself."""
    if row.with_skill is not None and row.with_skill == row.id:
        yield Complaint("with_skill", "content.with_skill_mismatch", "another skill", "is this skill itself")


class Skill(Block, frozen=True, kw_only=True):
    """A skill of a class, a General Skill, or a skill of enemies."""

    id: Id
    name: Name
    name_ja: Name | None = None
    class_: str = msgspec.field(name="class")
    categories: tuple[Category, ...] = ()
    elements: (
        Literal["pick", "first", "second"] | Annotated[tuple[Element, ...], Meta(min_length=1, max_length=2)] | None
    ) = None
    acquire_cl: Level = 1
    max_sl: Level = 1
    text: Text
    text_ja: Text | None = None

    checks = (
        known_class,
        no_repeats("categories"),
        class_needed,
        elements_of_spell,
        no_repeats("elements"),
        not_with_itself,
        *Block.checks,
    )


class EffectBlock(Block, frozen=True, kw_only=True):
    """An effect of an item, used like a skill (NW3-ITEM-08). Copies share one counter unless `limit_per_copy`."""

    name: Name
    name_ja: Name | None = None
    limit_per_copy: bool = False
    text: Text | None = None
    text_ja: Text | None = None

    checks = (no_sl, *Block.checks)
