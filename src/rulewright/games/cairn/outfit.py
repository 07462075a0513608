"""What a newcomer starts with: gear as it is given, what has to be left (CRN-SLOT-02), and what is readied."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rulewright.engine.requests import Option, Procedure, Question, ask
from rulewright.games.cairn.actors import tell
from rulewright.games.cairn.content import CairnContent
from rulewright.games.cairn.content_dice import damage_dice
from rulewright.games.cairn.content_gear import Item
from rulewright.games.cairn.content_people import ItemGrant
from rulewright.games.cairn.inventory import HANDS, capacity, droppable, slots_of, used_slots, words
from rulewright.games.cairn.state import Actor, CairnWorld, Carried


def equip(
    world: CairnWorld, to: str, actor: Actor, grants: Iterable[ItemGrant], relics: Iterable[str]
) -> Procedure[None]:
    """Give items and relics; what does not fit has to be left (CRN-SLOT-02)."""
    content = world.content
    gained = [grant.item for grant in grants for _ in range(grant.quantity)]
    for number, item_id in enumerate(gained, 1):
        actor.items.append(Carried(f"{item_id}.{number}", item_id, uses=content.items_by_id[item_id].uses))
    for number, relic_id in enumerate(relics, len(gained) + 1):
        charges = content.relics_by_id[relic_id].charges_start
        actor.items.append(Carried(f"{relic_id}.{number}", relic_id, charges=charges))
    while (used := used_slots(world, actor)) > capacity(world):
        heavy = droppable(world, actor)
        options = tuple(
            Option(thing.id, "creation.item", {"slots": slots_of(world, thing), **words(world, thing)})
            for thing in heavy
        )
        facts = {"name": actor.name, "used": used, "capacity": capacity(world)}
        left = yield from ask(Question("creation.leave", to, options, heavy[-1].id, "CRN-SLOT-02", facts))
        thing = next(thing for thing in heavy if thing.id == left)
        actor.items.remove(thing)
        named: dict[str, Any] = words(world, thing)
        tell(world, "creation.left", "CRN-SLOT-02", name=actor.name, **named)
    ready(content, actor)


def ready(content: CairnContent, actor: Actor) -> None:
    """Put on what is worn, and take the best weapon and a shield in hand as far as two hands go (CRN-SLOT-03)."""
    hands = HANDS
    arms: list[tuple[Carried, Item]] = []
    shields: list[tuple[Carried, Item]] = []
    for thing in actor.items:
        item = content.items_by_id.get(thing.item)
        if item is None:
            continue
        if item.kind == "armor" and item.active_when == "worn":
            thing.where = "worn"
        elif item.kind == "armor":
            shields.append((thing, item))
        elif item.kind == "weapon" and item.hands:
            arms.append((thing, item))
    arms.sort(key=lambda pair: -max(damage_dice(pair[1].damage or "d4")))
    for thing, item in [*arms[:1], *shields]:
        if 0 < item.hands <= hands:
            thing.where = "held"
            hands -= item.hands
