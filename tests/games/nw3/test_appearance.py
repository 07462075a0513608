"""NW3-EPISODE-15: Appearance Checks, at any time in a Scene and in step 1 of a Setup Process."""

from __future__ import annotations

from typing import Any

import pytest

from nw3_people import enemy, wizard
from nw3_scenes import ANNA, BEN, REFEREE, WATCHER, do, fighting, knowing, refused, run, scene_of, table
from rulewright.games.nw3.episodes import appearance
from rulewright.games.nw3.episodes.appearance import AppearanceCheck, difficulty_in
from rulewright.games.nw3.episodes.scenes import Appear, CloseScene, OpenScene
from rulewright.games.nw3.state import Character, Nw3World, Scene

CHECKS: dict[str, Any] = {"appearance_checks": True}


def outside(*contacts: str, luck: int = 7, **values: Any) -> tuple[Nw3World, Character]:
    """A Scene with Ben and a ghoul; Anna is outside, without Prana, and the option is on."""
    anna = knowing(wizard("anna", prana=0, present=False), *contacts)
    anna.attributes.luck = luck
    world = table(anna, wizard("ben"), enemy(), **{"scene": "Roof", **CHECKS, **values})
    return world, anna


def result(told: Any) -> int:
    return int(next(one.facts["result"] for one in told if one.key.startswith("judge.result")))


@pytest.mark.rule("NW3-EPISODE-15")
def test_e4_luck_against_ten() -> None:
    world, anna = outside()
    done = do(world, AppearanceCheck("anna"), ANNA, (1, 2))
    assert result(done.told) == 10
    assert anna.present
    assert scene_of(world).appeared == ["ben", "ghoul", "anna"]
    assert done.keys[-1] == "scene.appears"
    world, anna = outside(luck=6)
    failed = do(world, AppearanceCheck("anna"), ANNA, (1, 2))
    assert result(failed.told) == 9
    assert not anna.present
    assert "anna" not in scene_of(world).appeared


@pytest.mark.rule("NW3-EPISODE-15", "NW3-EPISODE-09")
@pytest.mark.parametrize("again", [False, True])
def test_e5_in_the_climax_phase_it_succeeds_without_dice(again: bool) -> None:
    world, anna = outside(phase="climax")
    scene_of(world).tried = ["anna"] if again else []
    done = do(world, AppearanceCheck("anna"), ANNA, answers={"appearance_again": "yes"})
    assert anna.present
    assert not done.rolls


@pytest.mark.rule("NW3-EPISODE-15")
@pytest.mark.parametrize(("gates", "difficulty"), [(None, 10), (0, 8), (1, 10), (3, 14), (5, 18)])
def test_e6_in_a_fortress_each_gate_adds_two_to_eight(gates: int | None, difficulty: int) -> None:
    assert difficulty_in(Scene("Parade", gates=gates)) == difficulty
    world = table(wizard("anna", prana=0), wizard("ben"), **CHECKS)
    do(world, OpenScene("Parade", appear=("ben",), gates=gates))
    done = do(world, AppearanceCheck("anna"), ANNA, (1, 2))
    assert done.event("called.open").facts["difficulty"] == difficulty
    assert world.state.characters["anna"].present == (difficulty <= 10)


@pytest.mark.rule("NW3-EPISODE-15", "NW3-JUDGE-17")
def test_e7_a_fumble_in_spite_of_a_connection() -> None:
    world, anna = outside("Ben", luck=5)
    done = do(world, AppearanceCheck("anna"), ANNA, (1, 1))
    assert result(done.told) == 0
    assert not anna.present


@pytest.mark.rule("NW3-EPISODE-15", "NW3-EPISODE-13")
@pytest.mark.parametrize(
    ("contacts", "luck"),
    [((), 5), (("Ben",), 8), (("ben",), 8), (("Ben", "ghoul"), 8), (("Carl",), 5), (("Anna",), 5)],
)
def test_a_connection_to_somebody_in_the_scene_gives_three_once(contacts: tuple[str, ...], luck: int) -> None:
    world, _ = outside(*contacts, luck=5)
    done = do(world, AppearanceCheck("anna"), ANNA, (1, 2))
    assert done.event("called.open").facts["alter"] == luck


