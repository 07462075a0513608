"""The content of Night Wizard: the example records load with their figures, and what is left out is filled in."""

from __future__ import annotations

from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from rulewright.engine.packs import Library, in_language, json_schema, load, merge
from rulewright.games.nw3.records import vocabulary
from rulewright.games.nw3.records.content import Nw3Content
from rulewright.games.nw3.records.content_blocks import Check, Cost, Limit, Skill, Trigger
from rulewright.games.nw3.records.content_warnings import warnings
from rulewright.games.nw3.records.effects import (
    AnyEffect,
    Attack,
    ClearStatus,
    Condition,
    CostChange,
    CoverUp,
    CriticalShift,
    Damage,
    FullHit,
    InflictStatus,
    Modify,
    Movement,
    Negate,
    Prose,
    Reroll,
    Resource,
    Retarget,
    RuleFlag,
    Substitute,
)
from rulewright.games.nw3.records.enemies import Enemy, KnownSkill, NaturalAttack
from rulewright.games.nw3.records.formula import BLOCK_WORDS, CHARACTER_WORDS, FUNCTIONS
from rulewright.games.nw3.records.items import Broom, BroomOption, Item
from rulewright.games.nw3.records.matchers import BlockMatcher, Guard, Matcher, Target

EXAMPLES = load({"examples.toml": (Path(__file__).parent / "examples.toml").read_bytes()}, Nw3Content)
SKILLS = EXAMPLES.skills_by_id
ITEMS = EXAMPLES.items_by_id
HEADER = '[pack]\nid = "small"\nname = "Small"\nruleset = "nw3"\nversion = 1\n'
SELF = 'target = { kind = "self" }\nrange = "none"\n'
SONG = f'[[skill]]\nid = "song"\nname = "Song"\nclass = "idol"\ntext = "La."\ntiming = "minor_action"\n{SELF}'


def pack(text: str) -> Nw3Content:
    """A small pack with this content."""
    return load({"pack.toml": HEADER, "rows.toml": text}, Nw3Content)


def effects(id: str) -> list[AnyEffect]:
    """The effects of an example skill."""
    return list(SKILLS[id].effect)


# ---------------------------------------------------------------- the example records


@pytest.mark.rule("NW3-SKILL-53")
def test_the_header() -> None:
    header = EXAMPLES.pack
    assert (header.id, header.name, header.ruleset, header.version) == ("nw3_examples", "Examples", "nw3", 1)
    assert [(mark.id, mark.version) for mark in EXAMPLES.packs] == [("nw3_examples", "1")]
    assert (len(SKILLS), len(ITEMS), len(EXAMPLES.enemies_by_id)) == (16, 15, 0)


@pytest.mark.rule("NW3-SKILL-54", "NW3-SKILL-15")
@pytest.mark.parametrize(
    ("id", "class_", "categories", "elements", "acquire_cl", "max_sl", "timing"),
    [
        ("cinder_ring", "magus", ("spell",), ("fire", "light"), 1, 3, "major_action"),
        ("falling_star_cut", "edge_master", (), None, 2, 5, "major_action"),
        ("paper_double", "ninja", ("auto",), None, 1, 1, "reaction"),
        ("unerring_ring", "magus", ("secret",), None, 3, 1, "with_skill"),
        ("read_the_wind", "broom_rider", ("broom",), None, 1, 1, "before_judge"),
        ("lucky_coin_toss", "idol", ("trait",), None, 1, 3, "after_judge"),
        ("glass_screen", "guardian", ("spell",), "pick", 1, 5, "damage_roll"),
        ("marching_song", "idol", (), None, 1, 3, "setup_process"),
        ("second_wind", "hero", ("secret",), None, 4, 1, "initiative_process"),
        ("evening_bell", "exorcist", ("spell",), "first", 2, 3, "cleanup_process"),
        ("not_yet", "dark_hero", (), None, 1, 1, "incapacitated"),
        ("two_lanterns", "summoner", ("secret",), None, 2, 1, "constant"),
        ("stable_key", "broomman", ("item", "broom", "auto"), None, 1, 1, "constant"),
        ("iron_stare", "samurai", (), None, 1, 1, "prep"),
        ("big_sister", "general", (), None, 1, 1, "auto_action"),
        ("storm_carousel", "elementalist", ("spell",), "second", 3, 2, "move_action"),
    ],
)
def test_skills(
    id: str, class_: str, categories: tuple[str, ...], elements: Any, acquire_cl: int, max_sl: int, timing: str
) -> None:
    skill = SKILLS[id]
    found = (skill.class_, skill.categories, skill.elements, skill.acquire_cl, skill.max_sl, skill.timings)
    assert found == (class_, categories, elements, acquire_cl, max_sl, (timing,))
    assert skill.constant == (timing == "constant")
    assert skill.text


