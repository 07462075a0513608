"""Rules of Night Wizard 3rd Edition that can be run by themselves: for `resolve`, `odds`, and toolmakers."""

from __future__ import annotations

from typing import Annotated, Any, TypeVar

import msgspec
from msgspec import Meta

from rulewright.engine.errors import Malformed
from rulewright.engine.game import PureProcedure
from rulewright.engine.modifiers import Part, Sum
from rulewright.engine.requests import Procedure
from rulewright.engine.world import World
from rulewright.games.nw3.asking import attack_procedures
from rulewright.games.nw3.asking.attack_procedures import DROP
from rulewright.games.nw3.asking.procedure_fields import (
    AS_WRITTEN,
    Alter,
    Difficulty,
    House,
    Number,
    Points,
    Roller,
    Seven,
    Side,
    TableOptions,
    plans_of,
)
from rulewright.games.nw3.battles import recovery
from rulewright.games.nw3.battles.flying import flight
from rulewright.games.nw3.battles.initiative import count_of
from rulewright.games.nw3.dice import contests
from rulewright.games.nw3.dice.critical_values import chance, roll_values
from rulewright.games.nw3.dice.judges import Judge, Judged, Sort, reached
from rulewright.games.nw3.dice.judging import explained
from rulewright.games.nw3.dice.plans import under
from rulewright.games.nw3.state import Character, Pool, State
from rulewright.games.nw3.wizards.derived import cf_mod


class JudgeFields(Side, frozen=True, forbid_unknown_fields=True, omit_defaults=False, kw_only=True):
    """A Judge that nobody answers, or one side of an Opposed Judge."""

    alter: Alter
    kind: Annotated[Sort, Meta(description="against a Difficulty, against another Judge, or only for its number")] = (
        "opposed"
    )
    difficulty: Annotated[Difficulty | None, Meta(description="Difficulty; a Normal Judge needs one")] = None
    against: Annotated[Number | None, Meta(description="the Attacker's Result that an Opposed Judge has to beat")] = (
        None
    )
    options: House = AS_WRITTEN


class CountFields(Roller, frozen=True, forbid_unknown_fields=True, omit_defaults=False, kw_only=True):
    """An Initiative Count."""

    spd: Annotated[Number, Meta(description="SPD with all its modifiers")]
    seven: Seven = False
    options: House = AS_WRITTEN


class RecoveryFields(Roller, frozen=True, forbid_unknown_fields=True, omit_defaults=False, kw_only=True):
    """A Recovery Judge for one target."""

    power: Annotated[Number, Meta(description="the number of the effect: [Recovery: n]")]
    pool: Annotated[Pool, Meta(description="what is recovered")] = "hp"
    now: Annotated[Points, Meta(description="HP or MP of the target")] = 10
    most: Annotated[Points, Meta(description="its Body or Mind")] = 20
    options: House = AS_WRITTEN


