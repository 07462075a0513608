"""Rules that can be run by themselves: what they take, what they offer, and worked examples by their faces."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import msgspec
import pytest

from nw3_judge_helpers import totals
from nw3_pure import FOE, given, odds, run, summed
from rulewright.engine.enumerate import Odds
from rulewright.engine.errors import Malformed, Refused
from rulewright.engine.modifiers import Sum
from rulewright.games.nw3.asking.attack_procedures import OpposedOutcome
from rulewright.games.nw3.asking.procedures import PROCEDURES
from rulewright.games.nw3.game import game

# ---------------------------------------------------------------- what every procedure offers


def test_the_game_offers_them() -> None:
    assert game.procedures is PROCEDURES
    assert set(PROCEDURES) == {"judge", "opposed", "attack", "initiative", "recovery", "values", "flight"}


@pytest.mark.parametrize("name", PROCEDURES)
def test_every_procedure_is_described(name: str) -> None:
    procedure = PROCEDURES[name]
    assert procedure.name == name
    assert procedure.text
    assert procedure.rules
    assert set(procedure.rules) <= game.rulebook().rules.keys()
    schema = msgspec.json.schema(procedure.fields)["$defs"][procedure.fields.__name__]
    assert not [field for field, shown in schema["properties"].items() if not shown.get("description")]


@pytest.mark.parametrize("name", PROCEDURES)
def test_every_outcome_has_a_number_and_a_sum(name: str) -> None:
    procedure = PROCEDURES[name]
    results = Odds(drop=Fraction(1, 10**5)).of(lambda: procedure.run(given(name)))
    assert len(results) > 5
    for result in results:
        hash(procedure.outcome(result))
        assert msgspec.json.encode(result)
        assert procedure.value is not None
        value, total = procedure.value(result), summed(name, result)
        assert type(value) is int
        assert value == total.total
        counted = sum(part.value for part in total.parts if not part.suppressed_by)
        assert total.total == counted or total.limit_rule


@pytest.mark.parametrize("name", PROCEDURES)
def test_what_is_left_out_is_next_to_nothing(name: str) -> None:
    assert odds(name).dropped < Fraction(1, 10**10)


@pytest.mark.parametrize(
    ("name", "fields"),
    [
        ("judge", {"critical": 1}),
        ("judge", {"fumble": 13}),
        ("judge", {"penalty": 1}),
        ("judge", {"prana": -1}),
        ("judge", {"kind": "friendly"}),
        ("judge", {"plan": {"luck": 1}}),
        ("judge", {"options": {"no_such_option": True}}),
        ("judge", {"options": {"result_floor": "sometimes"}}),
        ("opposed", {"attacker": {"alter": "6"}}),
        ("attack", {"hp": 0}),
        ("attack", {"reduction": -1}),
        ("recovery", {"pool": "prana"}),
        ("values", {"luck": 31}),
        ("flight", {"mp": -1}),
        ("flight", {"colour": "red"}),
    ],
)
def test_fields_outside_their_bounds_are_refused(name: str, fields: dict[str, Any]) -> None:
    with pytest.raises(msgspec.ValidationError):
        given(name, **fields)


@pytest.mark.parametrize(
    ("name", "fields", "at"),
    [
        ("judge", {"kind": "normal"}, "difficulty"),
        ("judge", {"kind": "numeric", "difficulty": 9}, "difficulty"),
        ("judge", {"kind": "recovery", "against": 9}, "against"),
        ("recovery", {"now": 21, "most": 20}, "now"),
    ],
)
def test_fields_that_do_not_fit_together_are_named(name: str, fields: dict[str, Any], at: str) -> None:
    with pytest.raises(Malformed) as caught:
        run(name, [], **fields)
    assert caught.value.at == at


@pytest.mark.rule("NW3-JUDGE-20", "NW3-OPEN-08")
@pytest.mark.parametrize(
    ("name", "fields"),
    [
        ("judge", {"critical": 7, "fumble": 7}),
        ("opposed", {"defender": {"critical": 7, "fumble": 7}}),
        ("attack", {"attacker": {"critical": 7, "fumble": 7}}),
        ("initiative", {"critical": 7, "fumble": 7}),
    ],
)
def test_equal_values_are_refused_before_a_die_falls(name: str, fields: dict[str, Any]) -> None:
    with pytest.raises(Refused) as caught:
        run(name, [], **fields)
    assert caught.value.reason == "cf_equal"
    run(name, totals(8, 8, 8, 8)[: {"judge": 2, "opposed": 4, "attack": 8, "initiative": 2}[name]],
        **fields, options={"cf_equal_allowed": True})  # fmt: skip


# ---------------------------------------------------------------- Judges by their faces


@pytest.mark.rule("NW3-JUDGE-04", "NW3-JUDGE-05", "NW3-JUDGE-08", "NW3-JUDGE-11", "NW3-JUDGE-15", "NW3-JUDGE-17")
@pytest.mark.parametrize(
    ("fields", "faces", "result", "outcome"),
    [
        pytest.param({"alter": 5, "difficulty": 13}, [4, 4], 13, "success", id="J1"),
        pytest.param({"alter": 5, "difficulty": 13}, [3, 3], 11, "failure", id="J2"),
        pytest.param({"alter": 0, "difficulty": 31}, [3, 4], 7, "success", id="J3"),
        pytest.param({"alter": 14, "difficulty": 4}, [1, 1], 4, "success", id="J4"),
        pytest.param({"alter": 14, "difficulty": 5}, [1, 1], 4, "failure", id="J5"),
        pytest.param({"alter": 3, "difficulty": 0, "fumble": 12}, [6, 6], 0, "success", id="J6"),
        pytest.param({"alter": 4, "difficulty": 15, "seven": True}, [], 11, "failure", id="J12"),
    ],
)
def test_normal_judges(fields: dict[str, Any], faces: list[int], result: int, outcome: str) -> None:
    judged = run("judge", faces, kind="normal", **fields)
    assert judged.result == result
    assert PROCEDURES["judge"].outcome(judged) == outcome


@pytest.mark.rule("NW3-JUDGE-08", "NW3-JUDGE-12", "NW3-JUDGE-13")
@pytest.mark.parametrize(
    ("fields", "faces", "result"),
    [
        pytest.param({"alter": 8, "critical": 8, "fumble": 6}, [5, 3, 5, 2], 25, id="J7"),
        pytest.param({"alter": 6}, [1, 6, 3, 4, 2, 5, 1, 1], 38, id="J8"),
        pytest.param({"alter": 11, "seven": True, **FOE}, [], 18, id="J11"),
    ],
)
def test_judges_for_their_number(fields: dict[str, Any], faces: list[int], result: int) -> None:
    judged = run("judge", faces, **fields)
    assert PROCEDURES["judge"].outcome(judged) == result == summed("judge", judged).total


@pytest.mark.rule("NW3-JUDGE-12", "NW3-JUDGE-13")
def test_three_criticals_are_explained() -> None:
    judged = run("judge", [1, 6, 3, 4, 2, 5, 1, 1], alter=6, kind="opposed", critical=7, fumble=2)
    assert judged.criticals == 3
    parts = [(part.source, part.value, part.rule) for part in summed("judge", judged).parts]
    assert parts == [
        ("sum.alter", 6, "NW3-JUDGE-02"),
        ("sum.dice", 2, "NW3-JUDGE-03"),
        ("sum.criticals", 30, "NW3-JUDGE-12"),
    ]


@pytest.mark.rule("NW3-JUDGE-17", "NW3-OPEN-11", "NW3-STATUS-08")
def test_options_and_penalties_count() -> None:
    floored = run("judge", [1, 1], alter=4)
    assert (floored.result, summed("judge", floored).limit_rule) == (0, "NW3-JUDGE-17")
    assert run("judge", [1, 1], alter=4, options={"result_floor": False}).result == -6
    dazed = run("judge", [4, 4], alter=4, penalty=-5)
    assert (dazed.result, summed("judge", dazed).parts[-1].value) == (7, -5)


@pytest.mark.rule("NW3-OPEN-10")
def test_the_sum_of_a_normal_judge_with_a_chain_by_option() -> None:
    fields: dict[str, Any] = {"alter": 4, "kind": "normal", "difficulty": 99}
    assert run("judge", totals(7), **fields).result == 11
    chained = run("judge", totals(7, 8), **fields, options={"critical_chain_scope": "always"})
    assert (chained.result, summed("judge", chained).limit_rule) == (22, "")


@pytest.mark.rule("NW3-JUDGE-07")
def test_a_defenders_judge_has_to_beat_a_known_result() -> None:
    for total, outcome in ((8, "failure"), (9, "success")):  # a tie is the Attacker's
        assert PROCEDURES["judge"].outcome(run("judge", totals(total), alter=6, against=14)) == outcome


@pytest.mark.rule("NW3-JUDGE-07", "NW3-JUDGE-12", "NW3-JUDGE-15")
@pytest.mark.parametrize(
    ("attacker", "defender", "faces", "results", "winner"),
    [
        pytest.param({"alter": 7}, {"alter": 8, **FOE}, totals(8, 7), (15, 15), "attacker", id="J9"),
        pytest.param({"alter": 9}, {"alter": 6, **FOE}, [2, 4, 5, 5, 2, 3], (15, 21), "defender", id="J10"),
        pytest.param({"alter": 2}, {"alter": 14}, [3, 4, 1, 2, 2, 3], (15, 19), "defender", id="J13"),
        pytest.param(
            {"alter": 4}, {"alter": 0, "critical": 8, "fumble": 3}, [1, 1, 1, 2], (0, 0), "attacker", id="J14"
        ),
    ],
)
def test_opposed_judges(
    attacker: dict[str, Any], defender: dict[str, Any], faces: list[int], results: tuple[int, int], winner: str
) -> None:
    came = run("opposed", faces, attacker=attacker, defender=defender)
    assert (came.attacker, came.defender) == results
    assert PROCEDURES["opposed"].outcome(came) == OpposedOutcome(winner, results[0] - results[1])  # type: ignore[arg-type]


# ---------------------------------------------------------------- attacks by their faces


@pytest.mark.rule("NW3-ATTACK-06", "NW3-ATTACK-07", "NW3-JUDGE-12", "NW3-JUDGE-15")
@pytest.mark.parametrize(
    ("hit", "faces", "hits"),
    [
        (11, [4, 2, 5, 3], True),  # 17 against 17
        (11, [4, 2, 3, 6], False),  # 17 against 18
        (11, [5, 2, 6, 3, 6, 4, 6, 5], True),  # two Criticals: 30 against 30
        (11, [1, 1, 4, 1], True),  # two Fumbles: 1 against 0
        (8, [1, 1, 4, 1], True),  # 0 against 0
    ],
)
def test_hit_checks(hit: int, faces: list[int], hits: bool) -> None:
    came = run("attack", [*faces, *(totals(8, 8) if hits else [])], hit=hit)
    assert came.hit is hits
    if not hits:
        assert (came.damage, came.hp, summed("attack", came)) == (0, 20, Sum(0, (), "NW3-ATTACK-06"))


@pytest.mark.rule("NW3-ATTACK-05", "NW3-ATTACK-07", "NW3-ATTACK-10", "NW3-ATTACK-11", "NW3-HP-05")
@pytest.mark.parametrize(
    ("faces", "hp", "margin", "damage", "left"),
    [
        ([5, 3, 4, 4], 20, 6, 6, 14),
        ([1, 1, 1, 4], 20, 2, 2, 18),  # two Fumbles
        ([4, 3, 3, 4, 5, 1, 2, 2], 40, 28, 28, 12),  # two Criticals in a row
        ([1, 1, 6, 5], 20, -15, 0, 20),
        ([5, 3, 4, 4], 6, 6, 6, 0),
        ([5, 3, 4, 4], 5, 6, 6, 0),
    ],
)
def test_hp_damage(faces: list[int], hp: int, margin: int, damage: int, left: int) -> None:
    came = run("attack", faces, dodge=None, hp=hp)  # without a Dodge Check the attack hits
    assert (came.hit, came.margin, came.damage, came.hp) == (True, margin, damage, left)
    assert came.incapacitated is (left == 0)
    total = summed("attack", came)
    assert (total.total, total.limit_rule) == (damage, "NW3-ATTACK-11" if margin < 0 else "")


@pytest.mark.rule("NW3-ATTACK-09")
@pytest.mark.parametrize(("reduction", "damage", "limit"), [(4, 2, ""), (6, 0, ""), (9, 0, "NW3-ATTACK-09")])
def test_hp_damage_is_reduced_to_0_at_most(reduction: int, damage: int, limit: str) -> None:
    came = run("attack", [5, 3, 4, 4], dodge=None, reduction=reduction)
    assert came.damage == damage
    assert summed("attack", came).limit_rule == limit


# ---------------------------------------------------------------- the others by their faces


@pytest.mark.rule("NW3-ROUND-05", "NW3-JUDGE-14")
@pytest.mark.parametrize(
    ("spd", "faces", "count", "limit"),
    [
        (12, [4, 5], 21, ""),
        (12, [3, 4, 6, 2], 30, ""),
        (12, [3, 4, 1, 6, 1, 1], 34, ""),
        (12, [1, 1], 2, ""),
        (11, [1, 1], 1, ""),
        (10, [1, 1], 2, "NW3-ROUND-05"),
        (4, [1, 1], 2, "NW3-ROUND-05"),
        (-20, [4, 5], 1, "NW3-ROUND-05"),
    ],
)
def test_initiative_counts(spd: int, faces: list[int], count: int, limit: str) -> None:
    came = run("initiative", faces, spd=spd)
    total = summed("initiative", came)
    assert (came.count, total.total) == (count, count)
    assert bool(total.limit_rule) is bool(limit)
    assert run("initiative", [], spd=9, seven=True, **FOE).count == 16


@pytest.mark.rule("NW3-ROUND-05")
def test_the_least_count_after_a_fumble_is_an_option() -> None:
    assert run("initiative", [1, 1], spd=4, options={"count_fumble_floor": 1}).count == 1


@pytest.mark.rule("NW3-RECOVER-02", "NW3-RECOVER-03", "NW3-RECOVER-05", "NW3-HP-01", "NW3-HP-02", "NW3-HP-08")
@pytest.mark.parametrize(
    ("power", "faces", "now", "most", "result", "left"),
    [
        (7, [5, 4], 20, 99, 16, 36),
        (7, [5, 4], 20, 27, 16, 27),
        (7, [4, 3, 6, 2], 0, 99, 25, 25),
        (7, [1, 1], 20, 27, -3, 17),
        (7, [1, 1], 2, 27, -3, 0),
        (7, [1, 1], 0, 27, -3, 0),
        (12, [1, 1], 5, 27, 2, 7),
    ],
)
@pytest.mark.parametrize("pool", ["hp", "mp"])
def test_recovery(pool: str, power: int, faces: list[int], now: int, most: int, result: int, left: int) -> None:
    came = run("recovery", faces, power=power, now=now, most=most, pool=pool)
    assert (came.result, came.left, came.gained) == (result, left, left - now)
    assert summed("recovery", came).limit_rule == ("" if left - now == result else "NW3-HP-01")


@pytest.mark.rule("NW3-JUDGE-19", "NW3-JUDGE-20", "NW3-CHAR-05")
def test_values() -> None:
    came = run("values", [2, 4, 5, 5], {"cf_spend": "7,11"}, luck=6)  # C1
    assert (came.critical, came.fumble, came.critical_chance, came.fumble_chance) == (7, 11, 6, 2)
    assert summed("values", came).total == 4
    assert run("values", totals(8, 8, 8, 3), luck=2).fumble == 3  # C4, and no points to spend


@pytest.mark.rule("NW3-FLY-02")
@pytest.mark.parametrize(
    ("mp", "die", "flies", "left"), [(9, 4, True, 5), (3, 3, True, 0), (3, 5, False, 3)]
)  # fmt: skip
def test_flight(mp: int, die: int, flies: bool, left: int) -> None:
    came = run("flight", [die], mp=mp)
    assert (came.flies, came.cost, came.mp) == (flies, die, left)
    assert summed("flight", came).total == left


@pytest.mark.rule("NW3-FLY-02")
def test_without_mp_no_die_falls() -> None:
    with pytest.raises(Refused) as caught:
        run("flight", [], mp=0)
    assert caught.value.reason == "not_enough_mp"
