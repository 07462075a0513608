"""Worked examples about places and sittings: an Emulator Space (A14 of Fortresses), a limit of an Episode (R10)."""

from __future__ import annotations

import pytest

from nw3_attacks import pack, results, several
from nw3_battle import do, fighter, refused, table, who
from nw3_fortress import area, entered
from rulewright.engine import world as worlds
from rulewright.games.nw3.battles.casting import UseBlock
from rulewright.games.nw3.dice.calling import CallJudge
from rulewright.games.nw3.episodes.episode import NewSitting, NextEpisode
from rulewright.games.nw3.episodes.scenes import CloseScene, OpenScene
from rulewright.games.nw3.fortresses.refereeing import BringEnemies
from rulewright.games.nw3.state import State

CONTENT = pack(several("once", "auto_action", lines=['limit = { n = 1, per = "episode" }']))


@pytest.mark.rule("NW3-FORT-19", "NW3-JUDGE-08")
def test_a14_a_judge_of_an_enemy_in_an_emulator_space() -> None:
    world = entered("g1")
    area(world, "claw_alley").objects.append("emulator_space")
    do(world, BringEnemies("pinball_hound"))
    hound = who(world, area(world, "claw_alley").enemies[-1])
    hound.attributes.knowledge = 9
    done = do(world, CallJudge(hound.id, "knowledge", 19, seven=True))
    assert results(done, "attribute") == [19]
    assert "judge.result.success" in done.keys
    who(world, "anna").attributes.knowledge = 9
    done = do(world, CallJudge("anna", "knowledge", 19), (1, 5))
    assert results(done, "attribute") == [15]


@pytest.mark.rule("NW3-SKILL-41", "NW3-EPISODE-11")
def test_r10_a_limit_of_an_episode_outlasts_sittings_and_scenes() -> None:
    world = table(fighter("anna", "wizards", "once"), content=CONTENT)
    world.state.phase = "middle"
    do(world, UseBlock("anna", "once"))
    do(world, NewSitting())
    refused(world, UseBlock("anna", "once"), "limit_reached")
    world.state = worlds.unpack(worlds.pack(world.state), State)
    do(world, OpenScene("Roof", appear=("anna",)))
    refused(world, UseBlock("anna", "once"), "limit_reached")
    do(world, CloseScene())
    world.state.phase = "after"
    do(world, NextEpisode())
    do(world, UseBlock("anna", "once"))
