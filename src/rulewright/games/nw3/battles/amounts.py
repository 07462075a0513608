"""Numbers of blocks as they come up in play: their dice fall, and the log warns of a division by 0 (NW3-SKILL-58)."""

from __future__ import annotations

from rulewright.engine.requests import Procedure
from rulewright.games.nw3.battles.fighters import tell
from rulewright.games.nw3.battles.usable import Usable
from rulewright.games.nw3.records.formula import Names, divides_by_zero, read, value
from rulewright.games.nw3.state import Character, Nw3World


def evaluate(
    world: Nw3World, user: Character, usable: Usable, text: int | str, names: Names, why: str
) -> Procedure[int]:
    """The value of a formula of a block; `user` throws its dice, and `why` is shown beside them."""
    if type(text) is int:
        return text
    formula = read(text)
    if world.tell and divides_by_zero(formula, names):
        tell(world, "effect.divides_by_zero", "NW3-SKILL-58", block=usable.name, name=user.name)
    return (yield from value(formula, names, user.id, why))
