"""NW3-TRAP-01 to -06, -10 to -13: traps that are found, removed, set off, and armed again."""

from __future__ import annotations

from typing import Any

import pytest

from nw3_battle import do, refused, seat, who
from nw3_dives import area_of, inside, pc
from nw3_scenes import REFEREE, Done, run
from rulewright.engine.errors import Refused
from rulewright.engine.journal import Commanded, Opened, Rolled
from rulewright.engine.session import Session
from rulewright.engine.world import digest
from rulewright.games.nw3.casket_state import TrapState
from rulewright.games.nw3.fortresses import traps
from rulewright.games.nw3.fortresses.danger import CallDangerSense
from rulewright.games.nw3.fortresses.traps import (
    CallIdentification,
    IdentifyTrap,
    PlaceTrap,
    RemoveTrap,
    ResetTrap,
    SetOffTrap,
)
from rulewright.games.nw3.game import game
from rulewright.games.nw3.playing import trap_policy
from rulewright.games.nw3.playing.menu import menu
from rulewright.games.nw3.playing.view import secrets
from rulewright.games.nw3.state import Battle, Nw3World, Scene

OURS = (IdentifyTrap, RemoveTrap, SetOffTrap, ResetTrap)
ANNA, BEN, CORA = seat("anna"), seat("ben"), seat("cora")
PLAIN = ('[[trap]]\nid = "{0}"\nname = "{1}"\ndetection = 14\nremoval = 16\ntarget = "triggerer"\ntext = "It hurts."\n'
         '[[trap.effect]]\nkind = "damage"\nmode = "direct"\ndamage = "physical"\namount = "5"\n')  # fmt: skip


def facing(*ids: str, people: Any = (), records: Any = (), enter: bool = True, **options: Any) -> Nw3World:
    """PCs with Awareness 8, 5 and 6 who have just come into an Area with these traps (Detection 14, Removal 16)."""
    party = people or (pc("anna", awareness=8, finesse=10), pc("ben", awareness=5, finesse=10), pc("cora", awareness=6))
    ids = ids or ("pit",)
    texts = [PLAIN.format(id, id.title()) for id in ids if id in ("pit", "net")]
    world = inside(*party, records=[*texts, *records], **{"any_seven_players": "never", **options})
    area_of(world).traps = {id: TrapState() for id in ids}
    if enter:
        entering(world)
    return world


def entering(world: Nw3World, **answers: Any) -> Done:
    """Everybody comes into the Area."""
    scene = world.state.scene
    assert scene is not None
    people = list(world.state.characters.values())
    return run(world, traps.on_entering(world, scene.area, people), answers=answers)


def state_of(world: Nw3World, id: str = "pit") -> TrapState:
    """How far a trap has come."""
    return area_of(world).traps[id]


def identified(world: Nw3World, *by: str, id: str = "pit") -> Nw3World:
    """The world in which these have identified the trap."""
    state_of(world, id).progress = "identified"
    state_of(world, id).identified_by = list(by)
    return world


def all_try(world: Nw3World, first: Any, second: Any, third: Any, after: Any = ()) -> Done:
    """Anna, Ben and Cora make the Identification with these dice."""
    do(world, IdentifyTrap("anna"), first, seat=ANNA)
    do(world, IdentifyTrap("ben"), second, seat=BEN)
    return do(world, IdentifyTrap("cora"), [*third, *after], seat=CORA)


# ---------------------------------------------------------------- Identification


@pytest.mark.rule("NW3-TRAP-01", "NW3-TRAP-04")
def test_t1_where_all_fail_the_trap_goes_off() -> None:
    world = facing()
    assert state_of(world).progress == "armed"
    done = all_try(world, [2, 3], [4, 4], [2, 2], [2])  # and one PC by chance
    assert state_of(world).progress == "spent"
    assert done.event("trap.activates").facts["names"] == "Ben"
    assert who(world, "ben").hp == 25


