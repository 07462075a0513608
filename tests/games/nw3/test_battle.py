"""NW3-ROUND-01 and -22: how a battle starts, who joins it, and how it ends."""

from __future__ import annotations

from typing import Any

import pytest

from nw3_battle import (
    battle_of,
    battle_world,
    do,
    drills,
    fighter,
    foe,
    modify,
    refused,
    seat,
    skill,
    steady,
    steady_foe,
    table,
    together,
    who,
)
from rulewright.games.nw3.battles.actions import DeclareDead
from rulewright.games.nw3.battles.battle import EndBattle, JoinBattle, SetHidden, StartBattle
from rulewright.games.nw3.battles.blockade import set_up
from rulewright.games.nw3.battles.main_process import EndMainProcess
from rulewright.games.nw3.battles.movement import Move, SetDistance
from rulewright.games.nw3.state import Lasting, Nw3World, Progress, Scene

AWAY: dict[str, Any] = {"present": False}


def before(**values: Any) -> Nw3World:
    """Two Wizards and two enemies in a Scene, a third Wizard outside of it."""
    people = [steady("anna", 9), steady("ben", 5), steady_foe("ghoul", 7), steady_foe("imp", 3)]
    return table(*people, steady("cleo", 12, **AWAY), **values)


# ---------------------------------------------------------------- the start


@pytest.mark.rule("NW3-ROUND-01", "NW3-ROUND-03", "NW3-MOVE-01")
def test_everybody_in_the_scene_takes_part() -> None:
    world = before()
    who(world, "imp").dead = True
    do(world, StartBattle())
    battle = battle_of(world)
    assert battle.members == ["anna", "ben", "ghoul"]
    assert (battle.round, battle.process, battle.acting) == (1, "main", "anna")
    assert all(who(world, id).pre_action and who(world, id).band == "field" for id in battle.members)
    assert not who(world, "cleo").pre_action
    assert together(world) == []


@pytest.mark.rule("NW3-ROUND-01", "NW3-MOVE-01", "NW3-MOVE-02", "NW3-ROUND-12")
def test_the_referee_sets_places_and_who_is_hidden() -> None:
    world = before()
    who(world, "ben").band = "long"
    do(world, StartBattle((("anna", "ghoul"),), ("imp",), ("imp",), distances={"ghoul": 3}))
    assert together(world) == [{"anna", "ghoul"}]
    assert [who(world, id).band for id in ("anna", "ben", "ghoul", "imp")] == ["field", "field", "field", "long"]
    assert [who(world, id).hidden for id in ("ghoul", "imp")] == [False, True]
    assert battle_of(world).distances == {">ghoul": 3}


@pytest.mark.rule("NW3-ROUND-01", "NW3-FLY-05")
@pytest.mark.parametrize(("gates", "said", "fortress"), [(None, False, False), (None, True, True), (0, False, True)])
def test_a_scene_behind_gates_is_a_fortress(gates: int | None, said: bool, fortress: bool) -> None:
    world = before()
    world.state.scene = Scene("Hall", gates=gates)
    do(world, StartBattle(fortress=said))
    assert battle_of(world).fortress == fortress


@pytest.mark.rule("NW3-ROUND-01")
@pytest.mark.parametrize(
    ("command", "reason"),
    [
        (StartBattle((("anna", "cleo"),)), "not_in_scene"),
        (StartBattle(long=("cleo",)), "not_in_scene"),
        (StartBattle(hidden=("nobody",)), "unknown_character"),
        (StartBattle((("anna",),)), "invalid_target"),
        (StartBattle((("anna", "ghoul"), ("ben", "ghoul"))), "invalid_target"),
        (StartBattle((("anna", "ghoul"),), ("ghoul",)), "invalid_target"),
    ],
)
def test_a_start_that_is_refused(command: StartBattle, reason: str) -> None:
    refused(before(), command, reason)


@pytest.mark.rule("NW3-ROUND-01")
def test_it_takes_two_sides_and_no_other_battle() -> None:
    refused(table(fighter("anna"), fighter("ben")), StartBattle(), "no_target")
    refused(table(fighter("anna"), foe(hp=0)), StartBattle(), "no_target")
    refused(table(fighter("anna"), fighter("cat", "others", kind="npc")), StartBattle(), "no_target")
    refused(battle_world(fighter("anna"), foe()), StartBattle(), "in_combat")


