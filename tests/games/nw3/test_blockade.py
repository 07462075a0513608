"""NW3-MOVE-16 and -17: Engages that an enemy leaves only by an Opposed SPD Judge."""

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
    refused,
    skill,
    steady,
    steady_foe,
    table,
    together,
    who,
)
from rulewright.games.nw3.battles import harm
from rulewright.games.nw3.battles.actions import DeclareDead
from rulewright.games.nw3.battles.attacks import Attack
from rulewright.games.nw3.battles.battle import StartBattle
from rulewright.games.nw3.battles.blockade import against, set_up
from rulewright.games.nw3.battles.casting import UseBlock
from rulewright.games.nw3.battles.main_process import EndMainProcess
from rulewright.games.nw3.battles.movement import Move, Withdraw
from rulewright.games.nw3.state import Character, Nw3World

YES = {"long_permission": "yes"}


def blockaded(*blockers: Character, spd: int = 10, **values: Any) -> Nw3World:
    """Anna's Main Process, in an Engage with these, who blockade it, and Ben."""
    anna = fighter("anna", engage="e", spd=spd, count=20, **values)
    world = battle_world(anna, fighter("ben", engage="e", count=1), *blockers)
    for one in blockers:
        set_up(world, one, "combat")
    return world


def blocker(id: str = "ghoul", **values: Any) -> Character:
    return foe(id, **{"spd": 12, "engage": "e", "known": True, **values})


def blockers(world: Nw3World) -> list[str]:
    return [one.owner for one in battle_of(world).blockades]


# ---------------------------------------------------------------- worked examples


@pytest.mark.rule("NW3-MOVE-16", "NW3-JUDGE-07")
def test_a_tie_breaks_out() -> None:
    world = blockaded(blocker())
    done = do(world, Withdraw("anna"), [5, 4, 4, 3])
    assert [(roll.who, faces) for roll, faces in done.rolls] == [("anna", (5, 4)), ("ghoul", (4, 3))]
    assert [event.facts["result"] for event in done.told if event.key == "judge.result"] == [19, 19]
    assert who(world, "anna").engage == ""
    assert (who(world, "anna").pre_action, who(world, "anna").count) == (False, 0)  # no Major Action
    assert battle_of(world).acting == "ghoul"


@pytest.mark.rule("NW3-MOVE-16", "OP-C28")
def test_one_less_is_held_and_keeps_the_major_action() -> None:
    world = blockaded(blocker())
    done = do(world, Withdraw("anna"), [5, 3, 4, 3])
    assert done.keys[-1] == "move.held"
    assert together(world) == [{"anna", "ben", "ghoul"}]
    assert (battle_of(world).acting, battle_of(world).spent) == ("anna", ["move", "minor"])
    refused(world, Withdraw("anna"), "action_spent")
    do(world, Attack("anna", ("ghoul",)), [6, 6, 1, 1, 1, 2, 1, 2])
    assert battle_of(world).acting == "ghoul"


# ---------------------------------------------------------------- whom it holds, and who holds


@pytest.mark.rule("NW3-MOVE-16", "NW3-MOVE-09")
def test_without_a_blockade_no_dice_are_rolled() -> None:
    world = blockaded()
    foe_there = who(world, "ben")
    foe_there.side, foe_there.kind = "emulators", "enemy"
    assert not do(world, Withdraw("anna")).rolls
    assert (battle_of(world).acting, battle_of(world).spent) == ("anna", ["move", "minor"])


@pytest.mark.rule("NW3-MOVE-16")
def test_it_holds_enemies_of_its_owner_alone() -> None:
    ben = fighter("ben", engage="e", spd=30)
    world = battle_world(fighter("anna", engage="e"), ben, blocker())
    set_up(world, ben, "combat")
    assert not do(world, Withdraw("anna")).rolls
    assert who(world, "anna").engage == ""


@pytest.mark.rule("NW3-MOVE-16")
def test_it_holds_in_its_own_engage_alone() -> None:
    world = battle_world(fighter("anna", engage="e"), foe(engage="e"), foe("imp", engage="f"), foe("rat", engage="f"))
    set_up(world, who(world, "imp"), "combat")
    assert not do(world, Withdraw("anna")).rolls


@pytest.mark.rule("NW3-MOVE-16")
def test_one_who_stands_alone_has_nothing_to_blockade() -> None:
    world = battle_world(fighter("anna"), foe())
    set_up(world, who(world, "ghoul"), "combat")
    assert battle_of(world).blockades == []


@pytest.mark.rule("NW3-MOVE-16")
def test_the_newest_blockade_of_an_owner_counts() -> None:
    world = blockaded(blocker())
    set_up(world, who(world, "ghoul"), "round")
    assert [(one.owner, one.until) for one in battle_of(world).blockades] == [("ghoul", "round")]