@pytest.mark.rule("NW3-EPISODE-15")
@pytest.mark.parametrize("gone", ["present", "retreated"])
def test_who_is_not_there_is_of_no_help(gone: str) -> None:
    world, _ = outside("Ben", luck=5)
    setattr(world.state.characters["ben"], gone, gone == "retreated")
    done = do(world, AppearanceCheck("anna"), ANNA, (1, 2))
    assert done.event("called.open").facts["alter"] == 5


@pytest.mark.rule("NW3-EPISODE-15")
def test_the_referee_may_set_another_difficulty() -> None:
    world, anna = outside()
    assert refused(world, AppearanceCheck("anna", 0), ANNA) == "not_referee"
    assert refused(world, AppearanceCheck("anna", -1)) == "bad_difficulty"
    do(world, AppearanceCheck("anna", 11), REFEREE, (1, 2))
    assert not anna.present
    do(world, AppearanceCheck("anna", 9), REFEREE, (1, 2))
    assert anna.present
    world = table(wizard("anna", prana=0), wizard("ben"), **CHECKS)
    do(world, OpenScene("Roof", appear=("ben",), difficulty=15))
    assert do(world, AppearanceCheck("anna"), ANNA, (1, 2)).event("called.open").facts["difficulty"] == 15


@pytest.mark.rule("NW3-EPISODE-15")
def test_one_try_in_a_scene_unless_the_referee_allows_more() -> None:
    world, anna = outside(luck=1)
    do(world, AppearanceCheck("anna"), ANNA, (1, 2))
    assert refused(world, AppearanceCheck("anna"), ANNA, {"appearance_again": "no"}) == "already_tried"
    again = do(world, AppearanceCheck("anna"), ANNA, (1, 2), {"appearance_again": "yes"})
    assert (again.question("appearance_again").to, again.question("appearance_again").default) == ("referee", "no")
    assert "appearance_again" not in do(world, AppearanceCheck("anna"), REFEREE, (1, 2)).questions
    do(world, CloseScene("none"))
    do(world, OpenScene("Cellar", appear=("ben",)))
    assert "appearance_again" not in do(world, AppearanceCheck("anna"), ANNA, (1, 2)).questions
    assert not anna.present


@pytest.mark.rule("NW3-EPISODE-15")
def test_who_cannot_try() -> None:
    world, anna = outside()
    assert refused(world, AppearanceCheck("ben"), BEN) == "already_present"
    assert refused(world, AppearanceCheck("anna"), BEN) == "not_your_character"
    assert refused(world, AppearanceCheck("anna"), WATCHER) == "not_your_actor"
    anna.hp = 0
    assert refused(world, AppearanceCheck("anna"), ANNA) == "incapacitated"
    anna.dead = True
    assert refused(world, AppearanceCheck("anna"), ANNA) == "dead"
    ben = world.state.characters["ben"]
    ben.retreated = True
    assert refused(world, AppearanceCheck("ben"), BEN) == "retreated"
    world.state.scene = None
    assert refused(world, AppearanceCheck("anna"), ANNA) == "no_scene"


@pytest.mark.rule("NW3-OPEN-30", "NW3-EPISODE-15")
def test_without_the_option_everybody_appears_whom_the_referee_lets() -> None:
    world, anna = outside(appearance_checks=False)
    denied = do(world, AppearanceCheck("anna"), ANNA, answers={"appear_allowed": "no"})
    assert denied.keys == ["scene.not_now"]
    assert not anna.present
    let = do(world, AppearanceCheck("anna"), ANNA, answers={"appear_allowed": "yes"})
    assert (let.question("appear_allowed").to, let.question("appear_allowed").default) == ("referee", "no")
    assert anna.present
    assert not let.rolls
    do(world, Appear("anna", leaves=True))
    assert not do(world, AppearanceCheck("anna")).asked
    assert anna.present


