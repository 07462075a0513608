"""Opening the Lunar Robe: exchanging equipment in Setup, and taking things in and out (NW3-ROUND-04, -19)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any, Literal

import msgspec

from rulewright.engine.commands import CommandType
from rulewright.engine.errors import Refused
from rulewright.engine.journal import Seat
from rulewright.engine.requests import Option, Procedure, Question, ask
from rulewright.games.nw3.battles import aboard, constantly
from rulewright.games.nw3.battles.blocks import note_timings
from rulewright.games.nw3.battles.fighters import able, own, require_able, tell
from rulewright.games.nw3.battles.veto import allowed
from rulewright.games.nw3.fortresses import bans
from rulewright.games.nw3.state import Carried, Character, Nw3World
from rulewright.games.nw3.wizards import equipping, standing
from rulewright.games.nw3.wizards.belongings import there, thing_of

_DONE = Option("keep", "robe.keep")


class Equip(msgspec.Struct, frozen=True, tag="equip", tag_field="do"):
    """Wear or hold a thing, or put it into the Lunar Robe; in a Round an Auto Action, for held things alone."""

    character: str
    thing: str
    where: Literal["equipped", "robe"] = "equipped"


class SwitchHand(msgspec.Struct, frozen=True, tag="switch_hand", tag_field="do"):
    """Take a thing in the other hand, an Auto Action; what is there comes into this one."""

    character: str
    thing: str


class LoadOption(msgspec.Struct, frozen=True, tag="load_option", tag_field="do"):
    """Load a Broom Option on a Broom; not in a Round, where it is done in the Setup Process."""

    character: str
    option: str
    broom: str


class UnloadOption(msgspec.Struct, frozen=True, tag="unload_option", tag_field="do"):
    """Take a Broom Option off its Broom; not in a Round, where it is done in the Setup Process."""

    character: str
    option: str


def worth_opening(world: Nw3World, character: Character) -> bool:
    """Whether there is anything in the Robe that could be worn, held, or loaded on a Broom."""
    if not character.items or not able(character) or bans.banned(world, character, "lunar_robe_swap"):
        return False
    items = world.content.items_by_id
    return any(
        one.where == "robe" and (items[one.item].slot != "none" or items[one.item].broom_option)
        for one in there(character)
    )


def exchange(world: Nw3World, character: Character) -> Procedure[None]:
    """Setup step 2: one change after another, each of them legal, until the player keeps what it is (NW3-ROUND-04)."""
    facts = {"name": character.name}
    while True:
        changes: dict[str, tuple[Option, Callable[[], None]]] = {}
        kept_off: dict[str, tuple[Option, str]] = {}
        for option, change in _changes(world, character):
            if isinstance(change, str):
                kept_off[option.value] = option, change
            else:
                changes[option.value] = option, change
        if not changes:
            return
        question = Question(
            "robe_exchange", character.id, (_DONE, *(option for option, _ in changes.values())), "keep",
            "NW3-ROUND-04", facts, barred={value: reason for value, (_, reason) in kept_off.items()},
            barred_options=tuple(option for option, _ in kept_off.values()),
        )  # fmt: skip
        answer = yield from ask(question)
        if answer == "keep":
            return
        option, change = changes[answer]
        change()
        on = answer.removeprefix("equipped:") if answer.startswith("equipped:") else ""
        yield from _changed(world, character, option.key, option.facts, on)


def _changes(world: Nw3World, character: Character) -> Iterator[tuple[Option, Callable[[], None] | str]]:
    """Every single change: putting on, putting away, loading and unloading Brooms (NW3-BROOM-14).

    With each what it does, or the reason for which it is not possible now.
    """
    content, house = world.content, world.state.options
    items = content.items_by_id
    things = there(character)
    for thing in things:
        item = items[thing.item]
        facts = {"item": item.name}
        if thing.loaded:
            unload = partial(equipping.unload, content, house, character, thing.id)
            yield Option(f"unload:{thing.id}", "robe.unload", facts), unload
        elif thing.where == "equipped":
            reason = equipping.why_not_off(content, house, character, thing)
            yield Option(f"robe:{thing.id}", "robe.robe", facts), reason or partial(_put, thing, "robe")
        elif item.slot != "none":
            reason = equipping.why_not(content, character, thing, house)
            yield Option(f"equipped:{thing.id}", "robe.equipped", facts), reason or partial(_put, thing, "equipped")
        for broom in things if item.broom_option and not thing.loaded else ():
            if items[broom.item].broom is not None:
                load = partial(equipping.load, content, house, character, thing.id, broom.id)
                reason = equipping.why_not_load(content, character, thing, broom)
                option = Option(f"load:{thing.id}:{broom.id}", "robe.load", {**facts, "broom": items[broom.item].name})
                yield option, reason or load


def _put(thing: Carried, where: Literal["equipped", "robe"]) -> None:
    thing.where = where
    thing.hand, thing.chosen = "", False


def _changed(
    world: Nw3World, character: Character, key: str, facts: Mapping[str, Any], on: str = ""
) -> Procedure[None]:
    """What follows from a change of equipment at once; `on` is what was put on."""
    content, house = world.content, world.state.options
    standing.refresh(content, house, character)
    tell(world, f"{key}.done", "NW3-ROUND-04", name=character.name, **facts)
    if on and content.items_by_id[thing_of(character, on).item].doesnt_stack:
        yield from equipping.choose_armor(content, house, character, character.id)
    yield from equipping.fit_memory(content, house, character)
    aboard.settle(world)  # the Broom may be off (NW3-BROOM-08)
    constantly.look_at_worn(world, character)
    if world.state.battle is not None:
        note_timings(world, world.state.battle)


def _require_time(world: Nw3World, slot: str, name: str) -> None:
    """Raise `Refused` where a Round lets nobody change this (NW3-ITEM-11, NW3-SKILL-OPEN-11)."""
    may = world.state.options.auto_action_equip
    if world.state.battle is not None and (may == "none" or (may == "hands" and slot not in equipping.HANDS)):
        raise Refused("equip_not_now", "NW3-ITEM-11", item=name)


def equip(world: Nw3World, command: Equip, seat: Seat) -> Procedure[None]:
    """Refuses `equip_not_now`, `invalid_target` where it is already, and what the outfit forbids."""
    character = own(world, command.character, seat)
    require_able(character)
    thing = thing_of(character, command.thing)
    item = world.content.items_by_id[thing.item]
    bans.require_allowed(world, character, "lunar_robe_swap")
    if command.where == "equipped":
        bans.require_allowed(world, character, "item_class", class_=item.classes)
    _require_time(world, item.slot, item.name)
    if thing.where == command.where:
        raise Refused("invalid_target", "NW3-ITEM-11", target=item.name)
    content, house = world.content, world.state.options
    if command.where == "equipped":
        reason = equipping.why_not(content, character, thing, house)
    else:
        reason = equipping.why_not_off(content, house, character, thing)
    if reason:
        raise Refused(reason, equipping.RULES[reason], item=item.name)
    if world.state.battle is not None:
        yield from allowed(world, character, "equip")
    _put(thing, command.where)
    on = thing.id if command.where == "equipped" else ""
    yield from _changed(world, character, f"robe.{command.where}", {"item": item.name}, on)


def switch_hand(world: Nw3World, command: SwitchHand, seat: Seat) -> Procedure[None]:
    """Refuses `item_not_equipped`, `hands_full` for what takes both, and `equip_not_now` at some tables."""
    character = own(world, command.character, seat)
    require_able(character)
    thing = thing_of(character, command.thing)
    item = world.content.items_by_id[thing.item]
    _require_time(world, item.slot, item.name)
    if thing.where != "equipped" or item.slot not in equipping.HANDS:
        raise Refused("item_not_equipped", "NW3-ITEM-11", item=item.name)
    if item.slot != "one_hand":
        raise Refused("hands_full", "NW3-ITEM-05", item=item.name)
    if world.state.battle is not None:
        yield from allowed(world, character, "equip")
    hand = equipping.switch_hand(world.content, character, thing)
    facts = {"name": character.name, "item": item.name, "hand": f"hand.{hand}"}
    tell(world, "robe.switched", "NW3-ITEM-11", **facts)


def load_option(world: Nw3World, command: LoadOption, seat: Seat) -> Procedure[None]:
    """Refuses `equip_not_now` in a Round, and what does not go on the Broom (NW3-ITEM-11, NW3-BROOM-14)."""
    character = own(world, command.character, seat)
    part, broom = (thing_of(character, id) for id in (command.option, command.broom))
    items = world.content.items_by_id
    if world.state.battle is not None:
        raise Refused("equip_not_now", "NW3-ITEM-11", item=items[part.item].name)
    equipping.load(world.content, world.state.options, character, part.id, broom.id)
    facts = {"item": items[part.item].name, "broom": items[broom.item].name}
    yield from _changed(world, character, "robe.load", facts)


def unload_option(world: Nw3World, command: UnloadOption, seat: Seat) -> Procedure[None]:
    """Refuses `equip_not_now` in a Round, and `item_not_equipped` for what is on no Broom."""
    character = own(world, command.character, seat)
    part = thing_of(character, command.option)
    name = world.content.items_by_id[part.item].name
    if world.state.battle is not None:
        raise Refused("equip_not_now", "NW3-ITEM-11", item=name)
    equipping.unload(world.content, world.state.options, character, part.id)
    yield from _changed(world, character, "robe.unload", {"item": name})


COMMANDS = (
    CommandType(Equip, equip, "NW3-ITEM-11"),
    CommandType(SwitchHand, switch_hand, "NW3-ITEM-11"),
    CommandType(LoadOption, load_option, "NW3-BROOM-14"),
    CommandType(UnloadOption, unload_option, "NW3-BROOM-14"),
)
