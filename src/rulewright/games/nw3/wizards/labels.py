"""Records of the rules and of content as facts of messages: names in both languages, figures, short texts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from rulewright.games.nw3.records.content_blocks import Block, Skill
from rulewright.games.nw3.records.formula import read
from rulewright.games.nw3.records.items import Item
from rulewright.games.nw3.records.table_rows import ClassRow, ElementRow
from rulewright.games.nw3.records.tables import CLASSES

NOTHING: Final = "–"


def twins(thing: Any, field: str = "name", name: str = "") -> dict[str, Any]:
    """A text of a record and its Japanese twin (or the text again) as facts of a message."""
    text: str = getattr(thing, field) or ""
    return {name or field: text, f"{name or field}_ja": getattr(thing, f"{field}_ja", None) or text}


def changes(modifiers: Mapping[Any, int]) -> Any:
    """Modifiers as a fact, such as "PACC +1, EVA -2"."""
    listed = [
        {"key": "label.change", "stat": f"stat.{stat}", "value": f"{value:+d}"}
        for stat, value in modifiers.items()
        if value
    ]
    return listed or NOTHING


def class_facts(row: ClassRow) -> dict[str, Any]:
    """A class: its name, what it adds to each Attribute, and to the Combat Stats in one line."""
    figures: dict[str, Any] = dict(row.attributes.items())
    return {**twins(row), **figures, "changes": changes({**row.combat, "body": row.body, "mind": row.mind})}


def element_facts(row: ElementRow) -> dict[str, Any]:
    """An Element: its name, what it adds to each Attribute, and to Body and Mind in one line."""
    figures: dict[str, Any] = dict(row.attributes.items())
    return {**twins(row), **figures, "changes": changes({"body": row.body, "mind": row.mind})}


def skill_facts(skill: Skill, sl: int) -> dict[str, Any]:
    """A skill at an SL: name, class, when it is used, what it costs, and its text."""
    return {
        **twins(skill),
        "sl": sl,
        "most": skill.max_sl,
        **_class(skill.class_),
        "timing": f"timing.{skill.timings[0]}",
        "cost": cost(skill, sl),
        **twins(skill, "text"),
    }


def _class(id: str) -> dict[str, Any]:
    return twins(CLASSES[id], name="class") if id in CLASSES else dict.fromkeys(("class", "class_ja"), f"class.{id}")


def item_facts(item: Item) -> dict[str, Any]:
    """An item: name, price in Valco, Weight, Memory, modifiers in one line, and its text."""
    figures = {"cost": item.cost, "weight": item.weight, "memory": item.memory or 0, "slot": f"slot.{item.slot}"}
    return {**twins(item), **figures, "changes": changes(item.modifiers), **twins(item, "text")}


def cost(block: Block, sl: int) -> Any:
    """What a use of a block costs, as a fact; amounts that the SL decides are worked out."""
    listed: list[Any] = []
    for one in block.cost:
        if one.kind != "bad_status":
            listed.append({"key": "label.cost", "amount": _amount(one.amount or 0, sl), "pool": one.kind})
        elif one.rating:
            listed.append({"key": "label.rated", "status": f"status.{one.status}", "rating": one.rating})
        else:
            listed.append(f"status.{one.status}")
    return listed or NOTHING


def _amount(amount: int | str, sl: int) -> str:
    formula = read(amount)
    if formula.has_dice or not formula.names <= {"SL"}:
        return str(amount)
    return str(max(0, formula.compute({"SL": sl}, ())))
