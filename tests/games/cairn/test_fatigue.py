"""CRN-FATIGUE: deprivation, the Fatigue it brings, and the clock."""

from __future__ import annotations

import pytest

from cairn_helpers import (
    PLAYER,
    REFEREE,
    Table,
    against_goblin,
    carry,
    do,
    foe,
    hireling,
    pc,
    refused,
    refused_command,
    run,
    stones,
    world,
)
from rulewright.engine.requests import Question
from rulewright.games.cairn.fatigue import (
    AdvanceClock,
    Deprive,
    Tire,
    add_cause,
    add_fatigue,
    advance_clock,
    cause_words,
    fatigue_due,
    pass_time,
    remove_cause,
    require_room_for_fatigue,
)
from rulewright.games.cairn.inventory import used_slots
from rulewright.games.cairn.magic import CastSpell
from rulewright.games.cairn.rests import NightRest, ShortRest
from rulewright.games.cairn.scars import receive
from rulewright.games.cairn.state import DAY, HOUR, MINUTE, Actor


def deprived(table: Table) -> Actor:
    """A character deprived since minute 0."""
    aino = pc(table)
    do(table, Deprive("aino", "food"))
    return aino


def tired(table: Table, amount: int = 1, answers: dict[str, object] | None = None) -> int:
    """Forced Fatigue for Aino; returns how many came."""
    return run(add_fatigue(table, table.state.actors["aino"], amount, rule="CRN-FATIGUE-04"), (), answers)


# ---------------------------------------------------------------- causes


@pytest.mark.rule("CRN-FATIGUE-01")
def test_deprived_while_any_cause_is_left() -> None:
    table = world()
    aino = deprived(table)
    do(table, Deprive("aino", "sleep"))
    do(table, Deprive("aino", "food", begins=False))
    assert aino.deprived == ["sleep"]
    do(table, Deprive("aino", "sleep", begins=False))
    assert aino.deprived == []
    keys = [event.key for event in table.events]
    assert keys == ["deprived.on", "deprived.more", "deprived.less", "deprived.off"]


@pytest.mark.rule("CRN-FATIGUE-01")
def test_scars_add_their_causes_and_only_these_end_with_them() -> None:
    table = world()
    aino = deprived(table)
    run(receive(table, aino, 3))
    run(receive(table, aino, 11))
    assert aino.deprived == ["food", "scar:walloped", "scar:mortal_wound"]
    remove_cause(table, aino, "scar:walloped")
    remove_cause(table, aino, "scar:walloped")  # gone already
    add_cause(table, aino, "food")  # there already
    assert aino.deprived == ["food", "scar:mortal_wound"]


@pytest.mark.rule("CRN-FATIGUE-01", "CRN-GEN-06")
def test_only_the_referee_changes_causes_and_only_sensibly() -> None:
    table = world()
    deprived(table)
    pc(table, "Reko", outcome="dead")
    refused_command(table, Deprive("aino", "sleep"), "not_referee", seat=PLAYER)
    refused_command(table, Deprive("aino", "food"), "bad_value")
    refused_command(table, Deprive("aino", "sleep", begins=False), "bad_value")
    refused_command(table, Deprive("reko", "food"), "dead")
    refused_command(table, Deprive("nobody", "food"), "unknown_actor")


def test_causes_have_words() -> None:
    assert [cause_words(one) for one in ("food", "scar:walloped", "no drum")] == [
        "cause.food", "scar.walloped", "no drum",
    ]  # fmt: skip


@pytest.mark.rule("CRN-FATIGUE-02")
def test_the_deprived_recover_no_hp_no_abilities_and_no_slots() -> None:
    table = world()
    aino = deprived(table)
    aino.hp, aino.fatigue = 1, 2
    refused_command(table, ShortRest(("aino",)), "deprived", seat=PLAYER)
    refused_command(table, NightRest(("aino",), safe=True), "deprived")
    assert (aino.hp, aino.fatigue) == (1, 2)


# ---------------------------------------------------------------- Fatigue of deprivation


@pytest.mark.rule("CRN-FATIGUE-03")
@pytest.mark.parametrize(("minutes", "due"), [(0, 0), (1440, 0), (1441, 1), (2880, 1), (2881, 2), (4321, 3)])
def test_fatigue_by_the_clock(minutes: int, due: int) -> None:
    table = world()
    aino = deprived(table)
    do(table, AdvanceClock(minutes))
    assert aino.fatigue == due
    assert len(table.told("fatigue.added")) == due  # one after another
    assert table.state.clock == minutes * MINUTE


