"""Check 2: enumerated odds and sampled frequencies of the same procedure agree within four standard errors."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable
from math import sqrt
from typing import Any

import msgspec

from rulewright.engine.drivers import SampledDice, sample
from rulewright.engine.enumerate import Odds
from rulewright.engine.game import Game, PureProcedure
from rulewright.engine.requests import Procedure

SAMPLES = 20_000


def example(fields: type[msgspec.Struct]) -> msgspec.Struct:
    """Arguments of a procedure: its defaults, and for those without one 10 or the greatest number allowed."""
    given: dict[str, Any] = {}
    for field in msgspec.structs.fields(fields):
        if field.required:
            for guess in (10, 3, 1, "1d6", True):
                try:
                    msgspec.convert(guess, field.type)
                except msgspec.ValidationError:
                    continue
                given[field.name] = guess
                break
    return msgspec.convert(given, fields)


def test_odds_agree_with_samples(game: Game, procedure: str) -> None:
    rule = game.procedures[procedure]
    fields = example(rule.fields)
    exact = Odds(drop=rule.drop).of(lambda: reduced(rule, fields))
    dice = SampledDice(procedure)
    counts: Counter[Hashable] = Counter(rule.outcome(sample(rule.run(fields), dice)) for _ in range(SAMPLES))
    if not rule.drop:  # else the dice may have gone on where exact odds stopped
        assert set(counts) <= set(exact)
    assert sum(exact.weights.values()) == exact.total * (1 - exact.dropped)
    rare = [outcome for outcome in exact if exact.p(outcome) * SAMPLES < 30]  # too few for a standard error: pooled
    pooled = set(rare)
    groups = [rare, *([outcome] for outcome in exact if outcome not in pooled)]
    for group in groups:
        p = float(sum(exact.p(outcome) for outcome in group))
        seen = sum(counts[outcome] for outcome in group) / SAMPLES
        assert abs(seen - p) <= 4 * sqrt(p * (1 - p) / SAMPLES) + 1e-9, (group[:3], seen, p)


def reduced(rule: PureProcedure, fields: msgspec.Struct) -> Procedure[Hashable]:
    """The procedure with its result reduced to what is counted."""
    result = yield from rule.run(fields)
    return rule.outcome(result)