@pytest.mark.rule("NW3-SKILL-54", "NW3-SKILL-27", "NW3-SKILL-31", "NW3-SKILL-35", "NW3-SKILL-41")
@pytest.mark.parametrize(
    ("id", "check", "target", "range", "cost", "limits"),
    [
        (
            "cinder_ring",
            Check(kind="hit_check", attack="magical"),
            Target(kind="area", lock=True),
            "close",
            (Cost(kind="mp", amount="4 + SL"),),
            (Limit(n="SL", per="scene"),),
        ),
        (
            "paper_double",
            Check(kind="dodge_check"),
            Target(kind="self", lock=True),
            "none",
            (Cost(kind="mp", amount="2"), Cost(kind="prana", amount="1")),
            (Limit(n="1", per="round"),),
        ),
        (
            "glass_screen",
            Check(kind="stat", stat="spirit"),
            Target(kind="count", n="2"),
            "short",
            (Cost(kind="mp", amount="3", reducible=True),),
            (),
        ),
        (
            "marching_song",
            Check(kind="stat", stat="luck", difficulty="12"),
            Target(kind="area", pick=True, n="SL + 1"),
            "close",
            (Cost(kind="mp", amount="3"),),
            (),
        ),
        (
            "second_wind",
            Check(kind="automatic"),
            Target(kind="self", lock=True),
            "none",
            (Cost(kind="prana", amount="2"), Cost(kind="bad_status", status="poison", rating="2")),
            (Limit(n="1", per="scene"),),
        ),
        (
            "evening_bell",
            Check(kind="automatic"),
            Target(kind="scene", pick=True, n="3"),
            "scene",
            (Cost(kind="mp", amount="6"),),
            (Limit(n="1", per="round"),),
        ),
        (
            "unerring_ring",
            Check(kind="automatic"),
            Target(kind="self"),
            "none",
            (Cost(kind="bad_status", status="dazed"),),
            (Limit(n="1", per="episode"),),
        ),
    ],
)
def test_use_of_skills(
    id: str, check: Check, target: Target, range: str, cost: tuple[Cost, ...], limits: tuple[Limit, ...]
) -> None:
    skill = SKILLS[id]
    assert (skill.check, skill.target, skill.range, skill.cost, skill.limits) == (check, target, range, cost, limits)


@pytest.mark.rule("NW3-SKILL-39", "NW3-SKILL-40", "NW3-SKILL-07")
def test_restrictions() -> None:
    use, flying = SKILLS["falling_star_cut"].restrict
    assert (use.kind, use.any_of) == ("use", (Matcher(category="blade"), Matcher(category="broom", type="melee")))
    assert (flying.kind, flying.any_of) == ("condition", (Matcher(condition="flying"),))
    (bare,) = SKILLS["paper_double"].restrict
    assert (bare.kind, bare.any_of) == ("unequip", (Matcher(class_="armor", slot="upper"),))
    (needed,) = SKILLS["unerring_ring"].restrict
    assert (needed.kind, needed.skill, needed.level) == ("skill", "cinder_ring", 2)
    equip, carry = SKILLS["two_lanterns"].restrict
    assert (equip.kind, equip.any_of) == ("equip", (Matcher(slot="one_hand"),))
    assert (carry.kind, carry.any_of) == ("carry", (Matcher(category="lantern"), Matcher(item="moon_lamp")))


