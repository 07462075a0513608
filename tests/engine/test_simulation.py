"""Simulation: counting, intervals, and samples that depend on their seed alone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, cast

import msgspec
import pytest

from rulewright.engine.commands import Commands, CommandType
from rulewright.engine.errors import Refused
from rulewright.engine.game import AnyWorld, Game, Measure
from rulewright.engine.journal import Seat
from rulewright.engine.requests import Procedure, Question, Roll
from rulewright.engine.simulation import Count, Figure, Stage, Stuck, mean_interval, share_interval
from rulewright.engine.world import World

SEAT = Seat("referee", "Referee", "referee")


class Race(msgspec.Struct):
    """A die is thrown until it shows its highest face, or for ever."""

    sides: int
    throws: int = 0
    over: bool = False
    endless: bool = False


class Throw(msgspec.Struct, frozen=True, tag="throw", tag_field="do"):
    pass


def throw(world: AnyWorld, command: Any, seat: Seat) -> Procedure[None]:
    if world.state.sides == 13:
        raise Refused("unlucky")
    (face,) = yield Roll(1, world.state.sides)
    world.state.throws += 1
    world.state.over = face == world.state.sides and not world.state.endless


class _Policy:
    def command(self, world: AnyWorld) -> tuple[Seat, msgspec.Struct] | None:
        return None if world.state.over else (SEAT, Throw())

    def answer(self, world: AnyWorld, question: Question) -> Any:
        raise AssertionError(question)


class _Game:
    state_type = Race
    commands = Commands([CommandType(Throw, throw, "X-RACE-01")])
    policy = _Policy()

    def measure(self, world: AnyWorld) -> Measure:
        state = world.state
        return Measure({"first": state.throws == 1}, {"throws": state.throws}, {"who": {"die": state.throws}})


def stage(sides: int = 6, **others: Any) -> Stage:
    return Stage(cast(Game, _Game()), World(Race(sides, **others), None, None), 200)


def test_a_sample_depends_on_its_own_number_and_the_seed() -> None:
    whole = stage().count("s", range(300))
    parts = Count()
    ready = stage()
    for start in (200, 0, 100):
        parts.merge(ready.count("s", range(start, start + 100)))
    assert parts == whole
    assert stage().count("t", range(300)) != whole
    assert whole.samples == 300
    assert whole.flags["first"] / 300 == pytest.approx(1 / 6, abs=0.09)


def test_nobody_listens_and_the_start_stays() -> None:
    world: AnyWorld = World(Race(6), None, None, lambda event: None)
    ready = Stage(cast(Game, _Game()), world)
    assert ready.count("s", range(5)) == ready.count("s", range(5))
    assert world.tell is None


def test_a_sample_without_end_is_a_stalemate() -> None:
    counted = stage(endless=True).count("s", range(3))
    assert counted.stalemates == counted.samples == 3
    assert counted.figures["throws"] == Figure({200: 3})


def test_a_refused_policy_names_the_sample() -> None:
    with pytest.raises(Stuck, match=r"sample 0 of seed s: .*unlucky"):
        stage(13).count("s", range(3))


def _measures() -> Iterator[Measure]:
    yield Measure({"win": True}, {"rounds": 3}, {"harm": {"wolf": 2}})
    yield Measure({"win": False}, {"rounds": 5}, {"harm": {"wolf": 1, "bear": 4}})
    yield Measure({"win": True}, {"rounds": 1}, {"harm": {}})


def test_counts_add_up() -> None:
    count = Count()
    for measure in _measures():
        count.add(measure)
    assert count.flags == {"win": 2}
    assert count.figures == {"rounds": Figure({3: 1, 5: 1, 1: 1})}
    assert count.tallies == {"harm": {"wolf": 3, "bear": 4}}
    rounds = count.figures["rounds"]
    assert (rounds.total, rounds.squares, rounds.least, rounds.most) == (9, 35, 1, 5)
    empty = Count()
    empty.merge(count)
    assert empty == count


@pytest.mark.parametrize(
    ("hits", "samples", "low", "high"),
    # Wilson's score interval: published worked values
    [(0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (5, 10, 0.2366, 0.7634), (81, 263, 0.2553, 0.3662)],
)
def test_wilsons_interval(hits: int, samples: int, low: float, high: float) -> None:
    assert share_interval(hits, samples) == pytest.approx((low, high), abs=5e-5)


def test_without_samples_nothing_is_known() -> None:
    assert share_interval(0, 0) == (0.0, 1.0)


def test_the_interval_of_a_mean() -> None:
    figure = Figure()
    for value in (2, 4, 4, 4, 5, 5, 7, 9):
        figure.add(value)
    mean, low, high = mean_interval(figure, 8)
    assert mean == 5
    assert high - mean == pytest.approx(1.959964 * (32 / 7 / 8) ** 0.5)
    assert mean - low == pytest.approx(high - mean)
    assert mean_interval(Figure({3: 1}), 1) == (3, 3, 3)
