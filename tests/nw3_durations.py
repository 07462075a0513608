"""Effects that last, for tests of Night Wizard: blocks that put them on somebody, and what is on a character."""

from __future__ import annotations

from typing import Any

from nw3_attacks import several
from nw3_battle import battle_world, do, fighter, foe, modify
from rulewright.games.nw3.battles.casting import UseBlock
from rulewright.games.nw3.records.content import Nw3Content
from rulewright.games.nw3.state import Character, Nw3World

SINGLE = {"target": "single", "range": "scene"}
BLOCKS = (
    several(
        "growing",
        "auto_action",
        'kind = "modify", scope = "stat", stat = "spd", amount = "SL", duration = "round"',
        lines=["max_sl = 9"],
        **SINGLE,
    ),
    several(
        "curse",
        "auto_action",
        'kind = "modify", scope = "stat", stat = "spd", amount = "0 - SL", duration = "round"',
        lines=["max_sl = 9"],
        **SINGLE,
    ),
    several("eva_a", "auto_action", modify("eva", 2, "round")),
    several("eva_b", "auto_action", modify("eva", 2, "round"), modify("pdef", 1, "round")),
)
"""Effects for a Round: two as large as the SL on the SPD of anybody, two on the EVA of the user."""


def band_with(content: Nw3Content, *skills: str, **options: Any) -> Nw3World:
    """Anna's Main Process with these skills; Ben and a ghoul come after her. All Counts are theirs without dice."""
    values: dict[str, Any] = {"sevens": ["initiative"]}
    people = fighter("anna", "wizards", *skills, **values), fighter("ben", "wizards", *skills, **values, count=5)
    return battle_world(*people, foe(**values), content=content, **options)


def use(world: Nw3World, block: str, *targets: str, by: str = "anna") -> None:
    """Somebody uses a block that takes no dice."""
    do(world, UseBlock(by, block, targets))


def lasts(character: Character) -> list[tuple[str, str]]:
    """The blocks whose effects are on a character, each with when it ends."""
    return [(one.block, one.until) for one in character.effects]
