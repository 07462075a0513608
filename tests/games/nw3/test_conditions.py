"""NW3-SKILL-39, -40: what restrictions ask for."""

from __future__ import annotations

from typing import Any

import pytest

from nw3_people import content, wizard
from rulewright.games.nw3.records.matchers import Matcher
from rulewright.games.nw3.state import Lasting, Riding
from rulewright.games.nw3.wizards.conditions import holds, matches, under

DRIVER, PASSENGER = Riding("ben", "b", "broom"), Riding("ben", "b", "broom", driver=False)


def fits(thing: str, **named: Any) -> bool:
    return matches(content().items_by_id[thing], Matcher(**named))


@pytest.mark.rule("NW3-SKILL-40")
@pytest.mark.parametrize(
    ("item", "named", "expected"),
    [
        ("kite_blade", {"class_": "weapon"}, True),
        ("kite_blade", {"class_": "armor"}, False),
        ("kite_blade", {"category": "blade"}, True),
        ("drain_bow", {"category": "blade"}, False),
        ("kite_blade", {"category": "broom"}, False),
        ("heron_mk2", {"category": "broom"}, True),
        ("heron_mk2", {"category": "heron"}, True),
        ("heron_mk2", {"category": "broom", "type": "mobile"}, True),
        ("heron_mk2", {"category": "broom", "type": "melee"}, True),
        ("heron_mk2", {"category": "broom", "type": "magic"}, False),
        ("kite_blade", {"type": "melee"}, True),
        ("kite_blade", {"type": "mobile"}, False),
        ("tea_tray", {"slot": "one_hand", "class_": "armor"}, True),
        ("tea_tray", {"slot": "one_hand", "class_": "weapon"}, False),  # all that is named has to fit
        ("tea_tray", {"general": True}, True),
        ("kite_blade", {"general": True}, False),
        ("kite_blade", {"general": False}, True),
        ("tea_tray", {"item": "tea_tray"}, True),
        ("tea_tray", {"item": "oven_gloves"}, False),
    ],
)
def test_a_matcher_fits_where_all_that_it_names_does(item: str, named: dict[str, Any], expected: bool) -> None:
    assert fits(item, **named) is expected


@pytest.mark.rule("NW3-SKILL-39")
def test_equipped_unequipped_and_carried() -> None:
    lantern, upper = Matcher(item="moon_lamp"), Matcher(slot="upper")
    anna = wizard("anna", "moon_lamp robe", "plate", "grandfather_clock")
    assert holds(content(), anna, "carry", [lantern])  # R5
    assert not holds(content(), anna, "equip", [lantern])
    assert holds(content(), anna, "equip", [lantern, upper])  # one alternative is enough
    assert not holds(content(), anna, "unequip", [upper])  # R4
    assert holds(content(), anna, "unequip", [lantern])
    anna.items[1].lost = True
    assert holds(content(), anna, "unequip", [upper])
    anna.items[0].lost = True
    assert not holds(content(), anna, "carry", [lantern])


@pytest.mark.rule("NW3-SKILL-39", "NW3-WEAPON-04", "NW3-ENCHANT-03", "NW3-ENCHANT-04")
@pytest.mark.parametrize(
    ("things", "dual_wield", "twin_magic"),
    [
        (["sword", "short_sword"], True, False),  # I1
        (["sword", "shield"], False, False),  # I2
        (["six_script", "four_script"], False, True),  # I3
        (["sword", "six_script"], False, False),
        (["great_bow"], False, False),
        (["sword", "short_sword robe"], False, False),
    ],
)
def test_what_both_hands_hold(things: list[str], dual_wield: bool, twin_magic: bool) -> None:
    anna = wizard("anna", *things)
    assert under(content(), anna, Matcher(condition="dual_wield")) is dual_wield
    assert under(content(), anna, Matcher(condition="twin_magic")) is twin_magic


@pytest.mark.rule("NW3-SKILL-39", "NW3-BROOM-02")
@pytest.mark.parametrize(
    ("values", "matcher", "expected"),
    [
        ({"flying": "robe"}, Matcher(condition="flying"), True),
        ({}, Matcher(condition="flying"), False),
        ({}, Matcher(condition="grounded"), True),
        ({"flying": "other"}, Matcher(condition="grounded"), False),
        ({"hp": 0}, Matcher(condition="incapacitated"), True),
        ({"pre_action": True}, Matcher(condition="pre_action"), True),
        ({"engage": "engage.1"}, Matcher(condition="engaged"), True),
        ({"hidden": True}, Matcher(condition="hidden"), True),
        ({"hidden": True}, Matcher(condition="riding"), False),
        ({}, Matcher(condition="hidden"), False),
        (
            {"effects": [Lasting(1, "a", "b", "flag", "hidden"), Lasting(2, "c", "b", "flag", "riding")]},
            Matcher(condition="hidden"),
            True,
        ),
        ({"effects": [Lasting(1, "a", "b", "flag", "hidden")]}, Matcher(condition="hidden"), True),
        ({"effects": [Lasting(1, "a", "b", "flag", "singing")]}, Matcher(condition="singing"), True),
        *(({"riding": seat}, Matcher(condition="riding"), True) for seat in (DRIVER, PASSENGER)),
        ({"effects": [Lasting(1, "a", "b", "flag", "riding")]}, Matcher(condition="driver"), False),
        ({"riding": DRIVER}, Matcher(condition="driver"), True),
        ({"riding": DRIVER}, Matcher(condition="passenger"), False),
        ({"riding": PASSENGER}, Matcher(condition="passenger"), True),
        ({"riding": PASSENGER}, Matcher(condition="driver"), False),
        ({"effects": [Lasting(1, "a", "b", "stat", "riding")]}, Matcher(condition="riding"), False),
        ({"statuses": {"poison": 2}}, Matcher(bad_status="poison"), True),
        ({"statuses": {"poison": 2}}, Matcher(bad_status="dazed"), False),
    ],
)
def test_conditions_of_a_character(values: dict[str, Any], matcher: Matcher, expected: bool) -> None:
    anna = wizard("anna", **values)
    assert under(content(), anna, matcher) is expected
    assert holds(content(), anna, "condition", [matcher]) is expected


@pytest.mark.rule("NW3-SKILL-39")
def test_post_action_is_something_of_rounds() -> None:
    matcher = Matcher(condition="post_action")
    assert not under(content(), wizard(), matcher)
    assert not holds(content(), wizard(), "condition", [matcher])
    assert holds(content(), wizard(), "condition", [matcher], in_round=True)
    assert under(content(), wizard(), matcher, in_round=True)
    assert not under(content(), wizard(pre_action=True), matcher, in_round=True)
