"""Looking up actors, who may act for them, and whether they can (CRN-GEN-06)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulewright.engine.errors import Refused
from rulewright.engine.events import EVERYONE, Event
from rulewright.engine.journal import Seat
from rulewright.engine.modifiers import Sum
from rulewright.games.cairn.state import Actor, CairnWorld, Side

GONE = frozenset({"dead", "destroyed"})


def find(world: CairnWorld, actor_id: str) -> Actor:
    """The actor with this id; refuses `unknown_actor`."""
    actor = world.state.actors.get(actor_id)
    if actor is None:
        raise Refused("unknown_actor", "CRN-GEN-06", actor=actor_id)
    return actor


def living(world: CairnWorld, actor_id: str, rule: str) -> Actor:
    """The actor with this id, if it is not dead or destroyed; refuses `unknown_actor`, `dead`."""
    actor = find(world, actor_id)
    if actor.outcome in GONE:
        raise Refused("dead", rule, actor=actor.name)
    return actor


def own(world: CairnWorld, actor_id: str, seat: Seat) -> Actor:
    """The actor, if this seat may act for it; refuses `unknown_actor`, `not_your_actor`, `dead`."""
    actor = find(world, actor_id)
    if not seat.referee and actor.player != seat.id:
        raise Refused("not_your_actor", "CRN-GEN-06", actor=actor.name)
    if actor.outcome in GONE:
        raise Refused("dead", "CRN-GEN-06", actor=actor.name)
    return actor


def require_peace(world: CairnWorld, rule: str) -> None:
    """Refuse `in_combat` while a fight goes on."""
    if world.state.fight is not None:
        raise Refused("in_combat", rule)


def marked(actor: Actor, condition: str) -> bool:
    """Whether the actor carries a condition."""
    return any(mark.id == condition for mark in actor.conditions)


def in_fight(actor: Actor) -> bool:
    """Whether the actor still stands in the fight: no casualty, and able to act (CRN-LOSS-04)."""
    if actor.outcome != "in" or not actor.DEX or not actor.WIL:
        return False
    return not actor.conditions or not marked(actor, "out_of_action")


def out_of_action(actor: Actor) -> bool:
    """Whether any reason keeps the actor from acting at all (the glossary's "out of action")."""
    return not in_fight(actor)


def side_of(world: CairnWorld, side: Side) -> Iterator[Actor]:
    """All actors of a side, in the order in which they joined."""
    return (actor for actor in world.state.actors.values() if actor.side == side)


def tell(
    world: CairnWorld,
    key: str,
    rule: str = "",
    *,
    sum: Sum | None = None,
    to: tuple[str, ...] = EVERYONE,
    **facts: Any,
) -> None:
    """Tell an event, if anybody listens. In hot paths test `world.tell` first."""
    if world.tell is not None:
        world.tell(Event(key, facts, rule, sum, to))
