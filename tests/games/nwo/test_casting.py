"""NWO-CAST: declaration, the counts in between, activation, dispelling, and everything that ends a cast."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
import pytest

from nwo_magic import FIST, attack_row, begins_cast, paused, rejoin, steps, table, thrown, told, values
from nwo_play import Play, rows_of
from rulewright.games.nwo.battles import harm, rounds
from rulewright.games.nwo.battles.actions import Attack, CastSpell, Pass, Rearrange, UseAbility, WakeUp
from rulewright.games.nwo.battles.free_play import InterruptCast, SetHabits
from rulewright.games.nwo.battles.gear import TakeFromRobe
from rulewright.games.nwo.battles.moving import Move
from rulewright.games.nwo.battles.prana import PranaToMp
from rulewright.games.nwo.judges.declaring import DeclarePrana
from rulewright.games.nwo.judges.interrupts import Interrupt
from rulewright.games.nwo.state import Judging, Thing

ATTACKS = [row for row in rows_of("attack") if row["id"].startswith("cast-")]
TIMELINES = [row for row in rows_of("timeline") if row["id"].startswith("cast-")]
CHECKS = rows_of("cast_check")
DART = CastSpell("tomo", "ember_dart")
BITE = Attack("hound", "fist", "tomo")
MISS = (1, 1, 6, 5)
"""Faces of a dart at the hound that misses."""


def duel(*, tomo: int = 25, hound: int = 18, spells: tuple[str, ...] = ("ember_dart",), **house: Any) -> Play:
    """Tomo's turn, with magic 13 and no prana, beside a hound, with more spells at hand than the pack has."""
    play = table("tomo", "hound:mire_hound", "ruka", **house)
    play.values("tomo", magic=13)
    play.change("tomo", spells=list(spells), abilities={}, mp=10, prana=0)
    play.values("hound", action_value=1)
    play.change("hound", at_zero="", natural_weapons=[FIST])
    play.values("ruka", action_value=1)
    play.change("ruka", abilities={}, prana=0)
    play.fight(tomo=tomo, hound=hound, ruka=1)
    return play


STONE_COAT = Interrupt("tomo", "spell:stone_coat")


def before_a_roll(play: Play) -> Play:
    """A judge of Ruka's has come to its first window."""
    play.state.judging = Judging("ruka", "called", "defence", "hound", window="before_roll")
    return play


# ---------------------------------------------------------------- worked examples


@pytest.mark.rule("NWO-CAST-05", "NWO-CAST-06", "NWO-CAST-13")
@pytest.mark.parametrize("row", ATTACKS, ids=[row["id"] for row in ATTACKS])
def test_example_of_an_attack_on_a_caster(row: Mapping[str, Any]) -> None:
    play, came_out = attack_row(row)
    assert came_out == row["expect"]
    assert play["passive"].casting is None  # wounded seriously in cast-3; not casting any more in cast-5


@pytest.mark.rule("NWO-CAST-03", "NWO-CAST-04", "NWO-CAST-07", "NWO-CAST-12", "NWO-CAST-14")
@pytest.mark.parametrize("row", TIMELINES, ids=[row["id"] for row in TIMELINES])
def test_example_of_a_timeline(row: Mapping[str, Any]) -> None:
    given = row["given"]
    play = table("tomo", "hound:mire_hound", "ruka")
    counts = {}
    play.change("hound", natural_weapons=[FIST])
    for one in given["who"]:
        play.values(one["id"], action_value=one["action_value"])
        counts[one["id"]] = one["count"]
    play.values("ruka", action_value=1)  # she keeps the round open
    play.change("tomo", spells=["six_words", "no_words"], abilities={}, prana=0)
    play.change("ruka", abilities={})
    play.fight(**counts, ruka=1)
    stops = False
    for who, what, *count in given["script"]:
        if what == "cast":
            play.give(CastSpell(who, "six_words" if count == [6] else "no_words"))
        elif what == "interrupt_off_turn":
            stops = True
        elif what == "act" and stops:
            stops = False
            play.give(BITE, [2, 4, 4, 4], {"interrupt_cast": "interrupt"})
        elif what == "act":
            play.give(Pass(who))
    assert timeline(play) == row["expect"]["turns"]
    assert {id: play[id].count for id in counts} == row["expect"]["counts"]
    assert [id for id in counts if play[id].casting] == row["expect"].get("still_casting", [])


def timeline(play: Play) -> list[str]:
    """Who did what at which count, as the examples write it."""
    found, count = [], 0
    ids = {one.name: one.id for one in play.state.characters.values()}
    words = {
        "cast.declared": "declares", "cast.activates": "activates", "cast.interrupted": "interrupts",
        "turn.passes": "acts", "attack.miss": "acts",
    }  # fmt: skip
    for event in play.told:
        if event.key == "turn.begins":
            count = event.facts["count"]
        elif event.key in words:
            who = event.facts["attacker" if event.key == "attack.miss" else "name"]
            found.append(f"{ids[who]}@{count} {words[event.key]}")
    return found


