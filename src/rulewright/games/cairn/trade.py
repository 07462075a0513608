"""Trade: buying and selling things at the prices of the content."""

from __future__ import annotations

import msgspec

from rulewright.engine.commands import CommandType
from rulewright.engine.errors import Refused
from rulewright.engine.journal import Seat
from rulewright.engine.requests import Procedure
from rulewright.games.cairn.actors import require_peace, tell
from rulewright.games.cairn.content_fields import SLOTS
from rulewright.games.cairn.content_gear import Item
from rulewright.games.cairn.handling import handler
from rulewright.games.cairn.inventory import (
    FATIGUE,
    MOST_GOLD,
    carry,
    gear,
    inside,
    require_slots,
    tell_if_full,
    thing_of,
    words,
)
from rulewright.games.cairn.state import CairnWorld


class Buy(msgspec.Struct, frozen=True, tag="buy", tag_field="do"):
    """Buy an item of the content at its price."""

    actor: str
    item: str


class Sell(msgspec.Struct, frozen=True, tag="sell", tag_field="do"):
    """Sell a thing at the price of the content, or at one that the referee names."""

    actor: str
    thing: str
    price: int | None = None


def buy(world: CairnWorld, command: Buy, seat: Seat) -> Procedure[None]:
    actor = handler(world, command.actor, seat, "CRN-SLOT-02")
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
    actor = handler(world, command.actor, seat, "CRN-SLOT-02")
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
    CommandType(Buy, buy, "CRN-SLOT-02"),
    CommandType(Sell, sell, "CRN-SLOT-02"),
)