# ---------------------------------------------------------------- during a battle


@pytest.mark.rule("NW3-EPISODE-15", "NW3-ROUND-04", "OP-C02")
def test_during_a_battle_only_setup_will_do() -> None:
    world, anna = outside()
    fighting(world)
    assert refused(world, AppearanceCheck("anna"), ANNA) == "wrong_timing"
    world, anna = outside(appearance_in_round="any_time")
    battle = fighting(world)
    do(world, AppearanceCheck("anna"), ANNA, (1, 2))
    assert anna.present
    assert battle.members == ["ben", "ghoul", "anna"]
    assert (anna.pre_action, anna.count) == (False, 0)


@pytest.mark.rule("NW3-ROUND-04", "NW3-EPISODE-15")
def test_at_setup_the_absent_are_asked_and_who_succeeds_takes_part() -> None:
    world, anna = outside()
    battle = fighting(world)
    waits = run(world, appearance.at_setup(world))
    assert [(one.key, one.to, one.default) for one in waits.asked] == [("appearance_check", "anna", "wait")]
    assert not waits.rolls
    run(world, appearance.at_setup(world), (1, 2), {"appearance_check": "try"})
    assert anna.present
    assert battle.members == ["ben", "ghoul", "anna"]
    assert not run(world, appearance.at_setup(world)).asked


@pytest.mark.rule("NW3-EPISODE-15")
def test_each_setup_brings_one_new_try() -> None:
    world, anna = outside(luck=1, appearance_in_round="any_time")
    fighting(world)
    do(world, AppearanceCheck("anna"), ANNA, (1, 2))
    for _ in range(2):
        done = run(world, appearance.at_setup(world), (1, 2), {"appearance_check": "try"})
        assert result(done.told) == 4
        assert refused(world, AppearanceCheck("anna"), ANNA) == "already_tried"
    run(world, appearance.at_setup(world))  # she waits, so that she can still try in this Round
    assert "appearance_again" not in do(world, AppearanceCheck("anna"), ANNA, (1, 2)).questions
    assert not anna.present


@pytest.mark.rule("NW3-OPEN-30", "NW3-ROUND-04")
def test_at_setup_nobody_is_asked_without_the_option() -> None:
    world, _ = outside(appearance_checks=False)
    fighting(world)
    assert not run(world, appearance.at_setup(world)).asked


@pytest.mark.rule("NW3-ROUND-04")
def test_at_setup_only_pcs_are_asked_that_can_come() -> None:
    down, dead, gone = (wizard(id, present=False) for id in ("carl", "dora", "emil"))
    down.hp, dead.dead, gone.present, gone.retreated = 0, True, True, True
    left = wizard("fred", present=False, retreated=True)
    world = table(wizard("ben"), down, dead, gone, left, enemy(present=False), **CHECKS)
    fighting(world)
    assert not run(world, appearance.at_setup(world)).asked


@pytest.mark.rule("NW3-EPISODE-09", "NW3-ROUND-04")
def test_at_setup_in_the_climax_phase_no_dice_fall() -> None:
    world, anna = outside(phase="climax")
    fighting(world)
    done = run(world, appearance.at_setup(world), answers={"appearance_check": "try"})
    assert anna.present
    assert [one.key for one in done.asked[0].options] == ["appearance.sure", "appearance.wait"]


@pytest.mark.rule("NW3-ROUND-04", "NW3-EPISODE-15")
def test_a_battle_outside_of_any_scene_has_the_usual_difficulty() -> None:
    world, anna = outside(scene="")
    fighting(world)
    run(world, appearance.at_setup(world), (1, 2), {"appearance_check": "try"})
    assert anna.present
