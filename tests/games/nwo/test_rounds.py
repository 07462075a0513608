"""NWO-COUNT-02 to -05, -10, -15 to -17: counts for a round, its end, and the end of the fight."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from nwo_play import Play, options, rows_of
from rulewright.games.nwo.battles import rounds
from rulewright.games.nwo.battles.actions import Attack, CastSpell, Pass
from rulewright.games.nwo.battles.battle import EndBattle, StartBattle
from rulewright.games.nwo.battles.prana import PranaToHp
from rulewright.games.nwo.judges.declaring import WaiveJudge
from rulewright.games.nwo.judges.interrupts import Interrupt
from rulewright.games.nwo.state import Lasting, Used

COUNT_JUDGES = [row for row in rows_of("judge") if row["id"].startswith("count-")]
ANY = [3, 4]
"""Dice that do nothing special for anybody."""


def at_round_end(*people: str, house: dict[str, Any] | None = None) -> Play:
    """A fight in which all are done but a hound with no action left after this turn."""
    play = Play(*people, "hound:mire_hound", house=options(**(house or {})))
    play.fight(**dict.fromkeys([one.partition(":")[0] for one in people], 0), hound=1)
    return play


def falls(play: Play, id: str, hp: int) -> None:
    """Somebody's HP are this now, with the status that follows."""
    play.change(id, hp=hp, serious=0 < hp <= 4)


def rolled(play: Play, why: str) -> list[str]:
    """Who threw dice for judges of a kind in the last command, in order."""
    return [roll.who for roll, _ in play.script.rolls if roll.why == why]


# ---------------------------------------------------------------- step 1: counts


@pytest.mark.rule("NWO-COUNT-02", "NWO-COUNT-05", "NWO-COUNT-06")
@pytest.mark.parametrize("row", COUNT_JUDGES, ids=[row["id"] for row in COUNT_JUDGES])
def test_rows_of_count_judges(row: dict[str, Any]) -> None:
    given, value = row["given"], row["expect"]["value"]
    play = Play("ruka", "hound:mire_hound")
    play.values("ruka", action_value=given["ability"])
    play.change("ruka", critical=tuple(given["critical"]), fumble=tuple(given["fumble"]))
    play["ruka"].prone = given.get("prone", False)
    play.give(StartBattle("Stay on the pier."), [*given["dice"], 6, 5])  # the hound comes to 22
    assert (play["ruka"].count, play["ruka"].done) == (value, value <= 0)
    assert play.battle.acting == ("ruka" if value > 22 else "hound")


def test_all_rows_of_count_judges_are_played() -> None:
    assert [row["id"] for row in COUNT_JUDGES] == ["count-9", "count-10", "count-11"]


@pytest.mark.rule("NWO-COUNT-02", "NWO-COUNT-06")
def test_a_count_of_38_acts_at_38_and_at_18() -> None:
    play = Play("ruka", "hound:mire_hound")
    play.give(StartBattle("Stay on the pier."), [5, 5, 6, 4, 3, 2, *ANY])
    play.give(Pass("ruka"))
    play.give(Pass("ruka"))
    begun = [(event.facts["name"], event.facts["count"]) for event in play.told if event.key == "turn.begins"]
    assert begun == [("ruka", 38), ("ruka", 18), ("mire_hound", 18)]


@pytest.mark.rule("NWO-COUNT-02")
def test_everybody_judges_but_who_is_down() -> None:
    play = Play("ruka", "tomo", "dead:ruka", "away:ruka", "hound:mire_hound")
    play.change("ruka", fainted=True)
    falls(play, "tomo", 0)
    play.change("dead", dead=True, hp=-5)
    play.change("away", present=False)
    play.give(StartBattle("Stay on the pier."), [*ANY, *ANY])
    assert rolled(play, "action_value") == ["ruka", "hound"]
    assert (play["tomo"].count, play["tomo"].done) == (None, True)
    assert play.battle.members == ["ruka", "tomo", "hound"]


