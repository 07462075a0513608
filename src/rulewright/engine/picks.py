"""Picking by dice, for characters made at random: one of several, several of them, a name."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any, TypeVar

from rulewright.engine.drivers import Dice, by_default
from rulewright.engine.requests import Question

T = TypeVar("T")


@cache
def _names(package: str) -> dict[str, list[str]]:
    return tomllib.loads((files(package) / "data" / "names.toml").read_text("utf-8"))


class Picks:
    """Picks with these dice."""

    def __init__(self, dice: Dice) -> None:
        self.dice = dice

    def one(self, of: Sequence[T]) -> T:
        """One of them, each as likely as another."""
        return of[self.dice.face(len(of)) - 1]

    def option(self, question: Question) -> str:
        """The value of one option."""
        return self.one([option.value for option in question.options])

    def some(self, question: Question) -> list[str]:
        """The values of as many options as are needed at least."""
        left, chosen = [option.value for option in question.options], []
        for _ in range(question.least):
            chosen.append(self.one(left))
            left.remove(chosen[-1])
        return chosen

    def name(self, package: str) -> str:
        """A given name and a family name of the game's `data/names.toml`."""
        names = _names(package)
        return f"{self.one(names['given'])} {self.one(names['family'])}"

    def answer(self, question: Question, by_key: Mapping[str, Callable[[Question], Any]]) -> Any:
        """By what knows the key; of other choices without a default any option, else the default."""
        if question.kind == "choice" and question.key not in by_key and question.default is None:
            return self.option(question)
        return by_key.get(question.key, by_default)(question)
