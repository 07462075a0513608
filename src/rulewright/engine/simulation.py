"""Playing one scenario many times by policy, and counting how it ended.

Sample number i is seeded by the text "seed:i" alone, and counts are whole numbers, so the same seed gives the
same figures in whatever order and in however many parts the samples are played.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from math import sqrt
from typing import Any, TypeVar

import msgspec

from rulewright.engine.drivers import SampledDice, run
from rulewright.engine.errors import Refused, RulewrightError
from rulewright.engine.game import AnyWorld, Game, Measure
from rulewright.engine.world import pack

K = TypeVar("K", str, int)

MOST_COMMANDS = 5_000
_NORMAL_95 = 1.959963984540054


class Stuck(RulewrightError):
    """A policy gave a command that the rules refuse: a mistake of the game, not of the person who simulates."""


class Figure(msgspec.Struct):
    """A whole number measured in every sample, as how often each value came."""

    counts: dict[int, int] = {}

    @property
    def total(self) -> int:
        """The sum of all values."""
        return sum(value * times for value, times in self.counts.items())

    @property
    def squares(self) -> int:
        """The sum of their squares."""
        return sum(value * value * times for value, times in self.counts.items())

    @property
    def least(self) -> int | None:
        """The smallest value."""
        return min(self.counts, default=None)

    @property
    def most(self) -> int | None:
        """The greatest value."""
        return max(self.counts, default=None)

    def add(self, value: int) -> None:
        """Count one more value."""
        self.counts[value] = self.counts.get(value, 0) + 1

    def merge(self, other: Figure) -> None:
        """Add what another part counted."""
        _add_up(self.counts, other.counts)


class Count(msgspec.Struct):
    """What some samples came to. `stalemates` were not over after the greatest number of commands."""

    samples: int = 0
    stalemates: int = 0
    flags: dict[str, int] = {}
    figures: dict[str, Figure] = {}
    tallies: dict[str, dict[str, int]] = {}

    def add(self, measure: Measure) -> None:
        """Count one more sample."""
        self.samples += 1
        for flag, holds in measure.flags.items():
            self.flags[flag] = self.flags.get(flag, 0) + holds
        for name, value in measure.figures.items():
            if name not in self.figures:
                self.figures[name] = Figure()
            self.figures[name].add(value)
        for name, tally in measure.tallies.items():
            _add_up(self.tallies.setdefault(name, {}), tally)

    def merge(self, other: Count) -> None:
        """Add what another part counted."""
        self.samples += other.samples
        self.stalemates += other.stalemates
        _add_up(self.flags, other.flags)
        for name, figure in other.figures.items():
            self.figures.setdefault(name, Figure()).merge(figure)
        for name, tally in other.tallies.items():
            _add_up(self.tallies.setdefault(name, {}), tally)


def _add_up(counts: dict[K, int], more: Mapping[K, int]) -> None:
    for name, number in more.items():
        counts[name] = counts.get(name, 0) + number


class Stage:
    """A scenario ready to be played again and again from the same start."""

    def __init__(self, game: Game, world: AnyWorld, most_commands: int = MOST_COMMANDS) -> None:
        self.game = game
        self.world = world
        world.tell = None
        self.most_commands = most_commands
        self._start = pack(world.state)
        self._fresh = msgspec.msgpack.Decoder(game.state_type).decode
        self._runs: dict[type, Callable[..., Any]] = {}

    def play(self, dice: SampledDice) -> bool:
        """Play the scenario once; false where it did not come to its end."""
        world = self.world
        world.state = self._fresh(self._start)
        policy, runs, face = self.game.policy, self._runs, dice.face
        command_of, answer = policy.command, partial(policy.answer, world)
        for _ in range(self.most_commands):
            given = command_of(world)
            if given is None:
                return True
            seat, command = given
            kind = type(command)
            carry_out = runs.get(kind)
            if carry_out is None:
                carry_out = runs[kind] = self.game.commands.type_of(command).run
            run(carry_out(world, command, seat), face, answer)
        return False

    def count(self, seed: str, samples: Iterable[int]) -> Count:
        """Play these samples of a seed; raises `Stuck`."""
        counted = Count()
        for sample in samples:
            try:
                ended = self.play(SampledDice(f"{seed}:{sample}"))
            except Refused as refusal:
                raise Stuck(f"sample {sample} of seed {seed}: the policy's command was refused: {refusal}") from refusal
            counted.stalemates += not ended
            counted.add(self.game.measure(self.world))
        return counted


def share_interval(hits: int, samples: int) -> tuple[float, float]:
    """Wilson's 95% interval of a share that was observed `hits` times in `samples`."""
    if not samples:
        return 0.0, 1.0
    share, square = hits / samples, _NORMAL_95**2
    middle = share + square / (2 * samples)
    reach = _NORMAL_95 * sqrt(share * (1 - share) / samples + square / (4 * samples * samples))
    scale = 1 + square / samples
    # where all or none were hit the bound is exactly that, whatever the rounding
    low = 0.0 if hits == 0 else (middle - reach) / scale
    high = 1.0 if hits == samples else (middle + reach) / scale
    return low, high


def mean_interval(figure: Figure, samples: int) -> tuple[float, float, float]:
    """The mean of a figure, and the bounds of its 95% interval."""
    if not samples:
        return 0.0, 0.0, 0.0
    mean = figure.total / samples
    if samples == 1:
        return mean, mean, mean
    spread = (figure.squares * samples - figure.total**2) / (samples * (samples - 1))
    reach = _NORMAL_95 * sqrt(spread / samples)
    return mean, mean - reach, mean + reach
