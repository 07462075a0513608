"""A Wizard in the making: what has been chosen, the numbers as they stand, and what is missing (NW3-CHAR-17)."""

from __future__ import annotations

from typing import Any, Final

from rulewright.engine.events import Event, Tell
from rulewright.engine.game import SoFar
from rulewright.engine.modifiers import Sum
from rulewright.engine.requests import Question
from rulewright.games.nw3.options import Options
from rulewright.games.nw3.records.content import Nw3Content
from rulewright.games.nw3.records.tables import numbers
from rulewright.games.nw3.state import ATTRIBUTES, STATS, Character, Sheet
from rulewright.games.nw3.wizards import derived, standing

NUMBERS: Final = (
    *ATTRIBUTES, "cf_mod", "prana_max", *STATS, "body", "mind", "weight", "weight_limit", "memory", "memory_limit",
    "money",
)  # fmt: skip
"""What `live` tells, in the order of the sheet."""
LAST: Final = ("equip", "name")
"""The questions after the purchases, in order; they are no parts that CHAR-17 asks for."""


class Draft:
    """A Wizard in the making: what has been chosen, who answers (`to`), and who listens.

    `missing` are the parts that CHAR-17 asks for and that are not done yet, as keys of messages.
    """

    __slots__ = ("bonus", "character", "classes", "content", "elements", "house", "listen", "missing", "money", "to")

    def __init__(self, content: Nw3Content, house: Options, to: str, listen: Tell | None = None) -> None:
        self.content = content
        self.house = house
        self.to = to
        self.listen = listen
        self.classes: list[str] = []
        self.elements: list[Any] = []
        self.bonus: Any = ""
        self.character: Character | None = None
        self.money = numbers().creation.money  # NW3-CHAR-13
        self.missing = [f"missing.{part}" for part in ("classes", "elements", "bonus", "auto", "picks", "money")]

    @property
    def made(self) -> Character:
        """The character, from step 4 on."""
        assert self.character is not None
        return self.character

    @property
    def sheet(self) -> Sheet:
        """Its Sheet."""
        assert self.made.sheet is not None
        return self.made.sheet

    def done(self, part: str) -> None:
        """A part is complete (NW3-CHAR-17)."""
        self.missing.remove(f"missing.{part}")

    def tell(self, key: str, rule: str, sum: Sum | None = None, **facts: Any) -> None:
        """Tell what happened, if anybody listens."""
        if self.listen:
            self.listen(Event(key, facts, rule, sum))

    def settle(self) -> None:
        """Work the numbers out anew."""
        derived.settle(self.content, self.house, self.made)

    def facts(self, **more: Any) -> dict[str, Any]:
        """The numbers as they stand and what is missing, with more facts of a message."""
        return {**live(self), "missing": list(self.missing), **more}


def live(draft: Draft) -> dict[str, Any]:
    """The numbers of what has been chosen so far: Attributes, CF Mod, Prana, Combat Stats, Body and Mind, money.

    From step 4 on also Weight and Memory with their limits.
    """
    character, content, house = draft.character, draft.content, draft.house
    if character is None:
        attributes = derived.attribute_sums(draft.classes, draft.elements, draft.bonus, house)
        totals = {name: one.total for name, one in attributes.items()}
        growth = derived.class_growth(draft.classes)
        stats = derived.stat_sums(draft.classes, draft.elements, totals, {}, growth, house)
        mod = derived.cf_mod(totals["luck"], house).total
        found = {**totals, **{name: one.total for name, one in stats.items()}}
        return {**found, "cf_mod": mod, "prana_max": derived.prana_max(mod).total, "money": draft.money}
    found = {name: getattr(character.attributes, name) for name in ATTRIBUTES}
    found |= {name: getattr(character.stats, name) for name in STATS}
    return {
        **found,
        "body": character.body,
        "mind": character.mind,
        "cf_mod": numbers().prana.base - character.prana_max,
        "prana_max": character.prana_max,
        "weight": standing.weight(content, house, character),
        "weight_limit": standing.weight_limit(content, character),
        "memory": standing.memory(content, character),
        "memory_limit": standing.memory_limit(content, character),
        "money": draft.money,
    }


def so_far(question: Question) -> SoFar:
    """What a question of creation carries of that, named for a front end; the steps after the purchases too."""
    facts = question.facts
    numbers = {f"term.{name}": facts[name] for name in NUMBERS if name in facts}
    missing = facts.get("missing", ())
    left = LAST[LAST.index(question.key) :] if question.key in LAST else LAST
    return SoFar(numbers, (*missing, *(f"missing.{step}" for step in left)))


def told(draft: Draft) -> None:
    """Tell the numbers as they stand."""
    if draft.listen:
        draft.tell("creation.numbers", "NW3-CHAR-14", **live(draft))
