"""Loads: what weighs, the penalty on every value, and being overloaded (NWO-WEIGHT)."""

from __future__ import annotations

from typing import Any

import pytest

from nwo_play import options, rows_of
from nwo_windows import Table
from rulewright.games.nwo import standing
from rulewright.games.nwo.battles import rounds, using
from rulewright.games.nwo.battles.actions import Attack, WakeUp
from rulewright.games.nwo.battles.dying import MinutePasses
from rulewright.games.nwo.battles.gear import DropItem, TakeFromRobe
from rulewright.games.nwo.battles.prana import PranaToHp
from rulewright.games.nwo.judges.calling import CallJudge, CallOpposed
from rulewright.games.nwo.state import Lasting


@pytest.mark.rule("NWO-WEIGHT-01", "NWO-WEIGHT-02", "NWO-WEIGHT-03", "NWO-WEIGHT-04", "NWO-OPEN-05", "NWO-OPEN-06")
@pytest.mark.parametrize("row", [pytest.param(row, id=row["id"]) for row in rows_of("load")])
def test_loads_of_the_examples(row: dict[str, Any]) -> None:
    items = [(weight, location) for weight, location in row["given"]["items"]]
    found = standing.load(items, row["given"]["strength"], options(**row.get("options", {})))
    expect = row["expect"]
    assert found == (expect["worn"], expect["carried"], expect["penalty"], expect["overloaded"])


def test_all_rows_of_the_operation_are_used() -> None:
    assert [row["id"] for row in rows_of("load")] == [f"weight-{number}" for number in range(1, 6)]


@pytest.mark.rule("NWO-WEIGHT-02")
@pytest.mark.parametrize(
    ("location", "worn", "carried"),
    [("equipped", 4, 4), ("in_hand", 4, 4), ("packed", 0, 4), ("robe", 0, 4), ("dropped", 0, 0)],
)
def test_what_weighs_where(location: str, worn: int, carried: int) -> None:
    table = Table("ruka")
    ruka = table.carries("ruka", ("quay_pike", location))
    assert (ruka.now.worn, ruka.now.carried) == (worn, carried)


@pytest.mark.rule("NWO-WEIGHT-01")
@pytest.mark.parametrize(
    ("strength", "lasting", "penalty", "overloaded"),
    [(8, 0, 0, False), (7, 0, 1, False), (7, 1, 0, False), (8, -2, 2, False), (1, -3, 8, True), (0, 0, 8, True)],
)
def test_the_limits_follow_strength(strength: int, lasting: int, penalty: int, overloaded: bool) -> None:
    table = Table("ruka")
    table["ruka"].attributes["strength"] = strength
    table["ruka"].lasting.append(Lasting("x", "ruka", "scene", stats={"strength": lasting}))
    ruka = table.change("ruka")
    assert ruka.now.worn == 8
    assert (ruka.now.penalty, ruka.now.overloaded) == (penalty, overloaded)


@pytest.mark.rule("NWO-WEIGHT-01")
def test_the_class_counts_and_being_prone_does_not() -> None:
    table = Table("tomo")
    tomo = table.carries("tomo", *[("sharp_salts", "in_hand")] * 5)
    assert tomo.attributes["strength"] == 5
    assert tomo.now.penalty == 1  # a Tide Scribe has strength -1
    assert table.change("tomo", prone=True).now.penalty == 1


# ---------------------------------------------------------------- over the worn limit


def laden(**house: Any) -> Table:
    """Ruka, 2 over the worn limit."""
    table = Table("ruka", "tomo", house=options(**house))
    table.carries("ruka", *[("sharp_salts", "in_hand")] * 10)
    assert table["ruka"].now.penalty == 2
    return table


@pytest.mark.rule("NWO-WEIGHT-03", "NWO-OPEN-03")
def test_the_penalty_is_on_every_value() -> None:
    table = laden()
    assert table.judge("ruka", (3, 4)).value == 8 - 2 + 7
    assert table.judge("ruka", (1, 4)).value == 8 - 2 - 10
    assert table.judge("ruka", (3, 4), stat="wits").value == 6 - 2 + 7
    assert using.magic(table["ruka"]) == 7 - 2
    table.change("ruka", fainted=True)
    assert table.judge("ruka").value == 8 - 2


