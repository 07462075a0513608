"""Answers to questions, given sensibly: prana, parries, interrupts, targets."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulewright.engine.drivers import by_default
from rulewright.engine.requests import Question
from rulewright.games.nwo import standing
from rulewright.games.nwo.battles import targets, using
from rulewright.games.nwo.battles.harm import threshold
from rulewright.games.nwo.people import hostile
from rulewright.games.nwo.playing import estimates, helping, tactics
from rulewright.games.nwo.records.uses import Ability, Spell
from rulewright.games.nwo.state import Character, Judging, NwoWorld, Square

KEEP = 5
"""Prana that is kept for wounds."""
MEAN = 7
WORTH_IT = 3.0
"""What an interrupt has to be worth above its price, in HP, where it does not help in the judge itself."""


def answer(world: NwoWorld, question: Question) -> Any:
    """A sensible legal answer; the default where there is nothing to think about."""
    decide = ANSWERS.get(question.key)
    if decide is None:
        return by_default(question)
    return decide(world, question)


def _prana(world: NwoWorld, question: Question) -> int:
    """Prana where it turns a judge: as much as brings the mean there, and not the last points of it."""
    me, judging = world.state.characters[question.to], world.state.judging
    if judging is None:
        return 0
    spare = min(question.most, max(0, me.prana - KEEP))
    ability = judging.ability + MEAN - me.now.penalty
    goal = question.facts["goal"]
    reach = goal["goal"] if goal else None
    if judging.why in ("hit",) and judging.against:
        other = world.state.characters[judging.against]
        need = standing.value(other, "evasion") + MEAN + 2 - ability
        return max(0, min(spare // 2, need))
    if not isinstance(reach, int):
        return 0
    need = reach - ability
    if judging.why in ("defence", "resistance"):
        low = threshold(standing.hp_max(me))
        need = need - (me.hp - low - 1)  # only so much that the wound is not serious
    if need <= 0:
        return 0
    return need if need <= spare else 0


def _death(world: NwoWorld, question: Question) -> int:
    advised = int(question.facts["advised"])
    return min(question.most, advised + 2 if advised else 0)


def _parry(world: NwoWorld, question: Question) -> str:
    """The answer with the least damage to expect."""
    me, hit = world.state.characters[question.to], question.facts["hit"]
    if not isinstance(hit, int):
        return "evade"
    evasion = standing.value(me, "evasion") - me.now.penalty
    best, least = "evade", 1.0 - estimates.reaches(evasion, hit)
    for option in question.options:
        if option.value in ("evade", "waive"):
            continue
        thing = next(one for one in me.gear if one.id == option.value)
        parry = world.content.gear_by_id[thing.item].parry  # type: ignore[union-attr]
        if parry is None:
            continue
        success = estimates.reaches(evasion + parry.judge, hit)
        # a blow that is received still hurts, by about half as much
        harm = 1.0 - success + success * max(0.0, 0.55 - 0.1 * parry.defence)
        if harm < least:
            best, least = option.value, harm
    return best


def _interrupt(world: NwoWorld, question: Question) -> str:
    """The first thing that helps the own side in this judge."""
    me, judging = world.state.characters[question.to], world.state.judging
    if judging is None:
        return "pass"
    for option in question.options:
        if option.value in ("pass", "pass_count"):
            continue
        power = using.power(world, me, option.value)
        if any(getattr(me, name) < 2 * amount for name, amount in power.cost.items() if name != "mp"):
            continue
        if _helps(world, me, judging, power, question):
            return option.value
    return "pass"


def _helps(world: NwoWorld, me: Character, judging: Judging, power: using.Power, question: Question) -> bool:
    """Whether it turns the judge the own way, or is worth its price on somebody."""
    roller = world.state.characters[judging.who]
    other = world.state.characters.get(judging.against)
    friend = not hostile(me, roller)
    for effect in power.record.effects:
        if effect.op in ("modify_stat", "modify_judge"):
            helped = effect.amount_at(power.level) > 0
            fits = effect.stat in ("any", judging.stat)
            if fits and helped == friend and (other is None or hostile(roller, other)):
                return _aimable(world, me, power, roller) and _can_turn(question, judging, roller, other, helped)
        elif effect.op == "modify_cf" and judging.stage == "before":
            if bool(effect.critical_add or effect.fumble_remove) == friend:
                return _aimable(world, me, power, roller)
        elif effect.op == "reroll":
            return _worth_a_new_roll(friend, judging, question)
        elif effect.op == "dispel":
            return not friend
    record = power.record
    value, _, _ = helping.best(world, me, record, tactics.of_thing(me, record, power.level))
    return value - helping.price(power) >= WORTH_IT


def _aimable(world: NwoWorld, me: Character, power: using.Power, roller: Character) -> bool:
    return roller in targets.legal(world, me, power.record)


def _surplus(question: Question, judging: Judging) -> int | None:
    """By how much the dice came out above their mean, once they lie there."""
    value = question.facts.get("value")
    return value - judging.ability - MEAN if isinstance(value, int) else None


def _can_turn(question: Question, judging: Judging, roller: Character, other: Character | None, helped: bool) -> bool:
    """Whether a few points can still change something: not where the dice have settled the matter."""
    surplus = _surplus(question, judging)
    if surplus is None:
        return True
    if judging.why == "hit" and other is not None:
        lead = int(question.facts["value"]) - standing.value(other, "evasion") - MEAN
        return -6 <= lead <= 2 if helped else -2 <= lead <= 8
    return surplus <= 1 if helped else surplus >= -2


def _worth_a_new_roll(friend: bool, judging: Judging, question: Question) -> bool:
    surplus = _surplus(question, judging)
    if surplus is None:
        return False
    return surplus <= -3 if friend else surplus >= 3


def _thing(world: NwoWorld, name: str) -> Ability | Spell | None:
    """The spell or ability of this name."""
    tables: tuple[tuple[Ability | Spell, ...], ...] = (world.content.spell, world.content.ability)
    return next((one for table in tables for one in table if one.name == name), None)


def _best(world: NwoWorld, question: Question) -> tuple[tuple[str, ...], Square | None]:
    """The targets or the square on which something is worth most; none where it is worth nothing anywhere."""
    me = world.state.characters[question.to]
    record = _thing(world, question.facts["thing"])
    if record is None:
        return (), None
    value, ids, square = helping.best(world, me, record, tactics.of_thing(me, record, me.abilities.get(record.id, 1)))
    return (ids, square) if value > 0 else ((), None)


def _target(world: NwoWorld, question: Question) -> Any:
    """The roller of a judge that is meant, else who gives most; nobody where nobody gives anything."""
    options = {option.value for option in question.options}
    judging = world.state.judging
    if judging is not None and judging.who in options and question.default == judging.who:
        return judging.who
    ids, _ = _best(world, question)
    if ids and ids[0] in options:
        return ids[0]
    return "none" if "none" in options else by_default(question)


def _targets(world: NwoWorld, question: Question) -> Any:
    options = [option.value for option in question.options]
    ids = [id for id in _best(world, question)[0] if id in options]
    return (ids or options[: question.least])[: question.most]


def _square(world: NwoWorld, question: Question) -> str:
    """The square that gives most."""
    options = [option.value for option in question.options]
    _, square = _best(world, question)
    if square is not None and (value := f"{square[0]}.{square[1]}") in options:
        return value
    return "none" if "none" in options else str(by_default(question))


def _keep_casting(world: NwoWorld, question: Question) -> str:
    """A cast is given up for dice where the blow would break it anyway."""
    me, judging = world.state.characters[question.to], world.state.judging
    value = question.facts["value"]
    if judging is None or not isinstance(value, int) or judging.against != me.id:
        return "keep"
    if judging.why == "hit":
        return "keep"
    guard = standing.value(me, "resistance" if judging.why == "power" else "defence")
    return "interrupt" if me.hp - (value - guard) <= threshold(standing.hp_max(me)) else "keep"


ANSWERS: dict[str, Callable[[NwoWorld, Question], Any]] = {
    "prana": _prana,
    "death_payment": _death,
    "answer": _parry,
    "interrupt": _interrupt,
    "interrupt_after": _interrupt,
    "interrupt_spell": _interrupt,
    "target": _target,
    "targets": _targets,
    "target_square": _square,
    "interrupt_cast": _keep_casting,
    "interrupt_cast_now": lambda world, question: "interrupt",
}
