"""NW3-ITEM-05, -06, -15, NW3-ENCHANT-01 to -05, NW3-BROOM-14: what can be equipped and loaded together."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from nw3_people import carrying, content, ids, wizard
from rulewright.engine.drivers import Script
from rulewright.engine.errors import Refused
from rulewright.engine.world import digest
from rulewright.games.nw3.options import Options
from rulewright.games.nw3.state import Character, Lasting
from rulewright.games.nw3.wizards import equipping, standing
from rulewright.games.nw3.wizards.belongings import equipped

AS_WRITTEN = Options()


def refused(character: Character, deed: Callable[[], object]) -> tuple[str, str]:
    """Reason and rule of a refusal, which has to leave the character as it was."""
    before = digest(character)
    with pytest.raises(Refused) as caught:
        deed()
    assert digest(character) == before
    return caught.value.reason, caught.value.rule


def equip(character: Character, id: str, **options: Any) -> None:
    equipping.equip(content(), Options(**options), character, id)


def last(character: Character) -> str:
    return character.items[-1].id


def worn(character: Character) -> list[str]:
    return ids(equipped(character))


# ---------------------------------------------------------------- hands and Slots


@pytest.mark.rule("NW3-ITEM-05", "NW3-ENCHANT-01", "NW3-ENCHANT-04", "NW3-ARMOR-01")
@pytest.mark.parametrize(
    ("held", "thing", "reason"),
    [
        (["great_bow"], "sword", "hands_full"),  # I4
        (["sword"], "great_bow", "hands_full"),
        (["sword", "shield"], "short_sword", "hands_full"),
        (["aurora_script"], "kite_blade", "hands_full"),  # W5
        (["sword", "six_script"], "shield", "hands_full"),
        (["sword"], "short_sword", ""),
        (["sword"], "shield", ""),
        (["sword"], "six_script", ""),
        ([], "great_bow", ""),
    ],
)
def test_two_hands_hold_no_more_than_two_hands_can(held: list[str], thing: str, reason: str) -> None:
    anna = wizard("anna", *held, f"{thing} robe")
    assert equipping.why_not(content(), anna, anna.items[-1]) == reason
    if reason:
        assert refused(anna, lambda: equip(anna, last(anna))) == (reason, "NW3-ITEM-05")
    else:
        equip(anna, last(anna))
        assert worn(anna) == [*held, thing]


@pytest.mark.rule("NW3-ITEM-05", "NW3-ARMOR-02", "NW3-ITEM-15", "NW3-ITEM-13")
@pytest.mark.parametrize(
    ("worn_already", "thing", "reason"),
    [
        ("plate", "jacket", "slot_taken"),
        ("cap", "hairband", "slot_taken"),  # an accessory in a Slot of armor
        ("belt", "sash", "slot_taken"),  # the same other Slot
        ("belt", "anvil", ""),  # two different other Slots
        ("plate", "gloves", ""),
        ("ring", "ring", ""),
    ],
)
def test_a_slot_holds_one_thing(worn_already: str, thing: str, reason: str) -> None:
    anna = wizard("anna", worn_already, f"{thing} robe")
    assert equipping.why_not(content(), anna, anna.items[-1]) == reason
    if reason:
        assert refused(anna, lambda: equip(anna, last(anna))) == (reason, "NW3-ITEM-05")


@pytest.mark.rule("NW3-SKILL-OPEN-13")
def test_the_number_of_accessories_may_be_limited() -> None:
    anna = wizard("anna", "ring", "pin robe", "hairband robe")
    pin, hairband = anna.items[1:]
    assert refused(anna, lambda: equip(anna, pin.id, accessory_limit=1)) == ("slot_taken", "NW3-ITEM-05")
    equip(anna, hairband.id, accessory_limit=1)  # its Slot is the head
    equip(anna, pin.id, accessory_limit=2)
    assert worn(anna) == ["ring", "pin", "hairband"]


@pytest.mark.rule("NW3-ITEM-06", "NW3-ITEM-14")
@pytest.mark.parametrize("thing", ["radio", "orange_soda", "night_taxi", "tail_fin"])
def test_what_has_no_slot_cannot_be_equipped(thing: str) -> None:
    anna = wizard("anna", f"{thing} robe")
    assert refused(anna, lambda: equip(anna, last(anna))) == ("not_equippable", "NW3-ITEM-06")


@pytest.mark.rule("NW3-ITEM-11")
def test_only_what_is_owned_and_not_lost_can_be_equipped() -> None:
    anna = wizard("anna", "sword robe")
    assert refused(anna, lambda: equip(anna, "sword.9")) == ("not_owned", "NW3-ITEM-11")
    anna.items[0].lost = True
    assert refused(anna, lambda: equip(anna, "sword.1")) == ("not_owned", "NW3-ITEM-11")
    assert equipping.why_not(content(), anna, anna.items[0]) == "not_owned"
    assert equipping.why_not(content(), wizard(), anna.items[0]) == "not_owned"


@pytest.mark.rule("NW3-ITEM-05")
def test_what_is_equipped_is_not_equipped_again() -> None:
    anna = wizard("anna", "ring")
    assert equipping.why_not(content(), anna, anna.items[0]) == "slot_taken"
    assert refused(anna, lambda: equip(anna, "ring.1")) == ("slot_taken", "NW3-ITEM-05")


@pytest.mark.rule("NW3-ITEM-05")
def test_a_third_hand_holds_a_third_thing() -> None:
    anna = wizard("anna", "sword", "shield", "short_sword robe", skills={"third_hand": 1})
    equip(anna, last(anna))
    assert worn(anna) == ["sword", "shield", "short_sword"]


# ---------------------------------------------------------------- enchantments


@pytest.mark.rule("NW3-ENCHANT-02")
@pytest.mark.parametrize(("first", "second", "reason"), [
    ("wide_script", "six_script", "memory_exceeded"),  # I5: 4 + 3 of 6
    ("wide_script", "four_script", ""),  # I6: 4 + 2, exact
    ("clockwork_duke", "four_script", ""),  # W4
    ("clockwork_duke", "six_script", "memory_exceeded"),
])  # fmt: skip
def test_memory_is_a_hard_limit(first: str, second: str, reason: str) -> None:
    anna = wizard("anna", first, f"{second} robe")
    if reason:
        assert refused(anna, lambda: equip(anna, last(anna))) == (reason, "NW3-ENCHANT-02")
    else:
        equip(anna, last(anna))
        assert standing.memory(content(), anna) == standing.memory_limit(content(), anna) == 6


@pytest.mark.rule("NW3-ENCHANT-02")
def test_memory_grows_with_cl_and_what_effects_add() -> None:
    for anna in (wizard("anna", "wide_script", "six_script robe", cl=2),
                 wizard("anna", "wide_script", "six_script robe", skills={"scholar": 1})):  # fmt: skip
        equip(anna, last(anna))
        assert worn(anna) == ["wide_script", "six_script"]


@pytest.mark.rule("NW3-ENCHANT-05")
def test_one_maou_unless_a_rule_allows_more() -> None:
    anna = wizard("anna", "duke", "count robe")
    assert refused(anna, lambda: equip(anna, last(anna))) == ("one_maou", "NW3-ENCHANT-05")  # I13
    summoner = wizard("anna", "duke", "count robe", "moon_lamp robe", classes=("summoner", "ninja"),
                      skills={"two_lanterns": 1})  # fmt: skip
    equip(summoner, "count.2")
    assert worn(summoner) == ["duke", "count"]


@pytest.mark.rule("NW3-ENCHANT-02")
def test_after_a_fall_of_spirit_enchantments_are_put_away_until_they_fit() -> None:
    anna = wizard("anna", "wide_script", "four_script", "ring")
    script = Script(())
    script.run(equipping.fit_memory(content(), AS_WRITTEN, anna))
    assert not script.asked
    anna.effects = [Lasting(1, "cinder_ring", "ben", "stat", "spirit", -3)]
    script.run(equipping.fit_memory(content(), AS_WRITTEN, anna))
    assert [(one.key, one.default) for one in script.asked] == [("memory_overflow_choice", "wide_script.1")]
    assert worn(anna) == ["four_script", "ring"]
    assert anna.stats.macc == 5 + 2
    other = wizard("anna", "wide_script", "four_script")
    other.effects = [Lasting(1, "cinder_ring", "ben", "stat", "spirit", -1)]
    Script((), {"memory_overflow_choice": "four_script.2"}).run(equipping.fit_memory(content(), AS_WRITTEN, other))
    assert worn(other) == ["wide_script"]


# ---------------------------------------------------------------- changing


@pytest.mark.rule("NW3-CHAR-14")
def test_equipping_and_putting_away_refresh_the_numbers() -> None:
    anna = wizard("anna", "gloves robe")
    equip(anna, "gloves.1")
    assert (anna.stats.pdef, anna.stats.pacc) == (3, 10)
    equipping.put_away(content(), AS_WRITTEN, anna, "gloves.1")
    assert (anna.items[0].where, anna.stats.pdef, anna.stats.pacc) == ("robe", 2, 11)
    assert refused(anna, lambda: equipping.put_away(content(), AS_WRITTEN, anna, "gloves.1")) == (
        "item_not_equipped", "NW3-ITEM-11",
    )  # fmt: skip
    equip(anna, "gloves.1")
    equipping.put_away(content(), AS_WRITTEN, anna, "gloves.1", "carried")
    assert anna.items[0].where == "carried"


@pytest.mark.rule("NW3-ROUND-04")
def test_an_exchange_is_tested_by_what_comes_out_and_happens_as_a_whole() -> None:
    anna = wizard("anna", "sword", "shield", "great_bow robe", "plate robe", "jacket robe")
    sword, shield, bow, plate, jacket = (thing.id for thing in anna.items)

    def exchange(on: list[str], off: list[str]) -> None:
        equipping.exchange(content(), AS_WRITTEN, anna, on, off)

    assert refused(anna, lambda: exchange([bow], [sword])) == ("hands_full", "NW3-ITEM-05")
    assert refused(anna, lambda: exchange([plate, jacket], [])) == ("slot_taken", "NW3-ITEM-05")
    assert refused(anna, lambda: exchange([bow, bow], [sword, shield])) == ("slot_taken", "NW3-ITEM-05")
    exchange([bow, plate], [sword, shield])
    assert worn(anna) == ["great_bow", "plate"]
    assert (anna.stats.pdef, anna.stats.eva) == (8, 8)


# ---------------------------------------------------------------- Brooms


def rider(*options: str) -> Character:
    return carrying(wizard("anna", "heron_mk2"), *(f"{option} robe" for option in options))


def load(character: Character, *options: str) -> None:
    for option in options:
        equipping.load(content(), AS_WRITTEN, character, option, "heron_mk2.1")


@pytest.mark.rule("NW3-BROOM-14", "NW3-BROOM-16")
def test_options_are_loaded_as_far_as_the_capacity_goes() -> None:
    anna = rider("tail_fin", "seed_cannon", "tail_fin")
    load(anna, "tail_fin.2", "seed_cannon.3")  # W2, B6: 1 + 3 of 4
    assert equipping.occupied(content(), anna, anna.items[0]) == 4
    assert (anna.stats.eva, anna.stats.pacc) == (12, 11)
    assert refused(anna, lambda: load(anna, "tail_fin.4")) == ("capacity_exceeded", "NW3-BROOM-14")  # W3
    assert refused(anna, lambda: load(anna, "tail_fin.2")) == ("already_loaded", "NW3-BROOM-14")
    equipping.unload(content(), AS_WRITTEN, anna, "seed_cannon.3")
    assert (anna.stats.eva, anna.stats.pacc) == (12, 12)
    load(anna, "tail_fin.4")
    assert anna.stats.eva == 13
    assert refused(anna, lambda: equipping.unload(content(), AS_WRITTEN, anna, "seed_cannon.3"))[0] == (
        "item_not_equipped"
    )


@pytest.mark.rule("NW3-BROOM-14")
@pytest.mark.parametrize(
    ("option", "reason"),
    [
        ("magic_lens", "option_type_mismatch"),  # B7: Melee and Mobile
        ("tail_fin", ""),
        ("plain_bag", ""),  # fits all
        ("seal_bell", "option_only_mismatch"),  # B8
        ("seed_cannon", ""),  # for herons
        ("ring", "not_equippable"),
    ],
)
def test_an_option_has_to_fit_the_broom(option: str, reason: str) -> None:
    anna = rider(option)
    thing, broom = anna.items[1], anna.items[0]
    assert equipping.why_not_load(content(), anna, thing, broom) == reason
    if reason:
        assert refused(anna, lambda: load(anna, thing.id))[0] == reason
    else:
        load(anna, thing.id)
        assert thing.loaded == broom.id


@pytest.mark.rule("NW3-BROOM-14")
def test_only_what_is_owned_is_loaded_and_only_on_brooms() -> None:
    anna = rider("tail_fin", "ring")
    assert refused(anna, lambda: load(anna, "tail_fin.9")) == ("not_owned", "NW3-ITEM-11")
    assert equipping.why_not_load(content(), wizard(), anna.items[1], anna.items[0]) == "not_owned"
    assert equipping.why_not_load(content(), anna, anna.items[1], anna.items[2]) == "not_equippable"
    anna.items[0].lost = True
    assert refused(anna, lambda: load(anna, "tail_fin.2")) == ("not_owned", "NW3-ITEM-11")
    assert equipping.why_not_load(content(), anna, anna.items[1], anna.items[0]) == "not_owned"
