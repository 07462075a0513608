"""NW3-FORT-14: appearing in an Area of a Fortress; rows A1 to A8, and the cases of the Difficulty."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from nw3_fortress import casket_of, dive_of, diving, do, entered, gate, pc, prepared, refused, scene_of, seat, who
from rulewright.games.nw3.battles.battle import StartBattle
from rulewright.games.nw3.casket_state import Passage
from rulewright.games.nw3.episodes.appearance import AppearanceCheck
from rulewright.games.nw3.episodes.scenes import Appear
from rulewright.games.nw3.fortresses import counting
from rulewright.games.nw3.fortresses.diving import EnterFortress
from rulewright.games.nw3.fortresses.moving import GoThrough
from rulewright.games.nw3.fortresses.position import fortress
from rulewright.games.nw3.fortresses.refereeing import BringEnemies, EventResolved, SetCleared
from rulewright.games.nw3.state import Connection, Nw3World, Phase, Sheet

TO_PARADE = (("g1", "ticket_hall"), ("g2", "claw_alley"), ("g4", "pinball_chute"))
TO_BREAKER = (*TO_PARADE, ("g5", "mascot_parade"), ("g7", "photo_booth"))
TO_CORE = (*TO_BREAKER, ("g7", "breaker_room"), ("g5", "photo_booth"), ("g6", "mascot_parade"))
CHECKS: dict[str, Any] = {"fortress_appearance_check": True}
SAID = "last train"


@pytest.mark.rule("NW3-FORT-14", "NW3-FORT-OPEN-07")
@pytest.mark.parametrize(
    ("walked", "area", "expect", "total", "on_map"),
    [
        pytest.param(TO_PARADE, "mascot_parade", 14, 14, 14, id="appear_parade-A1"),
        pytest.param((), "ticket_hall", 8, 8, 8, id="appear_entrance-A2"),
        pytest.param(TO_BREAKER, "breaker_room", 18, 18, 18, id="appear_breaker-A3"),
        pytest.param(TO_CORE, "jackpot_engine", 16, 24, 16, id="appear_core-A4"),
        pytest.param((*TO_PARADE, ("g4", "mascot_parade"), ("g4", "pinball_chute")), "mascot_parade", 14, 18, 14,
                     id="detour"),
    ],
)  # fmt: skip
def test_appearance_difficulty(
    walked: Sequence[tuple[str, str]], area: str, expect: int, total: int, on_map: int
) -> None:
    world = prepared()
    dive_of(world).walked = [Passage(gate, left, ["anna"]) for gate, left in walked]
    place = fortress(world)
    assert place is not None
    ways = {"shortest_walked": expect, "walked_total": total, "shortest_map": on_map}
    for how, difficulty in ways.items():
        assert 8 + 2 * counting.count(place, dive_of(world), area, how) == difficulty, how


def outside(luck: int = 7, contact: str = "", phase: Phase = "middle", **options: Any) -> Nw3World:
    """Ben has gone to the Mascot Parade; Anna is outside of the Fortress."""
    anna = pc("anna", attributes={"luck": luck}, present=False)
    anna.sheet = Sheet(
        ("magus", "hero"), ("light", "wind"), "luck", connections=[Connection(contact)] if contact else []
    )
    world = prepared(anna, pc("ben"), natural_recovery="off", **{**CHECKS, **options})
    do(world, EnterFortress(("ben",), SAID))
    for id in ("g1", "g2", "g4"):
        do(world, SetCleared())
        do(world, GoThrough(id, ("ben",)), answers={"description_over": "no"} if id == "g4" else None)
    world.state.phase = phase
    return world


@pytest.mark.rule("NW3-FORT-14")
@pytest.mark.parametrize(
    ("faces", "contact", "appears"), [((3, 5), "", True), ((3, 3), "", False), ((3, 3), "Ben", True)]
)
def test_a5_a6_luck_against_fourteen(faces: tuple[int, int], contact: str, appears: bool) -> None:
    world = outside(contact=contact)
    assert scene_of(world).gates == 3
    done = do(world, AppearanceCheck("anna", keyword=SAID), faces, seat=seat("anna"))
    assert done.event("called.open").facts["difficulty"] == 14
    assert who(world, "anna").present == appears
    assert ("anna" in dive_of(world).where) == appears
    assert who(world, "anna").mp == (9 if appears else 12)
    if appears:
        assert "anna" in casket_of(world).inside
        assert dive_of(world).areas["mascot_parade"].visitors == ["ben", "anna"]


@pytest.mark.rule("NW3-FORT-14")
def test_a7_in_the_climax_phase_without_dice() -> None:
    world = outside(phase="climax")
    done = do(world, AppearanceCheck("anna", keyword=SAID), seat=seat("anna"))
    assert not done.rolls
    assert who(world, "anna").present


@pytest.mark.rule("NW3-FORT-14")
def test_a8_who_is_inside_uses_gates() -> None:
    world = entered("g1", people=(pc("anna"), pc("ben")), **CHECKS)
    do(world, GoThrough("g2", ("ben",)))
    refused(world, AppearanceCheck("anna"), "already_inside", seat=seat("anna"))


@pytest.mark.rule("NW3-FORT-14", "NW3-DIVE-06")
def test_what_the_entrance_asks_comes_before_the_dice() -> None:
    world = outside()
    refused(world, AppearanceCheck("anna"), "wrong_keyword", seat=seat("anna"))
    who(world, "anna").mp = 2
    refused(world, AppearanceCheck("anna", keyword=SAID), "not_enough_mp", seat=seat("anna"))


@pytest.mark.rule("NW3-FORT-14", "NW3-FORT-OPEN-07")
@pytest.mark.parametrize(
    ("options", "rolled"),
    [({"fortress_appearance_check": False}, False), ({"fortress_appearance_check": True}, True),
     ({"fortress_appearance_check": False, "appearance_checks": True}, True)],
)  # fmt: skip
def test_whether_it_is_rolled_at_all(options: dict[str, Any], rolled: bool) -> None:
    world = outside(**options)
    done = do(world, AppearanceCheck("anna", keyword=SAID), (3, 5) if rolled else ())
    assert bool(done.rolls) == rolled
    assert who(world, "anna").present


@pytest.mark.rule("NW3-FORT-14")
def test_gates_that_are_walked_later_make_it_easier() -> None:
    world = entered("g1", "g2", "g4", "g5", "g7", people=(pc("anna"), pc("ben")))
    gate(world, "g6").opened = True
    for id in ("g7", "g5", "g6"):
        if scene_of(world).area == "photo_booth":
            do(world, EventResolved())
        do(world, SetCleared())
        do(world, GoThrough(id, ("anna", "ben")), answers={"description_over": "no"} if id == "g6" else None)
    assert (scene_of(world).area, scene_of(world).gates) == ("jackpot_engine", 4)
    assert diving().state.scene is not None


@pytest.mark.rule("NW3-FORT-14")
def test_in_a_battle_nobody_is_asked_who_is_in_another_area() -> None:
    steady = {"sevens": ["initiative"], "spd": 40}
    world = entered("g1", people=(pc("anna", **steady), pc("ben", **steady), pc("cleo", **steady)), **CHECKS)
    who(world, "cleo").present = False
    dive_of(world).where.pop("cleo")
    do(world, GoThrough("g2", ("ben",)))
    do(world, BringEnemies("pinball_hound"))
    done = do(world, StartBattle())
    assert [one.to for one in done.asked if one.key == "appearance_check"] == ["cleo"]


@pytest.mark.rule("NW3-FORT-14", "NW3-FORT-02")
def test_whom_the_referee_puts_into_the_scene_is_in_the_area() -> None:
    world = outside()
    do(world, Appear("anna"))
    assert dive_of(world).where["anna"] == "mascot_parade"
    assert "anna" in casket_of(world).inside