@pytest.mark.rule("NW3-TRAP-02", "NW3-TRAP-03")
def test_t2_one_success_is_enough_and_only_that_pc_may_remove_it() -> None:
    world = facing()
    done = all_try(world, [2, 3], [4, 4], [4, 4])
    assert (state_of(world).progress, state_of(world).identified_by) == ("identified", ["cora"])
    told = next(event for event in done.seen_by(ANNA) if event.key == "trap.identified")
    assert told.facts["removal"] == 16
    refused(world, RemoveTrap("anna"), "trap_not_identified_by_you", seat=ANNA)


@pytest.mark.rule("NW3-TRAP-02")
def test_all_roll_before_the_outcome_and_each_once() -> None:
    world = facing()
    do(world, IdentifyTrap("ben"), [6, 4], seat=BEN)  # in any order, 15
    assert state_of(world).progress == "armed"
    refused(world, IdentifyTrap("ben"), "already_tried", seat=BEN)
    refused(world, RemoveTrap("ben"), "trap_not_identified_by_you", seat=BEN)
    do(world, IdentifyTrap("anna"), [4, 2], seat=ANNA)  # 14
    do(world, IdentifyTrap("cora", passes=True), seat=CORA)
    assert state_of(world).identified_by == ["ben", "anna"]


@pytest.mark.rule("NW3-TRAP-04")
def test_t12_who_passes_has_failed() -> None:
    world = facing()
    for id in ("anna", "ben", "cora"):
        done = do(world, IdentifyTrap(id, passes=True), [1] if id == "cora" else ())
    assert "trap.activates" in done.keys
    assert who(world, "anna").hp == 25


@pytest.mark.rule("NW3-TRAP-04")
def test_a_fumble_is_only_a_failure() -> None:
    world = facing(people=(pc("anna", awareness=30), pc("ben", awareness=8)))
    do(world, IdentifyTrap("anna"), [1, 1], seat=ANNA)  # 20
    do(world, IdentifyTrap("ben"), [1, 1], seat=BEN)
    assert state_of(world).identified_by == ["anna"]


@pytest.mark.rule("NW3-TRAP-02")
def test_who_is_down_is_not_waited_for_and_with_nobody_up_it_goes_off() -> None:
    world = facing(people=(pc("anna", awareness=9), pc("ben")), enter=False)
    who(world, "ben").hp = 0
    entering(world)
    do(world, IdentifyTrap("anna"), [3, 3], seat=ANNA)
    assert state_of(world).progress == "identified"
    world = facing(people=(pc("anna"),), enter=False)
    who(world, "anna").hp = 0
    assert "trap.activates" in entering(world).keys


@pytest.mark.rule("NW3-TRAP-02", "NW3-TRAP-01")
def test_players_see_neither_detection_nor_name_before() -> None:
    world = facing()
    assert "Pit" in set(secrets(world))
    done = do(world, IdentifyTrap("anna"), [2, 3], seat=ANNA)
    facts = [str(event.facts) for event in done.seen_by(ANNA)]
    assert not any("14" in one or "Pit" in one for one in facts)
    assert "Pit" not in set(secrets(identified(world, "anna")))


@pytest.mark.rule("NW3-FORT-OPEN-01", "NW3-TRAP-02")
@pytest.mark.parametrize("option", ["awareness", "gm_choice"])
def test_perception_is_awareness_unless_the_referee_names_another(option: str) -> None:
    world = facing(people=(pc("anna", awareness=1, luck=9),), enter=False, perception_stat=option)
    entering(world, **({"perception_stat": "luck"} if option == "gm_choice" else {}))
    done = do(world, IdentifyTrap("anna"), [3, 3], seat=ANNA)
    assert ("trap.identified" in done.keys) == (option == "gm_choice")


# ---------------------------------------------------------------- removal


@pytest.mark.rule("NW3-TRAP-05")
def test_t3_the_removal_is_reached() -> None:
    world = identified(facing(), "anna")
    do(world, RemoveTrap("anna"), [2, 4], seat=ANNA)
    assert state_of(world).progress == "removed"
    assert area_of(world).cleared
    refused(world, RemoveTrap("anna"), "trap_removed", seat=ANNA)


