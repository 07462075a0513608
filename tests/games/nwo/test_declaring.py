"""What is declared before the dice: holding back, prana, leaving a judge out (NWO-JUDGE-10, -13, NWO-PRANA-03)."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from nwo_play import Play, options
from nwo_windows import Table, called
from rulewright.engine.errors import Refused
from rulewright.engine.events import EVERYONE
from rulewright.games.nwo.battles import rounds
from rulewright.games.nwo.battles.actions import Attack
from rulewright.games.nwo.battles.dying import MinutePasses
from rulewright.games.nwo.battles.prana import RecoverPrana
from rulewright.games.nwo.judges import judging
from rulewright.games.nwo.judges.calling import CallJudge
from rulewright.games.nwo.judges.declaring import DeclarePrana, HoldBack, WaiveJudge
from rulewright.games.nwo.judges.judged import Judged
from rulewright.games.nwo.state import Cast, Lasting
from rulewright.table.questions import check

DECLARATIONS = (DeclarePrana("ruka", 2), HoldBack("ruka", 2), WaiveJudge("ruka"))


def waiting(**house: Any) -> Table:
    """Ruka, who is asked for prana before each judge, and Tomo, who is asked in each window."""
    table = Table("ruka", "tomo", house=options(**house))
    table.learn("tomo", "ability:humming", "ability:late_push")
    table.change("tomo", asks="all")
    return table


# ---------------------------------------------------------------- holding back


@pytest.mark.rule("NWO-JUDGE-10")
def test_holding_back_is_asked_for_only_on_request() -> None:
    table = Table("ruka")
    table.judge("ruka", (3, 4))
    assert table.asked() == ["prana ruka"]
    table.change("ruka", asks_hold_back=True)
    table.judge("ruka", (3, 4))
    question = table.question("hold_back")
    assert (question.least, question.most, question.default) == (0, 8, 8)


@pytest.mark.rule("NWO-JUDGE-10", "NWO-STATUS-08")
def test_a_prone_character_holds_back_from_the_halved_ability() -> None:
    table = Table("ruka")
    table.change("ruka", asks_hold_back=True, prone=True)
    assert table.judge("ruka", (3, 4), {"hold_back": 3}).value == 3 + 7
    assert table.question("hold_back").most == 8 // 2


@pytest.mark.rule("NWO-JUDGE-10")
@pytest.mark.parametrize(
    ("to", "reason"), [(-1, "hold_back_out_of_range"), (9, "hold_back_out_of_range"), (0, ""), (8, "")]
)
def test_how_far_an_ability_can_be_lowered(to: int, reason: str) -> None:
    table = waiting()
    if reason:
        reasons: list[str] = []
        value = table.judge("ruka", (3, 4), {"prana": table.refusing(reasons, HoldBack("ruka", to))}).value
        assert (reasons, value) == ([reason], 15)
    else:
        assert table.judge("ruka", (3, 4), {"prana": table.giving(HoldBack("ruka", to))}).value == to + 7


@pytest.mark.rule("NWO-JUDGE-10")
def test_an_ability_below_0_cannot_be_held_back() -> None:
    table = waiting()
    table.values("ruka", evasion=-2)
    table.change("ruka", asks_hold_back=True)
    reasons: list[str] = []
    table.judge("ruka", (3, 4), {"prana": table.refusing(reasons, HoldBack("ruka", 0))})
    assert reasons == ["hold_back_out_of_range"]
    assert "hold_back ruka" not in table.asked()


@pytest.mark.rule("NWO-JUDGE-01", "NWO-JUDGE-10", "NWO-PRANA-03")
@pytest.mark.parametrize("command", DECLARATIONS)
def test_nothing_is_declared_after_the_dice(command: msgspec.Struct) -> None:
    """judge-17"""
    table = waiting()
    reasons: list[str] = []
    table.judge("ruka", (3, 4), {"interrupt_after tomo": table.refusing(reasons, command, then="pass")})
    assert reasons == ["dice_already_rolled"]


@pytest.mark.rule("NWO-JUDGE-10")
def test_holding_back_never_raises_an_ability_that_has_fallen_since() -> None:
    table = waiting()
    table.learn("tomo", "ability:weigh_down", level=2)
    asked = table.giving(HoldBack("ruka", 7), then="ability:weigh_down")
    outcome = table.judge("ruka", (3, 4), {"interrupt tomo": [asked, "pass"], "target": "ruka"})
    assert outcome.value == 8 - 6 + 7
    assert "judge.held_back" not in set(table.keys())


@pytest.mark.rule("NWO-JUDGE-10", "NWO-PRANA-03")
def test_the_chances_of_prana_are_those_of_the_lowered_ability() -> None:
    table = waiting()
    table.change("ruka", asks_hold_back=True)
    table.judge("ruka", (3, 4), {"hold_back": 3}, reach=12)
    question = table.question("prana")
    assert question.facts["ability"] == 3
    assert question.outlook is not None
    assert question.outlook.args[:2] == (12, 3)


# ---------------------------------------------------------------- prana


@pytest.mark.rule("NWO-PRANA-03")
@pytest.mark.parametrize(
    ("points", "prana", "reason"),
    [
        (5, 6, "prana_over_release"),
        (3, 2, "prana_not_enough"),
        (9, 2, "prana_not_enough"),
        (0, 6, "bad_value"),
        (-1, 6, "bad_value"),
    ],
)
def test_prana_that_cannot_be_declared(points: int, prana: int, reason: str) -> None:
    table = waiting()
    table.change("ruka", prana=prana)
    reasons: list[str] = []
    outcome = table.judge("ruka", (3, 4), {"prana": table.refusing(reasons, DeclarePrana("ruka", points))})
    assert (reasons, outcome.value, table["ruka"].prana) == ([reason], 15, prana)


@pytest.mark.rule("NWO-PRANA-03")
@pytest.mark.parametrize(("release", "prana", "most"), [(4, 12, 4), (4, 2, 2)])
def test_a_question_offers_no_more_than_can_be_paid(release: int, prana: int, most: int) -> None:
    table = waiting()
    table.change("ruka", release=release, prana=prana)
    table.judge("ruka", (3, 4))
    question = table.question("prana")
    assert (question.least, question.most) == (0, most)
    with pytest.raises(Refused) as refusal:
        check(question, most + 1)
    assert refusal.value.reason == "bad_answer"


@pytest.mark.rule("NWO-PRANA-03")
def test_prana_is_declared_once_for_a_judge() -> None:
    table = waiting()
    reasons: list[str] = []

    def both(question: Any) -> str:
        table.giving(DeclarePrana("ruka", 2))(question)
        table.refusing(reasons, DeclarePrana("ruka", 1))(question)
        return "pass"

    outcome = table.judge("ruka", (3, 4), {"interrupt tomo": both})
    assert (reasons, outcome.value, table["ruka"].prana) == (["bad_value"], 17, 10)
    assert "prana ruka" not in table.asked()
    assert table.judge("ruka", (3, 4), {"prana": 1}).value == 16  # the next judge is another


@pytest.mark.rule("NWO-PRANA-03", "NWO-PRANA-09")
def test_prana_that_was_spent_in_the_window_is_not_paid_again() -> None:
    table = waiting()
    table.learn("ruka", "ability:last_lantern")
    table.change("ruka", prana=4, asks="all")
    early = table.giving(DeclarePrana("ruka", 4), then="ability:last_lantern")
    answers = {"interrupt ruka": [early, "pass"], "interrupt tomo": "pass", "target": "ruka"}
    outcome = table.judge("ruka", (3, 3), answers)
    assert (table["ruka"].prana, outcome.value) == (0, 8 + 6 + 1)


@pytest.mark.rule("NWO-PRANA-05")
def test_everybody_learns_of_prana() -> None:
    table = waiting()
    table.judge("ruka", (3, 4), {"prana": 3})
    event = next(event for event in table.told if event.key == "judge.prana")
    assert (event.facts["points"], event.to) == (3, EVERYONE)


@pytest.mark.rule("NWO-PRANA-04")
def test_a_casting_target_adds_no_prana_to_its_plain_evasion() -> None:
    """prana-13"""
    table = Table("mire_hound", "tomo")
    table.change("tomo", asks="all")
    table.fight(mire_hound=20, tomo=5)
    table["tomo"].casting = Cast("ember_dart", 1)
    table.battle.casters = 1
    reasons: list[str] = []
    asked = table.refusing(reasons, DeclarePrana("tomo", 2), then="keep")
    table.give(Attack("mire_hound", "bite", "tomo"), (1, 1, 3, 4), {"interrupt_cast tomo": asked})
    assert set(reasons) == {"no_judge_possible"}
    assert (table["tomo"].prana, "prana tomo" in table.asked()) == (15, False)


@pytest.mark.rule("NWO-PRANA-04", "NWO-WEIGHT-05")
def test_no_prana_where_no_dice_are_rolled() -> None:
    table = waiting(overload_rolls_dice=False)
    table.carries("ruka", *[("sharp_salts", "packed")] * 25)
    reasons: list[str] = []
    asked = table.refusing(reasons, DeclarePrana("ruka", 2), then="pass")
    outcome = table.judge("ruka", (), {"interrupt tomo": asked})
    assert reasons == ["no_judge_possible"]
    assert (outcome.failed, outcome.dice, table["ruka"].prana) == (True, None, 12)
    assert "prana ruka" not in table.asked()


@pytest.mark.rule("NWO-PRANA-11", "NWO-DEATH-06", "NWO-OPEN-18")
@pytest.mark.parametrize("of", ["recovery", "death"])
def test_judges_on_which_no_prana_may_be_declared(of: str) -> None:
    """death-11: ordinary prana on the check"""
    table = waiting()
    table.change("ruka", prana=6, hp=0 if of == "death" else 24)
    reasons: list[str] = []
    asked = table.refusing(reasons, DeclarePrana("ruka", 2), then="pass")
    table.give(RecoverPrana("ruka", 2) if of == "recovery" else MinutePasses(), (3, 4), {"interrupt tomo": asked})
    assert reasons == ["bad_value"]
    assert table["ruka"].prana == (12 if of == "recovery" else 6)


@pytest.mark.rule("NWO-JUDGE-10", "NWO-PRANA-03", "NWO-JUDGE-13")
@pytest.mark.parametrize("command", DECLARATIONS)
def test_declarations_outside_a_judge_are_refused(command: msgspec.Struct) -> None:
    table = waiting()
    assert table.refuses(command) == "no_open_window"
    assert table.refuses(command, "tomo") == "not_your_actor"
    assert table.refuses(msgspec.structs.replace(command, character="nobody")) == "unknown_actor"
    table["ruka"].dead = True
    assert table.refuses(command) == "dead"


@pytest.mark.rule("NWO-JUDGE-01")
@pytest.mark.parametrize("command", DECLARATIONS)
def test_nobody_declares_for_the_judge_of_another(command: msgspec.Struct) -> None:
    table = waiting()
    reasons: list[str] = []
    asked = table.refusing(reasons, msgspec.structs.replace(command, character="tomo"), then="pass")
    table.judge("ruka", (3, 4), {"interrupt tomo": asked})
    assert reasons == ["no_open_window"]


# ---------------------------------------------------------------- leaving a judge out


def waived(answer: str | None, house: dict[str, Any]) -> tuple[Table, Judged]:
    """A judge of Ruka that it asks to leave out, at ability 8 with corrections +5; the referee's answer."""
    table = waiting(**house)
    table.change("ruka", gm_modifier=5)
    asked = table.giving(WaiveJudge("ruka"), "ruka", "pass", {"waive_judge": answer} if answer else None)
    return table, table.judge("ruka", (3, 4) if answer == "refuse" else (), {"interrupt tomo": asked})


