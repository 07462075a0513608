"""NW3-FORT-05: the way through a Trap Area, by what the menus offer alone and by the program."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

from nw3_fortress import area, do, entered, pc, seat
from nw3_scenes import Done
from rulewright.engine.journal import Seat
from rulewright.games.nw3.casket_state import TrapState
from rulewright.games.nw3.fortresses.danger import CallDangerSense
from rulewright.games.nw3.fortresses.moving import GoThrough
from rulewright.games.nw3.fortresses.traps import IdentifyTrap, RemoveTrap, SetOffTrap
from rulewright.games.nw3.game import game
from rulewright.games.nw3.playing import policy
from rulewright.games.nw3.state import Nw3World

ANNA, BEN = seat("anna"), seat("ben")
CHUTE = "pinball_chute"


def at_the_chute(**more: Any) -> Nw3World:
    """Anna (Awareness 8, Finesse 10) and Ben have come into the Pinball Chute: the Steel Ball, then the Flippers."""
    people = (pc("anna", attributes={"awareness": 8, "finesse": 10}), pc("ben", attributes={"awareness": 4}))
    return entered("g1", "g2", people=people, **{"any_seven_players": "never", **more})


def offered(world: Nw3World, who: Seat) -> list[msgspec.Struct]:
    menu = game.menu(world, who)
    return [one.command for one in menu.offers] if menu is not None else []


def choose(world: Nw3World, who: Seat, command: msgspec.Struct, faces: Sequence[int] = ()) -> Done:
    """Give a command that the menu of the seat offers."""
    assert command in offered(world, who)
    return do(world, command, faces, seat=who)


def progress(world: Nw3World) -> list[str]:
    return [one.progress for one in area(world, CHUTE).traps.values()]


def ways(world: Nw3World, who: Seat) -> set[str]:
    return {one.gate for one in offered(world, who) if isinstance(one, GoThrough)}


@pytest.mark.rule("NW3-FORT-05", "NW3-TRAP-09", "NW3-TRAP-11", "NW3-TRAP-12")
def test_a_trap_area_by_the_menus_alone() -> None:
    world = at_the_chute()
    assert not ways(world, ANNA)
    choose(world, ANNA, IdentifyTrap("anna"), (3, 3))
    choose(world, BEN, IdentifyTrap("ben", passes=True))
    assert RemoveTrap("ben") not in offered(world, BEN)
    choose(world, ANNA, RemoveTrap("anna"), (2, 3))
    assert progress(world) == ["identified", "armed"]
    choose(world, ANNA, RemoveTrap("anna"), (2, 4))
    assert progress(world) == ["removed", "armed"]
    assert not area(world, CHUTE).cleared
    choose(world, ANNA, IdentifyTrap("anna"), (2, 2))
    choose(world, BEN, IdentifyTrap("ben"), (2, 2))
    assert progress(world) == ["removed", "identified"]
    assert not ways(world, ANNA)
    done = choose(world, BEN, SetOffTrap("ben"), (2, 2, 2, 2))
    assert progress(world) == ["removed", "spent"]
    assert "area.cleared" in done.keys
    assert area(world, CHUTE).cleared
    assert ways(world, ANNA) == {"g4"}


@pytest.mark.rule("NW3-FORT-05", "NW3-TRAP-02", "NW3-TRAP-05", "NW3-TRAP-12")
def test_the_program_removes_one_after_the_other_and_goes_on() -> None:
    world = at_the_chute()
    steps: list[tuple[msgspec.Struct, tuple[int, ...]]] = [
        (IdentifyTrap("anna"), (3, 3)),
        (IdentifyTrap("ben"), (2, 2)),
        (RemoveTrap("anna"), (2, 3)),
        (RemoveTrap("anna"), (2, 4)),
        (IdentifyTrap("anna"), (2, 2)),
        (IdentifyTrap("ben"), (2, 2)),
        (RemoveTrap("anna"), (2, 2)),
    ]
    for step, faces in steps:
        assert policy.next_step(world) == step
        do(world, step, faces)
    assert area(world, CHUTE).cleared
    assert policy.next_step(world) == GoThrough("g4", ("anna", "ben"))


@pytest.mark.rule("NW3-TRAP-13", "NW3-FORT-05")
def test_the_program_does_not_pass_a_trap_that_nobody_knows_of() -> None:
    world = entered("g1", people=(pc("anna", attributes={"awareness": 8}), pc("ben")), any_seven_players="never")
    alley = area(world, "claw_alley")
    wire = alley.traps["loose_wire"] = TrapState(hidden=True)
    alley.cleared = False
    step = policy.next_step(world)
    assert step == CallDangerSense("trap", "loose_wire", who=("anna", "ben"))
    do(world, step, (3, 3, 2, 2))
    assert wire.noticed == ["anna"]
    step = policy.next_step(world)
    assert step == IdentifyTrap("anna")
    do(world, step, (2, 2))
    assert wire.identified_by == ["anna"]
    assert policy.next_step(world) == RemoveTrap("anna")
