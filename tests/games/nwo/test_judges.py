"""Judges: sums, criticals, fumbles, opposed judges and values without a judge (NWO-JUDGE)."""

from __future__ import annotations

from typing import Any

import pytest

from nwo_play import FOLDER, Play, cases, options, rows_of
from nwo_windows import Table, called
from rulewright.engine.packs import BadPack, load
from rulewright.games.nwo.judges import contests, judging, purposes
from rulewright.games.nwo.judges.calling import CallJudge, CallOpposed
from rulewright.games.nwo.judges.declaring import DeclarePrana, HoldBack
from rulewright.games.nwo.judges.judged import Judged, active_wins
from rulewright.games.nwo.records.content import NwoContent
from rulewright.games.nwo.state import Lasting

SEALED = options(opposed_order="sealed")


def goal_of(question: Any) -> Any:
    """What a question for prana says has to be reached, "-" where that is not known."""
    goal = question.facts["goal"]
    return goal["goal"] if goal else "-"


def roller(given: dict[str, Any], house: Any = None) -> Table:
    """Ruka alone with the numbers of an example as its evasion."""
    table = Table("ruka", house=house)
    strength, loads = 5, [("sharp_salts", "in_hand")] * given.get("weight_penalty", 0)
    if loads:
        loads += [("sharp_salts", "in_hand")] * strength
    if given.get("overloaded"):
        loads = [("sharp_salts", "packed")] * (3 * strength + 1)
    table.values("ruka", evasion=given["ability"], strength=strength)
    table.change(
        "ruka", abilities={}, critical=tuple(given.get("critical", [10])), fumble=tuple(given.get("fumble", [5])),
        prone=given.get("prone", False), gm_modifier=given.get("mods", 0), prana=given.get("prana_now", 12),
        release=given.get("release", 4), asks_hold_back="hold_back" in given or "prana" in given,
    )  # fmt: skip
    table.carries("ruka", *loads)
    assert table["ruka"].now.penalty == given.get("weight_penalty", 0)
    return table


@pytest.mark.rule("NWO-JUDGE-02", "NWO-JUDGE-03", "NWO-JUDGE-04", "NWO-JUDGE-05", "NWO-JUDGE-06", "NWO-JUDGE-10",
                  "NWO-PRANA-03", "NWO-WEIGHT-05", "NWO-WEIGHT-06", "NWO-STATUS-08")  # fmt: skip
@pytest.mark.parametrize("row", [pytest.param(row, id=row["id"]) for row in rows_of("judge")])
def test_judges_of_the_examples(row: dict[str, Any]) -> None:
    given, expect = row["given"], row["expect"]
    table = roller(given, options(**row.get("options", {})))
    answers = {"hold_back": given.get("hold_back", given["ability"]), "prana": given.get("prana", 0)}
    if "refused" in expect:
        command = HoldBack("ruka", given["hold_back"]) if "hold_back" in given else DeclarePrana("ruka", given["prana"])
        reasons: list[str] = []
        table.judge("ruka", given["dice"], {"hold_back": table.refusing(reasons, command, then=given["ability"])})
        assert reasons == [expect["refused"]]
        return
    difficulty = given.get("difficulty")
    purpose = called(reach=difficulty)
    outcome: Judged = table.run(judging.judge(table.world, table["ruka"], purpose), given["dice"], answers)
    assert (outcome.criticals, outcome.fumble) == (expect["criticals"], expect["fumble"])
    assert outcome.failed is expect.get("failed", False)
    assert outcome.value == expect.get("counted_value", expect["value"])
    assert sum(part.value for part in _sum(table).parts if not part.suppressed_by) == expect["value"]
    if difficulty is not None:
        table = roller(given, options(**row.get("options", {})))
        assert table.run(judging.normal(table.world, table["ruka"], purpose), given["dice"]) is expect["success"]
    if "prana_after" in expect:
        assert table["ruka"].prana == expect["prana_after"]


def _sum(table: Play) -> Any:
    return next(event.sum for event in table.told if event.key.startswith("judge.value."))


@pytest.mark.rule("NWO-JUDGE-12", "NWO-WEIGHT-07", "NWO-STATUS-09")
@pytest.mark.parametrize("row", [pytest.param(row, id=row["id"]) for row in rows_of("no_roll")])
def test_values_without_a_judge(row: dict[str, Any]) -> None:
    given = row["given"]
    table = roller(given)
    table.change("ruka", fainted=True, gm_modifier=9)
    outcome = table.judge("ruka")
    assert (outcome.value, outcome.dice) == (row["expect"]["value"], None)
    assert table.script.asked == []  # no prana, no holding back, no windows


