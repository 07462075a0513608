"""Traps: found by all who are there, removed by one after another, set off, and armed again (NW3-TRAP)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

import msgspec

from rulewright.engine.commands import CommandType
from rulewright.engine.errors import Refused
from rulewright.engine.events import REFEREE
from rulewright.engine.journal import Seat
from rulewright.engine.requests import Option, Procedure, Question, ask
from rulewright.games.nw3.battles.fighters import able, own, require_able, tell, tell_referee
from rulewright.games.nw3.casket_state import TrapState
from rulewright.games.nw3.dice import contests, judging
from rulewright.games.nw3.dice.judges import succeeds
from rulewright.games.nw3.dice.sevens import require_seven
from rulewright.games.nw3.episodes.position import require_action, require_peace, scene_of
from rulewright.games.nw3.fortresses import clearing, position, prepared, trap_working
from rulewright.games.nw3.fortresses.position import party_here
from rulewright.games.nw3.records.places import Trap
from rulewright.games.nw3.state import ATTRIBUTES, Character, Nw3World

_TrapId = Annotated[str, msgspec.Meta(min_length=1, max_length=80)]


class IdentifyTrap(msgspec.Struct, frozen=True, tag="identify_trap", tag_field="do"):
    """Try to find out what the trap here is, or pass; `seven` takes 7 instead of rolling."""

    character: str
    passes: bool = False
    seven: bool = False


class RemoveTrap(msgspec.Struct, frozen=True, tag="remove_trap", tag_field="do"):
    """Try to stop the trap that has been identified here."""

    character: str
    seven: bool = False


class SetOffTrap(msgspec.Struct, frozen=True, tag="set_off_trap", tag_field="do"):
    """Set off on purpose the trap that has been identified here."""

    character: str


class CallIdentification(msgspec.Struct, frozen=True, tag="call_identification", tag_field="do"):
    """The referee calls once more for the Identification of the trap here; where nobody is left to try, it goes off."""


class ResetTrap(msgspec.Struct, frozen=True, tag="reset_trap", tag_field="do"):
    """Arm a trap again that has gone off; in another Area of the Dive, name it."""

    trap: _TrapId
    area: Annotated[str, msgspec.Meta(max_length=80)] = ""


class PlaceTrap(msgspec.Struct, frozen=True, tag="place_trap", tag_field="do"):
    """Put a trap here: a hidden one is found by Danger Sense first."""

    trap: _TrapId
    hidden: bool = True


# ---------------------------------------------------------------- what is here


def traps_here(world: Nw3World) -> dict[str, TrapState]:
    """The traps of the Area whose Scene runs, or of a Scene outside of a Fortress, in their order."""
    here = position.area(world)
    if here is not None:
        return here[1].traps
    return world.state.scene.traps if world.state.scene is not None else {}


def current(world: Nw3World) -> tuple[Trap, TrapState] | None:
    """The trap that is dealt with now: the first that is neither removed nor spent, and of which anybody knows."""
    for id, state in traps_here(world).items():
        if state.progress in ("armed", "identified") and not (state.hidden and not state.noticed):
            return position.record(world, Trap, id), state
    return None


def seekers(world: Nw3World, state: TrapState) -> list[Character]:
    """The PCs who may make the Identification of a trap: of a hidden one those who noticed it (NW3-TRAP-02, -13)."""
    return [one for one in party_here(world) if able(one) and (not state.hidden or one.id in state.noticed)]


def removers(world: Nw3World, state: TrapState) -> list[Character]:
    """The PCs who may try to remove a trap (NW3-TRAP-03, NW3-FORT-OPEN-08)."""
    if state.progress != "identified":
        return []
    anyone = world.state.options.trap_removal_by == "anyone"
    return [one for one in party_here(world) if able(one) and (anyone or one.id in state.identified_by)]


def overcome(world: Nw3World) -> bool:
    """Whether no trap here bars the way (NW3-TRAP-09, -11)."""
    return all(state.progress in ("removed", "spent") for state in traps_here(world).values())


def _trap(world: Nw3World, rule: str) -> tuple[Trap, TrapState]:
    """The trap that is dealt with now; raises `Refused` "trap_spent", "trap_removed" or "no_trap"."""
    found = current(world)
    if found is not None:
        return found
    known = [one.progress for one in traps_here(world).values() if one.progress in ("removed", "spent")]
    raise Refused(f"trap_{known[-1]}" if known else "no_trap", rule)


def _pc(world: Nw3World, id: str, seat: Seat) -> Character:
    """A PC who is here and can act; raises `Refused`."""
    require_action(world, seat)
    character = own(world, id, seat)
    if character.kind != "pc":
        raise Refused("not_a_pc", "NW3-TRAP-02", name=character.name)
    require_able(character)
    if not character.present:
        raise Refused("not_in_scene", "NW3-TRAP-02", target=character.name)
    require_peace(world, "NW3-TRAP-02")
    return character


# ---------------------------------------------------------------- coming in


def on_entering(world: Nw3World, area: str, entrants: Iterable[Character]) -> Procedure[None]:
    """These have come into an Area: its traps are looked for anew, and some arm themselves (NW3-TRAP-02, -10)."""
    here = position.area(world)
    if here is None or here[0].id != area:
        return
    came = [one.id for one in entrants]
    for id, state in here[1].traps.items():
        if state.progress == "spent" and position.record(world, Trap, id).resets:
            arm(state)
        state.entered, state.tried = came, []
    yield from call(world)


def arm(state: TrapState) -> None:
    """A trap is armed as at first: nobody knows it (NW3-TRAP-10)."""
    state.progress = "armed"
    state.identified_by, state.tried, state.noticed = [], [], []


def call(world: Nw3World) -> Procedure[None]:
    """The referee calls for the Identification of the first trap that is left, unless one is known already."""
    while (found := current(world)) is not None and found[1].progress == "armed":
        trap, state = found
        if world.state.options.perception_stat == "gm_choice":  # NW3-FORT-OPEN-01
            options = tuple(Option(one, f"stat.{one}") for one in ATTRIBUTES)
            question = Question("perception_stat", REFEREE, options, "awareness", "NW3-TRAP-02")
            state.stat = yield from ask(question)
        waiting = [one for one in seekers(world, state) if one.id not in state.tried]
        if waiting:
            tell(world, "trap.called", "NW3-TRAP-02", names=", ".join(one.name for one in waiting))
            return
        yield from _decide(world, trap, state)


# ---------------------------------------------------------------- Identification


def identify_trap(world: Nw3World, command: IdentifyTrap, seat: Seat) -> Procedure[None]:
    """Refuses who cannot, `no_trap`, `trap_spent`, `trap_removed`, `danger_not_noticed`, `already_tried`."""
    character = _pc(world, command.character, seat)
    trap, state = _trap(world, "NW3-TRAP-02")
    if character not in seekers(world, state):
        raise Refused("danger_not_noticed", "NW3-TRAP-13", name=character.name)
    if character.id in state.tried:
        raise Refused("already_tried", "NW3-TRAP-02", name=character.name)
    if command.seven and not command.passes:
        yield from require_seven(world, character, "attribute")
    if command.passes:
        tell(world, "trap.passes", "NW3-TRAP-02", name=character.name)
    else:
        base = judging.stat_of(character, state.stat)
        tell(world, "trap.looks", "NW3-TRAP-02", name=character.name, stat=f"stat.{state.stat}")
        judge = judging.asked(world, character, "attribute", base, "normal", difficulty=trap.detection,
                              secret=True, seven=command.seven)  # fmt: skip
        if succeeds(judge, (yield from judging.normal(world, character, judge))):
            state.identified_by.append(character.id)
    state.tried.append(character.id)
    yield from _outcome(world, trap, state)
    clearing.settle(world)


def _outcome(world: Nw3World, trap: Trap, state: TrapState) -> Procedure[None]:
    """The outcome once all have rolled or passed (NW3-TRAP-02 to -04)."""
    if state.progress == "armed" and all(one.id in state.tried for one in seekers(world, state)):
        yield from _decide(world, trap, state)
        yield from call(world)


def _decide(world: Nw3World, trap: Trap, state: TrapState) -> Procedure[None]:
    if not state.identified_by:
        yield from trap_working.activate(world, trap, state)  # NW3-TRAP-04
        return
    state.progress, state.seen = "identified", True
    tell(world, "trap.identified", "NW3-TRAP-03", trap=trap.name, text=trap.text, removal=trap.removal)


def call_identification(world: Nw3World, command: CallIdentification, seat: Seat) -> Procedure[None]:
    """Refuses `in_combat`, `no_trap`, `trap_spent`, `trap_removed`."""
    require_peace(world, "NW3-TRAP-02")
    _trap(world, "NW3-TRAP-02")
    yield from call(world)


# ---------------------------------------------------------------- removal, and setting off


def remove_trap(world: Nw3World, command: RemoveTrap, seat: Seat) -> Procedure[None]:
    """Refuses who cannot, `no_trap`, `trap_spent`, `trap_removed`, `trap_not_identified_by_you`."""
    character = _pc(world, command.character, seat)
    trap, state = _trap(world, "NW3-TRAP-05")
    if character not in removers(world, state):
        raise Refused("trap_not_identified_by_you", "NW3-TRAP-03", name=character.name)
    if command.seven:
        yield from require_seven(world, character, "attribute")
    tell(world, "trap.removing", "NW3-TRAP-05", name=character.name, trap=trap.name, removal=trap.removal)
    base = judging.stat_of(character, "finesse")
    judge = judging.asked(world, character, "attribute", base, "normal", difficulty=trap.removal, seven=command.seven)
    outcome = yield from contests.alone(judge, world.state.options)
    judging.over(world, character, judge, outcome)
    success = succeeds(judge, outcome)
    if world.tell:
        judging.told(world, character, judge, outcome, ".success" if success else ".failure")
    if outcome.fumble:  # NW3-TRAP-06
        yield from trap_working.activate(world, trap, state, character)
        success = success and world.state.options.trap_fumble_can_remove  # NW3-FORT-OPEN-09
    if success:
        state.progress = "removed"
        tell(world, "trap.removed", "NW3-TRAP-05", name=character.name, trap=trap.name)
    yield from _after(world, state)


def set_off_trap(world: Nw3World, command: SetOffTrap, seat: Seat) -> Procedure[None]:
    """Refuses who cannot, `no_trap`, `trap_spent`, `trap_removed`, `trap_not_identified_by_you` (NW3-TRAP-11)."""
    character = _pc(world, command.character, seat)
    trap, state = _trap(world, "NW3-TRAP-11")
    if state.progress != "identified":
        raise Refused("trap_not_identified_by_you", "NW3-TRAP-11", name=character.name)
    tell(world, "trap.set_off", "NW3-TRAP-11", name=character.name, trap=trap.name)
    yield from trap_working.activate(world, trap, state, character)
    yield from _after(world, state)


def _after(world: Nw3World, state: TrapState) -> Procedure[None]:
    """The next trap, once this one no longer bars the way (NW3-TRAP-12)."""
    if state.progress in ("removed", "spent") and world.state.battle is None:
        yield from call(world)
        clearing.settle(world)


# ---------------------------------------------------------------- the referee's hand


def reset_trap(world: Nw3World, command: ResetTrap, seat: Seat) -> Procedure[None]:
    """Refuses `no_trap`, `trap_removed`, `trap_not_spent` (NW3-TRAP-10)."""
    dive = position.dive(world)
    elsewhere = dive.areas.get(command.area) if dive is not None and command.area else None
    here = position.area(world)
    place = elsewhere if command.area else here[1] if here is not None else None
    traps: dict[str, TrapState] = traps_here(world) if not command.area else {} if place is None else place.traps
    state = traps.get(command.trap)
    if state is None:
        raise Refused("no_trap", "NW3-TRAP-10")
    if state.progress == "removed":
        raise Refused("trap_removed", "NW3-TRAP-10")
    if state.progress != "spent":
        raise Refused("trap_not_spent", "NW3-TRAP-10")
    arm(state)
    if place is not None:
        place.cleared = False
    tell_referee(world, "trap.reset", "NW3-TRAP-10", trap=position.record(world, Trap, command.trap).name)
    yield from ()


def place_trap(world: Nw3World, command: PlaceTrap, seat: Seat) -> Procedure[None]:
    """Refuses `no_scene`, `no_trap` for one that there is not, `trap_here` (NW3-TRAP-13)."""
    scene_of(world, "NW3-TRAP-13")
    trap = named(world, command.trap, "NW3-TRAP-13")
    if traps_here(world).get(command.trap, TrapState("removed")).progress in ("armed", "identified"):
        raise Refused("trap_here", "NW3-TRAP-13", trap=trap.name)
    place(world, trap, command.hidden)
    yield from () if command.hidden or world.state.battle is not None else call(world)


def named(world: Nw3World, id: str, rule: str) -> Trap:
    """A trap of the content or of this table; raises `Refused` "no_trap"."""
    found = prepared.known(world, Trap, id)
    if found is None:
        raise Refused("no_trap", rule)
    return found


def place(world: Nw3World, trap: Trap, hidden: bool) -> None:
    """A trap lies here, behind those that are here already; a hidden one outside of Trap Areas (NW3-TRAP-13)."""
    traps = traps_here(world)
    before = traps.pop(trap.id, TrapState())
    traps[trap.id] = TrapState(hidden=hidden, entered=[one.id for one in party_here(world)], seen=before.seen)
    here = position.area(world)
    if here is not None:
        here[1].cleared = False
    tell_referee(world, "trap.placed", "NW3-TRAP-10", trap=trap.name)


COMMANDS = (
    CommandType(IdentifyTrap, identify_trap, "NW3-TRAP-02"),
    CommandType(RemoveTrap, remove_trap, "NW3-TRAP-05", meanwhile="one_at_a_time"),
    CommandType(SetOffTrap, set_off_trap, "NW3-TRAP-11"),
    CommandType(CallIdentification, call_identification, "NW3-TRAP-02", "referee"),
    CommandType(ResetTrap, reset_trap, "NW3-TRAP-10", "referee"),
    CommandType(PlaceTrap, place_trap, "NW3-TRAP-13", "referee"),
)
