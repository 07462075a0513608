"""The two dice texts of Cairn's content: damage (`d6`, `d8+d8`) and rolls (`1d6`, `2d20+10`)."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from rulewright.engine.errors import Malformed

DAMAGE_PATTERN: Final = r"^d(4|6|8|10|12)(\+d(4|6|8|10|12)){0,3}$"
DAMAGE_ALLOWED: Final = "one to four dice of d4 d6 d8 d10 d12 joined by +"
ROLL_PATTERN: Final = r"^([1-9]|1[0-9]|20)d(4|6|8|10|12|20|100)(\+(0|[1-9][0-9]{0,2}))?$"
ROLL_ALLOWED: Final = "NdM or NdM+K with N 1 to 20, M one of 4 6 8 10 12 20 100, K 0 to 999"


@lru_cache(maxsize=1024)
def damage_dice(text: str) -> tuple[int, ...]:
    """The sides of each die of a damage expression: `d8+d8` -> (8, 8). Malformed where it is none.

    The dice are thrown together and the highest face counts; they are never added (CRN-ATTACK-02).
    """
    if re.fullmatch(DAMAGE_PATTERN, text) is None:
        raise Malformed(f"{text!r} is not a damage expression", expected=DAMAGE_ALLOWED)
    return tuple(int(die) for die in text[1:].split("+d"))


@lru_cache(maxsize=1024)
def roll_dice(text: str) -> tuple[int, int, int]:
    """Number of dice, their sides, and what is added: `2d20+10` -> (2, 20, 10). Malformed where it is none."""
    match = re.fullmatch(ROLL_PATTERN, text)
    if match is None:
        raise Malformed(f"{text!r} is not a roll", expected=ROLL_ALLOWED)
    return int(match[1]), int(match[2]), int(match[4] or 0)
