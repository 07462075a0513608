"""What a field of Cairn's content may hold: ids, names, texts, dice, sizes and scores."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from rulewright.engine.packs import BAD_DICE, otherwise
from rulewright.games.cairn.content_dice import DAMAGE_ALLOWED, DAMAGE_PATTERN, ROLL_ALLOWED, ROLL_PATTERN

OVER_CAP = otherwise(over="content.armor_over_cap")  # CRN-ARMOR-04
_ID_WORDS = otherwise(noun="an id", allowed="2 to 40 of a-z 0-9 _, a letter first")
_DAMAGE_WORDS = otherwise(BAD_DICE, "a damage expression", DAMAGE_ALLOWED)
_ROLL_WORDS = otherwise(BAD_DICE, "a roll", ROLL_ALLOWED)
_RESTORES_PATTERN = f"^(all|[1-9][0-9]?|{ROLL_PATTERN.strip('^$')})$"
_RESTORES_WORDS = otherwise(BAD_DICE, "a number of charges", f'"all", 1 to 99 as a text, or a roll ({ROLL_ALLOWED})')

Id = Annotated[str, Meta(pattern="^[a-z][a-z0-9_]{1,39}$", extra=_ID_WORDS)]
Name = Annotated[str, Meta(min_length=1, max_length=60)]
Text = Annotated[str, Meta(min_length=1, max_length=2000)]
Damage = Annotated[str, Meta(pattern=DAMAGE_PATTERN, description=f"Damage: {DAMAGE_ALLOWED}.", extra=_DAMAGE_WORDS)]
Dice = Annotated[str, Meta(pattern=ROLL_PATTERN, description=f"A roll: {ROLL_ALLOWED}.", extra=_ROLL_WORDS)]
Restores = Annotated[str, Meta(pattern=_RESTORES_PATTERN, extra=_RESTORES_WORDS)]
Version = Annotated[
    str,
    Meta(
        pattern=r"^(0|[1-9][0-9]{0,5})(\.(0|[1-9][0-9]{0,5})){2}$",
        extra=otherwise(noun="a version", allowed="three numbers: N.N.N"),
    ),
]
Size = Annotated[Literal["petty", "normal", "bulky"], Meta(description="Slots: petty 0, normal 1, bulky 2.")]
SLOTS = {"petty": 0, "normal": 1, "bulky": 2}  # CRN-SLOT-01
Hands = Annotated[int, Meta(ge=0, le=2)]
Score = Annotated[int, Meta(ge=1, le=30)]
Uses = Annotated[int, Meta(ge=1, le=99)]
AbilityName = Literal["STR", "DEX", "WIL"]
Range = Literal["melee", "ranged", "both"]
