"""Changing table options in play; during a fight they take effect after it."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Any

import msgspec

from rulewright.engine.commands import CommandType
from rulewright.engine.events import Event
from rulewright.engine.house_rule_texts import read_house_rules
from rulewright.engine.house_rules import changed, written
from rulewright.engine.journal import Seat
from rulewright.engine.requests import Procedure
from rulewright.games.nwo import standing
from rulewright.games.nwo.state import NwoWorld


class ChangeOption(msgspec.Struct, frozen=True, tag="change_option", tag_field="do"):
    """Change a table option; during a fight it takes effect after it."""

    name: str
    value: Any


def change_option(world: NwoWorld, command: ChangeOption, seat: Seat) -> Procedure[None]:
    state = world.state
    rule = _rules().get(command.name, "")
    options = changed(state.options_later or state.options, command.name, command.value, rule)
    if state.battle is None:
        state.options = options
        for character in state.characters.values():  # loads among others
            standing.settled(world, character)
    else:
        state.options_later = options
    if world.tell:
        key = "option.changed" if state.battle is None else "option.later"
        world.tell(Event(key, {"option": command.name, "value": written(command.value)}, rule))
    yield from ()


@cache
def _rules() -> dict[str, str]:
    """The rule that each option changes: the first that its description names."""
    text = files("rulewright.games.nwo").joinpath("data/options.toml").read_text("utf-8")
    return {name: option.rules[0] for name, option in read_house_rules(text).options.items()}


COMMANDS = (CommandType(ChangeOption, change_option, "", "referee"),)
