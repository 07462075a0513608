"""Those whom the referee plays in the starter pack: of every category, and for Wizards of CL 1 to 6."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from math import ceil

import pytest

from nw3_battle import table
from rulewright.games.nw3.fortresses.arrivals import enemy_of
from rulewright.games.nw3.records.content_blocks import ENEMY
from rulewright.games.nw3.records.enemies import Enemy, EnemyCategory, Plan
from rulewright.games.nw3.records.starter import starter
from rulewright.games.nw3.records.tables import STATUSES
from rulewright.games.nw3.wizards.problems import problems
from vocabularies import Words, used, words_of

PACK = starter()
BOSSES = [one for one in PACK.enemy if one.boss]
OTHERS = [one for one in PACK.enemy if not one.boss]
MOBS = [one for one in OTHERS if one.category == "mob"]
GUESTS = [one for one in OTHERS if one.category == "guest"]
FULL = [one for one in OTHERS if one.category == "enemy" and not one.incomplete]

WORDS = used(PACK.enemy)
OWN = sorted(set(WORDS) - set(used(PACK.skill, PACK.item)), key=str)
"""Lists of words of these records that no skill and no item has."""


@pytest.mark.rule("NW3-ENEMY-01", "NW3-ENEMY-02")
def test_so_many_of_each_category() -> None:
    assert Counter(one.category for one in OTHERS) == {"enemy": 22, "mob": 10, "guest": 5, "extra": 3}
    assert len(OTHERS) == 40
    assert {one.category for one in PACK.enemy} == set(words_of(EnemyCategory))
    allies = {one.id for one in PACK.enemy if one.side == "ally"}
    assert allies == {one.id for one in GUESTS if one.side != "foe"} | {
        "old_wizard_of_the_arcade",
        "girl_with_no_ticket",
    }
    assert [one.id for one in PACK.enemy if one.ruler] == ["keeper_of_lost_property", "proprietor_of_the_red_moon"]


def test_everyone_has_a_name_in_japanese_and_a_text() -> None:
    assert [one.id for one in PACK.enemy if not one.name_ja or not one.text] == []
    assert [one.id for one in PACK.enemy if any(not attack.name_ja for attack in one.attacks)] == []


@pytest.mark.parametrize("choice", OWN, ids=lambda choice: "-".join(choice))
def test_every_word_of_these_records_is_used(choice: Words) -> None:
    assert set(choice) == WORDS[choice]


def test_mobs() -> None:
    assert all((one.count or 0) >= 10 for one in MOBS)
    assert all(12 <= (one.hp or 0) <= 22 for one in MOBS)


def test_incomplete_enemies() -> None:
    forms = Counter((one.auto_hit, one.hp is not None) for one in PACK.enemy if one.incomplete)
    assert forms == {(True, True): 1, (True, False): 1, (False, True): 1, (False, False): 1}


def test_enemies_of_the_first_level_are_within_bounds() -> None:
    first = [one for one in FULL if "For Wizards of" not in (one.text or "") and one.side == "foe"]
    assert len(first) == 12
    for one in first:
        assert 20 <= (one.hp or 0) <= 40, one.id
        assert max(one.stats["pacc"], one.stats["macc"]) in range(9, 14), one.id
        assert max(one.stats["patk"], one.stats["matk"]) in range(8, 13), one.id
    later = [int((one.text or "")[-2]) for one in FULL if "For Wizards of" in (one.text or "")]
    assert sorted(later) == [2, 3, 3, 4, 6]


@pytest.mark.rule("NW3-ENEMY-11", "NW3-HP-03")
def test_enemies_can_use_their_skills() -> None:
    known = set()
    for enemy in PACK.enemy:
        for id, sl in enemy.skill_levels.items():
            skill = PACK.skills_by_id[id]
            known.add(id)
            assert sl <= skill.max_sl, (enemy.id, id)
            if enemy.category != "guest":
                paid = {cost.kind: cost.amount for cost in skill.cost}
                assert set(paid) <= {"mp"}, id
                assert int(paid.get("mp") or 0) <= (enemy.mp or 0), (enemy.id, id)
            if skill.text.startswith("For bosses."):
                assert enemy.boss, (enemy.id, id)
    assert {skill.id for skill in PACK.skill if skill.class_ == ENEMY} <= known


@pytest.mark.rule("NW3-ENEMY-11")
def test_attacks_of_enemies_give_every_bad_status() -> None:
    given = {attack.status for one in PACK.enemy for attack in one.attacks if attack.status}
    assert given == set(STATUSES)


@pytest.mark.rule("NW3-ENEMY-03")
@pytest.mark.parametrize("guest", GUESTS, ids=lambda one: one.id)
def test_guests_are_built_by_the_rules(guest: Enemy) -> None:
    world = table()
    made = enemy_of(world, guest, guest.id)
    assert problems(PACK, world.state.options, made) == []
    worn = [thing.item for thing in made.items if thing.where == "equipped"]
    assert worn == [id for id in guest.items if "potion" not in PACK.items_by_id[id].classes]
    assert (guest.prana > 0) == (guest.prana_rule is not None)


def test_one_boss_has_a_calamity_and_prana() -> None:
    assert [one.id for one in PACK.enemy if one.calamity and one.calamity_allowed] == ["moon_in_the_water_tank"]
    assert [one.id for one in BOSSES if one.prana] == ["moon_in_the_water_tank"]


@pytest.mark.parametrize("boss", BOSSES, ids=lambda one: one.id)
def test_hp_of_bosses_follow_from_their_plan(boss: Enemy) -> None:
    assert boss.plan is not None
    assert boss.plan.rounds in (4, 5)
    assert len(boss.plan.attackers) == 4
    assert all(boss.stats[one.against] - one.attack < 5 for one in boss.plan.attackers)
    assert boss.hp == ceil(damage_of_one_round(boss, boss.plan) * boss.plan.rounds)


def test_there_are_six_bosses() -> None:
    assert len(BOSSES) == 6


def damage_of_one_round(boss: Enemy, plan: Plan) -> Fraction:
    """What all attackers of the plan deal to the Boss in a round."""
    found = Fraction(0)
    for one in plan.attackers:
        lead = one.attack - boss.stats[one.against]
        each = mean(lead) if plan.method == "exact_2d6" else Fraction(max(0, lead))
        found += each * one.attacks * one.hit_percent / 100
    return found


def mean(lead: int) -> Fraction:
    """Mean HP Damage of 2d6 against 2d6 with this lead."""
    dice = [one + other for one, other in product(range(1, 7), repeat=2)]
    return Fraction(sum(max(0, lead + mine - theirs) for mine in dice for theirs in dice), len(dice) ** 2)
