"""Windows: who is asked, in which order, what is resolved first, and windows within windows (NWO-TIMING-04 to -08)."""

from __future__ import annotations

from typing import Any

import pytest

from nwo_play import options
from nwo_windows import Table
from rulewright.engine.errors import Refused
from rulewright.games.nwo.battles import casting
from rulewright.games.nwo.battles.actions import Attack
from rulewright.games.nwo.battles.free_play import InterruptCast, SetHabits
from rulewright.games.nwo.judges.calling import CallJudge, CallOpposed
from rulewright.games.nwo.judges.contests import opposed
from rulewright.games.nwo.judges.interrupts import Interrupt
from rulewright.games.nwo.judges.purposes import Purpose
from rulewright.games.nwo.state import Cast
from rulewright.table.questions import check

HYPER = "ability:humming"


def crowd(*things: str, people: tuple[str, ...] = ("ruka", "tomo", "fog_caller"), house: Any = None) -> Table:
    """Everybody can declare hyper counters, and wants to be asked for everything."""
    table = Table(*people, house=house)
    for id in [one.partition(":")[0] for one in people]:
        table.change(id, asks="all", spells=[], abilities={}, prana=0)
        table.learn(id, *(things or (HYPER,)))
    return table


def polled(table: Table, key: str = "interrupt") -> list[str]:
    """Who was asked in windows, in this order."""
    return [one.split()[1] for one in table.asked() if one.split()[0] == key]


# ---------------------------------------------------------------- the order of asking


@pytest.mark.rule("NWO-TIMING-07")
def test_players_are_asked_first_each_in_table_order() -> None:
    table = crowd(people=("fog_caller", "tomo", "other:fog_caller", "ruka"))
    table.judge("fog_caller", (3, 4))
    assert polled(table) == ["tomo", "ruka", "fog_caller", "other"]


@pytest.mark.rule("NWO-TIMING-07")
def test_players_are_asked_first_in_a_fight_too() -> None:
    table = crowd(people=("fog_caller", "tomo", "mire_hound", "ruka"))
    table.fight(fog_caller=20, ruka=9, tomo=8, mire_hound=3)
    table.judge("fog_caller", (3, 4))
    assert polled(table) == ["ruka", "tomo", "fog_caller", "mire_hound"]  # as they stand in the fight


@pytest.mark.rule("NWO-TIMING-07")
def test_by_option_the_roller_is_asked_first() -> None:
    table = crowd(people=("fog_caller", "tomo", "ruka"), house=options(interrupt_poll="active_first"))
    table.judge("fog_caller", (3, 4))
    assert polled(table) == ["fog_caller", "tomo", "ruka"]


@pytest.mark.rule("NWO-TIMING-07", "NWO-TIMING-06")
def test_after_a_declaration_everybody_is_asked_again() -> None:
    """timing-16"""
    table = crowd()
    stacked: list[int] = []

    def looking(question: Any) -> str:
        stacked.append(len(table.state.stack))
        return "pass"

    answers = {"interrupt tomo": [HYPER, "pass"], "interrupt fog_caller": looking}
    table.judge("ruka", (3, 4), answers)
    assert polled(table) == ["ruka", "tomo", "fog_caller"] * 2
    assert stacked == [1, 1]  # nothing is resolved before a full round of passes
    assert table.resolved() == ["Humming"]


@pytest.mark.rule("NWO-TIMING-07")
def test_who_has_nothing_usable_is_not_asked() -> None:
    table = crowd()
    table.change("tomo", abilities={})
    table.learn("tomo", "ability:late_push")  # another window
    table.judge("ruka", (3, 4))
    assert polled(table) == ["ruka", "fog_caller"]


@pytest.mark.rule("NWO-TIMING-07")
def test_the_window_closes_and_does_not_open_again() -> None:
    table = crowd()
    table.judge("ruka", (3, 4), {"interrupt ruka": [HYPER, HYPER, "pass"]})
    assert polled(table) == ["ruka", "tomo", "fog_caller"] * 3
    assert len(table.resolved()) == 2


# ---------------------------------------------------------------- preferences


