"""Opposed judges (NWO-JUDGE-08, -09)."""

from __future__ import annotations

from rulewright.engine.requests import Procedure
from rulewright.games.nwo.judges import declaring, judging
from rulewright.games.nwo.judges.judged import active_wins
from rulewright.games.nwo.judges.purposes import Purpose, ability
from rulewright.games.nwo.people import makes_judges, tell
from rulewright.games.nwo.state import Character, NwoWorld


def sealed_prana(
    world: NwoWorld, active: Character, first: Purpose, passive: Character, second: Purpose
) -> Procedure[tuple[int | None, int | None]]:
    """By option both sides declare prana unseen before any die; else nothing is declared ahead (NWO-JUDGE-09)."""
    if world.state.options.opposed_order != "sealed":
        return None, None
    pairs = [(one, purpose, min(one.release, one.prana)) for one, purpose in ((active, first), (passive, second))]
    questions = [
        declaring.prana_question(world, one, purpose, ability(one, purpose), most, secret=True)
        for one, purpose, most in pairs
        if most > 0 and purpose.prana and makes_judges(one)
    ]
    if not questions:
        return 0, 0
    answers = yield from declaring.ask_together(questions)
    by_id = {question.to: points for question, points in zip(questions, answers, strict=True)}
    return by_id.get(active.id, 0), by_id.get(passive.id, 0)


def opposed(world: NwoWorld, active: Character, first: Purpose, passive: Character, second: Purpose) -> Procedure[bool]:
    """An opposed judge: the active side completely first, then the passive side; whether the active side wins."""
    ahead, behind = yield from sealed_prana(world, active, first, passive, second)
    leading = yield from judging.judge(world, active, first, ahead)
    answering = yield from judging.judge(world, passive, second.to_reach(leading.value), behind)
    won = active_wins(leading, answering)
    tell(
        world, "contest.active" if won else "contest.passive", "NWO-JUDGE-08", who=active, active=active.name,
        passive=passive.name, value=leading.value, other=answering.value, margin=leading.value - answering.value,
    )  # fmt: skip
    return won


def magic_against_magic(world: NwoWorld, user: Character, caster: Character) -> Procedure[bool]:
    """A dispel with contest magic: its user is active, the caster passive and rolls (NWO-CAST-16)."""
    first = Purpose(why="dispel", stat="magic", rule="NWO-CAST-16", against=caster.id)
    second = Purpose(why="undispelled", stat="magic", rule="NWO-CAST-16", against=user.id)
    return (yield from opposed(world, user, first, caster, second))
