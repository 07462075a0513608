"""The words and plain types of packs: what one field may hold."""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypeAlias, get_args

from msgspec import Meta

from rulewright.engine.packs import BAD_DICE, otherwise
from rulewright.games.nwo.records import dice_text

ID_PATTERN: Final = "^[a-z][a-z0-9_]{1,39}$"
ID_ALLOWED: Final = "2 to 40 of a-z 0-9 _, a letter first"
NONE: Final = "none"
"""The element of what has none."""

Id = Annotated[str, Meta(pattern=ID_PATTERN, extra=otherwise(noun="an id", allowed=ID_ALLOWED))]
Name = Annotated[str, Meta(min_length=1, max_length=60)]
Text = Annotated[str, Meta(min_length=1, max_length=2000)]
Version = Annotated[
    str,
    Meta(
        pattern=r"^(0|[1-9][0-9]{0,5})(\.(0|[1-9][0-9]{0,5})){2}$",
        extra=otherwise(noun="a version", allowed="three numbers: N.N.N"),
    ),
]
DiceText = Annotated[
    str,
    Meta(
        pattern=dice_text.PATTERN,
        description=f"A dice text: {dice_text.ALLOWED}.",
        extra=otherwise(BAD_DICE, "a dice text", dice_text.ALLOWED),
    ),
]

Change = Annotated[int, Meta(ge=-99, le=99)]
UpTo99 = Annotated[int, Meta(ge=0, le=99)]
UpTo999 = Annotated[int, Meta(ge=0, le=999)]
Points = Annotated[int, Meta(ge=0, le=9999)]
OneTo99 = Annotated[int, Meta(ge=1, le=99)]
AbilityRank = Annotated[int, Meta(ge=1, le=20)]
DiceSum = Annotated[int, Meta(ge=2, le=12)]
Range = Annotated[
    tuple[UpTo99, ...], Meta(min_length=2, max_length=2, description="Squares away: [nearest, farthest].")
]
Square = Annotated[tuple[UpTo99, ...], Meta(min_length=2, max_length=2, description="[x, y], counted from 0.")]

Stat: TypeAlias = Literal["hit", "evasion", "attack", "defence", "magic", "resistance", "action_value"]
DerivedKey: TypeAlias = Literal[Stat, "move"]
Timing: TypeAlias = Literal["always", "normal", "counter", "super_counter", "hyper_counter"]
SpellTiming: TypeAlias = Literal["normal", "counter", "super_counter", "hyper_counter"]
Window: TypeAlias = Literal["before_roll", "after_roll", "on_activation"]
TargetKind: TypeAlias = Literal["self", "one", "several", "square"]
Affects: TypeAlias = Literal["any", "allies", "foes"]
DurationKind: TypeAlias = Literal["instant", "count", "rounds", "combat", "scene"]
LimitPer: TypeAlias = Literal["count", "round", "combat", "scene", "session"]
SpellKind: TypeAlias = Literal["attack", "enchant", "heal", "utility"]
CuredStatus: TypeAlias = Literal["serious", "fainted", "prone"]
Location: TypeAlias = Literal["equipped", "in_hand", "packed", "robe", "dropped"]
Slot: TypeAlias = Literal["head", "body", "arms", "legs", "accessory"]
AtZero: TypeAlias = Literal["same_rules", "dead", "ask_gm"]
Op: TypeAlias = Literal[
    "modify_stat",
    "modify_judge",
    "modify_cf",
    "set_element",
    "add_status",
    "remove_status",
    "damage",
    "heal",
    "reroll",
    "dispel",
    "text",
]

STATS: Final[tuple[Stat, ...]] = get_args(Stat)
DERIVED_KEYS: Final[tuple[DerivedKey, ...]] = (*STATS, "move")
OTHER_KEYS: Final = ("move", "hp_max", "mp_max")
"""What modifiers may change beside the stats and the attributes."""
REQUIRED_ATTRIBUTES: Final = ("strength", "agility", "spirit", "faith")
COUNTERS: Final[tuple[SpellTiming, ...]] = ("counter", "super_counter", "hyper_counter")
"""The timings that interrupt a judge (NWO-TIMING-04)."""
