"""Bonus Points: how many a Class Level gives, how many one stat may hold, and placing them (NW3-LEVEL-04 to -06)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rulewright.engine.requests import Option, Procedure, Question, ask, yes_no
from rulewright.games.nw3.options import Stat
from rulewright.games.nw3.state import GROUP_1, GROUP_2, Sheet
from rulewright.games.nw3.wizards.growing import Growing

KEEP = "keep"


# ---------------------------------------------------------------- totals and caps


def group_of(stat: str) -> Sequence[Stat]:
    """The group of Combat Stats that a stat is in."""
    return GROUP_1 if stat in GROUP_1 else GROUP_2


def total(group: Sequence[str], cl: int) -> int:
    """The Bonus Points that a group may hold at a CL, all earlier ones included."""
    return cl // 2 if group == GROUP_1 else cl  # NW3-LEVEL-04, NW3-LEVEL-05


def most(group: Sequence[str], cl: int) -> int:
    """The Bonus Points that one stat of a group may hold at a CL."""
    return -(-cl // 3) if group == GROUP_1 else cl // 2  # NW3-LEVEL-04, NW3-LEVEL-05


def held(placed: Mapping[str, int], group: Sequence[str]) -> int:
    """The Bonus Points placed in a group."""
    return sum(placed.get(stat, 0) for stat in group)


def why_not_placed(cl: int, placed: Mapping[str, int]) -> str:
    """The reason for which Bonus Points cannot stand like this at a CL, or "" (NW3-LEVEL-06)."""
    if any(held(placed, group) > total(group, cl) for group in (GROUP_1, GROUP_2)):
        return "bp_total_exceeded"
    return "bp_stat_cap" if any(points > most(group_of(stat), cl) for stat, points in placed.items()) else ""


def why_not_bp(sheet: Sheet, stat: str) -> str:
    """The reason for which one more Bonus Point cannot be placed in a stat, or ""."""
    return why_not_placed(sheet.cl, {**sheet.placed, stat: sheet.placed.get(stat, 0) + 1})


# ---------------------------------------------------------------- placing


def place(one: Growing, group: Sequence[Stat]) -> Procedure[None]:
    """Place the Bonus Points of a group one at a time, or keep what is left for a later Level Up."""
    rule = "NW3-LEVEL-04" if group == GROUP_1 else "NW3-LEVEL-05"
    yield from _taken_back(one, group, rule)
    while (left := total(group, one.sheet.cl) - held(one.sheet.placed, group)) > 0:
        reasons = {str(stat): why_not_bp(one.sheet, stat) for stat in group}
        options = [_option(one, stat) for stat in group if not reasons[stat]]
        question = Question(
            "place_bp", one.character.id, (*options, Option(KEEP, "place_bp.keep", {"left": left})), KEEP, rule,
            {"name": one.character.name, "left": left, "total": total(group, one.sheet.cl),
             "most": most(group, one.sheet.cl)},
            barred={stat: reason for stat, reason in reasons.items() if reason},
        )  # fmt: skip
        answer = yield from ask(question)
        if answer == KEEP:
            one.tell("place_bp.kept", "NW3-LEVEL-06", left=left)
            return
        one.sheet.placed[answer] = one.sheet.placed.get(answer, 0) + 1
        one.settle()
        now = getattr(one.character.stats, answer)
        one.tell("place_bp.placed", rule, stat=f"stat.{answer}", placed=one.sheet.placed[answer], now=now)


def _taken_back(one: Growing, group: Sequence[Stat], rule: str) -> Procedure[None]:
    """By option all that is placed in a group may first be taken back (NW3-OPEN-23)."""
    points = held(one.sheet.placed, group)
    if not one.house.bp_reallocate or not points:
        return
    facts = {"name": one.character.name, "points": points}
    if (yield from yes_no("place_bp.anew", one.character.id, default=False, rule=rule, **facts)):
        for stat in group:
            one.sheet.placed.pop(stat, None)
        one.settle()


def _option(one: Growing, stat: Stat) -> Option:
    now = getattr(one.character.stats, stat)
    facts = {
        "stat": f"stat.{stat}",
        "now": now,
        "then": now + 1,
        "placed": one.sheet.placed.get(stat, 0),
        "most": most(group_of(stat), one.sheet.cl),
    }
    return Option(stat, "place_bp.stat", facts)
