"""Judges from beginning to end: Normal, numeric, and Opposed with one or several Defenders (NW3-JUDGE-05, -07, -22)."""

from __future__ import annotations

from collections.abc import Sequence
from operator import attrgetter

import msgspec

from rulewright.engine.requests import Call, Procedure
from rulewright.engine.together import SumAlike, together
from rulewright.games.nw3.dice.judges import Judge, Judged, attacker_wins, succeeds
from rulewright.games.nw3.dice.raising import may_raise, raise_alone, raise_in_turn
from rulewright.games.nw3.dice.rolling import judge
from rulewright.games.nw3.options import Options

DIFFERENCE = SumAlike(attrgetter("result"), (1, -1))


class Contest(msgspec.Struct, frozen=True, gc=False):
    """An Opposed Judge as it came out: the Attacker's Judge and those of the Defenders."""

    attacker: Judged
    defenders: tuple[Judged, ...]

    def won(self, defender: int = 0) -> bool:
        """Whether the Attacker wins against a Defender."""
        return attacker_wins(self.attacker, self.defenders[defender])

    def difference(self, defender: int = 0) -> int:
        """The Attacker's Result less the Defender's."""
        return self.attacker.result - self.defenders[defender].result


def alone(asked: Judge, house: Options) -> Procedure[Judged]:
    """A Judge that nobody answers, its Raise window included."""
    outcome = yield from judge(asked, house)
    if asked.prana > outcome.spent:
        outcome = yield from raise_alone(asked, outcome, house)
    return outcome


def normal(asked: Judge, house: Options) -> Procedure[bool]:
    """A Normal Judge: whether it succeeds."""
    return succeeds(asked, (yield from alone(asked, house)))


def opposed(attacker: Judge, defender: Judge, house: Options, compared: bool = False) -> Procedure[Contest]:
    """An Opposed Judge of two, of which the caller uses no more than the difference of the Results.

    `compared` says that only who wins matters.
    """
    if attacker.prana or defender.prana:
        return (yield from contest(attacker, (defender,), house, compared=compared))
    calls = Call(judge, (attacker, house)), Call(judge, (defender, house))
    first, second = yield together(DIFFERENCE, *calls)
    return Contest(first, (second,))


def difference(attacker: Judge, defender: Judge, house: Options) -> Procedure[int]:
    """The Attacker's Result less the Defender's, as in a damage roll; below 0 where the Defender's is higher."""
    return (yield from opposed(attacker, defender, house)).difference()


def contest(attacker: Judge, defenders: Sequence[Judge], house: Options, compared: bool = True) -> Procedure[Contest]:
    """An Opposed Judge: the Attacker completely, then each Defender, then the common Raise window."""
    first = yield from lead(attacker, house)
    return (yield from answer(attacker, first, defenders, house, compared))


def lead(asked: Judge, house: Options) -> Procedure[Judged]:
    """One side's own Judge, of which the Attacker's comes first (NW3-JUDGE-07)."""
    one = (yield Call(judge, (asked, house))) if asked.prana else (yield from judge(asked, house))
    if asked.prana > one.spent and house.prana_raise_window == "own_step":  # NW3-OPEN-14
        one = yield from raise_alone(asked, one, house)
    return one


def answer(
    attacker: Judge, first: Judged, defenders: Sequence[Judge], house: Options, compared: bool = True
) -> Procedure[Contest]:
    """The Defenders' Judges after the Attacker's, and the common Raise window (NW3-JUDGE-22, NW3-PRANA-04).

    `compared` says that only who wins matters; then a Defender knows the Result to beat.
    """
    own_step = house.prana_raise_window == "own_step"
    rising = not own_step and may_raise(attacker, first, house)
    answers, prana = [], attacker.prana > first.spent
    for asked in defenders:
        if compared and asked.prana and asked.against is None:
            asked = msgspec.structs.replace(asked, against=first.result, rising=rising)
        one = yield from lead(asked, house)
        prana = prana or asked.prana > one.spent
        answers.append(one)
    if answers and prana and not own_step:
        first, *answers = yield from raise_in_turn((attacker, *defenders), (first, *answers), house, compared)
    return Contest(first, tuple(answers))
