"""NW3-CASKET: deploying, perceiving, entering, leaving and the end of a Lunar Casket; rows K1 to K12."""

from __future__ import annotations

from typing import Any

import pytest

from nw3_battle import battle_of
from nw3_fortress import (
    arcade,
    casket_of,
    dive_of,
    diving,
    do,
    entered,
    fighter,
    pc,
    prepared,
    refused,
    seat,
    who,
)
from rulewright.engine.world import World
from rulewright.games.nw3.battles.battle import EndBattle, StartBattle
from rulewright.games.nw3.episodes.appearance import AppearanceCheck
from rulewright.games.nw3.episodes.episode import NextPhase
from rulewright.games.nw3.episodes.scenes import Appear, CloseScene, OpenScene, start
from rulewright.games.nw3.fortresses.caskets import (
    ChangeCasket,
    DeployCasket,
    EnterCasket,
    LeaveCasket,
    RemoveCasket,
    dreaming,
    perceives,
)
from rulewright.games.nw3.fortresses.diving import LeaveFortress, RulerDefeated
from rulewright.games.nw3.fortresses.objects import BreakCore
from rulewright.games.nw3.fortresses.position import area_of
from rulewright.games.nw3.fortresses.refereeing import PlayArea
from rulewright.games.nw3.fortresses.standing_up import reconsider
from rulewright.games.nw3.game import game
from rulewright.games.nw3.options import Options
from rulewright.games.nw3.state import EMULATORS, Character, Lasting, Nw3World, State

INNOCENTS = ("lost_boy.1", "lost_boy.2", "lost_boy.3")


def boy(id: str, kind: Any = "npc") -> Character:
    """An ordinary boy."""
    return fighter(id, "others", kind=kind, record="lost_boy", player="referee")


def emulator(id: str = "ghoul", **values: Any) -> Character:
    return fighter(id, EMULATORS, **values)


def street(*people: Character, absent: tuple[str, ...] = (), **options: Any) -> Nw3World:
    """A Scene of two PCs, an Emulator and three Innocents, or of these."""
    everybody = people or (pc("anna"), pc("ben"), emulator(), *(boy(id) for id in INNOCENTS))
    state = State(Options(**options), characters={one.id: one for one in everybody}, phase="middle")
    world: Nw3World = World(state, arcade(), None)
    start(world, "Street", appearing=[one for one in everybody if one.id not in absent])
    return world


def deployed(*people: Character, by: str = "anna", absent: tuple[str, ...] = (), **options: Any) -> Nw3World:
    world = street(*people, absent=absent, **options)
    do(world, DeployCasket(by))
    return world


@pytest.mark.rule("NW3-CASKET-02", "NW3-CASKET-03", "NW3-CASKET-04", "NW3-CASKET-07")
def test_k1_innocents_inside_become_extras_that_dream() -> None:
    world = street()
    done = do(world, DeployCasket("anna", "the whole street"), answers={"deploy_casket": "yes"}, seat=seat("anna"))
    casket = casket_of(world)
    assert (casket.ruler, casket.area) == ("anna", "the whole street")
    assert casket.inside == ["anna", "ben", "ghoul", *INNOCENTS]
    assert [who(world, id).kind for id in INNOCENTS] == ["extra"] * 3
    assert [dreaming(world, one) for one in world.state.characters.values()] == [False] * 3 + [True] * 3
    assert (who(world, "ben").kind, who(world, "ghoul").kind) == ("pc", "enemy")
    assert not done.rolls
    assert "casket.deployed" in done.keys


@pytest.mark.rule("NW3-CASKET-05", "NW3-CASKET-13")
def test_k2_with_the_scene_it_ends_and_innocents_are_what_they_were() -> None:
    world = deployed()
    who(world, "ben").effects.append(Lasting(7, "drill", "anna", "flag", "hidden", until="casket"))
    who(world, "anna").effects.append(Lasting(8, "drill", "anna", "flag", "hidden", until="until_removed"))
    do(world, CloseScene("none"))
    assert not world.state.caskets
    assert [who(world, id).kind for id in INNOCENTS] == ["npc"] * 3
    assert not who(world, "ben").effects
    assert who(world, "anna").effects


