"""The view of a Cairn table drawn up as a board."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from rulewright.engine.board import Board, Figure, Gauge
from rulewright.engine.journal import Seat
from rulewright.games.cairn.names import NAMES
from rulewright.games.cairn.state import CairnWorld
from rulewright.games.cairn.view import ActorView, view

_HURT = ("critical", "dead", "destroyed", "routed", "fled", "knocked_out", "surrendered")


def board(world: CairnWorld, seat: Seat, language: str) -> Board:
    """What the seat sees, the party first; foes that are elsewhere stay off it."""
    seen = view(world, seat)
    named = partial(NAMES.named, language=language)
    fighting = world.state.fight is not None
    members = set(world.state.fight.members) if world.state.fight else set()
    here = {one for group in world.state.groups.values() if group.room == world.state.room for one in group.members}
    figures = [
        _figure(actor, named, fighting)
        for actor in sorted(seen.actors, key=lambda actor: actor.side != "party")
        if actor.side == "party" or actor.id in (members if fighting else here)
    ]
    key = f"board.{seen.phase}" if fighting else "board.over" if seen.over else "board.peace"
    notes = tuple(named(name) for name in seen.ground)
    facts = {"round": seen.round, "clock": f"{seen.clock // 60}:{seen.clock % 60:02d}", "how": f"over.{seen.over}"}
    return Board(named(seen.title), named(seen.text), key, facts, named(seen.place), tuple(figures), notes)


def _figure(actor: ActorView, named: Callable[[str], str], fighting: bool) -> Figure:
    marks = ((f"outcome.{actor.outcome}",) if actor.outcome in _HURT else ()) + actor.marks
    return Figure(
        actor.id,
        named(actor.name),
        f"board.side.{actor.side}" if fighting or actor.side == "party" else "board.side.others",
        Gauge("HP", actor.hp, actor.hp_max),
        {"STR": actor.STR, "board.armor": actor.armor},
        tuple(named(thing) for thing in actor.held),
        marks,
        f"board.doing.{actor.declared}" if actor.declared else "",
        actor.hp + (actor.STR or 0),
        not actor.can_act,
        actor.mine,
    )
