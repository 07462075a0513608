"""Judges (NW3-JUDGE): 2d6 and Alter, against a Difficulty, against another Judge, or for a number.

What a Judge is and what its dice come to; how it is rolled is in `rolling`. Everything that a Judge depends on is
in `Judge` and the house rules, so it is pure: the same text plays it, replays it and gives its exact odds.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from rulewright.games.nw3.options import Options

Sort: TypeAlias = Literal["normal", "opposed", "numeric", "recovery"]
SEVEN = 7  # NW3-JUDGE-08
PER_CRITICAL = 10  # NW3-JUDGE-12
FUMBLED = -10  # NW3-JUDGE-15


class Judge(msgspec.Struct, frozen=True, gc=False, cache_hash=True):
    """One Judge before its dice.

    `sort` is "normal" (against `difficulty`), "opposed", "numeric" (only its number is used) or "recovery" (the same,
    and may end below 0). `penalty` (0 or less) comes off the Result after Critical and Fumble. Up to `prana` may be
    spent on it by the owner of `who`. `seven` takes 7 instead of rolling. `against` is a Result that is known
    already and has to be beaten; `versus` is the Judge that is expected to answer. With `secret` the owner does not
    know the Difficulty or the other side's numbers. `rising` says that the other side may Raise its Result later.
    `barred` are uses of Prana that a Logic forbids.
    """

    alter: int
    critical: int = 10
    fumble: int = 5
    sort: Sort = "opposed"
    difficulty: int = 0
    penalty: int = 0
    prana: int = 0
    who: str = ""
    why: str = "judge"
    seven: bool = False
    against: int | None = None
    versus: Judge | None = None
    secret: bool = False
    rising: bool = False
    barred: tuple[str, ...] = ()


class Dice(msgspec.Struct, frozen=True, gc=False):
    """A Dice Roll as it stands in the dice window: its total, what was done to it, and the Prana that this took."""

    total: int
    fudged: bool = False
    cancelled: bool = False
    spent: int = 0


class Judged(msgspec.Struct, frozen=True, gc=False):
    """What a Judge came to.

    `dice` is the total that was added (of the last roll in a chain; 0 on a Fumble), `raised` the sum of Raise dice,
    `spent` the Prana used. `automatic` marks the Critical of a Normal Judge, which succeeds whatever its Result.
    """

    result: int
    dice: int = 0
    criticals: int = 0
    fumble: bool = False
    automatic: bool = False
    raised: int = 0
    spent: int = 0


class Chain(msgspec.Struct, frozen=True, gc=False):
    """The rolls that a Critical brought: how many Criticals in all, and the last total."""

    criticals: int
    last: int
    spent: int = 0


def chains(sort: Sort, house: Options) -> bool:
    """Whether a Critical of this sort of Judge brings more dice (NW3-JUDGE-11, -12, -14; NW3-OPEN-10)."""
    if sort == "opposed" or house.critical_chain_scope == "always":
        return True
    return sort != "normal" and house.critical_chain_scope == "numeric"


def judged(asked: Judge, total: int, criticals: int, fumble: bool, spent: int, house: Options) -> Judged:
    """The Result (NW3-JUDGE-04, -12, -15) with its floor (NW3-JUDGE-17)."""
    result = asked.alter + asked.penalty
    if fumble:
        result, total = result + FUMBLED, 0
    elif criticals and chains(asked.sort, house):
        result += total + PER_CRITICAL * criticals
    else:
        result += total
    if result < 0 and asked.sort != "recovery" and house.result_floor:  # NW3-RECOVER-03
        result = 0
    if not criticals and not spent:
        return Judged(result, total, 0, fumble)
    return Judged(result, total, criticals, fumble, criticals > 0 and asked.sort == "normal", 0, spent)


def succeeds(asked: Judge, outcome: Judged) -> bool:
    """Whether a Normal Judge succeeded (NW3-JUDGE-05, -11)."""
    return outcome.automatic or outcome.result >= asked.difficulty


def attacker_wins(attacker: Judged, defender: Judged) -> bool:
    """Who won an Opposed Judge: a tie goes to the Attacker (NW3-JUDGE-07)."""
    return attacker.result >= defender.result


def needed(asked: Judge) -> int | None:
    """The Result that the owner knows to be enough; None where there is none, or it is secret."""
    if asked.secret:
        return None
    if asked.sort == "normal":
        return asked.difficulty
    return None if asked.against is None else asked.against + 1  # a tie goes to the Attacker (NW3-JUDGE-07)


def reached(asked: Judge, outcome: Judged) -> bool | None:
    """Whether an outcome is enough for its owner; None where the owner knows nothing that it is compared with."""
    enough = needed(asked)
    return None if enough is None else outcome.automatic or outcome.result >= enough
