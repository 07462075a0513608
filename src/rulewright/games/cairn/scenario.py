"""Playing a scenario: setting it up, going from place to place, and when it is over."""

from __future__ import annotations

from typing import Any

import msgspec

from rulewright.engine.alike import SUM
from rulewright.engine.commands import CommandType
from rulewright.engine.errors import Malformed, Refused
from rulewright.engine.journal import Seat
from rulewright.engine.requests import Procedure, Roll
from rulewright.engine.world import World
from rulewright.games.cairn.actors import GONE, in_fight, out_of_action, require_peace, side_of, tell
from rulewright.games.cairn.content import CairnContent, roll_dice
from rulewright.games.cairn.options import Options
from rulewright.games.cairn.saves import actor_save
from rulewright.games.cairn.state import MINUTE, Actor, CairnWorld, Carried, Group, State, new_id
from rulewright.games.cairn.story import FoeGroup, Member, Room, Scenario
from rulewright.games.cairn.wounds import lose

MINUTES_PER_ROOM = 10
PEACEFUL = ("curious", "kind", "helpful", "wary")


def open_world(scenario: Scenario, options: Options, content: CairnContent) -> CairnWorld:
    """A table at the start of a scenario; raises `Malformed` where the packs lack something of it."""
    state = State(options, scenario=scenario.id, escape=scenario.escape, room=scenario.start)
    world: CairnWorld = World(state, content, scenario)
    for member in scenario.party:
        state.actors[member.id] = _member(world, member)
    for foes in scenario.foes:
        add_foes(world, foes)
    for group in state.groups.values():
        find_leader(world, group)
    return world


def _member(world: CairnWorld, member: Member) -> Actor:
    actor = Actor(
        member.id, member.name, member.kind, "party", member.STR, member.DEX, member.WIL, member.hp,
        member.STR, member.DEX, member.WIL, member.hp, player=member.player, gold=member.gold,
        background=member.background, role=member.role,
    )  # fmt: skip
    for kit in member.items:
        actor.items.append(carry(world, kit.item, kit.where))
    return actor


def carry(world: CairnWorld, item: str, where: Any = "pack") -> Carried:
    """A thing of the content as something carried, full of uses or charges."""
    found = world.content.items_by_id.get(item)
    relic = world.content.relics_by_id.get(item)
    if found is None and relic is None:
        raise Malformed(f"no item or relic {item!r}", expected="an id of the loaded packs")
    uses = found.uses if found is not None else None
    charges = relic.charges_start if relic is not None and relic.charges_max is not None else None
    if relic is not None and charges is None:
        charges = relic.charges_max
    return Carried(new_id(world.state, item), item, where, uses, charges)


def thing_name(world: CairnWorld, item: str) -> str:
    """The name of an item or relic."""
    found = world.content.items_by_id.get(item) or world.content.relics_by_id.get(item)
    return found.name if found is not None else item


def add_foes(world: CairnWorld, foes: FoeGroup) -> list[Actor]:
    """Put a group of foes (or allies of the party, who are no group) on the table, not fighting yet."""
    state = world.state
    monster = world.content.monsters_by_id.get(foes.monster)
    if monster is None:
        raise Malformed(f"no monster {foes.monster!r}", at=f"foes {foes.id}", expected="an id of the loaded packs")
    added = []
    strength, dexterity, will = foes.STR or monster.str, foes.DEX or monster.dex, foes.WIL or monster.wil
    hp = foes.hp or monster.hp
    for number in range(1, foes.count + 1):
        actor_id = f"{foes.id}.{number}" if foes.count > 1 else foes.id
        name = foes.name or monster.name
        actor = Actor(
            actor_id, f"{name} {number}" if foes.count > 1 else name, "npc", foes.side, strength, dexterity, will, hp,
            strength, dexterity, will, hp, armor=monster.armor if foes.armor is None else foes.armor,
            monster=monster.id, detachment=monster.detachment, group=foes.joins or foes.id, player=foes.player,
        )  # fmt: skip
        state.actors[actor_id] = actor
        added.append(actor)
    ids = [actor.id for actor in added]
    if foes.side == "party":
        return added
    if foes.joins and foes.joins in state.groups:
        state.groups[foes.joins].members.extend(ids)
        state.groups[foes.joins].starting += len(ids)
    else:
        state.groups[foes.id] = Group(
            foes.id, foes.name or monster.name, ids, len(ids), monster.morale.mode, room=foes.room,
            attitude=foes.attitude,
        )  # fmt: skip
    return added


def find_leader(world: CairnWorld, group: Group) -> None:
    """Set a group's leader where its kind has one that is at the table (CRN-MORALE-05)."""
    actor = world.state.actors[group.members[0]]
    leader = world.content.monsters_by_id[actor.monster].morale.leader
    for other in world.state.actors.values():
        if leader and other.monster == leader:
            group.leader = other.id
            return


