"""What the parts of a scenario say of one another: ids stand once, and everything that is named is there."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from difflib import get_close_matches

from rulewright.engine.errors import Malformed
from rulewright.games.cairn.content import CairnContent
from rulewright.games.cairn.story import FoeGroup, Scenario


def check(scenario: Scenario, content: CairnContent) -> None:
    """Raise `Malformed` for the first thing that leads nowhere."""
    _once("party and foes", [*(one.id for one in scenario.party), *(id for foes in scenario.foes for id in _ids(foes))])
    _once("foes", [foes.id for foes in scenario.foes])
    _once("rooms", [room.id for room in scenario.rooms])
    _once("moments", [moment.id for moment in scenario.moments])
    rooms = {room.id for room in scenario.rooms}
    if rooms:
        _known(scenario.start, rooms, "start", "room")
    for room in scenario.rooms:
        for exit in room.exits:
            _known(exit, rooms, f"room {room.id}, exits", "room")
        for find in room.finds:
            _known(find, {*content.items_by_id, *content.relics_by_id}, f"room {room.id}, finds", "item or relic")
    groups = {foes.id for foes in scenario.foes if foes.side == "foes" and not foes.joins}
    freed = {moment.frees for moment in scenario.moments}
    for foes in scenario.foes:
        if foes.room and foes.id not in freed:  # those that the clock brings are nowhere before
            _known(foes.room, rooms, f"foes {foes.id}, room", "room")
        if foes.joins:
            _known(foes.joins, groups, f"foes {foes.id}, joins", "group of foes")
    for moment in scenario.moments:
        if moment.frees:
            _known(moment.frees, groups, f"moment {moment.id}, frees", "group of foes")


def _ids(foes: FoeGroup) -> list[str]:
    return [foes.id] if foes.count == 1 else [f"{foes.id}.{number}" for number in range(1, foes.count + 1)]


def _once(where: str, ids: Iterable[str]) -> None:
    seen: set[str] = set()
    for id in ids:
        if id in seen:
            raise Malformed(f"{id!r} stands twice", at=where, expected="each id once")
        seen.add(id)


def _known(id: str, known: Collection[str], at: str, kind: str) -> None:
    if id not in known:
        close = get_close_matches(id, known, n=1)
        near = f' (did you mean "{close[0]}"?)' if close else ""
        raise Malformed(f"no {kind} {id!r}{near}", at=at, expected=f"the id of a {kind}")
