"""Logics of a Lunar Casket: which are in force, and Remove Lunar Logic with Prana (NW3-PRANA-10)."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from rulewright.engine.commands import CommandType
from rulewright.engine.errors import Refused
from rulewright.engine.journal import Seat
from rulewright.engine.requests import Procedure
from rulewright.games.nw3.battles.fighters import own, tell
from rulewright.games.nw3.episodes.position import require_action
from rulewright.games.nw3.records.tables import PRANA_USES
from rulewright.games.nw3.state import Nw3World

_LASTS = {"scenario": ("scenario",), "episode": ("episode", "scenario"), "session": ("session",)}


class SetLogics(msgspec.Struct, frozen=True, tag="set_logics", tag_field="do"):
    """The referee lists the Logics in force; those not named are so no longer."""

    logics: tuple[Annotated[str, msgspec.Meta(min_length=1, max_length=80)], ...]


class RemoveLogic(msgspec.Struct, frozen=True, tag="remove_logic", tag_field="do"):
    """Spend 1 Prana so that one Logic no longer affects a character."""

    character: str
    logic: str


def forget(world: Nw3World, unit: str) -> None:
    """Removals that last to the end of this unit ("scenario", "episode" or "session") are over (NW3-OPEN-20)."""
    if unit in _LASTS[world.state.options.logic_removal_lasts]:
        for character in world.state.characters.values():
            character.removed_logics.clear()


def set_logics(world: Nw3World, command: SetLogics, seat: Seat) -> Procedure[None]:
    logics = list(dict.fromkeys(command.logics))
    world.state.logics = logics
    tell(world, "logic.in_force" if logics else "logic.none", "NW3-PRANA-10", logics=", ".join(logics))
    yield from ()


def remove_logic(world: Nw3World, command: RemoveLogic, seat: Seat) -> Procedure[None]:
    """Refuses `logic_not_affecting`, `already_removed`, `not_enough_prana`."""
    require_action(world, seat)
    character = own(world, command.character, seat)
    facts: dict[str, Any] = {"name": character.name, "logic": command.logic}
    if character.dead or not character.present or command.logic not in world.state.logics:
        raise Refused("logic_not_affecting", "NW3-PRANA-10", **facts)
    if command.logic in character.removed_logics:
        raise Refused("already_removed", "NW3-PRANA-10", **facts)
    cost = PRANA_USES["remove_lunar_logic"].cost
    if character.prana < cost:
        raise Refused("not_enough_prana", "NW3-PRANA-01", name=character.name, prana=character.prana)
    character.prana -= cost
    character.removed_logics.append(command.logic)
    tell(world, "logic.removed", "NW3-PRANA-10", prana=character.prana, **facts)
    yield from ()


COMMANDS = (
    CommandType(SetLogics, set_logics, "NW3-PRANA-10", "referee"),
    CommandType(RemoveLogic, remove_logic, "NW3-PRANA-10"),
)
