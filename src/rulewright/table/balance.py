"""Balance: samples of a scenario and its variants, played in parallel on several processes.

Processes are started afresh rather than forked, so that it works the same on every system; a small number of
samples is played without any.
"""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor, as_completed
from typing import Any

import msgspec

from rulewright import games
from rulewright.engine.game import Game
from rulewright.engine.simulation import MOST_COMMANDS, Count, Stage
from rulewright.engine.world import unpack
from rulewright.store.content_packs import PackRow, content_of
from rulewright.table.sweep import Variant
from rulewright.table.worker import settle

SMALL = 400  # samples that are played sooner than another process has started
_LARGEST_CHUNK = 250


class Job(msgspec.Struct, frozen=True):
    """What to play: a game's id, the variants of a scenario, options as plain data, and a seed.

    `packs` are content packs after the game's own. Every fight begins from `state`, a packed one, where it is given,
    and else from the start of the scenario.
    """

    game: str
    variants: tuple[Variant, ...]
    options: Mapping[str, Any]
    seed: str
    samples: int
    most_commands: int = MOST_COMMANDS
    packs: tuple[PackRow, ...] = ()
    state: bytes = b""


def cores() -> int:
    """The processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def simulate(job: Job, processes: int = 1, done: Callable[[int], None] = lambda samples: None) -> list[Count]:
    """Play every variant `samples` times and count how it ended, in the order of the variants.

    `done` is told of samples as they are finished. The counts do not depend on the number of processes. Raises
    `Malformed` where a variant does not fit the content, `Stuck` where the game's policy is refused.
    """
    counts = [Count() for _ in job.variants]
    troupe = Troupe(job)
    for variant in range(len(job.variants)):
        troupe.stage(variant)  # what cannot be opened is refused here, before anything is played
    parts = list(_parts(job, processes))
    if processes <= 1 or job.samples * len(job.variants) <= SMALL:
        for part in parts:
            counts[part[0]].merge(troupe.play(*part))
            done(part[2] - part[1])
        return counts
    context = multiprocessing.get_context("spawn")
    workers = min(processes, len(parts))
    pool = ProcessPoolExecutor(workers, context, _prepare, (msgspec.msgpack.encode(job),))
    try:
        waiting = {pool.submit(_play, *part): part for part in parts}
        for future in as_completed(waiting):
            variant, start, stop = waiting[future]
            counts[variant].merge(future.result())
            done(stop - start)
    finally:
        # not `with pool`: that would play all that waits to its end, after a mistake or Ctrl-C too
        pool.shutdown(cancel_futures=True)
    return counts


def _parts(job: Job, processes: int) -> Iterator[tuple[int, int, int]]:
    """Chunks of samples: variant, first sample, and the one after the last."""
    size = max(1, min(_LARGEST_CHUNK, job.samples // (max(processes, 1) * 4)))
    for variant in range(len(job.variants)):
        for start in range(0, job.samples, size):
            yield variant, start, min(start + size, job.samples)


class Troupe:
    """One process's stages, each opened when it is first needed."""

    def __init__(self, job: Job) -> None:
        self.job = job
        self.game: Game = games.get(job.game)
        self.options = msgspec.convert(job.options, self.game.options_type)
        self.content = content_of(self.game, job.packs)
        self._stage: tuple[int, Stage] | None = None

    def stage(self, variant: int) -> Stage:
        """The stage of a variant; the last one is kept."""
        if self._stage is None or self._stage[0] != variant:
            scenario = msgspec.convert(self.job.variants[variant].scenario, self.game.scenario_type)
            world = self.game.open(scenario, self.options, self.content)
            if self.job.state:
                world.state = unpack(self.job.state, self.game.state_type)
            self._stage = variant, Stage(self.game, world, self.job.most_commands)
        return self._stage[1]

    def play(self, variant: int, start: int, stop: int) -> Count:
        """Play some samples of a variant."""
        return self.stage(variant).count(self.job.seed, range(start, stop))


_troupe: list[Troupe] = []  # of this worker process


def _prepare(job: bytes) -> None:
    settle()
    _troupe[:] = [Troupe(msgspec.msgpack.decode(job, type=Job))]


def _play(variant: int, start: int, stop: int) -> Count:
    return _troupe[0].play(variant, start, stop)
