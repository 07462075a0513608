"""Quick estimates of judges for whoever plays by policy: chances and means of two sums of dice."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import product

_SUMS = Counter(a + b for a, b in product(range(1, 7), repeat=2))
_DIFFERENCES = Counter(dict.fromkeys(range(-10, 11), 0))
for _one, _ways in _SUMS.items():
    for _other, _more in _SUMS.items():
        _DIFFERENCES[_one - _other] += _ways * _more
_TOTAL = 36 * 36
SPAN = 40


def _bounded(number: int) -> int:
    return max(-SPAN, min(SPAN, number))


@cache
def _wins(lead: int) -> float:
    return sum(ways for difference, ways in _DIFFERENCES.items() if lead + difference > 0) / _TOTAL


@cache
def _excess(lead: int) -> float:
    return sum(ways * max(0, lead + difference) for difference, ways in _DIFFERENCES.items()) / _TOTAL


@cache
def _reaches(need: int) -> float:
    return sum(ways for total, ways in _SUMS.items() if total >= need) / 36


@cache
def often(critical: tuple[int, ...]) -> float:
    """How often a first throw is a critical."""
    return sum(_SUMS[total] for total in critical) / 36


CRITICAL = 10
"""What a critical adds on average, beside the throw after it."""


def wins(active: int, passive: int, critical: float = 0.0) -> float:
    """The chance that the active ability beats the passive one; `critical` is how often it has a critical."""
    lead = active - passive
    plain = _wins(_bounded(lead))
    return plain + critical * (_wins(_bounded(lead + CRITICAL)) - plain) if critical else plain


def excess(power: int, defence: int, critical: float = 0.0) -> float:
    """The mean damage of a power against a defence."""
    lead = power - defence
    plain = _excess(_bounded(lead))
    return plain + critical * (_excess(_bounded(lead + CRITICAL)) - plain) if critical else plain


def reaches(ability: int, difficulty: int) -> float:
    """The chance that a judge comes to a difficulty."""
    return _reaches(_bounded(difficulty - ability))
