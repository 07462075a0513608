"""NW3-PRANA-01, -02, -08 to -10: Remove Lunar Logic, and uses of Prana outside their windows."""

from __future__ import annotations

from typing import Any

import pytest

from nw3_people import wizard
from nw3_scenes import ANNA, BEN, REFEREE, WATCHER, do, refused, run, table
from rulewright.games.nw3.battles import harm
from rulewright.games.nw3.dice.prana import UsePrana
from rulewright.games.nw3.episodes.episode import EndScenario, NewSitting, NextEpisode
from rulewright.games.nw3.episodes.logics import RemoveLogic, SetLogics
from rulewright.games.nw3.episodes.scenes import CloseScene, OpenScene
from rulewright.games.nw3.state import Character, Nw3World


def inside(prana: int = 5, **values: Any) -> tuple[Nw3World, Character]:
    """Anna and Ben under two Logics, Anna with this much Prana."""
    options = values.pop("options", {})
    world = table(wizard("anna", prana=prana), wizard("ben"), scene="Clockwork Alley", **{**values, **options})
    do(world, SetLogics(("slow_clock", "coin_for_all")))
    return world, world.state.characters["anna"]


@pytest.mark.rule("NW3-PRANA-10")
@pytest.mark.parametrize(("lifted", "stays"), [("slow_clock", "coin_for_all"), ("coin_for_all", "slow_clock")])
def test_p16_one_prana_lifts_one_logic_of_the_players_choice(lifted: str, stays: str) -> None:
    world, anna = inside(1)
    do(world, RemoveLogic("anna", lifted), ANNA)
    assert anna.prana == 0
    assert anna.removed_logics == [lifted]
    assert world.state.characters["ben"].removed_logics == []  # only for the spender
    assert refused(world, RemoveLogic("anna", stays), ANNA) == "not_enough_prana"
    anna.prana = 1
    do(world, RemoveLogic("anna", stays), ANNA)
    assert anna.removed_logics == [lifted, stays]


@pytest.mark.rule("NW3-PRANA-10", "NW3-PRANA-02")
def test_what_cannot_be_lifted_is_refused() -> None:
    world, anna = inside()
    assert refused(world, RemoveLogic("anna", "no_heroes"), ANNA) == "logic_not_affecting"
    assert refused(world, RemoveLogic("anna", "slow_clock"), BEN) == "not_your_character"
    assert refused(world, RemoveLogic("anna", "slow_clock"), WATCHER) == "not_your_actor"
    assert refused(world, SetLogics(()), ANNA) == "not_referee"
    do(world, RemoveLogic("anna", "slow_clock"), ANNA)
    assert refused(world, RemoveLogic("anna", "slow_clock"), ANNA) == "already_removed"
    anna.present = False
    assert refused(world, RemoveLogic("anna", "coin_for_all"), ANNA) == "logic_not_affecting"
    anna.present, anna.dead = True, True
    assert refused(world, RemoveLogic("anna", "coin_for_all"), ANNA) == "logic_not_affecting"


@pytest.mark.rule("NW3-PRANA-10")
def test_a_logic_that_is_met_again_stays_without_effect() -> None:
    world, anna = inside()
    do(world, RemoveLogic("anna", "slow_clock"), ANNA)
    assert do(world, SetLogics(())).keys == ["logic.none"]
    assert refused(world, RemoveLogic("anna", "coin_for_all"), ANNA) == "logic_not_affecting"
    do(world, CloseScene("none"))
    do(world, OpenScene("Second Casket", appear=("anna",)))
    do(world, SetLogics(("slow_clock", "slow_clock")))
    assert world.state.logics == ["slow_clock"]
    assert refused(world, RemoveLogic("anna", "slow_clock"), ANNA) == "already_removed"
    assert anna.prana == 4


@pytest.mark.rule("NW3-OPEN-20", "NW3-PRANA-10")
@pytest.mark.parametrize(
    ("lasts", "sitting", "episode", "scenario"),
    [("scenario", False, False, True), ("episode", False, True, True), ("session", True, False, False)],
)
def test_how_long_a_logic_stays_lifted(lasts: str, sitting: bool, episode: bool, scenario: bool) -> None:
    def returns(*commands: Any) -> bool:
        world, anna = inside(options={"logic_removal_lasts": lasts})
        do(world, RemoveLogic("anna", "slow_clock"), ANNA)
        do(world, CloseScene("none"))
        world.state.phase = "after"
        for command in commands:
            do(world, command)
        return "slow_clock" not in anna.removed_logics

    assert not returns()
    assert returns(NewSitting()) == sitting
    assert returns(NextEpisode()) == episode
    assert returns(NextEpisode(new_scenario=True)) == scenario
    assert returns(EndScenario()) == scenario


# ---------------------------------------------------------------- uses outside their windows


@pytest.mark.rule("NW3-PRANA-02", "NW3-PRANA-08", "NW3-PRANA-01")
@pytest.mark.parametrize("use", ["raise", "reroll", "fudge", "cancel", "cost", "avoid"])
def test_outside_its_window_a_use_is_refused_and_costs_nothing(use: Any) -> None:
    world = table(wizard("anna", prana=2), wizard("ben", prana=0))
    assert refused(world, UsePrana("anna", use), ANNA) == "wrong_window"
    assert refused(world, UsePrana("anna", use), REFEREE) == "wrong_window"
    assert refused(world, UsePrana("anna", use), BEN) == "not_your_character"
    assert refused(world, UsePrana("ben", use), BEN) == "not_enough_prana"
    assert refused(world, UsePrana("zoe", use), BEN) == "unknown_character"


@pytest.mark.rule("NW3-PRANA-09", "NW3-PRANA-01")
def test_p12_with_one_prana_an_incapacitated_character_stays_so() -> None:
    world = table(wizard("anna", prana=1, hp=0))
    assert refused(world, UsePrana("anna", "avoid"), ANNA) == "not_enough_prana"
    anna = world.state.characters["anna"]
    done = run(world, harm.fall(world, anna))
    assert "avoid_incapacitated" not in done.questions
    assert (anna.hp, anna.prana) == (0, 1)


@pytest.mark.rule("NW3-PRANA-09", "NW3-EPISODE-03", "NW3-EPISODE-01")
def test_p13_incapacitated_is_avoided_once_in_a_scene() -> None:
    world = table(wizard("anna", prana=2, hp=0), wizard("ben"), scene="First")
    anna = world.state.characters["anna"]
    run(world, harm.fall(world, anna), answers={"avoid_incapacitated": "spend"})
    assert (anna.hp, anna.prana) == (1, 0)
    anna.prana, anna.hp = 5, 0
    assert refused(world, UsePrana("anna", "avoid"), ANNA) == "once_per_scene"
    assert "avoid_incapacitated" not in run(world, harm.fall(world, anna)).questions
    do(world, CloseScene("none"))
    assert refused(world, UsePrana("anna", "avoid"), ANNA) == "once_per_scene"
    do(world, OpenScene("Second", appear=("anna",)))
    assert refused(world, UsePrana("anna", "avoid"), ANNA) == "wrong_window"
    assert "avoid_incapacitated" in run(world, harm.fall(world, anna)).questions


@pytest.mark.rule("NW3-PRANA-01")
def test_characters_of_the_referee_may_have_prana_and_lift_logics() -> None:
    world, _ = inside()
    ben = world.state.characters["ben"]
    ben.player = "referee"
    assert refused(world, RemoveLogic("ben", "slow_clock"), BEN) == "not_your_character"
    do(world, RemoveLogic("ben", "slow_clock"))
    assert ben.prana == 4
