"""NWO-DEATH: apparent death, the death check, and what can be paid for it."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import msgspec
import pytest

from nwo_play import REFEREE, Play, options, rows_of
from rulewright.engine.drivers import Script
from rulewright.engine.enumerate import Odds
from rulewright.engine.errors import Refused
from rulewright.engine.requests import Question
from rulewright.games.nwo.asking.procedures import PROCEDURES
from rulewright.games.nwo.battles import dying, harm
from rulewright.games.nwo.battles.actions import Attack, Pass
from rulewright.games.nwo.battles.dying import DeathCheck, MinutePasses
from rulewright.games.nwo.battles.prana import PranaToHp
from rulewright.games.nwo.judges.declaring import DeclarePrana
from rulewright.games.nwo.state import Lasting, Thing

CHECKS = rows_of("death_check")
ALLOWED = [row for row in CHECKS if "refused" not in row["expect"]]


def lying(hp: int = -4, people: tuple[str, ...] = ("ruka",), **house: Any) -> Play:
    """Ruka in apparent death, with the numbers of the examples: strength 6, faith 9, prana 5 of 12."""
    play = Play(*people, house=options(**house))
    play.values("ruka", strength=6, faith=9)
    play.change("ruka", hp=hp, prana=5, critical=(10,), fumble=(5,), gear=[])
    return play


def minute(play: Play, faces: list[int], pays: int = 0, **answers: Any) -> None:
    """A minute passes outside of a fight."""
    play.give(MinutePasses(), faces, {"death_payment": pays, **answers})


class Meanwhile(Script):
    """A script that does something when a question is put."""

    def __init__(self, faces: list[int], when: str, do: Callable[[], None], **answers: Any) -> None:
        super().__init__(faces, answers)
        self.when, self.do = when, do

    def answer(self, question: Question) -> Any:
        if question.key == self.when:
            self.do()
        return super().answer(question)


# ---------------------------------------------------------------- rows


@pytest.mark.rule("NWO-DEATH-03", "NWO-DEATH-04", "NWO-DEATH-05", "NWO-DEATH-07")
@pytest.mark.parametrize("row", CHECKS, ids=[row["id"] for row in CHECKS])
def test_rows_of_death_checks(row: dict[str, Any]) -> None:
    given, expect = row["given"], row["expect"]
    play = Play("ruka")
    play.values("ruka", strength=given["strength"], faith=given["faith"])
    ruka = play.change(
        "ruka", hp=given["hp"], prana=given["prana"], prana_max=given["prana_max"], gear=[],
        critical=tuple(given["critical"]), fumble=tuple(given["fumble"]),
    )  # fmt: skip
    if "refused" in expect:
        assert play.refuses(DeathCheck("ruka", given["pay"])) == expect["refused"]
        return
    assert dying.difficulty(ruka.hp) == expect["difficulty"]
    play.give(DeathCheck("ruka", given["pay"]), given["dice"])
    assert (not ruka.dead, ruka.hp, ruka.serious) == (expect["alive"], expect["hp"], expect["alive"])
    assert (ruka.prana, ruka.prana_max) == (expect["prana"], expect["prana_max"])
    values = [event.facts["value"] for event in play.told if event.key.startswith("judge.value")]
    assert values == [expect["value"]]


@pytest.mark.rule("NWO-DEATH-03", "NWO-DEATH-05")
@pytest.mark.parametrize("row", ALLOWED, ids=[row["id"] for row in ALLOWED])
def test_rows_of_death_checks_as_a_rule_by_itself(row: dict[str, Any]) -> None:
    given, expect = row["given"], row["expect"]
    fields = {name: given[name] for name in ("hp", "strength", "faith", "critical", "fumble")} | {"pays": given["pay"]}
    pure = PROCEDURES["death_check"]
    result = Play("ruka").run(pure.run(msgspec.convert(fields, pure.fields)), given["dice"])
    assert (result.value, result.difficulty, result.alive) == (expect["value"], expect["difficulty"], expect["alive"])
    assert result.hp == expect["hp"]


def test_all_rows_of_death_checks_are_played() -> None:
    assert [row["id"] for row in CHECKS] == [f"death-{number}" for number in range(1, 10)]


@pytest.mark.rule("NWO-DEATH-01", "NWO-DEATH-02")
def test_row_death_10_the_check_comes_at_the_round_end() -> None:
    play = Play("ruka", "tomo", "mire_hound")
    play.change("ruka", hp=1, serious=True)
    play.fight(mire_hound=20, ruka=10, tomo=5)
    play.give(
        Attack("mire_hound", "bite", "ruka"), [6, 5, 1, 1, 1, 1, 1, 1], {"prana": 0, "answer": "evade"}
    )  # 14 + 2 against 12 + 2 or less
    assert (play["ruka"].hp <= 0, play["ruka"].dead, play["ruka"].serious) == (True, False, False)
    assert "status.apparent_death" in [event.key for event in play.told]
    for seat in ("ruka", REFEREE):
        assert play.refuses(DeathCheck("ruka"), seat) == "no_death_check_due"
    assert play.refuses(MinutePasses()) == "in_combat"
    play.give(Pass("tomo"), [6, 4, 4, 4, 3, 3, 3, 3, 3, 3], {"prana": 0, "death_payment": 4}, seat="tomo")
    assert (play["ruka"].hp, play["ruka"].serious, play["ruka"].prana_max) == (1, True, 8)


@pytest.mark.rule("NWO-DEATH-06", "NWO-OPEN-21")
def test_row_death_11_ordinary_prana_is_refused_and_so_is_a_repeat() -> None:
    play = lying(people=("ruka", "fog_caller"))
    play.change("fog_caller", asks="all", hp=9)
    reasons = []

    def declare() -> None:
        for points in (1, 4):
            with pytest.raises(Refused) as refusal:
                play.give(DeclarePrana("ruka", points), seat="ruka")
            reasons.append(refusal.value.reason)

    script = Meanwhile([1, 1], "interrupt", declare)
    script.run(dying.check(play.world, play["ruka"], 0))
    assert set(reasons) == {"bad_value"}
    assert "prana" not in [question.key for question in script.asked]
    assert (play["ruka"].dead, play["ruka"].prana) == (True, 5)
    assert play.refuses(DeathCheck("ruka")) == "dead"


@pytest.mark.rule("NWO-DEATH-09")
def test_row_death_12_a_foe_that_has_it_so_dies_at_once() -> None:
    play = Play("ruka", "mire_hound")
    assert play["mire_hound"].at_zero == "dead"
    play.run(harm.lose(play.world, play["mire_hound"], 31))
    assert (play["mire_hound"].hp, play["mire_hound"].dead) == (-1, True)
    assert [event.key for event in play.told] == ["death.dies"]
    assert play.refuses(MinutePasses()) == "no_death_check_due"


# ---------------------------------------------------------------- when


@pytest.mark.rule("NWO-DEATH-01")
@pytest.mark.parametrize(("points", "down"), [(23, False), (24, True), (30, True)])
def test_hp_of_0_or_less_are_apparent_death(points: int, down: bool) -> None:
    play = Play("ruka")
    play.run(harm.lose(play.world, play["ruka"], points))
    assert ("status.apparent_death" in [event.key for event in play.told]) == down
    assert not play["ruka"].dead


@pytest.mark.rule("NWO-DEATH-02")
def test_by_option_the_check_comes_when_hp_fall() -> None:
    play = lying(hp=2, death_check_timing="at_once")
    play.run(harm.lose(play.world, play["ruka"], 6), [2, 4], {"death_payment": 4})
    assert (play["ruka"].hp, play["ruka"].serious) == (1, True)


@pytest.mark.rule("NWO-DEATH-02")
def test_outside_of_a_fight_the_referee_says_that_a_minute_is_over() -> None:
    play = lying(people=("ruka", "tomo"))
    play.change("tomo", hp=0)
    with pytest.raises(Refused) as refusal:
        play.give(MinutePasses(), seat="ruka")
    assert refusal.value.reason == "not_referee"
    play.give(MinutePasses(), [3, 4, 3, 3], {"death_payment": [6, 0]})
    assert [(play[id].hp, play[id].serious) for id in ("ruka", "tomo")] == [(1, True), (1, True)]
    assert [question.to for question in play.script.asked] == ["ruka", "tomo"]
    assert play.refuses(MinutePasses()) == "no_death_check_due"


@pytest.mark.rule("NWO-DEATH-02")
def test_who_has_left_makes_no_check() -> None:
    play = lying()
    play["ruka"].present = False
    assert play.refuses(MinutePasses()) == "no_death_check_due"


@pytest.mark.rule("NWO-DEATH-02")
def test_a_check_that_is_not_due() -> None:
    play = lying(hp=1)
    assert play.refuses(DeathCheck("ruka")) == "no_death_check_due"
    play.change("ruka", hp=-4)
    assert play.refuses(DeathCheck("ruka"), "ruka") == "no_death_check_due"  # the referee says when
    assert play.refuses(DeathCheck("ruka", -1)) == "bad_value"
    assert play.refuses(DeathCheck("ruka", 13), "ruka") == "prana_not_enough"


@pytest.mark.rule("NWO-DEATH-02")
def test_nobody_else_asks_for_it() -> None:
    play = lying(people=("ruka", "tomo"))
    for id, reason in {"ruka": "not_your_actor", "nobody": "unknown_actor"}.items():
        with pytest.raises(Refused) as refusal:
            play.give(DeathCheck(id), seat="tomo")
        assert refusal.value.reason == reason


# ---------------------------------------------------------------- with what


@pytest.mark.rule("NWO-DEATH-04")
@pytest.mark.parametrize(("strength", "faith"), [(9, 3), (3, 9), (9, 9)])
def test_the_higher_of_strength_and_faith_counts(strength: int, faith: int) -> None:
    play = lying()
    play.values("ruka", strength=strength, faith=faith)
    minute(play, [6, 4, 1, 1])  # 9 + 10 + 2 against 19
    assert not play["ruka"].dead
    assert dying.ability(play["ruka"]) == 9


@pytest.mark.rule("NWO-DEATH-04")
@pytest.mark.parametrize(("stat", "dead"), [("strength", False), ("faith", True)])
def test_corrections_of_the_attribute_that_counts_apply(stat: str, dead: bool) -> None:
    play = lying()
    play.values("ruka", strength=9, faith=3)
    play.change("ruka", lasting=[Lasting("luck", "ruka", "scene", judges={stat: 3})])
    minute(play, [3, 4])  # 16, and 3 more with a correction of strength
    assert play["ruka"].dead == dead


@pytest.mark.rule("NWO-DEATH-05", "NWO-OPEN-20")
def test_the_payment_is_from_the_maximum_and_release_does_not_matter() -> None:
    play = lying()
    assert play["ruka"].release == 4
    minute(play, [3, 4], 12)
    assert (play["ruka"].prana, play["ruka"].prana_max) == (0, 0)
    question = play.script.asked[0]
    assert (question.to, question.least, question.most, question.default) == ("ruka", 0, 12, 0)


@pytest.mark.rule("NWO-DEATH-05", "NWO-OPEN-20")
def test_by_option_what_is_there_is_paid_and_the_maximum_stays() -> None:
    play = lying(death_check_pays="current")
    assert play.refuses(DeathCheck("ruka", 6)) == "prana_not_enough"
    minute(play, [3, 3], 4)
    assert (play["ruka"].dead, play["ruka"].prana, play["ruka"].prana_max) == (False, 1, 12)
    assert play.script.asked[0].most == 5


@pytest.mark.rule("NWO-DEATH-05")
def test_nobody_is_asked_who_has_nothing_to_pay() -> None:
    play = lying()
    play.change("ruka", prana=0, prana_max=0)
    play.give(MinutePasses(), [5, 5, 1, 1])
    assert play.script.asked == []


@pytest.mark.rule("NWO-DEATH-05")
@pytest.mark.parametrize(("hp", "advised"), [(-4, 8), (0, 4), (-30, 12)])
def test_the_advice_lets_the_lowest_sum_succeed(hp: int, advised: int) -> None:
    play = lying(hp=hp)
    minute(play, [5, 5, 6, 6], 12)
    assert play.script.asked[0].facts["advised"] == advised


@pytest.mark.rule("NWO-DEATH-05")
@pytest.mark.parametrize("modifier", [0, 2])
def test_the_odds_beside_the_payment_are_those_of_the_check(modifier: int) -> None:
    play = lying()
    play["ruka"].gm_modifier = modifier
    minute(play, [6, 6], 12)
    outlook = play.script.asked[0].outlook
    assert outlook is not None
    odds = Odds(drop=Fraction(1, 10**9))
    calls = {paid: outlook.call(paid) for paid in (0, 10)}
    alive = {paid: float(odds.call(call.procedure, *call.args).expect(Fraction)) for paid, call in calls.items()}
    # 9 + 2d6 against 19: from 10 up, with the modifier from 8 up; a 5 is a fumble
    sums = {0: 6, 2: 15}[modifier]
    assert alive[0] == pytest.approx(sums / 36)
    assert alive[10] == pytest.approx(32 / 36)


@pytest.mark.rule("NWO-DEATH-05")
def test_who_carries_too_much_is_shown_no_odds() -> None:
    play = lying()
    play.change("ruka", gear=[Thing(f"pike.{number}", "quay_pike", "packed") for number in range(7)])
    minute(play, [6, 6], 12)
    assert play.script.asked[0].outlook is None
    assert play["ruka"].dead  # NWO-WEIGHT-06


@pytest.mark.rule("NWO-DEATH-06", "NWO-OPEN-21")
def test_by_option_ordinary_prana_adds_up_with_the_payment() -> None:
    play = lying(death_check_normal_prana="on")
    minute(play, [1, 1], 5, prana=4)  # 9 + 2 + 5 + 4 = 20
    assert (play["ruka"].dead, play["ruka"].prana, play["ruka"].prana_max) == (False, 1, 7)


# ---------------------------------------------------------------- the outcome


@pytest.mark.rule("NWO-DEATH-07", "NWO-OPEN-22", "NWO-OPEN-22")
def test_a_survivor_is_serious_even_with_a_threshold_of_0_until_hp_change() -> None:
    play = lying(hp=0)
    play.change("ruka", hp_max=4)
    minute(play, [3, 4])
    assert (play["ruka"].hp, play["ruka"].serious) == (1, True)
    play.run(harm.heal(play.world, play["ruka"], 1, serious=True))
    assert (play["ruka"].hp, play["ruka"].serious) == (2, False)


@pytest.mark.rule("NWO-DEATH-07")
@pytest.mark.parametrize(("keep", "dead"), [("drop", True), ("keep", False)])
def test_a_fumble_loses_what_the_payment_adds(keep: str, dead: bool) -> None:
    play = lying(hp=0, fumble_modifiers=keep)
    play.change("ruka", prana_max=40)
    minute(play, [1, 4], 20)  # 9 - 10, and 20 more by option
    assert (play["ruka"].dead, play["ruka"].prana_max) == (dead, 20)


@pytest.mark.rule("NWO-DEATH-07")
def test_the_weight_penalty_counts() -> None:
    play = lying(hp=0)
    play.change("ruka", gear=[Thing("pike.1", "quay_pike", "in_hand"), Thing("pike.2", "quay_pike", "in_hand")])
    assert play["ruka"].now.penalty == 2
    minute(play, [3, 4])  # 9 + 7 - 2
    assert play["ruka"].dead


@pytest.mark.rule("NWO-DEATH-07")
def test_the_dead_do_nothing_and_lose_their_statuses() -> None:
    play = lying(people=("ruka", "tomo"))
    play.change("ruka", fainted=True)
    minute(play, [1, 1])
    ruka = play["ruka"]
    assert (ruka.dead, ruka.fainted, ruka.serious, ruka.hp) == (True, False, False, -4)
    for command in (PranaToHp("ruka"), DeathCheck("ruka"), DeclarePrana("ruka", 1)):
        assert play.refuses(command, "ruka") == "dead"


@pytest.mark.rule("NWO-DEATH-08")
def test_others_may_interrupt_the_check_but_not_the_one_who_makes_it() -> None:
    play = lying(people=("ruka", "tomo"))
    for id in ("ruka", "tomo"):
        play[id].abilities = {"last_lantern": 1, "second_wind": 1}
        play.change(id, asks="all")
    play.give(
        MinutePasses(), [6, 5, 1, 1],
        {"death_payment": 0, "interrupt": ["ability:last_lantern", "pass"], "target": "ruka"},
    )  # fmt: skip
    assert not play["ruka"].dead  # 11 is a critical now: 9 + 10 + 2
    assert {question.to for question in play.script.asked if question.key == "interrupt"} == {"tomo"}


@pytest.mark.rule("NWO-DEATH-08", "NWO-TIMING-12")
def test_each_check_outside_of_a_fight_is_a_count_of_its_own() -> None:
    play = Play("ruka", "tomo:tomo", "eero:ruka")
    for id in ("ruka", "tomo"):
        play.change(id, hp=0, prana_max=0, prana=0)
    play["eero"].abilities = {"guard_step": 1}
    play.change("eero", asks="all", mp=8)
    play.give(
        MinutePasses(), [3, 4, 3, 4],
        {"interrupt": "ability:guard_step", "target": "ruka"},
    )  # fmt: skip
    assert play["eero"].mp == 6


@pytest.mark.rule("NWO-DEATH-08")
def test_who_is_brought_back_within_the_check_does_not_die_of_it() -> None:
    play = lying(people=("ruka", "tomo"))
    play["tomo"].abilities = {"last_lantern": 1}
    play.change("tomo", asks="all")

    def heal() -> None:
        Script([]).run(harm.heal(play.world, play["ruka"], 9, serious=True, apparent_death=True))

    Meanwhile([1, 1], "interrupt", heal).run(dying.check(play.world, play["ruka"], 0))
    assert (play["ruka"].dead, play["ruka"].hp, play["ruka"].serious) == (False, 5, False)


# ---------------------------------------------------------------- characters of the referee


@pytest.mark.rule("NWO-DEATH-09", "NWO-OPEN-41", "NWO-OPEN-41")
@pytest.mark.parametrize(
    ("own", "house", "dead", "asked"),
    [
        ("", "same_rules", False, []),
        ("", "dead", True, []),
        ("", "ask_gm", True, ["at_zero"]),
        ("same_rules", "dead", False, []),
        ("dead", "same_rules", True, []),
        ("ask_gm", "dead", True, ["at_zero"]),
    ],
)
def test_what_becomes_of_a_foe_at_0(own: str, house: str, dead: bool, asked: list[str]) -> None:
    play = Play("fog_caller", "ruka", house=options(npc_at_zero=house))
    play["fog_caller"].at_zero = own
    play.run(harm.lose(play.world, play["fog_caller"], 18))
    assert (play["fog_caller"].dead, play.asked()) == (dead, asked)
    play.run(harm.lose(play.world, play["ruka"], 24))
    assert not play["ruka"].dead  # only characters of the referee


@pytest.mark.rule("NWO-DEATH-09")
def test_the_referee_may_leave_a_foe_in_apparent_death() -> None:
    play = Play("fog_caller", house=options(npc_at_zero="ask_gm"))
    play.run(harm.lose(play.world, play["fog_caller"], 20), (), {"at_zero": "apparent_death"})
    assert not play["fog_caller"].dead
    assert play.script.asked[0].to == "referee"
    play.run(harm.lose(play.world, play["fog_caller"], 1))  # asked once, when it falls
    assert play.asked() == []
    minute(play, [5, 4, 1, 1], 6)  # 10 + 10 + 2 + 6 against 18
    assert (play["fog_caller"].hp, play["fog_caller"].prana_max) == (1, 0)


@pytest.mark.rule("NWO-DEATH-09")
def test_a_bleeding_foe_falls_by_the_same_rules() -> None:
    play = Play("ruka", "tomo", "mire_hound")
    play.change("mire_hound", hp=2, serious=True)
    play.fight(ruka=5)
    play.battle.members.append("mire_hound")
    play.change("mire_hound", count=0, done=True)
    play.give(Pass("ruka"), faces=[3, 3], answers={"prana": 0, "end_combat": "no"})
    assert play["mire_hound"].dead