@pytest.mark.rule("NW3-ROUND-01", "NW3-ROUND-22", "NW3-ROUND-12", "NW3-MOVE-21")
@pytest.mark.parametrize(
    "command",
    [EndBattle(), JoinBattle("cleo"), SetHidden("ghoul", True), SetDistance("ghoul", 2), DeclareDead("ghoul", "Fell.")],
)
def test_only_the_referee_decides(command: Any) -> None:
    world = battle_world(fighter("anna"), foe())
    world.state.characters["cleo"] = fighter("cleo", **AWAY)
    refused(world, command, "not_referee", seat=seat("anna"))
    refused(before(), StartBattle(), "not_referee", seat=seat("anna"))


# ---------------------------------------------------------------- joining


@pytest.mark.rule("NW3-ROUND-01", "NW3-ROUND-04")
@pytest.mark.parametrize(
    ("near", "engages"),
    [("", [{"ben", "imp"}]), ("ghoul", [{"ben", "imp"}, {"ghoul", "cleo"}]), ("imp", [{"ben", "imp", "cleo"}])],
)
def test_who_joins_acts_from_the_next_setup(near: str, engages: list[set[str]]) -> None:
    world = before()
    do(world, StartBattle((("ben", "imp"),)))
    cleo = who(world, "cleo")
    cleo.band, cleo.pre_action, cleo.count = "long", True, 40
    do(world, JoinBattle("cleo", near))
    assert (cleo.present, cleo.band, cleo.pre_action, cleo.count) == (True, "field", False, 0)
    assert together(world) == engages
    for id in ("anna", "ghoul", "ben"):
        do(world, EndMainProcess(id))
    assert battle_of(world).acting == "imp"
    do(world, EndMainProcess("imp"))
    assert (cleo.count, battle_of(world).round, battle_of(world).acting) == (19, 2, "cleo")


@pytest.mark.rule("NW3-ROUND-01")
def test_the_skills_of_who_joins_have_their_windows() -> None:
    world = table(steady("anna", 9), steady_foe("ghoul", 7), steady("cleo", 1, "watch", **AWAY),
                  content=drills(skill("watch", "initiative_process")))  # fmt: skip
    do(world, StartBattle())
    do(world, JoinBattle("cleo"))
    assert [one.to for one in do(world, EndMainProcess("anna")).asked] == ["cleo"]


@pytest.mark.rule("NW3-ROUND-01")
@pytest.mark.parametrize(
    ("command", "reason"),
    [
        (JoinBattle("anna"), "invalid_target"),
        (JoinBattle("dora"), "invalid_target"),
        (JoinBattle("nobody"), "unknown_character"),
        (JoinBattle("cleo", "dora"), "not_in_scene"),
        (JoinBattle("cleo", "cleo"), "not_in_scene"),
    ],
)
def test_who_cannot_join(command: JoinBattle, reason: str) -> None:
    world = battle_world(fighter("anna"), foe())
    world.state.characters |= {"cleo": fighter("cleo", **AWAY), "dora": fighter("dora", dead=True, hp=0)}
    refused(world, command, reason)
    refused(before(), command, "no_round")


# ---------------------------------------------------------------- the end


def worn_out() -> Nw3World:
    """A battle that has left its marks on everybody."""
    anna = fighter("anna", engage="e", count=12, statuses={"poison": 5, "paralysis": 0}, patk=5, flying="other")
    ghoul = foe(engage="e", statuses={"dazed": 0})
    world = battle_world(anna, ghoul)
    for number, until in enumerate(("main_process", "round", "rounds", "combat", "until_removed", "scene"), 1):
        anna.effects.append(Lasting(number, f"of_{until}", "anna", "stat", "patk", 1, until, "anna", 9))
    anna.stats.patk = 11
    anna.place, anna.progress, anna.used = "the door", Progress("ghoul", 3, 1), {"round:x": 1, "scene:x": 1}
    set_up(world, ghoul, "combat")
    return world


