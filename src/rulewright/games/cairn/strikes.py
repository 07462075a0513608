"""What an attack strikes with: its dice, and what a weapon or a creature's attack brings along."""

from __future__ import annotations

import msgspec

from rulewright.games.cairn.content_creatures import Attack
from rulewright.games.cairn.content_dice import damage_dice
from rulewright.games.cairn.content_gear import Critical, Item
from rulewright.games.cairn.twins import finnish

UNARMED = (4,)  # CRN-ATTACK-07


class Strike(msgspec.Struct, frozen=True, gc=False):
    """What an attack is made with: dice of which the highest face counts, and what it brings along."""

    name: str
    sides: tuple[int, ...] = UNARMED
    blast: bool = False
    ranged: bool = False
    unarmed: bool = False
    critical: Critical | None = None
    name_fi: str = ""


BARE_HANDS = Strike("bare_hands", unarmed=True)


def strike_with(weapon: Item | Attack, damage: str) -> Strike:
    """The strike of a weapon or a creature's attack with these damage dice."""
    # a weapon for both ranges can be meant for a distant target, so CRN-RANGE-01 holds for it too
    return Strike(
        weapon.name, damage_dice(damage), weapon.blast, weapon.range != "melee", False, weapon.critical,
        finnish(weapon),
    )  # fmt: skip
