"""CRN-HEAL: rests, bandages, the week of care, and healing that is paid for."""

from __future__ import annotations

from typing import Any

import pytest

from cairn_helpers import (
    OTHER,
    PLAYER,
    Table,
    abilities,
    carry,
    do,
    fighting,
    hireling,
    pc,
    refused_command,
    run,
    world,
)
from rulewright.games.cairn.actors import out_of_action
from rulewright.games.cairn.fatigue import AdvanceClock, Deprive, add_cause
from rulewright.games.cairn.healing import HealingService
from rulewright.games.cairn.rests import NightRest, RestHours, ShortRest, WeekRest, healer
from rulewright.games.cairn.scars import receive
from rulewright.games.cairn.state import DAY, HOUR, MINUTE, Actor
from rulewright.games.cairn.treatment import Treat, treat_target

SHORT = ShortRest(("aino",))


def wounded(table: Table, **values: Any) -> Actor:
    """STR 6/12, DEX 10/10, WIL 3/9."""
    return pc(table, STR=6, STR_max=12, DEX=10, WIL=3, WIL_max=9, **values)


# ---------------------------------------------------------------- short rest


@pytest.mark.rule("CRN-HEAL-01")
def test_a_short_rest_restores_hp_and_takes_ten_minutes() -> None:
    table = world()
    aino = pc(table, hp=1, hp_max=5)
    do(table, SHORT, seat=PLAYER)
    assert (aino.hp, table.state.clock) == (5, 10 * MINUTE)
    do(table, ShortRest(("aino",), 30))
    assert table.state.clock == 40 * MINUTE
    refused_command(table, ShortRest(("aino",), 1), "not_referee", seat=PLAYER)


@pytest.mark.rule("CRN-HEAL-01")
def test_no_rest_in_combat() -> None:
    table = world()
    pc(table, hp=1, hp_max=5)
    fighting(table)
    for command in (SHORT, NightRest(("aino",), True), WeekRest(("aino",), True), RestHours(("aino",), 2)):
        refused_command(table, command, "in_combat")


@pytest.mark.rule("CRN-HEAL-01")
def test_the_referee_is_asked_whether_something_happens_after_the_rest() -> None:
    table = world()
    pc(table, hp=1, hp_max=5)
    script = do(table, SHORT, seat=PLAYER)
    question = script.asked[-1]
    assert (question.key, question.to, question.default) == ("rest_event", "referee", "nothing")
    assert table.told("rest.disturbed") == []
    do(table, SHORT, (), {"rest_event": "event"}, seat=PLAYER)
    assert len(table.told("rest.disturbed")) == 1


@pytest.mark.rule("CRN-HEAL-02")
def test_the_deprived_gain_no_hp() -> None:
    table = world()
    aino = pc(table, hp=1, hp_max=5)
    add_cause(table, aino, "food")
    refused_command(table, SHORT, "deprived", seat=PLAYER)
    assert (aino.hp, table.state.clock) == (1, 0)


@pytest.mark.rule("CRN-HEAL-02")
def test_others_of_the_party_rest_as_usual() -> None:
    table = world()
    aino, reko = pc(table, hp=1, hp_max=5), pc(table, "Reko", hp=0, hp_max=3)
    add_cause(table, aino, "food")
    do(table, ShortRest(("aino", "reko")), seat=PLAYER)
    assert (aino.hp, reko.hp) == (1, 3)
    assert table.told("rest.deprived")[0].rule == "CRN-HEAL-02"


@pytest.mark.rule("CRN-GEN-06")
def test_who_may_rest() -> None:
    table = world()
    pc(table, hp=1, hp_max=5)
    pc(table, "Reko", outcome="dead")
    refused_command(table, SHORT, "not_your_actor", seat=OTHER)
    refused_command(table, ShortRest(("aino", "reko")), "dead")
    refused_command(table, ShortRest(("nobody",)), "unknown_actor")
    refused_command(table, ShortRest(("aino", "aino")), "bad_value")
    refused_command(table, RestHours(("aino",), 2), "not_referee", seat=PLAYER)


@pytest.mark.rule("CRN-HEAL-08")
def test_a_short_rest_removes_no_fatigue() -> None:
    table = world()
    aino = pc(table, hp=1, hp_max=5, fatigue=2)
    do(table, SHORT, seat=PLAYER)
    assert aino.fatigue == 2


