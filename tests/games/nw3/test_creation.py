"""NW3-CHAR-01 to -17: making a Wizard, and what one breaks or misses."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nw3_people import catalogue, content, ids, wizard
from rulewright.engine.drivers import SampledDice, Script, run
from rulewright.engine.events import Event
from rulewright.engine.requests import Question
from rulewright.games.nw3.options import Options
from rulewright.games.nw3.records.starter import starter
from rulewright.games.nw3.state import ATTRIBUTES, STATS, Attributes, Character
from rulewright.games.nw3.wizards.belongings import equipped
from rulewright.games.nw3.wizards.creation import create_character
from rulewright.games.nw3.wizards.desk import Desk
from rulewright.games.nw3.wizards.problems import problems
from rulewright.table.questions import check

ANNA: dict[str, Any] = {
    "pick_classes": ["ninja", "broomman"], "pick_elements": ["wind", "light"], "bonus_point": "finesse",
    "skill_picks": ["shadow_step", "shadow_step", "smoke", "hard_skin"], "general_picks": ["first_aid", "quick_feet"],
    "purchase": "done", "equip": "done", "name": "Anna",
}  # fmt: skip


def made(answers: Mapping[str, Any] | None = None, **options: Any) -> tuple[Character, list[Question], list[Event]]:
    """The worked character with other answers; what was asked and told on the way."""
    script, told = Script((), {**ANNA, **(answers or {})}), list[Event]()
    house = Options(**options)
    return script.run(create_character(content(), house, "maker", listen=told.append)), script.asked, told


def keys(asked: list[Question]) -> list[str]:
    return [question.key for question in asked]


def values(question: Question) -> list[str]:
    return [option.value for option in question.options]


def first(asked: list[Question], key: str) -> Question:
    return next(question for question in asked if question.key == key)


# ---------------------------------------------------------------- the nine steps


@pytest.mark.rule("NW3-CHAR-01", "NW3-CHAR-03", "NW3-CHAR-04", "NW3-CHAR-08", "NW3-CHAR-10", "NW3-CHAR-11")
def test_the_steps_come_in_order() -> None:
    anna, asked, _ = made()
    assert keys(asked) == [
        "pick_classes", "pick_classes", "pick_elements", "pick_elements", "bonus_point", *["skill_picks"] * 4,
        *["general_picks"] * 2, "purchase", "name",
    ]  # fmt: skip
    assert {question.to for question in asked} == {"maker"}
    assert anna.skills == {
        "lunar_robe": 1, "lunar_casket": 1, "paper_double": 1, "stable_key": 1, "shadow_step": 2, "smoke": 1,
        "hard_skin": 1, "first_aid": 1, "quick_feet": 1,
    }  # fmt: skip
    assert (anna.id, anna.name, anna.kind, anna.sheet and anna.sheet.classes) == (
        "", "Anna", "pc", ("ninja", "broomman"),
    )  # fmt: skip


@pytest.mark.rule("NW3-CHAR-04", "NW3-CHAR-06", "NW3-CHAR-07", "NW3-CHAR-12", "NW3-CHAR-16", "NW3-JUDGE-18")
def test_the_finished_character_has_all_its_numbers() -> None:
    anna, _, _ = made()
    assert anna.attributes == Attributes(8, 10, 8, 5, 5, 7)
    assert [getattr(anna.stats, stat) for stat in STATS] == [11, 5, 10, 15 + 2, 3, 2, 2 + 3, 0]
    assert (anna.hp, anna.body, anna.mp, anna.mind) == (27, 27, 20, 20)
    assert (anna.prana, anna.prana_max, anna.values_rolled) == (5, 5, False)
    assert problems(content(), Options(), anna) == []


@pytest.mark.rule("NW3-CHAR-01")
def test_every_class_may_be_picked_and_the_same_one_twice() -> None:
    anna, asked, _ = made({"pick_classes": ["ninja", "ninja"], "extra_pick": "smoke", "waive_picks": "yes",
                           "skill_picks": ["shadow_step", "shadow_step", "waive"]})  # fmt: skip
    questions = [question for question in asked if question.key == "pick_classes"]
    assert [len(question.options) for question in questions] == [31, 31]
    assert anna.attributes == Attributes(8, 10, 9, 5, 5, 6)


@pytest.mark.rule("NW3-CHAR-17")
def test_questions_carry_the_numbers_as_they_stand_and_what_is_missing() -> None:
    _, asked, _ = made()
    classes, second, elements, other, bonus, picks = asked[:6]
    assert [classes.facts[one] for one in ATTRIBUTES] == [0] * 6
    assert [second.facts[one] for one in ATTRIBUTES] == [4, 4, 4, 2, 2, 2]
    assert [elements.facts[one] for one in ATTRIBUTES] == [8, 8, 7, 4, 4, 5]  # H1
    assert [bonus.facts[one] for one in ATTRIBUTES] == [8, 9, 8, 5, 5, 7]  # H3
    assert [picks.facts[one] for one in ("pacc", "eva", "spd", "body", "mind", "prana_max")] == [11, 10, 15, 27, 20, 5]
    assert [picks.facts[one] for one in ("weight", "weight_limit", "memory_limit")] == [0, 9, 6]
    parts = ["missing.classes", "missing.elements", "missing.bonus", "missing.auto", "missing.picks", "missing.money"]
    assert [question.facts["missing"] for question in (classes, second, elements, other, bonus)] == [
        parts, parts, parts[1:], parts[1:], parts[2:],
    ]  # fmt: skip
    assert first(asked, "purchase").facts["missing"] == ["missing.money"]
    assert asked[-1].facts["missing"] == []


# ---------------------------------------------------------------- Automatic skills


@pytest.mark.rule("NW3-CHAR-09")
def test_an_automatic_skill_that_cannot_be_doubled_gives_an_extra_pick_of_that_class() -> None:
    anna, asked, _ = made({"pick_classes": ["ninja", "ninja"], "extra_pick": "smoke",
                           "skill_picks": ["shadow_step", "shadow_step", "smoke", "first_aid"]})  # fmt: skip
    question = first(asked, "extra_pick")  # H14
    offered = set(values(question)) - {"waive"}
    assert {content().skills_by_id[id].class_ for id in offered} == {"ninja"}
    assert question.barred["late_lesson"] == "cl_too_low"
    assert (anna.skills["paper_double"], anna.skills["smoke"], anna.skills["first_aid"]) == (1, 2, 2)
    assert problems(content(), Options(), anna) == []


@pytest.mark.rule("NW3-CHAR-09", "NW3-CHAR-10")
def test_an_automatic_skill_is_doubled_where_its_max_sl_allows() -> None:
    anna, asked, _ = made({"pick_classes": ["vampire", "vampire"],
                           "skill_picks": ["vampire_secret_1", "vampire_secret_2", "vampire_secret_3", "secret_art"]}
                          | {"skill_picks": ["vampire_secret_1", "vampire_secret_2", "vampire_secret_3", "first_aid"]}
                          )  # fmt: skip
    assert anna.skills["vampire_auto"] == 2  # H15
    assert "extra_pick" not in keys(asked)
    assert first(asked, "skill_picks").barred["vampire_auto"] == "sl_cap_creation"
    last = [question for question in asked if question.key == "skill_picks"][-1]
    assert (last.barred["vampire_secret_4"], last.barred["secret_art"]) == ("secret_limit", "secret_limit")


@pytest.mark.rule("NW3-CHAR-08", "NW3-OPEN-21", "NW3-SKILL-09")
def test_of_several_automatic_skills_one_is_chosen_for_each_class() -> None:
    anna, asked, _ = made({"pick_classes": ["idol", "ninja"], "choose_auto_skill": "idol_second_auto",
                           "skill_picks": ["marching_song", "smoke", "smoke", "shadow_step"]})  # fmt: skip
    assert values(first(asked, "choose_auto_skill")) == ["idol_auto", "idol_second_auto"]
    assert "idol_auto" not in anna.skills
    assert anna.skills["idol_second_auto"] == 1
    twice, _, _ = made({"pick_classes": ["idol", "idol"], "choose_auto_skill": ["idol_auto", "idol_second_auto"],
                        "skill_picks": ["marching_song", "marching_song", "first_aid", "quick_feet"]})  # fmt: skip
    assert (twice.skills["idol_auto"], twice.skills["idol_second_auto"]) == (1, 1)
    same, asked, _ = made({"pick_classes": ["idol", "idol"], "choose_auto_skill": "idol_second_auto",
                           "extra_pick": "idol_auto",
                           "skill_picks": ["marching_song", "marching_song", "first_aid", "quick_feet"]})  # fmt: skip
    assert (same.skills["idol_second_auto"], same.skills["idol_auto"], keys(asked).count("extra_pick")) == (1, 1, 1)


@pytest.mark.rule("NW3-OPEN-21")
def test_all_automatic_skills_if_the_table_says_so() -> None:
    anna, asked, _ = made({"pick_classes": ["idol", "ninja"],
                           "skill_picks": ["marching_song", "smoke", "smoke", "shadow_step"]},
                          auto_skills_per_class="all")  # fmt: skip
    assert "choose_auto_skill" not in keys(asked)
    assert (anna.skills["idol_auto"], anna.skills["idol_second_auto"], anna.skills["paper_double"]) == (1, 1, 1)
    assert problems(content(), Options(auto_skills_per_class="all"), anna) == []


# ---------------------------------------------------------------- picks


@pytest.mark.rule("NW3-CHAR-10", "NW3-CHAR-11")
def test_picks_offer_what_may_be_bought_and_say_why_not_the_rest() -> None:
    _, asked, _ = made()
    pick = first(asked, "skill_picks")
    assert pick.barred == {
        "late_lesson": "cl_too_low", "old_hand": "cl_too_low", "needs_smoke": "prerequisite_missing",
        "paper_double": "max_sl", "stable_key": "max_sl", "lunar_robe": "max_sl", "lunar_casket": "max_sl",
    }  # fmt: skip
    assert {content().skills_by_id[id].class_ for id in values(pick)[:-1]} == {"ninja", "broomman", "general"}
    general = first(asked, "general_picks")
    assert {content().skills_by_id[id].class_ for id in values(general)[:-1]} == {"general"}
    assert [question.facts["left"] for question in asked if question.key == "skill_picks"] == [4, 3, 2, 1]


@pytest.mark.rule("NW3-SKILL-12")
def test_a_spell_asks_for_its_element_when_it_is_first_picked() -> None:
    anna, asked, _ = made({"skill_picks": ["any_spell", "any_spell", "smoke", "smoke"], "pick_element": "water"})
    assert keys(asked).count("pick_element") == 1
    assert anna.sheet is not None
    assert anna.sheet.picked_elements == {"any_spell": "water"}
    assert anna.skills["any_spell"] == 2


@pytest.mark.rule("NW3-CHAR-17")
def test_picks_are_waived_with_a_confirmation() -> None:
    answers = {"skill_picks": ["smoke", "waive", "waive"], "waive_picks": ["no", "yes"]}
    anna, asked, _ = made(answers)
    assert keys(asked).count("skill_picks") == 3
    assert [question.facts["left"] for question in asked if question.key == "waive_picks"] == [3, 3]
    assert anna.sheet is not None
    assert anna.sheet.waived == 3
    assert problems(content(), Options(), anna) == []


@pytest.mark.rule("NW3-CHAR-12")
def test_constant_skills_count_as_soon_as_they_are_picked() -> None:
    _, asked, _ = made({"skill_picks": ["hard_skin", "hard_skin", "smoke", "smoke"]})
    picks = [question for question in asked if question.key in ("skill_picks", "general_picks")]
    assert [question.facts["pdef"] for question in picks] == [2, 5, 6, 6, 6, 6]


# ---------------------------------------------------------------- purchases and equipment


@pytest.mark.rule("NW3-CHAR-13")
def test_what_is_bought_is_preserved_and_what_is_left_is_lost() -> None:
    anna, asked, told = made({"purchase": ["palace", "done"]})
    assert [question.facts["money"] for question in asked if question.key == "purchase"] == [500_000, 20_000]
    lost = next(event for event in told if event.key == "creation.money_lost")
    assert lost.facts["money"] == 20_000  # H16
    assert anna.sheet is not None
    assert (anna.sheet.money, [(one.item, one.preserved) for one in anna.items]) == (0, [("palace", True)])


@pytest.mark.rule("NW3-CHAR-13", "NW3-ITEM-07")
def test_nothing_is_bought_that_costs_more_than_is_left() -> None:
    _, asked, _ = made({"purchase": ["palace", "done"]})
    before, after = [question for question in asked if question.key == "purchase"]
    assert before.barred == {}
    assert set(after.barred.values()) == {"not_enough_money"}
    assert "palace" in after.barred
    assert "sword" in values(after)
    assert before.refuses("palace") == ""
    with pytest.raises(Exception, match="not_enough_money"):
        check(after, "palace")


@pytest.mark.rule("NW3-CHAR-13")
def test_a_purchase_can_be_given_back_before_the_step_is_closed() -> None:
    anna, asked, _ = made({"purchase": ["palace", "back:palace.1", "sword", "sword", "done"], "equip": "done"})
    assert [question.facts["money"] for question in asked if question.key == "purchase"][:3] == [
        500_000, 20_000, 500_000,
    ]  # fmt: skip
    assert [thing.id for thing in anna.items] == ["sword.1", "sword.2"]


@pytest.mark.rule("NW3-ITEM-06")
def test_what_has_no_slot_counts_as_soon_as_it_is_bought() -> None:
    _, asked, _ = made({"purchase": ["radio", "done"], "equip": "done"})
    assert [question.facts["spd"] for question in asked if question.key == "purchase"] == [17, 18]


@pytest.mark.rule("NW3-CHAR-14")
def test_things_are_put_on_one_after_another_and_off_again() -> None:
    anna, asked, _ = made({
        "purchase": ["sword", "great_bow", "coat", "done"],
        "equip": ["on:sword.1", "on:coat.1", "off:sword.1", "on:great_bow.1", "done"],
    })  # fmt: skip
    assert ids(equipped(anna)) == ["great_bow", "coat"]
    assert (anna.stats.pdef, anna.stats.pacc) == (5 + 2, 11)
    second = [question for question in asked if question.key == "equip"][1]
    assert second.barred == {"on:great_bow.1": "hands_full"}
    assert second.facts["weight"] == 3


@pytest.mark.rule("NW3-BROOM-14")
def test_brooms_are_loaded_in_creation() -> None:
    anna, asked, _ = made({
        "purchase": ["heron_mk2", "tail_fin", "magic_lens", "done"],
        "equip": ["on:heron_mk2.1", "load:tail_fin.1:heron_mk2.1", "unload:tail_fin.1", "load:tail_fin.1:heron_mk2.1",
                  "done"],
    })  # fmt: skip
    assert anna.items[1].loaded == "heron_mk2.1"
    assert anna.stats.eva == 12
    assert first(asked, "equip").barred == {"load:magic_lens.1:heron_mk2.1": "option_type_mismatch"}


@pytest.mark.rule("NW3-CHAR-15")
def test_too_much_weight_is_allowed_and_shown() -> None:
    anna, asked, _ = made({"purchase": ["lead_12", "done"], "equip": ["on:lead_12.1", "done"]})
    assert (anna.stats.pacc, anna.stats.macc, anna.stats.eva) == (8, 2, 7)
    last = [question for question in asked if question.key == "equip"][-1]
    assert (last.facts["weight"], last.facts["weight_limit"], last.facts["pacc"]) == (12, 9, 8)


# ---------------------------------------------------------------- higher CL


@pytest.mark.rule("NW3-CHAR-02")
@pytest.mark.parametrize("cl", [1, 2, 4])
def test_a_higher_start_is_creation_and_then_level_ups(cl: int) -> None:
    script, told = Script((), {**ANNA, "level_choice": "new"}), list[Event]()
    procedure = create_character(content(), Options(), "maker", cl=cl, listen=told.append)
    anna = script.run(procedure)
    asked = keys(script.asked)
    assert asked.count("level_choice") == cl - 1
    assert "level_choice" not in asked[: asked.index("name")]
    assert {question.to for question in script.asked} == {"maker"}
    assert anna.sheet is not None
    assert (anna.cl, anna.sheet.xp) == (cl, 0)
    assert (anna.hp, anna.mp) == (anna.body, anna.mind) == (21 + 6 * cl, 16 + 4 * cl)
    assert problems(content(), Options(), anna) == []


# ---------------------------------------------------------------- name, words, random characters


def test_the_name_is_asked_for_unless_it_is_given() -> None:
    assert made({"name": "  Zoë   of the  Weir "})[0].name == "Zoë of the Weir"
    assert made({"name": "   "})[0].name == "Ninja/Broomman"
    script = Script((), {**ANNA, "name": "never"})
    assert script.run(create_character(content(), Options(), "maker", name="Bo")).name == "Bo"
    assert "name" not in keys(script.asked)


def test_everything_asked_and_told_has_words() -> None:
    words = catalogue()
    for answers in (
        {
            "purchase": ["heron_mk2", "tail_fin", "back:tail_fin.1", "tail_fin", "done"],
            "equip": ["on:heron_mk2.1", "load:tail_fin.1:heron_mk2.1", "unload:tail_fin.1", "off:heron_mk2.1", "done"],
        },
        {
            "pick_classes": ["idol", "idol"], "choose_auto_skill": "idol_second_auto", "extra_pick": "idol_auto",
            "skill_picks": ["waive", "waive"], "waive_picks": "yes", "purchase": ["six_script", "done"],
        },
        {"skill_picks": ["any_spell", "waive"], "pick_element": "fire", "waive_picks": "yes"},
    ):  # fmt: skip
        _, asked, told = made(answers)
        lines = [(event.key, event.facts) for event in told]
        for question in asked:
            lines += [(question.key, question.facts), *((option.key, option.facts) for option in question.options)]
            lines += [(f"refuse.{reason}", {}) for reason in question.barred.values()]
            lines += [(key, {}) for key in question.facts.get("missing", ())]
        for key, facts in lines:
            said = words.say(key, facts)
            assert "«" not in said, (key, said)
            assert not re.search(r"\b(stat|timing|slot|class|refuse)\.\w", said), said


@pytest.mark.rule("NW3-CHAR-17")
@settings(max_examples=150, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_random_wizards_of_the_starter_pack_are_complete_and_armed(seed: int) -> None:
    desk, dice = Desk(), SampledDice(seed)
    (anna,) = run(desk.create(), dice.face, desk.at_random(dice))
    assert desk.problems(anna) == []
    worn = [starter().items_by_id[one.item] for one in equipped(anna)]
    assert any({"weapon", "enchantment"} & set(item.classes) for item in worn)
    assert anna.sheet is not None
    first, second = anna.sheet.classes
    assert anna.sheet.waived == 0 or first == second  # a class of few skills has nothing for the extra pick
    assert (anna.hp, anna.mp, anna.prana) == (anna.body, anna.mind, anna.prana_max)
    dice = SampledDice(seed)
    assert list(run(desk.create(), dice.face, desk.at_random(dice))) == [anna]


def test_random_wizards_differ() -> None:
    desk, dice = Desk(), SampledDice(1)
    made = [run(desk.create(), dice.face, desk.at_random(dice))[0] for _ in range(60)]
    assert all(character.name for character in made)
    classes = Counter(one for character in made if character.sheet for one in character.sheet.classes)
    assert len(classes) > 20
    attacks = [sum(starter().skills_by_id[id].check.kind == "hit_check" for id in one.skills) for one in made]
    assert sum(count > 0 for count in attacks) > 20


# ---------------------------------------------------------------- what a character breaks or misses


def broken(character: Character, **options: Any) -> list[tuple[str, str, Mapping[str, Any]]]:
    found = problems(content(), Options(**options), character)
    for event in found:
        assert "«" not in catalogue().say(event.key, event.facts)
    return [(event.key.removeprefix("problem."), event.rule, event.facts) for event in found]


def complete(**values: Any) -> Character:
    anna, _, _ = made()
    for name, value in values.items():
        setattr(anna, name, value)
    return anna


@pytest.mark.rule("NW3-CHAR-17")
def test_missing_choices_are_listed() -> None:
    found = broken(wizard())
    assert [(key, rule) for key, rule, _ in found] == [
        ("free_skill", "NW3-CHAR-08"), ("free_skill", "NW3-CHAR-08"), ("auto_skill", "NW3-CHAR-08"),
        ("auto_skill", "NW3-CHAR-08"), ("picks", "NW3-CHAR-17"),
    ]  # fmt: skip
    assert found[-1][2] == {"missing": 10}
    anna = complete()
    del anna.skills["first_aid"]
    assert [(key, facts) for key, _, facts in broken(anna)] == [("picks", {"missing": 1})]
    assert anna.sheet is not None
    anna.sheet.waived = 1
    assert broken(anna) == []
    anna.sheet.cl = 2
    assert broken(anna)[-1][2] == {"missing": 1}


@pytest.mark.rule("NW3-CHAR-07", "NW3-JUDGE-20")
@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ({"hp": 28}, ("range", "NW3-CHAR-07", {"at": "term.hp", "found": 28, "allowed": "0..27"})),
        ({"prana": 6}, ("range", "NW3-CHAR-07", {"at": "term.prana", "found": 6, "allowed": "0..5"})),
        ({"critical": 5}, ("cf_equal", "NW3-JUDGE-20", {"value": 5})),
        ({"name": " "}, ("name", "NW3-CHAR-17", {"found": "' '", "allowed": "1..60"})),
    ],
)
def test_numbers_have_limits(values: dict[str, Any], expected: tuple[str, str, dict[str, Any]]) -> None:
    assert broken(complete(**values)) == [expected]
    assert broken(complete(critical=5), cf_equal_allowed=True) == []
    assert broken(complete(hp=0, mp=0, prana=0)) == []


@pytest.mark.rule("NW3-SKILL-04", "NW3-SKILL-05", "NW3-SKILL-06", "NW3-SKILL-07", "NW3-SKILL-10", "NW3-SKILL-12")
@pytest.mark.parametrize(
    ("skills", "reason"),
    [
        ({"vampire_auto": 1}, "not_your_class"),
        ({"smoke": 3}, "max_sl"),
        ({"shadow_step": 3}, "sl_cap_creation"),
        ({"late_lesson": 1}, "cl_too_low"),
        ({"needs_smoke": 1}, "prerequisite_missing"),
        ({"any_spell": 1}, "element_required"),
    ],
)
def test_skills_that_cannot_be_had(skills: dict[str, int], reason: str) -> None:
    anna = complete()
    anna.skills |= skills
    assert [(key, facts["why"]) for key, _, facts in broken(anna)] == [("skill", f"refuse.{reason}")]


@pytest.mark.rule("NW3-SKILL-10")
def test_too_many_secrets() -> None:
    anna = wizard(classes=("vampire", "ninja"), skills={"vampire_secret_1": 1, "vampire_secret_2": 1})
    assert [facts["why"] for key, _, facts in broken(anna) if key == "skill"] == ["refuse.secret_limit"] * 2


@pytest.mark.rule("NW3-LEVEL-04", "NW3-LEVEL-05")
def test_bonus_points_have_totals_and_caps() -> None:
    anna = wizard(cl=6)
    assert anna.sheet is not None
    anna.sheet.placed = {"pacc": 2, "eva": 1, "patk": 3, "matk": 3}
    assert not [one for one in broken(anna) if one[0].startswith("bonus")]
    anna.sheet.placed = {"pacc": 3, "eva": 1, "patk": 3, "matk": 4}
    assert [one for one in broken(anna) if one[0].startswith("bonus")] == [
        ("bonus_points", "NW3-LEVEL-04", {"found": 4, "allowed": 3}),
        ("bonus_points_in_one", "NW3-LEVEL-04", {"stat": "stat.pacc", "found": 3, "allowed": 2}),
        ("bonus_points", "NW3-LEVEL-05", {"found": 7, "allowed": 6}),
        ("bonus_points_in_one", "NW3-LEVEL-05", {"stat": "stat.matk", "found": 4, "allowed": 3}),
    ]


@pytest.mark.rule("NW3-ITEM-05", "NW3-BROOM-14")
def test_what_is_equipped_has_to_go_together() -> None:
    anna = complete()
    anna.items = wizard("anna", "great_bow", "sword").items
    assert broken(anna) == [("outfit", "NW3-ITEM-05", {"why": "refuse.hands_full"})]
    anna.items = wizard("anna", "heron_mk2", "plain_bag robe", "tail_fin robe", "magic_lens robe").items
    for option in anna.items[1:]:
        option.loaded = "heron_mk2.1"
    assert broken(anna) == [
        ("capacity", "NW3-BROOM-14", {"item": "Heron Mk 2", "found": 6, "allowed": 4}),
        ("outfit", "NW3-BROOM-14", {"why": "refuse.option_type_mismatch"}),
    ]
    anna.items = wizard("anna", "tail_fin robe").items
    anna.items[0].loaded = "heron_mk2.1"
    assert broken(anna) == [("outfit", "NW3-ITEM-11", {"why": "refuse.not_owned"})]


def test_unknown_things_and_double_ids_are_named() -> None:
    anna = complete()
    anna.skills["quick_foot"] = 1
    anna.items = [*wizard("anna", "swrod robe").items, *wizard("anna", "ring robe").items * 2]
    assert broken(anna) == [
        ("unknown", "NW3-SKILL-04", {"found": "quick_foot", "allowed": "quick_feet"}),
        ("unknown", "NW3-ITEM-01", {"found": "swrod", "allowed": "sword, short_sword"}),
        ("twice", "NW3-ITEM-11", {"found": "ring.1"}),
    ]


def test_growth_and_sheet_are_checked() -> None:
    anna = complete()
    assert anna.sheet is not None
    anna.sheet.grown_body = 9
    assert broken(anna) == [("growth", "NW3-CHAR-06", {"found": "9, 4", "allowed": "6, 4"})]
    assert [key for key, _, _ in broken(complete(sheet=None, skills={}))] == ["no_sheet"]
