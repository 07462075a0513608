"""The content of Cairn: the example pack loads with its figures, and every limit of the schema holds."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulewright.engine.errors import Malformed
from rulewright.engine.packs import BadPack, in_language, json_schema, list_in_language, load, merge
from rulewright.games.cairn.content import CairnContent, Defaults
from rulewright.games.cairn.content_creatures import Monster, Morale
from rulewright.games.cairn.content_dice import damage_dice, roll_dice
from rulewright.games.cairn.content_gear import Effect, Item, Recharge
from rulewright.games.cairn.content_people import AbilityBonus, ItemGrant
from rulewright.games.cairn.starter import starter

EXAMPLE = (Path(__file__).parent / "example_pack.toml").read_text(encoding="utf-8")
PACK = load({"example_pack.toml": EXAMPLE}, CairnContent)

HEADER = '[pack]\nid = "small"\ntitle = "Small"\nversion = "1.0.0"\nlanguage = "en"\nruleset = "cairn"\n'
ITEM = '[[items]]\nid = "thing"\nname = "Thing"\n'
MISC = ITEM + 'kind = "misc"\n'
WEAPON = ITEM + 'kind = "weapon"\ndamage = "d6"\nrange = "melee"\n'
BOW = ITEM + 'kind = "weapon"\ndamage = "d6"\nrange = "ranged"\n'
ARMOR = ITEM + 'kind = "armor"\narmor = 1\narmor_mode = "base"\nactive_when = "worn"\n'
SHIELD = ITEM + 'kind = "armor"\narmor = 1\narmor_mode = "bonus"\nactive_when = "held"\n'
SPELL = '[[spells]]\nid = "glow"\nname = "Glow"\ntext = "It glows."\ntargets = "one"\nduration = "an hour"\n'
BOOK = SPELL + ITEM + 'kind = "spellbook"\nspell = "glow"\nhands = 2\n'
SCROLL = SPELL + ITEM + 'kind = "scroll"\nspell = "glow"\nhands = 2\nsize = "petty"\n'
CHEST = ITEM + 'kind = "container"\ncapacity = 4\n'
RELIC = '[[relics]]\nid = "ring"\nname = "Ring"\n'
RING = RELIC + 'power = "It rings."\n'
CHARGED = RING + "charges_max = 3\n"
BACKGROUND = '[[backgrounds]]\nid = "smith"\nname = "Smith"\nnames = ["Ilma"]\nitems = []\n'
SMITH = BACKGROUND + "tables = []\n"
TABLE = BACKGROUND + '[[backgrounds.tables]]\nquestion = "Why?"\n'
D4 = TABLE + 'die = "1d4"\noptions = [{ text = "a" }, { text = "b" }, { text = "c" }, '
STATS = '[[monsters]]\nid = "ogre"\nname = "Ogre"\nhp = 4\nstr = 9\ndex = 9\nwil = 9\n'
ATTACK = '{ id = "bite", name = "Bite", damage = "d6", range = "melee"'
OGRE = STATS + f"attacks = [{ATTACK} }}]\n"
ROLE = '[[hireling_roles]]\nid = "cook"\nname = "Cook"\nwage = 3\nwage_period = "day"\n'
TRAITS = '[[trait_tables]]\nid = "gait"\nname = "Gait"\ndie = "1d4"\n'
ENTRIES = 'entries = ["a", "b", "c", "d"]\n'


def pack(text: str, header: str = HEADER) -> CairnContent:
    """A small pack with this content."""
    return load({"pack.toml": header, "rows.toml": text}, CairnContent)


def codes(text: str, header: str = HEADER) -> list[tuple[str, str]]:
    """The code and path of every problem of a small pack."""
    with pytest.raises(BadPack) as caught:
        pack(text, header)
    assert all(problem.line for problem in caught.value.problems)
    return [(problem.code.removeprefix("content."), problem.path) for problem in caught.value.problems]


# ---------------------------------------------------------------- the example pack


def test_the_header_and_defaults() -> None:
    header = PACK.pack
    assert (header.id, header.title, header.title_fi, header.version, header.language, header.ruleset) == (
        "example_mossmere", "Mossmere starter pack", "Sammalmeren aloituspaketti", "1.0.0", "en", "cairn",
    )  # fmt: skip
    assert PACK.defaults == Defaults()
    assert PACK.defaults.age_dice == "2d20+10"
    assert (PACK.defaults.rations_dice, PACK.defaults.gold_dice) == ("1d6", "3d6")
    assert (PACK.defaults.pc_ability_dice, PACK.defaults.pc_hp_dice) == ("3d6", "1d6")


@pytest.mark.parametrize(
    ("id", "kind", "size", "hands", "damage", "range", "price"),
    [
        ("reed_knife", "weapon", "normal", 1, "d6", "melee", 5),
        ("peat_spade", "weapon", "bulky", 2, "d10", "melee", 18),
        ("twin_sickles", "weapon", "bulky", 2, "d8+d8", "melee", 24),
        ("heron_bow", "weapon", "bulky", 2, "d6", "ranged", 22),
        ("pitch_flask", "weapon", "normal", 1, "d8", "ranged", 15),
        ("quilt_coat", "armor", "normal", 0, None, None, 14),
        ("scale_shirt", "armor", "bulky", 0, None, None, 42),
        ("lid_shield", "armor", "normal", 1, None, None, 9),
        ("kettle_helm", "armor", "normal", 0, None, None, 11),
        ("linen_wraps", "healing", "normal", 1, None, None, 25),
        ("bog_lantern", "light", "normal", 1, None, None, 12),
        ("bone_whistle", "misc", "petty", 1, None, None, 1),
        ("book_ember_rain", "spellbook", "normal", 2, None, None, 400),
        ("book_hush_ring", "spellbook", "normal", 2, None, None, 400),
        ("scroll_root_lock", "scroll", "petty", 2, None, None, 90),
    ],
)
def test_gear(id: str, kind: str, size: str, hands: int, damage: str | None, range: str | None, price: int) -> None:
    item = PACK.find(Item, id)
    found = (item.kind, item.size, item.hands, item.damage, item.range, item.price)
    assert found == (kind, size, hands, damage, range, price)


@pytest.mark.rule("CRN-ARMOR-02", "CRN-ARMOR-03")
def test_armor_of_the_example() -> None:
    found = {one.id: (one.armor, one.armor_mode, one.active_when) for one in PACK.items if one.kind == "armor"}
    assert found == {
        "quilt_coat": (1, "base", "worn"),
        "scale_shirt": (2, "base", "worn"),
        "lid_shield": (1, "bonus", "held"),
        "kettle_helm": (1, "bonus", "worn"),
    }


def test_uses_and_marks_of_gear() -> None:
    items = PACK.items_by_id
    assert len(items) == len(PACK.items) == 15
    assert {one.id: one.uses for one in PACK.items if one.uses} == {
        "pitch_flask": 1, "linen_wraps": 3, "bog_lantern": 6,
    }  # fmt: skip
    assert [one.id for one in PACK.items if one.blast] == ["pitch_flask"]
    assert items["pitch_flask"].blast_area
    assert [one.id for one in PACK.items if one.stabilises] == ["linen_wraps"]
    assert not any(one.ammo_tracked or one.critical or one.capacity for one in PACK.items)
    assert items["book_hush_ring"].readable == "moonlight"
    assert items["book_ember_rain"].readable == items["scroll_root_lock"].readable == "always"
    assert [items[id].spell for id in ("book_ember_rain", "book_hush_ring", "scroll_root_lock")] == [
        "ember_rain", "hush_ring", "root_lock",
    ]  # fmt: skip
    assert [one.id for one in PACK.items if one.quirk] == ["book_ember_rain", "book_hush_ring"]


@pytest.mark.parametrize(
    ("id", "targets", "damage", "blast", "save", "effects"),
    [
        ("hush_ring", "area", None, False, None, ()),
        ("borrowed_shadow", "self", None, False, None, ()),
        ("ember_rain", "area", "d8", True, None, ()),
        ("root_lock", "one", None, False, "STR", ()),
        ("true_weight", "one", None, False, None, ()),
        ("mend_skin", "one", None, False, None, (Effect(op="stabilise"),)),
    ],
)
def test_spells(
    id: str, targets: str, damage: str | None, blast: bool, save: str | None, effects: tuple[Effect, ...]
) -> None:
    spell = PACK.spells_by_id[id]
    assert len(PACK.spells) == 6
    found = (spell.targets, spell.damage, spell.blast, spell.save, spell.effects)
    assert found == (targets, damage, blast, save, effects)
    assert spell.text_fi
    assert spell.duration


@pytest.mark.rule("CRN-RELIC-01", "CRN-RELIC-02")
def test_relics() -> None:
    stone, bell = PACK.relics
    assert (stone.id, stone.size, stone.hands, stone.spell) == ("tidestone", "petty", 1, None)
    assert stone.power
    assert (stone.charges_max, stone.charges_start, stone.wil_save) == (3, 3, False)
    assert isinstance(stone.recharge, Recharge)
    assert (stone.recharge.restores, stone.recharge.check) == ("all", "referee")
    assert (bell.id, bell.size, bell.spell, bell.power) == ("crow_bell", "normal", "borrowed_shadow", None)
    assert (bell.charges_max, bell.charges_start) == (1, 1)
    assert bell.recharge is not None
    assert bell.recharge.restores == "1"
    assert PACK.relics_by_id["crow_bell"] is bell


def test_backgrounds() -> None:
    peat, ferry, ash = PACK.backgrounds
    assert [one.id for one in PACK.backgrounds_by_id.values()] == ["peat_cutter", "ferry_thief", "ash_reader"]
    assert peat.names == ("Aune", "Orvo", "Helka", "Tauno", "Vieno", "Kalle")
    assert ferry.names == ("Reko", "Siiri", "Manu", "Tekla")
    assert ash.names == ("Ilmi", "Onerva", "Jalo", "Urho", "Senja")
    assert peat.items == (ItemGrant("peat_spade"), ItemGrant("quilt_coat"), ItemGrant("bog_lantern"))
    assert ferry.items == (ItemGrant("twin_sickles"), ItemGrant("bone_whistle", 2))
    assert ash.items == (ItemGrant("book_ember_rain"), ItemGrant("reed_knife"))
    assert [(one.gold_dice, one.rations_dice) for one in PACK.backgrounds] == [
        (None, None),
        (None, None),
        ("2d6", None),
    ]
    assert [len(one.tables) for one in PACK.backgrounds] == [2, 1, 1]
    assert all(table.die == "1d4" and table.question_fi for one in PACK.backgrounds for table in one.tables)


def test_answers_of_backgrounds() -> None:
    found = [
        (one.items, one.relics, one.hireling, one.gold, one.max_hp, one.ability)
        for background in PACK.backgrounds
        for table in background.tables
        for one in table.options
    ]
    assert found == [
        ((ItemGrant("bone_whistle"),), (), None, 0, 0, None),
        ((), (), None, 20, 0, None),
        ((), ("tidestone",), None, 0, 0, None),
        ((), (), None, 0, -1, None),
        ((ItemGrant("linen_wraps"),), (), None, 0, 0, None),
        ((), (), "lamp_carrier", 0, 0, None),
        ((ItemGrant("heron_bow"),), (), None, 0, 0, None),
        ((), (), None, -15, 0, None),
        ((ItemGrant("kettle_helm"),), (), None, 0, 0, None),
        ((ItemGrant("scroll_root_lock"),), (), None, 0, 0, None),
        ((), (), None, 12, 0, None),
        ((), ("crow_bell",), None, 0, 0, None),
        ((ItemGrant("scale_shirt"),), (), None, 0, 0, None),
        ((), (), None, 0, 0, AbilityBonus("WIL", 1)),
        ((ItemGrant("pitch_flask", 2),), (), None, 0, 0, None),
        ((ItemGrant("book_hush_ring"),), (), None, 0, 0, None),
    ]


@pytest.mark.parametrize(
    ("id", "stats", "attacks", "morale"),
    [
        ("mire_hound", (4, 0, 9, 13, 6), {"bite": ("d6", "melee")}, Morale()),
        (
            "toll_raider", (5, 1, 11, 11, 8), {"billhook": ("d8", "melee"), "sling": ("d6", "ranged")},
            Morale(mode="leader_wil", leader="toll_captain"),
        ),
        ("toll_captain", (8, 2, 14, 12, 13), {"two_blades": ("d8+d8", "melee")}, Morale()),
        ("reed_rats", (6, 0, 8, 14, 5), {"gnaw": ("d6", "melee")}, Morale()),
        ("frost_leech", (7, 1, 12, 8, 10), {"latch": ("d8", "melee")}, Morale(mode="never")),
        ("cinder_toad", (10, 3, 15, 6, 11), {"tongue": ("d6", "melee"), "belch": ("d10", "ranged")}, Morale()),
    ],
)  # fmt: skip
@pytest.mark.rule("CRN-MORALE-05")
def test_monsters(id: str, stats: tuple[int, ...], attacks: dict[str, tuple[str, str]], morale: Morale) -> None:
    monster = PACK.find(Monster, id)
    assert (monster.hp, monster.armor, monster.str, monster.dex, monster.wil) == stats
    assert {one.id: (one.damage, one.range) for one in monster.attacks} == attacks
    assert monster.morale == morale
    assert monster.detachment == (id == "reed_rats")


def test_special_attacks() -> None:
    monsters = PACK.monsters_by_id
    assert len(monsters) == 6
    critical = monsters["frost_leech"].attacks[0].critical
    assert critical is not None
    assert critical.effects == (
        Effect(op="add_fatigue", amount=1), Effect(op="lose_ability", ability="DEX", dice="1d4"),
    )  # fmt: skip
    belch = monsters["cinder_toad"].attacks[1]
    assert (belch.blast, belch.cooldown_rounds) == (True, 2)
    assert belch.area
    gnaw = monsters["reed_rats"].attacks[0]
    assert (gnaw.blast, gnaw.cooldown_rounds) == (False, 0)
    assert gnaw.area


@pytest.mark.rule("CRN-HIRE-05")
def test_hireling_roles_and_traits() -> None:
    lamp, shield, setter = PACK.hireling_roles
    assert [(one.id, one.wage, one.wage_period) for one in PACK.hireling_roles] == [
        ("lamp_carrier", 3, "day"), ("shield_hand", 9, "day"), ("bone_setter", 16, "day"),
    ]  # fmt: skip
    assert [one.heals_abilities for one in (lamp, shield, setter)] == [False, False, True]
    assert [len(one.skills) for one in (lamp, shield, setter)] == [2, 1, 1]
    assert lamp.items == (ItemGrant("bog_lantern"), ItemGrant("reed_knife"))
    assert shield.items == (ItemGrant("lid_shield"), ItemGrant("quilt_coat"), ItemGrant("reed_knife"))
    assert setter.items == (ItemGrant("linen_wraps", 2),)
    assert PACK.hireling_roles_by_id["bone_setter"] is setter
    gait = PACK.trait_tables_by_id["gait"]
    assert (gait.die, len(gait.entries)) == ("1d4", 4)
    assert list_in_language(gait, "entries", "fi") != gait.entries


def test_finnish_names() -> None:
    assert in_language(PACK.find(Item, "pitch_flask"), "name", "fi") == "Pikipullo"
    assert in_language(PACK.find(Monster, "reed_rats"), "name", "fi") == "Kaislarottaparvi"
    assert all(
        one.name_fi
        for rows in (PACK.items, PACK.spells, PACK.relics, PACK.backgrounds, PACK.monsters, PACK.hireling_roles)
        for one in rows
    )


def test_small_packs_are_good() -> None:
    spells = (BOOK, SCROLL)
    for text in (MISC, WEAPON, BOW, ARMOR, SHIELD, CHEST, SPELL, *spells, RING, CHARGED, SMITH, OGRE, ROLE):
        assert pack(text).packs[0].id == "small"
    assert pack(D4 + '{ text = "d" }]').backgrounds[0].tables[0].options[3].text == "d"
    assert pack(TRAITS + ENTRIES).trait_tables[0].entries == ("a", "b", "c", "d")


# ---------------------------------------------------------------- the table of bad content


@pytest.mark.rule("CRN-ARMOR-04")
def test_monster_armor_over_the_cap() -> None:
    assert codes(OGRE + "armor = 4") == [("armor_over_cap", "monsters[0].armor")]


@pytest.mark.rule("CRN-ATTACK-02")
@pytest.mark.parametrize(
    "damage",
    ["2d6", "d7", "", "D6", "d6 + d6", "d6+", "d6+1", "d20", "d6+d6+d6+d6+d6", "d6\\n", "1d6", "d6+2d6", "6", "d06"],
)
def test_bad_damage(damage: str) -> None:
    text = WEAPON.replace('"d6"', f'"{damage}"')
    assert codes(text) == [("bad_dice", "items[0].damage")]
    assert codes(OGRE.replace('"d6"', f'"{damage}"')) == [("bad_dice", "monsters[0].attacks[0].damage")]
    with pytest.raises(Malformed):
        damage_dice(damage.replace("\\n", "\n"))


@pytest.mark.rule("CRN-SCROLL-01")
def test_scroll_of_normal_size() -> None:
    assert codes(SCROLL.replace('"petty"', '"normal"')) == [("conflict", "items[0].size")]


def test_recharge_without_charges() -> None:
    text = RING + 'recharge = { condition = "Sing.", restores = "all" }'
    assert codes(text) == [("conflict", "relics[0].recharge")]


@pytest.mark.rule("CRN-RELIC-01")
def test_relic_with_power_and_spell() -> None:
    assert codes(SPELL + RING + 'spell = "glow"') == [("conflict", "relics[0].spell")]
    assert codes(RELIC) == [("conflict", "relics[0].power")]


def test_table_with_too_few_answers() -> None:
    options = ", ".join(['{ text = "a" }'] * 5)
    text = TABLE + f'die = "1d6"\noptions = [{options}]'
    assert codes(text) == [("bad_value", "backgrounds[0].tables[0].options")]


def test_leader_wil_without_leader() -> None:
    assert codes(OGRE + 'morale = { mode = "leader_wil" }') == [("missing_field", "monsters[0].morale.leader")]


def test_colour_of_an_item() -> None:
    assert codes(MISC + 'colour = "red"') == [("unknown_field", "items[0].colour")]


# ---------------------------------------------------------------- every limit


@pytest.mark.parametrize(
    ("text", "code", "path"),
    [
        # gear
        (ITEM, "missing_field", "items[0].kind"),
        (MISC.replace('"misc"', '"sword"'), "bad_value", "items[0].kind"),
        (MISC + 'size = "huge"', "bad_value", "items[0].size"),
        (MISC + "hands = 3", "bad_value", "items[0].hands"),
        (MISC + "hands = -1", "bad_value", "items[0].hands"),
        (MISC.replace("thing", "x"), "bad_value", "items[0].id"),
        (MISC.replace("thing", "x" * 41), "bad_value", "items[0].id"),
        (MISC.replace("thing", "Thing"), "bad_value", "items[0].id"),
        (MISC.replace("thing", "1thing"), "bad_value", "items[0].id"),
        (MISC.replace("Thing", ""), "bad_value", "items[0].name"),
        (MISC.replace("Thing", "x" * 61), "bad_value", "items[0].name"),
        (MISC + 'name_fi = ""', "bad_value", "items[0].name_fi"),
        (MISC + MISC, "duplicate_id", "items[1].id"),
        (BOOK + 'size = "petty"', "conflict", "items[0].size"),
        (BOOK.replace("hands = 2", "hands = 1"), "conflict", "items[0].hands"),
        (BOOK.replace("hands = 2\n", ""), "conflict", "items[0].hands"),
        (SCROLL.replace("hands = 2", "hands = 1"), "conflict", "items[0].hands"),
        (BOOK.replace('spell = "glow"\n', ""), "missing_field", "items[0].spell"),
        (BOOK.replace('spell = "glow"', 'spell = "glum"'), "unknown_ref", "items[0].spell"),
        (BOOK + 'quirk = ""', "bad_value", "items[0].quirk"),
        (BOOK + "readable = false", "bad_type", "items[0].readable"),
        (SPELL + MISC + 'spell = "glow"', "conflict", "items[0].spell"),
        (MISC + 'quirk = "Hums."', "conflict", "items[0].quirk"),
        (MISC + 'readable = "by day"', "conflict", "items[0].readable"),
        (WEAPON.replace('damage = "d6"\n', ""), "missing_field", "items[0].damage"),
        (WEAPON.replace('range = "melee"\n', ""), "missing_field", "items[0].range"),
        (WEAPON.replace('"melee"', '"far"'), "bad_value", "items[0].range"),
        (MISC + 'damage = "d6"', "conflict", "items[0].damage"),
        (MISC + 'range = "melee"', "conflict", "items[0].range"),
        (WEAPON + 'blast_area = "a room"', "conflict", "items[0].blast_area"),
        (WEAPON + 'blast = "yes"', "bad_type", "items[0].blast"),
        (ARMOR.replace("armor = 1\n", ""), "missing_field", "items[0].armor"),
        (ARMOR.replace("armor = 1\n", "armor = 0\n"), "bad_value", "items[0].armor"),
        (ARMOR.replace('armor_mode = "base"\n', ""), "missing_field", "items[0].armor_mode"),
        (ARMOR.replace('"base"', '"best"'), "bad_value", "items[0].armor_mode"),
        (ARMOR.replace('active_when = "worn"\n', ""), "missing_field", "items[0].active_when"),
        (ARMOR.replace('"worn"', '"packed"'), "bad_value", "items[0].active_when"),
        (MISC + "armor = 1", "conflict", "items[0].armor"),
        (MISC + 'armor_mode = "base"', "conflict", "items[0].armor_mode"),
        (MISC + 'active_when = "worn"', "conflict", "items[0].active_when"),
        (SHIELD + "hands = 0", "conflict", "items[0].hands"),
        (MISC + "uses = 0", "bad_value", "items[0].uses"),
        (MISC + "uses = 100", "bad_value", "items[0].uses"),
        (WEAPON + "ammo_tracked = true\nuses = 3", "conflict", "items[0].ammo_tracked"),
        (MISC + "ammo_tracked = true\nuses = 3", "conflict", "items[0].ammo_tracked"),
        (BOW + "ammo_tracked = true", "missing_field", "items[0].uses"),
        (MISC + "stabilises = true", "conflict", "items[0].stabilises"),
        (CHEST.replace("capacity = 4\n", ""), "missing_field", "items[0].capacity"),
        (CHEST.replace("4", "0"), "bad_value", "items[0].capacity"),
        (CHEST.replace("4", "41"), "bad_value", "items[0].capacity"),
        (MISC + "capacity = 4", "conflict", "items[0].capacity"),
        (MISC + 'critical = { text = "Ow." }', "conflict", "items[0].critical"),
        (MISC + "price = -1", "bad_value", "items[0].price"),
        (MISC + "price = 100001", "bad_value", "items[0].price"),
        (MISC + "price = 1.5", "bad_type", "items[0].price"),
        # spells
        (SPELL.replace('text = "It glows."\n', ""), "missing_field", "spells[0].text"),
        (SPELL.replace("It glows.", "x" * 2001), "bad_value", "spells[0].text"),
        (SPELL.replace('"one"', '"two"'), "bad_value", "spells[0].targets"),
        (SPELL.replace('duration = "an hour"\n', ""), "missing_field", "spells[0].duration"),
        (SPELL + 'damage = "2d6"', "bad_dice", "spells[0].damage"),
        (SPELL + "blast = true", "missing_field", "spells[0].damage"),
        (SPELL + 'save = "CHA"', "bad_value", "spells[0].save"),
        # effects
        (SPELL + "effects = [{}]", "missing_field", "spells[0].effects[0].op"),
        (SPELL + 'effects = [{ op = "heals" }]', "bad_value", "spells[0].effects[0].op"),
        (SPELL + 'effects = [{ op = "add_fatigue" }]', "missing_field", "spells[0].effects[0].amount"),
        (SPELL + 'effects = [{ op = "add_fatigue", amount = 0 }]', "bad_value", "spells[0].effects[0].amount"),
        (SPELL + 'effects = [{ op = "add_fatigue", amount = 6 }]', "bad_value", "spells[0].effects[0].amount"),
        (SPELL + 'effects = [{ op = "lose_ability", ability = "STR" }]', "missing_field", "spells[0].effects[0].dice"),
        (SPELL + 'effects = [{ op = "lose_ability", dice = "1d4" }]', "missing_field", "spells[0].effects[0].ability"),
        (
            SPELL + 'effects = [{ op = "lose_ability", ability = "STR", dice = "d4" }]',
            "bad_dice", "spells[0].effects[0].dice",
        ),
        (SPELL + 'effects = [{ op = "condition" }]', "missing_field", "spells[0].effects[0].condition"),
        (SPELL + 'effects = [{ op = "condition", condition = "A b" }]', "bad_value", "spells[0].effects[0].condition"),
        (SPELL + 'effects = [{ op = "text" }]', "missing_field", "spells[0].effects[0].text"),
        (SPELL + 'effects = [{ op = "dies", amount = 1 }]', "conflict", "spells[0].effects[0].amount"),
        (SPELL + 'effects = [{ op = "stabilise", text = "x" }]', "conflict", "spells[0].effects[0].text"),
        (WEAPON + "critical = {}", "missing_field", "items[0].critical.text"),
        (
            OGRE.replace(" }]", ', critical = { text = "x", effects = [{ op = "die" }] } }]'),
            "bad_value", "monsters[0].attacks[0].critical.effects[0].op",
        ),
        # relics
        (RING + 'size = "huge"', "bad_value", "relics[0].size"),
        (RING + "hands = 3", "bad_value", "relics[0].hands"),
        (RELIC + 'spell = "glow"', "unknown_ref", "relics[0].spell"),
        (RING + "charges_max = 0", "bad_value", "relics[0].charges_max"),
        (RING + "charges_max = 100", "bad_value", "relics[0].charges_max"),
        (CHARGED + "charges_start = -1", "bad_value", "relics[0].charges_start"),
        (CHARGED + "charges_start = 4", "bad_value", "relics[0].charges_start"),
        (RING + "charges_start = 1", "conflict", "relics[0].charges_start"),
        (CHARGED + 'recharge = { restores = "all" }', "missing_field", "relics[0].recharge.condition"),
        (CHARGED + 'recharge = { condition = "x" }', "missing_field", "relics[0].recharge.restores"),
        (CHARGED + 'recharge = { condition = "x", restores = 1 }', "bad_type", "relics[0].recharge.restores"),
        (CHARGED + 'recharge = { condition = "x", restores = "0" }', "bad_dice", "relics[0].recharge.restores"),
        (CHARGED + 'recharge = { condition = "x", restores = "d4" }', "bad_dice", "relics[0].recharge.restores"),
        (
            CHARGED + 'recharge = { condition = "x", restores = "1", check = "clock" }',
            "bad_value", "relics[0].recharge.check",
        ),
        # backgrounds
        (SMITH.replace('["Ilma"]', "[]"), "bad_value", "backgrounds[0].names"),
        (SMITH.replace('["Ilma"]', str(["A"] * 101)), "bad_value", "backgrounds[0].names"),
        (SMITH.replace('["Ilma"]', '["A", ""]'), "bad_value", "backgrounds[0].names[1]"),
        (SMITH.replace("items = []\n", ""), "missing_field", "backgrounds[0].items"),
        (SMITH.replace("items = []", 'items = [{ item = "axe" }]'), "unknown_ref", "backgrounds[0].items[0].item"),
        (BACKGROUND, "missing_field", "backgrounds[0].tables"),
        (SMITH + 'gold_dice = "3d7"', "bad_dice", "backgrounds[0].gold_dice"),
        (SMITH + 'rations_dice = "21d6"', "bad_dice", "backgrounds[0].rations_dice"),
        (TABLE + 'options = []\ndie = "d4"', "bad_dice", "backgrounds[0].tables[0].die"),
        (TABLE + 'options = []\ndie = "2d4"', "bad_value", "backgrounds[0].tables[0].die"),
        (TABLE + 'options = []\ndie = "1d4+1"', "bad_value", "backgrounds[0].tables[0].die"),
        (D4 + "{}]", "missing_field", "backgrounds[0].tables[0].options[3].text"),
        (D4 + '{ text = "d", relics = ["orb"] }]', "unknown_ref", "backgrounds[0].tables[0].options[3].relics[0]"),
        (D4 + '{ text = "d", hireling = "cook" }]', "unknown_ref", "backgrounds[0].tables[0].options[3].hireling"),
        (D4 + '{ text = "d", gold = 1001 }]', "bad_value", "backgrounds[0].tables[0].options[3].gold"),
        (D4 + '{ text = "d", gold = -1001 }]', "bad_value", "backgrounds[0].tables[0].options[3].gold"),
        (D4 + '{ text = "d", max_hp = 7 }]', "bad_value", "backgrounds[0].tables[0].options[3].max_hp"),
        (D4 + '{ text = "d", max_hp = -4 }]', "bad_value", "backgrounds[0].tables[0].options[3].max_hp"),
        (
            D4 + '{ text = "d", ability = { name = "WIL", add = 4 } }]',
            "bad_value", "backgrounds[0].tables[0].options[3].ability.add",
        ),
        (
            D4 + '{ text = "d", ability = { name = "CHA", add = -3 } }]',
            "bad_value", "backgrounds[0].tables[0].options[3].ability.name",
        ),
        # monsters
        (OGRE.replace("hp = 4", "hp = 0"), "bad_value", "monsters[0].hp"),
        (OGRE.replace("hp = 4", "hp = 100"), "bad_value", "monsters[0].hp"),
        (OGRE.replace("str = 9", "str = 0"), "bad_value", "monsters[0].str"),
        (OGRE.replace("dex = 9", "dex = 31"), "bad_value", "monsters[0].dex"),
        (OGRE.replace("wil = 9\n", ""), "missing_field", "monsters[0].wil"),
        (OGRE + "armor = -1", "bad_value", "monsters[0].armor"),
        (STATS, "missing_field", "monsters[0].attacks"),
        (STATS + "attacks = []", "bad_value", "monsters[0].attacks"),
        (OGRE.replace("melee", "near"), "bad_value", "monsters[0].attacks[0].range"),
        (OGRE.replace(" }]", ", cooldown_rounds = 11 }]"), "bad_value", "monsters[0].attacks[0].cooldown_rounds"),
        (OGRE.replace(" }]", f" }}, {ATTACK} }}]"), "duplicate_id", "monsters[0].attacks[1].id"),
        (OGRE + 'morale = { mode = "none" }', "bad_value", "monsters[0].morale.mode"),
        (OGRE + 'morale = { mode = "leader_wil", leader = "king" }', "unknown_ref", "monsters[0].morale.leader"),
        (OGRE + 'morale = { leader = "ogre" }', "conflict", "monsters[0].morale.leader"),
        (OGRE + 'traits = "big"', "bad_type", "monsters[0].traits"),
        (OGRE + 'traits = ["big"]\ntraits_fi = []', "bad_value", "monsters[0].traits_fi"),
        # hirelings and traits
        (ROLE.replace("wage = 3", "wage = -1"), "bad_value", "hireling_roles[0].wage"),
        (ROLE.replace("wage = 3", "wage = 10001"), "bad_value", "hireling_roles[0].wage"),
        (ROLE.replace('"day"', '"year"'), "bad_value", "hireling_roles[0].wage_period"),
        (ROLE + 'items = [{ item = "pan" }]', "unknown_ref", "hireling_roles[0].items[0].item"),
        (
            MISC + ROLE + 'items = [{ item = "thing", quantity = 0 }]',
            "bad_value", "hireling_roles[0].items[0].quantity",
        ),
        (
            MISC + ROLE + 'items = [{ item = "thing", quantity = 21 }]',
            "bad_value", "hireling_roles[0].items[0].quantity",
        ),
        (ROLE + "heals_abilities = 1", "bad_type", "hireling_roles[0].heals_abilities"),
        (TRAITS + 'entries = ["a", "b", "c"]', "bad_value", "trait_tables[0].entries"),
        (TRAITS.replace("1d4", "2d4") + ENTRIES, "bad_value", "trait_tables[0].die"),
        (TRAITS + ENTRIES + 'entries_fi = ["a"]', "bad_value", "trait_tables[0].entries_fi"),
        # defaults
        ('[defaults]\ngold_dice = "3d6-1"', "bad_dice", "defaults.gold_dice"),
        ('[defaults]\nage_dice = "2d20+1000"', "bad_dice", "defaults.age_dice"),
        ("[defaults]\npc_hp_dice = 6", "bad_type", "defaults.pc_hp_dice"),
    ],
)  # fmt: skip
def test_limits(text: str, code: str, path: str) -> None:
    assert codes(text) == [(code, path)]


def test_long_lists() -> None:
    attacks = ", ".join(f"{ATTACK.replace('bite', f'bite{number}')} }}" for number in range(9))
    assert codes(STATS + f"attacks = [{attacks}]") == [("bad_value", "monsters[0].attacks")]
    tables = '[[backgrounds.tables]]\nquestion = "Why?"\ndie = "1d4"\noptions = [{}]\n'.replace(
        "{}", ", ".join(['{ text = "a" }'] * 4)
    )
    assert codes(BACKGROUND + tables * 7) == [("bad_value", "backgrounds[0].tables")]
    assert len(pack(BACKGROUND + tables * 6).backgrounds[0].tables) == 6


@pytest.mark.rule("CRN-ARMOR-04")
def test_item_armor_over_the_cap() -> None:
    assert codes(ARMOR.replace("armor = 1\n", "armor = 4\n")) == [("armor_over_cap", "items[0].armor")]


@pytest.mark.parametrize(
    ("header", "code", "path"),
    [
        (HEADER.replace('"cairn"', '"nw3"'), "bad_value", "pack.ruleset"),
        (HEADER.replace("1.0.0", "1.0"), "bad_value", "pack.version"),
        (HEADER.replace("1.0.0", "1.0.0b"), "bad_value", "pack.version"),
        (HEADER.replace('title = "Small"\n', ""), "missing_field", "pack.title"),
        (HEADER.replace('language = "en"', 'language = ""'), "bad_value", "pack.language"),
        (HEADER.replace('"small"', '"s"'), "bad_value", "pack.id"),
        ("", "missing_field", "pack"),
    ],
)
def test_headers(header: str, code: str, path: str) -> None:
    assert codes("", header) == [(code, path)]


# ---------------------------------------------------------------- defaults


@pytest.mark.rule("CRN-SLOT-03")
@pytest.mark.parametrize(("text", "hands"), [(MISC, 1), (ARMOR, 0), (SHIELD, 1), (WEAPON, 1), (ARMOR + "hands = 1", 1)])
def test_hands_not_given(text: str, hands: int) -> None:
    assert pack(text).items[0].hands == hands


def test_defaults_of_rows() -> None:
    item = pack(MISC).items[0]
    assert (item.size, item.uses, item.price, item.readable) == ("normal", None, None, "always")
    monster = pack(OGRE).monsters[0]
    assert (monster.armor, monster.morale, monster.traits) == (0, Morale(mode="own_wil"), ())
    relic = pack(RING).relics[0]
    assert (relic.hands, relic.size, relic.charges_max, relic.charges_start, relic.recharge) == (
        1, "normal", None, None, None,
    )  # fmt: skip
    assert pack(CHARGED).relics[0].charges_start == 3
    assert pack(CHARGED + "charges_start = 0").relics[0].charges_start == 0
    assert pack(SMITH).defaults == Defaults()


@pytest.mark.rule("CRN-RANGE-02")
def test_counted_ammunition() -> None:
    assert pack(BOW + "ammo_tracked = true\nuses = 12").items[0].ammo_tracked


# ---------------------------------------------------------------- dice texts


@pytest.mark.rule("CRN-ATTACK-02")
@pytest.mark.parametrize(
    ("text", "sides"), [("d6", (6,)), ("d8+d8", (8, 8)), ("d4+d6+d10+d12", (4, 6, 10, 12)), ("d12", (12,))]
)
def test_damage_dice(text: str, sides: tuple[int, ...]) -> None:
    assert damage_dice(text) == sides


@pytest.mark.parametrize(
    ("text", "roll"),
    [("1d6", (1, 6, 0)), ("2d20+10", (2, 20, 10)), ("20d100+999", (20, 100, 999)), ("3d6+0", (3, 6, 0))],
)
def test_roll_dice(text: str, roll: tuple[int, int, int]) -> None:
    assert roll_dice(text) == roll


@pytest.mark.parametrize(
    "text", ["", "d6", "0d6", "21d6", "1d7", "1d6+1000", "1d6-1", "1d6+01", "1d6\n", "1D6", "1 d6"]
)
def test_bad_rolls(text: str) -> None:
    with pytest.raises(Malformed, match="is not a roll"):
        roll_dice(text)


# ---------------------------------------------------------------- whole packs


def test_all_problems_at_once_with_their_lines() -> None:
    text = EXAMPLE
    for good, bad in (
        ('damage = "d10"', 'damage = "2d6"'),
        ("armor = 3\n", "armor = 5\n"),
        ('ability = "DEX", dice = "1d4"', 'ability = "DEX", dice = "1d5"'),
        ('relics = ["tidestone"]', 'relics = ["tidstone"]'),
        ("wage = 9\n", "wage = 9\ncolour = 1\n"),
        ('die = "1d4"\nentries', 'die = "1d6"\nentries'),
    ):
        assert good in text
        text = text.replace(good, bad, 1)
    with pytest.raises(BadPack) as caught:
        load({"example_pack.toml": text}, CairnContent)
    found = [(one.code.removeprefix("content."), one.path) for one in caught.value.problems]
    assert found == [
        ("bad_dice", "items[1].damage"),
        ("unknown_ref", "backgrounds[0].tables[0].options[2].relics[0]"),
        ("bad_dice", "monsters[4].attacks[0].critical.effects[1].dice"),
        ("armor_over_cap", "monsters[5].armor"),
        ("unknown_field", "hireling_roles[1].colour"),
        ("bad_value", "trait_tables[0].entries"),
    ]
    lines = text.split("\n")
    for problem, word in zip(
        caught.value.problems, ("2d6", "tidstone", "1d5", "armor = 5", "colour", "entries"), strict=True
    ):
        assert word in lines[problem.line - 1]
    assert str(caught.value.problems[0]) == (
        'example_pack.toml:35: items[1].damage: "2d6" is not a damage expression; allowed: one to four dice of '
        "d4 d6 d8 d10 d12 joined by + [content.bad_dice]"
    )
    assert 'did you mean "tidestone"?' in str(caught.value)


def test_a_pack_on_top_of_the_starter_pack() -> None:
    base = starter()
    more = load({"more.toml": HEADER + ROLE + f'items = [{{ item = "{base.items[0].id}" }}]'}, CairnContent, [base])
    both = merge([base, more])
    assert both.hireling_roles_by_id["cook"].items[0].item in both.items_by_id
    assert both.pack.id == "small"


def test_the_starter_pack_is_large_enough_for_an_evening() -> None:
    pack = starter()
    assert pack is starter()
    assert [mark.id for mark in pack.packs] == ["hollow_coast"]
    assert len(pack.backgrounds) >= 12
    assert len(pack.items) >= 100
    assert len(pack.monsters) >= 30
    assert all((pack.spells, pack.relics, pack.hireling_roles, pack.trait_tables))


def test_the_starter_pack_is_in_finnish_too() -> None:
    pack = starter()
    tables: Iterable[Iterable[Item | Monster]] = (pack.items, pack.monsters)
    assert [row.id for table in tables for row in table if not row.name_fi] == []
    assert [row.id for row in pack.spells if not (row.name_fi and row.text_fi and row.duration_fi)] == []


def test_schema_for_editors() -> None:
    schema = json_schema(CairnContent)
    assert set(schema["properties"]) == {
        "pack", "defaults", "items", "spells", "relics", "backgrounds", "monsters", "hireling_roles", "trait_tables",
    }  # fmt: skip
    item = schema["$defs"]["Item"]
    assert item["required"] == ["id", "name", "kind"]
    assert item["properties"]["hands"]["maximum"] == 2
    assert "default" not in item["properties"]["hands"]
    assert all("description" in part for part in schema["$defs"].values())


# ---------------------------------------------------------------- random damage to a good pack

LINES = EXAMPLE.split("\n")
VALUES = st.sampled_from(
    [
        "0", "-1", "4", "99999999999999999999", "1.5", "nan", "true", '""', '"x"', '"d6"', '"1d6"', '"all"', "[]",
        "[1]", "{}", '{ item = "reed_knife" }', '[{ op = "dies" }]', "1979-05-27", '"weapon"', '"petty"',
        "0x" + "f" * 5000,
    ]
)  # fmt: skip
PLACES = st.integers(0, len(LINES) - 1)
CHANGES = st.one_of(
    st.tuples(st.just("value"), PLACES, VALUES),
    st.tuples(st.just("drop"), PLACES, st.just("")),
    st.tuples(st.just("copy"), PLACES, PLACES.map(lambda place: LINES[place])),
    st.tuples(st.just("text"), PLACES, st.text(max_size=8)),
    st.tuples(st.just("rename"), PLACES, st.sampled_from(["id", "kind", "armor", "spell", "die", "colour"])),
)


@given(st.lists(CHANGES, min_size=1, max_size=4))
def test_a_damaged_pack_loads_or_is_refused(changes: list[tuple[str, int, str]]) -> None:
    lines = list(LINES)
    for change, place, word in changes:
        key, _, value = lines[place].partition("=")
        match change:
            case "value":
                lines[place] = f"{key}= {word}"
            case "drop":
                lines[place] = ""
            case "copy":
                lines[place] += "\n" + word
            case "text":
                middle = len(lines[place]) // 2
                lines[place] = lines[place][:middle] + word + lines[place][middle:]
            case "rename":
                lines[place] = f"{word} = {value}"
    with suppress(BadPack):
        load({"example_pack.toml": "\n".join(lines)}, CairnContent)