@pytest.mark.rule("CRN-HEAL-09")
def test_healing_stops_at_the_maximum_and_leaves_scars_alone() -> None:
    table = world()
    aino = wounded(table, hp=0, hp_max=4)
    run(receive(table, aino, 8), [20])  # deaf, and no more WIL
    run(receive(table, aino, 7))  # barely moves
    do(table, SHORT)
    do(table, NightRest(("aino",), safe=True))
    do(table, WeekRest(("aino",), expert=True))
    assert (aino.hp, abilities(aino)) == (4, (12, 10, 9))
    assert [scar.id for scar in aino.scars] == ["deafened", "hamstrung"]
    assert [mark.id for mark in aino.conditions] == ["deaf", "barely_moves"]


# ---------------------------------------------------------------- bandages


def bandaged(table: Table, uses: int = 3, **values: Any) -> tuple[Treat, Actor, Actor]:
    """Reko with bandages beside Aino, who is as `values` say; the treatment is ready to be given."""
    aino, reko = pc(table, **values), pc(table, "Reko")
    bandages = carry(table, reko, "bandages", uses=uses)
    return Treat("reko", bandages.id, "aino"), aino, reko


@pytest.mark.rule("CRN-HEAL-03")
def test_bandages_at_minute_59_save_a_life() -> None:
    table = world()
    treatment, aino, reko = bandaged(table, 1, hp=0, outcome="critical", dies_at=HOUR)
    do(table, AdvanceClock(59))
    do(table, treatment, seat=PLAYER)
    assert (aino.stable, aino.dies_at, reko.items[0].uses) == (True, None, 0)
    do(table, AdvanceClock(1))
    assert aino.outcome == "critical"
    assert table.told("treat.used")[0].facts["uses"] == 0


@pytest.mark.rule("CRN-HEAL-03", "CRN-CRIT-05")
def test_untreated_for_an_hour_is_dead() -> None:
    table = world()
    _, aino, _ = bandaged(table, hp=0, outcome="critical", dies_at=HOUR)
    do(table, AdvanceClock(60))
    assert aino.outcome == "dead"


@pytest.mark.rule("CRN-HEAL-03")
@pytest.mark.parametrize("values", [{"hp": 0}, {"outcome": "critical", "stable": True}, {"hp": 5}])
def test_who_needs_no_treatment(values: dict[str, Any]) -> None:
    table = world()
    treatment, _, reko = bandaged(table, **values)
    refused_command(table, treatment, "no_treatment_needed", seat=PLAYER)
    refused_command(table, Treat("reko", "", "aino"), "no_treatment_needed")
    assert reko.items[0].uses == 3


@pytest.mark.rule("CRN-HEAL-03")
def test_a_mortal_wound_can_be_treated() -> None:
    table = world()
    treatment, aino, reko = bandaged(table, hp=0, hp_max=11)
    run(receive(table, aino, 11))
    do(table, treatment, seat=PLAYER)
    assert (aino.dies_at, reko.items[0].uses) == (None, 2)
    do(table, AdvanceClock(60))
    assert aino.outcome == "in"
    assert out_of_action(aino)


@pytest.mark.rule("CRN-HEAL-03")
def test_what_and_who_can_treat() -> None:
    table = world()
    treatment, aino, reko = bandaged(table, 0, outcome="critical", dies_at=HOUR)
    refused_command(table, treatment, "no_uses", seat=PLAYER)
    tonic = carry(table, reko, "tonic")
    refused_command(table, Treat("reko", tonic.id, "aino"), "bad_value", seat=PLAYER)
    refused_command(table, Treat("reko", "moss.1", "aino"), "bad_value", seat=PLAYER)
    refused_command(table, Treat("reko", "fatigue", "aino"), "is_fatigue", seat=PLAYER)
    refused_command(table, treatment, "not_your_actor", seat=OTHER)
    refused_command(table, Treat("reko", tonic.id, "nobody"), "unknown_actor", seat=PLAYER)
    reko.items[0].uses, reko.WIL = 1, 0
    refused_command(table, treatment, "cannot_act", seat=PLAYER)
    reko.WIL, aino.outcome = 9, "dead"
    refused_command(table, treatment, "dead", seat=PLAYER)


@pytest.mark.rule("CRN-HEAL-03")
def test_in_combat_treatment_is_an_action_to_be_declared() -> None:
    table = world()
    treatment, aino, reko = bandaged(table, outcome="critical", dies_at=HOUR)
    fighting(table)
    refused_command(table, treatment, "in_combat", seat=PLAYER)
    treat_target(table, reko, reko.items[0], aino)  # what the action does when the phase is resolved
    assert (aino.stable, reko.items[0].uses) == (True, 2)


