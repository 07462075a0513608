"""Commands that every game has: the referee's override, a free roll of dice, and talk."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any

import msgspec

from rulewright.engine import free_roll, notation
from rulewright.engine.commands import CommandType
from rulewright.engine.errors import Malformed, Refused
from rulewright.engine.events import EVERYONE, REFEREE, Event
from rulewright.engine.free_roll import FreeRoll as Thrown
from rulewright.engine.game import AnyWorld
from rulewright.engine.journal import Seat
from rulewright.engine.overriding import overridden
from rulewright.engine.requests import Procedure, Roll

SHOWN = 120
"""Characters of an overridden value that the log shows."""


class Override(msgspec.Struct, frozen=True, tag="override", tag_field="do"):
    """The referee sets a value of the state (the Golden Rule): `path` such as "actors.aune.hp", and why.

    With `secret` only the referee is told.
    """

    path: Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
    value: Any
    reason: Annotated[str, msgspec.Meta(pattern=r"\S", max_length=500)]
    secret: bool = False


class FreeRoll(msgspec.Struct, frozen=True, tag="free_roll", tag_field="do"):
    """Dice outside the rules, such as "2d6+4"; with `secret` only the referee sees them."""

    text: Annotated[str, msgspec.Meta(min_length=1)]
    secret: bool = False


class Say(msgspec.Struct, frozen=True, tag="say", tag_field="do"):
    """A message to everyone, or to the seats named in `to`; the referee hears all."""

    text: Annotated[str, msgspec.Meta(pattern=r"\S", max_length=2000)]
    to: tuple[str, ...] = ()


def override(world: AnyWorld, command: Override, seat: Seat) -> Procedure[None]:
    yield from ()
    state, before, after = overridden(world.state, command.path, command.value)
    world.state = state
    if world.tell:
        facts = {"path": command.path, "before": _shown(before), "after": _shown(after), "reason": command.reason}
        world.tell(Event("table.override", facts, to=(REFEREE,) if command.secret else EVERYONE))


def free(world: AnyWorld, command: FreeRoll, seat: Seat) -> Procedure[None]:
    try:
        expression = notation.parse(command.text)
    except Malformed as error:
        raise Refused("bad_dice", found=error.found, at=error.at, expected=error.expected) from error
    thrown = yield from _labelled(free_roll.roll(expression), seat, command.secret)
    if world.tell:
        outcome = {None: "", True: ".success", False: ".failure"}[thrown.success]
        facts: dict[str, Any] = {
            "name": seat.name or seat.id,
            "text": thrown.text,
            "total": thrown.total,
            "parts": [msgspec.to_builtins(part) for part in thrown.parts],
            "dice": " ".join(f"[{' '.join(str(die.face) for die in part.dice)}]" for part in thrown.parts),
        }
        to = (REFEREE,) if command.secret else EVERYONE
        world.tell(Event(f"table.free_roll{outcome}", facts, to=to))


def _labelled(procedure: Procedure[Thrown], seat: Seat, secret: bool) -> Procedure[Thrown]:
    """The same procedure, its rolls marked with the seat that throws and with their secrecy."""
    answer: Any = None
    while True:
        try:
            request = procedure.send(answer)
        except StopIteration as stop:
            thrown: Thrown = stop.value
            return thrown
        if isinstance(request, Roll):
            request = msgspec.structs.replace(request, who=seat.id, secret=secret)
        answer = yield request


def say(world: AnyWorld, command: Say, seat: Seat) -> Procedure[None]:
    yield from ()
    if world.tell:
        world.tell(said(command, seat))


def said(command: Say, seat: Seat) -> Event:
    """What the table hears of a message."""
    to = tuple(dict.fromkeys((*command.to, seat.id))) if command.to else EVERYONE
    return Event(
        "table.say.quietly" if to else "table.say", {"name": seat.name or seat.id, "text": command.text}, to=to
    )


def _shown(value: Any) -> str:
    text = msgspec.json.encode(value).decode()
    return text if len(text) <= SHOWN else f"{text[: SHOWN - 1]}…"


BUILTIN = (
    CommandType(Override, override, "", "referee", interrupts=True),
    CommandType(FreeRoll, free, "", "player", interrupts=True, independent=True),
    CommandType(Say, say, "", "anyone", interrupts=True, independent=True),
)


def with_builtin(types: Iterable[CommandType]) -> tuple[CommandType, ...]:
    """A game's commands and after them those of every game; raises `Malformed` where a name stands twice."""
    every = (*types, *BUILTIN)
    names = [kind.name for kind in every]
    if twice := sorted({name for name in names if names.count(name) > 1}):
        raise Malformed(f"the same command stands twice: {', '.join(twice)}", expected="one command of each name")
    return every
