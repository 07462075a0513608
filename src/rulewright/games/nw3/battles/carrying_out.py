"""What each kind of effect does to one character (effect vocabulary of nw3-skills-items.md, section 13).

`EFFECTS` maps a kind of effect to the procedure that carries it out; `effects_on_...` hold them by what they act on.
"""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.engine.requests import Procedure
from rulewright.games.nw3.battles import effects_on_deeds, effects_on_judges, effects_on_points, effects_on_things
from rulewright.games.nw3.battles.effect_use import Apply, Use
from rulewright.games.nw3.battles.fighters import tell
from rulewright.games.nw3.records import effects as kinds
from rulewright.games.nw3.records.effect import Effect
from rulewright.games.nw3.state import Character, Nw3World

EFFECTS: dict[type, Apply] = {
    **effects_on_judges.EFFECTS,
    **effects_on_points.EFFECTS,
    **effects_on_deeds.EFFECTS,
    **effects_on_things.EFFECTS,
}


def carry_out(world: Nw3World, use: Use, effect: Effect, subjects: Sequence[Character]) -> Procedure[None]:
    """Carry out one effect on everybody whom it acts on."""
    if isinstance(effect, kinds.Recovery):
        yield from effects_on_points.recover(world, use, effect, subjects)
        return
    on_one = None if getattr(effect, "vs_element", None) else EFFECTS.get(type(effect))
    for subject in subjects:
        if on_one is not None:
            yield from on_one(world, use, effect, subject)
        else:  # kinds of the next chapter: the referee carries them out
            kind = f"effect.kind.{effect.__struct_config__.tag}"
            tell(world, "effect.by_hand", "NW3-SKILL-03", name=subject.name, block=use.usable.name, kind=kind)
