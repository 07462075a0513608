"""Morale (CRN-MORALE): whether foes lose heart after losses."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.engine.requests import Ask, Option, Procedure, Question
from rulewright.games.cairn.actors import in_fight, tell
from rulewright.games.cairn.saves import save
from rulewright.games.cairn.state import Actor, CairnWorld, Fight, Group

FIRST, HALF, LONE = "first_casualty", "half_lost", "lone_at_zero_hp"
RULES = {FIRST: "CRN-MORALE-02", HALF: "CRN-MORALE-03", LONE: "CRN-MORALE-04"}


_CALLS = tuple(Option(value, f"morale.{value}") for value in ("roll", "skip", "surrender"))
_WHOSE = (Option("own", "morale.own"), Option("leader", "morale.leader"))


def lost(world: CairnWorld, down: Sequence[Actor]) -> int:
    """How many of those who stand no more are lost (option morale_casualty: do those count who ran away).

    A detachment is one member (CRN-MORALE-10).
    """
    if world.state.options.morale_casualty == "out_or_fled":
        return len(down)
    return len([foe for foe in down if foe.outcome != "fled"])


def due(world: CairnWorld, group: Group, down: Sequence[Actor]) -> list[str]:
    """The triggers of losses that became due and were not had before (CRN-MORALE-02, CRN-MORALE-03).

    `down` are all foes who stand no more.
    """
    if not may_be_due(group):
        return []
    number = lost(world, [foe for foe in down if foe.id in group.members])
    triggers = []
    if number and FIRST not in group.used:
        triggers.append(FIRST)
    if number * 2 >= group.starting and HALF not in group.used:
        triggers.append(HALF)
    return triggers


def may_be_due(group: Group) -> bool:
    """Whether losses can still bring the group a save (CRN-MORALE-07)."""
    return group.starting > 1 and (FIRST not in group.used or HALF not in group.used)


def lone_foe(world: CairnWorld, fight: Fight, foes: Sequence[Actor], down: Sequence[Actor]) -> Actor | None:
    """The enemy who is the only one still in the fight (CRN-MORALE-04, option lone_foe), or None."""
    if len(foes) - len(down) != 1:
        return None
    lone = next(foe for foe in foes if foe not in down)
    if world.state.options.lone_foe == "started_alone" and not (fight.started_alone and lone is foes[0]):
        return None
    return lone


def check(world: CairnWorld, fight: Fight, emptied: Sequence[Actor]) -> Procedure[None]:
    """Morale saves that are due at the end of a phase (CRN-MORALE-06); only enemies make them (CRN-MORALE-01).

    `emptied` are the foes whose HP fell from above 0 to 0 in this phase.
    """
    groups = world.state.groups.values()
    if not emptied and not any(map(may_be_due, groups)):
        return
    actors, foes, down = world.state.actors, [], []
    for member in fight.members:  # of this fight, none before
        actor = actors[member]
        if actor.side == "foes":
            foes.append(actor)
            # a removal that has not taken effect yet does not count (CRN-ROUND-05)
            if not in_fight(actor) and actor.id not in fight.removed:
                down.append(actor)
    if not down and not emptied:
        return
    lone = lone_foe(world, fight, foes, down) if emptied else None
    for group in groups:
        triggers = due(world, group, down)
        if lone is not None and not triggers and lone.id in group.members and lone in emptied:
            triggers = [LONE] if LONE not in group.used else []  # CRN-MORALE-07: after a loss it applies later
        if not triggers:
            continue
        group.used.extend(triggers)
        if group.morale == "never":  # CRN-MORALE-05, CRN-MORALE-06
            continue
        if world.state.options.morale_two_triggers == "one_save":  # CRN-MORALE-06
            del triggers[1:]
        members = [foe for foe in foes if foe.id in group.members and in_fight(foe) and not foe.fleeing]
        for trigger in triggers:
            if members:
                members = yield from _hold(world, fight, group, members, RULES[trigger])


def will_of(world: CairnWorld, group: Group, members: Sequence[Actor], leader: bool) -> int:
    """The WIL a group saves with: its leader's, else the highest of its own still in the fight (CRN-MORALE-05)."""
    if leader:
        return world.state.actors[group.leader].WIL
    return max(member.WIL for member in members)


def leads(world: CairnWorld, fight: Fight, group: Group) -> bool:
    """Whether a leader of the group is still in the fight."""
    leader = world.state.actors.get(group.leader)
    return leader is not None and leader.id in fight.members and in_fight(leader)


def _hold(
    world: CairnWorld, fight: Fight, group: Group, members: list[Actor], rule: str
) -> Procedure[list[Actor]]:  # fmt: skip
    """One morale save of a group, or of each member (option morale_roll); returns those who stay."""
    surrender, leader = yield from _called(world, fight, group, rule)
    if surrender is None:
        return members
    if world.state.options.morale_roll == "group":
        stays = yield from _roll(world, group.id, group.name, will_of(world, group, members, leader), rule, surrender)
        broken = [] if stays else members
    else:
        broken = []
        for member in members:
            will = will_of(world, group, [member], leader)
            if not (yield from _roll(world, member.id, member.name, will, rule, surrender)):
                broken.append(member)
    for member in broken:  # CRN-MORALE-08
        if surrender:
            member.outcome = "surrendered"
        else:
            member.fleeing = True
    return [member for member in members if member not in broken]


def _called(world: CairnWorld, fight: Fight, group: Group, rule: str) -> Procedure[tuple[bool | None, bool]]:
    """The referee's word before the roll: surrender in place of flight or None for no save, and the leader's WIL."""
    facts = {"group": group.name}
    questions = [Question("morale_call", "referee", _CALLS, "roll", rule, facts)]
    if leads(world, fight, group):
        preset = "leader" if group.morale == "leader_wil" else "own"
        questions.append(Question("morale_wil", "referee", _WHOSE, preset, "CRN-MORALE-05", facts))
    answers = yield Ask(tuple(questions))
    surrender = None if answers[0] == "skip" else answers[0] == "surrender"
    return surrender, answers[-1] == "leader"


def _roll(world: CairnWorld, who: str, name: str, will: int, rule: str, surrender: bool) -> Procedure[bool]:
    result = yield from save(will, who, "morale")
    if world.tell:
        key = "morale.stays" if result.success else "morale.surrenders" if surrender else "morale.flees"
        tell(world, key, rule, group=name, value=will, face=result.face)
    return result.success
