"""Deprivation and Fatigue, and the clock that brings them (CRN-FATIGUE)."""

from __future__ import annotations

from typing import Annotated

import msgspec

from rulewright.engine.commands import CommandType
from rulewright.engine.errors import Refused
from rulewright.engine.journal import Seat
from rulewright.engine.requests import Option, Procedure, Question, ask
from rulewright.games.cairn.actors import GONE, find, tell
from rulewright.games.cairn.inventory import (
    can_make_room,
    capacity,
    droppable,
    is_full,
    lay_down,
    slots_of,
    tell_if_full,
    thing_of,
    tracks_inventory,
    used_slots,
    words,
)
from rulewright.games.cairn.scenario import conclude, moments
from rulewright.games.cairn.state import DAY, MINUTE, Actor, CairnWorld
from rulewright.games.cairn.wounds import die

NEEDS = frozenset({"food", "water", "sleep", "warmth", "other"})
"""Causes of deprivation that the catalogue has words for; scars add theirs, and the referee may name any other."""


# ---------------------------------------------------------------- deprivation


def add_cause(world: CairnWorld, actor: Actor, cause: str) -> None:
    """A crucial need is not met from now on (CRN-FATIGUE-01); the count of days starts with the first."""
    if cause in actor.deprived:
        return
    begins = not actor.deprived
    if begins:
        actor.deprived_since, actor.deprived_fatigue = world.state.clock, 0
    actor.deprived.append(cause)
    key = "deprived.on" if begins else "deprived.more"
    tell(world, key, "CRN-FATIGUE-01", name=actor.name, cause=cause_words(cause))


def remove_cause(world: CairnWorld, actor: Actor, cause: str) -> None:
    """A need is met again; with the last one deprivation ends, and its count of days (CRN-FATIGUE-03)."""
    if cause not in actor.deprived:
        return
    actor.deprived.remove(cause)
    if not actor.deprived:
        actor.deprived_since, actor.deprived_fatigue = 0, 0
    key = "deprived.less" if actor.deprived else "deprived.off"
    tell(world, key, "CRN-FATIGUE-01", name=actor.name, cause=cause_words(cause))


def cause_words(cause: str) -> str:
    """The message key of a cause of deprivation, or the referee's own word for it."""
    if cause.startswith("scar:"):
        return cause.replace(":", ".", 1)
    return f"cause.{cause}" if cause in NEEDS else cause


