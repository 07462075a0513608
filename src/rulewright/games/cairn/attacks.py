"""Attacks of one phase: what strikes with what, whom it hits, and the dice (CRN-ATTACK, CRN-DETACH, CRN-RANGE)."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from rulewright.engine.errors import Refused
from rulewright.engine.requests import Option, Procedure, Question, ask
from rulewright.games.cairn.actors import GONE, tell
from rulewright.games.cairn.armor import armor
from rulewright.games.cairn.content import Critical, damage_dice
from rulewright.games.cairn.damage import BARE_HANDS, Strike, after_armor, attack_dice, highest, normal_allowed
from rulewright.games.cairn.state import Actor, CairnWorld, Carried, Declaration, Fight
from rulewright.games.cairn.wounds import Wound, wound


class Hit(msgspec.Struct, gc=False):
    """One attacker's dice against one target: the highest face, and whether it came by Blast."""

    attacker: Actor
    face: int
    blast: bool
    critical: Critical | None


class Blow(msgspec.Struct, gc=False):
    """One attack as its target feels it: all hits that were pooled, or an injury that no armor stops."""

    target: Actor
    hits: list[Hit]
    injury: int = 0


def carried(actor: Actor, thing: str) -> Carried | None:
    """The thing that the actor carries under this id."""
    for one in actor.items:
        if one.id == thing:
            return one
    return None


def strike_of(world: CairnWorld, actor: Actor, declaration: Declaration) -> Strike:
    """What a declared attack strikes with; refuses `weapon_not_held`, `no_uses`."""
    if actor.monster:
        if not declaration.weapon:
            return BARE_HANDS
        for attack in world.content.monsters_by_id[actor.monster].attacks:
            if attack.id == declaration.weapon:
                return Strike(
                    attack.name, damage_dice(attack.damage), attack.blast, attack.range == "ranged", False,
                    attack.critical,
                )  # fmt: skip
        raise Refused("weapon_not_held", "CRN-ATTACK-17", weapon=declaration.weapon)
    if not declaration.weapon:
        return BARE_HANDS
    strike = _weapon(world, actor, declaration.weapon)
    if not declaration.second:
        return strike
    second = _weapon(world, actor, declaration.second)  # CRN-ATTACK-12
    if declaration.second == declaration.weapon or strike.blast or second.blast:
        raise Refused("weapon_not_held", "CRN-ATTACK-12", weapon=second.name)
    return Strike(
        f"{strike.name} + {second.name}", strike.sides + second.sides, False, strike.ranged or second.ranged, False,
        strike.critical or second.critical,
    )  # fmt: skip


def _weapon(world: CairnWorld, actor: Actor, thing: str) -> Strike:
    held = carried(actor, thing)
    item = world.content.items_by_id.get(held.item) if held is not None else None
    if held is None or held.where != "held" or item is None or item.kind != "weapon" or item.damage is None:
        raise Refused("weapon_not_held", "CRN-ATTACK-17", weapon=thing)
    if held.uses == 0:  # CRN-RANGE-02
        raise Refused("no_uses", "CRN-RANGE-02", item=item.name)
    return Strike(item.name, damage_dice(item.damage), item.blast, item.range == "ranged", False, item.critical)


def spreads(actor: Actor, strike: Strike, targets: Sequence[Actor]) -> bool:
    """Whether an attack hits every target: a Blast, or a detachment against individuals (CRN-DETACH-04)."""
    return strike.blast or (actor.detachment and not any(target.detachment for target in targets))


def check_targets(world: CairnWorld, actor: Actor, strike: Strike, targets: Sequence[str]) -> list[Actor]:
    """The targets of an attack; refuses `no_target`, `bad_target_count` (CRN-ATTACK-17)."""
    fight = world.state.fight
    assert fight is not None
    found = []
    for target_id in targets:
        target = world.state.actors.get(target_id)
        if target is None or target_id not in fight.members or not _in_play(target):
            raise Refused("no_target", "CRN-ATTACK-17", target=target_id)
        found.append(target)
    if not found:
        raise Refused("no_target", "CRN-ATTACK-17", target="")
    if len(found) > 1 and (len(set(targets)) < len(found) or not spreads(actor, strike, found)):
        raise Refused("bad_target_count", "CRN-ATTACK-17", count=len(found))
    return found


