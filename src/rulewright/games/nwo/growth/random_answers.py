"""Answers for random characters that can hold their own: what they choose suits what they are better at."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Sequence
from functools import cache
from importlib.resources import files
from typing import Any, Final, TypeVar

from rulewright.engine.drivers import Dice, by_default
from rulewright.engine.requests import Question
from rulewright.games.nwo.growth.outfit import DONE
from rulewright.games.nwo.records.content import NwoContent
from rulewright.games.nwo.records.gear import Armour, Item, Shield, Weapon

T = TypeVar("T")
ITEMS: Final = 2
HANDS: Final = 2
SUITED: Final = {"magic": ("magic", "resistance"), "attack": ("hit", "attack", "defence")}
"""Where most fighting spirit goes, by what a character is better at."""


@cache
def names() -> dict[str, list[str]]:
    """Family names and given names."""
    return tomllib.loads((files("rulewright.games.nwo") / "data" / "names.toml").read_text("utf-8"))


class RandomAnswers:
    """Answers the questions of creation one after another; it remembers what it has bought for one character."""

    def __init__(self, content: NwoContent, dice: Dice) -> None:
        self.content = content
        self.dice = dice
        self.bought: list[Any] = []
        self._answers: dict[str, Callable[[Question], Any]] = {
            "creation.class": self._class,
            "creation.attribute": self._attribute,
            "creation.aura": self._aura,
            "creation.elements": self._some,
            "creation.spells": self._spells,
            "creation.gear": self._ware,
            "creation.name": self._name,
        }

    def __call__(self, question: Question) -> Any:
        """A legal answer."""
        if question.kind == "choice" and question.key not in self._answers and question.default is None:
            return self._one([option.value for option in question.options])
        return self._answers.get(question.key, by_default)(question)

    def _one(self, of: Sequence[T]) -> T:
        return of[self.dice.face(len(of)) - 1]

    def _some(self, question: Question) -> list[str]:
        left, chosen = [option.value for option in question.options], []
        for _ in range(question.least):
            chosen.append(self._one(left))
            left.remove(chosen[-1])
        return chosen

    def _spells(self, question: Question) -> list[str]:
        """Spells by lot, one that attacks among them for who is better at magic."""
        chosen = self._some(question)
        attacks = [one.value for one in question.options if self.content.spells_by_id[one.value].kind == "attack"]
        if self._better_at(question) == "magic" and attacks and not set(attacks) & set(chosen):
            chosen[0] = self._one(attacks)
        return chosen

    def _class(self, question: Question) -> str:
        self.bought = []
        return self._one([option.value for option in question.options])

    def _attribute(self, question: Question) -> int:
        """The middle of two numbers by lot, so that few points lie far apart."""
        span = question.most - question.least + 1
        return question.least + (self.dice.face(span) + self.dice.face(span)) // 2 - 1

    def _better_at(self, question: Question) -> str:
        return "magic" if question.facts["magic"] > question.facts["attack"] else "attack"

    def _aura(self, question: Question) -> str:
        every = [option.value for option in question.options]
        return self._one([*every, *SUITED[self._better_at(question)] * 3])

    def _name(self, question: Question) -> str:
        return f"{self._one(names()['given'])} {self._one(names()['family'])}"

    # ---------------------------------------------------------------- gear

    def _ware(self, question: Question) -> str:
        """A weapon that suits, a shield where a hand is free, armour while it can be borne, then an item or two."""
        wares = [self.content.gear_by_id[one.value] for one in question.options if one.value != DONE]
        worn = sum(one.weight for one in self.bought if not isinstance(one, Item))
        borne = [one for one in wares if worn + one.weight <= question.facts["strength"]]
        chosen = self._weapon(borne, question) or self._shield(borne) or self._armour(borne) or self._item(wares)
        if chosen is None:
            return DONE
        self.bought.append(chosen)
        return str(chosen.id)

    def _weapon(self, wares: Sequence[Any], question: Question) -> Any:
        weapons = [one for one in wares if isinstance(one, Weapon)]
        if not weapons or any(isinstance(one, Weapon) for one in self.bought):
            return None
        stat = self._better_at(question)
        most = max(one.modifiers.get(stat, 0) for one in weapons)
        return self._one([one for one in weapons if 2 * one.modifiers.get(stat, 0) >= most])

    def _shield(self, wares: Sequence[Any]) -> Any:
        free = HANDS - sum(one.hands for one in self.bought if isinstance(one, Weapon | Shield))
        shields = [one for one in wares if isinstance(one, Shield) and one.hands <= free]
        return self._one(shields) if shields else None

    def _armour(self, wares: Sequence[Any]) -> Any:
        taken = {one.slot for one in self.bought if isinstance(one, Armour)}
        armour = [one for one in wares if isinstance(one, Armour) and one.slot not in taken]
        return self._one(armour) if armour else None

    def _item(self, wares: Sequence[Any]) -> Any:
        items = [one for one in wares if isinstance(one, Item)]
        enough = sum(isinstance(one, Item) for one in self.bought) >= ITEMS
        return self._one(items) if items and not enough else None
