"""Hand-made boards with a field of squares, for front ends; and any game put on such a field."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
import pytest

from rulewright.engine.board import Board, Figure, Gauge
from rulewright.engine.builtin import Say
from rulewright.engine.field import Declared, Field, Reach, Square, TrackMark
from rulewright.engine.game import Game
from rulewright.engine.journal import Seat
from rulewright.engine.maps import Remark
from rulewright.engine.offers import Offer

NASTY = "<script>alert(1)</script>&\"'"
GO = "turn.choose"
SQUARES = (
    Square(3, 1, blocked=True),
    Square(3, 2, blocked=True, remarks=(Remark("a wall of old brick"),)),
    Square(5, 0, marks=("mine",)),
    Square(1, 2, places={"heroes": (2, 6), "foes": (1, 6)}),
)


def plainly(key: str, facts: Mapping[str, Any]) -> str:
    """A catalogue in which every message is its key."""
    return key


def reach(x: int, y: int, cost: int, *kinds: str, actor: str = "a", start: tuple[int, int] = (1, 2)) -> Reach:
    """A square in reach, by these kinds of movement; the way there goes across first."""
    across = 1 if x > start[0] else -1
    down = 1 if y > start[1] else -1
    path = [(at, start[1]) for at in range(start[0], x, across)] + [(x, at) for at in range(start[1], y, down)]
    offers = tuple(Offer(Say(f"{kind} to {x},{y}"), kind, actor=actor) for kind in kinds or ("normal move",))
    return Reach(x, y, cost, (*path[1:], (x, y)), offers)


def figure(id: str, name: str, side: str, at: tuple[int, int] | None, hp: int = 10, **more: Any) -> Figure:
    """A figure of 20 HP at most."""
    return Figure(id, name, side, Gauge("HP", hp, 20), at=at, **more)


FIGURES = (
    figure("a", "Akari Hino", "heroes", (1, 2), 18, mine=True, marks=("flying",)),
    figure("b", "Rin", "heroes", (1, 2), 9),
    figure("h1", "Hound 1", "foes", (1, 2), 4),
    figure("h2", "Hound 2", "foes", (4, 1), 20),
    figure("h3", "Hound 3", "foes", (4, 1), 0, out=True),
    figure("k", "空の王", "powers", (5, 3), 15, marks=("casting",), doing="casting"),
    figure("z", "Bystander", "others", (0, 0), 20),
)
CROWD = tuple(figure(f"c{number}", f"Imp {number}", "foes", (2, 4), 1 + number) for number in range(1, 9))
REACH = (
    reach(0, 2, 2), reach(2, 2, 2), reach(1, 1, 2, "normal move", "flight", "combat move"), reach(1, 3, 2),
    reach(1, 2, 0), reach(2, 1, 3), reach(2, 3, 3, "normal move", "flight"), reach(0, 1, 3), reach(0, 3, 3),
    reach(1, 0, 3), reach(2, 4, 4),
)  # fmt: skip
TRACK = (
    TrackMark("h2", "Hound 2", "foes", 31, "turn", ""),
    TrackMark("a", "Akari Hino", "heroes", 26, "turn", "", current=True),
    TrackMark("k", "空の王", "powers", 19, "cast", "Black Sun takes effect"),
    TrackMark("b", "Rin", "heroes", 11, "turn", ""),
    TrackMark("h1", "Hound 1", "foes", 0, "done", ""),
    TrackMark("z", "Bystander", "others", None, "turn", "joins in the next round"),
)
STACK = (
    Declared("Mana Wall against the Black Sun", {}, "b", "Rin"),
    Declared("Black Sun at the square B3", {}, "k", "空の王"),
)


def fielded(**more: Any) -> Board:
    """A board with a field, seen by who plays Akari."""
    field = Field("f", "Roof of the school", 7, 5, SQUARES, "a square is 7 m wide")
    known = {"figures": (*FIGURES, *CROWD), "field": field, "reach": REACH, "track": TRACK, "stack": STACK}
    return Board("Night", "", "Round 2", **{**known, **more})


def put_on_field(monkeypatch: pytest.MonkeyPatch, game: Game, acts: str = "referee") -> None:
    """Put every board of a game on a field; the seat `acts` is offered to go somewhere."""
    kind = type(game)
    plain = kind.board

    def board(self: Game, world: Any, seat: Seat, language: str) -> Board:
        shown = plain(self, world, seat, language)
        figures = tuple(
            msgspec.structs.replace(one, at=(number % 7, number // 7 + 1)) for number, one in enumerate(shown.figures)
        )
        first = figures[0]
        offered = tuple(
            reach(x, y, abs(x) + y, *kinds, actor=first.id, start=(0, 1))
            for x, y, kinds in ((0, 2, ("board.name",)), (1, 2, ("board.name", "board.side")), (0, 3, ("board.name",)))
        )
        track = tuple(
            TrackMark(one.id, one.name, one.side, 30 - 3 * number, "turn", "", current=not number)
            for number, one in enumerate(figures)
        )
        return msgspec.structs.replace(
            shown,
            figures=figures,
            field=Field("f", "Roof", 7, 5, (Square(3, 3, blocked=True),)),
            reach=offered if seat.id == acts else (),
            track=track,
            stack=(Declared(first.gauge.key, {}, first.id, first.name),),
        )

    monkeypatch.setattr(kind, "board", board)