@pytest.mark.rule("NW3-TRAP-05")
def test_t4_a_plain_failure_changes_nothing_and_can_be_repeated() -> None:
    world = identified(facing(), "anna")
    do(world, RemoveTrap("anna"), [2, 3], seat=ANNA)
    assert state_of(world).progress == "identified"
    do(world, RemoveTrap("anna"), [5, 4], seat=ANNA)
    assert state_of(world).progress == "removed"


@pytest.mark.rule("NW3-TRAP-06", "NW3-TRAP-09")
def test_t5_a_fumble_sets_it_off_on_who_made_the_judge() -> None:
    world = identified(facing(), "anna")
    do(world, RemoveTrap("anna"), [1, 1], seat=ANNA)
    assert (state_of(world).progress, who(world, "anna").hp) == ("spent", 25)
    assert area_of(world).cleared
    refused(world, RemoveTrap("anna"), "trap_spent", seat=ANNA)
    refused(world, IdentifyTrap("anna"), "trap_spent", seat=ANNA)


@pytest.mark.rule("NW3-TRAP-06")
def test_t6_a_cancelled_fumble_is_a_plain_failure() -> None:
    world = identified(facing(people=(pc("anna", finesse=10, prana=1),)), "anna")
    do(world, RemoveTrap("anna"), [1, 1], {"dice_window": ["cancel"]}, seat=ANNA)
    assert (state_of(world).progress, who(world, "anna").prana, who(world, "anna").hp) == ("identified", 0, 30)


@pytest.mark.rule("NW3-TRAP-06", "NW3-FORT-OPEN-09")
@pytest.mark.parametrize(("option", "progress"), [(False, "spent"), (True, "removed")])
def test_t7_a_fumble_that_is_high_enough(option: bool, progress: str) -> None:
    people = (pc("anna", finesse=26),)
    world = identified(facing(people=people, trap_fumble_can_remove=option), "anna")
    do(world, RemoveTrap("anna"), [1, 1], seat=ANNA)
    assert (state_of(world).progress, who(world, "anna").hp) == (progress, 25)


@pytest.mark.rule("NW3-TRAP-05")
def test_t13_a_critical_removes() -> None:
    world = identified(facing(people=(pc("anna"),)), "anna")
    do(world, RemoveTrap("anna"), [3, 4], seat=ANNA)
    assert state_of(world).progress == "removed"


@pytest.mark.rule("NW3-TRAP-06")
def test_with_seven_there_is_no_fumble() -> None:
    world = identified(facing(any_seven_players="always"), "anna")
    do(world, RemoveTrap("anna", seven=True), seat=ANNA)
    assert state_of(world).progress == "removed"


@pytest.mark.rule("NW3-TRAP-03", "NW3-FORT-OPEN-08")
@pytest.mark.parametrize("option", ["identifier", "anyone"])
def test_who_may_remove(option: str) -> None:
    world = identified(facing(trap_removal_by=option), "anna")
    if option == "identifier":
        refused(world, RemoveTrap("ben"), "trap_not_identified_by_you", seat=BEN)
        return
    do(world, RemoveTrap("ben"), [3, 3], seat=BEN)
    assert state_of(world).progress == "removed"


@pytest.mark.rule("NW3-TRAP-05")
def test_t8_one_after_the_other() -> None:
    world = identified(facing(people=(pc("anna", prana=2), pc("ben"))), "anna", "ben")
    opened = Opened("t", "nw3", "3", "0", {}, {}, {}, (ANNA, BEN, REFEREE), "")
    session = Session(game, opened, world)
    session.apply(Commanded(1, "anna", {"do": "remove_trap", "character": "anna"}))
    session.apply(Rolled(2, 1, 6, (2, 3), 0))  # and what her Prana does is still open
    before = digest(world.state)
    with pytest.raises(Refused) as caught:
        session.apply(Commanded(3, "ben", {"do": "remove_trap", "character": "ben"}))
    assert caught.value.reason == "one_at_a_time"
    with pytest.raises(Refused) as other:
        session.apply(Commanded(3, "ben", {"do": "set_off_trap", "character": "ben"}))
    assert other.value.reason == "waiting_for_answer"
    assert digest(world.state) == before