@pytest.mark.rule("NW3-SKILL-24", "NW3-SKILL-25")
def test_partners_and_triggers() -> None:
    assert {skill.id: skill.with_skill for skill in EXAMPLES.skill if skill.with_skill} == {
        "unerring_ring": "cinder_ring"
    }
    assert {skill.id: skill.trigger for skill in EXAMPLES.skill if skill.trigger} == {
        "read_the_wind": Trigger(judges=("dodge",), whose="self"),
        "lucky_coin_toss": Trigger(judges=("any",), whose="ally"),
        "glass_screen": Trigger(judges=("pdef", "mdef"), whose="ally"),
    }
    assert [skill.id for skill in EXAMPLES.skill if skill.stacks] == ["marching_song"]
    assert [skill.id for skill in EXAMPLES.skill if skill.refer_text] == ["iron_stare"]


@pytest.mark.rule("NW3-SKILL-50", "NW3-SKILL-51")
def test_effects_of_skills() -> None:
    assert effects("cinder_ring") == [
        Attack(attack="magical", hit_stat="macc", damage_stat="matk", damage="magical", bonus="2 * SL"),
        InflictStatus(status="poison", rating="SL"),
    ]
    assert effects("unerring_ring") == [FullHit(), Damage(mode="multiply", amount="2", duration="attack")]
    assert effects("read_the_wind") == [
        Substitute(judge="dodge", from_="eva", to="pacc", duration="judge"),
        Modify(scope="judge", judge="dodge", amount="1", duration="judge"),
    ]
    assert effects("lucky_coin_toss") == [Reroll(judge="any", keep="best")]
    assert effects("evening_bell")[0] == ClearStatus(
        status=("poison", "paralysis", "pressure", "rigor", "dazed"), count="1"
    )
    assert effects("not_yet") == [
        Condition(condition="incapacitated", mode="remove"),
        Resource(pool="hp", mode="set", amount="CL + 4"),
        Resource(pool="mp", mode="change", amount="3"),
    ]
    assert effects("two_lanterns") == [RuleFlag(flag="multiple_maou", value="2")]
    assert [type(effect).__name__ for effect in effects("stable_key")] == ["GrantItem", "PreserveItem"]
    assert [effect.apply_at for effect in effects("stable_key")] == ["preplay", "after_phase"]
    shift = effects("iron_stare")[1]
    assert shift == CriticalShift(on="self", value="critical", amount="1", toward=7, duration="next_judge")
    assert isinstance(effects("iron_stare")[2], Prose)
    assert effects("big_sister") == [
        CoverUp(allow=("post_action", "own_defence", "keep_pre_action", "no_double_damage"))
    ]
    assert effects("storm_carousel") == [
        Movement(move="withdraw", ignore=("hindering", "blockade")),
        Retarget(
            on="self",
            to=Target(kind="area", pick=True),
            of=BlockMatcher(kinds=("single",), attacks=True),
            duration="main_process",
        ),
    ]


