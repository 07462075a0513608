"""What an attack is worth to who considers it: the chance to hit and the mean damage, Criticals left out."""

from __future__ import annotations

from typing import Final

from rulewright.games.nw3.state import Character

_ALL: Final = 1296
_MOST: Final = 60
# 2d6 less 2d6, from -10 to 10: the ways out of 1296
_WAYS: Final = {
    difference: sum(
        (6 - abs(7 - one)) * (6 - abs(7 - other)) for one in range(2, 13) for other in range(2, 13)
        if one - other == difference
    )
    for difference in range(-10, 11)
}  # fmt: skip


def _chance(lead: int) -> float:
    return sum(ways for difference, ways in _WAYS.items() if lead + difference >= 0) / _ALL


def _mean(lead: int) -> float:
    return sum(ways * max(0, lead + difference) for difference, ways in _WAYS.items()) / _ALL


_CHANCES: Final = [_chance(lead) for lead in range(-_MOST, _MOST + 1)]
_MEANS: Final = [_mean(lead) for lead in range(-_MOST, _MOST + 1)]


def chance_to_win(lead: int) -> float:
    """The chance to win an Opposed Judge as Attacker, with Alters that differ by `lead`."""
    return _CHANCES[max(-_MOST, min(_MOST, lead)) + _MOST]


def mean_damage(lead: int) -> float:
    """The mean HP Damage of a damage roll, with Alters that differ by `lead`."""
    return _MEANS[lead + _MOST] if -_MOST <= lead <= _MOST else max(0.0, float(lead))


def worth(hit: int, damage: int, defence: str, target: Character) -> float:
    """The mean HP that an attack takes, no more than the target has; bringing it down counts extra."""
    stats, left = target.stats, target.hp
    lead = hit - stats.eva + _MOST
    chance = _CHANCES[lead] if 0 <= lead <= 2 * _MOST else chance_to_win(lead - _MOST)
    mean = mean_damage(damage - (stats.mdef if defence == "mdef" else stats.pdef))
    return chance * (mean if mean < left else left + 4.0) * (left + 8.0) / (left + 4.0)
