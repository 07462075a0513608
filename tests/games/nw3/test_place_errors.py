"""What is wrong with an Object, a trap, a Logic, a chart or one of their effects: each code with its path."""

from __future__ import annotations

import pytest

from nw3_flaws import Change, adding, found

SHELF = 'interact = { action = "free", stat = "awareness", difficulty = 11, uses = 1 }'
SHELF_ITEMS = "valco = 120000\nitems = []\n"
AURA = '  [[object.effect]]\n  kind = "modify"\n  on = "enemies"\n  scope = "judge"\n  judge = "any"\n  amount = "2"\n'
CORE = "destructible = { hp = 40, pdef = 6, mdef = 4 }\n"
FLOOR = 'evade = { stat = "finesse", difficulty = 12, on_success = "none" }'
WIRE = 'text = "Blue sparks."'
BALL_EFFECT = '  kind = "damage"\n  mode = "direct"\n  damage = "physical"\n  amount = "2d6 + 6"\n'
CLOCK = '  kind = "modify"\n  scope = "stat"\n  stat = "spd"\n  amount = "-3"\n'
TICK = '  effect = { kind = "resource", pool = "mp", mode = "change", amount = "-2" }\n'
NESTED = '  effect = { kind = "tick", at = "setup", effect = { kind = "prose", text = "x" } }\n'
BAN = '  what = ["cover_up"]\n'
REGIMENT = 'enemies = [{ enemy = "plush_regiment", count = 1 }] },\n  { from = 7'
SETTING = '  gate = "g5"\n'


@pytest.mark.rule("NW3-FORT-19")
@pytest.mark.parametrize(
    ("changes", "code", "path"),
    [
        ([('kind = "aura"', 'kind = "smell"')], "bad_value", "[0].kind"),
        ([(AURA, "")], "no_effect", "[0].effect"),
        ([('gates = ["g6"]\n', "")], "gates_needed", "[2].gates"),
        ([('gates = ["g6"]', 'gates = ["g6", "g6"]')], "bad_value", "[2].gates[1]"),
        ([('gates = ["g6"]', 'gates = ["g6", "g66"]')], "unknown_ref", "[2].gates[1]"),
        ([adding('kind = "cache"', 'gates = ["g6"]')], "conflict", "[1].gates"),
        ([(SHELF, 'interact = { action = "free", stat = "awareness" }')],
         "interact_difficulty", "[1].interact.difficulty"),
        ([(SHELF, 'interact = { action = "free", difficulty = 9 }')], "interact_difficulty", "[1].interact.stat"),
        ([(SHELF, 'interact = { action = "reaction" }')], "bad_value", "[1].interact.action"),
        ([adding('kind = "aura"', 'interact = { action = "free" }')], "conflict", "[0].interact"),
        ([adding('kind = "aura"', "valco = 5")], "cache_only", "[0].valco"),
        ([adding('kind = "gate_release"', 'items = ["corn_soup"]')], "cache_only", "[2].items"),
        ([("valco = 120000", "valco = 1_000_000_001")], "out_of_bounds", "[1].valco"),
        ([adding('kind = "cache"', 'destroy_by = "gm"')], "core_only", "[1].destroy_by"),
        ([(CORE, "")], "destructible_needed", "[3].destructible"),
        ([("hp = 40, pdef", "hp = 0, pdef")], "out_of_bounds", "[3].destructible.hp"),
        ([(AURA, AURA + '  duration = "scene"\n')], "duration_not_allowed", "[0].effect[0].duration"),
        ([(AURA, AURA.replace('"2"', '"1d6"'))], "dice_not_allowed", "[0].effect[0].amount"),
        ([(AURA, AURA.replace('"2"', '"SL"'))], "name_not_available", "[0].effect[0].amount"),
        ([(AURA, '  effect = [{ kind = "ban", what = ["fly"] }]\n')], "conflict", "[0].effect[0].kind"),
    ],
)  # fmt: skip
def test_objects(changes: list[Change], code: str, path: str) -> None:
    told = [one for one in found(*changes) if one[0] != "unknown_ref" or code == "unknown_ref"]
    assert told == [(code, f"object{path}")]


@pytest.mark.rule("NW3-TRAP-14")
@pytest.mark.parametrize(
    ("changes", "code", "path"),
    [
        ([("detection = 14", "detection = 100")], "out_of_bounds", "[0].detection"),
        ([("removal = 16\n", "")], "missing_field", "[0].removal"),
        ([('target = "triggerer"', 'target = "nobody"')], "bad_value", "[0].target"),
        ([('  [[trap.effect]]\n  kind = "inflict_status"\n  status = "rigor"\n', "")], "no_effect", "[1].effect"),
        ([(FLOOR, 'evade = { stat = "finesse", on_success = "none" }')], "evade_difficulty", "[1].evade.difficulty"),
        ([(FLOOR, 'evade = { stat = "finesse", against = "attack", on_success = "none" }')],
         "evade_difficulty", "[1].evade.against"),
        ([adding(WIRE, 'evade = { stat = "eva", difficulty = 9, against = "attack", on_success = "none" }')],
         "evade_difficulty", "[2].evade.against"),
        ([(FLOOR, FLOOR.replace('"none"', '"half"'))], "half_needs_damage", "[1].evade.on_success"),
        ([(BALL_EFFECT, '  kind = "ban"\n  what = ["fly"]\n'), ('on_success = "half"', 'on_success = "none"')],
         "conflict", "[0].effect[0].kind"),
        ([(BALL_EFFECT, '  kind = "tick"\n  at = "setup"\n' + TICK), ('on_success = "half"', 'on_success = "none"')],
         "conflict", "[0].effect[0].kind"),
        ([(BALL_EFFECT, BALL_EFFECT.replace("2d6 + 6", "2d6 + RESULT"))], "name_not_available", "[0].effect[0].amount"),
        ([(BALL_EFFECT, BALL_EFFECT.replace("2d6 + 6", "2d6 +"))], "formula_syntax", "[0].effect[0].amount"),
    ],
)  # fmt: skip
def test_traps(changes: list[Change], code: str, path: str) -> None:
    assert found(*changes) == [(code, f"trap{path}")]