@pytest.mark.rule("NW3-ITEM-01", "NW3-ITEM-05", "NW3-ITEM-07", "NW3-ITEM-16", "NW3-WEAPON-01", "NW3-WEAPON-03")
@pytest.mark.parametrize(
    ("id", "classes", "category", "slot", "type", "range", "weight", "cost", "modifiers"),
    [
        (
            "drain_bow",
            "weapon",
            "bow",
            "two_hand",
            "ranged",
            "short_only",
            4,
            60000,
            {"pacc": 1, "patk": 6, "spd": -1},
        ),
        (
            "kite_blade",
            "weapon",
            "blade",
            "one_hand",
            "melee",
            "close",
            3,
            120000,
            {"pacc": 1, "patk": 5, "pdef": 1, "matk": 2},
        ),
        ("chalk_bomb", "weapon", "thrown", "one_hand", "ranged", "short", 1, 5000, {"patk": 8}),
        ("festival_armor", "armor", "heavy", "upper", None, None, 5, 90000, {"pdef": 6, "mdef": 4, "eva": -2}),
        ("tea_tray", "armor", "shield", "one_hand", None, None, 2, 15000, {"pdef": 2}),
        ("oven_gloves", "armor", None, "gloves", None, None, 1, 8000, {"pdef": 1, "mdef": 1, "pacc": -1}),
        ("moon_lamp", "accessory", "lantern", "accessory", None, None, 0, 40000, {"mdef": 1}),
        (
            "clockwork_duke",
            "enchantment",
            "maou",
            "one_hand",
            None,
            None,
            0,
            300000,
            {"macc": 1, "matk": 6, "mdef": 1},
        ),
        ("aurora_script", "enchantment", None, "two_hand", None, None, 0, 250000, {"matk": 9, "macc": 2}),
        ("orange_soda", "potion", None, "none", None, None, 1, 3000, {}),
        ("night_taxi", "service", None, "none", None, None, 0, 10000, {}),
        ("static_radio", "tool", None, "none", None, None, 6, 50000, {"spd": 1}),
        ("heron_mk2", "weapon", "heron", "two_hand", "melee", "close", 6, 400000, {"pacc": 1, "patk": 7, "eva": 1}),
        ("tail_fin", "tool", None, "none", None, None, 1, 30000, {"eva": 1}),
        ("seed_cannon", "weapon", "gun", "none", "ranged", "short", 2, 80000, {"patk": 8, "pacc": -1}),
    ],
)
def test_items(
    id: str,
    classes: str,
    category: str | None,
    slot: str,
    type: str | None,
    range: str | None,
    weight: int,
    cost: int,
    modifiers: dict[str, int],
) -> None:
    item = ITEMS[id]
    assert item.classes == (classes,)
    assert (item.category, item.slot, item.type, item.range) == (category, slot, type, range)
    assert (item.weight, item.cost, item.modifiers) == (weight, cost, modifiers)


@pytest.mark.rule("NW3-ITEM-10", "NW3-ITEM-13", "NW3-ARMOR-04", "NW3-ENCHANT-02", "NW3-ENCHANT-05")
def test_marks_of_items() -> None:
    assert {id for id, item in ITEMS.items() if item.general} == {
        "drain_bow", "chalk_bomb", "tea_tray", "oven_gloves",
    }  # fmt: skip
    assert {id for id, item in ITEMS.items() if item.consumable} == {"chalk_bomb", "orange_soda"}
    assert {id for id, item in ITEMS.items() if item.doesnt_stack} == {"festival_armor"}
    assert {id: (item.memory, item.maou) for id, item in ITEMS.items() if item.memory is not None} == {
        "clockwork_duke": (4, True),
        "aurora_script": (6, False),
    }


@pytest.mark.rule("NW3-BROOM-12", "NW3-BROOM-14", "NW3-BROOM-15", "NW3-BROOM-17", "NW3-BROOM-18")
def test_brooms() -> None:
    assert ITEMS["heron_mk2"].broom == Broom(types=("melee", "mobile"), capacity=4, seats=3)
    assert ITEMS["tail_fin"].broom_option == BroomOption(types=("mobile",), occupy=1)
    assert ITEMS["seed_cannon"].broom_option == BroomOption(types=(), occupy=3, only=("heron",), mounted_weapon=True)
    assert sum(item.broom is not None or item.broom_option is not None for item in EXAMPLES.item) == 3


