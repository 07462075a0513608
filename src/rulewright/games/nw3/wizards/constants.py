"""Constant blocks that change numbers or switch rules, and whether they are in force (NW3-SKILL-24 j, NW3-CHAR-12).

Those of skills that nothing in play can change are counted once, before Equipment; all others are tested anew
whenever the standing numbers are.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

import msgspec

from rulewright.games.nw3.records.content import Nw3Content
from rulewright.games.nw3.records.content_blocks import Block, Restrict, Skill
from rulewright.games.nw3.records.effect import Effect
from rulewright.games.nw3.records.effects import Modify, RuleFlag
from rulewright.games.nw3.records.formula import Formula, read
from rulewright.games.nw3.records.matchers import Guard, Matcher
from rulewright.games.nw3.state import ATTRIBUTES, STATS, Character
from rulewright.games.nw3.wizards.conditions import holds, secret_not_held, under_condition

UNCHANGING: Final = frozenset({"SL", "CL", "STR", "FIN", "AWA", "KNO", "SPI", "LUC"})
"""Names in formulas whose numbers nothing in play changes."""
COUNTED_BEFORE: Final = frozenset({*ATTRIBUTES, *STATS, "body", "mind"})
"""What is worked out before Equipment; capacities and named rules are looked up when they are needed."""
_BROOM: Final = Restrict(kind="equip", any_of=(Matcher(category="broom"),))


class Constant(msgspec.Struct, frozen=True, gc=False):
    """One constant change: `amount` to `what`, which is a stat, a capacity, or the name of a rule.

    `block` is the id of what it comes from: a skill, or an effect of an item ("item#number").
    """

    block: str
    what: str
    amount: Formula
    restrict: tuple[Restrict, ...] = ()
    guard: tuple[Guard, ...] = ()
    skill: Skill | None = None

    @property
    def settled(self) -> bool:
        """Whether it is counted before Equipment: of a skill, with nothing in it that changes in play."""
        free = not self.restrict and not self.guard and self.amount.names <= UNCHANGING
        return free and self.skill is not None and self.what in COUNTED_BEFORE


def of_block(block: Block, id: str, skill: Skill | None = None) -> Iterator[Constant]:
    """What a block does to its owner all the time, if it is constant."""
    if not block.constant:
        return
    tested = ("equip", "unequip", "carry", "condition", *(() if skill is not None else ("skill",)))  # NW3-SKILL-55
    restrict = tuple([one for one in block.restrict if one.kind in tested])
    if skill is not None and "broom" in skill.categories:
        restrict = (*restrict, _BROOM)  # NW3-SKILL-14
    for effect in block.effect:
        if effect.apply_at != "use" or not on_owner(effect, block):
            continue
        if isinstance(effect, Modify) and counted_by_itself(effect, block):
            yield Constant(id, str(effect.stat), read(effect.amount), restrict, effect.guard, skill)
        elif isinstance(effect, RuleFlag):
            yield Constant(id, effect.flag, read(effect.value), restrict, effect.guard, skill)


def on_owner(effect: Effect, block: Block) -> bool:
    """Whether an effect of a block acts on its owner."""
    return effect.on == "self" or (effect.on == "target" and block.target.kind == "self")


def counted_by_itself(effect: Effect, block: Block) -> bool:
    """Whether a constant effect changes a number of its owner, so that it is counted with the standing numbers."""
    stat = isinstance(effect, Modify) and effect.scope == "stat" and effect.vs_element is None
    return (stat or isinstance(effect, RuleFlag)) and on_owner(effect, block)


def of_skills(content: Nw3Content) -> Mapping[str, tuple[Constant, ...]]:
    """The skills of the content that have constant changes, by id; worked out once."""
    kept: Mapping[str, tuple[Constant, ...]] | None = content.__dict__.get("_constants")
    if kept is None:
        every = {skill.id: tuple(of_block(skill, skill.id, skill)) for skill in content.skill}
        kept = content.__dict__["_constants"] = {id: constants for id, constants in every.items() if constants}
    return kept


def _unsettled(content: Nw3Content) -> Mapping[str, tuple[Constant, ...]]:
    """Those of them that are tested anew, by skill; worked out once."""
    kept: Mapping[str, tuple[Constant, ...]] | None = content.__dict__.get("_unsettled")
    if kept is None:
        every = {id: tuple(one for one in constants if not one.settled) for id, constants in of_skills(content).items()}
        kept = content.__dict__["_unsettled"] = {id: constants for id, constants in every.items() if constants}
    return kept


def settled(content: Nw3Content, character: Character) -> list[tuple[Constant, int]]:
    """The constant changes that are counted before Equipment, each with its SL."""
    return [
        (one, character.skills[id])
        for id, constants in of_skills(content).items()
        if id in character.skills
        for one in constants
        if one.settled and in_force(content, character, one)
    ]


def unsettled(
    content: Nw3Content, character: Character, of_items: Iterable[Constant] = ()
) -> list[tuple[Constant, int]]:
    """The other constant changes that are in force now, those of items (`of_items`) after those of skills."""
    known = _unsettled(content)
    found = []
    if not known.keys().isdisjoint(character.skills):
        for id, sl in character.skills.items():
            if id in known:
                found += [(one, sl) for one in known[id] if in_force(content, character, one)]
    return found + [(one, 0) for one in of_items if in_force(content, character, one)]


def in_force(content: Nw3Content, character: Character, constant: Constant) -> bool:
    """Whether the conditions of a constant change hold, and the class of a Secret skill is held (NW3-SKILL-11)."""
    if constant.skill is not None and secret_not_held(character, constant.skill):
        return False
    return all(_met(content, character, one) for one in constant.restrict) and all(
        one.bad_status in character.statuses
        if one.bad_status is not None
        else under_condition(content, character, one.condition or "")
        for one in constant.guard
    )


def _met(content: Nw3Content, character: Character, restrict: Restrict) -> bool:
    if restrict.kind == "skill":
        return character.skills.get(restrict.skill or "", 0) >= restrict.level
    return holds(content, character, restrict.kind, restrict.any_of)