def _in_play(target: Actor) -> bool:
    # CRN-ATTACK-17: the critical and helpless are legal targets as long as they live and are here
    return target.outcome not in GONE and target.outcome not in ("fled", "routed")


def modified(world: CairnWorld, fight: Fight, actor: Actor, target: Actor, strike: Strike) -> tuple[bool, bool]:
    """Whether an attack is Impaired and whether it is Enhanced, by rule and by the referee's word."""
    impaired = target.detachment and not actor.detachment and not strike.blast  # CRN-DETACH-03
    enhanced = actor.detachment and not target.detachment  # CRN-DETACH-04
    if fight.distant and actor.id in fight.distant and strike.ranged:  # CRN-RANGE-01
        impaired = True
    for word in fight.modifiers:  # CRN-ATTACK-06, CRN-ATTACK-08: several causes count once
        if word.attacker == actor.id and word.target in ("", target.id):
            if not word.impaired and not word.enhanced:
                return False, False
            impaired = impaired or word.impaired
            enhanced = enhanced or word.enhanced
    return impaired, enhanced


def throw(
    world: CairnWorld, fight: Fight, attacks: Sequence[tuple[Actor, Strike, list[Actor], Declaration]]
) -> Procedure[list[Blow]]:
    """All damage dice of a phase (CRN-ROUND-10, step 3), pooled by target in declaration order."""
    pools: dict[str, Blow] = {}
    apart: list[Blow] = []
    for actor, strike, targets, declaration in attacks:
        blast = spreads(actor, strike, targets)
        if declaration.count_unknown and blast:
            targets = yield from _caught(world, fight, actor, strike, targets)
        for target in targets:
            impaired, enhanced = modified(world, fight, actor, target, strike)
            sides = strike.sides
            if impaired or enhanced:
                sides = yield from _dice(world, actor, target, strike, impaired, enhanced)
            face = yield from highest(sides, actor.id)  # CRN-ATTACK-10: one roll for each target
            if world.tell:
                _told(world, actor, target, strike, sides, face, impaired, enhanced)
            hit = Hit(actor, face, blast, strike.critical)
            if blast and not world.state.options.blast_joins_pool:  # CRN-ATTACK-14
                apart.append(Blow(target, [hit]))
            elif (blow := pools.get(target.id)) is not None:
                blow.hits.append(hit)
            else:
                pools[target.id] = Blow(target, [hit])
    return [*pools.values(), *apart]


def _dice(
    world: CairnWorld, actor: Actor, target: Actor, strike: Strike, impaired: bool, enhanced: bool
) -> Procedure[tuple[int, ...]]:
    options = world.state.options
    if options.enhanced_choice == "ask" and normal_allowed(strike, impaired, enhanced, options):
        choices = (Option("d12", "take.d12"), Option("normal", "take.normal"))
        facts = {"name": actor.name, "target": target.name}
        taken = yield from ask(Question("take_d12", actor.id, choices, "d12", "CRN-ATTACK-08", facts))
        enhanced = taken == "d12"
    return attack_dice(strike, impaired, enhanced, options)


def _caught(
    world: CairnWorld, fight: Fight, actor: Actor, strike: Strike, candidates: list[Actor]
) -> Procedure[list[Actor]]:
    """How many an area holds when nobody knows: the attack's die says (CRN-ATTACK-11)."""
    impaired, enhanced = modified(world, fight, actor, candidates[0], strike)
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
    dice = "+".join(f"d{size}" for size in sides)
    tell(world, f"attack.{state}", "CRN-ATTACK-09" if state == "both" else "CRN-ATTACK-02", name=actor.name,
         target=target.name, weapon=strike.name, dice=dice, face=face)  # fmt: skip


