"""The tables of the rules: each row and number as the rule files give it, and the sums that hold among them."""

from __future__ import annotations

import pytest

from rulewright.games.nw3.records.tables import (
    ACTIONS,
    ATTACKS,
    CLASSES,
    DIFFICULTIES,
    ELEMENTS,
    LEVELS,
    MOVEMENTS,
    PRANA_USES,
    PROCESSES,
    STATUSES,
    numbers,
)
from rulewright.games.nw3.state import ATTRIBUTES, GROUP_1, GROUP_2, PHASES, STATS

# ---------------------------------------------------------------- classes and Elements


@pytest.mark.rule("NW3-CHAR-04", "NW3-CHAR-06")
@pytest.mark.parametrize(
    ("id", "name", "attributes", "combat", "body", "mind"),
    [
        ("idol", "Idol", "2 3 3 3 2 5", "0 1 1 1 0 1 0 2", 3, 2),
        ("mutant", "Mutant", "3 4 3 2 3 3", "1 1 1 0 0 2 1 0", 3, 2),
        ("great_one", "Great One", "3 3 2 4 4 2", "0 2 0 0 1 1 1 1", 3, 2),
        ("dark_hero", "Dark Hero", "2 3 4 4 3 2", "1 1 0 0 1 1 1 1", 2, 3),
        ("onmyouji", "Onmyouji", "3 3 2 4 4 2", "0 1 1 1 0 1 0 2", 4, 1),
        ("vampire", "Vampire", "4 3 3 3 3 2", "1 1 0 1 1 1 1 0", 3, 2),
        ("killing_machine", "Killing Machine", "3 4 4 3 2 2", "2 0 1 0 2 0 1 0", 4, 1),
        ("recorder", "Recorder", "3 4 2 3 2 3", "1 1 0 0 1 1 1 1", 3, 2),
        ("samurai", "Samurai", "4 3 3 3 2 3", "2 0 0 0 3 0 1 0", 3, 2),
        ("apostle", "Apostle", "2 4 3 3 3 3", "0 2 1 0 0 1 1 1", 2, 3),
        ("homunculus", "Homunculus", "4 3 3 3 2 3", "1 1 1 1 0 0 1 1", 3, 2),
        ("summoner", "Summoner", "3 2 3 3 3 4", "1 2 0 0 0 2 0 1", 2, 3),
        ("werewolf", "Werewolf", "5 3 4 2 2 2", "2 0 0 2 2 0 0 0", 4, 1),
        ("exorcist", "Exorcist", "3 3 2 3 4 3", "0 1 1 0 1 1 0 1", 2, 3),
        ("taoist", "Taoist", "3 3 3 4 3 2", "0 2 1 0 0 1 0 2", 2, 3),
        ("elementalist", "Elementalist", "2 3 5 2 3 3", "1 1 1 1 1 1 0 0", 2, 3),
        ("returner", "Returner", "3 3 3 3 2 4", "1 0 1 1 0 0 2 1", 3, 2),
        ("hacker", "Hacker", "2 3 3 3 4 3", "0 2 0 1 0 1 0 2", 2, 3),
        ("medium_tuner", "Medium Tuner", "2 3 4 3 3 3", "1 1 1 0 1 1 0 1", 3, 2),
        ("ninja", "Ninja", "4 4 4 2 2 2", "1 0 1 1 1 1 1 0", 3, 2),
        ("broom_rider", "Broom Rider", "3 3 4 3 2 3", "1 0 1 1 1 0 1 1", 2, 3),
        ("broomman", "Broomman", "4 4 3 2 2 3", "1 0 0 1 2 1 1 0", 3, 2),
        ("guardian", "Guardian", "4 3 3 2 3 3", "0 0 2 0 0 0 2 2", 2, 3),
        ("edge_master", "Edge Master", "5 3 3 2 2 3", "2 0 1 0 2 0 1 0", 4, 1),
        ("gunslinger", "Gunslinger", "3 4 4 2 2 3", "2 0 0 0 2 0 1 1", 2, 3),
        ("magus", "Magus", "2 3 2 5 4 2", "0 2 0 0 0 3 0 1", 1, 4),
        ("tamer", "Tamer", "4 3 2 3 3 3", "1 0 1 1 1 0 2 0", 3, 2),
        ("hero", "Hero", "3 3 3 3 3 3", "1 1 1 0 1 1 1 0", 3, 2),
        ("dream_hunter", "Dream Hunter", "2 3 2 4 5 2", "0 2 1 0 0 2 0 1", 2, 3),
        ("kung_fu_master", "Kung-Fu Master", "4 2 3 2 4 3", "1 0 1 1 1 0 1 1", 3, 2),
        ("alchemist", "Alchemist", "2 3 3 4 3 3", "1 1 0 0 1 1 1 1", 2, 3),
    ],
)
def test_classes(id: str, name: str, attributes: str, combat: str, body: int, mind: int) -> None:
    row = CLASSES[id]
    assert (row.id, row.name, row.body, row.mind) == (id, name, body, mind)
    assert " ".join(str(row.attributes[attribute]) for attribute in ATTRIBUTES) == attributes
    assert " ".join(str(row.combat[stat]) for stat in STATS) == combat
    assert row.name_ja


