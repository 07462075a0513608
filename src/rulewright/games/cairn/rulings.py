"""The referee's words on a phase before its dice: modifiers, distance, risk, and a place to run to."""

from __future__ import annotations

from typing import Annotated

import msgspec

from rulewright.engine.commands import CommandType
from rulewright.engine.journal import Seat
from rulewright.engine.requests import Procedure
from rulewright.games.cairn.actors import find, tell
from rulewright.games.cairn.declarations import fight_of
from rulewright.games.cairn.state import Ability, CairnWorld, Modifiers

_STATES = {(False, False): "plain", (True, False): "impaired", (False, True): "enhanced", (True, True): "both"}


class SetModifiers(msgspec.Struct, frozen=True, tag="set_modifiers", tag_field="do"):
    """The referee says that attacks of one actor are Impaired or Enhanced, against one target or all.

    With neither, the attack is plain whatever the rules say.
    """

    attacker: str
    target: str = ""
    impaired: bool = False
    enhanced: bool = False


class SetDistance(msgspec.Struct, frozen=True, tag="set_distance", tag_field="do"):
    """The referee says how far the target of a ranged attack is: by a word, or in metres.

    Metres count where the table has a limit for "near"; without a word the target is near otherwise.
    """

    actor: str
    distant: bool | None = None
    metres: Annotated[int, msgspec.Meta(ge=0, le=9999)] | None = None


class RiskyDeed(msgspec.Struct, frozen=True, tag="risky_deed", tag_field="do"):
    """The referee asks a save of an actor before its declared deed counts (CRN-ROUND-09)."""

    actor: str
    ability: Ability | None


class SetEscape(msgspec.Struct, frozen=True, tag="set_escape", tag_field="do"):
    """The referee says to which safe place one may run, or that there is none ("")."""

    place: Annotated[str, msgspec.Meta(max_length=60)] = ""


def set_modifiers(world: CairnWorld, command: SetModifiers, seat: Seat) -> Procedure[None]:
    fight = fight_of(world, "CRN-ATTACK-06")
    attacker = find(world, command.attacker)
    target = find(world, command.target) if command.target else None
    fight.modifiers = [
        word for word in fight.modifiers if (word.attacker, word.target) != (command.attacker, command.target)
    ]
    fight.modifiers.append(Modifiers(command.attacker, command.target, command.impaired, command.enhanced))
    key = f"modifiers.{_STATES[command.impaired, command.enhanced]}" + (".at" if target else "")
    tell(world, key, "CRN-ATTACK-06", name=attacker.name, target=target.name if target else "")
    yield from ()


def set_distance(world: CairnWorld, command: SetDistance, seat: Seat) -> Procedure[None]:
    fight = fight_of(world, "CRN-RANGE-01")
    actor = find(world, command.actor)
    near = world.state.options.near_range_metres
    distant = command.distant
    if distant is None:
        distant = near is not None and command.metres is not None and command.metres > near
    fight.distant = [one for one in fight.distant if one != actor.id] + ([actor.id] if distant else [])
    tell(world, "range.distant" if distant else "range.near", "CRN-RANGE-01", name=actor.name)
    yield from ()


def risky_deed(world: CairnWorld, command: RiskyDeed, seat: Seat) -> Procedure[None]:
    fight = fight_of(world, "CRN-ROUND-09")
    actor = find(world, command.actor)
    if command.ability is None:
        fight.risky.pop(actor.id, None)
    else:
        fight.risky[actor.id] = command.ability
        tell(world, "risky.asked", "CRN-ROUND-09", name=actor.name, ability=command.ability)
    yield from ()


def set_escape(world: CairnWorld, command: SetEscape, seat: Seat) -> Procedure[None]:
    fight = fight_of(world, "CRN-RETREAT-01")
    fight.escape = command.place
    tell(world, "escape.place" if command.place else "escape.none", "CRN-RETREAT-01", place=command.place)
    yield from ()


COMMANDS = (
    CommandType(SetModifiers, set_modifiers, "CRN-ATTACK-06", "referee", independent=True),
    CommandType(SetDistance, set_distance, "CRN-RANGE-01", "referee", independent=True),
    CommandType(RiskyDeed, risky_deed, "CRN-ROUND-09", "referee", independent=True),
    CommandType(SetEscape, set_escape, "CRN-RETREAT-01", "referee", independent=True),
)
