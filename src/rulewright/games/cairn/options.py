"""House rules of Cairn: the table options with the defaults of the rule file."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The table options; `data/options.toml` says what each does and why its default was chosen."""

    inventory_slots: Annotated[int, msgspec.Meta(ge=1, le=40)] = 10
    full_inventory_zero_hp: bool = False
    simultaneity: Literal["per_side", "whole_round"] = "per_side"
    first_round_save: Literal["pcs", "pcs_and_hirelings", "none"] = "pcs_and_hirelings"
    impaired_plus_enhanced: Literal["cancel", "impaired", "enhanced"] = "cancel"
    unarmed_enhanced: Literal["d4", "d12"] = "d4"
    dual_modifier: Literal["single_die", "each_die"] = "single_die"
    enhanced_choice: Literal["ask", "always_d12"] = "always_d12"
    blast_joins_pool: bool = True
    critical_effect_source: Literal["kept_die", "any_attacker"] = "kept_die"
    critical_while_down: Literal["no_further_effect", "dies"] = "no_further_effect"
    stabilised_state: Literal["after_short_rest", "acts_at_once", "after_extended_rest"] = "after_short_rest"
    npc_str_zero: Literal["dead", "referee"] = "dead"
    npc_critical: Literal["dead", "ask_referee"] = "ask_referee"
    detachment_critical: Literal["ask_referee", "rout", "weakened"] = "ask_referee"
    ability_damage_saves: bool = False
    ability_damage_uses_armor: Literal["no", "ask_referee", "yes"] = "ask_referee"
    scar_over_twelve: Literal["use_12", "no_scar", "referee"] = "use_12"
    scar_from_non_attack: bool = False
    walloped_rest_hours: Annotated[int, msgspec.Meta(ge=1, le=8)] = 2
    walloped_roll_timing: Literal["after_rest", "now"] = "after_rest"
    ability_max_lifts_current: bool = True
    hp_max_lifts_current: bool = False
    deprivation_fatigue: Literal["over_24h", "at_24h"] = "over_24h"
    fatigue_recovery: Literal["all_per_night", "one_per_night"] = "all_per_night"
    morale_two_triggers: Literal["one_save", "two_saves"] = "one_save"
    morale_roll: Literal["group", "each_member"] = "group"
    morale_casualty: Literal["out_of_action", "out_or_fled"] = "out_of_action"
    lone_foe: Literal["only_foe_now", "started_alone"] = "only_foe_now"
    npc_flight_needs_dex: bool = False
    retreat_roll: Literal["each", "most_at_risk"] = "each"
    hireling_scars: bool = False
    danger_save_prompt: Literal["ask_referee", "always", "never"] = "ask_referee"
    spell_works_on_failed_save: Literal["ask_referee", "yes", "no"] = "ask_referee"
    near_range_metres: Annotated[int, msgspec.Meta(ge=1, le=500)] | None = None


PRESETS: dict[str, dict[str, Any]] = {
    "core_text": {},
    "published_style": {"full_inventory_zero_hp": True},
}
OFFERED_PRESET = "published_style"
OFFERED_OPTIONS = ("full_inventory_zero_hp", "simultaneity")
