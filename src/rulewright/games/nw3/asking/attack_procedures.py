"""Opposed Judges and attacks that can be run by themselves."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta

from rulewright.engine.game import PureProcedure
from rulewright.engine.modifiers import Part, Sum
from rulewright.engine.requests import Call, Procedure
from rulewright.games.nw3.asking.procedure_fields import AS_WRITTEN, House, Number, Roller, Side, plans_of
from rulewright.games.nw3.battles import harm
from rulewright.games.nw3.battles.ongoing import Change, changed
from rulewright.games.nw3.dice import contests
from rulewright.games.nw3.dice.contests import Contest
from rulewright.games.nw3.dice.judges import Judge
from rulewright.games.nw3.dice.plans import planned, under
from rulewright.games.nw3.options import Options
from rulewright.games.nw3.state import Character

Winner: TypeAlias = Literal["attacker", "defender"]
DROP = Fraction(1, 10**12)
"""Chains of Criticals have no end of their own; the bound for their exact odds."""


class OpposedFields(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An Opposed Judge of two."""

    attacker: Annotated[Side, Meta(description="the side that starts, and wins a tie")] = Side()
    defender: Annotated[Side, Meta(description="the side that answers")] = Side()
    compared: Annotated[bool, Meta(description="only who wins matters, and not the difference as in a damage roll")] = (
        True
    )
    options: House = AS_WRITTEN


class OpposedOutcome(msgspec.Struct, frozen=True):
    """Who won; `margin` is the Attacker's Result less the Defender's."""

    winner: Winner
    margin: int


class OpposedResult(OpposedOutcome, frozen=True, gc=False):
    """An Opposed Judge as it came out: both Results, and the Prana that was spent."""

    attacker: int
    defender: int
    attacker_spent: int = 0
    defender_spent: int = 0


class AttackFields(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, cache_hash=True):
    """An attack on one Defender."""

    hit: Annotated[Number, Meta(description="Alter of the Hit Check")]
    dodge: Annotated[Number | None, Meta(description="Alter of the Dodge Check; null where none is made")]
    damage: Annotated[Number, Meta(description="Alter of the damage roll: PATK or MATK with the weapon")]
    defence: Annotated[Number, Meta(description="Alter of the Defender's damage roll: PDEF or MDEF")]
    hp: Annotated[int, Meta(ge=1, le=9999, description="the Defender's HP")] = 20
    reduction: Annotated[int, Meta(ge=0, le=999, description="HP Damage that effects take off")] = 0
    attacker: Annotated[Roller, Meta(description="the Attacker's values and Prana")] = Roller()
    defender: Annotated[Roller, Meta(description="the Defender's values and Prana")] = Roller(10, 5)
    options: House = AS_WRITTEN


class AttackOutcome(msgspec.Struct, frozen=True, gc=False):
    """What odds of attacks are counted over: hit or not, the HP Damage, and whether it brings the Defender to HP 0."""

    hit: bool
    damage: int = 0
    incapacitated: bool = False


class AttackResult(AttackOutcome, frozen=True, gc=False):
    """What came of an attack: `margin` is the difference of the damage roll, `hp` what the Defender has left."""

    margin: int = 0
    reduction: int = 0
    hp: int = 0


def _opposed(fields: OpposedFields) -> Procedure[OpposedResult]:
    house, attacker, defender = fields.options, fields.attacker, fields.defender
    plans = plans_of(house, attacker=attacker, defender=defender)
    first = attacker.judge(attacker.alter, "attacker", seven=attacker.seven)
    second = defender.judge(defender.alter, "defender", seven=defender.seven)
    contest: Contest = yield from under(plans, contests.opposed, first, second, house, fields.compared)
    mine, theirs = contest.attacker, contest.defenders[0]
    return OpposedResult(
        "attacker" if contest.won() else "defender", contest.difference(), mine.result, theirs.result, mine.spent,
        theirs.spent,
    )  # fmt: skip


def hit_check(hit: Judge, dodge: Judge, house: Options) -> Procedure[tuple[bool, int, int]]:
    """Whether an attack hits (NW3-ATTACK-06), and the Prana that Attacker and Defender have spent."""
    outcome: Contest = yield from contests.opposed(hit, dodge, house, compared=True)
    return outcome.won(), outcome.attacker.spent, outcome.defenders[0].spent


