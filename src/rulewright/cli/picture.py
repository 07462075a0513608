"""Exact odds as a picture of bars."""

from __future__ import annotations

from rulewright.cli.output import bar, columns, say
from rulewright.table.odds_rows import Row, Rows, rows
from rulewright.table.percent import percent
from rulewright.table.shown_odds import Shown, name_of


def draw(shown: Shown, language: str) -> str:
    """One line for each outcome with a bar, then mean, percentiles and what was left out."""
    found = rows(shown)
    lines = [shown.title, ""]
    if found.by_number:
        lines[1:] = [say("odds.by_value", language, count=found.by_number), ""]
    if found.rows:
        named = [(_name(row, language), percent(row.shares[0], 2)) for row in found.rows]
        bars = (bar(float(row.shares[0] / (found.longest or 1))) for row in found.rows)
        lines += [f"{line}  {drawn}".rstrip() for line, drawn in zip(columns(named).split("\n"), bars)]
    lines += _left_out(found, language)
    return "\n".join([*lines, "", *_figures(shown, language)]).rstrip()


def draw_two(first: Shown, second: Shown, language: str) -> str:
    """Two odds side by side with the difference, each outcome with both bars."""
    found = rows(first, second)
    longest = float(found.longest) or 1.0
    table = [("", "A", "B", "B - A")]
    bars = [""]
    for row in found.rows:
        one, two = row.shares
        table.append((_name(row, language), percent(one, 2), percent(two, 2), f"{float(two - one) * 100:+.2f}"))
        bars.append(f"{bar(float(one) / longest, 20):20}|{bar(float(two) / longest, 20)}")
    lines = [f"A  {first.title}", f"B  {second.title}", ""]
    lines += [f"{line}  {picture}".rstrip() for line, picture in zip(columns(table).split("\n"), bars)]
    lines += _left_out(found, language)
    for letter, shown in (("A", first), ("B", second)):
        lines += ["", *(f"{letter}  {line}" for line in _figures(shown, language))]
    return "\n".join(lines)


def _name(row: Row, language: str) -> str:
    first, *others = row.outcomes
    return say("odds.to", language, least=first, most=others[-1]) if others else name_of(first)


def _left_out(found: Rows, language: str) -> list[str]:
    return [say("odds.more", language, count=found.left_out)] if found.left_out else []


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
