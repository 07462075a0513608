"""NW3-MOVE-07 to -12: Invade, Interval and Withdraw, and who hinders."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from nw3_battle import battle_of, battle_world, do, fighter, foe, refused, seat, together, who
from nw3_brooms import behind
from rulewright.games.nw3.battles.movement import Move, Withdraw
from rulewright.games.nw3.state import Nw3World, Progress

TO_DOOR = Move("anna", "interval", "the door")


def spent(world: Nw3World) -> list[str]:
    return list(battle_of(world).spent)


# ---------------------------------------------------------------- worked examples


@pytest.mark.rule("NW3-MOVE-08", "NW3-MOVE-02", "NW3-MOVE-21")
def test_invade_from_alone() -> None:
    world = battle_world(fighter("anna"), foe())
    done = do(world, Move("anna", "invade", "ghoul"), seat=seat("anna"))
    assert together(world) == [{"anna", "ghoul"}]
    assert (spent(world), battle_of(world).acting) == (["move"], "anna")  # Minor and Major left
    assert done.keys == ["move.engaged"]


@pytest.mark.rule("NW3-MOVE-08", "NW3-MOVE-12", "NW3-MOVE-18")
@pytest.mark.parametrize(
    "command", [Move("anna", "invade", "imp"), TO_DOOR, Move("anna", "long"), Move("anna", "extreme")]
)
@pytest.mark.parametrize("pay", [("move",), ("minor",), ("major",)])
def test_out_of_an_engage_with_an_enemy_one_withdraws_first(command: Move, pay: tuple[Any, ...]) -> None:
    world = battle_world(fighter("anna", engage="e"), foe(engage="e"), foe("imp"))
    refused(world, msgspec.structs.replace(command, pay=pay), "must_withdraw_first")


@pytest.mark.rule("NW3-MOVE-09", "NW3-MOVE-03")
def test_withdraw() -> None:
    world = battle_world(fighter("anna", engage="e"), foe(engage="e"))
    do(world, Withdraw("anna"))
    assert together(world) == []
    assert (spent(world), battle_of(world).acting) == (["move", "minor"], "anna")  # only the Major Action left


@pytest.mark.rule("NW3-MOVE-09", "NW3-ROUND-24")
@pytest.mark.parametrize("action", ["move", "minor"])
@pytest.mark.parametrize("strict", [True, False])
def test_withdraw_takes_the_move_and_the_minor_action(action: str, strict: bool) -> None:
    world = battle_world(fighter("anna", engage="e"), foe(engage="e"), spent=[action], strict_action_order=strict)
    refused(world, Withdraw("anna"), "action_spent")


@pytest.mark.rule("NW3-MOVE-08", "NW3-MOVE-10", "NW3-MOVE-11")
def test_leaving_friends_is_part_of_the_movement() -> None:
    world = battle_world(fighter("anna", engage="e"), fighter("ben", engage="e"), foe("imp"))
    do(world, Move("anna", "invade", "imp"))
    assert together(world) == [{"anna", "imp"}]
    assert who(world, "ben").engage == ""
    assert spent(world) == ["move"]


@pytest.mark.rule("NW3-MOVE-07", "NW3-STATUS-04")
@pytest.mark.parametrize(("rides", "reason"), [(False, "rigor"), (True, "passenger_cannot_move")])
@pytest.mark.parametrize("command", [Move("anna", "invade", "ghoul"), TO_DOOR, Move("anna", "long")])
def test_who_cannot_move(command: Move, rides: bool, reason: str) -> None:
    anna = fighter("anna", statuses={} if rides else {"rigor": 0})
    world = battle_world(behind(anna) if rides else anna, foe())
    refused(world, command, reason)


@pytest.mark.rule("NW3-MOVE-07", "NW3-STATUS-04")
@pytest.mark.parametrize(("rides", "reason"), [(False, "rigor"), (True, "passenger_cannot_move")])
def test_who_cannot_withdraw(rides: bool, reason: str) -> None:
    anna = fighter("anna", engage="e", statuses={} if rides else {"rigor": 0})
    world = battle_world(behind(anna) if rides else anna, foe(engage="e"))
    refused(world, Withdraw("anna"), reason)


# ---------------------------------------------------------------- Invade


@pytest.mark.rule("NW3-MOVE-08", "NW3-MOVE-02")
@pytest.mark.parametrize("target", ["ghoul", "ben"])
def test_one_joins_the_engage_of_the_target(target: str) -> None:
    world = battle_world(fighter("anna"), fighter("ben", engage="e"), foe(engage="e"))
    do(world, Move("anna", "invade", target))
    assert together(world) == [{"anna", "ben", "ghoul"}]


@pytest.mark.rule("NW3-MOVE-08")
@pytest.mark.parametrize(
    ("target", "reason"),
    [
        ("anna", "invalid_target"),
        ("ben", "invalid_target"),  # in the same Engage already
        ("dead", "invalid_target"),
        ("gone", "invalid_target"),
        ("away", "invalid_target"),
        ("far", "out_of_range"),
        ("phone", "out_of_range"),
        ("nobody", "unknown_character"),
    ],
)
def test_whom_one_cannot_invade(target: str, reason: str) -> None:
    people = [
        fighter("anna", engage="e"),
        fighter("ben", engage="e"),
        foe("dead", dead=True, hp=0),
        foe("gone", retreated=True),
        foe("far", band="long"),
        foe("phone", band="extreme"),
    ]
    world = battle_world(*people, foe())
    world.state.characters["away"] = foe("away", present=False)
    refused(world, Move("anna", "invade", target), reason)


@pytest.mark.rule("NW3-MOVE-08")
def test_one_who_stands_alone_cannot_invade_itself() -> None:
    refused(battle_world(fighter("anna"), foe()), Move("anna", "invade", "anna"), "invalid_target")


@pytest.mark.rule("NW3-MOVE-08")
def test_nobody_invades_from_long_range() -> None:
    world = battle_world(fighter("anna", band="long"), foe())
    refused(world, Move("anna", "invade", "ghoul"), "out_of_range")


@pytest.mark.rule("NW3-MOVE-08")
def test_one_may_come_close_to_somebody_who_is_down() -> None:
    world = battle_world(fighter("anna"), fighter("ben", hp=0), foe())
    do(world, Move("anna", "invade", "ben"))
    assert together(world) == [{"anna", "ben"}]


# ---------------------------------------------------------------- Interval


@pytest.mark.rule("NW3-MOVE-12", "NW3-MOVE-10", "NW3-MOVE-03")
def test_interval_goes_to_a_place_at_short() -> None:
    world = battle_world(fighter("anna", engage="e"), fighter("ben", engage="e"), fighter("cleo", engage="e"), foe())
    do(world, TO_DOOR)
    anna = who(world, "anna")
    assert (anna.place, anna.band, anna.engage, spent(world)) == ("the door", "field", "", ["move"])
    assert together(world) == [{"ben", "cleo"}]


@pytest.mark.rule("NW3-MOVE-12", "NW3-MOVE-08")
def test_closing_in_on_somebody_leaves_the_place() -> None:
    world = battle_world(fighter("anna", place="the door"), foe())
    do(world, Move("anna", "invade", "ghoul"))
    assert who(world, "anna").place == ""


@pytest.mark.rule("NW3-MOVE-12")
@pytest.mark.parametrize(
    ("place", "band", "reason"),
    [("", "field", "invalid_target"), ("  ", "field", "invalid_target"), ("the door", "long", "out_of_range")],
)
def test_an_interval_needs_a_place_and_stays_at_short(place: str, band: Any, reason: str) -> None:
    world = battle_world(fighter("anna", band=band), foe())
    refused(world, Move("anna", "interval", place), reason)


# ---------------------------------------------------------------- Hindering


@pytest.mark.rule("NW3-MOVE-11", "NW3-MOVE-09", "NW3-MOVE-10")
@pytest.mark.parametrize(
    "other",
    [
        foe("other", engage="e", hp=0),
        foe("other", engage="e", hp=0, dead=True),
        foe("other", engage="e", retreated=True),
        fighter("other", "others", kind="npc", engage="e"),
        fighter("other", engage="e"),
        foe("other", engage="f"),
    ],
)
def test_who_does_not_hinder(other: Any) -> None:
    people = [fighter("anna", engage="e"), msgspec.json.decode(msgspec.json.encode(other), type=type(other))]
    world = battle_world(*people, fighter("ben", engage="e"), foe())
    refused(world, Withdraw("anna"), "invalid_target")  # nothing to withdraw from
    do(world, TO_DOOR)
    assert spent(world) == ["move"]


@pytest.mark.rule("NW3-MOVE-11", "NW3-MOVE-09")
@pytest.mark.parametrize("values", [{}, {"hidden": True}, {"pre_action": False}, {"kind": "mob"}, {"flying": "other"}])
def test_who_hinders(values: dict[str, Any]) -> None:
    world = battle_world(fighter("anna", engage="e"), foe(engage="e", **values), fighter("ben", engage="e"))
    refused(world, TO_DOOR, "must_withdraw_first")


@pytest.mark.rule("OP-C05", "NW3-MOVE-11")
@pytest.mark.parametrize("hinder", [True, False])
def test_whether_one_who_is_down_hinders(hinder: bool) -> None:
    world = battle_world(fighter("anna", engage="e"), foe(engage="e", hp=0), foe("imp"), downed_hinder=hinder)
    if hinder:
        refused(world, TO_DOOR, "must_withdraw_first")
        do(world, Withdraw("anna"))
    else:
        do(world, TO_DOOR)
    assert who(world, "anna").engage == ""


@pytest.mark.rule("OP-C05", "NW3-MOVE-11")
@pytest.mark.parametrize("state", [{"dead": True, "hp": 0}, {"retreated": True}])
def test_but_never_one_who_is_gone(state: dict[str, Any]) -> None:
    world = battle_world(fighter("anna", engage="e"), foe(engage="e", **state), foe("imp"), downed_hinder=True)
    do(world, TO_DOOR)
    assert who(world, "anna").engage == ""


@pytest.mark.rule("NW3-MOVE-09")
@pytest.mark.parametrize("engage", ["", "alone"])
def test_one_who_stands_alone_has_nothing_to_withdraw_from(engage: str) -> None:
    refused(battle_world(fighter("anna", engage=engage), foe()), Withdraw("anna"), "invalid_target")


@pytest.mark.rule("NW3-MOVE-15", "NW3-MOVE-07")
def test_a_withdraw_is_another_movement() -> None:
    world = battle_world(fighter("anna", engage="e", progress=Progress("imp", 3, 2)), foe(engage="e"), foe("imp"))
    do(world, Withdraw("anna"))
    assert who(world, "anna").progress is None
