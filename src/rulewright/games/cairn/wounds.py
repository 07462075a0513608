"""What damage does: hit protection, Strength, critical damage, death (CRN-ATTACK-03 to -05, CRN-CRIT)."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from rulewright.engine.requests import Option, Procedure, Question, ask
from rulewright.games.cairn.actors import GONE, marked, tell
from rulewright.games.cairn.content_dice import roll_dice
from rulewright.games.cairn.content_gear import Effect
from rulewright.games.cairn.inventory import effective_hp
from rulewright.games.cairn.rolls import rolled
from rulewright.games.cairn.saves import save_roll, saved
from rulewright.games.cairn.state import HOUR, Actor, CairnWorld, Condition
from rulewright.games.cairn.twins import twins

WORDED = frozenset({  # conditions that the catalogue has words for; others are a pack's own
    "aged", "asleep", "barely_moves", "blinded", "bound", "broken_limb", "buried", "burning", "caged", "calmed",
    "chained", "choking", "dancing", "deaf", "frozen_in_place", "held", "held_under", "hunted", "impaled", "infected",
    "kneeling", "led_astray", "lost", "out_of_action", "pinned", "poisoned", "prone", "rooted", "seeded", "swallowed",
    "thrown",
})  # fmt: skip


_FATES = tuple(Option(fate, f"fate.{fate}") for fate in ("dead", "dying", "knocked_out", "surrenders"))


class Wound(msgspec.Struct, frozen=True, gc=False):
    """What one attack did to one target. `scar` is the HP lost where a scar follows, else 0.

    With `spent` no Strength is left, and `strength_gone` has to follow at once.
    """

    target: Actor
    damage: int
    hp_lost: int = 0
    strength_lost: int = 0
    scar: int = 0
    spent: bool = False
    save_due: bool = False
    reached_zero: bool = False


def scarred_by_attacks(world: CairnWorld, actor: Actor) -> bool:
    """Whether landing on exactly 0 HP gives this actor a scar: PCs only (CRN-ATTACK-04, CRN-HIRE-04)."""
    if actor.kind == "hireling":
        return world.state.options.hireling_scars and not actor.detachment
    return actor.kind == "pc"


def wound(world: CairnWorld, actor: Actor, damage: int) -> Wound:
    """Take damage that is already reduced by armor: first from HP, the rest from Strength."""
    if damage == 0:  # CRN-ATTACK-16
        return Wound(actor, 0)
    hp = effective_hp(world, actor)
    if damage < hp:  # CRN-ATTACK-03
        actor.hp -= damage
        return Wound(actor, damage, damage)
    if hp:
        actor.hp = 0
    if damage == hp:  # CRN-ATTACK-04
        return Wound(actor, damage, hp, 0, hp if scarred_by_attacks(world, actor) else 0, reached_zero=True)
    lost = min(actor.STR, damage - hp)  # CRN-CRIT-01, and no scar (CRN-ATTACK-05)
    actor.STR -= lost
    left = actor.STR > 0
    return Wound(actor, damage, hp, lost, 0, not left, left, hp > 0)


def strength_gone(world: CairnWorld, actor: Actor) -> Procedure[None]:
    """Strength 0: a PC dies, a detachment is destroyed, others die (CRN-CRIT-02, CRN-LOSS-03)."""
    if actor.kind != "pc" and not actor.detachment and world.state.options.npc_str_zero == "referee":
        yield from npc_fate(world, actor, "CRN-CRIT-02")
        return
    die(world, actor, "CRN-CRIT-02")


def die(world: CairnWorld, actor: Actor, rule: str) -> None:
    """The actor is dead (a detachment destroyed); nothing waits for it any more (CRN-SCAR-06)."""
    actor.outcome = "destroyed" if actor.detachment else "dead"
    actor.stable, actor.dies_at, actor.fleeing = False, None, False
    actor.pending.clear()
    if world.tell:
        key = "death.destroyed" if actor.detachment else f"death.{actor.kind}"
        tell(world, key, rule, name=actor.name)


def critical_save(world: CairnWorld, actor: Actor) -> Procedure[bool]:
    """A save against critical damage with the Strength that is left (CRN-CRIT-03); returns success."""
    faces = yield save_roll(actor.STR, actor.id, "critical damage")
    success = saved(world, actor, "STR", faces[0])
    if actor.doomed:  # CRN-CRIT-10
        if success:
            from rulewright.games.cairn.scars import doom_survived

            yield from doom_survived(world, actor)
        else:
            die(world, actor, "CRN-SCAR-18")
        return success
    if not success:
        if actor.detachment:
            yield from _detachment_fate(world, actor)
        elif actor.kind == "pc" or actor.outcome == "critical":  # CRN-CRIT-06: dying as a PC does
            fall(world, actor)
        elif world.state.options.npc_critical == "dead":
            die(world, actor, "CRN-CRIT-06")
        else:
            yield from npc_fate(world, actor, "CRN-CRIT-06")
    return success


def fall(world: CairnWorld, actor: Actor) -> None:
    """Critically damaged: out of action, dead in an hour unless treated (CRN-CRIT-05, CRN-CRIT-08)."""
    again = actor.outcome == "critical"
    if again and world.state.options.critical_while_down == "dies":
        die(world, actor, "CRN-CRIT-08")
        return
    actor.outcome = "critical"
    actor.stable = False
    if actor.dies_at is None:
        actor.dies_at = world.state.clock + HOUR
    if world.tell:
        if again:
            tell(world, "critical.again", "CRN-CRIT-08", name=actor.name)
        else:
            tell(world, "critical.falls", "CRN-CRIT-05", name=actor.name)


def npc_fate(world: CairnWorld, actor: Actor, rule: str) -> Procedure[None]:
    """The referee says what becomes of an NPC that is beaten; dead by default (CRN-CRIT-06)."""
    fate = yield from ask(Question("npc_fate", "referee", _FATES, "dead", rule, {"name": actor.name}))
    match fate:
        case "dead":
            die(world, actor, rule)
        case "dying":
            fall(world, actor)
        case "knocked_out":
            actor.outcome = "knocked_out"
            tell(world, "fate.told.knocked_out", rule, name=actor.name)
        case "surrenders":
            actor.outcome = "surrendered"
            tell(world, "fate.told.surrenders", rule, name=actor.name)


def _detachment_fate(world: CairnWorld, actor: Actor) -> Procedure[None]:
    fate = world.state.options.detachment_critical
    if fate == "ask_referee":  # CRN-DETACH-02
        options = (Option("rout", "detachment.rout"), Option("weakened", "detachment.weakened"))
        question = Question("detachment_fate", "referee", options, "rout", "CRN-DETACH-02", {"name": actor.name})
        fate = yield from ask(question)
    if fate == "rout":
        actor.outcome = "routed"
        tell(world, "detachment.routed", "CRN-DETACH-02", name=actor.name)
    else:
        actor.detachment = False
        tell(world, "detachment.weakens", "CRN-DETACH-02", name=actor.name)


def apply_effects(world: CairnWorld, actor: Actor, effects: Iterable[Effect], rule: str) -> Procedure[None]:
    """Special effects of a spell, or of an attack whose critical save failed, in order (CRN-CRIT-07).

    Of one that is dead by then only the words are left.
    """
    from rulewright.games.cairn.fatigue import add_fatigue

    for effect in effects:
        if effect.op == "text":
            tell(world, "effect.text", rule, name=actor.name, **twins(effect, "text"))
            continue
        if actor.outcome in GONE:
            continue
        match effect.op:
            case "add_fatigue":
                yield from add_fatigue(world, actor, effect.amount or 1, rule=rule)
            case "lose_ability":
                loss = yield from rolled(roll_dice(effect.dice or "1d1"), rule, actor.id, "effect")
                yield from lose(world, actor, effect.ability or "STR", loss, rule)
            case "condition":
                gain_condition(world, actor, effect.condition or "", rule)
            case "dies":
                die(world, actor, rule)
            case "stabilise":
                stabilise(world, actor, rule)


def gain_condition(world: CairnWorld, actor: Actor, condition: str, rule: str) -> None:
    """A mark on the actor that lasts until the referee ends it; one of each kind."""
    if not marked(actor, condition):
        actor.conditions.append(Condition(condition, rule))
        words = f"condition.{condition}" if condition in WORDED else condition
        tell(world, "condition.gained", rule, name=actor.name, condition=words)


def lose(world: CairnWorld, actor: Actor, ability: str, amount: int, rule: str) -> Procedure[None]:
    """Lose points of an ability, with what follows at 0 (CRN-LOSS-03)."""
    left = max(0, getattr(actor, ability) - amount)
    lost = getattr(actor, ability) - left
    setattr(actor, ability, left)
    tell(world, "ability.lost", rule, name=actor.name, ability=ability, amount=lost, value=left)
    if left or not lost:
        return
    if ability == "STR":
        if actor.outcome not in GONE:
            yield from strength_gone(world, actor)
        return
    tell(world, "ability.zero_" + ability, "CRN-LOSS-03", name=actor.name)


def treatable(actor: Actor) -> bool:
    """Whether aid helps: critical and not yet stable, or dying of a mortal wound (CRN-HEAL-03)."""
    if actor.outcome == "critical":
        return not actor.stable
    return actor.outcome == "in" and actor.dies_at is not None


def stabilise(world: CairnWorld, actor: Actor, rule: str) -> None:
    """Stop a dying character's timer (CRN-HEAL-03); option stabilised_state says what it may do."""
    if not treatable(actor):
        return
    actor.dies_at = None
    if actor.outcome == "critical":
        actor.stable = True
        if world.state.options.stabilised_state == "acts_at_once":  # CRN-HEAL-04
            actor.outcome, actor.stable = "in", False
    tell(world, "critical.stable", rule, name=actor.name)
