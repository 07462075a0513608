"""Characters made from records: Guests by the rules of creation, enemies with finished numbers, Extras with none."""

from __future__ import annotations

import msgspec
import pytest

from nw3_battle import table
from rulewright.engine.errors import Malformed, Refused
from rulewright.engine.packs import load, merge
from rulewright.engine.world import digest
from rulewright.games.nw3.battles.weapons import held_weapons, weapon_of
from rulewright.games.nw3.fortresses.arrivals import arrive, enemies_of, enemy_of, oddities
from rulewright.games.nw3.game import game
from rulewright.games.nw3.options import Options
from rulewright.games.nw3.records.content import Nw3Content
from rulewright.games.nw3.records.enemies import Enemy, KnownSkill
from rulewright.games.nw3.records.fortress_effects import EnemyGroup
from rulewright.games.nw3.records.starter import starter
from rulewright.games.nw3.state import ATTRIBUTES, STATS, Character, Nw3World
from rulewright.games.nw3.story import FoeGroup, starter_scenarios
from rulewright.games.nw3.wizards import derived, standing

RECORDS = """
[pack]
id = "arrivals"
name = "Arrivals"
ruleset = "nw3"
version = 1

[[enemy]]
id = "clerk"
name = "Clerk"
category = "guest"
side = "ally"
classes = ["ninja", "broomman"]
elements = ["wind", "light"]
cl = 2
bonus_attribute = "finesse"
bp = { eva = 2 }
skills = ["vanishing_coat"]
items = ["crossing_blade", "corn_soup"]
changes = { note = "lame leg", stats = { eva = -3, mdef = 1 }, cl = 1, hp = 4, mp = -2 }

[[enemy]]
id = "hound"
name = "Hound"
category = "enemy"
element = "fire"
awareness = 6
stats = { pacc = 10, macc = 4, eva = 9, spd = 12, patk = 11, matk = 2, pdef = 5, mdef = 1 }
hp = 26
mp = 4
range = "short"

[[enemy]]
id = "doll"
name = "Doll"
category = "enemy"
incomplete = true
stats = { macc = 12, matk = 13 }
hits_to_defeat = 2

[[enemy]]
id = "boy"
name = "Boy"
category = "extra"
side = "neutral"

[[enemy]]
id = "knight"
name = "Knight"
category = "enemy"
prana = 3
prana_rule = "Blessed."
awareness = 1
stats = { pacc = 10, macc = 4, eva = 9, spd = 12, patk = 0, matk = 0, pdef = 5, mdef = 1 }
hp = 20
items = ["crossing_blade"]
hidden = true
"""


def content() -> Nw3Content:
    return merge((starter(), load({"arrivals.toml": RECORDS}, Nw3Content, earlier=[starter()])))


def world() -> Nw3World:
    return table(content=content())


def one(id: str, at: Nw3World | None = None) -> Character:
    here = at or world()
    return enemy_of(here, here.content.enemies_by_id[id], "somebody")


@pytest.mark.rule("NW3-ENEMY-03")
def test_a_guest_is_built_as_a_wizard_and_the_changes_of_the_referee_can_be_seen() -> None:
    here = world()
    clerk = one("clerk", here)
    assert (clerk.kind, clerk.side, clerk.cl, clerk.elements) == ("guest", "wizards", 3, ("wind", "light"))
    plain = one("clerk", here)
    assert plain.sheet is not None
    assert plain.sheet.changes == {"eva": -3, "mdef": 1, "body": 4, "mind": -2, "cl": 1}
    assert plain.sheet.notes == ["lame leg"]
    plain.sheet.changes = {}
    derived.settle(here.content, here.state.options, plain)
    differences = {stat: getattr(clerk.pre_equip, stat) - getattr(plain.pre_equip, stat) for stat in STATS}
    assert {stat: number for stat, number in differences.items() if number} == {"eva": -3, "mdef": 1}
    assert (clerk.pre_equip_body - plain.pre_equip_body, clerk.pre_equip_mind - plain.pre_equip_mind) == (4, -2)
    found = standing.sums(here.content, Options(), clerk)
    shown = [(part.source, part.value) for part in found["eva"].parts if part.rule == "NW3-ENEMY-03"]
    assert shown == [("sum.changes", -3)]


