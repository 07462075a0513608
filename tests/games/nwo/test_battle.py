"""NWO-COUNT-01, -14, -17: the fight in the referee's hands: setup, who joins and leaves, who is hidden."""

from __future__ import annotations

from typing import Any

import pytest

from nwo_play import Play, options
from rulewright.games.nwo.battles.actions import Attack, CastSpell, Pass
from rulewright.games.nwo.battles.battle import (
    ConfirmBattle,
    EndBattle,
    JoinBattle,
    LeaveBattle,
    Place,
    Reveal,
    SetFaction,
    SetShares,
    StartBattle,
)
from rulewright.games.nwo.battles.moving import Move
from rulewright.games.nwo.house_rules import ChangeOption
from rulewright.games.nwo.state import Lasting

ANY = [3, 4]
"""Dice that do nothing special for anybody."""
STAY = ConfirmBattle("Stay on the pier.")


def together(**house: Any) -> Play:
    return Play("ruka", "hound:mire_hound", house=options(**house))


# ---------------------------------------------------------------- step 0


@pytest.mark.rule("NWO-COUNT-01")
def test_round_1_waits_for_the_victory_condition_count_12() -> None:
    play = together()
    play.give(StartBattle())
    assert (play.battle.process, play.battle.round, play["ruka"].count) == ("setup", 0, None)
    assert play.refuses(Pass("ruka"), "ruka") == "not_your_turn"
    assert play.refuses(ConfirmBattle("Win."), "ruka") == "not_referee"
    assert play.refuses(ConfirmBattle("  ")) == "bad_value"
    play.give(STAY, ANY * 2)
    assert (play.battle.round, play.battle.victory, play.battle.acting) == (1, "Stay on the pier.", "ruka")


@pytest.mark.rule("NWO-COUNT-01")
@pytest.mark.parametrize(("victory", "round"), [("Stay on the pier.", 1), ("   ", 0)])
def test_a_fight_that_is_opened_with_its_victory_condition_begins(victory: str, round: int) -> None:
    play = together()
    play.give(StartBattle(victory), ANY * 2 * round)
    assert play.battle.round == round


@pytest.mark.rule("NWO-COUNT-01")
def test_by_option_a_fight_begins_at_once() -> None:
    play = together(combat_setup_step="off")
    play.give(StartBattle(), ANY * 2)
    assert (play.battle.round, play.battle.process) == (1, "turns")


@pytest.mark.rule("NWO-COUNT-01")
def test_before_round_1_the_referee_settles_who_takes_part_with_which_side_and_where() -> None:
    play = Play("ruka", "tomo", "caller:fog_caller", "hound:mire_hound")
    play.change("tomo", present=False)
    play.give(StartBattle(shares={"foes": 8}))
    assert play.battle.members == ["ruka", "caller", "hound"]
    play.give(LeaveBattle("caller"))
    play.give(JoinBattle("tomo", (1, 0)))
    play.give(SetFaction("tomo", "foes"))
    play.give(SetShares({"party": 5}))
    play.give(Place("hound", (2, 0)))
    assert (play.battle.process, play.battle.round) == ("setup", 0)
    play.give(STAY, ANY * 3)
    assert play.battle.members == ["ruka", "hound", "tomo"]
    assert [play[id].count for id in ("ruka", "hound", "tomo", "caller")] == [20, 18, 21, None]
    assert play.battle.shares == {"party": 5, "foes": 8}


@pytest.mark.rule("NWO-COUNT-01")
def test_the_dead_and_the_absent_take_no_part() -> None:
    play = Play("ruka", "tomo", "hound:mire_hound", "wolf:mire_hound")
    play.change("tomo", present=False)
    play.change("wolf", dead=True, hp=-3)
    play.give(StartBattle())
    assert play.battle.members == ["ruka", "hound"]


@pytest.mark.rule("NWO-COUNT-01")
def test_a_fight_begins_once_and_on_a_map_that_there_is() -> None:
    play = together()
    assert play.refuses(StartBattle(map="moon")) == "bad_value"
    assert play.refuses(StartBattle(), "ruka") == "not_referee"
    assert play.refuses(STAY) == "not_in_combat"
    play.give(StartBattle())
    assert play.refuses(StartBattle()) == "in_combat"
    play.give(STAY, ANY * 2)
    assert play.refuses(STAY) == "in_combat"
    assert play.refuses(StartBattle("Again.")) == "in_combat"


# ---------------------------------------------------------------- joining


@pytest.mark.rule("NWO-COUNT-14")
def test_a_foe_that_arrives_has_no_count_until_the_next_round_count_16() -> None:
    play = Play("ruka", "hound:mire_hound", "wolf:mire_hound")
    play.fight(round=2, ruka=12, hound=9)
    play.give(Pass("ruka"))
    assert play.battle.current == 9
    play.give(JoinBattle("wolf", (1, 0)))
    assert (play["wolf"].count, play["wolf"].square, play.battle.acting) == (None, (1, 0), "hound")
    play.give(Pass("hound"), ANY * 3)
    assert (play.battle.round, play["wolf"].count) == (3, 18)


@pytest.mark.rule("NWO-COUNT-14", "NWO-OPEN-43")
@pytest.mark.parametrize(("dice", "count", "next_up"), [([1, 1], 13, "hound"), ([6, 3], 20, "wolf")])
def test_by_option_who_joins_makes_its_count_judge_at_once(dice: list[int], count: int, next_up: str) -> None:
    play = Play("ruka", "hound:mire_hound", "wolf:mire_hound", house=options(late_joiner="roll_now"))
    play.fight(ruka=29, hound=14)
    play.give(JoinBattle("wolf"), dice)
    assert (play["wolf"].count, play.battle.acting) == (count, "ruka")
    play.give(Pass("ruka"))
    assert play.battle.acting == next_up


