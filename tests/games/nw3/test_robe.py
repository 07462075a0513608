"""NW3-ROUND-04 step 2 and NW3-ROUND-19: opening the Lunar Robe in Setup, and things in and out of it at any time."""

from __future__ import annotations

from typing import Any

import pytest

from nw3_battle import battle_of, battle_world, do, fighter, foe, refused, seat, steady, steady_foe, table, who
from nw3_scenes import Done
from rulewright.games.nw3.battles.battle import StartBattle
from rulewright.games.nw3.battles.robe import Equip, worth_opening
from rulewright.games.nw3.state import Carried, Character, Nw3World

KATANA, RAPIER, CLAWS, SHIELD = "last_train_katana", "umbrella_rapier", "rooftop_claws", "clear_umbrella"
VEST, PLATE, CHARM, SOUP = "night_watch_vest", "statue_plate", "ticket_charm", "corn_soup"
BROOM, FINS, LAUNCHER = "swift_mk1", "reflector_fins", "petal_launcher"


def carrying(*things: str, **values: Any) -> Character:
    """Anna with things such as "katana" (equipped) or "katana robe"; each is called by its item."""
    items = []
    for thing in things:
        item, _, where = thing.partition(" ")
        items.append(Carried(item, item, where or "equipped"))  # type: ignore[arg-type]
    return steady("anna", 9, **{"items": items, "attributes": {"strength": 30, "spirit": 2}, **values})


def setup(*things: str, changes: list[str] | None = None, **values: Any) -> tuple[Nw3World, Done]:
    """The first Setup Process, in which Anna makes these changes."""
    world = table(carrying(*things, **values), steady_foe("ghoul", 1))
    answers = {} if changes is None else {"robe_exchange": [*changes, "keep"]}
    return world, do(world, StartBattle(), answers=answers)


def worn(world: Nw3World) -> set[str]:
    return {one.id for one in who(world, "anna").items if one.where == "equipped"}


def offered(done: Done) -> list[list[str]]:
    """What could be answered each time."""
    return [[option.value for option in one.options] for one in done.asked if one.key == "robe_exchange"]


# ---------------------------------------------------------------- in the Setup Process


@pytest.mark.rule("NW3-ROUND-04", "NW3-ITEM-11")
def test_equipment_goes_in_and_out_as_often_as_one_likes() -> None:
    world, done = setup(RAPIER, f"{CLAWS} robe", f"{VEST} robe", changes=[f"equipped:{VEST}", f"robe:{RAPIER}"])
    assert worn(world) == {VEST}
    assert offered(done) == [
        ["keep", f"robe:{RAPIER}", f"equipped:{CLAWS}", f"equipped:{VEST}"],
        ["keep", f"robe:{RAPIER}", f"equipped:{CLAWS}", f"robe:{VEST}"],
        ["keep", f"equipped:{RAPIER}", f"equipped:{CLAWS}", f"robe:{VEST}"],
    ]
    assert (done.asked[0].to, done.asked[0].default) == ("anna", "keep")
    anna = who(world, "anna")
    assert (anna.stats.pdef, anna.stats.eva) == (4, -1)  # what is worn counts at once
    assert [key for key in done.keys if key.startswith("robe.")] == ["robe.equipped.done", "robe.robe.done"]


@pytest.mark.rule("NW3-ROUND-04", "NW3-ITEM-05")
@pytest.mark.parametrize(
    ("things", "first", "second"),
    [
        ([KATANA, f"{RAPIER} robe"], f"robe:{KATANA}", f"equipped:{RAPIER}"),
        ([RAPIER, CLAWS, f"{SHIELD} robe"], f"robe:{CLAWS}", f"equipped:{SHIELD}"),
        ([VEST, f"{PLATE} robe"], f"robe:{VEST}", f"equipped:{PLATE}"),
    ],
)
def test_what_takes_the_place_of_something_else_comes_after_it(things: list[str], first: str, second: str) -> None:
    world, done = setup(*things, changes=[first, second])
    before, after = offered(done)[:2]
    assert second not in before  # the outfit would break the rules
    assert second in after
    assert second.partition(":")[2] in worn(world)
    assert first.partition(":")[2] not in worn(world)