@pytest.mark.rule("CRN-FATIGUE-03")
def test_ten_seconds_more_than_a_day_are_more_than_a_day() -> None:
    table = world()
    aino = deprived(table)
    run(pass_time(table, DAY))
    assert aino.fatigue == 0
    run(pass_time(table, 10))
    assert aino.fatigue == 1
    run(pass_time(table, 10))  # counted already
    assert aino.fatigue == 1


@pytest.mark.rule("CRN-FATIGUE-03")
@pytest.mark.parametrize(("minutes", "due"), [(1439, 0), (1440, 1), (2879, 1), (2880, 2)])
def test_option_at_24h(minutes: int, due: int) -> None:
    table = world(deprivation_fatigue="at_24h")
    aino = deprived(table)
    do(table, AdvanceClock(minutes))
    assert aino.fatigue == due


@pytest.mark.rule("CRN-FATIGUE-03")
def test_a_cause_that_takes_over_without_a_gap_keeps_the_count() -> None:
    table = world()
    aino = deprived(table)
    do(table, AdvanceClock(900))
    do(table, Deprive("aino", "sleep"))
    do(table, AdvanceClock(100))
    do(table, Deprive("aino", "food", begins=False))
    do(table, AdvanceClock(441))
    assert aino.fatigue == 1


@pytest.mark.rule("CRN-FATIGUE-03")
def test_a_gap_starts_the_count_anew() -> None:
    table = world()
    aino = deprived(table)
    do(table, AdvanceClock(1000))
    do(table, Deprive("aino", "food", begins=False))
    do(table, AdvanceClock(100))
    do(table, Deprive("aino", "sleep"))
    do(table, AdvanceClock(900))
    assert aino.fatigue == 0
    do(table, AdvanceClock(541))  # 1441 minutes since the second cause
    assert aino.fatigue == 1


@pytest.mark.rule("CRN-FATIGUE-03")
def test_fatigue_had_before_a_gap_is_not_counted_against_the_next_deprivation() -> None:
    table = world()
    aino = deprived(table)
    do(table, AdvanceClock(1441))
    do(table, Deprive("aino", "food", begins=False))
    assert fatigue_due(table, aino) == 0
    do(table, Deprive("aino", "food"))
    do(table, AdvanceClock(1441))
    assert aino.fatigue == 2


@pytest.mark.rule("CRN-FATIGUE-03")
def test_the_dead_do_not_tire() -> None:
    table = world()
    aino = deprived(table)
    aino.dies_at, aino.outcome = HOUR, "critical"
    do(table, AdvanceClock(5000))
    assert (aino.outcome, aino.fatigue) == ("dead", 0)
    do(table, AdvanceClock(5000))
    assert aino.fatigue == 0


@pytest.mark.rule("CRN-GEN-06")
def test_the_clock_belongs_to_the_referee_and_runs_forward() -> None:
    table = world()
    refused_command(table, AdvanceClock(5), "not_referee", seat=PLAYER)
    refused(table, lambda: advance_clock(table, AdvanceClock(-1), REFEREE), "bad_value")
    refused(table, lambda: advance_clock(table, AdvanceClock(100_001), REFEREE), "bad_value")
    do(table, AdvanceClock(100_000))
    assert table.state.clock == 6_000_000


@pytest.mark.rule("CRN-CRIT-05", "CRN-SCAR-17")
@pytest.mark.parametrize(("minutes", "outcome"), [(59, "critical"), (60, "dead")])
def test_the_untreated_die_after_an_hour(minutes: int, outcome: str) -> None:
    table = world()
    pc(table, "Reko")
    aino = pc(table, outcome="critical", dies_at=HOUR)
    do(table, AdvanceClock(minutes))
    assert aino.outcome == outcome
    assert [event.rule for event in table.told("death.pc")] == (["CRN-CRIT-05"] if outcome == "dead" else [])


@pytest.mark.rule("CRN-SCAR-17")
def test_a_mortal_wound_kills_after_an_hour() -> None:
    table = world()
    pc(table, "Reko")
    aino = pc(table)
    run(receive(table, aino, 11))
    do(table, AdvanceClock(60))
    assert aino.outcome == "dead"
    assert table.told("death.pc")[0].rule == "CRN-SCAR-17"
    assert table.state.over == ""


def test_the_death_of_the_last_ends_the_scenario() -> None:
    table = world()
    pc(table, outcome="critical", dies_at=HOUR)
    do(table, AdvanceClock(60))
    assert table.state.over == "defeat"


