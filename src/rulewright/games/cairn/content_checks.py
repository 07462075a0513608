"""Rules between the fields of Cairn's content: what a kind needs, what it may not have, what has to agree.

Each function holds one rule, takes one row, and yields a complaint where the rule is broken.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rulewright.engine.pack_checks import Check, Complaints
from rulewright.engine.packs import BAD_VALUE, CONFLICT, MISSING_FIELD, Complaint
from rulewright.games.cairn.content_dice import roll_dice

if TYPE_CHECKING:
    from rulewright.games.cairn.content_gear import Item, Relic
    from rulewright.games.cairn.content_people import BackgroundTable, TraitTable

BOOKS = ("spellbook", "scroll")


def only_with(field: str, other: str) -> Check:
    """A check: `field` is allowed only where `other` is given."""

    def check(row: Any) -> Complaints:
        if getattr(row, field) not in (None, False) and getattr(row, other) in (None, False):
            yield Complaint(field, CONFLICT, f"only together with {other}", f"stands without {other}")

    return check


def needs(field: str, other: str) -> Check:
    """A check: where `field` is given, `other` has to be given too."""

    def check(row: Any) -> Complaints:
        if getattr(row, field) and getattr(row, other) is None:
            yield Complaint(other, MISSING_FIELD, what=f"is missing, and {field} needs it")

    return check


def same_length(field: str) -> Check:
    """A check: the Finnish list beside `field` has as many entries as `field`."""

    def check(row: Any) -> Complaints:
        texts, twins = getattr(row, field), getattr(row, f"{field}_fi")
        if twins is not None and len(twins) != len(texts):
            yield Complaint(f"{field}_fi", BAD_VALUE, f"{len(texts)} entries, one for each of {field}")

    return check


def table_die(row: BackgroundTable | TraitTable) -> Complaints:
    """A table is read with one die, to which nothing is added."""
    count, _, plus = roll_dice(row.die)
    if count != 1 or plus:
        yield Complaint("die", BAD_VALUE, "one die: 1dN", "is more than one die")


def entries_for(field: str) -> Check:
    """A check: the table has an entry for each side of its die."""

    def check(row: Any) -> Complaints:
        count, sides, plus = roll_dice(row.die)
        entries = getattr(row, field)
        if count == 1 and not plus and len(entries) != sides:
            yield Complaint(field, BAD_VALUE, f"{sides} entries, one for each side of the {row.die}")

    return check


def book_size(item: Item) -> Complaints:
    """A spellbook takes one slot, a scroll none (CRN-SLOT-01)."""
    size = {"spellbook": "normal", "scroll": "petty"}.get(item.kind, item.size)
    if item.size != size:
        yield Complaint("size", CONFLICT, f'"{size}" for a {item.kind}', f"is no size of a {item.kind}")


def book_hands(item: Item) -> Complaints:
    """Reading aloud takes both hands (CRN-MAGIC-03, CRN-SCROLL-01)."""
    if item.kind in BOOKS and item.hands != 2:
        yield Complaint("hands", CONFLICT, f"2 for a {item.kind}", f"a {item.kind} is held in both hands")


def held_in_hands(item: Item) -> Complaints:
    """Armor that counts while it is held takes a hand (CRN-ARMOR-03)."""
    if item.active_when == "held" and not item.hands:
        yield Complaint("hands", CONFLICT, '1 or 2 with active_when "held"', "leaves no hand to hold it")


def ammunition(item: Item) -> Complaints:
    """Only shots are counted (CRN-RANGE-02)."""
    if item.ammo_tracked and item.range not in ("ranged", "both"):
        yield Complaint(
            "ammo_tracked", CONFLICT, "only for ranged weapons", "does not go with a weapon that never shoots"
        )


def power_or_spell(relic: Relic) -> Complaints:
    """A relic carries a power or a spell (CRN-RELIC-01)."""
    if relic.power is not None and relic.spell is not None:
        yield Complaint("spell", CONFLICT, "either power or spell", "stands beside a power")
    if relic.power is None and relic.spell is None:
        yield Complaint("power", CONFLICT, "either power or spell", "neither power nor spell is given")


def charges_at_start(relic: Relic) -> Complaints:
    """A relic starts with no more charges than it can hold."""
    if relic.charges_max is not None and (relic.charges_start or 0) > relic.charges_max:
        yield Complaint("charges_start", BAD_VALUE, f"0 to charges_max, {relic.charges_max}")
