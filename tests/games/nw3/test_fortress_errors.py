"""What is wrong with a Fortress, its Areas and its Gates: each load error with its code and its path."""

from __future__ import annotations

import pytest

from nw3_arcade import TEXT
from nw3_flaws import Change, area, found, gate
from rulewright.engine.packs import load
from rulewright.games.nw3.records.content import Nw3Content

COST = '    kind = "cost"\n    pool = "mp"\n    amount = 3\n'
KEYWORD = '    [[fortress.entrance.condition]]\n    kind = "keyword"\n    word = "last train"\n'
TRIES = ('per = "each"', 'per = "each"\n  tries = 3')
FIRST_GATE = '  [[fortress.gate]]\n  id = "g1"'
AGAIN = (FIRST_GATE, f'  [[fortress.area]]\n  id = "coin_vault"\n  name = "Vault"\n  kind = "normal"\n{FIRST_GATE}')
PLACE = ("  x = 1\n  y = 0\n", "  x = 0\n  y = 0\n")


@pytest.mark.rule("NW3-FORT-16")
@pytest.mark.parametrize(
    ("changes", "code", "path"),
    [
        ([('ruler = "madame_tilt"', 'ruler = "mister_tilt"')], "unknown_ref", "ruler"),
        ([("ruler = true\n", "")], "ruler_not_marked", "ruler"),
        ([('logics = ["slow_clock"', 'logics = ["slow_clock", "slow_clock"')], "duplicate_ref", "logics[1]"),
        ([('logics = ["slow_clock"', 'logics = ["fast_clock"')], "unknown_ref", "logics[0]"),
        ([('  area = "ticket_hall"', '  area = "claw_alley"')], "entrance_kind", "entrance.area"),
        ([('  area = "ticket_hall"', '  area = "toilets"')], "unknown_ref", "entrance.area"),
        ([('mode = "all"', 'mode = "some"')], "bad_value", "entrance.mode"),
        ([('per = "each"', 'per = "each"\n  tries = 100')], "out_of_bounds", "entrance.tries"),
        ([TRIES, (KEYWORD, "")], "tries_need_keyword", "entrance.tries"),
        ([('    pool = "mp"\n', "")], "missing_field", "entrance.condition[0].pool"),
        ([("    amount = 3\n", "")], "missing_field", "entrance.condition[0].amount"),
        ([("    amount = 3\n", "    amount = 1000\n")], "out_of_bounds", "entrance.condition[0].amount"),
        ([('    word = "last train"\n', "")], "missing_field", "entrance.condition[1].word"),
        ([(COST, COST + '    word = "x"\n')], "condition_field", "entrance.condition[0].word"),
        ([(COST, COST + "    consume = true\n")], "condition_field", "entrance.condition[0].consume"),
        ([(COST, COST + '    text = "Bow."\n')], "condition_field", "entrance.condition[0].text"),
        ([(COST, '    kind = "item"\n')], "missing_field", "entrance.condition[0].item"),
        ([(COST, '    kind = "item"\n    item = "key"\n')], "unknown_ref", "entrance.condition[0].item"),
        ([(COST, '    kind = "flag"\n')], "missing_field", "entrance.condition[0].flag"),
        ([(COST, '    kind = "gm"\n')], "missing_field", "entrance.condition[0].text"),
        ([('kind = "entrance"', 'kind = "normal"')], "one_entrance", "area"),
        ([('kind = "normal"\n  chart', 'kind = "entrance"\n  # chart')], "one_entrance", "area[1].kind"),
        ([PLACE], "same_place", "area[1].x"),
        ([("  x = 1\n  y = 0\n", "  x = 100\n  y = 0\n")], "out_of_bounds", "area[1].x"),
    ],
)
def test_fortresses(changes: list[Change], code: str, path: str) -> None:
    told = [one for one in found(*changes) if one != ("entrance_kind", "fortress[0].entrance.area") or code == one[0]]
    assert told == [(code, f"fortress[0].{path}")]


def test_a_keyword_may_have_tries() -> None:
    assert load({"arcade.toml": TEXT.replace(*TRIES)}, Nw3Content).fortress[0].entrance.tries == 3