@pytest.mark.rule("NWO-COUNT-02")
def test_prana_goes_into_count_judges_too() -> None:
    play = Play("ruka", "hound:mire_hound")
    play.give(StartBattle("Stay on the pier."), ANY * 2, {"prana": 4})
    assert (play["ruka"].count, play["ruka"].prana) == (13 + 7 + 4, 8)


@pytest.mark.rule("NWO-COUNT-02", "NWO-COUNT-10", "NWO-TIMING-08")
def test_who_was_done_in_the_last_round_may_interrupt_the_first_count_judge_of_the_next() -> None:
    play = at_round_end("ruka", "tomo")
    play.give(Pass("hound"), ANY * 3, {"interrupt": ["ability:last_lantern", "pass"]})
    asked = [question for question in play.script.asked if question.key == "interrupt"]
    assert (asked[0].to, asked[0].facts["who"]) == ("tomo", "ruka")
    assert play["tomo"].prana == 15 - 3


@pytest.mark.rule("NWO-COUNT-05")
def test_a_count_of_zero_is_done() -> None:
    play = Play("ruka", "hound:mire_hound")
    play.values("ruka", action_value=-7)
    play.give(StartBattle("Stay on the pier."), [*ANY, *ANY])
    assert (play["ruka"].count, play["ruka"].done, play.battle.acting) == (0, True, "hound")


# ---------------------------------------------------------------- casting goes on


def carried_over(**house: Any) -> Play:
    """Tomo casts at 5 with a cast count of 6; the round ends when the hound passes."""
    play = Play("tomo", "hound:mire_hound", house=options(**house))
    play.fight(tomo=5, hound=3)
    play.give(CastSpell("tomo", "ember_dart"))
    return play


@pytest.mark.rule("NWO-COUNT-03")
def test_who_still_casts_has_the_plain_action_value_for_its_count() -> None:
    play = carried_over()
    play.give(Pass("hound"), ANY)
    assert "keep_cast_round" in play.asked()
    assert rolled(play, "action_value") == ["hound"]
    assert play["tomo"].count == 14


@pytest.mark.rule("NWO-COUNT-03")
def test_who_ends_its_cast_first_makes_its_count_judge() -> None:
    play = carried_over()
    play.give(Pass("hound"), [4, 4, *ANY], {"keep_cast_round": "interrupt"})
    assert rolled(play, "action_value") == ["tomo", "hound"]
    assert (play["tomo"].count, play["tomo"].casting, play["tomo"].mp) == (22, None, 22)


@pytest.mark.rule("NWO-COUNT-03")
def test_the_plain_count_of_a_caster_is_halved_while_prone() -> None:
    play = carried_over()
    play["tomo"].prone = True
    play.give(Pass("hound"), ANY)
    assert play["tomo"].count == 7


# ---------------------------------------------------------------- the count judge is not left out


@pytest.mark.rule("NWO-COUNT-04")
def test_the_count_judge_cannot_be_declined_count_13() -> None:
    play = Play("ruka", "hound:mire_hound")
    refused: list[str] = []
    play.meanwhile(
        "prana", lambda: refused.append(play.refuses(WaiveJudge("ruka"), "ruka")), StartBattle("Stay."), ANY * 2
    )
    assert refused == ["count_judge_required"]
    assert play["ruka"].count == 20


@pytest.mark.rule("NWO-COUNT-04")
@pytest.mark.parametrize(
    ("decided", "dice", "count"), [("fail", [], 0), ("ability_value", [], 13), ("refuse", ANY, 20)]
)
def test_by_option_the_referee_decides_of_a_count_judge(decided: str, dice: list[int], count: int) -> None:
    play = Play("ruka", "hound:mire_hound", house=options(count_judge_waiver="ask_gm"))
    play.meanwhile(
        "prana",
        lambda: play.give(WaiveJudge("ruka"), answers={"waive_judge": decided}, seat="ruka"),
        StartBattle("Stay."), [*dice, *ANY],
    )  # fmt: skip
    assert (play["ruka"].count, play["ruka"].done) == (count, count == 0)


