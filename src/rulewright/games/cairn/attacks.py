"""Attacks of one phase: what strikes with what, whom it hits, and the dice (CRN-ATTACK, CRN-DETACH, CRN-RANGE)."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from rulewright.engine.errors import Refused
from rulewright.engine.modifiers import Part, Sum
from rulewright.engine.requests import Option, Procedure, Question, ask
from rulewright.games.cairn.actors import GONE, tell
from rulewright.games.cairn.armor import armor, armor_sum
from rulewright.games.cairn.content_gear import Critical
from rulewright.games.cairn.damage import after_armor, attack_dice, highest, normal_allowed
from rulewright.games.cairn.inventory import carried, effective_hp
from rulewright.games.cairn.state import Actor, CairnWorld, Declaration, Fight
from rulewright.games.cairn.strikes import BARE_HANDS, Strike
from rulewright.games.cairn.twins import twins
from rulewright.games.cairn.wounds import Wound, strength_gone, wound

_OUT_OF_PLAY = GONE | {"fled", "routed", "surrendered"}


class Hit(msgspec.Struct, gc=False):
    """One attacker's dice against one target: the highest face, and whether it came by Blast."""

    attacker: Actor
    face: int
    blast: bool
    critical: Critical | None


class Blow(msgspec.Struct, gc=False):
    """One attack as its target feels it: all hits that were pooled. An `injury` by a mishap is stopped by no armor."""

    target: Actor
    hits: list[Hit]
    injury: bool = False


def strike_of(world: CairnWorld, actor: Actor, declaration: Declaration) -> Strike:
    """What a declared attack strikes with; refuses `weapon_not_held`, `no_uses`, `bad_value` (CRN-ATTACK-17)."""
    weapon, second = declaration.weapon, declaration.second
    if second and (actor.monster or not weapon or second == weapon):  # CRN-ATTACK-12: two weapons, both held
        raise Refused("weapon_not_held", "CRN-ATTACK-12", weapon=second)
    if not weapon:
        return BARE_HANDS
    if actor.monster:
        attack = world.content.attacks[actor.monster].get(weapon)
        if attack is None:
            raise Refused("weapon_not_held", "CRN-ATTACK-17", weapon=weapon)
        return attack
    first = _weapon(world, actor, weapon)
    if not second:
        return first
    other = _weapon(world, actor, second)
    if first.blast or other.blast:  # CRN-ATTACK-12: one target
        raise Refused("bad_value", "CRN-ATTACK-12", weapon=(first if first.blast else other).name)
    return Strike(
        f"{first.name} + {other.name}", first.sides + other.sides, False, first.ranged or other.ranged, False,
        first.critical or other.critical, f"{first.name_fi} + {other.name_fi}",
    )  # fmt: skip


def _weapon(world: CairnWorld, actor: Actor, thing: str) -> Strike:
    content, held = world.content, carried(actor, thing)
    strike = content.weapons.get(held.item) if held is not None and held.where == "held" else None
    if held is None or strike is None:
        item = content.items_by_id.get(held.item) if held is not None else None
        raise Refused("weapon_not_held", "CRN-ATTACK-17", weapon=item.name if item is not None else thing)
    if held.uses == 0:  # CRN-RANGE-02
        raise Refused("no_uses", "CRN-RANGE-02", item=strike.name)
    return strike


def spreads(actor: Actor, strike: Strike, targets: Sequence[Actor]) -> bool:
    """Whether an attack hits every target: a Blast, or a detachment against individuals (CRN-DETACH-04)."""
    return strike.blast or against_individuals(actor, targets)


def against_individuals(actor: Actor, targets: Sequence[Actor]) -> bool:
    """Whether a detachment fights individuals."""
    return actor.detachment and not any(target.detachment for target in targets)


def check_targets(world: CairnWorld, actor: Actor, strike: Strike, targets: Sequence[str]) -> list[Actor]:
    """The targets of an attack; refuses `no_target`, `bad_target_count` (CRN-ATTACK-17)."""
    fight = world.state.fight
    assert fight is not None
    found = []
    for target_id in targets:
        target = world.state.actors.get(target_id)
        if target is None or target_id not in fight.members or not in_play(target):
            raise Refused("no_target", "CRN-ATTACK-17", target=target_id)
        found.append(target)
    if not found:
        raise Refused("no_target", "CRN-ATTACK-17", target="")
    if len(found) > 1 and (len(set(targets)) < len(found) or not spreads(actor, strike, found)):
        raise Refused("bad_target_count", "CRN-ATTACK-17", count=len(found))
    return found


def in_play(target: Actor) -> bool:
    """Whether one can be attacked: the critical, helpless and knocked-out can, as long as they live (CRN-ATTACK-17)."""
    return target.outcome not in _OUT_OF_PLAY