@pytest.mark.rule(
    "NWO-CAST-08", "NWO-CAST-09", "NWO-CAST-10", "NWO-CAST-11", "NWO-CAST-12", "NWO-CAST-16", "NWO-OPEN-01"
)
@pytest.mark.parametrize("row", CHECKS, ids=[row["id"] for row in CHECKS])
def test_example_of_an_activation(row: Mapping[str, Any]) -> None:
    given, expect = row["given"], row["expect"]
    play = Play("tomo", "hound:mire_hound", "fog:fog_caller")
    play.values("tomo", magic=given["magic"], strength=2)
    play.change("tomo", spells=["ember_dart"], abilities={}, mp=given["mp"], prana=0)
    play.change("fog", abilities={}, spells=["unravel"], prana=0)
    if "weight_penalty" in given:
        play.change("tomo", gear=[Thing("blade", "guard_blade", "equipped")])
        assert play["tomo"].now.penalty == given["weight_penalty"]
    record = play.world.content.spells_by_id["ember_dart"]
    assert (record.casting_value, record.mp) == (given["casting_value"], given["cost"])
    play.fight(tomo=given["count"] + record.cast_count, hound=18, fog=1)
    answers: dict[str, Any] = {"target": "none" if given.get("targets") == 0 else "hound"}
    faces: tuple[int, ...] = MISS if expect["outcome"] == "effect" else ()
    if given.get("dispelled"):
        answers |= {"interrupt_spell": "spell:unravel"}
        faces = (6, 6, 1, 1)
    play.give(DART, faces, answers)
    key = {"effect": "attack.miss", "interrupted": "cast.no_target_left", "dispelled": "cast.dispelled"}.get(
        expect["outcome"], f"cast.failed.{expect.get('reason')}"
    )
    assert told(play, key)
    assert (play["tomo"].mp, play["tomo"].count) == (expect["mp_after"], expect["count_after"])
    assert play["tomo"].casting is None


def test_every_example_of_casting_is_played() -> None:
    ids = {row["id"] for row in [*ATTACKS, *TIMELINES, *CHECKS]}
    others = {"cast-7", "cast-17", "cast-18", "cast-19", "cast-20", "cast-21"}  # tests of their own below
    assert ids | others == {f"cast-{number}" for number in range(1, 22)}


# ---------------------------------------------------------------- declaration


@pytest.mark.rule("NWO-CAST-03")
def test_only_a_known_spell_of_timing_normal_is_declared() -> None:
    play = duel(spells=("ember_dart", "stone_coat"))
    assert play.refuses(CastSpell("tomo", "brine_wave")) == "spell_unknown"
    assert play.refuses(CastSpell("tomo", "no_such_spell")) == "spell_unknown"
    assert play.refuses(CastSpell("tomo", "stone_coat")) == "spell_wrong_timing"


@pytest.mark.rule("NWO-CAST-01")
def test_a_cast_is_an_action_of_the_own_turn() -> None:
    play = duel(tomo=5)
    assert play.refuses(DART) == "not_your_turn"
    play = duel()
    play["tomo"].serious = True
    assert play.refuses(DART) == "status_serious"


@pytest.mark.rule("NWO-CAST-03")
def test_the_cast_count_is_taken_at_once_and_the_turn_ends_without_its_20() -> None:
    play = duel(tomo=30, hound=26)
    play.give(DART)
    assert (play["tomo"].count, play["tomo"].mp) == (24, 10)
    assert play["tomo"].casting is not None
    assert (play.battle.acting, play.asked()) == ("hound", [])


@pytest.mark.rule("NWO-CAST-03")
def test_a_combat_move_may_come_before_a_cast() -> None:
    play = duel(tomo=30, hound=1)
    play["hound"].square = (2, 0)
    play.give(Move("tomo", "combat", ((1, 0),)))
    assert play["tomo"].square == (1, 0)
    play.give(DART, MISS, {"target": "hound"})
    assert play["tomo"].count == 4


@pytest.mark.rule("NWO-CAST-01", "NWO-CAST-02")
def test_cast_17_the_requirement_is_tested_at_activation_only() -> None:
    play = duel(hound=20)
    play.change("tomo", stats=play["tomo"].stats | {"magic": 7})
    play.give(DART)  # accepted
    play.change("tomo", stats=play["tomo"].stats | {"magic": 8})
    play.give(Pass("hound"), MISS, {"target": "hound"})
    assert told(play, "cast.activates")
    other = duel()
    other.change("tomo", stats=other["tomo"].stats | {"magic": 7})
    other.give(DART)
    assert told(other, "cast.failed.casting_value_not_met")