@pytest.mark.rule("NW3-LOGIC-10")
@pytest.mark.parametrize(
    ("changes", "code", "path"),
    [
        ([('scope = "pcs"', 'scope = "players"')], "bad_value", "[0].scope"),
        ([("  [[logic.effect]]\n" + CLOCK, "")], "no_effect", "[0].effect"),
        ([(CLOCK, CLOCK + '  duration = "round"\n')], "duration_not_allowed", "[0].effect[0].duration"),
        ([(CLOCK, CLOCK.replace('"-3"', '"1d6"'))], "dice_not_allowed", "[0].effect[0].amount"),
        ([(CLOCK, CLOCK.replace('"-3"', '"HP_DAMAGE"'))], "name_not_available", "[0].effect[0].amount"),
        ([(CLOCK, '  kind = "resource"\n  pool = "mp"\n  amount = 1\n')], "conflict", "[0].effect[0].kind"),
    ],
)
def test_logics(changes: list[Change], code: str, path: str) -> None:
    assert found(*changes) == [(code, f"logic{path}")]


@pytest.mark.rule("NW3-FORT-20")
@pytest.mark.parametrize(
    ("changes", "code", "path"),
    [
        ([(TICK, NESTED)], "tick_nested", "logic[1].effect[0].effect.kind"),
        ([(TICK, TICK.replace('"-2"', '"SL"'))], "name_not_available", "logic[1].effect[0].effect.amount"),
        ([(TICK, '  effect = { kind = "modify", scope = "stat", stat = "spd", amount = 1 }\n')],
         "bad_value", "logic[1].effect[0].effect.kind"),
        ([('at = "cleanup"', 'at = "noon"')], "bad_value", "logic[1].effect[0].at"),
        ([(BAN, "  what = []\n")], "bad_value", "logic[3].effect[0].what"),
        ([(BAN, '  what = ["dancing"]\n')], "bad_value", "logic[3].effect[0].what[0]"),
        ([(BAN, '  what = ["prana_use"]\n  use = "remove_lunar_logic"\n')], "ban_removal", "logic[3].effect[0].use"),
        ([(BAN, '  what = ["prana_use"]\n  use = "fly"\n')], "unknown_ref", "logic[3].effect[0].use"),
        ([(BAN, BAN + '  use = "raise_result"\n')], "conflict", "logic[3].effect[0].use"),
        ([(BAN, '  what = ["skill_category"]\n')], "conflict", "logic[3].effect[0].category"),
        ([(BAN, '  what = ["item_class"]\n')], "conflict", "logic[3].effect[0].class"),
        ([(BAN, BAN + '  class = "weapon"\n')], "conflict", "logic[3].effect[0].class"),
        ([('  area = "coin_vault"\n', '  area = "coin_vat"\n')], "unknown_ref", "trap[3].effect[0].area"),
        ([(SETTING, '  gate = "g55"\n')], "unknown_ref", "trap[4].effect[0].gate"),
        ([(SETTING + '  state = "closed"', SETTING + '  state = "ajar"')], "bad_value", "trap[4].effect[0].state"),
        ([('  fortress = "drowned_arcade"\n  area', '  fortress = "dry_arcade"\n  area')],
         "unknown_ref", "trap[3].effect[0].fortress"),
        ([('  enemies = [{ enemy = "pinball_hound", count = 1 }]\n', "  enemies = []\n")],
         "bad_value", "trap[4].effect[1].enemies"),
        ([('  value = "8"\n', "")], "missing_field", "trap[2].effect[0].value"),
        ([(BALL_EFFECT, '  kind = "impose_logic"\n  logic = "none"\n'), ('on_success = "half"', 'on_success = "none"')],
         "unknown_ref", "trap[0].effect[0].logic"),
    ],
)  # fmt: skip
def test_effects_of_places(changes: list[Change], code: str, path: str) -> None:
    assert found(*changes) == [(code, path)]


@pytest.mark.rule("NW3-FORT-21")
@pytest.mark.parametrize(
    ("changes", "code", "path"),
    [
        ([('use = "area_event"', 'use = "weather"')], "bad_value", "[0].use"),
        ([('dice = "1d6"', 'dice = "1d8"')], "bad_value", "[0].dice"),
        ([("{ from = 1, to = 2,", "{ from = 2, to = 2,")], "chart_gap", "[0].entry"),
        ([("{ from = 3, to = 4,", "{ from = 2, to = 4,")], "chart_overlap", "[0].entry[1].from"),
        ([("{ from = 6, to = 6,", "{ from = 6, to = 7,")], "out_of_bounds", "[0].entry[3].to"),
        ([("{ from = 2, to = 6,", "{ from = 1, to = 6,")], "out_of_bounds", "[1].entry[0].from"),
        ([(REGIMENT, 'text = "x" },\n  { from = 7')], "enemies_needed", "[1].entry[0].enemies"),
        ([('to = 2, text = "Nothing moves." }', "to = 2 }")], "conflict", "[0].entry[0].text"),
        ([('trap = "loose_wire"', 'trap = "lose_wire"')], "unknown_ref", "[0].entry[2].trap"),
    ],
)  # fmt: skip
def test_charts(changes: list[Change], code: str, path: str) -> None:
    told = [one for one in found(*changes) if one[0] != "chart_gap" or code == "chart_gap"]
    assert told == [(code, f"chart{path}")]
