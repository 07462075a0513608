"""NW3-STATUS: the five Bad Statuses, how they come, and what they do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from nw3_attacks import face_off, hit, pack, results, several
from nw3_battle import battle_of, battle_world, do, fighter, foe, refused, who
from nw3_scenes import run
from rulewright.games.nw3.battles import recovery, statuses
from rulewright.games.nw3.battles.actions import ClearPressure
from rulewright.games.nw3.battles.casting import UseBlock
from rulewright.games.nw3.battles.initiative import roll_count
from rulewright.games.nw3.battles.main_process import EndMainProcess
from rulewright.games.nw3.battles.movement import Move, Withdraw
from rulewright.games.nw3.dice import judging
from rulewright.games.nw3.state import Character, Nw3World

CONTENT = pack(
    several("focus", "minor_action"),
    several("strain", "minor_action", lines=['cost = [{ kind = "bad_status", status = "rigor" }]']),
    several(
        "bane",
        "minor_action",
        'kind = "inflict_status", status = "poison", rating = "CL + 1"',
        target="single",
        range="close",
    ),
    several(
        "stare",
        "minor_action",
        'kind = "inflict_status", status = "pressure", save = { stat = "spirit", difficulty = 12 }',
        target="single",
        range="close",
    ),
    several("nothing", "minor_action", 'kind = "inflict_status", status = "poison", rating = 0'),
)


def given(character: Character, *received: tuple[str, int]) -> dict[str, int]:
    """What the character suffers from after receiving these, one after another."""
    world = battle_world(character, foe())
    for status, rating in received:
        statuses.receive(world, character, status, rating)
    return character.statuses


def cleanup(world: Nw3World, faces: Sequence[int] = (), order: Sequence[str] = ("anna",)) -> Any:
    people = [who(world, id) for id in order]
    return run(world, statuses.in_cleanup(world, battle_of(world), people), faces)


# ---------------------------------------------------------------- receiving


@pytest.mark.rule("NW3-STATUS-02", "NW3-SKILL-52")
@pytest.mark.parametrize(
    ("received", "expected"),
    [
        pytest.param([("paralysis", 0), ("paralysis", 0)], {"paralysis": 0}, id="D17"),
        pytest.param([("poison", 3), ("poison", 2)], {"poison": 5}, id="D18"),
        ([("dazed", 0), ("poison", 1), ("rigor", 0)], {"dazed": 0, "poison": 1, "rigor": 0}),
        ([("poison", 3), ("poison", 0), ("poison", -2)], {"poison": 3}),
    ],
)
def test_rated_ones_add_up_and_others_change_nothing(
    received: Sequence[tuple[str, int]], expected: dict[str, int]
) -> None:
    assert given(fighter("anna"), *received) == expected


@pytest.mark.rule("NW3-STATUS-09", "NW3-STATUS-02")
def test_a_skill_can_give_them() -> None:
    world = battle_world(fighter("anna", "wizards", "bane", "nothing", engage="e"), foe(engage="e"), content=CONTENT)
    done = do(world, UseBlock("anna", "bane", ("ghoul",)))
    assert who(world, "ghoul").statuses == {"poison": 2}
    assert done.event("status.received.rated").facts == {"name": "Ghoul", "status": "status.poison", "rating": 2}
    battle_of(world).spent.clear()
    do(world, UseBlock("anna", "nothing"))
    assert who(world, "anna").statuses == {}


@pytest.mark.rule("NW3-STATUS-09", "NW3-STATUS-06")
@pytest.mark.parametrize(("faces", "suffers"), [((4, 5), {"paralysis": 0, "pressure": 0}), ((5, 5), {"paralysis": 0})])
def test_a_save_keeps_one_away(faces: Sequence[int], suffers: dict[str, int]) -> None:
    anna = fighter("anna", "wizards", "stare", engage="e")
    ghoul = foe(engage="e", attributes={"spirit": 7}, statuses={"paralysis": 0}, critical=12)
    do(battle_world(anna, ghoul, content=CONTENT), UseBlock("anna", "stare", ("ghoul",)), faces)
    assert ghoul.statuses == suffers  # 7 + dice - 5 against 12


# ---------------------------------------------------------------- Judges


@pytest.mark.rule("NW3-STATUS-06", "NW3-STATUS-07", "NW3-STATUS-08", "OP-C21")
@pytest.mark.parametrize(
    ("suffers", "result"),
    [({"paralysis": 0}, 12), ({"paralysis": 0, "dazed": 0}, 7), ({"dazed": 0}, 12), ({"poison": 9, "rigor": 0}, 17)],
)
def test_a_dodge_check_of_17(suffers: dict[str, int], result: int) -> None:
    world = face_off(ghoul={"eva": 9, "statuses": suffers}, anna={"pacc": -9})
    assert results(hit(world, (4, 4, 5, 3)), "dodge") == [result]


@pytest.mark.rule("NW3-STATUS-06", "NW3-STATUS-07", "NW3-STATUS-08")
@pytest.mark.parametrize(
    ("suffers", "pacc", "faces", "result"),
    [
        ({"dazed": 0}, 11, (4, 2), 12),
        ({"dazed": 0}, 3, (1, 2), 1),
        ({"dazed": 0}, 11, (1, 1), 0),
        ({"dazed": 0}, 1, (1, 2), 0),
        ({"dazed": 0}, 11, (4, 3, 1, 2), 11 + 10 + 3 - 5),
        ({"paralysis": 0}, 11, (4, 2), 17),
    ],
)
def test_a_hit_check(suffers: dict[str, int], pacc: int, faces: Sequence[int], result: int) -> None:
    world = face_off(ghoul={"eva": 99}, anna={"pacc": pacc, "statuses": suffers})
    done = hit(world, (*faces, 1, 1))
    assert results(done, "hit") == [result]
    total = next(event.sum for event in done.told if event.key == "judge.result")
    assert total is not None
    assert total.limit_rule == ("NW3-JUDGE-17" if result == 0 else "")
    assert ("sum.penalty" in [part.source for part in total.parts]) is ("dazed" in suffers)


@pytest.mark.rule("NW3-STATUS-08", "NW3-RECOVER-03")
def test_a_recovery_judge_goes_below_0() -> None:
    world = battle_world(fighter("anna", statuses={"dazed": 0}), foe())
    anna = who(world, "anna")
    done = run(world, recovery.recover(world, anna, [anna], "hp", 2), (1, 1))
    assert (results(done, "recovery_hp"), anna.hp) == ([-13], 30 - 13)


@pytest.mark.rule("NW3-STATUS-08", "NW3-STATUS-07")
def test_all_judges_are_meant() -> None:
    world = face_off(
        anna={"pacc": 9, "patk": 9, "statuses": {"dazed": 0}}, ghoul={"eva": 9, "pdef": 5, "statuses": {"dazed": 0}}
    )
    done = hit(world, (5, 3, 1, 2, 5, 3, 1, 2))
    assert {kind: results(done, kind) for kind in ("hit", "dodge", "patk", "pdef")} == {
        "hit": [12], "dodge": [7], "patk": [12], "pdef": [3],
    }  # fmt: skip
    anna = who(world, "anna")
    judge = judging.asked(world, anna, "attribute", 9, "normal", difficulty=12)
    assert run(world, judging.normal(world, anna, judge), (4, 4)).event("judge.result.success").facts["result"] == 12


@pytest.mark.rule("NW3-STATUS-08")
@pytest.mark.parametrize(("spd", "faces", "count"), [(2, (1, 2), 1), (1, (1, 2), 1), (9, (1, 1), 2), (9, (1, 2), 7)])
def test_a_count_that_falls_to_0_by_this_is_1(spd: int, faces: Sequence[int], count: int) -> None:
    anna = fighter("anna", spd=spd, statuses={"dazed": 0})
    world = battle_world(anna, foe())
    procedure = roll_count(world, anna)

    def counted() -> Any:
        anna.count = yield from procedure

    run(world, counted(), faces)
    assert anna.count == count


# ---------------------------------------------------------------- Pressure and Rigor


@pytest.mark.rule("NW3-STATUS-03")
def test_pressure_forbids_skills_and_items_until_a_minor_action_clears_it() -> None:
    anna = fighter("anna", "wizards", "focus", statuses={"pressure": 0})
    world = battle_world(anna, foe(), content=CONTENT)
    refused(world, UseBlock("anna", "focus"), "pressure")
    do(world, ClearPressure("anna"))
    assert (anna.statuses, battle_of(world).spent) == ({}, ["minor"])
    refused(world, ClearPressure("anna"), "action_spent")
    battle_of(world).spent.clear()
    refused(world, ClearPressure("anna"), "invalid_target")
    do(world, UseBlock("anna", "focus"))


@pytest.mark.rule("NW3-STATUS-04")
def test_rigor_of_an_enemy_forbids_moving_and_goes_at_the_end_of_the_own_main_process() -> None:
    world = face_off(anna={"statuses": {"rigor": 0}})
    refused(world, Withdraw("anna"), "rigor")
    who(world, "anna").engage = who(world, "ghoul").engage = ""
    refused(world, Move("anna", "interval", "the door"), "rigor")
    refused(world, Move("anna", "invade", "ghoul"), "rigor")
    do(world, EndMainProcess("anna"))
    assert who(world, "anna").statuses == {}


@pytest.mark.rule("NW3-STATUS-04", "NW3-STATUS-09", "NW3-SKILL-37")
def test_rigor_as_a_cost_comes_at_the_end_of_the_main_process_and_goes_in_cleanup() -> None:
    anna = fighter("anna", "wizards", "strain", statuses={"rigor": 0})
    world = battle_world(anna, fighter("ben"), foe(count=2), content=CONTENT)
    do(world, UseBlock("anna", "strain"))
    assert battle_of(world).owed == {"rigor": 0}
    done = do(world, EndMainProcess("anna"))
    assert [key for key in done.keys if key.startswith("status")] == ["status.cleared", "status.received"]
    assert (anna.statuses, battle_of(world).owed) == ({"rigor": 0}, {})
    cleanup(world)
    assert anna.statuses == {}
