"""How the default policy leads a party through a Dive: in by the Entrance, through all Areas, to the Ruler, and out."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator

import msgspec

from rulewright.engine.errors import Refused
from rulewright.games.nw3.battles.battle import StartBattle
from rulewright.games.nw3.battles.fighters import able
from rulewright.games.nw3.battles.weapons import held_weapons
from rulewright.games.nw3.casket_state import AreaState, Dive
from rulewright.games.nw3.episodes.position import pcs
from rulewright.games.nw3.episodes.scenes import CloseScene
from rulewright.games.nw3.fortresses import areas, danger, entrance, gates, position
from rulewright.games.nw3.fortresses.danger import CallDangerSense
from rulewright.games.nw3.fortresses.diving import EndDive, EnterFortress, LeaveFortress, OpenFortress, SetFlag
from rulewright.games.nw3.fortresses.moving import GoThrough
from rulewright.games.nw3.fortresses.objects import AttackObject, BreakCore, OperateObject
from rulewright.games.nw3.fortresses.refereeing import EventResolved, PlayArea, RollOrChoose, SetCleared
from rulewright.games.nw3.fortresses.retreating import may_leave
from rulewright.games.nw3.fortresses.searching import SearchGate
from rulewright.games.nw3.records.fortresses import Area, EntryCondition, Fortress
from rulewright.games.nw3.records.places import Object
from rulewright.games.nw3.state import Character, Nw3World

_ROOM = 5
"""What two dice can show beyond the seven that an Object takes off."""


def next_step(world: Nw3World) -> msgspec.Struct | None:
    """What the referee and the party do next in a Dive; None where there is none to play."""
    state, fortress, running = world.state, position.fortress(world), position.dive(world)
    if fortress is None or running is None:
        planned = world.scenario.fortress if world.scenario is not None else ""
        waits = planned and planned not in state.played and state.phase == "middle"
        if not waits or position.stronghold(world) is not None:
            return None
        return CloseScene() if state.scene is not None else OpenFortress(planned)
    if not running.begun:
        return _go_in(world, fortress, running) if state.phase in ("middle", "climax") else None
    here = position.area(world)
    if here is not None:
        return _in_area(world, running, *here)
    if state.scene is not None:
        return CloseScene()
    return _elsewhere(world, running) or EndDive(failed=True)


def _elsewhere(world: Nw3World, running: Dive, left: str = "") -> PlayArea | None:
    """Another Area with somebody in it who can act."""
    for id in dict.fromkeys(running.where.values()):
        if id != left and any(one.hp for one in position.party(position.there(world, id))):
            return PlayArea(id)
    return None


def _go_in(world: Nw3World, fortress: Fortress, running: Dive) -> msgspec.Struct:
    asked = fortress.entrance
    for number in range(len(asked.condition)) if asked.mode == "any" else (None,):
        conditions = entrance.asked(asked, entrance.Offered(condition=number))
        for one in conditions:
            if one.kind == "flag" and one.flag is not None and one.flag not in running.flags:
                return SetFlag(one.flag)
        word = next((one.word for one in conditions if one.kind == "keyword"), "") or ""
        party = [one for one in pcs(world) if one.hp]
        passing = [one for one in party if _passes(running, conditions, one, party, asked.per, word)]
        if passing and asked.per == "party":
            return EnterFortress(tuple(one.id for one in party), word, number, passing[0].id)
        if passing:
            return EnterFortress(tuple(one.id for one in passing), word, number)
    return EndDive(failed=True)


def _passes(
    running: Dive, conditions: list[EntryCondition], one: Character, party: list[Character], per: str, word: str
) -> bool:
    try:
        entrance.test(running, conditions, one, party if per == "party" else [one], word)
    except Refused:
        return False
    return True


def _in_area(world: Nw3World, running: Dive, place: Area, state: AreaState) -> msgspec.Struct:
    people = position.party_here(world)
    acting = [one for one in people if able(one)]
    if not acting:
        return _elsewhere(world, running, place.id) or EndDive(failed=True)
    scene = world.state.scene
    if position.kind_of(place, state) == "event" and not state.resolved:
        return EventResolved()
    if areas.can_fight(world) and scene is not None and not scene.fought:
        return StartBattle()
    return (
        _deal_with(world, place, state, acting)
        or _use_objects(world, running, place, state, acting)
        or _leave(world, people)
        or _search(world, place, state, acting)
        or _go_on(world, running, place, people)
        or _elsewhere(world, running, place.id)
        or EndDive(failed=not _won(world))
    )


def _won(world: Nw3World) -> bool:
    casket = position.stronghold(world)
    return casket is None or casket.ruler_defeated or casket.core is False


def _deal_with(world: Nw3World, place: Area, state: AreaState, acting: list[Character]) -> msgspec.Struct | None:
    """What has to happen before the Area is cleared; a trap that nobody knows of strikes or is noticed first."""
    if state.cleared:
        return None
    for id, trap in state.traps.items():
        watching = tuple(one.id for one in acting if not danger.tried(world, "trap", id, one))
        if trap.progress == "armed" and watching:
            return CallDangerSense("trap", id, who=watching)  # NW3-TRAP-13
    kind = position.kind_of(place, state)
    if kind == "event" and not state.resolved:
        return EventResolved()
    if kind == "enemy" and not state.enemies and place.chart is not None and not state.charted:
        return RollOrChoose()
    return SetCleared()


def _use_objects(
    world: Nw3World, running: Dive, place: Area, state: AreaState, acting: list[Character]
) -> msgspec.Struct | None:
    """Devices that open Gates, and the Core."""
    for thing in position.things(world, place, state):
        if thing.kind == "gate_release" and thing.interact is not None and not state.operated.get(thing.id):
            stat = thing.interact.stat
            return OperateObject(max(acting, key=lambda one: _score(one, stat)).id, thing.id)
        if thing.kind == "core":
            if thing.destroy_by == "damage":
                blow = _blow(world, thing, acting)
                if blow is not None:
                    return blow
                continue
            return BreakCore("" if thing.destroy_by == "gm" else acting[0].id)
    return None


def _blow(world: Nw3World, thing: Object, acting: list[Character]) -> AttackObject | None:
    """The attack on an Object that does most, None where no dice would do anything."""
    best: tuple[int, AttackObject] | None = None
    for one in acting:
        for weapon in held_weapons(world, one):
            physical = weapon.damage_kind == "physical"
            hard = thing.destructible
            defence = 0 if hard is None else hard.pdef if physical else hard.mdef
            power = (one.stats.patk if physical else one.stats.matk) + weapon.bonus - defence
            if power > -_ROOM and (best is None or power > best[0]):
                best = power, AttackObject(one.id, thing.id, weapon.id)
    return None if best is None else best[1]


def _score(one: Character, stat: str | None) -> int:
    return getattr(one.attributes, stat, getattr(one.stats, stat, 0)) if stat is not None else 0


def _leave(world: Nw3World, people: list[Character]) -> LeaveFortress | None:
    casket = position.stronghold(world)
    done = casket is not None and casket.ruler_defeated
    return (
        LeaveFortress(tuple(one.id for one in people))
        if done and all(may_leave(world, one) for one in people)
        else None
    )


def _search(world: Nw3World, place: Area, state: AreaState, acting: list[Character]) -> SearchGate | None:
    if not gates.to_find(world, place):
        return None
    left = (one for one in acting if one.id not in state.searched and not danger.tried(world, "secret_gate", "", one))
    return next((SearchGate(one.id) for one in left), None)


def _go_on(world: Nw3World, running: Dive, place: Area, people: list[Character]) -> GoThrough | None:
    """Towards the nearest Area that nobody has visited, by Gates that can be used now."""
    found = {place.id: ""}
    waiting = deque([place.id])
    while waiting:
        here = waiting.popleft()
        for gate, there in _ways(world, here, len(people)):
            if there in found:
                continue
            found[there] = found[here] or gate
            if there not in running.areas or not running.areas[there].visited:
                return GoThrough(found[there], tuple(one.id for one in people))
            waiting.append(there)
    return None


def _ways(world: Nw3World, area: str, going: int) -> Iterator[tuple[str, str]]:
    for gate in gates.usable(world, area, going):
        yield gate.id, gate.other(area)
