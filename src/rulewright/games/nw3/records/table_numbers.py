"""The fixed numbers of the rules that are no rows of a table."""

from __future__ import annotations

from typing import Literal

import msgspec

from rulewright.games.nw3.options import Attribute, Stat
from rulewright.games.nw3.records.table_rows import Row
from rulewright.games.nw3.state import Phase


class JudgeNumbers(Row, frozen=True, kw_only=True):
    """Any Judge (NW3-JUDGE)."""

    dice: int
    sides: int
    any_seven: int
    critical_bonus: int
    fumble_penalty: int
    result_min: int
    result_min_exempt: tuple[str, ...]
    natural_min: int
    natural_max: int
    tie_winner: Literal["attacker"]


class CFNumbers(Row, frozen=True, kw_only=True):
    """Critical and Fumble Values (NW3-JUDGE-10, NW3-JUDGE-18 to -20)."""

    dice: int
    min: int
    max: int
    mod_divisor: int
    gm_critical: int
    gm_fumble: int


class PranaNumbers(Row, frozen=True, kw_only=True):
    """The pool (NW3-PRANA-01)."""

    base: int
    min: int
    raise_dice: int


class CreationNumbers(Row, frozen=True, kw_only=True):
    """Making a character (NW3-CHAR)."""

    classes: int
    elements: int
    bonus_attribute_points: int
    free_general_skills: tuple[str, ...]
    skill_picks: int
    general_skill_picks: int
    max_sl_at_creation: int
    money: int
    carry_attribute: Attribute
    carry_penalty_stats: tuple[Stat, ...]
    memory_attribute: Attribute
    secret_skills_single: int
    secret_skills_double: int


class StatBase(Row, frozen=True, kw_only=True):
    """What a Combat Stat is made of before classes: Attributes, divided and rounded down (NW3-CHAR-06)."""

    attributes: tuple[Attribute, ...]
    divisor: int
    add_element: bool = False


class StatNumbers(Row, frozen=True, kw_only=True):
    """The ten Combat Stats in their groups."""

    group1: tuple[Stat, ...]
    group2: tuple[Stat, ...]
    group3: tuple[Literal["body", "mind"], ...]
    base: dict[str, StatBase]


class ExperienceNumbers(Row, frozen=True, kw_only=True):
    """Experience points (NW3-LEVEL-10 to -12); money in Valco."""

    per_episode_min: int
    per_episode_max: int
    general_skill_cost: int
    valco_per_xp: int


class EpisodeNumbers(Row, frozen=True, kw_only=True):
    """The Phases of an Episode (NW3-EPISODE-02, -03)."""

    phases: tuple[Phase, ...]
    phases_with_scenes: tuple[Phase, ...]


class CheckNumbers(Row, frozen=True, kw_only=True):
    """Checks outside of battle (NW3-EPISODE-14, -15)."""

    info_gathering_connection_bonus: int
    appearance_attribute: Attribute
    appearance_difficulty: int
    appearance_connection_bonus: int
    fortress_appearance_base: int
    fortress_appearance_per_gate: int


class NaturalRecovery(Row, frozen=True, kw_only=True):
    """The Recovery Power of who rests or is absent (NW3-RECOVER-07, NW3-EPISODE-16)."""

    hp_attribute: Attribute
    mp_attribute: Attribute
    offset: int
    divisor: int
    max_power: int


class TieOrder(Row, frozen=True, kw_only=True):
    """Who comes first among equal Counts (NW3-ROUND-12)."""

    groups: tuple[str, ...]


class CountNumbers(Row, frozen=True, kw_only=True):
    """The Initiative Count (NW3-ROUND-05 to -07)."""

    stat: Stat
    fumble_result_at_or_below: int
    fumble_floor: int
    floor: int
    post_action_value: int
    incapacitated_value: int


class DistanceNumbers(Row, frozen=True, kw_only=True):
    """Distances, nearest first (NW3-MOVE-01 to -05)."""

    bands: tuple[str, ...]
    metres_per_move_action: int
    short_max_metres: int
    long_max_metres: int


class Reach(Row, frozen=True, kw_only=True):
    """The distances that each range code reaches (NW3-SKILL-31, NW3-WEAPON-03)."""

    skill: dict[str, tuple[str, ...]]
    weapon: dict[str, tuple[str, ...]]


class FlightNumbers(Row, frozen=True, kw_only=True):
    """Flying with the Lunar Robe (NW3-FLY)."""

    action: str
    mp_dice: int
    mp_sides: int
    land_action: str
    allowed_in_fortress: bool


class DodgeNumbers(Row, frozen=True, kw_only=True):
    """The Dodge Check (NW3-ATTACK-05)."""

    stat: Stat


class CoverUpNumbers(Row, frozen=True, kw_only=True):
    """Damage of who covers somebody (NW3-COVER)."""

    failed_dodge_multiplier: int


class CostMinimum(Row, frozen=True, kw_only=True):
    """What has to be left after a cost (NW3-HP-03)."""

    hp: int
    mp: int
    prana: int


class IncapacitatedNumbers(Row, frozen=True, kw_only=True):
    """Falling, and standing up at once by Prana (NW3-HP-05, NW3-PRANA-09)."""

    at_hp: int
    avoid_hp: int
    avoid_per_scene: int


class EquipmentNumbers(Row, frozen=True, kw_only=True):
    """What can be held, worn and ridden (NW3-ITEM-05, NW3-ARMOR-04, NW3-ENCHANT-05, NW3-BROOM-02, -03)."""

    hands: int
    maou_enchantments: int
    armor_slots: tuple[str, ...]
    slots_ignoring_doesnt_stack: tuple[str, ...]
    drivers_per_broom: int
    brooms_per_rider: int


class Numbers(msgspec.Struct, frozen=True, kw_only=True):
    """The figures that stand alone, by the subject they are about."""

    judge: JudgeNumbers
    cf: CFNumbers
    prana: PranaNumbers
    creation: CreationNumbers
    combat_stats: StatNumbers
    experience: ExperienceNumbers
    episode: EpisodeNumbers
    checks: CheckNumbers
    natural_recovery: NaturalRecovery
    tie_order: TieOrder
    count: CountNumbers
    distance: DistanceNumbers
    reach: Reach
    flight: FlightNumbers
    dodge: DodgeNumbers
    cover_up: CoverUpNumbers
    cost_minimum_left: CostMinimum
    incapacitated: IncapacitatedNumbers
    equipment: EquipmentNumbers
