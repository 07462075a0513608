"""What is odd about a pack that can be used as it is (NW3-SKILL-56)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright.engine.pack_checks import Complaints
from rulewright.engine.packs import Complaint
from rulewright.games.nw3.records.formula_checks import places
from rulewright.games.nw3.records.library_checks import blocks

if TYPE_CHECKING:
    from rulewright.games.nw3.records.content import Nw3Content


def warnings(content: Nw3Content) -> tuple[Complaint, ...]:
    """Everything odd, with its place: a lasting effect without duration, an SL that is for nothing, an idle item."""
    return (*_durations(content), *_levels(content), *_idle(content))


def _durations(content: Nw3Content) -> Complaints:
    for path, block in blocks(content):
        for index, effect in enumerate(block.effect):
            if not block.constant and effect.duration is None and effect.lasts == "main_process":
                what = "lasts to the end of the Main Process"
                yield Complaint((*path, "effect", index, "duration"), "content.duration_missing", "a duration", what)


def _levels(content: Nw3Content) -> Complaints:
    for index, skill in enumerate(content.skill):
        if skill.max_sl > 1 and not any("SL" in formula.names for _, formula in places(skill)):
            yield Complaint(("skill", index, "max_sl"), "content.sl_unused", "SL in a formula", "changes nothing")


def _idle(content: Nw3Content) -> Complaints:
    for index, item in enumerate(content.item):
        useful = item.modifiers or item.effect_block or item.broom or item.broom_option or "weapon" in item.classes
        if not useful:
            yield Complaint(("item", index), "content.unused_item", "modifiers or an effect block", "does nothing")
