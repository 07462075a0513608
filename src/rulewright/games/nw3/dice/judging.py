"""Judges of characters: their Alter, the penalties of Bad Statuses, and the Prana that they take.

`judges` and `contests` hold the rules of a Judge; here a character's numbers go in and what was spent comes off.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

from rulewright.engine.modifiers import Part, Sum
from rulewright.engine.requests import Procedure
from rulewright.games.nw3.battles import lasting
from rulewright.games.nw3.battles.disclosure import tell_sum
from rulewright.games.nw3.dice import contests
from rulewright.games.nw3.dice.contests import Contest
from rulewright.games.nw3.dice.judges import FUMBLED, PER_CRITICAL, Judge, Judged, Sort, chains, succeeds
from rulewright.games.nw3.options import Options
from rulewright.games.nw3.state import ATTRIBUTES, Character, Nw3World

JudgeKind: TypeAlias = Literal[
    "hit", "dodge", "patk", "matk", "pdef", "mdef", "initiative", "recovery_hp", "recovery_mp", "attribute",
    "information", "appearance", "enemy_identify", "blockade", "skill_check", "called",
]  # fmt: skip
STATUS_PENALTY = -5  # NW3-STATUS-06, -07


def penalty(character: Character, reaction: bool = False) -> int:
    """What Dazed, and for Reactions Paralysis, take off a Result (NW3-STATUS-06 to -08)."""
    statuses = character.statuses
    if not statuses:
        return 0
    return STATUS_PENALTY * (("dazed" in statuses) + (reaction and "paralysis" in statuses))


def stat_of(character: Character, stat: str) -> int:
    """The value now of a Combat Stat or an Attribute."""
    value: int = getattr(character.attributes if stat in ATTRIBUTES else character.stats, stat)
    return value


def bonuses(character: Character, kind: str, reaction: bool = False) -> list[Part]:
    """What lasting effects add to one kind of Judge."""
    fits = (kind, "any", "reaction") if reaction else (kind, "any")
    return [
        Part(effect.block, effect.amount, "NW3-JUDGE-02")
        for effect in character.effects
        if effect.scope == "judge" and effect.what in fits
    ]


def on_result(character: Character, kind: str, reaction: bool = False) -> int:
    """What lasting effects add to the Result of one kind of Judge."""
    fits = (kind, "any", "reaction") if reaction else (kind, "any")
    return sum(one.amount for one in character.effects if one.scope == "result" and one.what in fits)


def asked(
    world: Nw3World,
    character: Character,
    kind: JudgeKind,
    base: int,
    sort: Sort = "opposed",
    *,
    difficulty: int = 0,
    reaction: bool = False,
    seven: bool = False,
    against: int | None = None,
    versus: Judge | None = None,
    secret: bool = False,
) -> Judge:
    """The Judge of a character: `base` (a stat, or a number of an effect) with what its state adds (NW3-JUDGE-02)."""
    alter, taken = base, 0
    if character.effects:
        alter += sum(part.value for part in bonuses(character, kind, reaction))
        taken = on_result(character, kind, reaction)
    return Judge(
        alter, character.critical, character.fumble, sort, difficulty, taken + penalty(character, reaction),
        character.prana, character.id, kind, seven or kind in character.sevens, against, versus, secret,
    )  # fmt: skip


def spend(character: Character, outcome: Judged) -> None:
    """Take the Prana that a Judge used from the character's pool (NW3-PRANA-02)."""
    character.prana -= outcome.spent


def over(world: Nw3World, character: Character, judge: Judge, outcome: Judged) -> None:
    """A Judge is over: its Prana is spent, and what lasts for one Judge ends."""
    if character.effects:
        lasting.after_judge(world, character, judge.why)
    spend(character, outcome)


def alone(world: Nw3World, character: Character, judge: Judge) -> Procedure[Judged]:
    """A Judge that nobody answers, paid for and told."""
    outcome = yield from contests.alone(judge, world.state.options)
    over(world, character, judge, outcome)
    if world.tell:
        told(world, character, judge, outcome)
    return outcome


