"""Items of content: weapons, armor, accessories, enchantments, tools, potions, services, Brooms (NW3-ITEM-16)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

import msgspec
from msgspec import Meta

from rulewright.engine.packs import Part, otherwise
from rulewright.games.nw3.records.content_blocks import EffectBlock
from rulewright.games.nw3.records.content_checks import no_repeats
from rulewright.games.nw3.records.item_checks import ITEM_CHECKS
from rulewright.games.nw3.records.vocabulary import (
    BOUNDS,
    BroomType,
    Id,
    ItemClass,
    ItemStat,
    Name,
    Slot,
    Text,
    WeaponRange,
    WeaponType,
)

StatName = Annotated[ItemStat, Meta(extra=otherwise("content.bad_modifier"))]
Modifier = Annotated[int, Meta(ge=-99, le=99, extra=BOUNDS)]
Small = Annotated[int, Meta(ge=0, le=99, extra=BOUNDS)]


class Broom(Part, frozen=True, kw_only=True):
    """What makes an item a Broom (NW3-BROOM-17); riders are without limit where `seats` is not given."""

    types: Annotated[tuple[BroomType, ...], Meta(min_length=1)]
    capacity: Small
    seats: Annotated[int, Meta(ge=1, extra=BOUNDS)] | None = None

    checks = (no_repeats("types"),)


class BroomOption(Part, frozen=True, kw_only=True):
    """What makes an item a Broom Option (NW3-BROOM-18): it fits Brooms of one of `types`, all where there is none.

    `only` are categories of Brooms, any where there is none.
    """

    types: tuple[BroomType, ...] = ()
    occupy: Small
    only: tuple[Id, ...] = ()
    mounted_weapon: bool = False

    checks = (no_repeats("types"), no_repeats("only"))


class Item(Part, frozen=True, kw_only=True):
    """An item; `cost` in Valco."""

    id: Id
    name: Name
    name_ja: Name | None = None
    classes: Annotated[tuple[ItemClass, ...], Meta(min_length=1)] = msgspec.field(name="class")
    category: Id | None = None
    slot: Slot = "none"
    other_slot: Name | None = None
    weight: Annotated[int, Meta(ge=0, le=999, extra=BOUNDS)] = 0
    cost: Annotated[int, Meta(ge=0, le=10**9, extra=BOUNDS)]
    general: bool = False
    unique: bool = False
    consumable: bool = False
    modifiers: Mapping[StatName, Modifier] = {}
    type: WeaponType | None = None
    range: WeaponRange | None = None
    memory: Small | None = None
    maou: bool = False
    doesnt_stack: bool = False
    text: Text | None = None
    text_ja: Text | None = None
    effect_block: tuple[EffectBlock, ...] = ()
    broom: Broom | None = None
    broom_option: BroomOption | None = None

    checks = (no_repeats("class", "classes"), *ITEM_CHECKS)
