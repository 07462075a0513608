"""Gear: weapons, shields, armour and items. Their ids share one space."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal, TypeAlias

from msgspec import Meta

from rulewright.engine.pack_checks import Complaints, belongs_to
from rulewright.engine.packs import Part
from rulewright.games.nwo.records.effects import Effect
from rulewright.games.nwo.records.field_checks import each_once, in_window, nearest_first, some_of, without_level
from rulewright.games.nwo.records.uses import HERE, Heal
from rulewright.games.nwo.records.vocabulary import (
    NONE,
    Change,
    CuredStatus,
    Id,
    Name,
    OneTo99,
    Range,
    Slot,
    Text,
    UpTo99,
)

Hands = Annotated[int, Meta(ge=1, le=2)]
Price = Annotated[int, Meta(ge=0, le=9_999_999, description="Not for sale where not given.")]


class Parry(Part, frozen=True, kw_only=True):
    """What parrying with a thing adds; without `resistance` it parries no spells (NWO-PARRY)."""

    judge: Change = 0
    defence: Change
    resistance: Change | None = None


class Weapon(Part, frozen=True, kw_only=True):
    """A weapon."""

    id: Id
    name: Name
    name_ja: Name | None = None
    weight: UpTo99
    hands: Hands
    range: Range
    modifiers: Mapping[Id, Change] = {}
    element: Id = NONE
    parry: Parry | None = None
    price: Price | None = None

    checks = (nearest_first,)


class Shield(Part, frozen=True, kw_only=True):
    """A shield."""

    id: Id
    name: Name
    name_ja: Name | None = None
    weight: UpTo99
    hands: Hands
    modifiers: Mapping[Id, Change] = {}
    parry: Parry
    price: Price | None = None


class Armour(Part, frozen=True, kw_only=True):
    """Something that is worn: one in each slot, of accessories two."""

    id: Id
    name: Name
    name_ja: Name | None = None
    weight: UpTo99
    slot: Slot
    modifiers: Mapping[Id, Change] = {}
    price: Price | None = None


def of_item(use: ItemUse) -> Complaints:
    """Items have no level and open in no window."""
    yield from without_level(use.effects, "effects")
    yield from in_window(use.effects, None, "effects")


class ItemUse(Part, frozen=True, kw_only=True):
    """What using an item does."""

    target: Literal["self", "one", "square"]
    range: Range = HERE
    heal: Heal | None = None
    cures: tuple[CuredStatus, ...] = ()
    effects: tuple[Effect, ...] = ()
    text: Text | None = None
    text_ja: Text | None = None

    checks = (
        belongs_to("target", "range", "one", "square", unset=HERE),
        nearest_first,
        some_of("heal", "cures", "effects", "text"),
        each_once("cures"),
        of_item,
    )


class Item(Part, frozen=True, kw_only=True):
    """Any other thing; without `uses` it is never used up."""

    id: Id
    name: Name
    name_ja: Name | None = None
    weight: UpTo99
    hands: Hands = 1
    uses: OneTo99 | None = None
    use: ItemUse | None = None
    price: Price | None = None


Gear: TypeAlias = Weapon | Shield | Armour | Item
