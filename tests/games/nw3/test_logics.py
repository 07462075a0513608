"""NW3-LOGIC, NW3-PRANA-10: who is under a Logic, what players learn of it, and Remove Lunar Logic."""

from __future__ import annotations

from typing import Any

import pytest

from nw3_battle import REFEREE, do, fighter, refused, seat, who
from nw3_dives import area_of, casket_of, hound, inside, pc
from rulewright.engine.journal import Seat
from rulewright.games.nw3.dice import judging
from rulewright.games.nw3.episodes.episode import EndScenario, NewSitting, NextEpisode
from rulewright.games.nw3.episodes.scenes import Appear, CloseScene
from rulewright.games.nw3.fortresses import logics
from rulewright.games.nw3.fortresses.logics import AddLogic, EndLogic, RemoveLogic, RevealLogic
from rulewright.games.nw3.playing.view import secrets, view
from rulewright.games.nw3.state import Nw3World

ANNA, BEN = seat("anna"), seat("ben")
WATCHER = Seat("watcher", "Watcher", "spectator")
SCOPES = (
    '[[logic]]\nid = "{0}"\nname = "{0}"\nscope = "{0}"\ntext = "Text."\n'
    '[[logic.effect]]\nkind = "modify"\nscope = "stat"\nstat = "eva"\namount = {1}\n'
)


def under(*ids: str, prana: int = 5, **values: Any) -> Nw3World:
    """Anna with SPD 15 and this much Prana, Ben, and the hound, under these Logics."""
    return inside(pc("anna", spd=15, mp=12, prana=prana), pc("ben", spd=9), hound(), holding=ids, **values)


# ---------------------------------------------------------------- being under them


@pytest.mark.rule("NW3-LOGIC-01", "NW3-LOGIC-03")
def test_l1_a_logic_counts_in_the_standing_numbers_of_who_is_inside() -> None:
    world = under("slow_clock")
    assert who(world, "anna").stats.spd == 12
    assert who(world, "hound").stats.spd == 0
    casket_of(world).inside.remove("ben")
    logics.settle(world)
    assert who(world, "ben").stats.spd == 9


@pytest.mark.rule("NW3-LOGIC-03")
def test_scopes_say_whom_a_logic_is_about() -> None:
    scopes = ("all", "pcs", "enemies", "wizards", "emulators", "ruler_side")
    records = [SCOPES.format(scope, 10**place) for place, scope in enumerate(scopes)]
    tame = fighter("tame", "others", record="lost_boy", kind="extra")
    clerk = fighter("clerk", "wizards", record="night_clerk", kind="guest")
    world = inside(pc("anna"), hound(), tame, clerk, holding=scopes, records=records, ruler="hound")
    assert [who(world, id).stats.eva for id in ("anna", "hound", "tame", "clerk")] == [1011, 110101, 1, 1001]
    casket_of(world).ruler = "anna"
    logics.settle(world)
    assert [who(world, id).stats.eva for id in ("anna", "hound")] == [101011, 10101]


@pytest.mark.rule("NW3-LOGIC-03", "NW3-LOGIC-01")
def test_who_enters_is_under_them_at_once_and_nobody_once_it_has_ended() -> None:
    world = under("slow_clock")
    world.state.characters["cora"] = pc("cora", spd=8, present=False)
    casket_of(world).inside.append("cora")
    do(world, Appear("cora"))
    assert who(world, "cora").stats.spd == 5
    world.state.caskets.clear()
    logics.settle(world)
    assert [one.stats.spd for one in world.state.characters.values()] == [15, 9, 0, 8]
    assert not any(one.effects for one in world.state.characters.values())


@pytest.mark.rule("NW3-LOGIC-02")
def test_where_two_logics_touch_one_number_both_count_and_the_later_can_be_ended_by_the_referee() -> None:
    faster = SCOPES.format("all", 4).replace("eva", "spd")
    world = under("slow_clock", "all", records=[faster])
    assert who(world, "anna").stats.spd == 16
    do(world, EndLogic("all"))
    assert who(world, "anna").stats.spd == 12