@pytest.mark.rule("NW3-SKILL-55", "NW3-ITEM-08", "NW3-ITEM-09")
def test_blocks_of_items() -> None:
    assert {item.id: [block.name for block in item.effect_block] for item in EXAMPLES.item if item.effect_block} == {
        "kite_blade": ["Gust", "Trail"],
        "moon_lamp": ["Moon Lamp"],
        "clockwork_duke": ["Ducal Decree"],
        "aurora_script": ["Far Light"],
        "orange_soda": ["Drink"],
        "night_taxi": ["Ride"],
        "static_radio": ["Static"],
    }
    gust, trail = ITEMS["kite_blade"].effect_block
    assert gust.effect == (Modify(scope="stat", stat="patk", amount="CL", duration="main_process"),)
    assert (gust.constant, trail.constant, gust.cost) == (False, True, (Cost(kind="mp", amount="1"),))
    (lamp,) = ITEMS["moon_lamp"].effect_block
    assert lamp.restrict[0].any_of == (Matcher(condition="twin_magic"), Matcher(condition="dual_wield"))
    assert lamp.effect == (CostChange(pool="mp", amount="-1", min="1"),)
    (decree,) = ITEMS["clockwork_duke"].effect_block
    assert decree.effect[0] == Damage(
        mode="replace", amount="20", duration="attack", guard=(Guard(who="target", bad_status="poison"),)
    )
    (light,) = ITEMS["aurora_script"].effect_block
    assert light.limits == (Limit(n="1", per="scenario"),)
    assert isinstance(light.effect[0], Attack)
    assert (light.effect[0].element, light.effect[0].bonus) == ("light", "2d6")
    (static,) = ITEMS["static_radio"].effect_block
    assert static.range == "long_only"
    assert static.effect == (
        Negate(of=BlockMatcher(kinds=("single", "area"), attacks=True)),
        Damage(mode="direct", amount="(1)d6", damage="magical"),
    )
    assert not static.limit_per_copy


# ---------------------------------------------------------------- vocabularies


@pytest.mark.rule("NW3-SKILL-24", "NW3-SKILL-27", "NW3-SKILL-31", "NW3-SKILL-39", "NW3-SKILL-57")
@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (
            vocabulary.Timing,
            "setup_process initiative_process cleanup_process move_action minor_action major_action reaction "
            "auto_action before_judge after_judge damage_roll with_skill constant incapacitated prep",
        ),
        (vocabulary.Category, "spell broom trait item auto secret"),
        (vocabulary.CheckKind, "automatic stat hit_check dodge_check"),
        (vocabulary.TargetKind, "self single count area scene refer"),
        (vocabulary.Range, "none close short short_only long long_only weapon scene"),
        (vocabulary.CostKind, "hp mp prana bad_status"),
        (vocabulary.RestrictKind, "use equip unequip carry condition skill"),
        (vocabulary.LimitUnit, "round scene episode scenario"),
        (
            vocabulary.Duration,
            "instant judge next_judge attack main_process round rounds combat scene episode scenario until_removed "
            "constant",
        ),
        (vocabulary.Subject, "target self attacker defender driver riders engage allies enemies"),
        (vocabulary.When, "success always failure"),
        (vocabulary.ApplyAt, "use preplay after_phase scene_end"),
        (
            vocabulary.JudgeKind,
            "hit dodge patk matk pdef mdef initiative recovery_hp recovery_mp attribute information appearance "
            "enemy_identify blockade skill_check reaction any",
        ),
        (vocabulary.DamageMode, "multiply replace add direct"),
        (
            vocabulary.FlagName,
            "multiple_maou extra_hands fly_in_fortress ignore_weight free_ride no_post_action",
        ),
        (
            vocabulary.CoverUpRule,
            "post_action keep_pre_action other_engage no_double_damage own_defence may_dodge any_number",
        ),
        (vocabulary.ItemClass, "weapon armor accessory enchantment tool potion service"),
        (vocabulary.Slot, "one_hand two_hand head upper clothes shoulder gloves accessory none other"),
        (vocabulary.WeaponType, "melee ranged"),
        (vocabulary.BroomType, "melee ranged magic armor mobile"),
    ],
)
def test_words(words: Any, expected: str) -> None:
    assert sorted(get_args(words)) == sorted(expected.split())


INSTANT = (
    "reroll inflict_status clear_status recovery resource attack grant_item preserve_item extra_action movement negate"
)
LASTING = (
    "modify substitute full_hit full_dodge retarget reduce_damage damage cover_up condition blockade critical_shift "
    "cost_change set_element rule_flag prose"
)


def kinds() -> dict[str, type[Any]]:
    """Each kind of effect with its struct."""
    return {str(kind.__struct_config__.tag): kind for kind in get_args(AnyEffect)}


@pytest.mark.rule("NW3-SKILL-46")
def test_kinds_of_effects() -> None:
    assert sorted(kinds()) == sorted(f"{INSTANT} {LASTING}".split())