@pytest.mark.rule("NW3-ROUND-22", "NW3-STATUS-01", "NW3-MOVE-11", "NW3-SKILL-41")
def test_the_end_takes_statuses_engages_counts_and_what_lasts_till_then() -> None:
    world = worn_out()
    do(world, EndBattle())
    anna, ghoul = who(world, "anna"), who(world, "ghoul")
    assert world.state.battle is None
    assert (anna.statuses, ghoul.statuses) == ({}, {})
    assert (anna.engage, ghoul.engage, anna.place, anna.progress) == ("", "", "", None)
    assert (anna.count, anna.pre_action, ghoul.pre_action) == (0, False, False)
    assert [one.block for one in anna.effects] == ["of_until_removed", "of_scene"]
    assert anna.stats.patk == 7
    assert anna.used == {"scene:x": 1}
    assert anna.flying == "other"  # only its own end ends it
    assert world.state.battles == 1


@pytest.mark.rule("NW3-ROUND-22")
@pytest.mark.parametrize("result", ["stopped", "victory", "defeat"])
def test_the_referee_may_end_it_at_any_time(result: str) -> None:
    world = battle_world(fighter("anna", hp=20), foe())
    done = do(world, EndBattle(result))
    assert done.keys == [f"battle.over.{result}"]
    last = world.state.last
    assert last is not None
    assert (last.result, last.rounds, last.standing, last.hp) == (result, 1, 1, 20)
    refused(world, EndBattle(), "no_round")


@pytest.mark.rule("NW3-ROUND-22")
@pytest.mark.parametrize("state", [{"hp": 0}, {"dead": True, "hp": 0}, {"retreated": True}, {"hp": 5}])
@pytest.mark.parametrize("answer", ["yes", "no"])
def test_it_is_proposed_when_a_side_has_nobody_left(state: dict[str, Any], answer: str) -> None:
    people = [fighter("anna"), foe("ghoul", **state), fighter("cat", "others", kind="npc", count=5)]
    world = battle_world(*people)
    left = "hp" in state and state["hp"] > 0
    answers = {} if left else {"end_combat": answer}
    done = do(world, Move("anna", "interval", "the door"), answers=answers)
    assert [(one.key, one.to, one.default) for one in done.asked] == (
        [] if left else [("end_combat", "referee", "yes")]
    )
    assert (world.state.battle is None) == (answer == "yes" and not left)
    if world.state.battle is None:
        assert done.keys[-1] == "battle.over.victory"


@pytest.mark.rule("NW3-ROUND-22")
def test_it_is_a_defeat_when_the_wizards_are_out() -> None:
    world = battle_world(fighter("anna", hp=0), foe("ghoul"), acting="ghoul")
    assert do(world, EndMainProcess("ghoul")).keys[-1] == "battle.over.defeat"


@pytest.mark.rule("NW3-ROUND-22")
@pytest.mark.parametrize("timing", ["initiative_process", "cleanup_process"])
def test_it_is_proposed_after_a_window_too(timing: str) -> None:
    content = drills(skill("watch", timing, 'kind = "resource", pool = "hp", amount = -99', target="single"))
    people = [fighter("anna", "wizards", "watch"), fighter("ben", count=5), foe("ghoul", count=0)]
    world = battle_world(*people, content=content)
    who(world, "ghoul").pre_action, who(world, "ben").pre_action = False, timing == "initiative_process"
    done = do(world, EndMainProcess("anna"), answers={f"use.{timing}": "watch", "use.target": "ghoul"})
    assert done.log[-2:] == ["end_combat", "battle.over.victory"]
    assert "round.acts" not in done.log  # not after somebody else's Main Process has begun


@pytest.mark.rule("NW3-ROUND-22")
def test_options_changed_in_the_battle_count_after_it() -> None:
    world = battle_world(fighter("anna"), foe())
    world.state.options_later = table(count_fumble_floor=1).state.options
    do(world, Move("anna", "interval", "the door"))
    assert world.state.options == table().state.options
    do(world, EndBattle())
    assert world.state.options.count_fumble_floor == 1


@pytest.mark.rule("NW3-ROUND-22")
def test_what_was_changed_for_the_battle_goes_back() -> None:
    content = drills(skill("grow", "setup_process", modify("body", 10, "combat")))
    world = table(steady("anna", 9, "grow"), steady_foe("ghoul", 1), content=content)
    do(world, StartBattle(), answers={"use.setup_process": "grow"})
    assert who(world, "anna").body == 40
    do(world, EndBattle())
    assert who(world, "anna").body == 30
