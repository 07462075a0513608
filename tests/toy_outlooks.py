"""Outlooks of made-up questions, for tests: chances, means, and one that takes too long to follow."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from rulewright.engine.requests import Outlook, Procedure, Roll

A = TypeVar("A", str, int)


def at_least(least: Mapping[A, int]) -> Outlook:
    """A die that has to show so much after each answer."""
    return Outlook(_reaches, (tuple(least.items()),))


def _reaches(least: tuple[tuple[A, int], ...], answer: A) -> Procedure[bool]:
    faces = yield Roll(1, 6)
    return bool(faces[0] >= dict(least)[answer])


def _total(answer: str) -> Procedure[int]:
    faces = yield Roll(1 if answer == "a" else 2, 6)
    return sum(faces)


def _endless(answer: str) -> Procedure[bool]:
    faces: tuple[int, ...] = ()
    for _ in range(30):
        faces = yield Roll(1, 6)
    return faces[0] == 6


TOTAL = Outlook(_total)
"""One die after "a", else the total of two."""
ENDLESS = Outlook(_endless)
