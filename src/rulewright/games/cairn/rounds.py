"""The fight: rounds, phases, and how a phase is resolved (CRN-ROUND, CRN-RETREAT)."""

from __future__ import annotations

from typing import Annotated

import msgspec

from rulewright.engine.commands import CommandType
from rulewright.engine.errors import Refused
from rulewright.engine.journal import Seat
from rulewright.engine.requests import Option, Procedure, Question, ask
from rulewright.games.cairn import morale
from rulewright.games.cairn.actors import GONE, in_fight, out_of_action, tell
from rulewright.games.cairn.attacks import Blow, Hit, carried, check_targets, land, strike_of, throw
from rulewright.games.cairn.damage import Strike
from rulewright.games.cairn.declarations import able, fight_of, undeclared
from rulewright.games.cairn.fatigue import pass_time
from rulewright.games.cairn.magic import affect, costs, spell_of, spell_strike, spend_charge
from rulewright.games.cairn.saves import actor_save, most_at_risk
from rulewright.games.cairn.scars import receive
from rulewright.games.cairn.scenario import conclude
from rulewright.games.cairn.state import Actor, CairnWorld, Declaration, Fight, FightResult, LastFight
from rulewright.games.cairn.wounds import apply_effects, critical_save, stabilise, treatable

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
    foes: list[Actor] = []
    for name in command.groups:
        group = state.groups.get(name)
        if group is None:
            raise Refused("unknown_actor", "CRN-ROUND-01", actor=name)
        foes.extend(state.actors[member] for member in group.members)
    party = [actor for actor in state.actors.values() if actor.side == "party" and actor.outcome not in GONE]
    foes = [actor for actor in foes if not out_of_action(actor)]
    if not foes or not any(not out_of_action(actor) for actor in party):
        raise Refused("no_target", "CRN-ROUND-01")
    party = [actor for actor in party if actor.outcome != "fled"]
    for name in command.groups:
        group = state.groups[name]
        group.starting = sum(1 for member in group.members if not out_of_action(state.actors[member]))
        group.used = []
    fight = state.fight = Fight([actor.id for actor in (*party, *foes)], escape=command.escape)
    fight.started_alone = len(foes) == 1
    tell(world, "fight.starts", "CRN-ROUND-01", foes=", ".join(actor.name for actor in foes))
    yield from _first_saves(world, fight, party)
    tell(world, "phase.party", "CRN-ROUND-01", round=fight.round)


def _first_saves(world: CairnWorld, fight: Fight, party: list[Actor]) -> Procedure[None]:
    """Who acts in round 1: a DEX save each, which the referee may waive (CRN-ROUND-03, CRN-ROUND-04)."""
    kinds = {"pcs": ("pc",), "pcs_and_hirelings": ("pc", "hireling"), "none": ()}
    who = kinds[world.state.options.first_round_save]
    rolling = [actor for actor in party if actor.kind in who and not out_of_action(actor)]
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
    missing = list(undeclared(world, fight))
    if missing and not command.pass_missing:
        raise Refused("declarations_missing", "CRN-ROUND-08", actors=", ".join(actor.name for actor in missing))
    fight.locked = True
    leaving = [actor for actor in map(world.state.actors.__getitem__, fight.members) if actor.fleeing]
    yield from _resolve(world, fight)
    if fight.phase == "foes" and leaving:
        yield from _leave(world, fight, leaving)
    yield from _end_phase(world, fight)


def _resolve(world: CairnWorld, fight: Fight) -> Procedure[None]:
    """Resolve all declarations of a phase in the order of CRN-ROUND-10."""
    actors = world.state.actors
    doing = [
        (actors[declared.actor], declared)
        for declared in fight.declared.values()
        if declared.action != "pass" and able(world, fight, actors[declared.actor])
    ]
    if fight.risky:
        doing = yield from _risky(world, fight, doing)
    fled = yield from _retreats(world, doing)
    attacks: list[tuple[Actor, Strike, list[Actor], Declaration]] = []
    injuries: list[Blow] = []
    for actor, declared in doing:
        if declared.action in ("cast", "use"):
            yield from _magic(world, actor, declared, attacks, injuries)
        elif declared.action == "attack":
            strike = strike_of(world, actor, declared)
            attacks.append((actor, strike, check_targets(world, actor, strike, declared.targets), declared))
            _spend(world, fight, actor, declared)
    blows = yield from throw(world, fight, attacks)
    landed = yield from land(world, [*blows, *injuries])
    for one in landed:  # steps 5 to 7; different targets do not influence each other
        if one.wound.scar:
            yield from receive(world, one.wound.target, one.wound.scar)
    for one in landed:
        if one.wound.save_due and one.wound.target.outcome not in GONE:
            one.wound.save_failed = not (yield from critical_save(world, one.wound.target))
    for one in landed:
        if one.wound.save_failed:
            for critical in one.criticals:
                tell(world, "effect.critical", "CRN-CRIT-07", name=one.wound.target.name, text=critical.text)
                yield from apply_effects(world, one.wound.target, critical.effects or (), "CRN-CRIT-07")
    for actor, declared in doing:
        if declared.action == "aid":
            _aid(world, actor, declared)
    emptied = [one.wound.target for one in landed if one.wound.reached_zero]
    yield from morale.check(world, fight, emptied)
    for actor in fled:
        if actor.outcome == "in":  # CRN-RETREAT-03
            actor.outcome = "fled"
            tell(world, "retreat.away", "CRN-RETREAT-03", name=actor.name, place=fight.escape)


