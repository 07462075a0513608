"""What is said at any time: suspending abilities, ending a cast, when to be asked (NWO-TIMING-02, -07)."""

from __future__ import annotations

import msgspec

from rulewright.engine.commands import CommandType
from rulewright.engine.errors import Refused
from rulewright.engine.journal import Seat
from rulewright.engine.requests import Procedure
from rulewright.games.nwo import people, standing
from rulewright.games.nwo.battles import casting
from rulewright.games.nwo.people import tell
from rulewright.games.nwo.state import Asking, NwoWorld


class Suspend(msgspec.Struct, frozen=True, tag="suspend", tag_field="do"):
    """Suspend an ability that is always on, or with `on` take it up again."""

    character: str
    ability: str
    on: bool = False


class InterruptCast(msgspec.Struct, frozen=True, tag="interrupt_cast", tag_field="do"):
    """End the cast of a character while a judge is going on."""

    character: str


class SetHabits(msgspec.Struct, frozen=True, tag="set_habits", tag_field="do"):
    """When a character is asked in windows: for what is relevant, for all, or never; whether it is asked for holding
    back, and whether its turn stays open after its action."""

    character: str
    asks: Asking = "relevant"
    hold_back: bool = False
    keeps_turn: bool = False


def suspend(world: NwoWorld, command: Suspend, seat: Seat) -> Procedure[None]:
    character = people.living(world, command.character, seat)
    ability = world.content.abilities_by_id.get(command.ability)
    if ability is None or command.ability not in character.abilities or ability.timing != "always":
        raise Refused("not_always", "NWO-TIMING-02", ability=command.ability)
    yield from ()
    if command.on and command.ability in character.suspended:
        character.suspended.remove(command.ability)
    elif not command.on and command.ability not in character.suspended:
        character.suspended.append(command.ability)
    standing.settled(world, character)
    key = "ability.resumed" if command.on else "ability.suspended"
    tell(world, key, "NWO-TIMING-02", who=character, name=character.name, thing=ability.name)


def interrupt_cast(world: NwoWorld, command: InterruptCast, seat: Seat) -> Procedure[None]:
    character = people.living(world, command.character, seat)
    if character.casting is None:
        raise Refused("not_casting", "NWO-CAST-06", name=character.name)
    if world.state.judging is None:
        raise Refused("no_open_window", "NWO-CAST-06", name=character.name)
    if not casting.may_interrupt(world, character):
        raise Refused("done", "NWO-CAST-06", name=character.name)
    yield from ()
    casting.interrupted(world, character)


def set_habits(world: NwoWorld, command: SetHabits, seat: Seat) -> Procedure[None]:
    character = people.own(world, command.character, seat)
    yield from ()
    character.asks = command.asks
    character.asks_hold_back, character.keeps_turn = command.hold_back, command.keeps_turn


COMMANDS = (
    CommandType(Suspend, suspend, "NWO-TIMING-02", interrupts=True, independent=True),
    CommandType(InterruptCast, interrupt_cast, "NWO-CAST-06", interrupts=True, independent=True),
    CommandType(SetHabits, set_habits, "NWO-TIMING-07", interrupts=True, independent=True),
)
