"""Every number of a sheet as a sum of what it comes from; the totals are those that `standing.settle` works out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rulewright.engine.modifiers import Part, Sum
from rulewright.games.nwo import standing
from rulewright.games.nwo.records.content import NwoContent
from rulewright.games.nwo.records.gear import Weapon
from rulewright.games.nwo.records.vocabulary import DERIVED_KEYS
from rulewright.games.nwo.state import Character

POOLS = ("hp_max", "mp_max")
BASE, COMPUTED, AURA = "sum.base", "sum.computed", "sum.aura"


def sums(content: NwoContent, character: Character) -> Mapping[str, Sum]:
    """The sum of each ability value, by key: attributes, the stats, move, and the maxima of HP and MP."""
    parts: dict[str, list[Part]] = {}
    for key, part in (*_own(content, character), *_added(content, character)):
        parts.setdefault(key, []).append(part)
    return {key: Sum(sum(part.value for part in found), tuple(found)) for key, found in parts.items()}


def worn_limit(character: Character) -> int:
    """The most weight that is worn without a penalty (NWO-WEIGHT-01)."""
    return max(0, standing.value(character, "strength"))


def carried_limit(character: Character) -> int:
    """The most weight that can be carried (NWO-WEIGHT-01)."""
    return standing.CARRIED_FACTOR * worn_limit(character)


def _own(content: NwoContent, character: Character) -> Iterator[tuple[str, Part]]:
    """What the character has of its own: attributes, what follows from them, fighting spirit, HP and MP."""
    for id, points in character.attributes.items():
        yield id, Part(BASE, points)
    for key in DERIVED_KEYS:
        if not character.level_free:
            yield key, Part(COMPUTED, standing.derived(content, character.attributes, key), "NWO-LEVEL-06")
        elif key in character.stats:
            yield key, Part(BASE, character.stats[key], "NWO-AURA-05")
        if points := character.aura.get(key, 0):
            yield key, Part(AURA, points, "NWO-AURA-01")
    of_class = _class_modifiers(content, character)
    for pool in POOLS:
        yield pool, Part(BASE, getattr(character, pool) - of_class.get(pool, 0), "NWO-LEVEL-04")


def _added(content: NwoContent, character: Character) -> Iterator[tuple[str, Part]]:
    """What the class, gear, abilities that are always on, and lasting effects add."""
    if of_class := _class_modifiers(content, character):
        yield from _each(of_class, content.classes_by_id[character.class_].name, "NWO-CLASS-03")
    for thing in character.gear:
        row: Any = content.gear_by_id[thing.item]
        if thing.location == "equipped":
            without = standing.OF_A_BLOW if isinstance(row, Weapon) else ()
            own = {key: amount for key, amount in getattr(row, "modifiers", {}).items() if key not in without}
            yield from _each(own, row.name, "NWO-JUDGE-02")
    for id, level in character.abilities.items():
        ability = content.abilities_by_id.get(id)
        if ability is not None and ability.timing == "always" and id not in character.suspended:
            for effect in ability.effects:
                if effect.op == "modify_stat" and effect.stat is not None:
                    yield effect.stat, Part(ability.name, effect.amount_at(level), "NWO-TIMING-02")
    for lasting in character.lasting:
        yield from _each(lasting.stats, _source(content, lasting.source), "NWO-TIMING-14")


def _class_modifiers(content: NwoContent, character: Character) -> Mapping[str, int]:
    return content.classes_by_id[character.class_].modifiers if character.class_ else {}


def _each(modifiers: Mapping[str, int], source: str, rule: str) -> Iterator[tuple[str, Part]]:
    for key, amount in modifiers.items():
        if amount:
            yield key, Part(source, amount, rule)


def _source(content: NwoContent, thing: str) -> str:
    """What "spell:ID", "ability:ID" or an id of some gear is called."""
    id = thing.rpartition(":")[2]
    row = content.spells_by_id.get(id) or content.abilities_by_id.get(id) or content.gear_by_id.get(id)
    return row.name if row is not None else thing
