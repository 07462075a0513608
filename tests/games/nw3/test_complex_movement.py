"""NW3-MOVE-13 to -15: movements that need more than one Move Action."""

from __future__ import annotations

from typing import Any

import pytest

from nw3_battle import battle_of, battle_world, do, fighter, foe, refused, steady, steady_foe, together, who
from rulewright.games.nw3.battles.main_process import Action, EndMainProcess
from rulewright.games.nw3.battles.movement import Move, SetDistance, Withdraw
from rulewright.games.nw3.state import Nw3World, Progress


def far_away(needed: int, engage: str = "", **values: Any) -> Nw3World:
    """Anna's Main Process; the boss needs so many Move Actions, and small fry stands about."""
    anna = steady("anna", 20, engage=engage, count=15)
    world = battle_world(anna, steady_foe("boss", 1, count=9), steady_foe("fry", 1, engage=engage, count=8), **values)
    battle_of(world).distances = {">boss": needed, ">the gate": needed}
    return world


def to_boss(pay: tuple[Action, ...] = ("move",)) -> Move:
    return Move("anna", "invade", "boss", pay)


def progress(world: Nw3World) -> tuple[str, int, int] | None:
    there = who(world, "anna").progress
    return None if there is None else (there.to, there.paid, there.needed)


def next_round(world: Nw3World) -> None:
    """Everybody else passes until it is Anna's Main Process again."""
    while True:
        do(world, EndMainProcess(battle_of(world).acting))
        if battle_of(world).acting == "anna":
            return


# ---------------------------------------------------------------- worked examples


@pytest.mark.rule("NW3-MOVE-13", "NW3-MOVE-15", "NW3-MOVE-14")
@pytest.mark.parametrize(
    ("needed", "pay", "paid", "acting"),
    [
        (3, [("move", "minor")], 2, "anna"),
        (3, [("move",), ("minor",)], 2, "anna"),
        (3, [("major",)], 0, "boss"),
        (5, [("move", "minor", "major")], 0, "boss"),
        (5, [("major", "move", "minor")], 0, "boss"),
        (5, [("move",), ("minor",), ("major",)], 0, "boss"),
        (6, [("move", "minor", "major")], 5, "boss"),
        (4, [("move",), ("major",)], 0, "boss"),
        (4, [("minor", "major")], 0, "boss"),
        (4, [("major",)], 3, "boss"),
        (2, [("move", "minor")], 0, "anna"),
        (2, [("minor",)], 1, "anna"),
        (1, [("move", "minor", "major")], 0, "boss"),  # a surplus is lost
    ],
)
def test_what_is_paid_for_a_destination(needed: int, pay: list[Any], paid: int, acting: str) -> None:
    world = far_away(needed)
    for actions in pay:
        do(world, to_boss(actions))
    arrived = not paid
    assert progress(world) == (None if arrived else ("boss", paid, needed))
    assert together(world) == ([{"anna", "boss"}] if arrived else [])  # the small fry is not engaged
    assert battle_of(world).acting == acting
    if acting == "anna":
        assert battle_of(world).spent == [action for actions in pay for action in actions]
        assert who(world, "anna").pre_action
    else:
        assert (who(world, "anna").pre_action, who(world, "anna").count) == (False, 0)


@pytest.mark.rule("NW3-MOVE-07", "OP-C07", "NW3-STATUS-04")
@pytest.mark.parametrize(
    ("pay", "blocks", "reason"),
    [
        (("major",), True, "rigor"),
        (("minor",), True, "rigor"),
        (("move", "minor"), True, "rigor"),
        (("move", "major"), False, "rigor"),
        (("move",), False, "rigor"),
        (("major",), False, ""),
        (("minor",), False, ""),
    ],
)
def test_rigor(pay: Any, blocks: bool, reason: str) -> None:
    world = far_away(3, rigor_blocks_complex=blocks)
    who(world, "anna").statuses["rigor"] = 0
    if reason:
        refused(world, to_boss(pay), reason)
    else:
        do(world, to_boss(pay))
        assert (progress(world) is None) == (pay == ("major",))


# ---------------------------------------------------------------- straight to the destination


@pytest.mark.rule("NW3-MOVE-14", "NW3-MOVE-08")
def test_the_own_engage_is_left_first_and_that_does_not_count() -> None:
    world = far_away(3, engage="e")
    refused(world, to_boss(("major",)), "must_withdraw_first")
    do(world, Withdraw("anna"))
    assert progress(world) is None
    do(world, to_boss(("major",)))
    assert together(world) == [{"anna", "boss"}]


