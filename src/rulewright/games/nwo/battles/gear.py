"""Gear in play: taking out, readying, equipping, stowing, dropping, using (NWO-COUNT-12, -13, -18, NWO-WEIGHT-02)."""

from __future__ import annotations

from typing import Literal

import msgspec

from rulewright.engine.commands import CommandType
from rulewright.engine.errors import Refused
from rulewright.engine.journal import Seat
from rulewright.engine.requests import Procedure
from rulewright.games.nwo import standing
from rulewright.games.nwo.battles import spells, targets, turns
from rulewright.games.nwo.battles.squares import NamedSquare
from rulewright.games.nwo.people import names, tell
from rulewright.games.nwo.records.gear import Armour, Item, Shield, Weapon
from rulewright.games.nwo.state import Character, Location, NwoWorld, Thing

HANDS = 2
ACCESSORIES = 2


class TakeFromRobe(msgspec.Struct, frozen=True, tag="take_from_robe", tag_field="do"):
    """Take something out of the moon robe into the hand; free."""

    character: str
    thing: str


class ReadyItem(msgspec.Struct, frozen=True, tag="ready_item", tag_field="do"):
    """Take something that is packed into the hand; free."""

    character: str
    thing: str


class DropItem(msgspec.Struct, frozen=True, tag="drop_item", tag_field="do"):
    """Throw something away, equipped or not; free."""

    character: str
    thing: str


class Equip(msgspec.Struct, frozen=True, tag="equip", tag_field="do"):
    """Equip something; with `instead_of` switch it for what is equipped, which is then packed."""

    character: str
    thing: str
    instead_of: str = ""


class Stow(msgspec.Struct, frozen=True, tag="stow", tag_field="do"):
    """Put something away: packed, or into the moon robe."""

    character: str
    thing: str
    to: Literal["packed", "robe"] = "robe"


class UseItem(msgspec.Struct, frozen=True, tag="use_item", tag_field="do"):
    """Use something that is in hand or equipped."""

    character: str
    thing: str
    targets: tuple[str, ...] = ()
    square: NamedSquare | None = None


def of(character: Character, id: str, *places: Location) -> Thing:
    """A thing in one of these places; raises `Refused` "item_missing" (NWO-COUNT-18)."""
    for thing in character.gear:
        if thing.id == id and (thing.location in places or not places):
            return thing
    raise Refused("item_missing", "NWO-COUNT-18", thing=id)


def _name(world: NwoWorld, thing: Thing) -> str:
    return str(world.content.gear_by_id[thing.item].name)


def _put(world: NwoWorld, character: Character, thing: Thing, to: Location, key: str) -> None:
    thing.location = to
    standing.settled(world, character)  # NWO-WEIGHT-08
    tell(
        world, key, "NWO-COUNT-12", who=character, name=character.name, thing=_name(world, thing),
        place=f"location.{to}",
    )  # fmt: skip


def take_from_robe(world: NwoWorld, command: TakeFromRobe, seat: Seat) -> Procedure[None]:
    character = turns.acting(world, command.character, seat, "take_from_robe")
    thing = of(character, command.thing, "robe")
    yield from ()
    _put(world, character, thing, "in_hand", "gear.taken_out")


def ready_item(world: NwoWorld, command: ReadyItem, seat: Seat) -> Procedure[None]:
    character = turns.acting(world, command.character, seat, "ready_item")
    thing = of(character, command.thing, "packed")
    yield from ()
    _put(world, character, thing, "in_hand", "gear.readied")


def drop_item(world: NwoWorld, command: DropItem, seat: Seat) -> Procedure[None]:
    character = turns.acting(world, command.character, seat, "drop_item")
    thing = of(character, command.thing, "equipped", "in_hand", "packed", "robe")
    yield from ()
    _put(world, character, thing, "dropped", "gear.dropped")