@pytest.mark.rule("NWO-CAST-02")
def test_magic_counts_fighting_spirit_gear_and_lasting_effects() -> None:
    play = table("tomo", "hound:mire_hound")  # 11 of wits and faith, 2 each of class, staff and spirit
    play.change("tomo", prana=0, abilities={}, spells=["ember_dart"])
    bare = play["tomo"].now.values["magic"]
    play.fight(tomo=25, hound=1)
    casting_value = play.world.content.spells_by_id["ember_dart"].casting_value
    play.change("tomo", aura=play["tomo"].aura | {"magic": casting_value - bare + 2})  # now just enough
    assert play["tomo"].now.values["magic"] == casting_value
    play.give(DART, [1, 1, 6, 5], {"target": "hound"})
    assert told(play, "cast.activates")


@pytest.mark.rule("NWO-CAST-04")
def test_a_cast_count_of_0_is_activated_in_the_same_turn() -> None:
    play = duel(tomo=15, hound=15, spells=("no_words",))
    play.give(CastSpell("tomo", "no_words"))
    assert (play["tomo"].count, play.battle.acting) == (-5, "hound")
    assert [event.key for event in play.told if event.key.startswith("cast.")] == ["cast.declared", "cast.activates"]


@pytest.mark.rule("NWO-CAST-03", "NWO-TIMING-17")
def test_a_limited_spell_counts_when_it_is_declared() -> None:
    play = duel(tomo=45, spells=("no_words",))
    play.give(CastSpell("tomo", "no_words"))
    assert play.refuses(CastSpell("tomo", "no_words")) == "limit_used"


# ---------------------------------------------------------------- while casting


@pytest.mark.rule("NWO-CAST-05")
@pytest.mark.parametrize(
    "command",
    [
        Attack("tomo", "fist", "hound"),
        CastSpell("tomo", "no_words"),
        UseAbility("tomo", "rally_call", ("tomo",)),
        Rearrange("tomo"),
        WakeUp("tomo"),
        Pass("tomo"),
        PranaToMp("tomo"),
        TakeFromRobe("tomo", "salve"),
    ],
    ids=lambda command: type(command).__name__,
)
def test_a_caster_does_nothing_else(command: msgspec.Struct) -> None:
    play = duel(tomo=30, hound=1)
    begins_cast(play, "tomo")
    assert play.refuses(command) == "status_casting"


@pytest.mark.rule("NWO-CAST-05")
def test_a_caster_declares_no_counter_and_no_prana() -> None:
    play = duel(tomo=5, hound=18, spells=("stone_coat",))
    play.change("tomo", prana=9)
    begins_cast(play, "tomo")
    question = paused(play, BITE, "interrupt_cast")
    assert question.to == "tomo"
    assert play.refuses(STONE_COAT) == "status_casting"
    assert play.refuses(DeclarePrana("tomo", 1)) == "no_judge_possible"


@pytest.mark.rule("NWO-CAST-05")
def test_an_attack_on_a_caster_meets_plain_values_and_does_not_disturb_the_cast() -> None:
    play = duel(tomo=5, hound=38)
    play.values("tomo", evasion=9, defence=11)
    begins_cast(play, "tomo")
    play.give(BITE, [2, 3, 2, 3])
    assert values(play) == [("hit", 14), ("evasion", 9), ("attack", 17), ("defence", 11)]
    assert (play["tomo"].hp, thrown(play)) == (17 - 6, ["hit", "attack"])
    assert play["tomo"].casting is not None


@pytest.mark.rule("NWO-CAST-05")
def test_abilities_that_are_always_on_go_on_while_casting() -> None:
    play = duel(tomo=5, hound=38)
    play.values("tomo", evasion=9)
    play.change("tomo", abilities={"sure_footing": 3})
    begins_cast(play, "tomo")
    play.give(BITE, [1, 2])
    assert values(play) == [("hit", -1), ("evasion", 12)]


# ---------------------------------------------------------------- interrupting


def caught(*, tomo: int = 5, **house: Any) -> Play:
    """The hound's turn, hit 9, while Tomo casts with evasion 9 and defence 6."""
    play = duel(tomo=tomo, hound=38, **house)
    play.values("tomo", magic=13, evasion=9, defence=6)
    begins_cast(play, "tomo")
    return play


@pytest.mark.rule("NWO-CAST-06")
def test_a_caster_may_stop_in_any_window_before_its_plain_value_has_been_taken() -> None:
    before, after = caught(), caught()
    before.give(BITE, [2, 4, 4, 4], {"interrupt_cast": "interrupt"})
    assert (before.asked(), values(before)) == (["interrupt_cast"], [("hit", 15), ("evasion", 17)])
    after.give(BITE, [2, 4, 4, 4], {"interrupt_cast": ["keep", "interrupt"]})
    assert (after.asked(), values(after)) == (["interrupt_cast"] * 2, [("hit", 15), ("evasion", 17)])


