"""Exact odds as plain data and as a picture of bars."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from fractions import Fraction
from typing import Any, cast

import msgspec

from rulewright.cli.output import bar, columns, percent, say
from rulewright.engine.distribution import Distribution

PERCENTILES = (5, 25, 50, 75, 95)
MOST_ROWS = 30


class Shown(msgspec.Struct, frozen=True):
    """The odds of one thing.

    `outcomes` are in the order to show them. `values` are the odds of the number that goes with each outcome,
    where there is one; `success` is the chance of success of a roll with a target.
    """

    title: str
    outcomes: Sequence[tuple[Any, Fraction]]
    dropped: Fraction = Fraction(0)
    values: Distribution[int] | None = None
    success: Fraction | None = None

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
        return plain


def of_dice(text: str) -> Shown:
    """The odds of a dice expression's total."""
    from rulewright.engine import free_roll
    from rulewright.engine.enumerate import Odds
    from rulewright.engine.notation import Target, parse

    expression = parse(text)
    found = Odds().of(lambda: free_roll.total(expression))
    success = None
    if isinstance(expression, Target):
        success = found.chance(lambda reached: bool(free_roll.succeeds(expression, reached)))
    outcomes = [(total, found.p(total)) for total in sorted(found)]
    return Shown(str(expression), outcomes, found.dropped, found, success)


def of_rule(title: str, found: Distribution[tuple[Hashable, int | None]]) -> Shown:
    """The odds of a rule from those of its outcomes with their values (None where it has no number)."""
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
    return Shown(title, [(outcome, merged.p(outcome)) for outcome in order], found.dropped, values)


def name_of(outcome: Any) -> str:
    """An outcome in a few words: the fields of a struct that say something, or the thing itself."""
    if isinstance(outcome, msgspec.Struct):
        fields = msgspec.to_builtins(outcome)
        return ", ".join(f"{field} {value}" for field, value in fields.items() if value not in ("", None, [], {}))
    return str(outcome)


def draw(shown: Shown, language: str) -> str:
    """One line for each outcome with a bar, then mean, percentiles and what was left out."""
    rows = _rows(shown)
    longest = max((share for _, share in rows), default=Fraction(0)) or Fraction(1)
    lines = [shown.title, ""]
    if rows:
        table = columns([(name, percent(share, 2)) for name, share in rows]).split("\n")
        lines += [f"{line}  {bar(float(share / longest))}" for line, (_, share) in zip(table, rows)]
    if len(rows) < len(shown.outcomes) and not _numbers(shown):
        lines.append(say("odds.more", language, count=len(shown.outcomes) - len(rows)))
    return "\n".join([*lines, "", *_figures(shown, language)]).rstrip()


def draw_two(first: Shown, second: Shown, language: str) -> str:
    """Two odds side by side with the difference, each outcome with both bars."""
    ours, theirs = dict(first.outcomes), dict(second.outcomes)
    order = [*ours, *(outcome for outcome in theirs if outcome not in ours)]
    if all(type(outcome) is int for outcome in order):
        order.sort()
    longest = float(max([*ours.values(), *theirs.values()], default=Fraction(1))) or 1.0
    rows = [("", "A", "B", "B - A")]
    bars = [""]
    for outcome in order:
        one, two = ours.get(outcome, Fraction(0)), theirs.get(outcome, Fraction(0))
        rows.append((name_of(outcome), percent(one, 2), percent(two, 2), f"{float(two - one) * 100:+.2f}"))
        bars.append(f"{bar(float(one) / longest, 20):20}|{bar(float(two) / longest, 20)}")
    table = columns(rows).split("\n")
    lines = [f"A  {first.title}", f"B  {second.title}", ""]
    lines += [f"{line}  {picture}".rstrip() for line, picture in zip(table, bars)]
    for letter, shown in (("A", first), ("B", second)):
        lines += ["", *(f"{letter}  {line}" for line in _figures(shown, language))]
    return "\n".join(lines)


def _numbers(shown: Shown) -> bool:
    return all(type(outcome) is int for outcome, _ in shown.outcomes)


def _rows(shown: Shown) -> list[tuple[str, Fraction]]:
    """The outcomes to draw: a long run of numbers in bands of equal width, of other things the likeliest."""
    if len(shown.outcomes) <= MOST_ROWS:
        return [(name_of(outcome), share) for outcome, share in shown.outcomes]
    if not _numbers(shown):
        likely = sorted(shown.outcomes, key=lambda row: row[1], reverse=True)[:MOST_ROWS]
        return [(name_of(outcome), share) for outcome, share in likely]
    least, most = shown.outcomes[0][0], shown.outcomes[-1][0]
    width = -(-(most - least + 1) // MOST_ROWS)
    bands: dict[int, Fraction] = {}
    for outcome, share in shown.outcomes:
        start = least + (outcome - least) // width * width
        bands[start] = bands.get(start, Fraction(0)) + share
    return [(f"{start} to {min(start + width - 1, most)}", share) for start, share in sorted(bands.items())]


def _figures(shown: Shown, language: str) -> list[str]:
    lines = []
    if shown.success is not None:
        lines.append(say("odds.success", language, share=percent(shown.success, 2)))
    if shown.mean is not None:
        lines.append(say("odds.mean", language, mean=f"{float(shown.mean):.3f}"))
    if shown.percentiles:
        listed = ", ".join(f"{share} %: {value}" for share, value in shown.percentiles.items())
        lines.append(say("odds.percentiles", language, values=listed))
    if shown.dropped:
        lines.append(say("odds.dropped", language, share=f"{float(shown.dropped):.3g}"))
    return lines
