"""A map as SVG: places as circles and links as lines, each kind of link with a line and a shape of its own.

One column is as wide as a name below a circle, so that names do not meet; wide maps are scrolled. Lines that would
run through a place on their way bend round it, and several between two places lie side by side.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

import msgspec
from markupsafe import Markup

from rulewright.engine.maps import LineStyle, Link, Map, Place
from rulewright.engine.words import Words
from rulewright.web.drawing.map_layout import cells
from rulewright.web.drawing.text_width import cut

COLUMN, ROW = 140, 112
RADIUS: Final = 24
NAME_ROOM: Final = 18
"""Narrow letters of a name below a circle."""
BEND, APART = 44.0, 30.0
SHAPES: Final[Mapping[LineStyle, str]] = {"plain": "", "arrow": "", "dotted": "?", "barred": "‖", "broken": "≠"}
"""The sign in the middle of a line; an arrow has its head there."""


class Point(NamedTuple):
    """A place of the picture."""

    x: float
    y: float


class Curve(msgspec.Struct, frozen=True):
    """A line between two places: its ends at their rims, the point that draws it aside, and its middle."""

    start: Point
    control: Point
    end: Point
    middle: Point

    @property
    def path(self) -> str:
        """The data of an SVG path."""
        (a, b), (c, d), (e, f) = self.start, self.control, self.end
        return f"M{a:.1f} {b:.1f}Q{c:.1f} {d:.1f} {e:.1f} {f:.1f}"


class Paths(msgspec.Struct, frozen=True):
    """Where the parts of a map lead to, by id."""

    place: Callable[[str], str]
    link: Callable[[str], str]


def map_svg(shown: Map, words: Words, label: str, paths: Paths, chosen: str = "", chosen_link: str = "") -> Markup:
    """The picture of a map; `label` names it for those who cannot see it, beside it should be a table of the same."""
    at = {id: Point((x + 0.5) * COLUMN, y * ROW + RADIUS + 14) for id, (x, y) in cells(shown).items()}
    curves = _curves(shown, at)
    left, top, width, height = _frame(at, curves)
    names = {one.id: one.name for one in shown.places}
    steps: dict[str, list[int]] = {}
    for number, step in enumerate(shown.way, 1):
        steps.setdefault(step.link, []).append(number)
    under = [Markup('<path class="walked" d="{}"/>').format(curves[id].path) for id in steps if id in curves]
    lines = [
        _link(one, curves[one.id], words, paths.link(one.id), steps.get(one.id, []), names, one.id == chosen_link)
        for one in shown.links
        if one.id in curves
    ]
    circles = [_place(one, at[one.id], words, paths.place(one.id), one.id == chosen) for one in shown.places]
    return Markup(
        '<svg class="map" width="{2}" height="{3}" viewBox="{0} {1} {2} {3}" role="group" aria-label="{4}">{5}</svg>'
    ).format(left, top, width, height, label, Markup("").join([*under, *lines, *circles]))


def line_svg(style: LineStyle) -> Markup:
    """A short piece of a line, for the legend."""
    curve = Curve(Point(2, 12), Point(38, 12), Point(74, 12), Point(38, 12))
    return Markup('<svg class="map" width="76" height="24" viewBox="0 0 76 24" aria-hidden="true">{}</svg>').format(
        _line(style, curve)
    )


def _frame(at: Mapping[str, Point], curves: Mapping[str, Curve]) -> tuple[int, int, int, int]:
    """Where the picture begins, how wide and how high it is: with room for names, and for lines that bend outwards."""
    middles = [curve.middle for curve in curves.values()]
    left = min([0.0, *(point.x - 20 for point in middles)])
    top = min([0.0, *(point.y - 26 for point in middles)])
    right = max([*(point.x + COLUMN / 2 for point in at.values()), *(point.x + 20 for point in middles)], default=0)
    bottom = max([*(point.y + ROW - RADIUS for point in at.values()), *(point.y + 14 for point in middles)], default=0)
    return math.floor(left), math.floor(top), math.ceil(right - left), math.ceil(bottom - top)


def _curves(shown: Map, at: Mapping[str, Point]) -> Mapping[str, Curve]:
    between = Counter(frozenset((one.from_, one.to)) for one in shown.links)
    drawn: Counter[frozenset[str]] = Counter()
    found = {}
    for one in shown.links:
        if one.from_ not in at or one.to not in at or one.from_ == one.to:
            continue
        ends = frozenset((one.from_, one.to))
        first, last = (at[one.from_], at[one.to]) if one.from_ < one.to else (at[one.to], at[one.from_])
        aside = (drawn[ends] - (between[ends] - 1) / 2) * APART
        if between[ends] % 2 and _blocked(first, last, at):
            aside += BEND
        drawn[ends] += 1
        curve = _curve(first, last, aside)
        found[one.id] = curve if one.from_ < one.to else Curve(curve.end, curve.control, curve.start, curve.middle)
    return found


def _blocked(first: Point, last: Point, at: Mapping[str, Point]) -> bool:
    """Whether a straight line would run through another place."""
    dx, dy = last.x - first.x, last.y - first.y
    length = dx * dx + dy * dy
    for point in at.values():
        share = ((point.x - first.x) * dx + (point.y - first.y) * dy) / length
        if 0.05 < share < 0.95:
            off = math.hypot(point.x - first.x - share * dx, point.y - first.y - share * dy)
            if off < RADIUS + 4:
                return True
    return False


def _curve(first: Point, last: Point, aside: float) -> Curve:
    dx, dy = last.x - first.x, last.y - first.y
    length = math.hypot(dx, dy)
    across = Point(dy / length, -dx / length)
    middle = Point((first.x + last.x) / 2 + across.x * aside, (first.y + last.y) / 2 + across.y * aside)
    control = Point(middle.x + across.x * aside, middle.y + across.y * aside)
    return Curve(_rim(first, control), control, _rim(last, control), middle)


def _rim(centre: Point, towards: Point) -> Point:
    """Where a line from the centre of a circle leaves it."""
    dx, dy = towards.x - centre.x, towards.y - centre.y
    length = math.hypot(dx, dy) or 1.0
    return Point(centre.x + dx / length * RADIUS, centre.y + dy / length * RADIUS)


def _line(style: LineStyle, curve: Curve) -> Markup:
    parts = [Markup('<path class="line {}" d="{}"/>').format(style, curve.path)]
    x, y = curve.middle
    if style == "arrow":
        dx, dy = curve.end.x - curve.start.x, curve.end.y - curve.start.y
        length = math.hypot(dx, dy) or 1.0
        u, v = dx / length, dy / length
        corners = (
            (x + 9 * u, y + 9 * v),
            (x - 7 * u - 8 * v, y - 7 * v + 8 * u),
            (x - 7 * u + 8 * v, y - 7 * v - 8 * u),
        )
        points = " ".join(f"{a:.1f},{b:.1f}" for a, b in corners)
        parts.append(Markup('<polygon class="head" points="{}"/>').format(points))
    elif SHAPES[style]:
        parts.append(Markup('<circle class="badge" cx="{:.1f}" cy="{:.1f}" r="9"/>').format(x, y))
        parts.append(Markup('<text class="shape" x="{:.1f}" y="{:.1f}">{}</text>').format(x, y + 4.5, SHAPES[style]))
    return Markup("").join(parts)


def _link(
    link: Link, curve: Curve, words: Words, path: str, steps: list[int], names: Mapping[str, str], chosen: bool
) -> Markup:
    spoken = ", ".join([f"{names[link.from_]} – {names[link.to]}", words(link.kind, {}), *_said(link.marks, words)])
    parts = [Markup('<path class="reach" d="{}"/>').format(curve.path), _line(link.line, curve)]
    if steps:
        told = cut(" ".join(map(str, steps)), 12)
        parts.append(
            Markup('<text class="steps" x="{:.1f}" y="{:.1f}">{}</text>').format(
                curve.middle.x, curve.middle.y - 13, told
            )
        )
    states = " ".join(name for name, holds in (("secret", link.secret), ("chosen", chosen)) if holds)
    return Markup('<a class="gate {}" href="{}" aria-label="{}" tabindex="-1">{}</a>').format(
        states, path, spoken, Markup("").join(parts)
    )


def _place(place: Place, at: Point, words: Words, path: str, chosen: bool) -> Markup:
    x, y = at
    states: list[str] = [place.state]
    states += [
        name for name, holds in (("current", place.current), ("secret", place.secret), ("chosen", chosen)) if holds
    ]
    parts = [
        Markup('<circle class="rim" cx="{:.1f}" cy="{:.1f}" r="{}"/>').format(x, y, RADIUS),
        Markup('<text class="sign" x="{:.1f}" y="{:.1f}">{}</text>').format(x, y + 6, place.sign),
    ]
    if place.state == "cleared":
        parts.append(Markup('<circle class="badge" cx="{:.1f}" cy="{:.1f}" r="9"/>').format(x + 19, y - 17))
        parts.append(Markup('<text class="shape" x="{:.1f}" y="{:.1f}">✓</text>').format(x + 19, y - 12.5))
    parts.append(
        Markup('<text class="name" x="{:.1f}" y="{:.1f}">{}</text>').format(
            x, y + RADIUS + 15, cut(place.name, NAME_ROOM)
        )
    )
    if place.here:
        who = cut(", ".join(place.here), NAME_ROOM)
        parts.append(Markup('<text class="here" x="{:.1f}" y="{:.1f}">{}</text>').format(x, y + RADIUS + 30, who))
    spoken = ", ".join([place.name, words(place.kind, {}), *_said(place.marks, words), *place.here])
    return Markup(
        '<a class="place {}" href="{}" aria-label="{}" data-place="{}" data-x="{:.0f}" data-y="{:.0f}"{}>{}</a>'
    ).format(
        " ".join(states), path, spoken, place.id, x, y,
        Markup(' aria-current="location"') if place.current else "", Markup("").join(parts),
    )  # fmt: skip


def _said(marks: tuple[str, ...], words: Words) -> list[str]:
    return [words(mark, {}) for mark in marks]