@pytest.mark.rule("NWO-CAST-06")
@pytest.mark.parametrize(("asks", "asked"), [("relevant", 0), ("all", 2), ("never", 0)])
def test_in_judges_of_others_a_caster_may_stop_too_and_is_asked_if_it_wants_to_be(asks: Any, asked: int) -> None:
    play = caught()
    play.change("tomo", asks=asks)
    play.values("ruka", evasion=20)
    command = Attack("hound", "fist", "ruka")
    play.give(command, [1, 1, 1, 1])
    assert play.asked() == ["interrupt_cast"] * (2 * asked)  # two windows of the hit, two of the evasion
    other = caught()
    other.state.judging = Judging("hound", "hit", "hit", "ruka", window="before_roll")
    other.give(InterruptCast("tomo"))
    assert other["tomo"].casting is None


@pytest.mark.rule("NWO-CAST-06", "NWO-CAST-07")
def test_after_the_attack_roll_it_still_saves_the_defence() -> None:
    play = caught()
    play.give(BITE, [2, 4, 4, 5, 2, 3], {"interrupt_cast": ["keep", "keep", "keep", "interrupt"]})
    assert values(play) == [("hit", 15), ("evasion", 9), ("attack", 21), ("defence", 11)]


@pytest.mark.rule("NWO-CAST-06", "NWO-CAST-07")
def test_stopping_uses_no_slot_and_pays_nothing() -> None:
    play = caught(tomo=24, spells=("ember_dart", "stone_coat"))
    play.change("tomo", asks="all")
    rejoin(play)
    answers = {"interrupt_cast": "interrupt", "interrupt": "spell:stone_coat", "target": "tomo"}
    play.give(BITE, [2, 4, 4, 4], answers)  # the counter of this count is still there, in the same window
    assert told(play, "effect.lasts.count")[0]["thing"] == "Stone Coat"
    assert (play["tomo"].count, play["tomo"].mp, play["tomo"].casting) == (24, 10 - 3, None)
    assert play.battle.acting == "tomo"
    play.give(Pass("tomo"))
    assert play["tomo"].count == 4


@pytest.mark.rule("NWO-CAST-06")
def test_who_does_not_cast_has_nothing_to_interrupt_and_a_caster_only_in_a_window() -> None:
    play = caught()
    assert play.refuses(InterruptCast("hound")) == "not_casting"
    assert play.refuses(InterruptCast("tomo")) == "no_open_window"
    paused(play, BITE, "interrupt_cast")
    play.give(InterruptCast("tomo"))
    assert play["tomo"].casting is None
    assert play.refuses(InterruptCast("tomo")) == "not_casting"


@pytest.mark.rule("NWO-CAST-06", "NWO-CAST-07")
def test_a_done_caster_may_stop_and_stays_done() -> None:
    play = caught(tomo=-1)
    play.give(BITE, [2, 4, 4, 4], {"interrupt_cast": "interrupt"})
    assert ("evasion", 17) in values(play)
    assert (play["tomo"].done, play["tomo"].count, play["tomo"].casting) == (True, -1, None)


@pytest.mark.rule("NWO-CAST-06", "NWO-OPEN-12")
def test_by_option_a_done_caster_may_not() -> None:
    play = caught(tomo=-1, interrupt_cast_when_done=False)
    play.state.judging = Judging("hound", "hit", "hit", "tomo", window="before_roll")
    assert play.refuses(InterruptCast("tomo")) == "done"
    play.state.judging = None
    play.give(BITE, [2, 4, 1, 1])
    assert "interrupt_cast" not in play.asked()


@pytest.mark.rule("NWO-CAST-06")
def test_at_its_own_activation_a_caster_that_asks_to_be_asked_may_stop() -> None:
    play = duel()
    play.give(SetHabits("tomo", asks="all"))
    play.give(DART, (), {"interrupt_cast_now": "interrupt"})
    assert (play["tomo"].mp, play["tomo"].count, play.battle.acting) == (10, 19, "tomo")


@pytest.mark.rule("NWO-CAST-06", "NWO-CAST-09")
def test_a_caster_whose_spell_would_fail_is_asked_whether_to_stop() -> None:
    play = duel()
    play.change("tomo", mp=3)
    play.give(DART, (), {"interrupt_cast_now": "interrupt"})
    assert play.script.asked[0].facts["why"] == "cast.doubt.mp_not_enough"
    assert (play["tomo"].count, play.battle.acting) == (19, "tomo")


