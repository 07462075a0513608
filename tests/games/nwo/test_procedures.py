"""Rules of nwo that are run by themselves: results by their faces, refused fields, and exact odds counted by hand."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

import msgspec
import pytest

from nwo_play import rows_of
from rulewright.engine.distribution import Distribution
from rulewright.engine.drivers import Script
from rulewright.engine.enumerate import Odds
from rulewright.engine.errors import Malformed
from rulewright.engine.modifiers import Sum
from rulewright.games.nwo.asking.attack_procedures import AttackResult, OpposedResult
from rulewright.games.nwo.asking.procedures import PROCEDURES, Healed
from rulewright.games.nwo.game import game

REQUIRED: dict[str, dict[str, Any]] = {
    "judge": {"ability": 8},
    "opposed": {},
    "attack": {"hit": 9, "attack": 12, "evasion": 8, "defence": 7},
    "count": {"action_value": 11},
    "heal": {"power": 5},
    "death_check": {"strength": 6, "faith": 9},
}
PLAIN: dict[str, Any] = {"critical": [], "fumble": []}
"""Somebody without C and F values, for plain chances of two dice."""
KEEP = {"fumble_modifiers": "keep"}
WAYS = {total: 6 - abs(7 - total) for total in range(2, 13)}
"""In how many of the 36 ways two dice show a sum."""


def given(name: str, **fields: Any) -> Any:
    """The fields of a procedure, read as JSON would be."""
    return msgspec.convert({**REQUIRED[name], **fields}, PROCEDURES[name].fields)


def run(name: str, faces: Sequence[int], **fields: Any) -> Any:
    """The result of a procedure for exactly these faces."""
    return Script(faces).run(PROCEDURES[name].run(given(name, **fields)))


def odds(name: str, **fields: Any) -> Distribution[Any]:
    """The exact odds of what a procedure counts, with its own bound."""
    procedure, read = PROCEDURES[name], given(name, **fields)
    found = Odds(drop=procedure.drop, paths=200_000).of(lambda: procedure.run(read))
    return found.map(procedure.outcome)


def summed(name: str, result: Any) -> Sum:
    explain = PROCEDURES[name].explain
    assert explain is not None
    total = explain(result)
    assert total is not None
    return total


def counted(
    ability: int, critical: Sequence[int] = (10,), fumble: Sequence[int] = (5,), added: int = 0, penalty: int = 0,
    keep: bool = False, chains: int = 10,
) -> dict[int, Fraction]:  # fmt: skip
    """The values of a judge with chains up to so many criticals, counted throw by throw."""
    found: dict[int, Fraction] = {}
    chance = Fraction(1)
    for length in range(chains):
        again = Fraction(0)
        for total, ways in WAYS.items():
            share = chance * Fraction(ways, 36)
            if length == 0 and total in fumble:
                value = ability - 10 - penalty + (added if keep else 0)
            elif total in critical:
                again += share
                continue
            else:
                value = ability + 10 * length + total + added - penalty
            found[value] = found.get(value, Fraction(0)) + share
        chance = again
    return found


def near(one: Fraction | float, other: Fraction | float) -> bool:
    return abs(Fraction(one) - Fraction(other)) < Fraction(1, 10**7)


def over(found: Mapping[int, Fraction], event: Callable[[int], bool]) -> Fraction:
    return sum((share for value, share in found.items() if event(value)), Fraction(0))


# ---------------------------------------------------------------- what every procedure offers


def test_the_game_offers_them() -> None:
    assert game.procedures is PROCEDURES
    assert PROCEDURES.keys() == REQUIRED.keys()


@pytest.mark.parametrize("name", PROCEDURES)
def test_every_procedure_is_described(name: str) -> None:
    procedure = PROCEDURES[name]
    assert procedure.name == name
    assert procedure.text
    assert set(procedure.rules) <= game.rulebook().rules.keys()
    schema = msgspec.json.schema(procedure.fields)["$defs"][procedure.fields.__name__]
    undescribed = [field for field, shown in schema["properties"].items() if not shown.get("description")]
    assert undescribed in ([], ["attacker", "target"])


@pytest.mark.parametrize("name", PROCEDURES)
def test_every_outcome_has_a_number_and_a_sum(name: str) -> None:
    procedure = PROCEDURES[name]
    results = Odds(drop=Fraction(1, 10**5)).of(lambda: procedure.run(given(name)))
    assert len(results) > 5
    for result in results:
        hash(procedure.outcome(result))
        assert msgspec.json.encode(result)
        assert procedure.value is not None
        assert type(procedure.value(result)) is int
        total = summed(name, result)
        assert total.total == sum(part.value for part in total.parts)


@pytest.mark.parametrize("name", PROCEDURES)
def test_what_is_left_out_is_next_to_nothing(name: str) -> None:
    assert odds(name).dropped < Fraction(1, 10**8)


@pytest.mark.parametrize(
    ("name", "fields"),
    [
        ("judge", {"ability": 1000}),
        ("judge", {"critical": [1]}),
        ("judge", {"critical": [7, 8, 9, 10, 11, 12]}),
        ("judge", {"fumble": [13]}),
        ("judge", {"prana": -1}),
        ("judge", {"penalty": -1}),
        ("judge", {"options": {"no_such_option": 1}}),
        ("judge", {"options": {"fumble_modifiers": "perhaps"}}),
        ("judge", {"colour": "red"}),
        ("opposed", {"active": {"luck": 1}}),
        ("attack", {"answer": "pray"}),
        ("attack", {"hp_max": -1}),
        ("heal", {"most": -1}),
        ("death_check", {"hp": 1}),
        ("death_check", {"pays": -1}),
    ],
)
def test_fields_outside_their_bounds_are_refused(name: str, fields: dict[str, Any]) -> None:
    with pytest.raises(msgspec.ValidationError):
        given(name, **fields)


@pytest.mark.rule("NWO-JUDGE-07")
@pytest.mark.parametrize(
    ("name", "fields", "at"),
    [
        ("judge", {"critical": [5]}, "fumble"),
        ("opposed", {"passive": {"critical": [9], "fumble": [3, 9]}}, "fumble"),
        ("attack", {"target": {"critical": [4], "fumble": [4]}}, "fumble"),
        ("heal", {"now": 25, "most": 24}, "now"),
    ],
)
def test_fields_that_do_not_fit_together_are_named(name: str, fields: dict[str, Any], at: str) -> None:
    with pytest.raises(Malformed) as caught:
        run(name, [], **fields)
    assert caught.value.at == at


# ---------------------------------------------------------------- by their faces


@pytest.mark.rule("NWO-JUDGE-02", "NWO-JUDGE-03", "NWO-JUDGE-04", "NWO-JUDGE-05", "NWO-JUDGE-06", "NWO-WEIGHT-03")
@pytest.mark.parametrize(
    "row",
    [
        pytest.param(row, id=row["id"])
        for row in rows_of("judge")
        if not {"overloaded", "hold_back"} & set(row["given"]) and "refused" not in row["expect"]
    ],
)
def test_judges_of_the_examples(row: dict[str, Any]) -> None:
    given_ = row["given"]
    fields = {key: given_[key] for key in ("ability", "critical", "fumble", "mods", "prana", "prone") if key in given_}
    fields["penalty"] = given_.get("weight_penalty", 0)
    found = run("judge", given_["dice"], **fields, options=row.get("options", {}), difficulty=given_.get("difficulty"))
    assert found.value == row["expect"]["value"]
    assert found.success == row["expect"].get("success")


@pytest.mark.rule("NWO-JUDGE-08")
@pytest.mark.parametrize(("faces", "winner", "margin"), [((3, 4, 2, 5), "passive", 0), ((3, 4, 2, 4), "active", 1)])
def test_a_tie_goes_to_the_passive_side(faces: Sequence[int], winner: str, margin: int) -> None:
    assert run("opposed", faces) == OpposedResult(winner, margin)  # type: ignore[arg-type]


@pytest.mark.rule("NWO-COUNT-05", "NWO-COUNT-06")
@pytest.mark.parametrize(
    ("action_value", "faces", "value", "actions"),
    [(11, (4, 5), 20, 1), (11, (5, 6), 22, 2), (13, (5, 5, 6, 4, 3, 5), 41, 3), (9, (2, 3), -1, 0), (-7, (3, 4), 0, 0),
     (-6, (3, 4), 1, 1)],
)  # fmt: skip
def test_counts_and_their_actions(action_value: int, faces: Sequence[int], value: int, actions: int) -> None:
    found = run("count", faces, action_value=action_value)
    assert (found.value, found.actions) == (value, actions)


@pytest.mark.rule("NWO-PRANA-06", "NWO-PRANA-11", "NWO-PRANA-12", "NWO-STATUS-14")
@pytest.mark.parametrize(
    "row",
    [pytest.param(row, id=row["id"]) for row in rows_of("recovery_judge", "prana_to_hp") if row["given"]["dice"]],
)
def test_recoveries_of_the_examples(row: dict[str, Any]) -> None:
    given_, expect = row["given"], row["expect"]
    fields = {"critical": given_["critical"], "fumble": given_["fumble"], "power": given_.get("power", 0)}
    now, most = given_.get("now", given_.get("hp")), given_.get("max", given_.get("hp_max"))
    after = expect.get("after", expect.get("hp"))
    found = run("heal", given_["dice"], **fields, now=now, most=most)
    assert found == Healed(expect["value"], after - now, after)


@pytest.mark.rule("NWO-DEATH-03", "NWO-DEATH-04", "NWO-DEATH-05", "NWO-DEATH-07")
@pytest.mark.parametrize(
    "row", [pytest.param(row, id=row["id"]) for row in rows_of("death_check") if "refused" not in row["expect"]]
)
def test_death_checks_of_the_examples(row: dict[str, Any]) -> None:
    given_, expect = row["given"], row["expect"]
    names = ("strength", "faith", "hp", "critical", "fumble")
    found = run("death_check", given_["dice"], **{name: given_[name] for name in names}, pays=given_["pay"])
    assert (found.value, found.difficulty, found.alive) == (expect["value"], expect["difficulty"], expect["alive"])
    assert found.hp == (1 if expect["alive"] else given_["hp"])


@pytest.mark.rule("NWO-ATTACK-03", "NWO-ATTACK-05", "NWO-ATTACK-07", "NWO-ATTACK-08", "NWO-PARRY-03", "NWO-PARRY-04")
@pytest.mark.parametrize(
    ("fields", "faces", "expected"),
    [
        ({}, (3, 3, 3, 3, 4, 3, 1, 2), AttackResult("hit", 9, 11, "well")),
        ({}, (3, 3, 3, 4), AttackResult("miss", 0, 20, "well")),  # 15 against 15
        ({}, (3, 3, 3, 3, 1, 1, 6, 5), AttackResult("hit", 0, 20, "well")),
        ({"hp": 12}, (3, 3, 3, 3, 4, 3, 1, 2), AttackResult("hit", 9, 3, "well")),
        ({"hp": 12, "hp_max": 20}, (3, 3, 3, 3, 4, 3, 1, 2), AttackResult("hit", 9, 3, "serious")),
        ({"hp": 9}, (3, 3, 3, 3, 4, 3, 1, 2), AttackResult("hit", 9, 0, "apparent_death")),
        ({"answer": "parry", "parry_judge": 1, "parry_defence": 4}, (3, 3, 3, 3, 4, 3, 1, 2),
         AttackResult("received", 5, 15, "well")),
        ({"answer": "parry", "parry_judge": 1, "parry_defence": 4}, (3, 3, 2, 2, 4, 3, 1, 2),
         AttackResult("hit", 9, 11, "well")),
        ({"answer": "no_roll"}, (1, 1, 4, 3), AttackResult("hit", 12, 8, "well")),
        ({"answer": "no_roll", "hit": 6}, (1, 1), AttackResult("miss", 0, 20, "well")),
        ({"answer": "certain"}, (4, 3), AttackResult("hit", 12, 8, "well")),
        ({"answer": "no_roll", "target": {"prone": True, "penalty": 1}}, (1, 1, 4, 3),
         AttackResult("hit", 17, 3, "serious")),
        ({"answer": "certain", "target": {"prone": True}, "options": {"prone_halves_no_roll": False}}, (4, 3),
         AttackResult("hit", 12, 8, "well")),
    ],
)  # fmt: skip
def test_attacks_by_their_faces(fields: dict[str, Any], faces: Sequence[int], expected: AttackResult) -> None:
    assert run("attack", faces, **fields) == expected


# ---------------------------------------------------------------- exact odds


@pytest.mark.rule("NWO-JUDGE-02", "NWO-JUDGE-03")
@pytest.mark.parametrize(
    ("difficulty", "share"), [(9, 36), (10, 36), (11, 35), (15, 21), (16, 15), (19, 3), (20, 1), (21, 0)]
)
def test_plain_chances_of_two_dice(difficulty: int, share: int) -> None:
    found = odds("judge", difficulty=difficulty, **PLAIN)
    assert found.p("success") == Fraction(share, 36)
    assert found.dropped == 0


@pytest.mark.rule("NWO-JUDGE-02")
def test_the_plain_values_of_two_dice() -> None:
    found = odds("judge", **PLAIN)
    assert {value: found.p(value) for value in range(10, 21)} == {
        8 + total: Fraction(ways, 36) for total, ways in WAYS.items()
    }


@pytest.mark.rule("NWO-JUDGE-04", "NWO-JUDGE-05", "NWO-JUDGE-06")
@pytest.mark.parametrize(
    ("critical", "fumble", "keep"),
    [((10,), (5,), False), ((10,), (5,), True), ((10, 12), (3,), False), ((2, 7), (6, 8), False), ((12,), (), False)],
)
def test_the_odds_of_a_judge(critical: tuple[int, ...], fumble: tuple[int, ...], keep: bool) -> None:
    fields = {"critical": critical, "fumble": fumble, "mods": 3, "prana": 4, "penalty": 2}
    found = odds("judge", **fields, options=KEEP if keep else {})
    expected = counted(8, critical, fumble, 7, 2, keep)
    assert all(near(found.p(value), share) for value, share in expected.items())
    assert near(sum(expected.values()), 1)


@pytest.mark.rule("NWO-JUDGE-04")
def test_the_mean_of_a_judge_with_chains() -> None:
    """E = 7 + E / 12: a critical counts the 10 that was thrown, and in 3 of 36 ways there is another throw."""
    found = odds("judge", ability=0, critical=[10], fumble=[])
    mean = sum((value * found.p(value) for value in range(2, 200)), Fraction(0))
    assert near(mean, Fraction(7 * 12, 11))


@pytest.mark.rule("NWO-JUDGE-08")
@pytest.mark.parametrize(("active", "passive"), [(8, 8), (12, 4), (0, 9), (30, 0)])
def test_the_odds_of_an_opposed_judge(active: int, passive: int) -> None:
    sides = {"active": {"ability": active}, "passive": {"ability": passive, "critical": [11], "fumble": [3]}}
    found = odds("opposed", **sides)
    won = Fraction(0)
    margins: dict[int, Fraction] = {}
    pairs = product(counted(active).items(), counted(passive, (11,), (3,)).items())
    for (mine, one), (theirs, other) in pairs:
        margins[mine - theirs] = margins.get(mine - theirs, Fraction(0)) + one * other
        won += one * other if mine > theirs else 0
    for margin in (-30, -12, -1, 0, 1, 5, 14):
        winner = "active" if margin > 0 else "passive"
        assert near(found.p((winner, margin)), margins.get(margin, Fraction(0)))
    assert near(found.chance(PROCEDURES["opposed"].events["active side wins"]), won)


@pytest.mark.rule("NWO-JUDGE-08")
def test_of_two_equals_without_luck_the_passive_side_wins_more_often() -> None:
    """Two throws of two dice are equal in 146 of 1296 ways."""
    found = odds("opposed", active=PLAIN, passive=PLAIN)
    assert found.chance(lambda outcome: outcome[0] == "active") == Fraction(1296 - 146, 2 * 1296)


@pytest.mark.rule("NWO-ATTACK-03", "NWO-ATTACK-05", "NWO-PARRY-03", "NWO-PARRY-04")
@pytest.mark.parametrize("answer", ["evade", "parry"])
def test_the_odds_of_an_attack(answer: str) -> None:
    found = odds("attack", answer=answer, parry_judge=-1, parry_defence=3, hp=9, hp_max=20)
    bonus, guard = (-1, 3) if answer == "parry" else (0, 0)

    def versus(mine: int, theirs: int, added: int = 0) -> dict[int, Fraction]:
        result: dict[int, Fraction] = {}
        pairs = product(counted(mine, chains=7).items(), counted(theirs, added=added, chains=7).items())
        for (one, share), (other, other_share) in pairs:
            result[one - other] = result.get(one - other, Fraction(0)) + share * other_share
        return result

    hit = over(versus(9, 8, bonus), lambda margin: margin > 0)
    harm: dict[int, Fraction] = {}
    for margin, share in versus(12, 7).items():
        harm[max(0, margin)] = harm.get(max(0, margin), Fraction(0)) + hit * share
    if answer == "parry":
        for margin, share in versus(12, 7 + guard).items():
            harm[max(0, margin)] = harm.get(max(0, margin), Fraction(0)) + (1 - hit) * share
    else:
        harm[0] += 1 - hit
    events = {name: found.chance(event) for name, event in PROCEDURES["attack"].events.items()}
    assert near(events["the target is hit"], hit)
    assert near(events["it takes damage"], over(harm, lambda damage: damage > 0))
    assert near(events["it is seriously wounded"], over(harm, lambda damage: 5 <= damage <= 8))
    assert near(events["it is in apparent death"], over(harm, lambda damage: damage >= 9))


@pytest.mark.rule("NWO-ATTACK-07", "NWO-ATTACK-08")
@pytest.mark.parametrize(("answer", "hit"), [("no_roll", Fraction(32, 36)), ("certain", Fraction(1))])
def test_the_odds_against_somebody_without_judges(answer: str, hit: Fraction) -> None:
    """Hit 9 against a plain 8 misses with a fumble alone: 4 of 36 ways."""
    found = odds("attack", answer=answer)
    assert near(found.chance(PROCEDURES["attack"].events["the target is hit"]), hit)


@pytest.mark.rule("NWO-COUNT-06")
def test_the_odds_of_a_second_action() -> None:
    found = odds("count", action_value=11, **PLAIN)
    assert found.chance(lambda outcome: outcome[1] == 2) == Fraction(6, 36)  # a sum of 10 or more


@pytest.mark.rule("NWO-PRANA-12")
def test_the_odds_of_a_recovery_end_at_nothing_and_at_the_maximum() -> None:
    found = odds("heal", power=0, now=20, most=24)
    assert near(found.p(0), Fraction(4, 36))
    assert near(found.p(4), 1 - Fraction(4 + 1 + 2, 36))
    assert near(found.p(2), Fraction(1, 36))


@pytest.mark.rule("NWO-DEATH-03", "NWO-DEATH-05")
@pytest.mark.parametrize(("pays", "share"), [(0, 21), (1, 26), (5, 36)])
def test_the_odds_of_a_death_check(pays: int, share: int) -> None:
    """Faith 9 at HP -1: difficulty 16."""
    found = odds("death_check", hp=-1, pays=pays, **PLAIN)
    assert found.p("alive") == Fraction(share, 36)
