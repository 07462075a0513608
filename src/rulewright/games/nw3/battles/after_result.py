"""What blocks used after a Judge make of its Result: more or less, another stat, dice again (NW3-SKILL-50, -51)."""

from __future__ import annotations

import msgspec

from rulewright.engine.requests import Procedure
from rulewright.games.nw3.battles import lasting
from rulewright.games.nw3.battles.amounts import evaluate
from rulewright.games.nw3.battles.numbers import names_of
from rulewright.games.nw3.battles.on_judges import fitting
from rulewright.games.nw3.battles.usable import Usable
from rulewright.games.nw3.dice import judging
from rulewright.games.nw3.dice.judges import Judge, Judged
from rulewright.games.nw3.dice.rolling import judge as roll_judge
from rulewright.games.nw3.records import effects as kinds
from rulewright.games.nw3.state import Character, Lasting, Nw3World


def changed(
    world: Nw3World, roller: Character, judge: Judge, outcome: Judged, stat: str, reaction: bool, since: int
) -> tuple[Judge, Judged]:
    """The Judge and its Result with what has been put on it since: effects numbered above `since`, for this Judge."""
    new = [one for one in roller.effects if one.until == "judge" and one.id > since]
    by = sum(_adds(world, roller, one, judge.why, stat, reaction) for one in new)
    if new:
        lasting.drop(world, roller, lambda one: one in new, told=False)
    if not by:
        return judge, outcome
    judge = msgspec.structs.replace(judge, alter=judge.alter + by)
    result = outcome.result + by
    if result < 0 and judge.sort != "recovery" and world.state.options.result_floor:
        result = 0
    outcome = msgspec.structs.replace(outcome, result=result)
    if world.tell:
        judging.told(world, roller, judge, outcome)
    return judge, outcome


def _adds(world: Nw3World, roller: Character, effect: Lasting, kind: str, stat: str, reaction: bool) -> int:
    if effect.scope == "stat":
        return effect.amount if effect.what == stat else 0
    if effect.what not in fitting(kind, reaction):
        return 0
    if effect.scope == "substitute":
        old, _, new = effect.detail.partition(">")
        return judging.value_of(world, roller, new) - judging.value_of(world, roller, old) if old == stat else 0
    return effect.amount if effect.scope in ("judge", "result") else 0


def why_no_reroll(usable: Usable, judge: Judge | None, outcome: Judged | None) -> str:
    """The reason for which a block cannot roll these dice again, or "" (NW3-SKILL-50)."""
    rerolls = [effect for effect in usable.block.effect if isinstance(effect, kinds.Reroll)]
    if outcome is None or judge is None or not rerolls:
        return ""
    if judge.seven:
        return "no_dice"
    shown = "critical" if outcome.criticals else "fumble" if outcome.fumble else "ordinary"
    return "reroll_on_cf" if all(shown in effect.not_on for effect in rerolls) else ""


def rolled_again(
    world: Nw3World, user: Character, usable: Usable, roller: Character, judge: Judge, outcome: Judged, paid: bool
) -> Procedure[Judged]:
    """The dice of the Judge again, as often as a block of the user says (NW3-SKILL-50)."""
    for effect in usable.block.effect:
        if not isinstance(effect, kinds.Reroll) or effect.judge not in (judge.why, "any"):
            continue
        times = yield from evaluate(world, user, usable, effect.times, names_of(user, usable.sl), "effect")
        for _ in range(min(times, MOST_AGAIN)):
            outcome = yield from _again(world, effect, roller, judge, outcome, paid)
    return outcome


MOST_AGAIN = 20
"""How often one effect rolls dice again at most, whatever its formula says."""


def _again(
    world: Nw3World, effect: kinds.Reroll, roller: Character, judge: Judge, old: Judged, paid: bool
) -> Procedure[Judged]:
    """Once again; Raise dice bought before stay, and Prana that is still owed is not to be had."""
    owed = 0 if paid else old.spent
    again = msgspec.structs.replace(judge, prana=roller.prana - owed, against=None)
    new = yield from roll_judge(again, world.state.options)
    if paid:
        judging.spend(roller, new)
    new = msgspec.structs.replace(new, result=new.result + old.raised, raised=old.raised, spent=new.spent + owed)
    worse = new.result <= old.result if effect.keep == "best" else new.result >= old.result
    if effect.keep != "new" and worse:
        new = msgspec.structs.replace(old, spent=new.spent)
    if world.tell:
        judging.told(world, roller, judge, new)
    return new