@pytest.mark.rule("NWO-CAST-06")
def test_at_the_start_of_a_round_a_caster_may_stop_and_then_rolls_its_count() -> None:
    play = duel(tomo=3, hound=-5)
    play.change("ruka", count=-5, done=True)
    play.give(DART, [3, 3, 1, 2, 1, 2], {"keep_cast_round": "interrupt"})  # a round begins: Tomo, hound, Ruka
    assert thrown(play) == ["action_value"] * 3
    assert play["tomo"].count == play["tomo"].now.values["action_value"] + 6


# ---------------------------------------------------------------- activation


@pytest.mark.rule("NWO-CAST-09", "NWO-OPEN-10")
@pytest.mark.parametrize(("option", "count", "acting"), [("on", -1, "hound"), ("off", 19, "tomo")])
def test_a_failed_check_uses_the_action_by_option(option: str, count: int, acting: str) -> None:
    play = duel(failed_cast_consumes_action=option)
    play.change("tomo", mp=3)
    play.give(DART)
    assert (play["tomo"].mp, play["tomo"].count, play.battle.acting) == (3, count, acting)


@pytest.mark.rule("NWO-CAST-08")
def test_the_check_looks_at_magic_first() -> None:
    play = duel()
    play.change("tomo", mp=0, stats=play["tomo"].stats | {"magic": 7})
    play.give(DART)
    assert told(play, "cast.failed.casting_value_not_met")


@pytest.mark.rule("NWO-CAST-08", "NWO-CAST-10")
def test_exactly_the_cost_is_enough() -> None:
    play = duel()
    play.change("tomo", mp=4)
    play.give(DART, MISS, {"target": "hound"})
    assert play["tomo"].mp == 0


@pytest.mark.rule("NWO-CAST-11", "NWO-OPEN-11")
@pytest.mark.parametrize(("option", "mp"), [("off", 10 - 7), ("on", 10)])
def test_cast_15_without_any_target_the_cast_ends_and_a_normal_turn_follows(option: str, mp: int) -> None:
    play = duel(spells=("brine_wave",), no_target_refunds_mp=option)  # range 1 to 2, and the hound is here
    play.give(CastSpell("tomo", "brine_wave"))
    play.battle.acting = ""
    play.change("hound", count=1)
    play.run(rounds.advance(play.world))
    assert play.asked() == ["interrupt_cast_now"]
    assert (play["tomo"].mp, play["tomo"].count, play.battle.acting) == (mp, 16, "tomo")
    play.give(Pass("tomo"))
    assert play["tomo"].count == -4


@pytest.mark.rule("NWO-CAST-11")
def test_targets_are_chosen_from_where_everybody_stands_at_activation() -> None:
    play = duel(tomo=45, hound=1, spells=("brine_wave",))
    play.change("hound", square=(1, 0))
    question = paused(play, CastSpell("tomo", "brine_wave"), "target_square")
    assert [option.value for option in question.options] == ["1.0", "none"]
    other = duel(tomo=45, hound=40, spells=("brine_wave",))
    other.change("hound", square=(1, 0))
    other.give(CastSpell("tomo", "brine_wave"))
    other.change("hound", square=(2, 0))
    question = paused(other, Pass("hound"), "target_square")
    assert [option.value for option in question.options] == ["2.0", "none"]


@pytest.mark.rule("NWO-CAST-11")
def test_only_whom_the_spell_can_reach_is_offered() -> None:
    play = duel()
    play.change("hound", square=(3, 0))
    play.change("ruka", square=(4, 0))
    question = paused(play, DART, "target")
    assert [option.value for option in question.options] == ["tomo", "hound", "none"]
    assert question.refuses("ruka")  # chosen again


@pytest.mark.rule("NWO-CAST-12")
def test_the_effect_comes_before_the_action_is_spent() -> None:
    play = duel()
    play.give(DART, [3, 3, 1, 1, 4, 4, 1, 3], {"target": "hound"})
    keys = play.keys()
    assert keys.index("cast.activates") < keys.index("attack.damage") < keys.index("turn.done")


@pytest.mark.rule("NWO-CAST-12")
def test_a_target_that_died_in_the_window_is_left_alone() -> None:
    play = duel(spells=("spark_ring",))
    play["ruka"].faction = "foes"
    play.change("ruka", abilities={"trap_line": 1})
    play.change("hound", at_zero="dead")
    rejoin(play)
    answers = {"targets": [["hound", "ruka"]], "interrupt_spell": "ability:trap_line", "target": "hound"}
    play.give(CastSpell("tomo", "spark_ring"), [1, 1, 6, 5], answers)
    assert play["hound"].dead
    assert [facts["name"] for facts in told(play, "attack.miss")] == ["ruka"]


