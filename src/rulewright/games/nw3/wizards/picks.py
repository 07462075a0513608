"""Acquiring skills and raising them: what a pick may buy (NW3-SKILL-04 to -12, NW3-CHAR-08 to -11)."""

from __future__ import annotations

from typing import Final

from rulewright.engine.errors import Refused
from rulewright.games.nw3.options import Options
from rulewright.games.nw3.records.content import Nw3Content
from rulewright.games.nw3.records.content_blocks import GENERAL, Skill
from rulewright.games.nw3.records.tables import numbers
from rulewright.games.nw3.state import Character, Element, Sheet

AS_WRITTEN: Final = Options()
PICK: Final = "pick"
RULES: Final = {
    "unknown_block": "NW3-SKILL-04",
    "not_your_class": "NW3-SKILL-04",
    "creation_only": "NW3-SKILL-08",
    "cl_too_low": "NW3-SKILL-06",
    "max_sl": "NW3-SKILL-05",
    "sl_cap_creation": "NW3-CHAR-10",
    "secret_limit": "NW3-SKILL-10",
    "prerequisite_missing": "NW3-SKILL-07",
    "element_required": "NW3-SKILL-12",
}
"""The rule behind each reason."""


def why_not(
    content: Nw3Content,
    character: Character,
    skill_id: str,
    *,
    creation: bool,
    general_only: bool = False,
    house: Options = AS_WRITTEN,
) -> str:
    """The reason for which a Wizard cannot acquire a skill, or raise one that it has, by a pick; or "".

    `creation` says that the character is being made, `general_only` that the pick is for General Skills.
    """
    skill, sheet = content.skills_by_id.get(skill_id), sheet_of(character)
    if skill is None:
        return "unknown_block"
    if skill.class_ != GENERAL and (general_only or skill.class_ not in sheet.classes):
        return "not_your_class"
    sl = character.skills.get(skill_id, 0)
    if "trait" in skill.categories and not creation and not (sl and house.trait_raise_later):  # NW3-SKILL-OPEN-01
        return "creation_only"
    if sheet.cl < skill.acquire_cl:
        return "cl_too_low"
    if sl >= skill.max_sl:
        return "max_sl"
    if creation and sl >= numbers().creation.max_sl_at_creation:
        return "sl_cap_creation"
    if (
        not sl
        and "secret" in skill.categories
        and secrets_of(content, character, skill.class_) >= most_secrets(sheet, skill.class_)
    ):
        return "secret_limit"
    return "prerequisite_missing" if lacks_prerequisite(character, skill) else ""


def sheet_of(character: Character) -> Sheet:
    """The Sheet; raises `Refused` "not_your_class" where there is none, for only Wizards acquire skills."""
    if character.sheet is None:
        raise Refused("not_your_class", "NW3-SKILL-04", name=character.name)
    return character.sheet


def lacks_prerequisite(character: Character, skill: Skill) -> bool:
    """Whether a skill is missing, or too low, that this one needs (NW3-SKILL-07)."""
    needed = [one for one in skill.restrict if one.kind == "skill"]
    return any(character.skills.get(one.skill or "", 0) < one.level for one in needed)


def secrets_of(content: Nw3Content, character: Character, class_id: str) -> int:
    """How many different Secret skills of a class the character has, Automatic ones included."""
    known = content.skills_by_id
    owned = [known[id] for id in character.skills if id in known]
    return sum("secret" in skill.categories and skill.class_ == class_id for skill in owned)


def most_secrets(sheet: Sheet, class_id: str) -> int:
    """The most Secret skills of a class: one, or three where it is held twice (NW3-SKILL-10)."""
    figures = numbers().creation
    return figures.secret_skills_double if sheet.classes.count(class_id) > 1 else figures.secret_skills_single


def needs_element(content: Nw3Content, character: Character, skill_id: str) -> bool:
    """Whether an Element has to be chosen for this acquisition: the first one of a Spell (Pick) (NW3-SKILL-12)."""
    return content.skills_by_id[skill_id].elements == PICK and skill_id not in sheet_of(character).picked_elements


def acquire(
    content: Nw3Content,
    character: Character,
    skill_id: str,
    *,
    creation: bool,
    general_only: bool = False,
    element: Element | None = None,
    house: Options = AS_WRITTEN,
) -> None:
    """Acquire a skill at SL 1 or raise it by 1 (NW3-SKILL-05); raises `Refused` as `why_not` says.

    `element` is asked for at the first acquisition of a Spell (Pick) ("element_required"). Constant skills change
    numbers: `derived.settle` follows.
    """
    reason = why_not(content, character, skill_id, creation=creation, general_only=general_only, house=house)
    if not reason and needs_element(content, character, skill_id) and element is None:
        reason = "element_required"
    if reason:
        skill = content.skills_by_id.get(skill_id)
        raise Refused(reason, RULES[reason], block=skill.name if skill is not None else skill_id)
    gain(content, character, skill_id, element)


def gain(content: Nw3Content, character: Character, skill_id: str, element: Element | None = None) -> None:
    """Have a skill at SL 1, or 1 SL more of it, without any condition: Automatic and free skills (NW3-CHAR-08)."""
    if element is not None and needs_element(content, character, skill_id):
        sheet_of(character).picked_elements[skill_id] = element
    character.skills[skill_id] = character.skills.get(skill_id, 0) + 1


def auto_skills(content: Nw3Content, class_id: str) -> list[Skill]:
    """The Automatic skills of a class, in the order of the packs (NW3-SKILL-09)."""
    return [one for one in content.skill if one.class_ == class_id and "auto" in one.categories]
