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
from rulewright.games.nw3.wizards.belongings import means_owner
from rulewright.games.nw3.wizards.constants import Constant, of_block

HANDS_HOLD: Final = frozenset({"weapon", "enchantment"})
"""Classes of items whose PATK and MATK count in their own attacks alone (NW3-ITEM-04)."""
_IN_ATTACKS: Final = ("patk", "matk")
_CHOSEN: Final = "!"
"""Marks armor that its owner chose of several that do not stack."""
_NO_EFFECTS: Final = "~"
"""Marks a Broom that somebody else drives: its effects are about the Driver."""
_EFFECTS_ALONE: Final = "^"
"""Marks the Broom of somebody else that the character rides: of it only effects count."""
_MARKS: Final = _CHOSEN + _NO_EFFECTS + _EFFECTS_ALONE


class Outfit(msgspec.Struct, frozen=True, gc=False):
    """What a set of things comes to: the changes of the ten Combat Stats in order, Weight, and constant blocks."""

    changes: tuple[int, ...]
    weight: int
    constants: tuple[Constant, ...]


class _Known:
    """What is kept with the content: items that work without a Slot, and outfits by what works."""

    __slots__ = ("outfits", "slotless")

    def __init__(self, content: Nw3Content) -> None:
        self.slotless = frozenset({one.id for one in content.item if one.slot == "none" and one.broom_option is None})
        self.outfits: dict[tuple[tuple[str, ...], bool], Outfit] = {}


def _known(content: Nw3Content) -> _Known:
    kept: _Known | None = content.__dict__.get("_outfits")
    if kept is None:
        kept = content.__dict__["_outfits"] = _Known(content)
    return kept


def outfit_of(content: Nw3Content, character: Character, each: bool = False) -> Outfit:
    """What everything that works on this character comes to.

    With `each` every armor that does not stack counts, otherwise one of several (NW3-SKILL-OPEN-21).
    """
    known = _known(content)
    key = _working(known, character), each
    found = known.outfits.get(key)
    if found is None:
        found = known.outfits[key] = _added_up(content, *key)
    return found


def parts(content: Nw3Content, character: Character, each: bool = False) -> Iterator[tuple[str, Part]]:
    """The modifiers of everything that works on this character, each with its stat."""
    return _parts(*_items(content, _working(_known(content), character)), each)


def weights(content: Nw3Content, character: Character) -> list[Part]:
    """What weighs, thing by thing (NW3-ITEM-02, NW3-BROOM-16)."""
    items, _ = _items(content, _working(_known(content), character))
    return [Part(item.name, item.weight, "NW3-ITEM-02") for item in items if item.weight and weighs(item)]


def weighs(item: Item) -> bool:
    """Whether the Weight of an item that works counts: never without a Slot, but of a loaded option (NW3-ITEM-06)."""
    return item.slot != "none" or item.broom_option is not None


def _working(known: _Known, character: Character) -> tuple[str, ...]:
    """The ids of the items that work, with a mark behind those that work in part or before others."""
    ids = []
    for thing in character.items:
        if thing.lost:
            continue
        if thing.where == "equipped" or thing.item in known.slotless:  # NW3-ITEM-03, -06
            mark = _CHOSEN if thing.chosen else ""
            if thing.driver and not means_owner(character, thing):  # NW3-BROOM-10
                mark = _NO_EFFECTS
            ids.append(thing.item + mark)
        elif thing.loaded:
            for broom in character.items:
                if broom.id == thing.loaded and broom.where == "equipped" and not broom.lost:  # NW3-BROOM-14
                    ids.append(thing.item)
    riding = character.riding
    if riding is not None and riding.you and riding.owner != character.id:
        ids.append(riding.item + _EFFECTS_ALONE)
    return tuple(ids)


def _items(content: Nw3Content, ids: Sequence[str]) -> tuple[list[Item], Item | None]:
    """The items that add modifiers and Weight, and the armor that was chosen to count of several."""
    known = content.items_by_id
    chosen = [known[id[:-1]] for id in ids if id.endswith(_CHOSEN) and id[:-1] in known]
    bare = [id.rstrip(_MARKS) for id in ids if not id.endswith(_EFFECTS_ALONE)]
    return [known[id] for id in bare if id in known], chosen[0] if chosen else None


def _parts(items: Sequence[Item], chosen: Item | None, each: bool) -> Iterator[tuple[str, Part]]:
    alone = _stack_with_nothing(items, chosen, each)
    for place, item in enumerate(items):
        suppressed = "NW3-ARMOR-04" if alone and place not in alone and _covered(item) else ""
        for stat, value in item.modifiers.items():
            own_attacks = stat in _IN_ATTACKS and not HANDS_HOLD.isdisjoint(item.classes)
            yield stat, Part(item.name, value, _why(item), suppressed or ("NW3-ITEM-04" if own_attacks else ""))


def _why(item: Item) -> str:
    """The rule by which the modifiers of an item count."""
    if item.broom_option is not None:
        return "NW3-BROOM-14"
    return "NW3-ITEM-06" if item.slot == "none" else "NW3-ITEM-03"


def _stack_with_nothing(items: Sequence[Item], chosen: Item | None, each: bool) -> list[int]:
    """The places of the worn armor that counts of what does not stack (NW3-ARMOR-04, NW3-SKILL-OPEN-21).

    Of several one: the one that its owner chose, or else that with the larger PDEF + MDEF.
    """
    places = [place for place, item in enumerate(items) if item.doesnt_stack and item.slot != "none"]
    if each or len(places) < 2:
        return places
    wanted = [place for place in places if items[place] is chosen]
    return wanted[:1] or [max(places, key=lambda place: _defence(items[place]))]


def _defence(item: Item) -> int:
    return item.modifiers.get("pdef", 0) + item.modifiers.get("mdef", 0)


def _covered(item: Item) -> bool:
    """Whether armor that does not stack keeps the modifiers of this item off (NW3-ARMOR-04)."""
    if "armor" not in item.classes:
        return False
    return item.doesnt_stack or item.slot not in numbers().equipment.slots_ignoring_doesnt_stack


def _added_up(content: Nw3Content, ids: Sequence[str], each: bool) -> Outfit:
    items, chosen = _items(content, ids)
    totals: dict[str, int] = dict.fromkeys((*STATS, "body", "mind"), 0)
    for stat, part in _parts(items, chosen, each):
        if not part.suppressed_by:
            totals[stat] += part.value
    weight = sum(item.weight for item in items if weighs(item))
    effective = [id.rstrip(_MARKS) for id in ids if not id.endswith(_NO_EFFECTS)]
    known = content.items_by_id
    constants = _constants([known[id] for id in effective if id in known])
    return Outfit(tuple(totals.values()), weight, tuple(constants))


def _constants(items: Sequence[Item]) -> Iterator[Constant]:
    """The constant blocks of the items; one that does not stack works once for all its copies (NW3-SKILL-44)."""
    seen: set[str] = set()
    for item in items:
        for number, block in enumerate(item.effect_block, 1):
            if block.stacks or item.id not in seen:
                yield from of_block(block, f"{item.id}#{number}")
        seen.add(item.id)
