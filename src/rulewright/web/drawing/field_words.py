"""A field in words: what is said of squares, of ways to them and of figures, in the picture and in tables beside it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from rulewright.engine.board import Board, Figure
from rulewright.engine.field import Reach, Square, TrackMark, short_names, square_name
from rulewright.engine.words import Words


class Say(Protocol):
    """The messages of the pages."""

    def __call__(self, key: str, **facts: object) -> str:
        """A message in words."""
        ...


class FieldWords:
    """The words for one board."""

    def __init__(self, board: Board, words: Words, say: Say) -> None:
        self.board = board
        self.words = words
        self.say = say
        self.signs = short_names({one.id: one.name for one in board.figures})

    def figure(self, figure: Figure) -> str:
        """A figure with where it is and how it is."""
        amount = f"{self.words(figure.gauge.key, {})} {figure.gauge.value}/{figure.gauge.most}"
        told = [figure.name, self.words(figure.side, {}), self.where(figure), amount, *self._said(figure.marks)]
        return ", ".join(part for part in (*told, self.words(figure.doing, {}) if figure.doing else "") if part)

    def where(self, figure: Figure) -> str:
        """The square of a figure, "" where it has none."""
        return square_name(*figure.at) if figure.at else ""

    def about(self, square: Square) -> list[str]:
        """All that is said of a square."""
        told = [self.say("field.blocked")] if square.blocked else []
        told += self._said(square.marks)
        told += [
            self.say("field.places", side=self.words(side, {}), used=used, most=most)
            for side, (used, most) in square.places.items()
        ]
        return [*told, *(self.words(one.key, one.facts) for one in square.remarks)]

    def reach(self, reach: Reach) -> str:
        """A square that can be reached, its cost, and how one gets there."""
        return ", ".join([square_name(reach.x, reach.y), self.say("field.cost", cost=reach.cost), *self.ways(reach)])

    def ways(self, reach: Reach) -> list[str]:
        """How one gets to a square: each command in words."""
        return [self.words(one.key, one.facts) for one in reach.offers]

    def here(self, figures: Sequence[Figure]) -> str:
        """Names of figures."""
        return ", ".join(one.name for one in figures)

    def mark(self, mark: TrackMark) -> str:
        """What happens at a count."""
        return self.words(mark.key, mark.facts) if mark.key else self.say(f"field.kind.{mark.kind}")

    def _said(self, keys: Sequence[str]) -> list[str]:
        return [self.words(key, {}) for key in keys]
