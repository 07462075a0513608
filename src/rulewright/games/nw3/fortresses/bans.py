"""What Logics forbid, asked at every place where it could be done (NW3-LOGIC-05)."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final

import msgspec

from rulewright.engine.errors import Refused
from rulewright.games.nw3.dice.judges import Judge
from rulewright.games.nw3.fortresses.in_force import Source, acting_on
from rulewright.games.nw3.records.fortress_effects import Ban, BanWord
from rulewright.games.nw3.state import Character, Nw3World

IN_JUDGES: Final = ("raise_result", "cancel_fumble", "reroll_dice", "fudge_dice")
"""The uses of Prana that a Judge offers."""


def banned(world: Nw3World, character: Character, what: BanWord, **of: str | Collection[str]) -> bool:
    """Whether a Logic forbids somebody this kind of action.

    `of` says more: `category` of a skill, `class_` of an item (one or several), `use` of Prana.
    """
    return bool(world.state.caskets) and ban_on(world, character, what, **of) is not None


def require_allowed(world: Nw3World, character: Character, what: BanWord, **of: str | Collection[str]) -> None:
    """Raise `Refused` "logic_ban" where a Logic forbids it."""
    source = ban_on(world, character, what, **of) if world.state.caskets else None
    if source is not None:
        raise Refused("logic_ban", "NW3-LOGIC-05", name=character.name, logic=source.shown)


def ban_on(world: Nw3World, character: Character, what: BanWord, **of: str | Collection[str]) -> Source | None:
    """The first Logic that forbids it, None of something that is allowed."""
    return next((source for source, ban in acting_on(world, character, Ban) if _forbids(ban, what, of)), None)


def _forbids(ban: Ban, what: BanWord, of: Mapping[str, str | Collection[str]]) -> bool:
    """Whether a ban is about this kind of action, and, where it names one category, class or use, about this one."""
    if what not in ban.what:
        return False
    named = {"skill_category": ("category", ban.category), "item_class": ("class_", ban.class_),
             "prana_use": ("use", ban.use)}.get(what)  # fmt: skip
    if named is None or named[1] is None:
        return True
    given = of.get(named[0], ())
    return named[1] == given if isinstance(given, str) else named[1] in given


def on_judge(world: Nw3World, character: Character, judge: Judge) -> Judge:
    """The Judge without Any Seven and uses of Prana that a Logic forbids."""
    bans = [ban for _, ban in acting_on(world, character, Ban)]
    if judge.seven and any(_forbids(ban, "any_seven", {}) for ban in bans):
        judge = msgspec.structs.replace(judge, seven=False)
    if bans and judge.prana:
        barred = tuple([use for use in IN_JUDGES if any(_forbids(ban, "prana_use", {"use": use}) for ban in bans)])
        if barred:
            left = judge.prana if len(barred) < len(IN_JUDGES) else 0
            judge = msgspec.structs.replace(judge, barred=barred, prana=left)
    return judge