@pytest.mark.rule("NWO-JUDGE-13")
@pytest.mark.parametrize(
    ("answer", "house", "value", "given_up"),
    [
        ("fail", {}, 0, True),
        ("ability_value", {}, 8, False),
        ("refuse", {}, 20, False),
        (None, {"waived_judge": "auto_fail"}, 0, True),
        (None, {"waived_judge": "ability_value"}, 8, False),
    ],
)
def test_what_becomes_of_a_judge_left_out(
    answer: str | None, house: dict[str, Any], value: int, given_up: bool
) -> None:
    table, outcome = waived(answer, house)
    assert (outcome.value, outcome.given_up) == (value, given_up)
    assert (outcome.dice is None) is (answer != "refuse")
    assert ("prana ruka" in table.asked()) is (answer == "refuse")
    if answer == "refuse":
        assert "judge.waiver_refused" in set(table.keys())


@pytest.mark.rule("NWO-JUDGE-13")
@pytest.mark.parametrize(("answer", "success"), [("fail", False), ("ability_value", True)])
def test_an_automatic_failure_reaches_no_difficulty(answer: str, success: bool) -> None:
    table = waiting()
    asked = table.giving(WaiveJudge("ruka"), "ruka", "pass", {"waive_judge": answer})
    normal = judging.normal(table.world, table["ruka"], called(reach=-30))
    assert table.run(normal, (), {"interrupt tomo": asked}) is success


