"""NW3-ROUND-12: who comes first in a tie, and how tied PCs agree."""

from __future__ import annotations

from typing import Any

import pytest

from nw3_battle import (
    REFEREE,
    battle_of,
    battle_world,
    do,
    drills,
    fighter,
    foe,
    refused,
    seat,
    skill,
    steady,
    steady_foe,
    table,
)
from rulewright.games.nw3.battles.battle import SetHidden, StartBattle
from rulewright.games.nw3.battles.main_process import EndMainProcess
from rulewright.games.nw3.battles.order import SetTieOrder, by_count, by_speed, first
from rulewright.games.nw3.state import EMULATORS, WIZARDS, Battle, Character, Nw3World


def crowd() -> list[Character]:
    """One of each group with Count 15, joining in an order that is not theirs in a tie."""
    return [
        steady("npc", 8, kind="npc"),
        steady("mob", 8, kind="mob"),
        steady_foe("lurker", 8, hidden=True),
        steady("anna", 8),
        steady_foe("ghoul", 8),
    ]


def played(world: Nw3World, **answers: Any) -> list[str]:
    """Who acts in the first Round, one after another."""
    do(world, StartBattle(), answers=answers)
    acted = []
    while battle_of(world).round == 1:
        acted.append(battle_of(world).acting)
        do(world, EndMainProcess(acted[-1]))
    return acted


@pytest.mark.rule("NW3-ROUND-12", "NW3-ROUND-09")
def test_groups_in_a_tie() -> None:
    assert played(table(*crowd())) == ["ghoul", "anna", "lurker", "mob", "npc"]


@pytest.mark.rule("NW3-ROUND-12")
def test_a_higher_count_comes_before_every_group() -> None:
    people = crowd()
    for spd, one in enumerate(people):
        one.stats.spd = 20 - spd
    assert played(table(*people)) == [one.id for one in people]


@pytest.mark.rule("NW3-ROUND-12")
@pytest.mark.parametrize(
    ("character", "before"),
    [
        (fighter("other", EMULATORS, kind="mob"), ["ghoul", "anna", "lurker"]),  # a Mob is a Mob on any side
        (fighter("other", WIZARDS, kind="enemy"), ["ghoul", "anna", "lurker", "mob"]),
        (fighter("other", "others", kind="npc"), ["ghoul", "anna", "lurker", "mob"]),
        (fighter("other", EMULATORS, kind="npc"), []),  # a declared enemy, whoever it is
        (fighter("other", EMULATORS, kind="npc", hidden=True), ["ghoul", "anna"]),
        (fighter("other", WIZARDS, kind="pc", hidden=True), ["ghoul"]),
    ],
)
def test_the_group_follows_from_kind_side_and_disclosure(character: Character, before: list[str]) -> None:
    people = [character, *crowd()]
    for one in people:
        one.count = 15
    order = [one.id for one in by_count(Battle([]), people)]
    assert order[: order.index("other")] == before


@pytest.mark.rule("NW3-ROUND-12")
def test_a_hidden_enemy_that_is_disclosed_is_a_declared_one() -> None:
    world = table(*crowd())
    do(world, SetHidden("lurker", False))
    assert played(world) == ["lurker", "ghoul", "anna", "mob", "npc"]


@pytest.mark.rule("NW3-ROUND-12")
def test_inside_a_group_the_order_of_joining_counts_or_what_the_referee_says() -> None:
    foes = [steady_foe(id, 8) for id in ("ghoul", "imp", "rat")]
    assert played(table(*foes, steady("anna", 1))) == ["ghoul", "imp", "rat", "anna"]
    world = battle_world(fighter("anna"), *[foe(one.id) for one in foes])
    do(world, SetTieOrder(("rat", "ghoul")))
    battle = battle_of(world)
    assert battle.agreed == ["rat", "ghoul"]
    assert [one.id for one in by_count(battle, world.state.characters.values())] == ["rat", "ghoul", "imp", "anna"]
    best = first(battle, world.state.characters.values())
    assert best is not None
    assert best.id == "rat"


# ---------------------------------------------------------------- PCs agree


def three() -> Nw3World:
    """Three PCs, of whom Anna and Ben tie."""
    return table(steady("anna", 8), steady("ben", 8), steady("cleo", 7), steady_foe("ghoul", 1))


