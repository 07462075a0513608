"""NW3-SKILL-04 to -12, NW3-CHAR-09 to -11: what a pick may buy."""

from __future__ import annotations

from typing import Any

import pytest

from nw3_people import content, enemy, wizard
from rulewright.engine.errors import Refused
from rulewright.games.nw3.battles.casting import elements_of
from rulewright.games.nw3.battles.usable import Usable
from rulewright.games.nw3.options import Options
from rulewright.games.nw3.records.content_blocks import GENERAL
from rulewright.games.nw3.records.effects import Attack
from rulewright.games.nw3.state import Character, Element
from rulewright.games.nw3.wizards import conditions, picks


def why_not(character: Character, skill: str, creation: bool = True, **more: Any) -> str:
    """Why a pick cannot buy a skill, or ""; "not_offered" where it is not among the skills at all."""
    open_to, barred = picks.offered(content(), character, creation=creation, **more)
    assert not {one.id for one in open_to} & {*barred}
    return "" if skill in {one.id for one in open_to} else barred.get(skill, "not_offered")


def acquire(
    character: Character, *skills: str, creation: bool = True, element: Element | None = None, **more: Any
) -> Character:
    for skill in skills:
        assert why_not(character, skill, creation, **more) == ""
        picks.gain(content(), character, skill, element)
    return character


# ---------------------------------------------------------------- worked examples


@pytest.mark.rule("NW3-SKILL-06", "NW3-CHAR-10")
def test_the_cl_has_to_be_high_enough() -> None:
    assert why_not(wizard(), "late_lesson") == "cl_too_low"  # A1
    assert why_not(wizard(), "old_hand") == "cl_too_low"
    assert acquire(wizard(cl=2), "late_lesson", "old_hand", creation=False).skills == {"late_lesson": 1, "old_hand": 1}


@pytest.mark.rule("NW3-SKILL-05")
def test_no_skill_rises_above_its_max_sl() -> None:
    assert why_not(wizard(skills={"first_aid": 3}), "first_aid", creation=False) == "max_sl"  # A2
    assert acquire(wizard(skills={"first_aid": 2}), "first_aid", creation=False).skills == {"first_aid": 3}
    assert why_not(wizard(skills={"lunar_robe": 1}), "lunar_robe") == "max_sl"


@pytest.mark.rule("NW3-SKILL-10")
def test_one_secret_of_each_class() -> None:
    anna = acquire(wizard(classes=("vampire", "hero")), "vampire_secret_1")
    assert why_not(anna, "vampire_secret_2") == "secret_limit"  # A3
    assert acquire(anna, "hero_secret").skills == {"vampire_secret_1": 1, "hero_secret": 1}
    assert acquire(anna, "vampire_secret_1").skills["vampire_secret_1"] == 2  # A5: a raise does not count


@pytest.mark.rule("NW3-SKILL-10")
def test_three_secrets_of_a_class_that_is_held_twice() -> None:
    anna = acquire(wizard(classes=("vampire", "vampire")), *(f"vampire_secret_{n}" for n in (1, 2, 3)))
    assert why_not(anna, "vampire_secret_4") == "secret_limit"  # A4


@pytest.mark.rule("NW3-SKILL-07")
def test_a_prerequisite_has_to_be_owned_at_its_sl() -> None:
    anna = acquire(wizard(), "smoke")
    assert why_not(anna, "needs_smoke") == "prerequisite_missing"  # A6
    assert acquire(anna, "smoke", "needs_smoke").skills == {"smoke": 2, "needs_smoke": 1}
    assert why_not(wizard(), "needs_smoke") == "prerequisite_missing"


@pytest.mark.rule("NW3-SKILL-08", "NW3-LEVEL-03", "NW3-SKILL-OPEN-01")
def test_trait_skills_belong_to_creation() -> None:
    assert why_not(wizard(), "born_hidden", creation=False) == "creation_only"  # A7
    anna = acquire(wizard(), "born_hidden")
    assert why_not(anna, "born_hidden", creation=False) == "creation_only"
    later = Options(trait_raise_later=True)
    assert why_not(wizard(), "born_hidden", creation=False, house=later) == "creation_only"
    assert acquire(anna, "born_hidden", creation=False, house=later).skills == {"born_hidden": 2}


