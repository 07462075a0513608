"""Rules of a whole pack: no prerequisites in a circle, no stat that depends on itself (NW3-SKILL-56, NW3-SKILL-58)."""

from __future__ import annotations

from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from typing import TYPE_CHECKING, Final

from rulewright.engine.pack_checks import Complaints
from rulewright.engine.pack_problems import Path
from rulewright.engine.packs import Complaint
from rulewright.games.nw3.records.content_blocks import Block
from rulewright.games.nw3.records.effects import Modify
from rulewright.games.nw3.records.formula import read

if TYPE_CHECKING:
    from rulewright.games.nw3.records.content import Nw3Content

MOST_CIRCLES: Final = 50
"""Circles that are told; each takes another look at everything."""
LONGEST_SHOWN: Final = 8
"""Names of one circle that are told."""
WORDS: Final = {
    "strength": ("STR",),
    "finesse": ("FIN",),
    "awareness": ("AWA",),
    "knowledge": ("KNO",),
    "spirit": ("SPI",),
    "luck": ("LUC",),
    "body": ("BODY", "HP", "LOST_HP"),  # HP never stands above Body
    "mind": ("MIND", "MP"),
    "weight_capacity": ("PACC", "EVA", "MACC"),
}
"""The names in formulas that a change of a stat changes; a Combat Stat has its own in capitals."""


def prerequisite_cycles(content: Nw3Content) -> Complaints:
    """A skill that needs itself in the end can never be acquired (NW3-SKILL-07)."""
    needs: dict[str, dict[str, Path]] = {}
    for index, skill in enumerate(content.skill):
        for place, restrict in enumerate(skill.restrict):
            if restrict.skill is not None:
                needs.setdefault(skill.id, {})[restrict.skill] = ("skill", index, "restrict", place, "skill")
    for circle, path in _circles(needs):
        yield Complaint(path, "content.prerequisite_cycle", "no circle", _round(circle))


def formula_cycles(content: Nw3Content) -> Complaints:
    """Constant effects that feed each other would never come to a number (NW3-SKILL-58)."""
    feeds: dict[str, dict[str, Path]] = {}
    for path, block in blocks(content):
        for index, effect in enumerate(block.effect if block.constant else ()):
            if isinstance(effect, Modify) and effect.stat is not None:
                place = (*path, "effect", index, "amount")
                for name in sorted(read(effect.amount).names):
                    for changed in WORDS.get(effect.stat, (effect.stat.upper(),)):
                        feeds.setdefault(changed, {}).setdefault(name, place)
    for circle, path in _circles(feeds):
        yield Complaint(path, "content.formula_cycle", "no circle", _round(circle))


def blocks(content: Nw3Content) -> Iterator[tuple[Path, Block]]:
    """Every block of a pack, of skills first, with the path to it."""
    for index, skill in enumerate(content.skill):
        yield ("skill", index), skill
    for index, item in enumerate(content.item):
        for place, block in enumerate(item.effect_block):
            yield ("item", index, "effect_block", place), block


def _round(circle: list[str]) -> str:
    shown = circle if len(circle) <= LONGEST_SHOWN else [*circle[: LONGEST_SHOWN - 1], "...", circle[-1]]
    return f"comes round: {' needs '.join(shown)}"


def _circles(needs: dict[str, dict[str, Path]]) -> Iterator[tuple[list[str], Path]]:
    """Each circle among these needs as the way round to where it began, with the place of its first step."""
    graph = {name: dict(others) for name, others in needs.items()}
    for _ in range(MOST_CIRCLES):
        try:
            TopologicalSorter(graph).prepare()
            return
        except CycleError as error:
            circle = error.args[1][::-1]
            yield circle, graph[circle[0]].pop(circle[1])
