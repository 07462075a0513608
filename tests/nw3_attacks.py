"""Attacks for tests of Night Wizard: Anna and a ghoul face to face, blocks that attack, and what the Judges came to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from nw3_battle import battle_world, do, fighter, foe, skill
from nw3_people import content as people
from nw3_scenes import Done
from rulewright.engine.packs import load, merge
from rulewright.games.nw3.battles.attacks import Attack
from rulewright.games.nw3.records.content import Nw3Content
from rulewright.games.nw3.state import Character, Nw3World

NOTHING = (2, 1, 3, 1)
"""Faces of a damage roll of a Wizard with which nothing gets through an enemy without PDEF."""
SURE = (6, 2, 1, 1)
"""Faces of a Hit Check of a Wizard and a Dodge Check of an enemy that is hit by them."""
_PACK = """
[pack]
id = "attacks"
name = "Attacks"
ruleset = "nw3"
version = 1
"""


@cache
def pack(*records: str) -> Nw3Content:
    """The content of `nw3_people` together with these records (TOML)."""
    return merge((people(), load({"attacks.toml": "\n".join([_PACK, *records])}, Nw3Content)))


def face_off(
    *others: Character,
    anna: Mapping[str, Any] | None = None,
    ghoul: Mapping[str, Any] | None = None,
    skills: Sequence[str] = (),
    ghoul_skills: Sequence[str] = (),
    content: Nw3Content | None = None,
    **options: Any,
) -> Nw3World:
    """Anna's Main Process, she and a ghoul in one Engage; Ben and an imp, so that the battle goes on, stand apart."""
    return battle_world(
        fighter("anna", "wizards", *skills, **{"engage": "e", **(anna or {})}),
        foe("ghoul", *ghoul_skills, **{"engage": "e", **(ghoul or {})}),
        *(others or (fighter("ben", count=4), foe("imp", count=2))),
        content=content or people(),
        **options,
    )


def hit(
    world: Nw3World,
    faces: Sequence[int] = (),
    answers: Mapping[str, Any] | None = None,
    by: str = "anna",
    at: str = "ghoul",
    weapon: str = "",
) -> Done:
    """A plain attack, with bare hands if no weapon is named."""
    return do(world, Attack(by, (at,), weapon), faces, answers)


def results(done: Done, kind: str) -> list[int]:
    """The Results of all Judges of this kind, in the order in which they were told."""
    told = (event for event in done.told if event.key.startswith("judge.result"))
    return [event.facts["result"] for event in told if event.facts["why"] == f"judge.{kind}"]


def rolled(done: Done) -> list[tuple[str, str]]:
    """Who rolled dice, and for what, in order."""
    return [(roll.who, roll.why) for roll, _ in done.rolls]


def aimed_at(done: Done, key: str = "attack.hits") -> list[str]:
    """The names of those who were hit ("attack.misses": missed), in order."""
    return [event.facts["target"] for event in done.told if event.key == key]


def striking(
    id: str,
    *more: str,
    kind: str = "physical",
    damage: str = "",
    bonus: int | str = 0,
    target: str = "single",
    range: str = "close",
    timing: str = "major_action",
    lines: Sequence[str] = (),
    fields: str = "",
) -> str:
    """The TOML of a skill that attacks; `more` are further effects, `fields` further fields of the attack itself."""
    hit_stat, damage_stat = ("pacc", "patk") if kind == "physical" else ("macc", "matk")
    attack = (
        f'kind = "attack", attack = "{kind}", hit_stat = "{hit_stat}", damage_stat = "{damage_stat}", '
        f'damage = "{damage or kind}", bonus = "{bonus}"{", " if fields else ""}{fields}'
    )
    check = f'check = {{ kind = "hit_check", attack = "{kind}" }}'
    return skill(id, timing, " }, { ".join((attack, *more)), check, *lines, target=target, range=range)


def several(
    id: str, timing: str, *effects: str, lines: Sequence[str] = (), target: str = "self", range: str = ""
) -> str:
    """The TOML of a skill with several effects."""
    return skill(id, timing, " }, { ".join(effects), *lines, target=target, range=range)


def window(id: str, timing: str, judges: str, whose: str, *effects: str, target: str = "self", range: str = "") -> str:
    """The TOML of a skill around Judges of these kinds ("hit, dodge") or of the damage roll."""
    kinds = ", ".join(f'"{one.strip()}"' for one in judges.split(","))
    trigger = f'trigger = {{ judges = [{kinds}], whose = "{whose}" }}'
    return several(id, timing, *effects, lines=[trigger], target=target, range=range)