@pytest.mark.rule("NW3-ENEMY-03", "NW3-CHAR-08")
def test_a_guest_has_growth_bonus_points_skills_and_gear() -> None:
    here = world()
    clerk = one("clerk", here)
    assert clerk.sheet is not None
    first = derived.class_growth(("ninja", "broomman"))
    assert (clerk.sheet.grown_body, clerk.sheet.grown_mind) == (2 * first[0], 2 * first[1])
    assert clerk.sheet.placed == {"eva": 2}
    assert set(clerk.skills) == {"vanishing_coat", "lunar_casket", "lunar_robe"}
    assert [(thing.item, thing.where) for thing in clerk.items] == [
        ("crossing_blade", "equipped"), ("corn_soup", "carried"),
    ]  # fmt: skip
    assert held_weapons(here, clerk)[0].item is here.content.items_by_id["crossing_blade"]
    assert (clerk.hp, clerk.mp) == (clerk.body, clerk.mind)


@pytest.mark.rule("NW3-ENEMY-04")
@pytest.mark.parametrize(("id", "prana"), [("clerk", 0), ("hound", 0), ("knight", 3)])
def test_prana_is_what_the_record_gives(id: str, prana: int) -> None:
    character = one(id)
    assert (character.prana, character.prana_max) == (prana, prana)


@pytest.mark.rule("NW3-ENEMY-01", "NW3-ENEMY-13", "NW3-ENEMY-17")
def test_an_enemy_has_the_numbers_of_its_record_and_the_plain_attacks_that_follow() -> None:
    here = world()
    hound = one("hound", here)
    assert (hound.kind, hound.side, hound.hp, hound.mp, hound.attributes.awareness) == ("enemy", "emulators", 26, 4, 6)
    assert (hound.critical, hound.fumble, hound.elements) == (10, 5, ("fire", "fire"))
    assert [getattr(hound.stats, stat) for stat in STATS] == [10, 4, 9, 12, 11, 2, 5, 1]
    attacks = [(weapon.id, weapon.kind, weapon.range) for weapon in held_weapons(here, hound)]
    assert attacks == [("physical", "physical", "short"), ("magical", "magical", "short")]
    assert weapon_of(here, hound, "magical").damage_kind == "magical"


@pytest.mark.rule("NW3-ENEMY-10", "NW3-ENEMY-13")
def test_what_an_incomplete_enemy_lacks_is_zero() -> None:
    here = world()
    doll = one("doll", here)
    assert [getattr(doll.stats, stat) for stat in STATS] == [0, 12, 0, 0, 0, 13, 0, 0]
    assert (doll.hp, doll.mp, doll.elements) == (2, 0, ())
    assert [weapon.id for weapon in held_weapons(here, doll)] == ["magical"]


@pytest.mark.rule("NW3-ENEMY-17")
def test_an_extra_has_no_numbers() -> None:
    boy = one("boy")
    assert (boy.kind, boy.side, boy.hp) == ("extra", "others", 1)
    assert not any(getattr(boy.attributes, name) for name in ATTRIBUTES)


def test_an_enemy_fights_with_what_it_holds() -> None:
    here = world()
    knight = one("knight", here)
    assert knight.hidden
    assert [weapon.name for weapon in held_weapons(here, knight)] == [
        here.content.items_by_id["crossing_blade"].name, "weapon.bare_hands",
    ]  # fmt: skip


