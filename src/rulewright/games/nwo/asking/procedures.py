"""Rules of Night Wizard: Origin that can be run by themselves: for `resolve`, `odds`, and toolmakers."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from rulewright.engine.errors import Malformed
from rulewright.engine.game import PureProcedure
from rulewright.engine.modifiers import Part, Sum
from rulewright.engine.requests import Procedure
from rulewright.games.nwo.asking import attack_procedures
from rulewright.games.nwo.asking.attack_procedures import DROP
from rulewright.games.nwo.asking.fields import AS_WRITTEN, Ability, House, Number, Points, Roller, Side, run
from rulewright.games.nwo.battles.dying import HP_AFTER, difficulty
from rulewright.games.nwo.battles.order import ACTION_COST


class JudgeFields(Side, frozen=True, forbid_unknown_fields=True, omit_defaults=False, kw_only=True):
    """One judge, against a difficulty where there is one."""

    ability: Ability
    difficulty: Annotated[Number | None, Meta(description="difficulty, or the value to reach")] = None
    options: House = AS_WRITTEN


class CountFields(Roller, frozen=True, forbid_unknown_fields=True, omit_defaults=False, kw_only=True):
    """A judge for the action count."""

    action_value: Annotated[Ability, Meta(description="action value")]
    options: House = AS_WRITTEN


class HealFields(Roller, frozen=True, forbid_unknown_fields=True, omit_defaults=False, kw_only=True):
    """A judge of healing, recovery, or prana turned into HP or MP (power 0)."""

    power: Annotated[Number, Meta(description="healing power")]
    now: Annotated[int, Meta(ge=-999, le=9999, description="HP, MP or prana before")] = 10
    most: Annotated[Points, Meta(description="the most it can be")] = 24
    options: House = AS_WRITTEN


class DeathFields(Roller, frozen=True, forbid_unknown_fields=True, omit_defaults=False, kw_only=True):
    """A death check."""

    strength: Annotated[Number, Meta(description="strength")]
    faith: Annotated[Number, Meta(description="faith")]
    hp: Annotated[int, Meta(ge=-9999, le=0, description="HP, 0 or less")] = 0
    pays: Annotated[Points, Meta(description="prana paid from the maximum")] = 0
    options: House = AS_WRITTEN


class Valued(msgspec.Struct, frozen=True):
    """The value of a judge, and whether it reaches its difficulty where there is one."""

    value: int
    success: bool | None = None


class Counted(msgspec.Struct, frozen=True):
    """A count and the actions that it gives in a round."""

    value: int
    actions: int


class Healed(msgspec.Struct, frozen=True):
    """What a judge of healing brought, and how much there is then."""

    value: int
    gained: int
    left: int


class Checked(msgspec.Struct, frozen=True):
    """A death check as it came out."""

    value: int
    difficulty: int
    alive: bool
    hp: int


def _judge(fields: JudgeFields) -> Procedure[Valued]:
    value = yield from run(fields.call(fields.ability, fields.options))
    return Valued(value, None if fields.difficulty is None else value >= fields.difficulty)


def _count(fields: CountFields) -> Procedure[Counted]:
    value = yield from run(fields.call(fields.action_value, fields.options))
    return Counted(value, max(0, -(-value // ACTION_COST)))  # NWO-COUNT-05, -06


def _heal(fields: HealFields) -> Procedure[Healed]:
    if fields.now > fields.most:
        raise Malformed(str(fields.now), at="now", expected="at most most")
    value = yield from run(fields.call(fields.power, fields.options))
    left = min(fields.most, fields.now + max(0, value))  # NWO-PRANA-12
    return Healed(value, left - fields.now, left)


def _death(fields: DeathFields) -> Procedure[Checked]:
    goal = difficulty(fields.hp)
    value = yield from run(fields.call(max(fields.strength, fields.faith), fields.options, fields.pays))
    alive = value >= goal
    return Checked(value, goal, alive, HP_AFTER if alive else fields.hp)


def _reached(result: Valued) -> str | int:
    return result.value if result.success is None else "success" if result.success else "failure"


def _one(source: str, rule: str, field: str) -> Any:
    def explain(result: Any) -> Sum:
        number = getattr(result, field)
        return Sum(number, (Part(source, number, rule),))

    return explain


_OTHERS = (
    PureProcedure(
        "judge", JudgeFields, _judge,
        ("NWO-JUDGE-02", "NWO-JUDGE-03", "NWO-JUDGE-04", "NWO-JUDGE-05", "NWO-JUDGE-06"),
        "one judge: its value, or success where there is a difficulty", _reached,
        lambda result: result.value if result.success is None else int(result.success),
        _one("sum.value", "NWO-JUDGE-02", "value"), DROP,
    ),
    PureProcedure(
        "count", CountFields, _count, ("NWO-COUNT-02", "NWO-COUNT-05", "NWO-COUNT-06"),
        "an action count, and how many actions it gives", lambda result: (result.value, result.actions),
        lambda result: result.actions, _one("sum.value", "NWO-COUNT-02", "value"), DROP,
    ),
    PureProcedure(
        "heal", HealFields, _heal, ("NWO-SPELL-10", "NWO-PRANA-06", "NWO-PRANA-11", "NWO-PRANA-12", "NWO-STATUS-14"),
        "a judge of healing or recovery: the points that come back", lambda result: result.gained,
        lambda result: result.gained, _one("sum.value", "NWO-SPELL-10", "gained"), DROP,
    ),
    PureProcedure(
        "death_check", DeathFields, _death, ("NWO-DEATH-03", "NWO-DEATH-04", "NWO-DEATH-05", "NWO-DEATH-07"),
        "a death check with so much prana paid", lambda result: "alive" if result.alive else "dead",
        lambda result: int(result.alive), _one("sum.value", "NWO-DEATH-03", "value"), DROP,
    ),
)  # fmt: skip

PROCEDURES = {procedure.name: procedure for procedure in (*attack_procedures.PROCEDURES, *_OTHERS)}
