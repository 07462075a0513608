"""Armor (CRN-ARMOR): what is worn or held, at most 3, and the sum that explains it."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from rulewright.engine.modifiers import Modifier, Part, Sum, stack
from rulewright.games.cairn.content_gear import Item
from rulewright.games.cairn.damage import ARMOR_CAP
from rulewright.games.cairn.state import Actor, CairnWorld


def _pieces(world: CairnWorld, actor: Actor) -> Iterator[tuple[Item, bool]]:
    """Every piece of armor carried, and whether it counts now: held or worn, as it asks for (CRN-ARMOR-03)."""
    items = world.content.items_by_id
    for thing in actor.items:
        item = items.get(thing.item)
        if item is not None and item.armor:
            yield item, thing.where == item.active_when


def armor(world: CairnWorld, actor: Actor) -> int:
    """Armor 0 to 3 as it is now (CRN-ARMOR-05): of an npc its own, of others what they wear and hold.

    Whoever reads a book in both hands holds no shield, so a held shield is no case of its own while casting.
    """
    best, bonus = actor.armor, 0
    if actor.kind != "npc":
        for item, active in _pieces(world, actor):
            if active and item.armor_mode == "base":  # CRN-ARMOR-02
                best = max(best, item.armor or 0)
            elif active:
                bonus += item.armor or 0
    return min(best + bonus, ARMOR_CAP)


def armor_sum(world: CairnWorld, actor: Actor) -> Sum:
    """The same number with its parts: a lesser base and what is not worn or held stay visible, struck out."""
    counted = [Modifier("natural", actor.armor, "base", "CRN-ARMOR-02")] if actor.armor else []
    idle: list[Part] = []
    if actor.kind != "npc":
        for item, active in _pieces(world, actor):
            if active:
                counted.append(Modifier(item.name, item.armor or 0, item.armor_mode or "base", "CRN-ARMOR-02"))
            else:
                idle.append(Part(item.name, item.armor or 0, "CRN-ARMOR-02", "CRN-ARMOR-03"))
    total = stack(
        counted,
        best_only=frozenset({"base"}),
        best_rule="CRN-ARMOR-02",
        high=ARMOR_CAP,
        limit_rule="CRN-ARMOR-04",
    )
    return msgspec.structs.replace(total, parts=(*total.parts, *idle)) if idle else total
