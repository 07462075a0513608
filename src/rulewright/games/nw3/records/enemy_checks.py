"""Rules between the fields of an enemy: what each category needs and may not have (NW3-ENEMY-17)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rulewright.engine.pack_checks import Complaints, given
from rulewright.engine.packs import CONFLICT, MISSING_FIELD, UNKNOWN_REF, Complaint
from rulewright.games.nw3.records.tables import CLASSES
from rulewright.games.nw3.state import STATS

if TYPE_CHECKING:
    from rulewright.games.nw3.records.enemies import Enemy

LEAST_MOB: Final = 10
BUILD: Final = ("classes", "elements", "bonus_attribute")
"""What a Guest is built from; it needs all of them."""
GUEST_ONLY: Final = (*BUILD, "cl", "bp", "changes")
NUMBERS: Final = ("stats", "hp", "mp")
"""Finished numbers, which a Guest gets from its build and an Extra does not have."""
NOT_OF_GUESTS: Final = ("element", "second_element", "awareness", "attributes", "attacks")
PAIRS: Final = (("pacc", "patk"), ("macc", "matk"))
"""Accuracy and attack that go together (NW3-ENEMY-08)."""


def nature(row: Enemy) -> Complaints:
    """An Innocent is neither Emulator nor Wizard."""
    for other in ("emulator", "wizard"):
        if row.innocent and getattr(row, other):
            yield Complaint(other, "content.nature_conflict", "not with innocent = true", "does not go with innocent")


def incomplete(row: Enemy) -> Complaints:
    """Only an enemy can be incomplete, and only then can attacks on it hit by themselves (NW3-ENEMY-08, -09)."""
    if row.incomplete and row.category != "enemy":
        what = f'does not go with category "{row.category}"'
        yield Complaint("incomplete", "content.incomplete_category", 'only with category "enemy"', what)
    if row.auto_hit and not row.incomplete:
        allowed, what = "only with incomplete = true", "needs incomplete = true"
        yield Complaint("auto_hit", "content.auto_hit_needs_incomplete", allowed, what)


def build(row: Enemy) -> Complaints:
    """A Guest has what a PC is built from, and nobody else has (NW3-ENEMY-03)."""
    if row.category != "guest":
        for field in GUEST_ONLY:
            if given(getattr(row, field)):
                what = f'does not go with category "{row.category}"'
                yield Complaint(field, "content.guest_only", 'only with category "guest"', what)
        return
    for field in BUILD:
        value = getattr(row, field)
        if not given(value):
            yield Complaint(field, "content.guest_build_needed", what='is missing, and category "guest" needs it')
        elif field != "bonus_attribute" and len(value) != 2:
            what = f"has {len(value)} entries"
            yield Complaint(field, "content.guest_build_needed", "exactly two", what)


def known_classes(row: Enemy) -> Complaints:
    """The classes of a Guest are those of the rules."""
    for index, one in enumerate(row.classes):
        if one not in CLASSES:
            yield Complaint(("classes", index), UNKNOWN_REF, ", ".join(CLASSES), "is no class")


def not_of_guests(row: Enemy) -> Complaints:
    """What follows from the build of a Guest is not given beside it."""
    for field in NOT_OF_GUESTS:
        if row.category == "guest" and given(getattr(row, field)):
            what = 'does not go with category "guest"'
            yield Complaint(field, CONFLICT, "only for who is no Guest", what)


def second_element(row: Enemy) -> Complaints:
    """A second Element stands beside a first."""
    if row.second_element is not None and row.element is None:
        yield Complaint("second_element", CONFLICT, "only with element", "stands without a first")


def awareness(row: Enemy) -> Complaints:
    """Whoever can lie in ambush has an Awareness, given once (NW3-DANGER-04)."""
    if row.category in ("mob", "enemy") and not row.incomplete and row.awareness is None:
        what = f'is missing, and category "{row.category}" needs it'
        yield Complaint("awareness", MISSING_FIELD, what=what)
    if "awareness" in row.attributes:
        yield Complaint(("attributes", "awareness"), CONFLICT, "the field awareness", "has a field of its own")


def numbers(row: Enemy) -> Complaints:
    """A Mob and an enemy have all numbers, an Extra and a Guest none of their own (NW3-ENEMY-07)."""
    if row.category in ("extra", "guest"):
        for field in NUMBERS:
            if given(getattr(row, field)):
                what = f'does not go with category "{row.category}"'
                yield Complaint(field, "content.extra_stats", 'only with category "mob" or "enemy"', what)
    elif not row.incomplete:
        missing = [stat for stat in STATS if stat not in row.stats]
        if missing:
            yield Complaint("stats", "content.stats_incomplete", "all eight", f"lacks {', '.join(missing)}")


def hit_points(row: Enemy) -> Complaints:
    """A Mob and an enemy have HP; only an incomplete one may fall after so many hits instead (NW3-ENEMY-10)."""
    if row.category in ("mob", "enemy") and not row.incomplete and row.hp is None:
        yield Complaint("hp", MISSING_FIELD, what=f'is missing, and category "{row.category}" needs it')
    if row.hits_to_defeat is not None and (not row.incomplete or row.hp is not None):
        allowed = "only with incomplete = true and without hp"
        yield Complaint("hits_to_defeat", "content.hits_or_hp", allowed, "does not go with the other fields")


def can_attack(row: Enemy) -> Complaints:
    """An incomplete enemy can at least attack (NW3-ENEMY-08)."""
    if row.incomplete and not any(hit in row.stats and damage in row.stats for hit, damage in PAIRS):
        yield Complaint("stats", "content.incomplete_no_attack", "pacc and patk, or macc and matk", "has no attack")


def head_count(row: Enemy) -> Complaints:
    """A Mob stands for ten or more (NW3-ENEMY-06)."""
    if row.category != "mob":
        if row.count is not None:
            what = f'does not go with category "{row.category}"'
            yield Complaint("count", "content.mob_only", 'only with category "mob"', what)
    elif row.count is None:
        yield Complaint("count", MISSING_FIELD, what='is missing, and category "mob" needs it')
    elif row.count < LEAST_MOB:
        yield Complaint("count", "content.mob_count", f"a whole number at least {LEAST_MOB}", "are too few for a Mob")


def prana(row: Enemy) -> Complaints:
    """Prana needs a special rule that gives it (NW3-ENEMY-04)."""
    if row.prana and row.prana_rule is None:
        what = f"is missing, and prana = {row.prana} needs it"
        yield Complaint("prana_rule", "content.prana_rule_needed", "a text", what)


def calamity(row: Enemy) -> Complaints:
    """A Calamity has to be allowed expressly (NW3-ENEMY-05)."""
    if row.calamity and not row.calamity_allowed:
        what = "needs calamity_allowed = true"
        yield Complaint("calamity", "content.calamity_not_allowed", "only with calamity_allowed = true", what)


def plan(row: Enemy) -> Complaints:
    """Advice on HP is for a Boss (NW3-ENEMY-15)."""
    if row.plan is not None and not row.boss:
        yield Complaint("plan", "content.plan_only_boss", "only with boss = true", "needs boss = true")


ENEMY_CHECKS: Final = (nature, incomplete, build, known_classes, not_of_guests, second_element, awareness, numbers,
                       hit_points, can_attack, head_count, prana, calamity, plan)  # fmt: skip
