"""What the rules that can be run by themselves are given: who rolls with which values, Prana and plan."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from rulewright.engine.errors import Refused
from rulewright.games.nw3.dice.critical_values import why_not
from rulewright.games.nw3.dice.judges import Judge, Sort
from rulewright.games.nw3.dice.plans import Plan, Planned, Plans
from rulewright.games.nw3.options import Options


class TableOptions(Options, frozen=True, forbid_unknown_fields=True, omit_defaults=True, cache_hash=True):
    """The table options; those that are not named are as the rules are written."""


AS_WRITTEN = TableOptions()
Number = Annotated[int, Meta(ge=-99, le=999)]
Alter = Annotated[Number, Meta(description="Alter: the stat with all its modifiers")]
Points = Annotated[int, Meta(ge=0, le=9999)]
Difficulty = Annotated[int, Meta(ge=0, le=999, description="Difficulty of a Normal Judge")]
Critical = Annotated[int, Meta(ge=2, le=12, description="Critical Value; 10 of whom the referee controls")]
Fumble = Annotated[int, Meta(ge=2, le=12, description="Fumble Value; 5 of whom the referee controls")]
Penalty = Annotated[int, Meta(ge=-99, le=0, description="what Bad Statuses take off the Result, such as -5")]
Seven = Annotated[bool, Meta(description="Any Seven: take 7 instead of rolling")]
Prana = Annotated[int, Meta(ge=0, le=20, description="Prana that may be spent")]
PranaPlan = Annotated[
    Plan | None, Meta(description="what Prana is spent on; without a plan whoever rolls is asked, and odds spend none")
]
House = Annotated[TableOptions, Meta(description='table options that differ, such as {"result_floor": false}')]


class Roller(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, cache_hash=True):
    """One who makes Judges."""

    critical: Critical = 7
    fumble: Fumble = 2
    penalty: Penalty = 0
    prana: Prana = 0
    plan: PranaPlan = None

    def judge(self, alter: int, who: str, why: str = "judge", sort: Sort = "opposed", seven: bool = False) -> Judge:
        """A Judge with these values."""
        return Judge(alter, self.critical, self.fumble, sort, 0, self.penalty, self.prana, who, why, seven)


class Side(Roller, frozen=True, forbid_unknown_fields=True, omit_defaults=True, cache_hash=True):
    """One side of an Opposed Judge."""

    alter: Alter = 0
    seven: Seven = False


def plans_of(house: Options, **rollers: Roller) -> Plans:
    """The plans of those that have Prana for one, by the name in their Judges.

    Raises `Refused` for a Critical and a Fumble Value that are the same.
    """
    for roller in rollers.values():
        values = roller.critical, roller.fumble
        if reason := why_not(values, values, 0, house):
            raise Refused(reason, "NW3-JUDGE-20")
    return tuple(
        Planned(who, roller.critical, roller.plan)
        for who, roller in rollers.items()
        if roller.prana and roller.plan is not None
    )
