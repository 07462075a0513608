"""The Entrance of a Fortress: what it asks for, tested before anything is paid (NW3-DIVE-06 to -08)."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from rulewright.engine.errors import Refused
from rulewright.engine.requests import Procedure, yes_no
from rulewright.games.nw3.casket_state import Dive
from rulewright.games.nw3.records.fortresses import Entrance, EntryCondition
from rulewright.games.nw3.state import Carried, Character, Nw3World
from rulewright.games.nw3.wizards import standing
from rulewright.games.nw3.wizards.belongings import there

_LEAST = {"hp": 1, "mp": 0, "prana": 0}
"""What has to be left of each pool (NW3-DIVE-07)."""


class Offered(msgspec.Struct, frozen=True):
    """What those who want to come in bring up: a spoken word, and where only one condition counts, which."""

    keyword: str = ""
    condition: int | None = None


def spoken(word: str) -> str:
    """A keyword as it is compared: trimmed, in lower case, with single spaces (NW3-DIVE-08)."""
    return " ".join(word.lower().split())


def asked(entrance: Entrance, offered: Offered) -> list[EntryCondition]:
    """The conditions that count now: all, or where any one is enough the one that was named (NW3-DIVE-07)."""
    if entrance.mode == "all" or not entrance.condition:
        return list(entrance.condition)
    number = offered.condition or 0
    if not 0 <= number < len(entrance.condition):
        raise Refused("invalid_target", "NW3-DIVE-07", target=str(number))
    return [entrance.condition[number]]


def require_tries(entrance: Entrance, running: Dive, conditions: Sequence[EntryCondition]) -> None:
    """Raise `Refused` where no try at the keyword is left (NW3-DIVE-08)."""
    spent = entrance.tries is not None and running.tries >= entrance.tries
    if spent and any(one.kind == "keyword" for one in conditions):
        raise Refused("no_tries_left", "NW3-DIVE-08")


def test(
    running: Dive, conditions: Sequence[EntryCondition], payer: Character, holders: Sequence[Character], said: str
) -> None:
    """Raise `Refused` for the first condition that is not met; the referee's consent is asked for elsewhere.

    `payer` is who pays, `holders` are those of whom one has to have the item.
    """
    for pool in _LEAST:
        price = sum(one.amount or 0 for one in conditions if one.kind == "cost" and one.pool == pool)
        if price and getattr(payer, pool) - price < _LEAST[pool]:
            if pool == "prana":
                raise Refused("not_enough_prana", "NW3-DIVE-07", name=payer.name, prana=payer.prana)
            raise Refused(f"not_enough_{pool}", "NW3-DIVE-07", name=payer.name)
    for one in conditions:
        if one.kind == "keyword" and spoken(said) != spoken(one.word or ""):
            raise Refused("wrong_keyword", "NW3-DIVE-08", name=payer.name)
        if one.kind == "item" and _held(one, holders) is None:
            raise Refused("item_missing", "NW3-DIVE-07", name=payer.name)
        if one.kind == "flag" and one.flag not in running.flags:
            raise Refused("flag_missing", "NW3-DIVE-07", name=payer.name)


def consent(conditions: Sequence[EntryCondition], payer: Character) -> Procedure[None]:
    """Ask the referee for what only the referee can tell; raises `Refused` "gm_refused"."""
    for one in conditions:
        if one.kind == "gm":
            facts = {"name": payer.name, "condition": one.text or ""}
            if not (yield from yes_no("condition_ok", "referee", default=False, rule="NW3-DIVE-06", **facts)):
                raise Refused("gm_refused", "NW3-DIVE-07")


def pay(world: Nw3World, conditions: Sequence[EntryCondition], payer: Character, holders: Sequence[Character]) -> None:
    """Pay for coming in, and use up items that are marked so (NW3-DIVE-07)."""
    for one in conditions:
        if one.kind == "cost" and one.pool is not None:
            setattr(payer, one.pool, getattr(payer, one.pool) - (one.amount or 0))
        elif one.kind == "item" and one.consume and (held := _held(one, holders)) is not None:
            holder, thing = held
            holder.items.remove(thing)
            standing.refresh(world.content, world.state.options, holder)


def _held(condition: EntryCondition, holders: Sequence[Character]) -> tuple[Character, Carried] | None:
    for holder in holders:
        for thing in there(holder):
            if thing.item == condition.item:
                return holder, thing
    return None
