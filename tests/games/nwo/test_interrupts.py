"""Declaring counters: slots, limits, costs, ranges, and what has gone when they are resolved (NWO-TIMING-09 to -17)."""

from __future__ import annotations

from typing import Any

import pytest

from nwo_play import options, rows_of
from nwo_windows import Table
from rulewright.engine.errors import Refused
from rulewright.games.nwo.battles import casting, rounds, using
from rulewright.games.nwo.battles.actions import CastSpell, UseAbility
from rulewright.games.nwo.battles.battle import LeaveBattle
from rulewright.games.nwo.battles.resting import EndScene
from rulewright.games.nwo.judges import interrupts
from rulewright.games.nwo.judges.calling import CallJudge
from rulewright.games.nwo.judges.interrupts import MOST, Interrupt
from rulewright.games.nwo.state import Cast, Judging
from rulewright.table.questions import check

GUARD = "ability:guard_step"
NAMES = {"caller": "fog_caller"}


def open_judge(table: Table, who: str = "ruka", window: str = "before_roll") -> None:
    """A judge of somebody that stands in one of its windows."""
    stage = {"before_roll": "before", "after_roll": "after", "on_activation": "activation"}[window]
    table.state.judging = Judging(who, "called", "evasion", stage=stage, window=window)  # type: ignore[arg-type]


# ---------------------------------------------------------------- the rows about one window


@pytest.mark.rule("NWO-TIMING-05", "NWO-TIMING-06", "NWO-TIMING-08", "NWO-TIMING-09", "NWO-TIMING-10", "NWO-TIMING-11")
@pytest.mark.parametrize("row", [pytest.param(row, id=row["id"]) for row in rows_of("interrupt_window")])
def test_what_is_declared_in_one_window(row: dict[str, Any]) -> None:
    """Another use of one thing is written as "again" in the examples."""
    given, expect = row["given"], row["expect"]
    table = Table("ruka", "tomo", "fog_caller")
    table.learn("ruka", "ability:second_wind")
    table["ruka"].hp = 20
    table.fight(ruka=15, tomo=14, fog_caller=13)
    for id, timings in given.get("used", {}).items():
        table[id].slots.update(dict.fromkeys(timings, table.state.moment))
    for id in given.get("done", ()):
        table[id].done = True
    for id in given.get("casting", ()):
        casting.begin(table.world, table[id], Cast("mend", 1))
    refused: list[list[str]] = []
    stopped: list[str] = []

    def declaring(_: Any) -> str:
        for who, thing, timing in given["declares"]:
            id = NAMES.get(who, who)
            if thing == "interrupt":
                casting.interrupted(table.world, table[id])
                stopped.append(thing)
                continue
            name = thing.removesuffix("_again")
            kind = "ability" if name in table[id].abilities else "spell"
            assert using.power(table.world, table[id], f"{kind}:{name}").record.timing == timing
            command, script = Interrupt(id, f"{kind}:{name}"), table.script
            if any(thing == one for one, _ in expect["refused"]):
                refused.append([thing, table.refuses(command)])
            else:
                table.give(command, (), {"target": "ruka"})
            table.script = script
        return "pass"

    if given.get("done"):
        open_judge(table, "fog_caller")
        table.run(iter(()))
        declaring(None)
        assert refused == expect["refused"]
        assert stopped == expect["resolves"]
        return
    table.change("fog_caller", asks="all")
    table.judge("fog_caller", (3, 4), {"interrupt fog_caller": [declaring, "pass"], "prana": 0})
    assert refused == expect["refused"]
    words = {"stone_coat": "Stone Coat", "guard_step": "Guard Step", "gale_edge": "Gale Edge",
             "last_lantern": "Last Lantern", "second_wind": "Second Wind"}  # fmt: skip
    assert table.resolved() == [words[one.removesuffix("_again")] for one in expect["resolves"]]


def test_all_rows_of_the_operation_are_used() -> None:
    assert [row["id"] for row in rows_of("interrupt_window")] == [f"timing-{number}" for number in range(1, 5)]


# ---------------------------------------------------------------- slots


