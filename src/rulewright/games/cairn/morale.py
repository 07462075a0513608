"""Morale (CRN-MORALE): whether foes lose heart after losses."""

from __future__ import annotations

from collections.abc import Iterable

from rulewright.engine.requests import Ask, Option, Procedure, Question
from rulewright.games.cairn.actors import in_fight, tell
from rulewright.games.cairn.saves import save
from rulewright.games.cairn.state import Actor, CairnWorld, Fight, Group

FIRST, HALF, LONE = "first_casualty", "half_lost", "lone_at_zero_hp"


def lost(world: CairnWorld, group: Group) -> int:
    """How many of a group are lost (option morale_casualty: do those count who ran away)."""
    fled_count = world.state.options.morale_casualty == "out_or_fled"
    actors = world.state.actors
    number = 0
    for member in group.members:  # a detachment is one member (CRN-MORALE-10)
        actor = actors[member]
        if not in_fight(actor) and (fled_count or actor.outcome != "fled"):
            number += 1
    return number


def check(world: CairnWorld, fight: Fight, emptied: Iterable[Actor]) -> Procedure[None]:
    """Morale saves that are due at the end of a phase (CRN-MORALE-06).

    `emptied` are the foes whose HP fell from above 0 to 0 in this phase.
    """
    state = world.state
    foes = [state.actors[one] for one in fight.members if state.actors[one].side == "foes"]
    standing = [foe for foe in foes if in_fight(foe)]
    if not standing:
        return
    only = standing[0] if len(standing) == 1 else None
    if only is not None and state.options.lone_foe == "started_alone" and not fight.started_alone:
        only = None
    emptied_ids = {actor.id for actor in emptied}
    for group in state.groups.values():
        if not any(member in fight.members and state.actors[member].side == "foes" for member in group.members):
            continue
        triggers = due(world, group)
        alone = only is not None and only.id in group.members and only.id in emptied_ids  # CRN-MORALE-04
        if alone:
            triggers.append(LONE)
        if not triggers:
            continue
        group.used.extend(trigger for trigger in triggers if trigger != LONE)
        if group.morale == "never":  # CRN-MORALE-05, CRN-MORALE-06
            continue
        members = [foe for foe in standing if foe.id in group.members and not foe.fleeing]
        if not members:
            continue
        times = len(triggers) if state.options.morale_two_triggers == "two_saves" else 1
        for _ in range(times):
            if not (yield from _hold(world, group, members)):
                break


def due(world: CairnWorld, group: Group) -> list[str]:
    """The triggers of losses that became due and were not had before (CRN-MORALE-02, CRN-MORALE-03)."""
    if group.starting < 2:  # CRN-MORALE-07
        return []
    number = lost(world, group)
    triggers = []
    if number and FIRST not in group.used:
        triggers.append(FIRST)
    if number * 2 >= group.starting and HALF not in group.used:
        triggers.append(HALF)
    return triggers


def will_of(world: CairnWorld, group: Group, members: list[Actor], leader: bool) -> int:
    """The WIL a group saves with: its leader's while that one stands, else the highest of its own (-05)."""
    if leader:
        return world.state.actors[group.leader].WIL
    return max(member.WIL for member in members)


def leads(world: CairnWorld, group: Group) -> bool:
    """Whether the leader whose WIL the group uses still stands."""
    leader = world.state.actors.get(group.leader)
    fight = world.state.fight
    return leader is not None and in_fight(leader) and fight is not None and leader.id in fight.members


def _hold(world: CairnWorld, group: Group, members: list[Actor]) -> Procedure[bool]:
    by_leader = leads(world, group)
    call = Question(
        "morale_call", "referee",
        tuple(Option(value, f"morale.{value}") for value in ("roll", "skip", "surrender")), "roll",
        "CRN-MORALE-02", {"group": group.name},
    )  # fmt: skip
    questions = [call]
    if by_leader:
        preset = "leader" if group.morale == "leader_wil" else "own"
        options = (Option("own", "morale.own"), Option("leader", "morale.leader"))
        questions.append(Question("morale_wil", "referee", options, preset, "CRN-MORALE-05", {"group": group.name}))
    answers = yield Ask(tuple(questions))
    if answers[0] == "skip":
        return True
    leader = by_leader and answers[1] == "leader"
    stay = True
    if world.state.options.morale_roll == "group":
        stay = yield from _roll(world, group, will_of(world, group, members, leader))
        broken = [] if stay else members
    else:
        broken = []
        for member in members:
            will = world.state.actors[group.leader].WIL if leader else member.WIL
            if not (yield from _roll(world, group, will, member)):
                broken.append(member)
        stay = not broken
    for member in broken:  # CRN-MORALE-08
        if answers[0] == "surrender":
            member.outcome = "surrendered"
            tell(world, "fate.told.surrenders", "CRN-MORALE-08", name=member.name)
        else:
            member.fleeing = True
    return stay


def _roll(world: CairnWorld, group: Group, will: int, member: Actor | None = None) -> Procedure[bool]:
    who = member.id if member else group.id
    result = yield from save(will, who, "morale")
    name = member.name if member else group.name
    key = "morale.stays" if result.success else "morale.flees"
    tell(world, key, "CRN-MORALE-02", group=name, value=will, face=result.face)
    return result.success
