"""What a simulation has come to, in words and charts: rates and means with their intervals, and who did what."""

from __future__ import annotations

import msgspec
from markupsafe import Markup

from rulewright.engine.game import Game
from rulewright.engine.simulation import Count, Figure, mean_interval, share_interval
from rulewright.engine.words import told_or
from rulewright.table.balance_report import shares
from rulewright.table.percent import percent
from rulewright.table.wording import words_of
from rulewright.web.drawing import charts
from rulewright.web.views import Look

MOST_COLUMNS = 30


class Rate(msgspec.Struct, frozen=True):
    """How often something was so: the number, the share, and its interval in words."""

    name: str
    count: int
    share: str
    interval: str


class Mean(msgspec.Struct, frozen=True):
    """The mean of a figure with its interval and its range in words, and how often each value came as a chart."""

    name: str
    mean: str
    interval: str
    reach: str
    chart: Markup
    values: tuple[tuple[str, str], ...]


class Tally(msgspec.Struct, frozen=True):
    """Shares of something by name: the number in all, its share, and how much that is in a fight."""

    name: str
    chart: Markup
    rows: tuple[tuple[str, str, str, str], ...]


class ReportPart(msgspec.Struct, frozen=True):
    """All of it."""

    samples: int
    stalemates: int
    rates: tuple[Rate, ...]
    rates_chart: Markup
    means: tuple[Mean, ...]
    tallies: tuple[Tally, ...]


def report_part(look: Look, game: Game, language: str, count: Count) -> ReportPart:
    """The report on some fights, one at least."""
    words = words_of(game, language)
    names = {
        name: told_or(words, f"measure.{name}", name.replace("_", " "))
        for name in (*count.flags, *count.figures, *count.tallies)
    }
    rates, bars = [], []
    for name, hits in count.flags.items():
        low, high = share_interval(hits, count.samples)
        share = percent(hits / count.samples)
        rates.append(Rate(names[name], hits, share, look.say("balance.interval", low=_short(low), high=_short(high))))
        bars.append(charts.Bar(names[name], hits / count.samples, share, low, high))
    return ReportPart(
        count.samples,
        count.stalemates,
        tuple(rates),
        charts.bars(bars, look.say("balance.rates"), 1.0),
        tuple(_mean(look, names[name], figure, count.samples) for name, figure in count.figures.items()),
        tuple(_tally(names[name], tally, count.samples) for name, tally in count.tallies.items()),
    )


def _short(share: float) -> str:
    return f"{share * 100:.1f} %"


def _mean(look: Look, name: str, figure: Figure, samples: int) -> Mean:
    mean, low, high = mean_interval(figure, samples)
    bands = _bands(figure)
    named = [(label, times / samples) for label, times in bands]
    return Mean(
        name,
        f"{mean:.2f}",
        look.say("balance.interval", low=f"{low:.2f}", high=f"{high:.2f}"),
        look.say("balance.reach", least=figure.least, most=figure.most),
        charts.columns(
            [(label, share, percent(share)) for label, share in named], look.say("balance.values", name=name)
        ),
        tuple((label, percent(share)) for label, share in named),
    )


def _bands(figure: Figure) -> list[tuple[str, int]]:
    """How often each value came, from the least to the greatest; of many values bands of equal width."""
    if figure.least is None or figure.most is None:
        return []
    width = -(-(figure.most - figure.least + 1) // MOST_COLUMNS)
    times: dict[int, int] = {}
    for first in range(figure.least, figure.most + 1, width):
        times[first] = 0
    for value, count in figure.counts.items():
        times[figure.least + (value - figure.least) // width * width] += count
    return [(str(first) if width == 1 else f"{first}–{first + width - 1}", count) for first, count in times.items()]


def _tally(name: str, tally: dict[str, int], samples: int) -> Tally:
    found = shares(tally)
    bars = [charts.Bar(one, share, percent(share)) for one, _, share in found]
    rows = tuple((one, f"{number:,}", percent(share), f"{number / samples:.2f}") for one, number, share in found)
    return Tally(name, charts.bars(bars, name, 1.0) if bars else Markup(""), rows)