@lru_cache(maxsize=1024)
def _check(fields: AttackFields) -> Call:
    """The request for the Hit Check and the Dodge Check; the same is asked for thousands of times in a simulation."""
    attacker, defender = fields.attacker, fields.defender
    plans = plans_of(fields.options, attacker=attacker, defender=defender)
    hit, dodge = attacker.judge(fields.hit, "attacker", "hit"), defender.judge(fields.dodge or 0, "defender", "dodge")
    return planned(plans, hit_check, hit, dodge, fields.options)


@lru_cache(maxsize=1024)
def _roll(fields: AttackFields, spent: int, spent_too: int) -> Call:
    """The request for the damage roll, after both have spent so much Prana."""
    attacker, defender = fields.attacker, fields.defender
    plans = plans_of(fields.options, attacker=attacker, defender=defender)
    damage = _after(attacker.judge(fields.damage, "attacker", "patk"), spent)
    defence = _after(defender.judge(fields.defence, "defender", "pdef"), spent_too)
    return planned(plans, contests.difference, damage, defence, fields.options)


def _attack(fields: AttackFields) -> Procedure[AttackResult]:
    hits, spent, spent_too = True, 0, 0
    if fields.dodge is not None:  # NW3-ATTACK-05: without a Dodge Check the attack hits
        hits, spent, spent_too = yield _check(fields)
    if not hits:
        return AttackResult(False, hp=fields.hp)
    margin: int = yield _roll(fields, spent, spent_too)  # NW3-ATTACK-07
    changes: tuple[Change, ...] = (("reduce", fields.reduction),) if fields.reduction else ()
    harmed = changed(max(0, margin), changes)
    victim = Character("defender", "Defender", "enemy", "emulators", hp=fields.hp)
    dropped = harm.lose(victim, harmed)
    return AttackResult(True, harmed, dropped, margin, fields.reduction, victim.hp)


def _after(judge: Judge, spent: int) -> Judge:
    """A Judge whose owner has spent Prana on the one before it."""
    return msgspec.structs.replace(judge, prana=judge.prana - spent)


def _opposed_sum(result: OpposedResult) -> Sum:
    parts = (
        Part("sum.attacker", result.attacker, "NW3-JUDGE-04"),
        Part("sum.defender", -result.defender, "NW3-JUDGE-04"),
    )
    return Sum(result.margin, parts)


def _attack_sum(result: AttackResult) -> Sum:
    if not result.hit:
        return Sum(0, (), "NW3-ATTACK-06")
    parts = [Part("sum.difference", result.margin, "NW3-ATTACK-07")]
    if result.reduction:
        parts.append(Part("sum.reduction", -result.reduction, "NW3-ATTACK-09"))
    floor = "NW3-ATTACK-11" if result.margin < 0 else "NW3-ATTACK-09"
    return Sum(result.damage, tuple(parts), "" if result.damage == result.margin - result.reduction else floor)


PROCEDURES = (
    PureProcedure(
        "opposed", OpposedFields, _opposed,
        ("NW3-JUDGE-07", "NW3-JUDGE-12", "NW3-JUDGE-15", "NW3-PRANA-04"),
        "an Opposed Judge of two: who wins, and by how much",
        lambda result: OpposedOutcome(result.winner, result.margin), lambda result: result.margin, _opposed_sum, DROP,
        {"the Attacker wins": lambda outcome: outcome.winner == "attacker"},
    ),
    PureProcedure(
        "attack", AttackFields, _attack,
        ("NW3-ATTACK-04", "NW3-ATTACK-05", "NW3-ATTACK-06", "NW3-ATTACK-07", "NW3-ATTACK-09", "NW3-ATTACK-10",
         "NW3-ATTACK-11"),
        "an attack on one Defender: Hit Check, Dodge Check, damage roll, HP Damage",
        lambda result: AttackOutcome(result.hit, result.damage, result.incapacitated), lambda result: result.damage,
        _attack_sum, DROP,
        {"hit": lambda outcome: outcome.hit, "incapacitated": lambda outcome: outcome.incapacitated},
    ),
)  # fmt: skip