@pytest.mark.rule("NWO-TIMING-07")
@pytest.mark.parametrize(("asks", "asked"), [("never", []), ("all", ["ability:guard_step"]), ("relevant", [])])
def test_who_wants_to_be_asked_for_what(asks: str, asked: list[str]) -> None:
    """A defence does not matter for a called judge of evasion."""
    table = Table("ruka")
    table.give(SetHabits("ruka", asks))  # type: ignore[arg-type]
    table.judge("ruka", (3, 4))
    found = [option.value for one in table.script.asked if one.key == "interrupt" for option in one.options]
    assert found == ([] if not asked else ["pass", "pass_count", *asked])


@pytest.mark.rule("NWO-TIMING-07")
def test_the_relevant_is_asked_where_it_matters() -> None:
    table = Table("ruka", "mire_hound")
    table.fight(mire_hound=20, ruka=5)
    table.give(Attack("mire_hound", "bite", "ruka"), (6, 5, 1, 1, 1, 1, 1, 1))
    assert [one.facts["why"] for one in table.script.asked if one.key == "interrupt"] == ["judge.defence"]


@pytest.mark.rule("NWO-TIMING-07")
@pytest.mark.parametrize(("asks", "asked"), [("relevant", []), ("all", ["ruka"])])
def test_other_c_values_do_not_matter_once_the_dice_lie_there(asks: str, asked: list[str]) -> None:
    table = crowd("ability:lucky_eight", people=("ruka",))
    table.change("ruka", asks=asks)
    table.judge("ruka", (3, 4))
    assert polled(table, "interrupt_after") == asked


@pytest.mark.rule("NWO-TIMING-07")
def test_passing_for_the_count_lasts_for_its_windows() -> None:
    table = crowd()
    table.fight(ruka=20, tomo=9, fog_caller=8)
    table.judge("ruka", (3, 4), {"interrupt tomo": "pass_count", "interrupt fog_caller": [HYPER, "pass"]})
    assert polled(table) == ["ruka", "tomo", "fog_caller", "ruka", "fog_caller"]
    table.judge("ruka", (3, 4))
    assert polled(table) == ["ruka", "fog_caller"]
    table.next_count()
    table.judge("ruka", (3, 4))
    assert polled(table) == ["ruka", "tomo", "fog_caller"]


@pytest.mark.rule("NWO-TIMING-07", "NWO-CAST-06")
def test_passing_for_the_count_keeps_casting_too() -> None:
    table = crowd(people=("ruka", "tomo"))
    table.fight(ruka=20, tomo=9)
    casting.begin(table.world, table["tomo"], Cast("mend", 1))
    table.change("tomo", passing=table.state.moment)
    table.judge("ruka", (3, 4))
    assert table.asked() == ["interrupt ruka"]


@pytest.mark.rule("NWO-TIMING-07")
def test_habits_are_the_players_own() -> None:
    table = Table("ruka", "tomo")
    table.give(SetHabits("ruka", "never", True, True), seat="ruka")
    ruka = table["ruka"]
    assert (ruka.asks, ruka.asks_hold_back, ruka.keeps_turn) == ("never", True, True)
    assert table.refuses(SetHabits("ruka"), "tomo") == "not_your_actor"
    assert table.refuses(SetHabits("nobody")) == "unknown_actor"


@pytest.mark.rule("NWO-TIMING-07")
def test_habits_can_change_in_the_middle_of_a_window() -> None:
    table = crowd()
    silent = table.giving(SetHabits("tomo", "never"), "tomo", then=HYPER)
    table.judge("ruka", (3, 4), {"interrupt ruka": [silent, "pass"]})
    assert polled(table) == ["ruka", "fog_caller"] * 2


# ---------------------------------------------------------------- the stack


