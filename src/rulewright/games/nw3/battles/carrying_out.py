"""What each kind of effect does to one character (effect vocabulary of nw3-skills-items.md, section 13).

`of_blocks` maps a kind of effect to the procedure that carries it out; `effects_on_...` hold them by what they act on.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from rulewright.engine.requests import Procedure
from rulewright.games.nw3.battles import (
    effects_on_blocks,
    effects_on_deeds,
    effects_on_judges,
    effects_on_places,
    effects_on_points,
    effects_on_things,
)
from rulewright.games.nw3.battles.effect_use import Apply, Use
from rulewright.games.nw3.records import effects as kinds
from rulewright.games.nw3.records.effect import Effect
from rulewright.games.nw3.state import Character, Nw3World

_HOLDERS = (
    effects_on_judges,
    effects_on_points,
    effects_on_deeds,
    effects_on_things,
    effects_on_blocks,
    effects_on_places,
)


EFFECTS: dict[type, Apply] = {}
"""Those of Fortresses, which add them when they are imported."""


@cache
def of_blocks() -> Mapping[type, Apply]:
    """Every kind of effect that a skill or an item may have, with what carries it out.

    It is put together when it is first needed: those modules lead back to this one, as effects may use blocks.
    """
    return {kind: apply for holder in _HOLDERS for kind, apply in holder.EFFECTS.items()}


def carry_out(world: Nw3World, use: Use, effect: Effect, subjects: Sequence[Character]) -> Procedure[None]:
    """Carry out one effect on everybody whom it acts on."""
    if isinstance(effect, kinds.Recovery):  # one Judge for all
        yield from effects_on_points.recover(world, use, effect, subjects)
        return
    on_one = EFFECTS.get(type(effect)) or of_blocks()[type(effect)]
    for subject in subjects:
        yield from on_one(world, use, effect, subject)