def counting() -> Table:
    """Ruka with a counter, a super counter and a hyper counter, asked for all, in a fight."""
    table = Table("ruka", "tomo")
    table.learn("ruka", "ability:second_wind", "ability:last_lantern", "ability:humming")
    table["ruka"].asks = "all"
    table["tomo"].asks = "never"
    table.fight(ruka=20, tomo=12)
    return table


@pytest.mark.rule("NWO-TIMING-09", "NWO-TIMING-10", "NWO-TIMING-11")
def test_a_counter_and_a_super_counter_are_used_once_in_a_count() -> None:
    table = counting()
    table.learn("ruka", "ability:late_push")  # a super counter of another window
    answers = {"interrupt": [GUARD, "ability:second_wind", "pass"], "target": "ruka"}
    table.judge("ruka", (3, 4), answers)
    barred = table.script.asked[-2].barred
    assert (barred[GUARD], barred["ability:second_wind"]) == ("counter_used", "super_counter_used")
    assert "interrupt_after ruka" not in table.asked()
    for answer in (GUARD, "ability:second_wind"):
        with pytest.raises(Refused) as refusal:
            check(table.script.asked[-2], answer)
        assert refusal.value.reason == barred[answer]


@pytest.mark.rule("NWO-TIMING-11", "NWO-TIMING-09")
def test_the_slots_are_free_again_when_the_current_count_changes() -> None:
    """timing-3"""
    table = counting()
    table.judge("ruka", (3, 4), {"interrupt": [GUARD, "pass"], "target": "ruka"})
    open_judge(table)
    assert table.refuses(Interrupt("ruka", GUARD)) == "counter_used"
    table.state.judging = None
    table.next_count()
    open_judge(table)
    table.give(Interrupt("ruka", GUARD), (), {"target": "ruka"})


@pytest.mark.rule("NWO-TIMING-10")
def test_a_hyper_counter_is_used_as_often_as_one_likes() -> None:
    table = counting()
    outcome = table.judge("ruka", (3, 4), {"interrupt": ["ability:humming"] * 4 + ["pass"]})
    assert table.resolved() == ["Humming"] * 4
    assert outcome.value == 8 + 7 + 1  # of one name only once: NWO-SPELL-06


@pytest.mark.rule("NWO-TIMING-12", "NWO-OPEN-29")
def test_outside_a_fight_each_judge_is_a_count() -> None:
    """timing-10"""
    table = Table("ruka")
    table.change("ruka", asks="all")
    for _ in range(2):
        table.give(CallJudge("ruka", "evasion", 10), (3, 4), {"interrupt": [GUARD, "pass"]})
    assert table.declared() == [("ruka", "Guard Step")] * 2
    assert table["ruka"].mp == 6


@pytest.mark.rule("NWO-TIMING-12", "NWO-OPEN-29")
def test_by_option_a_scene_is_one_count() -> None:
    table = Table("ruka", house=options(count_limit_outside_combat="per_scene"))
    table.change("ruka", asks="all")
    for _ in range(2):
        table.give(CallJudge("ruka", "evasion", 10), (3, 4), {"interrupt": [GUARD, "pass"]})
    assert table.declared() == [("ruka", "Guard Step")]
    table.give(EndScene())
    table.give(CallJudge("ruka", "evasion", 10), (3, 4), {"interrupt": [GUARD, "pass"]})
    assert table.declared() == [("ruka", "Guard Step")] * 2


# ---------------------------------------------------------------- limits, costs, ranges


@pytest.mark.rule("NWO-TIMING-16")
def test_twenty_declarations_of_one_character_in_one_window() -> None:
    """timing-13"""
    table = counting()
    answers = {"interrupt": ["ability:humming"] * MOST + ["pass"]}
    table.judge("ruka", (3, 4), answers)
    assert (MOST, table.resolved()) == (20, ["Humming"] * 20)
    assert table.asked().count("interrupt ruka") == 20  # the twenty-first is not even offered


