"""The words of growth: every question, answer and message of Level Up, class change and XP has a text."""

from __future__ import annotations

import re
from importlib.resources import files
from typing import Any

import pytest

from nw3_growth import give, grow, pack_of, skill, with_skills
from nw3_people import carrying, catalogue, wizard
from nw3_scenes import Done, table
from rulewright.games.nw3.wizards.experience import AwardXp, SpendXp, begin_scenario, end_of_episode
from rulewright.games.nw3.wizards.level_up import HIGHEST_CL

MODULES = ("growing", "bonus_points", "class_change", "level_up", "preserving", "experience")
SOURCES = "".join(files("rulewright.games.nw3.wizards").joinpath(f"{name}.py").read_text("utf-8") for name in MODULES)
STEMS = "level|growth|place_bp|class_change|spend_xp|spend_valco|after|scenario"
KEYS = set(re.findall(rf'"((?:{STEMS})\.\w+)"', SOURCES))
REASONS = ("not_a_wizard", "highest_level", "xp_outside")


def said(key: str, facts: Any) -> None:
    text = catalogue().say(key, facts)
    assert "«" not in text, text


def careers() -> list[Done]:
    """Growth with every question and every message in it."""
    anna = wizard(skills={"shadow_step": 1})
    change = {"level_choice": "class_change"}
    _, raised = grow(anna, {"level_choice": "raise", "place_bp": ["eva", "patk", "mdef"]})
    _, anew = grow(anna, {"level_choice": "new", "place_bp.anew": "yes"}, bp_reallocate=True)
    _, changed = grow(anna, {**change, "class_change.into": "idol"})
    spell = with_skills(skill("first_flame", "taoist", 'categories = ["auto", "spell"]', 'elements = "pick"'))
    _, with_spell = grow(wizard(), {**change, "class_change.into": "taoist"}, more=spell)
    _, highest = grow(wizard(cl=HIGHEST_CL))
    little = pack_of(skill("magus_auto", "magus", 'categories = ["auto"]'))
    _, none = grow(wizard(pack=little), {"level_choice": "none"}, more=little)
    _, lost = grow(wizard(skills={"magus_auto": 1}, pack=little), {**change, "class_change.into": "magus"}, more=little)
    return [raised, anew, changed, with_spell, highest, none, lost, *spending()]


def spending() -> list[Done]:
    """XP awarded and spent, and the end of an Episode and of a Scenario."""
    ben = carrying(wizard("ben"), "jacket robe", "coat robe", "pin robe")
    ben.items[1].preserved = ben.items[1].lost = True
    world = table(ben, phase="after", xp_carries_over=False)
    award = give(world, AwardXp("ben", 10))
    answers = {"spend_xp": ["skill", "money", "valco", "keep"], "spend_xp.amount": 3,
               "spend_valco": ["preserve:jacket.1", "buy:cap", "done"]}  # fmt: skip
    spent = give(world, SpendXp("ben"), answers=answers)
    end = Done((), {})
    world.tell = end.tell
    end_of_episode(world)
    begin_scenario(world)
    return [award, spent, end]


def test_every_question_answer_and_message_has_words() -> None:
    used = set()
    for done in careers():
        for event in done.told:
            used.add(event.key)
            said(event.key, event.facts)
        for question in done.asked:
            used.add(question.key)
            said(question.key, question.facts)
            for option in question.options:
                used.add(option.key)
                said(option.key, option.facts)
                for what in option.cost:
                    said(what, {})
    assert {"level.rises", "place_bp.anew", "spend_valco.done", "after.returned", "class_change.coming"} <= KEYS
    assert used >= KEYS


@pytest.mark.parametrize("reason", REASONS)
def test_refusals_have_words(reason: str) -> None:
    assert f'"{reason}"' in SOURCES
    said(f"refuse.{reason}", {"name": "Anna", "most": 99, "least": 5})