@pytest.mark.rule("NWO-CAST-12", "NWO-SPELL-14")
def test_nor_does_it_resist() -> None:
    play = duel(spells=("drowse",))
    play.change("ruka", abilities={"trap_line": 1})
    play.change("hound", at_zero="dead")
    rejoin(play)
    answers = {"targets": [["hound"]], "interrupt_spell": "ability:trap_line", "target": "hound"}
    play.give(CastSpell("tomo", "drowse"), (), answers)
    assert (play["hound"].dead, thrown(play), play["tomo"].mp) == (True, [], 9)


# ---------------------------------------------------------------- what breaks a cast


@pytest.mark.rule("NWO-CAST-13")
def test_cast_18_prone_does_not_break_a_cast_a_faint_does_without_mp() -> None:
    play = caught(tomo=24)
    for status, casts in (("prone", True), ("fainted", False)):
        play.run(harm.put_status(play.world, play["tomo"], status))
        assert (play["tomo"].casting is not None) == casts
    assert (play["tomo"].mp, play["tomo"].count) == (10, 24)
    assert told(play, "cast.broken")


@pytest.mark.rule("NWO-CAST-13", "NWO-OPEN-13")
@pytest.mark.parametrize(("option", "damage", "casts"), [("on", 14, False), ("off", 14, True), ("off", 17, False)])
def test_a_serious_wound_breaks_a_cast_by_option_and_apparent_death_always(
    option: str, damage: int, casts: bool
) -> None:
    play = caught(serious_breaks_cast=option)
    play.run(harm.lose(play.world, play["tomo"], damage))
    assert (play["tomo"].casting is not None) == casts


@pytest.mark.rule("NWO-CAST-13")
def test_death_breaks_a_cast() -> None:
    play = caught()
    play.change("tomo", at_zero="dead")
    play.run(harm.lose(play.world, play["tomo"], 99))
    assert (play["tomo"].dead, play["tomo"].casting, play.battle.casters) == (True, None, 0)


@pytest.mark.rule("NWO-CAST-13")
def test_who_was_broken_off_has_a_normal_turn_at_its_count() -> None:
    play = duel(tomo=30, hound=26, serious_breaks_cast="on")
    play.values("tomo", magic=13, evasion=9, defence=6)
    play.change("tomo", mp=10)
    play.give(DART)
    play.give(BITE, [2, 4, 4, 5])  # cast-3
    assert (play["tomo"].hp, play["tomo"].casting, play.battle.acting) == (2, None, "tomo")
    assert play["tomo"].count == 24


# ---------------------------------------------------------------- into the next round


@pytest.mark.rule("NWO-CAST-14", "NWO-CAST-05")
def test_a_cast_below_1_is_carried_over_with_plain_values_until_it_ends() -> None:
    play = duel(tomo=5, hound=3)
    play.values("tomo", magic=13, evasion=9, defence=6)
    play.give(DART)
    assert (play["tomo"].count, play["tomo"].done) == (-1, True)
    play.give(BITE, [1, 3, 2, 2])
    assert ("evasion", 9) in values(play)
    assert play["tomo"].casting is not None


@pytest.mark.rule("NWO-CAST-14", "NWO-OPEN-08")
@pytest.mark.parametrize(("count", "left"), [(6, 0), (5, -1)])
def test_by_option_a_cast_that_falls_to_0_is_lost(count: int, left: int) -> None:
    play = duel(tomo=count, hound=3, cast_below_one="lost")
    play.give(DART)
    assert (play["tomo"].count, play["tomo"].done, play["tomo"].casting) == (left, True, None)
    assert (play["tomo"].mp, play.battle.casters) == (10, 0)


@pytest.mark.rule("NWO-CAST-14", "NWO-OPEN-08")
def test_by_option_it_is_refused() -> None:
    play = duel(tomo=6, hound=3, cast_below_one="refuse")
    assert play.refuses(DART) == "cast_count_too_high"
    other = duel(tomo=7, hound=3, cast_below_one="refuse")
    other.give(DART)
    assert other["tomo"].count == 1


@pytest.mark.rule("NWO-CAST-15", "NWO-CAST-14", "NWO-OPEN-08", "NWO-OPEN-09")
@pytest.mark.parametrize(("option", "count"), [("off", 14), ("on", 13)])
def test_cast_7_the_next_count_is_the_plain_action_value(option: str, count: int) -> None:
    play = duel(tomo=5, hound=-5, cast_carry_deficit=option)
    play.change("tomo", stats=play["tomo"].stats | {"action_value": 14})
    play.change("ruka", count=-5, done=True)
    play.give(DART, [1, 1, 1, 2, *MISS], {"target": "hound"})  # counts of the hound and Ruka, then the dart
    assert thrown(play)[:2] == ["action_value"] * 2
    assert told(play, "round.count")[0]["count"] == count
    assert (play["tomo"].count, play["tomo"].mp) == (count - 20, 6)


