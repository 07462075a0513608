"""NW3-DANGER: Danger Sense, its Difficulties, what players learn, and what comes of it."""

from __future__ import annotations

from typing import Any

import pytest

from nw3_arcade import CASES, arcade
from nw3_battle import do, refused, seat, who
from nw3_dives import area_of, hound, inside, pc
from rulewright.games.nw3.casket_state import TrapState
from rulewright.games.nw3.episodes.scenes import CloseScene, OpenScene
from rulewright.games.nw3.fortresses.danger import AnnounceDanger, CallDangerSense, difficulty_of
from rulewright.games.nw3.options import Options
from rulewright.games.nw3.records.enemies import Enemy
from rulewright.games.nw3.records.fortresses import Fortress
from rulewright.games.nw3.records.places import Trap
from rulewright.games.nw3.state import Nw3World

ANNA, BEN = seat("anna"), seat("ben")
HIDDEN = [one for one in CASES["case"] if one["kind"] == "danger_difficulty"]


def watchful(**values: Any) -> Nw3World:
    """Anna with Awareness 8 and Luck 9, Ben with neither, and two in ambush."""
    people = values.pop("people", (pc("anna", awareness=8, luck=9), pc("ben")))
    dog = hound("dog", hidden=True)
    dog.attributes.awareness = 6
    toys = hound("toys", record="plush_regiment", hidden=True)
    toys.attributes.awareness = 4
    doll = hound("doll", record="cashier_doll", hidden=True)
    return inside(*people, toys, dog, doll, **{"any_seven_players": "never", **values})


@pytest.mark.rule("NW3-DANGER-04")
@pytest.mark.parametrize("case", HIDDEN, ids=[one["id"] for one in HIDDEN])
def test_cases_of_the_rules(case: dict[str, Any]) -> None:
    content = arcade()
    removal = content.find(Trap, case["trap"]).removal if "trap" in case else 0
    enemies = [content.find(Enemy, id).awareness for id in case.get("enemies", ())]
    gates = content.find(Fortress, "drowned_arcade").gates
    gate = gates[case["gate"]].difficulty if "gate" in case else None
    assert difficulty_of(case["danger"], Options(), removal, enemies, gate) == case["expect"]


@pytest.mark.rule("NW3-DANGER-01", "NW3-DANGER-05")
def test_s1_who_notices_a_trap_may_identify_it() -> None:
    world = watchful()
    area_of(world).traps["steel_ball"] = TrapState(hidden=True)
    done = do(world, CallDangerSense("trap", "steel_ball", stat="luck"), [4, 4, 2, 2])
    assert world.state.danger is not None
    assert (world.state.danger.difficulty, world.state.danger.noticed) == (16, ["anna"])
    assert done.event("trap.called").facts["names"] == "Anna"


@pytest.mark.rule("NW3-DANGER-04", "NW3-DANGER-05", "NW3-FORT-OPEN-13")
@pytest.mark.parametrize(("option", "difficulty"), [("highest", 13), ("lowest", 11), ("leader", 11)])
def test_s2_s3_an_ambush_of_several(option: str, difficulty: int) -> None:
    world = watchful(ambush_difficulty_from=option)
    do(world, CallDangerSense("ambush", enemies=("toys", "dog"), who=("anna",)), [2, 3])
    assert world.state.danger is not None
    assert (world.state.danger.difficulty, world.state.danger.noticed) == (difficulty, ["anna"])


@pytest.mark.rule("NW3-DANGER-04")
def test_s4_who_has_no_awareness_is_left_out() -> None:
    world = watchful()
    do(world, CallDangerSense("ambush", enemies=("doll",)), [2, 2, 2, 2])
    assert world.state.danger is not None
    assert world.state.danger.difficulty == 12
    do(world, CallDangerSense("ambush", enemies=("doll", "toys")), [2, 2, 2, 2])
    assert world.state.danger.difficulty == 11


@pytest.mark.rule("NW3-DANGER-04", "NW3-DANGER-06")
def test_s5_what_gives_no_number_and_a_fumble() -> None:
    world = watchful(people=(pc("anna", luck=12),))
    done = do(world, CallDangerSense(stat="luck"), [1, 1])
    assert world.state.danger is not None
    assert (world.state.danger.difficulty, world.state.danger.noticed) == (12, [])
    assert done.event("danger.rolled").facts["result"] == 2
    assert "danger.happens" in done.keys


@pytest.mark.rule("NW3-DANGER-03")
def test_s6_players_see_the_result_and_no_more() -> None:
    world = watchful(people=(pc("anna", awareness=8),))
    done = do(world, CallDangerSense(difficulty=18), [4, 5])
    seen = list(done.seen_by(ANNA))
    assert [event.key for event in seen] == ["danger.rolled"]
    assert "18" not in str([event.facts for event in seen])
    assert "danger.unnoticed" in done.keys