@pytest.mark.rule("NWO-WEIGHT-03", "NWO-JUDGE-10")
def test_the_penalty_comes_after_holding_back() -> None:
    table = laden()
    table.change("ruka", asks_hold_back=True)
    assert table.judge("ruka", (3, 4), {"hold_back": 0}).value == -2 + 7


@pytest.mark.rule("NWO-WEIGHT-08", "NWO-WEIGHT-01", "NWO-WEIGHT-02")
def test_what_is_taken_out_weighs_at_once() -> None:
    """weight-8"""
    table = Table("ruka", "mire_hound")
    gear = [("guard_blade", "equipped"), ("mirror_shield", "equipped"), ("oilskin", "robe")]
    table.carries("ruka", *gear)
    table.change("ruka", prana=0)
    table.fight(ruka=20, mire_hound=5)
    assert table["ruka"].now.penalty == 0
    table.give(TakeFromRobe("ruka", "ruka.oilskin.2"))
    assert table["ruka"].now.penalty == 2
    table.give(Attack("ruka", "ruka.guard_blade.0", "mire_hound"), (3, 4, 6, 6, 1, 1))
    values = [event.facts["value"] for event in table.told if event.key == "judge.value.plain"]
    assert values[0] == 9 + 1 + 7 - 2


@pytest.mark.rule("NWO-WEIGHT-08")
def test_what_is_dropped_weighs_no_more() -> None:
    table = Table("ruka")
    table.carries("ruka", ("mirror_shield", "equipped"), ("quay_pike", "in_hand"))
    assert table["ruka"].now.penalty == 1
    table.give(DropItem("ruka", "ruka.quay_pike.1"))
    assert (table["ruka"].now.penalty, table["ruka"].now.carried) == (0, 5)


@pytest.mark.rule("NWO-WEIGHT-08")
def test_what_was_rolled_stays_when_strength_changes() -> None:
    table = Table("ruka", "tomo")
    table.change("ruka", prana=0)
    first = table.judge("ruka", (3, 4)).value
    table["ruka"].lasting.append(Lasting("x", "ruka", "scene", stats={"strength": -3}))
    table.change("ruka")
    assert (first, table.judge("ruka", (3, 4)).value) == (15, 12)


# ---------------------------------------------------------------- overloaded


def overloaded(*others: str, **house: Any) -> Table:
    """Ruka with 25 of weight packed, where 24 is what it can carry."""
    table = Table("ruka", *others, house=options(**house))
    table.carries("ruka", *[("mirror_shield", "packed")] * 5)
    assert (table["ruka"].now.worn, table["ruka"].now.carried, table["ruka"].now.overloaded) == (0, 25, True)
    return table


@pytest.mark.rule("NWO-WEIGHT-04")
def test_every_judge_of_the_overloaded_fails() -> None:
    table = overloaded()
    table.give(CallJudge("ruka", "evasion", -20), (6, 6))
    assert table.keys()[-1] == "judge.failure"


@pytest.mark.rule("NWO-WEIGHT-05")
def test_the_overloaded_roll_and_lose_their_prana() -> None:
    table = overloaded()
    outcome = table.judge("ruka", (6, 6), {"prana": 3})
    assert (outcome.value, outcome.failed, table["ruka"].prana) == (0, True, 9)
    assert [part.value for part in table.told[-1].sum.parts] == [8, 12, 3]  # type: ignore[union-attr]
    assert table.told[-1].sum.limit_rule == "NWO-WEIGHT-06"  # type: ignore[union-attr]


@pytest.mark.rule("NWO-WEIGHT-05")
def test_by_option_the_overloaded_do_not_roll() -> None:
    table = overloaded(overload_rolls_dice=False)
    table.change("ruka", asks_hold_back=True)
    outcome = table.judge("ruka")
    assert (outcome.value, outcome.failed, outcome.dice, table["ruka"].prana) == (0, True, None, 12)
    assert table.asked() == []
    assert table.script.rolls == []


