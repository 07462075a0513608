"""Opening the Lunar Robe: exchanging equipment in Setup, and taking things in and out (NW3-ROUND-04, -19)."""

from __future__ import annotations

from typing import Literal

import msgspec

from rulewright.engine.commands import CommandType
from rulewright.engine.errors import Refused
from rulewright.engine.journal import Seat
from rulewright.engine.requests import Option, Procedure, Question, ask
from rulewright.games.nw3 import equipping, standing
from rulewright.games.nw3.fighters import able, own, require_able, tell
from rulewright.games.nw3.state import Carried, Character, Nw3World
from rulewright.games.nw3.veto import allowed

_DONE = Option("keep", "robe.keep")


class Equip(msgspec.Struct, frozen=True, tag="equip", tag_field="do"):
    """Wear or hold a thing, or put it into the Lunar Robe; in a Round an Auto Action, for held things alone."""

    character: str
    thing: str
    where: Literal["equipped", "robe"] = "equipped"


def worth_opening(world: Nw3World, character: Character) -> bool:
    """Whether there is anything in the Robe that could be worn or held."""
    if not character.items or not able(character):
        return False
    items = world.content.items_by_id
    return any(one.where == "robe" and not one.lost and items[one.item].slot != "none" for one in character.items)


def exchange(world: Nw3World, character: Character) -> Procedure[None]:
    """Setup step 2: one change after another, each of them legal, until the player keeps what it is (NW3-ROUND-04)."""
    while True:
        changes = {f"{where}:{thing.id}": (thing, where) for thing, where in _possible(world, character)}
        if not any(where == "equipped" for _, where in changes.values()):
            return  # nothing in the Robe that could be put on: there is nothing to exchange
        items = world.content.items_by_id
        options = tuple(
            Option(key, f"robe.{where}", {"item": items[thing.item].name}) for key, (thing, where) in changes.items()
        )
        facts = {"name": character.name}
        question = Question("robe_exchange", character.id, (_DONE, *options), "keep", "NW3-ROUND-04", facts)
        answer = yield from ask(question)
        if answer == "keep":
            return
        thing, where = changes[answer]
        _put(world, character, thing, where)


def _possible(world: Nw3World, character: Character) -> list[tuple[Carried, Literal["equipped", "robe"]]]:
    found: list[tuple[Carried, Literal["equipped", "robe"]]] = []
    for thing in character.items:
        if thing.lost:
            continue
        if thing.where == "equipped":
            found.append((thing, "robe"))
        elif not equipping.why_not(world.content, character, thing, world.state.options):
            found.append((thing, "equipped"))
    return found


def _put(world: Nw3World, character: Character, thing: Carried, where: Literal["equipped", "robe"]) -> None:
    thing.where = where
    standing.refresh(world.content, world.state.options, character)
    tell(world, f"robe.{where}.done", "NW3-ROUND-04", name=character.name,
         item=world.content.items_by_id[thing.item].name)  # fmt: skip


def equip(world: Nw3World, command: Equip, seat: Seat) -> Procedure[None]:
    character = own(world, command.character, seat)
    require_able(character)
    thing = next((one for one in character.items if one.id == command.thing and not one.lost), None)
    if thing is None:
        raise Refused("not_owned", "NW3-ITEM-11", block=command.thing)
    item = world.content.items_by_id[thing.item]
    if world.state.battle is not None and item.slot not in ("one_hand", "two_hand"):
        raise Refused("equip_not_now", "NW3-ITEM-11", item=item.name)
    if thing.where == command.where:
        raise Refused("invalid_target", "NW3-ITEM-11", target=item.name)
    if command.where == "equipped" and (reason := equipping.why_not(world.content, character, thing, world.state.options)):
        raise Refused(reason, "NW3-ITEM-05", item=item.name)
    if world.state.battle is not None:
        yield from allowed(world, character, "equip")
    _put(world, character, thing, command.where)


COMMANDS = (CommandType(Equip, equip, "NW3-ITEM-11"),)
