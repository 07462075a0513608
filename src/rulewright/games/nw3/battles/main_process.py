"""The Main Process: whose it is, and its Move, Minor and Major Action (NW3-ROUND-13, -15 to -17, -24)."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from rulewright.engine.commands import CommandType
from rulewright.engine.errors import Refused
from rulewright.engine.journal import Seat
from rulewright.engine.requests import Procedure
from rulewright.games.nw3.battles import rounds
from rulewright.games.nw3.battles.fighters import battle_of, own, require_able
from rulewright.games.nw3.fortresses import bans
from rulewright.games.nw3.records.fortress_effects import BanWord
from rulewright.games.nw3.state import Battle, Character, Nw3World

Action: TypeAlias = Literal["move", "minor", "major"]
ORDER: tuple[Action, ...] = ("move", "minor", "major")
_BANS: dict[Action, BanWord] = {"move": "move_action", "minor": "minor_action", "major": "major_action"}


class EndMainProcess(msgspec.Struct, frozen=True, tag="end_main_process", tag_field="do"):
    """End one's Main Process without a Major Action."""

    character: str


def acting(world: Nw3World, character: Character) -> tuple[Battle, Character]:
    """The battle, if it is this character's Main Process; raises `Refused` (NW3-ROUND-24)."""
    battle = battle_of(world, "NW3-ROUND-13")
    require_able(character)
    if battle.acting != character.id:
        raise Refused("not_your_main_process", "NW3-ROUND-24", name=character.name)
    return battle, character


def require_action(world: Nw3World, battle: Battle, character: Character, action: Action, rule: str) -> None:
    """Raise `Refused` where an action is forbidden, spent, or its place in the order has gone by (NW3-ROUND-13)."""
    if world.state.caskets:
        bans.require_allowed(world, character, _BANS[action])
    if action == "move" and "rigor" in character.statuses:  # NW3-STATUS-04
        raise Refused("rigor", "NW3-MOVE-07", name=character.name)
    if action == "move" and character.riding is not None and not character.riding.driver:
        raise Refused("passenger_cannot_move", "NW3-BROOM-06", name=character.name)
    if battle.granted.get(action):
        return
    if action in battle.spent:
        raise Refused("action_spent", rule, action=f"action.{action}")
    later = ORDER[ORDER.index(action) + 1 :]
    if battle.spent and world.state.options.strict_action_order and any(one in battle.spent for one in later):  # OP-C30
        raise Refused("wrong_action_order", "NW3-ROUND-13")


def spend_action(battle: Battle, action: Action) -> None:
    """Use an action up: one that an effect granted first."""
    if battle.granted.get(action):
        battle.granted[action] -= 1
    else:
        battle.spent.append(action)


def finish(battle: Battle, character: Character) -> None:
    """A Major Action that was carried out ends the Main Process, unless another one is left (NW3-ROUND-13)."""
    if "major" in battle.spent and not battle.granted.get("major"):
        stop(character)


def stop(character: Character) -> None:
    """The Main Process ends when the present command does."""
    character.pre_action = False


def end_main_process(world: Nw3World, command: EndMainProcess, seat: Seat) -> Procedure[None]:
    character = own(world, command.character, seat)
    if battle_of(world, "NW3-ROUND-13").acting != character.id:  # one that the referee made unable may still end it
        acting(world, character)
    stop(character)
    yield from rounds.carry_on(world)


COMMANDS = (CommandType(EndMainProcess, end_main_process, "NW3-ROUND-13"),)