@pytest.mark.rule("NW3-CHAR-01", "NW3-CHAR-04", "NW3-CHAR-06", "NW3-SKILL-OPEN-25")
def test_sums_of_classes() -> None:
    """18 points of Attributes, 6 of Combat Stats, 5 of Body and Mind; two rows are one short as printed."""
    assert len(CLASSES) == 31
    assert {id: sum(row.attributes.values()) for id, row in CLASSES.items()} == dict.fromkeys(CLASSES, 18) | {
        "recorder": 17
    }
    assert {id: sum(row.combat.values()) for id, row in CLASSES.items()} == dict.fromkeys(CLASSES, 6) | {"exorcist": 5}
    assert {row.body + row.mind for row in CLASSES.values()} == {5}


@pytest.mark.rule("NW3-CHAR-03", "NW3-CHAR-04", "NW3-CHAR-06")
@pytest.mark.parametrize(
    ("id", "name", "name_ja", "attributes", "body", "mind"),
    [
        ("light", "Light", "天", "0 0 0 1 1 1", 5, 7),
        ("dark", "Dark", "冥", "0 0 1 1 1 0", 4, 8),
        ("earth", "Earth", "地", "1 0 0 1 1 0", 7, 5),
        ("water", "Water", "水", "0 1 0 1 0 1", 3, 9),
        ("fire", "Fire", "火", "1 1 0 0 1 0", 9, 3),
        ("wind", "Wind", "風", "0 1 1 0 0 1", 8, 4),
        ("void", "Void", "虚", "1 0 1 1 0 0", 6, 6),
    ],
)
def test_elements(id: str, name: str, name_ja: str, attributes: str, body: int, mind: int) -> None:
    row = ELEMENTS[id]
    assert (row.id, row.name, row.name_ja, row.body, row.mind) == (id, name, name_ja, body, mind)
    assert " ".join(str(row.attributes[attribute]) for attribute in ATTRIBUTES) == attributes


@pytest.mark.rule("NW3-CHAR-04")
def test_sums_of_elements() -> None:
    assert len(ELEMENTS) == 7
    assert {sum(row.attributes.values()) for row in ELEMENTS.values()} == {3}
    assert {row.body + row.mind for row in ELEMENTS.values()} == {12}


# ---------------------------------------------------------------- levels


@pytest.mark.rule("NW3-LEVEL-04", "NW3-LEVEL-05")
@pytest.mark.parametrize(
    ("cl", "group1", "group1_most", "group2", "group2_most"),
    [
        (1, 0, 1, 1, 0),
        (2, 1, 1, 2, 1),
        (3, 1, 1, 3, 1),
        (4, 2, 2, 4, 2),
        (5, 2, 2, 5, 2),
        (6, 3, 2, 6, 3),
        (7, 3, 3, 7, 3),
        (8, 4, 3, 8, 4),
        (9, 4, 3, 9, 4),
        (10, 5, 4, 10, 5),
        (11, 5, 4, 11, 5),
        (12, 6, 4, 12, 6),
        (13, 6, 5, 13, 6),
        (14, 7, 5, 14, 7),
        (15, 7, 5, 15, 7),
        (16, 8, 6, 16, 8),
        (17, 8, 6, 17, 8),
        (18, 9, 6, 18, 9),
        (19, 9, 7, 19, 9),
        (20, 10, 7, 20, 10),
    ],
)
def test_levels(cl: int, group1: int, group1_most: int, group2: int, group2_most: int) -> None:
    row = LEVELS[cl]
    found = (row.cl, row.group1_total, row.group1_max_per_stat, row.group2_total, row.group2_max_per_stat)
    assert found == (cl, group1, group1_most, group2, group2_most)


