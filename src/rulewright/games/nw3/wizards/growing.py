"""A Wizard that grows, and the one skill that a Level Up, a class change or XP brings it (NW3-LEVEL-03, -11)."""

from __future__ import annotations

from typing import Any

import msgspec

from rulewright.engine.events import Event, Tell
from rulewright.engine.requests import Procedure, Question, ask
from rulewright.games.nw3.options import Options
from rulewright.games.nw3.records.content import Nw3Content
from rulewright.games.nw3.records.content_blocks import Skill
from rulewright.games.nw3.state import Character, Nw3World, Sheet
from rulewright.games.nw3.wizards import derived, picks
from rulewright.games.nw3.wizards.labels import twins


class Growing(msgspec.Struct, frozen=True):
    """A Wizard that grows, with the content and the house rules that it grows by, and who listens."""

    content: Nw3Content
    house: Options
    character: Character
    listen: Tell | None = None

    @property
    def sheet(self) -> Sheet:
        """The Sheet; raises `Refused` where there is none."""
        return picks.sheet_of(self.character)

    def settle(self) -> None:
        """Work the numbers out anew."""
        derived.settle(self.content, self.house, self.character)

    def tell(self, key: str, rule: str, **facts: Any) -> None:
        """Tell what happened to the Wizard, if anybody listens."""
        if self.listen:
            self.listen(Event(key, {"name": self.character.name, **facts}, rule))


def growing(world: Nw3World, character: Character) -> Growing:
    """A Wizard that grows at a table."""
    return Growing(world.content, world.state.options, character, world.tell)


def pick_kind(house: Options) -> picks.Kind:
    """What a pick after creation may buy where both stand to choice (NW3-OPEN-22)."""
    return "any" if house.level_skill_raises_sl else "new"


def offered(one: Growing, kind: picks.Kind = "any", only: str = "") -> tuple[list[Skill], dict[str, str]]:
    """The skills that a pick may buy after creation, and why not the others; `only` as for `picks.offered`."""
    return picks.offered(one.content, one.character, creation=False, only=only, kind=kind, house=one.house)


def learn(one: Growing, key: str, rule: str, kind: picks.Kind = "any", only: str = "") -> Procedure[bool]:
    """Ask by the question `key` for one skill and acquire it; False, without a question, where there is none."""
    open_to, barred = offered(one, kind, only)
    if not open_to:
        one.tell("growth.no_skill", rule)
        return False
    options = tuple(picks.option(one.character, skill) for skill in open_to)
    facts = {"name": one.character.name, "cl": one.sheet.cl}
    answer = yield from ask(Question(key, one.character.id, options, None, rule, facts, barred=barred))
    yield from gain(one, one.content.skills_by_id[answer], rule)
    return True


def gain(one: Growing, skill: Skill, rule: str) -> Procedure[None]:
    """Have a skill at SL 1 or 1 SL more of it, with the Element that its owner chooses for it (NW3-SKILL-12)."""
    element = yield from picks.choose_element(one.content, one.character, skill, one.character.id, {})
    picks.gain(one.content, one.character, skill.id, element)
    one.settle()
    one.tell("growth.learned", rule, **twins(skill, name="skill"), sl=one.character.skills[skill.id])