@pytest.mark.rule("NWO-TIMING-06", "NWO-TIMING-10")
def test_counter_super_counter_and_hyper_counter_are_resolved_from_the_last() -> None:
    table = Table("ruka", "tomo", "fog_caller")
    for id in ("ruka", "tomo", "fog_caller"):
        table.change(id, asks="all")
    table.fight(ruka=20, tomo=9, fog_caller=8)
    answers = {
        "interrupt ruka": ["ability:guard_step", "pass"],
        "interrupt tomo": ["pass", "ability:last_lantern", "pass"],
        "interrupt fog_caller": ["ability:second_wind", "pass"],
        "target": ["ruka", "fog_caller"],
    }
    table.change("ruka", prana=0)
    table.change("fog_caller", prana=0)
    hit = Purpose(why="hit", stat="hit", rule="NWO-ATTACK-03", against="fog_caller")
    evasion = Purpose(why="evasion", stat="evasion", rule="NWO-ATTACK-03", against="ruka")
    # 11 is a critical of the caller's since the Last Lantern
    table.run(opposed(table.world, table["ruka"], hit, table["fog_caller"], evasion), (1, 1, 6, 5, 1, 1), answers)
    assert table.declared() == [("ruka", "Guard Step"), ("fog_caller", "Second Wind"), ("tomo", "Last Lantern")]
    assert table.resolved() == ["Last Lantern", "Second Wind", "Guard Step"]
    assert table.state.stack == []


@pytest.mark.rule("NWO-TIMING-04")
def test_what_is_declared_before_the_roll_counts_for_it() -> None:
    table = crowd()
    outcome = table.judge("ruka", (3, 4), {"interrupt ruka": [HYPER, "pass"]})
    assert outcome.value == 7 + 7 + 1


@pytest.mark.rule("NWO-TIMING-04")
@pytest.mark.parametrize("stage", ["before", "after"])
def test_each_single_roll_has_both_windows(stage: str) -> None:
    table = crowd(HYPER, "ability:late_push", people=("ruka", "tomo"))
    table.give(CallOpposed("ruka", "tomo", "evasion", "evasion"), (3, 4, 3, 4))
    key = "interrupt" if stage == "before" else "interrupt_after"
    assert polled(table, key) == ["ruka", "tomo"] * 2


@pytest.mark.rule("NWO-TIMING-04")
def test_the_dice_can_be_thrown_again_after_they_are_seen() -> None:
    table = crowd("ability:new_dice", people=("ruka", "fog_caller"))
    answers = {"interrupt_after fog_caller": ["ability:new_dice", "pass"]}
    outcome = table.judge("ruka", (5, 5, 6, 6, 1, 4), answers)
    assert (outcome.fumble, outcome.value) == (True, 7 - 10)  # first roll and chain, and the new one stands


@pytest.mark.rule("NWO-TIMING-04", "NWO-JUDGE-07")
def test_the_new_dice_are_read_with_the_values_of_that_moment() -> None:
    table = crowd("ability:new_dice", "ability:lucky_eight", people=("ruka",))
    answers = {"interrupt_after": ["ability:new_dice", "ability:lucky_eight", "pass"]}
    outcome = table.judge("ruka", (1, 2, 4, 4, 1, 1), answers)
    assert (outcome.criticals, outcome.value) == (1, 7 + 10 + 2)


@pytest.mark.rule("NWO-PRANA-03", "NWO-TIMING-04")
def test_prana_counts_once_for_dice_thrown_again() -> None:
    table = crowd("ability:new_dice", people=("ruka", "fog_caller"))
    table.change("ruka", prana=5)
    outcome = table.judge("ruka", (1, 2, 3, 4), {"interrupt_after": ["ability:new_dice", "pass"], "prana": 4})
    assert (outcome.value, table["ruka"].prana) == (7 + 7 + 4, 1)


# ---------------------------------------------------------------- windows within windows


