"""The things of the starter pack: enough of every class, and choices that a Wizard can pay for."""

from __future__ import annotations

import pytest

from rulewright.games.nw3.records.effects import Attack, RuleFlag
from rulewright.games.nw3.records.items import Item
from rulewright.games.nw3.records.starter import starter
from rulewright.games.nw3.records.tables import numbers
from rulewright.games.nw3.records.vocabulary import BroomType, ItemClass, ItemStat, Slot, WeaponRange
from vocabularies import words_of

PACK = starter()
MONEY = numbers().creation.money
BROOMS = [item for item in PACK.item if item.broom]
OPTIONS = [item for item in PACK.item if item.broom_option]
WORN = [item for item in PACK.item if not item.broom and not item.broom_option]
WEAPONS = [item for item in PACK.item if "weapon" in item.classes]
ENCHANTMENTS = [item for item in PACK.item if "enchantment" in item.classes]


def of_class(kind: str) -> list[Item]:
    return [item for item in WORN if kind in item.classes]


@pytest.mark.rule("NW3-ITEM-01")
def test_so_many_of_each_class() -> None:
    assert len(PACK.item) == 124
    assert {kind: len(of_class(kind)) for kind in words_of(ItemClass)} == {
        "weapon": 25, "armor": 21, "accessory": 17, "enchantment": 12, "tool": 10, "potion": 9, "service": 4,
    }  # fmt: skip
    several = {item.id for item in PACK.item if len(item.classes) > 1}
    assert several == {"bad_coffee_thermos", "crane_arm", "streetlight_that_follows"}
    assert [item.id for item in PACK.item if item.unique] == ["streetlight_that_follows"]


def test_blocks_of_items_have_names_in_japanese() -> None:
    assert [(item.id, block.name) for item in PACK.item for block in item.effect_block if not block.name_ja] == []


def test_effects_of_items_use_the_vocabulary_richly() -> None:
    effects = [effect for item in PACK.item for block in item.effect_block for effect in block.effect]
    kinds = {str(effect.__struct_config__.tag) for effect in effects}
    assert kinds >= {
        *("attack", "negate", "damage", "cost_change", "rule_flag", "set_element", "movement", "substitute", "reroll"),
        *("condition", "preserve_item", "retarget", "cover_up", "critical_shift", "extra_action", "blockade", "prose"),
        *("modify", "inflict_status", "clear_status", "recovery", "resource", "reduce_damage"),
    }
    assert {effect.flag for effect in effects if isinstance(effect, RuleFlag)} == {
        *("ignore_weight", "extra_hands", "free_ride", "multiple_maou", "fly_in_fortress")
    }
    assert {effect.on for effect in effects} >= {"target", "allies", "attacker", "driver", "riders"}


@pytest.mark.rule("NW3-WEAPON-01", "NW3-WEAPON-03")
def test_weapons_of_every_reach() -> None:
    assert {item.range for item in WEAPONS} == set(words_of(WeaponRange))
    assert {(item.type, item.slot) for item in WEAPONS if item in WORN} == {
        ("melee", "one_hand"), ("melee", "two_hand"), ("ranged", "one_hand"), ("ranged", "two_hand"),
        ("melee", "other"),
    }  # fmt: skip
    assert all(5 <= item.modifiers["patk"] <= 9 for item in WEAPONS)
    assert len({item.category for item in WEAPONS}) >= 15


@pytest.mark.rule("NW3-ARMOR-01", "NW3-ARMOR-04", "NW3-ITEM-05", "NW3-ITEM-15")
def test_something_for_every_slot() -> None:
    assert {item.slot for item in PACK.item} == set(words_of(Slot))
    armor = {slot: [item for item in of_class("armor") if item.slot == slot] for slot in words_of(Slot)}
    for slot in ("head", "upper", "clothes", "shoulder", "gloves", "one_hand"):
        assert len(armor[slot]) >= 2, slot
    assert len(armor["two_hand"]) == 1
    assert {item.slot for item in WORN if item.doesnt_stack} == {"upper", "clothes"}
    shared = {item.slot for item in of_class("accessory")} - {"accessory", "other"}
    assert shared == {"head", "upper", "shoulder", "gloves", "one_hand"}


