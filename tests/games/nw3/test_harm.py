"""NW3-HP: HP and MP that go and come, Incapacitated, and Dead."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from nw3_attacks import NOTHING, face_off, hit, pack, several
from nw3_battle import battle_of, battle_world, do, fighter, foe, refused, seat, table, who
from nw3_people import wizard
from nw3_scenes import run
from nw3_victims import BLOCKS, struck, victim_with
from rulewright.engine.world import digest
from rulewright.games.nw3.battles import harm, statuses
from rulewright.games.nw3.battles.actions import DeclareDead
from rulewright.games.nw3.battles.casting import UseBlock
from rulewright.games.nw3.state import Character, Nw3World
from rulewright.games.nw3.wizards.standing import refresh

CONTENT = pack(
    *BLOCKS,
    several(
        "gain",
        "minor_action",
        'kind = "resource", pool = "mp", amount = 99',
        'kind = "resource", pool = "hp", amount = 99',
        'kind = "resource", pool = "prana", amount = 99',
    ),
    several(
        "loss",
        "minor_action",
        'kind = "resource", pool = "mp", amount = -99',
        'kind = "resource", pool = "prana", amount = -99',
        target="single",
    ),
)
victim = partial(victim_with, CONTENT)


# ---------------------------------------------------------------- worked examples


@pytest.mark.rule("NW3-HP-05", "NW3-HP-07", "NW3-HP-02", "NW3-ATTACK-10")
def test_hp_3_and_hp_damage_40() -> None:
    world = victim()
    done = struck(world)
    anna = who(world, "anna")
    assert done.event("attack.damage").facts["damage"] == 40
    assert (anna.hp, anna.dead, anna.pre_action, anna.count) == (0, False, False, 0)
    assert done.questions == []


@pytest.mark.rule("NW3-HP-05")
@pytest.mark.parametrize("hp", [1, 40, 41])
def test_the_last_hp_goes(hp: int) -> None:
    world = victim(hp=hp)
    done = struck(world)
    assert who(world, "anna").hp == max(0, hp - 40)
    assert ("hp.incapacitated" in done.keys) is (hp <= 40)


@pytest.mark.rule("NW3-HP-07")
@pytest.mark.parametrize("damage", [0, 40])
def test_an_incapacitated_one_who_is_hit_dies(damage: int) -> None:
    world = victim(hp=0)
    if not damage:
        who(world, "anna").stats.pdef = 99
    done = struck(world, dodge=False)
    anna = who(world, "anna")
    assert (anna.dead, anna.hp, anna.engage) == (True, 0, "")
    assert done.event("attack.damage").facts["damage"] == damage


@pytest.mark.rule("NW3-HP-08", "NW3-STATUS-05")
def test_poison_does_not_kill() -> None:
    world = battle_world(foe(), fighter("anna", hp=0, statuses={"poison": 6}))
    anna = who(world, "anna")
    done = run(world, statuses.in_cleanup(world, battle_of(world), [anna]))
    assert (anna.hp, anna.dead, anna.statuses, done.rolls) == (0, False, {"poison": 6}, [])


@pytest.mark.rule("NW3-HP-08")
def test_direct_harm_by_a_skill_does_not_kill() -> None:
    world = battle_world(fighter("anna", "wizards", "pain"), fighter("ben"), foe(), content=CONTENT)
    do(world, UseBlock("anna", "pain"))
    anna = who(world, "anna")
    assert (anna.hp, anna.dead) == (0, False)
    run(world, harm.fall(world, anna))
    assert not anna.dead


# ---------------------------------------------------------------- what kills, by option


@pytest.mark.rule("NW3-HP-07", "OP-C14")
@pytest.mark.parametrize(
    ("trigger", "pdef", "covered", "dead"),
    [
        ("hit", 99, False, True), ("hit", 0, True, False), ("damaged", 99, False, False), ("damaged", 0, False, True),
        ("targeted", 99, False, True), ("targeted", 0, True, True),
    ],
)  # fmt: skip
def test_what_attacked_again_means(trigger: str, pdef: int, covered: bool, dead: bool) -> None:  # OP-C14
    ben = fighter("ben", engage="e", hp=90)
    anna = fighter("anna", engage="e", hp=0, pdef=pdef)
    world = battle_world(foe(patk=50, engage="e"), ben, anna, fighter("carl"), death_trigger=trigger)
    answers = {"cover_up": "cover"} if covered and trigger != "targeted" else {}
    done = hit(world, (6, 3, 1, 2), answers, by="ghoul", at="anna")
    assert who(world, "anna").dead is dead
    if trigger == "targeted":
        assert done.log.index("hp.dead") < done.log.index("attack.hits")
        assert "attack.damage" not in done.log


@pytest.mark.rule("NW3-HP-07")
@pytest.mark.parametrize("trigger", ["hit", "damaged", "targeted"])
def test_who_stands_is_not_killed_whatever_the_option(trigger: str) -> None:
    world = victim(death_trigger=trigger)
    struck(world)
    assert (who(world, "anna").hp, who(world, "anna").dead) == (0, False)


@pytest.mark.rule("NW3-HP-07")
def test_the_attack_that_fells_does_not_kill_and_neither_does_a_second_part_of_it() -> None:
    world = victim()
    struck(world)
    assert not who(world, "anna").dead
    world = victim(prana=5)
    struck(world, {"avoid_incapacitated": "spend"})
    assert (who(world, "anna").dead, who(world, "anna").hp) == (False, 1)


@pytest.mark.rule("NW3-HP-09")
@pytest.mark.parametrize(("kind", "spared"), [("enemy", True), ("npc", True), ("enemy", False), ("mob", True)])
def test_the_referee_may_refuse_that_one_of_his_dies(kind: Any, spared: bool) -> None:
    world = face_off(anna={"patk": 9}, ghoul={"hp": 0, "kind": kind})
    done = hit(world, NOTHING, {"spare": "yes" if spared else "no"})
    assert who(world, "ghoul").dead is not spared
    assert [(one.to, one.default) for one in done.asked if one.key == "spare"] == [("referee", "no")]


@pytest.mark.rule("NW3-HP-09")
def test_a_pc_is_not_spared_and_anybody_may_be_declared_dead() -> None:
    world = victim(hp=0)
    assert "spare" not in struck(world, dodge=False).questions
    world = battle_world(fighter("anna", engage="e"), foe(engage="e"), fighter("ben"), acting="ben")
    refused(world, DeclareDead("anna", "left behind"), "not_referee", seat=seat("ben"))
    done = do(world, DeclareDead("anna", "left behind"))
    anna = who(world, "anna")
    assert (anna.dead, anna.hp, anna.pre_action, anna.count, who(world, "ghoul").engage) == (True, 0, False, 0, "")
    assert done.event("hp.declared_dead").facts["reason"] == "left behind"
    refused(world, DeclareDead("anna", "again"), "dead")


@pytest.mark.rule("NW3-HP-10")
def test_the_dead_are_out_of_play() -> None:
    dead = fighter("ben", "wizards", "gain", "stand_up", dead=True, hp=0, engage="e")
    world = battle_world(fighter("anna", "wizards", "loss"), dead, foe(), content=CONTENT)
    refused(world, UseBlock("ben", "gain"), "dead")
    refused(world, UseBlock("ben", "stand_up"), "dead")
    refused(world, UseBlock("anna", "loss", ("ben",)), "not_in_scene")
    dead.body = 30
    before = digest(dead)
    harm.gain(world, dead, 5)
    statuses.receive(world, dead, "dazed")
    assert digest(dead) == before


# ---------------------------------------------------------------- limits


@pytest.mark.rule("NW3-HP-01", "NW3-HP-04")
def test_hp_mp_and_prana_stay_between_0_and_their_maxima() -> None:
    anna = fighter("anna", "wizards", "gain", "loss", hp=20, mp=5, prana_max=4, prana=1)
    anna.body, anna.mind = 27, 9
    world = battle_world(anna, foe("ghoul", mp=3, prana=2, prana_max=2), content=CONTENT)
    do(world, UseBlock("anna", "gain"))
    assert (anna.hp, anna.mp, anna.prana) == (27, 9, 4)
    battle_of(world).spent.clear()
    do(world, UseBlock("anna", "loss", ("ghoul",)))
    ghoul = who(world, "ghoul")
    assert (ghoul.mp, ghoul.prana, ghoul.hp, ghoul.pre_action) == (0, 0, 30, True)


@pytest.mark.rule("NW3-HP-06")
def test_any_hp_end_incapacitated() -> None:
    world = battle_world(foe(), fighter("anna", hp=0))
    anna = who(world, "anna")
    anna.body = 30
    done = run(world, _gain(world, anna, 1))
    assert (anna.hp, anna.pre_action, done.keys) == (1, False, ["hp.up_again"])
    assert run(world, _gain(world, anna, 1)).keys == []


def _gain(world: Nw3World, character: Character, amount: int) -> Any:
    harm.gain(world, character, amount)
    yield from ()


@pytest.mark.rule("NW3-HP-11", "NW3-HP-01")
def test_a_lower_maximum_lowers_what_is_there() -> None:
    anna = wizard("anna", "belt")
    assert (anna.hp, anna.body, anna.mp, anna.mind) == (30, 30, 0, 0)
    anna.items[0].where = "robe"
    world = table(anna, content=CONTENT)
    refresh(CONTENT, world.state.options, anna)
    assert (anna.hp, anna.body, anna.mp, anna.mind) == (27, 27, 0, 20)
