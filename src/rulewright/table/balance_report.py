"""What a simulation came to, as plain data: rates, means and shares with their intervals."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from rulewright.engine.simulation import Count, mean_interval, share_interval
from rulewright.table.sweep import Variant


class Report(msgspec.Struct, frozen=True):
    """What was simulated, and what each variant came to."""

    game: str
    scenario: str
    title: str
    seed: str
    options: Mapping[str, Any]
    counts: tuple[tuple[Variant, Count], ...]

    def plain(self) -> dict[str, Any]:
        """As plain data. It holds no time, so that equal seeds print equal reports."""
        return {
            "game": self.game,
            "scenario": self.scenario,
            "seed": self.seed,
            "options": self.options,
            "variants": [{"values": variant.values, **_plain(count)} for variant, count in self.counts],
        }


def _plain(count: Count) -> dict[str, Any]:
    flags, figures = {}, {}
    for name, hits in count.flags.items():
        low, high = share_interval(hits, count.samples)
        flags[name] = {"count": hits, "rate": hits / count.samples, "low": low, "high": high}
    for name, figure in count.figures.items():
        mean, low, high = mean_interval(figure, count.samples)
        figures[name] = {"mean": mean, "low": low, "high": high, "least": figure.least, "most": figure.most}
    tallies = {
        name: {one: {"count": number, "share": share} for one, number, share in shares(tally)}
        for name, tally in count.tallies.items()
    }
    return {
        "samples": count.samples,
        "stalemates": count.stalemates,
        "flags": flags,
        "figures": figures,
        "tallies": tallies,
    }


def shares(tally: Mapping[str, int]) -> list[tuple[str, int, float]]:
    """Names with their number and share, the largest first, equal ones by name."""
    total = sum(tally.values())
    ordered = sorted(tally.items(), key=lambda row: (-row[1], row[0]))
    return [(name, number, number / total if total else 0.0) for name, number in ordered]
