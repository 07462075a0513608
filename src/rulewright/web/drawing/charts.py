"""Charts as SVG without a script: bars with intervals, columns of a distribution, a line. A table beside each tells the
same; every chart is 400 units wide, so that its text can be read on a phone.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import ceil

import msgspec
from markupsafe import Markup

from rulewright.web.drawing.text_width import cut, text_width

WIDTH = 400
ROW = 40
PLOT = 140
LEFT = 44
FOOT = 22
LETTER = 6.6
"""How wide a narrow letter of a name below a column is."""


class Bar(msgspec.Struct, frozen=True):
    """One bar: its name, its length as a value, the value in words, the bounds of its interval, and its colour."""

    name: str
    value: float
    told: str
    low: float | None = None
    high: float | None = None
    kind: str = "plain"


def bars(data: Sequence[Bar], label: str, most: float = 0.0) -> Markup:
    """Bars one below the other; a bar of value `most` is as wide as the chart (0: the longest is)."""
    reach = most or max((max(bar.value, bar.high or 0.0) for bar in data), default=0.0) or 1.0
    room = WIDTH - 8
    parts = []
    for place, bar in enumerate(data):
        y = place * ROW
        parts.append(_text(4, y + 14, cut(bar.name, 40), "name"))
        parts.append(_text(WIDTH - 4, y + 14, bar.told, "value end"))
        parts.append(_rect(4, y + 20, room, 10, "track"))
        parts.append(_rect(4, y + 20, room * _within(bar.value / reach), 10, f"bar {bar.kind}"))
        if bar.low is not None and bar.high is not None:
            low, high = 4 + room * _within(bar.low / reach), 4 + room * _within(bar.high / reach)
            parts.append(
                _path(f"M{low:.1f} {y + 17}v16M{high:.1f} {y + 17}v16M{low:.1f} {y + 25}H{high:.1f}", "whisker")
            )
    return _svg(parts, max(len(data) * ROW, 1), label)


def columns(data: Sequence[tuple[str, float, str]], label: str, tall: int = PLOT) -> Markup:
    """Columns side by side, the highest so tall: the name, the share, and the share in words of each."""
    most = max((share for _, share, _ in data), default=0.0) or 1.0
    width = (WIDTH - LEFT - 4) / max(len(data), 1)
    every = _every([name for name, _, _ in data], width)
    parts = _scale(most, tall)
    for place, (name, share, told) in enumerate(data):
        x, height = LEFT + place * width, tall * share / most
        title = Markup("<title>{}: {}</title>").format(name, told)
        parts.append(_rect(x + width * 0.08, 8 + tall - height, width * 0.84, height, "bar plain", title))
        if place % every == 0:
            parts.append(_text(x + width / 2, 8 + tall + 15, cut(name, 9), "mark middle"))
    return _svg(parts, 8 + tall + FOOT, label)


def line(data: Sequence[tuple[str, float]], label: str) -> Markup:
    """A line through shares from 0 to 1 with a dot for each, named below."""
    width = (WIDTH - LEFT - 4) / max(len(data), 1)
    every = _every([name for name, _ in data], width)
    points = [(LEFT + (place + 0.5) * width, 8 + PLOT * (1 - share)) for place, (_, share) in enumerate(data)]
    parts = _scale(1.0, PLOT)
    parts.append(_path("M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points), "line"))
    parts += [Markup('<circle class="dot" cx="{:.1f}" cy="{:.1f}" r="2.5"/>').format(x, y) for x, y in points]
    parts += [
        _text(points[place][0], 8 + PLOT + 15, cut(name, 9), "mark middle")
        for place, (name, _) in enumerate(data)
        if place % every == 0
    ]
    return _svg(parts, 8 + PLOT + FOOT, label)


def _every(names: Sequence[str], width: float) -> int:
    """Of columns so wide every how manieth can have its name below it."""
    widest = max((text_width(cut(name, 9)) for name in names), default=1)
    return max(1, ceil((widest * LETTER + 6) / width))


def _scale(most: float, tall: int) -> list[Markup]:
    """Lines across at nothing, half and the top, named in percent."""
    parts = []
    for share in (0.0, 0.5, 1.0):
        y = 8 + tall * (1 - share)
        digits = 0 if most >= 0.1 else 1
        parts.append(_path(f"M{LEFT} {y:.1f}H{WIDTH}", "axis"))
        parts.append(_text(LEFT - 4, y + 4, f"{most * share * 100:.{digits}f} %", "mark end"))
    return parts


def _svg(parts: Iterable[Markup], height: float, label: str) -> Markup:
    return Markup('<svg class="chart" viewBox="0 0 {} {}" role="img" aria-label="{}">{}</svg>').format(
        WIDTH, round(height), label, Markup("").join(parts)
    )


def _rect(x: float, y: float, width: float, height: float, kind: str, inside: Markup | None = None) -> Markup:
    return Markup('<rect class="{}" x="{:.1f}" y="{:.1f}" width="{:.1f}" height="{:.1f}">{}</rect>').format(
        kind, x, y, max(width, 0.0), max(height, 0.0), inside or ""
    )


def _path(drawn: str, kind: str) -> Markup:
    return Markup('<path class="{}" d="{}"/>').format(kind, drawn)


def _text(x: float, y: float, text: str, kind: str) -> Markup:
    return Markup('<text class="{}" x="{:.1f}" y="{:.1f}">{}</text>').format(kind, x, y, text)


def _within(share: float) -> float:
    return min(1.0, max(0.0, share))
