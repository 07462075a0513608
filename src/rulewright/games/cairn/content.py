"""The content of Cairn: gear, spells, relics, backgrounds, monsters, hirelings and traits, as packs give them.

Field names are those of the TOML files. Dice stay text; `damage_dice` and `roll_dice` take them apart.
A field that ends in `_fi` is the Finnish twin of the one before it.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Annotated, Literal

from msgspec import Meta

from rulewright.engine.packs import Library, Part
from rulewright.games.cairn.content_creatures import Monster
from rulewright.games.cairn.content_fields import SLOTS, Dice, Id, Name, Text, Version
from rulewright.games.cairn.content_gear import Item, Relic, Spell
from rulewright.games.cairn.content_people import Background, HirelingRole, TraitTable
from rulewright.games.cairn.strikes import Strike, strike_with


class Pack(Part, frozen=True, kw_only=True):
    """The header of a pack: stands in exactly one of its files."""

    id: Id
    title: Name
    title_fi: Name | None = None
    version: Version
    language: Annotated[Text, Meta(description="The language of the fields without an ending, such as en.")]
    ruleset: Literal["cairn"]


class Defaults(Part, frozen=True, kw_only=True):
    """Dice that the rules name but do not give."""

    rations_dice: Dice = "1d6"
    gold_dice: Dice = "3d6"
    age_dice: Dice = "2d20+10"
    pc_ability_dice: Dice = "3d6"
    pc_hp_dice: Dice = "1d6"


class CairnContent(Library, frozen=True, kw_only=True, dict=True):
    """The content of a Cairn pack."""

    pack: Pack
    defaults: Defaults = Defaults()
    items: tuple[Item, ...] = ()
    spells: tuple[Spell, ...] = ()
    relics: tuple[Relic, ...] = ()
    backgrounds: tuple[Background, ...] = ()
    monsters: tuple[Monster, ...] = ()
    hireling_roles: tuple[HirelingRole, ...] = ()
    trait_tables: tuple[TraitTable, ...] = ()

    @cached_property
    def items_by_id(self) -> Mapping[str, Item]:
        """Gear by id."""
        return self.by_id(Item)

    @cached_property
    def spells_by_id(self) -> Mapping[str, Spell]:
        """Spells by id."""
        return self.by_id(Spell)

    @cached_property
    def relics_by_id(self) -> Mapping[str, Relic]:
        """Relics by id."""
        return self.by_id(Relic)

    @cached_property
    def backgrounds_by_id(self) -> Mapping[str, Background]:
        """Backgrounds by id."""
        return self.by_id(Background)

    @cached_property
    def monsters_by_id(self) -> Mapping[str, Monster]:
        """Monsters by id."""
        return self.by_id(Monster)

    @cached_property
    def slots(self) -> Mapping[str, int]:
        """The slots that each item and relic fills (CRN-SLOT-01)."""
        things: tuple[Item | Relic, ...] = (*self.relics, *self.items)
        return {thing.id: SLOTS[thing.size] for thing in things}

    @cached_property
    def weapons(self) -> Mapping[str, Strike]:
        """What each weapon strikes with."""
        return {item.id: strike_with(item, item.damage) for item in self.items if item.damage is not None}

    @cached_property
    def attacks(self) -> Mapping[str, Mapping[str, Strike]]:
        """What each monster strikes with: by its id, and the id of its attack."""
        return {
            monster.id: {attack.id: strike_with(attack, attack.damage) for attack in monster.attacks}
            for monster in self.monsters
        }

    @cached_property
    def hireling_roles_by_id(self) -> Mapping[str, HirelingRole]:
        """Roles of hirelings by id."""
        return self.by_id(HirelingRole)

    @cached_property
    def trait_tables_by_id(self) -> Mapping[str, TraitTable]:
        """Trait tables by id."""
        return self.by_id(TraitTable)
