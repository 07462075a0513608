"""Dice without a table: the operating system's, or repeatable ones of a seed."""

from __future__ import annotations

from random import SystemRandom

from rulewright.engine.drivers import SampledDice


class SystemDice:
    """Dice from the operating system's source of secrets."""

    __slots__ = ("_random",)

    def __init__(self) -> None:
        self._random = SystemRandom()

    def face(self, sides: int) -> int:
        return self._random.randint(1, sides)


def dice_of(seed: str | None) -> SystemDice | SampledDice:
    """Repeatable dice of a seed, or dice of the operating system."""
    return SystemDice() if seed is None else SampledDice(seed)