@pytest.mark.rule("NW3-CASKET-05")
def test_k3_only_the_ruler_and_the_referee_remove_it() -> None:
    world = deployed()
    refused(world, RemoveCasket("ben"), "not_the_ruler", seat=seat("ben"))
    refused(world, RemoveCasket(), "not_the_ruler", seat=seat("anna"))
    refused(world, RemoveCasket("anna"), "not_your_character", seat=seat("ben"))
    do(world, RemoveCasket("anna"), seat=seat("anna"))
    assert not world.state.caskets
    refused(world, RemoveCasket(), "no_casket")
    world = deployed()
    do(world, RemoveCasket())
    assert not world.state.caskets


@pytest.mark.rule("NW3-CASKET-02", "NW3-FORT-OPEN-03")
@pytest.mark.parametrize("nested", [False, True])
def test_k4_no_second_one_inside_unless_the_table_has_it_so(nested: bool) -> None:
    world = deployed(nested_caskets=nested)
    if not nested:
        refused(world, DeployCasket("ghoul"), "casket_exists")
        return
    do(world, DeployCasket("ghoul"))
    assert [one.ruler for one in world.state.caskets] == ["anna", "ghoul"]
    do(world, RemoveCasket())
    assert [one.ruler for one in world.state.caskets] == ["anna"]


@pytest.mark.rule("NW3-CASKET-11", "NW3-CASKET-12", "NW3-CASKET-03")
def test_k5_without_its_ruler_it_collapses_at_once() -> None:
    world = deployed(by="ghoul")
    refused(world, LeaveCasket("lost_boy.1"), "extra_stays")
    do(world, LeaveCasket("ben"), seat=seat("ben"))
    assert not who(world, "ben").present
    refused(world, LeaveCasket("ben"), "not_in_scene")
    done = do(world, LeaveCasket("ghoul"))
    assert done.keys == ["casket.left", "casket.collapses", "casket.ends"]
    assert not world.state.caskets


@pytest.mark.rule("NW3-CASKET-12", "NW3-CASKET-03")
def test_k6_k7_a_core_holds_it_up_until_it_is_broken() -> None:
    world = deployed(by="ghoul")
    casket_of(world).core = True
    do(world, LeaveCasket("ghoul"))
    assert casket_of(world).ruler == ""
    casket_of(world).core = False
    run(world)
    assert not world.state.caskets


def run(world: Nw3World) -> None:
    for _ in reconsider(world, casket_of(world)):
        raise AssertionError("nothing is asked")


@pytest.mark.rule("NW3-CASKET-12")
@pytest.mark.parametrize(
    ("rules", "core", "stands"),
    [(True, None, True), (True, True, True), (True, False, True), (False, True, True), (False, None, False),
     (False, False, False)],
)  # fmt: skip
def test_what_holds_it_up(rules: bool, core: bool | None, stands: bool) -> None:
    world = deployed()
    casket_of(world).core, casket_of(world).ruler_defeated = core, not rules
    run(world)
    assert bool(world.state.caskets) == stands


@pytest.mark.rule("NW3-FORT-OPEN-05", "NW3-CASKET-12")
@pytest.mark.parametrize("collapses", [False, True])
def test_the_core_broken_with_the_ruler_inside(collapses: bool) -> None:
    world = entered("g1", core_broken_collapses=collapses)
    dive_of(world).where["anna"] = "jackpot_engine"
    do(world, PlayArea("jackpot_engine"))
    here = area_of(world, "jackpot_engine")
    assert here is not None
    here[1].objects = ["jackpot_core"]
    do(world, BreakCore())
    assert bool(world.state.caskets) != collapses