@pytest.mark.rule("NW3-ENCHANT-01", "NW3-ENCHANT-02", "NW3-ENCHANT-05")
def test_enchantments() -> None:
    assert {item.slot for item in ENCHANTMENTS} == {"one_hand", "two_hand"}
    assert [item.id for item in ENCHANTMENTS if item.maou] == ["duke_of_the_late_show", "queen_of_the_red_moon"]
    assert {item.memory for item in ENCHANTMENTS} == {2, 3, 4, 5, 6, 7, 8}
    assert all(item.modifiers["matk"] >= 4 for item in ENCHANTMENTS)
    spells = [block for item in ENCHANTMENTS for block in item.effect_block if block.check.kind == "hit_check"]
    assert {block.range for block in spells} == {"close", "short", "short_only", "long", "scene"}
    elements = [one.element for block in spells for one in block.effect if isinstance(one, Attack)]
    assert set(elements) == {"light", "dark", "earth", "water", "fire", "wind", "void"}


@pytest.mark.rule("NW3-BROOM-11", "NW3-BROOM-12")
def test_brooms() -> None:
    assert len(BROOMS) == 12
    kinds = [item.broom for item in BROOMS if item.broom]
    assert {kind for broom in kinds for kind in broom.types} == set(words_of(BroomType))
    assert {item.category for item in BROOMS} == {"swift", "lantern", "owl", "tram", "crane"}
    assert {broom.seats for broom in kinds} == {1, 2, 4, 6, None}
    assert {kind for item in BROOMS for kind in item.classes} == {"weapon", "armor", "enchantment", "tool"}


@pytest.mark.rule("NW3-BROOM-14", "NW3-BROOM-15")
def test_broom_options() -> None:
    assert len(OPTIONS) == 16
    options = {item.id: item.broom_option for item in OPTIONS if item.broom_option}
    assert {kind for option in options.values() for kind in option.types} == set(words_of(BroomType))
    mounted = {id for id, option in options.items() if option.mounted_weapon}
    assert mounted == {"petal_launcher", "coin_cannon", "kickstand_blade"}
    assert {only for option in options.values() for only in option.only} == {"swift", "owl", "tram", "lantern"}
    assert sum(not option.types and not option.only for option in options.values()) == 2


@pytest.mark.rule("NW3-BROOM-14")
@pytest.mark.parametrize("broom", BROOMS, ids=lambda item: item.id)
def test_every_broom_has_options_that_fit(broom: Item) -> None:
    assert broom.broom is not None
    fitting = [
        option
        for option in (item.broom_option for item in OPTIONS)
        if option is not None
        and option.occupy <= broom.broom.capacity
        and (not option.types or not set(option.types).isdisjoint(broom.broom.types))
        and (not option.only or broom.category in option.only)
    ]
    assert len(fitting) >= 4


@pytest.mark.rule("NW3-CHAR-13", "NW3-ITEM-07")
def test_a_new_wizard_has_real_choices() -> None:
    dear = [item.id for item in PACK.item if item.cost > MONEY]
    assert dear == ["streetlight_that_follows"]
    for kind in ("weapon", "armor", "enchantment", "accessory", "potion", "tool", "service"):
        prices = sorted(item.cost for item in of_class(kind))
        assert prices[len(prices) // 2] <= MONEY // 2, kind
    assert all(item.cost + OPTIONS[0].cost <= MONEY for item in BROOMS if item.cost <= MONEY * 4 // 5)


@pytest.mark.rule("NW3-ITEM-03", "NW3-ITEM-10", "NW3-ITEM-13")
def test_every_stat_is_changed_by_something() -> None:
    assert {stat for item in PACK.item for stat in item.modifiers} == set(words_of(ItemStat))
    for field in ("general", "consumable", "doesnt_stack"):
        assert sum(getattr(item, field) for item in PACK.item) >= 3, field
