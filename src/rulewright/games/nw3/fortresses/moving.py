"""Going through Gates outside of battle (NW3-FORT-12, -13)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Annotated

import msgspec

from rulewright.engine.commands import CommandType
from rulewright.engine.errors import Refused
from rulewright.engine.journal import Seat
from rulewright.engine.requests import Ask, Option, Procedure, Question
from rulewright.games.nw3.battles.fighters import find, own, require_able, tell
from rulewright.games.nw3.casket_state import AreaState
from rulewright.games.nw3.episodes.position import require_peace
from rulewright.games.nw3.fortresses import areas, gates, position
from rulewright.games.nw3.fortresses.gates import GateId
from rulewright.games.nw3.fortresses.retreating import been
from rulewright.games.nw3.records.fortresses import Area, Gate
from rulewright.games.nw3.state import Character, Nw3World

_Who = Annotated[tuple[str, ...], msgspec.Meta(min_length=1, max_length=40)]
_JOIN = (Option("yes", "answer.yes"), Option("no", "answer.no"))


class GoThrough(msgspec.Struct, frozen=True, tag="go_through_gate", tag_field="do"):
    """A group goes through a Gate of its Area; those who are down are carried by the others."""

    gate: GateId
    characters: _Who


def go_through(world: Nw3World, command: GoThrough, seat: Seat) -> Procedure[None]:
    """Refuses `no_dive`, `in_combat`, what the Gate refuses, and `area_not_cleared` (NW3-FORT-13)."""
    _, place, state = position.require_area(world, "NW3-FORT-13")
    fortress = position.require_dive(world, "NW3-FORT-13")[1]
    group = _group(world, command.characters, seat, place)
    require_peace(world, "NW3-FORT-13")
    gate = gates.gate_here(world, fortress, command.gate, place.id, len(group))
    require_way_on(world, place, state, gate, group)
    _require_bearers(group)
    going = group if seat.referee else (yield from _agree(seat, group, place))
    if len(going) < len(group):
        gates.gate_here(world, fortress, command.gate, place.id, len(going))
        _require_bearers(going)
    gates.pass_through(world, gate, place.id, [one.id for one in going])
    tell(world, "gate.passed", "NW3-FORT-13", name=", ".join(one.name for one in going))
    yield from areas.come_in(world, gate.other(place.id), going)


def _group(world: Nw3World, ids: Sequence[str], seat: Seat, place: Area) -> list[Character]:
    """Who goes; a player leads a group in which his own character is."""
    group = [find(world, id) for id in dict.fromkeys(ids)]
    if not seat.referee and not any(one.player == seat.id for one in group):
        own(world, group[0].id, seat)
    here = position.there(world, place.id)
    for one in group:
        if one.dead:
            raise Refused("dead", "NW3-HP-10", name=one.name)
        if one not in here:
            raise Refused("not_in_scene", "NW3-FORT-02", name=one.name)
    return group


def require_way_on(world: Nw3World, place: Area, state: AreaState, gate: Gate, group: Sequence[Character]) -> None:
    """Raise `Refused` "area_not_cleared" where an Area has to be dealt with first (NW3-FORT-12, -15)."""
    if not may_go_on(world, place, state, gate, group):
        raise Refused("area_not_cleared", "NW3-FORT-12", area=place.name)


def may_go_on(world: Nw3World, place: Area, state: AreaState, gate: Gate, group: Iterable[Character]) -> bool:
    """Whether a group may go on from an Area: from one that is not cleared only where all have been (NW3-FORT-12)."""
    house = world.state.options.leave_uncleared
    if state.cleared or house == "any":  # NW3-FORT-OPEN-06
        return True
    return house == "visited_only" and all(been(world, one, gate.other(place.id)) for one in group)


def _require_bearers(group: Sequence[Character]) -> None:
    """Who is down goes along where somebody else carries him (NW3-FORT-13)."""
    if not any(one.hp for one in group):
        require_able(group[0])


def _agree(seat: Seat, group: Sequence[Character], place: Area) -> Procedure[list[Character]]:
    """The players of the others say whether these come along; who is down is carried."""
    asked = [one for one in group if one.player != seat.id and one.hp]
    if not asked:
        return list(group)
    answers = yield Ask(tuple(
        Question("who_moves", one.id, _JOIN, "yes", "NW3-FORT-13", {"name": one.name, "area": place.name})
        for one in asked
    ))  # fmt: skip
    staying = {one.id for one, answer in zip(asked, answers, strict=True) if answer == "no"}
    return [one for one in group if one.id not in staying]


COMMANDS = (CommandType(GoThrough, go_through, "NW3-FORT-13"),)