@pytest.mark.rule("NW3-SKILL-46")
@pytest.mark.parametrize(
    ("effect", "lasts"),
    [
        (FullHit(), "attack"),
        (Damage(mode="add", amount=3), "attack"),
        (Damage(mode="direct", amount=3), "instant"),
        (CoverUp(), "attack"),
        (Prose(text="Rain."), "instant"),
        (Prose(text="Rain.", duration="scene"), "scene"),
        (Modify(scope="stat", stat="spd", amount=1), "main_process"),
        (Modify(scope="stat", stat="spd", amount=1, duration="round"), "round"),
        (Condition(condition="hidden"), "main_process"),
        (Condition(condition="hidden", mode="remove"), "instant"),
        (Resource(pool="hp", amount=3), "instant"),
        (RuleFlag(flag="free_ride"), "main_process"),
    ],
)
def test_how_long_effects_last(effect: AnyEffect, lasts: str) -> None:
    assert effect.lasts == lasts


@pytest.mark.rule("NW3-SKILL-19")
def test_full_hit_and_full_dodge_do_not_wait_for_success() -> None:
    found = {kind: msgspec.structs.fields(struct)[1].default for kind, struct in kinds().items()}
    assert [msgspec.structs.fields(struct)[1].name for struct in kinds().values()] == ["when"] * len(found)
    assert {kind for kind, when in found.items() if when == "always"} == {"full_hit", "full_dodge"}
    assert set(found.values()) == {"always", "success"}


def test_names_and_functions_of_formulas() -> None:
    words = (
        "SL CL STR FIN AWA KNO SPI LUC PACC MACC EVA SPD PATK MATK PDEF MDEF BODY MIND HP MP PRANA LOST_HP RESULT "
        "DIFF HP_DAMAGE TARGETS RATING"
    )
    assert sorted((*CHARACTER_WORDS, *BLOCK_WORDS)) == sorted(words.split())
    assert FUNCTIONS == ("min", "max", "ceil_div", "abs")


# ---------------------------------------------------------------- what may be written in two ways, and left out


@pytest.mark.rule("NW3-SKILL-54", "NW3-SKILL-24")
def test_what_may_be_one_or_several() -> None:
    text = """
[[skill]]
id = "song"
name = "Song"
class = "idol"
text = "La."
timing = ["minor_action", "major_action"]
target = { kind = "single" }
range = "close"
cost = [{ kind = "mp", amount = 3 }]
limit = [{ n = 1, per = "round" }, { n = "2 * SL", per = "scene" }]
effect = [{ kind = "modify", scope = "stat", stat = "spd", amount = -2, duration = "rounds", rounds = 2 }]
"""
    (skill,) = pack(text).skill
    assert skill.timings == ("minor_action", "major_action")
    assert skill.limits == (Limit(n=1, per="round"), Limit(n="2 * SL", per="scene"))
    assert skill.cost == (Cost(kind="mp", amount=3),)
    assert skill.effect == (Modify(scope="stat", stat="spd", amount=-2, duration="rounds", rounds=2),)


@pytest.mark.rule("NW3-SKILL-54")
def test_what_a_skill_may_leave_out() -> None:
    (skill,) = pack(SONG + 'effect = [{ kind = "prose", text = "It echoes." }]').skill
    assert skill == Skill(
        id="song",
        name="Song",
        class_="idol",
        text="La.",
        timing="minor_action",
        target=Target(kind="self"),
        range="none",
        effect=(Prose(text="It echoes."),),
    )
    assert (skill.check.kind, skill.limits, skill.cost, skill.max_sl, skill.acquire_cl) == ("automatic", (), (), 1, 1)
    assert not skill.stacks


def test_a_name_in_japanese() -> None:
    (skill,) = pack(SONG + 'name_ja = "歌"\neffect = [{ kind = "prose", text = "It echoes." }]').skill
    assert (in_language(skill, "name", "ja"), in_language(skill, "name", "en")) == ("歌", "Song")
    assert in_language(skill, "text", "ja") == "La."