@pytest.mark.rule("NWO-TIMING-16")
def test_the_twenty_first_declaration_is_refused() -> None:
    table = counting()
    table["tomo"].asks = "all"
    reasons: list[str] = []
    late = table.refusing(reasons, Interrupt("ruka", "ability:humming"), then="pass")
    answers = {"interrupt ruka": ["ability:humming"] * MOST, "interrupt tomo": ["pass"] * 19 + [late]}
    table.judge("ruka", (3, 4), answers)
    assert set(reasons) == {"hyper_cap"}
    assert len(table.resolved()) == MOST


@pytest.mark.rule("NWO-TIMING-17", "NWO-TIMING-10")
def test_a_limit_of_a_scene() -> None:
    """timing-14"""
    table = Table("tomo", "ruka")
    table.change("tomo", asks="all", prana=15)
    use = {"interrupt tomo": ["ability:last_lantern", "pass"], "target": "ruka"}
    for _ in range(2):
        table.judge("ruka", (3, 4), use)
    open_judge(table)
    assert table.refuses(Interrupt("tomo", "ability:last_lantern")) == "limit_used"
    table.state.judging = None
    table.give(EndScene())
    table.judge("ruka", (3, 4), use)
    assert len(table.declared()) == 3


@pytest.mark.rule("NWO-TIMING-17")
@pytest.mark.parametrize("per", ["count", "round", "combat", "scene", "session"])
def test_every_limit_ends_with_its_span(per: str) -> None:
    more = f"""
[[ability]]
id = "whistle"
name = "Whistle"
timing = "hyper_counter"
max_level = 1
target = "self"
limit = {{ per = "{per}", times = 1 }}
effects = [{{ op = "modify_judge", stat = "any", amount = 1 }}]
"""
    table = Table("ruka", "mire_hound", more=more)
    table.learn("ruka", "ability:whistle")
    table.fight(ruka=20, mire_hound=3)
    table.judge("ruka", (3, 4), {"interrupt ruka": ["ability:whistle", "pass"]})

    def spent() -> bool:
        power = using.power(table.world, table["ruka"], "ability:whistle")
        return using.cannot_pay(table.world, table["ruka"], power) == "limit_used"

    freed: list[str] = []
    assert spent()
    for span in ("count", "round", "combat", "scene", "session"):
        if span == "count":
            table.next_count()
        elif span == "round":
            table["ruka"].done = table["mire_hound"].done = True
            table.run(rounds.advance(table.world), (3, 4, 3, 4))
        elif span == "combat":
            rounds.end(table.world, "stopped")
        else:
            table.give(EndScene(span == "session"))
        if not spent():
            freed.append(span)
    assert freed[0] == per


@pytest.mark.rule("NWO-TIMING-17")
def test_a_use_counts_when_it_is_declared() -> None:
    more = """
[[ability]]
id = "whistle"
name = "Whistle"
timing = "hyper_counter"
max_level = 1
target = "self"
limit = { per = "scene", times = 1 }
effects = [{ op = "modify_judge", stat = "any", amount = 1 }]
"""
    table = Table("ruka", more=more)
    table.learn("ruka", "ability:whistle")
    table.change("ruka", asks="all")
    answers = {"interrupt ruka": ["ability:whistle", "pass"]}
    table.judge("ruka", (3, 4), answers)
    assert [one.barred.get("ability:whistle") for one in table.script.asked if one.key == "interrupt ruka"] == [
        None, "limit_used"
    ]  # fmt: skip


