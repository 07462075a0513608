"""The dice texts of packs: `2d6+1`, `1d6-3`, or a plain number such as `3`."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

import msgspec

from rulewright.engine.errors import Malformed

PATTERN: Final = r"^(?:([1-9]|1[0-9]|20)d6(?:([+-](?:0|[1-9][0-9]?)))?|(0|[1-9][0-9]?))$"
ALLOWED: Final = "Nd6, Nd6+K or Nd6-K with N 1 to 20 and K 0 to 99, or a number 0 to 99 as a text"


class Dice(msgspec.Struct, frozen=True):
    """A number of six-sided dice and what is added to their sum; without dice `plus` is the value itself."""

    count: int
    plus: int = 0


@lru_cache(maxsize=1024)
def read(text: str) -> Dice:
    """A dice text taken apart: `1d6-3` -> Dice(1, -3), `3` -> Dice(0, 3); Malformed where it is none."""
    match = re.fullmatch(PATTERN, text)
    if match is None:
        raise Malformed(f"{text!r} is not a dice text", expected=ALLOWED)
    return Dice(int(match[1] or 0), int(match[2] or match[3] or 0))
