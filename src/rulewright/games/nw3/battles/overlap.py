"""Effects that cannot both be in force on one character: of the same block, or of two that contradict each other.

Its owner chooses which of two uses of one block counts (NW3-SKILL-44), and which of two blocks (NW3-SKILL-02).
"""

from __future__ import annotations

from typing import Final

from rulewright.engine.requests import Option, Procedure, Question, ask
from rulewright.games.nw3.battles import lasting
from rulewright.games.nw3.state import Character, Lasting, Nw3World

_NEW, _OLD = Option("new", "overlap.new"), Option("old", "overlap.old")
_OPPOSITE: Final = {"flying": "grounded", "grounded": "flying"}


def takes_place(world: Nw3World, character: Character, new: Lasting, kept: dict[str, bool]) -> Procedure[bool]:
    """Whether a new effect begins; `kept` remembers on whom an earlier use of the block stays in force instead."""
    if not new.stacks:
        old = next((one for one in character.effects if _same(one, new)), None)
        if old is not None:
            if character.id not in kept:
                kept[character.id] = yield from _keeps_old(world, character, old, new)
            if kept[character.id]:
                return False
            lasting.drop(world, character, lambda one: _of_earlier_use(one, old), told=False)
    other = next((one for one in character.effects if _contradicts(one, new)), None)
    if other is not None:
        yield from _conflict(world, character, other, new)
    return True


def _same(one: Lasting, new: Lasting) -> bool:
    """Whether two effects are the same one of a block, from two uses."""
    if one.block != new.block or one.scope != new.scope or one.instance == new.instance:
        return False
    return new.scope == "element" or (one.what == new.what and one.detail == new.detail)


def _of_earlier_use(one: Lasting, old: Lasting) -> bool:
    return one is old or (one.block == old.block and old.instance > 0 and one.instance == old.instance)


def _keeps_old(world: Nw3World, character: Character, old: Lasting, new: Lasting) -> Procedure[bool]:
    """Ask which of two uses counts: by default the larger, then the newer."""
    default = _OLD if old.amount > new.amount else _NEW
    differs = (old.amount, old.until, old.of, old.rounds) != (new.amount, new.until, new.of, new.rounds)
    if not differs and world.state.options.prompts == "matters":
        return False
    facts = {"name": character.name, "block": lasting.block_name(world, new.block), "old": old.amount,
             "new": new.amount}  # fmt: skip
    answer = yield from ask(
        Question("overlap_choice", character.id, (_NEW, _OLD), default.value, "NW3-SKILL-44", facts, matters=differs)
    )
    return bool(answer == "old")


def _contradicts(one: Lasting, new: Lasting) -> bool:
    if one.suspended or one.block == new.block or one.scope != new.scope:
        return False
    if new.scope == "element":
        return one.what != new.what
    return new.scope == "flag" and _OPPOSITE.get(new.what) == one.what


def _conflict(world: Nw3World, character: Character, old: Lasting, new: Lasting) -> Procedure[None]:
    """Ask which of two contradicting blocks is in force; the other is suspended, not ended (NW3-SKILL-02)."""
    better = "new" if new.positive or not old.positive else "old"
    facts = {"name": character.name, "old": lasting.block_name(world, old.block),
             "new": lasting.block_name(world, new.block)}  # fmt: skip
    options = (Option("new", "conflict.block", {"block": facts["new"]}),
               Option("old", "conflict.block", {"block": facts["old"]}))  # fmt: skip
    answer = yield from ask(Question("conflict_choice", character.id, options, better, "NW3-SKILL-02", facts))
    if answer == "new":
        old.suspended = new.id
    else:
        new.suspended = old.id
