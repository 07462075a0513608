"""Handling things: the commands that take, drop, give, hold, wear and stow (CRN-SLOT)."""

from __future__ import annotations

from typing import Literal

import msgspec

from rulewright.engine.commands import CommandType
from rulewright.engine.errors import Refused
from rulewright.engine.journal import Seat
from rulewright.engine.requests import Procedure
from rulewright.games.cairn.actors import GONE, living, out_of_action, own, require_peace, tell
from rulewright.games.cairn.content_fields import SLOTS
from rulewright.games.cairn.content_gear import Item
from rulewright.games.cairn.inventory import (
    FATIGUE,
    HANDS,
    carry,
    gear,
    inside,
    lay_down,
    require_helpful_drop,
    require_slots,
    slots_of,
    take_out,
    tell_if_full,
    thing_of,
    withdraw,
    words,
)
from rulewright.games.cairn.state import Actor, CairnWorld, Carried


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


def handler(world: CairnWorld, actor_id: str, seat: Seat, rule: str, *, calm: bool = True) -> Actor:
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
    withdraw(world, actor)


def take(world: CairnWorld, command: Take, seat: Seat) -> Procedure[None]:
    actor = handler(world, command.actor, seat, "CRN-SLOT-02")
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
        taken = take_out(place, thing)
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
    actor = handler(world, command.actor, seat, "CRN-SLOT-02", calm=False)
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
    actor = handler(world, command.actor, seat, "CRN-SLOT-02")
    thing = thing_of(actor, command.thing)
    other = living(world, command.to, "CRN-GEN-06")
    if other is actor:
        raise Refused("bad_value", "CRN-GEN-06", actor=actor.name)
    require_slots(world, other, slots_of(world, thing))
    other.items.extend(take_out(actor.items, thing))
    withdraw(world, actor)
    if world.tell:
        tell(world, "item.given", "CRN-SLOT-02", name=actor.name, receiver=other.name, **words(world, thing))
        tell_if_full(world, other)
    yield from ()


def hold(world: CairnWorld, command: Hold, seat: Seat) -> Procedure[None]:
    actor = handler(world, command.actor, seat, "CRN-SLOT-03", calm=False)
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
    actor = handler(world, command.actor, seat, "CRN-ARMOR-03")
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
    actor = handler(world, command.actor, seat, "CRN-SLOT-02")
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
    withdraw(world, actor)
    if world.tell:
        box = words(world, container, "container")
        tell(world, "item.stowed", "CRN-SLOT-02", name=actor.name, **box, **words(world, thing))
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


COMMANDS = (
    CommandType(Take, take, "CRN-SLOT-02"),
    CommandType(Drop, drop, "CRN-SLOT-02"),
    CommandType(Give, give, "CRN-SLOT-02"),
    CommandType(Hold, hold, "CRN-SLOT-03"),
    CommandType(Wear, wear, "CRN-ARMOR-03"),
    CommandType(Stow, stow, "CRN-SLOT-02"),
)
