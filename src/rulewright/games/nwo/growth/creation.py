"""Making a beginner step by step. The rules leave this to content (NWO-OPEN-42); the scheme and its figures are ours.

Class, attributes, fighting spirit, C and F values, elements, abilities, gear, spells and a name are chosen in that
order, because each counts for what comes after it.
"""

from __future__ import annotations

from typing import Final

from rulewright.engine.events import Tell
from rulewright.engine.requests import Option, Procedure, Question, ask
from rulewright.games.nwo import standing
from rulewright.games.nwo.growth import choices, outfit
from rulewright.games.nwo.growth.draft import Draft
from rulewright.games.nwo.growth.labels import ability_facts, class_facts, spell_facts
from rulewright.games.nwo.growth.records import character_of, record_of
from rulewright.games.nwo.options import Options
from rulewright.games.nwo.records.content import NwoContent
from rulewright.games.nwo.records.growth import Class
from rulewright.games.nwo.records.uses import Spell
from rulewright.games.nwo.state import COMBAT_STATS, Character

RULE: Final = "NWO-OPEN-42"
NAME_LENGTH: Final = 60
FIRST_LEVEL: Final = 1


def create_character(
    content: NwoContent, house: Options, to: str, *, name: str = "", listen: Tell | None = None
) -> Procedure[Character]:
    """Make a character of level 1; `to` answers the questions, the name among them where none is given."""
    draft = Draft(content, house, to, listen)
    yield from _class(draft)
    yield from _attributes(draft)
    yield from _aura(draft)
    yield from _luck(draft)
    yield from _elements(draft)
    yield from _abilities(draft)
    yield from outfit.buy(draft)
    yield from _spells(draft)
    yield from _name(draft, name)
    return character_of(content, house, record_of(draft.character))


# ---------------------------------------------------------------- class and attributes


def _class(draft: Draft) -> Procedure[None]:
    rows = draft.content.class_
    barred = {row.id: "class_requirement" for row in rows if _needed(draft, row) is None}
    options = tuple(Option(row.id, "creation.one_class", class_facts(draft.content, row)) for row in rows)
    question = Question(
        "creation.class", draft.to, tuple(one for one in options if one.value not in barred), None, RULE, draft.facts(),
        barred=barred, barred_options=tuple(one for one in options if one.value in barred),
    )  # fmt: skip
    class_ = draft.content.classes_by_id[(yield from ask(question))]
    character = draft.character
    character.class_, character.class_levels = class_.id, {class_.id: FIRST_LEVEL}
    character.abilities = {one.ability: one.level for one in class_.auto_abilities}  # NWO-CLASS-03
    for id, least in class_.requires.items():  # what the class asks for is paid first (NWO-CLASS-01)
        character.attributes[id] = max(character.attributes[id], least)
    draft.settle()


def _needed(draft: Draft, row: Class) -> int | None:
    """The points of attributes that a class asks for; None where a beginner cannot have them."""
    figures = draft.figures.attributes
    if any(least > figures.most for least in row.requires.values()):
        return None
    points = sum(max(0, least - figures.start) for least in row.requires.values())
    return points if points <= figures.points else None


def _attributes(draft: Draft) -> Procedure[None]:
    """Spread the points, one attribute after another; the last takes what is left."""
    figures, attributes = draft.figures.attributes, draft.character.attributes
    left = figures.points - sum(value - figures.start for value in attributes.values())
    for number, id in enumerate(list(attributes), 1):
        room = sum(figures.most - value for value in list(attributes.values())[number:])
        now = attributes[id]
        least, most = now + max(0, left - room), min(figures.most, now + left)
        if least < most:
            attribute = draft.content.attributes_by_id[id].name
            facts = draft.facts(attribute=attribute, left=left, now=now)
            question = Question("creation.attribute", draft.to, (), least, RULE, facts, "number", least, most)
            least = yield from ask(question)
        left -= least - now
        attributes[id] = least
        draft.settle()


# ---------------------------------------------------------------- fighting spirit, luck and elements


