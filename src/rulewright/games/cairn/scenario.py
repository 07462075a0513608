"""A scenario at the table: setting it up, who is here, what the clock brings, and when it is over."""

from __future__ import annotations

from rulewright.engine.errors import Malformed
from rulewright.engine.world import World
from rulewright.games.cairn.actors import GONE, in_fight, out_of_action, side_of, tell
from rulewright.games.cairn.content import CairnContent
from rulewright.games.cairn.inventory import carry
from rulewright.games.cairn.options import Options
from rulewright.games.cairn.scenario_checks import check
from rulewright.games.cairn.state import MINUTE, Actor, CairnWorld, Group, State
from rulewright.games.cairn.story import FoeGroup, Member, Room, Scenario
from rulewright.games.cairn.twins import twins


def open_world(scenario: Scenario, options: Options, content: CairnContent) -> CairnWorld:
    """A table at the start of a scenario; raises `Malformed` where the packs or itself lack something of it."""
    check(scenario, content)
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
    if member.file:
        from rulewright.games.cairn.casting import from_file  # scars of a file need fatigue, which needs this module

        return from_file(world, member)
    actor = Actor(
        member.id, member.name, member.kind, "party", member.STR, member.DEX, member.WIL, member.hp,
        member.STR, member.DEX, member.WIL, member.hp, player=member.player, gold=member.gold,
        background=member.background, role=member.role,
    )  # fmt: skip
    for kit in member.items:
        if kit.item not in world.content.items_by_id and kit.item not in world.content.relics_by_id:
            raise Malformed(f"no item or relic {kit.item!r}", at=member.id, expected="an id of the loaded packs")
        thing = carry(world, kit.item)
        thing.where = kit.where
        actor.items.append(thing)
    return actor


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


def moments(world: CairnWorld) -> None:
    """What the clock brings by now; it waits while a fight goes on."""
    state = world.state
    if state.fight is not None:
        return
    for moment in world.scenario.moments:
        if moment.id in state.happened or state.clock < moment.minute * MINUTE:
            continue
        state.happened.append(moment.id)
        tell(world, "room.moment", "", **twins(moment, "text"))
        if moment.frees and moment.frees in state.groups:
            state.groups[moment.frees].room = state.room
            state.groups[moment.frees].attitude = "hostile"
        if moment.ends and not state.over:
            _end(world, "too_late")
