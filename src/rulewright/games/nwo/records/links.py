"""What the rows of a pack name in others, where one id may stand for rows of several kinds.

The rows may stand in different packs; what an earlier pack holds is looked up there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final

from rulewright.engine.pack_checks import Complaints
from rulewright.engine.pack_problems import Path, nearest
from rulewright.engine.packs import BAD_VALUE, CONFLICT, DUPLICATE_ID, MISSING_FIELD, UNKNOWN_REF, Complaint
from rulewright.games.nwo.records.effects import Effect
from rulewright.games.nwo.records.gear import Armour, Gear, Item, Shield, Weapon
from rulewright.games.nwo.records.growth import KnownAbility
from rulewright.games.nwo.records.numbers import Attribute, Element
from rulewright.games.nwo.records.uses import Ability, Heal
from rulewright.games.nwo.records.vocabulary import NONE, OTHER_KEYS, REQUIRED_ATTRIBUTES, STATS

if TYPE_CHECKING:
    from rulewright.games.nwo.records.content import NwoContent

GEAR: Final[Mapping[str, type[Weapon] | type[Shield] | type[Armour] | type[Item]]] = {
    "weapon": Weapon,
    "shield": Shield,
    "armour": Armour,
    "item": Item,
}
"""The tables whose ids share one space."""
AT_ONCE: Final = {"accessory": 2}
"""How many pieces of armour are equipped in a slot; in others one."""


def effects_of(content: NwoContent) -> Iterator[tuple[Path, Effect]]:
    """Every effect of a pack, with the path to it."""
    places: list[tuple[Path, Iterable[Effect]]] = [
        *((("ability", index, "effects"), row.effects) for index, row in enumerate(content.ability)),
        *((("spell", index, "effects"), row.effects) for index, row in enumerate(content.spell)),
    ]
    for index, item in enumerate(content.item):
        if item.use is not None:
            places.append((("item", index, "use", "effects"), item.use.effects))
    for index, map in enumerate(content.map):
        for number, trap in enumerate(map.traps):
            places.append((("map", index, "traps", number, "effects"), trap.effects))
    for path, effects in places:
        for number, effect in enumerate(effects):
            yield (*path, number), effect


def names_of_values(content: NwoContent) -> Complaints:
    """What effects change is a value that there is."""
    for path, effect in effects_of(content):
        if effect.stat is not None:
            beside = OTHER_KEYS if effect.op == "modify_stat" else ("heal", "any")
            yield from _value(content, (*path, "stat"), effect.stat, beside)


def modified_values(content: NwoContent) -> Complaints:
    """What classes and gear change is a value that there is."""
    for table, rows in (("class", content.class_), *((table, getattr(content, table)) for table in GEAR)):
        for index, row in enumerate(rows):
            for key in getattr(row, "modifiers", {}):
                yield from _value(content, (table, index, "modifiers", key), key, OTHER_KEYS)
    for index, character in enumerate(content.character):
        for number, weapon in enumerate(character.natural_weapons):
            for key in weapon.modifiers:
                path = ("character", index, "natural_weapons", number, "modifiers", key)
                yield from _value(content, path, key, OTHER_KEYS)


def powers(content: NwoContent) -> Complaints:
    """What spells and items compute their powers from is a stat or an attribute (NWO-SPELL-03)."""
    for index, spell in enumerate(content.spell):
        if spell.attack is not None:
            for part, power in (("hit", spell.attack.hit), ("power", spell.attack.power)):
                yield from _value(content, ("spell", index, "attack", part, "stat"), power.stat, ())
        yield from _healing(content, ("spell", index), spell.heal)
    for index, item in enumerate(content.item):
        if item.use is not None:
            yield from _healing(content, ("item", index, "use"), item.use.heal)


def _healing(content: NwoContent, path: Path, heal: Heal | None) -> Complaints:
    if heal is not None and heal.power.stat is not None:
        yield from _value(content, (*path, "heal", "power", "stat"), heal.power.stat, ())


def _value(content: NwoContent, path: Path, name: str, beside: Iterable[str]) -> Complaints:
    if name in STATS or name in beside or content.look_up(Attribute, name) is not None:
        return
    words = [*STATS, *beside, *content.by_id(Attribute)]
    yield Complaint(path, UNKNOWN_REF, nearest(name, words), "is no stat, no attribute and nothing else that changes")


def elements(content: NwoContent) -> Complaints:
    """Elements of spells, weapons and effects are declared."""
    named: list[tuple[Path, str]] = [
        *((("spell", index, "element"), spell.element) for index, spell in enumerate(content.spell)),
        *((("weapon", index, "element"), weapon.element) for index, weapon in enumerate(content.weapon)),
        *(
            (("character", index, "natural_weapons", number, "element"), weapon.element)
            for index, character in enumerate(content.character)
            for number, weapon in enumerate(character.natural_weapons)
        ),
    ]
    for path, element in named:
        if element != NONE:
            yield from _element(content, path, element)
    for path, effect in effects_of(content):
        if effect.element is not None:
            yield from _element(content, (*path, "element"), effect.element)


def _element(content: NwoContent, path: Path, element: str) -> Complaints:
    if content.look_up(Element, element) is None:
        words = nearest(element, [*content.by_id(Element), NONE])
        yield Complaint(path, UNKNOWN_REF, f"the id of an element: {words}", "is no element")


def ability_levels(content: NwoContent) -> Complaints:
    """Nobody has an ability above its highest level."""
    known: list[tuple[Path, tuple[KnownAbility, ...]]] = [
        *((("class", index, "auto_abilities"), row.auto_abilities) for index, row in enumerate(content.class_)),
        *((("character", index, "abilities"), row.abilities) for index, row in enumerate(content.character)),
    ]
    for path, abilities in known:
        for number, one in enumerate(abilities):
            ability = content.look_up(Ability, one.ability)
            if ability is not None and one.level > ability.max_level:
                allowed = f"1 to {ability.max_level}, the max_level of {one.ability}"
                yield Complaint((*path, number, "level"), BAD_VALUE, allowed, "is above the highest level")


def all_attributes(content: NwoContent) -> Complaints:
    """Everybody has the attributes that rules name, and who is not free of levels every one that the pack declares."""
    declared = dict.fromkeys([*REQUIRED_ATTRIBUTES, *content.by_id(Attribute)])
    for index, character in enumerate(content.character):
        for attribute in REQUIRED_ATTRIBUTES if character.level_free else declared:
            if attribute not in character.attributes:
                path = ("character", index, "attributes", attribute)
                yield Complaint(path, MISSING_FIELD, "a whole number from 0 to 99")


def find_gear(content: NwoContent, id: str) -> Gear | None:
    """The piece of gear with this id, in the pack or an earlier one."""
    for kind in GEAR.values():
        found: Any = content.look_up(kind, id)
        if found is not None:
            return found  # type: ignore[no-any-return]
    return None


def gear_ids(content: NwoContent) -> Complaints:
    """Weapons, shields, armour and items share their ids."""
    earlier = {id: table for pack in content.whole[1:] for table, kind in GEAR.items() for id in pack.by_id(kind)}
    for table, kind in GEAR.items():
        for index, row in enumerate(content.by_id(kind)):
            there = earlier.setdefault(row, table)
            if there != table:
                what = f"is the id of one of the {there} too"
                yield Complaint((table, index, "id"), DUPLICATE_ID, "each id once among all gear", what)


def belongings(content: NwoContent) -> Complaints:
    """What characters carry exists, and no more armour is equipped than there is room for."""
    for index, character in enumerate(content.character):
        worn: dict[str, int] = {}
        for number, one in enumerate(character.gear):
            path: Path = ("character", index, "gear", number)
            gear = find_gear(content, one.item)
            if gear is None:
                words = nearest(one.item, [id for kind in GEAR.values() for id in content.by_id(kind)])
                yield Complaint((*path, "item"), UNKNOWN_REF, f"the id of some gear: {words}", "is no gear")
            elif isinstance(gear, Armour) and one.location == "equipped":
                worn[gear.slot] = worn.get(gear.slot, 0) + 1
                most = AT_ONCE.get(gear.slot, 1)
                if worn[gear.slot] > most:
                    allowed = f"at most {most} equipped in the slot {gear.slot}"
                    yield Complaint((*path, "location"), CONFLICT, allowed, "has no room left there")


LINKS: Final = (
    names_of_values,
    modified_values,
    powers,
    elements,
    ability_levels,
    all_attributes,
    gear_ids,
    belongings,
)