@pytest.mark.rule("NW3-ROUND-12")
@pytest.mark.parametrize("chosen", ["anna", "ben"])
def test_tied_pcs_are_asked_who_goes_first(chosen: str) -> None:
    world = three()
    done = do(world, StartBattle(), answers={"tie_order": chosen})
    assert [(one.key, one.to, one.default) for one in done.asked] == [
        ("tie_order", "anna", "anna"),
        ("tie_order", "ben", "anna"),
    ]
    assert [option.value for option in done.asked[0].options] == ["anna", "ben"]
    assert battle_of(world).acting == chosen


@pytest.mark.rule("NW3-ROUND-12")
@pytest.mark.parametrize("ruling", ["anna", "ben"])
def test_without_agreement_the_referee_decides(ruling: str) -> None:
    world = three()
    answers = {"tie_order anna": "anna", "tie_order ben": "ben", "tie_order referee": ruling}
    do(world, StartBattle(), answers=answers)
    assert battle_of(world).acting == ruling


@pytest.mark.rule("NW3-ROUND-12")
def test_an_order_that_was_set_spares_the_question() -> None:
    world = three()
    do(world, StartBattle(), answers={"tie_order": "anna"})
    do(world, SetTieOrder(("ben", "anna")), seat=seat("anna"))
    done = do(world, EndMainProcess("anna"))
    assert battle_of(world).acting == "ben"  # the one left has no tie any more
    for id in ("ben", "cleo"):
        do(world, EndMainProcess(id))
    done = do(world, EndMainProcess("ghoul"))
    assert not done.asked
    assert (battle_of(world).round, battle_of(world).acting) == (2, "ben")


@pytest.mark.rule("NW3-ROUND-12", "NW3-ROUND-02")
def test_the_agreed_order_holds_by_spd_too() -> None:
    people = [fighter("anna", spd=9), fighter("ben", spd=9), fighter("cleo", spd=12), foe("ghoul", spd=9)]
    assert [one.id for one in by_speed(Battle([], agreed=["ben"]), people)] == ["cleo", "ghoul", "ben", "anna"]
    assert [one.id for one in by_speed(Battle([]), people)] == ["cleo", "ghoul", "anna", "ben"]


@pytest.mark.rule("NW3-ROUND-12")
def test_tied_foes_and_single_pcs_are_not_asked() -> None:
    others = [steady("mob", 9, kind="mob"), steady_foe("ghoul", 8), steady_foe("imp", 8), steady_foe("lurker", 9)]
    others[-1].hidden = True
    world = table(steady("anna", 9), steady("ben", 8), *others)
    done = do(world, StartBattle())
    assert not done.asked
    assert not do(world, EndMainProcess("anna")).asked


@pytest.mark.rule("NW3-ROUND-12")
@pytest.mark.parametrize(
    ("order", "player", "reason"),
    [
        (("anna", "ben", "anna"), "", "duplicate_target"),
        (("anna", "nobody"), "", "unknown_character"),
        (("anna", "ghoul"), "anna", "not_referee"),
        (("anna", "away"), "", "not_in_scene"),
    ],
)
def test_orders_that_are_refused(order: tuple[str, ...], player: str, reason: str) -> None:
    world = battle_world(fighter("anna"), fighter("ben"), foe())
    world.state.characters["away"] = fighter("away", present=False)
    refused(world, SetTieOrder(order), reason, seat=seat(player) if player else REFEREE)


@pytest.mark.rule("NW3-ROUND-12")
def test_there_is_nothing_to_order_outside_of_rounds() -> None:
    refused(table(fighter("anna"), fighter("ben")), SetTieOrder(("anna", "ben")), "no_round")


@pytest.mark.rule("NW3-ROUND-12", "NW3-ROUND-04")
def test_setup_effects_follow_the_same_order() -> None:
    content = drills(skill("ready", "setup_process"))
    people = crowd()
    for one in people:
        one.skills = {"ready": 1}
    done = do(table(*people, content=content), StartBattle())
    asked = [one.to for one in done.asked if one.key == "use.setup_process"]
    assert asked == ["ghoul", "anna", "lurker", "mob", "npc"]
