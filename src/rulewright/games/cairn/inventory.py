"""What is carried: slots, hands, containers, and the commands that move things about (CRN-SLOT)."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from rulewright.engine.commands import CommandType
from rulewright.engine.errors import Refused
from rulewright.engine.journal import Seat
from rulewright.engine.requests import Procedure
from rulewright.games.cairn.actors import GONE, find, out_of_action, own, require_peace, tell
from rulewright.games.cairn.content import Item, Relic
from rulewright.games.cairn.state import Actor, CairnWorld, Carried, new_id

HANDS = 2  # CRN-SLOT-03
SLOTS = {"petty": 0, "normal": 1, "bulky": 2}  # CRN-SLOT-01
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


def words(world: CairnWorld, thing: Carried) -> dict[str, Any]:
    """The name of a thing in English and Finnish, as facts of a message."""
    found = gear(world, thing.item)
    return {"item": found.name, "item_fi": found.name_fi or found.name}


def capacity(world: CairnWorld) -> int:
    """The slots of everybody who tracks an inventory (CRN-SLOT-01, option inventory_slots)."""
    return world.state.options.inventory_slots


def slots_of(world: CairnWorld, thing: Carried) -> int:
    """The slots that a thing fills: petty 0, normal 1, bulky 2 (CRN-SLOT-01)."""
    content = world.content
    found = content.items_by_id.get(thing.item) or content.relics_by_id.get(thing.item)
    return SLOTS[found.size] if found is not None else 1


def used_slots(world: CairnWorld, actor: Actor) -> int:
    """The slots in use: each Fatigue one, and every thing that is not stowed in a container."""
    used = actor.fatigue
    for thing in actor.items:
        if thing.where != "stowed":
            used += slots_of(world, thing)
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


def held_hands(world: CairnWorld, actor: Actor) -> int:
    """The hands that are busy holding things (CRN-SLOT-03)."""
    return sum(gear(world, thing.item).hands for thing in actor.items if thing.where == "held")


# ---------------------------------------------------------------- things


def carry(world: CairnWorld, item: str) -> Carried:
    """A new thing of the content, with all its uses and the charges it starts with; refuses `bad_value`."""
    found = gear(world, item)
    if isinstance(found, Relic):
        charges = found.charges_max if found.charges_start is None else found.charges_start
        return Carried(new_id(world.state, item), item, charges=charges)
    return Carried(new_id(world.state, item), item, uses=found.uses)


def thing_of(actor: Actor, thing_id: str, rule: str = "CRN-GEN-06") -> Carried:
    """The thing that the actor carries under this id; refuses `is_fatigue`, `bad_value`."""
    if thing_id == FATIGUE:
        raise Refused("is_fatigue", "CRN-FATIGUE-04", actor=actor.name)
    for thing in actor.items:
        if thing.id == thing_id:
            return thing
    raise Refused("bad_value", rule, item=thing_id)


def inside(things: list[Carried], container: Carried) -> list[Carried]:
    """What is stowed in a container."""
    return [thing for thing in things if thing.where == "stowed" and thing.container == container.id]


def require_slots(world: CairnWorld, actor: Actor, slots: int) -> None:
    """Refuse `no_slot` where the actor has fewer free slots than that (CRN-SLOT-02)."""
    if slots and tracks_inventory(actor) and used_slots(world, actor) + slots > capacity(world):
        raise Refused("no_slot", "CRN-SLOT-02", actor=actor.name, slots=slots)


def _take_out(things: list[Carried], thing: Carried) -> list[Carried]:
    """Take a thing off a list together with what is stowed in it; the thing itself comes first."""
    taken = [thing, *inside(things, thing)]
    for one in taken:
        things.remove(one)
    thing.where, thing.container = "pack", ""
    return taken


def lay_down(world: CairnWorld, actor: Actor, thing: Carried, rule: str) -> None:
    """Put a thing on the ground with what is stowed in it, and tell so."""
    world.state.ground.extend(_take_out(actor.items, thing))
    _withdraw(world, actor)
    if world.tell:
        tell(world, "item.dropped", rule, name=actor.name, **words(world, thing))


def require_helpful_drop(world: CairnWorld, actor: Actor, thing_id: str) -> Carried:
    """The thing, if dropping it frees a slot; refuses `is_fatigue`, `drop_does_not_help` (CRN-FATIGUE-05)."""
    thing = thing_of(actor, thing_id)
    if thing not in droppable(world, actor):
        raise Refused("drop_does_not_help", "CRN-FATIGUE-05", actor=actor.name, item=gear(world, thing.item).name)
    return thing


# ---------------------------------------------------------------- commands


class Take(msgspec.Struct, frozen=True, tag="take", tag_field="do"):
    """Pick up a thing from the ground or off a body; the referee may hand out an `item` of the gear list."""

    actor: str
    thing: str = ""
    item: str = ""


class Drop(msgspec.Struct, frozen=True, tag="drop", tag_field="do"):
    """Drop a thing; `to_make_room` insists that this frees a slot."""

    actor: str
    thing: str
    to_make_room: bool = False


class Give(msgspec.Struct, frozen=True, tag="give", tag_field="do"):
    """Hand a thing to somebody else."""

    actor: str
    thing: str
    to: str


class Hold(msgspec.Struct, frozen=True, tag="hold", tag_field="do"):
    """Hold these things and nothing else; what was held goes to the pack."""

    actor: str
    things: tuple[str, ...] = ()


class Wear(msgspec.Struct, frozen=True, tag="wear", tag_field="do"):
    """Put armor on, or take it off."""

    actor: str
    thing: str
    on: bool = True


class Stow(msgspec.Struct, frozen=True, tag="stow", tag_field="do"):
    """Put a thing into a container that the actor carries; without a container it comes out again."""

    actor: str
    thing: str
    container: str = ""


class Buy(msgspec.Struct, frozen=True, tag="buy", tag_field="do"):
    """Buy an item of the content at its price."""

    actor: str
    item: str


class Sell(msgspec.Struct, frozen=True, tag="sell", tag_field="do"):
    """Sell a thing at the price of the content, or at one that the referee names."""

    actor: str
    thing: str
    price: int | None = None


def _handler(world: CairnWorld, actor_id: str, seat: Seat, rule: str, *, calm: bool = True) -> Actor:
    """The actor whose things a seat may move about now.

    A player's character has to be able to act, and with `calm` no fight may go on: there, handling gear is an
    action that the referee settles (CRN-ROUND-07).
    """
    actor = own(world, actor_id, seat)
    if seat.referee:
        return actor
    if calm:
        require_peace(world, rule)
    if out_of_action(actor):
        raise Refused("cannot_act", rule, actor=actor.name)
    return actor


def _require_hand_change(world: CairnWorld, actor: Actor) -> None:
    """Changing what is held is free once per turn in combat (CRN-SLOT-03)."""
    fight = world.state.fight
    if fight is None:
        return
    if actor.side != fight.phase:
        raise Refused("wrong_phase", "CRN-SLOT-03", actor=actor.name)
    if actor.id in fight.lost_turn:
        raise Refused("lost_turn", "CRN-ROUND-03", actor=actor.name)
    if out_of_action(actor):
        raise Refused("cannot_act", "CRN-SLOT-03", actor=actor.name)
    if actor.id in fight.hands_changed:
        raise Refused("action_spent", "CRN-SLOT-03", actor=actor.name)


def _hands_changed(world: CairnWorld, actor: Actor) -> None:
    if world.state.fight is not None:
        world.state.fight.hands_changed.append(actor.id)
    _withdraw(world, actor)


def _withdraw(world: CairnWorld, actor: Actor) -> None:
    """Take back what the actor declared: it may rest on a thing that is elsewhere now (CRN-ROUND-08)."""
    fight = world.state.fight
    if fight is not None and not fight.locked:
        fight.declared.pop(actor.id, None)


def take(world: CairnWorld, command: Take, seat: Seat) -> Procedure[None]:
    actor = _handler(world, command.actor, seat, "CRN-SLOT-02")
    if FATIGUE in (command.thing, command.item):
        raise Refused("is_fatigue", "CRN-FATIGUE-04", actor=actor.name)
    if bool(command.thing) == bool(command.item):
        raise Refused("bad_value", "CRN-GEN-06", item=command.thing or command.item)
    if command.item:
        if not seat.referee:
            raise Refused("not_referee", "CRN-GEN-06", item=command.item)
        require_slots(world, actor, SLOTS[gear(world, command.item).size])
        taken = [carry(world, command.item)]
    else:
        place, thing = _lying(world, command.thing)
        require_slots(world, actor, slots_of(world, thing))
        taken = _take_out(place, thing)
    actor.items.extend(taken)
    if world.tell:
        tell(world, "item.taken", "CRN-SLOT-02", name=actor.name, **words(world, taken[0]))
        tell_if_full(world, actor)
    yield from ()


def _lying(world: CairnWorld, thing_id: str) -> tuple[list[Carried], Carried]:
    """A thing on the ground or on a body (CRN-LOSS-06), with the list that it is on; refuses `bad_value`."""
    bodies = (actor.items for actor in world.state.actors.values() if actor.outcome in GONE)
    for place in (world.state.ground, *bodies):
        for thing in place:
            if thing.id == thing_id:
                return place, thing
    raise Refused("bad_value", "CRN-GEN-06", item=thing_id)


def drop(world: CairnWorld, command: Drop, seat: Seat) -> Procedure[None]:
    actor = _handler(world, command.actor, seat, "CRN-SLOT-02", calm=False)
    thing = thing_of(actor, command.thing)
    if command.to_make_room:
        require_helpful_drop(world, actor, command.thing)
    held = thing.where == "held"
    if held:
        _require_hand_change(world, actor)
    elif not seat.referee:
        require_peace(world, "CRN-SLOT-03")
    lay_down(world, actor, thing, "CRN-SLOT-02")
    if held:
        _hands_changed(world, actor)
    yield from ()


def give(world: CairnWorld, command: Give, seat: Seat) -> Procedure[None]:
    actor = _handler(world, command.actor, seat, "CRN-SLOT-02")
    thing = thing_of(actor, command.thing)
    other = find(world, command.to)
    if other.outcome in GONE:
        raise Refused("dead", "CRN-GEN-06", actor=other.name)
    if other is actor:
        raise Refused("bad_value", "CRN-GEN-06", actor=actor.name)
    require_slots(world, other, slots_of(world, thing))
    other.items.extend(_take_out(actor.items, thing))
    _withdraw(world, actor)
    if world.tell:
        tell(world, "item.given", "CRN-SLOT-02", name=actor.name, receiver=other.name, **words(world, thing))
        tell_if_full(world, other)
    yield from ()


def hold(world: CairnWorld, command: Hold, seat: Seat) -> Procedure[None]:
    actor = _handler(world, command.actor, seat, "CRN-SLOT-03", calm=False)
    things = [thing_of(actor, thing_id) for thing_id in command.things]
    hands = [gear(world, thing.item).hands for thing in things]
    if len(set(command.things)) < len(things) or 0 in hands:
        raise Refused("bad_value", "CRN-SLOT-03", item=", ".join(command.things))
    if sum(hands) > HANDS:
        raise Refused("hands_full", "CRN-SLOT-03", actor=actor.name, hands=sum(hands))
    if set(command.things) == {thing.id for thing in actor.items if thing.where == "held"}:
        return
    unpacked = [thing for thing in things if thing.where == "stowed"]
    if unpacked and not seat.referee:
        require_peace(world, "CRN-SLOT-03")
    require_slots(world, actor, sum(slots_of(world, thing) for thing in unpacked))
    _require_hand_change(world, actor)
    for thing in actor.items:
        if thing.where == "held":
            thing.where = "pack"
    for thing in things:
        thing.where, thing.container = "held", ""
    _hands_changed(world, actor)
    if world.tell:
        names = [words(world, thing) for thing in things]
        items = ", ".join(name["item"] for name in names) or "hands.empty"
        items_fi = ", ".join(name["item_fi"] for name in names) or "hands.empty"
        tell(world, "item.held", "CRN-SLOT-03", name=actor.name, item=items, item_fi=items_fi)
    yield from ()


def wear(world: CairnWorld, command: Wear, seat: Seat) -> Procedure[None]:
    actor = _handler(world, command.actor, seat, "CRN-ARMOR-03")
    thing = thing_of(actor, command.thing)
    item = gear(world, thing.item)
    wearable = isinstance(item, Item) and item.kind == "armor" and item.active_when == "worn"
    if not wearable or command.on == (thing.where == "worn"):
        raise Refused("bad_value", "CRN-ARMOR-03", item=item.name)
    if thing.where == "stowed":
        require_slots(world, actor, slots_of(world, thing))
    where: Literal["worn", "pack"] = "worn" if command.on else "pack"
    thing.where, thing.container = where, ""
    if world.tell:
        key = "item.worn" if command.on else "item.taken_off"
        tell(world, key, "CRN-ARMOR-03", name=actor.name, **words(world, thing))
    yield from ()


def stow(world: CairnWorld, command: Stow, seat: Seat) -> Procedure[None]:
    actor = _handler(world, command.actor, seat, "CRN-SLOT-02")
    thing = thing_of(actor, command.thing)
    if not command.container:
        if thing.where != "stowed":
            raise Refused("bad_value", "CRN-SLOT-02", item=gear(world, thing.item).name)
        require_slots(world, actor, slots_of(world, thing))
        thing.where, thing.container = "pack", ""
        tell(world, "item.unpacked", "CRN-SLOT-02", name=actor.name, **words(world, thing))
        return
    container = thing_of(actor, command.container)
    _require_space(world, actor, container, thing)
    thing.where, thing.container = "stowed", container.id
    _withdraw(world, actor)
    if world.tell:
        box = words(world, container)
        tell(world, "item.stowed", "CRN-SLOT-02", name=actor.name, container=box["item"],
             container_fi=box["item_fi"], **words(world, thing))  # fmt: skip
    yield from ()


def _require_space(world: CairnWorld, actor: Actor, container: Carried, thing: Carried) -> None:
    """Refuse what is no container or would be one inside another (`bad_value`), and a full one (`no_slot`)."""
    box, item = gear(world, container.item), gear(world, thing.item)
    if not isinstance(box, Item) or box.kind != "container" or box.capacity is None:
        raise Refused("bad_value", "CRN-SLOT-02", item=box.name)
    if isinstance(item, Item) and item.kind == "container":
        raise Refused("bad_value", "CRN-SLOT-02", item=item.name)
    filled = sum(slots_of(world, one) for one in inside(actor.items, container) if one is not thing)
    if filled + slots_of(world, thing) > box.capacity:
        raise Refused("no_slot", "CRN-SLOT-02", container=box.name, slots=slots_of(world, thing))


def buy(world: CairnWorld, command: Buy, seat: Seat) -> Procedure[None]:
    actor = _handler(world, command.actor, seat, "CRN-SLOT-02")
    require_peace(world, "CRN-SLOT-02")
    if command.item == FATIGUE:
        raise Refused("is_fatigue", "CRN-FATIGUE-04", actor=actor.name)
    item = gear(world, command.item)
    price = item.price if isinstance(item, Item) else None
    if price is None or actor.gold < price:
        raise Refused("bad_value", "CRN-GEN-06", item=item.name, gold=actor.gold)
    require_slots(world, actor, SLOTS[item.size])
    actor.gold -= price
    thing = carry(world, command.item)
    actor.items.append(thing)
    if world.tell:
        tell(world, "item.bought", "CRN-SLOT-02", name=actor.name, price=price, gold=actor.gold, **words(world, thing))
        tell_if_full(world, actor)
    yield from ()


def sell(world: CairnWorld, command: Sell, seat: Seat) -> Procedure[None]:
    actor = _handler(world, command.actor, seat, "CRN-SLOT-02")
    require_peace(world, "CRN-SLOT-02")
    thing = thing_of(actor, command.thing)
    if command.price is not None and not seat.referee:
        raise Refused("not_referee", "CRN-GEN-06", actor=actor.name)
    item = gear(world, thing.item)
    price = command.price
    if price is None and isinstance(item, Item):
        price = item.price
    if price is None or price < 0 or actor.gold + price > MOST_GOLD or inside(actor.items, thing):
        raise Refused("bad_value", "CRN-GEN-06", item=item.name, price=price)
    actor.items.remove(thing)
    actor.gold += price
    tell(world, "item.sold", "CRN-SLOT-02", name=actor.name, price=price, gold=actor.gold, **words(world, thing))
    yield from ()


COMMANDS = (
    CommandType(Take, take, "CRN-SLOT-02"),
    CommandType(Drop, drop, "CRN-SLOT-02"),
    CommandType(Give, give, "CRN-SLOT-02"),
    CommandType(Hold, hold, "CRN-SLOT-03"),
    CommandType(Wear, wear, "CRN-ARMOR-03"),
    CommandType(Stow, stow, "CRN-SLOT-02"),
    CommandType(Buy, buy, "CRN-SLOT-02"),
    CommandType(Sell, sell, "CRN-SLOT-02"),
)