@pytest.mark.rule("NWO-JUDGE-13")
def test_by_option_no_judge_is_left_out() -> None:
    table = waiting(waived_judge="refuse")
    reasons: list[str] = []
    table.judge("ruka", (3, 4), {"prana": table.refusing(reasons, WaiveJudge("ruka"))})
    assert reasons == ["waiver_refused"]


@pytest.mark.rule("NWO-COUNT-04", "NWO-JUDGE-13")
def test_the_count_judge_is_not_left_out() -> None:
    """count-13"""
    table = waiting()
    reasons: list[str] = []
    table.run(judging_count(table), (3, 4), {"prana": table.refusing(reasons, WaiveJudge("ruka"))})
    assert reasons == ["count_judge_required"]


def judging_count(table: Table) -> Any:
    """The count judge of Ruka."""
    battle = table.fight(tomo=30, ruka=5)
    return rounds.roll_count(table.world, battle, table["ruka"])


@pytest.mark.rule("NWO-COUNT-04")
@pytest.mark.parametrize(("answer", "count"), [("fail", 0), ("ability_value", 13), ("refuse", 20)])
@pytest.mark.parametrize("waived_judge", ["ask_gm", "auto_fail", "refuse"])
def test_by_option_the_referee_is_asked_about_the_count_judge(answer: str, count: int, waived_judge: str) -> None:
    table = waiting(count_judge_waiver="ask_gm", waived_judge=waived_judge)
    procedure = judging_count(table)

    asked = table.giving(WaiveJudge("ruka"), "ruka", answers={"waive_judge": answer})
    table.run(procedure, (3, 4) if answer == "refuse" else (), {"prana": asked})
    assert (table["ruka"].count, table["ruka"].done) == (count, count <= 0)


