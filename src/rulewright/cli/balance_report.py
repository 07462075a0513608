"""The report of a simulation for people: rates, means and shares, and the table of a sweep."""

from __future__ import annotations

from rulewright.cli.output import bar, columns, say
from rulewright.engine.game import Game
from rulewright.engine.simulation import Count, mean_interval, share_interval
from rulewright.engine.words import told_or
from rulewright.table.balance_report import Report, shares
from rulewright.table.percent import percent
from rulewright.table.wording import source_named, words_of


def draw(report: Report, game: Game, seconds: float, language: str) -> str:
    """The report for people: everything of one scenario, or a row for each variant of a sweep."""
    samples = sum(count.samples for _, count in report.counts)
    lines = [
        f"{report.title} ({game.title})",
        say("simulate.samples", language, count=f"{samples:,}", seed=report.seed),
        "",
    ]
    if len(report.counts) == 1 and not report.counts[0][0].values:
        lines += _one(report.counts[0][1], game, language)
    else:
        lines.append(_sweep(report, game, language))
    stalemates = sum(count.stalemates for _, count in report.counts)
    if stalemates:
        lines += ["", say("simulate.stalemates", language, count=f"{stalemates:,}")]
    rate = f"{samples / seconds:,.0f}" if seconds else "-"
    return "\n".join([*lines, "", say("simulate.speed", language, rate=rate, seconds=f"{seconds:.1f}")])


def _one(count: Count, game: Game, language: str) -> list[str]:
    interval = say("simulate.interval", language)
    rows = [("", say("simulate.rate", language), interval)]
    for name, hits in count.flags.items():
        low, high = share_interval(hits, count.samples)
        rate = percent(hits / count.samples)
        rows.append((_name(name, game, language), rate, f"{low * 100:.1f} - {high * 100:.1f} %"))
    parts = columns(rows).split("\n")
    rates = [0.0, *(hits / count.samples for hits in count.flags.values())]
    lines = [f"{line}  {bar(rate, 20)}".rstrip() for line, rate in zip(parts, rates)]
    means = [("", say("simulate.mean", language), interval, say("simulate.range", language))]
    for name, figure in count.figures.items():
        mean, low, high = mean_interval(figure, count.samples)
        reach = f"{figure.least} - {figure.most}"
        means.append((_name(name, game, language), f"{mean:.2f}", f"{low:.2f} - {high:.2f}", reach))
    lines += ["", columns(means)]
    words = words_of(game, language)
    for name, tally in count.tallies.items():
        found = [(f"  {source_named(words, one)}", percent(share), bar(share, 20)) for one, _, share in shares(tally)]
        lines += ["", f"{_name(name, game, language)}:"]
        if found:
            table = columns([(who, share) for who, share, _ in found]).split("\n")
            lines += [f"{line}  {drawn}".rstrip() for line, (_, _, drawn) in zip(table, found)]
    return lines


def _sweep(report: Report, game: Game, language: str) -> str:
    first, count = report.counts[0]
    flags, figures = list(count.flags), list(count.figures)
    names = [*first.values, *(_name(name, game, language) for name in [*flags, *figures])]
    rows = [names]
    for variant, count in report.counts:
        row = [str(value) for value in variant.values.values()]
        for name in flags:
            low, high = share_interval(count.flags.get(name, 0), count.samples)
            reach = (high - low) * 50
            row.append(f"{count.flags.get(name, 0) / count.samples * 100:.1f} ±{reach:.1f}")
        row += [f"{mean_interval(count.figures[name], count.samples)[0]:.2f}" for name in figures]
        rows.append(row)
    return f"{columns(rows, left=0)}\n\n{say('simulate.sweep', language)}"


def _name(name: str, game: Game, language: str) -> str:
    """The game's word for a figure, or its name where the game has none."""
    return told_or(words_of(game, language), f"measure.{name}", name.replace("_", " "))
