"""Parts of records that say which items, conditions, blocks and characters are meant."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Final, Literal

import msgspec

from rulewright.engine.pack_checks import Complaints
from rulewright.engine.packs import Complaint, Part, Ref
from rulewright.games.nw3.records.content_checks import Checks, Reads, exactly_one
from rulewright.games.nw3.records.vocabulary import (
    Amount,
    BroomType,
    Category,
    Id,
    ItemClass,
    Slot,
    TargetKind,
    WeaponType,
)
from rulewright.games.nw3.state import Status

BAD_RESTRICT: Final = "content.bad_restrict"
BAD_TARGET: Final = "content.bad_target"
ITEM_FIELDS: Final = ("class", "category", "type", "slot", "item", "general")


def named(row: ItemMatcher) -> dict[str, Any]:
    """What a matcher names of an item, by the names of the fields in TOML."""
    values = (row.class_, row.category, row.type, row.slot, row.item, row.general)
    return {field: value for field, value in zip(ITEM_FIELDS, values) if value is not None}


def names_something(row: ItemMatcher) -> Complaints:
    """A matcher that names nothing would fit everything (NW3-SKILL-40)."""
    if not named(row):
        yield Complaint("class", BAD_RESTRICT, f"one or more of {', '.join(ITEM_FIELDS)}", "is missing")


def names_something_or_a_condition(row: Matcher) -> Complaints:
    """The same where the matcher may name a condition instead."""
    if row.condition is None and row.bad_status is None:
        yield from names_something(row)


class ItemMatcher(Part, frozen=True, kw_only=True):
    """Which items are meant: all that it names must fit (NW3-SKILL-40). Category `broom` fits every Broom."""

    class_: ItemClass | None = msgspec.field(default=None, name="class")
    category: Id | None = None
    type: Literal[WeaponType, BroomType] | None = None
    slot: Slot | None = None
    item: Annotated[str, Ref("item")] | None = None
    general: bool | None = None

    checks: ClassVar[Checks] = (names_something,)


class Matcher(ItemMatcher, frozen=True, kw_only=True, cache_hash=True):
    """One alternative of a restriction: items, or one condition or Bad Status of the user."""

    condition: Id | None = None
    bad_status: Status | None = None

    checks = (names_something_or_a_condition,)


class Guard(Part, frozen=True, kw_only=True):
    """A condition or Bad Status that the user or a target must have for an effect to act."""

    who: Literal["self", "target"]
    condition: Id | None = None
    bad_status: Status | None = None

    checks = (exactly_one("condition", "bad_status"),)


class BlockMatcher(Part, frozen=True, kw_only=True):
    """Which blocks an effect acts on: all that it names must fit."""

    kinds: tuple[TargetKind, ...] = ()
    attacks: bool = False
    blocks: tuple[Annotated[str, Ref("skill")], ...] = ()


class CostMatcher(Part, frozen=True, kw_only=True):
    """Whose costs an effect changes; those of all blocks where it names nothing."""

    blocks: tuple[Annotated[str, Ref("skill")], ...] = ()
    categories: tuple[Category, ...] = ()


def number_of_targets(row: Target) -> Complaints:
    """A number belongs to `count`, which needs it, and to picking (NW3-SKILL-27)."""
    if row.kind == "count" and row.n is None:
        yield Complaint("n", BAD_TARGET, "a formula", 'is missing, and kind "count" needs it')
    elif row.n is not None and row.kind != "count" and not row.pick:
        yield Complaint("n", BAD_TARGET, "only with kind count, or together with pick", "does not go with this kind")


def picking(row: Target) -> Complaints:
    """Some of those in an Engage or Scene are picked, not some of one (NW3-SKILL-27)."""
    if row.pick and row.kind not in ("area", "scene"):
        yield Complaint("pick", BAD_TARGET, "only with kind area or scene", f'does not go with kind "{row.kind}"')


class Target(Part, frozen=True, kw_only=True):
    """Whom a block acts on (NW3-SKILL-27); `lock` is the mark that nothing may change it."""

    kind: TargetKind
    n: Amount | None = None
    pick: bool = False
    lock: bool = False

    checks = (Reads("n"), number_of_targets, picking)
