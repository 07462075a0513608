"""The words and plain types of content: what each field of a pack may hold (nw3-skills-items.md, sections 12, 13)."""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypeAlias

from msgspec import Meta

from rulewright.engine.packs import otherwise
from rulewright.games.nw3.options import Attribute, Stat
from rulewright.games.nw3.records.formula import LONGEST

BAD_ID: Final = "content.bad_id"
OUT_OF_BOUNDS: Final = "content.out_of_bounds"
BOUNDS: Final = otherwise(OUT_OF_BOUNDS)
ID_PATTERN: Final = "^[a-z][a-z0-9_]{0,47}$"

Id = Annotated[str, Meta(pattern=ID_PATTERN, extra=otherwise(BAD_ID, "an id", "1 to 48 of a-z 0-9 _, a letter first"))]
Name = Annotated[str, Meta(min_length=1, max_length=80)]
Text = Annotated[str, Meta(min_length=1, max_length=4000)]
Amount = (
    int
    | Annotated[
        str,
        Meta(
            description="A formula such as 2 * SL + 1, or a whole number.",
            extra_json_schema={"minLength": 1, "maxLength": LONGEST},
            extra=otherwise(allowed="a formula"),
        ),
    ]
)
"""A formula, or the whole number that it comes to."""
Level = Annotated[int, Meta(ge=1, le=99, extra=BOUNDS)]

Timing: TypeAlias = Literal[
    "setup_process",
    "initiative_process",
    "cleanup_process",
    "move_action",
    "minor_action",
    "major_action",
    "reaction",
    "auto_action",
    "before_judge",
    "after_judge",
    "damage_roll",
    "with_skill",
    "constant",
    "incapacitated",
    "prep",
]
JudgeKind: TypeAlias = Literal[  # NW3-SKILL-57
    "hit",
    "dodge",
    "patk",
    "matk",
    "pdef",
    "mdef",
    "initiative",
    "recovery_hp",
    "recovery_mp",
    "attribute",
    "information",
    "appearance",
    "enemy_identify",
    "blockade",
    "skill_check",
    "reaction",
    "any",
]
Whose: TypeAlias = Literal["self", "ally", "enemy", "any"]
Category: TypeAlias = Literal["spell", "broom", "trait", "item", "auto", "secret"]
CheckKind: TypeAlias = Literal["automatic", "stat", "hit_check", "dodge_check"]
TargetKind: TypeAlias = Literal["self", "single", "count", "area", "scene", "refer"]
Range: TypeAlias = Literal["none", "close", "short", "short_only", "long", "long_only", "weapon", "scene"]
WeaponRange: TypeAlias = Literal["close", "short", "short_only", "long", "long_only"]
CostKind: TypeAlias = Literal["hp", "mp", "prana", "bad_status"]
RestrictKind: TypeAlias = Literal["use", "equip", "unequip", "carry", "condition", "skill"]
LimitUnit: TypeAlias = Literal["round", "scene", "episode", "scenario"]

Subject: TypeAlias = Literal[
    "target", "self", "attacker", "defender", "driver", "riders", "engage", "allies", "enemies"
]
When: TypeAlias = Literal["success", "always", "failure"]
ApplyAt: TypeAlias = Literal["use", "preplay", "after_phase", "scene_end"]
Duration: TypeAlias = Literal[
    "instant",
    "judge",
    "next_judge",
    "attack",
    "main_process",
    "round",
    "rounds",
    "combat",
    "scene",
    "episode",
    "scenario",
    "until_removed",
    "constant",
]
AttackKind: TypeAlias = Literal["physical", "magical"]
DamageKind: TypeAlias = Literal["physical", "magical", "any"]
DamageMode: TypeAlias = Literal["multiply", "replace", "add", "direct"]
JudgeStat: TypeAlias = Literal[Attribute, Stat]
ModifiedStat: TypeAlias = Literal[Attribute, Stat, "body", "mind", "weight_capacity", "memory_capacity"]
FlagName: TypeAlias = Literal[
    "multiple_maou", "extra_hands", "fly_in_fortress", "ignore_weight", "free_ride", "no_post_action"
]
CoverUpRule: TypeAlias = Literal[
    "post_action",
    "keep_pre_action",
    "other_engage",
    "no_double_damage",
    "own_defence",
    "may_dodge",
    "any_number",
]

ItemClass: TypeAlias = Literal["weapon", "armor", "accessory", "enchantment", "tool", "potion", "service"]
Slot: TypeAlias = Literal[
    "one_hand", "two_hand", "head", "upper", "clothes", "shoulder", "gloves", "accessory", "none", "other"
]
WeaponType: TypeAlias = Literal["melee", "ranged"]
BroomType: TypeAlias = Literal["melee", "ranged", "magic", "armor", "mobile"]
ItemStat: TypeAlias = Literal[Stat, "body", "mind"]
