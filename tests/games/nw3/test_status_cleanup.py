"""NW3-STATUS-01, -05, -10 and -11: Poison, the Cleanup Process, and how Bad Statuses go."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from nw3_attacks import pack, rolled, several
from nw3_battle import battle_of, battle_world, do, fighter, foe, who
from nw3_people import wizard
from nw3_scenes import do as do_in_scene
from nw3_scenes import run
from nw3_scenes import table as scene_table
from rulewright.games.nw3.battles import statuses
from rulewright.games.nw3.battles.battle import EndBattle
from rulewright.games.nw3.battles.casting import UseBlock
from rulewright.games.nw3.battles.main_process import EndMainProcess
from rulewright.games.nw3.episodes.scenes import CloseScene
from rulewright.games.nw3.state import Nw3World

ALL_FIVE = '["pressure", "rigor", "poison", "paralysis", "dazed"]'
CONTENT = pack(
    several("purge", "minor_action", f'kind = "clear_status", status = {ALL_FIVE}'),
    several("rinse", "minor_action", f'kind = "clear_status", status = {ALL_FIVE}, count = 1'),
)


def cleanup(world: Nw3World, faces: Sequence[int] = (), order: Sequence[str] = ("anna",)) -> Any:
    people = [who(world, id) for id in order]
    return run(world, statuses.in_cleanup(world, battle_of(world), people), faces)


# ---------------------------------------------------------------- Poison and Cleanup


@pytest.mark.rule("NW3-STATUS-05", "NW3-STATUS-10")
@pytest.mark.parametrize(
    ("rating", "die", "hp", "after"), [(5, (4,), 27, 7), (2, (6,), 12, 0), (1, (1,), 30, 29), (3, (6,), 30, 12)]
)
def test_poison_takes_its_rating_times_one_die(rating: int, die: Sequence[int], hp: int, after: int) -> None:
    anna = fighter("anna", hp=hp, statuses={"poison": rating})
    world = battle_world(anna, foe())
    done = cleanup(world, die)
    assert (anna.hp, anna.dead, anna.statuses) == (after, False, {"poison": rating})
    assert ("hp.incapacitated" in done.keys) is (after == 0)
    assert done.event("poison.loss").facts == {"name": "Anna", "loss": rating * die[0], "hp": after}


@pytest.mark.rule("NW3-STATUS-05", "OP-C16")
def test_poison_may_take_as_many_dice_as_its_rating() -> None:
    anna = fighter("anna", statuses={"poison": 3})
    world = battle_world(anna, foe(), poison_dice="sum")
    cleanup(world, (6, 1, 2))
    assert anna.hp == 30 - 9


@pytest.mark.rule("NW3-STATUS-10", "NW3-STATUS-04", "NW3-STATUS-07")
def test_the_order_of_cleanup() -> None:
    everything = {"poison": 1, "rigor": 0, "dazed": 0, "paralysis": 0, "pressure": 0}
    anna = fighter("anna", hp=3, prana=2, statuses=dict(everything))
    ben = fighter("ben", hp=0, statuses=dict(everything))
    away = fighter("carl", retreated=True, statuses=dict(everything))
    ghoul = foe(statuses=dict(everything))
    world = battle_world(anna, ben, away, ghoul)
    done = run(
        world,
        statuses.in_cleanup(world, battle_of(world), [anna, ben, away, ghoul]),
        (4, 2),
        {"avoid_incapacitated": "spend"},
    )
    left = {"poison": 1, "paralysis": 0, "pressure": 0}
    assert (anna.statuses, ben.statuses, ghoul.statuses) == (left, left, left)
    assert away.statuses == everything
    assert (anna.hp, ben.hp, ghoul.hp) == (1, 0, 28)
    assert rolled(done) == [("anna", "poison"), ("ghoul", "poison")]
    assert done.log[-1] == "hp.avoided"  # who fell is helped when all are done
    assert done.log.index("poison.loss.closed") < done.log.index("avoid_incapacitated")


@pytest.mark.rule("NW3-STATUS-07")
def test_dazed_received_in_round_1_is_gone_after_its_cleanup() -> None:
    people = fighter("anna", statuses={"dazed": 0}, sevens=["initiative"]), foe(sevens=["initiative"])
    world = battle_world(*people)
    do(world, EndMainProcess("anna"))
    assert "dazed" in who(world, "anna").statuses
    do(world, EndMainProcess("ghoul"))
    assert (battle_of(world).round, who(world, "anna").statuses) == (2, {})


# ---------------------------------------------------------------- going


@pytest.mark.rule("NW3-STATUS-01")
def test_the_end_of_combat_ends_them_all() -> None:
    world = battle_world(fighter("anna", statuses={"poison": 5, "paralysis": 0}), foe(statuses={"dazed": 0}))
    do(world, EndBattle())
    assert [one.statuses for one in world.state.characters.values()] == [{}, {}]


@pytest.mark.rule("NW3-STATUS-01")
def test_outside_of_combat_they_last_to_the_end_of_the_scene() -> None:
    world = scene_table(wizard("anna", statuses={"poison": 5, "dazed": 0}), scene="Roof")
    do_in_scene(world, CloseScene())
    assert who(world, "anna").statuses == {}


@pytest.mark.rule("NW3-STATUS-11", "NW3-STATUS-05", "NW3-STATUS-06")
def test_clearing_all_or_one_of_several() -> None:
    suffers = {"poison": 5, "paralysis": 0, "dazed": 0}
    for block, answers, left in (
        ("purge", {}, {}),
        ("rinse", {"clear_status": "paralysis"}, {"poison": 5, "dazed": 0}),
        ("rinse", {"clear_status": "poison"}, {"paralysis": 0, "dazed": 0}),
    ):
        anna = fighter("anna", "wizards", block, statuses=dict(suffers))
        done = do(battle_world(anna, foe(), content=CONTENT), UseBlock("anna", block), answers=answers)
        assert done.questions == list(answers)
        assert anna.statuses == left


@pytest.mark.rule("NW3-STATUS-11")
@pytest.mark.parametrize(("less", "left"), [(0, {}), (2, {"poison": 3}), (4, {"poison": 1}), (5, {}), (9, {})])
def test_a_number_lowers_the_rating_of_poison(less: int, left: dict[str, int]) -> None:
    anna = fighter("anna", statuses={"poison": 5})
    world = battle_world(anna, foe())
    statuses.clear(world, anna, "poison", less)
    statuses.clear(world, anna, "dazed")
    assert anna.statuses == left
