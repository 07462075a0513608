"""Traps, Logics and Objects as those who use effects: they roll as the referee does and belong to nobody."""

from __future__ import annotations

from rulewright.games.nw3.battles.effect_use import Use
from rulewright.games.nw3.battles.usable import Usable
from rulewright.games.nw3.records.content_blocks import EffectBlock
from rulewright.games.nw3.records.matchers import Target
from rulewright.games.nw3.state import EMULATORS, Character

_BLOCK = EffectBlock(timing="auto_action", target=Target(kind="refer"), range="scene", name="Effect")


def use_of(id: str, name: str, targets: int = 1, result: int = 0) -> Use:
    """One use of the effects of a trap, Logic or Object ("trap:steel_ball"), by nobody: C 10 and F 5."""
    agent = Character(id, name, "npc", EMULATORS)
    return Use(agent, Usable(id, name, _BLOCK), result=result, targets=targets)
