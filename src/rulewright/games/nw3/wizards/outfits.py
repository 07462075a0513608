"""What the things that are worn, held and carried add: modifiers and Weight (NW3-ITEM-02 to -06, NW3-ARMOR-04).

What a set of things comes to is worked out once and kept with the content.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import msgspec

from rulewright.engine.modifiers import Part
from rulewright.games.nw3.records.content import Nw3Content
from rulewright.games.nw3.records.items import Item
from rulewright.games.nw3.records.tables import numbers
from rulewright.games.nw3.state import STATS, Character
from rulewright.games.nw3.wizards.constants import Constant, of_block

HANDS_HOLD: Final = frozenset({"weapon", "enchantment"})
"""Classes of items whose PATK and MATK count in their own attacks alone (NW3-ITEM-04)."""
_IN_ATTACKS: Final = ("patk", "matk")


class Outfit(msgspec.Struct, frozen=True, gc=False):
    """What a set of things comes to: the changes of the ten Combat Stats in order, Weight, and constant blocks."""

    changes: tuple[int, ...]
    weight: int
    constants: tuple[Constant, ...]


class _Known:
    """What is kept with the content: items that work without a Slot, and outfits by the ids of their items."""

    __slots__ = ("outfits", "slotless")

    def __init__(self, content: Nw3Content) -> None:
        self.slotless = frozenset({one.id for one in content.item if one.slot == "none" and one.broom_option is None})
        self.outfits: dict[tuple[str, ...], Outfit] = {}


def _known(content: Nw3Content) -> _Known:
    kept: _Known | None = content.__dict__.get("_outfits")
    if kept is None:
        kept = content.__dict__["_outfits"] = _Known(content)
    return kept


def outfit_of(content: Nw3Content, character: Character) -> Outfit:
    """What everything that works on this character comes to."""
    known = _known(content)
    ids = _working(known, character)
    found = known.outfits.get(ids)
    if found is None:
        found = known.outfits[ids] = _added_up(content, ids)
    return found


def parts(content: Nw3Content, character: Character) -> Iterator[tuple[str, Part]]:
    """The modifiers of everything that works on this character, each with its stat."""
    return _parts(_items(content, _working(_known(content), character)))


def weights(content: Nw3Content, character: Character) -> list[Part]:
    """What weighs, thing by thing (NW3-ITEM-02, NW3-BROOM-16)."""
    items = _items(content, _working(_known(content), character))
    return [Part(item.name, item.weight, "NW3-ITEM-02") for item in items if item.weight and weighs(item)]


def weighs(item: Item) -> bool:
    """Whether the Weight of an item that works counts: never without a Slot, but of a loaded option (NW3-ITEM-06)."""
    return item.slot != "none" or item.broom_option is not None


def _working(known: _Known, character: Character) -> tuple[str, ...]:
    ids = []
    for thing in character.items:
        if thing.lost:
            continue
        if thing.where == "equipped" or thing.item in known.slotless:  # NW3-ITEM-03, -06
            ids.append(thing.item)
        elif thing.loaded:
            for broom in character.items:
                if broom.id == thing.loaded and broom.where == "equipped" and not broom.lost:  # NW3-BROOM-14
                    ids.append(thing.item)
    return tuple(ids)


def _items(content: Nw3Content, ids: Sequence[str]) -> list[Item]:
    known = content.items_by_id
    return [known[id] for id in ids if id in known]


def _parts(items: Sequence[Item]) -> Iterator[tuple[str, Part]]:
    alone = _stacks_with_nothing(items)
    for place, item in enumerate(items):
        suppressed = "NW3-ARMOR-04" if alone is not None and place != alone and _covered(item) else ""
        for stat, value in item.modifiers.items():
            own_attacks = stat in _IN_ATTACKS and not HANDS_HOLD.isdisjoint(item.classes)
            yield stat, Part(item.name, value, _why(item), suppressed or ("NW3-ITEM-04" if own_attacks else ""))


def _why(item: Item) -> str:
    """The rule by which the modifiers of an item count."""
    if item.broom_option is not None:
        return "NW3-BROOM-14"
    return "NW3-ITEM-06" if item.slot == "none" else "NW3-ITEM-03"


def _stacks_with_nothing(items: Sequence[Item]) -> int | None:
    """The place of the worn armor that does not stack; of several the one with the larger PDEF + MDEF counts."""
    places = [place for place, item in enumerate(items) if item.doesnt_stack and item.slot != "none"]
    return max(places, key=lambda place: _defence(items[place]), default=None)


def _defence(item: Item) -> int:
    return item.modifiers.get("pdef", 0) + item.modifiers.get("mdef", 0)


def _covered(item: Item) -> bool:
    """Whether armor that does not stack keeps the modifiers of this item off (NW3-ARMOR-04)."""
    if "armor" not in item.classes:
        return False
    return item.doesnt_stack or item.slot not in numbers().equipment.slots_ignoring_doesnt_stack


def _added_up(content: Nw3Content, ids: Sequence[str]) -> Outfit:
    items = _items(content, ids)
    totals: dict[str, int] = dict.fromkeys((*STATS, "body", "mind"), 0)
    for stat, part in _parts(items):
        if not part.suppressed_by:
            totals[stat] += part.value
    weight = sum(item.weight for item in items if weighs(item))
    return Outfit(tuple(totals.values()), weight, tuple(_constants(items)))


def _constants(items: Sequence[Item]) -> Iterator[Constant]:
    """The constant blocks of the items; one that does not stack works once for all its copies (NW3-SKILL-44)."""
    seen: set[str] = set()
    for item in items:
        for number, block in enumerate(item.effect_block, 1):
            if block.stacks or item.id not in seen:
                yield from of_block(block, f"{item.id}#{number}")
        seen.add(item.id)