# ---------------------------------------------------------------- giving up, several, resetting


@pytest.mark.rule("NW3-TRAP-11")
def test_a_pc_may_set_it_off_on_purpose() -> None:
    world = facing()
    refused(world, SetOffTrap("ben"), "trap_not_identified_by_you", seat=BEN)
    identified(world, "anna")
    assert not traps.overcome(world)
    do(world, SetOffTrap("ben"), seat=BEN)
    assert (state_of(world).progress, who(world, "ben").hp) == ("spent", 25)
    assert traps.overcome(world)


@pytest.mark.rule("NW3-TRAP-12")
def test_several_are_handled_in_their_order() -> None:
    world = facing("pit", "net", people=(pc("anna", awareness=9, finesse=10),))
    do(world, IdentifyTrap("anna"), [3, 3], seat=ANNA)
    assert (state_of(world).progress, state_of(world, "net").progress) == ("identified", "armed")
    done = do(world, RemoveTrap("anna"), [3, 3], seat=ANNA)
    assert "trap.called" in done.keys
    assert not area_of(world).cleared
    do(world, IdentifyTrap("anna"), [3, 3], seat=ANNA)
    assert state_of(world, "net").progress == "identified"


@pytest.mark.rule("NW3-TRAP-10")
def test_t10_a_trap_that_is_reset_is_looked_for_again() -> None:
    world = facing(people=(pc("anna", awareness=9),))
    refused(world, ResetTrap("pit"), "trap_not_spent")
    do(world, IdentifyTrap("anna", passes=True), seat=ANNA)
    refused(world, ResetTrap("pit"), "not_referee", seat=ANNA)
    done = do(world, ResetTrap("pit"))
    assert not list(done.seen_by(ANNA))
    assert state_of(world).progress == "armed"
    assert "Pit" not in set(secrets(world)), "what went off has been seen"
    assert "trap.called" in entering(world).keys
    do(world, IdentifyTrap("anna"), [3, 3], seat=ANNA)
    assert state_of(world).progress == "identified"


@pytest.mark.rule("NW3-TRAP-10")
def test_t11_a_removed_trap_cannot_be_reset() -> None:
    world = facing()
    state_of(world).progress = "removed"
    refused(world, ResetTrap("pit"), "trap_removed")
    refused(world, ResetTrap("nothing"), "no_trap")
    refused(world, ResetTrap("pit", "coin_vault"), "no_trap")


@pytest.mark.rule("NW3-TRAP-10")
@pytest.mark.parametrize(("id", "progress"), [("flipper_floor", "armed"), ("steel_ball", "spent")])
def test_some_arm_themselves_when_the_area_is_entered_again(id: str, progress: str) -> None:
    world = facing(id, enter=False)
    state_of(world, id).progress = "spent"
    entering(world)
    assert state_of(world, id).progress == progress


# ---------------------------------------------------------------- hidden ones


@pytest.mark.rule("NW3-TRAP-13", "NW3-FORT-OPEN-21")
def test_a_hidden_trap_asks_for_danger_sense_first() -> None:
    world = facing(enter=False)
    area_of(world).traps.clear()
    do(world, PlaceTrap("pit"))
    refused(world, PlaceTrap("pit"), "trap_here")
    refused(world, PlaceTrap("nothing"), "no_trap")
    refused(world, IdentifyTrap("anna"), "no_trap", seat=ANNA)
    do(world, CallDangerSense("trap", "pit"), [4, 4, 3, 3, 2, 2])  # 16, 11, 10
    assert state_of(world).noticed == ["anna"]
    refused(world, IdentifyTrap("ben"), "danger_not_noticed", seat=BEN)
    do(world, IdentifyTrap("anna"), [4, 2], seat=ANNA)
    assert state_of(world).progress == "identified"


