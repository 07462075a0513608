"""What the rules that can be run by themselves are given: who rolls with which values."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from rulewright.engine.errors import Malformed
from rulewright.engine.requests import Call, Procedure
from rulewright.games.nwo.judges.chances import valued
from rulewright.games.nwo.judges.dice import prone
from rulewright.games.nwo.options import Options


class TableOptions(Options, frozen=True, forbid_unknown_fields=True, omit_defaults=True, cache_hash=True):
    """The table options; those that are not named are as the rules have them."""


AS_WRITTEN = TableOptions()
Number = Annotated[int, Meta(ge=-99, le=999)]
Ability = Annotated[Number, Meta(description="ability value, with all its lasting parts")]
Sums = Annotated[tuple[Annotated[int, Meta(ge=2, le=12)], ...], Meta(max_length=5, description="sums of two dice")]
Points = Annotated[int, Meta(ge=0, le=9999)]
House = Annotated[TableOptions, Meta(description='table options that differ, such as {"fumble_modifiers": "keep"}')]


class Roller(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, cache_hash=True):
    """One who makes judges; `mods` and `prana` count for each judge of its."""

    critical: Sums = (10,)
    fumble: Sums = (5,)
    mods: Annotated[Number, Meta(description="corrections")] = 0
    prana: Annotated[int, Meta(ge=0, le=999, description="prana declared")] = 0
    penalty: Annotated[int, Meta(ge=0, le=999, description="points over the worn limit")] = 0
    prone: Annotated[bool, Meta(description="prone: every ability is halved")] = False

    def call(self, ability: int, house: Options, mods: int = 0) -> Call:
        """The request for a judge with these values; raises `Malformed` for a sum that is both C and F value."""
        if both := set(self.critical) & set(self.fumble):
            raise Malformed(str(sorted(both)), at="fumble", expected="no value that is a C value too")
        whole = prone(ability) if self.prone else ability
        keep = house.fumble_modifiers == "keep"
        args = (whole, self.mods + mods, self.prana, self.penalty, self.critical, self.fumble, keep)
        return Call(valued, args)

    def plain(self, ability: int, house: Options) -> int:
        """The value without a judge (NWO-JUDGE-12)."""
        halved = self.prone and house.prone_halves_no_roll
        return (prone(ability) if halved else ability) - self.penalty


class Side(Roller, frozen=True, forbid_unknown_fields=True, omit_defaults=True, cache_hash=True):
    """One side of an opposed judge."""

    ability: Ability = 8


def run(call: Call) -> Procedure[int]:
    """The result of a request for a judge."""
    value: int = yield call
    return value
