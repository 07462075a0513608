"""Characters as rows of packs and as they are played: each made from the other."""

from __future__ import annotations

import re

from rulewright.games.nwo import standing
from rulewright.games.nwo.options import Options
from rulewright.games.nwo.records import characters as rows
from rulewright.games.nwo.records.content import NwoContent
from rulewright.games.nwo.records.growth import KnownAbility
from rulewright.games.nwo.records.vocabulary import ID_PATTERN, NONE, STATS
from rulewright.games.nwo.state import Character, NaturalWeapon, Thing

NAMELESS = "wizard"
"""The id of a row whose name gives none."""


def record_of(character: Character) -> rows.Character:
    """The row of a character: what it is made of, without how it is now."""
    free = character.level_free
    aura = {} if free else {stat: character.aura.get(stat, 0) for stat in STATS}
    has_aura = character.kind == "pc" or character.aura_total > 0
    return rows.Character(
        id=_row_id(character), name=character.name, kind=character.kind, faction=character.faction,
        size=character.size, flying=character.flying, at_zero=character.at_zero or None,  # type: ignore[arg-type]
        attributes=dict(character.attributes), class_=character.class_ or None,
        class_levels=None if free else dict(character.class_levels),
        total_level=None if free else character.total_level,
        level_free=free, stats=dict(character.stats),  # type: ignore[arg-type]
        hp_max=character.hp_max, mp_max=character.mp_max, prana_max=character.prana_max, release=character.release,
        aura_total=character.aura_total if has_aura and not free else None, aura=aura if has_aura else {},
        critical=character.critical, fumble=character.fumble, elements=character.elements,
        spells=tuple(character.spells),
        abilities=tuple(KnownAbility(ability=id, level=level) for id, level in character.abilities.items()),
        gear=tuple(rows.Belonging(item=thing.item, location=thing.location) for thing in character.gear),
        natural_weapons=tuple(
            rows.NaturalWeapon(id=one.id, name=one.name, range=one.range, modifiers=one.modifiers,
                               element=one.element or NONE)
            for one in character.natural_weapons
        ),
    )  # fmt: skip


def character_of(content: NwoContent, house: Options, record: rows.Character) -> Character:
    """The character of a row, away from any table: unhurt, with full MP and prana."""
    character = Character(
        record.id, record.name, record.kind, record.faction, size=record.size, flying=record.flying,
        at_zero=record.at_zero or "", attributes=dict(record.attributes), level_free=record.level_free,
        stats={str(key): value for key, value in record.stats.items()}, class_=record.class_ or "",
        class_levels=dict(record.class_levels or {}),
        total_level=record.total_level or 1, hp_max=record.hp_max, mp_max=record.mp_max, prana_max=record.prana_max,
        release=record.release, aura_total=record.aura_total or 0,
        aura={stat: points for stat, points in record.aura.items() if points},
        critical=record.critical, fumble=record.fumble, elements=record.elements,
        spells=list(record.spells), abilities={one.ability: one.level for one in record.abilities},
        gear=[
            Thing(f"{one.item}.{number}", one.item, one.location, getattr(content.gear_by_id[one.item], "uses", None))
            for number, one in enumerate(record.gear, 1)
        ],
        natural_weapons=[
            NaturalWeapon(one.id, one.name, (one.range[0], one.range[1]), dict(one.modifiers),
                          "" if one.element == NONE else one.element)
            for one in record.natural_weapons
        ],
    )  # fmt: skip
    standing.settle(content, house, character)
    character.hp, character.mp = standing.hp_max(character), standing.mp_max(character)
    character.prana = character.prana_max
    return character


def _row_id(character: Character) -> str:
    """The id of the row: the one it has, or one from its name."""
    if re.fullmatch(ID_PATTERN, character.id):
        return character.id
    made = re.sub(r"[^a-z0-9]+", "_", character.name.lower()).strip("_")[:40]
    return made if re.fullmatch(ID_PATTERN, made) else NAMELESS
