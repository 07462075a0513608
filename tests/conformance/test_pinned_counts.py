"""Check 3: for a small scenario of each game the number of choice sequences to a fixed depth is pinned.

A sequence is a row of offered commands, each with every class of dice and every answer to its questions. A rule
that comes to offer more or less, or to roll more or fewer dice, changes the count.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import msgspec
import pytest

from rulewright.engine.alike import MULTISET
from rulewright.engine.enumerate import Odds
from rulewright.engine.errors import Refused
from rulewright.engine.game import AnyWorld, Game
from rulewright.engine.journal import Seat
from rulewright.engine.requests import Call, Question, Request, Roll
from rulewright.engine.world import digest, pack, unpack
from rulewright.games import get, installed

FOLDER = Path(__file__).parent / "pinned"
LEAST = Fraction(1, 100)


class Pinned(msgspec.Struct, frozen=True):
    """A small scenario (plain data of the game) and its counts by depth; `only` names the commands to follow."""

    scenario: dict[str, Any]
    counts: tuple[int, ...]
    only: tuple[str, ...] = ()


@cache
def pinned(game: str) -> Pinned:
    return msgspec.toml.decode((FOLDER / f"{game}.toml").read_bytes(), type=Pinned)


def answers(question: Question) -> list[Any]:
    """Every answer that is told apart here: all options, none or all of several, the ends of a number, one text."""
    values = [option.value for option in question.options]
    if question.kind == "choice":
        return values
    if question.kind == "several":
        return [values[: question.least], values[: question.most]] if question.most > question.least else [values]
    if question.kind == "number":
        return [question.least, question.most]
    return ["x" * question.least]


def branches(request: Request) -> list[Any]:
    if isinstance(request, Roll):
        alike = request.alike or MULTISET
        return [faces for faces, _ in alike.ways(request.count, request.sides, request.again, request.depth)[0]]
    if isinstance(request, Call):  # dice that may go on without end: down to the likely ones
        return list(Odds(drop=LEAST).call(request.procedure, *request.args))
    return [list(one) for one in product(*(answers(question) for question in request.questions))]


def results(game: Game, world: AnyWorld, seat: Seat, command: msgspec.Struct) -> Iterator[AnyWorld]:
    """Every world that a command can lead to, one for each sequence of dice and answers."""
    start = pack(world.state)
    paths: list[tuple[Any, ...]] = [()]
    while paths:
        path = paths.pop()
        fresh = type(world)(unpack(start, game.state_type), world.content, world.scenario)
        procedure = game.commands.start(fresh, command, seat)
        try:
            request = next(procedure)
            for value in path:
                request = procedure.send(value)
        except (StopIteration, Refused):  # refused by an answer, it leaves everything as it was
            yield fresh
            continue
        paths.extend((*path, value) for value in branches(request))


def count(
    game: Game,
    world: AnyWorld,
    seats: tuple[Seat, ...],
    depth: int,
    known: dict[tuple[str, int], int],
    only: tuple[str, ...] = (),
) -> int:
    """The number of sequences of `depth` commands from here; equal states are counted once and remembered."""
    if depth == 0:
        return 1
    key = digest(world.state), depth
    if key not in known:
        total = 0
        for seat in seats:
            menu = game.menu(world, seat)
            for offer in menu.offers if menu is not None else ():
                if only and game.commands.type_of(offer.command).name not in only:
                    continue
                for after in results(game, world, seat, offer.command):
                    total += count(game, after, seats, depth - 1, known, only)
        known[key] = total
    return known[key]


DEPTHS = [(id, depth) for id in installed() for depth in range(1, len(pinned(id).counts) + 1)]


@pytest.mark.parametrize(("id", "depth"), DEPTHS)
def test_the_number_of_sequences_is_pinned(id: str, depth: int) -> None:
    game = get(id)
    small = pinned(id)
    scenario = msgspec.convert(small.scenario, game.scenario_type)
    world = game.open(scenario, game.options_type(), game.content())
    assert count(game, world, tuple(game.seats(scenario)), depth, {}, small.only) == small.counts[depth - 1]