@pytest.mark.rule("NW3-CASKET-06", "NW3-DIVE-03", "NW3-FORT-OPEN-04")
@pytest.mark.parametrize("gm_only", [True, False])
def test_k8_k9_during_a_dive_it_stands(gm_only: bool) -> None:
    world = diving(dive_lock_gm_only=gm_only)
    refused(world, RemoveCasket(casket_of(world).ruler), "dive_lock")
    do(world, CloseScene())
    assert casket_of(world).fortress == "drowned_arcade"
    if gm_only:
        do(world, RemoveCasket())
        assert not world.state.caskets
    else:
        refused(world, RemoveCasket(), "dive_lock")


@pytest.mark.rule("NW3-CASKET-06")
def test_after_the_climax_phase_the_ruler_can_remove_it() -> None:
    world = diving()
    do(world, CloseScene())
    do(world, NextPhase())
    do(world, NextPhase())
    do(world, RemoveCasket(casket_of(world).ruler))
    assert not world.state.caskets


@pytest.mark.rule("NW3-CASKET-12")
def test_a_collapse_in_a_dive_waits_for_the_referee_at_most_to_the_end_of_the_climax() -> None:
    world = diving()
    casket_of(world).core = None
    done = do(world, RulerDefeated(), answers={"collapse_now": "no"})
    assert "collapse_now" in done.questions
    assert casket_of(world).falling
    do(world, CloseScene())
    do(world, NextPhase())
    assert world.state.caskets
    do(world, NextPhase())
    assert not world.state.caskets


@pytest.mark.rule("NW3-CASKET-09", "NW3-CASKET-08", "NW3-CASKET-10")
def test_k10_nobody_finds_a_hidden_one() -> None:
    world = deployed(absent=("ben", "lost_boy.3"))
    ben, boy_3 = who(world, "ben"), who(world, "lost_boy.3")
    assert perceives(world, casket_of(world), ben)
    assert not perceives(world, casket_of(world), boy_3)
    do(world, ChangeCasket(hidden=True))
    assert not perceives(world, casket_of(world), ben)
    refused(world, EnterCasket("ben"), "casket_not_perceived", seat=seat("ben"))
    do(world, ChangeCasket(hidden=False, moon="the harbour", zones={"roof": ("anna",)}))
    assert (casket_of(world).moon, casket_of(world).zones) == ("the harbour", {"roof": ["anna"]})
    do(world, EnterCasket("ben"), seat=seat("ben"))
    assert ben.present
    assert "ben" in casket_of(world).inside
    refused(world, EnterCasket("ben"), "already_inside")


@pytest.mark.rule("NW3-CASKET-09")
def test_players_cannot_hide_one_and_do_not_hear_of_a_hidden_one() -> None:
    world = street()
    refused(world, DeployCasket("anna", hidden=True), "not_referee", seat=seat("anna"))
    done = do(world, DeployCasket("ghoul", hidden=True, leave_out=("ben",)))
    assert "ben" not in casket_of(world).inside
    told = done.event("casket.deployed")
    assert told.visible_to("referee")
    assert not told.visible_to("ben")


@pytest.mark.rule("NW3-CASKET-10")
def test_k11_for_an_innocent_there_is_no_such_place() -> None:
    world = deployed(absent=("lost_boy.3",))
    refused(world, EnterCasket("lost_boy.3"), "innocent_cannot_enter")


@pytest.mark.rule("NW3-CASKET-10")
def test_where_appearance_is_checked_it_is_checked_here_too() -> None:
    world = deployed(pc("anna"), pc("ben", attributes={"luck": 7}), absent=("ben",), appearance_checks=True)
    done = do(world, EnterCasket("ben"), (1, 2), seat=seat("ben"))
    assert done.rolls
    assert who(world, "ben").present
    assert "ben" in casket_of(world).inside


@pytest.mark.rule("NW3-CASKET-01")
def test_k12_those_inside_keep_everything() -> None:
    world = deployed()
    anna = who(world, "anna")
    anna.hp, anna.mp, anna.used = 12, 3, {"scenario:drill": 1}
    do(world, RemoveCasket("anna"))
    assert (anna.hp, anna.mp, anna.used) == (12, 3, {"scenario:drill": 1})
    assert anna.present


