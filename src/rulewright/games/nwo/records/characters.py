"""Characters that packs bring along: the players' ready ones, and those of the referee."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from rulewright.engine.packs import Part, Ref
from rulewright.games.nwo.records import character_checks as rules
from rulewright.games.nwo.records.field_checks import each_once, nearest_first
from rulewright.games.nwo.records.growth import KnownAbility
from rulewright.games.nwo.records.vocabulary import (
    NONE,
    AtZero,
    Change,
    DerivedKey,
    DiceSum,
    Id,
    Location,
    Name,
    Points,
    Range,
    Stat,
    UpTo99,
    UpTo999,
)

MOST_CRITICAL = 5  # NWO-JUDGE-07


class Belonging(Part, frozen=True, kw_only=True):
    """A piece of gear and where it is (NWO-WEIGHT-02)."""

    item: Id
    location: Location


class NaturalWeapon(Part, frozen=True, kw_only=True):
    """Teeth, claws and the like; weigh nothing and take no hands."""

    id: Id
    name: Name
    name_ja: Name | None = None
    range: Range
    modifiers: Mapping[Id, Change] = {}
    element: Id = NONE

    checks = (nearest_first,)


class Character(Part, frozen=True, kw_only=True):
    """A character. One that is `level_free` has its stats written down, others have them from their class."""

    id: Id
    name: Name
    name_ja: Name | None = None
    kind: Literal["pc", "npc"]
    faction: Id
    size: Annotated[int, Meta(ge=1, le=10)] = 1
    flying: bool = False
    at_zero: Annotated[AtZero, Meta(description="What comes at 0 HP; the table's option where not given.")] | None = (
        None
    )
    attributes: Mapping[Annotated[Id, Ref("attribute")], UpTo99]
    class_: Annotated[Id, Ref("class")] | None = msgspec.field(name="class", default=None)
    class_levels: Mapping[Annotated[Id, Ref("class")], UpTo99] | None = None
    total_level: Annotated[int, Meta(ge=1, le=999)] | None = None
    level_free: bool = False
    stats: Mapping[DerivedKey, Annotated[int, Meta(ge=-99, le=999)]] = {}
    hp_max: Annotated[int, Meta(ge=1, le=9999)]
    mp_max: Points
    prana_max: Points
    release: Points
    aura_total: UpTo999 | None = None
    aura: Mapping[Stat, UpTo999] = {}
    critical: Annotated[tuple[DiceSum, ...], Meta(min_length=1, max_length=MOST_CRITICAL)]
    fumble: tuple[DiceSum, ...]
    elements: tuple[Annotated[Id, Ref("element")], ...] = ()
    spells: tuple[Annotated[Id, Ref("spell")], ...] = ()
    abilities: tuple[KnownAbility, ...] = ()
    gear: tuple[Belonging, ...] = ()
    natural_weapons: tuple[NaturalWeapon, ...] = ()

    checks = (
        rules.npc_only("at_zero"),
        rules.npc_only("level_free"),
        rules.class_or_free,
        rules.stats_when_free,
        rules.levels_sum,
        rules.aura_given,
        rules.aura_complete,
        rules.aura_sum,
        rules.critical_and_fumble,
        each_once("critical"),
        each_once("fumble"),
        each_once("elements"),
        each_once("spells"),
        rules.ability_once,
    )
