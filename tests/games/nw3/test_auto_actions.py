"""NW3-ROUND-18 to -20: Reactions, Auto Actions and Free Actions, and what the referee says of its characters."""

from __future__ import annotations

from typing import Any

import pytest

from nw3_battle import (
    battle_of,
    battle_world,
    do,
    fighter,
    foe,
    refused,
    seat,
    steady,
    steady_foe,
    table,
    who,
)
from rulewright.engine.builtin import Say
from rulewright.engine.world import digest
from rulewright.games.nw3.battles.actions import DeclareDead, EndEffect, TakeSevens
from rulewright.games.nw3.battles.attacks import Attack
from rulewright.games.nw3.battles.battle import StartBattle
from rulewright.games.nw3.state import Lasting, Nw3World

# ---------------------------------------------------------------- ending an effect


def blessed(**values: Any) -> Nw3World:
    """Anna is Post-Action, under a song and a curse."""
    song = Lasting(7, "song", "ben", "stat", "patk", 3, "combat")
    curse = Lasting(8, "curse", "ghoul", "stat", "patk", -2, "combat", positive=False)
    anna = fighter("anna", patk=5, effects=[song, Lasting(9, "song", "ben", "stat", "eva", 1, "combat"), curse])
    anna.stats.patk, anna.stats.eva = 6, 1
    world = battle_world(anna, foe(), acting="ghoul", **values)
    anna.pre_action = False
    return world


@pytest.mark.rule("NW3-ROUND-19", "NW3-SKILL-48")
def test_a_beneficial_effect_ends_by_choice_at_any_time() -> None:  # D8
    world = blessed()
    anna = who(world, "anna")
    do(world, EndEffect("anna", 7), seat=seat("anna"))
    assert [one.block for one in anna.effects] == ["curse"]
    assert (anna.stats.patk, anna.stats.eva, battle_of(world).spent) == (3, 0, [])


@pytest.mark.rule("NW3-ROUND-19", "NW3-SKILL-48", "NW3-SKILL-47")
def test_effects_that_do_not_end_by_choice() -> None:
    world = blessed()
    refused(world, EndEffect("anna", 8), "not_positive", seat=seat("anna"))
    refused(world, EndEffect("anna", 99), "invalid_target")
    refused(world, EndEffect("anna", 7), "not_your_character", seat=seat("ben"))
    do(world, EndEffect("anna", 8))  # the referee may
    assert who(world, "anna").stats.patk == 8


@pytest.mark.rule("NW3-ROUND-23", "NW3-ROUND-24")
def test_nor_by_one_who_is_down() -> None:
    world = blessed()
    who(world, "anna").hp = 0
    refused(world, EndEffect("anna", 7), "incapacitated", seat=seat("anna"))


@pytest.mark.rule("NW3-ROUND-19")
def test_the_referee_may_refuse_that() -> None:
    world = blessed(gm_confirms_targets=True)
    refused(world, EndEffect("anna", 7), "referee_refused", {"auto_action_veto": "no"}, seat("anna"))
    do(world, EndEffect("anna", 7), answers={"auto_action_veto": "yes"}, seat=seat("anna"))


# ---------------------------------------------------------------- Reactions and Free Actions


@pytest.mark.rule("NW3-ROUND-18", "NW3-ROUND-23")
@pytest.mark.parametrize(
    ("state", "rolls"),
    [
        ({}, ["anna hit", "ghoul dodge"]),
        ({"pre_action": False, "count": 0}, ["anna hit", "ghoul dodge"]),
        ({"hp": 0}, ["anna patk", "ghoul pdef"]),
    ],
)
def test_who_reacts_to_an_attack(state: dict[str, Any], rolls: list[str]) -> None:
    world = battle_world(fighter("anna", engage="e", pacc=5, count=20), foe(engage="e", eva=9), foe("imp"))
    for name, value in state.items():
        setattr(who(world, "ghoul"), name, value)
    done = do(world, Attack("anna", ("ghoul",)), [1, 2, 6, 6])
    assert [f"{roll.who} {roll.why}" for roll, _ in done.rolls] == rolls


@pytest.mark.rule("NW3-ROUND-18")
def test_reactions_have_no_number() -> None:
    attackers = [fighter(id, engage="e", pacc=5, count=20) for id in ("anna", "ben", "cleo")]
    world = battle_world(*attackers, foe(engage="e", eva=9), foe("imp"))
    battle_of(world).agreed = ["anna", "ben", "cleo"]
    for id in ("anna", "ben", "cleo"):
        done = do(world, Attack(id, ("ghoul",)), [1, 2, 6, 6])
        assert [roll.who for roll, _ in done.rolls] == [id, "ghoul"]


@pytest.mark.rule("NW3-ROUND-20")
@pytest.mark.parametrize("state", [{}, {"hp": 0}, {"statuses": {"pressure": 0}}])
def test_talk_is_free(state: dict[str, Any]) -> None:
    world = battle_world(fighter("anna"), fighter("ben", **state), foe(), spent=("move", "minor"))
    before = digest(world.state)
    for id in ("ben", "anna", "ben"):
        do(world, Say("Behind you!"), seat=seat(id))
    assert digest(world.state) == before


# ---------------------------------------------------------------- the referee's characters


@pytest.mark.rule("NW3-ROUND-05", "NW3-JUDGE-08")
@pytest.mark.parametrize(("judges", "faces"), [(("initiative", "initiative"), []), ((), [6, 6]), (("hit",), [6, 6])])
def test_the_referee_says_where_sevens_are_taken(judges: Any, faces: list[int]) -> None:
    world = table(steady("anna", 1), foe(spd=9))
    do(world, TakeSevens("ghoul", judges))
    assert who(world, "ghoul").sevens == list(dict.fromkeys(judges))
    do(world, StartBattle(), faces)
    assert who(world, "ghoul").count == (21 if faces else 16)


@pytest.mark.rule("NW3-JUDGE-08")
def test_players_do_not_take_them_so() -> None:
    world = table(fighter("anna"), foe())
    refused(world, TakeSevens("anna", ("initiative",)), "any_seven_not_allowed")
    refused(world, TakeSevens("ghoul", ("initiative",)), "not_referee", seat=seat("anna"))


@pytest.mark.rule("NW3-HP-09", "NW3-HP-10", "NW3-ROUND-14")
def test_somebody_may_be_declared_dead() -> None:
    world = battle_world(fighter("anna", engage="e"), steady_foe("ghoul", 1, engage="e"), fighter("ben"))
    do(world, DeclareDead("anna", "The floor gave way."))
    anna = who(world, "anna")
    assert (anna.dead, anna.hp, anna.engage, anna.pre_action, anna.count) == (True, 0, "", False, 0)
    assert battle_of(world).acting == "ghoul"  # it was her Main Process
    refused(world, DeclareDead("anna", "Again."), "dead")
