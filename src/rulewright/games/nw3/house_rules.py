"""Changing table options in play; in a battle they take effect after it."""

from __future__ import annotations

from typing import Any

import msgspec

from rulewright.engine.commands import CommandType
from rulewright.engine.house_rules import changed
from rulewright.engine.journal import Seat
from rulewright.engine.requests import Procedure
from rulewright.games.nw3.battles import aboard
from rulewright.games.nw3.battles.fighters import tell
from rulewright.games.nw3.state import Nw3World
from rulewright.games.nw3.wizards import derived


class ChangeOption(msgspec.Struct, frozen=True, tag="change_option", tag_field="do"):
    """Change a table option; during a battle it takes effect after it."""

    name: str
    value: Any


def change_option(world: Nw3World, command: ChangeOption, seat: Seat) -> Procedure[None]:
    state = world.state
    options = changed(state.options_later or state.options, command.name, command.value)
    if state.battle is not None:
        state.options_later = options
        tell(world, "option.later", option=command.name, value=str(command.value))
    else:
        state.options = options
        settle(world)
        tell(world, "option.changed", option=command.name, value=str(command.value))
    yield from ()


def settle(world: Nw3World) -> None:
    """Work all numbers out anew after options have changed."""
    for character in world.state.characters.values():
        if character.riding is not None:
            character.riding.you = aboard.is_meant(world.state.options, character.riding.driver)
        derived.settle(world.content, world.state.options, character)


COMMANDS = (CommandType(ChangeOption, change_option, "", "referee"),)
