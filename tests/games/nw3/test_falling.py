"""NW3-HP-05, NW3-PRANA-09 and NW3-OPEN-19: at the moment of falling, and avoiding to be Incapacitated."""

from __future__ import annotations

from functools import partial

import pytest

from nw3_attacks import SURE, face_off, hit, pack, several
from nw3_battle import battle_of, battle_world, do, fighter, foe, refused, seat, who
from nw3_scenes import Done
from nw3_victims import BLOCKS, struck, victim_with
from rulewright.games.nw3.battles.casting import UseBlock
from rulewright.games.nw3.battles.main_process import EndMainProcess
from rulewright.games.nw3.dice.prana import UsePrana
from rulewright.games.nw3.state import Blockade

CONTENT = pack(
    *BLOCKS,
    several("last_word", "incapacitated", 'kind = "resource", pool = "mp", amount = -1'),
    several("curse", "incapacitated", 'kind = "inflict_status", status = "dazed"', target="single", range="close"),
)
victim = partial(victim_with, CONTENT)


def asked(done: Done) -> list[str]:
    """What was asked, but for Prana on dice."""
    return [key for key in done.questions if key not in ("dice_window", "raise_result")]


# ---------------------------------------------------------------- at the moment of falling


@pytest.mark.rule("NW3-HP-05", "NW3-SKILL-24", "NW3-ATTACK-18")
def test_first_effects_of_the_fallen_then_prana() -> None:
    world = victim(skills=("last_word", "stand_up"), prana=2)
    anna = who(world, "anna")
    done = struck(world, {"use.incapacitated": ["last_word", "pass"], "avoid_incapacitated": "spend"})
    assert asked(done) == ["use.incapacitated", "use.incapacitated", "avoid_incapacitated"]
    assert (anna.mp, anna.hp, anna.prana) == (11, 1, 0)
    world = victim(skills=("last_word", "stand_up"), prana=2)
    anna = who(world, "anna")
    assert asked(struck(world, {"use.incapacitated": "stand_up"})) == ["use.incapacitated"]
    assert (anna.mp, anna.hp, anna.prana, anna.pre_action) == (12, 5, 2, False)


@pytest.mark.rule("NW3-SKILL-24", "NW3-SKILL-17")
def test_what_the_fallen_do_can_be_aimed_and_comes_again_with_the_next_fall() -> None:
    world = victim(skills=("curse",))
    answers = {"use.incapacitated": "curse", "use.target": "ghoul"}
    battle_of(world).done.append("anna:curse")  # used when she fell before
    struck(world, answers)
    assert "dazed" in who(world, "ghoul").statuses
    assert who(world, "anna").hp == 0


@pytest.mark.rule("NW3-HP-05")
def test_who_falls_in_the_own_main_process_loses_the_rest_of_it() -> None:
    world = battle_world(
        fighter("anna", "wizards", "pain", prana=2, count=15), fighter("ben", count=4), foe(), content=CONTENT
    )
    do(world, UseBlock("anna", "pain"), answers={"avoid_incapacitated": "spend"})
    anna = who(world, "anna")
    assert (anna.hp, anna.pre_action, battle_of(world).acting) == (1, False, "ghoul")
    refused(world, EndMainProcess("anna"), "not_your_main_process")


# ---------------------------------------------------------------- Avoid Incapacitated


@pytest.mark.rule("NW3-PRANA-09", "NW3-HP-05", "NW3-OPEN-19", "OP-C13")
@pytest.mark.parametrize("loses_turn", [True, False])
def test_2_prana_and_hp_1_once_in_a_scene(loses_turn: bool) -> None:  # OP-C13
    world = victim(prana=5, prana_avoid_loses_turn=loses_turn, count=9)
    anna, battle = who(world, "anna"), battle_of(world)
    anna.flying = "robe"
    battle.blockades.append(Blockade("e", "anna"))
    done = struck(world, {"avoid_incapacitated": "spend"})
    assert (anna.prana, anna.hp, anna.avoided) == (3, 1, True)
    kept = (False, 0, "", []) if loses_turn else (True, 9, "robe", ["anna"])
    assert (anna.pre_action, anna.count, anna.flying, [one.owner for one in battle.blockades]) == kept
    question = done.question("avoid_incapacitated")
    assert (question.to, question.default, question.options[0].cost) == ("anna", "accept", {"prana": 2})
    anna.pre_action = False
    battle.acting, battle.process, battle.spent, who(world, "ghoul").pre_action = "ghoul", "main", [], True
    refused(world, UsePrana("anna", "avoid"), "once_per_scene", seat=seat("anna"))
    assert asked(struck(world)) == []  # P13
    assert (anna.hp, anna.prana) == (0, 3)


@pytest.mark.rule("NW3-PRANA-09")
def test_p12_with_1_prana_nobody_is_asked() -> None:
    world = victim(prana=1)
    assert asked(struck(world)) == []
    assert (who(world, "anna").hp, who(world, "anna").prana) == (0, 1)
    refused(world, UsePrana("anna", "avoid"), "not_enough_prana", seat=seat("anna"))


@pytest.mark.rule("NW3-PRANA-09")
def test_who_accepts_keeps_the_prana() -> None:
    world = victim(prana=2)
    struck(world, {"avoid_incapacitated": "accept"})
    anna = who(world, "anna")
    assert (anna.hp, anna.prana, anna.avoided) == (0, 2, False)


@pytest.mark.rule("NW3-HP-07")
def test_a_hit_on_one_who_stands_is_no_death() -> None:
    world = face_off(anna={"patk": 50}, ghoul={"hp": 4})
    hit(world, (*SURE, 6, 2, 1, 1))
    assert (who(world, "ghoul").hp, who(world, "ghoul").dead) == (0, False)