@pytest.mark.rule("NW3-LOGIC-02")
def test_a_logic_wins_against_the_rule_that_enemies_may_take_seven() -> None:
    world = under("honest_dice")
    who(world, "hound").sevens = ["initiative"]
    assert not judging.asked(world, who(world, "hound"), "initiative", 5, "numeric").seven
    world.state.caskets.clear()
    assert judging.asked(world, who(world, "hound"), "initiative", 5, "numeric").seven


# ---------------------------------------------------------------- known and unknown


@pytest.mark.rule("NW3-LOGIC-04")
def test_players_are_told_what_they_know_when_they_enter_and_once() -> None:
    world = under("slow_clock", "silver_tongues")
    told = [event for event in _entering(world) if event.key == "logic.known"]
    assert [(event.to, event.facts["logic"]) for event in told] == [
        (("anna", "referee"), "Slow Clock"), (("ben", "referee"), "Slow Clock"),
    ]  # fmt: skip
    assert not [event for event in _entering(world) if event.key == "logic.known"]


def _entering(world: Nw3World) -> list[Any]:
    told: list[Any] = []
    world.tell = told.append
    assert not list(logics.on_entering(world, list(world.state.characters.values())))
    return told


@pytest.mark.rule("NW3-LOGIC-04")
def test_an_unknown_logic_shows_as_an_unknown_influence_until_it_is_revealed() -> None:
    world = under()
    done = do(world, AddLogic("silver_tongues"))
    seen = [event.key for event in done.seen_by(ANNA)]
    assert seen == ["logic.influence"]
    assert not any("Silver" in str(event.facts) for event in done.seen_by(ANNA))
    assert {event.key for event in done.seen_by(REFEREE)} == {"logic.begins", "logic.influence", "logic.acts"}
    assert who(world, "hound").effects[0].block == "influence.unknown"
    assert "Silver Tongues" in set(secrets(world))
    do(world, RevealLogic("silver_tongues"))
    assert who(world, "hound").effects[0].block == "logic:silver_tongues"
    assert "Silver Tongues" not in set(secrets(world))
    assert refused(world, RevealLogic("silver_tongues"), "logic_revealed").rule == "NW3-LOGIC-04"
    assert "influence" not in str(view(world, REFEREE))


@pytest.mark.rule("NW3-LOGIC-01")
def test_the_referee_adds_ends_and_makes_up_logics() -> None:
    world = under()
    do(world, AddLogic(name="No Whistling", text="Nobody may whistle.", scope="pcs", removable=False))
    assert casket_of(world).logics == ["own:1"]
    assert (
        refused(world, RemoveLogic("anna", "own:1"), "logic_not_removable", seat=ANNA).facts["logic"] == "No Whistling"
    )
    do(world, EndLogic("own:1"))
    assert casket_of(world).logics == []
    do(world, AddLogic("own:1"))
    assert casket_of(world).logics == ["own:1"]
    assert refused(world, AddLogic("own:1"), "logic_in_force").rule == "NW3-LOGIC-01"
    refused(world, AddLogic("nothing"), "no_such_logic")
    refused(world, AddLogic(name=" "), "no_such_logic")
    refused(world, EndLogic("slow_clock"), "no_such_logic")
    refused(world, AddLogic("slow_clock"), "not_referee", seat=ANNA)
    refused(world, EndLogic("own:1"), "not_referee", seat=ANNA)
    world.state.caskets.clear()
    refused(world, AddLogic("slow_clock"), "no_casket")


@pytest.mark.rule("NW3-LOGIC-09", "NW3-FORT-OPEN-15")
@pytest.mark.parametrize("policy", ["gm_only", "ruler_with_gm"])
def test_in_the_lunar_casket_of_a_pc_a_logic_needs_the_referee(policy: str) -> None:
    world = under(ruler="anna", pc_ruler_logic=policy)
    if policy == "gm_only":
        refused(world, AddLogic("slow_clock"), "not_referee", seat=ANNA)
        return
    refused(world, AddLogic("slow_clock"), "not_referee", seat=BEN)
    refused(world, AddLogic("slow_clock"), "gm_refused", seat=ANNA)
    refused(world, AddLogic(name="Mine"), "gm_refused", seat=ANNA)
    do(world, AddLogic("slow_clock"), answers={"allow_logic": ["yes"]}, seat=ANNA)
    assert casket_of(world).logics == ["slow_clock"]


