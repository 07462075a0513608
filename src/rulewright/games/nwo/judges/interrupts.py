"""What somebody can declare in a window, and declaring it: slots, limits, costs (NWO-TIMING-09 to -12, -15 to -17)."""

from __future__ import annotations

from typing import Annotated

import msgspec

from rulewright.engine.commands import CommandType
from rulewright.engine.errors import Refused
from rulewright.engine.journal import Seat
from rulewright.engine.requests import Option, Procedure
from rulewright.games.nwo import people
from rulewright.games.nwo.battles import targets, using
from rulewright.games.nwo.judges import relevance
from rulewright.games.nwo.people import tell
from rulewright.games.nwo.state import Character, Declared, NwoWorld, Window

MOST = 20
"""Declarations of one character in one window (NWO-TIMING-16)."""
POOLS = {"prana": "board.prana", "mp": "MP", "hp": "HP"}
"""What a cost is called."""
ONE_A_COUNT = {"counter": "counter_used", "super_counter": "super_counter_used"}
"""Timings with one slot a count, hyper counters have no limit (NWO-TIMING-10), and why a used slot refuses."""


class Interrupt(msgspec.Struct, frozen=True, tag="interrupt", tag_field="do"):
    """Declare a counter in the window that is open, without waiting to be asked: "ability:ID" or "spell:ID"."""

    character: str
    thing: Annotated[str, msgspec.Meta(pattern="^(ability|spell):[a-z][a-z0-9_]{0,39}$")]


def usable(
    world: NwoWorld, character: Character, window: Window, declared: int
) -> tuple[tuple[Option, ...], tuple[tuple[Option, str], ...]]:
    """What it can declare now as options, and what it has but cannot, each with the reason; nothing without options."""
    things = character.now.held.get(window)
    if not things or state_bars(world, character):
        return (), ()
    options, barred = [], []
    for thing in things:
        power = using.power(world, character, thing)
        wanted = character.asks == "all" or relevance.relevant(world, character, power)
        if not wanted and not world.tell:  # what is barred is for people to read
            continue
        reason = "hyper_cap" if declared >= MOST else why_not(world, character, power)
        if reason:
            barred.append((_option(power), reason))
        elif wanted:
            options.append(_option(power))
    if not options:
        return (), ()
    if world.tell:
        others = [thing for own, found in character.now.held.items() if own != window for thing in found]
        barred += [(_option(using.power(world, character, thing)), "wrong_window") for thing in others]
    return tuple(options), tuple(barred)


def _option(power: using.Power) -> Option:
    cost = {POOLS[name]: amount for name, amount in power.cost.items()}
    return Option(power.id, "interrupt.use", {"thing": power.record.name}, cost)


def why_not(world: NwoWorld, character: Character, power: using.Power) -> str:
    """Why somebody who can interrupt cannot declare this counter now, or ""."""
    timing = power.record.timing
    # a slot is free again when the current count has changed (NWO-TIMING-09 to -11)
    if timing in ONE_A_COUNT and character.slots.get(timing) == world.state.moment:
        return ONE_A_COUNT[timing]
    if reason := using.cannot_pay(world, character, power):
        return reason
    if not relevance.aims(world, character, power):
        return relevance.why_no_aim(world, character, power)
    return ""


def state_bars(world: NwoWorld, character: Character) -> str:
    """Why somebody cannot interrupt at all, or "" (NWO-TIMING-05, -08)."""
    if character.dead:
        return "dead"
    if character.hp <= 0:
        return "status_apparent_death"
    battle = world.state.battle
    if battle is not None and character.done and battle.process != "round_end":  # until the round ends: NWO-COUNT-10
        return "done"
    if character.casting is not None:
        return "status_casting"
    if character.fainted and not world.state.options.fainted_may_interrupt:
        return "status_fainted"
    return ""


def declare(world: NwoWorld, character: Character, thing: str) -> Procedure[None]:
    """Declare something: its targets are named and its cost is paid at once (NWO-TIMING-15, NWO-CAST-17)."""
    power = using.power(world, character, thing)
    if state_bars(world, character) or why_not(world, character, power):  # a command in between has changed it
        tell(world, "interrupt.gone", "NWO-TIMING-05", who=character, name=character.name, thing=power.record.name)
        return
    judging = world.state.judging
    fixed = relevance.fixed_target(power)
    if fixed and judging is not None:
        ids: tuple[str, ...] = (judging.who,)
        square = None
    else:
        first = judging.who if judging else ""
        found, square = yield from targets.chosen(world, character, power.record, power.record.name, first=first)
        ids = tuple(one.id for one in found)
    using.pay(world, character, power)
    if power.record.timing in ONE_A_COUNT:
        character.slots[power.record.timing] = world.state.moment
    world.state.stack.append(Declared(character.id, thing, power.level, ids, square))
    aimed = people.names([world.state.characters[id] for id in ids])
    tell(
        world, "interrupt.declared", "NWO-TIMING-06", who=character, name=character.name, thing=power.record.name,
        timing=f"timing.{power.record.timing}", targets=aimed,
    )  # fmt: skip


def interrupt(world: NwoWorld, command: Interrupt, seat: Seat) -> Procedure[None]:
    character = people.living(world, command.character, seat)
    judging = world.state.judging
    window = next((own for own, things in character.now.held.items() if command.thing in things), None)
    if window is None:
        raise Refused("spell_unknown" if command.thing.startswith("spell:") else "ability_not_offered", "NWO-TIMING-04")
    if judging is None or not judging.window:
        raise Refused("no_open_window", "NWO-TIMING-04", name=character.name)
    if reason := state_bars(world, character):
        raise Refused(reason, "NWO-TIMING-08", name=character.name)
    if window != judging.window:
        raise Refused("wrong_window", "NWO-TIMING-04", name=character.name)
    mine = sum(one.who == character.id for one in world.state.stack[judging.below :])
    power = using.power(world, character, command.thing)
    if reason := "hyper_cap" if mine >= MOST else why_not(world, character, power):
        raise Refused(reason, "NWO-TIMING-09", name=character.name, thing=power.record.name)
    yield from declare(world, character, command.thing)


COMMANDS = (CommandType(Interrupt, interrupt, "NWO-TIMING-04", interrupts=True, independent=True),)
