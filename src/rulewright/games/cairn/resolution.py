"""How the declarations of a phase are resolved, in the order of CRN-ROUND-10."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from rulewright.engine.requests import Procedure
from rulewright.games.cairn import morale, retreat
from rulewright.games.cairn.actors import GONE, in_fight, tell
from rulewright.games.cairn.attacks import Attempt, Blow, Hit, Landed, land, throw
from rulewright.games.cairn.content_gear import Spell
from rulewright.games.cairn.declarations import Deed
from rulewright.games.cairn.inventory import carried, spend_use, words
from rulewright.games.cairn.magic import affect, costs, speak, spell_of, spell_strike, spend_charge
from rulewright.games.cairn.saves import actor_save
from rulewright.games.cairn.scars import receive
from rulewright.games.cairn.state import Actor, CairnWorld, Carried, Declaration, Fight
from rulewright.games.cairn.treatment import treat_target
from rulewright.games.cairn.twins import twins
from rulewright.games.cairn.wounds import apply_effects, critical_save, treatable


class Results(msgspec.Struct):
    """What the deeds of a phase come to before any of it takes effect (CRN-ROUND-05)."""

    attempts: list[Attempt] = []
    injuries: list[Blow] = []
    spells: list[tuple[Actor, Spell, list[Actor]]] = []
    aids: list[Deed] = []


def resolve(world: CairnWorld, fight: Fight, deeds: Sequence[Deed]) -> Procedure[None]:
    """Resolve a phase. Who is removed in it still gets the effect of what was declared (CRN-ROUND-05)."""
    before = _standing_foes(world, fight)
    if fight.risky:  # step 1
        deeds = yield from _risky(world, fight, deeds)
    runners = [deed for deed in deeds if deed.declared.action == "retreat"]
    away = (yield from retreat.saves(world, [deed.actor for deed in runners])) if runners else []
    broken = retreat.broken(world, fight)
    if broken:
        broken = yield from retreat.flights(world, broken)
    results = Results()
    for deed in deeds:  # step 2, and what comes to dice
        if deed.strike is not None:
            results.attempts.append(Attempt(deed.actor, deed.strike, deed.targets, deed.declared.count_unknown))
            _spend(world, fight, deed.actor, deed.declared)
        elif deed.declared.action == "aid":
            results.aids.append(deed)
        elif deed.thing is not None:
            yield from _thing(world, deed, deed.thing, results)
    emptied: list[Actor] = []
    if results.attempts or results.injuries:
        blows = yield from throw(world, fight, results.attempts)  # step 3
        landed = yield from land(world, [*blows, *results.injuries])  # step 4
        emptied = yield from _aftermath(world, landed)  # steps 5 to 7
    for caster, spell, targets in results.spells:  # what a spell does besides damage, with the effects of step 7
        yield from affect(world, caster, spell, targets)
    for deed in results.aids:  # step 8; a use is spent only where there is still somebody to treat
        if deed.thing is not None and treatable(deed.targets[0]):
            treat_target(world, deed.actor, deed.thing, deed.targets[0])
    for deed in runners:
        if deed.actor in away:
            retreat.leave(world, fight, deed.actor, deed.targets)
    for actor in broken:
        retreat.flee(world, actor)
    fight.removed = [foe.id for foe in before if not in_fight(foe)] if before else []
    yield from morale.check(world, fight, emptied)  # step 9


def _standing_foes(world: CairnWorld, fight: Fight) -> list[Actor]:
    """Foes who, fallen in the party's phase, still act (CRN-ROUND-05, option simultaneity = whole_round)."""
    if world.state.options.simultaneity == "per_side" or fight.phase == "foes":
        return []
    actors = world.state.actors
    return [actor for one in fight.members if (actor := actors[one]).side == "foes" and in_fight(actor)]


def _risky(world: CairnWorld, fight: Fight, deeds: Sequence[Deed]) -> Procedure[list[Deed]]:
    """Saves for risky deeds: a deed whose save fails does not count (CRN-ROUND-09)."""
    kept = []
    for deed in deeds:
        ability = fight.risky.get(deed.actor.id)
        if ability is None or (yield from actor_save(world, deed.actor, ability, "risky deed")):
            kept.append(deed)
        else:
            tell(world, "risky.failed", "CRN-ROUND-09", name=deed.actor.name)
    return kept


def _thing(world: CairnWorld, deed: Deed, thing: Carried, results: Results) -> Procedure[None]:
    """Casting costs and mishaps, and other things used; spell damage is an attack (CRN-MAGIC-08)."""
    actor, spell = deed.actor, spell_of(world, thing)
    relic = world.content.relics_by_id.get(thing.item)
    if relic is None and spell is None:
        spend_use(thing)
        if world.tell:
            tell(world, "use.item", "CRN-ROUND-07", name=actor.name, **words(world, thing))
        return
    cast = yield from spend_charge(world, actor, thing, relic) if relic else costs(world, actor, thing)
    if cast.injury:  # CRN-MAGIC-07: no armor
        results.injuries.append(Blow(actor, [Hit(actor, cast.injury, False, None)], True))
    if spell is None or not cast.works:
        return
    speak(world, actor, spell)
    results.spells.append((actor, spell, deed.targets))
    strike = spell_strike(spell)
    if strike is not None:
        hit = deed.targets or [actor]  # a spell on oneself
        results.attempts.append(Attempt(actor, strike, hit, deed.declared.count_unknown))


def _spend(world: CairnWorld, fight: Fight, actor: Actor, declared: Declaration) -> None:
    """Uses of thrown or counted weapons (CRN-RANGE-02), and the rest that some attacks of creatures need."""
    if actor.monster:
        for attack in world.content.monsters_by_id[actor.monster].attacks:
            if attack.id == declared.weapon and attack.cooldown_rounds:
                fight.cooldowns[f"{actor.id}:{attack.id}"] = fight.round + attack.cooldown_rounds + 1
        return
    for thing_id in (declared.weapon, declared.second):
        thing = carried(actor, thing_id) if thing_id else None
        if thing is not None:
            spend_use(thing)


def _aftermath(world: CairnWorld, landed: Sequence[Landed]) -> Procedure[list[Actor]]:
    """Scars, saves against critical damage, special effects: steps 5 to 7, each for all targets in order.

    Returns the foes whose HP fell from above 0 to 0.
    """
    due, failed, emptied = [], [], []
    for one in landed:
        taken = one.wound
        if taken.reached_zero:
            if taken.target.side == "foes":
                emptied.append(taken.target)
            if taken.scar and taken.target.outcome not in GONE:
                yield from receive(world, taken.target, taken.scar)
        if taken.save_due:
            due.append(one)
    for one in due:
        target = one.wound.target
        if target.outcome not in GONE and not (yield from critical_save(world, target)):
            failed.append(one)
    for one in failed:  # CRN-CRIT-07
        target = one.wound.target
        for critical in one.criticals:
            tell(world, "effect.critical", "CRN-CRIT-07", name=target.name, **twins(critical, "text"))
            yield from apply_effects(world, target, critical.effects, "CRN-CRIT-07")
    return emptied
