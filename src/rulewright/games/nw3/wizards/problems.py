"""What a character breaks or misses (NW3-CHAR-17): choices, picks, Bonus Points, things, and numbers out of bounds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from rulewright.engine.events import Event
from rulewright.engine.pack_problems import nearest
from rulewright.games.nw3.options import Options
from rulewright.games.nw3.records.content import Nw3Content
from rulewright.games.nw3.records.content_blocks import GENERAL, Skill
from rulewright.games.nw3.records.tables import numbers
from rulewright.games.nw3.state import GROUP_1, GROUP_2, Character, Sheet
from rulewright.games.nw3.wizards import bonus_points, derived, equipping, picks
from rulewright.games.nw3.wizards.belongings import equipped
from rulewright.games.nw3.wizards.creation import NAME_LENGTH

RULES: Final = {
    "not_your_class": "NW3-SKILL-04",
    "cl_too_low": "NW3-SKILL-06",
    "max_sl": "NW3-SKILL-05",
    "sl_cap_creation": "NW3-CHAR-10",
    "secret_limit": "NW3-SKILL-10",
    "prerequisite_missing": "NW3-SKILL-07",
    "element_required": "NW3-SKILL-12",
}
"""The rule behind each reason for which a skill is wrong."""


def problems(content: Nw3Content, house: Options, character: Character) -> list[Event]:
    """Everything that the character breaks or misses, as messages; none for a complete and correct one."""
    found = [*_person(house, character), *_unknown(content, character)]
    if character.sheet is not None:
        if character.kind == "pc" and character.sheet.changes:
            found.append(_problem("changes", "NW3-ENEMY-03", found=", ".join(character.sheet.changes)))
        found += _sheet(content, house, character, character.sheet)
    return [*found, *_outfit(content, house, character)]


def _problem(key: str, rule: str, **facts: Any) -> Event:
    return Event(f"problem.{key}", facts, rule)


def _person(house: Options, character: Character) -> Iterator[Event]:
    if not character.name.strip() or len(character.name) > NAME_LENGTH:
        yield _problem("name", "NW3-CHAR-17", found=repr(character.name), allowed=f"1..{NAME_LENGTH}")
    if character.kind == "pc" and character.sheet is None:
        yield _problem("no_sheet", "NW3-CHAR-01")
    for pool, most in (("hp", character.body), ("mp", character.mind), ("prana", character.prana_max)):
        now: int = getattr(character, pool)
        if not 0 <= now <= most:
            yield _problem("range", "NW3-CHAR-07", at=f"term.{pool}", found=now, allowed=f"0..{most}")
    if character.critical == character.fumble and not house.cf_equal_allowed:  # NW3-JUDGE-20
        yield _problem("cf_equal", "NW3-JUDGE-20", value=character.critical)


def _unknown(content: Nw3Content, character: Character) -> Iterator[Event]:
    for id in character.skills:
        if id not in content.skills_by_id:
            yield _problem("unknown", "NW3-SKILL-04", found=id, allowed=nearest(id, content.skills_by_id))
    for thing in character.items:
        if thing.item not in content.items_by_id:
            yield _problem("unknown", "NW3-ITEM-01", found=thing.item, allowed=nearest(thing.item, content.items_by_id))
    ids = [thing.id for thing in character.items]
    for id in dict.fromkeys(id for id in ids if ids.count(id) > 1):
        yield _problem("twice", "NW3-ITEM-11", found=id)


# ---------------------------------------------------------------- what the Sheet says


def _sheet(content: Nw3Content, house: Options, character: Character, sheet: Sheet) -> Iterator[Event]:
    known = {id: content.skills_by_id[id] for id in character.skills if id in content.skills_by_id}
    for skill in known.values():
        reason = _wrong_skill(content, character, sheet, skill)
        if reason:
            yield _problem("skill", RULES[reason], skill=skill.name, why=f"refuse.{reason}")
    yield from _automatic(content, house, character, sheet)
    missing = _missing_picks(content, character, sheet)
    if missing > 0:
        yield _problem("picks", "NW3-CHAR-17", missing=missing)
    if sheet.cl == 1:
        growth = derived.class_growth(sheet.classes)
        if (sheet.grown_body, sheet.grown_mind) != growth:
            yield _problem("growth", "NW3-CHAR-06", found=f"{sheet.grown_body}, {sheet.grown_mind}",
                           allowed=", ".join(map(str, growth)))  # fmt: skip
    yield from _bonus_points(sheet)


def _wrong_skill(content: Nw3Content, character: Character, sheet: Sheet, skill: Skill) -> str:
    """Why the character cannot have this skill at its SL, or "".

    What class changes and experience may have brought later is not held against a higher CL.
    """
    sl, new = character.skills[skill.id], sheet.cl == 1
    if new and skill.class_ not in (*sheet.classes, GENERAL):
        return "not_your_class"
    if sl > skill.max_sl:
        return "max_sl"
    if new and skill.class_ != GENERAL and sl > numbers().creation.max_sl_at_creation:
        return "sl_cap_creation"
    if skill.acquire_cl > sheet.cl and "auto" not in skill.categories:
        return "cl_too_low"
    secrets = picks.secrets_of(content, character, skill.class_)
    if new and "secret" in skill.categories and secrets > picks.most_secrets(sheet, skill.class_):
        return "secret_limit"
    if picks.lacks_prerequisite(character, skill) and "auto" not in skill.categories:
        return "prerequisite_missing"
    return "element_required" if picks.needs_element(content, character, skill.id) else ""


def _automatic(content: Nw3Content, house: Options, character: Character, sheet: Sheet) -> Iterator[Event]:
    """Free and Automatic skills that are not there (NW3-CHAR-08)."""
    for id in numbers().creation.free_general_skills:
        if id in content.skills_by_id and id not in character.skills:
            yield _problem("free_skill", "NW3-CHAR-08", skill=content.skills_by_id[id].name)
    for class_id in dict.fromkeys(sheet.classes):
        every = [skill.id for skill in picks.auto_skills(content, class_id)]
        owned = [id for id in every if id in character.skills]
        if len(owned) < (len(every) if house.auto_skills_per_class == "all" else min(1, len(every))):
            yield _problem("auto_skill", "NW3-CHAR-08", skill=", ".join(
                content.skills_by_id[id].name for id in every if id not in owned))  # fmt: skip


def _missing_picks(content: Nw3Content, character: Character, sheet: Sheet) -> int:
    """How many picks are neither used nor waived: of creation, and one for each Level Up.

    A character with more skills has got them by experience.
    """
    figures = numbers().creation
    free = sum(id in content.skills_by_id for id in figures.free_general_skills)
    automatic = sum(bool(picks.auto_skills(content, class_id)) for class_id in sheet.classes)
    due = free + automatic + figures.skill_picks + figures.general_skill_picks + sheet.cl - 1
    return due - sum(character.skills.values()) - sheet.waived


def _bonus_points(sheet: Sheet) -> Iterator[Event]:
    """Bonus Points above the total of a group, or above the most in one stat (NW3-LEVEL-04, -05)."""
    for group, rule in ((GROUP_1, "NW3-LEVEL-04"), (GROUP_2, "NW3-LEVEL-05")):
        placed, total = bonus_points.held(sheet.placed, group), bonus_points.total(group, sheet.cl)
        if placed > total:
            yield _problem("bonus_points", rule, found=placed, allowed=total)
        most = bonus_points.most(group, sheet.cl)
        for stat in group:
            points = sheet.placed.get(stat, 0)
            if points > most:
                yield _problem("bonus_points_in_one", rule, stat=f"stat.{stat}", found=points, allowed=most)


# ---------------------------------------------------------------- things


def _outfit(content: Nw3Content, house: Options, character: Character) -> Iterator[Event]:
    reason = equipping.outfit_breaks(content, house, character, equipped(character))
    if reason:
        yield _problem("outfit", equipping.RULES[reason], why=f"refuse.{reason}")
    things = {thing.id: thing for thing in character.items}
    for thing in character.items:
        item, broom = content.items_by_id.get(thing.item), things.get(thing.loaded)
        if item is not None and thing.loaded:
            carrier = content.items_by_id.get(broom.item) if broom is not None else None
            reason = equipping.mismatch(item, carrier) if carrier is not None else "not_owned"
            if reason:
                yield _problem("outfit", equipping.RULES[reason], why=f"refuse.{reason}")
        if item is not None and item.broom is not None:
            used = equipping.occupied(content, character, thing)
            if used > item.broom.capacity:
                yield _problem("capacity", "NW3-BROOM-14", item=item.name, found=used, allowed=item.broom.capacity)
