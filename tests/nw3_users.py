"""Anna with skills and things to use, for tests of Night Wizard about blocks and what they need."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from nw3_attacks import several
from nw3_battle import battle_world, fighter, foe
from nw3_people import carrying
from rulewright.games.nw3.battles.casting import UseBlock
from rulewright.games.nw3.records.content import Nw3Content
from rulewright.games.nw3.state import Character, Nw3World

BLOCKS = (
    several("minor", "minor_action"),
    several("major", "major_action"),
    several("set_up", "setup_process"),
    several("react", "reaction"),
)
"""Skills without effects, each named after its timing."""


def user_with(content: Nw3Content, *skills: str, things: Sequence[str] = (), **values: Any) -> Nw3World:
    """Anna's Main Process with these skills and things; options go by their names."""
    fields = {name: values.pop(name) for name in list(values) if name in Character.__struct_fields__}
    anna = carrying(fighter("anna", "wizards", *skills, engage="e", **fields), *things)
    return battle_world(anna, foe(engage="e"), fighter("ben", count=2), content=content, **values)


def use(block: str, *targets: str, **more: Any) -> UseBlock:
    """Anna's command to use this block."""
    return UseBlock("anna", block, targets, **more)
