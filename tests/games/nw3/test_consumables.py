"""NW3-ITEM-10: potions and other things that are gone after use, at every Timing; a refused use takes nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from nw3_attacks import SURE, pack
from nw3_battle import battle_of, battle_world, do, fighter, foe, refused, skill, steady, steady_foe, table, who
from nw3_people import carrying
from rulewright.games.nw3.battles.attacks import Attack
from rulewright.games.nw3.battles.battle import StartBattle
from rulewright.games.nw3.battles.casting import UseBlock
from rulewright.games.nw3.battles.main_process import EndMainProcess
from rulewright.games.nw3.state import Nw3World


def potion(timing: str, *lines: str) -> str:
    """A potion whose one effect has this Timing, named after it."""
    return "\n".join([
        f'[[item]]\nid = "{timing}"\nname = "{timing.title()}"\nclass = ["potion"]\ncost = 1\nconsumable = true',
        f'[[item.effect_block]]\nname = "Drink"\ntiming = "{timing}"\ntarget = {{ kind = "self" }}\nrange = "none"',
        *lines,
        '[[item.effect_block.effect]]\nkind = "prose"\ntext = "Glug."',
    ])  # fmt: skip


TRIGGER = 'trigger = { judges = ["hit"], whose = "self" }'
ROLLS = 'trigger = { judges = ["patk"], whose = "self" }'
PLAIN = ("move_action", "minor_action", "major_action", "auto_action")
PROCESSES = ("prep", "setup_process", "initiative_process", "cleanup_process")
CONTENT = pack(
    *(potion(timing) for timing in (*PLAIN, *PROCESSES, "incapacitated")),
    potion("before_judge", TRIGGER), potion("after_judge", TRIGGER), potion("damage_roll", ROLLS),
    potion("reaction", 'check = { kind = "dodge_check" }'),
    potion("with_skill", 'with_skill = "gulp"'),
    skill("gulp", "minor_action"),
)  # fmt: skip


def holding(timing: str, *skills: str, **values: Any) -> Nw3World:
    """Anna's Main Process, with two of these potions; a ghoul is in her Engage."""
    anna = carrying(fighter("anna", "wizards", *skills, engage="e", count=20, **values), timing, timing)
    for thing in anna.items:
        thing.where = "robe"
    return battle_world(anna, foe(engage="e", count=3), fighter("ben"), foe("imp"), content=CONTENT)


def left(world: Nw3World) -> list[bool]:
    """Which of the potions are still there."""
    return [not one.lost for one in who(world, "anna").items]


@pytest.mark.rule("NW3-ITEM-10", "NW3-ITEM-08")
@pytest.mark.parametrize("timing", PLAIN)
def test_one_is_gone_after_each_use(timing: str) -> None:
    world = holding(timing)
    done = do(world, UseBlock("anna", f"{timing}#1"))
    assert left(world) == [False, True]
    assert done.event("item.used_up").facts["item"] == timing.title()


@pytest.mark.rule("NW3-ITEM-10", "NW3-SKILL-24")
@pytest.mark.parametrize("timing", PROCESSES)
def test_in_the_processes_of_a_round(timing: str) -> None:
    anna = carrying(steady("anna", 9), f"{timing} robe")
    world = table(anna, steady_foe("ghoul", 1), content=CONTENT)
    drink = {f"use.{timing}": f"{timing}#1"}
    do(world, StartBattle(), answers=drink if timing != "cleanup_process" else {})
    if timing == "cleanup_process":
        do(world, EndMainProcess("anna"))
        do(world, EndMainProcess("ghoul"), answers=drink)
    assert anna.items[0].lost


@pytest.mark.rule("NW3-ITEM-10", "NW3-SKILL-25")
@pytest.mark.parametrize(
    ("timing", "faces"),
    [("before_judge", SURE), ("after_judge", SURE), ("damage_roll", (*SURE, 6, 2, 1, 1))],
)
def test_around_judges_and_at_the_damage_roll(timing: str, faces: Sequence[int]) -> None:
    world = holding(timing)
    who(world, "ghoul").stats.eva = 0 if timing == "damage_roll" else 50
    do(world, Attack("anna", ("ghoul",)), faces, {f"use.{timing}": [f"{timing}#1", "pass"]})
    assert left(world) == [False, True]


@pytest.mark.rule("NW3-ITEM-10", "NW3-SKILL-19")
def test_in_a_reaction() -> None:
    world = holding("reaction", eva=50)
    battle_of(world).acting = "ghoul"
    do(world, Attack("ghoul", ("anna",)), SURE, {"reaction": "reaction#1"})
    assert left(world) == [False, True]


@pytest.mark.rule("NW3-ITEM-10", "NW3-SKILL-24")
def test_together_with_a_skill() -> None:
    world = holding("with_skill", "gulp")
    do(world, UseBlock("anna", "gulp", partner="with_skill#1"))
    assert left(world) == [False, True]


@pytest.mark.rule("NW3-ITEM-10", "NW3-SKILL-24")
def test_when_its_owner_has_fallen() -> None:
    world = holding("incapacitated", hp=3)
    battle_of(world).acting = "ghoul"
    who(world, "ghoul").stats.patk = 60
    do(world, Attack("ghoul", ("anna",)), (6, 2, 2, 1, 6, 2, 2, 1), {"use.incapacitated": ["incapacitated#1", "pass"]})
    assert left(world) == [False, True]


@pytest.mark.rule("NW3-ITEM-10", "NW3-ITEM-08", "NW3-STATUS-03")
@pytest.mark.parametrize(
    ("state", "reason"), [({"statuses": {"pressure": 0}}, "pressure"), ({"hp": 0}, "incapacitated")]
)
def test_a_refused_use_takes_nothing(state: Mapping[str, Any], reason: str) -> None:
    world = holding("minor_action", **state)
    refused(world, UseBlock("anna", "minor_action#1"), reason)
    assert left(world) == [True, True]


@pytest.mark.rule("NW3-ITEM-10", "NW3-SKILL-24")
def test_outside_of_rounds() -> None:
    world = holding("minor_action")
    world.state.battle = None
    do(world, UseBlock("anna", "minor_action#1"))
    assert left(world) == [False, True]
