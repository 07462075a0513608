"""NW3-CLASS-01 to -07: another class in a Level Up, with its stats, its Automatic skill, and what stays."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nw3_growth import asked, at_random, grow, pack_of, refuses_answer, sheet_of, skill, with_skills
from nw3_judge_helpers import house, values
from nw3_people import carrying, content, wizard
from nw3_scenes import table
from rulewright.engine.drivers import run
from rulewright.engine.world import pack, unpack
from rulewright.games.nw3.battles import blocks
from rulewright.games.nw3.records.tables import CLASSES
from rulewright.games.nw3.state import ATTRIBUTES, STATS, Character, State
from rulewright.games.nw3.wizards import standing
from rulewright.games.nw3.wizards.bonus_points import why_not_placed
from rulewright.games.nw3.wizards.class_change import why_not
from rulewright.games.nw3.wizards.conditions import secret_not_held
from rulewright.games.nw3.wizards.level_up import raise_level

NINJA = {"classes": ("ninja", "broomman")}
TO_MAGUS = {"level_choice": "class_change", "class_change": "ninja", "class_change.into": "magus"}


def change(going: str, coming: str, **answers: Any) -> dict[str, Any]:
    """The answers that change a class."""
    return {"level_choice": "class_change", "class_change": going, "class_change.into": coming, **answers}


def stats(character: Character) -> list[int]:
    """The eight stats before Equipment, Body and Mind."""
    before = character.pre_equip
    return [*(getattr(before, stat) for stat in STATS), character.pre_equip_body, character.pre_equip_mind]


def halfway(character: Character, answers: dict[str, Any], **options: Any) -> Character:
    """The Wizard after the class change, before Bonus Points and before Body and Mind grow."""
    asked(raise_level(content(), house(**options), character), "place_bp", answers)
    return character


def question(character: Character, key: str, answers: dict[str, Any], more: Any = None, **options: Any) -> Any:
    """The first question with this key in a Level Up."""
    return asked(raise_level(more or content(), house(**options), character), key, answers)


# ---------------------------------------------------------------- worked examples


@pytest.mark.rule("NW3-CLASS-02", "NW3-CLASS-03")
@pytest.mark.parametrize("option", ["table_once", "recompute"])
def test_stats_before_and_after_the_last_step(option: Any) -> None:
    anna = halfway(wizard(), TO_MAGUS, class_change_body_mind=option)
    assert stats(anna) == [10, 7, 9, 14, 2, 4, 1, 1, 25, 22]  # K1
    anna, done = grow(wizard(), TO_MAGUS, class_change_body_mind=option)
    assert stats(anna) == [10, 7, 9, 14, 2, 4, 1, 1, 29, 28]  # K2
    changed = done.event("class_change.changed").facts
    assert (changed["going"], changed["coming"], changed["body"], changed["mind"]) == ("Ninja", "Magus", 25, 22)


@pytest.mark.rule("NW3-CLASS-03", "NW3-OPEN-24")
@pytest.mark.parametrize(("option", "numbers"), [("table_once", (35, 32)), ("recompute", (33, 34))])
def test_body_and_mind_at_a_higher_level(option: Any, numbers: tuple[int, int]) -> None:  # K3
    anna = wizard(cl=2)
    assert (anna.body, anna.mind) == (33, 24)
    answers = question(anna, "class_change.into", {"level_choice": "class_change"}, class_change_body_mind=option)
    magus = next(one for one in answers.options if one.value == "magus")
    anna, _ = grow(wizard(cl=2), TO_MAGUS, class_change_body_mind=option)
    assert (anna.body, anna.mind) == numbers == (magus.facts["body"], magus.facts["mind"])


@pytest.mark.rule("NW3-CLASS-02")
def test_attributes_stay() -> None:  # K4
    for anna in (halfway(wizard(), TO_MAGUS), grow(wizard(), TO_MAGUS)[0], grow(wizard(cl=2), TO_MAGUS)[0]):
        assert sheet_of(anna).classes == ("magus", "broomman")
        assert [getattr(anna.attributes, name) for name in ATTRIBUTES] == [8, 10, 8, 5, 5, 7]
        assert (anna.prana_max, anna.cl) == (5, sheet_of(anna).cl)


@pytest.mark.rule("NW3-CLASS-05", "NW3-CLASS-01")
def test_who_changes_back_has_a_pick() -> None:  # K5
    anna, _ = grow(wizard(skills={"paper_double": 1}), TO_MAGUS)
    assert anna.skills == {"paper_double": 1, "magus_auto": 1}
    anna, done = grow(anna, change("magus", "ninja", level_skill="shadow_step"))
    assert sheet_of(anna).classes == ("ninja", "broomman")
    assert anna.skills == {"paper_double": 1, "magus_auto": 1, "shadow_step": 1}
    assert done.question("level_skill").rule == "NW3-CLASS-05"
    assert "cinder_ring" not in values(done.question("level_skill"))  # of the old pair


@pytest.mark.rule("NW3-CLASS-06", "NW3-SKILL-11")
def test_a_secret_skill_stays_and_rests_until_its_class_is_held_again() -> None:  # K6
    more = with_skills(skill("true_edge", "edge_master", 'categories = ["secret"]'), skill("open_edge", "edge_master"))
    anna = wizard(classes=("edge_master", "hero"), skills={"true_edge": 1, "open_edge": 1})
    anna, _ = grow(anna, change("edge_master", "gunslinger"), more=more)
    assert anna.skills.keys() >= {"true_edge", "open_edge"}
    assert [secret_not_held(anna, more.skills_by_id[id]) for id in ("true_edge", "open_edge")] == [True, False]
    world = table(anna)
    world.content = more
    usable = {one.id: one for one in blocks.owned(world, anna)}
    reasons = {id: blocks.why_not(world, anna, one, "auto_action") for id, one in usable.items()}
    assert reasons["true_edge"] == "secret_class_not_held"
    assert reasons["open_edge"] != "secret_class_not_held"
    anna, _ = grow(anna, change("hero", "edge_master"), more=more)
    assert blocks.why_not(world, anna, usable["true_edge"], "auto_action") == reasons["open_edge"]


@pytest.mark.rule("NW3-CLASS-06", "NW3-SKILL-11")
def test_a_constant_secret_skill_has_no_effect_meanwhile() -> None:
    anna = wizard(classes=("vampire", "broomman"), skills={"secret_art": 1, "vampire_auto": 1})
    assert anna.pre_equip.matk == 1 + 1 + 4
    anna, _ = grow(anna, change("vampire", "tamer"))
    assert anna.pre_equip.matk == 0 + 1
    anna, _ = grow(anna, change("tamer", "vampire"))
    assert anna.pre_equip.matk == 1 + 1 + 4


# ---------------------------------------------------------------- which class


@pytest.mark.rule("NW3-CLASS-01")
def test_any_class_but_itself() -> None:
    anna = wizard()
    into = question(anna, "class_change.into", {"level_choice": "class_change", "class_change": "broomman"})
    assert set(values(into)) == CLASSES.keys() - {"broomman"}
    assert "ninja" in values(into)
    assert refuses_answer(anna, into, "broomman") == "same_class" == why_not("broomman", "broomman")
    assert why_not("broomman", "ninja") == ""
    going = question(wizard(), "class_change", {"level_choice": "class_change"})
    assert values(going) == ["ninja", "broomman"]


@pytest.mark.rule("NW3-CLASS-01")
def test_of_a_class_held_twice_one_goes_without_a_question() -> None:
    anna, done = grow(wizard(classes=("magus", "magus")), {"level_choice": "class_change", "class_change.into": "hero"})
    assert "class_change" not in done.questions
    assert sheet_of(anna).classes == ("hero", "magus")
    assert refuses_answer(anna, done.question("class_change.into"), "magus") == "same_class"


@pytest.mark.rule("NW3-CLASS-01", "NW3-CLASS-05", "NW3-OPEN-25", "NW3-SKILL-10")
@pytest.mark.parametrize("option", ["one", "all"])
@pytest.mark.parametrize("owned", [{"idol_auto": 1}, {}])
def test_the_other_class_once_more_gives_one_pick(option: Any, owned: dict[str, int]) -> None:
    anna = wizard(classes=("ninja", "idol"), skills=owned)
    answers = change("ninja", "idol", level_skill="first_aid")
    anna, done = grow(anna, answers, auto_skills_per_class=option)
    assert sheet_of(anna).classes == ("idol", "idol")
    assert anna.skills == {**owned, "first_aid": 1}
    assert done.questions.count("level_skill") == 1
    more = change("ninja", "vampire", level_skill="vampire_secret_2")  # the limit is that of the new pair
    anna = wizard(classes=("ninja", "vampire"), skills={"vampire_auto": 1, "vampire_secret_1": 1})
    assert grow(anna, more)[0].skills["vampire_secret_2"] == 1


# ---------------------------------------------------------------- Automatic skills


@pytest.mark.rule("NW3-CLASS-04", "NW3-LEVEL-03")
def test_the_only_automatic_skill_is_gained_and_no_other() -> None:
    anna, done = grow(wizard(skills={"smoke": 1}), TO_MAGUS)
    assert anna.skills == {"smoke": 1, "magus_auto": 1}
    assert not {"level_skill", "choose_auto_skill"} & set(done.questions)


@pytest.mark.rule("NW3-CLASS-04", "NW3-SKILL-08", "NW3-SKILL-10")
def test_neither_its_cl_nor_its_categories_are_checked() -> None:
    late = skill("late_auto", "tamer", 'categories = ["auto", "trait", "secret"]', "acquire_cl = 9")
    anna, _ = grow(wizard(), change("ninja", "tamer"), more=with_skills(late))
    assert anna.skills == {"late_auto": 1}


@pytest.mark.rule("NW3-CLASS-04", "NW3-SKILL-12")
def test_an_automatic_spell_has_its_element_chosen() -> None:
    spell = skill("first_flame", "taoist", 'categories = ["auto", "spell"]', 'elements = "pick"')
    answers = change("ninja", "taoist", pick_element="wind")
    anna, _ = grow(wizard(), answers, more=with_skills(spell))
    assert sheet_of(anna).picked_elements == {"first_flame": "wind"}


@pytest.mark.rule("NW3-CLASS-04", "NW3-OPEN-21")
@pytest.mark.parametrize(
    ("option", "gained"), [("one", {"idol_second_auto": 1}), ("all", {"idol_auto": 1, "idol_second_auto": 1})]
)
def test_of_several_one_is_chosen_or_all_are_gained(option: Any, gained: dict[str, int]) -> None:
    answers = change("ninja", "idol", choose_auto_skill="idol_second_auto")
    anna, done = grow(wizard(), answers, auto_skills_per_class=option)
    assert anna.skills == gained
    assert ("choose_auto_skill" in done.questions) == (option == "one")
    if option == "one":
        assert values(done.question("choose_auto_skill")) == ["idol_auto", "idol_second_auto"]


@pytest.mark.rule("NW3-CLASS-05", "NW3-OPEN-21")
@pytest.mark.parametrize(
    ("option", "owned", "gained"),
    [
        ("one", ["idol_auto"], "first_aid"),
        ("one", ["idol_auto", "idol_second_auto"], "first_aid"),
        ("all", ["idol_auto"], "idol_second_auto"),
        ("all", ["idol_auto", "idol_second_auto"], "first_aid"),
    ],
)
def test_who_owns_one_or_with_the_option_every_one_has_a_pick(option: Any, owned: list[str], gained: str) -> None:
    anna = wizard(skills=dict.fromkeys(owned, 1))
    answers = change("ninja", "idol", level_skill="first_aid")
    anna, done = grow(anna, answers, auto_skills_per_class=option)
    assert anna.skills == dict.fromkeys([*owned, gained], 1)
    assert ("level_skill" in done.questions) == (gained == "first_aid")


@pytest.mark.rule("NW3-OPEN-25", "NW3-CLASS-05")
@pytest.mark.parametrize("option", [False, True])
def test_a_class_without_an_automatic_skill(option: bool) -> None:
    answers = change("ninja", "tamer", level_skill="smoke" if not option else "first_aid")
    anna, done = grow(wizard(), answers, class_change_no_auto_gives_pick=option)
    assert anna.skills == ({"first_aid": 1} if option else {})
    assert ("level_skill" in done.questions) == option
    assert sheet_of(anna).waived == (0 if option else 1)


@pytest.mark.rule("NW3-CLASS-05", "NW3-OPEN-22")
@pytest.mark.parametrize("option", [True, False])
def test_the_pick_may_raise_a_skill_unless_the_option_forbids_it(option: bool) -> None:
    anna = wizard(skills={"magus_auto": 1, "hard_skin": 1, "shadow_step": 1})
    pick = question(anna, "level_skill", TO_MAGUS, level_skill_raises_sl=option)
    assert ("hard_skin" in values(pick)) == option
    assert "shadow_step" not in values(pick)  # of the class that went
    assert "cinder_ring" in values(pick)
    assert refuses_answer(anna, pick, "street_name") == "creation_only"
    assert refuses_answer(anna, pick, "unerring_ring") == "cl_too_low"


@pytest.mark.rule("NW3-CLASS-05")
def test_a_pick_without_any_skill_to_take_is_lost() -> None:
    little = pack_of(skill("magus_auto", "magus", 'categories = ["auto"]'))
    anna, done = grow(wizard(skills={"magus_auto": 1}, pack=little), TO_MAGUS, more=little)
    assert "growth.no_skill" in done.keys
    assert (anna.skills, sheet_of(anna).waived) == ({"magus_auto": 1}, 1)


# ---------------------------------------------------------------- the rest


@pytest.mark.rule("NW3-CLASS-07", "NW3-CLASS-02")
def test_bonus_points_stay_and_the_other_steps_go_on() -> None:
    first = {"level_choice": "new", "level_skill": "smoke", "place_bp": ["eva", "patk", "mdef"]}
    anna, _ = grow(wizard(), first)
    anna, done = grow(anna, {**TO_MAGUS, "place_bp": ["matk"]})
    assert sheet_of(anna).placed == {"eva": 1, "patk": 1, "mdef": 1, "matk": 1}
    assert stats(anna) == [10, 7, 9 + 1, 14, 2 + 1, 4 + 1, 1, 1 + 1, 35, 32]
    assert done.log[-1] == "level.body_mind"


@pytest.mark.rule("NW3-CLASS-07", "NW3-CHAR-07")
def test_hp_and_mp_above_a_new_maximum_fall_to_it() -> None:
    anna, _ = grow(wizard(), TO_MAGUS)
    assert (anna.hp, anna.body, anna.mp, anna.mind) == (25, 29, 20, 28)
    hurt, _ = grow(wizard(hp=11, mp=3), TO_MAGUS)
    assert (hurt.hp, hurt.mp) == (11, 3)


@pytest.mark.rule("NW3-CLASS-06", "NW3-ENCHANT-02")
def test_enchantments_that_no_longer_fit_are_put_away() -> None:
    wide = skill(
        "wide_mind", "vampire", 'categories = ["secret"]', timing="constant",
        effect='kind = "modify", scope = "stat", stat = "memory_capacity", amount = "2"',
    )  # fmt: skip
    more = with_skills(wide)
    anna = wizard(classes=("vampire", "broomman"), skills={"wide_mind": 1}, pack=more)
    carrying(anna, "six_script", "wide_script", "four_script")
    standing.refresh(more, house(), anna)
    assert (standing.memory(more, anna), standing.memory_limit(more, anna)) == (9, 9)
    anna, done = grow(anna, change("vampire", "tamer", memory_overflow_choice="six_script.1"), more=more)
    assert done.question("memory_overflow_choice").facts["limit"] == 8
    assert [thing.where for thing in anna.items] == ["robe", "equipped", "equipped"]
    assert (standing.memory(more, anna), standing.memory_limit(more, anna)) == (6, 8)


# ---------------------------------------------------------------- whole careers


@pytest.mark.rule("NW3-CLASS-02", "NW3-CLASS-03", "NW3-LEVEL-04", "NW3-LEVEL-05", "NW3-LEVEL-09")
@given(st.integers(), st.integers(1, 12), st.sampled_from(["table_once", "recompute"]))
def test_any_career(seed: int, levels: int, option: Any) -> None:
    one = wizard(classes=("vampire", "idol"))
    attributes, prana = msgspec.structs.replace(one.attributes), one.prana_max
    answer, options = at_random(seed), house(class_change_body_mind=option)
    for cl in range(2, levels + 2):
        before = sheet_of(one).classes
        run(raise_level(content(), options, one), lambda sides: 1, answer)
        sheet = sheet_of(one)
        strong = one.skills.get("strong_back", 0)  # the one skill that changes an Attribute
        assert one.attributes == msgspec.structs.replace(attributes, strength=attributes.strength + strong)
        assert (one.prana_max, one.cl) == (prana, cl)
        assert why_not_placed(cl, sheet.placed) == ""
        assert len(set(before) - set(sheet.classes)) <= 1
        rows = [CLASSES[id] for id in sheet.classes]
        if option == "recompute" and before != sheet.classes:
            assert sheet.grown_body == cl * sum(row.body for row in rows)
            assert sheet.grown_mind == cl * sum(row.mind for row in rows)
        assert 0 <= one.hp <= one.body
        assert 0 <= one.mp <= one.mind
    state = State(options, characters={one.id: one})
    assert unpack(pack(state), State) == state