@pytest.mark.rule("NWO-JUDGE-13")
def test_who_lets_itself_be_hit_is_hit_without_a_comparison() -> None:
    """judge-21"""
    table = Table("ruka", "mire_hound")
    table.fight(mire_hound=20, ruka=5)
    # 9 + 2 - 10 = -1 would miss; attack 12 + 2 + 7 against defence 13 + 6
    table.give(Attack("mire_hound", "bite", "ruka"), (1, 2, 3, 4, 3, 3), {"answer": "waive"})
    assert "waive_judge ruka" not in table.asked()
    question = table.question("waive_judge")
    assert (question.to, question.default) == ("referee", "fail")
    assert table["ruka"].hp == 24 - 2
    assert "attack.let_through" in set(table.keys())


@pytest.mark.rule("NWO-JUDGE-13")
def test_the_answer_that_is_barred_by_option() -> None:
    table = Table("ruka", "mire_hound", house=options(waived_judge="refuse"))
    table.fight(mire_hound=20, ruka=5)
    table.give(Attack("mire_hound", "bite", "ruka"), (1, 2, 3, 4))
    with pytest.raises(Refused) as refusal:
        check(table.question("answer"), "waive")
    assert refusal.value.reason == "waiver_refused"


@pytest.mark.rule("NWO-JUDGE-13")
def test_a_defence_left_out_counts_0() -> None:
    table = Table("ruka", "mire_hound", "tomo")
    table.learn("tomo", "ability:humming")
    table.change("tomo", asks="all")
    table.fight(mire_hound=20, ruka=5, tomo=4)
    waiving = table.giving(WaiveJudge("ruka"), "ruka", then="pass")
    answers = {"interrupt tomo": ["pass", "pass", "pass", waiving]}
    table.give(Attack("mire_hound", "bite", "ruka"), (6, 3, 1, 2, 1, 1), answers)
    assert table["ruka"].hp == 24 - (12 + 2 + 2)


