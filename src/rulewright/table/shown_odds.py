"""Exact odds as plain data: outcomes with their chances, mean, percentiles, and chances of things about an outcome."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from fractions import Fraction
from types import MappingProxyType
from typing import Any, cast

import msgspec

from rulewright.engine import free_roll
from rulewright.engine.distribution import Distribution
from rulewright.engine.enumerate import Odds
from rulewright.engine.expression import Target
from rulewright.engine.game import PureProcedure
from rulewright.engine.notation import parse
from rulewright.engine.requests import Procedure

PERCENTILES = (5, 25, 50, 75, 95)


class Shown(msgspec.Struct, frozen=True):
    """The odds of one thing.

    `outcomes` are in the order to show them. `values` are the odds of the number that goes with each outcome,
    where there is one; `success` is the chance of success of a roll with a target, `events` are chances of other
    things about the outcome by their names.
    """

    title: str
    outcomes: Sequence[tuple[Any, Fraction]]
    dropped: Fraction = Fraction(0)
    values: Distribution[int] | None = None
    success: Fraction | None = None
    events: Mapping[str, Fraction] = {}

    @property
    def mean(self) -> Fraction | None:
        """The exact mean of the values."""
        return None if self.values is None or not len(self.values) else self.values.expect(lambda value: value)

    @property
    def percentiles(self) -> Mapping[int, int]:
        """The least values that so many percent of the weight do not pass."""
        if self.values is None or not len(self.values):
            return {}
        return {share: self.values.percentile(Fraction(share, 100)) for share in PERCENTILES}

    def plain(self) -> dict[str, Any]:
        """As plain data: floats, and the exact fractions as text."""
        mean = self.mean
        plain: dict[str, Any] = {
            "title": self.title,
            "outcomes": [
                {"outcome": outcome, "probability": float(share), "exact": str(share)}
                for outcome, share in self.outcomes
            ],
            "mean": None if mean is None else float(mean),
            "percentiles": {str(share): value for share, value in self.percentiles.items()},
            "dropped": float(self.dropped),
        }
        if self.success is not None:
            plain["success"] = float(self.success)
        if self.events:
            plain["events"] = {name: float(share) for name, share in self.events.items()}
        return plain


def of_dice(text: str) -> Shown:
    """The odds of a dice expression's total; raises `Malformed`, and `TooManyPaths` where it has too many dice."""
    expression = parse(text)
    found = Odds().of(lambda: free_roll.total(expression))
    success = None
    if isinstance(expression, Target):
        success = found.chance(lambda reached: bool(free_roll.succeeds(expression, reached)))
    outcomes = [(total, found.p(total)) for total in sorted(found)]
    return Shown(str(expression), outcomes, found.dropped, found, success)


def of_procedure(procedure: PureProcedure, fields: msgspec.Struct, drop: Fraction | None = None) -> Shown:
    """The odds of a rule with these arguments; `drop` stands in for the procedure's own.

    Raises `Refused` for arguments that do not go together, and `TooManyPaths`.
    """
    return of_rule(_title(procedure, fields), distribution(procedure, fields, drop), procedure.events)


def distribution(
    procedure: PureProcedure, fields: msgspec.Struct, drop: Fraction | None = None
) -> Distribution[tuple[Hashable, int | None]]:
    """The exact odds of a procedure's outcomes with their values (None where it has no number)."""
    value = procedure.value

    def fresh() -> Procedure[tuple[Hashable, int | None]]:
        result = yield from procedure.run(fields)
        return procedure.outcome(result), None if value is None else value(result)

    return Odds(drop=procedure.drop if drop is None else drop).of(fresh)


def of_rule(
    title: str,
    found: Distribution[tuple[Hashable, int | None]],
    events: Mapping[str, Callable[[Any], bool]] = MappingProxyType({}),
) -> Shown:
    """The odds of a rule from those of its outcomes with their values (None where it has no number).

    `events` are things about an outcome whose chances are shown too.
    """
    merged = found.map(lambda pair: pair[0])
    lowest: dict[Hashable, int] = {}
    for outcome, value in found:
        lowest[outcome] = min(lowest.get(outcome, value or 0), value or 0)
    if numbers(merged):
        order = sorted(cast("list[int]", list(merged)))
    else:
        order = sorted(merged, key=lambda outcome: (lowest[outcome], name_of(outcome)))  # type: ignore[arg-type]
    with_value = all(value is not None for _, value in found)
    values = cast("Distribution[int]", found.map(lambda pair: pair[1])) if with_value else None
    chances = {name: merged.chance(holds) for name, holds in events.items()}
    return Shown(title, [(outcome, merged.p(outcome)) for outcome in order], found.dropped, values, events=chances)


def numbers(outcomes: Iterable[Any]) -> bool:
    """Whether all outcomes are whole numbers."""
    return all(type(outcome) is int for outcome in outcomes)


def name_of(outcome: Any) -> str:
    """An outcome in a few words: the fields or entries that say something, or the thing itself."""
    if isinstance(outcome, msgspec.Struct):
        outcome = msgspec.to_builtins(outcome)
    if isinstance(outcome, dict):
        said = {field: value for field, value in outcome.items() if value not in ("", None, [], {})}
        return ", ".join(f"{field} {_value(value)}" for field, value in said.items())
    if isinstance(outcome, list | tuple):
        return ", ".join(name_of(one) for one in outcome if one not in ("", None))
    return str(outcome)


def _value(value: Any) -> str:
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()


def _title(procedure: PureProcedure, fields: msgspec.Struct) -> str:
    given = {name: value for name, value in msgspec.to_builtins(fields).items() if value != {}}
    listed = ", ".join(f"{name} {msgspec.json.encode(value).decode()}" for name, value in given.items())
    return f"{procedure.name} ({listed})" if listed else procedure.name