@pytest.mark.rule("NWO-COUNT-14")
def test_by_option_who_joins_while_down_makes_no_judge() -> None:
    play = Play("ruka", "hound:mire_hound", "tomo", house=options(late_joiner="roll_now"))
    play.fight(ruka=35, hound=14)
    play.change("tomo", hp=-1)
    play.give(JoinBattle("tomo"))
    assert (play["tomo"].count, play.battle.members) == (None, ["ruka", "hound", "tomo"])


@pytest.mark.rule("NWO-COUNT-14")
def test_who_joins_lets_attacks_be_answered_before_it_has_a_count() -> None:
    play = Play("ruka", "hound:mire_hound", "tomo")
    play.fight(hound=35, ruka=14)
    play.give(JoinBattle("tomo", (0, 0)))
    play.give(Attack("hound", "bite", "tomo"), [1, 1, 3, 4])
    assert play.keys().count("attack.miss") == 1


@pytest.mark.rule("NWO-COUNT-14")
def test_who_cannot_join() -> None:
    play = Play("ruka", "hound:mire_hound", "wolf:mire_hound")
    play.fight(ruka=35, hound=14)
    play.change("wolf", dead=True, hp=-3)
    assert play.refuses(JoinBattle("wolf")) == "dead"
    assert play.refuses(JoinBattle("ruka")) == "bad_value"
    assert play.refuses(JoinBattle("nobody")) == "unknown_actor"
    assert play.refuses(JoinBattle("wolf"), "wolf") == "not_referee"


@pytest.mark.rule("NWO-COUNT-14")
def test_outside_of_a_fight_one_joins_the_scene() -> None:
    play = together()
    play.give(LeaveBattle("ruka"))
    assert not play["ruka"].present
    play.give(JoinBattle("ruka", (1, 1)))
    assert (play["ruka"].present, play["ruka"].square) == (True, (1, 1))


# ---------------------------------------------------------------- leaving


@pytest.mark.rule("NWO-COUNT-14")
def test_who_leaves_is_out_at_once_with_its_cast_and_what_it_bears() -> None:
    play = Play("tomo", "ruka", "hound:mire_hound")
    play.fight(tomo=30, hound=26, ruka=5)
    play["tomo"].lasting = [Lasting("song", "ruka", "scene", stats={"defence": 1})]
    play.give(CastSpell("tomo", "ember_dart"))
    play.give(LeaveBattle("tomo"))
    gone = play["tomo"]
    assert play.battle.members == ["hound", "ruka"]
    assert (gone.present, gone.casting, gone.mp, gone.count, gone.lasting) == (False, None, 22, None, [])
    assert play.battle.casters == 0
    assert play.refuses(Attack("hound", "bite", "tomo")) == "no_target"
    assert play.refuses(LeaveBattle("tomo")) == "no_target"
    assert play.refuses(Move("tomo", "normal", ())) == "not_your_turn"


@pytest.mark.rule("NWO-COUNT-14")
def test_who_leaves_in_its_own_turn_lets_the_next_have_it() -> None:
    play = together()
    play.fight(ruka=30, hound=26)
    play.give(LeaveBattle("ruka"))
    assert (play.battle.acting, play.battle.current) == ("hound", 26)


@pytest.mark.rule("NWO-COUNT-14")
def test_the_last_with_a_count_leaves_and_the_round_ends() -> None:
    play = Play("ruka", "tomo", "hound:mire_hound")
    play.fight(ruka=9, hound=0, tomo=0)
    play.give(LeaveBattle("ruka"), ANY * 2)
    assert (play.battle.round, play.battle.acting) == (2, "tomo")


# ---------------------------------------------------------------- hidden


@pytest.mark.rule("NWO-COUNT-01")
def test_who_is_hidden_is_no_target_for_players_until_it_shows() -> None:
    play = together()
    play["hound"].hidden = True
    play.fight(ruka=30, hound=26)
    blade = Attack("ruka", "ruka.guard_blade.1", "hound")
    assert play.refuses(blade, "ruka") == "no_target"
    assert play.refuses(Reveal("hound"), "ruka") == "not_referee"
    play.give(Reveal("hound"))
    assert play.keys()[-1] == "battle.appears"
    play.give(blade, [1, 1, 3, 4], seat="ruka")
    assert play.keys().count("attack.miss") == 1


def test_who_hides_appears_to_nobody() -> None:
    play = together()
    play.give(Reveal("ruka", hidden=True))
    assert (play["ruka"].hidden, play.told) == (True, [])


def test_nobody_is_revealed_or_placed_who_is_not_there() -> None:
    play = together()
    for command in (Reveal("nobody"), Place("nobody", (0, 0)), SetFaction("nobody", "party"), LeaveBattle("nobody")):
        assert play.refuses(command) == "unknown_actor"


# ---------------------------------------------------------------- options


@pytest.mark.rule("NWO-COUNT-17")
def test_an_option_that_changes_during_a_fight_counts_after_it() -> None:
    play = together()
    play.fight(ruka=30, hound=26)
    capacities = []
    for command in (ChangeOption("size_capacity", "one_each"), EndBattle()):
        play.give(command)
        capacities.append(play.house.size_capacity)
    assert capacities == ["doubling", "one_each"]
