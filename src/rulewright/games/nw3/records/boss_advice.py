"""Advice on a Boss: the HP that a planned fight asks for, and what the plan warns of (NW3-ENEMY-15, -16)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from itertools import product
from math import ceil
from typing import Final, Literal, TypeAlias

import msgspec

from rulewright.games.nw3.records.enemies import Attacker, Enemy

Method: TypeAlias = Literal["simple", "exact_2d6"]
LONG_FIGHT: Final = 10
"""Rounds from which on tension is lost."""
HIGH_DEFENCE: Final = 5
"""So much above the attack, a defence lets hardly anything through (NW3-FORT-OPEN-18)."""
_FACES: Final = range(1, 7)


class Warned(msgspec.Struct, frozen=True):
    """One thing that the plan of a Boss warns of; `attacker` and `gap` where it concerns one attacker."""

    key: Literal["boss_fight_long", "boss_defence_high", "boss_cannot_be_hurt"]
    attacker: str = ""
    gap: int = 0


class BossAdvice(msgspec.Struct, frozen=True):
    """What a plan comes to: HP Damage of one round, the HP that follow (None if nobody hurts it), and warnings."""

    damage: Fraction
    hp: int | None
    warnings: tuple[Warned, ...]


@cache
def _differences() -> Mapping[int, int]:
    """How many of the 1296 outcomes of 2d6 against 2d6 differ by so much."""
    return Counter(a + b - c - d for a, b, c, d in product(_FACES, repeat=4))


def exact_sum(gap: int) -> int:
    """The sum over all 1296 outcomes of the HP Damage where the attack is `gap` above the defence."""
    return sum(count * max(0, gap + difference) for difference, count in _differences().items())


def mean_damage(gap: int, method: Method) -> Fraction:
    """The HP Damage of one hit where the attack is `gap` above the defence, without Criticals and Fumbles."""
    if method == "simple":
        return Fraction(max(0, gap))
    return Fraction(exact_sum(gap), len(_FACES) ** 4)


def advice(boss: Enemy, method: Method) -> BossAdvice | None:
    """What the plan of a Boss comes to, by its own method or else by this one; None without a plan."""
    plan = boss.plan
    if plan is None:
        return None
    by = plan.method or method
    found = [Warned("boss_fight_long")] if plan.rounds >= LONG_FIGHT else []
    damage = Fraction(0)
    for one in plan.attackers:
        gap = _gap(boss, one)
        damage += mean_damage(gap, by) * one.attacks * Fraction(one.hit_percent, 100)
        if -gap >= HIGH_DEFENCE:
            found.append(Warned("boss_defence_high", one.name, -gap))
    if not damage:
        return BossAdvice(damage, None, (*found, Warned("boss_cannot_be_hurt")))
    return BossAdvice(damage, ceil(damage * plan.rounds), tuple(found))  # rounded only at the end


def _gap(boss: Enemy, attacker: Attacker) -> int:
    return attacker.attack - boss.stats.get(attacker.against, 0)
