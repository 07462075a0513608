"""What is carried: slots, hands and containers (CRN-SLOT)."""

from __future__ import annotations

from typing import Any

from rulewright.engine.errors import Refused
from rulewright.engine.world import new_id
from rulewright.games.cairn.actors import tell
from rulewright.games.cairn.content_gear import Item, Relic
from rulewright.games.cairn.state import Actor, CairnWorld, Carried
from rulewright.games.cairn.twins import twins

HANDS = 2  # CRN-SLOT-03
FATIGUE = "fatigue"
"""What a player may call Fatigue where a thing is asked for; it is none (CRN-FATIGUE-04)."""
MOST_GOLD = 1_000_000


# ---------------------------------------------------------------- slots


def gear(world: CairnWorld, item: str) -> Item | Relic:
    """The item or relic of the content with this id; refuses `bad_value`."""
    found = world.content.items_by_id.get(item) or world.content.relics_by_id.get(item)
    if found is None:
        raise Refused("bad_value", "CRN-GEN-06", item=item)
    return found


def words(world: CairnWorld, thing: Carried, name: str = "item") -> dict[str, Any]:
    """The name of a thing in English and Finnish, as facts of a message."""
    return twins(gear(world, thing.item), name=name)


def capacity(world: CairnWorld) -> int:
    """The slots of everybody who tracks an inventory (CRN-SLOT-01, option inventory_slots)."""
    return world.state.options.inventory_slots


def slots_of(world: CairnWorld, thing: Carried) -> int:
    """The slots that a thing fills: petty 0, normal 1, bulky 2 (CRN-SLOT-01)."""
    return world.content.slots.get(thing.item, 1)


def used_slots(world: CairnWorld, actor: Actor) -> int:
    """The slots in use: each Fatigue one, and every thing that is not stowed in a container."""
    used, slots = actor.fatigue, world.content.slots
    for thing in actor.items:
        if thing.where != "stowed":
            used += slots.get(thing.item, 1)
    return used


def tracks_inventory(actor: Actor) -> bool:
    """Whether slots count for this actor: PCs and hirelings (CRN-FATIGUE-07, CRN-HIRE-04)."""
    return actor.kind != "npc"


def is_full(world: CairnWorld, actor: Actor) -> bool:
    """Whether no slot is free; never for those who track no inventory."""
    return tracks_inventory(actor) and used_slots(world, actor) >= capacity(world)


def effective_hp(world: CairnWorld, actor: Actor) -> int:
    """HP as damage meets it: 0 while every slot is filled, if the table plays so (CRN-SLOT-04)."""
    if actor.kind == "npc" or not actor.hp or not world.state.options.full_inventory_zero_hp:
        return actor.hp
    return 0 if is_full(world, actor) else actor.hp


def tell_if_full(world: CairnWorld, actor: Actor) -> None:
    """Tell that HP counts as 0 now because every slot is filled, where the table plays so (CRN-SLOT-04)."""
    if world.state.options.full_inventory_zero_hp and is_full(world, actor):
        tell(world, "inventory.full", "CRN-SLOT-04", name=actor.name)


def droppable(world: CairnWorld, actor: Actor) -> list[Carried]:
    """The things whose dropping frees at least one slot, in the order listed (CRN-FATIGUE-05)."""
    return [thing for thing in actor.items if thing.where != "stowed" and slots_of(world, thing)]


def can_make_room(world: CairnWorld, actor: Actor) -> bool:
    """Whether a slot is free or can be freed by dropping something."""
    return not is_full(world, actor) or bool(droppable(world, actor))


# ---------------------------------------------------------------- things


def carry(world: CairnWorld, item: str) -> Carried:
    """A new thing of the content, with all its uses and the charges it starts with; refuses `bad_value`."""
    found = gear(world, item)
    if isinstance(found, Relic):
        return Carried(new_id(world.state, item), item, charges=found.charges_start)
    return Carried(new_id(world.state, item), item, uses=found.uses)


def carried(actor: Actor, thing: str) -> Carried | None:
    """The thing that the actor carries under this id."""
    for one in actor.items:
        if one.id == thing:
            return one
    return None


def thing_of(actor: Actor, thing_id: str, rule: str = "CRN-GEN-06") -> Carried:
    """The thing that the actor carries under this id; refuses `is_fatigue`, `bad_value`."""
    if thing_id == FATIGUE:
        raise Refused("is_fatigue", "CRN-FATIGUE-04", actor=actor.name)
    thing = carried(actor, thing_id)
    if thing is None:
        raise Refused("bad_value", rule, item=thing_id)
    return thing


def spend_use(thing: Carried) -> None:
    """One use of a thing whose uses are counted and not gone."""
    if thing.uses:
        thing.uses -= 1


def inside(things: list[Carried], container: Carried) -> list[Carried]:
    """What is stowed in a container."""
    return [thing for thing in things if thing.where == "stowed" and thing.container == container.id]


def require_slots(world: CairnWorld, actor: Actor, slots: int) -> None:
    """Refuse `no_slot` where the actor has fewer free slots than that (CRN-SLOT-02)."""
    if slots and tracks_inventory(actor) and used_slots(world, actor) + slots > capacity(world):
        raise Refused("no_slot", "CRN-SLOT-02", actor=actor.name, slots=slots)


def take_out(things: list[Carried], thing: Carried) -> list[Carried]:
    """Take a thing off a list together with what is stowed in it; the thing itself comes first."""
    taken = [thing, *inside(things, thing)]
    for one in taken:
        things.remove(one)
    thing.where, thing.container = "pack", ""
    return taken


def withdraw(world: CairnWorld, actor: Actor) -> None:
    """Take back what the actor declared: it may rest on a thing that is elsewhere now (CRN-ROUND-08)."""
    fight = world.state.fight
    if fight is not None and not fight.locked:
        fight.declared.pop(actor.id, None)


def lay_down(world: CairnWorld, actor: Actor, thing: Carried, rule: str) -> None:
    """Put a thing on the ground with what is stowed in it, and tell so."""
    world.state.ground.extend(take_out(actor.items, thing))
    withdraw(world, actor)
    if world.tell:
        tell(world, "item.dropped", rule, name=actor.name, **words(world, thing))


def require_helpful_drop(world: CairnWorld, actor: Actor, thing_id: str) -> Carried:
    """The thing, if dropping it frees a slot; refuses `is_fatigue`, `drop_does_not_help` (CRN-FATIGUE-05)."""
    thing = thing_of(actor, thing_id)
    if thing not in droppable(world, actor):
        raise Refused("drop_does_not_help", "CRN-FATIGUE-05", actor=actor.name, item=gear(world, thing.item).name)
    return thing
