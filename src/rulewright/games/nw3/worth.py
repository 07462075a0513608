"""What an attack is worth to who considers it: the chance to hit and the mean damage, Criticals left out."""

from __future__ import annotations

from functools import lru_cache

from rulewright.games.nw3.state import Character

# 2d6 less 2d6, from -10 to 10: the ways out of 1296
_WAYS = {
    difference: sum(
        (6 - abs(7 - one)) * (6 - abs(7 - other)) for one in range(2, 13) for other in range(2, 13)
        if one - other == difference
    )
    for difference in range(-10, 11)
}  # fmt: skip
_ALL = 1296


@lru_cache(maxsize=256)
def chance_to_win(lead: int) -> float:
    """The chance to win an Opposed Judge as Attacker, with Alters that differ by `lead`."""
    return sum(ways for difference, ways in _WAYS.items() if lead + difference >= 0) / _ALL


@lru_cache(maxsize=256)
def mean_damage(lead: int) -> float:
    """The mean HP Damage of a damage roll, with Alters that differ by `lead`."""
    return sum(ways * max(0, lead + difference) for difference, ways in _WAYS.items()) / _ALL


def worth(hit: int, damage: int, magical: bool, target: Character) -> float:
    """The mean HP that an attack takes, no more than the target has; bringing it down counts extra."""
    stats = target.stats
    chance = chance_to_win(hit - stats.eva)
    mean = mean_damage(damage - (stats.mdef if magical else stats.pdef))
    left = target.hp
    return chance * (mean if mean < left else left + 4.0) * (1.0 + 4.0 / (left + 4.0))
