"""NW3-LEVEL-01 to -09: Level Up step by step, Bonus Points, Body and Mind, and levels by the referee's word."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nw3_growth import asked, at_random, give, grow, pack_of, refuses, refuses_answer, sheet_of, skill, with_skills
from nw3_judge_helpers import house, values
from nw3_people import content, enemy, wizard
from nw3_scenes import ANNA, fighting, table
from rulewright.engine.drivers import Script, run
from rulewright.engine.errors import Refused
from rulewright.games.nw3.records.tables import CLASSES, ELEMENTS, LEVELS
from rulewright.games.nw3.state import ATTRIBUTES, GROUP_1, GROUP_2, STATS, Character
from rulewright.games.nw3.wizards import derived
from rulewright.games.nw3.wizards.bonus_points import held, most, total, why_not_bp, why_not_placed
from rulewright.games.nw3.wizards.level_up import HIGHEST_CL, GrantLevel, raise_level

SKILL = {"level_choice": "new", "level_skill": "smoke"}
MAGUS: dict[str, Any] = {"classes": ("magus", "magus"), "elements": ("void", "void"), "bonus": "spirit"}


def of(character: Character, *stats: str) -> list[int]:
    """The standing numbers of these stats."""
    return [getattr(character.stats, stat) for stat in stats]


def raised(character: Character, key: str, answers: dict[str, Any] | None = None, **options: Any) -> Any:
    """The first question with this key in a Level Up."""
    return asked(raise_level(content(), house(**options), character), key, answers or SKILL)


# ---------------------------------------------------------------- the steps


@pytest.mark.rule("NW3-LEVEL-01", "NW3-LEVEL-02", "NW3-LEVEL-03", "NW3-LEVEL-04", "NW3-LEVEL-05", "NW3-LEVEL-07")
def test_the_steps_in_their_order() -> None:
    anna, done = grow(answers={**SKILL, "place_bp": ["eva", "patk", "mdef"]})
    assert done.log == [
        "level.rises", "level_choice", "level_skill", "growth.learned", "place_bp", "place_bp.placed", "place_bp",
        "place_bp.placed", "place_bp", "place_bp.placed", "level.body_mind",
    ]  # fmt: skip
    assert {question.to for question in done.asked} == {"anna"}
    assert [question.rule for question in done.asked if question.key == "place_bp"] == [
        "NW3-LEVEL-04", "NW3-LEVEL-05", "NW3-LEVEL-05"
    ]  # fmt: skip
    assert (anna.cl, sheet_of(anna).cl, anna.skills) == (2, 2, {"smoke": 1})
    assert (sheet_of(anna).xp, sheet_of(anna).waived) == (0, 0)


@pytest.mark.rule("NW3-LEVEL-02", "NW3-LEVEL-03")
def test_the_new_cl_counts_for_the_skill() -> None:
    anna = wizard()
    question = raised(anna, "level_skill", {"level_choice": "new"})
    assert anna.cl == 2
    assert {"late_lesson", "old_hand"} <= set(values(question))  # Acquire CL 2
    anna, _ = grow(answers={"level_choice": "new", "level_skill": "late_lesson"})
    assert anna.skills == {"late_lesson": 1}


@pytest.mark.rule("NW3-LEVEL-03")
def test_a_skill_of_both_classes_or_a_general_one_is_new_or_raised() -> None:
    anna = wizard(skills={"shadow_step": 2, "first_aid": 1})
    known = content().skills_by_id
    new = values(raised(anna, "level_skill", {"level_choice": "new"}))
    assert {known[id].class_ for id in new} == {"ninja", "broomman", "general"}
    assert not {"shadow_step", "first_aid"} & set(new)
    sheet_of(anna).cl = 1
    assert values(raised(anna, "level_skill", {"level_choice": "raise"})) == ["first_aid", "shadow_step"]
    anna, done = grow(wizard(skills={"shadow_step": 2}), {"level_choice": "raise", "level_skill": "shadow_step"})
    assert anna.skills == {"shadow_step": 3}  # the limit of creation is over
    assert done.event("growth.learned").facts == {
        "name": "Anna", "skill": "Shadow Step", "skill_ja": "Shadow Step", "sl": 3
    }  # fmt: skip


@pytest.mark.rule("NW3-LEVEL-03", "NW3-SKILL-06", "NW3-SKILL-08")
@pytest.mark.parametrize(
    ("answer", "choice", "reason"),
    [
        ("born_hidden", "new", "creation_only"),
        ("street_name", "new", "creation_only"),
        ("sworn_late", "new", "cl_too_low"),
        ("needs_smoke", "new", "prerequisite_missing"),
        ("hidden_art", "new", "secret_limit"),
        ("blank", "raise", "max_sl"),
    ],
)
def test_skills_that_are_refused(answer: str, choice: str, reason: str) -> None:
    more = with_skills(
        skill("sworn_late", "ninja", "acquire_cl = 3"), skill("blank", "ninja"),
        skill("open_art", "ninja", 'categories = ["secret"]', "max_sl = 2"),
        skill("hidden_art", "ninja", 'categories = ["secret"]'),
    )  # fmt: skip
    anna = wizard(skills={"blank": 1, "open_art": 1})
    question = asked(raise_level(more, house(), anna), "level_skill", {"level_choice": choice})
    assert answer not in values(question)
    assert refuses_answer(anna, question, answer) == reason


@pytest.mark.rule("NW3-LEVEL-03", "NW3-OPEN-22")
def test_the_option_forbids_raising_a_skill() -> None:
    owned: dict[str, Any] = {"skills": {"shadow_step": 1}}
    assert values(raised(wizard(**owned), "level_choice")) == ["new", "raise", "class_change"]
    assert values(raised(wizard(**owned), "level_choice", level_skill_raises_sl=False)) == ["new", "class_change"]
    new = raised(wizard(**owned), "level_skill", {"level_choice": "new"}, level_skill_raises_sl=False)
    assert "shadow_step" not in values(new)
    assert values(raised(wizard(), "level_choice")) == ["new", "class_change"]  # there is nothing to raise


@pytest.mark.rule("NW3-LEVEL-03", "NW3-SKILL-OPEN-01")
@pytest.mark.parametrize("option", [False, True])
def test_an_owned_trait_skill_is_raised_by_option_alone(option: bool) -> None:
    anna = wizard(skills={"born_hidden": 1, "smoke": 1})
    question = raised(anna, "level_skill", {"level_choice": "raise"}, trait_raise_later=option)
    assert ("born_hidden" in values(question)) == option
    assert option or refuses_answer(anna, question, "born_hidden") == "creation_only"


@pytest.mark.rule("NW3-LEVEL-03")
def test_the_choice_says_what_there_is_to_choose_from() -> None:
    question = raised(wizard(skills={"shadow_step": 1, "smoke": 1}), "level_choice")
    facts = {option.value: option.facts for option in question.options}
    count = len(values(raised(wizard(skills={"shadow_step": 1, "smoke": 1}), "level_skill", {"level_choice": "new"})))
    assert facts == {
        "new": {"skills": count}, "raise": {"skills": 2}, "class_change": {"classes": "Ninja / Broomman"}
    }  # fmt: skip
    assert (question.facts, question.default) == ({"name": "Anna", "cl": 2}, None)


@pytest.mark.rule("NW3-LEVEL-03")
def test_nobody_has_to_change_a_class_for_want_of_a_skill() -> None:
    little = pack_of(skill("only_one", "ninja"))
    anna = wizard(pack=little)
    Script((), {"level_choice": "new"}).run(raise_level(little, house(), anna))
    script = Script((), {"level_choice": "none"})
    script.run(raise_level(little, house(), anna))
    assert values(script.asked[0]) == ["class_change", "none"]
    assert (anna.skills, sheet_of(anna).cl, sheet_of(anna).waived) == ({"only_one": 1}, 3, 1)
    assert sheet_of(anna).classes == ("ninja", "broomman")


@pytest.mark.rule("NW3-LEVEL-03", "NW3-SKILL-12")
def test_a_spell_is_learned_with_its_element() -> None:
    answers = {"level_choice": ["new", "raise"], "level_skill": "any_spell", "pick_element": "fire"}
    anna, done = grow(answers=answers, levels=2)
    assert anna.skills == {"any_spell": 2}
    assert sheet_of(anna).picked_elements == {"any_spell": "fire"}
    assert done.questions.count("pick_element") == 1
    assert values(done.question("pick_element")) == list(ELEMENTS)


@pytest.mark.rule("NW3-LEVEL-03", "NW3-CHAR-12")
def test_a_constant_skill_counts_at_once() -> None:
    anna, _ = grow(answers={"level_choice": "new", "level_skill": "quick_feet"})
    assert of(anna, "spd") == [15 + 2]


# ---------------------------------------------------------------- Bonus Points


@pytest.mark.rule("NW3-LEVEL-04", "NW3-LEVEL-05")
@pytest.mark.parametrize("cl", LEVELS)
def test_totals_and_caps_are_those_of_the_table(cl: int) -> None:
    row = LEVELS[cl]
    assert (total(GROUP_1, cl), most(GROUP_1, cl)) == (row.group1_total, row.group1_max_per_stat)
    assert (total(GROUP_2, cl), most(GROUP_2, cl)) == (row.group2_total, row.group2_max_per_stat)


@pytest.mark.rule("NW3-LEVEL-04", "NW3-LEVEL-05")
@pytest.mark.parametrize(
    ("cl", "first", "second"),
    [(1, (0, 1), (1, 0)), (2, (1, 1), (2, 1)), (3, (1, 1), (3, 1)), (4, (2, 2), (4, 2)), (6, (3, 2), (6, 3)),
     (13, (6, 5), (13, 6))],
    ids=["CL 1", "L1", "L4", "L5", "L3", "beyond the table"],
)  # fmt: skip
def test_examples_of_totals_and_caps(cl: int, first: tuple[int, int], second: tuple[int, int]) -> None:
    assert (total(GROUP_1, cl), most(GROUP_1, cl)) == first
    assert (total(GROUP_2, cl), most(GROUP_2, cl)) == second


@pytest.mark.rule("NW3-LEVEL-04", "NW3-LEVEL-06")
@pytest.mark.parametrize(
    ("cl", "placed", "reason"),
    [
        (6, {"pacc": 1, "eva": 1, "spd": 1}, ""),
        (6, {"pacc": 2, "spd": 1}, ""),
        (6, {"pacc": 3}, "bp_stat_cap"),
        (6, {"pacc": 2, "macc": 2}, "bp_total_exceeded"),
        (2, {"patk": 2}, "bp_stat_cap"),
        (2, {"patk": 1, "mdef": 1}, ""),
        (2, {"pacc": 1, "patk": 1, "mdef": 1}, ""),
        (3, {"patk": 1, "matk": 1, "pdef": 1, "mdef": 1}, "bp_total_exceeded"),
        (3, {"pacc": 1, "eva": 1}, "bp_total_exceeded"),
        (1, {"patk": 1}, "bp_stat_cap"),
        (1, {"pacc": 1}, "bp_total_exceeded"),
    ],
)
def test_how_bonus_points_may_stand(cl: int, placed: dict[str, int], reason: str) -> None:
    assert why_not_placed(cl, placed) == reason
    anna = sheet_of(wizard(cl=cl))
    *before, last = [stat for stat, points in placed.items() for _ in range(points)]
    for stat in before:
        assert why_not_bp(anna, stat) == ""
        anna.placed[stat] = anna.placed.get(stat, 0) + 1
    held_now = dict(anna.placed)
    assert why_not_bp(anna, last) == reason
    assert anna.placed == held_now


@pytest.mark.rule("NW3-LEVEL-05", "NW3-LEVEL-06")
def test_two_points_go_to_two_stats_at_cl_2() -> None:  # L2
    anna = wizard()
    place = raise_level(content(), house(), anna)
    question = asked(place, "place_bp", SKILL)
    assert values(question) == [*GROUP_1, "keep"]
    question = place.send(["keep"]).questions[0]  # type: ignore[union-attr]
    assert values(question) == [*GROUP_2, "keep"]
    question = place.send(["patk"]).questions[0]  # type: ignore[union-attr]
    assert refuses_answer(anna, question, "patk") == "bp_stat_cap"
    assert values(question) == ["matk", "pdef", "mdef", "keep"]
    with pytest.raises(StopIteration):
        place.send(["pdef"])
    assert sheet_of(anna).placed == {"patk": 1, "pdef": 1}


@pytest.mark.rule("NW3-LEVEL-04", "NW3-LEVEL-05")
def test_each_point_raises_its_stat_by_one_at_once() -> None:
    anna, done = grow(answers={**SKILL, "place_bp": ["eva", "patk", "mdef"]})
    assert of(anna, *STATS) == [11, 5, 10 + 1, 15, 3 + 1, 2, 2, 0 + 1]
    third = [question for question in done.asked if question.key == "place_bp"][2]
    assert third.facts == {"name": "Anna", "left": 1, "total": 2, "most": 1}
    assert third.options[0].facts == {"stat": "stat.matk", "now": 2, "then": 3, "placed": 0, "most": 1}
    placed = [event.facts for event in done.told if event.key == "place_bp.placed"]
    assert [(one["stat"], one["placed"], one["now"]) for one in placed] == [
        ("stat.eva", 1, 11), ("stat.patk", 1, 4), ("stat.mdef", 1, 1)
    ]  # fmt: skip


@pytest.mark.rule("NW3-LEVEL-06")
def test_points_that_were_kept_are_there_at_a_later_level() -> None:
    anna, done = grow(answers=SKILL)
    assert sheet_of(anna).placed == {}
    assert [event.facts["left"] for event in done.told if event.key == "place_bp.kept"] == [1, 2]
    answers = {"level_choice": "new", "level_skill": "old_hand", "place_bp": ["spd", "patk", "matk", "pdef"]}
    anna, done = grow(anna, answers)
    assert sheet_of(anna).placed == {"spd": 1, "patk": 1, "matk": 1, "pdef": 1}
    assert [question.facts["left"] for question in done.asked if question.key == "place_bp"] == [1, 3, 2, 1]


@pytest.mark.rule("NW3-LEVEL-04")
def test_a_level_without_a_new_point_asks_for_none() -> None:
    anna, _ = grow(answers={**SKILL, "place_bp": ["eva", "patk", "mdef"]})
    answers = {"level_choice": "new", "level_skill": "old_hand", "place_bp": ["matk"]}
    anna, done = grow(anna, answers)  # L4
    assert [question.rule for question in done.asked if question.key == "place_bp"] == ["NW3-LEVEL-05"]
    assert held(sheet_of(anna).placed, GROUP_1) == 1
    assert held(sheet_of(anna).placed, GROUP_2) == 3


@pytest.mark.rule("NW3-OPEN-23", "NW3-LEVEL-04")
@pytest.mark.parametrize("option", [False, True])
def test_points_stay_unless_the_option_lets_them_be_placed_anew(option: bool) -> None:
    anna, _ = grow(answers={**SKILL, "place_bp": ["eva", "patk", "mdef"]})
    answers = {"level_choice": "new", "level_skill": "old_hand", "place_bp.anew": "yes",
               "place_bp": ["pacc", "patk", "matk", "pdef"] if option else ["matk"]}  # fmt: skip
    anna, done = grow(anna, answers, bp_reallocate=option)
    assert done.questions.count("place_bp.anew") == (2 if option else 0)
    now = {"pacc": 1, "patk": 1, "matk": 1, "pdef": 1} if option else {"eva": 1, "patk": 1, "mdef": 1, "matk": 1}
    assert sheet_of(anna).placed == now
    assert of(anna, "pacc", "eva") == ([12, 10] if option else [11, 11])
    if option:
        eva = next(one for one in done.question("place_bp").options if one.value == "eva")
        assert (eva.facts["now"], eva.facts["placed"]) == (10, 0)


@pytest.mark.rule("NW3-OPEN-23")
def test_with_the_option_points_may_stay_all_the_same() -> None:
    anna, first = grow(answers={**SKILL, "place_bp": ["eva", "patk", "mdef"]}, bp_reallocate=True)
    assert "place_bp.anew" not in first.questions  # there was nothing to take back
    answers = {"level_choice": "new", "level_skill": "old_hand", "place_bp": ["matk"]}
    anna, done = grow(anna, answers, bp_reallocate=True)
    assert (done.question("place_bp.anew").default, done.question("place_bp.anew").facts["points"]) == ("no", 1)
    assert sheet_of(anna).placed == {"eva": 1, "patk": 1, "mdef": 1, "matk": 1}


# ---------------------------------------------------------------- Body and Mind, and what stays


@pytest.mark.rule("NW3-LEVEL-07")
@pytest.mark.parametrize(
    ("values", "numbers"),
    [({}, [(27, 20), (33, 24), (39, 28)]), (MAGUS, [(20, 29), (22, 37)])],
    ids=["L6", "L7"],
)
def test_body_and_mind_grow_by_the_classes(values: dict[str, Any], numbers: list[tuple[int, int]]) -> None:
    one = wizard(**values)
    found = [(one.body, one.mind)]
    for skill_id in ("first_aid", "old_hand")[: len(numbers) - 1]:
        one, done = grow(one, {"level_choice": "new", "level_skill": skill_id})
        assert (done.event("level.body_mind").facts["body"], one.pre_equip_mind) == (one.body, one.mind)
        found.append((one.body, one.mind))
    assert found == numbers


@pytest.mark.rule("NW3-LEVEL-09", "NW3-CHAR-15")
def test_the_carry_limit_grows_with_the_cl() -> None:  # L8
    anna = wizard("anna", "lead_9", "jacket")
    assert of(anna, "pacc", "macc", "eva") == [11 - 1, 5 - 1, 10 - 1]
    anna, _ = grow(anna, SKILL)
    assert of(anna, "pacc", "macc", "eva") == [11, 5, 10]


@pytest.mark.rule("NW3-LEVEL-09")
def test_what_a_level_leaves_alone() -> None:
    before, after = (
        wizard(),
        grow(answers={"level_choice": "new", "place_bp": ["spd", "patk", "mdef", "keep"]}, levels=4)[0],
    )
    assert after.cl == 5
    assert after.attributes == before.attributes
    assert (after.prana_max, after.elements, sheet_of(after).bonus) == (5, ("wind", "light"), "finesse")
    assert derived.cf_mod(after.attributes.luck, house()).total == 2


@pytest.mark.rule("NW3-LEVEL-07", "NW3-CLASS-07")
def test_hp_and_mp_are_not_filled_up() -> None:
    anna, _ = grow(wizard(hp=5, mp=7, prana=1), SKILL)
    assert (anna.hp, anna.mp, anna.prana, anna.body, anna.mind) == (5, 7, 1, 33, 24)


# ---------------------------------------------------------------- at no table, and no further


@pytest.mark.rule("NW3-CHAR-02", "NW3-LEVEL-01")
def test_a_wizard_at_no_table_grows_alike() -> None:
    answers = {**SKILL, "place_bp": ["eva", "patk", "mdef"]}
    alone = wizard()
    Script((), answers).run(raise_level(content(), house(), alone))
    assert alone == grow(answers=answers)[0]


@pytest.mark.rule("NW3-LEVEL-01")
def test_one_without_a_sheet_gains_no_level() -> None:
    ghoul = enemy()
    with pytest.raises(Refused):
        run(raise_level(content(), house(), ghoul), lambda sides: 1)
    assert ghoul == enemy()


@pytest.mark.rule("NW3-LEVEL-02")
def test_there_is_a_highest_cl() -> None:
    anna = wizard(cl=HIGHEST_CL)
    before = msgspec.json.encode(anna)
    anna, done = grow(anna)
    assert done.log == ["level.highest"]
    assert msgspec.json.encode(anna) == before


# ---------------------------------------------------------------- by the referee's word


@pytest.mark.rule("NW3-LEVEL-01", "NW3-LEVEL-08", "NW3-OPEN-28")
@pytest.mark.parametrize("option", ["after_phase", "scenario_end", "gm_only"])
@pytest.mark.parametrize("phase", ["preplay", "middle", "after"])
def test_the_referee_grants_levels_at_any_time(option: Any, phase: Any) -> None:
    anna, ben = wizard("anna"), wizard("ben")
    sheet_of(anna).xp = sheet_of(ben).xp = 3
    world = table(anna, ben, phase=phase, level_up_at=option)
    done = give(world, GrantLevel(("anna", "ben"), 2), answers={"level_choice": "new"})
    assert (anna.cl, ben.cl) == (3, 3)
    assert done.log.count("level.rises") == 4
    asked = [(one.key, one.to) for one in done.asked if one.key in ("level_choice", "spend_xp")]
    assert asked == [
        ("level_choice", "anna"), ("level_choice", "anna"), ("spend_xp", "anna"),
        ("level_choice", "ben"), ("level_choice", "ben"), ("spend_xp", "ben"),
    ]  # fmt: skip


@pytest.mark.rule("NW3-LEVEL-01")
def test_one_level_is_granted_where_no_number_is_named() -> None:
    world = table()
    done = give(world, GrantLevel(("ben",)), answers={"level_choice": "new"})
    assert [one.cl for one in world.state.characters.values()] == [1, 2]
    assert "spend_xp" not in done.questions  # no XP, no money


@pytest.mark.rule("NW3-LEVEL-01")
@pytest.mark.parametrize(
    ("command", "reason"),
    [
        (GrantLevel(("nobody",)), "unknown_character"),
        (GrantLevel(("anna", "ghoul")), "not_a_wizard"),
        (GrantLevel(("anna", "anna")), "duplicate_target"),
        (GrantLevel(("anna", "old"), 2), "highest_level"),
    ],
)
def test_levels_that_are_refused(command: GrantLevel, reason: str) -> None:
    world = table(wizard("anna"), wizard("old", cl=HIGHEST_CL - 1), enemy())
    assert refuses(world, command) == reason


@pytest.mark.rule("NW3-LEVEL-01")
def test_only_the_referee_grants_levels() -> None:
    assert refuses(table(), GrantLevel(("anna",)), ANNA) == "not_referee"


@pytest.mark.rule("NW3-LEVEL-01")
def test_a_skill_learned_in_a_battle_can_be_used_in_it() -> None:
    world = table()
    battle = fighting(world)
    give(world, GrantLevel(("anna",)), answers=SKILL)
    assert battle.timings["auto_action"]["anna"] == ["smoke"]


# ---------------------------------------------------------------- whole careers

pairs = st.tuples(st.sampled_from(list(CLASSES)), st.sampled_from(list(CLASSES)))
elements = st.tuples(st.sampled_from(list(ELEMENTS)), st.sampled_from(list(ELEMENTS)))


@pytest.mark.rule("NW3-LEVEL-04", "NW3-LEVEL-05", "NW3-LEVEL-06", "NW3-LEVEL-07", "NW3-LEVEL-09")
@given(pairs, elements, st.sampled_from(ATTRIBUTES), st.integers(), st.integers(1, 14), st.booleans())
def test_any_career_without_a_class_change(
    classes: tuple[str, str], pair: Any, bonus: Any, seed: int, levels: int, anew: bool
) -> None:
    one = wizard(classes=classes, elements=pair, bonus=bonus)
    rows, grounds = [CLASSES[id] for id in classes], [ELEMENTS[id] for id in pair]
    attributes = derived.attributes(sheet_of(one), house())
    answer = at_random(seed, never=("class_change",))
    before: dict[str, int] = {}
    for cl in range(2, levels + 2):
        run(raise_level(content(), house(bp_reallocate=anew), one), lambda sides: 1, answer)
        placed = sheet_of(one).placed
        assert (one.cl, sheet_of(one).classes) == (cl, classes)
        assert sum(placed.get(stat, 0) for stat in GROUP_1) <= cl // 2
        assert sum(placed.get(stat, 0) for stat in GROUP_2) <= cl
        assert all(placed.get(stat, 0) <= (cl + 2) // 3 for stat in GROUP_1)
        assert all(placed.get(stat, 0) <= cl // 2 for stat in GROUP_2)
        assert anew or all(placed.get(stat, 0) >= points for stat, points in before.items())
        plain = derived.base(sheet_of(one), house())
        body, mind = (sum(getattr(row, name) for row in rows) for name in ("body", "mind"))
        ground_body, ground_mind = (sum(getattr(row, name) for row in grounds) for name in ("body", "mind"))
        assert plain["body"].total == attributes["strength"].total + ground_body + cl * body
        assert plain["mind"].total == attributes["spirit"].total + ground_mind + cl * mind
        before = dict(placed)
    assert derived.attributes(sheet_of(one), house()) == attributes
