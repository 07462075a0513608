"""NW3-SKILL-13, -14, NW3-ITEM-12, -14 and NW3-ENCHANT-06: items that skills give and keep, services, named rules."""

from __future__ import annotations

from typing import Any

import pytest

from nw3_attacks import hit, pack, several
from nw3_battle import battle_of, battle_world, do, fighter, foe, refused, seat, skill, table, who
from nw3_brooms import RECORDS
from nw3_people import carrying, ids, wizard
from nw3_scenes import Done
from rulewright.engine.drivers import Script
from rulewright.games.nw3.battles.casting import UseBlock
from rulewright.games.nw3.battles.flying import Fly
from rulewright.games.nw3.battles.main_process import EndMainProcess
from rulewright.games.nw3.battles.robe import Equip
from rulewright.games.nw3.episodes import after_phase, moments
from rulewright.games.nw3.episodes.episode import NextPhase
from rulewright.games.nw3.options import Options
from rulewright.games.nw3.state import Nw3World
from rulewright.games.nw3.wizards.preserving import vanishes, why_not_preserve
from rulewright.games.nw3.wizards.selling import Sell


def flag(id: str, name: str, value: int = 1, duration: str = "combat") -> str:
    return skill(id, "auto_action", f'kind = "rule_flag", flag = "{name}", value = {value}, duration = "{duration}"')


GIFT = several("gift", "auto_action", 'kind = "grant_item", any_of = [{ slot = "gloves" }], count = "1 + SL"')
NO_GIFT = skill("no_gift", "auto_action", 'kind = "grant_item", any_of = [{ item = "plume", class = "armor" }]')
HOARD = skill("hoard", "auto_action", 'kind = "preserve_item", any_of = [{ class = "weapon" }], count = 2')
TIRED = skill("tired", "auto_action", 'kind = "condition", condition = "post_action"', target="single")
SECRET = several(
    "secret_gift", "constant", 'kind = "grant_item", apply_at = "preplay", any_of = [{ item = "plume" }]'
).replace('class = "general"', 'class = "samurai"\ncategories = ["secret"]')
HATTED = skill(
    "hatted_gift", "constant", 'kind = "grant_item", apply_at = "preplay", any_of = [{ item = "plume" }]',
    'restrict = [{ kind = "equip", any_of = [{ slot = "head" }] }]',
)  # fmt: skip
BROOM_TRICK = skill("broom_trick", "minor_action", "", 'categories = ["broom"]')
FLAGS = (
    flag("two_dukes", "multiple_maou", 2), flag("third", "extra_hands"), flag("feather", "ignore_weight"),
    flag("key", "fly_in_fortress"), flag("awake", "no_post_action"), flag("short", "ignore_weight", 1, "main_process"),
)  # fmt: skip
CONTENT = pack(*RECORDS, GIFT, NO_GIFT, HOARD, TIRED, SECRET, HATTED, BROOM_TRICK, *FLAGS)


def preplay(*things: str, **skills: int) -> Nw3World:
    """Anna alone in Preplay."""
    world = table(wizard("anna", *things, skills=skills, pack=CONTENT), content=CONTENT)
    world.state.phase = "preplay"
    return world


def items_of(world: Nw3World) -> list[str]:
    return ids(who(world, "anna").items)


# ---------------------------------------------------------------- given in Preplay


@pytest.mark.rule("NW3-SKILL-13", "NW3-ITEM-12", "NW3-BROOM-11")
def test_a_skill_gives_an_item_in_preplay() -> None:
    world = preplay(stable_key=1)
    done = do(world, NextPhase(), answers={"grant_item_choice": "heron_mk2"})
    (broom,) = who(world, "anna").items
    assert (broom.item, broom.where, broom.from_skill, broom.preserved) == ("heron_mk2", "robe", True, False)
    question = done.asked[0]
    assert (question.to, [one.value for one in question.options]) == ("anna", ["heron_mk2"])  # all of the category
    assert done.event("item.granted").facts["item"] == "Heron Mk 2"
    do(world, Equip("anna", broom.id))
    assert who(world, "anna").stats.eva == 11
    assert world.state.phase == "opening"


@pytest.mark.rule("NW3-SKILL-13")
def test_it_is_given_once_in_an_episode_to_each_who_has_the_skill() -> None:
    world = preplay(stable_key=1)
    world.state.characters["ben"] = wizard("ben", pack=CONTENT)
    do(world, NextPhase())
    done = do(world, NextPhase())
    assert not done.asked
    assert (items_of(world), who(world, "ben").items) == (["heron_mk2"], [])