def modified(fight: Fight, actor: Actor, target: Actor, strike: Strike) -> tuple[bool, bool]:
    """Whether an attack is Impaired and whether it is Enhanced, by rule and by the referee's word."""
    impaired = target.detachment and not actor.detachment and not strike.blast  # CRN-DETACH-03
    enhanced = actor.detachment and not target.detachment  # CRN-DETACH-04
    if fight.distant and actor.id in fight.distant and strike.ranged:  # CRN-RANGE-01
        impaired = True
    if fight.modifiers:
        said = [word for word in fight.modifiers if word.attacker == actor.id and word.target in ("", target.id)]
        said.sort(key=lambda word: word.target != "")  # the word on this target comes after the one on all
        for word in said:
            if not word.impaired and not word.enhanced:  # plain, whatever was before
                impaired = enhanced = False
            impaired = impaired or word.impaired  # CRN-ATTACK-09: several causes count once
            enhanced = enhanced or word.enhanced
    return impaired, enhanced


class Attempt(msgspec.Struct, frozen=True, gc=False):
    """An attack whose dice are about to fall; with `count_unknown` nobody knows how many a Blast catches."""

    attacker: Actor
    strike: Strike
    targets: list[Actor]
    count_unknown: bool = False


def throw(world: CairnWorld, fight: Fight, attempts: Sequence[Attempt]) -> Procedure[list[Blow]]:
    """All damage dice of a phase (CRN-ROUND-10, step 3), pooled by target in declaration order."""
    blows: list[Blow] = []
    pools: dict[str, Blow] = {}
    for attempt in attempts:
        actor, strike, targets = attempt.attacker, attempt.strike, attempt.targets
        blast = spreads(actor, strike, targets)
        if attempt.count_unknown and blast:
            targets = yield from _caught(world, fight, actor, strike, targets)
        apart = blast and not world.state.options.blast_joins_pool  # CRN-ATTACK-14
        for target in targets:
            impaired, enhanced = modified(fight, actor, target, strike)
            sides = strike.sides
            if impaired or enhanced:
                sides = yield from _dice(world, actor, target, strike, impaired, enhanced)
            face = yield from highest(sides, actor.id)  # CRN-ATTACK-10: one roll for each target
            if world.tell:
                _told(world, actor, target, strike, sides, face, impaired, enhanced)
            hit = Hit(actor, face, blast, strike.critical)
            pool = None if apart else pools.get(target.id)
            if pool is not None:  # CRN-ATTACK-13
                pool.hits.append(hit)
                continue
            blows.append(blow := Blow(target, [hit]))
            if not apart:
                pools[target.id] = blow
    return blows


def _dice(
    world: CairnWorld, actor: Actor, target: Actor, strike: Strike, impaired: bool, enhanced: bool
) -> Procedure[tuple[int, ...]]:
    """The dice after the modifiers; with option enhanced_choice = ask the attacker chooses (CRN-ATTACK-08)."""
    options = world.state.options
    if options.enhanced_choice == "ask" and normal_allowed(strike, impaired, enhanced, options):
        choices = (Option("d12", "take.d12"), Option("normal", "take.normal"))
        facts = {"name": actor.name, "target": target.name}
        taken = yield from ask(Question("take_d12", actor.id, choices, "d12", "CRN-ATTACK-08", facts))
        if taken == "normal":
            return strike.sides
    return attack_dice(strike, impaired, enhanced, options)


def _caught(
    world: CairnWorld, fight: Fight, actor: Actor, strike: Strike, candidates: list[Actor]
) -> Procedure[list[Actor]]:
    """How many an area holds when nobody knows: the attack's die says (CRN-ATTACK-11)."""
    impaired, enhanced = modified(fight, actor, candidates[0], strike)
    sides = attack_dice(strike, impaired, enhanced, world.state.options)
    face = yield from highest(sides, actor.id, "targets")
    count = min(face, len(candidates))
    tell(world, "blast.count", "CRN-ATTACK-11", name=actor.name, count=count)
    if count == len(candidates):
        return candidates
    options = tuple(Option(target.id, "actor", {"name": target.name}) for target in candidates)
    default = [option.value for option in options[:count]]
    chosen = yield from ask(
        Question("blast_targets", "referee", options, default, "CRN-ATTACK-11", {"name": actor.name}, "several",
                 count, count)
    )  # fmt: skip
    return [target for target in candidates if target.id in chosen]


