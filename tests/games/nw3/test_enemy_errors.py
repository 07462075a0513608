"""What is wrong with an enemy: what each category needs and may not have, with the code and the path."""

from __future__ import annotations

import pytest

from nw3_flaws import Change, adding, found

CLERK = 'id = "night_clerk"'
REGIMENT = 'id = "plush_regiment"'
HOUND = 'id = "pinball_hound"\nname = "Pinball Hound"'
DOLL = 'id = "cashier_doll"\nname = "Cashier Doll"'
BOY = 'id = "lost_boy"'
TILT = 'id = "madame_tilt"\nname = "Madame Tilt"'
HOUND_STATS = "stats = { pacc = 10, macc = 4, eva = 9, spd = 12, patk = 11, matk = 2, pdef = 5, mdef = 1 }"
DOLL_STATS = "stats = { macc = 12, matk = 13 }"
HOUND_HP = "hp = 26\n"


@pytest.mark.rule("NW3-ENEMY-17")
@pytest.mark.parametrize(
    ("changes", "code", "path"),
    [
        ([('category = "mob"', 'category = "crowd"')], "bad_value", "[1].category"),
        ([adding(HOUND, 'side = "left"'), ('side = "foe"\nemulator = true\nelement = "fire"', 'element = "fire"')],
         "bad_value", "[2].side"),
        ([adding(BOY, "wizard = true")], "nature_conflict", "[4].wizard"),
        ([adding(BOY, "emulator = true")], "nature_conflict", "[4].emulator"),
        ([adding(HOUND, "auto_hit = true")], "auto_hit_needs_incomplete", "[2].auto_hit"),
        ([adding(BOY, "incomplete = true"), adding('category = "extra"', "attacks = []")],
         "incomplete_category", "[4].incomplete"),
        ([('classes = ["ninja", "broomman"]\n', "")], "guest_build_needed", "[0].classes"),
        ([('classes = ["ninja", "broomman"]', 'classes = ["ninja"]')], "guest_build_needed", "[0].classes"),
        ([('classes = ["ninja", "broomman"]', 'classes = ["ninja", "broomer"]')], "unknown_ref", "[0].classes[1]"),
        ([('elements = ["wind", "light"]\n', "")], "guest_build_needed", "[0].elements"),
        ([('elements = ["wind", "light"]', 'elements = ["wind", "steam"]')], "bad_value", "[0].elements[1]"),
        ([('bonus_attribute = "finesse"\n', "")], "guest_build_needed", "[0].bonus_attribute"),
        ([adding(HOUND, 'classes = ["ninja", "ninja"]')], "guest_only", "[2].classes"),
        ([adding(HOUND, 'elements = ["wind", "fire"]')], "guest_only", "[2].elements"),
        ([adding(HOUND, "cl = 3")], "guest_only", "[2].cl"),
        ([adding(HOUND, 'bonus_attribute = "luck"')], "guest_only", "[2].bonus_attribute"),
        ([adding(HOUND, "bp = { eva = 1 }")], "guest_only", "[2].bp"),
        ([adding(HOUND, "changes = { hp = 1 }")], "guest_only", "[2].changes"),
        ([("cl = 1\n", "cl = 100\n")], "out_of_bounds", "[0].cl"),
        ([adding(CLERK, 'element = "fire"')], "conflict", "[0].element"),
        ([adding(CLERK, "awareness = 3")], "conflict", "[0].awareness"),
        ([adding(CLERK, "attributes = { luck = 3 }")], "conflict", "[0].attributes"),
        ([adding(CLERK, "hp = 30")], "extra_stats", "[0].hp"),
        ([adding(CLERK, HOUND_STATS)], "extra_stats", "[0].stats"),
        ([adding(BOY, HOUND_STATS)], "extra_stats", "[4].stats"),
        ([adding(BOY, "hp = 3")], "extra_stats", "[4].hp"),
        ([adding(BOY, "mp = 3")], "extra_stats", "[4].mp"),
        ([("awareness = 6\n", "")], "missing_field", "[2].awareness"),
        ([("awareness = 6\n", "awareness = 100\n")], "out_of_bounds", "[2].awareness"),
        ([adding(HOUND, "attributes = { awareness = 6 }")], "conflict", "[2].attributes.awareness"),
        ([adding(DOLL, 'second_element = "fire"')], "conflict", "[3].second_element"),
        ([(HOUND_STATS, HOUND_STATS.replace(", mdef = 1", ""))], "stats_incomplete", "[2].stats"),
        ([(HOUND_STATS, HOUND_STATS.replace("eva = 9", "eva = 1000"))], "out_of_bounds", "[2].stats.eva"),
        ([(HOUND_HP, "")], "missing_field", "[2].hp"),
        ([(HOUND_HP, "hp = 100000\n")], "out_of_bounds", "[2].hp"),
        ([adding(HOUND, "hits_to_defeat = 2")], "hits_or_hp", "[2].hits_to_defeat"),
        ([adding(DOLL, "hits_to_defeat = 2")], "hits_or_hp", "[3].hits_to_defeat"),
        ([("count = 24\n", "")], "missing_field", "[1].count"),
        ([adding(HOUND, "count = 12")], "mob_only", "[2].count"),
        ([adding(HOUND, "prana = 2")], "prana_rule_needed", "[2].prana_rule"),
        ([adding(HOUND, 'skills = ["bite"]'), ("skills = []\ntext = \"Fetches", 'text = "Fetches')],
         "unknown_ref", "[2].skills[0]"),
        ([adding(HOUND, 'skills = [{ skill = "bite", sl = 2 }]'), ("skills = []\ntext = \"Fetches", 'text = "Fetches')],
         "unknown_ref", "[2].skills[0].skill"),
        ([adding(HOUND, 'items = ["bone"]')], "unknown_ref", "[2].items[0]"),
        ([("boss = true\n", "")], "plan_only_boss", "[5].plan"),
        ([("  rounds = 4\n", "")], "missing_field", "[5].plan.rounds"),
        ([("  rounds = 4\n", "  rounds = 100\n")], "out_of_bounds", "[5].plan.rounds"),
        ([('method = "simple"', 'method = "guess"')], "bad_value", "[5].plan.method"),
        ([('against = "pdef", attacks = 1', 'against = "eva", attacks = 1')],
         "bad_value", "[5].plan.attackers[0].against"),
        ([('against = "pdef", attacks = 1', 'against = "pdef", attacks = 10')],
         "out_of_bounds", "[5].plan.attackers[0].attacks"),
    ],
)  # fmt: skip
def test_enemies(changes: list[Change], code: str, path: str) -> None:
    told = [one for one in found(*changes) if one[0] not in ("incomplete_no_attack",)]
    assert told == [(code, f"enemy{path}")]


@pytest.mark.rule("NW3-ENEMY-05", "NW3-ENEMY-06", "NW3-ENEMY-08", "NW3-ENEMY-17")
@pytest.mark.parametrize(
    ("row", "changes", "code", "path"),
    [
        ("E9", [(DOLL_STATS, "stats = { pacc = 12, matk = 13 }")], "incomplete_no_attack", "[3].stats"),
        ("E10", [("count = 24", "count = 9")], "mob_count", "[1].count"),
        ("E11", [("calamity = false", "calamity = true")], "calamity_not_allowed", "[5].calamity"),
    ],
)
def test_worked_examples(row: str, changes: list[Change], code: str, path: str) -> None:
    assert found(*changes) == [(code, f"enemy{path}")], row