@pytest.mark.rule("NWO-COUNT-04")
def test_a_count_judge_may_be_held_back() -> None:
    play = Play("ruka", "hound:mire_hound")
    play["ruka"].asks_hold_back = True
    play.give(StartBattle("Stay."), ANY * 2, {"hold_back": 2})
    assert play["ruka"].count == 9


# ---------------------------------------------------------------- done


@pytest.mark.rule("NWO-COUNT-10")
@pytest.mark.parametrize(
    ("answer", "faces"), [("evade", [3, 3, 4, 4]), ("ruka.round_shield.2", [3, 3, 3, 3, 1, 1, 3, 3])]
)
def test_who_is_done_still_answers_attacks_but_counters_nothing_count_14(answer: str, faces: list[int]) -> None:
    play = Play("ruka", "tomo", "hound:mire_hound")
    play.fight(ruka=0, hound=9, tomo=1)
    refused: set[str] = set()
    counter = Interrupt("ruka", "ability:guard_step")
    play.meanwhile(  # while Tomo is asked in a window
        "interrupt", lambda: refused.add(play.refuses(counter, "ruka")), Attack("hound", "bite", "ruka"), faces,
        {"answer": answer},
    )  # fmt: skip
    assert refused == {"done"}
    assert [event.key for event in play.told if event.key in ("attack.miss", "attack.parried")] == [
        "attack.miss" if answer == "evade" else "attack.parried"
    ]
    assert play.refuses(Pass("ruka"), "ruka") == "done"


@pytest.mark.rule("NWO-COUNT-10")
def test_who_is_not_done_counters() -> None:
    play = Play("ruka", "hound:mire_hound")
    play.fight(ruka=1, hound=9)
    play.give(Attack("hound", "bite", "ruka"), [3, 3, 1, 1, *ANY, *ANY], {"interrupt": "ability:guard_step"})
    assert (play["ruka"].mp, play["ruka"].now.values["defence"]) == (7, 13)
    assert play.keys().count("interrupt.resolved") == 1


# ---------------------------------------------------------------- step 3: the end of a round


@pytest.mark.rule("NWO-COUNT-15")
def test_a_round_ends_with_checks_then_wounds_count_17() -> None:
    play = at_round_end("ruka", "tomo")
    falls(play, "ruka", 0)
    falls(play, "tomo", 3)
    play.give(Pass("hound"), [3, 4, *ANY, *ANY])  # 8 + 7: alive; counts of Ruka and the hound
    assert rolled(play, "death_check") == ["ruka"]
    assert (play["ruka"].hp, play["ruka"].serious) == (1, True)
    assert (play["tomo"].hp, play["tomo"].dead) == (-1, False)
    assert play.battle.round == 2
    # at the next end Tomo is checked, and Ruka bleeds
    play.give(Pass("ruka"))
    play.give(Pass("hound"), [1, 2])
    assert play["tomo"].dead
    assert play["ruka"].hp == 1 - 8


@pytest.mark.rule("NWO-COUNT-15", "NWO-OPEN-19")
def test_by_option_wounds_bleed_first_and_all_are_checked() -> None:
    play = at_round_end("ruka", "tomo", house={"round_end_snapshot": "off"})
    falls(play, "ruka", 0)
    falls(play, "tomo", 3)
    play.give(Pass("hound"), [3, 4, 3, 4, *ANY * 3])
    assert rolled(play, "death_check") == ["ruka", "tomo"]
    assert [(play[id].hp, play[id].serious) for id in ("ruka", "tomo")] == [(1, True), (1, True)]


@pytest.mark.rule("NWO-COUNT-15")
def test_pcs_are_checked_before_npcs_each_in_table_order() -> None:
    play = Play("wolf:mire_hound", "tomo", "cur:mire_hound", "ruka", "hound:mire_hound")
    play.fight(wolf=0, tomo=0, cur=0, ruka=0, hound=1)
    for id in ("wolf", "tomo", "cur", "ruka"):
        falls(play, id, -1)
    play.give(Pass("hound"), [6, 1, 6, 2, 6, 1, 6, 1, *ANY * 5])
    assert rolled(play, "death_check") == ["tomo", "ruka", "wolf", "cur"]


