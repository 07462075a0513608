"""The default policy plays sensibly, and what it declares for a whole side is one command."""

from __future__ import annotations

import pytest

from cairn_helpers import (
    GEAR,
    PLAYER,
    REFEREE,
    against_goblin,
    carry,
    do,
    fighting,
    foe,
    pc,
    refused_command,
    stocked,
    world,
)
from rulewright.engine.world import digest
from rulewright.games.cairn.declarations import DeclareAll
from rulewright.games.cairn.handling import Hold
from rulewright.games.cairn.policy import DefaultPolicy
from rulewright.games.cairn.rounds import LockPhase
from rulewright.games.cairn.state import CairnWorld, Declaration

MOON_BOOK = """
[[items]]
id = "moon_book"
name = "Moon book"
kind = "spellbook"
hands = 2
spell = "glow"
readable = "under moonlight"
[[spells]]
id = "glow"
name = "Glow"
text = "Light falls."
targets = "self"
duration = "an hour"
"""


def planned(made: CairnWorld) -> tuple[Declaration, ...]:
    """What the policy declares for the side whose phase it is."""
    given = DefaultPolicy().command(made)
    assert given is not None
    command = given[1]
    assert isinstance(command, DeclareAll)
    return command.declarations


def test_two_attackers_finish_the_weakest_foe_and_the_third_takes_the_next() -> None:
    made = world()
    for name in ("Aino", "Eero", "Ilta"):
        carry(made, pc(made, name), "sword", "held")
    foe(made, "Strong", STR=14, hp=9)
    foe(made, "Weak", STR=8, hp=2)
    fighting(made)
    assert [declared.targets for declared in planned(made)] == [("weak",), ("weak",), ("strong",)]


def test_the_fallen_are_left_alone() -> None:
    made = world()
    carry(made, pc(made), "sword", "held")
    foe(made, "Fallen", hp=0).outcome = "knocked_out"
    foe(made, "Up", STR=18, hp=9)
    fighting(made)
    assert planned(made)[0].targets == ("up",)


@pytest.mark.parametrize(("escape", "action"), [("the gate", "retreat"), ("", "attack")])
def test_a_hopeless_fight_is_left_where_there_is_somewhere_to_run(escape: str, action: str) -> None:
    made = world()
    pc(made)
    for number in range(3):
        foe(made, f"Foe{number}")
    fighting(made).escape = escape
    assert planned(made)[0].action == action


def test_only_friends_who_stand_keep_a_fight_from_being_hopeless() -> None:
    made = world()
    for name in ("Aino", "Eero"):
        pc(made, name)
    for number in range(3):
        foe(made, f"Foe{number}")
    fighting(made).escape = "the gate"
    assert [declared.action for declared in planned(made)] == ["attack", "attack"]
    made.state.actors["eero"].outcome = "dead"
    assert [declared.action for declared in planned(made)] == ["retreat"]


def test_one_friend_binds_the_wounds_of_another_and_the_rest_fight() -> None:
    made = world()
    for name in ("Aino", "Eero"):
        carry(made, pc(made, name), "bandages")
    down = pc(made, "Ilta", hp=0)
    down.outcome, down.dies_at = "critical", 3600
    foe(made)
    fighting(made)
    assert [declared.action for declared in planned(made)] == ["aid", "attack"]
    made.state.actors["aino"].items[0].uses = 0
    assert [declared.action for declared in planned(made)] == ["attack", "aid"]


def test_one_who_holds_nothing_draws_the_best_weapon_first() -> None:
    made = world()
    aino = pc(made)
    carry(made, aino, "dagger")
    sword = carry(made, aino, "sword")
    foe(made)
    fighting(made)
    given = DefaultPolicy().command(made)
    assert given is not None
    assert given[1] == Hold("aino", (sword.id,))
    do(made, given[1])
    assert planned(made)[0].weapon == sword.id


def test_a_fight_past_the_round_limit_is_ended() -> None:
    made = world()
    pc(made)
    foe(made)
    fighting(made).round = made.scenario.round_limit + 1
    given = DefaultPolicy().command(made)
    assert given is not None
    do(made, given[1])
    assert made.state.fight is None
    assert made.state.over == "truce"


@pytest.mark.rule("CRN-ROUND-08")
def test_the_referee_declares_for_several_at_once_or_for_none() -> None:
    made = world()
    pc(made)
    foe(made, "One")
    foe(made, "Two")
    fighting(made, "foes")
    attack = Declaration("one", "attack", targets=("aino",))
    wrong = Declaration("two", "attack", targets=("nobody",))
    before = digest(made.state)
    refused_command(made, DeclareAll((attack, wrong)), "no_target")
    refused_command(made, DeclareAll((attack,)), "not_referee", seat=PLAYER)
    assert digest(made.state) == before
    do(made, DeclareAll((attack, Declaration("two", "pass"))), seat=REFEREE)
    assert made.state.fight is not None
    assert set(made.state.fight.declared) == {"one", "two"}
    do(made, LockPhase(), faces=[2])
    assert made.state.actors["aino"].hp == 3


@pytest.mark.rule("CRN-ROUND-08", "CRN-MAGIC-02")
def test_of_several_declared_at_once_a_quirky_book_still_waits_for_the_referee() -> None:
    made = world()
    made.content = stocked(GEAR, MOON_BOOK)
    pc(made)
    book = carry(made, pc(made, "Eero"), "moon_book", "held")
    against_goblin(made)
    command = DeclareAll(
        (Declaration("aino", "attack", targets=("goblin",)), Declaration("eero", "cast", item=book.id))
    )
    refused_command(made, command, "unreadable_now", {"confirm_readable": "no"})
    do(made, command, answers={"confirm_readable": "yes"})
    assert made.state.fight is not None
    assert set(made.state.fight.declared) == {"aino", "eero"}


@pytest.mark.rule("CRN-ROUND-08")
def test_a_locked_phase_takes_no_more_declarations_at_once() -> None:
    made = world()
    pc(made)
    foe(made)
    fighting(made, "foes").locked = True
    refused_command(made, DeclareAll((Declaration("goblin", "pass"),)), "already_locked")
