"""Answers for random characters that can hold their own: what they choose suits what they are better at."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from rulewright.engine.drivers import Dice
from rulewright.engine.picks import Picks
from rulewright.engine.requests import Question
from rulewright.games.nwo.growth.outfit import DONE
from rulewright.games.nwo.records.content import NwoContent
from rulewright.games.nwo.records.gear import Armour, Item, Shield, Weapon

ITEMS: Final = 2
HANDS: Final = 2
SUITED: Final = {"magic": ("magic", "resistance"), "attack": ("hit", "attack", "defence")}
"""Where most fighting spirit goes, by what a character is better at."""


class RandomAnswers:
    """Answers the questions of creation one after another; it remembers what it has bought for one character."""

    def __init__(self, content: NwoContent, dice: Dice) -> None:
        self.content = content
        self.picks = Picks(dice)
        self.bought: list[Any] = []
        self._answers: dict[str, Callable[[Question], Any]] = {
            "creation.class": self._class,
            "creation.attribute": self._attribute,
            "creation.aura": self._aura,
            "creation.elements": self.picks.some,
            "creation.spells": self._spells,
            "creation.gear": self._ware,
            "creation.name": self._name,
        }

    def __call__(self, question: Question) -> Any:
        """A legal answer."""
        return self.picks.answer(question, self._answers)

    def _spells(self, question: Question) -> list[str]:
        """Spells by lot, one that attacks among them for who is better at magic."""
        chosen = self.picks.some(question)
        attacks = [one.value for one in question.options if self.content.spells_by_id[one.value].kind == "attack"]
        if self._better_at(question) == "magic" and attacks and not set(attacks) & set(chosen):
            chosen[0] = self.picks.one(attacks)
        return chosen

    def _class(self, question: Question) -> str:
        self.bought = []
        return self.picks.option(question)

    def _attribute(self, question: Question) -> int:
        """The middle of two numbers by lot, so that few points lie far apart."""
        span = question.most - question.least + 1
        return question.least + (self.picks.dice.face(span) + self.picks.dice.face(span)) // 2 - 1

    def _better_at(self, question: Question) -> str:
        return "magic" if question.facts["magic"] > question.facts["attack"] else "attack"

    def _aura(self, question: Question) -> str:
        every = [option.value for option in question.options]
        return self.picks.one([*every, *SUITED[self._better_at(question)] * 3])

    def _name(self, question: Question) -> str:
        return self.picks.name("rulewright.games.nwo")

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
        return self.picks.one([one for one in weapons if 2 * one.modifiers.get(stat, 0) >= most])

    def _shield(self, wares: Sequence[Any]) -> Any:
        free = HANDS - sum(one.hands for one in self.bought if isinstance(one, Weapon | Shield))
        shields = [one for one in wares if isinstance(one, Shield) and one.hands <= free]
        return self.picks.one(shields) if shields else None

    def _armour(self, wares: Sequence[Any]) -> Any:
        taken = {one.slot for one in self.bought if isinstance(one, Armour)}
        armour = [one for one in wares if isinstance(one, Armour) and one.slot not in taken]
        return self.picks.one(armour) if armour else None

    def _item(self, wares: Sequence[Any]) -> Any:
        items = [one for one in wares if isinstance(one, Item)]
        enough = sum(isinstance(one, Item) for one in self.bought) >= ITEMS
        return self.picks.one(items) if items and not enough else None