@pytest.mark.rule("NWO-STATUS-09")
def test_a_plain_value_is_not_halved_by_option() -> None:
    table = roller({"ability": 7, "prone": True}, options(prone_halves_no_roll=False))
    table.change("ruka", fainted=True)
    assert table.judge("ruka").value == 7


@pytest.mark.rule("NWO-JUDGE-08")
@pytest.mark.parametrize("row", [pytest.param(row, id=row["id"]) for row in rows_of("opposed")])
def test_opposed_judges_of_the_examples(row: dict[str, Any]) -> None:
    active, passive = row["given"]["active"], row["given"]["passive"]
    table = Table("ruka", "mire_hound")
    table.values("ruka", evasion=active - 7)
    table.values("mire_hound", evasion=passive - 7)
    table.change("ruka", abilities={}, prana=0)
    purposes_ = called(against="mire_hound"), called(against="ruka")
    won = table.run(
        contests.opposed(table.world, table["ruka"], purposes_[0], table["mire_hound"], purposes_[1]), (3, 4, 3, 4)
    )
    assert won is (row["expect"]["winner"] == "active")
    result = table.told[-1]
    assert (result.facts["value"], result.facts["other"]) == (active, passive)
    assert result.facts["margin"] == row["expect"]["margin"]


def test_all_rows_of_these_operations_are_used() -> None:
    used = [row["id"] for row in rows_of("judge", "no_roll", "opposed")]
    assert len(used) == 23 + 4 + 3
    mine = [id for id, row in cases().items() if id.startswith("judge-") and row["op"] != "manual"]
    assert set(mine) <= set(used)


# ---------------------------------------------------------------- the order and the parts of a judge


@pytest.mark.rule("NWO-JUDGE-01", "NWO-TIMING-04", "NWO-OPEN-27")
def test_a_judge_has_windows_before_and_after_what_is_declared() -> None:
    table = Table("ruka", "tomo")
    table.learn("tomo", "ability:late_push")
    table.change("ruka", asks="all", asks_hold_back=True)
    table.change("tomo", asks="all")
    table.judge("ruka", (3, 4))
    assert table.asked() == ["interrupt ruka", "interrupt tomo", "hold_back ruka", "prana ruka", "interrupt_after tomo"]
    assert table.question("interrupt_after").facts["value"] == 8 + 7
    assert table.keys()[-1] == "judge.value.plain"


@pytest.mark.rule("NWO-JUDGE-02")
def test_the_parts_of_a_value() -> None:
    table = Table("ruka")
    table.learn("ruka", level=2)
    # 7 of its own, class +2, fighting spirit +1, oilskin +2, shield +1
    assert table["ruka"].now.values["defence"] == 13
    table["ruka"].lasting.append(Lasting("guard_step", "ruka", "scene", stats={"defence": 3}))
    table["ruka"].lasting.append(Lasting("hum", "ruka", "scene", judges={"any": 2, "defence": 1, "hit": 50}))
    table.change("ruka", gm_modifier=-4)
    outcome = table.judge("ruka", (5, 5, 4, 6, 2, 1), {"prana": 4}, stat="defence")
    assert outcome.value == 13 + 3 + 20 + 3 + (2 + 1 - 4) + 4
    told = {part.source: part.value for part in _sum(table).parts}
    assert told == {
        "sum.ability": 16, "sum.criticals": 20, "sum.dice": 3, "sum.corrections": -1, "sum.prana": 4,
    }  # fmt: skip


@pytest.mark.rule("NWO-JUDGE-06", "NWO-OPEN-02")
def test_a_fumble_keeps_the_ability_and_strikes_the_rest() -> None:
    table = roller({"ability": 8, "mods": 3})
    table["ruka"].lasting.append(Lasting("guard_step", "ruka", "scene", stats={"evasion": 2}))
    table.change("ruka")
    assert table.judge("ruka", (1, 4), {"prana": 4}).value == 8 + 2 - 10
    struck = [part.source for part in _sum(table).parts if part.suppressed_by == "NWO-JUDGE-06"]
    assert struck == ["sum.corrections", "sum.prana"]


@pytest.mark.rule("NWO-JUDGE-03")
@pytest.mark.parametrize(
    ("faces", "difficulty", "success"),
    [((5, 5, 3, 4), 26, False), ((5, 5, 3, 4), 25, True), ((1, 4), -2, True), ((1, 4), -1, False)],
)
def test_criticals_and_fumbles_alone_decide_nothing(faces: tuple[int, ...], difficulty: int, success: bool) -> None:
    table = roller({"ability": 8})
    table.give(CallJudge("ruka", "evasion", difficulty), faces)
    assert table.keys()[-1] == ("judge.success" if success else "judge.failure")


