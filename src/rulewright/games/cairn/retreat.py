"""Leaving a fight: who runs by choice (CRN-RETREAT), and who runs because morale broke (CRN-MORALE-08)."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.engine.errors import Refused
from rulewright.engine.requests import Procedure, yes_no
from rulewright.games.cairn.actors import GONE, in_fight, tell
from rulewright.games.cairn.saves import actor_save, most_at_risk
from rulewright.games.cairn.state import Actor, CairnWorld, Declaration, Fight


def check_retreat(world: CairnWorld, fight: Fight, actor: Actor, declaration: Declaration) -> list[Actor]:
    """Whom the runner carries along; refuses `no_escape_route`, `bad_target_count`, `no_target`."""
    if not fight.escape:  # CRN-RETREAT-02: before the roll, and the action is not spent
        raise Refused("no_escape_route", "CRN-RETREAT-02", actor=actor.name)
    if len(declaration.targets) > 1:
        raise Refused("bad_target_count", "CRN-RETREAT-04", count=len(declaration.targets))
    for target_id in declaration.targets:
        target = world.state.actors.get(target_id)
        if target is None or target_id not in fight.members or not _to_be_carried(actor, target):
            raise Refused("no_target", "CRN-RETREAT-04", target=target_id)
        return [target]
    return []


def _to_be_carried(actor: Actor, target: Actor) -> bool:
    """One of the same side who is alive, here, and cannot act."""
    helpless = target.outcome in ("in", "critical", "knocked_out") and not in_fight(target)
    return helpless and target.side == actor.side


def may_carry(actor: Actor, carried: Actor) -> Procedure[None]:
    """The referee agrees that a runner carries another, or the retreat is refused (CRN-RETREAT-04)."""
    facts = {"name": actor.name, "target": carried.name}
    if not (yield from yes_no("carry_along", "referee", default=False, rule="CRN-RETREAT-04", **facts)):
        raise Refused("cannot_act", "CRN-RETREAT-04", actor=carried.name)


def saves(world: CairnWorld, runners: Sequence[Actor]) -> Procedure[list[Actor]]:
    """DEX saves of those who run (CRN-RETREAT-01); returns those who get away."""
    if world.state.options.retreat_roll == "most_at_risk" and runners:  # CRN-RETREAT-04
        success = yield from actor_save(world, most_at_risk(runners, "DEX"), "DEX", "retreat")
        away = list(runners) if success else []
    else:
        away = []
        for actor in runners:
            if (yield from actor_save(world, actor, "DEX", "retreat")):
                away.append(actor)
    for actor in runners:
        if actor not in away:  # CRN-RETREAT-03: stays, and the action is spent
            tell(world, "retreat.fails", "CRN-RETREAT-03", name=actor.name)
    return away


def leave(world: CairnWorld, fight: Fight, actor: Actor, carried: Sequence[Actor]) -> None:
    """One who got away is out of the fight at the end of the phase (CRN-RETREAT-03), with whom it carries.

    The carried keep what ails them, so they leave the fight without the state `fled`.
    """
    if not in_fight(actor):
        return
    actor.outcome = "fled"
    tell(world, "retreat.away", "CRN-RETREAT-03", name=actor.name, place=fight.escape)
    for one in carried:
        if one.outcome not in GONE and one.id in fight.members:
            fight.members.remove(one.id)
            tell(world, "retreat.carried", "CRN-RETREAT-04", name=actor.name, target=one.name)


def broken(world: CairnWorld, fight: Fight) -> list[Actor]:
    """Those whose morale broke, in the phase in which they leave (CRN-MORALE-08)."""
    actors, leaving = world.state.actors, []
    for member in fight.members:
        actor = actors[member]
        if actor.fleeing and actor.side == fight.phase:
            leaving.append(actor)
    return leaving


def flights(world: CairnWorld, actors: Sequence[Actor]) -> Procedure[list[Actor]]:
    """Who of those whose morale broke gets away: all, or by DEX saves (option npc_flight_needs_dex)."""
    running = [actor for actor in actors if in_fight(actor)]
    if world.state.options.npc_flight_needs_dex:
        return (yield from saves(world, running))
    return running


def flee(world: CairnWorld, actor: Actor) -> None:
    """One whose morale broke is gone, unless it fell meanwhile."""
    if in_fight(actor):
        actor.outcome, actor.fleeing = "fled", False
        tell(world, "morale.gone", "CRN-MORALE-08", name=actor.name)
