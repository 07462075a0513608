"""Opposed judges (NWO-JUDGE-08, -09)."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.engine.requests import Procedure, Question
from rulewright.games.nwo.judges import declaring, judging
from rulewright.games.nwo.judges.declaring import Ahead
from rulewright.games.nwo.judges.judged import active_wins
from rulewright.games.nwo.judges.purposes import Purpose, ability
from rulewright.games.nwo.people import makes_judges, tell
from rulewright.games.nwo.state import Character, NwoWorld


def sealed(
    world: NwoWorld,
    active: Character,
    first: Purpose,
    passive: Character,
    second: Purpose,
    *,
    ask_active: bool = True,
) -> Procedure[tuple[Ahead | None, Ahead | None]]:
    """By option both sides declare unseen before any die; else nothing is declared ahead (NWO-JUDGE-09)."""
    if world.state.options.opposed_order != "sealed":
        return None, None
    sides = [(active, first)] if ask_active else []
    questions = [
        question
        for one, purpose in (*sides, (passive, second))
        if makes_judges(one)
        for question in _unseen(world, one, purpose)
    ]
    given: dict[tuple[str, str], int] = {}
    if questions:
        answers = yield from declaring.ask_together(questions)
        given = {(one.to, one.key): answer for one, answer in zip(questions, answers, strict=True)}
    found = [Ahead(given.get((one.id, "prana"), 0), given.get((one.id, "hold_back"))) for one in (active, passive)]
    return found[0], found[1]


def _unseen(world: NwoWorld, one: Character, purpose: Purpose) -> Iterator[Question]:
    whole, most = ability(one, purpose), min(one.release, one.prana)
    if one.asks_hold_back and whole > 0:
        yield declaring.hold_back_question(one, purpose, whole, secret=True)
    if purpose.prana and most > 0:
        yield declaring.prana_question(world, one, purpose, whole, most, secret=True)


def opposed(world: NwoWorld, active: Character, first: Purpose, passive: Character, second: Purpose) -> Procedure[bool]:
    """An opposed judge: the active side completely first, then the passive side; whether the active side wins."""
    ahead, behind = yield from sealed(world, active, first, passive, second)
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
