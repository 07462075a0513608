"""CRN-MORALE: whether foes lose heart, when, by whose WIL, and what they do then."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from cairn_helpers import (
    PLAYER,
    Table,
    attack,
    do,
    fighting,
    foe,
    hireling,
    hit,
    lock,
    pc,
    refused_command,
    start,
    unworded,
    world,
)
from rulewright.engine.drivers import Script
from rulewright.games.cairn import morale, retreat
from rulewright.games.cairn.declarations import Declare
from rulewright.games.cairn.house_rules import Reinforce
from rulewright.games.cairn.saves import CallSave
from rulewright.games.cairn.state import Actor, Group


def band(number: int, WIL: int = 8, **options: Any) -> tuple[Table, list[Actor], Group]:
    """A party of one against a group of foes, in a fight."""
    table = world(first_round_save="none", **options)
    pc(table, hp=50)
    foes = [foe(table, f"F{index}", WIL=WIL, monster="goblin") for index in range(1, number + 1)]
    start(table)
    return table, foes, table.state.groups["foes"]


def fall(*foes: Actor, outcome: Any = "dead") -> None:
    for one in foes:
        one.outcome = outcome


def check(
    table: Table, faces: Sequence[int] = (), emptied: Sequence[Actor] = (), answers: dict[str, Any] | None = None
) -> Script:
    """The morale of all groups at the end of a phase."""
    assert table.state.fight is not None
    script = Script(faces, answers)
    script.run(morale.check(table, table.state.fight, emptied))
    assert unworded(table, "en", "fi") == []
    return script


def saves(script: Script) -> list[str]:
    """Who made a morale save."""
    return [roll.who for roll, _ in script.rolls if roll.why == "morale"]


# ---------------------------------------------------------------- worked examples: when


@pytest.mark.rule("CRN-MORALE-02")
def test_5_foes_1_out_is_the_first_casualty() -> None:
    table, foes, group = band(5)
    fall(foes[0])
    script = check(table, [8])
    assert (saves(script), group.used) == (["foes"], ["first_casualty"])
    assert not any(one.fleeing for one in foes)


@pytest.mark.rule("CRN-MORALE-03")
def test_5_foes_save_again_at_3_out_not_at_2() -> None:
    table, foes, group = band(5)
    fall(foes[0])
    check(table, [1])
    fall(foes[1])
    assert saves(check(table)) == []
    fall(foes[2])
    script = check(table, [1])
    assert (saves(script), group.used) == (["foes"], ["first_casualty", "half_lost"])
    assert script.asked[0].rule == "CRN-MORALE-03"
    fall(foes[3])
    assert saves(check(table)) == []


@pytest.mark.rule("CRN-MORALE-06", "CRN-MORALE-03")
@pytest.mark.parametrize(("number", "out"), [(4, 2), (2, 1)])
def test_both_triggers_in_one_phase_are_one_save(number: int, out: int) -> None:
    table, foes, group = band(number)
    fall(*foes[:out])
    assert saves(check(table, [1])) == ["foes"]
    assert group.used == ["first_casualty", "half_lost"]
    assert saves(check(table)) == []  # each trigger once per fight and group


@pytest.mark.rule("CRN-MORALE-04")
@pytest.mark.parametrize(("face", "flees"), [(9, False), (10, True)])
def test_a_lone_foe_at_hp_0(face: int, flees: bool) -> None:
    table = world()
    aino, ogre = pc(table), foe(table, "Ogre", hp=3, WIL=9)
    script = hit(table, aino, ogre, [3, face])
    assert (ogre.hp, ogre.fleeing) == (0, flees)
    assert script.asked[0].rule == "CRN-MORALE-04"


@pytest.mark.rule("CRN-MORALE-04")
def test_a_lone_foe_that_loses_strength_at_hp_0_does_not_save_again() -> None:
    table = world()
    aino, ogre = pc(table), foe(table, "Ogre", hp=0, hp_max=3, WIL=9)
    assert saves(hit(table, aino, ogre, [2, 1])) == []


@pytest.mark.rule("CRN-MORALE-04", "CRN-MORALE-06")
@pytest.mark.parametrize(("faces", "morale_saves"), [([4, 1, 9], 1), ([4, 20], 0)])
def test_a_lone_foe_saves_for_morale_after_the_critical_save_and_only_if_it_still_fights(
    faces: list[int], morale_saves: int
) -> None:
    table = world()
    aino, ogre = pc(table), foe(table, "Ogre", hp=3, WIL=9)
    script = hit(table, aino, ogre, faces)
    whys = [roll.why for roll, _ in script.rolls]
    assert whys == ["damage", "critical damage", "morale"][: 2 + morale_saves]


@pytest.mark.rule("CRN-MORALE-05")
@pytest.mark.parametrize(
    ("standing", "flees"), [(True, False), (False, True)]
)  # fmt: skip
def test_leader_wil_13_while_the_leader_stands_then_the_own_8(standing: bool, flees: bool) -> None:
    table, foes, group = band(3)
    chief = foe(table, "Chief", WIL=13, group="chiefs")
    assert table.state.fight is not None
    table.state.fight.members.append("chief")
    group.morale, group.leader = "leader_wil", chief.id
    table.state.groups["chiefs"].used = ["first_casualty", "half_lost"]
    fall(foes[0], *([] if standing else [chief]))
    check(table, [12])
    assert [one.fleeing for one in foes] == [False, flees, flees]


# ---------------------------------------------------------------- who and when


@pytest.mark.rule("CRN-MORALE-01")
def test_neither_pcs_nor_hirelings_save_for_morale_unless_asked() -> None:
    table = world(first_round_save="none")
    aino, ilmo = pc(table, hp=1, STR=2), hireling(table, "Ilmo", hp=1)
    goblin = foe(table, monster="goblin")
    start(table)
    lock(table)
    attack(table, goblin, aino, weapon="knife")
    assert saves(lock(table, [6])) == []
    assert aino.outcome == "dead"
    script = do(table, CallSave(ilmo.id, "WIL"), [3])
    assert script.rolls[0][0].who == "ilmo"


@pytest.mark.rule("CRN-MORALE-02")
@pytest.mark.parametrize("outcome", ["dead", "destroyed", "critical", "routed", "knocked_out", "surrendered"])
def test_everyone_out_of_action_is_a_loss(outcome: str) -> None:
    table, foes, group = band(5)
    fall(foes[0], outcome=outcome)
    assert saves(check(table, [1])) == ["foes"]
    assert group.used == ["first_casualty"]


@pytest.mark.rule("CRN-MORALE-02", "CRN-LOSS-04")
@pytest.mark.parametrize("ability", ["DEX", "WIL"])
def test_the_paralysed_and_the_delirious_are_losses(ability: str) -> None:
    table, foes, _ = band(5)
    setattr(foes[0], ability, 0)
    assert saves(check(table, [1])) == ["foes"]


@pytest.mark.rule("CRN-MORALE-02", "CRN-MORALE-03")
@pytest.mark.parametrize(("value", "saved"), [("out_of_action", []), ("out_or_fled", ["foes"])])
def test_those_who_ran_count_only_where_the_table_says_so(value: str, saved: list[str]) -> None:
    table, foes, _ = band(5, morale_casualty=value)
    fall(foes[0], outcome="fled")
    assert saves(check(table, [1] * len(saved))) == saved


@pytest.mark.rule("CRN-MORALE-02")
def test_who_fell_before_the_fight_is_no_loss_in_it() -> None:
    table = world(first_round_save="none")
    pc(table)
    foes = [foe(table, f"F{number}") for number in range(1, 6)]
    fall(foes[0])
    start(table)
    group = table.state.groups["foes"]
    assert group.starting == 4
    assert saves(check(table)) == []
    fall(foes[1])
    assert saves(check(table, [1])) == ["foes"]


@pytest.mark.rule("CRN-MORALE-06", "CRN-ROUND-06")
def test_triggers_can_come_again_in_the_next_fight() -> None:
    table, foes, group = band(5)
    fall(foes[0])
    check(table, [1])
    table.state.fight = None
    start(table)
    assert (group.used, group.starting) == ([], 4)


@pytest.mark.rule("CRN-MORALE-06")
@pytest.mark.parametrize(
    ("value", "faces", "count"), [("one_save", [1], 1), ("two_saves", [1, 1], 2), ("two_saves", [20], 1)]
)
def test_two_triggers_are_one_save_or_two(value: str, faces: list[int], count: int) -> None:
    table, foes, _ = band(4, morale_two_triggers=value)
    fall(*foes[:2])
    script = check(table, faces)
    assert len(saves(script)) == count
    rules = [question.rule for question in script.asked]
    assert rules == ["CRN-MORALE-02", "CRN-MORALE-03"][:count]


@pytest.mark.rule("CRN-MORALE-05", "CRN-MORALE-06")
def test_a_group_that_never_breaks_uses_its_triggers_up() -> None:
    table, foes, group = band(5)
    group.morale = "never"
    fall(foes[0])
    assert check(table).asked == []
    group.morale = "own_wil"
    assert saves(check(table)) == []
    fall(foes[1], foes[2])
    assert saves(check(table, [1])) == ["foes"]


@pytest.mark.rule("CRN-MORALE-05", "CRN-MORALE-04")
def test_a_lone_foe_that_never_breaks_uses_its_trigger_up() -> None:
    table, foes, group = band(1)
    group.morale = "never"
    assert saves(check(table, (), foes)) == []
    assert group.used == ["lone_at_zero_hp"]


@pytest.mark.rule("CRN-MORALE-06")
def test_a_lone_foes_trigger_comes_once_per_fight() -> None:
    table, foes, _ = band(1)
    assert saves(check(table, [1], foes)) == ["foes"]
    assert saves(check(table, (), foes)) == []  # healed and at 0 again


@pytest.mark.rule("CRN-MORALE-06", "CRN-ROUND-10")
def test_morale_is_the_last_step_of_a_phase_and_told_once() -> None:
    table = world(first_round_save="none")
    aino = pc(table)
    foes = [foe(table, f"F{number}", hp=1, STR=2) for number in (1, 2)]
    foe(table, "F3")
    start(table)
    attack(table, aino, foes[0])
    script = lock(table, [3, 9])
    assert [roll.why for roll, _ in script.rolls] == ["damage", "morale"]
    assert [event.key for event in table.events[-2:]] == ["morale.flees", "phase.foes"]


@pytest.mark.rule("CRN-MORALE-07")
def test_one_that_started_alone_has_neither_first_casualty_nor_half() -> None:
    table, foes, group = band(1)
    other = foe(table, "Other", group="others")
    assert table.state.fight is not None
    table.state.fight.members.append(other.id)
    fall(foes[0])
    assert saves(check(table)) == []
    assert group.used == []


@pytest.mark.rule("CRN-MORALE-07")
def test_a_single_survivor_saves_for_the_loss_and_later_for_its_own_hp() -> None:
    table, foes, group = band(2)
    fall(foes[0])
    assert saves(check(table, [1], [foes[1]])) == ["foes"]  # the loss; its own HP fell in the same phase
    assert group.used == ["first_casualty", "half_lost"]
    foes[1].hp = 0
    assert saves(check(table, [1], [foes[1]])) == ["foes"]
    assert group.used[-1] == "lone_at_zero_hp"


@pytest.mark.rule("CRN-MORALE-04")
def test_one_of_two_is_no_lone_foe_and_a_party_at_0_hp_is_none_of_its_business() -> None:
    table, foes, _ = band(2)
    assert saves(check(table, (), foes)) == []
    table, _, _ = band(1)
    assert saves(check(table, (), [table.state.actors["aino"]])) == []


@pytest.mark.rule("CRN-MORALE-04")
@pytest.mark.parametrize(
    ("value", "number", "saved"),
    [("only_foe_now", 1, 1), ("started_alone", 1, 1), ("only_foe_now", 3, 1), ("started_alone", 3, 0)],
)
def test_lone_is_the_only_one_now_or_one_that_started_alone(value: str, number: int, saved: int) -> None:
    table, foes, group = band(number, lone_foe=value)
    fall(*foes[1:])
    group.used = ["first_casualty", "half_lost"]
    assert len(saves(check(table, [1] * saved, [foes[0]]))) == saved


@pytest.mark.rule("CRN-MORALE-04")
def test_who_came_later_did_not_start_alone() -> None:
    table, foes, _ = band(1, lone_foe="started_alone")
    do(table, Reinforce("more", "goblin"))
    fall(foes[0])
    assert saves(check(table, (), [table.state.actors["more"]])) == []


# ---------------------------------------------------------------- whose WIL


@pytest.mark.rule("CRN-MORALE-05")
def test_of_mixed_members_the_highest_wil_still_in_the_fight_counts() -> None:
    table, foes, _ = band(4)
    for one, will in zip(foes, (18, 5, 11, 7)):
        one.WIL = will
    fall(foes[0])
    check(table, [11])
    assert table.told("morale.stays")[0].facts["value"] == 11
    fall(foes[1])
    check(table, [12])
    assert [one.fleeing for one in foes] == [False, False, True, True]


@pytest.mark.rule("CRN-MORALE-05")
@pytest.mark.parametrize(
    ("mode", "answers", "value"),
    [
        ("leader_wil", {}, 13),
        ("own_wil", {}, 8),
        ("leader_wil", {"morale_wil": "own"}, 8),
        ("own_wil", {"morale_wil": "leader"}, 13),
    ],
)
def test_the_referee_may_choose_whose_wil_before_the_roll(mode: Any, answers: dict[str, str], value: int) -> None:
    table, foes, group = band(5)
    foes[4].WIL = 13
    group.morale, group.leader = mode, foes[4].id
    for one in foes[:4]:
        one.WIL = 8
    leader = foes[4]
    group.members.remove(leader.id)
    fall(foes[0])
    script = check(table, [1], (), answers)
    assert [question.key for question in script.asked] == ["morale_call", "morale_wil"]
    assert table.told("morale.stays")[0].facts["value"] == value


@pytest.mark.rule("CRN-MORALE-05")
def test_a_leader_who_is_not_in_this_fight_does_not_lead() -> None:
    table, foes, group = band(5)
    foe(table, "Chief", WIL=13, group="chiefs")
    group.morale, group.leader = "leader_wil", "chief"
    fall(foes[0])
    script = check(table, [12])
    assert [question.key for question in script.asked] == ["morale_call"]
    assert foes[1].fleeing


@pytest.mark.rule("CRN-MORALE-02", "CRN-MORALE-05")
@pytest.mark.parametrize(
    ("value", "faces", "fleeing"),
    [("group", [9], ["f2", "f3"]), ("each_member", [8, 9], ["f3"]), ("each_member", [8, 8], [])],
)
def test_the_group_rolls_once_or_each_member(value: str, faces: list[int], fleeing: list[str]) -> None:
    table, foes, _ = band(3, morale_roll=value)
    fall(foes[0])
    script = check(table, faces)
    assert [one.id for one in foes if one.fleeing] == fleeing
    assert saves(script) == (["foes"] if value == "group" else ["f2", "f3"])


@pytest.mark.rule("CRN-MORALE-05")
def test_each_member_rolls_with_its_own_wil_or_all_with_the_leaders() -> None:
    for leader, fleeing in (("", ["f2"]), ("f3", [])):
        table, foes, group = band(3, morale_roll="each_member")
        foes[1].WIL, foes[2].WIL = 5, 12
        group.morale, group.leader = ("leader_wil" if leader else "own_wil"), leader
        fall(foes[0])
        check(table, [10, 10])
        assert [one.id for one in foes if one.fleeing] == fleeing


@pytest.mark.rule("CRN-MORALE-06")
def test_with_two_saves_only_those_who_stayed_roll_again() -> None:
    table, foes, _ = band(4, morale_roll="each_member", morale_two_triggers="two_saves")
    fall(*foes[:2])
    assert saves(check(table, [9, 8, 9])) == ["f3", "f4", "f4"]
    assert [one.fleeing for one in foes[2:]] == [True, True]


# ---------------------------------------------------------------- failure


@pytest.mark.rule("CRN-MORALE-08")
def test_the_broken_leave_in_their_next_phase_without_attacking() -> None:
    table, foes, _ = band(3)
    fall(foes[0])
    lock(table, [9])
    assert [one.fleeing for one in foes] == [False, True, True]
    refused_command(table, Declare("f2", "attack", weapon="knife", targets=("aino",)), "cannot_act")
    lock(table)
    assert [one.outcome for one in foes] == ["dead", "fled", "fled"]
    assert table.state.fight is None
    assert unworded(table, "en", "fi") == []


@pytest.mark.rule("CRN-MORALE-08")
@pytest.mark.parametrize(
    ("value", "faces", "outcomes"), [(False, [], ["fled", "fled"]), (True, [12, 13], ["fled", "in"])]
)
def test_flight_needs_a_dex_save_where_the_table_says_so(value: bool, faces: list[int], outcomes: list[str]) -> None:
    table, foes, _ = band(3, npc_flight_needs_dex=value)
    fall(foes[0])
    lock(table, [9])
    script = lock(table, faces)
    assert [one.outcome for one in foes[1:]] == outcomes
    assert [roll.why for roll, _ in script.rolls] == ["retreat"] * len(faces)
    if value:  # who did not get away tries again, still without attacking
        assert foes[2].fleeing
        lock(table)
        lock(table, [1])
        assert foes[2].outcome == "fled"


@pytest.mark.rule("CRN-MORALE-08")
def test_the_fleeing_can_be_attacked_before_they_leave() -> None:
    table, foes, _ = band(3)
    foes[1].fleeing = True
    hit(table, table.state.actors["aino"], foes[1], [3])
    assert foes[1].hp == 1


@pytest.mark.rule("CRN-MORALE-08")
def test_one_who_broke_and_then_fell_does_not_leave() -> None:
    table, foes, _ = band(3)
    foes[1].fleeing = True
    foes[1].DEX = 0
    table.state.groups["foes"].used = ["first_casualty", "half_lost"]
    lock(table)
    lock(table)
    assert foes[1].outcome == "in"


@pytest.mark.rule("CRN-MORALE-08")
@pytest.mark.parametrize(
    ("call", "faces", "outcome", "fleeing"),
    [
        ("surrender", [9], "surrendered", False),
        ("surrender", [8], "in", False),
        ("skip", [], "in", False),
        ("roll", [9], "in", True),
    ],
)
def test_the_referee_may_turn_flight_into_surrender_or_skip_the_save(
    call: str, faces: list[int], outcome: str, fleeing: bool
) -> None:
    table, foes, group = band(3)
    fall(foes[0])
    script = check(table, faces, (), {"morale_call": call})
    assert [(one.outcome, one.fleeing) for one in foes[1:]] == [(outcome, fleeing)] * 2
    assert (script.asked[0].to, script.asked[0].default) == ("referee", "roll")
    assert group.used == ["first_casualty"]


@pytest.mark.rule("CRN-MORALE-08", "CRN-MORALE-06")
def test_those_who_flee_already_do_not_save_again() -> None:
    table, foes, _ = band(5)
    for one in foes:
        one.fleeing = True
    fall(foes[0])
    assert check(table).asked == []


# ---------------------------------------------------------------- counting


@pytest.mark.rule("CRN-MORALE-09")
@pytest.mark.parametrize(("merge", "starting", "groups"), [("", 2, 2), ("foes", 4, 1)])
def test_reinforcements_are_a_group_of_their_own_unless_merged(merge: str, starting: int, groups: int) -> None:
    table, foes, group = band(2)
    do(table, Reinforce("more", "goblin", 2, merge))
    assert (group.starting, len(table.state.groups)) == (starting, groups)
    fall(foes[0])
    check(table, [1])
    assert group.used == (["first_casualty"] if merge else ["first_casualty", "half_lost"])
    if not merge:
        assert table.state.groups["more"].used == []


@pytest.mark.rule("CRN-MORALE-10")
def test_a_detachment_is_one_member() -> None:
    table, foes, group = band(3)
    foes[0].detachment = True
    fall(foes[0], outcome="destroyed")
    check(table, [1])
    assert group.used == ["first_casualty"]  # one of three, however many fighters it was


@pytest.mark.rule("CRN-MORALE-02")
def test_each_group_saves_for_its_own_losses() -> None:
    table, foes, _ = band(3)
    other = [foe(table, f"O{number}", group="others") for number in (1, 2, 3)]
    assert table.state.fight is not None
    table.state.fight.members.extend(one.id for one in other)
    fall(foes[0])
    assert saves(check(table, [20])) == ["foes"]
    assert not any(one.fleeing for one in other)


@pytest.mark.rule("CRN-MORALE-06")
def test_without_losses_nothing_is_asked() -> None:
    table, _, _ = band(3)
    assert check(table).asked == []


@pytest.mark.rule("CRN-MORALE-09", "CRN-GEN-06")
def test_only_the_referee_brings_reinforcements() -> None:
    table, _, _ = band(1)
    refused_command(table, Reinforce("more", "goblin"), "not_referee", seat=PLAYER)
    refused_command(table, Reinforce("more", "dragon"), "unknown_actor")
    refused_command(table, Reinforce("more", "goblin", 1, "nobody"), "bad_value")
    assert fighting(table).members == ["aino", "f1"]


@pytest.mark.rule("CRN-MORALE-03")
def test_each_of_those_who_ran_is_one_loss() -> None:
    table, foes, group = band(5, morale_casualty="out_or_fled")
    fall(*foes[:2], outcome="fled")
    check(table, [1])
    assert group.used == ["first_casualty"]
    fall(foes[2])
    check(table, [1])
    assert group.used == ["first_casualty", "half_lost"]


@pytest.mark.rule("CRN-MORALE-04", "CRN-MORALE-06")
def test_the_lone_foes_trigger_is_its_own_groups() -> None:
    table, foes, group = band(2)
    lone = foe(table, "Lone", group="others", WIL=19)
    assert table.state.fight is not None
    table.state.fight.members.append(lone.id)
    fall(*foes)
    group.used = ["first_casualty", "half_lost"]
    assert saves(check(table, [1], [lone])) == ["others"]
    assert group.used == ["first_casualty", "half_lost"]


@pytest.mark.rule("CRN-MORALE-08", "CRN-RETREAT-04")
def test_broken_foes_run_by_one_roll_where_the_table_rolls_so_and_the_fallen_do_not() -> None:
    table, foes, _ = band(3, npc_flight_needs_dex=True, retreat_roll="most_at_risk")
    foes[0].fleeing = foes[1].fleeing = True
    foes[0].DEX = 5
    lock(table)
    script = lock(table, [5])
    assert [roll.who for roll, _ in script.rolls] == ["f1"]
    assert [(one.outcome, one.fleeing) for one in foes] == [("fled", False), ("fled", False), ("in", False)]
    foes[2].fleeing, foes[2].DEX = True, 0
    table.state.fight = None
    assert run_flights(table, foes[2]) == []


def run_flights(table: Table, *foes: Actor) -> list[Actor]:
    return Script(()).run(retreat.flights(table, foes))


@pytest.mark.rule("CRN-MORALE-06", "CRN-ROUND-05")
def test_in_a_whole_round_a_loss_in_the_foes_own_phase_counts_at_once() -> None:
    table = world(first_round_save="none", simultaneity="whole_round")
    pc(table, hp=50)
    ogre = foe(table, "Ogre", monster="ogre", WIL=19)
    victim = foe(table, "Victim", hp=0, hp_max=1, STR=1)
    foe(table, "Third")
    start(table)
    lock(table)
    attack(table, ogre, victim, weapon="sweep")
    assert saves(lock(table, [6, 1])) == ["foes"]
    assert table.state.fight is not None
    assert table.state.fight.removed == []
