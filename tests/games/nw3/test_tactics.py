"""What the default policy does with skills: which block is worth its action, on whom, and at which cost."""

from __future__ import annotations

import msgspec
import pytest

from nw3_battle import battle_of, battle_world, drills, fighter, foe, modify, skill, who
from rulewright.engine.requests import Option, Question
from rulewright.games.nw3.battles.attacks import Attack
from rulewright.games.nw3.battles.blocks import find_block
from rulewright.games.nw3.battles.casting import UseBlock
from rulewright.games.nw3.playing import answers, tactics
from rulewright.games.nw3.playing.gains import gain, pays, price
from rulewright.games.nw3.state import Character, Lasting, Nw3World

HIT = 'check = { kind = "hit_check", attack = "magical" }'
STRIKE = 'kind = "attack", attack = "magical", hit_stat = "macc", damage_stat = "matk", damage = "magical", bonus = 6'
MP = 'cost = [{{ kind = "mp", amount = {} }}]'
CONTENT = drills(
    skill("heal", "major_action", 'kind = "recovery", pool = "hp", power = 8', MP.format(3), target="single"),
    skill("hymn", "minor_action", modify("patk", 3), MP.format(2)),
    skill("dear_hymn", "minor_action", modify("patk", 3), 'cost = [{ kind = "prana", amount = 2 }]'),
    skill("bolt", "major_action", STRIKE, HIT, MP.format(4), target="single"),
    skill("storm", "major_action", STRIKE, HIT, MP.format(6), target="area").replace(
        '"area"', '"area", pick = true, n = 2'
    ),
    skill("quake", "major_action", STRIKE, HIT, target="area"),
    skill("edge", "with_skill", 'kind = "damage", mode = "add", amount = 6', 'with_skill = "bolt"', MP.format(1)),
    skill("guard", "setup_process", modify("pdef", 3, "round"), MP.format(2)),
    skill("shriek", "setup_process", modify("pdef", -1, "round"), MP.format(9), target="single"),
)  # fmt: skip


def next_of(world: Nw3World, acting: str = "anna") -> msgspec.Struct:
    return tactics.next_command(world, battle_of(world), who(world, acting))


def anna(*skills: str, **values: object) -> Character:
    given = {"macc": 10, "matk": 10, "patk": 1, "engage": "e", **values}
    return fighter("anna", "wizards", *skills, **given)  # type: ignore[arg-type]


def test_a_friend_who_is_down_is_helped_before_anybody_is_attacked() -> None:
    down = fighter("ben", hp=30)
    down.hp = 0
    world = battle_world(anna("heal"), down, foe(engage="e"), content=CONTENT)
    assert next_of(world) == UseBlock("anna", "heal", ("ben",))
    down.hp = down.body
    assert isinstance(next_of(world), Attack)


def test_a_block_that_cannot_be_paid_is_left_alone() -> None:
    down = fighter("ben", hp=30)
    down.hp = 0
    world = battle_world(anna("heal", mp=2), down, foe(engage="e"), content=CONTENT)
    assert isinstance(next_of(world), Attack)


def test_a_minor_action_that_helps_comes_before_the_attack_and_only_once() -> None:
    world = battle_world(anna("hymn", patk=8, pacc=9, macc=0, matk=0), foe(engage="e"), content=CONTENT)
    assert next_of(world) == UseBlock("anna", "hymn")
    battle_of(world).done.append("anna:hymn")
    assert isinstance(next_of(world), Attack)


def test_prana_is_kept_for_staying_up() -> None:
    poor = anna("dear_hymn", patk=8, pacc=9, macc=0, matk=0, prana=3, prana_max=5)
    world = battle_world(poor, foe(engage="e"), content=CONTENT)
    assert isinstance(next_of(world), Attack)
    assert price(world, poor, find_block(world, poor, "dear_hymn")) > 50


def test_an_attack_with_a_partner_block() -> None:
    world = battle_world(anna("bolt", "edge"), foe(hp=60), content=CONTENT)
    assert next_of(world) == UseBlock("anna", "bolt", ("ghoul",), partner="edge")
    who(world, "anna").mp = 4
    assert next_of(world) == UseBlock("anna", "bolt", ("ghoul",))


def test_several_targets_are_picked_up_to_the_bound_and_of_one_engage() -> None:
    enemies = [foe(id, hp=30, engage="f") for id in ("imp", "orc", "elf")]
    world = battle_world(anna("bolt", "storm", engage=""), *enemies, foe("bat"), content=CONTENT)
    command = next_of(world)
    assert isinstance(command, UseBlock)
    assert command.block == "storm"
    assert len(command.targets) == 2
    assert set(command.targets) < {"imp", "orc", "elf"}


def test_an_area_with_friends_in_it_is_spared() -> None:
    friends = [fighter(id, engage="f") for id in ("ben", "cleo")]
    world = battle_world(anna("bolt", "quake", engage=""), foe(engage="f"), *friends, content=CONTENT)
    assert next_of(world) == UseBlock("anna", "bolt", ("ghoul",))
    for one in friends:
        one.engage = ""
    assert next_of(world) == UseBlock("anna", "quake", ("ghoul",))


@pytest.mark.parametrize(("block", "expected"), [("guard", "guard"), ("shriek", "pass")])
def test_a_window_is_used_where_that_gains_more_than_it_costs(block: str, expected: str) -> None:
    world = battle_world(anna("guard", "shriek"), foe(engage="e"), content=CONTENT)
    battle_of(world).acting, battle_of(world).process = "", "setup"
    options = (Option(block, "use.block"), Option("pass", "use.pass"))
    question = Question("use.setup_process", "anna", options, "pass", facts={"timing": "timing.setup_process"})
    assert answers.answer(world, question) == expected


def test_a_bonus_that_is_in_force_already_gains_nothing() -> None:
    hero = anna("hymn", patk=8, pacc=9, macc=0, matk=0)
    world = battle_world(hero, foe(engage="e"), content=CONTENT)
    usable = find_block(world, hero, "hymn")
    assert pays(world, hero, usable, hero)
    hero.effects.append(Lasting(1, "hymn", "anna", "stat", "patk", 3))
    assert gain(world, hero, usable, hero) == 0