def _told(
    world: CairnWorld, actor: Actor, target: Actor, strike: Strike, sides: tuple[int, ...], face: int,
    impaired: bool, enhanced: bool,
) -> None:  # fmt: skip
    state = ("both" if enhanced else "impaired") if impaired else ("enhanced" if enhanced else "plain")
    rule = {"both": "CRN-ATTACK-09", "impaired": "CRN-ATTACK-06", "enhanced": "CRN-ATTACK-08"}.get(state)
    dice = "+".join(f"d{size}" for size in sides)
    tell(world, f"attack.{state}", rule or "CRN-ATTACK-02", name=actor.name, target=target.name,
         **twins(strike, name="weapon"), dice=dice, face=face)  # fmt: skip


def kept_hit(world: CairnWorld, blow: Blow, shield: int) -> Procedure[Hit]:
    """The hit of a pool whose die counts: the highest of all (CRN-ATTACK-13).

    Of equal ones the attacking side chooses whose effect it is (CRN-ATTACK-15), where the wound can have one.
    """
    hits = blow.hits
    best = hits[0]
    for hit in hits:
        if hit.face > best.face:
            best = hit
    if world.state.options.critical_effect_source == "any_attacker":
        return best
    tied = [hit for hit in hits if hit.face == best.face]
    matters = len(tied) > 1 and any(hit.critical is not best.critical for hit in tied)
    if not matters or after_armor(best.face, shield) <= effective_hp(world, blow.target):
        return best
    options = tuple(Option(str(index), "actor", {"name": hit.attacker.name}) for index, hit in enumerate(tied))
    facts = {"target": blow.target.name}
    chosen = yield from ask(Question("tie_effect", best.attacker.id, options, "0", "CRN-ATTACK-15", facts))
    return tied[int(chosen)]


class Landed(msgspec.Struct, gc=False):
    """A blow after step 4: the wound it made, and the critical effects that count if the save fails."""

    wound: Wound
    criticals: list[Critical]


def land(world: CairnWorld, blows: Sequence[Blow]) -> Procedure[list[Landed]]:
    """Pool, armor, HP and STR of each target (CRN-ROUND-10, step 4)."""
    landed = []
    any_attacker = world.state.options.critical_effect_source == "any_attacker"
    for blow in blows:
        target, hits = blow.target, blow.hits
        if target.outcome in GONE:  # killed by an earlier, separate blow of this phase
            continue
        # CRN-ARMOR-05, CRN-ARMOR-06: read now, subtracted once; a mishap goes past it (CRN-MAGIC-07)
        shield = 0 if blow.injury else armor(world, target)
        kept = hits[0] if len(hits) == 1 else (yield from kept_hit(world, blow, shield))
        taken = wound(world, target, after_armor(kept.face, shield))
        if taken.spent:
            yield from strength_gone(world, target)
        if taken.damage and target.side == "party" and kept.attacker.side == "foes":
            harm, by = world.state.harm, kept.attacker.monster or kept.attacker.id
            harm[by] = harm.get(by, 0) + taken.damage
        if any_attacker:
            criticals = [hit.critical for hit in hits if hit.critical is not None]
        else:
            criticals = [kept.critical] if kept.critical is not None else []
        if world.tell:
            _wound_told(world, blow, kept, shield, taken)
        landed.append(Landed(taken, criticals))
    return landed


def _wound_told(world: CairnWorld, blow: Blow, kept: Hit, shield: int, taken: Wound) -> None:
    target = blow.target
    if len(blow.hits) > 1:
        faces = ", ".join(str(hit.face) for hit in blow.hits)
        tell(world, "attack.pool", "CRN-ATTACK-13", name=target.name, faces=faces, face=kept.face)
    tell(world, "attack.damage", "CRN-ARMOR-01", sum=_sum(world, blow, kept, shield, taken.damage), name=target.name,
         face=kept.face, armor=shield, damage=taken.damage, hp=target.hp, hp_max=target.hp_max)  # fmt: skip
    if taken.strength_lost:
        tell(world, "wound.strength", "CRN-CRIT-01", name=target.name, amount=taken.strength_lost, value=target.STR)
    elif taken.reached_zero:
        tell(world, "wound.zero", "CRN-ATTACK-03", name=target.name)


def _sum(world: CairnWorld, blow: Blow, kept: Hit, shield: int, damage: int) -> Sum:
    """The damage with the dice that were not kept and the armor that did not count struck out."""
    parts = [
        Part(hit.attacker.name, hit.face, "CRN-ATTACK-13", "" if hit is kept else "CRN-ATTACK-13") for hit in blow.hits
    ]
    if not blow.injury:
        worn = armor_sum(world, blow.target)
        parts.extend(Part(part.source, -part.value, part.rule, part.suppressed_by) for part in worn.parts)
        over = sum(part.value for part in worn.parts if not part.suppressed_by) - shield
        if over:
            parts.append(Part("armor_cap", over, worn.limit_rule))
    return Sum(damage, tuple(parts), "CRN-ARMOR-01" if kept.face < shield else "")
