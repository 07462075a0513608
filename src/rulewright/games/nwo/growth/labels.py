"""Records of content as facts of messages; names stand in the content's first language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from rulewright.games.nwo.records.content import NwoContent
from rulewright.games.nwo.records.gear import Gear
from rulewright.games.nwo.records.growth import Class
from rulewright.games.nwo.records.uses import Ability, Spell
from rulewright.games.nwo.records.vocabulary import DERIVED_KEYS, NONE, OTHER_KEYS

NOTHING: Final = "–"


def value_named(content: NwoContent, key: str) -> str:
    """What a value is called: an attribute's name, or the key of a message."""
    return f"card.value.{key}" if key in (*DERIVED_KEYS, *OTHER_KEYS) else content.attributes_by_id[key].name


def changes(content: NwoContent, modifiers: Mapping[str, int]) -> Any:
    """Modifiers as a fact, such as "Hit +1, Evasion -2"."""
    listed = [
        {"key": "creation.change", "value": value_named(content, key), "amount": f"{amount:+d}"}
        for key, amount in modifiers.items()
        if amount
    ]
    return listed or NOTHING


def class_facts(content: NwoContent, row: Class) -> dict[str, Any]:
    """A class: its name, the attributes that it asks for, and what it changes."""
    requires = [
        {"key": "creation.needs", "value": content.attributes_by_id[id].name, "amount": least}
        for id, least in row.requires.items()
    ]
    abilities = [content.abilities_by_id[one.ability].name for one in row.auto_abilities]
    facts = {"requires": requires or NOTHING, "changes": changes(content, row.modifiers)}
    return {"name": row.name, **facts, "abilities": abilities or NOTHING}


def ability_facts(row: Ability, level: int) -> dict[str, Any]:
    """An ability at a level: its name, when it is used, and what it costs."""
    facts = {"level": level, "most": row.max_level, "timing": f"card.timing.{row.timing}"}
    return {"name": row.name, **facts, "cost": cost(row)}


def cost(row: Ability) -> Any:
    """What an ability costs, as a fact."""
    listed = [
        {"key": "creation.cost", "amount": amount, "pool": f"card.pool.{pool}"}
        for pool in ("prana", "mp", "hp")
        if (amount := getattr(row.cost, pool))
    ]
    return listed or NOTHING


def spell_facts(content: NwoContent, row: Spell) -> dict[str, Any]:
    """A spell: its name, kind, element, and what casting it takes."""
    element = "card.element.none" if row.element == NONE else content.elements_by_id[row.element].name
    facts = {"kind": f"card.spell_kind.{row.kind}", "element": element, "timing": f"card.timing.{row.timing}"}
    return {"name": row.name, **facts, "casting_value": row.casting_value, "mp": row.mp, "count": row.cast_count}


def gear_facts(content: NwoContent, row: Gear) -> dict[str, Any]:
    """A piece of gear: its name, weight and price, and what it changes."""
    facts = {"weight": row.weight, "price": row.price or 0}
    return {"name": row.name, **facts, "changes": changes(content, getattr(row, "modifiers", {}))}
