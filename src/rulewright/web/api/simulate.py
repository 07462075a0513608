"""Playing a scenario many times, to tell how hard it is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

import msgspec

from rulewright import games
from rulewright.engine.errors import Malformed
from rulewright.table import balance, sweep
from rulewright.table.balance_report import Report
from rulewright.table.starting import rehearse, told
from rulewright.web.api.operations import Call, Operation
from rulewright.web.api.shown import of_each_game
from rulewright.web.api.tables import ScenarioWanted, options_of, scenario_of
from rulewright.web.api.tools import computed

MOST_SAMPLES = 2_000
"""Of all variants together."""
MOST_VALUES = 50


class VaryWanted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Values to try at one place of the scenario, such as "foes.0.hp"."""

    place: Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
    values: Annotated[tuple[Any, ...], msgspec.Meta(min_length=1, max_length=MOST_VALUES)]


class SimulationWanted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A scenario, by the id of a starter scenario or itself, to be played `samples` times in every variant.

    House rules are those of the `preset`, changed by `options`. The same `seed` gives the same figures. A sample that
    is not over after `most_commands` is a stalemate.
    """

    scenario: ScenarioWanted
    samples: Annotated[int, msgspec.Meta(ge=1, le=MOST_SAMPLES)] = 200
    vary: Annotated[tuple[VaryWanted, ...], msgspec.Meta(max_length=3)] = ()
    preset: Annotated[str, of_each_game("preset")] | None = None
    options: Annotated[dict[str, Any], of_each_game("options")] = {}
    seed: Annotated[str, msgspec.Meta(min_length=1, max_length=100)] = "1"
    most_commands: Annotated[int, msgspec.Meta(ge=1, le=1_000)] = 1_000


class RateShown(msgspec.Struct, frozen=True):
    """How often something was so, with its 95% interval."""

    count: int
    rate: float
    low: float
    high: float


class MeanShown(msgspec.Struct, frozen=True):
    """The mean of a figure with its 95% interval, and the least and the most that it was."""

    mean: float
    low: float
    high: float
    least: int | None
    most: int | None


class ShareShown(msgspec.Struct, frozen=True):
    """A number, and its share of all."""

    count: int
    share: float


class VariantShown(msgspec.Struct, frozen=True):
    """What one variant came to; `values` are those that were tried, by place."""

    values: Mapping[str, Any]
    samples: int
    stalemates: int
    flags: Mapping[str, RateShown]
    figures: Mapping[str, MeanShown]
    tallies: Mapping[str, Mapping[str, ShareShown]]


class Simulated(msgspec.Struct, frozen=True):
    """What was simulated, and what every variant came to."""

    game: str
    scenario: str
    seed: str
    options: Mapping[str, Any]
    variants: tuple[VariantShown, ...]


async def simulate(call: Call, body: SimulationWanted) -> Simulated:
    """Play a scenario many times by the game's policy: rates, means and shares."""
    return await computed(call, simulated, call.game().id, body)


def simulated(game_id: str, body: SimulationWanted) -> Simulated:
    """What the scenario comes to; takes seconds."""
    game = games.get(game_id)
    scenario = scenario_of(game, body.scenario)
    options = options_of(game, body.preset, body.options)
    variants = _variants(scenario, body)
    rehearse(game, scenario, options, game.content())
    plain = msgspec.to_builtins(options)
    counts = balance.simulate(balance.Job(game.id, tuple(variants), plain, body.seed, body.samples, body.most_commands))
    name = body.scenario if isinstance(body.scenario, str) else told(scenario, "title", "en")
    report = Report(game.id, name, name, body.seed, plain, tuple(zip(variants, counts)))
    return msgspec.convert(msgspec.to_builtins(report.plain(), str_keys=True), Simulated)


def _variants(scenario: Any, body: SimulationWanted) -> list[sweep.Variant]:
    try:
        variants = sweep.variants(scenario, [sweep.Vary(one.place, one.values) for one in body.vary])
    except Malformed as error:
        raise Malformed(error.found, at="vary", expected=error.expected) from error
    if len(variants) * body.samples > MOST_SAMPLES:
        found = f"{len(variants)} variants of {body.samples} samples"
        raise Malformed(found, at="samples", expected=f"at most {MOST_SAMPLES:,} samples together")
    return variants


operations = [
    Operation("POST", "/games/{game}/simulate", simulate, tag="tools", refuses=True, heavy=True),
]