@pytest.mark.rule("NW3-FORT-17")
@pytest.mark.parametrize(
    ("changes", "code", "path"),
    [
        ([AGAIN], "duplicate_id", "[9].id"),
        ([('kind = "trap"', 'kind = "snare"')], "bad_value", "[3].kind"),
        ([('  event = "The booth shows a picture that has not been taken yet."\n', "")], "event_needed", "[5].event"),
        ([area("claw_alley", '  becomes = "object"')], "becomes_only_event", "[1].becomes"),
        ([('  objects = ["whispering_change", "prize_shelf"]\n', "")], "objects_needed", "[2].objects"),
        ([('  traps = ["steel_ball", "flipper_floor"]\n', "")], "traps_needed", "[3].traps"),
        ([('traps = ["steel_ball"', 'traps = ["steel_bell"')], "unknown_ref", "[3].traps[0]"),
        ([('traps = ["steel_ball"', 'traps = ["steel_ball", "steel_ball"')], "bad_value", "[3].traps[1]"),
        ([("  enemies = [{ enemy = \"plush_regiment\", count = 1 }, { enemy = \"pinball_hound\", count = 2 }]\n", "")],
         "enemies_needed", "[4].enemies"),
        ([('{ enemy = "plush_regiment", count = 1 }, ', '{ enemy = "plush", count = 1 }, ')],
         "unknown_ref", "[4].enemies[0].enemy"),
        ([('{ enemy = "plush_regiment", count = 1 }, ', '{ enemy = "plush_regiment", count = 21 }, ')],
         "out_of_bounds", "[4].enemies[0].count"),
        ([('chart = "arcade_events"', 'chart = "arcade_enemies"')], "chart_use", "[1].chart"),
        ([area("mascot_parade", '  chart = "arcade_events"')], "chart_use", "[4].chart"),
        ([area("photo_booth", '  chart = "arcade_events"')], "chart_use", "[5].chart"),
        ([('objects = ["jackpot_core"]', 'objects = ["main_breaker"]')], "core_object_needed", "[7].objects"),
        ([('  objects = ["jackpot_core"]\n', "")], "core_object_needed", "[7].objects"),
        ([('objects = ["main_breaker"]', 'objects = ["main_breaker", "jackpot_core"]')],
         "core_object_misplaced", "[6].objects[1]"),
    ],
)  # fmt: skip
def test_areas(changes: list[Change], code: str, path: str) -> None:
    assert found(*changes) == [(code, f"fortress[0].area{path}")]


@pytest.mark.rule("NW3-FORT-16")
def test_a_second_core() -> None:
    office = ('kind = "event"\n  event = "The Ruler waits."\n  becomes = "object"', 'kind = "core"')
    assert found(office) == [("one_core", "fortress[0].area[8].kind")]


@pytest.mark.rule("NW3-FORT-18")
@pytest.mark.parametrize(
    ("changes", "code", "path"),
    [
        ([('id = "g2"', 'id = "g1"')], "duplicate_id", "[1].id"),
        ([('kind = "one_way"', 'kind = "revolving"')], "bad_value", "[1].kind"),
        ([('from = "ticket_hall"', 'from = "ticket_hell"')], "unknown_ref", "[0].from"),
        ([('to = "claw_alley"', 'to = "law_alley"')], "unknown_ref", "[0].to"),
        ([('to = "claw_alley"', 'to = "ticket_hall"')], "gate_loop", "[0].to"),
        ([gate("g1", '  reveal_event = "claw_alley"')], "reveal_only_secret", "[0].reveal_event"),
        ([('reveal_event = "photo_booth"', 'reveal_event = "coin_vault"')], "reveal_area", "[7].reveal_event"),
        ([gate("g1", "  difficulty = 15")], "difficulty_only_secret", "[0].difficulty"),
        ([gate("g8", "  difficulty = 15")], "difficulty_only_secret", "[7].difficulty"),
        ([gate("g3", "  difficulty = 100")], "out_of_bounds", "[2].difficulty"),
        ([('  open_by = [{ kind = "object", object = "main_breaker" }]\n', "")], "open_by_needed", "[5].open_by"),
        ([gate("g1", '  open_by = [{ kind = "gm" }]')], "open_by_only_closed", "[0].open_by"),
        ([('object = "main_breaker" }]', 'object = "prize_shelf" }]')], "release_mismatch", "[5].open_by[0].object"),
        ([('object = "main_breaker" }]', 'object = "main_broker" }]')], "unknown_ref", "[5].open_by[0].object"),
        ([('{ kind = "object", object = "main_breaker" }', '{ kind = "object" }')],
         "missing_field", "[5].open_by[0].object"),
        ([('{ kind = "object", object', '{ kind = "gm", object')], "conflict", "[5].open_by[0].object"),
        ([('{ kind = "clear_area", area = "jackpot_engine" }', '{ kind = "clear_area" }')],
         "missing_field", "[9].open_by[0].area"),
        ([('{ kind = "clear_area", area = "jackpot_engine" }', '{ kind = "clear_area", area = "jack" }')],
         "unknown_ref", "[9].open_by[0].area"),
        ([gate("g1", "  uses = 2")], "uses_only_damaged", "[0].uses"),
        ([("uses = 2", "uses = 100")], "out_of_bounds", "[6].uses"),
    ],
)  # fmt: skip
def test_gates(changes: list[Change], code: str, path: str) -> None:
    assert found(*changes) == [(code, f"fortress[0].gate{path}")]


@pytest.mark.rule("NW3-FORT-18")
def test_a_device_for_another_gate() -> None:
    assert found(('gates = ["g6"]', 'gates = ["g7"]')) == [
        ("release_mismatch", "fortress[0].gate[5].open_by[0].object")
    ]