# ---------------------------------------------------------------- Remove Lunar Logic


@pytest.mark.rule("NW3-LOGIC-06", "NW3-LOGIC-07")
def test_l2_one_prana_stops_one_logic_for_one_character() -> None:
    world = under("slow_clock")
    do(world, RemoveLogic("anna", "slow_clock"), seat=ANNA)
    assert (who(world, "anna").stats.spd, who(world, "anna").prana) == (15, 4)
    assert who(world, "ben").stats.spd == 6


@pytest.mark.rule("NW3-PRANA-10", "NW3-LOGIC-06")
@pytest.mark.parametrize(("lifted", "stays"), [("slow_clock", "coin_for_all"), ("coin_for_all", "slow_clock")])
def test_l3_one_prana_lifts_one_logic_of_the_players_choice(lifted: str, stays: str) -> None:
    world = under("slow_clock", "coin_for_all", prana=1)
    do(world, RemoveLogic("anna", lifted), seat=ANNA)
    anna = who(world, "anna")
    assert (anna.prana, anna.removed_logics) == (0, [lifted])
    assert who(world, "ben").removed_logics == []  # only for the spender
    refused(world, RemoveLogic("anna", stays), "not_enough_prana", seat=ANNA)
    anna.prana = 1
    do(world, RemoveLogic("anna", stays), seat=ANNA)
    assert anna.removed_logics == [lifted, stays]


@pytest.mark.rule("NW3-LOGIC-06")
def test_l5_what_acts_on_others_is_not_theirs_to_remove() -> None:
    world = under("silver_tongues")
    do(world, RevealLogic("silver_tongues"))
    refused(world, RemoveLogic("anna", "silver_tongues"), "logic_not_affecting", seat=ANNA)


@pytest.mark.rule("NW3-LOGIC-04", "NW3-LOGIC-06")
def test_l6_what_is_not_revealed_cannot_be_told_from_what_is_not_there() -> None:
    world = under("silver_tongues")
    hidden = refused(world, RemoveLogic("anna", "silver_tongues"), "logic_unknown", seat=ANNA)
    absent = refused(world, RemoveLogic("anna", "slow_clock"), "logic_unknown", seat=ANNA)
    assert {**hidden.facts, "logic": ""} == {**absent.facts, "logic": ""}
    assert hidden.facts["logic"] == "silver_tongues"  # what was asked for, not its name


@pytest.mark.rule("NW3-LOGIC-06")
def test_l7_without_prana_nothing_is_removed() -> None:
    refused(under("slow_clock", prana=0), RemoveLogic("anna", "slow_clock"), "not_enough_prana", seat=ANNA)


@pytest.mark.rule("NW3-LOGIC-06")
def test_l9_what_is_not_removable_costs_nothing() -> None:
    world = under("honest_dice", prana=1)
    refused(world, RemoveLogic("anna", "honest_dice"), "logic_not_removable", seat=ANNA)
    assert who(world, "anna").prana == 1


@pytest.mark.rule("NW3-LOGIC-06", "NW3-PRANA-10")
def test_l12_a_second_removal_is_refused() -> None:
    world = under("slow_clock")
    do(world, RemoveLogic("anna", "slow_clock"), seat=ANNA)
    refused(world, RemoveLogic("anna", "slow_clock"), "already_removed", seat=ANNA)
    assert who(world, "anna").prana == 4


@pytest.mark.rule("NW3-LOGIC-06", "NW3-PRANA-02")
def test_who_may_remove_for_whom() -> None:
    world = under("slow_clock")
    refused(world, RemoveLogic("anna", "slow_clock"), "not_your_character", seat=BEN)
    refused(world, RemoveLogic("anna", "slow_clock"), "not_your_actor", seat=WATCHER)
    who(world, "anna").dead = True
    refused(world, RemoveLogic("anna", "slow_clock"), "logic_not_affecting", seat=ANNA)


@pytest.mark.rule("NW3-LOGIC-07", "NW3-PRANA-01")
def test_characters_of_the_referee_with_prana_may_do_the_same() -> None:
    world = under("coin_for_all")
    refused(world, RemoveLogic("hound", "coin_for_all"), "not_enough_prana")
    who(world, "hound").prana = 2
    do(world, RemoveLogic("hound", "coin_for_all"))
    assert (who(world, "hound").prana, who(world, "hound").removed_logics) == (1, ["coin_for_all"])