@pytest.mark.rule("NWO-CAST-15")
def test_a_cast_at_exactly_0_has_no_deficit() -> None:
    play = duel(tomo=6, hound=-5, cast_carry_deficit=True)
    play.change("tomo", stats=play["tomo"].stats | {"action_value": 14})
    play.change("ruka", count=-5, done=True)
    play.give(DART, [1, 1, 1, 2, *MISS], {"target": "hound"})
    assert told(play, "round.count")[0]["count"] == 14


# ---------------------------------------------------------------- dispelling


def watched(*, thing: str = "spell:unravel", **house: Any) -> tuple[Play, dict[str, Any]]:
    """Tomo is about to cast within reach of a Fog Caller, with magic 13 against 12; and the answers that dispel."""
    play = table("tomo", "hound:mire_hound", "fog:fog_caller", **house)
    play.values("tomo", magic=13)
    play.change("tomo", spells=["ember_dart", "lull"], abilities={}, mp=10, prana=0)
    play.change("fog", abilities={"silence": 1}, spells=["unravel"], prana=0, square=(2, 0))
    play.change("hound", at_zero="")
    play.fight(tomo=45, hound=5, fog=3)
    return play, {"target": "hound", "interrupt_spell": thing, "resist": "resist"}


@pytest.mark.rule("NWO-CAST-16")
def test_a_dispel_with_contest_is_magic_against_magic_and_the_caster_rolls() -> None:
    play, answers = watched()
    play.give(DART, [4, 4, 3, 3], answers)  # 20 against 19
    assert (thrown(play), values(play)) == (["dispel", "undispelled"], [("dispel", 20), ("undispelled", 19)])
    assert (play["tomo"].mp, play["tomo"].count, play["hound"].hp) == (6, 19, 30)
    assert play["fog"].mp == 25
    assert told(play, "cast.dispelled")


@pytest.mark.rule("NWO-CAST-16")
def test_a_tie_leaves_the_spell_standing() -> None:
    play, answers = watched()
    play.give(DART, [4, 4, 4, 3, *MISS], answers)  # 20 against 20, then the dart flies
    assert thrown(play) == ["dispel", "undispelled", "hit", "evasion"]
    assert play["fog"].mp == 25


@pytest.mark.rule("NWO-CAST-16")
def test_a_dispel_without_contest_simply_succeeds() -> None:
    play, answers = watched(thing="ability:silence")
    play.give(DART, (), answers)
    assert told(play, "cast.dispelled")
    assert (play["tomo"].mp, play["tomo"].count) == (6, 19)


@pytest.mark.rule("NWO-CAST-16", "NWO-TIMING-15")
def test_what_is_dispelled_already_is_not_contested_again() -> None:
    play, answers = watched()
    play.change("hound", abilities={"silence": 1})  # declared after Unravel, or before it, in table order
    rejoin(play)
    order = {**answers, "interrupt_spell": ["pass", "spell:unravel", "ability:silence"]}
    play.give(DART, (), order)
    assert (thrown(play), play["fog"].mp) == ([], 25)
    assert len(told(play, "cast.dispelled")) == 1


@pytest.mark.rule("NWO-CAST-16", "NWO-JUDGE-09")
def test_sealed_both_declare_unseen_in_the_contest() -> None:
    play, answers = watched(opposed_order="sealed")
    play.change("fog", prana=2, release=2)
    play.change("tomo", prana=2, release=2)
    order = steps(play, DART, [4, 4, 3, 3], answers)
    assert order.endswith("prana fog, prana tomo, die")


@pytest.mark.rule("NWO-CAST-16")
def test_who_is_done_out_of_reach_or_poor_in_magic_dispels_nothing() -> None:
    changes: list[dict[str, Any]] = [{"done": True}, {"square": (5, 0)}, {"stats": {"magic": 8}}]
    for fields in changes:
        play, _ = watched()
        play.change("fog", abilities={}, **fields)
        rejoin(play)
        play.give(DART, MISS, {"target": "hound"})
        assert "interrupt_spell" not in play.asked()


# ---------------------------------------------------------------- counter-timed spells


def gusts(*, caller: int = 14, **house: Any) -> Play:
    """The hound's turn at count 14; the Fog Caller beside it has Gale Edge (cast count 2, MP 2)."""
    play = table("ruka", "hound:mire_hound", "fog:fog_caller", **house)
    play.change("fog", abilities={}, spells=["gale_edge", "slow_word"], mp=3, asks="all")
    play.change("ruka", abilities={}, prana=0)
    play.values("ruka", evasion=9, defence=11)
    play.values("hound", hit=9, attack=12)
    play.change("hound", natural_weapons=[FIST])
    play.values("fog", action_value=1, magic=12)
    play.fight(hound=14, fog=caller, ruka=1)
    return play


SWIPE = Attack("hound", "fist", "ruka")


