"""Which dice an attack rolls (CRN-ATTACK-02, -06 to -09, -12) and the damage that is left after armor."""

from __future__ import annotations

from functools import lru_cache
from itertools import groupby

import msgspec

from rulewright.engine.alike import Kept
from rulewright.engine.requests import Procedure, Roll
from rulewright.games.cairn.options import Options
from rulewright.games.cairn.strikes import UNARMED, Strike

IMPAIRED = 4  # CRN-ATTACK-06
ENHANCED = 12  # CRN-ATTACK-08
_HIGHEST = Kept(1)
ARMOR_CAP = 3  # CRN-ARMOR-04


def _combined(impaired: bool, enhanced: bool, options: Options) -> tuple[bool, bool]:
    """Impaired and Enhanced at once (CRN-ATTACK-09, option impaired_plus_enhanced)."""
    if not (impaired and enhanced):
        return impaired, enhanced
    both = options.impaired_plus_enhanced
    return both == "impaired", both == "enhanced"


def attack_dice(strike: Strike, impaired: bool, enhanced: bool, options: Options) -> tuple[int, ...]:
    """The dice of an attack after its modifiers; d12 is a choice that `normal_allowed` tells."""
    impaired, enhanced = _combined(impaired, enhanced, options)
    if strike.unarmed:  # CRN-ATTACK-07: d4, whatever the advantage
        return (ENHANCED,) if enhanced and options.unarmed_enhanced == "d12" else UNARMED
    if impaired or enhanced:
        die = IMPAIRED if impaired else ENHANCED  # CRN-ATTACK-06, CRN-ATTACK-08
        return (die,) * (len(strike.sides) if options.dual_modifier == "each_die" else 1)
    return strike.sides


def normal_allowed(strike: Strike, impaired: bool, enhanced: bool, options: Options) -> bool:
    """Whether the attacker has a d12 to choose, and so may keep the weapon's own dice (CRN-ATTACK-08)."""
    if strike.unarmed and options.unarmed_enhanced == "d4":
        return False
    return _combined(impaired, enhanced, options)[1]


def highest(sides: tuple[int, ...], who: str = "", why: str = "damage") -> Procedure[int]:
    """Roll all dice of an attack together; only the highest face counts (CRN-ATTACK-02, CRN-ATTACK-12)."""
    best: int = 0
    if len(sides) == 1:
        (best,) = yield Roll(1, sides[0], "CRN-ATTACK-02", who, why)
        return best
    for roll in _rolls(sides, who, why):
        for face in (yield roll):
            if face > best:
                best = face
    return best


@lru_cache(maxsize=1024)
def _rolls(sides: tuple[int, ...], who: str, why: str) -> tuple[Roll, ...]:
    """The throws of several dice; equal ones side by side fall together."""
    return tuple(Roll(len(list(dice)), size, "CRN-ATTACK-12", who, why, _HIGHEST) for size, dice in groupby(sides))


def after_armor(face: int, armor: int) -> int:
    """Damage that reaches the target (CRN-ARMOR-01); armor counts at most 3 (CRN-ARMOR-04)."""
    left = face - (armor if armor < ARMOR_CAP else ARMOR_CAP)
    return left if left > 0 else 0


class Damage(msgspec.Struct, frozen=True):
    """Damage of one attack: the face that counted, the armor, and what was left."""

    face: int
    armor: int
    damage: int


def pooled_damage(sides: tuple[int, ...], armor: int) -> Procedure[Damage]:
    """The dice of several attackers on one target: the single highest face of all, armor once (CRN-ATTACK-13)."""
    best = yield from highest(sides)
    return Damage(best, min(armor, ARMOR_CAP), after_armor(best, armor))
