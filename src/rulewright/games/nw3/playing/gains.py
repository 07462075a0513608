"""What using a block is worth to who considers it, in HP: a rough measure for choosing, not a rule.

A point of a stat is worth what it changes in the attacks of a Round between equals; what lasts longer counts for
more Rounds. Costs are measured alike, so that a block is used where it gains more than it costs.
"""

from __future__ import annotations

from typing import Final

from rulewright.games.nw3.battles.blocks import pool
from rulewright.games.nw3.battles.fighters import opposing
from rulewright.games.nw3.battles.harm import AVOID_PRANA
from rulewright.games.nw3.battles.numbers import Names, names_of
from rulewright.games.nw3.battles.subjects import guarded
from rulewright.games.nw3.battles.usable import Usable, worked_out
from rulewright.games.nw3.records import effects as kinds
from rulewright.games.nw3.records.effect import Effect
from rulewright.games.nw3.records.effects import AnyEffect
from rulewright.games.nw3.records.formula import read
from rulewright.games.nw3.state import EMULATORS, WIZARDS, Character, Nw3World

HURT: Final = 0.45
"""The share of HP or MP below which one looks after it."""
_ROUNDS: Final = {"judge": 0.4, "next_judge": 0.4, "attack": 0.4, "main_process": 0.8, "round": 1.0, "instant": 1.0}
_LONG: Final = 3.0
_STATS: Final = {
    "pacc": 0.4, "macc": 0.4, "eva": 0.5, "spd": 0.1, "patk": 0.5, "matk": 0.5, "pdef": 0.35, "mdef": 0.35,
    "body": 0.3, "mind": 0.1,
}  # fmt: skip
_JUDGES: Final = {
    "hit": 0.8, "dodge": 0.5, "patk": 0.5, "matk": 0.5, "pdef": 0.35, "mdef": 0.35, "reaction": 0.6, "any": 1.8,
    "initiative": 0.1,
}  # fmt: skip
_OFFENCE: Final = {"pacc": "patk", "patk": "patk", "macc": "matk", "matk": "matk"}
_STATUS: Final = 3.0
_ACTIONS: Final = {"main_process": 6.0, "major": 4.0, "attack": 4.0, "minor": 1.0, "move": 0.5}
_WORDS: Final = {
    kinds.FullHit: 3.0, kinds.FullDodge: 5.0, kinds.CoverUp: 3.0, kinds.Negate: 4.0, kinds.Retarget: 2.0,
    kinds.Reroll: 2.0, kinds.Substitute: 1.5, kinds.Blockade: 1.0, kinds.Movement: 0.5, kinds.SetElement: 0.2,
    kinds.CostChange: 0.5,
}  # fmt: skip
_MP, _HP, _PRANA = 0.12, 1.1, 4.0
_NEEDED, _TOPPED = 0.35, 0.08
"""What a point of healing is worth to one who is badly hurt, and to another: harm done counts for more."""


def gain(world: Nw3World, user: Character, usable: Usable, target: Character) -> float:
    """What the effects of a block, its attack left out, do for the user's side on this target."""
    total = 0.0
    names = names_of(user, usable.sl, target, RESULT=user.cl + 12, TARGETS=1)
    for effect in usable.block.effect:
        if isinstance(effect, kinds.Attack) or effect.when == "failure":
            continue
        if not effect.guard or guarded(world, effect.guard, user, target):
            total += _of(effect, usable, user, user if effect.on == "self" else target, names)
    return total


def price(world: Nw3World, user: Character, usable: Usable) -> float:
    """What a use costs in the same measure; without end where it would leave too little to live on."""
    total = 0.0
    for kind, amount in usable.costs:
        paid = max(0, worked_out(amount, user, usable.sl))
        if kind == "mp":
            plenty = user.mp > user.mind * 0.7
            total += paid * (_MP * 0.5 if plenty else _MP)
        elif kind == "hp":
            total += paid * _HP if (user.hp - paid) * 3 > user.body else 99.0
        elif paid:
            total += paid * _PRANA if pool(world, user, "prana") - paid >= AVOID_PRANA else 99.0
    return total + _STATUS * sum(cost.kind == "bad_status" for cost in usable.block.cost)