@pytest.mark.rule("NW3-SKILL-11", "NW3-SKILL-13", "NW3-SKILL-39")
@pytest.mark.parametrize(
    ("block", "things", "given"),
    [("secret_gift", [], 0), ("hatted_gift", [], 0), ("hatted_gift", ["cap"], 1)],
)
def test_what_is_not_in_force_gives_nothing(block: str, things: list[str], given: int) -> None:
    world = preplay(*things, **{block: 1})
    do(world, NextPhase())
    assert items_of(world)[len(things) :] == ["plume"] * given


@pytest.mark.rule("NW3-SKILL-13")
def test_i17_what_a_skill_gave_is_neither_sold_nor_preserved_and_vanishes() -> None:
    world = preplay(stable_key=1)
    do(world, NextPhase())
    anna = who(world, "anna")
    (broom,) = anna.items
    assert refused(world, Sell("anna", broom.id), "item_skill_no_sale").rule == "NW3-LEVEL-13"
    assert anna.sheet is not None
    assert why_not_preserve(CONTENT, anna.sheet, broom) == "item_skill_no_preserve"
    assert vanishes(CONTENT, Options(), broom)


@pytest.mark.rule("NW3-SKILL-13", "NW3-SKILL-58")
def test_an_effect_in_play_gives_as_many_as_it_says() -> None:
    world = battle_world(fighter("anna", "wizards", "gift"), foe(), content=CONTENT)
    done = do(world, UseBlock("anna", "gift"), answers={"grant_item_choice": ["gloves", "oven_gloves"]})
    assert items_of(world) == ["gloves", "oven_gloves"]
    assert len({one.id for one in who(world, "anna").items}) == 2
    assert {one.value for one in done.asked[0].options} == {"gloves", "oven_gloves", "knuckles"}


@pytest.mark.rule("NW3-SKILL-13")
def test_where_nothing_fits_nothing_is_given() -> None:
    world = battle_world(fighter("anna", "wizards", "no_gift"), foe(), content=CONTENT)
    assert not do(world, UseBlock("anna", "no_gift")).asked
    assert items_of(world) == []


# ---------------------------------------------------------------- the category Broom


@pytest.mark.rule("NW3-SKILL-14")
@pytest.mark.parametrize("things", [(), ("sword",), ("heron_mk2 robe",)])
def test_a_broom_block_needs_a_broom(things: tuple[str, ...]) -> None:
    world = battle_world(carrying(fighter("anna", "wizards", "broom_trick"), *things), foe(), content=CONTENT)
    refused(world, UseBlock("anna", "broom_trick"), "no_broom_equipped")
    carrying(who(world, "anna"), "plume")
    do(world, UseBlock("anna", "broom_trick"))
    assert battle_of(world).spent == ["minor"]


# ---------------------------------------------------------------- kept in the After Phase


@pytest.mark.rule("NW3-ENCHANT-06", "NW3-SKILL-OPEN-14", "NW3-EPISODE-10")
@pytest.mark.parametrize("kept", ["wide_script.1", "six_script.2", ""])
def test_a_skill_preserves_an_enchantment_for_nothing(kept: str) -> None:
    world = preplay("wide_script robe", "six_script robe", "sword robe", stable_key=1)
    anna = who(world, "anna")
    script = Script((), {"preserve_choice": [[kept] if kept else []]})
    script.run(moments.at(world, "after_phase"))
    (question,) = script.asked
    assert [one.value for one in question.options] == ["wide_script.1", "six_script.2"]  # no sword
    assert (question.kind, question.least, question.most) == ("several", 0, 1)
    assert [one.id for one in anna.items if one.preserved] == ([kept] if kept else [])
    assert anna.sheet is not None
    assert (anna.sheet.money, anna.sheet.xp) == (0, 0)


@pytest.mark.rule("NW3-ENCHANT-06", "NW3-EPISODE-10")
def test_it_is_kept_before_anything_is_paid_for() -> None:
    world = preplay("six_script robe", "sword robe", stable_key=1)
    world.state.phase = "after"
    done = Done((), None)
    world.tell = done.tell
    done.run(after_phase.settle(world))
    assert done.keys.index("after.marked") < done.keys.index("item.preserved")
    assert items_of(world) == ["six_script"]