@pytest.mark.rule("CRN-HEAL-03")
def test_other_aid_is_up_to_the_referee() -> None:
    table = world()
    _, aino, _ = bandaged(table, outcome="critical", dies_at=HOUR)
    refused_command(table, Treat("reko", "", "aino"), "no_uses", {"other_aid": "no"}, seat=PLAYER)
    do(table, Treat("reko", "", "aino"), (), {"other_aid": "yes"}, seat=PLAYER)
    assert aino.stable
    aino.stable, aino.dies_at = False, HOUR
    assert do(table, Treat("reko", "", "aino")).asked == []
    assert aino.stable


# ---------------------------------------------------------------- stable


def stable(table: Table, *causes: str) -> Actor:
    aino = pc(table, hp=0, hp_max=5, outcome="critical", stable=True)
    for cause in causes:
        add_cause(table, aino, cause)
    return aino


@pytest.mark.rule("CRN-HEAL-04")
def test_the_stable_act_again_after_a_short_rest() -> None:
    table = world()
    aino = stable(table)
    assert out_of_action(aino)
    do(table, SHORT, seat=PLAYER)
    assert (aino.outcome, aino.stable, aino.hp) == ("in", False, 5)


@pytest.mark.rule("CRN-HEAL-04", "CRN-HEAL-02")
@pytest.mark.parametrize("command", [SHORT, NightRest(("aino",), safe=True), RestHours(("aino",), 1)])
def test_the_rest_of_the_deprived_and_stable_ends_critical_without_hp(command: Any) -> None:
    table = world()
    aino = stable(table, "food")
    aino.fatigue = 1
    do(table, command)
    assert (aino.outcome, aino.hp, aino.fatigue) == ("in", 0, 1)


@pytest.mark.rule("CRN-HEAL-04")
def test_option_acts_at_once() -> None:
    table = world(stabilised_state="acts_at_once")
    treatment, aino, _ = bandaged(table, hp=0, outcome="critical", dies_at=HOUR)
    do(table, treatment, seat=PLAYER)
    assert (aino.outcome, aino.hp, out_of_action(aino)) == ("in", 0, False)


@pytest.mark.rule("CRN-HEAL-04", "CRN-HEAL-05")
def test_option_after_extended_rest() -> None:
    table = world(stabilised_state="after_extended_rest")
    aino = stable(table)
    do(table, SHORT)
    assert (aino.hp, out_of_action(aino)) == (5, True)
    do(table, WeekRest(("aino",), expert=True, days=6))
    assert out_of_action(aino)
    do(table, WeekRest(("aino",), expert=True))
    assert not out_of_action(aino)


@pytest.mark.rule("CRN-HEAL-04", "CRN-HEAL-02")
def test_option_after_extended_rest_leaves_the_deprived_nothing_to_gain() -> None:
    table = world(stabilised_state="after_extended_rest")
    aino = stable(table, "food")
    refused_command(table, SHORT, "deprived")
    do(table, WeekRest(("aino",), expert=True))
    assert aino.outcome == "critical"


@pytest.mark.rule("CRN-HEAL-04")
def test_one_who_is_critical_and_untreated_stays_so_through_a_rest() -> None:
    table = world()
    aino = pc(table, hp=0, hp_max=5, outcome="critical", dies_at=HOUR)
    do(table, SHORT)
    assert (aino.outcome, aino.dies_at) == ("critical", HOUR)


# ---------------------------------------------------------------- the week


@pytest.mark.rule("CRN-HEAL-05")
def test_seven_days_with_a_healer_restore_all_abilities() -> None:
    table = world()
    aino = wounded(table)
    leech = hireling(table, "Leech", role="leech")
    assert healer(table) is leech
    script = do(table, WeekRest(("aino",)), seat=PLAYER)
    assert abilities(aino) == (12, 10, 9)
    assert table.state.clock == 7 * DAY
    assert [question.key for question in script.asked] == ["week_deprived"]


@pytest.mark.rule("CRN-HEAL-05")
def test_six_days_restore_nothing() -> None:
    table = world()
    aino = wounded(table, hp=1, hp_max=5)
    do(table, WeekRest(("aino",), expert=True, days=6))
    assert (abilities(aino), aino.hp, table.state.clock) == ((6, 10, 3), 1, 6 * DAY)
    assert len(table.told("rest.broken_off")) == 1


@pytest.mark.rule("CRN-HEAL-05")
def test_without_an_expert_the_week_is_refused() -> None:
    table = world()
    wounded(table)
    hireling(table, "Porter", role="porter")
    healers = hireling(table, "Leech", role="leech")
    healers.DEX = 0  # paralysed, and no help
    refused_command(table, WeekRest(("aino",)), "no_expert", {}, seat=PLAYER)
    refused_command(table, WeekRest(("aino",)), "no_expert", {})
    refused_command(table, WeekRest(("aino",), expert=False), "no_expert")
    refused_command(table, WeekRest(("aino",), expert=True), "not_referee", seat=PLAYER)
    healers.DEX = 9
    refused_command(table, WeekRest(("aino",), expert=False), "no_expert")


