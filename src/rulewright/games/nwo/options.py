"""House rules of Night Wizard: Origin: the table options with the defaults of the rule files."""

from __future__ import annotations

from typing import Any, Literal

import msgspec


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True, cache_hash=True):
    """The table options; `data/options.toml` says what each does and why its default was chosen."""

    # weight
    overload_rolls_dice: bool = True
    overloaded_value: Literal["zero", "rolled"] = "zero"
    robe_counts_as_carried: bool = True
    # judges
    waived_judge: Literal["ask_gm", "auto_fail", "ability_value", "refuse"] = "ask_gm"
    count_judge_waiver: Literal["refuse", "ask_gm"] = "refuse"
    fumble_modifiers: Literal["drop", "keep"] = "drop"
    opposed_order: Literal["active_first", "sealed"] = "active_first"
    # squares and movement
    combat_setup_step: bool = True
    faction_share: Literal["even", "gm_sets"] = "even"
    size_capacity: Literal["doubling", "one_each"] = "doubling"
    oversize: Literal["fills_share", "refuse"] = "fills_share"
    capacity_check: Literal["every_step", "end_only"] = "every_step"
    range_metric: Literal["orthogonal", "diagonal_one"] = "orthogonal"
    down_foes_hold: bool = False
    combat_move_then_move: bool = False
    # action counts and interrupts
    tie_break: Literal["agree", "dice"] = "agree"
    late_joiner: Literal["next_round", "roll_now"] = "next_round"
    free_actions_when: Literal["own_turn", "any_time_not_done"] = "own_turn"
    interrupt_poll: Literal["pc_first", "active_first"] = "pc_first"
    count_limit_outside_combat: Literal["per_judge", "per_scene"] = "per_judge"
    fainted_may_interrupt: bool = False
    # casting and spells
    interrupt_cast_when_done: bool = True
    failed_cast_consumes_action: bool = True
    no_target_refunds_mp: bool = False
    cast_below_one: Literal["carry_over", "lost", "refuse"] = "carry_over"
    cast_carry_deficit: bool = False
    serious_breaks_cast: bool = True
    counter_spell_count: Literal["deduct", "ignore"] = "deduct"
    area_active_roll: Literal["once", "per_target"] = "once"
    same_name_refreshes: bool = False
    plain_heal_on_serious: Literal["none", "up_to_threshold"] = "none"
    # prana, statuses and death
    serious_prana_hp_in_combat: bool = True
    serious_prana_units: Literal["any", "one"] = "any"
    prana_mp_consumes_action: bool = True
    prone_halves_no_roll: bool = True
    round_end_snapshot: bool = True
    death_check_timing: Literal["round_end", "at_once"] = "round_end"
    death_check_pays: Literal["maximum", "current"] = "maximum"
    death_check_normal_prana: bool = False
    npc_at_zero: Literal["same_rules", "dead", "ask_gm"] = "same_rules"
    rest_restores_all_mp: Literal["on", "gm_sets"] = "on"
    # growth
    level_up_raises_current: bool = True
    growth_row_by: Literal["class_level", "total_level"] = "class_level"
    class_requirement_from: Literal["base", "with_class_modifiers"] = "base"


PRESETS: dict[str, dict[str, Any]] = {
    "annotated": {},
    "original_text": {
        "overload_rolls_dice": False,
        "waived_judge": "refuse",
        "count_judge_waiver": "ask_gm",
        "faction_share": "gm_sets",
        "size_capacity": "one_each",
        "combat_setup_step": False,
        "combat_move_then_move": True,
    },
}
OFFERED_PRESET = "annotated"
OFFERED_OPTIONS = ("npc_at_zero", "waived_judge", "opposed_order")
