"""Wizards and content for tests of Night Wizard: the example records and a small pack of plain skills and things."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import rulewright
from rulewright.engine.packs import load, merge
from rulewright.engine.words import Catalogue
from rulewright.games.nw3.options import Attribute, Options
from rulewright.games.nw3.records.content import Nw3Content
from rulewright.games.nw3.state import WIZARDS, Carried, Character, Element, Sheet, Stats
from rulewright.games.nw3.wizards import derived

EXAMPLES = Path(__file__).parent / "games" / "nw3" / "examples.toml"
_PACK = """
[pack]
id = "people"
name = "People"
ruleset = "nw3"
version = 1
"""
_SELF = """
check = { kind = "automatic" }
target = { kind = "self" }
range = "none"
text = "Text."
"""


def _skill(
    id: str, klass: str, *lines: str, effect: str = 'kind = "prose"\ntext = "Text."', timing: str = "auto_action"
) -> str:
    head = f'[[skill]]\nid = "{id}"\nname = "{id.replace("_", " ").title()}"\nclass = "{klass}"\ntiming = "{timing}"'
    return "\n".join([head, _SELF, *lines, f"[[skill.effect]]\n{effect}"])


def _constant(id: str, klass: str, stat: str, amount: str, *lines: str) -> str:
    effect = f'kind = "modify"\nscope = "stat"\nstat = "{stat}"\namount = "{amount}"'
    return _skill(id, klass, *lines, effect=effect, timing="constant")


def _item(id: str, kind: str, slot: str, *lines: str) -> str:
    head = f'[[item]]\nid = "{id}"\nname = "{id.replace("_", " ").title()}"\nclass = ["{kind}"]\nslot = "{slot}"'
    more = ['type = "melee"', 'range = "close"'] if kind == "weapon" else []
    more += [] if any(line.startswith("cost") for line in lines) else ["cost = 1000"]
    return "\n".join([head, *more, *lines])


def _badge(id: str, amount: str, line: str) -> str:
    """An accessory whose constant effect raises MDEF."""
    effect = f'kind = "modify"\nscope = "stat"\nstat = "mdef"\namount = "{amount}"'
    block = f'[[item.effect_block]]\nname = "Pride"\ntiming = "constant"\n{line}{_SELF}'
    return _item(id, "accessory", "accessory", f"{block}[[item.effect_block.effect]]\n{effect}")


_CORNERED = """
[[skill]]
id = "cornered"
name = "Cornered"
class = "ninja"
timing = "constant"
target = { kind = "single" }
range = "scene"
text = "Text."
[[skill.effect]]
kind = "modify"
scope = "stat"
stat = "eva"
amount = -5
[[skill.effect]]
kind = "modify"
scope = "judge"
judge = "hit"
amount = 1
on = "self"
[[skill.effect]]
kind = "modify"
scope = "stat"
stat = "pdef"
amount = 2
on = "self"
guard = [{ who = "self", bad_status = "poison" }]
[[skill.effect]]
kind = "modify"
scope = "stat"
stat = "mdef"
amount = 3
on = "self"
guard = [{ who = "self", condition = "flying" }]
"""
SKILLS = [
    _skill("lunar_robe", "general"),
    _skill("lunar_casket", "general"),
    _skill("first_aid", "general", "max_sl = 3"),
    _skill("street_name", "general", 'categories = ["trait"]', "max_sl = 2"),
    _skill("old_hand", "general", "acquire_cl = 2"),
    _constant("quick_feet", "general", "spd", "2 * SL", "max_sl = 3"),
    # classes with Automatic skills
    _skill("magus_auto", "magus", 'categories = ["auto"]'),
    _skill("idol_auto", "idol", 'categories = ["auto"]', "max_sl = 3"),
    _skill("idol_second_auto", "idol", 'categories = ["auto"]'),
    _skill("vampire_auto", "vampire", 'categories = ["auto"]', "max_sl = 3"),
    _skill("hero_auto", "hero", 'categories = ["auto"]'),
    *(_skill(f"vampire_secret_{n}", "vampire", 'categories = ["secret"]', "max_sl = 3") for n in (1, 2, 3, 4)),
    _skill("hero_secret", "hero", 'categories = ["secret"]'),
    # Ninja and Broomman
    _skill("shadow_step", "ninja", "max_sl = 5"),
    _skill("smoke", "ninja", "max_sl = 2"),
    _skill("late_lesson", "ninja", "acquire_cl = 2"),
    _skill("needs_smoke", "ninja", 'restrict = [{ kind = "skill", skill = "smoke", sl = 2 }]'),
    _skill("born_hidden", "ninja", 'categories = ["trait"]', "max_sl = 2"),
    _skill("any_spell", "ninja", 'categories = ["spell"]', 'elements = "pick"', "max_sl = 3"),
    _skill("second_spell", "broomman", 'categories = ["spell"]', 'elements = "second"'),
    _constant("hard_skin", "broomman", "pdef", "SL + STR / 4", "max_sl = 3"),
    _constant("deep_breath", "broomman", "body", "2"),
    _constant("strong_back", "broomman", "strength", "1"),
    # constant while something holds
    _constant("sword_arm", "ninja", "pacc", "1", 'restrict = [{ kind = "equip", any_of = [{ class = "weapon" }] }]'),
    _constant("bare_head", "ninja", "eva", "1", 'restrict = [{ kind = "unequip", any_of = [{ slot = "head" }] }]'),
    _constant(
        "sky_child", "ninja", "eva", "2", 'restrict = [{ kind = "condition", any_of = [{ condition = "flying" }] }]'
    ),
    _constant("broom_heart", "broomman", "spd", "3", 'categories = ["broom"]'),
    _constant("mirror_edge", "ninja", "patk", "PDEF / 2"),
    _constant("mule", "broomman", "weight_capacity", "5"),
    _constant("scholar", "broomman", "memory_capacity", "2"),
    _skill("third_hand", "ninja", effect='kind = "rule_flag"\nflag = "extra_hands"', timing="constant"),
    _CORNERED,
    _constant("secret_art", "vampire", "matk", "4", 'categories = ["secret"]'),
]
ITEMS = [
    _item("sword", "weapon", "one_hand", "weight = 3", "modifiers = { patk = 5, pacc = 1 }"),
    _item("short_sword", "weapon", "one_hand", "weight = 2", "modifiers = { patk = 4, pacc = 1 }"),
    _item("great_bow", "weapon", "two_hand", "weight = 4", "modifiers = { patk = 7 }"),
    _item("shield", "armor", "one_hand", "weight = 2", "modifiers = { pdef = 2 }"),
    _item("six_script", "enchantment", "one_hand", "memory = 3", "modifiers = { matk = 6, macc = 1 }"),
    _item("four_script", "enchantment", "one_hand", "memory = 2", "modifiers = { matk = 4, macc = 2 }"),
    _item("wide_script", "enchantment", "one_hand", "memory = 4", "modifiers = { matk = 5 }"),
    _item("duke", "enchantment", "one_hand", "memory = 1", "maou = true"),
    _item("count", "enchantment", "one_hand", "memory = 1", "maou = true"),
    _item("plate", "armor", "upper", "weight = 5", "doesnt_stack = true", "modifiers = { pdef = 6, eva = -2 }"),
    _item("bone_plate", "armor", "shoulder", "weight = 1", "doesnt_stack = true", "modifiers = { pdef = 3, mdef = 4 }"),
    _item("jacket", "armor", "upper", "weight = 1", "modifiers = { pdef = 1 }"),
    _item("gloves", "armor", "gloves", "weight = 1", "modifiers = { pdef = 1, pacc = -1 }"),
    _item("coat", "armor", "clothes", "weight = 1", "modifiers = { pdef = 2 }"),
    _item("cap", "armor", "head", "weight = 1", "modifiers = { mdef = 1 }"),
    _item("pin", "accessory", "accessory", "modifiers = { mdef = 1 }"),
    _item("ring", "accessory", "accessory", "modifiers = { spd = 1 }"),
    _item("knuckles", "armor", "gloves", "modifiers = { patk = 2, matk = 1 }"),
    _item("hairband", "accessory", "head", "modifiers = { macc = 1 }"),
    _item("belt", "accessory", "other", 'other_slot = "waist"', "modifiers = { body = 3, mind = -30 }"),
    _item("sash", "accessory", "other", 'other_slot = "waist"'),
    _item("radio", "tool", "none", "weight = 6", "modifiers = { spd = 1 }"),
    _item("anvil", "tool", "other", 'other_slot = "back"', "weight = 40"),
    _item("lead_12", "tool", "other", 'other_slot = "back"', "weight = 12"),
    _item("lead_9", "tool", "other", 'other_slot = "back"', "weight = 9"),
    _item("magic_lens", "tool", "none", "[item.broom_option]", 'types = ["magic"]', "occupy = 1"),
    _item("plain_bag", "tool", "none", "[item.broom_option]", "occupy = 4"),
    _item("seal_bell", "tool", "none", "[item.broom_option]", "occupy = 1", 'only = ["seal"]'),
    _badge("school_badge", "3", 'restrict = [{ kind = "skill", skill = "smoke", sl = 2 }]'),
    _badge("echo_badge", "1", "stacks = true"),
    _item("palace", "tool", "none", "cost = 480000"),
]


@cache
def content() -> Nw3Content:
    """The example records together with the small pack."""
    examples = load({"examples.toml": EXAMPLES.read_bytes()}, Nw3Content)
    return merge((examples, load({"people.toml": "\n".join([_PACK, *SKILLS, *ITEMS])}, Nw3Content)))


def wizard(
    id: str = "anna",
    *things: str,
    classes: tuple[str, str] = ("ninja", "broomman"),
    elements: tuple[Element, Element] = ("wind", "light"),
    bonus: Attribute = "finesse",
    cl: int = 1,
    skills: Mapping[str, int] | None = None,
    house: Options | None = None,
    pack: Nw3Content | None = None,
    **values: Any,
) -> Character:
    """A Wizard with full HP, MP and Prana and C/F 7/2; without more, the worked character of the rules at CL 1.

    `things` are items such as "sword", or "radio robe" for one in the Lunar Robe; they are put on without a test.
    `values` are fields of the Character.
    """
    body, mind = derived.class_growth(classes)
    sheet = Sheet(classes, elements, bonus, cl, grown_body=cl * body, grown_mind=cl * mind)
    given: dict[str, Any] = {
        "name": id.title(),
        "kind": "pc",
        "side": WIZARDS,
        "player": id,
        "critical": 7,
        "fumble": 2,
    }
    character = Character(id=id, sheet=sheet, skills=dict(skills or {}), **{**given, **values})
    carrying(character, *things)
    derived.settle(pack or content(), house or Options(), character)
    for now, most in (("hp", "body"), ("mp", "mind"), ("prana", "prana_max")):
        if now not in values:
            setattr(character, now, getattr(character, most))
    return character


def carrying(character: Character, *things: str) -> Character:
    """The character with things such as "sword" (equipped) or "radio robe"; the numbers are not refreshed."""
    for thing in things:
        item, _, where = thing.partition(" ")
        number = len(character.items) + 1
        character.items.append(Carried(f"{item}.{number}", item, where or "equipped"))  # type: ignore[arg-type]
    return character


def enemy(id: str = "ghoul", body: int = 20, mind: int = 0, **stats: Any) -> Character:
    """A foe of the referee without a Sheet: C 10, F 5, and these Combat Stats."""
    values = {name: stats.pop(name) for name in list(stats) if name not in Stats.__struct_fields__}
    numbers = Stats(**stats)
    given: dict[str, Any] = {"name": id.title(), "kind": "enemy", "side": "emulators", "hp": body, "mp": mind}
    return Character(
        id=id, pre_equip=numbers, stats=Stats(**stats), pre_equip_body=body, pre_equip_mind=mind, body=body, mind=mind,
        **{**given, **values},
    )  # fmt: skip


def ids(things: Iterable[Carried]) -> list[str]:
    """The ids of the items of things."""
    return [thing.item for thing in things]


@cache
def catalogue() -> Catalogue:
    """All English words of the game and of the engine."""
    source = Path(rulewright.__file__).parent
    folders = [source / "engine" / "locale" / "en", source / "games" / "nw3" / "locale" / "en"]
    return Catalogue("en", lambda: [file.read_text("utf-8") for one in folders for file in sorted(one.glob("*.po"))])
