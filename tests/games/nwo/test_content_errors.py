"""What is wrong with a pack: each rule of the schema with its code and path, and all of them at once."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.engine.packs import BadPack, Problem, load
from rulewright.games.nwo.records.content import NwoContent

TEXT = (Path(__file__).parent / "lantern_quay.toml").read_text(encoding="utf-8")
HEADER = '[pack]\nid = "more"\ntitle = "More"\nversion = "0.1.0"\nlanguage = "en"\nruleset = "nwo"\n'


def problems(text: str) -> tuple[Problem, ...]:
    """Everything that is wrong with a pack of one file."""
    with pytest.raises(BadPack) as caught:
        load({"quay.toml": text}, NwoContent)
    return caught.value.problems


def changed(old: str, new: str) -> str:
    """The example pack with the first of these texts replaced."""
    assert old in TEXT
    return TEXT.replace(old, new, 1)


def spell(fields: str, *, kind: str = "utility", timing: str = "normal", rest: str = 'text = "Hm."') -> str:
    """The example with one more spell, which is the eleventh."""
    head = f'[[spell]]\nid = "glow"\nname = "Glow"\nkind = "{kind}"\ntiming = "{timing}"\nelement = "none"\n'
    return f'{TEXT}\n{head}casting_value = 1\nmp = 1\ncast_count = 0\ntarget = "one"\n{rest}\n{fields}\n'


def ability(fields: str, *, timing: str = "normal", target: str = "one", rest: str = 'text = "Hm."') -> str:
    """The example with one more ability, which is the ninth."""
    head = f'[[ability]]\nid = "nudge"\nname = "Nudge"\ntiming = "{timing}"\nmax_level = 2\ntarget = "{target}"\n'
    return f"{TEXT}\n{head}{rest}\n{fields}\n"


def effect(text: str) -> str:
    """The example with an ability that has one effect."""
    return ability("", rest=f"effects = [{{ {text} }}]")


# ---------------------------------------------------------------- the table "Bad content"

FULL_MOVE = "min = 10\nmax = 14"


@pytest.mark.rule("NWO-JUDGE-07")
def test_bad_content_critical_and_fumble() -> None:
    (found,) = problems(changed("critical = [10]\nfumble = [5]", "critical = [5]\nfumble = [5]"))
    assert (found.code, found.path, found.found, found.allowed) == (
        "content.conflict", "character[0].fumble[0]", 5, "no C value",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("text", "code", "path"),
    [
        (changed(FULL_MOVE, "min = 11\nmax = 14"), "table_gap", "full_move[1].min"),
        (changed("max = 9\nmove = 1", "max = 10\nmove = 1"), "table_overlap", "full_move[1].min"),
        (changed("  { level = 10, hp = \"2d6+2\", mp = \"3\"", "  # { level = 10"), "table_gap", "class[0].growth"),
        (spell("resistable = true", kind="attack", rest="attack = { hit = { stat = \"magic\", cap = 9 }, "
               "power = { stat = \"magic\", cap = 9 } }"), "conflict", "spell[10].resistable"),
        (spell("attack = { hit = { stat = \"magic\", cap = 9 }, power = { stat = \"hit\", cap = 9 } }", kind="enchant",
               rest="effects = [{ op = \"text\", text = \"Hm.\" }]"), "conflict", "spell[10].attack"),
        (changed('hp = "1d6+2"', 'hp = "1d"'), "bad_dice", "class[0].growth[0].hp"),
        (changed('[[attribute]]\nid = "faith"', '[[attribute]]\nid = "hope"').replace("faith", "hope"),
         "missing_field", "attribute"),
        (changed('element = "ember"\ncasting', 'element = "lava"\ncasting'), "unknown_ref", "spell[0].element"),
        (changed("aura_total = 6\naura = { hit = 2", "aura_total = 6\naura = { hit = 1"),
         "bad_value", "character[0].aura"),
        (changed('max_level = 3\ntarget = "self"', 'max_level = 3\ncost = { mp = 1 }\ntarget = "self"'),
         "conflict", "ability[0].cost"),
        (changed("parry = { judge = 1, defence = 3 }", "parry = { judge = 1 }"),
         "missing_field", "weapon[1].parry.defence"),
        (changed("weight = 4\n", 'weight = 4\ncolour = "red"\n'), "unknown_field", "weapon[0].colour"),
    ],
)  # fmt: skip
def test_bad_content(text: str, code: str, path: str) -> None:
    found = problems(text)
    assert [(one.code, one.path) for one in found if one.path == path] == [(f"content.{code}", path)]
    one = next(one for one in found if one.path == path)
    assert (one.file, one.line > 0, bool(one.allowed)) == ("quay.toml", True, True)


def test_a_problem_tells_its_place_and_what_is_allowed() -> None:
    text = changed("cap = 14 }, power", "cap = 1400 }, power")
    (found,) = problems(text)
    assert (found.code, found.path, found.found) == ("content.bad_value", "spell[0].attack.hit.cap", 1400)
    assert text.splitlines()[found.line - 1].startswith("attack = { hit")
    assert found.allowed == "a whole number from 0 to 999"


def test_all_problems_at_once() -> None:
    text = changed("weight = 4\n", 'colour = "red"\n').replace('hp = "1d6+2"', 'hp = "1d"', 1)
    text = text.replace("aura_total = 6", "aura_total = 7").replace("width = 4", 'width = "four"')
    assert [(one.code.removeprefix("content."), one.path) for one in problems(text)] == [
        ("bad_dice", "class[0].growth[0].hp"),
        ("missing_field", "weapon[0].weight"),
        ("unknown_field", "weapon[0].colour"),
        ("bad_type", "map[0].width"),
        ("bad_value", "character[0].aura"),
    ]


# ---------------------------------------------------------------- every rule of the schema


@pytest.mark.parametrize(
    ("text", "code", "path"),
    [
        # header
        (changed('ruleset = "nwo"', 'ruleset = "nw3"'), "bad_value", "pack.ruleset"),
        (changed('version = "1.0.0"', 'version = "1.0"'), "bad_value", "pack.version"),
        (changed('version = "1.0.0"', "version = 1"), "bad_type", "pack.version"),
        (changed('id = "lantern_quay"', 'id = "L"'), "bad_value", "pack.id"),
        (changed('title = "Lantern Quay"', f'title = "{"x" * 61}"'), "bad_value", "pack.title"),
        # attributes, derived values, elements
        (changed('[[attribute]]\nid = "dexterity"', '[[attribute]]\nid = "strength"'),
         "duplicate_id", "attribute[1].id"),
        (TEXT + '[[attribute]]\nid = "move"\nname = "Move"\n', "bad_value", "attribute[6].id"),
        (TEXT + "".join(f'[[attribute]]\nid = "a{one}"\nname = "A"\n' for one in range(10, 17)),
         "bad_value", "attribute"),
        (changed("[derived.move]\nterms = { agility = 1 }", "[derived.move]\nterms = {}"),
         "bad_value", "derived.move.terms"),
        (changed("terms = { dexterity = 1, agility = 1 }", "terms = { speed = 1 }"),
         "unknown_ref", "derived.hit.terms.speed"),
        (changed("terms = { dexterity = 1, agility = 1 }", "terms = { agility = 10 }"), "bad_value",
         "derived.hit.terms.agility"),
        (changed("[derived.move]", "[derived.speed]"), "unknown_field", "derived.speed"),
        (changed("[derived.move]", "[derived.speed]"), "missing_field", "derived.move"),
        (changed("divisor = 4", "divisor = 0"), "bad_value", "derived.move.divisor"),
        (changed('rounding = "up"', 'rounding = "near"'), "bad_value", "derived.defence.rounding"),
        (changed('[[element]]\nid = "gale"', '[[element]]\nid = "none"'), "bad_value", "element[2].id"),
        # full move and prana
        (changed("max = 9\nmove", "min = 0\nmax = 9\nmove"), "table_gap", "full_move[0].min"),
        (changed("min = 20\nmove", "min = 20\nmax = 30\nmove"), "table_gap", "full_move[3].max"),
        (changed(FULL_MOVE, "max = 14"), "missing_field", "full_move[1].min"),
        (changed(FULL_MOVE, "min = 10"), "missing_field", "full_move[1].max"),
        (changed("min = 15\nmax = 19", "min = 15\nmax = 14"), "bad_value", "full_move[2].max"),
        (changed("move = 6", "move = 100"), "bad_value", "full_move[3].move"),
        (changed("[prana_growth.default]", "[prana_growth.lamp_warden]"), "missing_field", "prana_growth"),
        (changed("[prana_growth.tide_scribe]", "[prana_growth.tide_singer]"), "unknown_ref", "prana_growth"),
        (changed("{ roll = 2,", "{ roll = 1,"), "table_gap", "prana_growth.default.rows"),
        (changed("{ roll = 2,", "{ roll = 1,"), "table_overlap", "prana_growth.default.rows[1].roll"),
        (changed("{ roll = 6,", "{ roll = 7,"), "bad_value", "prana_growth.default.rows[5].roll"),
        # classes
        (changed("requires = { strength = 7 }", "requires = { might = 7 }"), "unknown_ref", "class[0].requires.might"),
        (changed("modifiers = { defence = 2,", "modifiers = { deffence = 2,"),
         "unknown_ref", "class[0].modifiers.deffence"),
        (changed('auto_abilities = [{ ability = "sure_footing", level = 1 }]',
                 'auto_abilities = [{ ability = "sure_footing", level = 4 }]'), "bad_value",
         "class[0].auto_abilities[0].level"),
        (changed('abilities = ["sure_footing", "rally', 'abilities = ["sure_feet", "rally'),
         "unknown_ref", "class[0].abilities[0]"),
        (changed("{ level = 2,", "{ level = 1,"), "table_overlap", "class[0].growth[1].level"),
        (changed("{ level = 2,", "{ level = 11,"), "bad_value", "class[0].growth[1].level"),
        (changed("[{ pick = 1 }]", '[{ pick = 1, raise = "guard_step" }]'),
         "conflict", "class[0].growth[0].abilities[0].raise"),
        (changed("[{ pick = 1 }]", "[{}]"), "missing_field", "class[0].growth[0].abilities[0].pick"),
        (changed("[{ pick = 1 }]", '[{ raise = "sure_feet" }]'),
         "unknown_ref", "class[0].growth[0].abilities[0].raise"),
        (changed("[{ pick = 1 }]", "[{ pick = 10 }]"), "bad_value", "class[0].growth[0].abilities[0].pick"),
        # abilities
        (ability('window = "after_roll"'), "conflict", "ability[8].window"),
        (ability('window = "before_roll"', timing="always"), "conflict", "ability[8].window"),
        (ability("", timing="sometimes"), "bad_value", "ability[8].timing"),
        (ability('duration = { kind = "scene" }', timing="always"), "conflict", "ability[8].duration"),
        (ability('duration = { kind = "rounds" }'), "missing_field", "ability[8].duration.rounds"),
        (ability('duration = { kind = "scene", rounds = 2 }'), "conflict", "ability[8].duration.rounds"),
        (ability("max_targets = 2"), "conflict", "ability[8].max_targets"),
        (ability("", target="several"), "missing_field", "ability[8].max_targets"),
        (ability("range = [0, 1]", target="self"), "conflict", "ability[8].range"),
        (ability("range = [2, 1]"), "bad_value", "ability[8].range"),
        (ability("range = [2]"), "bad_value", "ability[8].range"),
        (ability("cost = { luck = 1 }"), "unknown_field", "ability[8].cost.luck"),
        (ability('limit = { per = "year", times = 1 }'), "bad_value", "ability[8].limit.per"),
        (ability("", rest=""), "missing_field", "ability[8].effects"),
        # spells
        (spell("", timing="always"), "bad_value", "spell[10].timing"),
        (spell("", kind="attack"), "missing_field", "spell[10].attack"),
        (spell("", kind="enchant"), "missing_field", "spell[10].effects"),
        (spell("", kind="heal"), "missing_field", "spell[10].heal"),
        (spell("", rest=""), "missing_field", "spell[10].effects"),
        (spell('cures = ["prone"]'), "conflict", "spell[10].cures"),
        (spell('cures = ["prone", "prone"]', kind="heal"), "bad_value", "spell[10].cures[1]"),
        (spell('cures = ["dead"]', kind="heal"), "bad_value", "spell[10].cures[0]"),
        (spell("heal = { power = { value = 1 } }"), "conflict", "spell[10].heal"),
        (spell('heal = { power = { value = 1, stat = "magic", cap = 3 } }', kind="heal"),
         "conflict", "spell[10].heal.power.stat"),
        (spell("heal = { power = {} }", kind="heal"), "missing_field", "spell[10].heal.power.value"),
        (spell('heal = { power = { stat = "magic" } }', kind="heal"), "missing_field", "spell[10].heal.power.cap"),
        (spell("heal = { power = { value = 1, add = 2 } }", kind="heal"), "conflict", "spell[10].heal.power.add"),
        (spell("heal = { power = { value = 1, cap = 2 } }", kind="heal"), "conflict", "spell[10].heal.power.cap"),
        (spell('heal = { power = { stat = "move", cap = 2 } }', kind="heal"),
         "unknown_ref", "spell[10].heal.power.stat"),
        (changed('hit = { stat = "magic"', 'hit = { stat = "might"'), "unknown_ref", "spell[0].attack.hit.stat"),
        (spell("", rest='effects = [{ op = "damage", amount = 1, per_level = 1 }]'),
         "conflict", "spell[10].effects[0].per_level"),
        # effects
        (effect('op = "explode"'), "bad_value", "ability[8].effects[0].op"),
        (effect('op = "modify_stat", stat = "hit"'), "missing_field", "ability[8].effects[0].amount"),
        (effect('op = "modify_stat", amount = 1'), "missing_field", "ability[8].effects[0].stat"),
        (effect('op = "modify_stat", stat = "any", amount = 1'), "unknown_ref", "ability[8].effects[0].stat"),
        (effect('op = "modify_judge", stat = "hp_max", amount = 1'), "unknown_ref", "ability[8].effects[0].stat"),
        (effect('op = "modify_judge", stat = "hit", dice = "1d6"'), "conflict", "ability[8].effects[0].dice"),
        (effect('op = "modify_cf"'), "missing_field", "ability[8].effects[0].critical_add"),
        (effect('op = "modify_cf", critical_add = [3], fumble_add = [3]'),
         "conflict", "ability[8].effects[0].fumble_add[0]"),
        (effect('op = "modify_cf", critical_add = [13]'), "bad_value", "ability[8].effects[0].critical_add[0]"),
        (effect('op = "set_element", element = "lava"'), "unknown_ref", "ability[8].effects[0].element"),
        (effect('op = "set_element"'), "missing_field", "ability[8].effects[0].element"),
        (effect('op = "add_status", status = "serious"'), "bad_value", "ability[8].effects[0].status"),
        (effect('op = "add_status"'), "missing_field", "ability[8].effects[0].status"),
        (effect('op = "damage", amount = 1, on = "hit"'), "conflict", "ability[8].effects[0].on"),
        (effect('op = "damage"'), "missing_field", "ability[8].effects[0].amount"),
        (effect('op = "damage", amount = 1, dice = "1d6"'), "conflict", "ability[8].effects[0].dice"),
        (effect('op = "damage", dice = "1d8"'), "bad_dice", "ability[8].effects[0].dice"),
        (effect('op = "damage", amount = 1, heals_serious = true'), "conflict", "ability[8].effects[0].heals_serious"),
        (effect('op = "text"'), "missing_field", "ability[8].effects[0].text"),
        (effect('op = "heal", amount = 1, text = "Hm."'), "conflict", "ability[8].effects[0].text"),
        (effect('op = "text", text = "Hm.", amount = 1'), "conflict", "ability[8].effects[0].amount"),
        (effect('op = "reroll"'), "conflict", "ability[8].effects[0].op"),
        (effect('op = "dispel", contest = "none"'), "conflict", "ability[8].effects[0].op"),
        (ability('window = "on_activation"', timing="counter", rest='effects = [{ op = "dispel" }]'), "missing_field",
         "ability[8].effects[0].contest"),
        (ability('window = "on_activation"', timing="counter", rest='effects = [{ op = "reroll" }]'), "conflict",
         "ability[8].effects[0].op"),
        (changed('effects = [{ op = "dispel", contest = "magic" }]', 'effects = [{ op = "reroll" }]'), "conflict",
         "spell[8].effects[0].op"),
        # gear
        (changed("hands = 2\nrange", "hands = 3\nrange"), "bad_value", "weapon[0].hands"),
        (changed("range = [0, 1]\nmodifiers", "range = [1, 0]\nmodifiers"), "bad_value", "weapon[0].range"),
        (changed("modifiers = { hit = 0, attack = 5 }", "modifiers = { luck = 5 }"),
         "unknown_ref", "weapon[0].modifiers.luck"),
        (changed("modifiers = { defence = 1 }", "modifiers = { defence = 100 }"),
         "bad_value", "shield[0].modifiers.defence"),
        (changed('element = "gale"\nmodifiers', 'element = "lava"\nmodifiers'), "unknown_ref", "weapon[2].element"),
        (changed("modifiers = { defence = 1 }\nparry = { judge = 2, defence = 4 }\n", ""),
         "missing_field", "shield[0].parry"),
        (changed('slot = "body"', 'slot = "tail"'), "bad_value", "armour[0].slot"),
        (changed("price = 300", "price = 10000000"), "bad_value", "weapon[0].price"),
        (changed('[[item]]\nid = "salve"', '[[item]]\nid = "oilskin"'), "duplicate_id", "item[0].id"),
        (changed('[[item]]\nid = "sharp_salts"', '[[item]]\nid = "salve"'), "duplicate_id", "item[1].id"),
        (changed("uses = 2", "uses = 0"), "bad_value", "item[0].uses"),
        (changed(', cures = ["fainted"], text = "Smells of ammonia."', ""), "missing_field", "item[1].use.heal"),
        (changed('cures = ["fainted"], text', 'effects = [{ op = "reroll" }], text'),
         "conflict", "item[1].use.effects[0].op"),
        (changed('cures = ["fainted"], text', 'effects = [{ op = "heal", amount = 1, per_level = 1 }], text'),
         "conflict", "item[1].use.effects[0].per_level"),
        (changed('use = { target = "one", range = [0, 0], cures', 'use = { target = "self", range = [0, 1], cures'),
         "conflict", "item[1].use.range"),
        (changed('use = { target = "one", range = [0, 0], cures', 'use = { target = "several", cures'), "bad_value",
         "item[1].use.target"),
        (changed("power = { value = 3 }", 'power = { stat = "wit", cap = 3 }'),
         "unknown_ref", "item[0].use.heal.power.stat"),
        # maps
        (changed("blocked = [[3, 1]]", "blocked = [[4, 1]]"), "bad_value", "map[0].blocked[0]"),
        (changed("blocked = [[3, 1]]", "blocked = [[3]]"), "bad_value", "map[0].blocked[0]"),
        (changed("square = [2, 0]", "square = [2, 2]"), "bad_value", "map[0].traps[1].square"),
        (changed("width = 4", "width = 51"), "bad_value", "map[0].width"),
        (changed(', text = "A rotten plank."', ""), "missing_field", "map[0].traps[0].text"),
        (changed('effects = [{ op = "add_status", status = "prone", on = "effect" }] }]',
                 'effects = [{ op = "dispel", contest = "none" }] }]'), "conflict", "map[0].traps[1].effects[0].op"),
    ],
)  # fmt: skip
def test_each_rule(text: str, code: str, path: str) -> None:
    found = [(one.code, one.path) for one in problems(text)]
    assert (f"content.{code}", path) in found


CHARACTER = "character[0]"


@pytest.mark.parametrize(
    ("old", "new", "code", "path"),
    [
        ('kind = "pc"', 'kind = "extra"', "bad_value", "character[0].kind"),
        ("size = 1\n", 'size = 1\nat_zero = "dead"\n', "conflict", "character[0].at_zero"),
        ("size = 1\n", "size = 11\n", "bad_value", "character[0].size"),
        ("size = 1\n", "size = 1\nlevel_free = true\n", "conflict", "character[0].level_free"),
        ("size = 1\n", "size = 1\nstats = { hit = 1 }\n", "conflict", "character[0].stats"),
        ('class = "lamp_warden"\n', "", "missing_field", "character[0].class"),
        ('class = "lamp_warden"\n', 'class = "lamplighter"\n', "unknown_ref", "character[0].class"),
        ("class_levels = { lamp_warden = 2 }", "class_levels = { lamplighter = 2 }", "unknown_ref",
         "character[0].class_levels.lamplighter"),
        ("total_level = 2", "total_level = 1", "bad_value", "character[0].total_level"),
        ("attributes = { strength = 8, ", "attributes = { ", "missing_field", "character[0].attributes.strength"),
        ("faith = 5, wits = 6 }", "faith = 5 }", "missing_field", "character[0].attributes.wits"),
        ("faith = 5, wits = 6 }", "faith = 5, wits = 6, luck = 1 }", "unknown_ref", "character[0].attributes.luck"),
        ("aura_total = 6\n", "", "missing_field", "character[0].aura_total"),
        ("aura = { hit = 2, evasion = 0, ", "aura = { hit = 2, ", "missing_field", "character[0].aura.evasion"),
        ("aura = { hit = 2, evasion = 0, ", "aura = { hit = 2, evasion = -1, ",
         "bad_value", "character[0].aura.evasion"),
        ("aura = { hit = 2, evasion = 0, ", "aura = { hit = 2, luck = 0, ", "bad_value", "character[0].aura.luck"),
        ("hp_max = 24", "hp_max = 0", "bad_value", "character[0].hp_max"),
        ("critical = [10]", "critical = []", "bad_value", "character[0].critical"),
        ("critical = [10]", "critical = [7, 8, 9, 10, 11, 12]", "bad_value", "character[0].critical"),
        ("critical = [10]", "critical = [13]", "bad_value", "character[0].critical[0]"),
        ("critical = [10]", "critical = [10, 10]", "bad_value", "character[0].critical[1]"),
        ("fumble = [5]\n", "", "missing_field", "character[0].fumble"),
        ('elements = ["ember"]', 'elements = ["lava"]', "unknown_ref", "character[0].elements[0]"),
        ('spells = ["lamp_sight"]', 'spells = ["sun_sight"]', "unknown_ref", "character[0].spells[0]"),
        ('{ ability = "guard_step", level = 2 }', '{ ability = "guard_step", level = 6 }', "bad_value",
         "character[0].abilities[1].level"),
        ('{ ability = "guard_step", level = 2 }', '{ ability = "sure_footing", level = 2 }', "bad_value",
         "character[0].abilities[1].ability"),
        ('{ item = "salve", location = "robe" }', '{ item = "slave", location = "robe" }', "unknown_ref",
         "character[0].gear[3].item"),
        ('{ item = "salve", location = "robe" }', '{ item = "salve", location = "moon" }', "bad_value",
         "character[0].gear[3].location"),
        ('{ item = "salve", location = "robe" }', '{ item = "oilskin", location = "equipped" }', "conflict",
         "character[0].gear[3].location"),
        ("action_value = 11, move = 3 }", "action_value = 11 }", "missing_field", "character[2].stats.move"),
        ("action_value = 11, move = 3 }", "action_value = 11, move = 3, luck = 1 }",
         "bad_value", "character[2].stats.luck"),
        ("level_free = true\n", "level_free = true\ntotal_level = 3\n", "conflict", "character[2].total_level"),
        ("level_free = true\n", "level_free = true\naura_total = 3\n", "conflict", "character[2].aura_total"),
        ("spirit = 4, faith = 2 }", "spirit = 4 }", "missing_field", "character[2].attributes.faith"),
        ('modifiers = { attack = 2 }, element = "brine"', 'modifiers = { atack = 2 }, element = "brine"', "unknown_ref",
         "character[2].natural_weapons[0].modifiers.atack"),
        ('modifiers = { attack = 2 }, element = "brine"', 'element = "lava"', "unknown_ref",
         "character[2].natural_weapons[0].element"),
    ],
)  # fmt: skip
def test_characters(old: str, new: str, code: str, path: str) -> None:
    found = [(one.code, one.path) for one in problems(changed(old, new))]
    assert (f"content.{code}", path) in found


def test_two_accessories_are_worn_and_no_third() -> None:
    rings = "".join(f'[[armour]]\nid = "ring_{one}"\nname = "Ring"\nweight = 0\nslot = "accessory"\n' for one in "abc")
    worn = [f'{{ item = "ring_{one}", location = "equipped" }}' for one in "abc"]
    salve = '{ item = "salve", location = "robe" }'
    load({"quay.toml": changed(salve, ", ".join(worn[:2])) + rings}, NwoContent)
    (found,) = problems(changed(salve, ", ".join(worn)) + rings)
    assert (found.code, found.path) == ("content.conflict", "character[0].gear[5].location")


@pytest.mark.parametrize("table", ["derived", "full_move", "prana_growth"])
def test_a_pack_alone_needs_its_tables(table: str) -> None:
    lines, keep = [], True
    for line in TEXT.splitlines():
        if line.startswith("["):
            keep = not line.strip("[]").startswith(table)
        if keep:
            lines.append(line)
    (found,) = problems("\n".join(lines))
    assert (found.code, found.path) == ("content.missing_field", table)


def test_ids_of_gear_are_taken_by_earlier_packs_too() -> None:
    quay = load({"quay.toml": TEXT}, NwoContent)
    with pytest.raises(BadPack) as caught:
        load({"more.toml": HEADER + '[[item]]\nid = "oilskin"\nname = "Oil"\nweight = 1\n'}, NwoContent, [quay])
    assert [(one.code, one.path) for one in caught.value.problems] == [("content.duplicate_id", "item[0].id")]
