"""NW3-CHAR-04 to -06, -12, -16: what a Sheet comes to."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nw3_people import content, wizard
from rulewright.engine.modifiers import Part, Sum
from rulewright.games.nw3.options import Options
from rulewright.games.nw3.records.tables import CLASSES, ELEMENTS
from rulewright.games.nw3.state import ATTRIBUTES, STATS, Attributes, Character, Sheet, Stats
from rulewright.games.nw3.wizards import derived

AS_WRITTEN = Options()
WIND_LIGHT = ("wind", "light")


def house(**options: Any) -> Options:
    return Options(**options)


def attributes(classes: list[str], elements: list[str], bonus: str = "", **options: Any) -> list[int]:
    found = derived.attribute_sums(classes, elements, bonus, house(**options))
    return [found[one].total for one in ATTRIBUTES]


def stats(character: Character) -> tuple[int, ...]:
    """The eight Combat Stats before Equipment, Body and Mind."""
    found = character.pre_equip
    return (*(getattr(found, stat) for stat in STATS), character.pre_equip_body, character.pre_equip_mind)


# ---------------------------------------------------------------- worked examples


@pytest.mark.rule("NW3-CHAR-04")
@pytest.mark.parametrize(
    ("classes", "elements", "bonus", "expected"),
    [
        (["ninja", "broomman"], [], "", [8, 8, 7, 4, 4, 5]),  # H1
        (["ninja", "ninja"], [], "", [8, 8, 8, 4, 4, 4]),  # H2
        (["ninja", "broomman"], ["wind", "light"], "", [8, 9, 8, 5, 5, 7]),  # H3
        (["ninja", "broomman"], ["wind", "light"], "finesse", [8, 10, 8, 5, 5, 7]),  # H4
        (["magus", "magus"], ["void", "void"], "spirit", [6, 6, 6, 12, 9, 4]),  # H11
        (["idol", "idol"], ["light", "light"], "luck", [4, 6, 6, 8, 6, 13]),  # H12
    ],
)
def test_attributes_are_the_sum_of_classes_elements_and_the_bonus_point(
    classes: list[str], elements: list[str], bonus: str, expected: list[int]
) -> None:
    assert attributes(classes, elements, bonus) == expected


@pytest.mark.rule("NW3-CHAR-05", "NW3-CHAR-16", "NW3-PRANA-01")
def test_the_cf_mod_and_prana_of_the_worked_characters() -> None:
    assert wizard().prana_max == 5  # H4, P1
    assert wizard(classes=("magus", "magus"), elements=("void", "void"), bonus="spirit").prana_max == 6  # H11
    assert wizard(classes=("idol", "idol"), elements=("light", "light"), bonus="luck").prana_max == 3  # H12


@pytest.mark.rule("NW3-CHAR-06")
def test_combat_stats_before_class_bonuses() -> None:
    totals: dict[str, int] = dict(zip(ATTRIBUTES, (8, 10, 8, 5, 5, 7)))
    found = derived.stat_sums((), WIND_LIGHT, totals, {}, (0, 0), AS_WRITTEN)
    assert [found[stat].total for stat in (*STATS, "body", "mind")] == [9, 5, 9, 13, 0, 0, 0, 0, 21, 16]  # H5


@pytest.mark.rule("NW3-CHAR-06")
def test_combat_stats_of_the_worked_character() -> None:
    anna = wizard()
    assert stats(anna) == (11, 5, 10, 15, 3, 2, 2, 0, 27, 20)  # H6
    assert (anna.hp, anna.mp) == (27, 20)


@pytest.mark.rule("NW3-OPEN-01")
def test_spd_of_finesse_and_knowledge_changes_nothing_else() -> None:
    totals: dict[str, int] = dict(zip(ATTRIBUTES, (8, 10, 8, 5, 5, 7)))
    other = house(spd_formula="finesse_knowledge")
    assert derived.stat_sums((), WIND_LIGHT, totals, {}, (0, 0), other)["spd"].total == 15  # H7
    assert stats(wizard(house=other)) == (11, 5, 10, 17, 3, 2, 2, 0, 27, 20)


@pytest.mark.rule("NW3-CHAR-06")
def test_the_combat_stats_of_a_double_magus() -> None:
    magus = wizard(classes=("magus", "magus"), elements=("void", "void"), bonus="spirit")
    assert stats(magus) == (6, 14, 6, 18, 0, 6, 0, 2, 20, 29)  # H11


@pytest.mark.rule("NW3-CHAR-05")
@pytest.mark.parametrize(("luck", "mod"), [(5, 1), (6, 2), (8, 2), (9, 3)])
def test_the_cf_mod_is_a_third_of_luck_rounded_down(luck: int, mod: int) -> None:
    assert derived.cf_mod(luck, AS_WRITTEN).total == mod  # H13


@pytest.mark.rule("NW3-OPEN-05", "NW3-CHAR-04")
def test_the_short_row_of_the_recorder() -> None:
    assert sum(attributes(["recorder", "ninja"], ["wind", "light"])) == 41  # H17
    for extra in ATTRIBUTES:
        plain = attributes(["recorder", "recorder"], ["wind", "light"])
        more = attributes(["recorder", "recorder"], ["wind", "light"], recorder_extra=extra)
        assert [new - old for new, old in zip(more, plain)] == [2 if one == extra else 0 for one in ATTRIBUTES]
    assert attributes(["ninja"], [], recorder_extra="luck") == attributes(["ninja"], [])


@pytest.mark.rule("NW3-LEVEL-07")
@pytest.mark.parametrize(("cl", "body", "mind"), [(1, 27, 20), (2, 33, 24), (3, 39, 28)])
def test_classes_add_to_body_and_mind_at_every_level(cl: int, body: int, mind: int) -> None:
    anna = wizard(cl=cl)
    assert (anna.cl, anna.body, anna.mind) == (cl, body, mind)  # L6
    assert anna.attributes == wizard().attributes


# ---------------------------------------------------------------- all classes and Elements


@pytest.mark.rule("NW3-CHAR-04", "NW3-CHAR-06")
@given(
    first=st.sampled_from(list(CLASSES)), second=st.sampled_from(list(CLASSES)),
    element=st.sampled_from(list(ELEMENTS)), other=st.sampled_from(list(ELEMENTS)), bonus=st.sampled_from(ATTRIBUTES),
)  # fmt: skip
def test_the_sums_of_every_pair_hold(first: str, second: str, element: Any, other: Any, bonus: Any) -> None:
    classes = (first, second)
    anna = wizard(classes=classes, elements=(element, other), bonus=bonus)
    values = anna.attributes
    assert sum(getattr(values, one) for one in ATTRIBUTES) == 43 - classes.count("recorder")
    halves = [(values.strength + values.finesse) // 2, (values.knowledge + values.spirit) // 2,
              (values.finesse + values.awareness) // 2, values.knowledge + values.awareness]  # fmt: skip
    eight = sum(getattr(anna.pre_equip, stat) for stat in STATS)
    assert eight - sum(halves) == 12 - classes.count("exorcist")
    assert anna.body + anna.mind == values.strength + values.spirit + 24 + 10
    assert anna.prana_max == 7 - values.luck // 3


@pytest.mark.rule("NW3-CHAR-03")
def test_the_order_of_elements_changes_no_number_and_is_kept() -> None:
    one, other = wizard(elements=("wind", "light")), wizard(elements=("light", "wind"))
    assert stats(one) == stats(other)
    assert (one.elements, other.elements) == (("wind", "light"), ("light", "wind"))


# ---------------------------------------------------------------- options


@pytest.mark.rule("NW3-OPEN-02")
def test_other_attributes_for_body_and_mind() -> None:
    anna = wizard(bonus="strength")  # 9, 9, 8, 5, 5, 7
    other = wizard(bonus="strength", house=house(body_attribute="awareness"))
    assert (anna.body, other.body) == (28, 27)
    sage = wizard(classes=("magus", "magus"), elements=("void", "void"), bonus="spirit")
    other = wizard(classes=("magus", "magus"), elements=("void", "void"), bonus="spirit",
                   house=house(mind_attribute="knowledge"))  # fmt: skip
    assert (sage.mind, other.mind) == (29, 32)


@pytest.mark.rule("NW3-OPEN-03")
def test_halves_are_rounded_as_the_table_says() -> None:
    up = house(half_rounding="up")
    magus = ("magus", "magus")
    assert wizard(classes=magus, elements=("void", "void"), bonus="spirit").pre_equip.macc == 14  # half of 21, and 4
    assert wizard(classes=magus, elements=("void", "void"), bonus="spirit", house=up).pre_equip.macc == 15
    assert wizard(house=up).pre_equip == wizard().pre_equip  # no odd sum there: 18, 10, 18


@pytest.mark.rule("NW3-OPEN-04")
@pytest.mark.parametrize("stat", STATS)
def test_the_short_row_of_the_exorcist(stat: Any) -> None:
    plain = wizard(classes=("exorcist", "ninja"))
    more = wizard(classes=("exorcist", "ninja"), house=house(exorcist_extra=stat))
    assert getattr(more.pre_equip, stat) == getattr(plain.pre_equip, stat) + 1
    assert sum(stats(more)) == sum(stats(plain)) + 1
    assert stats(wizard(house=house(exorcist_extra=stat))) == stats(wizard())


@pytest.mark.rule("NW3-OPEN-09")
def test_the_cf_mod_may_be_capped() -> None:
    assert derived.cf_mod(13, AS_WRITTEN) == Sum(4, (Part("sum.third_of_luck", 4, "NW3-CHAR-05"),))
    capped = derived.cf_mod(13, house(cf_mod_cap=3))
    assert (capped.total, capped.limit_rule) == (3, "NW3-OPEN-09")
    idol = wizard(classes=("idol", "idol"), elements=("light", "light"), bonus="luck", house=house(cf_mod_cap=3))
    assert idol.prana_max == 4


# ---------------------------------------------------------------- sums, constant skills, settling


@pytest.mark.rule("NW3-CHAR-04", "NW3-CHAR-06")
def test_every_part_names_its_source_and_rule() -> None:
    sheet = Sheet(("ninja", "broomman"), ("wind", "light"), "finesse", placed={"pacc": 1}, grown_body=6, grown_mind=4)
    found = derived.attributes(sheet, AS_WRITTEN)["finesse"]
    assert [(part.source, part.value) for part in found.parts] == [
        ("Ninja", 4), ("Broomman", 4), ("Wind", 1), ("sum.bonus_point", 1),
    ]  # fmt: skip
    base = derived.base(sheet, AS_WRITTEN)
    assert [(part.source, part.value, part.rule) for part in base["pacc"].parts] == [
        ("sum.half.pacc", 9, "NW3-CHAR-06"), ("Ninja", 1, "NW3-CHAR-06"), ("Broomman", 1, "NW3-CHAR-06"),
        ("sum.placed", 1, "NW3-LEVEL-04"),
    ]  # fmt: skip
    assert [(part.source, part.value) for part in base["body"].parts] == [
        ("stat.strength", 8), ("Wind", 8), ("Light", 5), ("sum.classes", 6),
    ]  # fmt: skip
    assert [(part.source, part.value) for part in base["spd"].parts][:2] == [
        ("stat.knowledge", 5), ("stat.awareness", 8),
    ]  # fmt: skip


@pytest.mark.rule("NW3-CHAR-12")
@pytest.mark.parametrize(
    ("skills", "changed"),
    [
        ({"quick_feet": 2}, {"spd": 4}),
        ({"hard_skin": 2}, {"pdef": 2 + 8 // 4}),
        ({"deep_breath": 1, "quick_feet": 1}, {"body": 2, "spd": 2}),
    ],
)
def test_constant_skills_count_before_equipment(skills: dict[str, int], changed: dict[str, int]) -> None:
    plain, anna = wizard(), wizard(skills=skills)
    names = (*STATS, "body", "mind")
    before = dict(zip(names, stats(plain)))
    assert dict(zip(names, stats(anna))) == {name: before[name] + changed.get(name, 0) for name in names}
    found = derived.before_equipment(content(), AS_WRITTEN, anna)
    assert {name: found[name].total for name in names} == dict(zip(names, stats(anna)))
    for name in changed:
        assert found[name].parts[-1].source in skills


@pytest.mark.rule("NW3-CHAR-12")
def test_a_constant_change_of_an_attribute_changes_no_stat_made_of_it() -> None:
    anna = wizard(skills={"strong_back": 1})
    assert anna.attributes.strength == 9
    assert stats(anna) == stats(wizard())


@pytest.mark.rule("NW3-SKILL-11")
def test_a_constant_secret_works_only_while_its_class_is_held() -> None:
    anna = wizard(classes=("vampire", "ninja"), skills={"secret_art": 1})
    assert anna.sheet is not None
    before = anna.pre_equip.matk
    anna.sheet.classes = ("magus", "ninja")
    derived.settle(content(), AS_WRITTEN, anna)
    without = wizard(classes=("magus", "ninja")).pre_equip.matk
    assert anna.pre_equip.matk == without
    anna.sheet.classes = ("ninja", "vampire")
    derived.settle(content(), AS_WRITTEN, anna)
    assert anna.pre_equip.matk == before == wizard(classes=("vampire", "ninja")).pre_equip.matk + 4


def test_settling_again_changes_nothing() -> None:
    anna = wizard("anna", "sword", "gloves", skills={"quick_feet": 2, "strong_back": 1, "mirror_edge": 1})
    again = wizard("anna", "sword", "gloves", skills={"quick_feet": 2, "strong_back": 1, "mirror_edge": 1})
    derived.settle(content(), AS_WRITTEN, again)
    assert again == anna


@pytest.mark.rule("NW3-CHAR-07")
def test_settling_lowers_points_above_a_new_maximum() -> None:
    anna = wizard(classes=("ninja", "ninja"), elements=("fire", "fire"), bonus="luck")
    assert anna.sheet is not None
    anna.sheet.elements, anna.sheet.bonus = ("light", "light"), "finesse"
    anna.prana = anna.prana_max
    derived.settle(content(), AS_WRITTEN, anna)
    assert (anna.hp, anna.prana) == (anna.body, anna.prana_max)
    anna.hp = anna.mp = 3
    derived.settle(content(), AS_WRITTEN, anna)
    assert (anna.hp, anna.mp) == (3, 3)


def test_one_without_a_sheet_keeps_its_own_numbers() -> None:
    ghoul = Character("ghoul", "Ghoul", "enemy", "emulators", attributes=Attributes(3), pre_equip=Stats(9), body=1)
    ghoul.pre_equip_body = 12
    derived.settle(content(), AS_WRITTEN, ghoul)
    assert (ghoul.attributes, ghoul.pre_equip, ghoul.stats.pacc, ghoul.body) == (Attributes(3), Stats(9), 9, 12)
