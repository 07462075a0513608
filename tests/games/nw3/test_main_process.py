"""NW3-ROUND-13 to -17 and -24: the Main Process with its Move, Minor and Major Action, and its end."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from nw3_battle import battle_of, battle_world, do, drills, fighter, foe, modify, refused, seat, skill, who
from rulewright.engine.builtin import Override
from rulewright.engine.events import Event
from rulewright.games.nw3.battles.actions import ClearPressure, HandOver, Identify
from rulewright.games.nw3.battles.attacks import Attack
from rulewright.games.nw3.battles.casting import UseBlock
from rulewright.games.nw3.battles.flying import Fly
from rulewright.games.nw3.battles.main_process import EndMainProcess
from rulewright.games.nw3.battles.movement import Move, Withdraw
from rulewright.games.nw3.state import Character, Lasting, Nw3World

EXTRA = 'kind = "extra_action", action = '
SKILLS = {
    "dash": skill("dash", "move_action"),
    "focus": skill("focus", "minor_action"),
    "pray": skill("pray", "major_action"),
    "strike": skill("strike", "major_action", 'kind = "resource", pool = "hp", amount = -99', target="single"),
    "flash": skill("flash", "auto_action"),
    "surge": skill("surge", "minor_action", modify("patk", 3)),
    "brace": skill("brace", "major_action", "", 'cost = [{ kind = "bad_status", status = "rigor" }]'),
    "more_minor": skill("more_minor", "auto_action", f'{EXTRA}"minor"'),
    "more_move": skill("more_move", "minor_action", f'{EXTRA}"move"'),
    "more_major": skill("more_major", "minor_action", f'{EXTRA}"attack"'),
    "both": skill("both", "minor_action").replace(
        'timing = "minor_action"', 'timing = ["minor_action", "major_action"]'
    ),
}
CONTENT = drills(*SKILLS.values())
TO_DOOR = Move("anna", "interval", "the door")


def playing(*others: Character, engage: str = "", **values: Any) -> Nw3World:
    """Anna's Main Process; Ben and a ghoul, who comes next, stand apart."""
    anna = fighter("anna", "wizards", *SKILLS, pacc=10, patk=5, count=12, engage=engage)
    return battle_world(anna, *(others or (foe(eva=9), fighter("ben", count=5))), **{"content": CONTENT, **values})


# ---------------------------------------------------------------- three actions, in order


@pytest.mark.rule("NW3-ROUND-13", "NW3-ROUND-15", "NW3-ROUND-16", "NW3-ROUND-17")
def test_move_minor_and_major_in_this_order() -> None:
    world = playing()
    battle, anna = battle_of(world), who(world, "anna")
    do(world, UseBlock("anna", "dash"))
    do(world, UseBlock("anna", "focus"))
    assert (battle.spent, battle.acting, anna.pre_action) == (["move", "minor"], "anna", True)
    do(world, UseBlock("anna", "pray"))
    assert (battle.spent, battle.acting) == ([], "ghoul")
    assert (anna.count, anna.pre_action) == (0, False)


@pytest.mark.rule("NW3-ROUND-13", "NW3-ROUND-24")
@pytest.mark.parametrize("command", [Move("anna", "invade", "ghoul"), TO_DOOR, UseBlock("anna", "dash")])
def test_no_move_after_the_minor_action(command: msgspec.Struct) -> None:
    world = playing()
    do(world, UseBlock("anna", "focus"))
    refused(world, command, "wrong_action_order")


@pytest.mark.rule("OP-C30", "NW3-ROUND-13")
def test_a_table_may_leave_the_order_free() -> None:
    world = playing(strict_action_order=False)
    do(world, UseBlock("anna", "focus"))
    do(world, TO_DOOR)
    assert battle_of(world).spent == ["minor", "move"]
    refused(world, UseBlock("anna", "dash"), "action_spent")


@pytest.mark.rule("NW3-ROUND-13", "NW3-ROUND-24")
@pytest.mark.parametrize(
    ("action", "commands"),
    [
        ("move", [Move("anna", "invade", "ghoul"), TO_DOOR, UseBlock("anna", "dash")]),
        ("minor", [UseBlock("anna", "focus"), Fly("anna"), Move("anna", "interval", "door", ("minor",))]),
        ("major", [UseBlock("anna", "pray"), Identify("anna", "ghoul"), Move("anna", "interval", "door", ("major",))]),
    ],
)
def test_an_action_is_there_once(action: str, commands: list[msgspec.Struct]) -> None:
    world = playing(spent=(action,), strict_action_order=False)
    for command in commands:
        refused(world, command, "action_spent")