def room_of(world: CairnWorld) -> Room | None:
    """The room where the party is, in a scenario that has rooms."""
    return next((room for room in world.scenario.rooms if room.id == world.state.room), None)


def present(world: CairnWorld) -> list[Group]:
    """Groups here with anybody left who could fight."""
    state = world.state
    return [
        group
        for group in state.groups.values()
        if group.room == state.room and any(not out_of_action(state.actors[one]) for one in group.members)
    ]


def hostile(world: CairnWorld) -> list[Group]:
    """Groups here that mean to fight: all where a scenario has no rooms, else those that are hostile."""
    return [group for group in present(world) if not world.scenario.rooms or group.attitude == "hostile"]


def conclude(world: CairnWorld) -> None:
    """See whether the scenario has come to its end, and how."""
    state = world.state
    if state.over or state.fight is not None:
        return
    party = [actor for actor in side_of(world, "party") if actor.outcome not in GONE]
    if not any(in_fight(actor) for actor in party):
        _end(world, "defeat")
    elif state.last is not None and state.last.result == "retreat":
        _end(world, "retreat")
    elif world.scenario.rooms:
        room = room_of(world)
        if room is not None and room.goal and not hostile(world) and not unmet(world):
            _end(world, "victory")
    elif state.fights and not present(world):
        _end(world, "victory")
    elif state.fights and state.last is not None and state.last.result == "stopped":
        _end(world, "truce")


def _end(world: CairnWorld, how: str) -> None:
    world.state.over = how
    tell(world, f"over.{how}")


def unmet(world: CairnWorld) -> list[Group]:
    """Groups here whose attitude nobody knows yet."""
    return [group for group in present(world) if not group.attitude]


class Go(msgspec.Struct, frozen=True, tag="go", tag_field="do"):
    """The party goes to a room next door; that takes ten minutes."""

    room: str


class Search(msgspec.Struct, frozen=True, tag="search", tag_field="do"):
    """The party searches the room; that takes ten minutes."""


def go(world: CairnWorld, command: Go, seat: Seat) -> Procedure[None]:
    require_peace(world, "CRN-GEN-06")
    room = room_of(world)
    if room is None or command.room not in room.exits:
        raise Refused("no_target", "CRN-GEN-06", target=command.room)
    if hostile(world) or unmet(world):
        back = command.room in world.state.cleared
        if not back:
            raise Refused("wrong_phase", "CRN-GEN-06")
    if room.id not in world.state.cleared:
        world.state.cleared.append(room.id)
    world.state.room = command.room
    here = room_of(world)
    if here is None:
        raise Refused("no_target", "CRN-GEN-06", target=command.room)
    tell(world, "room.enter", "", room=here.name, text=here.text)
    yield from _minutes(world, MINUTES_PER_ROOM)
    if here.hazard is not None and here.id not in world.state.happened:
        world.state.happened.append(here.id)
        yield from _hazard(world, here)
    conclude(world)


def _hazard(world: CairnWorld, room: Room) -> Procedure[None]:
    hazard = room.hazard
    assert hazard is not None
    tell(world, "room.hazard", "CRN-LOSS-01", text=hazard.text)
    for actor in [one for one in side_of(world, "party") if in_fight(one)]:
        if not (yield from actor_save(world, actor, hazard.ability, "hazard")):
            count, sides, plus = roll_dice(hazard.dice)
            faces = yield Roll(count, sides, "CRN-LOSS-01", actor.id, "hazard", SUM)
            yield from lose(world, actor, hazard.harms, sum(faces) + plus, "CRN-LOSS-01")


def search(world: CairnWorld, command: Search, seat: Seat) -> Procedure[None]:
    require_peace(world, "CRN-GEN-06")
    room = room_of(world)
    if room is None or hostile(world) or room.id in world.state.found:
        raise Refused("no_target", "CRN-GEN-06", target="")
    yield from _minutes(world, MINUTES_PER_ROOM)
    world.state.found.append(room.id)
    for find in room.finds:
        world.state.ground.append(carry(world, find))
        tell(world, "room.find", "", item=thing_name(world, find))
    if not room.finds:
        tell(world, "room.nothing")
    conclude(world)


def _minutes(world: CairnWorld, minutes: int) -> Procedure[None]:
    from rulewright.games.cairn.fatigue import pass_time

    yield from pass_time(world, minutes * MINUTE)
    for moment in world.scenario.moments:
        if moment.id in world.state.happened or world.state.clock < moment.minute * MINUTE:
            continue
        world.state.happened.append(moment.id)
        tell(world, "room.moment", "", text=moment.text)
        if moment.frees and moment.frees in world.state.groups:
            world.state.groups[moment.frees].room = world.state.room
            world.state.groups[moment.frees].attitude = "hostile"
        if moment.ends and not world.state.over:
            _end(world, "too_late")


COMMANDS = (
    CommandType(Go, go, "CRN-GEN-06"),
    CommandType(Search, search, "CRN-GEN-06"),
)