@pytest.mark.rule("NWO-JUDGE-02")
def test_a_modifier_given_before_the_dice_counts_for_the_judge_and_not_for_one_inside_it() -> None:
    """A judge made in a window, like that of a healing spell, takes nothing from the one around it."""
    more = """
[[spell]]
id = "quick_mend"
name = "Quick Mend"
kind = "heal"
timing = "super_counter"
element = "none"
casting_value = 0
mp = 0
cast_count = 0
target = "self"
duration = { kind = "instant" }
heal = { power = { value = 1 } }
"""
    table = Table("ruka", more=more)
    table.learn("ruka", "spell:quick_mend")
    table.change("ruka", asks="all", gm_modifier=6, hp=10, prana=0)
    outcome = table.judge("ruka", (2, 2, 3, 4), {"interrupt ruka": ["spell:quick_mend", "pass"]})
    assert (table["ruka"].hp, outcome.value, table["ruka"].gm_modifier) == (10 + 1 + 4, 8 + 7 + 6, 0)


@pytest.mark.rule("NWO-JUDGE-02")
def test_what_lasts_at_the_time_of_the_dice_counts() -> None:
    table = waiting()
    purpose = called(reach=10)
    table["ruka"].lasting.append(Lasting("hum", "ruka", "scene", judges={"evasion": 4}))
    table.change("ruka")
    table.judge("ruka", (3, 4), reach=10)
    question = table.question("prana")
    assert question.outlook is not None
    assert question.outlook.args[:3] == (purpose.reach, 8, 4)


@pytest.mark.rule("NWO-JUDGE-13")
def test_a_called_judge_is_left_out_by_the_player() -> None:
    table = Table("ruka")
    table.give(CallJudge("ruka", "evasion", -50), (), {"judge_how": "waive"})
    assert table.keys()[-1] == "judge.given_up"


@pytest.mark.rule("NWO-PRANA-03", "NWO-COUNT-02")
@pytest.mark.parametrize(("asks", "asked"), [("relevant", []), ("all", ["fog_caller"])])
def test_the_referee_is_asked_for_prana_at_counts_only_where_it_wants_to_be(asks: str, asked: list[str]) -> None:
    play = Play("fog_caller")
    play.change("fog_caller", asks=asks, abilities={}, spells=[])
    play.run(judging.judge(play.world, play["fog_caller"], rounds.COUNT), [3, 4])
    assert [question.to for question in play.script.asked if question.key == "prana"] == asked