@pytest.mark.rule("NWO-JUDGE-05")
def test_the_first_sum_of_a_chain_alone_can_be_a_fumble() -> None:
    table = roller({"ability": 8, "critical": [10, 12], "fumble": [2, 3, 4, 5]})
    outcome = table.judge("ruka", (6, 6, 1, 1))
    assert (outcome.value, outcome.fumble) == (8 + 10 + 2, False)


@pytest.mark.rule("NWO-JUDGE-02")
def test_the_modifier_of_the_referee_is_for_the_next_judge_only() -> None:
    table = roller({"ability": 8, "mods": 3})
    assert [table.judge("ruka", (3, 4)).value for _ in range(2)] == [18, 15]


@pytest.mark.rule("NWO-JUDGE-02")
def test_an_effect_after_the_dice_raises_a_value_that_is_not_final() -> None:
    table = Table("ruka", "tomo")
    table.learn("tomo", "ability:late_spring", level=3)
    answers = {"interrupt_after tomo": ["ability:late_spring", "pass"], "target": "ruka"}
    assert table.judge("ruka", (3, 4), answers).value == 8 + 7 + 3
    assert [event.facts["value"] for event in table.told if event.key == "judge.value.plain"] == [15, 18]


# ---------------------------------------------------------------- C and F values


@pytest.mark.rule("NWO-JUDGE-07")
def test_a_character_with_a_value_in_both_lists_is_refused() -> None:
    """judge-18"""
    text = (FOLDER / "lantern_quay.toml").read_text("utf-8")
    assert "critical = [10]\nfumble = [5]" in text
    with pytest.raises(BadPack) as caught:
        load({"quay.toml": text.replace("critical = [10]\nfumble = [5]", "critical = [5]\nfumble = [5]")}, NwoContent)
    assert [problem.code for problem in caught.value.problems] == ["content.conflict"]


@pytest.mark.rule("NWO-JUDGE-07")
@pytest.mark.parametrize(
    ("critical", "fumble", "changes", "found"),
    [
        ((7, 8, 9, 10, 11), (5,), [{"critical_add": (12,)}], ((7, 8, 9, 10, 11), (5,))),
        ((7, 8, 9, 10), (5,), [{"critical_add": (11, 12)}], ((7, 8, 9, 10, 11), (5,))),
        ((7, 8, 9, 10, 11), (5,), [{"critical_add": (5,)}], ((7, 8, 9, 10, 11), (5,))),  # nothing is added or lost
        ((7, 8, 9, 10, 11), (5,), [{"critical_add": (5,), "critical_remove": (7,)}], ((5, 8, 9, 10, 11), ())),
        ((10,), (5,), [{"critical_add": (5,)}], ((5, 10), ())),  # the new one wins
        ((10,), (5,), [{"fumble_add": (10, 3)}], ((), (3, 5, 10))),
        ((10,), (5,), [{"critical_add": (11,)}, {"fumble_add": (11,)}], ((10,), (5, 11))),
        ((10,), (2, 5), [{"fumble_remove": (2,), "critical_add": (10,)}], ((10,), (5,))),
    ],
)
def test_effects_change_c_and_f_values(
    critical: tuple[int, ...], fumble: tuple[int, ...], changes: list[dict[str, Any]], found: object
) -> None:
    table = Table("ruka")
    table["ruka"].lasting = [Lasting(f"x{index}", "ruka", "scene", **one) for index, one in enumerate(changes)]
    table.change("ruka", critical=critical, fumble=fumble)
    assert (table["ruka"].now.critical, table["ruka"].now.fumble) == found


@pytest.mark.rule("NWO-JUDGE-07")
def test_changed_values_are_those_of_the_dice() -> None:
    table = Table("ruka")
    table["ruka"].lasting = [Lasting("lamp", "ruka", "scene", critical_add=(7,), fumble_add=(12,))]
    table.change("ruka", prana=0)
    assert table.judge("ruka", (3, 4, 1, 1)).value == 8 + 10 + 2
    assert table.judge("ruka", (6, 6)).fumble


# ---------------------------------------------------------------- opposed judges