@pytest.mark.rule("NW3-ROUND-04", "NW3-ITEM-05", "NW3-BROOM-14")
def test_what_is_not_possible_yet_says_why() -> None:
    world, done = setup(BROOM, f"{RAPIER} robe", f"{FINS} robe", f"{LAUNCHER} robe",
                        changes=[f"load:{FINS}:{BROOM}"])  # fmt: skip
    before, after = done.asked
    assert before.barred == {f"equipped:{RAPIER}": "hands_full"}
    assert after.barred == {**before.barred, f"load:{LAUNCHER}:{BROOM}": "capacity_exceeded"}
    assert [option.key for option in after.barred_options] == ["robe.equipped", "robe.load"]
    assert worn(world) == {BROOM}


@pytest.mark.rule("NW3-ROUND-04", "NW3-BROOM-14")
def test_brooms_are_loaded_and_unloaded() -> None:
    world, done = setup(BROOM, f"{FINS} robe", f"{LAUNCHER} robe", changes=[f"load:{FINS}:{BROOM}"])
    anna = who(world, "anna")
    assert {one.id: one.loaded for one in anna.items} == {BROOM: "", FINS: BROOM, LAUNCHER: ""}
    assert anna.stats.eva == 2  # of the Broom and of its fins
    assert offered(done) == [
        ["keep", f"robe:{BROOM}", f"load:{FINS}:{BROOM}", f"load:{LAUNCHER}:{BROOM}"],
        ["keep", f"robe:{BROOM}", f"unload:{FINS}"],  # no Capacity is left for the launcher
    ]
    assert done.event("robe.load.done").facts == {"name": "Anna", "item": "Reflector Fins", "broom": "Swift Mk 1"}


@pytest.mark.rule("NW3-ROUND-04", "NW3-BROOM-14")
def test_what_was_unloaded_can_make_room() -> None:
    items = [Carried(BROOM, BROOM, "equipped"), Carried(FINS, FINS, loaded=BROOM), Carried(LAUNCHER, LAUNCHER)]
    changes = [f"unload:{FINS}", f"load:{LAUNCHER}:{BROOM}"]
    world, _ = setup(changes=changes, items=items)
    assert {one.id: one.loaded for one in who(world, "anna").items} == {BROOM: "", FINS: "", LAUNCHER: BROOM}
    assert who(world, "anna").stats.eva == 1


@pytest.mark.rule("NW3-ROUND-04")
@pytest.mark.parametrize("things", [[], [f"{SOUP} robe"], [f"{SOUP} robe", RAPIER]])
def test_without_anything_to_put_on_nobody_is_asked(things: list[str]) -> None:
    _, done = setup(*things)
    assert not done.asked


@pytest.mark.rule("NW3-ROUND-04", "NW3-ROUND-23")
@pytest.mark.parametrize("state", [{"hp": 0}, {"retreated": True}])
def test_nor_one_who_is_down(state: dict[str, Any]) -> None:
    world = battle_world(carrying(f"{RAPIER} robe"), fighter("ben"), foe(), acting="ghoul")
    for name, value in state.items():
        setattr(who(world, "anna"), name, value)
    assert not worth_opening(world, who(world, "anna"))
    assert worth_opening(battle_world(carrying(f"{RAPIER} robe"), foe()), carrying(f"{RAPIER} robe"))


@pytest.mark.rule("NW3-ROUND-04")
def test_what_is_lost_is_not_there() -> None:
    lost = [Carried(RAPIER, RAPIER, "equipped", lost=True), Carried(VEST, VEST, lost=True)]
    _, done = setup(changes=[], items=[*lost, Carried(CLAWS, CLAWS)])
    assert offered(done) == [["keep", f"equipped:{CLAWS}"]]
    _, done = setup(items=lost)
    assert not done.asked


