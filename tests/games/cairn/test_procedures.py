"""Rules that can be run by themselves: faces, refused fields, and exact odds against fractions worked out by hand."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import msgspec
import pytest

from rulewright.engine.distribution import Distribution
from rulewright.engine.drivers import Script
from rulewright.engine.enumerate import Odds
from rulewright.engine.errors import Malformed
from rulewright.games.cairn import game
from rulewright.games.cairn.combat_procedures import DoomedResult
from rulewright.games.cairn.procedures import PROCEDURES

REQUIRED: dict[str, dict[str, Any]] = {
    "scar": {"hp_lost": 3},
    **{name: {"ability": 10} for name in ("save", "morale", "retreat", "first_round", "critical")},
}

CROWD = {"kind": "npc", "target_detachment": True}


def given(name: str, **fields: Any) -> Any:
    """The fields of a procedure, read as JSON would be."""
    return msgspec.convert({**REQUIRED.get(name, {}), **fields}, PROCEDURES[name].fields)


def run(name: str, faces: list[int], **fields: Any) -> Any:
    """The result of a procedure for these faces."""
    return Script(faces).run(PROCEDURES[name].run(given(name, **fields)))


def odds(name: str, **fields: Any) -> Distribution[Any]:
    """The exact odds of what a procedure counts."""
    procedure, read = PROCEDURES[name], given(name, **fields)
    return Odds().of(lambda: procedure.run(read)).map(procedure.outcome)


def chance(name: str, event: Callable[[Any], bool], **fields: Any) -> Fraction:
    """The exact probability of an outcome."""
    return odds(name, **fields).chance(event)


# ---------------------------------------------------------------- what every procedure offers


def test_the_game_offers_them() -> None:
    assert game.procedures is PROCEDURES
    assert set(PROCEDURES) == {
        "damage", "attack", "blast", "blast_count", "doomed_save", "scar", "save", "morale", "retreat", "first_round",
        "critical", "casting", "recharge", "ability_damage", "fatigue_due", "reaction", "die_of_fate", "abilities",
        "hireling",
    }  # fmt: skip


@pytest.mark.parametrize("name", PROCEDURES)
def test_every_procedure_is_described(name: str) -> None:
    procedure = PROCEDURES[name]
    assert procedure.name == name
    assert procedure.text
    assert procedure.rules
    assert set(procedure.rules) <= game.rulebook().rules.keys()
    schema = msgspec.json.schema(procedure.fields)["$defs"][procedure.fields.__name__]
    undescribed = [field for field, shown in schema["properties"].items() if not shown.get("description")]
    assert not undescribed


@pytest.mark.parametrize("name", PROCEDURES)
def test_every_procedure_counts_values_and_explains(name: str) -> None:
    procedure = PROCEDURES[name]
    dice = Odds().of(lambda: procedure.run(given(name)))
    assert sum(dice.weights.values()) == dice.total
    for result in list(dice)[:50]:
        hash(procedure.outcome(result))
        assert msgspec.json.encode(result)
        assert procedure.value is None or type(procedure.value(result)) is int
        if procedure.explain is not None and (total := procedure.explain(result)) is not None:
            counted = sum(part.value for part in total.parts if not part.suppressed_by)
            assert total.total == counted or total.limit_rule


@pytest.mark.parametrize("name", PROCEDURES)
def test_unknown_fields_are_refused(name: str) -> None:
    with pytest.raises(msgspec.ValidationError):
        given(name, colour="red")


@pytest.mark.parametrize(
    ("name", "field", "value"),
    [
        ("save", "ability", -1),
        ("save", "ability", 100),
        ("save", "ability", "10"),
        ("damage", "armor", 4),
        ("damage", "others", ["d6"] * 21),
        ("damage", "impaired", 1),
        ("attack", "strength", 0),
        ("attack", "kind", "monster"),
        ("attack", "hp", 100),
        ("blast", "armors", []),
        ("blast", "armors", [4]),
        ("blast_count", "candidates", 0),
        ("doomed_save", "strength", 0),
        ("scar", "hp_lost", 0),
        ("scar", "WIL", 100),
        ("casting", "carrier", "relic"),
        ("recharge", "charges_max", 0),
        ("ability_damage", "ability", "CON"),
        ("fatigue_due", "minutes", -1),
        ("fatigue_due", "counting", "weekly"),
    ],
)
def test_values_outside_their_bounds_are_refused(name: str, field: str, value: Any) -> None:
    with pytest.raises(msgspec.ValidationError):
        given(name, **{field: value})


@pytest.mark.parametrize(
    ("name", "fields", "at"),
    [
        ("damage", {"damage": "2d6"}, "damage"),
        ("damage", {"damage": "d7"}, "damage"),
        ("damage", {"others": ["d6", "d8+"]}, "others[1]"),
        ("attack", {"damage": ""}, "damage"),
        ("attack", {"kind": "pc", "target_detachment": True}, "kind"),
        ("blast", {"damage": "d20"}, "damage"),
        ("blast_count", {"damage": "six"}, "damage"),
        ("ability_damage", {"dice": "d6"}, "dice"),
        ("recharge", {"restores": "some"}, "restores"),
        ("recharge", {"charges": 4}, "charges"),
        ("abilities", {"ability_dice": "3d7"}, "ability_dice"),
        ("abilities", {"hp_dice": "0d6"}, "hp_dice"),
        ("hireling", {"role": "no_such_role"}, "role"),
    ],
)
def test_dice_and_names_that_cannot_be_read(name: str, fields: dict[str, Any], at: str) -> None:
    with pytest.raises(Malformed) as error:
        run(name, [], **fields)
    assert error.value.at == at
    assert error.value.expected


# ---------------------------------------------------------------- saves


@pytest.mark.rule("CRN-SAVE-01", "CRN-SAVE-02")
@pytest.mark.parametrize("name", ["save", "morale", "retreat", "first_round", "critical"])
def test_saves(name: str) -> None:
    assert run(name, [10]).success
    assert not run(name, [11]).success
    assert odds(name).p("success") == Fraction(1, 2)
    assert odds(name, ability=0).p("success") == Fraction(1, 20)
    assert odds(name, ability=99).p("failure") == Fraction(1, 20)


# ---------------------------------------------------------------- damage


@pytest.mark.rule("CRN-ATTACK-02", "CRN-ATTACK-12", "CRN-ARMOR-01")
def test_damage_by_faces() -> None:
    result = run("damage", [3, 7], damage="d8+d8", armor=2)
    assert (result.face, result.damage) == (7, 5)
    explained = PROCEDURES["damage"].explain
    assert explained is not None
    total = explained(result)
    assert total is not None
    assert [(part.source, part.value) for part in total.parts] == [("sum.highest_die", 7), ("sum.armor", -2)]


@pytest.mark.rule("CRN-ATTACK-02", "CRN-ATTACK-12")
def test_best_of_two_d8() -> None:
    dealt = odds("damage", damage="d8+d8")
    assert [dealt.p(face) for face in range(1, 9)] == [Fraction(2 * face - 1, 64) for face in range(1, 9)]
    assert dealt.expect(int) == Fraction(93, 16)


@pytest.mark.rule("CRN-ATTACK-13", "CRN-ARMOR-06")
def test_several_attackers_and_armor_once() -> None:
    faces = [4, 5, 1, 4]  # d6, d6+d6, d10 impaired: the worked example
    result = run("damage", [*faces[:1], *faces[1:3], *faces[3:]], damage="d6", others=["d6+d6", "d4"], armor=2)
    assert (result.face, result.damage) == (5, 3)
    dealt = odds("damage", others=["d6"], armor=2)
    assert dealt.p(0) == Fraction(4, 36)
    assert dealt.p(4) == Fraction(11, 36)
    many = odds("damage", damage="d8+d8", others=["d6+d6"] * 20)  # stays cheap
    assert many.p(8) == Fraction(15, 64)


@pytest.mark.rule("CRN-ATTACK-06", "CRN-ATTACK-07", "CRN-ATTACK-08", "CRN-ATTACK-09")
@pytest.mark.parametrize(
    ("fields", "most"),
    [
        ({}, 10),
        ({"impaired": True}, 4),
        ({"enhanced": True}, 12),
        ({"impaired": True, "enhanced": True}, 10),
        ({"unarmed": True}, 4),
        ({"unarmed": True, "enhanced": True}, 4),
        ({"target_detachment": True}, 4),
        ({"target_detachment": True, "enhanced": True}, 10),
        ({"target_detachment": True, "blast": True}, 10),
        ({"target_detachment": True, "blast": True, "impaired": True}, 4),
        ({"attacker_detachment": True}, 12),
        ({"attacker_detachment": True, "impaired": True}, 10),
        ({"attacker_detachment": True, "target_detachment": True}, 10),
    ],
)
@pytest.mark.rule("CRN-DETACH-03", "CRN-DETACH-04", "CRN-DETACH-05", "CRN-DETACH-06")
def test_modifiers_and_detachments(fields: dict[str, Any], most: int) -> None:
    dealt = odds("damage", damage="d10", **fields)
    assert dealt.weights.keys() == set(range(1, most + 1))
    assert dealt.p(most) == Fraction(1, most)


@pytest.mark.rule("CRN-DETACH-06")
def test_other_individuals_are_impaired_by_a_detachment_too() -> None:
    dealt = odds("damage", damage="d10", others=["d12", "d8+d8"], target_detachment=True)
    assert dealt.p(4) == 1 - Fraction(3, 4) ** 3
    assert max(dealt) == 4


# ---------------------------------------------------------------- attacks to their end


@pytest.mark.rule("CRN-ATTACK-03", "CRN-ATTACK-04", "CRN-CRIT-01", "CRN-CRIT-02", "CRN-CRIT-03", "CRN-CRIT-05")
@pytest.mark.parametrize(
    ("fields", "faces", "left"),
    [
        ({"hp": 6}, [6], (0, 10, "in", "head_wound")),
        ({"hp": 6, "armor": 1}, [6], (1, 10, "in", "")),
        ({"hp": 2, "armor": 1}, [3], (0, 10, "in", "rattling_blow")),
        ({"hp": 4, "kind": "npc"}, [4], (0, 10, "in", "")),
        ({"hp": 3, "damage": "d8"}, [7, 6], (0, 6, "in", "")),
        ({"hp": 3, "damage": "d8"}, [7, 7], (0, 6, "critical", "")),
        ({"hp": 3, "damage": "d8", "strength": 4}, [7], (0, 0, "dead", "")),
        ({"hp": 5, "strength": 11, "kind": "npc"}, [6, 13], (0, 10, "dead", "")),
        ({"hp": 2, "strength": 8, "damage": "d10", **CROWD}, [4, 7], (0, 6, "routed", "")),
        ({"hp": 2, "strength": 2, "damage": "d10", **CROWD}, [4], (0, 0, "destroyed", "")),
        ({"hp": 0, "strength": 8, "doomed": True}, [2, 7], (0, 6, "dead", "")),
        ({"hp": 12, "damage": "d12"}, [12], (0, 10, "in", "doomed")),
    ],
)  # fmt: skip
def test_attacks(fields: dict[str, Any], faces: list[int], left: tuple[int, int, str, str]) -> None:
    result = run("attack", faces, **fields)
    assert (result.hp, result.STR, result.outcome, result.scar) == left


@pytest.mark.rule("CRN-ATTACK-03", "CRN-CRIT-03")
def test_odds_of_an_attack_on_hp_3_and_str_10() -> None:
    # d6: 1-2 leave HP, 3 is a scar, 4, 5, 6 leave STR 9, 8, 7 and a save
    def out(result: Any) -> bool:
        return bool(result.outcome == "critical")

    assert chance("attack", lambda result: bool(result.scar), hp=3) == Fraction(1, 6)
    assert chance("attack", out, hp=3) == Fraction(1, 6) * (Fraction(11, 20) + Fraction(12, 20) + Fraction(13, 20))
    assert chance("attack", lambda result: bool(result.hp), hp=3) == Fraction(2, 6)
    # armor 3 lets 4, 5, 6 through as 1, 2, 3
    assert chance("attack", out, hp=3, armor=3) == 0
    assert odds("attack", hp=3, armor=3).chance(lambda result: result.damage == 0) == Fraction(1, 2)
    assert odds("attack", hp=3).expect(lambda result: result.damage) == Fraction(7, 2)


@pytest.mark.rule("CRN-CRIT-02", "CRN-CRIT-06")
def test_odds_of_death() -> None:
    # d8 at HP 0, STR 4: 4 to 8 kill at once; 1, 2, 3 leave 3, 2, 1 to save with
    dead = Fraction(5, 8) + Fraction(1, 8) * (Fraction(17, 20) + Fraction(18, 20) + Fraction(19, 20))
    assert chance("attack", lambda result: result.outcome == "dead", damage="d8", hp=0, strength=4, kind="npc") == dead
    assert chance("attack", lambda result: result.outcome == "dead", damage="d8", hp=0, strength=4) == Fraction(5, 8)


# ---------------------------------------------------------------- blasts


@pytest.mark.rule("CRN-ATTACK-10", "CRN-ARMOR-06", "CRN-DETACH-04")
def test_blast() -> None:
    result = run("blast", [1, 8, 5], damage="d8", armors=[1, 0, 3])
    assert [one.damage for one in result] == [0, 8, 2]
    assert PROCEDURES["blast"].outcome(result) == (0, 8, 2)
    assert [one.damage for one in run("blast", [1, 6], attacker_detachment=True, armors=[1, 0])] == [0, 6]
    both = odds("blast", damage="d4", armors=[3, 3])
    assert both.p((1, 1)) == Fraction(1, 16)
    assert both.p((0, 0)) == Fraction(9, 16)
    assert odds("blast", attacker_detachment=True, armors=[0]).p((12,)) == Fraction(1, 12)


@pytest.mark.rule("CRN-ATTACK-11")
def test_blast_count() -> None:
    assert run("blast_count", [6], damage="d8", candidates=4) == 4
    assert run("blast_count", [2, 5], damage="d6+d6", candidates=9) == 5
    caught = odds("blast_count", damage="d8", candidates=4)
    assert [caught.p(count) for count in range(1, 5)] == [
        Fraction(1, 8),
        Fraction(1, 8),
        Fraction(1, 8),
        Fraction(5, 8),
    ]
    assert odds("blast_count", damage="d8", candidates=9, impaired=True).p(4) == Fraction(1, 4)


# ---------------------------------------------------------------- scars


@pytest.mark.rule("CRN-SCAR-18", "CRN-CRIT-10")
def test_doomed_save() -> None:
    assert msgspec.to_builtins(run("doomed_save", [7], strength=6, hp_max=12)) == {"outcome": "dead", "hp_max": 12}
    assert msgspec.to_builtins(run("doomed_save", [6, 5, 5, 5], strength=6, hp_max=12))["hp_max"] == 15
    settled = odds("doomed_save", strength=6, hp_max=17)
    assert settled.p(DoomedResult("dead", 17)) == Fraction(14, 20)
    assert settled.p(DoomedResult("in", 18)) == Fraction(6, 20) * Fraction(1, 216)


@pytest.mark.rule("CRN-SCAR-07", "CRN-SCAR-12", "CRN-SCAR-14")
def test_scars() -> None:
    assert run("scar", [2, 5], hp_lost=1, hp_max=4).note == "hands"
    assert run("scar", [3, 5, 5, 4], hp_lost=6, DEX=11).DEX == (14, 14)
    assert run("scar", [9, 3], hp_lost=8, WIL=9).WIL == (12, 12)
    waiting = run("scar", [], hp_lost=11)
    assert (waiting.waits_for, waiting.deprived) == (("recovered",), ("scar:mortal_wound",))
    assert run("scar", [], hp_lost=40).doomed
    lasting = odds("scar", hp_lost=1, hp_max=4)
    assert lasting.chance(lambda result: result.hp_max == 4) == Fraction(4, 6)
    assert lasting.chance(lambda result: result.hp_max == 6) == Fraction(1, 6)
    deaf = odds("scar", hp_lost=8, WIL=9)
    assert deaf.chance(lambda result: result.WIL == 9) == Fraction(11, 20)
    assert deaf.chance(lambda result: result.WIL == 13) == Fraction(9, 80)


# ---------------------------------------------------------------- magic


@pytest.mark.rule("CRN-MAGIC-04", "CRN-MAGIC-06", "CRN-SCROLL-01")
@pytest.mark.parametrize(
    ("fields", "faces", "fatigue", "book_left"),
    [
        ({}, [10], 1, True),
        ({}, [11], 2, True),
        ({"in_danger": False}, [], 1, True),
        ({"carrier": "scroll"}, [10], 0, False),
        ({"carrier": "scroll"}, [11], 1, False),
    ],
)
def test_casting(fields: dict[str, Any], faces: list[int], fatigue: int, book_left: bool) -> None:
    result = run("casting", faces, **fields)
    assert (result.works, result.fatigue, result.book_left) == (True, fatigue, book_left)


@pytest.mark.rule("CRN-MAGIC-06")
def test_odds_of_casting() -> None:
    assert odds("casting", WIL=13).p((True, 2, True)) == Fraction(7, 20)
    assert odds("casting", WIL=13, in_danger=False).p((True, 1, True)) == 1


@pytest.mark.rule("CRN-RELIC-02")
def test_recharge() -> None:
    assert run("recharge", [4], charges=2).after == 3
    assert run("recharge", [], restores="1").after == 1
    assert run("recharge", [], restores="all").after == 3
    filled = odds("recharge", restores="1d4", charges=1, charges_max=3)
    assert (filled.p(2), filled.p(3)) == (Fraction(1, 4), Fraction(3, 4))


# ---------------------------------------------------------------- the rest


@pytest.mark.rule("CRN-LOSS-01", "CRN-LOSS-02", "CRN-LOSS-03")
@pytest.mark.parametrize(
    ("fields", "face", "left"),
    [
        ({"value": 11}, 5, (5, 6, "in")),
        ({"value": 5}, 5, (5, 0, "dead")),
        ({"value": 5}, 6, (5, 0, "dead")),
        ({"value": 3, "ability": "DEX"}, 4, (3, 0, "paralysed")),
        ({"value": 3, "ability": "WIL"}, 4, (3, 0, "delirious")),
        ({"value": 3, "armor": 2}, 4, (2, 1, "in")),
    ],
)
def test_ability_damage(fields: dict[str, Any], face: int, left: tuple[int, int, str]) -> None:
    result = run("ability_damage", [face], **fields)
    assert (result.lost, result.left, result.outcome) == left


@pytest.mark.rule("CRN-LOSS-03")
def test_odds_of_ability_damage() -> None:
    assert chance("ability_damage", lambda result: result.outcome == "dead", value=5) == Fraction(2, 6)
    assert chance("ability_damage", lambda result: result.outcome == "dead", value=5, armor=1) == Fraction(1, 6)


@pytest.mark.rule("CRN-FATIGUE-03")
@pytest.mark.parametrize(
    ("minutes", "over", "at"),
    [(0, 0, 0), (1439, 0, 0), (1440, 0, 1), (1441, 1, 1), (2880, 1, 2), (2881, 2, 2), (4321, 3, 3)],
)
def test_fatigue_due(minutes: int, over: int, at: int) -> None:
    assert run("fatigue_due", [], minutes=minutes) == over
    assert run("fatigue_due", [], minutes=minutes, counting="at_24h") == at


@pytest.mark.rule("CRN-REACT-02", "CRN-FATE-01")
def test_reaction_and_die_of_fate() -> None:
    assert run("reaction", [3, 3]).id == "curious"
    shares = odds("reaction")
    assert [shares.p(name) * 36 for name in ("hostile", "wary", "curious", "kind", "helpful")] == [1, 9, 16, 9, 1]
    assert (run("die_of_fate", [3]).id, run("die_of_fate", [4]).id) == ("against_party", "for_party")
    assert odds("die_of_fate").p("for_party") == Fraction(1, 2)


@pytest.mark.rule("CRN-HIRE-01", "CRN-HIRE-03")
def test_abilities_and_hirelings() -> None:
    faces = [3, 4, 5, 1, 1, 1, 6, 6, 6, 4]
    rolled = {"STR": 12, "DEX": 3, "WIL": 18, "hp": 4}
    assert msgspec.to_builtins(run("abilities", faces)) == rolled
    assert odds("abilities", ability_dice="1d4").chance(lambda result: result.hp == 6 and result.STR == 4) == Fraction(
        1, 24
    )
    roles = game.content().hireling_roles
    for role in roles:
        hired = run("hireling", faces, role=role.id)
        assert (hired.role, msgspec.to_builtins(hired.abilities)) == (role.id, rolled)
        assert sorted(hired.items) == sorted(grant.item for grant in role.items for _ in range(grant.quantity))
    assert run("hireling", faces).role == roles[0].id
