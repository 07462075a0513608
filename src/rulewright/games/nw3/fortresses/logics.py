"""Logics of a Lunar Casket: who is under them, the referee's hand on them, and Remove Lunar Logic (NW3-LOGIC)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any

import msgspec

from rulewright.engine.commands import CommandType
from rulewright.engine.errors import Refused
from rulewright.engine.events import REFEREE, Event
from rulewright.engine.journal import Seat
from rulewright.engine.requests import Procedure, yes_no
from rulewright.games.nw3.battles.fighters import find, opposing, own, tell
from rulewright.games.nw3.casket_state import Casket, LogicScope, OwnLogic
from rulewright.games.nw3.episodes.position import require_action
from rulewright.games.nw3.fortresses import prepared, ticks
from rulewright.games.nw3.fortresses.bans import banned
from rulewright.games.nw3.fortresses.in_force import affects, casket_of, logic_of
from rulewright.games.nw3.fortresses.position import require_casket
from rulewright.games.nw3.fortresses.pressing import settle
from rulewright.games.nw3.fortresses.ticks import at
from rulewright.games.nw3.records.places import Logic
from rulewright.games.nw3.records.tables import PRANA_USES
from rulewright.games.nw3.state import Character, Nw3World

__all__ = ["COMMANDS", "at", "banned", "begin", "end_all", "forget", "on_entering", "settle", "stand"]

_LASTS = {"scenario": ("scenario",), "episode": ("episode", "scenario"), "session": ("session",)}
_HELPS_ENEMIES: tuple[LogicScope, ...] = ("enemies", "emulators", "ruler_side")
_LogicId = Annotated[str, msgspec.Meta(min_length=1, max_length=80)]


class AddLogic(msgspec.Struct, frozen=True, tag="add_logic", tag_field="do"):
    """A Logic begins to act in this Lunar Casket: one of the content, or with a `name` one made up here.

    Of one made up, `text`, `scope` and `removable` say what it is; `known` says whether players know it, as its
    record does where that is not given. The Ruler's player may ask for one where the table has it so.
    """

    logic: Annotated[str, msgspec.Meta(max_length=80)] = ""
    name: Annotated[str, msgspec.Meta(max_length=80)] = ""
    text: Annotated[str, msgspec.Meta(max_length=2000)] = ""
    scope: LogicScope = "all"
    removable: bool = True
    known: bool | None = None


class RevealLogic(msgspec.Struct, frozen=True, tag="reveal_logic", tag_field="do"):
    """Tell the players of a Logic that they did not know."""

    logic: _LogicId


class EndLogic(msgspec.Struct, frozen=True, tag="end_logic", tag_field="do"):
    """A Logic acts no longer in this Lunar Casket."""

    logic: _LogicId


class RemoveLogic(msgspec.Struct, frozen=True, tag="remove_logic", tag_field="do"):
    """Spend 1 Prana so that one Logic no longer affects a character."""

    character: str
    logic: _LogicId


# ---------------------------------------------------------------- coming under them


def on_entering(world: Nw3World, entrants: Iterable[Character]) -> Procedure[None]:
    """These are in the Area now: Logics and Objects act on them at once, known ones are told (NW3-LOGIC-03, -04)."""
    entering = list(entrants)
    settle(world)
    for character in entering:
        casket = casket_of(world, character)
        if casket is not None and character.id not in casket.met:
            casket.met.append(character.id)
            _announce(world, casket, [logic_of(world, casket, id) for id in casket.logics], (character,))
    yield from ticks.at(world, "area_enter", entering)


def _announce(world: Nw3World, casket: Casket, logics: Iterable[Logic], people: Iterable[Character]) -> None:
    for character in people:
        for logic in logics:
            if logic.id in casket.revealed and character.kind == "pc":
                facts = {"name": character.name, "logic": logic.name, "text": logic.text}
                if world.tell:
                    world.tell(Event("logic.known", facts, "NW3-LOGIC-04", to=(character.player, REFEREE)))


def stand(world: Nw3World, casket: Casket) -> None:
    """A Lunar Casket stands: what its record lists acts, and players know of it what its record says."""
    for id in casket.logics:
        if logic_of(world, casket, id).known and id not in casket.revealed:
            casket.revealed.append(id)
    settle(world)


def begin(world: Nw3World, casket: Casket, logic: Logic, known: bool | None = None) -> None:
    """A Logic begins to act; without `known` players know it if its record says so (NW3-LOGIC-01)."""
    if logic.id in casket.logics:
        return
    casket.logics.append(logic.id)
    if logic.known if known is None else known:
        casket.revealed.append(logic.id)
    if world.tell:
        to = () if logic.id in casket.revealed else (REFEREE,)
        world.tell(Event("logic.begins", {"logic": logic.name, "text": logic.text}, "NW3-LOGIC-01", to=to))
    settle(world)


def end_all(world: Nw3World, casket: Casket) -> None:
    """All Logics of a Lunar Casket that ends stop (NW3-CASKET-13)."""
    casket.logics.clear()
    settle(world)


def forget(world: Nw3World, unit: str) -> None:
    """Removals that last to the end of this unit ("scenario", "episode" or "session") are over (NW3-OPEN-20)."""
    if unit in _LASTS[world.state.options.logic_removal_lasts]:
        for character in world.state.characters.values():
            character.removed_logics.clear()
        if world.state.caskets:
            settle(world)


# ---------------------------------------------------------------- the referee's hand


def _known_id(casket: Casket, id: str) -> str:
    if id not in casket.logics:
        raise Refused("no_such_logic", "NW3-LOGIC-01", logic=id)
    return id


def add_logic(world: Nw3World, command: AddLogic, seat: Seat) -> Procedure[None]:
    """Refuses `no_casket`, `not_referee`, `gm_refused`, `no_such_logic`, `logic_in_force`."""
    casket = require_casket(world, "NW3-LOGIC-01")
    ruler = world.state.characters.get(casket.ruler)
    of_ruler = ruler is not None and ruler.kind == "pc" and ruler.player == seat.id
    if not seat.referee and not (of_ruler and world.state.options.pc_ruler_logic == "ruler_with_gm"):
        raise Refused("not_referee", "NW3-LOGIC-09", command="add_logic")  # NW3-FORT-OPEN-15
    made = None
    if command.logic:
        if command.logic not in casket.own and prepared.known(world, Logic, command.logic) is None:
            raise Refused("no_such_logic", "NW3-LOGIC-01", logic=command.logic)
        logic = logic_of(world, casket, command.logic)
    elif not command.name.strip():
        raise Refused("no_such_logic", "NW3-LOGIC-01", logic=command.name)
    else:
        made = OwnLogic(command.name, command.text, command.scope, command.removable)
        logic = Logic(id=f"own:{len(casket.own) + 1}", name=made.name, text=made.text, scope=made.scope,
                      removable=made.removable)  # fmt: skip
    if logic.id in casket.logics:
        raise Refused("logic_in_force", "NW3-LOGIC-01", logic=logic.name)
    if not seat.referee and not (
        yield from yes_no("allow_logic", "referee", default=False, rule="NW3-LOGIC-09", logic=logic.name,
                          text=logic.text, name=seat.name)
    ):  # fmt: skip
        raise Refused("gm_refused", "NW3-LOGIC-09")
    if made is not None:
        casket.own[logic.id] = made
    begin(world, casket, logic, command.known)
    if logic.id in casket.revealed:
        _announce(world, casket, (logic,), [find(world, id) for id in casket.met])


def reveal_logic(world: Nw3World, command: RevealLogic, seat: Seat) -> Procedure[None]:
    """Refuses `no_casket`, `no_such_logic`, `logic_revealed`."""
    casket = require_casket(world, "NW3-LOGIC-01")
    logic = logic_of(world, casket, _known_id(casket, command.logic))
    if logic.id in casket.revealed:
        raise Refused("logic_revealed", "NW3-LOGIC-04", logic=logic.name)
    casket.revealed.append(logic.id)
    tell(world, "logic.revealed", "NW3-LOGIC-04", logic=logic.name, text=logic.text)
    settle(world)
    yield from ()


def end_logic(world: Nw3World, command: EndLogic, seat: Seat) -> Procedure[None]:
    """Refuses `no_casket`, `no_such_logic`."""
    casket = require_casket(world, "NW3-LOGIC-01")
    logic = logic_of(world, casket, _known_id(casket, command.logic))
    casket.logics.remove(logic.id)
    if world.tell:
        to = () if logic.id in casket.revealed else (REFEREE,)
        world.tell(Event("logic.ends", {"logic": logic.name}, "NW3-LOGIC-01", to=to))
    if logic.id in casket.revealed:
        casket.revealed.remove(logic.id)
    settle(world)
    yield from ()


# ---------------------------------------------------------------- Remove Lunar Logic


def why_not_remove(world: Nw3World, character: Character, id: str) -> tuple[str, str]:
    """The reason for which somebody cannot remove a Logic, or "", and its rule (NW3-LOGIC-06).

    Of a Logic that players do not know, as of one that is not there, no more is said than that.
    """
    if character.prana < PRANA_USES["remove_lunar_logic"].cost:
        return "not_enough_prana", "NW3-PRANA-01"
    casket = casket_of(world, character)
    if casket is None or id not in casket.logics or id not in casket.revealed:
        return "logic_unknown", "NW3-LOGIC-04"
    logic = logic_of(world, casket, id)
    removed = id in character.removed_logics
    if character.dead or not (removed or affects(world, casket, logic, character) or _helps(world, character, logic)):
        return "logic_not_affecting", "NW3-LOGIC-06"
    if removed:
        return "already_removed", "NW3-PRANA-10"
    return ("", "") if logic.removable else ("logic_not_removable", "NW3-LOGIC-06")


def _helps(world: Nw3World, character: Character, logic: Logic) -> bool:
    """Whether a PC may remove what only makes enemies stronger (NW3-FORT-OPEN-10)."""
    return world.state.options.logic_helps_removal and character.kind == "pc" and logic.scope in _HELPS_ENEMIES


def remove_logic(world: Nw3World, command: RemoveLogic, seat: Seat) -> Procedure[None]:
    """Refuses `not_enough_prana`, `logic_unknown`, `logic_not_affecting`, `already_removed`, `logic_not_removable`."""
    require_action(world, seat)
    character = own(world, command.character, seat)
    reason, rule = why_not_remove(world, character, command.logic)
    casket = casket_of(world, character)
    logic = logic_of(world, casket, command.logic) if casket and command.logic in casket.revealed else None
    facts: dict[str, Any] = {"name": character.name, "logic": command.logic if logic is None else logic.name}
    if reason:
        raise Refused(reason, rule, prana=character.prana, **facts)
    character.prana -= PRANA_USES["remove_lunar_logic"].cost
    character.removed_logics.append(command.logic)
    settle(world)
    tell(world, "logic.removed", "NW3-PRANA-10", prana=character.prana, **facts)
    yield from ()


def lead(world: Nw3World, one: Character, other: Character, mine: tuple[str, str], theirs: tuple[str, str]) -> int:
    """How the lead of one's Result changes by Logics that one of both has removed (NW3-FORT-OPEN-10).

    `mine` and `theirs` are the kind of Judge and its stat.
    """
    if not (world.state.options.logic_helps_removal and opposing(one, other)):
        return 0
    return _benefit(other, one, *theirs) - _benefit(one, other, *mine)


def _benefit(one: Character, other: Character, kind: str, stat: str) -> int:
    """What somebody has of Logics that the other has removed."""
    lifted = {f"logic:{id}" for id in other.removed_logics}
    return sum(
        effect.amount
        for effect in one.effects
        if effect.user in lifted
        and ((effect.scope == "stat" and effect.what == stat)
             or (effect.scope in ("judge", "result") and effect.what in (kind, "any")))
    )  # fmt: skip


COMMANDS = (
    CommandType(AddLogic, add_logic, "NW3-LOGIC-01"),
    CommandType(RevealLogic, reveal_logic, "NW3-LOGIC-04", "referee"),
    CommandType(EndLogic, end_logic, "NW3-LOGIC-01", "referee"),
    CommandType(RemoveLogic, remove_logic, "NW3-LOGIC-06"),
)
