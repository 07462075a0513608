"""Odds of a choice count what the skills of both sides will do to it: the same procedure, windows and all."""

from __future__ import annotations

import pytest

from nw3_battle import REFEREE, battle_world, drills, fighter, foe, skill
from rulewright.games.nw3.battles.attacks import Attack
from rulewright.games.nw3.battles.casting import UseBlock
from rulewright.games.nw3.game import game
from rulewright.games.nw3.state import Character
from rulewright.table.chances import Outlook, of_command

HIT = 'check = { kind = "hit_check", attack = "physical" }'
STRIKE = 'kind = "attack", attack = "physical", hit_stat = "pacc", damage_stat = "patk", damage = "physical", bonus = 4'
OWN = 'trigger = { judges = ["pdef"], whose = "self" }'
CONTENT = drills(
    skill("shell", "damage_roll", 'kind = "reduce_damage", amount = 5', OWN),
    skill("cut", "major_action", STRIKE, HIT, target="single", range="weapon"),
    skill("surely", "with_skill", 'kind = "full_hit"', 'with_skill = "cut"'),
)


def odds(command: Attack | UseBlock, *fighters: Character) -> Outlook:
    return of_command(game, battle_world(*fighters, content=CONTENT), REFEREE, command, REFEREE)


def anna(*skills: str) -> Character:
    return fighter("anna", "wizards", *skills, pacc=9, patk=9, engage="e", sevens=["hit", "patk"])


def ghoul(*skills: str, eva: int = 9) -> Character:
    return foe("ghoul", *skills, eva=eva, pdef=4, engage="e", sevens=["dodge", "pdef"])


def test_a_reduction_that_the_defender_owns_is_counted() -> None:
    plain = odds(Attack("anna", ("ghoul",)), anna(), ghoul())
    assert plain.samples == 0
    assert [fate.harm for fate in plain.fates] == [{5: pytest.approx(1.0)}]
    assert odds(Attack("anna", ("ghoul",)), anna(), ghoul("shell")) == Outlook(())


def test_an_attack_by_skill_is_better_by_its_bonus_and_sure_with_its_partner() -> None:
    cut = odds(UseBlock("anna", "cut", ("ghoul",)), anna("cut"), ghoul())
    assert [fate.harm for fate in cut.fates] == [{9: pytest.approx(1.0)}]
    assert odds(UseBlock("anna", "cut", ("ghoul",)), anna("cut"), ghoul(eva=10)) == Outlook(())
    sure = odds(UseBlock("anna", "cut", ("ghoul",), partner="surely"), anna("cut", "surely"), ghoul(eva=10))
    assert [fate.harm for fate in sure.fates] == [{9: pytest.approx(1.0)}]
