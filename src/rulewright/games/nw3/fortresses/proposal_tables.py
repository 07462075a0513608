"""The tables that proposals of Fortresses are made of, as `data/proposals.toml` gives them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import TypeAlias

import msgspec

from rulewright.games.nw3.records.fortresses import AreaKind, GateKind

Text: TypeAlias = tuple[str, str]
"""English and Japanese."""


class AreaChance(msgspec.Struct, frozen=True):
    """How likely a kind of Area is, and how much more so with each step of danger above 1."""

    kind: AreaKind
    weight: int
    per_danger: int = 0


class GateChance(msgspec.Struct, frozen=True):
    """The same for a kind of Gate."""

    kind: GateKind
    weight: int
    per_danger: int = 0


class Figures(msgspec.Struct, frozen=True):
    """How much there is of what: Areas to a shortcut, steps of danger to a Logic, to MP of entry, to an enemy more."""

    areas_per_shortcut: int
    danger_per_logic: int
    danger_per_cost: int
    danger_per_enemy: int
    most_logics: int


class Words(msgspec.Struct, frozen=True):
    """Names and texts."""

    first: tuple[Text, ...]
    second: tuple[Text, ...]
    entrance: Text
    core: Text
    throne: Text
    device: Text
    device_text: Text
    core_text: Text
    event: Text
    meeting: Text


class ProposalTables(msgspec.Struct, frozen=True):
    """The whole file."""

    area: tuple[AreaChance, ...]
    gate: tuple[GateChance, ...]
    shortcut: tuple[GateChance, ...]
    number: Figures
    words: Words


@cache
def tables() -> ProposalTables:
    """The tables, read once."""
    text = (files("rulewright.games.nw3") / "data" / "proposals.toml").read_text(encoding="utf-8")
    return msgspec.toml.decode(text, type=ProposalTables)


def picked(chances: Sequence[AreaChance] | Sequence[GateChance], danger: int, face: int) -> str:
    """The kind on which a face of 1 to 100 falls, where each takes its share of the hundred."""
    weights: Mapping[str, int] = {one.kind: max(0, one.weight + one.per_danger * (danger - 1)) for one in chances}
    left = (face - 1) * sum(weights.values())
    for kind, weight in weights.items():
        left -= weight * 100
        if left < 0:
            return kind
    raise AssertionError("a face above 100")
