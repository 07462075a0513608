"""Using blocks outside of rounds: free Main Processes, turns, and what the referee allows (NW3-SKILL-23, -34)."""

from __future__ import annotations

import msgspec

from rulewright.engine.commands import CommandType
from rulewright.engine.errors import Refused
from rulewright.engine.journal import Seat
from rulewright.engine.requests import Procedure, yes_no
from rulewright.games.nw3.battles.blocks import ACTIONS, NEEDS_ROUND
from rulewright.games.nw3.battles.fighters import find, tell
from rulewright.games.nw3.battles.usable import Usable
from rulewright.games.nw3.state import Character, Nw3World


class OpenTurns(msgspec.Struct, frozen=True, tag="open_turns", tag_field="do"):
    """Give each of these characters one free Main Process; everybody present where none is named."""

    characters: tuple[str, ...] = ()


class SetSight(msgspec.Struct, frozen=True, tag="set_sight", tag_field="do"):
    """Whether somebody can see somebody else, whatever the rules say; without `sees` as the rules say."""

    viewer: str
    seen: str
    sees: bool | None = None


def require_free(world: Nw3World, user: Character, usable: Usable, timing: str, same: bool) -> None:
    """Raise `Refused` where a free Main Process holds no more block that needs an action (NW3-SKILL-23).

    `same` says that it is meant for the free Main Process of the block before.
    """
    state = world.state
    if timing not in ACTIONS:
        return
    turns = state.options.outside_rounds == "gm_turns"  # NW3-SKILL-OPEN-22
    if (turns and user.id not in state.turns) or (same and state.free_main == user.id):
        raise Refused("one_skill_outside_rounds", "NW3-SKILL-23", name=user.name, block=usable.name)


def taken(world: Nw3World, user: Character, timing: str) -> None:
    """A block that needs an action was used outside of rounds."""
    if timing in ACTIONS:
        world.state.free_main = user.id
        if user.id in world.state.turns:
            world.state.turns.remove(user.id)


def process_allowed(world: Nw3World, user: Character, usable: Usable) -> Procedure[str]:
    """The timing of a block that belongs to a Process of a Round, where the referee allows it once; else ""."""
    timing = next((one for one in usable.block.timings if one in NEEDS_ROUND), "")
    if not timing:
        return ""
    facts = {"name": user.name, "block": usable.name}
    if (yield from yes_no("allow_process_skill", "referee", default=False, rule="NW3-SKILL-23", **facts)):
        return timing
    return ""


def open_turns(world: Nw3World, command: OpenTurns, seat: Seat) -> Procedure[None]:
    named = [find(world, id) for id in command.characters]
    people = named or [one for one in world.state.characters.values() if one.present and not one.dead]
    world.state.turns = [one.id for one in people]
    tell(world, "free.turns", "NW3-SKILL-OPEN-22", names=", ".join(one.name for one in people))
    yield from ()


def set_sight(world: Nw3World, command: SetSight, seat: Seat) -> Procedure[None]:
    viewer, seen = find(world, command.viewer), find(world, command.seen)
    world.state.sight.pop(f"{viewer.id}>{seen.id}", None)
    if command.sees is not None:
        world.state.sight[f"{viewer.id}>{seen.id}"] = command.sees
    yield from ()


COMMANDS = (
    CommandType(OpenTurns, open_turns, "NW3-SKILL-OPEN-22", "referee"),
    CommandType(SetSight, set_sight, "NW3-SKILL-34", "referee"),
)
