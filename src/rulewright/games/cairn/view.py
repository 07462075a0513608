"""What a seat may see of a Cairn table, as plain structs: no foe that is not here, no room not yet entered."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from rulewright.engine.journal import Seat
from rulewright.games.cairn.actors import out_of_action
from rulewright.games.cairn.armor import armor
from rulewright.games.cairn.inventory import capacity, effective_hp, gear, used_slots
from rulewright.games.cairn.scenario import present, room_of
from rulewright.games.cairn.state import MINUTE, Actor, CairnWorld


class ActorView(msgspec.Struct, frozen=True):
    """One actor as a seat sees it. Numbers that are not its to know are None."""

    id: str
    name: str
    side: str
    kind: str
    hp: int
    hp_max: int
    armor: int
    outcome: str
    can_act: bool
    declared: str = ""
    STR: int | None = None
    DEX: int | None = None
    WIL: int | None = None
    slots: tuple[int, int] | None = None
    fatigue: int | None = None
    held: tuple[str, ...] = ()
    marks: tuple[str, ...] = ()
    detachment: bool = False
    mine: bool = False


class View(msgspec.Struct, frozen=True):
    """The table as a seat sees it; the clock counts minutes."""

    title: str
    text: str
    clock: int
    round: int
    phase: str
    actors: tuple[ActorView, ...]
    place: str = ""
    exits: tuple[str, ...] = ()
    ground: tuple[str, ...] = ()
    escape: str = ""
    over: str = ""


def view(world: CairnWorld, seat: Seat) -> View:
    """What this seat may see now."""
    state = world.state
    fight = state.fight
    room = room_of(world)
    seen = [actor for actor in state.actors.values() if seat.referee or _visible(world, actor)]
    return View(
        world.scenario.title,
        room.text if room is not None else world.scenario.text,
        state.clock // MINUTE,
        fight.round if fight else 0,
        fight.phase if fight else "peace",
        tuple(_actor(world, actor, seat) for actor in seen),
        room.name if room is not None else "",
        room.exits if room is not None else (),
        tuple(gear(world, thing.item).name for thing in state.ground),
        fight.escape if fight else state.escape,
        state.over,
    )


def _visible(world: CairnWorld, actor: Actor) -> bool:
    if actor.side == "party":
        return True
    if world.state.fight is not None and actor.id in world.state.fight.members:
        return True
    return any(actor.id in group.members for group in present(world))


def _actor(world: CairnWorld, actor: Actor, seat: Seat) -> ActorView:
    fight = world.state.fight
    declared = fight.declared.get(actor.id) if fight else None
    ours = seat.referee or actor.side == "party"
    marks = [f"condition.{mark.id}" for mark in actor.conditions if ours]
    if actor.deprived and ours:
        marks.append("deprived")
    if actor.doomed and ours:
        marks.append("doomed")
    if actor.fleeing:
        marks.append("fleeing")
    if fight and actor.id in fight.lost_turn:
        marks.append("lost_turn")
    if actor.outcome == "critical" and actor.stable:
        marks.append("stable")
    tracked = actor.kind != "npc" and ours
    return ActorView(
        actor.id, actor.name, actor.side, actor.kind, effective_hp(world, actor), actor.hp_max, armor(world, actor),
        actor.outcome, not out_of_action(actor), declared.action if declared is not None and ours else "",
        actor.STR if ours else None, actor.DEX if ours else None, actor.WIL if ours else None,
        (used_slots(world, actor), capacity(world)) if tracked else None,
        actor.fatigue if tracked else None,
        tuple(gear(world, thing.item).name for thing in actor.items if thing.where == "held"),
        tuple(marks), actor.detachment, actor.player == seat.id,
    )  # fmt: skip


def _met(world: CairnWorld, actor: Actor, rooms: set[str]) -> bool:
    group = world.state.groups.get(actor.group)
    return _visible(world, actor) or group is None or group.room in rooms


def secrets(world: CairnWorld) -> Iterator[str]:
    """Texts that only the referee may see now: names of foes elsewhere, rooms ahead, what the clock brings."""
    known = {world.state.room, *world.state.cleared}
    hidden = [actor for actor in world.state.actors.values() if not _met(world, actor, known)]
    names = {actor.name for actor in world.state.actors.values() if actor not in hidden}
    yield from (actor.name for actor in hidden if actor.name not in names)
    for room in world.scenario.rooms:
        if room.id != world.state.room and room.id not in world.state.cleared:
            yield room.text
    for moment in world.scenario.moments:
        if moment.id not in world.state.happened:
            yield moment.text
