"""The default policy: plays everybody, in fights by their tactics, and takes the party through a scenario."""

from __future__ import annotations

from typing import Any

import msgspec

from rulewright.engine.drivers import by_default
from rulewright.engine.game import AnyWorld
from rulewright.engine.journal import Seat
from rulewright.engine.requests import Question
from rulewright.games.cairn.actors import in_fight, side_of
from rulewright.games.cairn.declarations import DeclareAll, undeclared
from rulewright.games.cairn.delve import Go, Search
from rulewright.games.cairn.handling import Hold
from rulewright.games.cairn.reactions import Reaction
from rulewright.games.cairn.rests import ShortRest
from rulewright.games.cairn.rounds import EndFight, LockPhase, StartFight
from rulewright.games.cairn.scenario import hostile, room_of, unmet
from rulewright.games.cairn.state import Actor, CairnWorld, Fight
from rulewright.games.cairn.tactics import Plan, bandage
from rulewright.games.cairn.treatment import Treat
from rulewright.games.cairn.wounds import treatable

REFEREE = Seat("referee", "Referee", "referee")
_LOCK = LockPhase()


class DefaultPolicy:
    """Plays for everybody at the table."""

    def command(self, world: AnyWorld) -> tuple[Seat, msgspec.Struct] | None:
        """The next command, given from the referee's seat, or None where the scenario is over."""
        state = world.state
        fight = state.fight
        if fight is not None:
            if fight.round > world.scenario.round_limit:
                return REFEREE, EndFight()
            return REFEREE, _in_fight(world, fight)
        if state.over:
            return None
        return _in_peace(world)

    def answer(self, world: AnyWorld, question: Question) -> Any:
        """The default of the question, or its first legal answer."""
        return by_default(question)


def _in_fight(world: CairnWorld, fight: Fight) -> msgspec.Struct:
    waiting = undeclared(world, fight)
    if not waiting:
        return _LOCK
    plan = Plan(world, fight)
    declared = []
    for actor in waiting:
        one = plan.declare(actor)
        if one.action == "attack" and not one.weapon and (drawn := plan.weapon_to_draw(actor)):
            return Hold(actor.id, (drawn,))
        declared.append(one)
    return DeclareAll(tuple(declared))


def _in_peace(world: CairnWorld) -> tuple[Seat, msgspec.Struct] | None:
    state = world.state
    unknown = unmet(world) if world.scenario.rooms else []
    if unknown:
        return REFEREE, Reaction(unknown[0].id)
    fighting = hostile(world)
    if fighting:
        return REFEREE, StartFight(tuple(group.id for group in fighting), state.escape)
    party = [actor for actor in side_of(world, "party") if in_fight(actor)]
    if not party:
        return None
    if (treat := _treatment(world, party)) is not None:
        helper, thing, target = treat
        return REFEREE, Treat(helper, thing, target)
    if any(actor.hp < actor.hp_max and not actor.deprived for actor in party):
        tired = tuple(actor.id for actor in side_of(world, "party") if actor.outcome in ("in", "critical"))
        return REFEREE, ShortRest(tuple(one for one in tired if _may_rest(world, one)))
    room = room_of(world)
    if room is None:
        return None
    if room.id not in state.found and room.finds:
        return REFEREE, Search()
    if (onward := _way(world)) is not None:
        return REFEREE, Go(onward)
    return None


def _may_rest(world: CairnWorld, actor_id: str) -> bool:
    actor = world.state.actors[actor_id]
    return not actor.deprived or (actor.outcome == "critical" and actor.stable)


def _treatment(world: CairnWorld, party: list[Actor]) -> tuple[str, str, str] | None:
    for target in side_of(world, "party"):
        if not treatable(target):
            continue
        for helper in party:
            if helper is not target and (thing := bandage(world, helper)):
                return helper.id, thing, target.id
    return None


def _way(world: CairnWorld) -> str | None:
    """The next room on the shortest way to the goal."""
    rooms = {room.id: room for room in world.scenario.rooms}
    start = world.state.room
    first: dict[str, str] = {exit: exit for exit in rooms[start].exits}
    queue = list(first)
    while queue:
        here = queue.pop(0)
        if rooms[here].goal:
            return first[here]
        for exit in rooms[here].exits:
            if exit not in first and exit != start:
                first[exit] = first[here]
                queue.append(exit)
    return None