class ValuesFields(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whose Critical and Fumble Value are rolled."""

    luck: Annotated[int, Meta(ge=0, le=30, description="Luck, of which the CF Mod is a third")] = 6
    options: House = AS_WRITTEN


class FlightFields(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who takes off with the Lunar Robe."""

    mp: Annotated[Points, Meta(description="MP")] = 10


class JudgeResult(Judged, frozen=True, gc=False, kw_only=True):
    """What a Judge came to, with what it was made with; `success` where there is something to reach."""

    kind: Sort
    alter: int
    penalty: int
    success: bool | None = None
    options: TableOptions = AS_WRITTEN


class CountResult(JudgeResult, frozen=True, gc=False, kw_only=True):
    """An Initiative Count."""

    count: int


class RecoveryResult(JudgeResult, frozen=True, gc=False, kw_only=True):
    """A Recovery Judge: what the target gained (negative: lost), and what it has then."""

    gained: int
    left: int


class ValuesResult(msgspec.Struct, frozen=True):
    """A Critical and a Fumble Value, and in how many of 36 throws each shows."""

    critical: int
    fumble: int
    critical_chance: int
    fumble_chance: int


class FlightResult(msgspec.Struct, frozen=True):
    """Whether the flight starts, the MP that the die asked for, and what is left."""

    flies: bool
    cost: int
    mp: int


R = TypeVar("R", bound=JudgeResult)


def _result(kind: type[R], asked: Judge, outcome: Judged, options: TableOptions, **more: Any) -> R:
    figures = {field: getattr(outcome, field) for field in Judged.__struct_fields__}
    return kind(**figures, kind=asked.sort, alter=asked.alter, penalty=asked.penalty, options=options, **more)


def _alone(roller: Roller, asked: Judge, options: TableOptions) -> Procedure[Judged]:
    return under(plans_of(options, roller=roller), contests.alone, asked, options)


def _judge(fields: JudgeFields) -> Procedure[JudgeResult]:
    if fields.kind == "normal" and fields.difficulty is None:
        raise Malformed("no difficulty", at="difficulty", expected="a Difficulty for a Normal Judge")
    if fields.kind != "normal" and fields.difficulty is not None:
        raise Malformed(str(fields.difficulty), at="difficulty", expected="nothing but for a Normal Judge")
    if fields.kind != "opposed" and fields.against is not None:
        raise Malformed(str(fields.against), at="against", expected="nothing but for an Opposed Judge")
    plain = fields.judge(fields.alter, "roller", sort=fields.kind, seven=fields.seven)
    asked = msgspec.structs.replace(plain, difficulty=fields.difficulty or 0, against=fields.against)
    outcome = yield from _alone(fields, asked, fields.options)
    return _result(JudgeResult, asked, outcome, fields.options, success=reached(asked, outcome))


def _count(fields: CountFields) -> Procedure[CountResult]:
    asked = fields.judge(fields.spd, "roller", "initiative", "numeric", fields.seven)
    outcome = yield from _alone(fields, asked, fields.options)
    return _result(CountResult, asked, outcome, fields.options, count=count_of(outcome, fields.options))


def _recovery(fields: RecoveryFields) -> Procedure[RecoveryResult]:
    if fields.now > fields.most:
        raise Malformed(str(fields.now), at="now", expected="at most most")
    asked = fields.judge(fields.power, "roller", f"recovery_{fields.pool}", "recovery")
    outcome = yield from _alone(fields, asked, fields.options)
    target = Character("target", "Target", "npc", "wizards", body=fields.most, mind=fields.most)
    target.hp = target.mp = fields.now
    yield from recovery.receive(World(State(fields.options), None, None), target, fields.pool, outcome.result)
    left = target.hp if fields.pool == "hp" else target.mp
    return _result(RecoveryResult, asked, outcome, fields.options, gained=left - fields.now, left=left)


def _values(fields: ValuesFields) -> Procedure[ValuesResult]:
    critical, fumble = yield from roll_values("roller", cf_mod(fields.luck, fields.options).total, fields.options)
    return ValuesResult(critical, fumble, chance(critical), chance(fumble))


def _flight(fields: FlightFields) -> Procedure[FlightResult]:
    flies, cost = yield from flight("roller", "", fields.mp)
    return FlightResult(flies, cost, fields.mp - cost if flies else fields.mp)


def _reached(result: JudgeResult) -> str | int:
    return result.result if result.success is None else "success" if result.success else "failure"


def _sum(result: JudgeResult) -> Sum:
    return explained(Judge(result.alter, sort=result.kind, penalty=result.penalty), result, result.options)


def _count_sum(result: CountResult) -> Sum:
    parts = _sum(result)
    return parts if result.count == parts.total else Sum(result.count, parts.parts, "NW3-ROUND-05")


def _recovery_sum(result: RecoveryResult) -> Sum:
    parts = _sum(result)
    return parts if result.gained == parts.total else Sum(result.gained, parts.parts, "NW3-HP-01")


def _values_sum(result: ValuesResult) -> Sum:
    parts = (
        Part("sum.critical_chance", result.critical_chance, "NW3-JUDGE-21"),
        Part("sum.fumble_chance", -result.fumble_chance, "NW3-JUDGE-21"),
    )
    return Sum(result.critical_chance - result.fumble_chance, parts)


def _flight_sum(result: FlightResult) -> Sum:
    spent = result.cost if result.flies else 0
    before = Part("sum.before", result.mp + spent, "NW3-FLY-02")
    cost = Part("sum.flight", -result.cost, "NW3-FLY-02", "" if result.flies else "NW3-FLY-02")
    return Sum(result.mp, (before, cost))


_OTHERS = (
    PureProcedure(
        "judge", JudgeFields, _judge,
        ("NW3-JUDGE-03", "NW3-JUDGE-04", "NW3-JUDGE-05", "NW3-JUDGE-08", "NW3-JUDGE-11", "NW3-JUDGE-12",
         "NW3-JUDGE-13", "NW3-JUDGE-14", "NW3-JUDGE-15", "NW3-JUDGE-17"),
        "one Judge: its Result, or success where there is a Difficulty or a Result to beat",
        _reached, lambda result: result.result if result.success is None else int(result.success), _sum, DROP,
    ),
    PureProcedure(
        "initiative", CountFields, _count, ("NW3-ROUND-05", "NW3-JUDGE-14"), "an Initiative Count with its floors",
        lambda result: result.count, lambda result: result.count, _count_sum, DROP,
    ),
    PureProcedure(
        "recovery", RecoveryFields, _recovery,
        ("NW3-RECOVER-02", "NW3-RECOVER-03", "NW3-RECOVER-04", "NW3-RECOVER-05", "NW3-HP-01"),
        "a Recovery Judge: HP or MP that one target gains or loses",
        lambda result: result.gained, lambda result: result.gained, _recovery_sum, DROP,
    ),
    PureProcedure(
        "values", ValuesFields, _values, ("NW3-JUDGE-19", "NW3-JUDGE-20", "NW3-JUDGE-21", "NW3-CHAR-05"),
        "a PC's Critical and Fumble Value after the CF Mod; the number is how much likelier Criticals are, in 36",
        lambda result: (result.critical, result.fumble),
        lambda result: result.critical_chance - result.fumble_chance, _values_sum, DROP,
    ),
    PureProcedure(
        "flight", FlightFields, _flight, ("NW3-FLY-02",), "taking off with the Lunar Robe: 1d6 MP",
        lambda result: result, lambda result: result.mp, _flight_sum,
    ),
)  # fmt: skip

PROCEDURES = {procedure.name: procedure for procedure in (*attack_procedures.PROCEDURES, *_OTHERS)}
