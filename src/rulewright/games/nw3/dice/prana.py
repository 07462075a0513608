"""Uses of Prana outside their windows (NW3-PRANA-02): refused, with the reason that comes first.

In its window each use is an answer to the question that the window asks; Remove Lunar Logic is in `logics`.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from rulewright.engine.commands import CommandType
from rulewright.engine.errors import Refused
from rulewright.engine.journal import Seat
from rulewright.engine.requests import Procedure
from rulewright.games.nw3.battles.fighters import own
from rulewright.games.nw3.fortresses import bans
from rulewright.games.nw3.records.tables import PRANA_USES
from rulewright.games.nw3.state import Nw3World

_USES = {"raise": "raise_result", "reroll": "reroll_dice", "fudge": "fudge_dice", "cancel": "cancel_fumble",
         "avoid": "avoid_incapacitated", "cost": "spend_as_cost"}  # fmt: skip


class UsePrana(msgspec.Struct, frozen=True, tag="use_prana", tag_field="do"):
    """Use a character's Prana at a moment of one's own choice; there is none, and the refusal says why."""

    character: str
    use: Literal["raise", "reroll", "fudge", "cancel", "avoid", "cost"]


def use_prana(world: Nw3World, command: UsePrana, seat: Seat) -> Procedure[None]:
    """Refuses `not_enough_prana`, `logic_ban`, `once_per_scene`, else `wrong_window`."""
    character = own(world, command.character, seat)
    if character.prana < max(1, PRANA_USES[_USES[command.use]].cost):
        raise Refused("not_enough_prana", "NW3-PRANA-01", name=character.name, prana=character.prana)
    bans.require_allowed(world, character, "prana_use", use=_USES[command.use])
    if command.use == "avoid" and character.avoided:
        raise Refused("once_per_scene", "NW3-PRANA-09", name=character.name)
    raise Refused("wrong_window", "NW3-PRANA-02", name=character.name)


COMMANDS = (CommandType(UsePrana, use_prana, "NW3-PRANA-02", interrupts=True),)
