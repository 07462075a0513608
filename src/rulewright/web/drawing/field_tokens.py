"""Figures as tokens: a shape for the side, a sign of a few letters, and a bar for what harm takes away."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final, NamedTuple

from markupsafe import Markup

from rulewright.engine.board import Figure

SHAPES: Final = ("circle", "square", "diamond", "hexagon")
"""Of the sides, in the order in which they appear, so that nobody needs their colours."""
SHOWN: Final = 6
"""Tokens that one square has room for."""


class Slot(NamedTuple):
    """Room for a token: its middle within the square, and how wide it is."""

    x: float
    y: float
    size: float


SLOTS: Final[Sequence[Sequence[Slot]]] = (
    (Slot(32, 37, 34),),
    (Slot(17, 37, 25), Slot(47, 37, 25)),
    tuple(Slot(x, 38, 18) for x in (12, 32, 52)),
    tuple(Slot(x, y, 18) for y in (27, 49) for x in (12, 32, 52)),
)


def slots(count: int) -> Sequence[Slot]:
    """Where so many tokens go in a square; what is above `SHOWN` shares the last place."""
    return next((row for row in SLOTS if count <= len(row)), SLOTS[-1])


def token(figure: Figure, sign: str, side: int, slot: Slot, spoken: str, *, active: bool) -> Markup:
    """The token of a figure in the middle of its slot; `spoken` says all of it in words."""
    x, y, size = slot
    states = " ".join(name for name, holds in (("out", figure.out), ("mine", figure.mine), ("active", active)) if holds)
    parts = [shape(side, x, y, size), lettering(sign, x, y, size)]
    if figure.marks and not figure.out and size > SLOTS[-1][0].size:
        corner = size / 2 - 2
        parts.append(Markup('<circle class="badge" cx="{:.1f}" cy="{:.1f}" r="6.5"/>').format(x + corner, y - corner))
        parts.append(Markup('<text class="many" x="{:.1f}" y="{:.1f}">!</text>').format(x + corner, y - corner + 4))
    parts.append(_bar(figure, x - size / 2, y + size / 2 + 1.5, size))
    return Markup('<g class="token {}" role="img" aria-label="{}">{}</g>').format(
        states, spoken, Markup("").join(parts)
    )


def more(count: int, slot: Slot, spoken: str) -> Markup:
    """What stands for those that a square has no room for."""
    return Markup('<g class="token" role="img" aria-label="{}"><text class="rest" x="{}" y="{}">+{}</text></g>').format(
        spoken, slot.x, slot.y + 4, count
    )


def token_svg(sign: str, side: int) -> Markup:
    """A token alone, for a table."""
    parts = [shape(side, 13, 13, 23), lettering(sign, 13, 13, 23)]
    return Markup('<svg class="field" width="26" height="26" viewBox="0 0 26 26" aria-hidden="true">{}</svg>').format(
        Markup('<g class="token">{}</g>').format(Markup("").join(parts))
    )


def shape(side: int, x: float, y: float, size: float) -> Markup:
    """The shape of a side, filling a square of this size."""
    kind, half = SHAPES[side], size / 2
    if kind == "circle":
        return Markup('<circle class="shape side-{}" cx="{:.1f}" cy="{:.1f}" r="{:.1f}"/>').format(side, x, y, half)
    if kind == "square":
        return Markup(
            '<rect class="shape side-{}" x="{:.1f}" y="{:.1f}" width="{:.1f}" height="{:.1f}" rx="2"/>'
        ).format(side, x - half + 1, y - half + 1, size - 2, size - 2)
    corners = 4 if kind == "diamond" else 6
    reach = half * 1.22 if kind == "diamond" else half * 1.08
    turns = [math.tau * place / corners for place in range(corners)]
    points = " ".join(f"{x + reach * math.cos(turn):.1f},{y + reach * math.sin(turn):.1f}" for turn in turns)
    return Markup('<polygon class="shape side-{}" points="{}"/>').format(side, points)


def lettering(sign: str, x: float, y: float, size: float) -> Markup:
    """The sign in the middle of a token."""
    width = "large" if size > 30 else "small" if size < 20 else "middle"
    return Markup('<text class="sign {}" x="{:.1f}" y="{:.1f}">{}</text>').format(
        width, x, y + {"large": 5, "middle": 4.3, "small": 3.4}[width], sign
    )


def _bar(figure: Figure, x: float, y: float, width: float) -> Markup:
    share = figure.gauge.value / figure.gauge.most if figure.gauge.most > 0 else 0.0
    share = min(1.0, max(0.0, share))
    level = "low" if share <= 0.34 else "half" if share <= 0.67 else "full"
    height = 4 if width > 30 else 3
    track = Markup('<rect class="gauge" x="{:.1f}" y="{:.1f}" width="{:.1f}" height="{}"/>').format(x, y, width, height)
    bar = Markup('<rect class="bar {}" x="{:.1f}" y="{:.1f}" width="{:.1f}" height="{}"/>').format(
        level, x, y, width * share, height
    )
    return track + bar