@pytest.mark.rule("NW3-SKILL-11", "NW3-CLASS-06")
def test_a_secret_of_a_class_that_is_given_up_is_kept() -> None:
    anna = acquire(wizard(classes=("vampire", "idol")), "vampire_secret_1")  # A8: declaring it is another matter
    assert anna.sheet is not None
    anna.sheet.classes = ("ninja", "idol")
    assert anna.skills == {"vampire_secret_1": 1}
    assert conditions.secret_not_held(anna, content().skills_by_id["vampire_secret_1"])
    assert why_not(anna, "vampire_secret_1", creation=False) == "not_offered"
    anna.sheet.classes = ("idol", "vampire")
    assert not conditions.secret_not_held(anna, content().skills_by_id["vampire_secret_1"])


@pytest.mark.rule("NW3-SKILL-12")
def test_the_element_of_a_spell_is_picked_once() -> None:
    anna = wizard()
    assert anna.sheet is not None
    assert picks.needs_element(content(), anna, "any_spell")
    acquire(anna, "any_spell", element="fire")
    assert not picks.needs_element(content(), anna, "any_spell")
    acquire(anna, "any_spell")  # A9
    assert (anna.skills["any_spell"], anna.sheet.picked_elements) == (2, {"any_spell": "fire"})
    acquire(anna, "any_spell", creation=False, element="water")
    assert (anna.skills["any_spell"], anna.sheet.picked_elements) == (3, {"any_spell": "fire"})


@pytest.mark.rule("NW3-SKILL-12")
@pytest.mark.parametrize(
    ("skill", "elements"),
    [
        ("evening_bell", ("wind",)),  # A10: elements = "first"
        ("storm_carousel", ("light",)),
        ("cinder_ring", ("fire", "light")),
        ("any_spell", ("dark",)),
        ("marching_song", ("wind",)),
    ],
)
def test_the_elements_of_a_spell(skill: str, elements: tuple[str, ...]) -> None:
    anna, block = wizard(), content().skills_by_id[skill]
    assert anna.sheet is not None
    anna.sheet.picked_elements = {"any_spell": "dark"}
    strike = Attack(attack="magical", hit_stat="macc", damage_stat="matk", damage="magical")
    assert elements_of(anna, Usable(skill, block.name, block, 1), strike) == elements


@pytest.mark.rule("NW3-SKILL-12")
def test_other_spells_need_no_element() -> None:
    anna = acquire(wizard(), "second_spell", element="fire")
    assert anna.sheet is not None
    assert anna.sheet.picked_elements == {}


@pytest.mark.rule("NW3-LEVEL-03", "NW3-OPEN-22")
def test_a_pick_may_be_for_new_skills_or_for_owned_ones_alone() -> None:
    anna = wizard(skills={"first_aid": 1})
    assert why_not(anna, "first_aid", False, kind="new") == "not_offered"
    assert why_not(anna, "first_aid", False, kind="raise") == ""
    assert why_not(anna, "shadow_step", False, kind="raise") == "not_offered"
    assert why_not(anna, "shadow_step", False, kind="new") == ""


# ---------------------------------------------------------------- creation


@pytest.mark.rule("NW3-CHAR-09", "NW3-CHAR-10")
def test_no_skill_rises_above_two_at_creation() -> None:
    anna = wizard(classes=("idol", "idol"), skills={"idol_auto": 2})
    assert why_not(anna, "idol_auto") == "sl_cap_creation"  # H15
    assert acquire(anna, "idol_auto", creation=False).skills == {"idol_auto": 3}


@pytest.mark.rule("NW3-SKILL-04", "NW3-CHAR-10", "NW3-CHAR-11", "NW3-ENEMY-11")
def test_skills_of_the_own_classes_and_general_ones() -> None:
    assert why_not(wizard(), "vampire_secret_1") == "not_offered"
    assert why_not(wizard(), "vampire_auto") == "not_offered"
    assert acquire(wizard(), "shadow_step", "hard_skin", "first_aid").skills == {
        "shadow_step": 1, "hard_skin": 1, "first_aid": 1,
    }  # fmt: skip
    assert why_not(wizard(), "shadow_step", only=GENERAL) == "not_offered"
    assert acquire(wizard(), "first_aid", only=GENERAL).skills == {"first_aid": 1}
    with pytest.raises(Refused, match="not_your_class"):
        why_not(enemy(), "first_aid")


@pytest.mark.rule("NW3-SKILL-09")
def test_an_automatic_skill_can_be_bought_and_is_gained_without_conditions() -> None:
    assert [skill.id for skill in picks.auto_skills(content(), "idol")] == ["idol_auto", "idol_second_auto"]
    anna = acquire(wizard(classes=("idol", "ninja")), "idol_auto", "idol_auto")
    assert anna.skills == {"idol_auto": 2}
    picks.gain(content(), anna, "late_lesson")
    picks.gain(content(), anna, "late_lesson")
    assert anna.skills["late_lesson"] == 2
