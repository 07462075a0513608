"""The table options: what they are, and changing one at once or after a fight."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Any

import msgspec
import pytest

from nwo_play import Play, options
from rulewright.engine.errors import Refused
from rulewright.games.nwo.battles.actions import Pass
from rulewright.games.nwo.battles.battle import EndBattle
from rulewright.games.nwo.game import game
from rulewright.games.nwo.house_rules import ChangeOption
from rulewright.games.nwo.options import OFFERED_OPTIONS, OFFERED_PRESET, PRESETS, Options
from rulewright.games.nwo.state import Thing

ON_OFF = ("on", "off")

# The table options of the rules: name, values, default.
OPTIONS: list[tuple[str, tuple[str, ...], str]] = [
    ("overload_rolls_dice", ON_OFF, "on"),
    ("overloaded_value", ("zero", "rolled"), "zero"),
    ("robe_counts_as_carried", ON_OFF, "on"),
    ("waived_judge", ("ask_gm", "auto_fail", "ability_value", "refuse"), "ask_gm"),
    ("count_judge_waiver", ("refuse", "ask_gm"), "refuse"),
    ("fumble_modifiers", ("drop", "keep"), "drop"),
    ("opposed_order", ("active_first", "sealed"), "active_first"),
    ("combat_setup_step", ON_OFF, "on"),
    ("faction_share", ("even", "gm_sets"), "even"),
    ("size_capacity", ("doubling", "one_each"), "doubling"),
    ("oversize", ("fills_share", "refuse"), "fills_share"),
    ("capacity_check", ("every_step", "end_only"), "every_step"),
    ("range_metric", ("orthogonal", "diagonal_one"), "orthogonal"),
    ("down_foes_hold", ON_OFF, "off"),
    ("combat_move_then_move", ON_OFF, "off"),
    ("tie_break", ("agree", "dice"), "agree"),
    ("late_joiner", ("next_round", "roll_now"), "next_round"),
    ("free_actions_when", ("own_turn", "any_time_not_done"), "own_turn"),
    ("interrupt_poll", ("pc_first", "active_first"), "pc_first"),
    ("count_limit_outside_combat", ("per_judge", "per_scene"), "per_judge"),
    ("fainted_may_interrupt", ON_OFF, "off"),
    ("interrupt_cast_when_done", ON_OFF, "on"),
    ("failed_cast_consumes_action", ON_OFF, "on"),
    ("no_target_refunds_mp", ON_OFF, "off"),
    ("cast_below_one", ("carry_over", "lost", "refuse"), "carry_over"),
    ("cast_carry_deficit", ON_OFF, "off"),
    ("serious_breaks_cast", ON_OFF, "on"),
    ("counter_spell_count", ("deduct", "ignore"), "deduct"),
    ("area_active_roll", ("once", "per_target"), "once"),
    ("same_name_refreshes", ON_OFF, "off"),
    ("plain_heal_on_serious", ("none", "up_to_threshold"), "none"),
    ("serious_prana_hp_in_combat", ON_OFF, "on"),
    ("serious_prana_units", ("any", "one"), "any"),
    ("prana_mp_consumes_action", ON_OFF, "on"),
    ("prone_halves_no_roll", ON_OFF, "on"),
    ("round_end_snapshot", ON_OFF, "on"),
    ("death_check_timing", ("round_end", "at_once"), "round_end"),
    ("death_check_pays", ("maximum", "current"), "maximum"),
    ("death_check_normal_prana", ON_OFF, "off"),
    ("npc_at_zero", ("same_rules", "dead", "ask_gm"), "same_rules"),
    ("rest_restores_all_mp", ("on", "gm_sets"), "on"),
    ("level_up_raises_current", ON_OFF, "on"),
    ("growth_row_by", ("class_level", "total_level"), "class_level"),
    ("class_requirement_from", ("base", "with_class_modifiers"), "base"),
]
IDS = [name for name, _, _ in OPTIONS]
ORIGINAL_TEXT = {
    "overload_rolls_dice": "off", "waived_judge": "refuse", "count_judge_waiver": "ask_gm", "faction_share": "gm_sets",
    "size_capacity": "one_each", "combat_setup_step": "off", "combat_move_then_move": "on",
}  # fmt: skip


# ---------------------------------------------------------------- the table of options


def test_the_options_are_those_of_the_rules() -> None:
    fields = {field.name: field.default for field in msgspec.structs.fields(Options)}
    spoken = {name: {True: "on", False: "off"}.get(default, default) for name, default in fields.items()}
    assert spoken == {name: default for name, _, default in OPTIONS}
    assert len(OPTIONS) == 44


@pytest.mark.parametrize(("name", "values", "default"), OPTIONS, ids=IDS)
def test_each_option_takes_its_values_and_no_others(name: str, values: tuple[str, ...], default: str) -> None:
    assert default in values
    play = Play("ruka")
    for value in values:
        play.give(ChangeOption(name, value))
        assert play.state.options == options(**{name: value})
    wrong: list[Any] = ["", "something", None, 7, default.upper(), [default]]
    for other in wrong:
        assert play.refuses(ChangeOption(name, other)) == "bad_value"


def test_each_option_is_described_and_no_other() -> None:
    described = tomllib.loads(files("rulewright.games.nwo").joinpath("data/options.toml").read_text("utf-8"))
    assert {option["name"] for option in described["options"]} == set(IDS)
    values = {name: {"true", "false"} if values == ON_OFF else set(values) for name, values, _ in OPTIONS}
    for option in described["options"]:
        assert option["rules"][0] in game.rulebook().rules, option["name"]
        assert set(option["rules"]) <= game.rulebook().rules.keys(), option["name"]
        assert set(option["value_texts"]) == set(option["value_texts_ja"]) == values[option["name"]]
    assert {preset["id"] for preset in described["presets"]} == set(PRESETS)


def test_the_presets() -> None:
    assert msgspec.convert(PRESETS["annotated"], Options) == Options()
    assert msgspec.convert(PRESETS["original_text"], Options) == options(**ORIGINAL_TEXT)
    assert list(PRESETS) == ["annotated", "original_text"]
    assert OFFERED_PRESET == "annotated"
    assert set(OFFERED_OPTIONS) <= set(IDS)


# ---------------------------------------------------------------- changing one


@pytest.mark.parametrize(("value", "expected"), [(True, True), ("on", True), ("off", False), (False, False)])
def test_between_fights_an_option_changes_at_once(value: Any, expected: bool) -> None:
    play = Play("ruka", house=options(down_foes_hold=not expected))
    play.give(ChangeOption("down_foes_hold", value))
    assert play.state.options == Options(down_foes_hold=expected)
    assert [event.key for event in play.told] == ["option.changed"]
    assert play.told[0].facts["option"] == "down_foes_hold"


@pytest.mark.rule("NWO-WEIGHT-02")
def test_what_follows_from_it_is_worked_out_at_once() -> None:
    play = Play("ruka")
    play.change("ruka", gear=[Thing(f"pike.{number}", "quay_pike", "robe") for number in range(7)])
    assert play["ruka"].now.overloaded
    play.give(ChangeOption("robe_counts_as_carried", "off"))
    assert not play["ruka"].now.overloaded


def test_a_change_during_a_fight_takes_effect_after_it() -> None:
    play = Play("ruka", "mire_hound")
    play.change("ruka", gear=[Thing(f"pike.{number}", "quay_pike", "robe") for number in range(7)])
    play.fight(ruka=10, mire_hound=5)
    play.give(ChangeOption("robe_counts_as_carried", "off"))
    play.give(ChangeOption("npc_at_zero", "ask_gm"))  # both are kept
    assert play.state.options == Options()
    assert [event.key for event in play.told[-2:]] == ["option.later", "option.later"]
    play.give(Pass("ruka"), seat="ruka")
    assert play["ruka"].now.overloaded
    play.give(EndBattle())
    assert play.state.options == Options(robe_counts_as_carried=False, npc_at_zero="ask_gm")
    assert play.state.options_later is None
    assert not play["ruka"].now.overloaded


def test_the_last_word_during_a_fight_counts() -> None:
    play = Play("ruka", "mire_hound")
    play.fight(ruka=10, mire_hound=5)
    play.give(ChangeOption("tie_break", "dice"))
    play.give(ChangeOption("tie_break", "agree"))
    play.give(EndBattle())
    assert play.state.options == Options()


def test_before_the_first_round_a_fight_has_begun_already() -> None:
    play = Play("ruka", "mire_hound")
    play.fight(ruka=10, mire_hound=5)
    play.battle.process = "setup"
    play.give(ChangeOption("combat_setup_step", "off"))
    assert play.state.options == Options()


def test_an_option_that_is_not_there() -> None:
    play = Play("ruka", "mire_hound")
    for fighting in (False, True):
        if fighting:
            play.fight(ruka=10, mire_hound=5)
        with pytest.raises(Refused) as refusal:
            play.give(ChangeOption("no_such_option", "on"))
        assert refusal.value.reason == "bad_value"
        assert play.refuses(ChangeOption("tie_break", "coin")) == "bad_value"
        assert (play.state.options, play.state.options_later) == (Options(), None)


def test_only_the_referee_changes_options() -> None:
    play = Play("ruka")
    with pytest.raises(Refused) as refusal:
        play.give(ChangeOption("tie_break", "dice"), seat="ruka")
    assert refusal.value.reason == "not_referee"
    assert play.state.options == Options()