# ---------------------------------------------------------------- Fatigue and slots


@pytest.mark.rule("CRN-FATIGUE-04")
def test_each_unit_fills_a_slot() -> None:
    table = world()
    aino = pc(table)
    do(table, Tire("aino", 3))
    assert (aino.fatigue, used_slots(table, aino)) == (3, 3)
    assert table.told("fatigue.added")[0].rule == "CRN-FATIGUE-04"
    refused_command(table, Tire("aino"), "not_referee", seat=PLAYER)


@pytest.mark.rule("CRN-FATIGUE-05")
def test_a_bulky_thing_dropped_leaves_one_slot_free() -> None:
    table = world()
    aino = pc(table, fatigue=2)
    stones(table, aino, 3)
    anvil = carry(table, aino, "anvil")
    stones(table, aino, 3)
    assert used_slots(table, aino) == 10
    assert tired(table, 1, {"drop_for_fatigue": anvil.id}) == 1
    assert (used_slots(table, aino), aino.fatigue) == (9, 3)
    assert table.state.ground == [anvil]
    assert [event.key for event in table.events] == ["item.dropped", "fatigue.added"]


def full(table: Table) -> tuple[Actor, list[str]]:
    """A character with ten slots full: 8 stones, a sack with a dagger in it, 1 Fatigue and a coin."""
    aino = pc(table, fatigue=1)
    heap = stones(table, aino, 8)
    sack = carry(table, aino, "sack")
    carry(table, aino, "dagger", "stowed", container=sack.id)
    carry(table, aino, "coin")
    return aino, [*(stone.id for stone in heap), sack.id]


@pytest.mark.rule("CRN-FATIGUE-05")
def test_only_what_frees_a_slot_is_offered_and_the_last_is_the_default() -> None:
    table = world()
    aino, helpful = full(table)
    procedure = add_fatigue(table, aino, 1, rule="CRN-FATIGUE-04")
    request = next(procedure)
    question: Question = request.questions[0]  # type: ignore[union-attr]
    assert question.key == "drop_for_fatigue"
    assert question.to == "aino"  # the player, or the referee for an absent one
    assert [option.value for option in question.options] == helpful
    assert question.default == helpful[-1]
    coin = next(thing for thing in aino.items if thing.item == "coin")
    assert question.refuses(coin.id)
    assert question.refuses("fatigue")
    assert (aino.fatigue, table.state.ground) == (1, [])  # nothing proceeds before the choice
    with pytest.raises(StopIteration) as stop:
        procedure.send([question.default])
    assert stop.value.value == 1
    assert [thing.item for thing in table.state.ground] == ["sack", "dagger"]


@pytest.mark.rule("CRN-FATIGUE-05")
def test_several_units_are_handled_one_after_another() -> None:
    table = world()
    aino, helpful = full(table)
    assert tired(table, 2, {"drop_for_fatigue": [helpful[0], helpful[3]]}) == 2
    assert [thing.id for thing in table.state.ground] == [helpful[0], helpful[3]]
    assert (used_slots(table, aino), aino.fatigue) == (10, 3)
    keys = [event.key for event in table.events]
    assert keys == ["item.dropped", "fatigue.added", "item.dropped", "fatigue.added"]


@pytest.mark.rule("CRN-FATIGUE-05")
def test_a_forced_cause_adds_nothing_where_all_slots_are_fatigue_and_the_referee_is_told() -> None:
    table = world()
    aino = pc(table, fatigue=9)
    carry(table, aino, "coin")
    assert tired(table, 3) == 1
    assert aino.fatigue == 10
    told = table.told("fatigue.no_room")[0]
    assert told.to == ("referee",)
    assert told.facts["amount"] == 2


@pytest.mark.rule("CRN-FATIGUE-05")
def test_a_voluntary_cause_is_refused_beforehand_where_all_slots_are_fatigue() -> None:
    table = world()
    aino = pc(table, fatigue=10)
    refused(table, lambda: add_fatigue(table, aino, 1, forced=False, rule="CRN-MAGIC-04"), "no_slot_for_fatigue")
    aino.fatigue = 9
    stones(table, aino, 1)
    require_room_for_fatigue(table, aino)  # full, but the stone can be dropped
    assert run(add_fatigue(table, aino, 1, forced=False, rule="CRN-MAGIC-04")) == 1
    assert aino.fatigue == 10


