"""Buying at the printed price, and selling for one that the referee names (NW3-ITEM-07, -14, NW3-LEVEL-13)."""

from __future__ import annotations

from typing import Annotated

import msgspec

from rulewright.engine.commands import CommandType
from rulewright.engine.errors import Refused
from rulewright.engine.journal import Seat
from rulewright.engine.requests import Procedure, Question, ask
from rulewright.engine.world import new_id
from rulewright.games.nw3.battles import aboard
from rulewright.games.nw3.battles.fighters import own, tell
from rulewright.games.nw3.episodes.position import require_peace
from rulewright.games.nw3.state import Carried, Nw3World
from rulewright.games.nw3.wizards import standing
from rulewright.games.nw3.wizards.belongings import thing_of, unload_from
from rulewright.games.nw3.wizards.preserving import why_not_buy


class Buy(msgspec.Struct, frozen=True, tag="buy", tag_field="do"):
    """Buy an item of the content at its price, a service too; not in a battle."""

    character: str
    item: Annotated[str, msgspec.Meta(max_length=80)]


class Sell(msgspec.Struct, frozen=True, tag="sell", tag_field="do"):
    """Sell a thing; the referee names the price in Valco, or 0 where nobody buys it."""

    character: str
    thing: Annotated[str, msgspec.Meta(max_length=80)]


def buy(world: Nw3World, command: Buy, seat: Seat) -> Procedure[None]:
    """Refuses `in_combat`, `not_a_wizard`, `unknown_item`, and `not_enough_money`; what is bought is Preserved."""
    require_peace(world, "NW3-ITEM-07")
    character = own(world, command.character, seat)
    if character.sheet is None:
        raise Refused("not_a_wizard", "NW3-ITEM-07", name=character.name)
    item = world.content.items_by_id.get(command.item)
    if item is None:
        raise Refused("unknown_item", "NW3-ITEM-07", item=command.item)
    if reason := why_not_buy(character.sheet, item):
        raise Refused(reason, "NW3-ITEM-07", name=character.name, item=item.name, money=character.sheet.money)
    character.sheet.money -= item.cost
    character.items.append(Carried(new_id(world.state, item.id), item.id, preserved=True))  # NW3-LEVEL-12
    standing.refresh(world.content, world.state.options, character)
    facts = {"item": item.name, "price": item.cost, "money": character.sheet.money}
    tell(world, "item.bought", "NW3-ITEM-07", name=character.name, **facts)
    yield from ()


def sell(world: Nw3World, command: Sell, seat: Seat) -> Procedure[None]:
    """Refuses `in_combat`, `not_a_wizard`, `not_owned`, `item_skill_no_sale`, and `no_buyer` where the price is 0."""
    require_peace(world, "NW3-ITEM-07")
    character = own(world, command.character, seat)
    if character.sheet is None:
        raise Refused("not_a_wizard", "NW3-ITEM-07", name=character.name)
    thing = thing_of(character, command.thing, "NW3-ITEM-07")
    item = world.content.items_by_id[thing.item]
    if thing.from_skill:
        raise Refused("item_skill_no_sale", "NW3-LEVEL-13", item=item.name)
    facts = {"name": character.name, "item": item.name, "cost": item.cost}
    price = yield from ask(Question("sale_price", "referee", (), 0, "NW3-ITEM-07", facts, "number", 0, 10**9))
    if not price:
        raise Refused("no_buyer", "NW3-ITEM-07", item=item.name)
    unload_from(character, thing)
    character.items.remove(thing)  # a sold thing does not come back (NW3-OPEN-33)
    character.sheet.money += price
    standing.refresh(world.content, world.state.options, character)
    aboard.settle(world)
    tell(world, "item.sold", "NW3-ITEM-07", name=character.name, item=item.name, price=price)


COMMANDS = (
    CommandType(Buy, buy, "NW3-ITEM-07"),
    CommandType(Sell, sell, "NW3-ITEM-07"),
)
