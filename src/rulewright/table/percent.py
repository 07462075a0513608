"""Shares in percent."""

from __future__ import annotations

from typing import Any


def percent(share: Any, digits: int = 1) -> str:
    """A share from 0 to 1 in percent; what is neither none nor all never reads so."""
    number = float(share) * 100
    least = 10.0**-digits
    if 0 < number < least:
        return f"<{least:.{digits}f} %"
    if 100 - least < number < 100:
        return f">{100 - least:.{digits}f} %"
    return f"{number:.{digits}f} %"