@pytest.mark.rule("NWO-COUNT-15")
def test_who_was_healed_in_between_neither_dies_nor_bleeds() -> None:
    play = at_round_end("ruka", "tomo")
    falls(play, "ruka", 0)
    falls(play, "tomo", 3)
    play.meanwhile("death_payment", lambda: falls(play, "tomo", 10), Pass("hound"), [3, 4, *ANY * 3])
    assert play["tomo"].hp == 10


@pytest.mark.rule("NWO-COUNT-15")
def test_effects_of_the_round_end_with_it() -> None:
    play = at_round_end("ruka")
    play["ruka"].lasting = [
        Lasting("rally_call", "ruka", "rounds", 1, judges={"hit": 2}),
        Lasting("gale_edge", "ruka", "rounds", 2, judges={"hit": 1}),
        Lasting("stone_coat", "ruka", "count", stats={"defence": 4}),
        Lasting("last_lantern", "ruka", "combat", critical_add=(11,)),
    ]
    play.change("ruka")
    play.give(Pass("hound"), ANY * 2)
    assert [one.source for one in play["ruka"].lasting] == ["gale_edge", "last_lantern"]
    assert play["ruka"].now.judges == {"hit": 1}


@pytest.mark.rule("NWO-COUNT-15")
def test_effects_of_the_round_still_count_for_its_death_checks() -> None:
    play = at_round_end("ruka")
    falls(play, "ruka", 0)
    play["ruka"].lasting = [Lasting("rally_call", "ruka", "rounds", 1, judges={"any": 3})]
    play.change("ruka")
    play.give(Pass("hound"), [1, 3, *ANY * 2])  # 8 + 4 + 3
    assert (play["ruka"].hp, play["ruka"].lasting) == (1, [])


@pytest.mark.rule("NWO-COUNT-15", "NWO-COUNT-01")
def test_rounds_follow_one_another() -> None:
    play = at_round_end("ruka")
    play.give(Pass("hound"), ANY * 2)
    assert (play.battle.round, play.battle.process) == (2, "turns")
    assert (play["ruka"].count, play["hound"].count) == (20, 18)


# ---------------------------------------------------------------- down when the count comes


@pytest.mark.rule("NWO-COUNT-16")
def test_who_is_down_when_its_count_comes_is_done_even_if_healed_later_count_18() -> None:
    play = Play("ruka", "tomo", "hound:mire_hound")
    play.fight(hound=9, ruka=7, tomo=4)
    falls(play, "ruka", 0)
    play.give(Pass("hound"))
    assert (play["ruka"].done, play["ruka"].count, play.battle.acting) == (True, 7, "tomo")
    falls(play, "ruka", 6)
    play.give(Pass("tomo"), ANY * 3)
    assert play.battle.round == 2  # without another turn of Ruka's
    assert [event.facts["name"] for event in play.told if event.key == "turn.lost"] == ["ruka"]


@pytest.mark.rule("NWO-COUNT-16")
def test_who_is_healed_before_its_count_keeps_it() -> None:
    play = Play("ruka", "tomo", "hound:mire_hound")
    play.fight(hound=19, tomo=9, ruka=7)
    falls(play, "ruka", 0)
    play.give(Pass("hound"))
    falls(play, "ruka", 6)
    play.give(Pass("tomo"))
    assert (play.battle.acting, play["ruka"].count) == ("ruka", 7)


@pytest.mark.rule("NWO-COUNT-16")
def test_who_falls_in_its_own_turn_loses_it() -> None:
    play = Play("ruka", "hound:mire_hound")
    play.fight(ruka=27, hound=9)
    falls(play, "ruka", -2)
    assert play.refuses(PranaToHp("ruka")) == "status_apparent_death"
    play.run(rounds.carry_on(play.world))
    assert (play.battle.acting, play["ruka"].done) == ("hound", True)