@pytest.mark.rule("NWO-TIMING-15", "NWO-CAST-17", "NWO-TIMING-04")
@pytest.mark.parametrize(
    ("state", "thing", "reason"),
    [
        ({"mp": 0}, GUARD, "mp_not_enough"),
        ({"hp": 2}, "ability:second_wind", "hp_not_enough"),
        ({"prana": 2}, "ability:last_lantern", "prana_not_enough"),
        ({}, "spell:stone_coat", "casting_value_not_met"),
        ({}, "ability:turn_the_die", "wrong_window"),
        ({}, "ability:rally_call", "ability_not_offered"),
        ({}, "ability:hot_coals", "ability_not_offered"),
        ({}, "spell:unravel", "spell_unknown"),
        ({"done": True}, GUARD, "done"),
        ({"casting": Cast("mend", 1)}, GUARD, "status_casting"),
        ({"fainted": True}, GUARD, "status_fainted"),
        ({"hp": 0}, GUARD, "status_apparent_death"),
        ({"dead": True}, GUARD, "dead"),
    ],
)
def test_counters_that_are_refused(state: dict[str, Any], thing: str, reason: str) -> None:
    table = Table("tomo", "ruka")
    things = ("ability:second_wind", "ability:last_lantern", "ability:turn_the_die", "ability:rally_call")
    table.learn("ruka", *things, "spell:stone_coat")
    table["ruka"].attributes.update(wits=2, faith=2)
    table.fight(ruka=20, tomo=5)
    table.change("ruka", **state)
    open_judge(table, "tomo")
    assert table.refuses(Interrupt("ruka", thing)) == reason
    assert table.refuses(Interrupt("ruka", thing), "tomo") == "not_your_actor"
    assert table.refuses(Interrupt("nobody", thing)) == "unknown_actor"


@pytest.mark.rule("NWO-TIMING-04")
def test_there_is_nothing_to_interrupt_between_windows() -> None:
    table = Table("ruka")
    assert table.refuses(Interrupt("ruka", GUARD)) == "no_open_window"
    reasons: list[str] = []
    table.judge("ruka", (3, 4), {"prana": table.refusing(reasons, Interrupt("ruka", GUARD))})
    assert reasons == ["no_open_window"]
    table.fight(ruka=20)
    table.learn("ruka", GUARD)
    assert table.refuses(UseAbility("ruka", "guard_step", ("ruka",))) == "no_open_window"


@pytest.mark.rule("NWO-TIMING-04", "NWO-SPELL-08")
@pytest.mark.parametrize(
    ("distance", "affects", "reason"),
    [
        ((1, 0), "foes", ""),
        ((2, 0), "foes", "out_of_range"),
        ((0, 0), "allies", "no_target"),
        ((2, 0), "allies", "no_target"),
    ],
)
def test_a_spell_is_undone_within_range_and_by_whom_it_is_meant_for(
    distance: tuple[int, int], affects: str, reason: str
) -> None:
    table = Table("ruka", "tomo", "fog_caller", "mire_hound", fog_caller=distance, mire_hound=(3, 0))
    table.learn("ruka", "ability:hush_now")
    if affects == "allies":
        table["fog_caller"].faction = "party"
    table.fight(ruka=20, tomo=5, fog_caller=3)
    open_judge(table, "fog_caller", "on_activation")
    if reason:
        assert table.refuses(Interrupt("ruka", "ability:hush_now")) == reason
    else:
        table.give(Interrupt("ruka", "ability:hush_now"))
        assert table.state.stack[-1].targets == ("fog_caller",)


@pytest.mark.rule("NWO-TIMING-04")
@pytest.mark.parametrize(("square", "reason"), [((1, 0), "out_of_range"), ((0, 0), "")])
def test_a_target_out_of_range_cannot_be_named(square: tuple[int, int], reason: str) -> None:
    more = """
[[ability]]
id = "trip"
name = "Trip"
timing = "counter"
max_level = 1
target = "one"
affects = "foes"
range = [0, 0]
effects = [{ op = "add_status", status = "prone" }]
"""
    table = Table("ruka", "fog_caller", more=more, fog_caller=square)
    table.learn("ruka", "ability:trip")
    table.fight(ruka=20, fog_caller=3)
    open_judge(table, "fog_caller")
    if reason:
        assert table.refuses(Interrupt("ruka", "ability:trip")) == reason
        table["fog_caller"].faction = "party"
        assert table.refuses(Interrupt("ruka", "ability:trip")) == "no_target"
    else:
        table.give(Interrupt("ruka", "ability:trip"))
        assert table.state.stack[-1].targets == ("fog_caller",)


