"""The fight: its start, its rounds and phases, and its end (CRN-ROUND)."""

from __future__ import annotations

from typing import Annotated

import msgspec

from rulewright.engine.commands import CommandType
from rulewright.engine.errors import Refused
from rulewright.engine.journal import Seat
from rulewright.engine.requests import Option, Procedure, Question, ask
from rulewright.games.cairn.actors import GONE, in_fight, side_of, tell
from rulewright.games.cairn.declarations import Deed, able, deed_of, fight_of, undeclared
from rulewright.games.cairn.fatigue import pass_time
from rulewright.games.cairn.resolution import resolve
from rulewright.games.cairn.saves import actor_save
from rulewright.games.cairn.scenario import conclude
from rulewright.games.cairn.state import Actor, CairnWorld, Fight, FightResult, Group, LastFight

ROUND_SECONDS = 10


class StartFight(msgspec.Struct, frozen=True, tag="start_fight", tag_field="do"):
    """The referee starts a fight with groups of foes; `escape` names a safe place to run to, if any."""

    groups: Annotated[tuple[str, ...], msgspec.Meta(min_length=1)]
    escape: Annotated[str, msgspec.Meta(max_length=60)] = ""


class LockPhase(msgspec.Struct, frozen=True, tag="lock_phase", tag_field="do"):
    """The referee locks the declarations and the phase is resolved; `pass_missing` passes for the absent."""

    pass_missing: bool = False


class EndFight(msgspec.Struct, frozen=True, tag="end_fight", tag_field="do"):
    """The referee ends the fight."""


def start_fight(world: CairnWorld, command: StartFight, seat: Seat) -> Procedure[None]:
    state = world.state
    if state.fight is not None:
        raise Refused("in_combat", "CRN-ROUND-01")
    groups = [_group(world, name) for name in dict.fromkeys(command.groups)]
    foes = [actor for group in groups for one in group.members if in_fight(actor := state.actors[one])]
    party = [actor for actor in side_of(world, "party") if actor.outcome not in GONE]
    if not foes or not any(in_fight(actor) for actor in party):
        raise Refused("no_target", "CRN-ROUND-01")
    for group in groups:
        group.starting = len([foe for foe in foes if foe.id in group.members])
        group.used = []
    fight = state.fight = Fight([actor.id for actor in (*party, *foes)], escape=command.escape)
    fight.started_alone = len(foes) == 1  # CRN-MORALE-07
    if world.tell:
        tell(world, "fight.starts", "CRN-ROUND-01", foes=", ".join(actor.name for actor in foes))
    yield from _first_saves(world, fight, party)
    tell(world, "phase.party", "CRN-ROUND-01", round=fight.round)


def _group(world: CairnWorld, name: str) -> Group:
    group = world.state.groups.get(name)
    if group is None:
        raise Refused("unknown_actor", "CRN-ROUND-01", actor=name)
    return group


def _first_saves(world: CairnWorld, fight: Fight, party: list[Actor]) -> Procedure[None]:
    """Who acts in round 1: a DEX save each, which the referee may waive (CRN-ROUND-03, CRN-ROUND-04)."""
    kinds = {"pcs": ("pc",), "pcs_and_hirelings": ("pc", "hireling"), "none": ()}
    who = kinds[world.state.options.first_round_save]
    rolling = [actor for actor in party if actor.kind in who and in_fight(actor)]
    if not rolling:
        return
    options = tuple(Option(actor.id, "actor", {"name": actor.name}) for actor in rolling)
    waived = yield from ask(
        Question("waive_first_save", "referee", options, [], "CRN-ROUND-04", {}, "several", 0, len(options))
    )
    for actor in rolling:
        if actor.id in waived:
            tell(world, "phase.waived", "CRN-ROUND-04", name=actor.name)
        elif not (yield from actor_save(world, actor, "DEX", "first round")):
            fight.lost_turn.append(actor.id)
            tell(world, "phase.lost_turn", "CRN-ROUND-03", name=actor.name)