@pytest.mark.rule("NW3-ENEMY-11")
def test_enemies() -> None:
    text = """
[[enemy]]
id = "imp"
name = "Imp"
category = "enemy"
element = "dark"
awareness = 3
attributes = { luck = 3 }
stats = { pacc = 9, macc = 4, eva = 8, spd = 11, patk = 8, matk = 0, pdef = 2, mdef = -1 }
hp = 14
attacks = [{ id = "claw", name = "Claw", bonus = 2, status = "poison", rating = 1 }]
skills = [{ skill = "song", sl = 2 }, "hum"]
"""
    song = SONG.replace("idol", "enemy") + 'effect = [{ kind = "prose", text = "It echoes." }]'
    content = pack(song + "\nmax_sl = 2\n" + song.replace('"song"', '"hum"') + text)
    enemy = content.enemies_by_id["imp"]
    assert (enemy.category, enemy.side, enemy.element, enemy.awareness, enemy.hp, enemy.mp, enemy.prana) == (
        "enemy", "foe", "dark", 3, 14, None, 0,
    )  # fmt: skip
    assert enemy.attributes == {"luck": 3}
    assert (enemy.stats["pacc"], enemy.stats["mdef"], enemy.hidden) == (9, -1, False)
    assert enemy.attacks == (NaturalAttack(id="claw", name="Claw", bonus=2, status="poison", rating=1),)
    assert (enemy.attacks[0].attack, enemy.attacks[0].range, enemy.attacks[0].type) == ("physical", "close", "melee")
    assert enemy.skills == (KnownSkill(skill="song", sl=2), "hum")
    assert enemy.skill_levels == {"song": 2, "hum": 1}


# ---------------------------------------------------------------- several packs, editors, warnings


def test_packs_together() -> None:
    later = HEADER + SONG + 'restrict = [{ kind = "skill", skill = "cinder_ring", sl = 1 }]\n'
    small = load(
        {"pack.toml": later + 'effect = [{ kind = "prose", text = "It echoes." }]'}, Nw3Content, earlier=[EXAMPLES]
    )
    both = merge([EXAMPLES, small])
    assert both.skills_by_id["song"] is small.skills_by_id["song"]
    assert len(both.skills_by_id) == 17
    assert both.items_by_id["tea_tray"] is ITEMS["tea_tray"]
    assert [mark.id for mark in both.packs] == ["nw3_examples", "small"]


def test_the_indices_are_built_once() -> None:
    assert EXAMPLES.skills_by_id is EXAMPLES.skills_by_id
    assert (EXAMPLES.by_id(Skill), EXAMPLES.by_id(Item), EXAMPLES.by_id(Enemy)) == (SKILLS, ITEMS, {})
    assert isinstance(EXAMPLES, Library)


def test_the_schema_for_editors() -> None:
    schema = json_schema(Nw3Content)
    assert set(schema["properties"]) == set(Nw3Content.__struct_fields__) - {"packs"}
    skill = schema["$defs"]["Skill"]
    assert {"id", "name", "class", "text", "timing", "target", "range"} == set(skill["required"])
    power = schema["$defs"]["Recovery"]["properties"]["power"]["anyOf"]
    assert [one["type"] for one in power] == ["integer", "string"]
    assert power[1]["maxLength"] == 120


@pytest.mark.rule("NW3-SKILL-56")
def test_warnings() -> None:
    text = (
        SONG
        + "max_sl = 3\n"
        + 'effect = [{ kind = "modify", scope = "stat", stat = "spd", amount = 2 }]\n'
        + '[[item]]\nid = "stone"\nname = "Stone"\nclass = ["tool"]\ncost = 1\n'
    )
    assert [(warning.code, warning.place) for warning in warnings(pack(text))] == [
        ("content.duration_missing", ("skill", 0, "effect", 0, "duration")),
        ("content.sl_unused", ("skill", 0, "max_sl")),
        ("content.unused_item", ("item", 0)),
    ]
    calm = SONG + 'max_sl = 3\neffect = [{ kind = "resource", pool = "hp", amount = "SL" }]\n'
    assert warnings(pack(calm)) == ()
    assert [(warning.code, warning.place) for warning in warnings(EXAMPLES)] == [
        ("content.sl_unused", ("skill", 15, "max_sl")),  # Storm Carousel
    ]
