"""The dice window: Reroll, Fudge and Cancel Fumble with Prana (NW3-PRANA-05 to -07, -11)."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal, TypeAlias

from rulewright.engine.alike import SUM
from rulewright.engine.requests import Option, Procedure, Roll
from rulewright.games.nw3.dice.judges import Dice, Judge, chains, judged, reached
from rulewright.games.nw3.options import Options

Use: TypeAlias = Literal["reroll", "fudge_up", "fudge_down", "cancel"]
Shown: TypeAlias = Literal["ordinary", "critical", "fumble"]
ONE_PRANA = {"prana": 1}
PASS = Option("pass", "dice.pass")
_USES = {"reroll": "reroll_dice", "fudge_up": "fudge_dice", "fudge_down": "fudge_dice", "cancel": "cancel_fumble"}
_OPTIONS = {
    "reroll": Option("reroll", "dice.reroll", cost=ONE_PRANA),
    "fudge_up": Option("fudge_up", "dice.fudge_up", cost=ONE_PRANA),
    "fudge_down": Option("fudge_down", "dice.fudge_down", cost=ONE_PRANA),
    "cancel": Option("cancel", "dice.cancel", cost=ONE_PRANA),
}


def shown(asked: Judge, dice: Dice) -> Shown:
    """What the dice show now (NW3-JUDGE-09)."""
    if dice.total == asked.critical:
        return "critical"
    return "fumble" if dice.total == asked.fumble and not dice.cancelled else "ordinary"


def why_not(use: Use, dice: Dice, state: Shown, house: Options) -> str:
    """The reason that forbids a use of Prana on these dice, or "" (NW3-PRANA-11)."""
    if use == "cancel":
        return "" if state == "fumble" else "not_a_fumble"  # NW3-PRANA-05
    if use == "reroll":
        if state != "ordinary":
            return "reroll_on_cf"  # NW3-PRANA-06
        if dice.fudged:
            return "already_fudged"
        return "reroll_on_cf" if dice.cancelled and not house.prana_reroll_after_cancel else ""  # NW3-OPEN-17
    if state == "fumble":
        return "fudge_on_fumble"  # NW3-PRANA-07
    if dice.fudged and house.prana_fudge_limit == "once":  # NW3-OPEN-15
        return "already_fudged"
    return "fudge_out_of_range" if dice.total == (12 if use == "fudge_up" else 2) else ""


@lru_cache(maxsize=1024)
def choices(
    dice: Dice, state: Shown, house: Options, barred: tuple[str, ...] = ()
) -> tuple[tuple[Option, ...], dict[str, str]]:
    """What may be done to the dice, passing last, and why the rest may not; `barred` are uses that a Logic forbids."""
    reasons = {
        use: "logic_ban" if barred and _USES[use] in barred else why_not(use, dice, state, house)  # type: ignore[arg-type]
        for use in _OPTIONS
    }
    allowed = tuple(_OPTIONS[use] for use, reason in reasons.items() if not reason)
    return (*allowed, PASS), {"raise": "wrong_window"} | {use: reason for use, reason in reasons.items() if reason}


def used(asked: Judge, dice: Dice, use: Use) -> Procedure[Dice]:
    """The dice after one use of Prana."""
    spent = dice.spent + 1
    if use == "cancel":
        return Dice(dice.total, dice.fudged, True, spent)
    if use == "reroll":
        faces = yield Roll(2, 6, "NW3-PRANA-06", asked.who, asked.why, SUM)
        return Dice(faces[0] + faces[1], spent=spent)
    # a fudge onto the Fumble is one (NW3-PRANA-07); only Cancel Fumble before it was for other dice
    return Dice(dice.total + (1 if use == "fudge_up" else -1), True, False, spent)


def matters(asked: Judge, dice: Dice, state: Shown, house: Options) -> bool:
    """Whether Prana could still be of use to the owner of the Judge.

    It could not on a Critical that brings success or more dice, nor where the dice are enough as they are.
    """
    if state == "critical":
        return asked.sort != "normal" and not chains(asked.sort, house)
    if state == "fumble" or asked.rising:  # even one that succeeds may have consequences (NW3-JUDGE-15)
        return True
    return reached(asked, judged(asked, dice.total, 0, False, 0, house)) is not True