@pytest.mark.rule("NWO-JUDGE-09", "NWO-OPEN-07", "NWO-OPEN-26")
def test_the_passive_side_is_asked_after_the_active_value_is_known() -> None:
    """judge-19"""
    table = Table("ruka", "tomo")
    seen: list[Any] = []

    def noting(question: Any) -> int:
        seen.append((question.to, goal_of(question), len(table.script.rolls)))
        return 0

    table.give(CallOpposed("ruka", "tomo", "evasion", "evasion"), (3, 4, 3, 4), {"prana": noting})
    assert seen == [("ruka", "-", 0), ("tomo", 15, 1)]


@pytest.mark.rule("NWO-JUDGE-09")
def test_sealed_both_sides_decide_before_any_die() -> None:
    table = Table("ruka", "tomo", house=SEALED)
    seen: list[Any] = []

    def noting(question: Any) -> int:
        seen.append((question.to, goal_of(question), question.secret, len(table.script.rolls)))
        return 3

    table.give(CallOpposed("ruka", "tomo", "evasion", "evasion"), (3, 4, 3, 3), {"prana": noting})
    assert seen == [("ruka", "-", True, 0), ("tomo", "-", True, 0)]
    assert (table["ruka"].prana, table["tomo"].prana) == (12 - 3, 15 - 3)
    result = next(event for event in table.told if event.key == "contest.passive")
    assert (result.facts["value"], result.facts["other"]) == (8 + 7 + 3, 9 + 6 + 3)


@pytest.mark.rule("NWO-JUDGE-09")
def test_sealed_nothing_is_added_once_the_other_value_is_known() -> None:
    table = Table("ruka", "tomo", house=SEALED)
    table.learn("tomo", "ability:humming")
    reasons: list[str] = []
    answers = {"interrupt tomo": ["pass", table.refusing(reasons, DeclarePrana("tomo", 2), then="pass")]}
    table.give(CallOpposed("ruka", "tomo", "evasion", "evasion"), (3, 4, 3, 4), answers)
    assert reasons == ["bad_value"]


@pytest.mark.rule("NWO-JUDGE-09")
def test_sealed_nobody_is_asked_who_has_nothing_to_spend() -> None:
    table = Table("ruka", "tomo", house=SEALED)
    table.change("ruka", prana=0)
    table.change("tomo", fainted=True)
    table.give(CallOpposed("ruka", "tomo", "evasion", "evasion"), (3, 4))
    assert table.asked() == []


@pytest.mark.rule("NWO-JUDGE-08", "NWO-WEIGHT-06", "NWO-JUDGE-13")
@pytest.mark.parametrize(
    ("active", "passive", "won"),
    [
        (Judged(15), Judged(14), True),
        (Judged(14), Judged(14), False),
        (Judged(99, failed=True), Judged(-5), False),
        (Judged(-5), Judged(99, failed=True), True),
        (Judged(99, failed=True), Judged(0, failed=True), False),
        (Judged(99, given_up=True), Judged(-5), False),
        (Judged(-5), Judged(0, given_up=True), True),
    ],
)
def test_who_wins(active: Judged, passive: Judged, won: bool) -> None:
    assert active_wins(active, passive) is won


# ---------------------------------------------------------------- values without a judge, and odd rollers


@pytest.mark.rule("NWO-JUDGE-12", "NWO-OPEN-03")
@pytest.mark.parametrize("state", [{"fainted": True}, {"hp": 0}, {"hp": -7}, {"dead": True}])
def test_who_can_make_no_judge_has_the_plain_value(state: dict[str, Any]) -> None:
    table = Table("ruka", "tomo")
    table.change("tomo", asks="all")
    table.change("ruka", asks="all", gm_modifier=5, **state)
    table.carries("ruka", *[("sharp_salts", "in_hand")] * 9)
    # the lower evasion of nothing, and 1 over the limit
    assert table.judge("ruka").value == 8 - 1
    assert table.script.asked == []


@pytest.mark.rule("NWO-JUDGE-12")
def test_a_roller_put_out_of_action_before_its_dice_has_the_plain_value() -> None:
    table = Table("ruka", "tomo")
    table.learn("tomo", "ability:shooting_star")
    table.change("tomo", asks="all")
    answers = {"interrupt tomo": ["ability:shooting_star", "pass"], "target": "ruka"}
    assert table.judge("ruka", (), answers) == Judged(8)
    assert table["ruka"].hp == 24 - 99
    assert table.state.judging is None


@pytest.mark.rule("NWO-JUDGE-12")
def test_a_negative_ability_is_not_halved() -> None:
    table = roller({"ability": -3, "prone": True})
    assert purposes.ability(table["ruka"], called()) == -3
    assert table.judge("ruka", (3, 4)).value == 4
