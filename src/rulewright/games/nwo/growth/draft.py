"""A character in the making: what has been chosen, the numbers as they stand, and what is still to come."""

from __future__ import annotations

from typing import Any, Final

from rulewright.engine.events import Event, Tell
from rulewright.engine.game import SoFar
from rulewright.engine.requests import Question
from rulewright.engine.world import World
from rulewright.games.nwo import standing
from rulewright.games.nwo.growth.figures import Figures, figures
from rulewright.games.nwo.options import Options
from rulewright.games.nwo.records.content import NwoContent
from rulewright.games.nwo.records.vocabulary import DERIVED_KEYS
from rulewright.games.nwo.state import Character, NwoWorld, State
from rulewright.games.nwo.story import Scenario

PARTY: Final = "party"
STEPS: Final = ("class", "attribute", "aura", "luck", "elements", "ability", "gear", "spells", "name")
"""The parts of a character in the order in which they are asked for, as `creation.PART` and `missing.PART`."""
POOLS: Final = ("hp_max", "mp_max")


def workshop(content: NwoContent, house: Options, listen: Tell | None = None) -> NwoWorld:
    """An empty table at which characters can be made."""
    return World(State(house), content, Scenario("workshop", "", "", "", ()), listen)


class Draft:
    """A character in the making, who answers (`to`), and who listens."""

    __slots__ = ("character", "figures", "money", "to", "world")

    def __init__(self, content: NwoContent, house: Options, to: str, listen: Tell | None = None) -> None:
        self.world = workshop(content, house, listen)
        self.to = to
        self.figures: Figures = figures()
        self.money = self.figures.money
        start = dict.fromkeys(content.attributes_by_id, self.figures.attributes.start)
        self.character = Character("", "", "pc", PARTY, attributes=start)
        self.character.prana_max, self.character.release = self.figures.prana_max, self.figures.release
        self.character.aura_total = self.figures.aura
        self.settle()

    @property
    def content(self) -> NwoContent:
        """The packs that it is made from."""
        return self.world.content

    def settle(self) -> None:
        """Work the numbers out anew, the most HP and MP among them."""
        character, content = self.character, self.content
        modifiers = content.classes_by_id[character.class_].modifiers if character.class_ else {}
        for name in ("hp", "mp"):
            pool = getattr(self.figures, name)
            if pool.of in character.attributes:
                value = character.attributes[pool.of]
            else:
                value = standing.derived(content, character.attributes, pool.of)
            most = pool.base + pool.times * value + modifiers.get(f"{name}_max", 0)
            setattr(character, f"{name}_max", max(0, most))
        standing.settle(content, self.world.state.options, character)

    def tell(self, key: str, rule: str, **facts: Any) -> None:
        """Tell what happened, if anybody listens."""
        if self.world.tell:
            self.world.tell(Event(key, facts, rule))

    def facts(self, **more: Any) -> dict[str, Any]:
        """The numbers as they stand, with more facts of a message."""
        values = self.character.now.values
        numbers = {key: values[key] for key in (*self.character.attributes, *DERIVED_KEYS, *POOLS)}
        luck = {"money": self.money, "prana_max": self.character.prana_max, "release": self.character.release}
        return {**numbers, **luck, **more}


def so_far(content: NwoContent, question: Question) -> SoFar:
    """What a question of creation carries of that, named for a front end, and the parts from this one on."""
    named = {f"term.{id}": id for id in content.attributes_by_id}
    named |= {f"card.value.{key}": key for key in (*DERIVED_KEYS, *POOLS)}
    named |= {f"term.{key}": key for key in ("prana_max", "release", "money")}
    numbers = {word: question.facts[key] for word, key in named.items() if key in question.facts}
    part = question.key.removeprefix("creation.")
    left = STEPS[STEPS.index(part) :] if part in STEPS else ()
    return SoFar(numbers, tuple(f"missing.{one}" for one in left))