@pytest.mark.rule("CRN-HEAL-05")
def test_the_referee_may_accept_another_expert() -> None:
    table = world()
    aino = wounded(table)
    do(table, WeekRest(("aino",)), (), {"rest_expert": "yes"}, seat=PLAYER)
    assert abilities(aino) == (12, 10, 9)


@pytest.mark.rule("CRN-HEAL-06")
def test_deprived_on_day_4_the_week_does_not_count() -> None:
    table = world()
    aino, reko = wounded(table), pc(table, "Reko", STR=1, STR_max=8)
    do(table, WeekRest(("aino", "reko"), expert=True), (), {"week_deprived": [["aino"]]})
    assert abilities(aino) == (6, 10, 3)
    assert reko.STR == 8
    assert table.told("rest.week_lost")[0].rule == "CRN-HEAL-06"


@pytest.mark.rule("CRN-HEAL-06", "CRN-FATIGUE-02", "CRN-FATIGUE-03")
def test_who_is_deprived_all_week_recovers_nothing_and_tires() -> None:
    table = world()
    aino = wounded(table)
    add_cause(table, aino, "food")
    script = do(table, WeekRest(("aino",), expert=True))
    assert script.asked[-1].default == ["aino"]
    assert (abilities(aino), aino.fatigue) == ((6, 10, 3), 6)


@pytest.mark.rule("CRN-HEAL-06")
def test_the_referee_may_let_the_week_count() -> None:
    table = world()
    aino = wounded(table)
    add_cause(table, aino, "food")
    do(table, WeekRest(("aino",), expert=True), (), {"week_deprived": [[]]})
    assert abilities(aino) == (12, 10, 9)


@pytest.mark.rule("CRN-HEAL-05", "CRN-CRIT-05")
def test_the_untreated_do_not_live_to_see_the_week_end() -> None:
    table = world()
    pc(table, "Reko")
    aino = wounded(table, outcome="critical", dies_at=HOUR)
    do(table, WeekRest(("aino",), expert=True))
    assert (aino.outcome, abilities(aino)) == ("dead", (6, 10, 3))


# ---------------------------------------------------------------- hours


@pytest.mark.rule("CRN-SCAR-09", "CRN-HEAL-09")
def test_two_hours_end_walloped_and_only_that() -> None:
    table = world()
    aino = pc(table, hp=0, hp_max=3)
    run(receive(table, aino, 3))
    do(table, Deprive("aino", "food"))
    do(table, RestHours(("aino",), 1))
    assert aino.deprived == ["scar:walloped", "food"]
    do(table, RestHours(("aino",), 2), [6])
    assert (aino.hp_max, aino.hp, aino.deprived) == (9, 0, ["food"])
    assert table.state.clock == 3 * HOUR


@pytest.mark.rule("CRN-SCAR-09", "CRN-FATIGUE-06")
def test_a_night_ends_walloped_but_heals_no_hp() -> None:
    table = world()
    aino = pc(table, hp=0, hp_max=3, fatigue=1)
    pc(table, "Reko")
    run(receive(table, aino, 3))
    do(table, NightRest(("aino", "reko"), safe=True), [2])
    assert (aino.hp_max, aino.hp, aino.deprived, aino.fatigue) == (5, 0, [], 1)


# ---------------------------------------------------------------- paid for


@pytest.mark.rule("CRN-HEAL-07")
def test_healing_for_gold() -> None:
    table = world()
    aino, reko = wounded(table, hp=1, hp_max=5, gold=30, fatigue=2), pc(table, "Reko", gold=100)
    do(table, HealingService("aino", ("abilities",), 30))
    assert (aino.gold, abilities(aino), aino.hp, table.state.clock) == (0, (12, 10, 9), 1, 0)
    refused_command(table, HealingService("aino", ("hp",), 1), "bad_value")
    do(table, HealingService("aino", ("hp", "fatigue"), 40, "reko"))
    assert (aino.hp, aino.fatigue, reko.gold) == (5, 0, 60)
    do(table, HealingService("aino", ("hp",)))  # some healing is free
    refused_command(table, HealingService("aino", ("hp",)), "not_referee", seat=PLAYER)


@pytest.mark.rule("CRN-HEAL-07", "CRN-FATIGUE-02")
def test_no_gold_heals_the_deprived() -> None:
    table = world()
    aino = wounded(table, gold=30)
    add_cause(table, aino, "food")
    refused_command(table, HealingService("aino", ("abilities",), 30), "deprived")
    assert aino.gold == 30