def normal(world: Nw3World, character: Character, judge: Judge) -> Procedure[bool]:
    """A Normal Judge, paid for and told: whether it succeeds. Of a hidden Difficulty no more is told (NW3-JUDGE-05)."""
    outcome = yield from contests.alone(judge, world.state.options)
    over(world, character, judge, outcome)
    success = succeeds(judge, outcome)
    if world.tell and judge.secret:
        tell_sum(
            world, character, "called.success" if success else "called.failure", "NW3-JUDGE-05",
            explained(judge, outcome, world.state.options), name=character.name, why=f"judge.{judge.why}",
            result=outcome.result,
        )  # fmt: skip
    elif world.tell:
        told(world, character, judge, outcome, ".success" if success else ".failure")
    return success


def contest(
    world: Nw3World,
    attacker: Character,
    judge: Judge,
    defenders: Sequence[Character],
    answers: Sequence[Judge],
    compared: bool = True,
) -> Procedure[Contest]:
    """An Opposed Judge, paid for by all who took part and told."""
    first = yield from lead(world, attacker, judge)
    return (yield from answer(world, attacker, judge, first, defenders, answers, compared))


def lead(world: Nw3World, attacker: Character, judge: Judge) -> Procedure[Judged]:
    """The Attacker's own Judge, told before anybody answers it; its Prana is paid with the answers."""
    first = yield from contests.lead(judge, world.state.options)
    if world.tell:
        told(world, attacker, judge, first)
    return first


def answer(
    world: Nw3World,
    attacker: Character,
    judge: Judge,
    first: Judged,
    defenders: Sequence[Character],
    answers: Sequence[Judge],
    compared: bool = True,
) -> Procedure[Contest]:
    """The Defenders' Judges and the common Raise window, paid for and told."""
    outcome = yield from contests.answer(judge, first, answers, world.state.options, compared)
    over(world, attacker, judge, outcome.attacker)
    for defender, theirs, one in zip(defenders, answers, outcome.defenders, strict=True):
        over(world, defender, theirs, one)
    if world.tell:
        if outcome.attacker is not first:
            told(world, attacker, judge, outcome.attacker)
        for defender, asked_of, one in zip(defenders, answers, outcome.defenders, strict=True):
            told(world, defender, asked_of, one)
    return outcome


def told(world: Nw3World, character: Character, judge: Judge, outcome: Judged, how: str = "") -> None:
    """Tell a Judge, to those who may know it with its sum; of a Normal Judge whether it succeeded."""
    shape = ".seven" if judge.seven else ".fumble" if outcome.fumble else ".critical" if outcome.criticals else ""
    tell_sum(
        world, character, f"judge.result{how}", "NW3-JUDGE-04", explained(judge, outcome, world.state.options),
        name=character.name, why=f"judge.{judge.why}", result=outcome.result, dice=outcome.dice,
        shape=f"judge.shape{shape}", difficulty=judge.difficulty,
    )  # fmt: skip


def explained(judge: Judge, outcome: Judged, house: Options) -> Sum:
    """The parts of a Result."""
    parts = [Part("sum.alter", judge.alter, "NW3-JUDGE-02")]
    if outcome.fumble:
        parts.append(Part("sum.fumble", FUMBLED, "NW3-JUDGE-15"))
    else:
        parts.append(Part("sum.dice", outcome.dice, "NW3-JUDGE-03"))
    if outcome.criticals and chains(judge.sort, house):
        parts.append(Part("sum.criticals", PER_CRITICAL * outcome.criticals, "NW3-JUDGE-12"))
    if judge.penalty:
        parts.append(Part("sum.penalty", judge.penalty, "NW3-STATUS-08"))
    if outcome.raised:
        parts.append(Part("sum.raised", outcome.raised, "NW3-PRANA-03"))
    floor = sum(part.value for part in parts) != outcome.result
    return Sum(outcome.result, tuple(parts), "NW3-JUDGE-17" if floor else "")