# ---------------------------------------------------------------- the end of the fight


@pytest.mark.rule("NWO-COUNT-17")
def test_the_end_drops_casts_and_counts_and_what_lasts_for_the_fight_count_19() -> None:
    play = Play("tomo", "hound:mire_hound")
    play.fight(tomo=25, hound=24)
    bonus = {"defence": 1}
    play["hound"].lasting = [
        Lasting("a", "tomo", "combat", stats=bonus), Lasting("b", "tomo", "rounds", 9, stats=bonus),
        Lasting("c", "tomo", "count", stats=bonus), Lasting("d", "tomo", "scene", stats=bonus),
    ]  # fmt: skip
    play.change("hound")
    play.give(CastSpell("tomo", "ember_dart"))
    play.give(EndBattle("stopped"))
    assert play.state.battle is None
    assert (play["tomo"].casting, play["tomo"].mp) == (None, 22)
    assert [(play[id].count, play[id].done) for id in ("tomo", "hound")] == [(None, False)] * 2
    assert [one.source for one in play["hound"].lasting] == ["d"]
    assert play["hound"].now.values["defence"] == 8
    play.give(CastSpell("tomo", "mend"), ANY, {"target": "hound"})  # it is normal again
    assert play["tomo"].mp == 19


@pytest.mark.rule("NWO-COUNT-17")
def test_only_the_referee_ends_a_fight_and_only_one_that_goes_on() -> None:
    play = Play("ruka", "hound:mire_hound")
    assert play.refuses(EndBattle()) == "not_in_combat"
    play.fight(ruka=9, hound=5)
    assert play.refuses(EndBattle(), "ruka") == "not_referee"
    play.give(EndBattle("victory"))
    assert play.keys()[-1] == "battle.over.victory"


@pytest.mark.rule("NWO-COUNT-17")
@pytest.mark.parametrize(("ends", "over"), [("yes", True), ("no", False)])
def test_the_end_is_proposed_when_one_side_alone_stands_once_a_round(ends: str, over: bool) -> None:
    play = Play("ruka", "tomo", "hound:mire_hound")
    play.fight(ruka=29, tomo=28, hound=27)
    play.battle.offered_end = 0
    play.give(Pass("ruka"))
    assert play.asked() == []
    falls(play, "hound", -1)
    play.give(Pass("tomo"), answers={"end_combat": ends})
    assert play.asked() == ["end_combat"]
    assert (play.state.battle is None) is over
    if over:
        assert play.state.last is not None
        assert (play.state.last.result, play.state.last.standing) == ("victory", 2)
    else:
        play.give(Pass("ruka"))
        assert play.asked() == []


@pytest.mark.rule("NWO-COUNT-17")
def test_where_the_foes_alone_stand_it_is_a_defeat() -> None:
    play = Play("ruka", "hound:mire_hound")
    play.fight(hound=29, ruka=28)
    play.battle.offered_end = 0
    falls(play, "ruka", -1)
    play.give(Pass("hound"), answers={"end_combat": "yes"})
    assert play.state.last is not None
    assert (play.state.last.result, play.state.last.down) == ("defeat", ["ruka"])


@pytest.mark.rule("NWO-COUNT-17")
def test_a_fight_beyond_the_rounds_of_the_scenario_is_a_stalemate() -> None:
    play = at_round_end("ruka")
    play.world.scenario = msgspec.structs.replace(play.world.scenario, round_limit=1)
    play.give(Pass("hound"))
    assert play.state.last is not None
    assert (play.state.last.result, play.state.battle) == ("stalemate", None)


@pytest.mark.rule("NWO-COUNT-17")
def test_limits_of_rounds_and_of_the_fight_are_free_again_after_it() -> None:
    play = Play("caller:fog_caller", "ruka")
    play.fight(caller=9, ruka=8)
    play["caller"].used = {"a": Used("combat", 1), "b": Used("round", 1), "c": Used("scene", 1)}
    play.give(EndBattle())
    assert set(play["caller"].used) == {"c"}
