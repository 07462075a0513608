"""House rules of any game: their values, changing one, their texts, and what is refused."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
import pytest

from rulewright.engine.errors import Malformed, Refused
from rulewright.engine.house_rule_texts import HouseRules, read_house_rules
from rulewright.engine.house_rules import Choices, changed, choices, written

Few = Annotated[int, msgspec.Meta(ge=1, le=9)]


class Options(msgspec.Struct, frozen=True):
    parry: bool = True
    dice: Literal["2d6", "1d6"] = "2d6"
    start: Literal["none", "gift"] = "gift"
    floor: Literal[0, 1] = 0
    cap: Literal[5, 3] | None = None
    rounds: Few = 6
    again: Few | Literal["old"] = 1
    metres: Few | None = None


TEXTS = """
[[options]]
name = "parry"
title = "Parrying"
title_fi = "Torjunta"
text = "On (default): a blow can be parried."
text_fi = "Päällä (oletus): iskun voi torjua."
why = "Nothing is said against it."
why_fi = "Mikään ei sitä kiellä."
rules = ["TOY-1"]
[options.value_texts]
true = "Allowed"
false = "Forbidden"
[options.value_texts_fi]
true = "Sallittu"

[[options]]
name = "rounds"
title = "Rounds"
text = "How many. The default is 6."
why = "It has to end."

[[presets]]
id = "plain"
title = "Plain"
title_fi = "Tavallinen"
text = "As it is."
text_fi = "Sellaisenaan."

[[open_points]]
number = 3
text = "Ties are not settled."
text_fi = "Tasapelit jäävät auki."
rules = ["TOY-1"]
"""


@pytest.fixture
def house() -> HouseRules:
    return read_house_rules(TEXTS)


# ---------------------------------------------------------------- values


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("parry", Choices((True, False), True)),
        ("dice", Choices(("2d6", "1d6"), "2d6")),
        ("cap", Choices((None, 5, 3), None)),
        ("rounds", Choices((), 6, range(1, 10))),
        ("again", Choices(("old",), 1, range(1, 10))),
        ("metres", Choices((None,), None, range(1, 10))),
    ],
)
def test_choices_stand_in_the_order_of_the_code_and_none_comes_first(name: str, expected: Choices) -> None:
    assert choices(Options)[name] == expected


def test_every_option_has_choices_in_its_order() -> None:
    assert list(choices(Options)) == ["parry", "dice", "start", "floor", "cap", "rounds", "again", "metres"]


@pytest.mark.parametrize("kind", [str, int, Annotated[int, msgspec.Meta(ge=1)], Few | str, list[int]])
def test_a_type_without_choices_is_no_option(kind: Any) -> None:
    odd = msgspec.defstruct("Odd", [("odd", kind, None)])
    with pytest.raises(TypeError, match="no type of an option"):
        choices(odd)


@pytest.mark.parametrize(
    ("value", "told"), [(True, "true"), (False, "false"), (None, "none"), (3, "3"), ("2d6", "2d6"), ("Old", "Old")]
)
def test_a_value_as_people_write_it(value: Any, told: str) -> None:
    assert written(value) == told


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("parry", False, False),
        ("parry", "off", False),
        ("dice", "1d6", "1d6"),
        ("start", "none", "none"),
        ("cap", "none", None),
        ("cap", 3, 3),
        ("again", "old", "old"),
        ("metres", 9, 9),
    ],
)
def test_one_option_is_changed_and_the_others_stay(name: str, value: Any, expected: Any) -> None:
    before = Options(rounds=2, cap=5)
    after = changed(before, name, value)
    assert after == msgspec.structs.replace(before, **{name: expected})
    assert before == Options(rounds=2, cap=5)


@pytest.mark.parametrize(
    ("name", "value"), [("party", True), ("parry", "yes"), ("dice", "3d6"), ("start", None), ("rounds", 10), ("cap", 4)]
)
def test_what_is_no_option_or_no_value_is_refused(name: str, value: Any) -> None:
    with pytest.raises(Refused) as refusal:
        changed(Options(), name, value, "TOY-9")
    assert (refusal.value.reason, refusal.value.rule) == ("bad_value", "TOY-9")
    assert refusal.value.facts == {"option": name, "value": str(value)}


# ---------------------------------------------------------------- texts


def test_texts_by_language(house: HouseRules) -> None:
    rule = house.options["parry"]
    assert [rule.title_in(language) for language in ("en", "fi", "ja")] == ["Parrying", "Torjunta", "Parrying"]
    assert rule.text_in("fi") == "Päällä (oletus): iskun voi torjua."
    assert rule.text_in("ja") == rule.text_in("en") == "On (default): a blow can be parried."
    assert [rule.why_in(language) for language in ("en", "fi")] == [
        "Nothing is said against it.",
        "Mikään ei sitä kiellä.",
    ]
    assert rule.rules == ("TOY-1",)
    preset = house.presets["plain"]
    assert [preset.title_in(language) for language in ("en", "fi")] == ["Plain", "Tavallinen"]
    assert [preset.text_in(language) for language in ("ja", "fi")] == ["As it is.", "Sellaisenaan."]
    (point,) = house.open_points
    assert [point.text_in(language) for language in ("en", "fi")] == ["Ties are not settled.", "Tasapelit jäävät auki."]


def test_words_of_a_value_are_english_and_then_the_value_itself_where_they_are_missing(house: HouseRules) -> None:
    rule = house.options["parry"]
    assert [rule.value_in(True, language) for language in ("en", "fi", "ja")] == ["Allowed", "Sallittu", "Allowed"]
    assert rule.value_in(False, "fi") == "Forbidden"
    assert house.options["rounds"].value_in(7, "fi") == "7"


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("", ["parry", "rounds"]),
        ("torjua SALLITTU", ["parry"]),
        ("forbidden", ["parry"]),
        ("to end", ["rounds"]),
        ("toy-1", ["parry"]),
        ("parry rounds", []),
    ],
)
def test_a_search_looks_into_every_text(words: str, found: list[str], house: HouseRules) -> None:
    assert [rule.name for rule in house.search(words)] == found


@pytest.mark.parametrize(
    ("right", "wrong", "told"),
    [
        ("title_fi = ", "titel_fi = ", "house rules, parry: no field 'titel_fi'"),
        ("why_fi = ", "why_fin = ", "parry: no field 'why_fin'"),
        ("value_texts_fi", "value_text_fi", "parry: no field 'value_text_fi'"),
        ("rules = ", "rule = ", "parry: no field 'rule'"),
        ('text_fi = "Päällä (oletus): iskun voi torjua."', "text_fi = 3", "parry: text_fi is 3; expected a text"),
        ('true = "Sallittu"', "true = 1", "parry: .*str"),
        ('why = "It has to end."', "", "rounds: .*why"),
        ('name = "rounds"', 'name = "parry"', "house rules: parry stands twice; expected each id once"),
        ('id = "plain"', 'name = "plain"', "preset: no field 'name'"),
        ("number = 3", 'number = "3"', "house rules, 3: .*int"),
        ("[[presets]]", "[[preset]]", "preset"),
        ("[[presets]]", "[[presets", "house rules: "),
    ],
)
def test_what_cannot_be_read_is_refused_with_its_place(right: str, wrong: str, told: str) -> None:
    assert right in TEXTS
    with pytest.raises(Malformed, match=told):
        read_house_rules(TEXTS.replace(right, wrong, 1))