@pytest.mark.rule("NWO-TIMING-05", "NWO-CAST-17")
@pytest.mark.parametrize(("option", "count"), [("deduct", 12), ("ignore", 14)])
def test_counters_cost_no_action_but_a_cast_count(option: str, count: int) -> None:
    """cast-19"""
    table = Table("fog_caller", "ruka", house=options(counter_spell_count=option))
    table.change("fog_caller", mp=2, asks="all")
    table.fight(fog_caller=14, ruka=5)
    table.judge("fog_caller", (3, 4), {"interrupt fog_caller": ["spell:gale_edge", "pass"], "target": "fog_caller"})
    caller = table["fog_caller"]
    assert (caller.mp, caller.count, caller.casting, caller.done) == (0, count, None, False)
    assert table.resolved() == ["Gale Edge"]


@pytest.mark.rule("NWO-CAST-17", "NWO-TIMING-05")
def test_a_counter_spell_whose_count_leaves_nothing_still_works() -> None:
    table = Table("fog_caller", "ruka")
    table.change("fog_caller", asks="all")
    table.fight(fog_caller=2, ruka=1)
    table.judge("fog_caller", (3, 4), {"interrupt fog_caller": ["spell:gale_edge", "pass"], "target": "fog_caller"})
    assert (table["fog_caller"].count, table["fog_caller"].done) == (0, True)
    assert table["fog_caller"].now.element == "gale"


@pytest.mark.rule("NWO-CAST-17", "NWO-TIMING-09")
def test_a_refused_counter_keeps_its_slot() -> None:
    """cast-20"""
    table = Table("tomo", "ruka")
    table.values("tomo", magic=5)
    table.fight(tomo=15, ruka=5)
    open_judge(table)
    assert table.refuses(Interrupt("tomo", "spell:stone_coat")) == "casting_value_not_met"
    assert "counter" not in table["tomo"].slots


# ---------------------------------------------------------------- what has gone when it is resolved


@pytest.mark.rule("NWO-TIMING-15")
@pytest.mark.parametrize("gone", ["out_of_range", "dead", "left"])
def test_a_target_that_has_gone(gone: str) -> None:
    """timing-12"""
    table = Table("ruka", "tomo", "fog_caller")
    table.learn("tomo", GUARD, level=2)
    table.learn("fog_caller", "ability:step_aside")
    table.change("tomo", asks="all", mp=5)
    table.change("fog_caller", asks="all")
    table.fight(ruka=20, tomo=9, fog_caller=8)

    def moving(_: Any) -> str:
        if gone == "out_of_range":
            table["ruka"].square = (1, 0)
        elif gone == "dead":
            table["ruka"].dead = True
        else:
            table["ruka"].present = False
        return ""

    answers = {
        "interrupt tomo": [GUARD, "pass"], "interrupt fog_caller": ["ability:step_aside", "pass"], "target": "ruka",
        "text_effect": moving,
    }  # fmt: skip
    table.judge("fog_caller", (3, 4), answers)
    assert table.resolved() == ["Step Aside"]
    assert table.spoken("interrupt.gone") == [("interrupt.gone", "Guard Step")]
    assert (table["tomo"].mp, table["ruka"].lasting) == (4, [])


@pytest.mark.rule("NWO-TIMING-15")
def test_who_is_left_of_several_targets_still_gets_it() -> None:
    more = """
[[ability]]
id = "cheer"
name = "Cheer"
timing = "counter"
max_level = 1
target = "several"
max_targets = 3
range = [0, 3]
effects = [{ op = "modify_judge", stat = "any", amount = 2 }]
[[ability]]
id = "step_aside"
name = "Step Aside"
timing = "hyper_counter"
max_level = 1
target = "self"
effects = [{ op = "text", text = "Gone." }]
"""
    table = Table("ruka", "tomo", more=more)
    table.learn("ruka", "ability:cheer", "ability:step_aside")
    table.change("ruka", asks="all")
    table.change("tomo", asks="never")

    def dying(_: Any) -> str:
        table["tomo"].dead = True
        return ""

    answers = {
        "interrupt ruka": ["ability:cheer", "ability:step_aside", "pass"], "targets": [["tomo", "ruka"]],
        "text_effect": dying,
    }  # fmt: skip
    assert table.judge("ruka", (3, 4), answers).value == 8 + 7 + 2
    assert table["tomo"].lasting == []