@pytest.mark.rule("NW3-LOGIC-08")
def test_the_whole_logic_goes_also_what_helps() -> None:
    both = SCOPES.format("pcs", 3) + '[[logic.effect]]\nkind = "modify"\nscope = "stat"\nstat = "spd"\namount = -1\n'
    world = under("pcs", records=[both])
    anna = who(world, "anna")
    assert (anna.stats.eva, anna.stats.spd) == (3, 14)
    do(world, RemoveLogic("anna", "pcs"), seat=ANNA)
    assert (anna.stats.eva, anna.stats.spd) == (0, 15)


@pytest.mark.rule("NW3-LOGIC-06", "NW3-FORT-OPEN-14")
def test_l11_a_logic_that_is_met_again_stays_without_effect() -> None:
    world = under("slow_clock")
    do(world, RemoveLogic("anna", "slow_clock"), seat=ANNA)
    world.state.phase = "after"
    casket = casket_of(world)
    world.state.caskets.clear()
    world.state.scene = None
    do(world, NextEpisode())
    world.state.caskets.append(casket)
    logics.settle(world)
    assert who(world, "anna").stats.spd == 15
    refused(world, RemoveLogic("anna", "slow_clock"), "already_removed", seat=ANNA)


@pytest.mark.rule("NW3-OPEN-20", "NW3-PRANA-10", "NW3-FORT-OPEN-14")
@pytest.mark.parametrize(
    ("lasts", "sitting", "episode", "scenario"),
    [("scenario", False, False, True), ("episode", False, True, True), ("session", True, False, False)],
)
def test_how_long_a_logic_stays_lifted(lasts: str, sitting: bool, episode: bool, scenario: bool) -> None:
    def returns(*commands: Any) -> bool:
        world = under("slow_clock", logic_removal_lasts=lasts)
        do(world, RemoveLogic("anna", "slow_clock"), seat=ANNA)
        do(world, CloseScene("none"))
        world.state.phase = "after"
        for command in commands:
            do(world, command)
        assert (who(world, "anna").stats.spd == 12) == ("slow_clock" not in who(world, "anna").removed_logics)
        return "slow_clock" not in who(world, "anna").removed_logics

    assert not returns()
    assert returns(NewSitting()) == sitting
    assert returns(NextEpisode()) == episode
    assert returns(NextEpisode(new_scenario=True)) == scenario
    assert returns(EndScenario()) == scenario


# ---------------------------------------------------------------- Objects


@pytest.mark.rule("NW3-FORT-09")
def test_an_object_in_the_area_helps_enemies_once_however_many_equal_ones_there_are() -> None:
    world = under(area="coin_vault")
    hound_ = who(world, "hound")
    logics.settle(world)
    assert [(one.scope, one.what, one.amount) for one in hound_.effects] == [("judge", "any", 2)]
    assert not who(world, "anna").effects
    area_of(world).objects.append("whispering_change")
    logics.settle(world)
    assert len(hound_.effects) == 1
    area_of(world).broken.append("whispering_change")
    logics.settle(world)
    assert not hound_.effects


@pytest.mark.rule("NW3-FORT-09")
def test_different_objects_add_up_and_those_of_an_event_area_wait() -> None:
    other = ('[[object]]\nid = "fog"\nname = "Fog"\nkind = "aura"\ntext = "Text."\n[[object.effect]]\nkind = "modify"\n'
             'on = "enemies"\nscope = "stat"\nstat = "eva"\namount = 1\n')  # fmt: skip
    world = under(
        area="owner_office",
        records=[other, other.replace('"fog"', '"mist"').replace("text =", "active_in_event = true\ntext =")],
    )
    area_of(world).objects += ["fog", "mist"]
    logics.settle(world)
    assert who(world, "hound").stats.eva == 1
    area_of(world).kind = "object"
    logics.settle(world)
    assert who(world, "hound").stats.eva == 2
    assert any(one.scope == "judge" for one in who(world, "hound").effects)