@pytest.mark.rule("NWO-TIMING-13", "NWO-CAST-16", "NWO-TIMING-06")
def test_the_windows_of_a_dispel_come_before_the_next_item() -> None:
    """timing-11"""
    table = crowd("ability:cut_short", "ability:humming", "ability:late_push", people=("ruka", "tomo", "fog_caller"))
    table.fight(fog_caller=20, ruka=9, tomo=8)
    spell = table.world.content.spells_by_id["lamp_sight"]
    answers = {
        "interrupt_spell ruka": ["ability:cut_short", "pass"],
        "interrupt_spell tomo": ["ability:cut_short", "pass"],
        # within the contest of Tomo, whose declaration was the last: once before and once after a roll
        "interrupt ruka": [HYPER, "pass"],
        "interrupt_after ruka": ["ability:late_push", "pass"],
        "target": "tomo",
    }
    # Tomo 17 + 2 + 1 against the caller's 12 + 11, then Ruka 7 + 1 + 12 against 12 + 3
    faces = (1, 1, 6, 5, 6, 6, 1, 2)
    dispelled = table.run(casting.dispelled(table.world, table["fog_caller"], spell), faces, answers)
    assert dispelled is True
    assert table.spoken("interrupt.declared", "interrupt.resolved", "cast.dispelled", "cast.dispel_failed") == [
        ("interrupt.declared", "Cut Short"),
        ("interrupt.declared", "Cut Short"),
        ("interrupt.resolved", "Cut Short"),
        ("interrupt.declared", "Humming"),
        ("interrupt.resolved", "Humming"),
        ("interrupt.declared", "Late Push"),
        ("interrupt.resolved", "Late Push"),
        ("cast.dispel_failed", None),
        ("interrupt.resolved", "Cut Short"),
        ("cast.dispelled", None),
    ]
    values = [event.facts["value"] for event in table.told if event.key == "judge.value.plain"]
    assert values == [19, 20, 23, 20, 15]
    assert (table.state.stack, table.state.judging) == ([], None)


@pytest.mark.rule("NWO-TIMING-13", "NWO-CAST-16")
def test_a_spell_dispelled_once_is_not_contested_again() -> None:
    table = crowd("ability:cut_short", people=("ruka", "tomo", "fog_caller"))
    table.fight(fog_caller=20, ruka=9, tomo=8)
    spell = table.world.content.spells_by_id["lamp_sight"]
    answers = {
        "interrupt_spell ruka": ["ability:cut_short", "pass"], "interrupt_spell tomo": ["ability:cut_short", "pass"]
    }  # fmt: skip
    assert table.run(casting.dispelled(table.world, table["fog_caller"], spell), (3, 4, 1, 1), answers)
    assert len(table.script.rolls) == 2


@pytest.mark.rule("NWO-TIMING-13", "NWO-TIMING-09")
def test_the_slots_of_a_count_are_shared_with_inner_windows() -> None:
    table = crowd("ability:cut_short", "ability:guard_step", people=("ruka", "fog_caller"))
    table.fight(fog_caller=20, ruka=9)
    table.change("ruka", mp=9, slots={"counter": table.state.moment})
    spell = table.world.content.spells_by_id["lamp_sight"]
    answers = {"interrupt_spell ruka": ["ability:cut_short", "pass"]}
    table.run(casting.dispelled(table.world, table["fog_caller"], spell), (3, 4, 3, 4), answers)
    assert "interrupt ruka" not in table.asked()
    assert "interrupt fog_caller" in table.asked()


@pytest.mark.rule("NWO-TIMING-13")
def test_three_windows_deep() -> None:
    """A judge within a window within a window; each level ends before the one around it goes on."""
    more = """
[[spell]]
id = "quick_mend"
name = "Quick Mend"
kind = "heal"
timing = "hyper_counter"
element = "none"
casting_value = 0
mp = 1
cast_count = 0
target = "self"
duration = { kind = "instant" }
heal = { power = { value = 1 } }
"""
    table = Table("ruka", "tomo", more=more)
    for id in ("ruka", "tomo"):
        table.change(id, asks="all", spells=["quick_mend"], abilities={}, prana=0, hp=9)
    use = "spell:quick_mend"
    depths: list[int] = []

    def tomo(question: Any) -> str:
        depths.append(len(table.state.stack))
        return use if len(depths) == 3 else "pass"

    answers = {"interrupt tomo": tomo, "interrupt ruka": [use, "pass"]}
    outcome = table.judge("ruka", (1, 2, 1, 3, 3, 4), answers)
    whys = [one.facts["why"] for one in table.script.asked]
    assert whys[:4] == ["judge.called"] * 4
    assert set(whys[4:]) == {"judge.heal"}
    # the innermost dice fall first: Tomo mends within the window of Ruka's mending
    assert [roll.who for roll, _ in table.script.rolls] == ["tomo", "ruka", "ruka"]
    assert (table["tomo"].hp, table["ruka"].hp, outcome.value) == (9 + 1 + 3, 9 + 1 + 4, 7 + 7)


# ---------------------------------------------------------------- who may interrupt at all


