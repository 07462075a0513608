"""NW3-ENEMY-04, -06 to -12 in battle: Extras, Mobs, incomplete enemies, Prana of Guests."""

from __future__ import annotations

from typing import Any

import pytest

from nw3_arcade import arcade
from nw3_battle import battle_of, battle_world, do, fighter, foe, refused, seat, skill, table, who
from nw3_dives import arcade as more
from rulewright.games.nw3.battles.attacks import Attack
from rulewright.games.nw3.battles.battle import JoinBattle, StartBattle
from rulewright.games.nw3.battles.casting import UseBlock
from rulewright.games.nw3.battles.order import by_count
from rulewright.games.nw3.dice.prana import UsePrana
from rulewright.games.nw3.episodes.scenes import Appear
from rulewright.games.nw3.fortresses.arrivals import enemy_of
from rulewright.games.nw3.fortresses.npcs import SetAutoHit, SuggestExtraRule
from rulewright.games.nw3.records.enemies import Enemy
from rulewright.games.nw3.state import Character, Nw3World, Scene

ANNA = seat("anna")
DOLL = ('[[enemy]]\nid = "puppet"\nname = "Puppet"\ncategory = "enemy"\nincomplete = true\n'
        'stats = { pacc = 3, patk = 4 }\nhits_to_defeat = 2\n')  # fmt: skip
STRIKE = 'kind = "attack", attack = "physical", hit_stat = "pacc", damage_stat = "patk", damage = "physical"'
BURST = skill("burst", "major_action", STRIKE + ' }, { kind = "inflict_status", status = "rigor"',
              'check = { kind = "hit_check", attack = "physical" }', target="scene", range="scene")  # fmt: skip


def made(world: Nw3World, record: str, id: str = "", **values: Any) -> Character:
    """A character of a record, in the battle if there is one."""
    one = enemy_of(world, world.content.find(Enemy, record), id or record)
    for name, value in values.items():
        setattr(one, name, value)
    world.state.characters[one.id] = one
    if world.state.battle is not None and one.kind != "extra":
        world.state.battle.members.append(one.id)
        one.pre_action, one.count = True, 5
    return one


def facing(*records: str, content: Any = None, **options: Any) -> Nw3World:
    """Anna with PATK 10 in her Main Process, an enemy, and a character of each of these records in her Engage."""
    anna = fighter("anna", pacc=9, patk=10, engage="e")
    world = battle_world(anna, foe(engage="e"), content=content or arcade(), any_seven_players="never", **options)
    for record in records:
        made(world, record, engage="e")
    return world


# ---------------------------------------------------------------- Extras


@pytest.mark.rule("NW3-ENEMY-07")
def test_e13_an_extra_cannot_be_attacked() -> None:
    world = facing("lost_boy")
    refused(world, Attack("anna", ("lost_boy",)), "extra_untargetable", seat=ANNA)


@pytest.mark.rule("NW3-ENEMY-07")
@pytest.mark.parametrize(
    ("policy", "answers", "hp"),
    [("out_at_first_hit", {}, 0), ("gm_each_time", {}, 0), ("gm_each_time", {"extra_out": ["no"]}, 1)],
)
def test_an_extra_that_is_struck(policy: str, answers: Any, hp: int) -> None:
    world = facing("lost_boy", extra_policy=policy)
    done = do(world, Attack("anna", ("lost_boy",)), answers=answers, seat=ANNA)
    assert not done.rolls
    boy = who(world, "lost_boy")
    assert (boy.hp, boy.dead) == (hp, False)
    assert "anna" not in battle_of(world).acting  # the action is spent


@pytest.mark.rule("NW3-ENEMY-07")
def test_extras_take_no_part_in_rounds() -> None:
    world = table(fighter("anna"), foe(), content=arcade())
    made(world, "lost_boy")
    do(world, StartBattle(), [3, 3, 3, 3])
    assert battle_of(world).members == ["anna", "ghoul"]
    refused(world, JoinBattle("lost_boy"), "invalid_target")
    who(world, "lost_boy").present = False
    world.state.scene = Scene("Alley", appeared=["anna", "ghoul"])
    do(world, Appear("lost_boy"))
    assert "lost_boy" not in battle_of(world).members
    assert who(world, "lost_boy").present


@pytest.mark.rule("NW3-ENEMY-07")
def test_a_player_may_suggest_a_rule_for_extras() -> None:
    world = facing()
    refused(world, SuggestExtraRule("They run."), "gm_refused", seat=ANNA)
    do(world, SuggestExtraRule("They run."), answers={"accept_extra_rule": ["yes"]}, seat=ANNA)
    assert world.state.extra_rule == "They run."
    refused(world, SuggestExtraRule("They stay."), "extra_rule_exists", seat=ANNA)


# ---------------------------------------------------------------- incomplete enemies


@pytest.mark.rule("NW3-ENEMY-09")
def test_e8_the_result_of_the_damage_roll_is_the_damage() -> None:
    world = facing("cashier_doll")
    done = do(world, Attack("anna", ("cashier_doll",)), [3, 5], seat=ANNA)
    assert who(world, "cashier_doll").hp == 12
    assert len(done.rolls) == 1