@pytest.mark.rule("NWO-WEIGHT-06", "NWO-OPEN-04")
@pytest.mark.parametrize(("option", "value"), [("zero", 0), ("rolled", 15)])
def test_what_a_failed_judge_counts(option: str, value: int) -> None:
    table = overloaded(overloaded_value=option)
    outcome = table.judge("ruka", (3, 4))
    assert (outcome.value, outcome.failed) == (value, True)


@pytest.mark.rule("NWO-WEIGHT-06")
@pytest.mark.parametrize(("option", "count"), [("zero", 0), ("rolled", 20)])
def test_the_count_of_the_overloaded(option: str, count: int) -> None:
    table = overloaded("tomo", overloaded_value=option)
    battle = table.fight(tomo=30, ruka=5)
    table.run(rounds.roll_count(table.world, battle, table["ruka"]), (3, 4))
    assert (table["ruka"].count, table["ruka"].done) == (count, count == 0)


@pytest.mark.rule("NWO-WEIGHT-06")
@pytest.mark.parametrize(("option", "hp"), [("zero", 10), ("rolled", 17)])
def test_the_overloaded_heal_nobody(option: str, hp: int) -> None:
    table = overloaded(overloaded_value=option)
    table.change("ruka", hp=10)
    table.give(PranaToHp("ruka"), (3, 4))
    assert (table["ruka"].hp, table["ruka"].prana) == (hp, 7)


@pytest.mark.rule("NWO-WEIGHT-06")
def test_the_overloaded_lose_opposed_judges() -> None:
    table = overloaded("tomo")
    table.give(CallOpposed("ruka", "tomo", "evasion", "evasion"), (6, 6, 1, 1))
    assert table.told[-1].key == "contest.passive"
    table.give(CallOpposed("tomo", "ruka", "evasion", "evasion"), (1, 1, 6, 6))
    assert table.told[-1].key == "contest.active"
    table.carries("tomo", *[("mirror_shield", "packed")] * 3)
    table.give(CallOpposed("tomo", "ruka", "evasion", "evasion"), (6, 6, 1, 1))
    assert table.told[-1].key == "contest.passive"


@pytest.mark.rule("NWO-WEIGHT-06")
def test_the_overloaded_are_hit_and_defend_with_0() -> None:
    table = overloaded("mire_hound")
    table.change("ruka", prana=0)
    table.fight(mire_hound=20, ruka=5)
    table.give(Attack("mire_hound", "bite", "ruka"), (1, 1, 6, 5, 2, 2, 6, 5))
    assert table["ruka"].hp == 24 - (12 + 2 + 4)


@pytest.mark.rule("NWO-WEIGHT-06")
def test_the_overloaded_hit_nobody_and_harm_nobody() -> None:
    table = overloaded("mire_hound")
    table.carries("ruka", ("guard_blade", "equipped"), *[("mirror_shield", "packed")] * 5)
    table.change("ruka", prana=0)
    table.fight(ruka=20, mire_hound=5)
    table.give(Attack("ruka", "ruka.guard_blade.0", "mire_hound"), (6, 5, 1, 1))
    assert "attack.miss" in set(table.keys())
    assert table["mire_hound"].hp == 30


@pytest.mark.rule("NWO-WEIGHT-06", "NWO-DEATH-07")
def test_the_overloaded_fail_their_death_check() -> None:
    table = overloaded()
    table.change("ruka", hp=0, critical=(12,))
    table.give(MinutePasses(), (6, 6, 6, 6, 5, 5))
    assert table["ruka"].dead


@pytest.mark.rule("NWO-WEIGHT-04", "NWO-STATUS-07")
def test_the_overloaded_do_not_wake() -> None:
    table = overloaded()
    table.change("ruka", fainted=True, prana=0)
    table.give(WakeUp("ruka"), (6, 6))
    assert table["ruka"].fainted


@pytest.mark.rule("NWO-WEIGHT-07")
def test_a_plain_value_exists_for_the_overloaded() -> None:
    """weight-7"""
    table = overloaded()
    table.change("ruka", fainted=True)
    outcome = table.judge("ruka")
    assert (outcome.value, outcome.failed) == (8, False)