@pytest.mark.rule("NW3-MOVE-14")
def test_after_a_withdraw_three_are_not_four() -> None:
    world = far_away(4, engage="e")
    do(world, Withdraw("anna"))
    do(world, to_boss(("major",)))
    assert progress(world) == ("boss", 3, 4)


@pytest.mark.rule("NW3-MOVE-14", "NW3-MOVE-08", "NW3-MOVE-11")
def test_who_is_on_the_way_has_left_its_friends() -> None:
    world = battle_world(fighter("anna", engage="e"), fighter("ben", engage="e"), foe("boss"))
    battle_of(world).distances = {">boss": 2}
    do(world, to_boss())
    assert (together(world), progress(world)) == ([], ("boss", 1, 2))


# ---------------------------------------------------------------- over several Rounds


@pytest.mark.rule("NW3-MOVE-15", "OP-C06")
@pytest.mark.parametrize("kept", [True, False])
def test_progress_is_kept(kept: bool) -> None:
    world = far_away(6, complex_progress=kept)
    done = do(world, to_boss(("move", "minor", "major")))
    assert done.event("move.on_the_way").facts == {"name": "Anna", "paid": 5, "needed": 6}
    assert progress(world) == (("boss", 5, 6) if kept else None)
    next_round(world)
    do(world, to_boss())
    assert together(world) == ([{"anna", "boss"}] if kept else [])
    assert (battle_of(world).acting, battle_of(world).spent) == ("anna", ["move"])


@pytest.mark.rule("NW3-MOVE-15")
@pytest.mark.parametrize(("there", "paid"), [("the gate", 1), ("the door", 0)])
def test_another_movement_discards_it(there: str, paid: int) -> None:
    world = far_away(3)
    do(world, to_boss())
    do(world, Move("anna", "interval", there, ("minor",)))
    assert progress(world) == (("the gate", 1, 3) if paid else None)
    do(world, EndMainProcess("anna"))
    next_round(world)
    do(world, to_boss(("move",)))
    assert progress(world) == ("boss", 1, 3)


@pytest.mark.rule("NW3-MOVE-15")
def test_a_surplus_is_lost() -> None:
    world = far_away(2)
    do(world, Move("anna", "interval", "the gate", ("major",)))
    assert (who(world, "anna").place, progress(world)) == ("the gate", None)
    next_round(world)
    do(world, to_boss())
    assert progress(world) == ("boss", 1, 2)


# ---------------------------------------------------------------- the referee's number


@pytest.mark.rule("NW3-MOVE-13", "NW3-MOVE-21")
@pytest.mark.parametrize(
    ("commands", "needed"),
    [
        ([], 1),
        ([SetDistance("boss", 4)], 4),
        ([SetDistance("boss", 4, "anna")], 4),
        ([SetDistance("boss", 4, "ben")], 1),
        ([SetDistance("boss", 4, "anna"), SetDistance("boss", 2)], 4),
        ([SetDistance("boss", 4), SetDistance("boss", 2)], 2),
    ],
)
def test_the_referee_says_how_far_it_is(commands: list[SetDistance], needed: int) -> None:
    world = battle_world(fighter("anna"), foe("boss"), fighter("ben"))
    for command in commands:
        assert do(world, command).keys == ["move.distance"]
    do(world, to_boss())
    assert progress(world) == (None if needed == 1 else ("boss", 1, needed))


@pytest.mark.rule("NW3-MOVE-13", "NW3-MOVE-15")
def test_the_newest_number_counts_for_what_was_paid_before() -> None:
    world = far_away(5)
    who(world, "anna").progress = Progress("boss", 5, 2)
    do(world, SetDistance("boss", 3))
    do(world, to_boss())
    assert together(world) == [{"anna", "boss"}]


@pytest.mark.rule("NW3-MOVE-13")
def test_a_distance_that_is_refused() -> None:
    world = far_away(5)
    refused(world, SetDistance("boss", 3, "nobody"), "unknown_character")
    world.state.battle = None
    refused(world, SetDistance("boss", 3), "no_round")


@pytest.mark.rule("NW3-MOVE-13", "NW3-ROUND-24")
@pytest.mark.parametrize(
    ("pay", "spent", "reason"),
    [
        (("move", "move"), (), "action_spent"),
        (("major", "minor", "major"), (), "action_spent"),
        (("move", "minor"), ("minor",), "wrong_action_order"),
        (("move",), ("move",), "action_spent"),
        (("major", "minor"), ("minor",), "action_spent"),
    ],
)
def test_each_action_pays_once(pay: Any, spent: tuple[str, ...], reason: str) -> None:
    refused(far_away(9, spent=spent), to_boss(pay), reason)
