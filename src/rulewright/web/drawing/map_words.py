"""A map in words, for the tables beside its picture and for what is told of one place or link of it."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from markupsafe import Markup

from rulewright.engine.maps import Link, Map, Place, Remark
from rulewright.engine.words import Words
from rulewright.web.drawing.map_svg import Paths, line_svg


class Said(msgspec.Struct, frozen=True):
    """A remark in words."""

    text: str
    secret: bool
    wrong: bool


class LinkRow(msgspec.Struct, frozen=True):
    """A link as a row: its ends with the ways to them, `other` the end that is not the place it is told of."""

    id: str
    path: str
    kind: str
    one: str
    other: str
    one_path: str
    other_path: str
    marks: str
    passages: str
    secret: bool
    picture: Markup


class PlaceRow(msgspec.Struct, frozen=True):
    """A place as a row."""

    id: str
    path: str
    name: str
    sign: str
    kind: str
    marks: str
    here: str
    secret: bool
    current: bool


class LegendRow(msgspec.Struct, frozen=True):
    """A line or a sign and what it means."""

    picture: Markup
    text: str


class MapWords:
    """The words of one map."""

    def __init__(self, shown: Map, words: Words, paths: Paths) -> None:
        self.map = shown
        self.words = words
        self.paths = paths
        self.places = {one.id: one for one in shown.places}

    def said(self, remarks: Sequence[Remark]) -> tuple[Said, ...]:
        """Remarks in words."""
        return tuple(Said(self.words(one.key, one.facts), one.secret, one.wrong) for one in remarks)

    def place(self, one: Place) -> PlaceRow:
        """A place as a row."""
        return PlaceRow(
            one.id, self.paths.place(one.id), one.name, one.sign, self.words(one.kind, {}), self._marks(one.marks),
            ", ".join(one.here), one.secret, one.current,
        )  # fmt: skip

    def link(self, one: Link, seen_from: str = "") -> LinkRow:
        """A link as a row, told from one of its ends."""
        ends = (one.to, one.from_) if seen_from == one.to else (one.from_, one.to)
        first, last = (self.places[id].name for id in ends)
        steps = [str(number) for number, step in enumerate(self.map.way, 1) if step.link == one.id]
        return LinkRow(
            one.id, self.paths.link(one.id), self.words(one.kind, {}), first, last, self.paths.place(ends[0]),
            self.paths.place(ends[1]), self._marks(one.marks), ", ".join(steps), one.secret, line_svg(one.line),
        )  # fmt: skip

    def links_at(self, place: str) -> tuple[LinkRow, ...]:
        """The links of a place."""
        return tuple(self.link(one, place) for one in self.map.links if place in (one.from_, one.to))

    def way(self) -> tuple[str, ...]:
        """The names of the places that were walked through, in their order."""
        if not self.map.way:
            return ()
        found = [self.map.way[0].left]
        for step in self.map.way:
            if step.left != found[-1]:
                found.append(step.left)
            found.append(step.to)
        return tuple(self.places[id].name for id in found if id in self.places)

    def legend(self) -> tuple[LegendRow, ...]:
        """Every kind of line and sign on this map, with its meaning."""
        lines = {one.line: one.kind for one in self.map.links}
        signs = {one.sign: one.kind for one in self.map.places if one.sign}
        rows = [LegendRow(line_svg(style), self.words(kind, {})) for style, kind in lines.items()]
        return (*rows, *(LegendRow(Markup("{}").format(sign), self.words(kind, {})) for sign, kind in signs.items()))

    def _marks(self, keys: Sequence[str]) -> str:
        return ", ".join(self.words(key, {}) for key in keys)
