"""Cover Ups for tests of Night Wizard: a ghoul that attacks Ben, or him and Anna, who may take it for him."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from nw3_attacks import several, striking
from nw3_battle import battle_world, do, fighter, foe, who
from nw3_scenes import Done
from rulewright.games.nw3.battles.attacks import Attack
from rulewright.games.nw3.battles.casting import UseBlock
from rulewright.games.nw3.records.content import Nw3Content
from rulewright.games.nw3.state import Character, Nw3World

_PARALYSIS = 'kind = "inflict_status", status = "paralysis"'
BLOCKS = (
    striking("blow", _PARALYSIS),
    striking("sweep", _PARALYSIS, target="area", range="short"),
    several(
        "tough",
        "auto_action",
        'kind = "cover_up", allow = ["no_double_damage", "any_number"]',
        target="single",
        range="close",
    ),
)
"""What the ghoul attacks with, and a skill that covers any number of others without the doubling."""
EIGHT, NINE = (5, 3), (6, 3)
ON_BEN = (*NINE, 1, 2)  # the ghoul hits Ben
COVER = {"cover_up anna": "cover"}


def group_with(
    content: Nw3Content,
    anna: Mapping[str, Any] | None = None,
    ben: Mapping[str, Any] | None = None,
    *more: Character,
    skills: Sequence[str] = (),
    bens: Sequence[str] = (),
    **options: Any,
) -> Nw3World:
    """The ghoul's Main Process: PATK 11, at Short of Anna and Ben, who stand together; Dora stands apart.

    Ben's PDEF is 1, Anna's 40. The content has to hold `BLOCKS`.
    """
    return battle_world(
        foe("ghoul", "blow", "sweep", patk=11, count=20),
        fighter("anna", "wizards", *skills, **{"engage": "e", "pdef": 40, "count": 12, **(anna or {})}),
        fighter("ben", "wizards", *bens, **{"engage": "e", "pdef": 1, "count": 9, **(ben or {})}),
        *(more or (fighter("dora", count=3),)),
        content=content,
        **options,
    )


def attacked(world: Nw3World, answers: Mapping[str, Any] | None = None, block: str = "", dodge: bool = True) -> Done:
    """The ghoul, now in the Engage too, attacks Ben: HP Damage 20 against 9."""
    who(world, "ghoul").engage = "e"
    command = UseBlock("ghoul", block, ("ben",)) if block else Attack("ghoul", ("ben",))
    return do(world, command, (*(ON_BEN if dodge else ()), *NINE, *EIGHT), answers)


def swept(world: Nw3World, anna: int, faces: Sequence[int], answers: Mapping[str, Any] | None = None) -> Done:
    """The ghoul's area attack on both; Anna's dice come to `anna`, `faces` are those of the damage roll."""
    dodge = {3: (1, 2), 12: (6, 6)}[anna]
    return do(world, UseBlock("ghoul", "sweep", ("anna",)), (*NINE, *dodge, 1, 2, *faces), answers)
