"""House rules of Night Wizard 3rd Edition: the table options with the defaults of the rule files."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

Stat = Literal["pacc", "macc", "eva", "spd", "patk", "matk", "pdef", "mdef"]
Attribute = Literal["strength", "finesse", "awareness", "knowledge", "spirit", "luck"]


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True, cache_hash=True):
    """The table options; `data/options.toml` says what each does and why its default was chosen."""

    # creation and growth
    spd_formula: Literal[
        "knowledge_awareness", "finesse_knowledge", "finesse_spirit", "awareness_luck", "strength_luck"
    ] = "knowledge_awareness"
    body_attribute: Literal["strength", "awareness"] = "strength"
    mind_attribute: Literal["spirit", "knowledge"] = "spirit"
    half_rounding: Literal["down", "up"] = "down"
    exorcist_extra: Stat | None = None
    recorder_extra: Attribute | None = None
    cf_mod_cap: Literal[3] | None = None
    auto_skills_per_class: Literal["one", "all"] = "one"
    level_skill_raises_sl: bool = True
    trait_raise_later: bool = False
    bp_reallocate: bool = False
    class_change_body_mind: Literal["table_once", "recompute"] = "table_once"
    class_change_no_auto_gives_pick: bool = False
    xp_carries_over: bool = True
    xp_award: Literal["gm_choice"] = "gm_choice"
    level_up_at: Literal["after_phase", "scenario_end", "gm_only"] = "after_phase"
    preserved_consumables: bool = True
    carry_counts: Literal["equipped", "equipped_and_carried"] = "equipped"
    accessory_limit: Literal[1, 2, 3] | None = None
    # critical and fumble values
    cf_reroll_at: Literal["episode", "session"] = "episode"
    cf_equal_allowed: bool = False
    # judges and Prana
    critical_chain_scope: Literal["numeric", "opposed_only", "always"] = "numeric"
    result_floor: bool = True
    prana_raise_dice: Literal["2d6", "1d6"] = "2d6"
    prana_raise_on_fumble: bool = True
    prana_raise_window: Literal["after_both", "own_step"] = "after_both"
    prana_fudge_limit: Literal["once", "unlimited"] = "once"
    prana_dice_on_chain: bool = False
    prana_reroll_after_cancel: bool = False
    prana_raise_any_seven: bool = True
    prana_avoid_loses_turn: bool = True
    any_seven_players: Literal["ask_gm", "always", "never"] = "ask_gm"
    logic_removal_lasts: Literal["scenario", "episode", "session"] = "scenario"
    # episodes
    natural_recovery: Literal["formula_capped", "fixed_zero", "full", "off"] = "formula_capped"
    natural_recovery_operator: Literal["minus", "divide"] = "minus"
    appearance_checks: bool = False
    appearance_in_round: Literal["setup", "any_time"] = "setup"
    # Lunar Caskets and Fortresses
    casket_cost: Literal["free", "major_action", "gm_each_time"] = "free"
    nested_caskets: bool = False
    dive_lock_gm_only: bool = True
    core_broken_collapses: bool = False
    leave_uncleared: Literal["visited_only", "any", "none"] = "visited_only"
    appearance_gate_count: Literal["shortest_walked", "walked_total", "shortest_map"] = "shortest_walked"
    fortress_appearance_check: bool = False
    gate_use_unit: Literal["group", "character"] = "group"
    secret_gate_sense_with_event: bool = False
    # battle
    reactivated_count: Annotated[int, msgspec.Meta(ge=1, le=99)] | Literal["old"] = 1
    identify_difficulty: Annotated[int, msgspec.Meta(ge=0, le=99)] = 12
    identify_attribute: Attribute = "knowledge"
    odds_before_identify: bool = True
    prompts: Literal["matters", "always"] = "matters"
    downed_hinder: bool = False
    complex_progress: bool = True
    rigor_blocks_complex: bool = True
    defence_is_reaction: bool = False
    bs_needs_damage: bool = False
    death_trigger: Literal["targeted", "hit", "damaged"] = "hit"
    pressure_blocks_weapons: bool = False
    poison_dice: Literal["multiply", "sum"] = "multiply"
    cover_area_mode: Literal["double_only", "double_and_own"] = "double_only"
    cover_reduction: Literal["both", "covered", "coverer"] = "both"
    count_fumble_floor: Literal[1, 2] = 2
    damage_roll_per_target: bool = False
    recovery_roller: Literal["user", "target"] = "user"
    recovery_roll: Literal["one_for_all", "each_target"] = "one_for_all"
    flight_fail_spends_action: bool = True
    strict_action_order: bool = True
    reactions_per_attack: Literal["one", "unlimited"] = "one"
    gm_confirms_targets: bool = False
    # skills and items
    downed_timing: Literal["moment_and_state", "moment_only"] = "moment_and_state"
    area_hits_lone: bool = True
    skill_short_includes_close: bool = False
    long_includes_nearer: bool = True
    mp_cost_floor: Literal[0, 1] = 0
    bad_status_cost_when: Literal["main_process_end", "after_resolution"] = "main_process_end"
    bad_status_cost_rated: Literal["skip", "add"] = "skip"
    outside_rounds: Literal["free", "gm_turns"] = "free"
    secret_over_limit: Literal["usable", "choose_one"] = "usable"
    attacker_may_change: bool = False
    pressure_stops_constant: bool = False
    duration_outside_main: Literal["own_next_main", "round"] = "own_next_main"
    unarmed_attack: bool = True
    auto_action_equip: Literal["hands", "all", "none"] = "hands"
    driver_dismount: Literal["auto_action", "minor_action"] = "auto_action"
    driver_lost: Literal["all_dismount", "next_rider"] = "all_dismount"
    broom_you: Literal["driver", "all_riders"] = "driver"
    matk_source_rule: Literal["any_held", "enchantment_only"] = "any_held"
    doesnt_stack_many: Literal["one_counts", "each_counts"] = "one_counts"
    # enemies
    incomplete_missing_stat: Literal["zero", "refuse"] = "zero"
    enemy_skill_requirements: Literal["ignored", "checked"] = "ignored"
    boss_damage_method: Literal["simple", "exact_2d6"] = "simple"
    # traps, Danger Sense and Logics
    perception_stat: Literal["awareness", "gm_choice"] = "awareness"
    trap_removal_by: Literal["identifier", "anyone"] = "identifier"
    trap_fumble_can_remove: bool = False
    trap_default_target: Literal["random", "all", "gm"] = "random"
    danger_sense_stat: Literal["gm_choice", "awareness", "luck", "higher"] = "gm_choice"
    ambush_difficulty_from: Literal["highest", "lowest", "leader"] = "highest"
    danger_sense_retry: Literal["once_per_danger", "once_per_scene", "gm"] = "once_per_danger"
    logic_helps_removal: bool = False
    pc_ruler_logic: Literal["gm_only", "ruler_with_gm"] = "gm_only"
    # NPCs in battle
    guest_prana: Literal["none", "as_pc"] = "none"
    extra_policy: Literal["untargetable", "out_at_first_hit", "gm_each_time"] = "untargetable"
    incomplete_auto_hit_rolls: Literal["none", "roll_for_critical"] = "none"


PRESETS: dict[str, dict[str, Any]] = {
    "as_written": {},
    "dice_bot": {"result_floor": False, "prana_raise_dice": "1d6", "prana_raise_on_fumble": False},
}
OFFERED_PRESET = "as_written"
OFFERED_OPTIONS = ("spd_formula", "prana_raise_dice", "result_floor")
