"""Making a Wizard: nine steps, one question at a time (NW3-CHAR-01 to -17).

The procedure works on no character of the table; it ends with a finished one. Every question carries the numbers as
they stand and what is still missing.
"""

from __future__ import annotations

from typing import Final

from rulewright.engine.events import Tell
from rulewright.engine.requests import Option, Procedure, Question, ask
from rulewright.games.nw3.options import Options
from rulewright.games.nw3.records.content import Nw3Content
from rulewright.games.nw3.records.tables import CLASSES, ELEMENTS
from rulewright.games.nw3.state import ATTRIBUTES, WIZARDS, Character, Sheet
from rulewright.games.nw3.wizards import derived
from rulewright.games.nw3.wizards.draft import Draft, told
from rulewright.games.nw3.wizards.labels import class_facts, element_facts
from rulewright.games.nw3.wizards.level_up import raise_level
from rulewright.games.nw3.wizards.outfitting import equip, purchase
from rulewright.games.nw3.wizards.skill_choices import choose_skills

NAME_LENGTH: Final = 60
FIRST, SECOND = "creation.first", "creation.second"


def create_character(
    content: Nw3Content, house: Options, to: str, *, name: str = "", cl: int = 1, listen: Tell | None = None
) -> Procedure[Character]:
    """Make a Wizard; `to` answers the questions, the name among them where none is given.

    It comes out with full HP, MP and Prana and no Critical and Fumble Values of its own yet (NW3-JUDGE-18). With
    `cl` above 1 the Level Ups follow (NW3-CHAR-02), and no XP are granted for them.
    """
    draft = Draft(content, house, to, listen)
    yield from _classes(draft)
    yield from _elements(draft)
    yield from _bonus(draft)
    yield from choose_skills(draft)
    yield from purchase(draft)
    yield from equip(draft)
    yield from _name(draft, name)
    character = draft.made
    while draft.sheet.cl < cl:
        yield from raise_level(content, house, character, listen)
    character.id = ""
    full(character)
    told(draft)
    return character


def full(character: Character) -> None:
    """HP, MP and Prana at their maxima (NW3-CHAR-07, -16)."""
    character.hp, character.mp, character.prana = character.body, character.mind, character.prana_max


# ---------------------------------------------------------------- steps 1 to 6


def _classes(draft: Draft) -> Procedure[None]:
    options = tuple(Option(id, "creation.class", class_facts(row)) for id, row in CLASSES.items())
    for which in (FIRST, SECOND):  # NW3-CHAR-01: any two, the same twice too
        question = Question("pick_classes", draft.to, options, None, "NW3-CHAR-01", draft.facts(which=which))
        draft.classes.append((yield from ask(question)))
    draft.done("classes")


def _elements(draft: Draft) -> Procedure[None]:
    options = tuple(Option(id, "creation.element", element_facts(row)) for id, row in ELEMENTS.items())
    for which in (FIRST, SECOND):  # NW3-CHAR-03: in order
        question = Question("pick_elements", draft.to, options, None, "NW3-CHAR-03", draft.facts(which=which))
        draft.elements.append((yield from ask(question)))
    draft.done("elements")


def _bonus(draft: Draft) -> Procedure[None]:
    now = draft.facts()
    options = tuple(
        Option(one, "creation.attribute", {"attribute": f"stat.{one}", "now": now[one]}) for one in ATTRIBUTES
    )
    draft.bonus = yield from ask(Question("bonus_point", draft.to, options, None, "NW3-CHAR-04", now))
    draft.done("bonus")
    (first, second), (element, other) = draft.classes, draft.elements
    sheet = Sheet((first, second), (element, other), draft.bonus)
    sheet.grown_body, sheet.grown_mind = derived.class_growth(draft.classes)
    draft.character = Character(draft.to, "", "pc", WIZARDS, sheet=sheet, values_rolled=False)
    draft.settle()
    told(draft)


def _name(draft: Draft, name: str) -> Procedure[None]:
    if not name:
        question = Question("name", draft.to, (), None, "NW3-CHAR-17", draft.facts(), "text", least=1, most=NAME_LENGTH)
        name = yield from ask(question)
    classes = "/".join(CLASSES[one].name for one in draft.classes)
    draft.made.name = " ".join(name.split()) or classes  # blanks are no name
