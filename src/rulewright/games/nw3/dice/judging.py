"""Judges of characters: their Alter, the penalties of Bad Statuses, and the Prana that they take.

`judges` and `contests` hold the rules of a Judge; here a character's numbers go in and what was spent comes off.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, Literal, TypeAlias

from rulewright.engine.modifiers import Part, Sum
from rulewright.engine.requests import Procedure
from rulewright.games.nw3.battles import constantly, lasting
from rulewright.games.nw3.battles.disclosure import tell_sum
from rulewright.games.nw3.battles.on_judges import bonuses, on_result, stat_for, values_of
from rulewright.games.nw3.dice import contests
from rulewright.games.nw3.dice.contests import Contest
from rulewright.games.nw3.dice.judges import FUMBLED, PER_CRITICAL, Judge, Judged, Sort, chains, succeeds
from rulewright.games.nw3.fortresses import bans, pressing
from rulewright.games.nw3.options import Options
from rulewright.games.nw3.state import ATTRIBUTES, Character, Nw3World
from rulewright.games.nw3.wizards import standing

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
    stat: str = "",
    elements: Collection[str] = (),
) -> Judge:
    """The Judge of a character: `base` (a stat, or a number of an effect) with what its state adds (NW3-JUDGE-02).

    `stat` is the one in `base`; `elements` are those that changes against an Element ask for.
    """
    alter, taken = base, 0
    critical, fumble = character.critical, character.fumble
    if character.effects:
        critical, fumble = values_of(character)
        alter += sum(part.value for part in bonuses(character, kind, reaction, stat, elements))
        taken = on_result(character, kind, reaction)
    judge = Judge(
        alter, critical, fumble, sort, difficulty, taken + penalty(character, reaction),
        character.prana, character.id, kind, seven or kind in character.sevens, against, versus, secret,
    )  # fmt: skip
    return bans.on_judge(world, character, judge) if world.state.caskets else judge


def on_stat(
    world: Nw3World,
    character: Character,
    kind: JudgeKind,
    stat: str,
    sort: Sort = "opposed",
    *,
    bonus: int = 0,
    own: int = 0,
    reaction: bool = False,
    **more: Any,
) -> Procedure[Judge]:
    """The Judge of a character on a stat, or on what stands in for it (NW3-SKILL-51); `more` as for `asked`.

    `own` are modifiers of that stat alone, such as the PATK of a weapon; `bonus` counts whatever the stat.
    """
    if constantly.anybody(world):
        constantly.settle(world)
    if world.state.caskets:
        pressing.test_again(world)
    used = stat
    if character.effects:
        used = yield from stat_for(world, character, kind, stat, reaction)
    base = value_of(world, character, used) + bonus + (own if used == stat else 0)
    return asked(world, character, kind, base, sort, reaction=reaction, stat=used, **more)


def value_of(world: Nw3World, character: Character, stat: str) -> int:
    """The value now of a Combat Stat, or of an Attribute with what effects add to it."""
    if stat in ATTRIBUTES:
        return standing.attribute(world.content, character, stat)
    return int(getattr(character.stats, stat))


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


def normal(world: Nw3World, character: Character, judge: Judge) -> Procedure[Judged]:
    """A Normal Judge, paid for and told as success or failure."""
    outcome = yield from contests.alone(judge, world.state.options)
    over(world, character, judge, outcome)
    told_normal(world, character, judge, outcome)
    return outcome


def told_normal(world: Nw3World, character: Character, judge: Judge, outcome: Judged) -> None:
    """Tell whether a Normal Judge succeeded; of a hidden Difficulty no more is told (NW3-JUDGE-05)."""
    success = succeeds(judge, outcome)
    if world.tell and judge.secret:
        tell_sum(
            world, character, "called.success" if success else "called.failure", "NW3-JUDGE-05",
            explained(judge, outcome, world.state.options), name=character.name, why=f"judge.{judge.why}",
            result=outcome.result,
        )  # fmt: skip
    elif world.tell:
        told(world, character, judge, outcome, ".success" if success else ".failure")


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
