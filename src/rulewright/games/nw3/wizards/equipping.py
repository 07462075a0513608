"""Equipping, putting away, and loading Brooms: what is allowed on one body (NW3-ITEM-05, NW3-ENCHANT-02, NW3-BROOM-14).

When something may be changed is not decided here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, Final, Literal

from rulewright.engine.errors import Refused
from rulewright.engine.requests import Option, Procedure, Question, ask
from rulewright.games.nw3.options import Options
from rulewright.games.nw3.records.content import Nw3Content
from rulewright.games.nw3.records.items import Item
from rulewright.games.nw3.records.tables import numbers
from rulewright.games.nw3.state import Carried, Character
from rulewright.games.nw3.wizards import standing
from rulewright.games.nw3.wizards.belongings import equipped, there, thing_of
from rulewright.games.nw3.wizards.labels import twins

AS_WRITTEN: Final = Options()
HANDS: Final = {"one_hand": 1, "two_hand": 2}
"""The hands that a thing in such a Slot takes (NW3-ITEM-05)."""
ACCESSORY: Final = "accessory"
RULES: Final = {
    "not_owned": "NW3-ITEM-11",
    "not_equippable": "NW3-ITEM-06",
    "hands_full": "NW3-ITEM-05",
    "slot_taken": "NW3-ITEM-05",
    "one_maou": "NW3-ENCHANT-05",
    "memory_exceeded": "NW3-ENCHANT-02",
    "capacity_exceeded": "NW3-BROOM-14",
    "option_type_mismatch": "NW3-BROOM-14",
    "option_only_mismatch": "NW3-BROOM-14",
    "already_loaded": "NW3-BROOM-14",
}
"""The rule behind each reason."""


# ---------------------------------------------------------------- what is allowed


def why_not(content: Nw3Content, character: Character, thing: Carried, house: Options = AS_WRITTEN) -> str:
    """The reason that forbids to equip a thing beside what is equipped, or ""."""
    if thing.lost or thing not in character.items or thing.item not in content.items_by_id:
        return "not_owned"
    if thing.where == "equipped":
        return "slot_taken"
    return outfit_breaks(content, house, character, [*equipped(character), thing])


def why_not_off(content: Nw3Content, house: Options, character: Character, thing: Carried) -> str:
    """The reason for which the rest cannot stay on without this thing, whose effects make room for it, or ""."""
    item = content.items_by_id[thing.item]
    if not any(block.constant for block in item.effect_block):
        return ""
    where, thing.where = thing.where, "robe"
    reason = outfit_breaks(content, house, character, equipped(character))
    thing.where = where
    return reason if reason in ("hands_full", "one_maou") else ""  # of Memory its owner is asked (NW3-ENCHANT-02)


def outfit_breaks(content: Nw3Content, house: Options, character: Character, things: Iterable[Carried]) -> str:
    """The reason for which these things cannot be equipped together, or ""."""
    items = [content.items_by_id[thing.item] for thing in things if thing.item in content.items_by_id]
    if any(item.slot == "none" for item in items):
        return "not_equippable"  # NW3-ITEM-06
    hands = sum(HANDS.get(slot_of(item), 0) for item in items)
    if hands > numbers().equipment.hands + standing.rule_value(content, character, "extra_hands"):
        return "hands_full"
    for slot, count in Counter(slot_of(item) for item in items if slot_of(item) not in HANDS).items():
        room = house.accessory_limit if slot == ACCESSORY else 1  # NW3-ITEM-15, NW3-SKILL-OPEN-13
        if room is not None and count > room:
            return "slot_taken"
    most = max(numbers().equipment.maou_enchantments, standing.rule_value(content, character, "multiple_maou"))
    if sum(item.maou for item in items) > most:
        return "one_maou"
    taken = sum(item.memory or 0 for item in items)
    return "memory_exceeded" if taken and taken > standing.memory_limit(content, character) else ""


def slot_of(item: Item) -> str:
    """The Slot that an item takes, by its name where it is beside the usual ones (NW3-ITEM-05)."""
    return item.other_slot or item.slot


def why_not_load(content: Nw3Content, character: Character, option: Carried, broom: Carried) -> str:
    """The reason that forbids to load a Broom Option on a Broom, or "" (NW3-BROOM-14)."""
    if any(one.lost or one not in character.items or one.item not in content.items_by_id for one in (option, broom)):
        return "not_owned"
    item, carrier = content.items_by_id[option.item], content.items_by_id[broom.item]
    reason = mismatch(item, carrier) or ("already_loaded" if option.loaded else "")
    if reason or item.broom_option is None or carrier.broom is None:
        return reason
    free = carrier.broom.capacity - occupied(content, character, broom)
    return "capacity_exceeded" if item.broom_option.occupy > free else ""


def mismatch(item: Item, carrier: Item) -> str:
    """The reason for which a Broom Option does not belong on a Broom at all, or "" (NW3-BROOM-14)."""
    if item.broom_option is None or carrier.broom is None:
        return "not_equippable"
    if item.broom_option.types and not set(item.broom_option.types) & set(carrier.broom.types):
        return "option_type_mismatch"
    only = item.broom_option.only
    return "option_only_mismatch" if only and carrier.category not in only else ""


def occupied(content: Nw3Content, character: Character, broom: Carried) -> int:
    """The Capacity of a Broom that its options take up."""
    items = [content.items_by_id.get(one.item) for one in there(character) if one.loaded == broom.id]
    return sum(item.broom_option.occupy for item in items if item is not None and item.broom_option is not None)


# ---------------------------------------------------------------- doing it


def exchange(
    content: Nw3Content,
    house: Options,
    character: Character,
    on: Sequence[str],
    off: Sequence[str] = (),
    to: Literal["robe", "carried"] = "robe",
) -> None:
    """Put away the things `off` and equip the things `on`, all or nothing; raises `Refused`.

    What comes out has to be allowed: Slots, hands, Maou Enchantments, Memory.
    """
    coming, going = ([thing_of(character, one) for one in ids] for ids in (on, off))
    for thing in going:
        if thing.where != "equipped":
            raise Refused("item_not_equipped", "NW3-ITEM-11", item=content.items_by_id[thing.item].name)
    staying = [thing for thing in equipped(character) if thing not in going]
    after: list[Carried] = list(staying)
    for thing in coming:
        reason = "slot_taken" if thing in after else outfit_breaks(content, house, character, [*after, thing])
        if reason:
            raise Refused(reason, RULES[reason], item=content.items_by_id[thing.item].name)
        after.append(thing)
    for thing in going:
        thing.where = to
    for thing in coming:
        thing.where = "equipped"
    standing.refresh(content, house, character)


def equip(content: Nw3Content, house: Options, character: Character, id: str) -> None:
    """Wear or hold a thing; raises `Refused`."""
    exchange(content, house, character, (id,))


def put_away(
    content: Nw3Content, house: Options, character: Character, id: str, to: Literal["robe", "carried"] = "robe"
) -> None:
    """Put what is equipped into the Lunar Robe, or carry it otherwise; raises `Refused`."""
    exchange(content, house, character, (), (id,), to)


def load(content: Nw3Content, house: Options, character: Character, option: str, broom: str) -> None:
    """Load a Broom Option; raises `Refused` (NW3-BROOM-14)."""
    part, carrier = thing_of(character, option), thing_of(character, broom)
    reason = why_not_load(content, character, part, carrier)
    if reason:
        raise Refused(reason, RULES[reason], item=content.items_by_id[part.item].name)
    part.loaded = carrier.id
    standing.refresh(content, house, character)


def unload(content: Nw3Content, house: Options, character: Character, option: str) -> None:
    """Take a Broom Option off its Broom; raises `Refused`."""
    part = thing_of(character, option)
    if not part.loaded:
        raise Refused("item_not_equipped", "NW3-BROOM-14", item=content.items_by_id[part.item].name)
    part.loaded = ""
    standing.refresh(content, house, character)


def fit_memory(content: Nw3Content, house: Options, character: Character) -> Procedure[None]:
    """After a fall of Spirit: put away enchantments, as the owner chooses, until they fit (NW3-ENCHANT-02)."""
    while standing.memory(content, character) > standing.memory_limit(content, character):
        held = standing.held_enchantments(content, character)
        held.sort(key=lambda thing: -(content.items_by_id[thing.item].memory or 0))
        options = tuple(Option(thing.id, "equip.memory", _facts(content.items_by_id[thing.item])) for thing in held)
        facts = {
            "name": character.name,
            "memory": standing.memory(content, character),
            "limit": standing.memory_limit(content, character),
        }
        question = Question("memory_overflow_choice", character.id, options, held[0].id, "NW3-ENCHANT-02", facts)
        put_away(content, house, character, (yield from ask(question)))


def choose_armor(content: Nw3Content, house: Options, character: Character, to: str) -> Procedure[None]:
    """Of several pieces worn that do not stack, ask `to` which one counts (NW3-ARMOR-04)."""
    items = content.items_by_id
    worn = [one for one in equipped(character) if items[one.item].doesnt_stack]
    if len(worn) < 2 or house.doesnt_stack_many == "each_counts":  # NW3-SKILL-OPEN-21
        return
    worn.sort(key=lambda thing: -sum(items[thing.item].modifiers.get(stat, 0) for stat in ("pdef", "mdef")))
    options = tuple(Option(thing.id, "equip.armor", twins(items[thing.item], name="item")) for thing in worn)
    facts = {"name": character.name}
    answer = yield from ask(Question("doesnt_stack_choice", to, options, worn[0].id, "NW3-ARMOR-04", facts))
    for thing in worn:
        thing.chosen = thing.id == answer
    standing.refresh(content, house, character)


def hands(content: Nw3Content, character: Character) -> dict[str, str]:
    """Which hand holds each thing for one hand, by its id; the first in the right, if nothing else was said."""
    held = [one for one in equipped(character) if content.items_by_id[one.item].slot == "one_hand"]
    found: dict[str, str] = {}
    for thing in sorted(held, key=lambda one: not one.hand):
        free = [hand for hand in ("right", "left") if hand not in found.values()]
        found[thing.id] = thing.hand if thing.hand in free else (free or [""])[0]
    return found


def switch_hand(content: Nw3Content, character: Character, thing: Carried) -> Literal["right", "left"]:
    """Put a held thing in the other hand, and what is there in this one (NW3-ITEM-11); returns the hand."""
    before = hands(content, character)
    other: Literal["right", "left"] = "left" if before[thing.id] == "right" else "right"
    for one in equipped(character):
        if one is thing:
            one.hand = other
        elif before.get(one.id) == other:
            one.hand = "right" if other == "left" else "left"
    return other


def _facts(item: Item) -> dict[str, Any]:
    return {**twins(item, name="item"), "memory": item.memory or 0}