@pytest.mark.rule("NW3-ENEMY-02")
def test_several_are_numbered_and_can_stand_on_another_side() -> None:
    here = world()
    hounds = enemies_of(here, here.content.enemies_by_id["hound"], "pack", 2, name="Dog", side="wizards")
    assert [(hound.id, hound.name, hound.side, hound.known) for hound in hounds] == [
        ("pack.1", "Dog 1", "wizards", True), ("pack.2", "Dog 2", "wizards", True),
    ]  # fmt: skip
    assert not here.state.characters


def test_a_group_comes_to_the_table_under_fresh_ids() -> None:
    here = world()
    first = arrive(here, EnemyGroup(enemy="hound", count=2, hidden=True))
    second = arrive(here, EnemyGroup(enemy="hound"))
    assert list(here.state.characters) == [one.id for one in (*first, *second)]
    assert [one.name for one in (*first, *second)] == ["Hound 1", "Hound 2", "Hound"]
    assert [one.hidden for one in (*first, *second)] == [True, True, False]


# ---------------------------------------------------------------- what the options do not let in


@pytest.mark.rule("NW3-ENEMY-10", "NW3-FORT-OPEN-17")
@pytest.mark.parametrize(("option", "comes"), [("zero", True), ("refuse", False)])
def test_an_incomplete_enemy_comes_or_not(option: str, comes: bool) -> None:
    here = table(content=content(), incomplete_missing_stat=option)
    doll = here.content.enemies_by_id["doll"]
    if comes:
        assert enemy_of(here, doll, "doll").stats.eva == 0
        return
    refused(here, doll, "stats_missing")
    sure = msgspec.structs.replace(doll, auto_hit=True)
    assert enemy_of(here, sure, "doll").name == "Doll"


@pytest.mark.rule("NW3-ENEMY-11")
@pytest.mark.parametrize(
    ("id", "skills", "reason"),
    [
        ("hound", ("swarm_over",), ""),
        ("hound", ("sturdy_build",), ""),
        ("hound", ("vanishing_coat",), "enemy_skill_class"),
        ("hound", (KnownSkill(skill="sturdy_build", sl=99),), "enemy_skill_level"),
        ("clerk", ("vanishing_coat",), ""),
        ("clerk", ("warning_shot",), "enemy_skill_class"),
    ],
)
def test_requirements_of_skills(id: str, skills: tuple[str | KnownSkill, ...], reason: str) -> None:
    for option in ("ignored", "checked"):
        here = table(content=content(), enemy_skill_requirements=option)
        enemy = msgspec.structs.replace(here.content.enemies_by_id[id], skills=skills)
        if reason and option == "checked":
            refused(here, enemy, reason)
        else:
            assert set(enemy.skill_levels) <= set(enemy_of(here, enemy, "one").skills)


def refused(here: Nw3World, enemy: Enemy, reason: str) -> None:
    """The enemy does not come, and the table stays as it was."""
    before = digest(here.state)
    with pytest.raises(Refused) as refusal:
        enemy_of(here, enemy, "somebody")
    assert refusal.value.reason == reason
    assert digest(here.state) == before


@pytest.mark.rule("NW3-ENEMY-10")
def test_a_scenario_with_one_that_may_not_come_cannot_be_opened() -> None:
    scenario = msgspec.structs.replace(starter_scenarios()["duel"], foes=(FoeGroup("doll", "doll"),))
    with pytest.raises(Malformed, match="stats_missing"):
        game.open(scenario, Options(incomplete_missing_stat="refuse"), content())


@pytest.mark.rule("NW3-ENEMY-03")
def test_what_would_be_refused_for_a_wizard_is_pointed_out_for_a_guest() -> None:
    here = world()
    clerk = here.content.enemies_by_id["clerk"]
    alien = msgspec.structs.replace(clerk, cl=1, skills=("warning_shot",))
    found = {(one.key, one.rule) for one in oddities(here, alien)}
    assert ("problem.skill", "NW3-SKILL-04") in found
    assert enemy_of(here, alien, "clerk").skills["warning_shot"] == 1
    assert oddities(here, here.content.enemies_by_id["hound"]) == []