def _risky(
    world: CairnWorld, fight: Fight, doing: list[tuple[Actor, Declaration]]
) -> Procedure[list[tuple[Actor, Declaration]]]:
    """Saves for risky deeds: a deed whose save fails does not count (CRN-ROUND-09)."""
    kept = []
    for actor, declared in doing:
        ability = fight.risky.get(actor.id)
        if ability is None or (yield from actor_save(world, actor, ability, "risky deed")):
            kept.append((actor, declared))
        else:
            tell(world, "risky.failed", "CRN-ROUND-09", name=actor.name)
    return kept


def _retreats(world: CairnWorld, doing: list[tuple[Actor, Declaration]]) -> Procedure[list[Actor]]:
    """DEX saves of those who run (CRN-RETREAT-01, option retreat_roll)."""
    runners = [actor for actor, declared in doing if declared.action == "retreat"]
    if not runners:
        return []
    if world.state.options.retreat_roll == "most_at_risk":  # CRN-RETREAT-04
        roller = most_at_risk(runners, "DEX")
        return runners if (yield from actor_save(world, roller, "DEX", "retreat")) else []
    away = []
    for actor in runners:
        if (yield from actor_save(world, actor, "DEX", "retreat")):
            away.append(actor)
        else:
            tell(world, "retreat.fails", "CRN-RETREAT-03", name=actor.name)
    return away


def _magic(
    world: CairnWorld,
    actor: Actor,
    declared: Declaration,
    attacks: list[tuple[Actor, Strike, list[Actor], Declaration]],
    injuries: list[Blow],
) -> Procedure[None]:
    """Casting costs and mishaps (CRN-ROUND-10, step 2); spell damage joins the attacks (CRN-MAGIC-08)."""
    thing = carried(actor, declared.item)
    if thing is None:
        return
    spell = spell_of(world, thing)
    relic = world.content.relics_by_id.get(thing.item)
    if relic is None and spell is None:
        if thing.uses:
            thing.uses -= 1
        tell(world, "use.item", "CRN-ROUND-07", name=actor.name, item=world.content.items_by_id[thing.item].name)
        return
    cast = yield from spend_charge(world, actor, thing, relic) if relic else costs(world, actor, thing)
    if cast.injury:  # CRN-MAGIC-07
        injuries.append(Blow(actor, [Hit(actor, cast.injury, False, None)], cast.injury))
    if spell is None or not cast.works:
        return
    targets = [world.state.actors[target] for target in declared.targets]
    yield from affect(world, actor, spell, targets)
    strike = spell_strike(spell)
    if strike is not None:
        attacks.append((actor, strike, targets, declared))


def _spend(world: CairnWorld, fight: Fight, actor: Actor, declared: Declaration) -> None:
    """Uses of thrown or counted weapons, and the rest that some attacks of creatures need (CRN-RANGE-02)."""
    if actor.monster:
        for attack in world.content.monsters_by_id[actor.monster].attacks:
            if attack.id == declared.weapon and attack.cooldown_rounds:
                fight.cooldowns[f"{actor.id}:{attack.id}"] = fight.round + attack.cooldown_rounds + 1
        return
    for thing_id in (declared.weapon, declared.second):
        thing = carried(actor, thing_id) if thing_id else None
        if thing is not None and thing.uses:
            thing.uses -= 1


def _aid(world: CairnWorld, actor: Actor, declared: Declaration) -> None:
    """Aid and stabilising (CRN-HEAL-03), after the damage of the phase."""
    target = world.state.actors[declared.targets[0]]
    thing = carried(actor, declared.item)
    if thing is None or not treatable(target):
        return
    if thing.uses:
        thing.uses -= 1
    stabilise(world, target, "CRN-HEAL-03")


def _end_phase(world: CairnWorld, fight: Fight) -> Procedure[None]:
    state = world.state
    actors = state.actors
    standing = {"party": False, "foes": False}
    for member in fight.members:
        actor = actors[member]
        if in_fight(actor):
            standing[actor.side] = True
    fight.declared, fight.modifiers, fight.risky = {}, [], {}
    fight.distant, fight.hands_changed, fight.locked = [], [], False
    whole = state.options.simultaneity == "whole_round" and fight.phase == "party"
    if whole:
        fight.removed = [one for one in fight.members if actors[one].side == "foes" and not in_fight(actors[one])]
    if not (standing["party"] and standing["foes"]) and not (whole and fight.removed):  # CRN-ROUND-06
        finish(world, fight)
        return
    if fight.phase == "party":
        fight.phase = "foes"
        tell(world, "phase.foes", "CRN-ROUND-01", round=fight.round)
        return
    fight.phase, fight.removed, fight.late, fight.lost_turn = "party", [], [], []
    fight.round += 1
    yield from pass_time(world, ROUND_SECONDS)
    if not any(in_fight(actors[member]) and actors[member].side == "party" for member in fight.members):
        finish(world, fight)
        return
    tell(world, "phase.party", "CRN-ROUND-01", round=fight.round)


def _leave(world: CairnWorld, fight: Fight, leaving: list[Actor]) -> Procedure[None]:
    """Those whose morale broke leave in their phase (CRN-MORALE-08, option npc_flight_needs_dex)."""
    for actor in leaving:
        if not in_fight(actor):
            continue
        if world.state.options.npc_flight_needs_dex and not (yield from actor_save(world, actor, "DEX", "retreat")):
            continue
        actor.outcome, actor.fleeing = "fled", False
        tell(world, "morale.gone", "CRN-MORALE-08", name=actor.name)


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