@pytest.mark.rule("CRN-FATIGUE-05", "CRN-MAGIC-04")
def test_a_caster_with_full_slots_may_drop_the_book_itself() -> None:
    table = world(inventory_slots=3)
    aino, ogre = pc(table, fatigue=2), foe(table, hp=99)
    book = carry(table, aino, "book", "held")
    do(table, CastSpell("aino", book.id, (ogre.id,)), [4])
    assert (aino.fatigue, table.state.ground, ogre.hp) == (3, [book], 95)


@pytest.mark.rule("CRN-FATIGUE-05", "CRN-SLOT-04")
def test_fatigue_that_fills_the_last_slot_is_told_to_zero_hp() -> None:
    table = world(full_inventory_zero_hp=True)
    aino = pc(table)
    stones(table, aino, 9)
    tired(table)
    assert len(table.told("inventory.full")) == 1


@pytest.mark.rule("CRN-FATIGUE-03", "CRN-FATIGUE-05")
def test_fatigue_that_found_no_room_is_not_made_up_for_later() -> None:
    table = world(inventory_slots=1)
    aino = deprived(table)
    aino.fatigue = 1
    do(table, AdvanceClock(1441))
    aino.fatigue = 0
    do(table, AdvanceClock(1))
    assert aino.fatigue == 0
    assert len(table.told("fatigue.no_room")) == 1


@pytest.mark.rule("CRN-FATIGUE-07")
def test_creatures_only_hear_of_fatigue_and_hirelings_have_it() -> None:
    table = world()
    ogre, hessu = foe(table), hireling(table)
    do(table, Tire(ogre.id, 2))
    do(table, Tire(hessu.id, 2))
    assert (ogre.fatigue, hessu.fatigue) == (0, 2)
    assert [event.facts["amount"] for event in table.told("fatigue.npc")] == [2]
    require_room_for_fatigue(table, ogre)


@pytest.mark.rule("CRN-FATIGUE-03", "CRN-ROUND-01")
def test_the_clock_of_a_fight_brings_fatigue_too() -> None:
    table = world()
    aino = deprived(table)
    table.state.clock = DAY
    against_goblin(table)
    run(pass_time(table, 10))
    assert aino.fatigue == 1


# ---------------------------------------------------------------- recovery


@pytest.mark.rule("CRN-FATIGUE-06")
def test_a_safe_night_removes_all_fatigue_and_restores_hp() -> None:
    table = world()
    aino = pc(table, hp=1, hp_max=5, fatigue=3)
    do(table, NightRest(("aino",), safe=True))
    assert (aino.fatigue, aino.hp, table.state.clock) == (0, 5, 8 * HOUR)
    assert table.told("heal.fatigue")[0].rule == "CRN-FATIGUE-06"


@pytest.mark.rule("CRN-FATIGUE-06")
def test_a_safe_night_of_the_deprived_is_refused() -> None:
    table = world()
    aino = deprived(table)
    aino.fatigue = 3
    refused_command(table, NightRest(("aino",), safe=True), "deprived")
    assert aino.fatigue == 3


@pytest.mark.rule("CRN-FATIGUE-06")
def test_an_unsafe_night_is_refused() -> None:
    table = world()
    aino = pc(table, hp=1, hp_max=5, fatigue=3)
    refused_command(table, NightRest(("aino",), safe=False), "not_safe")
    refused_command(table, NightRest(("aino",)), "not_safe", {"rest_safe": "no"}, seat=PLAYER)
    refused_command(table, NightRest(("aino",)), "not_safe", {}, seat=PLAYER)  # the default
    refused_command(table, NightRest(("aino",), safe=True), "not_referee", seat=PLAYER)
    do(table, NightRest(("aino",)), (), {"rest_safe": "yes"}, seat=PLAYER)
    assert aino.fatigue == 0


@pytest.mark.rule("CRN-FATIGUE-06")
def test_option_one_per_night() -> None:
    table = world(fatigue_recovery="one_per_night")
    aino = pc(table, fatigue=3)
    do(table, NightRest(("aino",), safe=True))
    assert aino.fatigue == 2


@pytest.mark.rule("CRN-FATIGUE-06")
def test_a_night_of_several_spares_the_rest_of_them() -> None:
    table = world()
    aino, reko = deprived(table), pc(table, "Reko", hp=1, hp_max=4, fatigue=1)
    aino.hp, aino.fatigue = 1, 1
    do(table, NightRest(("aino", "reko"), safe=True))
    assert (aino.hp, aino.fatigue, reko.hp, reko.fatigue) == (1, 1, 4, 0)
    assert table.told("rest.deprived")[0].facts["name"] == "Aino"