@pytest.mark.rule("NW3-MOVE-17")
@pytest.mark.parametrize(
    ("imp", "out"), [([4, 3], True), ([4, 4], False)]  # 19 and 20 against Anna's 19
)  # fmt: skip
def test_one_has_to_win_against_all(imp: list[int], out: bool) -> None:
    world = blockaded(blocker(), blocker("imp"))
    done = do(world, Withdraw("anna"), [5, 4, 1, 2, *imp])
    assert [roll.who for roll, _ in done.rolls] == ["anna", "ghoul", "imp"]
    assert (who(world, "anna").engage == "") == out
    assert (battle_of(world).acting == "anna") == (not out)


@pytest.mark.rule("NW3-MOVE-16", "NW3-STATUS-06", "NW3-ROUND-18", "NW3-STATUS-07")
@pytest.mark.parametrize(
    ("mine", "theirs", "out"),
    [({}, {}, False), ({}, {"paralysis": 0}, True), ({"paralysis": 0}, {}, False), ({"dazed": 0}, {"dazed": 0}, False)],
)
def test_the_blockader_reacts_and_the_mover_does_not(mine: Any, theirs: Any, out: bool) -> None:
    world = blockaded(blocker(statuses=theirs), statuses=mine)
    do(world, Withdraw("anna"), [5, 3, 4, 3])  # 18 against 19
    assert (who(world, "anna").engage == "") == out


# ---------------------------------------------------------------- when it ends


@pytest.mark.rule("NW3-MOVE-17")
def test_it_ends_when_its_owner_leaves_the_engage() -> None:
    world = blockaded(blocker(), blocker("imp"))
    ghoul = who(world, "ghoul")
    do(world, EndMainProcess("anna"))
    assert battle_of(world).acting == "ghoul"
    do(world, Withdraw("ghoul"))
    assert (ghoul.engage, blockers(world)) == ("", ["imp"])


@pytest.mark.rule("NW3-MOVE-17", "NW3-HP-05")
@pytest.mark.parametrize("how", ["fall", "dead", "override"])
def test_it_ends_when_its_owner_is_down(how: str) -> None:
    world = blockaded(blocker(), blocker("imp"))
    ghoul = who(world, "ghoul")
    if how == "fall":
        ghoul.hp = 0
        list(harm.fall(world, ghoul))
        assert blockers(world) == ["imp"]
    elif how == "dead":
        do(world, DeclareDead("ghoul", "Fell off the roof."))
        assert blockers(world) == ["imp"]
    else:
        ghoul.hp = 0
    assert [one.id for one in against(world, battle_of(world), who(world, "anna"))] == ["imp"]


@pytest.mark.rule("NW3-MOVE-17", "NW3-MOVE-11")
def test_it_ends_with_its_engage() -> None:
    world = battle_world(fighter("anna", engage="e", spd=10), blocker())
    set_up(world, who(world, "ghoul"), "combat")
    do(world, Withdraw("anna"), [5, 4, 4, 3])
    assert (together(world), blockers(world)) == ([], [])


@pytest.mark.rule("NW3-MOVE-17", "NW3-SKILL-46", "NW3-ROUND-14")
@pytest.mark.parametrize(
    ("timing", "duration", "seen"),
    [
        # after the start, and after the Main Processes of Anna and the ghoul in two Rounds
        ("setup_process", "", [True, True, False, False, False]),  # to the end of the owner's next Main Process
        ("setup_process", 'duration = "round"', [True, True, False, False, False]),
        ("setup_process", 'duration = "rounds", rounds = 2', [True, True, True, True, False]),
        ("setup_process", 'duration = "combat"', [True, True, True, True, True]),
    ],
)
def test_it_ends_as_its_effect_says(timing: str, duration: str, seen: list[bool]) -> None:
    effect = 'kind = "blockade"' + (f", {duration}" if duration else "")
    content = drills(skill("wall", timing, effect, 'limit = { n = 1, per = "scene" }'))
    world = table(steady("anna", 9), steady_foe("ghoul", 1, "wall"), content=content)
    do(world, StartBattle((("anna", "ghoul"),)), answers={"use.setup_process": "wall"})
    found = [bool(blockers(world))]
    for id in ("anna", "ghoul", "anna", "ghoul"):
        do(world, EndMainProcess(id))
        found.append(bool(blockers(world)))
    assert found == seen


@pytest.mark.rule("NW3-MOVE-17", "NW3-SKILL-46")
def test_one_of_the_own_main_process_ends_with_it() -> None:
    content = drills(skill("wall", "minor_action", 'kind = "blockade"'))
    world = battle_world(fighter("anna", "wizards", "wall", engage="e"), foe(engage="e"), content=content)
    do(world, UseBlock("anna", "wall"))
    assert blockers(world) == ["anna"]
    do(world, EndMainProcess("anna"))
    assert blockers(world) == []


@pytest.mark.rule("NW3-MOVE-17", "NW3-MOVE-18", "NW3-MOVE-20")
def test_it_ends_when_its_owner_retreats() -> None:
    ben = fighter("ben", engage="e", count=20)
    world = battle_world(ben, fighter("cleo", engage="e"), foe())
    set_up(world, ben, "combat")
    do(world, Move("ben", "long"), answers=YES)
    assert blockers(world) == []
