"""Fighting spirit: how its points may lie (NWO-AURA)."""

from __future__ import annotations

from collections.abc import Mapping

from rulewright.engine.errors import Refused
from rulewright.engine.requests import Procedure, Question, ask
from rulewright.games.nwo.state import COMBAT_STATS, Character


def require_allocation(aura: Mapping[str, int], total: int) -> None:
    """Raise `Refused` unless all points lie on the seven values, none of them negative (NWO-AURA-02)."""
    if any(key not in COMBAT_STATS for key in aura):
        raise Refused("bad_value", "NWO-AURA-02", expected=", ".join(COMBAT_STATS))
    if any(points < 0 for points in aura.values()):
        raise Refused("aura_negative", "NWO-AURA-02")
    if sum(aura.values()) != total:
        raise Refused("aura_sum", "NWO-AURA-02", total=total)


def asked(character: Character, total: int) -> Procedure[dict[str, int]]:
    """Ask value by value how many points lie on it; the last value takes what is left (NWO-AURA-02)."""
    spread: dict[str, int] = {}
    for key in COMBAT_STATS[:-1]:
        left = total - sum(spread.values())
        if not left:
            break
        before = min(left, character.aura.get(key, 0))
        facts = {"name": character.name, "stat": f"stat.{key}", "left": left}
        spread[key] = yield from ask(
            Question("aura", character.id, (), before, "NWO-AURA-02", facts, "number", 0, left)
        )
    spread[COMBAT_STATS[-1]] = total - sum(spread.values())
    return spread
