"""Whether something can matter for what is going on, and at whom it can be aimed.

Nobody is asked for what cannot change the judge in progress, unless it wants to be asked for everything.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright.games.nwo.battles import targets
from rulewright.games.nwo.people import hostile, in_scene, makes_judges
from rulewright.games.nwo.records.effects import Effect
from rulewright.games.nwo.state import Character, Judging, NwoWorld

if TYPE_CHECKING:
    from rulewright.games.nwo.battles.using import Power

ON_THE_JUDGE = ("reroll", "dispel")
"""Effects that work on the judge or spell itself, whose maker is then the only target."""
ANSWERED_WITH = {"hit": "evasion", "attack": "defence", "power": "resistance"}
"""What the other side answers a judge with; where it answers with a plain value, no later window comes for that."""
BEGINS = ("hit", "called", "magic")
"""Judges with which something begins: there everybody is asked once for what works at once."""


def fixed_target(power: Power) -> bool:
    """Whether it is aimed at the maker of the judge by its nature."""
    return any(effect.op in ON_THE_JUDGE for effect in power.record.effects)


def aims(world: NwoWorld, user: Character, power: Power) -> bool:
    """Whether it has a target in range now."""
    record, judging = power.record, world.state.judging
    if not fixed_target(power):
        return targets.any_target(world, user, record)
    if judging is None:
        return False
    maker = world.state.characters[judging.who]
    return targets.affected(user, maker, record.affects) and targets.reaches(world, user, record.range, maker.square)


def why_no_aim(world: NwoWorld, user: Character, power: Power) -> str:
    """Why it has no target: nobody whom it affects is there, or they are out of range."""
    judging, affects = world.state.judging, power.record.affects
    here = in_scene(world)
    if fixed_target(power):
        here = [one for one in here if judging is not None and one.id == judging.who]
    return "out_of_range" if any(targets.affected(user, one, affects) for one in here) else "no_target"


def relevant(world: NwoWorld, user: Character, power: Power) -> bool:
    """Whether it could change the judge in progress or somebody's state, and no later window is the better one."""
    judging = world.state.judging
    if judging is None:
        return False
    record = power.record
    if cures := getattr(record, "cures", ()):
        return any(_has(one, status) for one in targets.legal(world, user, record) for status in cures)
    if getattr(record, "attack", None) or getattr(record, "heal", None) or not record.effects:
        return judging.why in BEGINS
    return any(_effect(world, user, power, effect, judging) for effect in record.effects)


def _effect(world: NwoWorld, user: Character, power: Power, effect: Effect, judging: Judging) -> bool:
    op, maker = effect.op, world.state.characters[judging.who]
    if op in ("modify_stat", "modify_judge"):
        good = effect.amount_at(power.level) > 0
        if effect.stat == judging.stat or (effect.stat == "any" and judging.why != "action_value"):
            return _sensible(world, user, power, maker, good)
        other = _answers_plainly(world, judging, effect.stat)
        return other is not None and _sensible(world, user, power, other, good)
    if op == "modify_cf":
        good = bool(effect.critical_add or effect.fumble_remove)
        return judging.stage == "before" and _sensible(world, user, power, maker, good)
    if op == "dispel":
        return hostile(user, maker)
    if op == "reroll":
        return True
    if op == "remove_status":
        return any(_has(one, effect.status or "") for one in targets.legal(world, user, power.record))
    return judging.why in BEGINS or judging.stage == "activation"


def _sensible(world: NwoWorld, user: Character, power: Power, whom: Character, good: bool) -> bool:
    """Whether one would aim it at somebody: what is good at the own side, what is bad at the other."""
    record = power.record
    if record.target == "self":
        return whom is user and good
    aimable = targets.affected(user, whom, record.affects) and targets.reaches(world, user, record.range, whom.square)
    return aimable and good != hostile(user, whom)


def _answers_plainly(world: NwoWorld, judging: Judging, stat: str | None) -> Character | None:
    """The other side, where it answers with a plain value of this stat, for which no window of its own comes."""
    other = world.state.characters.get(judging.against)
    plain = other is not None and ANSWERED_WITH.get(judging.why) == stat and not makes_judges(other)
    return other if plain else None


def _has(character: Character, status: str) -> bool:
    return bool(getattr(character, status, False))
