"""Answers for random Wizards that can hold their own: skills that go together, and the gear for them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from rulewright.engine.drivers import Dice
from rulewright.engine.picks import Picks
from rulewright.engine.requests import Question
from rulewright.games.nw3.records.content import Nw3Content
from rulewright.games.nw3.records.content_blocks import Skill
from rulewright.games.nw3.records.items import Item
from rulewright.games.nw3.records.matchers import Matcher
from rulewright.games.nw3.records.tables import numbers
from rulewright.games.nw3.wizards.conditions import matches
from rulewright.games.nw3.wizards.equipping import HANDS
from rulewright.games.nw3.wizards.outfitting import DONE
from rulewright.games.nw3.wizards.skill_choices import WAIVE

POTIONS: Final = 2
ARMS: Final = {"physical": "weapon", "magical": "enchantment"}
"""What is bought first, by the kind of attack that the Wizard is better at."""


class RandomAnswers:
    """Answers the questions of creation one after another; it remembers what it has chosen for one Wizard."""

    def __init__(self, content: Nw3Content, dice: Dice) -> None:
        self.content = content
        self.picks = Picks(dice)
        self.skills: list[Skill] = []
        self.bought: list[Item] = []
        self._answers: dict[str, Callable[[Question], Any]] = {
            "pick_classes": self._class,
            "choose_auto_skill": self._auto_skill,
            "skill_picks": self._skill,
            "general_picks": self._skill,
            "extra_pick": self._skill,
            "purchase": self._ware,
            "equip": self._change,
            "name": self._name,
        }

    def __call__(self, question: Question) -> Any:
        """A legal answer."""
        return self.picks.answer(question, self._answers)

    def _class(self, question: Question) -> str:
        self.skills, self.bought = [], []
        return self.picks.option(question)

    def _auto_skill(self, question: Question) -> str:
        return self._take(self.picks.option(question))

    def _name(self, question: Question) -> str:
        return self.picks.name("rulewright.games.nw3")

    # ---------------------------------------------------------------- skills

    def _skill(self, question: Question) -> str:
        """One skill by lot, useful ones more often; none is left out while there is one to pick."""
        kind = self._kind(question)
        lots = [
            option.value
            for option in question.options
            if option.value != WAIVE
            for _ in range(self._use(self.content.skills_by_id[option.value], kind))
        ]
        return self._take(self.picks.one(lots)) if lots else WAIVE

    def _take(self, id: str) -> str:
        self.skills.append(self.content.skills_by_id[id])
        return id

    def _kind(self, question: Question) -> str:
        facts = question.facts
        return "magical" if facts["macc"] + facts["matk"] > facts["pacc"] + facts["patk"] else "physical"

    def _use(self, skill: Skill, kind: str) -> int:
        """How useful a skill is to a Wizard who attacks in this way."""
        owned = {one.id for one in self.skills}
        if skill.with_skill is not None and skill.with_skill not in owned:
            return 1
        if skill.check.kind == "hit_check":
            first = not any(one.check.attack == kind for one in self.skills)
            return (12 if first else 4) if skill.check.attack == kind else 1
        return 1 if "broom" in skill.categories or skill.id in owned else 3

    # ---------------------------------------------------------------- things

    def _ware(self, question: Question) -> str:
        """An arm that suits the skills, then armor while it can be borne, then a potion or two."""
        wares = [
            self.content.items_by_id[one.value] for one in question.options if one.value in self.content.items_by_id
        ]
        fitting = [item for item in wares if self._bears(item, question)]
        if not any(_hands(item) for item in self.bought):
            chosen = self._arm(fitting, ARMS[self._kind(question)])
        else:
            chosen = self._armor(fitting) or self._potion(wares)
        if chosen is None:
            return DONE
        self.bought.append(chosen)
        return chosen.id

    def _bears(self, item: Item, question: Question) -> bool:
        """Whether hands, Weight and Memory have room for an item beside what was bought."""
        hands = sum(_hands(one) for one in (*self.bought, item))
        weight = sum(one.weight for one in (*self.bought, item) if one.slot != "none")
        memory = sum(one.memory or 0 for one in (*self.bought, item))
        facts = question.facts
        return (
            hands <= numbers().equipment.hands and weight <= facts["weight_limit"] and memory <= facts["memory_limit"]
        )

    def _arm(self, wares: Sequence[Item], kind: str) -> Item | None:
        """What suits the skills best; where nothing of the kind can be borne, something of the other."""
        wanted = [one for skill in self.skills for restrict in skill.restrict if restrict.kind in ("use", "equip")
                  for one in restrict.any_of]  # fmt: skip
        arms = [item for item in wares if item.broom is None and not set(item.classes).isdisjoint(ARMS.values())]
        of_kind = [item for item in arms if kind in item.classes] or arms
        suited = [item for item in of_kind if _suits(item, wanted)] or of_kind
        return self.picks.one(suited) if suited else None

    def _armor(self, wares: Sequence[Item]) -> Item | None:
        """Armor for a Slot that is free, and nothing that other armor would keep from counting (NW3-ARMOR-04)."""
        worn = [item for item in self.bought if "armor" in item.classes]
        taken = {item.slot for item in worn}
        choice = [item for item in wares if "armor" in item.classes and item.slot not in taken]
        if any(item.doesnt_stack for item in worn):
            choice = [item for item in choice if item.slot in numbers().equipment.slots_ignoring_doesnt_stack]
        elif worn:
            choice = [item for item in choice if not item.doesnt_stack]
        return self.picks.one(choice) if choice else None

    def _potion(self, wares: Sequence[Item]) -> Item | None:
        choice = [item for item in wares if "potion" in item.classes]
        enough = sum("potion" in item.classes for item in self.bought) >= POTIONS
        return self.picks.one(choice) if choice and not enough else None

    def _change(self, question: Question) -> str:
        """Put on what can be put on."""
        coming = [option.value for option in question.options if option.value.startswith(("on:", "load:"))]
        return coming[0] if coming else DONE


def _hands(item: Item) -> int:
    return HANDS.get(item.slot, 0)


def _suits(item: Item, wanted: Sequence[Matcher]) -> bool:
    return any(matches(item, one) for one in wanted if one.condition is None and one.bad_status is None)