@pytest.mark.rule("NW3-ROUND-13")
@pytest.mark.parametrize("before", [(), ("move",), ("move", "minor")])
@pytest.mark.parametrize(
    ("command", "faces"),
    [
        (UseBlock("anna", "pray"), []),
        (Identify("anna", "ghoul"), [1, 2]),
        (Attack("anna", ("ghoul",)), [1, 2, 6, 6]),
        (EndMainProcess("anna"), []),
    ],
)
def test_the_major_action_ends_it_and_what_is_left_is_lost(
    before: tuple[str, ...], command: msgspec.Struct, faces: list[int]
) -> None:
    world = playing(foe(engage="e", eva=9), engage="e", spent=before)
    do(world, command, faces)
    assert (who(world, "anna").pre_action, who(world, "anna").count) == (False, 0)
    assert (battle_of(world).acting, battle_of(world).spent) == ("ghoul", [])


# ---------------------------------------------------------------- its end


@pytest.mark.rule("NW3-ROUND-14", "NW3-SKILL-22", "OP-C24")
def test_one_is_pre_action_while_the_major_action_is_resolved() -> None:
    world = playing(foe(hp=1), foe("imp", count=11))
    anna = who(world, "anna")
    seen: dict[str, tuple[bool, int]] = {}

    def watch(event: Event) -> None:
        seen.setdefault(event.key, (anna.pre_action, anna.count))

    do(world, UseBlock("anna", "strike", ("ghoul",)), watch=watch)
    assert seen["hp.incapacitated"] == (True, 12)
    assert seen["round.acts"] == (False, 0)


@pytest.mark.rule("NW3-ROUND-14", "NW3-STATUS-04", "NW3-STATUS-09")
def test_rigor_goes_then_effects_end_then_what_is_owed_comes() -> None:
    world = playing()
    anna = who(world, "anna")
    do(world, UseBlock("anna", "surge"))
    anna.statuses = {"rigor": 0}
    assert anna.stats.patk == 8
    done = do(world, UseBlock("anna", "brace"))
    assert anna.stats.patk == 5
    assert anna.statuses == {"rigor": 0}  # the one that was the cost
    assert battle_of(world).owed == {}
    ended = [key for key in done.keys if key in ("status.cleared", "effect.ended", "status.received", "round.acts")]
    assert ended == ["status.cleared", "effect.ended", "status.received", "round.acts"]


@pytest.mark.rule("NW3-ROUND-14", "NW3-SKILL-46")
def test_only_effects_of_this_main_process_end() -> None:
    world = playing()
    ghoul = who(world, "ghoul")
    ghoul.skills = {"surge": 1}
    ghoul.effects.append(Lasting(7, "song", "imp", "stat", "eva", 2, "main_process", "ghoul"))
    do(world, EndMainProcess("anna"))
    assert [one.block for one in ghoul.effects] == ["song"]
    do(world, UseBlock("ghoul", "surge"))
    assert ghoul.stats.patk == 3
    do(world, EndMainProcess("ghoul"))
    assert (ghoul.stats.patk, ghoul.effects) == (0, [])


# ---------------------------------------------------------------- Move Actions that are effects


@pytest.mark.rule("NW3-ROUND-15")
def test_a_move_action_effect_is_no_movement() -> None:
    world = playing(foe(engage="e"), engage="e")
    do(world, UseBlock("anna", "dash"))  # one need not withdraw first
    assert who(world, "anna").engage == "e"
    assert battle_of(world).spent == ["move"]
    refused(world, Withdraw("anna"), "action_spent")


@pytest.mark.rule("NW3-ROUND-15", "NW3-STATUS-04")
def test_but_it_takes_the_move_action_which_rigor_forbids() -> None:
    world = playing()
    who(world, "anna").statuses["rigor"] = 0
    refused(world, UseBlock("anna", "dash"), "rigor")
    do(world, UseBlock("anna", "focus"))
    do(world, UseBlock("anna", "pray"))


# ---------------------------------------------------------------- more actions than three


