"""The starter pack shows the whole vocabulary: each word that a block may hold is used by some skill or item."""

from __future__ import annotations

from typing import Literal, get_args, get_origin

import msgspec
import pytest

from rulewright.games.nw3.records import vocabulary
from rulewright.games.nw3.records.effects import (
    AnyEffect,
    Attack,
    CriticalShift,
    InflictStatus,
    Modify,
    Movement,
    Retarget,
)
from rulewright.games.nw3.records.formula_checks import places
from rulewright.games.nw3.records.starter import starter
from vocabularies import Words, used

PACK = starter()
EVERYWHERE = used(PACK.skill, PACK.item)
VOCABULARY = {
    name: get_args(kind)
    for name, kind in vars(vocabulary).items()
    if get_origin(kind) is Literal and name not in ("Attribute", "Stat")  # these stand inside of longer lists only
}
ELSEWHERE = sorted((choice for choice in EVERYWHERE if choice not in VOCABULARY.values()), key=str)
"""Lists of words that stand at one field only, such as ("new", "best", "worst")."""
EFFECTS = [effect for skill in PACK.skill for effect in skill.effect]
SPELLS = [skill for skill in PACK.skill if "spell" in skill.categories]
FORMS = {
    "a spell of one Element": any(isinstance(one.elements, tuple) and len(one.elements) == 1 for one in SPELLS),
    "a spell of two Elements": any(isinstance(one.elements, tuple) and len(one.elements) == 2 for one in SPELLS),
    "a spell without an Element": any(one.elements is None for one in SPELLS),
    "several timings": any(len(skill.timings) > 1 for skill in PACK.skill),
    "several limits": any(len(skill.limits) > 1 for skill in PACK.skill),
    "uses that add up": any(skill.stacks for skill in PACK.skill),
    "a partner for nothing": any(skill.cost_waived for skill in PACK.skill),
    "a cost that may be lowered": any(cost.reducible for skill in PACK.skill for cost in skill.cost),
    "a cost with dice": any(
        path[0] == "cost" and text.has_dice for skill in PACK.skill for path, text in places(skill)
    ),
    "a locked Target": any(skill.target.lock for skill in PACK.skill),
    "any number picked": any(skill.target.pick and skill.target.n is None for skill in PACK.skill),
    "up to a number picked": any(skill.target.pick and skill.target.n is not None for skill in PACK.skill),
    "a whole Engage": any(skill.target.kind == "area" and not skill.target.pick for skill in PACK.skill),
    "a Judge against a Bad Status": any(isinstance(one, InflictStatus) and one.save for one in EFFECTS),
    "against an Element": any(isinstance(one, Modify) and one.vs_element for one in EFFECTS),
    "another Target": any(isinstance(one, Retarget) and one.to for one in EFFECTS),
    "forced movement": any(isinstance(one, Movement) and one.forced for one in EFFECTS),
    "several steps": any(isinstance(one, Movement) and one.steps != 1 for one in EFFECTS),
    "nearer to a number": any(isinstance(one, CriticalShift) and one.toward for one in EFFECTS),
    "further from a number": any(isinstance(one, CriticalShift) and one.away for one in EFFECTS),
    "guards": any(one.guard for one in EFFECTS),
    "a physical attack with magical damage": any(
        isinstance(one, Attack) and (one.attack, one.damage) == ("physical", "magical") for one in EFFECTS
    ),
    "a magical attack with physical damage": any(
        isinstance(one, Attack) and (one.attack, one.damage) == ("magical", "physical") for one in EFFECTS
    ),
}


@pytest.mark.parametrize("name", sorted(VOCABULARY))
def test_every_word_of_the_vocabulary_is_used(name: str) -> None:
    assert set(VOCABULARY[name]) - EVERYWHERE[VOCABULARY[name]] == set()


@pytest.mark.parametrize("effect", get_args(AnyEffect), ids=lambda effect: effect.__name__)
def test_every_kind_of_effect_is_used_by_a_skill(effect: type[msgspec.Struct]) -> None:
    assert any(isinstance(one, effect) for skill in PACK.skill for one in skill.effect)


@pytest.mark.parametrize("choice", ELSEWHERE, ids=lambda choice: "-".join(choice))
def test_every_word_of_other_lists_is_used(choice: Words) -> None:
    assert set(choice) == EVERYWHERE[choice]


@pytest.mark.parametrize("form", FORMS)
def test_every_form_of_a_field_is_used_by_a_skill(form: str) -> None:
    assert FORMS[form]