def pays(world: Nw3World, user: Character, usable: Usable, target: Character) -> bool:
    """Whether using the block on this target gains more than it costs."""
    return gain(world, user, usable, target) > price(world, user, usable)


def _mean(amount: int | str, names: Names) -> int:
    formula = read(amount)
    thrown: list[int] = []
    for dice in formula.dice:
        thrown.append(max(0, dice(names, thrown)) * 7 // 2)
    return formula.compute(names, thrown)


def _of(effect: AnyEffect, usable: Usable, user: Character, subject: Character, names: Names) -> float:
    sign = -1.0 if opposing(user, subject) else 1.0
    match effect:
        case kinds.Modify():
            return sign * _modify(effect, usable, subject, names)
        case kinds.Recovery():
            return sign * _healing(subject, effect.pool, _mean(effect.power, names) + 7)
        case kinds.Resource(pool="hp" | "mp" as pool):
            amount = _mean(effect.amount, names)
            if effect.mode == "set":
                amount -= int(getattr(subject, pool))
            return sign * (_healing(subject, pool, amount) if amount > 0 else amount * (_HP if pool == "hp" else _MP))
        case kinds.Resource(pool="prana"):
            return sign * 2.0 * _mean(effect.amount, names)
        case kinds.ClearStatus():
            return sign * _STATUS * sum(one in subject.statuses for one in effect.status)
        case kinds.InflictStatus():
            return -sign * (0.0 if effect.status in subject.statuses and effect.rating is None else _STATUS)
        case kinds.Damage(mode="direct"):
            return -sign * min(subject.hp + 3, _mean(effect.amount, names))
        case kinds.Damage() | kinds.ReduceDamage():
            return abs(_mean(effect.amount, names))
        case kinds.CriticalShift():
            return 1.0 * _mean(effect.amount, names) * _rounds(effect)
        case kinds.ExtraAction():
            return sign * _ACTIONS[effect.action]
        case kinds.Condition():
            return sign * _condition(effect, subject)
        case _:
            return _WORDS.get(type(effect), 0.0)


def _rounds(effect: Effect) -> float:
    return _ROUNDS.get(effect.lasts, _LONG)


def _modify(effect: kinds.Modify, usable: Usable, subject: Character, names: Names) -> float:
    if not usable.block.stacks and any(one.block == usable.id for one in subject.effects):
        return 0.0  # NW3-SKILL-44
    what = effect.stat if effect.scope == "stat" else effect.judge
    worth = _STATS.get(str(what), 0.05) if effect.scope == "stat" else _JUDGES.get(str(what), 0.05)
    side = _OFFENCE.get(str(what))
    if side is not None:  # who attacks with the other kind has little of it
        physical = subject.stats.pacc + subject.stats.patk >= subject.stats.macc + subject.stats.matk
        worth *= 1.0 if physical == (side == "patk") else 0.15
    return worth * _mean(effect.amount, names) * _rounds(effect)


def _healing(subject: Character, pool: str, amount: int) -> float:
    now, most = (subject.hp, subject.body) if pool == "hp" else (subject.mp, subject.mind)
    filled = min(most - now, amount)
    if pool == "mp":
        return filled * _MP if now < most * HURT else 0.0
    if now == 0:
        return filled * _NEEDED + 8.0
    return filled * (_NEEDED if now < most * HURT else _TOPPED)


def _condition(effect: kinds.Condition, subject: Character) -> float:
    if effect.mode == "remove":
        return 8.0 if effect.condition == "incapacitated" and not subject.hp else 0.2
    match effect.condition:
        case "hidden":
            return 0.0 if subject.hidden else 2.5
        case "flying":
            return 0.0 if subject.flying else 1.0
        case "pre_action":
            return 0.0 if subject.pre_action else _ACTIONS["main_process"]
        case "post_action":
            return -4.0 if subject.pre_action else 0.0
        case _:
            return 0.3


def anybody_opposing(character: Character) -> Character:
    """Somebody on the other side, as a target whom nothing is known of."""
    side = EMULATORS if character.side == WIZARDS else WIZARDS
    return Character("victim", "", "enemy", side, hp=20, body=20)
