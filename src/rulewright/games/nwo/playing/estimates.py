"""Quick estimates of judges for whoever plays by policy: chances and means of two sums of dice, without criticals."""

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


def wins(active: int, passive: int) -> float:
    """The chance that the active ability beats the passive one."""
    return _wins(_bounded(active - passive))


def excess(power: int, defence: int) -> float:
    """The mean damage of a power against a defence."""
    return _excess(_bounded(power - defence))


def reaches(ability: int, difficulty: int) -> float:
    """The chance that a judge comes to a difficulty."""
    return _reaches(_bounded(difficulty - ability))


def strike(hit: int, evasion: int, power: int, defence: int) -> float:
    """The mean damage of an attack."""
    return wins(hit, evasion) * excess(power, defence)
