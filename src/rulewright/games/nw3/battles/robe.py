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
from rulewright.games.nw3.battles.blocks import note_timings
from rulewright.games.nw3.battles.fighters import able, own, require_able, tell
from rulewright.games.nw3.battles.veto import allowed
from rulewright.games.nw3.state import Carried, Character, Nw3World
from rulewright.games.nw3.wizards import equipping, standing
from rulewright.games.nw3.wizards.belongings import there, thing_of

_DONE = Option("keep", "robe.keep")


class Equip(msgspec.Struct, frozen=True, tag="equip", tag_field="do"):
    """Wear or hold a thing, or put it into the Lunar Robe; in a Round an Auto Action, for held things alone."""

    character: str
    thing: str
    where: Literal["equipped", "robe"] = "equipped"


def worth_opening(world: Nw3World, character: Character) -> bool:
    """Whether there is anything in the Robe that could be worn, held, or loaded on a Broom."""
    if not character.items or not able(character):
        return False
    items = world.content.items_by_id
    return any(
        one.where == "robe" and (items[one.item].slot != "none" or items[one.item].broom_option)
        for one in there(character)
    )


def exchange(world: Nw3World, character: Character) -> Procedure[None]:
    """Setup step 2: one change after another, each of them legal, until the player keeps what it is (NW3-ROUND-04)."""
    facts = {"name": character.name}
    while changes := {option.value: (option, change) for option, change in _changes(world, character)}:
        options = (_DONE, *(option for option, _ in changes.values()))
        answer = yield from ask(Question("robe_exchange", character.id, options, "keep", "NW3-ROUND-04", facts))
        if answer == "keep":
            return
        option, change = changes[answer]
        change()
        _changed(world, character, option.key, option.facts)


def _changes(world: Nw3World, character: Character) -> Iterator[tuple[Option, Callable[[], None]]]:
    """Every single change that is legal now: putting on, putting away, loading and unloading Brooms (NW3-BROOM-14)."""
    content, house = world.content, world.state.options
    items = content.items_by_id
    for thing in there(character):
        facts = {"item": items[thing.item].name}
        if thing.loaded:
            unload = partial(equipping.unload, content, house, character, thing.id)
            yield Option(f"unload:{thing.id}", "robe.unload", facts), unload
        elif thing.where == "equipped":
            yield Option(f"robe:{thing.id}", "robe.robe", facts), partial(_put, thing, "robe")
        elif not equipping.why_not(content, character, thing, house):
            yield Option(f"equipped:{thing.id}", "robe.equipped", facts), partial(_put, thing, "equipped")
        for broom in there(character) if items[thing.item].broom_option else ():
            if not equipping.why_not_load(content, character, thing, broom):
                load = partial(equipping.load, content, house, character, thing.id, broom.id)
                option = Option(f"load:{thing.id}:{broom.id}", "robe.load", {**facts, "broom": items[broom.item].name})
                yield option, load


def _put(thing: Carried, where: Literal["equipped", "robe"]) -> None:
    thing.where = where


def _changed(world: Nw3World, character: Character, key: str, facts: Mapping[str, Any]) -> None:
    standing.refresh(world.content, world.state.options, character)
    if world.state.battle is not None:
        note_timings(world, world.state.battle)
    tell(world, f"{key}.done", "NW3-ROUND-04", name=character.name, **facts)


def equip(world: Nw3World, command: Equip, seat: Seat) -> Procedure[None]:
    character = own(world, command.character, seat)
    require_able(character)
    thing = thing_of(character, command.thing)
    item = world.content.items_by_id[thing.item]
    if world.state.battle is not None and item.slot not in equipping.HANDS:
        raise Refused("equip_not_now", "NW3-ITEM-11", item=item.name)
    if thing.where == command.where:
        raise Refused("invalid_target", "NW3-ITEM-11", target=item.name)
    if command.where == "equipped" and (
        reason := equipping.why_not(world.content, character, thing, world.state.options)
    ):
        raise Refused(reason, "NW3-ITEM-05", item=item.name)
    if world.state.battle is not None:
        yield from allowed(world, character, "equip")
    _put(thing, command.where)
    _changed(world, character, f"robe.{command.where}", {"item": item.name})


COMMANDS = (CommandType(Equip, equip, "NW3-ITEM-11"),)