def kept_hit(world: CairnWorld, blow: Blow) -> Procedure[Hit]:
    """The hit whose die counts: the highest of all (CRN-ATTACK-13); a tie is the attackers' choice (-15)."""
    hits = blow.hits
    best = hits[0]
    for hit in hits:
        if hit.face > best.face:
            best = hit
    if len(hits) == 1:
        return best
    tied = [hit for hit in hits if hit.face == best.face]
    if len(tied) > 1 and any(hit.critical is not tied[0].critical for hit in tied):
        options = tuple(Option(str(index), "actor", {"name": hit.attacker.name}) for index, hit in enumerate(tied))
        to = tied[0].attacker.id
        facts = {"target": blow.target.name}
        chosen = yield from ask(Question("tie_effect", to, options, "0", "CRN-ATTACK-15", facts))
        return tied[int(chosen)]
    return best


class Landed(msgspec.Struct, gc=False):
    """A blow after step 4: the wound it made, and the critical effects that count if the save fails."""

    wound: Wound
    criticals: list[Critical]


def land(world: CairnWorld, blows: Sequence[Blow]) -> Procedure[list[Landed]]:
    """Pool, armor, HP and STR of each target (CRN-ROUND-10, step 4)."""
    landed = []
    for blow in blows:
        target = blow.target
        if target.outcome in GONE:  # killed by an earlier, separate blow of this phase
            continue
        if blow.injury:
            landed.append(Landed((yield from wound(world, target, blow.injury)), []))
            continue
        kept = yield from kept_hit(world, blow)
        shield = armor(world, target)  # CRN-ARMOR-05, CRN-ARMOR-06: read now, subtracted once
        taken = yield from wound(world, target, after_armor(kept.face, shield))
        if target.side == "party" and taken.damage:
            harm, by = world.state.harm, kept.attacker.monster or kept.attacker.id
            harm[by] = harm.get(by, 0) + taken.damage
        if world.state.options.critical_effect_source == "any_attacker":
            criticals = [hit.critical for hit in blow.hits if hit.critical is not None]
        else:
            criticals = [kept.critical] if kept.critical is not None else []
        if world.tell:
            _wound_told(world, blow, kept, shield, taken)
        landed.append(Landed(taken, criticals))
    return landed


def _wound_told(world: CairnWorld, blow: Blow, kept: Hit, shield: int, taken: Wound) -> None:
    from rulewright.engine.modifiers import Modifier, stack
    from rulewright.games.cairn.armor import armor_sum

    target = blow.target
    if len(blow.hits) > 1:
        faces = ", ".join(str(hit.face) for hit in blow.hits)
        tell(world, "attack.pool", "CRN-ATTACK-13", name=target.name, faces=faces, face=kept.face)
    worn = armor_sum(world, target)
    total = stack(
        [
            Modifier(kept.attacker.name, kept.face, "die", "CRN-ATTACK-13"),
            *(Modifier(part.source, -part.value, "armor", part.rule) for part in worn.parts if not part.suppressed_by),
            *([Modifier("armor_cap", sum(p.value for p in worn.parts if not p.suppressed_by) - shield, "armor",
                        worn.limit_rule)] if worn.limit_rule else []),
        ],
        low=0, limit_rule="CRN-ARMOR-01",
    )  # fmt: skip
    tell(world, "attack.damage", "CRN-ARMOR-01", sum=total, name=target.name, face=kept.face, armor=shield,
         damage=taken.damage, hp=target.hp, hp_max=target.hp_max)  # fmt: skip
    if taken.strength_lost:
        tell(world, "wound.strength", "CRN-CRIT-01", name=target.name, amount=taken.strength_lost, value=target.STR)
    elif taken.reached_zero:
        tell(world, "wound.zero", "CRN-ATTACK-03", name=target.name)
