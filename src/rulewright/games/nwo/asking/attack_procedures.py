"""Opposed judges and attacks that can be run by themselves."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from rulewright.engine.game import PureProcedure
from rulewright.engine.modifiers import Part, Sum
from rulewright.engine.requests import Call, Procedure
from rulewright.engine.together import together
from rulewright.games.nwo.asking.fields import AS_WRITTEN, House, Number, Points, Roller, Side
from rulewright.games.nwo.battles.harm import wound
from rulewright.games.nwo.judges.chances import DIFFERENCE, beats, surplus

DROP = Fraction(1, 10**12)
"""Chains of criticals have no end of their own; the bound for their exact odds."""
Answer = Literal["evade", "parry", "no_roll", "certain"]


class OpposedFields(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An opposed judge of two."""

    active: Annotated[Side, Meta(description="the side that acts")] = Side()
    passive: Annotated[Side, Meta(description="the side that answers, and wins a tie")] = Side()
    options: House = AS_WRITTEN


class OpposedResult(msgspec.Struct, frozen=True):
    """Who won, and by how much: the active value less the passive one."""

    winner: Literal["active", "passive"]
    margin: int


class AttackFields(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, cache_hash=True):
    """An attack on one target, or an attack spell with its computed hit and power and the target's resistance."""

    hit: Annotated[Number, Meta(description="hit value, or the hit of a spell")]
    attack: Annotated[Number, Meta(description="attack value, or the power of a spell")]
    evasion: Annotated[Number, Meta(description="evasion of the target")]
    defence: Annotated[Number, Meta(description="its defence, or resistance against a spell")]
    hp: Annotated[int, Meta(ge=-999, le=9999, description="its HP")] = 20
    hp_max: Annotated[Points, Meta(description="its most HP, 0 for as many as it has")] = 0
    answer: Annotated[
        Answer,
        Meta(description="evade or parry; no_roll: it casts and has plain values; certain: it has fainted"),
    ] = "evade"
    parry_judge: Annotated[Number, Meta(description="what the thing it parries with adds to the judge")] = 0
    parry_defence: Annotated[Number, Meta(description="what it adds to the defence once the blow is received")] = 0
    attacker: Roller = Roller()
    target: Roller = Roller()
    options: House = AS_WRITTEN


class AttackResult(msgspec.Struct, frozen=True):
    """What an attack did."""

    outcome: Literal["miss", "hit", "received"]
    damage: int
    hp: int
    state: Literal["well", "serious", "apparent_death"]


def opposed(fields: OpposedFields) -> Procedure[OpposedResult]:
    """Only the difference of the two values matters (NWO-JUDGE-08)."""
    active, passive = fields.active, fields.passive
    calls = active.call(active.ability, fields.options), passive.call(passive.ability, fields.options)
    leading, answering = yield together(DIFFERENCE, *calls)
    margin = leading - answering
    return OpposedResult("active" if margin > 0 else "passive", margin)


def attack(fields: AttackFields) -> Procedure[AttackResult]:
    """Hit against evasion, then attack against defence (NWO-ATTACK-03 to -08, NWO-PARRY-03 to -05)."""
    house, mine, theirs = fields.options, fields.attacker, fields.target
    outcome: Literal["hit", "received"] = "hit"
    if fields.answer == "no_roll":
        hit = yield mine.call(fields.hit, house)
        won = hit > theirs.plain(fields.evasion, house)
    elif fields.answer == "certain":
        won = True
    else:
        bonus = fields.parry_judge if fields.answer == "parry" else 0
        won = yield Call(beats, (mine.call(fields.hit, house), theirs.call(fields.evasion, house, bonus)))
        if not won and fields.answer == "parry":
            won, outcome = True, "received"
    if not won:
        return _result("miss", 0, fields)
    guard = fields.parry_defence if outcome == "received" else 0
    if fields.answer in ("no_roll", "certain"):
        power = yield mine.call(fields.attack, house)
        defence = theirs.plain(fields.defence, house)
    else:
        damage = yield Call(surplus, (mine.call(fields.attack, house), theirs.call(fields.defence + guard, house)))
        return _result(outcome, damage, fields)
    return _result(outcome, max(0, power - defence), fields)


def _result(outcome: Literal["miss", "hit", "received"], damage: int, fields: AttackFields) -> AttackResult:
    hp = fields.hp - damage
    return AttackResult(outcome, damage, hp, wound(hp, fields.hp_max or max(1, fields.hp)))


def _attack_sum(result: AttackResult) -> Sum:
    before = Part("sum.before", result.hp + result.damage, "NWO-ATTACK-05")
    return Sum(result.hp, (before, Part("sum.damage", -result.damage, "NWO-ATTACK-05")))


PROCEDURES = (
    PureProcedure(
        "opposed", OpposedFields, opposed, ("NWO-JUDGE-08", "NWO-JUDGE-09"),
        "two judges against one another: who wins, and by how much",
        lambda result: (result.winner, result.margin), lambda result: result.margin,
        lambda result: Sum(result.margin, (Part("sum.margin", result.margin, "NWO-JUDGE-08"),)), DROP,
        {"active side wins": lambda outcome: outcome[0] == "active"},
    ),
    PureProcedure(
        "attack", AttackFields, attack,
        ("NWO-ATTACK-03", "NWO-ATTACK-05", "NWO-ATTACK-07", "NWO-ATTACK-08", "NWO-PARRY-03", "NWO-PARRY-04",
         "NWO-SPELL-04"),
        "an attack from the hit to the HP that are left; with answer parry to see whether that is better than to evade",
        lambda result: (result.outcome, result.damage, result.state), lambda result: result.damage, _attack_sum, DROP,
        {
            "the target is hit": lambda outcome: outcome[0] == "hit",
            "it takes damage": lambda outcome: outcome[1] > 0,
            "it is seriously wounded": lambda outcome: outcome[2] == "serious",
            "it is in apparent death": lambda outcome: outcome[2] == "apparent_death",
        },
    ),
)  # fmt: skip
