"""Prana turned into HP and MP, as a cost, and coming back (NWO-PRANA)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

from nwo_play import options, rows_of
from nwo_windows import Table
from rulewright.engine.errors import Refused
from rulewright.engine.journal import Seat
from rulewright.games.nwo.battles.actions import Attack, UseAbility
from rulewright.games.nwo.battles.prana import FillPrana, PranaToHp, PranaToMp, RecoverPrana
from rulewright.games.nwo.battles.resting import GrantRest, Rest
from rulewright.games.nwo.game import game
from rulewright.games.nwo.judges.declaring import DeclarePrana
from rulewright.games.nwo.state import Cast, Lasting


def wounded(*others: str, house: Any = None, **fields: Any) -> Table:
    """Ruka with 24 HP at most, and these numbers."""
    table = Table("ruka", *others, house=house)
    table.change("ruka", abilities={}, **fields)
    return table


def values_told(table: Table) -> list[int]:
    return [event.facts["value"] for event in table.told if event.key.startswith("judge.value.")]


# ---------------------------------------------------------------- prana to HP


@pytest.mark.rule("NWO-PRANA-06", "NWO-PRANA-07", "NWO-PRANA-12")
@pytest.mark.parametrize("row", [pytest.param(row, id=row["id"]) for row in rows_of("prana_to_hp")])
def test_prana_to_hp(row: dict[str, Any]) -> None:
    given, expect = row["given"], row["expect"]
    table = wounded(
        hp=given["hp"], hp_max=given["hp_max"], prana=given["prana"], serious=given["serious"],
        critical=tuple(given["critical"]), fumble=tuple(given["fumble"]),
    )  # fmt: skip
    command = PranaToHp("ruka", given.get("units", 1))
    if "refused" in expect:
        assert table.refuses(command) == expect["refused"]
        return
    table.give(command, given["dice"])
    ruka = table["ruka"]
    assert (ruka.hp, ruka.prana, ruka.serious) == (expect["hp"], expect["prana"], expect.get("serious", False))
    assert values_told(table) == ([expect["value"]] if "value" in expect else [])


@pytest.mark.rule("NWO-PRANA-12", "NWO-PRANA-11", "NWO-STATUS-14", "NWO-OPEN-17")
@pytest.mark.parametrize("row", [pytest.param(row, id=row["id"]) for row in rows_of("recovery_judge")])
def test_recovery_judges(row: dict[str, Any]) -> None:
    given, expect = row["given"], row["expect"]
    of_prana = "power" not in given
    table = wounded(critical=tuple(given["critical"]), fumble=tuple(given["fumble"]))
    if of_prana:
        table.change("ruka", prana=given["now"], prana_max=given["max"])
        table.give(RecoverPrana("ruka", 2), given["dice"])
    else:
        table.change("ruka", hp=given["now"], hp_max=given["max"], prana=0)
        table["ruka"].attributes["strength"] = given["power"]
        table.change("ruka")
        table.give(GrantRest(("ruka",)))
        table.give(Rest("ruka"), given["dice"])
    assert values_told(table) == [expect["value"]]
    assert (table["ruka"].prana if of_prana else table["ruka"].hp) == expect["after"]


def test_all_rows_of_these_operations_are_used() -> None:
    assert [row["id"] for row in rows_of("prana_to_hp")] == [f"prana-{number}" for number in range(5, 11)]
    assert [row["id"] for row in rows_of("recovery_judge")] == ["prana-11", "status-14", "status-15"]


@pytest.mark.rule("NWO-PRANA-06", "NWO-PRANA-03")
def test_the_release_bounds_what_is_added_and_not_the_unit() -> None:
    table = wounded(hp=10, prana=9, release=2)
    table.give(PranaToHp("ruka"), (3, 4), {"prana": 2})
    assert table.question("prana").most == 2
    assert (table["ruka"].hp, table["ruka"].prana) == (10 + 7 + 2, 9 - 5 - 2)


@pytest.mark.rule("NWO-PRANA-06")
def test_a_critical_counts_in_a_conversion() -> None:
    table = wounded(hp=5, prana=5)
    table.give(PranaToHp("ruka"), (5, 5, 1, 1))
    assert table["ruka"].hp == 5 + 12


@pytest.mark.rule("NWO-PRANA-06")
def test_in_a_fight_a_conversion_is_the_action_of_the_turn() -> None:
    table = wounded("mire_hound", hp=10, prana=10, keeps_turn=True)
    table.fight(ruka=30, mire_hound=5)
    table.give(PranaToHp("ruka"), (3, 4))
    assert table["ruka"].count == 10
    assert table.refuses(PranaToHp("ruka")) == "action_used"


@pytest.mark.rule("NWO-PRANA-06")
@pytest.mark.parametrize(
    ("state", "reason"),
    [
        ({"hp": 24}, "prana_full"),
        ({"prana": 4}, "prana_not_enough"),
        ({"hp": 0}, "status_apparent_death"),
        ({"dead": True}, "dead"),
        ({"casting": Cast("lamp_sight", 1)}, "status_casting"),
    ],
)
def test_conversions_to_hp_that_are_refused(state: dict[str, Any], reason: str) -> None:
    table = wounded(**{"hp": 10, "prana": 12, **state})
    assert table.refuses(PranaToHp("ruka")) == reason


@pytest.mark.rule("NWO-PRANA-06", "NWO-PRANA-07")
@pytest.mark.parametrize(("units", "serious"), [(0, False), (-1, False), (2, False), (0, True), (-1, True)])
def test_units_that_are_no_units(units: int, serious: bool) -> None:
    table = wounded(hp=3 if serious else 10, serious=serious)
    assert table.refuses(PranaToHp("ruka", units)) == "bad_value"


@pytest.mark.rule("NWO-PRANA-06")
def test_only_the_own_prana_and_only_in_the_own_turn() -> None:
    table = wounded("tomo", hp=10)
    assert table.refuses(PranaToHp("ruka"), "tomo") == "not_your_actor"
    assert table.refuses(PranaToHp("nobody")) == "unknown_actor"
    table.fight(tomo=30, ruka=5)
    assert table.refuses(PranaToHp("ruka")) == "not_your_turn"
    assert table.refuses(PranaToMp("ruka")) == "not_your_turn"


# ---------------------------------------------------------------- seriously wounded


@pytest.mark.rule("NWO-PRANA-07", "NWO-OPEN-15")
def test_the_one_action_of_somebody_seriously_wounded() -> None:
    table = wounded("mire_hound", hp=3, prana=12, serious=True)
    table.fight(ruka=30, mire_hound=5)
    assert table.refuses(Attack("ruka", "ruka.guard_blade.1", "mire_hound")) == "status_serious"
    table.give(PranaToHp("ruka", 1))
    assert (table["ruka"].hp, table["ruka"].count, values_told(table)) == (4, 10, [])


@pytest.mark.rule("NWO-PRANA-07")
def test_by_option_the_seriously_wounded_cannot_do_it_in_a_fight() -> None:
    table = wounded("mire_hound", house=options(serious_prana_hp_in_combat=False), hp=3, prana=12, serious=True)
    table.give(PranaToHp("ruka", 1))  # outside of a fight it can
    table.fight(ruka=30, mire_hound=5)
    assert table.refuses(PranaToHp("ruka", 1)) == "status_serious"


@pytest.mark.rule("NWO-PRANA-07")
def test_by_option_one_unit_is_all_of_an_action() -> None:
    table = wounded(house=options(serious_prana_units="one"), hp=3, prana=12, serious=True)
    assert table.refuses(PranaToHp("ruka", 2)) == "bad_value"
    table.give(PranaToHp("ruka"))
    assert (table["ruka"].hp, table["ruka"].prana) == (4, 7)


@pytest.mark.rule("NWO-PRANA-07")
def test_a_wound_stays_serious_up_to_its_threshold() -> None:
    table = wounded(hp=1, hp_max=24, prana=60, prana_max=60, serious=True)
    table.give(PranaToHp("ruka", 3))
    assert (table["ruka"].hp, table["ruka"].serious) == (4, True)
    table.give(PranaToHp("ruka", 1))
    assert (table["ruka"].hp, table["ruka"].serious) == (5, False)


# ---------------------------------------------------------------- prana to MP


@pytest.mark.rule("NWO-PRANA-08", "NWO-OPEN-16")
def test_prana_to_mp_in_a_fight() -> None:
    """prana-14"""
    table = wounded("mire_hound", mp=3, prana=9, critical=(10,), fumble=(5,))
    table.fight(ruka=30, mire_hound=5)
    table.give(PranaToMp("ruka"), (3, 1))
    assert (table["ruka"].mp, table["ruka"].prana, table["ruka"].count) == (7, 4, 10)


@pytest.mark.rule("NWO-PRANA-08", "NWO-PRANA-12")
@pytest.mark.parametrize(("faces", "mp"), [((5, 4), 8), ((1, 4), 3), ((3, 1), 7)])
def test_mp_have_a_maximum_and_never_fall(faces: tuple[int, int], mp: int) -> None:
    table = wounded(mp=3, prana=9)
    table.give(PranaToMp("ruka"), faces)
    assert (table["ruka"].mp, table["ruka"].prana) == (mp, 4)


@pytest.mark.rule("NWO-PRANA-08")
def test_by_option_prana_to_mp_is_free() -> None:
    table = wounded("mire_hound", house=options(prana_mp_consumes_action=False), mp=0, prana=12, hp=3, serious=True)
    table.fight(ruka=30, mire_hound=5)
    table.give(PranaToMp("ruka"), (1, 1))
    table.give(PranaToMp("ruka"), (1, 1))
    assert (table["ruka"].mp, table["ruka"].count, table.battle.acting) == (4, 30, "ruka")


@pytest.mark.rule("NWO-PRANA-08", "NWO-COUNT-16")
def test_who_goes_down_during_a_free_conversion_has_no_turn_any_more() -> None:
    table = wounded("tomo", house=options(prana_mp_consumes_action=False), mp=0, prana=12)
    table.learn("tomo", "ability:shooting_star")
    table.change("tomo", asks="all")
    table.fight(ruka=30, tomo=5)
    table.give(PranaToMp("ruka"), (1, 1), {"interrupt": ["ability:shooting_star", "pass"], "target": "ruka"})
    assert table["ruka"].hp < 0
    assert table.battle.acting == "tomo"


@pytest.mark.rule("NWO-PRANA-08")
@pytest.mark.parametrize(
    ("state", "reason"),
    [
        ({"mp": 8}, "prana_full"),
        ({"prana": 4}, "prana_not_enough"),
        ({"hp": -1}, "status_apparent_death"),
        ({"hp": 3, "serious": True}, "status_serious"),
        ({"fainted": True}, "status_fainted"),
        ({"dead": True}, "dead"),
    ],
)
def test_conversions_to_mp_that_are_refused(state: dict[str, Any], reason: str) -> None:
    table = wounded("mire_hound", mp=0, prana=12)
    table.fight(ruka=30, mire_hound=5)
    table.change("ruka", **state)
    assert table.refuses(PranaToMp("ruka")) == reason


# ---------------------------------------------------------------- nothing held, and costs


@pytest.mark.rule("NWO-PRANA-01", "NWO-PRANA-02", "NWO-PRANA-05")
def test_every_use_is_refused_without_prana_and_nothing_else_happens() -> None:
    """prana-12"""
    table = wounded("tomo", prana=0, hp=10, mp=0)
    table.learn("ruka", "ability:rally_call")
    table.learn("tomo", "ability:humming")
    table.change("tomo", asks="all")
    assert table.refuses(PranaToHp("ruka")) == "prana_not_enough"
    assert table.refuses(PranaToMp("ruka")) == "prana_not_enough"
    assert table.refuses(UseAbility("ruka", "rally_call", ("ruka",))) == "prana_not_enough"
    reasons: list[str] = []
    asked = table.refusing(reasons, DeclarePrana("ruka", 1), then="pass")
    assert table.judge("ruka", (3, 4), {"interrupt tomo": asked}).value == 14
    assert reasons == ["prana_not_enough"]
    assert (table["ruka"].prana, table["ruka"].hp) == (0, 10)


@pytest.mark.rule("NWO-PRANA-09", "NWO-TIMING-03")
def test_the_release_does_not_bound_a_cost() -> None:
    """prana-15"""
    table = Table("tomo", "ruka")
    table.change("tomo", release=2, prana=3, asks="all")
    answers = {"interrupt tomo": ["ability:last_lantern", "pass"], "target": "ruka"}
    outcome = table.judge("ruka", (5, 6, 1, 1), answers)
    assert (table["tomo"].prana, outcome.value) == (0, 8 + 10 + 2)


@pytest.mark.rule("NWO-PRANA-09")
def test_a_cost_is_paid_when_it_is_declared() -> None:
    table = Table("ruka", "tomo")
    table.change("tomo", asks="all")
    table.change("ruka", asks="all")
    seen: list[int] = []

    def looking(question: Any) -> str:
        seen.append(table["tomo"].prana)
        return "pass"

    answers = {"interrupt tomo": ["ability:last_lantern", "pass"], "interrupt ruka": looking, "target": "ruka"}
    table.judge("ruka", (3, 4), answers)
    assert seen == [15, 12]


# ---------------------------------------------------------------- coming back


@pytest.mark.rule("NWO-PRANA-11")
@pytest.mark.parametrize(
    ("rest", "sleep", "faces", "prana"),
    [
        (2, 0, (1, 1), 3),
        (3, 0, (1, 1), 3),
        (5, 0, (1, 1, 1, 2), 6),
        (0, 2, (1, 1, 1, 1), 5),
        (2, 1, (1, 1, 1, 1), 5),
        (0, 1, (1, 4), 1),  # a fumble brings nothing and takes nothing
    ],
)
def test_hours_bring_prana_back(rest: int, sleep: int, faces: Sequence[int], prana: int) -> None:
    table = wounded(prana=1, prana_max=12)
    table.give(RecoverPrana("ruka", rest, sleep), faces)
    assert table["ruka"].prana == prana
    assert "prana ruka" not in table.asked()


@pytest.mark.rule("NWO-PRANA-11")
@pytest.mark.parametrize(("rest", "sleep"), [(0, 0), (1, 0)])
def test_too_few_hours(rest: int, sleep: int) -> None:
    assert wounded(prana=1).refuses(RecoverPrana("ruka", rest, sleep)) == "bad_value"


@pytest.mark.rule("NWO-PRANA-10")
def test_the_referee_fills_prana_up_after_a_good_rest() -> None:
    """prana-16"""
    table = wounded(prana=2, prana_max=12)
    table.give(FillPrana("ruka"))
    assert table["ruka"].prana == 12


@pytest.mark.rule("NWO-PRANA-10", "NWO-PRANA-11")
@pytest.mark.parametrize("command", [FillPrana("ruka"), RecoverPrana("ruka", 2)])
def test_where_prana_does_not_come_back(command: msgspec.Struct) -> None:
    table = wounded("mire_hound", prana=2)
    with pytest.raises(Refused) as refusal:
        game.commands.start(table.world, command, Seat("ruka", "ruka", "player"))
    assert refusal.value.reason == "not_referee"
    assert table.refuses(msgspec.structs.replace(command, character="nobody")) == "unknown_actor"
    table.fight(ruka=20, mire_hound=5)
    assert table.refuses(command) == "in_combat"
    table["ruka"].dead = True
    assert table.refuses(command) == "dead"


@pytest.mark.rule("NWO-PRANA-01")
def test_prana_never_exceeds_the_maximum() -> None:
    table = wounded(prana=11, prana_max=12)
    table.give(RecoverPrana("ruka", 0, 1), (6, 6))
    assert table["ruka"].prana == 12


@pytest.mark.rule("NWO-PRANA-06", "NWO-PRANA-02")
def test_corrections_of_healing_count_in_a_conversion() -> None:
    table = wounded(hp=10, prana=5)
    table["ruka"].lasting.append(Lasting("warmth", "ruka", "scene", judges={"heal": 2, "hit": 9}))
    table.change("ruka")
    table.give(PranaToHp("ruka"), (3, 4))
    assert table["ruka"].hp == 10 + 7 + 2