@pytest.mark.rule("NW3-ROUND-13", "NW3-SKILL-17")
def test_one_more_minor_action() -> None:
    world = playing()
    for _ in range(2):
        do(world, UseBlock("anna", "more_minor"))
        do(world, UseBlock("anna", "focus"))
    do(world, TO_DOOR)  # those were none of the three
    do(world, UseBlock("anna", "focus"))
    assert battle_of(world).spent == ["move", "minor"]
    refused(world, UseBlock("anna", "focus"), "action_spent")


@pytest.mark.rule("NW3-ROUND-13")
def test_one_more_move_action_after_the_minor() -> None:
    world = playing()
    do(world, UseBlock("anna", "more_move"))
    do(world, TO_DOOR)
    assert who(world, "anna").place == "the door"
    refused(world, TO_DOOR, "wrong_action_order")


@pytest.mark.rule("NW3-ROUND-13")
def test_with_one_more_major_action_the_second_ends_it() -> None:
    world = playing(foe(engage="e", eva=9), engage="e")
    do(world, UseBlock("anna", "more_major"))
    do(world, Attack("anna", ("ghoul",)), [1, 2, 6, 6])
    assert (battle_of(world).acting, who(world, "anna").pre_action) == ("anna", True)
    do(world, UseBlock("anna", "pray"))
    assert battle_of(world).acting == "ghoul"


@pytest.mark.rule("NW3-SKILL-17", "NW3-ROUND-16", "NW3-ROUND-17")
def test_a_block_of_two_timings_in_two_actions() -> None:
    world = playing()
    do(world, UseBlock("anna", "both"))
    assert battle_of(world).spent == ["minor"]
    do(world, UseBlock("anna", "both", timing="major_action"))
    assert battle_of(world).acting == "ghoul"


# ---------------------------------------------------------------- refusals


@pytest.mark.rule("NW3-ROUND-07", "NW3-HP-05")
@pytest.mark.parametrize("command", [EndMainProcess("anna"), UseBlock("ben", "flash")])
def test_who_was_made_unable_by_the_referee_holds_nobody_up(command: msgspec.Struct) -> None:
    world = playing(foe(), fighter("ben", "wizards", "flash", count=5))
    do(world, Override("characters.anna.hp", 0, "A slate fell."))
    do(world, command)
    assert (battle_of(world).acting, who(world, "anna").pre_action) == ("ghoul", False)


def every_command() -> list[msgspec.Struct]:
    """All that takes an action of Ben's Main Process."""
    return [
        EndMainProcess("ben"),
        UseBlock("ben", "dash"),
        UseBlock("ben", "focus"),
        UseBlock("ben", "pray"),
        Move("ben", "invade", "ghoul"),
        Withdraw("ben"),
        Attack("ben", ("ghoul",)),
        ClearPressure("ben"),
        Identify("ben", "ghoul"),
        HandOver("ben", "thing", "anna"),
        Fly("ben"),
    ]


@pytest.mark.rule("NW3-ROUND-24", "NW3-ROUND-23", "NW3-MOVE-20", "NW3-HP-10")
@pytest.mark.parametrize(
    ("state", "reason"),
    [
        ({}, "not_your_main_process"),
        ({"hp": 0}, "incapacitated"),
        ({"hp": 0, "dead": True}, "dead"),
        ({"retreated": True}, "retreated"),
    ],
)
@pytest.mark.parametrize("number", range(len(every_command())))
def test_who_may_not_act(number: int, state: dict[str, Any], reason: str) -> None:
    ben = fighter("ben", "wizards", *SKILLS, engage="e", **state)
    world = playing(ben, foe(engage="e", count=1))
    refused(world, every_command()[number], reason)
    refused(world, every_command()[number], reason, seat=seat("ben"))


@pytest.mark.rule("NW3-ROUND-24")
@pytest.mark.parametrize("command", [EndMainProcess("anna"), UseBlock("anna", "pray"), TO_DOOR, Withdraw("anna")])
def test_nobody_plays_for_somebody_else(command: msgspec.Struct) -> None:
    world = playing(foe(engage="e"), fighter("ben"), engage="e")
    refused(world, command, "not_your_character", seat=seat("ben"))


@pytest.mark.rule("NW3-ROUND-24", "NW3-ROUND-13")
@pytest.mark.parametrize("command", [EndMainProcess("anna"), TO_DOOR, Withdraw("anna"), Identify("anna", "ghoul")])
def test_there_is_no_main_process_outside_of_rounds(command: msgspec.Struct) -> None:
    world = playing()
    world.state.battle = None
    refused(world, command, "no_round")