def _aura(draft: Draft) -> Procedure[None]:
    """Place the points of fighting spirit one at a time (NWO-AURA-01)."""
    for left in range(draft.figures.aura, 0, -1):
        values = draft.character.now.values
        options = tuple(
            Option(stat, "creation.one_stat", {"stat": f"card.value.{stat}", "now": values[stat]})
            for stat in COMBAT_STATS
        )
        question = Question("creation.aura", draft.to, options, None, "NWO-AURA-01", draft.facts(left=left))
        stat = yield from ask(question)
        draft.character.aura[stat] = draft.character.aura.get(stat, 0) + 1
        draft.settle()


def _luck(draft: Draft) -> Procedure[None]:
    """Choose C and F values (NWO-JUDGE-07)."""
    rows = {str(number): row for number, row in enumerate(draft.figures.luck, 1)}
    options = tuple(
        Option(id, "creation.one_luck", {"critical": list(row.critical), "fumble": list(row.fumble)})
        for id, row in rows.items()
    )
    answer = yield from ask(Question("creation.luck", draft.to, options, None, "NWO-JUDGE-07", draft.facts()))
    draft.character.critical, draft.character.fumble = rows[answer].critical, rows[answer].fumble
    draft.settle()


def _elements(draft: Draft) -> Procedure[None]:
    rows = draft.content.elements_by_id
    options = tuple(Option(id, "creation.one_element", {"name": row.name}) for id, row in rows.items())
    most = min(draft.figures.elements, len(options))
    facts = draft.facts(number=most)
    question = Question("creation.elements", draft.to, options, None, RULE, facts, "several", most, most)
    answer = yield from ask(question)
    draft.character.elements = tuple(id for id in rows if id in answer)


# ---------------------------------------------------------------- abilities, spells and the name


def _abilities(draft: Draft) -> Procedure[None]:
    """Picks as in a level up (NWO-LEVEL-07)."""
    for left in range(draft.figures.abilities, 0, -1):
        open_to, barred = choices.open_abilities(draft.content, draft.character)
        if not open_to:
            return
        known = draft.character.abilities
        rows = [*open_to, *(draft.content.abilities_by_id[id] for id in barred)]
        every = [Option(row.id, "creation.one_ability", ability_facts(row, known.get(row.id, 0) + 1)) for row in rows]
        question = Question(
            "creation.ability", draft.to, tuple(every[: len(open_to)]), None, "NWO-LEVEL-07", draft.facts(left=left),
            barred=barred, barred_options=tuple(every[len(open_to) :]),
        )  # fmt: skip
        choices.raised(draft.content, draft.character, (yield from ask(question)))
        draft.settle()


def castable(draft: Draft) -> list[Spell]:
    """The spells of the own elements whose casting value and MP the character has (NWO-LEVEL-08, NWO-CAST-08)."""
    magic, mp = standing.value(draft.character, "magic"), standing.mp_max(draft.character)
    learnable = choices.open_spells(draft.content, draft.character)
    return [spell for spell in learnable if spell.casting_value <= magic and spell.mp <= mp]


def _spells(draft: Draft) -> Procedure[None]:
    rows = castable(draft)
    most = min(draft.figures.spells, len(rows))
    if not most:
        return
    options = tuple(Option(row.id, "creation.one_spell", spell_facts(draft.content, row)) for row in rows)
    facts = draft.facts(number=most)
    question = Question("creation.spells", draft.to, options, None, "NWO-LEVEL-08", facts, "several", most, most)
    draft.character.spells = list((yield from ask(question)))
    draft.settle()


def _name(draft: Draft, name: str) -> Procedure[None]:
    if not name:
        question = Question("creation.name", draft.to, (), None, RULE, draft.facts(), "text", 1, NAME_LENGTH)
        name = yield from ask(question)
    class_ = draft.content.classes_by_id[draft.character.class_].name
    draft.character.name = " ".join(name.split())[:NAME_LENGTH] or class_  # blanks are no name
