"""What the referee rules where effects do not go together: two that replace one number (NW3-SKILL-03, -43)."""

from __future__ import annotations

from typing import Any

from rulewright.engine.requests import Option, Procedure, Question, ask
from rulewright.games.nw3.battles.fighters import tell
from rulewright.games.nw3.battles.ongoing import Aim, OngoingAttack
from rulewright.games.nw3.state import Nw3World

CHOICES = ("both", "first", "second", "neither", "text")
MOST_TEXT = 400


def gm_ruling(world: Nw3World, first: str, second: str) -> Procedure[str]:
    """Which of two effects the referee lets stand: both in order unless said otherwise, or in own words."""
    facts = {"first": first, "second": second}
    options = tuple(Option(one, f"ruling.{one}", facts) for one in CHOICES)
    answer = yield from ask(Question("gm_ruling", "referee", options, "both", "NW3-SKILL-03", facts))
    if answer == "text":
        text = yield from ask(
            Question("gm_ruling.text", "referee", (), "-", "NW3-SKILL-03", facts, "text", 1, MOST_TEXT)
        )
        tell(world, "ruling.told", "NW3-SKILL-03", text=text)
    return str(answer)


def change(
    world: Nw3World, attack: OngoingAttack, where: OngoingAttack | Aim, mode: Any, amount: int, source: str
) -> Procedure[None]:
    """Note a change of HP Damage, of all Defenders or of one; of two that replace it the referee rules."""
    if mode == "replace":
        before = next((name for place, name in attack.replaced if place is where or attack in (place, where)), None)
        if before is not None:
            answer = yield from gm_ruling(world, before, source)
            if answer in ("second", "neither", "text"):
                everything: list[OngoingAttack | Aim] = [attack, *attack.aims]
                for one in everything:
                    if one is where or attack in (one, where):
                        one.changes = [change for change in one.changes if change[0] != "replace"]
            if answer not in ("second", "both"):
                return
        attack.replaced.append((where, source))
    where.changes.append((mode, amount))
