"""Which formulas may stand where in a block: no dice where a number is fixed, no name without a value (section 14).

A text that is no formula at all is reported where it stands, and left out here.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from rulewright.engine.pack_checks import Complaints
from rulewright.engine.pack_problems import Path
from rulewright.engine.packs import Complaint
from rulewright.games.nw3.records.block_checks import limits, timings
from rulewright.games.nw3.records.content_checks import formulas
from rulewright.games.nw3.records.effects import ClearStatus, InflictStatus, Retarget
from rulewright.games.nw3.records.formula import BLOCK_WORDS, BadFormula, Formula, read

if TYPE_CHECKING:
    from rulewright.games.nw3.records.content_blocks import Block

CALM_TIMINGS: Final = frozenset(
    {
        *("setup_process", "initiative_process", "cleanup_process", "prep"),
        *("move_action", "minor_action", "major_action", "constant"),
    }
)
"""Timings at which no attack is being resolved, unless the block is one."""


def places(row: Block) -> Iterator[tuple[Path, Formula]]:
    """Every formula of a block with the path to it."""
    for path, text in _texts(row):
        try:
            yield path, read(text)
        except BadFormula:
            continue


def _texts(row: Block) -> Iterator[tuple[Path, int | str]]:
    for field, text in formulas(row.check):
        yield ("check", field), text
    for field, text in formulas(row.target):
        yield ("target", field), text
    for index, cost in enumerate(row.cost):
        for field, text in formulas(cost):
            yield ("cost", index, field), text
    for index, limit in enumerate(limits(row)):
        yield ("limit", "n") if row.limit is limit else ("limit", index, "n"), limit.n
    for index, effect in enumerate(row.effect):
        for field, text in formulas(effect):
            yield ("effect", index, field), text
        if isinstance(effect, InflictStatus) and effect.save is not None:
            yield ("effect", index, "save", "difficulty"), effect.save.difficulty
        if isinstance(effect, Retarget) and effect.to is not None and effect.to.n is not None:
            yield ("effect", index, "to", "n"), effect.to.n


def dice_allowed(row: Block) -> Complaints:
    """A Difficulty, a number of targets and a limit are known beforehand, and Constant is never rolled for."""
    for path, formula in places(row):
        if formula.has_dice and ("constant" in timings(row) or path[0] == "limit" or path[-1] in ("n", "difficulty")):
            yield Complaint(path, "content.dice_not_allowed", "a formula without dice", "has dice")


def names_available(row: Block) -> Complaints:
    """A name is refused where it can be seen that it never has a value."""
    for path, formula in places(row):
        for name in sorted(formula.names):
            if why := _missing(row, path, name):
                yield Complaint(path, "content.name_not_available", f"names with a value: {why}", f"has {name}")


def _missing(row: Block, path: Path, name: str) -> str:
    """Why a name has no value at this place, or "" where it may have one."""
    prefix, _, word = name.rpartition(".")
    if prefix and word in BLOCK_WORDS:
        return f"{word} belongs to the use of a block, not to a character"
    if "constant" in timings(row):
        return "a Constant block has neither use nor target" if prefix or word in BLOCK_WORDS[1:] else ""
    if path[0] == "limit" or path[-1] == "n":
        return "it is asked before targets are chosen" if prefix or word in BLOCK_WORDS[1:] else ""
    if word == "HP_DAMAGE" and row.check.kind != "hit_check" and CALM_TIMINGS.issuperset(timings(row)):
        return "no attack is being resolved"
    if path[0] in ("cost", "check"):
        if word in ("RESULT", "DIFF", "RATING"):
            return "it is asked before the Check"
        return "a cost is paid once for all targets" if path[0] == "cost" and prefix == "target" else ""
    if word in ("RESULT", "DIFF") and row.check.kind == "automatic":
        return "nothing is rolled"
    if word == "DIFF" and row.check.kind == "stat" and row.check.difficulty is None:
        return "the Check has no Difficulty"
    effect = row.effect[int(path[1])]
    if word == "RATING" and not isinstance(effect, ClearStatus | InflictStatus):
        return "" if any(guard.bad_status for guard in effect.guard) else "no Bad Status is concerned"
    return ""


def no_sl(row: Block) -> Complaints:
    """Items have no SL (NW3-ITEM-08)."""
    for path, formula in places(row):
        if "SL" in formula.names:
            yield Complaint(path, "content.sl_in_item", "a formula without SL", "has SL, and items have none")


FORMULA_CHECKS = (dice_allowed, names_available)
