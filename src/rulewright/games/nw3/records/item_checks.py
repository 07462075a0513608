"""Rules between the fields of an item: what each class needs, may not have, and where it is worn (NW3-ITEM-16)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rulewright.engine.pack_checks import Complaints
from rulewright.engine.packs import CONFLICT, MISSING_FIELD, Complaint

if TYPE_CHECKING:
    from rulewright.games.nw3.records.items import Item

HANDS: Final = ("one_hand", "two_hand")
WORN: Final = ("head", "upper", "clothes", "shoulder", "gloves")
SLOTS: Final = {
    "weapon": HANDS,
    "enchantment": HANDS,
    "armor": (*WORN, *HANDS),
    "potion": ("none",),
    "service": ("none",),
    "accessory": (*WORN, *HANDS, "accessory", "other"),
}
"""Where an item of each class may be worn or held; a tool anywhere."""
FIELDS: Final = (
    ("type", "weapon", "content.type_needed", "content.type_not_weapon"),
    ("range", "weapon", "content.range_needed", CONFLICT),
    ("memory", "enchantment", "content.memory_needed", CONFLICT),
)


def fields_of_class(row: Item) -> Complaints:
    """Weapons have a type and a range, enchantments take up Memory, and nothing else does."""
    for field, kind, needed, refused in FIELDS:
        value = getattr(row, field)
        if kind in row.classes and value is None:
            yield Complaint(field, needed, what=f"is missing, and class {kind} needs it")
        elif kind not in row.classes and value is not None:
            yield Complaint(field, refused, f"only with class {kind}", "does not go with this class")


def only_of_class(row: Item) -> Complaints:
    """A Maou is an enchantment, and only armor does not stack (NW3-ENCHANT-05, NW3-ARMOR-04)."""
    for field, kind in (("maou", "enchantment"), ("doesnt_stack", "armor")):
        if getattr(row, field) and kind not in row.classes:
            yield Complaint(field, CONFLICT, f"only with class {kind}", "does not go with this class")


def slot_of_class(row: Item) -> Complaints:
    """Each class has its Slots, except for Unique Items and Brooms (NW3-ITEM-05)."""
    if row.unique or row.broom is not None or row.broom_option is not None:
        return
    for kind in row.classes:
        if row.slot not in SLOTS.get(kind, (row.slot,)):
            allowed = f"{', '.join(SLOTS[kind])} for class {kind}, or unique = true"
            yield Complaint("slot", "content.slot_class_mismatch", allowed, f"is no Slot of class {kind}")


def other_slot(row: Item) -> Complaints:
    """A Slot beside the usual ones has a name."""
    if row.slot == "other" and row.other_slot is None:
        yield Complaint("other_slot", "content.other_slot_needed", what='is missing, and slot "other" needs it')
    elif row.slot != "other" and row.other_slot is not None:
        yield Complaint("other_slot", CONFLICT, 'only with slot "other"', "does not go with this slot")


def general_item(row: Item) -> Complaints:
    """Brooms and enchantments work by magic (NW3-ITEM-13)."""
    if row.general and (row.broom is not None or "enchantment" in row.classes):
        yield Complaint("general", "content.general_conflict", "not for Brooms and enchantments", "does not go with it")


def potion(row: Item) -> Complaints:
    """A potion does something when it is used."""
    if "potion" in row.classes and not row.effect_block:
        yield Complaint("effect_block", "content.potion_without_effect", "at least one effect block", "is missing")


def service(row: Item) -> Complaints:
    """A service is used, not carried (NW3-ITEM-14)."""
    for field in ("weight", "modifiers"):
        if "service" in row.classes and getattr(row, field):
            yield Complaint(field, f"content.service_{field}", "none for a service", "does not go with a service")


def broom_category(row: Item) -> Complaints:
    """The category of a Broom tells which skill gives it, and `broom` means any (NW3-BROOM-11)."""
    if row.category == "broom":
        yield Complaint("category", "content.reserved_category", "another word", "means every Broom")
    elif row.broom is not None and row.category is None:
        yield Complaint("category", MISSING_FIELD, what="is missing, and a Broom needs it")


def broom_slot(row: Item) -> Complaints:
    """A Broom is equipped somewhere (NW3-BROOM-17)."""
    if row.broom is not None and row.slot == "none":
        yield Complaint("slot", "content.broom_needs_slot", "a Slot", "leaves no place for the Broom")


def broom_option(row: Item) -> Complaints:
    """An option is loaded on a Broom and worn nowhere (NW3-BROOM-18)."""
    if row.broom_option is None:
        return
    if row.broom is not None:
        yield Complaint("broom_option", "content.broom_and_option", "a Broom or an option", "stands beside broom")
    elif row.slot != "none":
        yield Complaint("slot", "content.option_slot", '"none" for a Broom Option', "is no place for an option")
    if row.broom_option.mounted_weapon and "weapon" not in row.classes:
        place = ("broom_option", "mounted_weapon")
        yield Complaint(place, "content.mounted_needs_weapon", "only with class weapon", "is no weapon")
    elif not row.broom_option.mounted_weapon and "weapon" in row.classes and not row.unique:
        what = "is no Slot of a weapon that is not mounted"
        yield Complaint("slot", "content.slot_class_mismatch", f"{', '.join(HANDS)}, or mounted_weapon = true", what)


ITEM_CHECKS = (
    fields_of_class,
    only_of_class,
    slot_of_class,
    other_slot,
    general_item,
    potion,
    service,
    broom_category,
    broom_slot,
    broom_option,
)