def lock_phase(world: CairnWorld, command: LockPhase, seat: Seat) -> Procedure[None]:
    fight = fight_of(world, "CRN-ROUND-08")
    if fight.locked:
        raise Refused("already_locked", "CRN-ROUND-08")
    missing = undeclared(world, fight)
    if missing and not command.pass_missing:
        raise Refused("declarations_missing", "CRN-ROUND-08", actors=", ".join(actor.name for actor in missing))
    deeds = _deeds(world, fight, command.pass_missing)
    fight.locked = True
    yield from resolve(world, fight, deeds)
    yield from _end_phase(world, fight)


def _deeds(world: CairnWorld, fight: Fight, pass_missing: bool) -> list[Deed]:
    """What was declared and still can be done.

    What cannot be done any more (CRN-GEN-01) is refused with its reason, or passed for where the referee says so.
    """
    actors = world.state.actors
    deeds = []
    for declared in fight.declared.values():
        actor = actors[declared.actor]
        if declared.action == "pass" or not able(fight, actor):
            continue
        try:
            deeds.append(deed_of(world, fight, actor, declared))
        except Refused:
            if not pass_missing:
                raise
    return deeds


def _end_phase(world: CairnWorld, fight: Fight) -> Procedure[None]:
    fight.declared, fight.locked = {}, False
    if fight.modifiers or fight.risky or fight.distant or fight.hands_changed:
        fight.modifiers, fight.risky, fight.distant, fight.hands_changed = [], {}, [], []
    if fight.phase == "party" and _goes_on(world, fight):
        fight.phase = "foes"
        if world.tell:
            tell(world, "phase.foes", "CRN-ROUND-01", round=fight.round)
        return
    yield from pass_time(world, ROUND_SECONDS)  # CRN-ROUND-01: the end of the round
    if not _goes_on(world, fight):
        finish(world, fight)
        return
    fight.phase, fight.late, fight.lost_turn = "party", [], []
    fight.round += 1
    if world.tell:
        tell(world, "phase.party", "CRN-ROUND-01", round=fight.round)


def _goes_on(world: CairnWorld, fight: Fight) -> bool:
    """Whether both sides have somebody left in the fight (CRN-ROUND-06)."""
    party, foes = False, bool(fight.removed)  # option simultaneity = whole_round: they still act
    actors = world.state.actors
    for member in fight.members:
        actor = actors[member]
        if actor.side == "party":
            party = party or in_fight(actor)
        else:
            foes = foes or in_fight(actor)
        if party and foes:
            return True
    return False


def finish(world: CairnWorld, fight: Fight, stopped: bool = False) -> None:
    """The fight is over: its marks go, wounds stay (CRN-ROUND-06); those who ran are with the party again."""
    state = world.state
    actors = [state.actors[member] for member in fight.members]
    party_stands = any(actor.side == "party" and in_fight(actor) for actor in actors)
    fled = [actor for actor in actors if actor.side == "party" and actor.outcome == "fled"]
    foes_stand = any(actor.side == "foes" and in_fight(actor) for actor in actors)
    result: FightResult = "stopped" if stopped else "victory" if party_stands else "retreat" if fled else "defeat"
    if result == "victory" and foes_stand:
        result = "stopped"
    state.last = LastFight(result, fight.round, [actor.id for actor in fled])
    state.fight = None
    state.fights += 1
    for actor in actors:
        actor.fleeing = False
    for actor in fled:
        actor.outcome = "in"
    if state.options_later is not None:
        state.options, state.options_later = state.options_later, None
    tell(world, "fight.ends", "CRN-ROUND-06", rounds=fight.round)
    conclude(world)


def end_fight(world: CairnWorld, command: EndFight, seat: Seat) -> Procedure[None]:
    finish(world, fight_of(world, "CRN-ROUND-06"), stopped=True)
    yield from ()


COMMANDS = (
    CommandType(StartFight, start_fight, "CRN-ROUND-01", "referee"),
    CommandType(LockPhase, lock_phase, "CRN-ROUND-08", "referee"),
    CommandType(EndFight, end_fight, "CRN-ROUND-06", "referee"),
)
