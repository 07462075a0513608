"""Exact odds as plain data and as a picture of bars."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import accumulate
from types import MappingProxyType
from typing import Any, cast

import msgspec

from rulewright.cli.output import bar, columns, percent, say
from rulewright.engine.distribution import Distribution

PERCENTILES = (5, 25, 50, 75, 95)
MOST_ROWS = 30
_TAIL = Fraction(1, 10_000)
_NONE = Fraction(0)


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
    """The odds of a dice expression's total."""
    from rulewright.engine import free_roll
    from rulewright.engine.enumerate import Odds
    from rulewright.engine.expression import Target
    from rulewright.engine.notation import parse

    expression = parse(text)
    found = Odds().of(lambda: free_roll.total(expression))
    success = None
    if isinstance(expression, Target):
        success = found.chance(lambda reached: bool(free_roll.succeeds(expression, reached)))
    outcomes = [(total, found.p(total)) for total in sorted(found)]
    return Shown(str(expression), outcomes, found.dropped, found, success)


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
    if all(type(outcome) is int for outcome in merged):
        order = sorted(cast("list[int]", list(merged)))
    else:
        order = sorted(merged, key=lambda outcome: (lowest[outcome], name_of(outcome)))  # type: ignore[arg-type]
    with_value = all(value is not None for _, value in found)
    values = cast("Distribution[int]", found.map(lambda pair: pair[1])) if with_value else None
    chances = {name: merged.chance(holds) for name, holds in events.items()}
    return Shown(title, [(outcome, merged.p(outcome)) for outcome in order], found.dropped, values, events=chances)


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


def draw(shown: Shown, language: str) -> str:
    """One line for each outcome with a bar, then mean, percentiles and what was left out."""
    shares = dict(shown.outcomes)
    lines = [shown.title, ""]
    if len(shares) > MOST_ROWS and not _numbers(shares) and shown.values is not None:
        lines[1:] = [say("odds.by_value", language, count=len(shares)), ""]
        shares = {value: shown.values.p(value) for value in sorted(shown.values)}
    bands = _bands(shares, language)
    rows = [(name, sum((shares[one] for one in outcomes), Fraction(0))) for name, outcomes in bands]
    longest = max((share for _, share in rows), default=Fraction(0)) or Fraction(1)
    if rows:
        table = columns([(name, percent(share, 2)) for name, share in rows]).split("\n")
        lines += [f"{line}  {bar(float(share / longest))}".rstrip() for line, (_, share) in zip(table, rows)]
    lines += _left_out(shares, bands, language)
    return "\n".join([*lines, "", *_figures(shown, language)]).rstrip()


def draw_two(first: Shown, second: Shown, language: str) -> str:
    """Two odds side by side with the difference, each outcome with both bars."""
    ours, theirs = dict(first.outcomes), dict(second.outcomes)
    both = {outcome: ours.get(outcome, _NONE) + theirs.get(outcome, _NONE) for outcome in {**ours, **theirs}}
    if _numbers(both):
        both = dict(sorted(both.items()))
    bands = _bands(both, language)
    shares = [
        (sum((ours.get(one, _NONE) for one in band), _NONE), sum((theirs.get(one, _NONE) for one in band), _NONE))
        for _, band in bands
    ]
    longest = float(max((share for pair in shares for share in pair), default=_NONE)) or 1.0
    rows = [("", "A", "B", "B - A")]
    bars = [""]
    for (name, _), (one, two) in zip(bands, shares):
        rows.append((name, percent(one, 2), percent(two, 2), f"{float(two - one) * 100:+.2f}"))
        bars.append(f"{bar(float(one) / longest, 20):20}|{bar(float(two) / longest, 20)}")
    lines = [f"A  {first.title}", f"B  {second.title}", ""]
    lines += [f"{line}  {picture}".rstrip() for line, picture in zip(columns(rows).split("\n"), bars)]
    lines += _left_out(both, bands, language)
    for letter, shown in (("A", first), ("B", second)):
        lines += ["", *(f"{letter}  {line}" for line in _figures(shown, language))]
    return "\n".join(lines)


def _numbers(outcomes: Iterable[Any]) -> bool:
    return all(type(outcome) is int for outcome in outcomes)


def _bands(shares: Mapping[Any, Fraction], language: str) -> list[tuple[str, list[Any]]]:
    """The rows to draw, each with its outcomes.

    Many numbers in a row come in bands of equal width between two tails; of many other things only the likeliest
    have a row.
    """
    if len(shares) <= MOST_ROWS:
        return [(name_of(outcome), [outcome]) for outcome in shares]
    if not _numbers(shares):
        likely = sorted(shares, key=lambda outcome: shares[outcome], reverse=True)[:MOST_ROWS]
        return [(name_of(outcome), [outcome]) for outcome in likely]
    first, last = _middle(list(shares.items()))
    order = list(shares)
    least, most = order[first], order[last]
    width = -(-(most - least + 1) // (MOST_ROWS - 2))
    bands: dict[int, list[Any]] = {}
    for place, outcome in enumerate(order):
        row = -1 if place < first else MOST_ROWS if place > last else (outcome - least) // width
        bands.setdefault(row, []).append(outcome)
    return [
        (say("odds.to", language, least=band[0], most=band[-1]) if band[1:] else str(band[0]), band)
        for _, band in sorted(bands.items())
    ]


def _middle(outcomes: Sequence[tuple[Any, Fraction]]) -> tuple[int, int]:
    """The places of the first and last outcome between two tails that are too unlikely to draw."""
    ends = []
    for run in (outcomes, outcomes[::-1]):
        reached = accumulate(share for _, share in run)
        ends.append(next((place for place, tail in enumerate(reached) if tail >= _TAIL), 0))
    return ends[0], len(outcomes) - 1 - ends[1]


def _left_out(shares: Mapping[Any, Fraction], bands: list[tuple[str, list[Any]]], language: str) -> list[str]:
    left = len(shares) - sum(len(band) for _, band in bands)
    return [say("odds.more", language, count=left)] if left else []


def _figures(shown: Shown, language: str) -> list[str]:
    lines = []
    if shown.success is not None:
        lines.append(say("odds.success", language, share=percent(shown.success, 2)))
    lines += [f"{name}: {percent(share, 2)}" for name, share in shown.events.items()]
    if shown.mean is not None:
        lines.append(say("odds.mean", language, mean=f"{float(shown.mean):.3f}"))
    if shown.percentiles:
        listed = ", ".join(f"{share} %: {value}" for share, value in shown.percentiles.items())
        lines.append(say("odds.percentiles", language, values=listed))
    if shown.dropped:
        lines.append(say("odds.dropped", language, share=f"{float(shown.dropped):.3g}"))
    return lines
