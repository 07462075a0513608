"""Anna against a ghoul, for tests of Night Wizard about blocks around the Judges of an attack."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from nw3_attacks import face_off, window
from rulewright.games.nw3.records.content import Nw3Content
from rulewright.games.nw3.state import Nw3World

BOOST = window(
    "boost",
    "before_judge",
    "hit, dodge",
    "self",
    'kind = "modify", scope = "judge", judge = "any", amount = 4, duration = "judge"',
)
"""A skill that adds 4 to a Hit Check or Dodge Check of its user."""


def duel_with(content: Nw3Content, skills: Sequence[str] = (), against: Sequence[str] = (), **options: Any) -> Nw3World:
    """Anna (PACC 9) and a ghoul (EVA 9), who mostly do no harm."""
    numbers = {"anna": {"pacc": 9}, "ghoul": {"eva": 9}, **options}
    return face_off(skills=skills, ghoul_skills=against, content=content, **numbers)
