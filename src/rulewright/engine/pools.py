"""Exact weights of a pool of dice by its sum or its successes, with dice that bring more dice.

A die with those it brings is a chain, and chains are independent. The weights of a chain by its value are a
polynomial, and those of a pool its power: written as the digits of one long number, a single `**` of Python
works it out.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TypeAlias

Faces: TypeAlias = tuple[int, ...]
Ways: TypeAlias = tuple[tuple[Faces, int], ...]


@lru_cache(maxsize=256)
def pool(count: int, sides: int, again: int, depth: int, hits: tuple[int, int] | None = None) -> tuple[Ways, int]:
    """Ways of `count` dice by their sum, or by how many lie between the two faces of `hits`.

    A die that shows `again` or more brings another, `depth` times at most; those count too. Returns
    representative faces, wave by wave, with their weights, and the total of all weights.
    """
    low, high = hits or (1, sides)
    chain: dict[int, tuple[int, Faces]] = {}  # by value: weight, and one chain of that value
    growing: dict[int, tuple[int, Faces]] = {0: (1, ())}
    for wave in range(depth + 1):
        grown: dict[int, tuple[int, Faces]] = {}
        for value, (weight, faces) in growing.items():
            for face in range(1, sides + 1):
                more = face >= again and wave < depth
                into = grown if more else chain
                reached = value + (low <= face <= high if hits else face)
                known, shown = into.get(reached, (0, (*faces, face)))
                into[reached] = known + weight * (1 if more else sides ** (depth - wave)), shown
        growing = grown
    everything = sides ** (count * (depth + 1))
    size = everything.bit_length() // 8 + 1
    digits = b"".join(chain.get(value, (0,))[0].to_bytes(size, "little") for value in range(max(chain) + 1))
    power = int.from_bytes(digits, "little") ** count
    digits = power.to_bytes(size * (count * max(chain) + 1), "little")
    ways = []
    for value, chains in sorted(_chains(count, tuple(sorted(chain))).items()):
        weight = int.from_bytes(digits[size * value : size * (value + 1)], "little")
        ways.append((_by_waves([chain[one][1] for one in chains]), weight))
    return tuple(ways), everything


def _chains(count: int, values: tuple[int, ...]) -> dict[int, tuple[int, ...]]:
    """Every sum of `count` of the `values`, each with one way to make it up."""
    if count == 1:
        return {value: (value,) for value in values}
    half = _chains(count // 2, values)
    other = _chains(count - count // 2, values) if count % 2 else half
    least, most, largest = min(half), max(half), max(other)
    sums: dict[int, tuple[int, ...]] = {}
    for wanted in range(least + min(other), most + largest + 1):
        for first in range(max(least, wanted - largest), min(most, wanted) + 1):
            if first in half and wanted - first in other:
                sums[wanted] = half[first] + other[wanted - first]
                break
    return sums


def _by_waves(chains: list[Faces]) -> Faces:
    """The faces of chains in the order a roll shows them."""
    longest = max(len(chain) for chain in chains)
    return tuple([chain[wave] for wave in range(longest) for chain in chains if len(chain) > wave])
