"""A ghoul that fells Anna, for tests of Night Wizard about falling and dying."""

from __future__ import annotations

from typing import Any

from nw3_attacks import face_off, hit, several
from nw3_battle import who
from nw3_scenes import Done
from rulewright.games.nw3.records.content import Nw3Content
from rulewright.games.nw3.state import Character, Nw3World

BLOCKS = (
    several("stand_up", "incapacitated", 'kind = "resource", pool = "hp", mode = "set", amount = 5'),
    several("pain", "minor_action", 'kind = "resource", pool = "hp", amount = -99'),
)
"""A skill of the fallen, and one that fells its user."""


def victim_with(content: Nw3Content, **values: Any) -> Nw3World:
    """The ghoul's Main Process (PATK 34), Anna before it with 3 HP; options go by their names."""
    options = {name: values.pop(name) for name in list(values) if name not in Character.__struct_fields__}
    skills = values.pop("skills", ())
    world = face_off(
        skills=skills, anna={"hp": 3, **values}, ghoul={"patk": 34}, content=content, acting="ghoul", **options
    )
    who(world, "anna").body = 30
    return world


def struck(world: Nw3World, answers: dict[str, Any] | None = None, dodge: bool = True) -> Done:
    """The ghoul hits Anna for 40."""
    return hit(world, (*((6, 3, 1, 2) if dodge else ()), 6, 3, 1, 2), answers, by="ghoul", at="anna")