@pytest.mark.rule("NW3-DANGER-03", "NW3-DANGER-05")
def test_success_too_is_the_referees_until_it_is_announced() -> None:
    world = watchful()
    done = do(world, CallDangerSense(difficulty=12), [2, 3, 2, 2], {"announce_danger": [[]]})
    assert [event.key for event in done.seen_by(ANNA)] == ["danger.rolled", "danger.rolled"]
    refused(world, AnnounceDanger(("dog",)), "not_in_scene")
    done = do(world, AnnounceDanger(text="A click."))
    assert [event.facts["text"] for event in done.seen_by(ANNA)] == ["A click."]
    assert not list(done.seen_by(BEN))
    assert [event.key for event in do(world, AnnounceDanger(("ben",))).seen_by(BEN)] == ["danger.announced"]
    world.state.danger = None
    refused(world, AnnounceDanger(), "no_danger")


@pytest.mark.rule("NW3-DANGER-03")
def test_an_open_difficulty_is_told() -> None:
    world = watchful(people=(pc("anna", awareness=8),))
    done = do(world, CallDangerSense(difficulty=12, hidden=False), [2, 2])
    assert next(event.key for event in done.seen_by(ANNA)) == "judge.result.success"


@pytest.mark.rule("NW3-DANGER-05")
def test_s7_one_is_enough_to_declare_all_who_lie_in_ambush() -> None:
    people = (pc("anna", awareness=8), pc("ben"), pc("cora"), pc("dan"))
    world = watchful(people=people)
    do(world, CallDangerSense("ambush", enemies=("toys", "dog")), [2, 3, 2, 2, 2, 2, 2, 2])
    assert [who(world, id).hidden for id in ("toys", "dog", "doll")] == [False, False, True]


@pytest.mark.rule("NW3-DANGER-06")
def test_ambushers_that_nobody_notices_stay_hidden() -> None:
    world = watchful()
    do(world, CallDangerSense("ambush", enemies=("toys", "dog")), [2, 2, 2, 2])
    assert who(world, "dog").hidden


@pytest.mark.rule("NW3-DANGER-01")
def test_s8_who_is_down_makes_no_judge() -> None:
    world = watchful()
    who(world, "anna").hp = 0
    do(world, CallDangerSense(), [2, 2])
    assert world.state.danger is not None
    assert world.state.danger.tried == ["ben"]
    refused(world, CallDangerSense(who=("anna",)), "not_in_scene")
    refused(world, CallDangerSense(), "not_referee", seat=ANNA)
    refused(world, CallDangerSense("trap", "nothing"), "no_trap")
    refused(world, CallDangerSense("secret_gate", "nothing"), "gate_not_here")


@pytest.mark.rule("NW3-DANGER-02", "NW3-FORT-OPEN-13")
@pytest.mark.parametrize(
    ("option", "named", "result"),
    [("gm_choice", None, 12), ("gm_choice", "luck", 13), ("awareness", None, 12), ("luck", None, 13),
     ("higher", None, 13)],
)  # fmt: skip
def test_which_attribute(option: str, named: Any, result: int) -> None:
    world = watchful(people=(pc("anna", awareness=8, luck=9),), danger_sense_stat=option)
    done = do(world, CallDangerSense(difficulty=99, stat=named), [2, 2])
    assert done.event("danger.rolled").facts["result"] == result


@pytest.mark.rule("NW3-DANGER-02", "NW3-FORT-OPEN-01")
def test_no_other_attribute_unless_the_table_leaves_perception_to_the_referee() -> None:
    refused(watchful(), CallDangerSense(stat="spirit"), "bad_value")
    refused(watchful(danger_sense_stat="awareness"), CallDangerSense(stat="luck"), "bad_value")
    world = watchful(people=(pc("anna", spirit=3),), perception_stat="gm_choice")
    done = do(world, CallDangerSense(difficulty=99, stat="spirit"), [2, 2])
    assert done.event("danger.rolled").facts["result"] == 7


@pytest.mark.rule("NW3-DANGER-07", "NW3-FORT-OPEN-13")
@pytest.mark.parametrize(
    ("option", "same", "other", "next_scene"),
    [("once_per_danger", False, True, False), ("once_per_scene", False, False, True), ("gm", True, True, True)],
)
def test_trying_again(option: str, same: bool, other: bool, next_scene: bool) -> None:
    def again(command: CallDangerSense, close: bool = False) -> None:
        world = watchful(people=(pc("anna"),), danger_sense_retry=option)
        do(world, CallDangerSense(what="sign"), [2, 2])
        if close:
            do(world, CloseScene("none"))
            world.state.caskets.clear()
            do(world, OpenScene("Roof", appear=("anna",)))
        allowed = next_scene if close else other if command.what == "bridge" else same
        if allowed:
            do(world, command, [2, 2])
        else:
            refused(world, command, "already_tried")

    again(CallDangerSense(what="sign"))
    again(CallDangerSense(what="bridge"))
    again(CallDangerSense(what="sign"), close=True)


@pytest.mark.rule("NW3-DANGER-07")
def test_a_danger_without_a_name_is_another_each_time() -> None:
    world = watchful(people=(pc("anna"),))
    for _ in range(2):
        do(world, CallDangerSense(), [2, 2])
