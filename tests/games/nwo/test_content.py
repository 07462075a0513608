"""The content of Night Wizard: Origin: the example pack loads with its figures, and what is left out is filled in."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec.inspect as types
import pytest

from rulewright.engine.errors import Malformed
from rulewright.engine.packs import Library, in_language, json_schema, load, merge
from rulewright.games.nwo.records import dice_text
from rulewright.games.nwo.records.content import NwoContent
from rulewright.games.nwo.records.dice_text import Dice
from rulewright.games.nwo.records.effects import Effect
from rulewright.games.nwo.records.gear import Item, Parry, Weapon
from rulewright.games.nwo.records.uses import Cost, Duration, HealPower, Limit, Power

TEXT = (Path(__file__).parent / "lantern_quay.toml").read_text(encoding="utf-8")
QUAY = load({"lantern_quay.toml": TEXT}, NwoContent)
HEADER = '[pack]\nid = "more"\ntitle = "More"\nversion = "0.1.0"\nlanguage = "en"\nruleset = "nwo"\n'


def added(text: str) -> NwoContent:
    """The example pack with a second one after it."""
    return merge([QUAY, load({"pack.toml": HEADER, "rows.toml": text}, NwoContent, [QUAY])])


# ---------------------------------------------------------------- the example pack


def test_every_table_is_there() -> None:
    found = {
        table: len(QUAY.rows(table)) for table in ("attribute", "element", "class", "ability", "spell", "character")
    }
    assert found == {"attribute": 6, "element": 3, "class": 2, "ability": 8, "spell": 10, "character": 4}
    assert [*QUAY.gear_by_id] == [
        "quay_pike", "guard_blade", "ward_staff", "round_shield", "mirror_shield", "oilskin", "salve", "sharp_salts",
    ]  # fmt: skip
    assert (QUAY.pack.id, QUAY.pack.title_ja, QUAY.packs[0].version) == ("lantern_quay", "灯籠埠頭", "1.0.0")
    assert [*QUAY.characters_by_id] == ["ruka", "tomo", "mire_hound", "fog_caller"]
    assert (*QUAY.maps_by_id, *QUAY.elements_by_id) == ("pier", "ember", "brine", "gale")
    assert "faith" in QUAY.attributes_by_id


def used(value: Any, kind: types.Type) -> Iterator[tuple[str, str]]:
    """Each field that is written in a value of TOML, with the name of its struct."""
    node = kind.type if isinstance(kind, types.Metadata) else kind
    match node:
        case types.UnionType():
            for one in node.types:
                yield from used(value, one)
        case types.VarTupleType() if isinstance(value, list):
            for entry in value:
                yield from used(entry, node.item_type)
        case types.DictType() if isinstance(value, dict):
            for entry in value.values():
                yield from used(entry, node.value_type)
        case types.StructType() if isinstance(value, dict):
            for field in node.fields:
                if field.encode_name in value:
                    yield node.cls.__name__, field.encode_name
                    yield from used(value[field.encode_name], field.type)


def declared(kind: types.Type, seen: set[type]) -> Iterator[tuple[str, str]]:
    """Each field of a struct type and of those in it."""
    node = kind.type if isinstance(kind, types.Metadata) else kind
    match node:
        case types.UnionType():
            for one in node.types:
                yield from declared(one, seen)
        case types.VarTupleType():
            yield from declared(node.item_type, seen)
        case types.DictType():
            yield from declared(node.value_type, seen)
        case types.StructType() if node.cls not in seen:
            seen.add(node.cls)
            for field in node.fields:
                if field.encode_name not in Library.__struct_fields__:
                    yield node.cls.__name__, field.encode_name
                    yield from declared(field.type, seen)


def test_the_pack_uses_every_field() -> None:
    schema = types.type_info(NwoContent)
    left = set(declared(schema, set())) - set(used(tomllib.loads(TEXT), schema))
    twins = {(kind, field) for kind, field in left if field.endswith("_ja")}
    # what no row of the example needs; the next test has it
    assert left - twins == {("ItemUse", "effects"), ("Spell", "max_targets")}


def test_several_targets_of_a_spell_and_effects_of_an_item() -> None:
    more = added(
        '[[spell]]\nid = "hush"\nname = "Hush"\nkind = "heal"\ntiming = "normal"\nelement = "none"\ncasting_value = 1\n'
        'mp = 1\ncast_count = 0\ntarget = "several"\nmax_targets = 4\nrange = [0, 2]\ncures = ["prone"]\n'
        '[[item]]\nid = "pepper"\nname = "Pepper"\nweight = 0\n'
        'use = { target = "square", effects = [{ op = "damage", amount = 2 }], text_ja = "辛い。" }\n'
    )
    assert more.spells_by_id["hush"].max_targets == 4
    pepper = more.gear_by_id["pepper"]
    assert isinstance(pepper, Item)
    assert pepper.use is not None
    assert pepper.use.effects[0].amount_at() == 2


@pytest.mark.rule("NWO-SPELL-03", "NWO-SPELL-02", "NWO-SPELL-08")
def test_an_attack_spell() -> None:
    dart = QUAY.spells_by_id["ember_dart"]
    assert (dart.kind, dart.timing, dart.element, dart.casting_value, dart.mp, dart.cast_count) == (
        "attack", "normal", "ember", 8, 4, 6,
    )  # fmt: skip
    assert dart.attack is not None
    assert (dart.attack.hit, dart.attack.power) == (
        Power(stat="magic", add=1, cap=14), Power(stat="magic", add=4, cap=16),
    )  # fmt: skip
    assert (dart.target, dart.range, dart.affects, dart.opens_in, dart.resistable) == (
        "one",
        (0, 3),
        "any",
        None,
        False,
    )
    assert QUAY.spells_by_id["brine_wave"].effects == (Effect(op="add_status", status="prone", on="hit"),)


@pytest.mark.rule("NWO-SPELL-07", "NWO-TIMING-14", "NWO-TIMING-04")
def test_what_is_left_out_is_filled_in() -> None:
    coat, dart = QUAY.spells_by_id["stone_coat"], QUAY.spells_by_id["ember_dart"]
    assert (coat.duration, coat.lasts, dart.lasts) == (None, Duration(kind="count"), Duration(kind="instant"))
    more = added(
        '[[ability]]\nid = "nudge"\nname = "Nudge"\ntiming = "counter"\nmax_level = 1\ntarget = "one"\ntext = "Hm."\n'
        '[[item]]\nid = "rope"\nname = "Rope"\nweight = 1\n'
    )
    nudge, rope = more.abilities_by_id["nudge"], more.gear_by_id["rope"]
    assert (nudge.window, nudge.opens_in, nudge.range, nudge.cost) == (None, "before_roll", (0, 0), Cost())
    assert isinstance(rope, Item)
    assert (rope.hands, rope.uses, rope.use, rope.price) == (1, None, None, None)
    assert QUAY.abilities_by_id["rally_call"].opens_in is None
    assert QUAY.abilities_by_id["turn_the_die"].opens_in == "after_roll"
    assert QUAY.abilities_by_id["sure_footing"].lasts == Duration(kind="count")


@pytest.mark.rule("NWO-SPELL-11", "NWO-SPELL-13")
def test_healing() -> None:
    mend, deep, wake = (QUAY.spells_by_id[one] for one in ("mend", "deep_mend", "wake_word"))
    assert mend.heal is not None
    assert deep.heal is not None
    assert mend.heal.power == HealPower(stat="magic", add=3, cap=14)
    assert (deep.heal.power, deep.heal.heals_serious) == (HealPower(value=2), True)
    assert (wake.heal, wake.cures) == (None, ("fainted", "prone"))


def test_abilities() -> None:
    rally, lantern = QUAY.abilities_by_id["rally_call"], QUAY.abilities_by_id["last_lantern"]
    assert (rally.cost, rally.max_targets, rally.limit) == (Cost(prana=2), 3, Limit(per="combat", times=1))
    assert rally.duration == Duration(kind="rounds", rounds=2)
    assert lantern.effects == (Effect(op="modify_cf", critical_add=(11,), fumble_remove=(2,)),)
    coals = QUAY.abilities_by_id["hot_coals"].effects[0]
    assert (coals.thrown, coals.amount_at(3)) == (Dice(1, 1), 6)
    assert QUAY.abilities_by_id["guard_step"].effects[0].amount_at(2) == 3
    assert QUAY.abilities_by_id["quay_blessing"].effects[0].thrown is None


def test_classes_and_growth() -> None:
    warden = QUAY.classes_by_id["lamp_warden"]
    assert (warden.requires, warden.modifiers["hp_max"]) == ({"strength": 7}, 4)
    fifth = warden.growth[4]
    assert (fifth.hp, fifth.aura, [(one.pick, one.raise_) for one in fifth.abilities]) == (
        "2d6", 1, [(1, None), (None, "guard_step")],
    )  # fmt: skip
    assert (QUAY.formulas["defence"].rounding, QUAY.formulas["action_value"].add) == ("up", -2)
    assert QUAY.prana_growth_of("tide_scribe").rows[5].release == 2
    assert QUAY.prana_growth_of("lamp_warden").rows[5].release == 1


def test_gear() -> None:
    staff = QUAY.gear_by_id["ward_staff"]
    assert isinstance(staff, Weapon)
    assert (staff.element, staff.parry) == ("gale", Parry(judge=0, defence=1, resistance=4))
    pike = QUAY.gear_by_id["quay_pike"]
    assert isinstance(pike, Weapon)
    assert (pike.element, pike.parry, pike.range) == ("none", None, (0, 1))


def test_characters() -> None:
    ruka, hound = QUAY.characters_by_id["ruka"], QUAY.characters_by_id["mire_hound"]
    assert (ruka.class_, ruka.class_levels, ruka.aura["hit"]) == ("lamp_warden", {"lamp_warden": 2}, 2)
    assert (hound.level_free, hound.stats["move"], hound.natural_weapons[0].element) == (True, 3, "brine")
    assert (hound.aura_total, hound.at_zero, ruka.at_zero) == (None, "dead", None)


def test_names_in_two_languages() -> None:
    dart = QUAY.spells_by_id["ember_dart"]
    assert (in_language(dart, "name", "ja"), in_language(dart, "name", "en")) == ("熾火の矢", "Ember Dart")


@pytest.mark.parametrize(
    ("text", "dice"),
    [("1d6-3", Dice(1, -3)), ("2d6", Dice(2)), ("20d6+99", Dice(20, 99)), ("3", Dice(0, 3)), ("0", Dice(0, 0))],
)
def test_dice_texts(text: str, dice: Dice) -> None:
    assert dice_text.read(text) == dice


@pytest.mark.parametrize("text", ["1d", "d6", "0d6", "21d6", "1d8", "2d6+100", "2d6 + 1", "-3", "100", "", "1d6\n"])
def test_no_dice_texts(text: str) -> None:
    with pytest.raises(Malformed):
        dice_text.read(text)


# ---------------------------------------------------------------- several packs


def test_a_pack_may_only_add_spells() -> None:
    more = added(
        '[[spell]]\nid = "glow"\nname = "Glow"\nkind = "utility"\ntiming = "normal"\nelement = "ember"\n'
        'casting_value = 1\nmp = 1\ncast_count = 0\ntarget = "self"\ntext = "It glows."\n'
    )
    assert len(more.spell) == 11
    assert more.formulas == QUAY.formulas
    assert more.full_moves == QUAY.full_moves
    assert more.prana_growth_of("tide_scribe") == QUAY.prana_growth_of("tide_scribe")


def test_of_tables_the_last_pack_counts() -> None:
    rows = ", ".join(f"{{ roll = {one}, prana_max = 9, release = 9 }}" for one in range(1, 7))
    moves = "[[full_move]]\nmax = 3\nmove = 0\n[[full_move]]\nmin = 4\nmove = 9\n"
    more = added(f"{moves}[prana_growth.default]\nrows = [{rows}]")
    assert [row.move for row in more.full_moves] == [0, 9]
    assert more.prana_growth_of("tide_scribe").rows[0].release == 9
    assert len(QUAY.full_moves) == 4


def test_a_pack_may_use_what_an_earlier_one_has() -> None:
    more = added(
        '[[attribute]]\nid = "luck"\nname = "Luck"\n'
        '[[weapon]]\nid = "charm"\nname = "Charm"\nweight = 0\nhands = 1\nrange = [0, 0]\nelement = "gale"\n'
        "modifiers = { luck = 1, wits = 1 }\n"
    )
    assert more.gear_by_id.keys() - QUAY.gear_by_id.keys() == {"charm"}


def test_the_schema_for_editors() -> None:
    schema = json_schema(NwoContent)
    assert {"pack", "class", "spell", "full_move", "prana_growth"} <= set(schema["properties"])
    assert "class" in schema["$defs"]["Character"]["properties"]
    assert set(schema["$defs"]["Spell"]["required"]) == {
        "id", "name", "kind", "timing", "element", "casting_value", "mp", "cast_count", "target",
    }  # fmt: skip
