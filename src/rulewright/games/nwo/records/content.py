"""The content of Night Wizard: Origin as packs give it; its tables are its fields, such as `[[spell]]`."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from rulewright.engine.packs import Library, Part
from rulewright.games.nwo.records.characters import Character
from rulewright.games.nwo.records.gear import Armour, Gear, Item, Shield, Weapon
from rulewright.games.nwo.records.growth import DEFAULT, Class, FullMove, PranaGrowth
from rulewright.games.nwo.records.links import LINKS
from rulewright.games.nwo.records.maps import Map
from rulewright.games.nwo.records.numbers import Attribute, Derived, Element, Formula
from rulewright.games.nwo.records.uses import Ability, Spell
from rulewright.games.nwo.records.vocabulary import DERIVED_KEYS, DerivedKey, Id, Name, Text, Version
from rulewright.games.nwo.records.whole import WHOLE


class Pack(Part, frozen=True, kw_only=True):
    """The header of a pack: stands in exactly one of its files."""

    id: Id
    title: Name
    title_ja: Name | None = None
    version: Version
    language: Annotated[Text, Meta(description="The language of the fields without an ending, such as en.")]
    ruleset: Literal["nwo"]


class NwoContent(Library, frozen=True, kw_only=True, dict=True):
    """The content of a pack, or of several merged ones."""

    pack: Pack
    attribute: tuple[Attribute, ...] = ()
    derived: Derived | None = None
    element: tuple[Element, ...] = ()
    full_move: tuple[FullMove, ...] = ()
    prana_growth: Mapping[Id, PranaGrowth] | None = None
    class_: tuple[Class, ...] = msgspec.field(name="class", default=())
    ability: tuple[Ability, ...] = ()
    spell: tuple[Spell, ...] = ()
    weapon: tuple[Weapon, ...] = ()
    shield: tuple[Shield, ...] = ()
    armour: tuple[Armour, ...] = ()
    item: tuple[Item, ...] = ()
    map: tuple[Map, ...] = ()
    character: tuple[Character, ...] = ()

    checks = (*WHOLE, *LINKS)

    @property
    def whole(self) -> tuple[NwoContent, ...]:
        """While a pack is checked: it and those that it was loaded after; later the content alone."""
        return (self, *self.__dict__.get("earlier", ()))

    @cached_property
    def formulas(self) -> Mapping[DerivedKey, Formula]:
        """The formula of each stat and of move."""
        assert self.derived is not None  # of a whole, see `whole.tables`
        return {key: getattr(self.derived, key) for key in DERIVED_KEYS}

    @cached_property
    def full_moves(self) -> tuple[FullMove, ...]:
        """The rows of the full move, of the last pack that gives any: they begin with one that has no `min`."""
        first = max(index for index, row in enumerate(self.full_move) if row.min is None)
        return self.full_move[first:]

    def prana_growth_of(self, class_: str) -> PranaGrowth:
        """The prana of a level up in this class: its own table, else the default (NWO-LEVEL-03)."""
        assert self.prana_growth is not None  # of a whole, see `whole.tables`
        return self.prana_growth.get(class_) or self.prana_growth[DEFAULT]

    @cached_property
    def attributes_by_id(self) -> Mapping[str, Attribute]:
        """Attributes by id."""
        return self.by_id(Attribute)

    @cached_property
    def elements_by_id(self) -> Mapping[str, Element]:
        """Elements by id."""
        return self.by_id(Element)

    @cached_property
    def classes_by_id(self) -> Mapping[str, Class]:
        """Classes by id."""
        return self.by_id(Class)

    @cached_property
    def abilities_by_id(self) -> Mapping[str, Ability]:
        """Special abilities by id."""
        return self.by_id(Ability)

    @cached_property
    def spells_by_id(self) -> Mapping[str, Spell]:
        """Spells by id."""
        return self.by_id(Spell)

    @cached_property
    def gear_by_id(self) -> Mapping[str, Gear]:
        """Weapons, shields, armour and items by id; they share one space of ids."""
        rows: list[Gear] = [*self.weapon, *self.shield, *self.armour, *self.item]
        return {row.id: row for row in rows}

    @cached_property
    def maps_by_id(self) -> Mapping[str, Map]:
        """Maps by id."""
        return self.by_id(Map)

    @cached_property
    def characters_by_id(self) -> Mapping[str, Character]:
        """Characters by id."""
        return self.by_id(Character)
