"""The figures of `data/creation.toml`: what a beginner starts from, which the rules leave to content (NWO-OPEN-42)."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files

import msgspec


class _Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    pass


class Attributes(_Part, frozen=True):
    """Where attributes begin, the points to spread, and the most in one of them."""

    start: int
    points: int
    most: int


class Pool(_Part, frozen=True):
    """The most HP or MP before the class counts: so many, and so many times an attribute or a stat."""

    base: int
    of: str
    times: int


class Luck(_Part, frozen=True):
    """C and F values that go together."""

    critical: tuple[int, ...]
    fumble: tuple[int, ...]


class Figures(_Part, frozen=True):
    """What a beginner starts from."""

    money: int
    most_things: int
    prana_max: int
    release: int
    aura: int
    elements: int
    spells: int
    abilities: int
    attributes: Attributes
    hp: Pool
    mp: Pool
    luck: tuple[Luck, ...]


@cache
def figures() -> Figures:
    """The figures, read once."""
    text = (files("rulewright.games.nwo") / "data" / "creation.toml").read_text("utf-8")
    return msgspec.convert(tomllib.loads(text), Figures)