@pytest.mark.rule("NWO-TIMING-08", "NWO-TIMING-05", "NWO-COUNT-10", "NWO-OPEN-25")
@pytest.mark.parametrize(
    ("state", "reason"),
    [
        ({"done": True}, "done"),
        ({"hp": 0}, "status_apparent_death"),
        ({"dead": True}, "dead"),
        ({"fainted": True}, "status_fainted"),
        ({"serious": True, "hp": 3}, ""),
        ({"prone": True}, ""),
    ],
)
def test_who_may_interrupt(state: dict[str, Any], reason: str) -> None:
    table = crowd(people=("ruka", "tomo"))
    table.fight(ruka=20, tomo=9)
    table.change("tomo", **state)
    reasons: list[str] = []
    if reason:
        asked = table.refusing(reasons, Interrupt("tomo", HYPER), then="pass")
        table.judge("ruka", (3, 4), {"interrupt ruka": asked})
    else:
        table.judge("ruka", (3, 4))
    assert reasons == ([reason] if reason else [])
    assert polled(table) == (["ruka"] if reason else ["ruka", "tomo"])


@pytest.mark.rule("NWO-TIMING-08", "NWO-OPEN-25")
def test_by_option_the_fainted_may_interrupt() -> None:
    table = crowd(people=("ruka", "tomo"), house=options(fainted_may_interrupt=True))
    table.change("tomo", fainted=True)
    table.judge("ruka", (3, 4))
    assert polled(table) == ["ruka", "tomo"]


@pytest.mark.rule("NWO-TIMING-05", "NWO-TIMING-12")
def test_nobody_is_done_outside_a_fight() -> None:
    table = crowd(people=("ruka", "tomo"))
    table.change("tomo", done=True)
    table.judge("ruka", (3, 4))
    assert polled(table) == ["ruka", "tomo"]


@pytest.mark.rule("NWO-TIMING-08")
def test_who_is_not_there_is_not_asked() -> None:
    table = crowd(people=("ruka", "tomo", "fog_caller"))
    table["tomo"].present = False
    table.judge("ruka", (3, 4))
    assert polled(table) == ["ruka", "fog_caller"]
    table["tomo"].present = True
    table.fight(ruka=20, fog_caller=9)  # Tomo is in the scene and not in the fight
    table.judge("ruka", (3, 4))
    assert polled(table) == ["ruka", "fog_caller"]


@pytest.mark.rule("NWO-TIMING-08", "NWO-TIMING-15")
def test_who_falls_in_a_window_declares_nothing_more_but_what_it_declared_stands() -> None:
    table = crowd(HYPER, "ability:shooting_star", people=("ruka", "tomo", "fog_caller"))
    answers = {
        "interrupt tomo": [HYPER, "pass"],
        "interrupt fog_caller": ["ability:shooting_star", "pass"],
        "target": "tomo",
    }
    table.judge("ruka", (3, 4), answers)
    assert table["tomo"].hp < 0
    assert table.resolved() == ["Shooting Star", "Humming"]


# ---------------------------------------------------------------- casters


def caster_of(spell: str = "mend", **house: Any) -> Table:
    table = Table("ruka", "tomo", "mire_hound", house=options(**house))
    table.change("tomo", asks="all")
    table.change("ruka", abilities={})
    table.fight(mire_hound=26, tomo=24, ruka=3)
    casting.begin(table.world, table["tomo"], Cast(spell, 1))
    return table


@pytest.mark.rule("NWO-CAST-06", "NWO-TIMING-08")
def test_a_caster_can_only_end_its_cast() -> None:
    """timing-4"""
    table = caster_of()
    reasons: list[str] = []
    table.change("ruka", done=True)
    table.learn("ruka", "ability:guard_step")

    def asked(question: Any) -> str:
        table.refusing(reasons, Interrupt("tomo", "spell:stone_coat"))(question)
        table.refusing(reasons, Interrupt("ruka", "ability:guard_step"))(question)
        return "interrupt"

    table.judge("mire_hound", (3, 4), {"interrupt_cast tomo": asked})
    assert reasons == ["status_casting", "done"]
    assert (table["tomo"].casting, table["tomo"].count, table["tomo"].mp) == (None, 24, 22)