@pytest.mark.rule("NW3-CASKET-02")
def test_who_cannot_deploy_one() -> None:
    world = street(pc("anna"), pc("ben", hp=0), pc("cleo"), pc("dora"), boy("boy"), absent=("dora",))
    who(world, "anna").skills = {}
    refused(world, DeployCasket("anna"), "no_casket_skill", seat=seat("anna"))
    refused(world, DeployCasket("boy"), "no_casket_skill")
    refused(world, DeployCasket("ben"), "incapacitated")
    who(world, "ben").dead = True
    refused(world, DeployCasket("ben"), "dead")
    refused(world, DeployCasket("dora"), "not_in_scene")
    refused(world, DeployCasket("cleo"), "gm_refused", {"deploy_casket": "no"}, seat=seat("cleo"))
    do(world, CloseScene("none"))
    refused(world, DeployCasket("cleo"), "no_scene")


@pytest.mark.rule("NW3-FORT-OPEN-02", "NW3-CASKET-02")
def test_what_deploying_costs() -> None:
    world = street(casket_cost="gm_each_time")
    refused(world, DeployCasket("anna"), "not_enough_mp", {"casket_cost": 13})
    do(world, DeployCasket("anna"), answers={"casket_cost": 5})
    assert who(world, "anna").mp == 7
    world = street(pc("anna", spd=30, sevens=["initiative"]), emulator(), casket_cost="major_action")
    do(world, StartBattle(), (1, 2))
    assert battle_of(world).acting == "anna"
    refused(world, DeployCasket("ghoul"), "not_your_main_process")
    do(world, DeployCasket("anna"))
    assert battle_of(world).acting == "ghoul"
    world = street(pc("anna", spd=30, sevens=["initiative"]), emulator())
    do(world, StartBattle(), (1, 2))
    do(world, DeployCasket("ghoul"))
    assert battle_of(world).acting == "anna"


@pytest.mark.rule("NW3-CASKET-11", "NW3-CASKET-13")
def test_a_battle_goes_on_when_it_ends() -> None:
    world = deployed(pc("anna", spd=30, sevens=["initiative"]), emulator())
    do(world, StartBattle(), (1, 2))
    refused(world, LeaveCasket("anna"), "in_combat")
    do(world, RemoveCasket("anna"))
    assert world.state.battle is not None
    do(world, EndBattle())


@pytest.mark.rule("NW3-CASKET-07")
def test_who_comes_into_its_scene_is_inside() -> None:
    world = deployed(absent=("ben",))
    do(world, Appear("ben"))
    assert "ben" in casket_of(world).inside


@pytest.mark.rule("NW3-CASKET-14")
def test_the_warning_stands_in_the_rulebook() -> None:
    assert "place of the world" in game.rulebook().rules["NW3-CASKET-14"].text


@pytest.mark.rule("NW3-DIVE-01", "NW3-DIVE-05", "NW3-DIVE-09")
def test_a_fortress_is_not_simply_entered_or_left() -> None:
    world = prepared()
    refused(world, EnterCasket("anna"), "entrance_only")
    refused(world, LeaveCasket("anna"), "no_fortress_retreat")
    refused(world, LeaveFortress(("anna",)), "not_in_scene")


@pytest.mark.rule("NW3-DIVE-05", "NW3-FORT-14")
def test_who_is_outside_of_the_fortress_does_not_see_its_areas() -> None:
    world = diving(pc("anna"), pc("ben", kind="guest"))
    do(world, CloseScene())
    do(world, OpenScene("Harbour", appear=("anna",)))
    do(world, AppearanceCheck("ben"), answers={})
    assert "ben" not in dive_of(world).where


@pytest.mark.rule("NW3-CASKET-04", "NW3-ENEMY-07")
def test_innocents_in_a_battle_take_no_part_in_it_any_more() -> None:
    world = street()
    do(world, StartBattle(), [1, 3] * 6)
    assert set(INNOCENTS) <= set(battle_of(world).members)
    do(world, DeployCasket("anna"))
    assert set(battle_of(world).members) == {"anna", "ben", "ghoul"}