@pytest.mark.rule("NW3-TRAP-13", "NW3-DANGER-06")
def test_a_hidden_trap_that_nobody_notices_goes_off() -> None:
    world = facing(enter=False)
    area_of(world).traps.clear()
    done = do(world, CallDangerSense("trap", "pit"), [2, 2, 2, 2, 2, 2, 3])
    assert "trap.activates" in done.keys
    assert (state_of(world).progress, who(world, "cora").hp) == ("spent", 25)


@pytest.mark.rule("NW3-TRAP-13", "NW3-FORT-OPEN-21")
def test_in_a_trap_area_and_in_the_open_identification_comes_at_once() -> None:
    world = facing(people=(pc("anna", awareness=9),))
    world.state.caskets.clear()
    world.state.scene = Scene("Alley", appeared=["anna"])
    do(world, PlaceTrap("pit", hidden=False))
    do(world, IdentifyTrap("anna"), [3, 3], seat=ANNA)
    assert world.state.scene.traps["pit"].progress == "identified"


# ---------------------------------------------------------------- who may, and the menu


@pytest.mark.rule("NW3-TRAP-02")
def test_who_cannot_look_at_it() -> None:
    world = facing()
    refused(world, IdentifyTrap("anna"), "not_your_character", seat=BEN)
    who(world, "anna").hp = 0
    refused(world, IdentifyTrap("anna"), "incapacitated", seat=ANNA)
    who(world, "anna").hp, who(world, "anna").present = 5, False
    refused(world, IdentifyTrap("anna"), "not_in_scene", seat=ANNA)
    who(world, "anna").kind = "guest"
    refused(world, IdentifyTrap("anna"), "not_a_pc", seat=ANNA)
    world.state.battle = Battle(["ben"], round=1)
    refused(world, IdentifyTrap("ben"), "in_combat", seat=BEN)
    world.state.battle = None
    area_of(world).traps.clear()
    refused(world, IdentifyTrap("ben"), "no_trap", seat=BEN)
    refused(world, CallIdentification(), "no_trap")


@pytest.mark.rule("NW3-TRAP-02")
def test_the_referee_calls_again_when_somebody_who_had_not_tried_is_gone() -> None:
    world = facing()
    do(world, IdentifyTrap("anna", passes=True), seat=ANNA)
    do(world, IdentifyTrap("ben"), [6, 4], seat=BEN)
    who(world, "cora").present = False
    do(world, CallIdentification())
    assert state_of(world).progress == "identified"


@pytest.mark.rule("NW3-TRAP-02", "NW3-TRAP-11")
def test_menus_of_players_and_of_the_referee() -> None:
    def offered(world: Nw3World, seat: Any) -> list[Any]:
        shown = menu(world, seat)
        return [] if shown is None else [one.command for one in shown.offers if isinstance(one.command, OURS)]

    world = facing()
    assert offered(world, ANNA) == [IdentifyTrap("anna"), IdentifyTrap("anna", passes=True)]
    identified(world, "anna")
    state_of(world).tried = ["anna", "ben", "cora"]
    assert offered(world, ANNA) == [RemoveTrap("anna"), SetOffTrap("anna")]
    assert offered(world, BEN) == [SetOffTrap("ben")]
    state_of(world).progress = "spent"
    assert ResetTrap("pit") in offered(world, REFEREE)


@pytest.mark.rule("NW3-TRAP-11")
def test_the_program_gets_past_a_trap() -> None:
    world = facing()
    assert trap_policy.next_step(world) == IdentifyTrap("anna")
    state_of(world).tried = ["anna", "ben", "cora"]
    assert trap_policy.next_step(world) == CallIdentification()
    identified(world, "ben")
    assert trap_policy.next_step(world) == RemoveTrap("ben")
    who(world, "ben").hp = 0
    assert trap_policy.next_step(world) == SetOffTrap("anna")
    state_of(world).progress = "spent"
    assert trap_policy.next_step(world) is None