@pytest.mark.rule("NWO-TIMING-15")
def test_what_was_asked_for_may_not_be_possible_any_more() -> None:
    """The slot was used by a command while the question was open."""
    table = Table("ruka", "tomo")
    table.change("ruka", asks="all")
    table.fight(ruka=20, tomo=5)
    early = table.giving(Interrupt("ruka", GUARD), "ruka", GUARD, {"target": "ruka"})
    table.judge("ruka", (3, 4), {"interrupt ruka": [early, "pass"], "target": "ruka"})
    assert table.resolved() == ["Guard Step"]
    assert table.spoken("interrupt.gone") == [("interrupt.gone", "Guard Step")]
    assert table["ruka"].mp == 7


@pytest.mark.rule("NWO-TIMING-06", "NWO-TIMING-07")
def test_a_declaration_by_command_brings_another_round_of_questions() -> None:
    table = Table("ruka", "tomo")
    table.learn("tomo", "ability:humming")
    table.change("ruka", asks="all")
    table.change("tomo", asks="all", spells=[])
    table.fight(ruka=20, tomo=5)
    early = table.giving(Interrupt("ruka", GUARD), "ruka", "pass", {"target": "ruka"})
    table.judge("ruka", (3, 4), {"interrupt tomo": [early, "pass"]})
    assert table.asked().count("interrupt tomo") == 2
    assert table.resolved() == ["Guard Step"]


@pytest.mark.rule("NWO-TIMING-15", "NWO-CAST-11")
def test_an_interrupt_of_somebody_who_has_left_the_scene_no_longer_reaches_anybody() -> None:
    table = Table("ruka", "tomo")
    table.fight(ruka=20, tomo=5)
    open_judge(table)
    table.give(Interrupt("tomo", "spell:stone_coat"), (), {"target": "tomo"})
    table.state.judging = None
    table.give(LeaveBattle("tomo"))
    table.run(using.resolve(table.world, table.state.stack.pop()))
    assert table.resolved() == []


@pytest.mark.rule("NWO-TIMING-03")
def test_what_is_used_as_an_action_is_used_in_the_own_turn() -> None:
    """timing-8"""
    table = Table("ruka", "tomo")
    table.learn("ruka", "ability:rally_call")
    table.fight(tomo=20, ruka=5)
    assert table.refuses(UseAbility("ruka", "rally_call", ("ruka",))) == "not_your_turn"
    assert table.refuses(UseAbility("tomo", "rally_call", ("ruka",))) == "ability_not_offered"
    assert table.refuses(CastSpell("tomo", "stone_coat")) == "spell_wrong_timing"
    table.change("tomo", done=True)
    table.change("ruka", count=25)
    table.battle.acting = "ruka"
    table.give(UseAbility("ruka", "rally_call", ("ruka",)))
    assert (table["ruka"].count, table["ruka"].prana) == (5, 10)


@pytest.mark.rule("NWO-TIMING-17", "NWO-TIMING-03")
def test_a_limited_action_is_refused_when_it_is_spent() -> None:
    table = Table("ruka", "tomo")
    table.learn("ruka", "ability:rally_call")
    table.fight(ruka=60, tomo=5)
    table.give(UseAbility("ruka", "rally_call", ("ruka",)))
    assert table.refuses(UseAbility("ruka", "rally_call", ("ruka",))) == "limit_used"
    assert table.refuses(UseAbility("ruka", "rally_call", ("ruka", "ruka"))) == "limit_used"


@pytest.mark.rule("NWO-TIMING-01")
def test_every_timing_opens_its_own_door() -> None:
    """always nothing, normal an action, the three counters a window."""
    table = Table("ruka")
    table.learn("ruka", "ability:rally_call", "ability:second_wind", "ability:last_lantern", "spell:wake_word")
    held = table["ruka"].now.held
    assert held == {
        "before_roll": [GUARD, "ability:second_wind", "ability:last_lantern", "spell:wake_word"]
    }  # fmt: skip
    assert interrupts.ONE_A_COUNT.keys() == {"counter", "super_counter"}