@pytest.mark.rule("NWO-CAST-17", "NWO-OPEN-14")
@pytest.mark.parametrize(("option", "count"), [("deduct", 12), ("ignore", 14)])
def test_cast_19_a_counter_spell_is_paid_at_declaration_and_takes_its_count_by_option(option: str, count: int) -> None:
    play = gusts(counter_spell_count=option)
    play.change("fog", mp=2, prana=0)
    question = paused(play, SWIPE, "target", (), {"interrupt": "spell:gale_edge"})
    assert [one.value for one in question.options] == ["ruka", "hound", "fog"]
    assert play["fog"].mp == 2  # targets are named first
    play = gusts(counter_spell_count=option)
    play.change("fog", mp=2, prana=0)
    play.give(SWIPE, [3, 4, 1, 1, 2, 2, 3, 3], {"interrupt": ["spell:gale_edge", "pass"], "target": "hound"})
    assert (play["fog"].mp, play["fog"].count, play["fog"].casting) == (0, count, None)
    assert ("attack", 12 + 4 + 3) in values(play)
    assert not play["fog"].done


@pytest.mark.rule("NWO-CAST-17")
def test_a_counter_spell_whose_count_makes_its_user_done_still_resolves() -> None:
    play = gusts(caller=14)
    play.change("fog", prana=0)
    answers = {"interrupt": "spell:slow_word"}
    play.give(SWIPE, [3, 4, 1, 1, 2, 2, 3, 3], answers)
    assert (play["fog"].count, play["fog"].done) == (-6, True)
    assert told(play, "effect.lasts.count")[0]["thing"] == "Slow Word"


@pytest.mark.rule("NWO-CAST-17")
def test_cast_20_a_counter_spell_that_fails_its_check_is_refused_and_the_slot_kept() -> None:
    play = duel(spells=("stone_coat",))
    play.change("tomo", stats=play["tomo"].stats | {"magic": 5})
    assert before_a_roll(play).refuses(STONE_COAT) == "casting_value_not_met"
    play.change("tomo", mp=2, stats=play["tomo"].stats | {"magic": 6})
    assert play.refuses(STONE_COAT) == "mp_not_enough"
    play.change("tomo", mp=3)
    play.give(STONE_COAT, (), {"target": "ruka"})  # the slot is still there
    assert (play["tomo"].mp, play["tomo"].count, play["tomo"].casting) == (0, 25, None)
    assert play.refuses(STONE_COAT) == "counter_used"


@pytest.mark.rule("NWO-CAST-17")
def test_the_check_of_a_counter_spell_counts_the_weight_penalty() -> None:
    play = duel(spells=("stone_coat",))
    play.values("tomo", magic=6, strength=2)
    play.change("tomo", gear=[Thing("blade", "guard_blade", "in_hand")])
    assert before_a_roll(play).refuses(STONE_COAT) == "casting_value_not_met"


# ---------------------------------------------------------------- outside of a fight


def at_peace(**fields: Any) -> Play:
    play = table("tomo", "ruka")
    play.values("tomo", magic=11)
    play.change("tomo", **({"spells": ["mend", "lull", "brine_wave"], "abilities": {}, "mp": 10, "prana": 0} | fields))
    play.change("ruka", hp=10, abilities={}, prana=0)
    return play


@pytest.mark.rule("NWO-CAST-18")
def test_cast_21_outside_of_a_fight_check_mp_target_and_effect_follow_at_once() -> None:
    play = at_peace()
    play.give(CastSpell("tomo", "mend"), [2, 1], {"target": "ruka"})
    assert (play["tomo"].mp, play["ruka"].hp, play["tomo"].casting) == (7, 24, None)


@pytest.mark.rule("NWO-CAST-18")
def test_outside_of_a_fight_a_spell_that_would_fail_is_refused() -> None:
    assert at_peace(mp=2).refuses(CastSpell("tomo", "mend")) == "mp_not_enough"
    weak = at_peace()
    weak.change("tomo", stats=weak["tomo"].stats | {"magic": 6})
    assert weak.refuses(CastSpell("tomo", "mend")) == "casting_value_not_met"
    assert at_peace().refuses(CastSpell("tomo", "brine_wave")) == "no_target"  # it is for foes
    assert at_peace().refuses(CastSpell("tomo", "ember_dart")) == "spell_unknown"


@pytest.mark.rule("NWO-CAST-18")
def test_outside_of_a_fight_a_spell_can_be_dispelled_too() -> None:
    play = at_peace()
    play.change("ruka", abilities={"silence": 1}, asks="all")
    play.give(CastSpell("tomo", "mend"), (), {"target": "ruka", "interrupt_spell": "ability:silence"})
    assert (play["tomo"].mp, play["ruka"].hp) == (7, 10)
