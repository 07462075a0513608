"""Content as cards to browse: the numbers of a spell, an ability or a thing, and what one filters by."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from rulewright.engine.shelves import Card, Shelf
from rulewright.engine.words import Catalogue
from rulewright.games.nwo.records import card_words as words
from rulewright.games.nwo.records.card_words import joined, name_of, named, word
from rulewright.games.nwo.records.characters import Character
from rulewright.games.nwo.records.gear import Armour, Gear, Item, Parry, Shield, Weapon
from rulewright.games.nwo.records.growth import Class
from rulewright.games.nwo.records.links import find_gear
from rulewright.games.nwo.records.maps import Map
from rulewright.games.nwo.records.numbers import Element
from rulewright.games.nwo.records.starter import starter
from rulewright.games.nwo.records.uses import Ability, Spell
from rulewright.games.nwo.records.vocabulary import NONE

Lines = Iterator[tuple[str, str]]
Facets = Mapping[str, Mapping[str, str]]
SHELVES: Final = (
    Shelf("spell", "shelf.spell", ("spell_kind", "timing", "element")),
    Shelf("ability", "shelf.ability", ("timing",)),
    Shelf("weapon", "shelf.weapon", ("hands", "element")),
    Shelf("shield", "shelf.shield"),
    Shelf("armour", "shelf.armour", ("slot",)),
    Shelf("item", "shelf.item"),
    Shelf("class", "shelf.class"),
    Shelf("character", "shelf.character", ("character_kind",), referee=True),
    Shelf("map", "shelf.map", referee=True),
)


def card(row: Any, catalogue: Catalogue) -> Card:
    """A row of content in the language of the catalogue."""
    lines, facets = _ROWS[type(row)](row, catalogue)
    name = named(catalogue, row)
    other = row.name if name != row.name else row.name_ja or ""
    told = row.use if isinstance(row, Item) else row
    text = named(catalogue, told, "text") if hasattr(told, "text") else ""
    shown = [(catalogue.say(f"card.{label}", {}), value) for label, value in lines if value]
    return Card(row.id, name, "" if other == name else other, text, tuple(shown), facets)


def _element(catalogue: Catalogue, id: str | None) -> str:
    return word(catalogue, "element", NONE) if id in (None, NONE) else name_of(catalogue, Element, id or "")


def _effects(catalogue: Catalogue, row: Any) -> str:
    return words.effects(catalogue, row.effects, lambda id: _element(catalogue, id))


def _timing(catalogue: Catalogue, row: Spell | Ability) -> str:
    window = word(catalogue, "window", row.opens_in) if row.opens_in is not None else ""
    return joined(catalogue, (word(catalogue, "timing", row.timing), window))


def _use(catalogue: Catalogue, row: Spell | Ability) -> Lines:
    yield "target", words.target(catalogue, row)
    yield "range", words.reach(catalogue, row.range) if row.target != "self" else ""
    yield "duration", words.duration(catalogue, row) if row.effects else ""
    yield "limit", words.limit(catalogue, row)


def _spell(spell: Spell, catalogue: Catalogue) -> tuple[Lines, Facets]:
    kind, element = word(catalogue, "spell_kind", spell.kind), _element(catalogue, spell.element)

    def lines() -> Lines:
        yield "kind", kind
        yield "timing", _timing(catalogue, spell)
        yield "element", element
        yield "casting_value", str(spell.casting_value)
        yield "mp", str(spell.mp)
        yield "cast_count", str(spell.cast_count)
        yield from _use(catalogue, spell)
        if spell.attack is not None:
            yield "hit", words.power(catalogue, spell.attack.hit)
            yield "power_label", words.power(catalogue, spell.attack.power)
        yield "healing", words.healing(catalogue, spell.heal)
        yield "cures", words.cured(catalogue, spell.cures)
        yield "effects", _effects(catalogue, spell)
        yield "resistable", word(catalogue, "resistable", "yes") if spell.resistable else ""

    timing: dict[str, str] = {spell.timing: word(catalogue, "timing", spell.timing)}
    return lines(), {"spell_kind": {spell.kind: kind}, "timing": timing, "element": {spell.element: element}}


def _ability(ability: Ability, catalogue: Catalogue) -> tuple[Lines, Facets]:
    def lines() -> Lines:
        yield "timing", _timing(catalogue, ability)
        yield "max_level", str(ability.max_level)
        cost = [(pool, getattr(ability.cost, pool)) for pool in ("prana", "mp", "hp")]
        yield "cost", joined(catalogue, (f"{word(catalogue, 'pool', pool)} {paid}" for pool, paid in cost if paid))
        if ability.timing == "always":
            yield "target", words.target(catalogue, ability)
        else:
            yield from _use(catalogue, ability)
        yield "effects", _effects(catalogue, ability)

    return lines(), {"timing": {ability.timing: word(catalogue, "timing", ability.timing)}}


def _carried(gear: Gear) -> Lines:
    yield "weight", str(gear.weight)
    if not isinstance(gear, Armour):
        yield "hands", str(gear.hands)


def _price(gear: Gear) -> Lines:
    yield "price", "" if gear.price is None else f"{gear.price:,}"


def _parry(parry: Parry | None, catalogue: Catalogue) -> str:
    if parry is None:
        return ""
    parts = [catalogue.say("card.parry.judge", {"amount": f"{parry.judge:+d}"}) if parry.judge else ""]
    parts.append(words.changes(catalogue, {"defence": parry.defence, "resistance": parry.resistance or 0}))
    parts.append("" if parry.resistance is not None else catalogue.say("card.parry.no_spells", {}))
    return joined(catalogue, parts)


def _weapon(weapon: Weapon, catalogue: Catalogue) -> tuple[Lines, Facets]:
    element = _element(catalogue, weapon.element)

    def lines() -> Lines:
        yield from _carried(weapon)
        yield "range", words.reach(catalogue, weapon.range)
        yield "element", element if weapon.element != NONE else ""
        yield "modifiers", words.changes(catalogue, weapon.modifiers)
        yield "parry", _parry(weapon.parry, catalogue)
        yield from _price(weapon)

    hands = {str(weapon.hands): catalogue.say(f"card.hands.{weapon.hands}", {})}
    return lines(), {"hands": hands, "element": {weapon.element: element}}


def _shield(shield: Shield, catalogue: Catalogue) -> tuple[Lines, Facets]:
    def lines() -> Lines:
        yield from _carried(shield)
        yield "modifiers", words.changes(catalogue, shield.modifiers)
        yield "parry", _parry(shield.parry, catalogue)
        yield from _price(shield)

    return lines(), {}


def _armour(armour: Armour, catalogue: Catalogue) -> tuple[Lines, Facets]:
    slot = word(catalogue, "slot", armour.slot)

    def lines() -> Lines:
        yield "slot", slot
        yield from _carried(armour)
        yield "modifiers", words.changes(catalogue, armour.modifiers)
        yield from _price(armour)

    return lines(), {"slot": {armour.slot: slot}}


def _item(item: Item, catalogue: Catalogue) -> tuple[Lines, Facets]:
    def lines() -> Lines:
        yield from _carried(item)
        yield "uses", str(item.uses or "")
        if item.use is not None:
            yield "target", words.target(catalogue, item.use)
            yield "range", words.reach(catalogue, item.use.range) if item.use.target != "self" else ""
            yield "healing", words.healing(catalogue, item.use.heal)
            yield "cures", words.cured(catalogue, item.use.cures)
            yield "effects", _effects(catalogue, item.use)
        yield from _price(item)

    return lines(), {}


def _class(row: Class, catalogue: Catalogue) -> tuple[Lines, Facets]:
    def lines() -> Lines:
        needs = (f"{words.value(catalogue, id)} {least}" for id, least in row.requires.items())
        yield "requires", joined(catalogue, needs)
        yield "modifiers", words.changes(catalogue, row.modifiers)
        first = (f"{name_of(catalogue, Ability, one.ability)} {one.level}" for one in row.auto_abilities)
        yield "auto_abilities", joined(catalogue, first)
        yield "abilities", joined(catalogue, (name_of(catalogue, Ability, id) for id in row.abilities))

    return lines(), {}


def _character(who: Character, catalogue: Catalogue) -> tuple[Lines, Facets]:
    kind = word(catalogue, "character_kind", who.kind)

    def lines() -> Lines:
        yield "kind", kind
        yield "class", name_of(catalogue, Class, who.class_) if who.class_ is not None else ""
        yield "numbers", joined(catalogue, (f"{words.value(catalogue, key)} {n}" for key, n in who.stats.items()))
        yield "attributes", joined(catalogue, (f"{words.value(catalogue, id)} {n}" for id, n in who.attributes.items()))
        yield "hp", str(who.hp_max)
        yield "mp", str(who.mp_max or "")
        yield "prana", f"{who.prana_max} ({who.release})" if who.prana_max else ""
        yield "critical", ", ".join(map(str, who.critical))
        yield "fumble", ", ".join(map(str, who.fumble))
        yield "element", joined(catalogue, (_element(catalogue, id) for id in who.elements))
        yield "natural_weapons", joined(catalogue, (named(catalogue, one) for one in who.natural_weapons))
        yield "spells", joined(catalogue, (name_of(catalogue, Spell, id) for id in who.spells))
        known = (f"{name_of(catalogue, Ability, one.ability)} {one.level}" for one in who.abilities)
        yield "abilities", joined(catalogue, known)
        yield "gear", joined(catalogue, (_gear_name(catalogue, one.item) for one in who.gear))

    return lines(), {"character_kind": {who.kind: kind}}


def _gear_name(catalogue: Catalogue, id: str) -> str:
    gear = find_gear(starter(), id)
    return name_of(catalogue, type(gear) if gear is not None else Item, id)


def _map(map: Map, catalogue: Catalogue) -> tuple[Lines, Facets]:
    return iter([("size", f"{map.width} × {map.height}"), ("capacity", str(map.capacity_per_faction))]), {}


_ROWS: Final[Mapping[type, Callable[[Any, Catalogue], tuple[Lines, Facets]]]] = {
    Spell: _spell, Ability: _ability, Weapon: _weapon, Shield: _shield, Armour: _armour, Item: _item, Class: _class,
    Character: _character, Map: _map,
}  # fmt: skip