@pytest.mark.rule("NW3-ENEMY-09")
def test_a_block_with_a_hit_check_counts_as_successful_and_others_still_defend() -> None:
    world = facing("cashier_doll", content=more(BURST))
    who(world, "anna").skills["burst"] = 1
    do(world, UseBlock("anna", "burst"), [2, 2, 6, 3, 6, 3, 3, 5, 1, 2, 1, 2], seat=ANNA)  # and herself
    assert (who(world, "cashier_doll").hp, who(world, "ghoul").hp) == (12, 15)
    assert "rigor" in who(world, "cashier_doll").statuses


@pytest.mark.rule("NW3-ENEMY-09", "NW3-FORT-OPEN-17")
@pytest.mark.parametrize(
    ("option", "faces", "hp"),
    [
        ("none", (3, 5), 12),
        ("roll_for_critical", (3, 3, 3, 5), 12),
        ("roll_for_critical", (3, 4, 3, 3, 3, 5), 2),
        ("roll_for_critical", (1, 1), 30),
    ],
)
def test_whether_the_hit_check_is_rolled(option: str, faces: Any, hp: int) -> None:
    world = facing("cashier_doll", incomplete_auto_hit_rolls=option)
    do(world, Attack("anna", ("cashier_doll",)), list(faces), seat=ANNA)
    assert who(world, "cashier_doll").hp == hp


@pytest.mark.rule("NW3-ENEMY-09")
def test_the_referee_declares_automatic_hits_of_an_incomplete_enemy_alone() -> None:
    world = facing("cashier_doll")
    refused(world, SetAutoHit("ghoul", True), "not_incomplete")
    refused(world, SetAutoHit("cashier_doll", False), "not_referee", seat=ANNA)
    do(world, SetAutoHit("cashier_doll", False))
    do(world, Attack("anna", ("cashier_doll",)), [3, 3, 2, 2, 3, 5, 2, 2], seat=ANNA)
    assert who(world, "cashier_doll").hp == 16  # MDEF and PDEF 0 (NW3-ENEMY-10)


@pytest.mark.rule("NW3-ENEMY-10")
@pytest.mark.parametrize(("second", "down"), [((3, 5, 6, 6), True), ((2, 3, 6, 6), False)])
def test_e14_e15_hits_are_counted_where_there_are_no_hp(second: Any, down: bool) -> None:
    world = facing("puppet", content=more(DOLL))
    anna, puppet = who(world, "anna"), who(world, "puppet")
    anna.stats.patk = 5
    do(world, Attack("anna", ("puppet",)), [4, 4, 2, 2, 4, 4, 4, 4], seat=ANNA)  # 5 HP Damage
    assert puppet.hp == 1
    battle_of(world).acting, battle_of(world).process, anna.pre_action = "anna", "main", True
    battle_of(world).spent.clear()
    anna.stats.patk = 5
    do(world, Attack("anna", ("puppet",)), [4, 4, 2, 2, *second], seat=ANNA)  # 1 or none
    assert (puppet.hp == 0) == down


# ---------------------------------------------------------------- Mobs, Guests, behaviour


@pytest.mark.rule("NW3-ENEMY-06", "NW3-ROUND-12")
def test_e16_who_comes_first_in_a_tie() -> None:
    world = facing("plush_regiment", "pinball_hound", "night_clerk")
    made(world, "pinball_hound", "lurker", hidden=True)
    for one in world.state.characters.values():
        one.count = 10
    order = [one.id for one in by_count(battle_of(world), world.state.characters.values())]
    assert order == ["ghoul", "pinball_hound", "anna", "lurker", "plush_regiment", "night_clerk"]


@pytest.mark.rule("NW3-ENEMY-06")
def test_a_mob_is_one_character() -> None:
    world = facing("plush_regiment")
    mob = who(world, "plush_regiment")
    do(world, Attack("anna", ("plush_regiment",)), [5, 6, 2, 2, 6, 6, 1, 1], seat=ANNA)  # 22 against 6
    assert (mob.hp, world.content.find(Enemy, "plush_regiment").count) == (6, 24)


@pytest.mark.rule("NW3-ENEMY-04")
def test_e12_a_guest_without_a_special_rule_has_no_prana() -> None:
    world = facing("night_clerk")
    refused(world, UsePrana("night_clerk", "raise"), "not_enough_prana")


@pytest.mark.rule("NW3-ENEMY-04", "NW3-FORT-OPEN-16")
@pytest.mark.parametrize(("option", "prana"), [("none", 0), ("as_pc", 5)])
def test_prana_of_guests(option: str, prana: int) -> None:
    clerk = who(facing("night_clerk", guest_prana=option), "night_clerk")
    assert clerk.attributes.luck // 3 == 2
    assert (clerk.prana, clerk.prana_max) == (prana, prana)


@pytest.mark.rule("NW3-ENEMY-12")
def test_nobody_acts_for_an_enemy_unasked() -> None:
    world = facing("pinball_hound")
    for one in world.state.characters.values():
        one.count = 10 if one.id == "anna" else 8
    battle_of(world).spent.clear()
    do(world, Attack("anna", ("pinball_hound",)), [2, 2, 6, 5], seat=ANNA)
    assert battle_of(world).acting == "ghoul"
    assert battle_of(world).spent == []