@pytest.mark.rule("NWO-CAST-07", "NWO-TIMING-07")
def test_who_has_ended_its_cast_is_asked_for_its_counters_in_the_same_window() -> None:
    table = caster_of()
    answers = {"interrupt_cast tomo": "interrupt", "interrupt tomo": ["spell:stone_coat", "pass"], "target": "tomo"}
    table.judge("mire_hound", (3, 4), answers)
    assert table.asked()[:2] == ["interrupt_cast tomo", "interrupt tomo"]
    assert table.resolved() == ["Stone Coat"]


@pytest.mark.rule("NWO-CAST-06", "NWO-CAST-07")
def test_the_last_moment_to_answer_a_hit_with_dice() -> None:
    table = caster_of()
    table.change("tomo", prana=0)
    answers = {"interrupt_cast tomo": ["keep", "interrupt"], "answer": "evade", "interrupt tomo": "pass"}
    table.give(Attack("mire_hound", "bite", "tomo"), (3, 4, 3, 4), answers)
    assert [roll.who for roll, _ in table.script.rolls] == ["mire_hound", "tomo"]
    assert "attack.miss" in set(table.keys())


@pytest.mark.rule("NWO-CAST-06")
@pytest.mark.parametrize("on", [True, False])
def test_a_caster_that_is_done(on: bool) -> None:
    table = caster_of(interrupt_cast_when_done=on)
    table.change("tomo", done=True)
    table.judge("mire_hound", (3, 4), {"interrupt_cast": "interrupt"} if on else None)
    assert (table["tomo"].casting is None) is on


@pytest.mark.rule("NWO-CAST-06", "NWO-TIMING-07")
@pytest.mark.parametrize(
    ("asks", "against", "asked"),
    [("relevant", "tomo", True), ("relevant", "ruka", False), ("all", "ruka", True), ("never", "tomo", False)],
)
def test_when_a_caster_is_asked(asks: str, against: str, asked: bool) -> None:
    table = caster_of()
    table.change("tomo", asks=asks)
    table.judge("mire_hound", (3, 4), against=against)
    assert ("interrupt_cast tomo" in table.asked()) is asked


@pytest.mark.rule("NWO-CAST-06")
def test_a_cast_is_ended_by_a_command_in_between() -> None:
    table = caster_of()
    assert table.refuses(InterruptCast("tomo")) == "no_open_window"
    assert table.refuses(InterruptCast("ruka")) == "not_casting"
    assert table.refuses(InterruptCast("tomo"), "ruka") == "not_your_actor"
    table.judge("mire_hound", (3, 4), {"interrupt_cast tomo": table.giving(InterruptCast("tomo"), then="interrupt")})
    assert table["tomo"].casting is None
    assert table.keys().count("cast.interrupted") == 1


@pytest.mark.rule("NWO-CAST-06")
def test_a_cast_is_not_ended_by_who_is_done_where_the_option_forbids_it() -> None:
    table = caster_of(interrupt_cast_when_done=False)
    table.change("tomo", done=True)
    table.learn("ruka", HYPER)
    table.change("ruka", asks="all")
    reasons: list[str] = []
    asked = table.refusing(reasons, InterruptCast("tomo"), then="pass")
    table.judge("mire_hound", (3, 4), {"interrupt ruka": asked})
    assert reasons == ["done"]


# ---------------------------------------------------------------- what questions say


@pytest.mark.rule("NWO-TIMING-04")
def test_a_question_names_what_cannot_be_used_and_why() -> None:
    """timing-9"""
    table = crowd("ability:humming", "ability:turn_the_die", "ability:guard_step", people=("ruka",))
    table.change("ruka", mp=0)
    table.judge("ruka", (3, 4))
    question = table.question("interrupt")
    assert question.barred == {"ability:turn_the_die": "wrong_window", "ability:guard_step": "mp_not_enough"}
    for answer, reason in question.barred.items():
        with pytest.raises(Refused) as refusal:
            check(question, answer)
        assert refusal.value.reason == reason
    check(question, HYPER)


@pytest.mark.rule("NWO-TIMING-04", "NWO-JUDGE-03")
def test_an_ordinary_table_without_counters_asks_nobody() -> None:
    table = Table("mire_hound", "other:mire_hound")
    table.give(CallJudge("mire_hound", "hit", 10), (3, 4))
    assert table.asked() == []