@pytest.mark.rule("NW3-ENCHANT-06", "NW3-SKILL-13")
def test_what_is_kept_already_or_of_a_skill_is_not_asked_about() -> None:
    world = preplay("six_script robe", "four_script robe", stable_key=1)
    one, other = who(world, "anna").items
    one.preserved, other.from_skill = True, True
    script = Script(())
    script.run(moments.at(world, "after_phase"))
    assert not script.asked


@pytest.mark.rule("NW3-ENCHANT-06")
def test_a_use_may_preserve_several() -> None:
    world = battle_world(carrying(fighter("anna", "wizards", "hoard"), "sword", "ring"), foe(), content=CONTENT)
    done = do(world, UseBlock("anna", "hoard"))
    assert [one.item for one in who(world, "anna").items if one.preserved] == ["sword"]
    assert done.event("item.preserved").facts["block"] == "Hoard"


# ---------------------------------------------------------------- services


@pytest.mark.rule("NW3-ITEM-14")
def test_a_service_is_never_equipped_and_stays_for_the_episode() -> None:
    world = preplay("night_taxi robe")
    (taxi,) = who(world, "anna").items
    taxi.preserved = True  # bought at creation
    refused(world, Equip("anna", taxi.id), "not_equippable")
    done = do(world, UseBlock("anna", "night_taxi#1", ("anna",)))
    assert ("effect.prose" in done.keys, taxi.lost) == (True, False)
    assert vanishes(CONTENT, Options(), taxi)
    soda = wizard("anna", "orange_soda robe").items[0]
    soda.preserved = True
    assert not vanishes(CONTENT, Options(), soda)


# ---------------------------------------------------------------- named rules


def using(block: str, *things: str, **values: Any) -> Nw3World:
    """Anna, who has used this block, in her Main Process."""
    fields = {"attributes": {"spirit": 6}, **values}
    fortress = fields.pop("fortress", False)
    anna = carrying(fighter("anna", "wizards", block, "tired", count=20, **fields), *things)
    world = battle_world(anna, fighter("ben", engage="e"), foe(engage="e", count=2), content=CONTENT, fortress=fortress)
    done = do(world, UseBlock("anna", block))
    assert next(key for key in done.keys if key.startswith("flag."))
    return world


@pytest.mark.rule("NW3-ENCHANT-05", "NW3-ITEM-05", "NW3-FLY-05")
def test_flags_of_hands_enchantments_and_flight() -> None:
    world = using("two_dukes", "duke", "count robe")
    do(world, Equip("anna", "count.2"))
    world = using("third", "sword", "shield", "short_sword robe")
    do(world, Equip("anna", "short_sword.3"))
    assert [one.where for one in who(world, "anna").items] == ["equipped"] * 3
    world = using("key", fortress=True)
    do(world, Fly("anna"), [3])
    assert who(world, "anna").flying == "robe"


@pytest.mark.rule("NW3-ITEM-02", "NW3-SKILL-46")
@pytest.mark.parametrize(("block", "lasts"), [("feather", True), ("short", False)])
def test_a_flag_of_weight_counts_as_long_as_it_lasts(block: str, lasts: bool) -> None:
    anna = wizard("anna", "lead_12", skills={block: 1}, pack=CONTENT, count=20)
    world = battle_world(anna, foe(count=2), content=CONTENT)
    assert anna.stats.pacc == 11 - 3
    do(world, UseBlock("anna", block))
    assert anna.stats.pacc == 11
    do(world, EndMainProcess("anna"))
    assert anna.stats.pacc == (11 if lasts else 8)


@pytest.mark.rule("NW3-COVER-07", "NW3-SKILL-42")
@pytest.mark.parametrize("awake", [True, False])
def test_no_post_action_by_cover_or_effect(awake: bool) -> None:
    anna = fighter("anna", "wizards", *(["awake"] if awake else []), "tired", engage="e", count=4)
    world = battle_world(
        foe(engage="e", patk=4, pacc=20, count=9), anna, fighter("ben", engage="e", count=3), content=CONTENT
    )
    if awake:
        do(world, UseBlock("anna", "awake"))
    hit(world, (6, 2, 2, 1, 2, 1, 2, 1), {"cover_up": "cover"}, by="ghoul", at="ben")
    assert anna.pre_action is awake
    assert anna.hp < 30
    anna.pre_action = True
    do(world, UseBlock("anna", "tired", ("anna",)), seat=seat("anna"))
    assert anna.pre_action is awake
