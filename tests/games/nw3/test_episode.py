"""NW3-EPISODE-01, -02, -05, -11: Phases in their order, Episodes, Scenarios and sittings."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from nw3_people import wizard
from nw3_scenes import ANNA, REFEREE, after, do, fighting, refused, table, worn
from rulewright.engine.builtin import Override
from rulewright.engine.world import digest
from rulewright.games.nw3.dice.critical_values import RerollValues, RollValues
from rulewright.games.nw3.episodes.episode import EndScenario, NewSitting, NextEpisode, NextPhase
from rulewright.games.nw3.episodes.scenes import CloseScene, OpenScene
from rulewright.games.nw3.state import PHASES, Lasting, Phase

# ---------------------------------------------------------------- Phases


@pytest.mark.rule("NW3-EPISODE-02", "NW3-EPISODE-01")
def test_the_phases_follow_each_other_in_their_order() -> None:
    world = table(phase="preplay")
    seen: list[str] = []
    for phase in PHASES[1:]:
        done = do(world, NextPhase())
        assert world.state.phase == phase
        seen += [f"{one.key} {one.facts['phase']}" for one in done.told if one.key.startswith("phase.")]
    assert PHASES == ("preplay", "opening", "middle", "climax", "after")
    assert seen == [
        f"phase.{what} phase.{phase}"
        for before, following in pairwise(PHASES)
        for what, phase in (("ends", before), ("begins", following))
    ]


@pytest.mark.rule("NW3-EPISODE-02")
@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize("to", PHASES)
def test_none_is_skipped_and_none_comes_back(phase: Phase, to: Phase) -> None:
    world = table(phase=phase)
    if PHASES.index(to) == PHASES.index(phase) + 1:
        do(world, NextPhase(to))
        assert world.state.phase == to
    else:
        assert refused(world, NextPhase(to)) == "phase_order"


@pytest.mark.rule("NW3-EPISODE-02")
def test_another_order_takes_an_override_that_is_logged() -> None:
    world = table(phase="opening")
    done = do(world, Override("phase", "climax", "a short evening"))
    assert world.state.phase == "climax"
    assert done.event("table.override").facts["reason"] == "a short evening"
    assert refused(world, Override("phase", "opening", "back"), ANNA) == "not_referee"


@pytest.mark.rule("NW3-EPISODE-02", "NW3-EPISODE-03")
def test_the_referee_moves_on_between_scenes() -> None:
    world = table(phase="middle", scene="Roof")
    assert refused(world, NextPhase()) == "scene_open"
    do(world, CloseScene("none"))
    assert refused(world, NextPhase(), ANNA) == "not_referee"
    fighting(world)
    assert refused(world, NextPhase()) == "in_combat"
    world.state.battle = None
    do(world, NextPhase())
    assert world.state.phase == "climax"


@pytest.mark.rule("NW3-EPISODE-05", "NW3-JUDGE-18")
def test_preplay_is_over_when_all_values_are_rolled() -> None:
    world = table(wizard("anna", values_rolled=False), wizard("ben"), phase="preplay")
    assert refused(world, NextPhase()) == "values_not_rolled"
    do(world, RollValues("anna"), ANNA, (2, 4, 5, 5))
    do(world, NextPhase())
    assert world.state.phase == "opening"


@pytest.mark.rule("NW3-EPISODE-05", "NW3-JUDGE-10")
def test_the_dead_and_the_referees_own_hold_nobody_up() -> None:
    world = table(
        wizard("anna", values_rolled=False, dead=True), wizard("ben", values_rolled=False, player="referee"),
        wizard("carl"), phase="preplay",
    )  # fmt: skip
    do(world, NextPhase())
    assert world.state.phase == "opening"


# ---------------------------------------------------------------- the next Episode, and the end


@pytest.mark.rule("NW3-EPISODE-01", "NW3-EPISODE-02", "NW3-EPISODE-05")
def test_after_the_after_phase_the_next_episode_begins_with_preplay() -> None:
    world, _ = after(wizard("anna"), wizard("ben"))
    anna = world.state.characters["anna"]
    anna.used = {"scene:dash": 1, "episode:song": 1, "scenario:star": 1}
    anna.effects = [Lasting(1, "hymn", "anna", "judge", "any", 1, "episode"),
                    Lasting(2, "star", "anna", "judge", "any", 1, "scenario")]  # fmt: skip
    world.state.trailer, world.state.scenes = "The tower has stopped.", 7
    done = do(world, NextEpisode())
    state = world.state
    assert (state.episode, state.phase, state.trailer, state.scenes) == (2, "preplay", "", 0)
    assert [key for key in done.keys if key != "effect.ended"] == [
        "phase.ends", "episode.ends", "episode.begins", "phase.begins"
    ]  # fmt: skip
    assert anna.used == {"scene:dash": 1, "scenario:star": 1}
    assert [one.block for one in anna.effects] == ["star"]


@pytest.mark.rule("NW3-EPISODE-01", "NW3-LEVEL-12")
def test_another_scenario_begins_with_its_first_episode() -> None:
    world, _ = after(wizard("anna"))
    anna = world.state.characters["anna"]
    anna.used = {"episode:song": 1, "scenario:star": 1}
    assert anna.sheet is not None
    anna.sheet.money = 50_000
    do(world, NextEpisode())
    world.state.phase = "after"
    anna.used["episode:song"] = 1
    assert anna.sheet.money == 50_000
    done = do(world, NextEpisode(new_scenario=True))
    assert (world.state.episode, world.state.phase, world.state.over) == (1, "preplay", "")
    assert [key for key in done.keys if key != "scenario.money_lost"] == [
        "phase.ends", "episode.ends", "scenario.ends", "scenario.begins", "episode.begins", "phase.begins"
    ]  # fmt: skip
    assert anna.used == {}
    assert anna.sheet.money == 0


@pytest.mark.rule("NW3-EPISODE-02", "NW3-EPISODE-01")
def test_or_the_scenario_ends_and_nothing_follows() -> None:
    world, _ = after(wizard("anna"))
    assert do(world, EndScenario()).keys == ["phase.ends", "episode.ends", "scenario.ends"]
    assert world.state.over
    assert refused(world, NextEpisode()) == "scenario_over"
    assert refused(world, EndScenario()) == "scenario_over"


@pytest.mark.rule("NW3-EPISODE-02")
@pytest.mark.parametrize("command", [NextEpisode(), NextEpisode(new_scenario=True), EndScenario()])
def test_an_episode_ends_with_its_after_phase_only(command: Any) -> None:
    for phase in PHASES[:-1]:
        assert refused(table(phase=phase), command) == "phase_order"
    world = table(phase="after", scene="Epilogue")
    assert refused(world, command) == "scene_open"
    do(world, CloseScene("none"))
    assert refused(world, command, ANNA) == "not_referee"
    fighting(world)
    assert refused(world, command) == "in_combat"
    world.state.battle = None
    do(world, command)
    assert refused(table(phase="after"), NextPhase()) == "phase_order"


# ---------------------------------------------------------------- sittings, and the values


@pytest.mark.rule("NW3-EPISODE-11")
def test_e10_another_sitting_changes_nothing() -> None:
    world = table(worn(), phase="middle", scene="Roof")
    anna = world.state.characters["anna"]
    anna.used, anna.avoided, anna.removed_logics = {"scene:dash": 1, "episode:song": 1}, True, ["slow_clock"]
    anna.effects = [Lasting(1, "hymn", "anna", "judge", "any", 1, "scene")]
    before = digest(world.state)
    done = do(world, NewSitting())
    assert (world.state.sitting, done.keys) == (2, ["sitting.begins"])
    world.state.sitting = 1
    assert digest(world.state) == before
    assert refused(world, NewSitting(), ANNA) == "not_referee"


@pytest.mark.rule("NW3-EPISODE-11", "NW3-OPEN-07", "NW3-JUDGE-18")
def test_values_are_rolled_for_each_episode_or_by_option_at_each_sitting() -> None:
    for option in ("episode", "session"):
        world, _ = after(wizard("anna"), cf_reroll_at=option)
        anna = world.state.characters["anna"]
        do(world, NewSitting())
        assert anna.values_rolled == (option == "episode")
        anna.values_rolled = True
        do(world, NextEpisode())
        assert anna.values_rolled == (option == "session")


@pytest.mark.rule("NW3-EPISODE-11", "NW3-JUDGE-18")
def test_at_a_sitting_the_referee_may_order_new_values() -> None:
    world = table(phase="middle")
    do(world, NewSitting())
    do(world, RerollValues())
    assert refused(world, OpenScene("Roof")) == "values_not_rolled"
    do(world, RollValues("anna"), ANNA, (2, 4, 5, 5))
    do(world, RollValues("ben"), REFEREE, (2, 4, 5, 5))
    do(world, OpenScene("Roof"))
    assert world.state.scene is not None
