"""What grows: classes with their ten rows, prana by the die, and the distance of a full move."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Final

import msgspec
from msgspec import Meta

from rulewright.engine.packs import Part, Ref
from rulewright.games.nwo.records.field_checks import one_of
from rulewright.games.nwo.records.row_checks import every_number
from rulewright.games.nwo.records.vocabulary import AbilityRank, Change, DiceText, Id, Name, UpTo99

ROWS: Final = 10
"""Rows of a class (NWO-LEVEL-09)."""
DEFAULT: Final = "default"
"""The prana growth of classes without an own one."""
Growing = Annotated[int, Meta(ge=0, le=20)]


class FullMove(Part, frozen=True, kw_only=True):
    """One row of the table of full moves: the squares for an agility judge from `min` to `max` (NWO-MOVE)."""

    min: int | None = None
    max: int | None = None
    move: UpTo99


class PranaRow(Part, frozen=True, kw_only=True):
    """What the prana of a level up comes to for a roll of the die (NWO-LEVEL-03)."""

    roll: Annotated[int, Meta(ge=1, le=6)]
    prana_max: UpTo99
    release: UpTo99


class PranaGrowth(Part, frozen=True, kw_only=True):
    """The prana of a level up for each roll of the die."""

    rows: tuple[PranaRow, ...]

    checks = (every_number("rows", "roll", 6),)


class KnownAbility(Part, frozen=True, kw_only=True):
    """An ability and its level."""

    ability: Annotated[Id, Ref("ability")]
    level: AbilityRank


class GrowthChoice(Part, frozen=True, kw_only=True):
    """Ability levels of a level up: so many of choice, or one of a named ability (NWO-LEVEL-07)."""

    pick: Annotated[int, Meta(ge=1, le=9)] | None = None
    raise_: Annotated[Id, Ref("ability")] | None = msgspec.field(name="raise", default=None)

    checks = (one_of("pick", "raise_"),)


class GrowthRow(Part, frozen=True, kw_only=True):
    """What a level up to this class level brings (NWO-LEVEL-04 to -07)."""

    level: Annotated[int, Meta(ge=1, le=ROWS)]
    hp: DiceText
    mp: DiceText
    aura: Growing = 0
    attribute_points: Growing = 0
    abilities: tuple[GrowthChoice, ...] = ()


class Class(Part, frozen=True, kw_only=True):
    """A class."""

    id: Id
    name: Name
    name_ja: Name | None = None
    requires: Mapping[Annotated[Id, Ref("attribute")], UpTo99] = {}
    modifiers: Mapping[Id, Change] = {}
    auto_abilities: tuple[KnownAbility, ...] = ()
    abilities: tuple[Annotated[Id, Ref("ability")], ...] = ()
    growth: tuple[GrowthRow, ...]

    checks = (every_number("growth", "level", ROWS),)
