"""Lunar Caskets and Fortresses as players have to take them: without what nobody of them has found."""

from __future__ import annotations

from rulewright.games.nw3.casket_state import AreaState, Casket, DangerState, Dive, TrapState
from rulewright.games.nw3.fortresses import gates, position
from rulewright.games.nw3.fortresses.in_force import UNKNOWN
from rulewright.games.nw3.records.places import Object
from rulewright.games.nw3.state import Lasting, Nw3World


def forget(copy: Nw3World) -> None:
    """Take out of a copy of the table what its players do not know of the places that they are in.

    Areas that were not visited, Gates and Objects that are not found, traps that nobody has seen, dangers that were
    not announced, and Logics that are not revealed (NW3-FORT-01, NW3-GATE-02, NW3-LOGIC-04, NW3-DANGER-03).
    """
    state = copy.state
    for casket in state.caskets:
        if casket.dive is not None:
            _forget_dive(copy, casket.dive)
            casket.inside = [id for id in casket.inside if id in casket.dive.where or state.characters[id].kind == "pc"]
        _forget_logics(copy, casket)
    for scene in (state.scene, *state.waiting.values()):
        if scene is not None:
            scene.traps = _seen(scene.traps)
    danger = state.danger
    if danger is not None and danger.hidden and not danger.told:
        state.danger = DangerState("other", tried=danger.tried)


def _forget_dive(copy: Nw3World, running: Dive) -> None:
    fortress, characters = position.fortress(copy), copy.state.characters
    if fortress is None:
        return
    running.gates = {id: one for id, one in running.gates.items()
                     if id in fortress.gates and gates.known(running, fortress.gates[id])}  # fmt: skip
    running.areas = {id: one for id, one in running.areas.items() if one.visited}
    for memory in running.areas.values():
        _forget_in_area(copy, memory)
    running.where = {id: area for id, area in running.where.items()
                     if characters[id].kind == "pc" or characters[id].present}  # fmt: skip


def _forget_in_area(copy: Nw3World, memory: AreaState) -> None:
    memory.traps = _seen(memory.traps)
    memory.objects = [id for id in memory.objects if position.can_see(memory, position.record(copy, Object, id))]
    memory.operated = {id: times for id, times in memory.operated.items() if id in memory.objects}
    memory.hp = {id: left for id, left in memory.hp.items() if id in memory.objects}
    memory.enemies = [id for id in memory.enemies if copy.state.characters[id].present]


def _seen(traps: dict[str, TrapState]) -> dict[str, TrapState]:
    """The traps that players know by name; how an armed one is looked for is settled only when all have tried."""
    return {id: one for id, one in traps.items() if one.known}


def _forget_logics(copy: Nw3World, casket: Casket) -> None:
    """That something has an influence is there to see, and what it does to the sum of a Combat Stat; not what it is."""
    unknown = {id for id in casket.logics if id not in casket.revealed}
    casket.logics = [id for id in casket.logics if id not in unknown]
    casket.own = {id: one for id, one in casket.own.items() if id not in unknown}
    for one in copy.state.characters.values():
        one.effects = [_nameless(effect) if effect.block == UNKNOWN else effect for effect in one.effects]


def _nameless(effect: Lasting) -> Lasting:
    return Lasting(effect.id, UNKNOWN, "", "flag", "", until=effect.until)
