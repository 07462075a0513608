"""Acquiring skills and raising them: what a pick may buy (NW3-SKILL-04 to -12, NW3-CHAR-08 to -11)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Literal, TypeAlias

from rulewright.engine.errors import Refused
from rulewright.engine.requests import Option, Procedure, Question, ask
from rulewright.games.nw3.options import Options
from rulewright.games.nw3.records.content import Nw3Content
from rulewright.games.nw3.records.content_blocks import GENERAL, Skill
from rulewright.games.nw3.records.tables import ELEMENTS, numbers
from rulewright.games.nw3.state import Character, Element, Sheet
from rulewright.games.nw3.wizards.labels import element_facts, skill_facts

AS_WRITTEN: Final = Options()
PICK: Final = "pick"
Kind: TypeAlias = Literal["new", "raise", "any"]
"""Whether a pick is for a skill that is not owned, for 1 SL more of one that is, or for either."""


def offered(
    content: Nw3Content,
    character: Character,
    *,
    creation: bool,
    only: str = "",
    kind: Kind = "any",
    house: Options = AS_WRITTEN,
) -> tuple[list[Skill], dict[str, str]]:
    """The skills that a pick may buy a Wizard, and why not the others of its classes or of everybody.

    `creation` says that the character is being made, `only` names the one class that the pick is for. Raises
    `Refused` for who is no Wizard.
    """
    open_to, barred = [], {}
    classes = (only,) if only else (*sheet_of(character).classes, GENERAL)  # NW3-SKILL-04
    for skill in content.skill:
        if skill.class_ not in classes or kind == ("new" if skill.id in character.skills else "raise"):
            continue
        reason = _why_not(content, character, skill, creation, house)
        if reason:
            barred[skill.id] = reason
        else:
            open_to.append(skill)
    return open_to, barred


def option(character: Character, skill: Skill) -> Option:
    """A skill as something to pick, at the SL that it comes to."""
    sl = character.skills.get(skill.id, 0)
    return Option(skill.id, "creation.raise" if sl else "creation.skill", skill_facts(skill, sl + 1))


def _why_not(content: Nw3Content, character: Character, skill: Skill, creation: bool, house: Options) -> str:
    """The reason for which a Wizard cannot acquire a skill of its own, or raise one that it has, or ""."""
    sheet, sl = sheet_of(character), character.skills.get(skill.id, 0)
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


def choose_element(
    content: Nw3Content, character: Character, skill: Skill, to: str, facts: Mapping[str, Any]
) -> Procedure[Element | None]:
    """The Element that `to` chooses for a skill about to be had; None, without a question, where it needs none."""
    if not needs_element(content, character, skill.id):
        return None
    options = tuple(Option(id, "creation.element", element_facts(row)) for id, row in ELEMENTS.items())
    shown = {**facts, **skill_facts(skill, 1)}
    element: Element = yield from ask(Question("pick_element", to, options, None, "NW3-SKILL-12", shown))
    return element


def gain(content: Nw3Content, character: Character, skill_id: str, element: Element | None = None) -> None:
    """Have a skill at SL 1, or 1 SL more of it, without any condition: Automatic and free skills (NW3-CHAR-08)."""
    if element is not None and needs_element(content, character, skill_id):
        sheet_of(character).picked_elements[skill_id] = element
    character.skills[skill_id] = character.skills.get(skill_id, 0) + 1


def auto_skills(content: Nw3Content, class_id: str) -> list[Skill]:
    """The Automatic skills of a class, in the order of the packs (NW3-SKILL-09)."""
    return [one for one in content.skill if one.class_ == class_id and "auto" in one.categories]