@pytest.mark.rule("NW3-ROUND-04", "NW3-ITEM-08", "NW3-SKILL-25")
def test_what_is_put_on_can_be_used_in_this_round() -> None:
    world, _ = setup(f"{CHARM} robe", changes=[f"equipped:{CHARM}"])
    noted = battle_of(world).timings
    assert noted
    assert all(timing.startswith("after_judge") and list(held) == ["anna"] for timing, held in noted.items())


# ---------------------------------------------------------------- at any time


@pytest.mark.rule("NW3-ROUND-19", "NW3-ITEM-11")
def test_a_held_thing_goes_in_and_out_at_any_time() -> None:
    world = battle_world(foe(), carrying(RAPIER, f"{SHIELD} robe"))
    anna = who(world, "anna")
    anna.pre_action = False
    do(world, Equip("anna", RAPIER, "robe"), seat=seat("anna"))
    do(world, Equip("anna", SHIELD), seat=seat("anna"))
    assert worn(world) == {SHIELD}
    assert (anna.stats.pdef, battle_of(world).spent, battle_of(world).acting) == (1, [], "ghoul")


@pytest.mark.rule("NW3-ROUND-19", "NW3-ITEM-11", "NW3-ITEM-05", "NW3-ROUND-24")
@pytest.mark.parametrize(
    ("thing", "where", "reason"),
    [
        (VEST, "robe", "equip_not_now"),
        (CHARM, "equipped", "equip_not_now"),
        (SOUP, "equipped", "equip_not_now"),
        (KATANA, "equipped", "invalid_target"),
        (RAPIER, "equipped", "hands_full"),
        (RAPIER, "robe", "invalid_target"),
        (CLAWS, "equipped", "not_owned"),
        ("nothing", "equipped", "not_owned"),
    ],
)
def test_what_cannot_be_changed_in_a_round(thing: str, where: Any, reason: str) -> None:
    anna = carrying(KATANA, VEST, f"{RAPIER} robe", f"{CHARM} robe", f"{SOUP} robe", f"{CLAWS} robe")
    anna.items[-1].lost = True
    refused(battle_world(anna, foe()), Equip("anna", thing, where), reason)


@pytest.mark.rule("NW3-ITEM-11")
def test_outside_of_rounds_everything_can() -> None:
    world = table(carrying(VEST, f"{CHARM} robe"), foe())
    do(world, Equip("anna", VEST, "robe"))
    do(world, Equip("anna", CHARM))
    assert worn(world) == {CHARM}


@pytest.mark.rule("NW3-ROUND-19", "NW3-ROUND-23", "NW3-ROUND-24", "NW3-MOVE-20", "NW3-HP-10")
@pytest.mark.parametrize(
    ("state", "reason"),
    [({"hp": 0}, "incapacitated"), ({"hp": 0, "dead": True}, "dead"), ({"retreated": True}, "retreated")],
)
def test_who_cannot(state: dict[str, Any], reason: str) -> None:
    refused(battle_world(foe(), carrying(f"{RAPIER} robe", **state)), Equip("anna", RAPIER), reason)


@pytest.mark.rule("NW3-ROUND-19")
@pytest.mark.parametrize("answer", ["yes", "no"])
def test_the_referee_may_refuse_it(answer: str) -> None:
    world = battle_world(carrying(f"{RAPIER} robe"), foe(), gm_confirms_targets=True)
    if answer == "no":
        refused(world, Equip("anna", RAPIER), "referee_refused", {"auto_action_veto": "no"})
    else:
        do(world, Equip("anna", RAPIER), answers={"auto_action_veto": "yes"})
        assert worn(world) == {RAPIER}


@pytest.mark.rule("NW3-ROUND-19", "NW3-ITEM-08", "NW3-SKILL-24")
def test_an_enchantment_in_hand_can_be_used_at_once() -> None:
    world = battle_world(carrying("spark_primer robe", attributes={"spirit": 30}), foe())
    assert not battle_of(world).timings
    do(world, Equip("anna", "spark_primer"))
    assert battle_of(world).timings == {"major_action": {"anna": ["spark_primer#1"]}}
