"""What is odd about a pack that can be used as it is (NW3-SKILL-56)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright.engine.pack_checks import Complaints
from rulewright.engine.pack_problems import Path
from rulewright.engine.packs import Complaint
from rulewright.games.nw3.records.boss_advice import HIGH_DEFENCE, LONG_FIGHT, advice
from rulewright.games.nw3.records.formula_checks import places
from rulewright.games.nw3.records.library_checks import blocks
from rulewright.games.nw3.records.reach import never_opened, reached

if TYPE_CHECKING:
    from rulewright.games.nw3.records.content import Nw3Content


def warnings(content: Nw3Content) -> tuple[Complaint, ...]:
    """Everything odd, with its place: a lasting effect without duration, an SL that is for nothing, an idle item, an
    Area out of reach, a Gate that never opens, a plan of a Boss that will not work.
    """
    return (*_durations(content), *_levels(content), *_idle(content), *_ways(content), *_plans(content))


def _durations(content: Nw3Content) -> Complaints:
    for path, block in blocks(content):
        for index, effect in enumerate(block.effect):
            if not block.constant and effect.duration is None and effect.lasts == "main_process":
                what = "lasts to the end of the Main Process"
                yield Complaint((*path, "effect", index, "duration"), "content.duration_missing", "a duration", what)


def _ways(content: Nw3Content) -> Complaints:
    """Areas out of reach and Gates that nothing opens (NW3-FORT-16)."""
    for index, fortress in enumerate(content.fortress):
        here = reached(fortress)
        for place, area in enumerate(fortress.area):
            if area.id not in here:
                what = f"cannot be reached from {fortress.entrance.area}"
                yield Complaint(("fortress", index, "area", place), "content.area_unreachable", "a way there", what)
        places = {gate.id: place for place, gate in enumerate(fortress.gate)}
        for gate in never_opened(fortress, content):
            path: Path = ("fortress", index, "gate", places[gate.id], "open_by")
            what = "lies behind closed Gates or nowhere"
            yield Complaint(path, "content.closed_deadlock", "something within reach that opens it", what)


def _plans(content: Nw3Content) -> Complaints:
    """What the plans of Bosses warn of (NW3-ENEMY-16)."""
    for index, enemy in enumerate(content.enemy):
        found = advice(enemy, "simple")
        for one in found.warnings if found is not None else ():
            if one.key == "boss_fight_long":
                path, allowed, what = "rounds", f"fewer than {LONG_FIGHT}", "is long for one fight"
            elif one.key == "boss_defence_high":
                path, allowed = "attackers", f"an attack less than {HIGH_DEFENCE} below the defence"
                what = f"has {one.attacker}, whose attack is {one.gap} below the defence"
            else:
                path, allowed, what = "attackers", "somebody who can hurt it", "cannot hurt it at all"
            yield Complaint(("enemy", index, "plan", path), f"content.{one.key}", allowed, what)


def _levels(content: Nw3Content) -> Complaints:
    for index, skill in enumerate(content.skill):
        if skill.max_sl > 1 and not any("SL" in formula.names for _, formula in places(skill)):
            yield Complaint(("skill", index, "max_sl"), "content.sl_unused", "SL in a formula", "changes nothing")


def _idle(content: Nw3Content) -> Complaints:
    for index, item in enumerate(content.item):
        useful = item.modifiers or item.effect_block or item.broom or item.broom_option or "weapon" in item.classes
        if not useful:
            yield Complaint(("item", index), "content.unused_item", "modifiers or an effect block", "does nothing")