def fatigue_due(world: CairnWorld, actor: Actor) -> int:
    """All Fatigue that the present deprivation has brought by now (CRN-FATIGUE-03)."""
    if not actor.deprived:
        return 0
    elapsed = world.state.clock - actor.deprived_since
    if world.state.options.deprivation_fatigue == "at_24h":
        return elapsed // DAY
    return max(0, (elapsed - 1) // DAY)  # strictly more than a day, in whole seconds


# ---------------------------------------------------------------- Fatigue


def require_room_for_fatigue(world: CairnWorld, actor: Actor) -> None:
    """Refuse a voluntary cause of Fatigue where no slot can be freed (CRN-FATIGUE-05)."""
    if not can_make_room(world, actor):
        raise Refused("no_slot_for_fatigue", "CRN-FATIGUE-05", actor=actor.name)


def add_fatigue(world: CairnWorld, actor: Actor, amount: int, *, forced: bool = True, rule: str) -> Procedure[int]:
    """Add Fatigue one after another and return how many came; without a free slot something is dropped first.

    A voluntary cause (`forced` false) is refused beforehand with `no_slot_for_fatigue`.
    """
    if not tracks_inventory(actor):  # CRN-FATIGUE-07
        tell(world, "fatigue.npc", "CRN-FATIGUE-07", name=actor.name, amount=amount)
        return 0
    if not forced:
        require_room_for_fatigue(world, actor)
    for added in range(amount):
        while is_full(world, actor) and droppable(world, actor):
            yield from _drop_for_fatigue(world, actor)
        if is_full(world, actor):  # CRN-FATIGUE-05: nothing but Fatigue
            left = amount - added
            tell(world, "fatigue.no_room", "CRN-FATIGUE-05", to=("referee",), name=actor.name, amount=left)
            return added
        actor.fatigue += 1
        if world.tell:
            used = used_slots(world, actor)
            tell(world, "fatigue.added", rule, name=actor.name, fatigue=actor.fatigue, used=used,
                 capacity=capacity(world))  # fmt: skip
            tell_if_full(world, actor)
    return amount


def _drop_for_fatigue(world: CairnWorld, actor: Actor) -> Procedure[None]:
    """The player drops something that fills a slot (CRN-FATIGUE-05)."""
    things = droppable(world, actor)
    options = tuple(
        Option(thing.id, "drop.thing", {"slots": slots_of(world, thing), **words(world, thing)}) for thing in things
    )
    chosen = yield from ask(
        Question("drop_for_fatigue", actor.id, options, things[-1].id, "CRN-FATIGUE-05", {"name": actor.name})
    )
    lay_down(world, actor, thing_of(actor, chosen), "CRN-FATIGUE-05")


# ---------------------------------------------------------------- the clock


def pass_time(world: CairnWorld, seconds: int) -> Procedure[None]:
    """Move the clock on: the untreated die at their time, and the deprived tire."""
    state = world.state
    state.clock += seconds
    died = False
    for actor in list(state.actors.values()):
        if actor.dies_at is not None and state.clock >= actor.dies_at:
            rule = "CRN-CRIT-05" if actor.outcome == "critical" else "CRN-SCAR-17"
            die(world, actor, rule)
            died = True
        elif actor.deprived and actor.outcome not in GONE:
            new = fatigue_due(world, actor) - actor.deprived_fatigue
            if new > 0:
                actor.deprived_fatigue += new  # what finds no room is not made up for later
                yield from add_fatigue(world, actor, new, rule="CRN-FATIGUE-03")
    if died:
        conclude(world)
    if world.scenario.moments:
        moments(world)


# ---------------------------------------------------------------- commands


class Deprive(msgspec.Struct, frozen=True, tag="deprive", tag_field="do"):
    """The referee says that a crucial need of an actor is not met any more, or is met again."""

    actor: str
    cause: Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
    begins: bool = True


class AdvanceClock(msgspec.Struct, frozen=True, tag="advance_clock", tag_field="do"):
    """The referee lets time pass, in minutes."""

    minutes: Annotated[int, msgspec.Meta(ge=0, le=100_000)]


class Tire(msgspec.Struct, frozen=True, tag="tire", tag_field="do"):
    """The referee gives an actor Fatigue that the story brings."""

    actor: str
    amount: Annotated[int, msgspec.Meta(ge=1, le=40)] = 1


def _living(world: CairnWorld, actor_id: str) -> Actor:
    actor = find(world, actor_id)
    if actor.outcome in GONE:
        raise Refused("dead", "CRN-GEN-06", actor=actor.name)
    return actor


def deprive(world: CairnWorld, command: Deprive, seat: Seat) -> Procedure[None]:
    actor = _living(world, command.actor)
    if command.begins == (command.cause in actor.deprived):
        raise Refused("bad_value", "CRN-FATIGUE-01", actor=actor.name, cause=command.cause)
    if command.begins:
        add_cause(world, actor, command.cause)
    else:
        remove_cause(world, actor, command.cause)
    yield from ()


def advance_clock(world: CairnWorld, command: AdvanceClock, seat: Seat) -> Procedure[None]:
    if not 0 <= command.minutes <= 100_000:
        raise Refused("bad_value", "CRN-GEN-06", minutes=command.minutes)
    tell(world, "clock.advanced", "CRN-FATIGUE-03", minutes=command.minutes)
    yield from pass_time(world, command.minutes * MINUTE)


def tire(world: CairnWorld, command: Tire, seat: Seat) -> Procedure[None]:
    actor = _living(world, command.actor)
    yield from add_fatigue(world, actor, command.amount, rule="CRN-FATIGUE-04")


COMMANDS = (
    CommandType(Deprive, deprive, "CRN-FATIGUE-01", "referee", independent=True),
    CommandType(AdvanceClock, advance_clock, "CRN-FATIGUE-03", "referee"),
    CommandType(Tire, tire, "CRN-FATIGUE-04", "referee"),
)
