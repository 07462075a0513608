"""Rules between the fields of one character."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright.engine.pack_checks import Check, Complaints, given
from rulewright.engine.packs import BAD_VALUE, CONFLICT, MISSING_FIELD, Complaint
from rulewright.games.nwo.records.vocabulary import DERIVED_KEYS, STATS

if TYPE_CHECKING:
    from rulewright.games.nwo.records.characters import Character

LEVELLED = {"class": "class_", "class_levels": "class_levels", "total_level": "total_level"}
"""What only a character with a class has: the name in TOML and the one here."""


def npc_only(field: str) -> Check:
    """A check: only an NPC has this field."""

    def check(character: Character) -> Complaints:
        if character.kind == "pc" and given(getattr(character, field)):
            yield Complaint(field, CONFLICT, 'only with kind "npc"', "does not go with a player character")

    return check


def class_or_free(character: Character) -> Complaints:
    """Who is not free of levels has a class, its level and a total level; who is free of them has none."""
    for field, name in LEVELLED.items():
        value = getattr(character, name)
        if character.level_free and value is not None:
            yield Complaint(field, CONFLICT, "not with level_free", "stands beside level_free")
        elif not character.level_free and value is None:
            yield Complaint(field, MISSING_FIELD, what="is missing, and only level_free goes without")


def stats_when_free(character: Character) -> Complaints:
    """Who is free of levels has all stats written down, and nobody else has."""
    if character.level_free:
        for key in DERIVED_KEYS:
            if key not in character.stats:
                yield Complaint(("stats", key), MISSING_FIELD, what="is missing, and level_free needs it")
    elif character.stats:
        yield Complaint("stats", CONFLICT, "only with level_free", "stands without level_free")


def levels_sum(character: Character) -> Complaints:
    """The total level covers the levels of the classes."""
    levels, total = character.class_levels, character.total_level
    if levels is not None and total is not None and total < sum(levels.values()):
        allowed = f"{sum(levels.values())} or more, the sum of class_levels"
        yield Complaint("total_level", BAD_VALUE, allowed, "is below the sum of the class levels")


def aura_given(character: Character) -> Complaints:
    """A player character says where its fighting spirit lies; who is free of levels has it in the stats."""
    for field in ("aura_total", "aura"):
        there = given(getattr(character, field))
        if character.level_free and there:
            yield Complaint(field, CONFLICT, "not with level_free", "stands beside level_free")
        elif character.kind == "pc" and not there:
            yield Complaint(field, MISSING_FIELD, what="is missing, and every player character needs it")


def aura_complete(character: Character) -> Complaints:
    """Fighting spirit is told for each of the seven combat values."""
    for stat in STATS:
        if character.aura and stat not in character.aura:
            yield Complaint(("aura", stat), MISSING_FIELD, "a whole number from 0 to 999")


def aura_sum(character: Character) -> Complaints:
    """All fighting spirit is placed (NWO-AURA-02)."""
    placed = sum(character.aura.values())
    if character.kind == "pc" and (character.aura_total is None or not character.aura):
        return  # told already
    if placed != (character.aura_total or 0):
        allowed = f"a sum of {character.aura_total or 0}, which is aura_total"
        yield Complaint("aura", BAD_VALUE, allowed, f"comes to {placed}")


def critical_and_fumble(character: Character) -> Complaints:
    """No sum is a critical and a fumble at once (NWO-JUDGE-07)."""
    for index, value in enumerate(character.fumble):
        if value in character.critical:
            yield Complaint(("fumble", index), CONFLICT, "no C value", "is a C value too")


def ability_once(character: Character) -> Complaints:
    """An ability is known at one level."""
    known = [one.ability for one in character.abilities]
    for index, ability in enumerate(known):
        if ability in known[:index]:
            yield Complaint(("abilities", index, "ability"), BAD_VALUE, "each ability once", "stands there twice")