@pytest.mark.rule("NW3-LEVEL-04", "NW3-LEVEL-05")
def test_the_rule_of_the_levels() -> None:
    assert list(LEVELS) == list(range(1, 21))
    for cl, row in LEVELS.items():
        assert (row.group1_total, row.group1_max_per_stat) == (cl // 2, -(-cl // 3))
        assert (row.group2_total, row.group2_max_per_stat) == (cl, cl // 2)


# ---------------------------------------------------------------- judges and Prana


@pytest.mark.rule("NW3-JUDGE-06")
def test_difficulties() -> None:
    found = [(row.id, row.name, row.min, row.max) for row in DIFFICULTIES.values()]
    assert found == [
        ("simple", "Simple", 0, 9),
        ("ordinary", "Ordinary", 10, 12),
        ("challenging", "Challenging", 13, 15),
        ("hard", "Hard", 16, 20),
        ("expert", "Expert", 21, 30),
        ("master", "Master", 31, None),
    ]
    for row, above in zip(list(DIFFICULTIES.values())[:-1], list(DIFFICULTIES.values())[1:]):
        assert above.min - 1 == row.max


@pytest.mark.rule("NW3-JUDGE-03", "NW3-JUDGE-08", "NW3-JUDGE-12", "NW3-JUDGE-15", "NW3-JUDGE-17")
def test_judges() -> None:
    judge = numbers().judge
    assert (judge.dice, judge.sides, judge.any_seven) == (2, 6, 7)
    assert (judge.critical_bonus, judge.fumble_penalty) == (10, 10)
    assert (judge.result_min, judge.result_min_exempt) == (0, ("recovery",))
    assert (judge.natural_min, judge.natural_max) == (2, 12)
    assert judge.tie_winner == "attacker"


@pytest.mark.rule("NW3-JUDGE-10", "NW3-JUDGE-20", "NW3-CHAR-05")
def test_critical_and_fumble_values() -> None:
    cf = numbers().cf
    assert (cf.gm_critical, cf.gm_fumble) == (10, 5)
    assert (cf.dice, cf.min, cf.max, cf.mod_divisor) == (2, 2, 12, 3)


@pytest.mark.rule("NW3-PRANA-01", "NW3-PRANA-02", "NW3-PRANA-03", "NW3-PRANA-09")
def test_prana() -> None:
    prana = numbers().prana
    assert (prana.base, prana.min, prana.raise_dice) == (7, 0, 2)
    assert [(row.number, row.id, row.cost, row.window, row.limit) for row in PRANA_USES.values()] == [
        (1, "raise_result", 1, "judge", "unlimited"),
        (2, "cancel_fumble", 1, "dice", "per_fumble"),
        (3, "reroll_dice", 1, "dice", "unlimited"),
        (4, "fudge_dice", 1, "dice", "once_per_dice_roll"),
        (5, "spend_as_cost", 0, "skill", "as_skill_says"),
        (6, "avoid_incapacitated", 2, "incapacitated", "once_per_scene"),
        (7, "remove_lunar_logic", 1, "logic", "per_logic"),
    ]


# ---------------------------------------------------------------- creation, growth, Episodes


@pytest.mark.rule("NW3-CHAR-01", "NW3-CHAR-08", "NW3-CHAR-10", "NW3-CHAR-11", "NW3-CHAR-13", "NW3-CHAR-15")
def test_creation() -> None:
    creation = numbers().creation
    assert (creation.classes, creation.elements, creation.bonus_attribute_points) == (2, 2, 1)
    assert creation.free_general_skills == ("lunar_robe", "lunar_casket")
    assert (creation.skill_picks, creation.general_skill_picks, creation.max_sl_at_creation) == (4, 2, 2)
    assert creation.money == 500_000
    assert (creation.carry_attribute, creation.carry_penalty_stats) == ("strength", ("pacc", "eva", "macc"))


@pytest.mark.rule("NW3-SKILL-10", "NW3-ENCHANT-02")
def test_secret_skills_and_memory() -> None:
    creation = numbers().creation
    assert (creation.secret_skills_single, creation.secret_skills_double) == (1, 3)
    assert creation.memory_attribute == "spirit"


@pytest.mark.rule("NW3-CHAR-06")
def test_combat_stats() -> None:
    stats = numbers().combat_stats
    assert (stats.group1, stats.group2, stats.group3) == (GROUP_1, GROUP_2, ("body", "mind"))
    assert {stat: (row.attributes, row.divisor, row.add_element) for stat, row in stats.base.items()} == {
        "pacc": (("strength", "finesse"), 2, False),
        "macc": (("knowledge", "spirit"), 2, False),
        "eva": (("finesse", "awareness"), 2, False),
        "spd": (("knowledge", "awareness"), 1, False),
        **dict.fromkeys(("patk", "matk", "pdef", "mdef"), ((), 1, False)),
        "body": (("strength",), 1, True),
        "mind": (("spirit",), 1, True),
    }


@pytest.mark.rule("NW3-LEVEL-10", "NW3-LEVEL-11", "NW3-LEVEL-12")
def test_experience() -> None:
    experience = numbers().experience
    assert (experience.per_episode_min, experience.per_episode_max) == (5, 10)
    assert (experience.general_skill_cost, experience.valco_per_xp) == (5, 200_000)


@pytest.mark.rule("NW3-EPISODE-02", "NW3-EPISODE-03")
def test_episodes() -> None:
    assert numbers().episode.phases == PHASES
    assert numbers().episode.phases_with_scenes == PHASES[1:]


@pytest.mark.rule("NW3-EPISODE-14", "NW3-EPISODE-15")
def test_checks() -> None:
    checks = numbers().checks
    assert checks.info_gathering_connection_bonus == 2
    assert (checks.appearance_attribute, checks.appearance_difficulty) == ("luck", 10)
    assert checks.appearance_connection_bonus == 3
    assert (checks.fortress_appearance_base, checks.fortress_appearance_per_gate) == (8, 2)


@pytest.mark.rule("NW3-EPISODE-16", "NW3-RECOVER-07")
def test_natural_recovery() -> None:
    recovery = numbers().natural_recovery
    assert (recovery.hp_attribute, recovery.mp_attribute) == ("strength", "knowledge")
    assert (recovery.offset, recovery.divisor, recovery.max_power) == (-5, 5, 3)


# ---------------------------------------------------------------- Rounds, movement, attacks, Bad Statuses


@pytest.mark.rule("NW3-ROUND-01", "NW3-ROUND-04", "NW3-ROUND-13", "NW3-ROUND-21")
def test_processes() -> None:
    assert [(row.id, row.repeats, row.steps) for row in PROCESSES.values()] == [
        ("prep", False, ()),
        ("setup", True, ("appearance", "lunar_robe", "set_pre_action", "roll_count", "setup_effects")),
        ("initiative", True, ()),
        ("main", True, ("move", "minor", "major")),
        ("cleanup", True, ("bad_statuses", "cleanup_effects")),
    ]


@pytest.mark.rule("NW3-ROUND-05", "NW3-ROUND-06", "NW3-ROUND-07", "NW3-ROUND-12")
def test_counts_and_ties() -> None:
    count = numbers().count
    assert count.stat == "spd"
    assert (count.fumble_result_at_or_below, count.fumble_floor, count.floor) == (0, 2, 1)
    assert (count.post_action_value, count.incapacitated_value) == (0, 0)
    assert numbers().tie_order.groups == ("declared_enemy", "pc", "hidden_enemy", "mob", "npc")


@pytest.mark.rule("NW3-ROUND-13", "NW3-ROUND-15", "NW3-ROUND-16", "NW3-ROUND-17", "NW3-ROUND-18")
def test_actions() -> None:
    found = [
        (row.id, row.per_main_process, row.complex_moves, row.ends_main_process, row.post_action_ok)
        for row in ACTIONS.values()
    ]
    assert found == [
        ("move", 1, 1, False, False),
        ("minor", 1, 1, False, False),
        ("major", 1, 3, True, False),
        ("reaction", None, 0, False, True),
        ("auto", None, 0, False, True),
        ("free", None, 0, False, True),
    ]


@pytest.mark.rule("NW3-MOVE-01", "NW3-MOVE-03", "NW3-MOVE-04")
def test_distances() -> None:
    distance = numbers().distance
    assert distance.bands == ("close", "short", "long", "extreme")
    assert (distance.metres_per_move_action, distance.short_max_metres, distance.long_max_metres) == (20, 50, 2000)


@pytest.mark.rule("NW3-SKILL-31", "NW3-WEAPON-03")
def test_reaches() -> None:
    both = {"close": ("close",), "short_only": ("short",), "long_only": ("long",)}
    assert numbers().reach.skill == {
        **both,
        "short": ("short",),
        "long": ("short", "long"),
        "scene": ("close", "short", "long"),
    }
    assert numbers().reach.weapon == {**both, "short": ("close", "short"), "long": ("close", "short", "long")}


@pytest.mark.rule("NW3-MOVE-01")
def test_movements() -> None:
    assert {row.id: (row.cost, row.forbidden_with_enemy_in_engage) for row in MOVEMENTS.values()} == {
        "invade": (("move",), True),
        "withdraw": (("move", "minor"), False),
        "withdraw_blockade": (("move", "minor"), False),
        "interval": (("move",), True),
        "to_long": ((), False),
        "to_extreme": ((), False),
    }
    assert [row.id for row in MOVEMENTS.values() if row.needs_permission and row.ends_main_process] == [
        "to_long",
        "to_extreme",
    ]
    blockade = MOVEMENTS["withdraw_blockade"]
    assert (blockade.judge, blockade.success_ends_main_process) == ("opposed_spd", True)
    assert [row.id for row in MOVEMENTS.values() if row.judge] == ["withdraw_blockade"]


@pytest.mark.rule("NW3-FLY-02", "NW3-FLY-04", "NW3-FLY-05")
def test_flight() -> None:
    flight = numbers().flight
    assert (flight.action, flight.mp_dice, flight.mp_sides) == ("minor", 1, 6)
    assert (flight.land_action, flight.allowed_in_fortress) == ("auto", False)


@pytest.mark.rule("NW3-ATTACK-01", "NW3-ATTACK-05")
def test_attacks() -> None:
    assert [(row.id, row.hit, row.damage, row.damage_kind, row.defence) for row in ATTACKS.values()] == [
        ("physical", "pacc", "patk", "physical", "pdef"),
        ("magical", "macc", "matk", "magical", "mdef"),
    ]
    assert numbers().dodge.stat == "eva"
    assert numbers().cover_up.failed_dodge_multiplier == 2


@pytest.mark.rule("NW3-HP-03", "NW3-HP-05", "NW3-PRANA-09")
def test_points() -> None:
    least = numbers().cost_minimum_left
    assert (least.hp, least.mp, least.prana) == (1, 0, 0)
    fallen = numbers().incapacitated
    assert (fallen.at_hp, fallen.avoid_hp, fallen.avoid_per_scene) == (0, 1, 1)


@pytest.mark.rule("NW3-STATUS-03", "NW3-STATUS-04", "NW3-STATUS-05", "NW3-STATUS-06", "NW3-STATUS-07")
def test_bad_statuses() -> None:
    found = {
        row.id: (row.rated, row.blocks, row.modifier, row.applies_to, row.cleanup_dice_sides, row.recovery)
        for row in STATUSES.values()
    }
    healed = ("skill", "item", "end_of_combat")
    assert found == {
        "pressure": (False, ("skill", "item"), 0, "", 0, ("minor_action", "end_of_combat")),
        "rigor": (False, ("move_action",), 0, "", 0, ("end_of_own_main_process", "cleanup", "end_of_combat")),
        "poison": (True, (), 0, "", 6, healed),
        "paralysis": (False, (), -5, "reactions", 0, healed),
        "dazed": (False, (), -5, "all_judges", 0, ("cleanup", "end_of_combat")),
    }


@pytest.mark.rule("NW3-ITEM-05", "NW3-ARMOR-01", "NW3-ARMOR-04", "NW3-ENCHANT-05", "NW3-BROOM-02", "NW3-BROOM-03")
def test_equipment() -> None:
    equipment = numbers().equipment
    assert (equipment.hands, equipment.maou_enchantments) == (2, 1)
    assert equipment.armor_slots == ("head", "upper", "clothes", "shoulder", "gloves")
    assert equipment.slots_ignoring_doesnt_stack == ("one_hand", "two_hand", "clothes")
    assert (equipment.drivers_per_broom, equipment.brooms_per_rider) == (1, 1)


def test_a_table_is_a_mapping() -> None:
    assert "ninja" in CLASSES
    assert "pirate" not in CLASSES
    with pytest.raises(KeyError):
        CLASSES["pirate"]