def hands_in_use(world: NwoWorld, character: Character, without: str = "") -> int:
    """How many hands equipped weapons and shields take."""
    equipped = [one for one in character.gear if one.location == "equipped" and one.id != without]
    records = [world.content.gear_by_id[one.item] for one in equipped]
    return sum(record.hands for record in records if isinstance(record, Weapon | Shield))


def why_not_equip(world: NwoWorld, character: Character, thing: Thing, instead_of: str = "") -> str:
    """Why something cannot be equipped, or "" (NWO-COUNT-18): two hands, one piece in each slot, two accessories."""
    record = world.content.gear_by_id[thing.item]
    if isinstance(record, Weapon | Shield):
        return "hands_full" if hands_in_use(world, character, instead_of) + record.hands > HANDS else ""
    if isinstance(record, Item):
        return "bad_value"
    worn = [
        world.content.gear_by_id[one.item]
        for one in character.gear
        if one.location == "equipped" and one.id not in (thing.id, instead_of)
    ]
    same = sum(isinstance(one, Armour) and one.slot == record.slot for one in worn)
    return "bad_value" if same >= (ACCESSORIES if record.slot == "accessory" else 1) else ""


def equip(world: NwoWorld, command: Equip, seat: Seat) -> Procedure[None]:
    character = turns.acting(world, command.character, seat, "equip")
    thing = of(character, command.thing, "in_hand", "packed", "robe")
    other = of(character, command.instead_of, "equipped") if command.instead_of else None
    if reason := why_not_equip(world, character, thing, command.instead_of):
        raise Refused(reason, "NWO-COUNT-18", thing=_name(world, thing))
    if other is not None:
        _put(world, character, other, "packed", "gear.stowed")
    _put(world, character, thing, "equipped", "gear.equipped")
    yield from turns.used(world, character)


def stow(world: NwoWorld, command: Stow, seat: Seat) -> Procedure[None]:
    character = turns.acting(world, command.character, seat, "equip")
    thing = of(character, command.thing, "equipped", "in_hand")
    _put(world, character, thing, command.to, "gear.stowed")
    yield from turns.used(world, character)


def use_item(world: NwoWorld, command: UseItem, seat: Seat) -> Procedure[None]:
    character = turns.acting(world, command.character, seat, "use_item")
    thing = of(character, command.thing, "in_hand", "equipped")
    record = world.content.gear_by_id[thing.item]
    if not isinstance(record, Item) or record.use is None:
        raise Refused("bad_value", "NWO-COUNT-18", thing=record.name)
    if thing.uses == 0:
        raise Refused("no_uses_left", "NWO-COUNT-18", thing=record.name)
    found = targets.named(world, character, aim_of(record), command.targets, command.square)
    turns.outside(world)
    if thing.uses is not None:
        thing.uses -= 1
    tell(
        world, "gear.used", "NWO-COUNT-13", who=character, name=character.name, thing=record.name,
        targets=names(found),
    )  # fmt: skip
    yield from spells.use_item(world, character, record.id, record.name, record.use, found)
    yield from turns.used(world, character)


class ItemAim(msgspec.Struct, frozen=True):
    """Whom an item can be used on."""

    target: Literal["self", "one", "several", "square"]
    range: tuple[int, ...]
    max_targets: int | None = None
    affects: Literal["any", "allies", "foes"] = "any"


def aim_of(record: Item) -> ItemAim:
    """Whom an item can be used on."""
    if record.use is None:
        raise ValueError(f"{record.id} has no use")
    return ItemAim(record.use.target, record.use.range)


COMMANDS = (
    CommandType(TakeFromRobe, take_from_robe, "NWO-COUNT-12"),
    CommandType(ReadyItem, ready_item, "NWO-COUNT-12"),
    CommandType(DropItem, drop_item, "NWO-COUNT-12"),
    CommandType(Equip, equip, "NWO-COUNT-13"),
    CommandType(Stow, stow, "NWO-COUNT-13"),
    CommandType(UseItem, use_item, "NWO-COUNT-13"),
)
