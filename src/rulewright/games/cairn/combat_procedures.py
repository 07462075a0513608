"""Rules of a fight that can be run by themselves: damage, attacks, Blasts, critical damage and scars."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Annotated

import msgspec
from msgspec import Meta

from rulewright.engine.errors import Malformed
from rulewright.engine.game import PureProcedure
from rulewright.engine.modifiers import Modifier, Sum, stack
from rulewright.engine.requests import Procedure
from rulewright.games.cairn.attacks import modified
from rulewright.games.cairn.bare import READ_ONLY, ArmorValue, Kind, Living, Text, Value, bare_actor, bare_world
from rulewright.games.cairn.content_dice import DAMAGE_ALLOWED, damage_dice
from rulewright.games.cairn.damage import Damage, after_armor, attack_dice, highest, pooled_damage
from rulewright.games.cairn.scars import WORST, receive, table
from rulewright.games.cairn.state import Fight, Modifiers
from rulewright.games.cairn.strikes import Strike
from rulewright.games.cairn.wounds import critical_save, strength_gone, wound

MOST_TARGETS = 20


class DamageFields(msgspec.Struct, frozen=True, cache_hash=True, forbid_unknown_fields=True):
    """An attack on one target, before it is felt."""

    damage: Annotated[Text, Meta(description="the weapon's dice, such as d6 or d8+d8")] = "d6"
    others: Annotated[
        tuple[Text, ...],
        Meta(max_length=MOST_TARGETS, description="dice of other individuals on the same target in this phase"),
    ] = ()
    armor: Annotated[ArmorValue, Meta(description="armor of the target, 0 to 3")] = 0
    impaired: Annotated[bool, Meta(description="fighting from weakness: d4")] = False
    enhanced: Annotated[bool, Meta(description="fighting from advantage: d12")] = False
    unarmed: Annotated[bool, Meta(description="bare hands: always d4")] = False
    blast: Annotated[bool, Meta(description="the attack hits everybody in an area; this target is one of them")] = False
    attacker_detachment: Annotated[bool, Meta(description="the attacker is a detachment")] = False
    target_detachment: Annotated[bool, Meta(description="the target is a detachment")] = False


class AttackFields(DamageFields, frozen=True, cache_hash=True, forbid_unknown_fields=True):
    """An attack on one target, with what the target is."""

    hp: Annotated[Value, Meta(description="the target's HP")] = 4
    strength: Annotated[Living, Meta(description="the target's current STR, 1 to 99")] = 10
    kind: Annotated[Kind, Meta(description="what the target is; only an npc or hireling is a detachment")] = "pc"
    doomed: Annotated[bool, Meta(description="the target bears scar 12, Doomed")] = False


class BlastFields(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A Blast over several individuals."""

    damage: Annotated[Text, Meta(description="the dice of the attack, such as d8")] = "d6"
    armors: Annotated[
        tuple[ArmorValue, ...], Meta(min_length=1, max_length=MOST_TARGETS, description="armor of each target")
    ] = (0, 0)
    impaired: Annotated[bool, Meta(description="fighting from weakness: d4")] = False
    enhanced: Annotated[bool, Meta(description="fighting from advantage: d12")] = False
    attacker_detachment: Annotated[bool, Meta(description="a detachment strikes: d12 for each target")] = False


class CaughtFields(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A Blast of which nobody knows how many it catches."""

    damage: Annotated[Text, Meta(description="the dice of the attack, such as d8")] = "d6"
    candidates: Annotated[int, Meta(ge=1, le=99, description="how many are there at most")] = 4
    impaired: Annotated[bool, Meta(description="fighting from weakness: d4")] = False
    enhanced: Annotated[bool, Meta(description="fighting from advantage: d12")] = False


class DoomedFields(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One who bears scar 12 and has just lost Strength."""

    strength: Annotated[Living, Meta(description="STR that is left, 1 to 99")] = 10
    hp_max: Annotated[Value, Meta(description="highest HP before the save")] = 6


class ScarFields(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One who was brought to exactly 0 HP."""

    hp_lost: Annotated[int, Meta(ge=1, le=99, description="HP lost in the attack that left exactly 0")]
    hp_max: Annotated[Value, Meta(description="highest HP before the scar")] = 4
    STR: Annotated[Value, Meta(description="current and highest STR")] = 10
    DEX: Annotated[Value, Meta(description="current and highest DEX")] = 10
    WIL: Annotated[Value, Meta(description="current and highest WIL")] = 10


class AttackResult(msgspec.Struct, frozen=True, gc=False):
    """What an attack left of its target; `scar` is the id of the scar that follows."""

    face: int
    armor: int
    damage: int
    hp: int
    STR: int
    outcome: str
    scar: str = ""


class AttackOutcome(msgspec.Struct, frozen=True):
    """What odds of attacks are counted over: the result without the dice and armor that led to it."""

    damage: int
    hp: int
    STR: int
    outcome: str
    scar: str


class DoomedResult(msgspec.Struct, frozen=True):
    """How Doomed was settled."""

    outcome: str
    hp_max: int


class ScarResult(msgspec.Struct, frozen=True):
    """What a scar did at once; abilities are current and highest values."""

    scar: str
    note: str
    hp_max: int
    STR: tuple[int, int]
    DEX: tuple[int, int]
    WIL: tuple[int, int]
    waits_for: tuple[str, ...]
    doomed: bool
    deprived: tuple[str, ...]


def _strike(text: str, field: str, blast: bool = False, unarmed: bool = False) -> Strike:
    try:
        return Strike("weapon", damage_dice(text), blast, False, unarmed)
    except Malformed as error:
        raise Malformed(repr(text), at=field, expected=DAMAGE_ALLOWED) from error


def _sides(strike: Strike, impaired: bool, enhanced: bool, by_group: bool, on_group: bool) -> tuple[int, ...]:
    """The dice of one attacker on one target after all modifiers, by the rules of a fight."""
    world = bare_world()
    attacker, target = bare_actor("npc", 1, detachment=by_group), bare_actor("npc", 1, detachment=on_group)
    said = [Modifiers(attacker.id, "", impaired, enhanced)] if impaired or enhanced else []
    return attack_dice(strike, *modified(Fight([], modifiers=said), attacker, target, strike), world.state.options)


@lru_cache(maxsize=1024)
def _attackers(fields: DamageFields) -> tuple[int, ...]:
    """The dice of all attackers, pooled; the same fields are asked for thousands of times in a simulation."""
    strike = _strike(fields.damage, "damage", fields.blast, fields.unarmed)
    on_group = fields.target_detachment
    sides = _sides(strike, fields.impaired, fields.enhanced, fields.attacker_detachment, on_group)
    for index, other in enumerate(fields.others):
        sides += _sides(_strike(other, f"others[{index}]"), False, False, False, on_group)
    return sides


def _damage(fields: DamageFields) -> Procedure[Damage]:
    return pooled_damage(_attackers(fields), fields.armor)


def _attack(fields: AttackFields) -> Procedure[AttackResult]:
    if fields.target_detachment and fields.kind == "pc":  # CRN-DETACH-07
        raise Malformed("pc", at="kind", expected="npc or hireling for a detachment")
    face = yield from highest(_attackers(fields))
    damage = after_armor(face, fields.armor)
    world = READ_ONLY
    target = bare_actor(fields.kind, fields.hp, fields.strength, detachment=fields.target_detachment)
    if fields.doomed:
        target.doomed = True
    taken = wound(world, target, damage)
    if taken.spent:
        yield from strength_gone(world, target)
    elif taken.save_due:
        yield from critical_save(world, target)
    scar = table()[min(taken.scar, WORST)].id if taken.scar else ""
    return AttackResult(face, fields.armor, damage, target.hp, target.STR, target.outcome, scar)


def _blast(fields: BlastFields) -> Procedure[tuple[Damage, ...]]:
    strike = _strike(fields.damage, "damage", blast=True)
    sides = _sides(strike, fields.impaired, fields.enhanced, fields.attacker_detachment, False)
    dealt = []
    for armor in fields.armors:  # CRN-ATTACK-10: each target has its own roll
        face = yield from highest(sides)
        dealt.append(Damage(face, armor, after_armor(face, armor)))
    return tuple(dealt)


def _caught(fields: CaughtFields) -> Procedure[int]:
    strike = _strike(fields.damage, "damage", blast=True)
    face = yield from highest(_sides(strike, fields.impaired, fields.enhanced, False, False), "", "targets")
    return min(face, fields.candidates)


def _doomed(fields: DoomedFields) -> Procedure[DoomedResult]:
    actor = bare_actor("pc", 0, fields.strength)
    actor.hp_max, actor.doomed = fields.hp_max, True
    yield from critical_save(bare_world(), actor)
    return DoomedResult(actor.outcome, actor.hp_max)


def _scar(fields: ScarFields) -> Procedure[ScarResult]:
    actor = bare_actor("pc", 0, fields.STR, fields.DEX, fields.WIL)
    actor.hp_max = fields.hp_max
    yield from receive(bare_world(), actor, fields.hp_lost)
    scar = actor.scars[0]
    return ScarResult(
        scar.id, scar.note, actor.hp_max, (actor.STR, actor.STR_max), (actor.DEX, actor.DEX_max),
        (actor.WIL, actor.WIL_max), tuple(step.event for step in actor.pending), actor.doomed, tuple(actor.deprived),
    )  # fmt: skip


class ScarOutcome(msgspec.Struct, frozen=True):
    """What odds of scars are counted over; abilities are current values."""

    scar: str
    hp_max: int
    STR: int
    DEX: int
    WIL: int


def _scar_outcome(result: ScarResult) -> ScarOutcome:
    return ScarOutcome(result.scar, result.hp_max, result.STR[0], result.DEX[0], result.WIL[0])


def _damages(result: Sequence[Damage]) -> tuple[int, ...]:
    return tuple(one.damage for one in result)


def damage_sum(result: Damage | AttackResult) -> Sum:
    """The damage as the highest die less armor (CRN-ARMOR-01)."""
    die = Modifier("sum.highest_die", result.face, "", "CRN-ATTACK-02")
    armor = Modifier("sum.armor", -result.armor, "", "CRN-ARMOR-01")
    return stack([die, armor], low=0, limit_rule="CRN-ARMOR-01")


def _blast_sum(result: Sequence[Damage]) -> Sum:
    return stack([Modifier("sum.target", one.damage, "", "CRN-ATTACK-10") for one in result])


PROCEDURES = (
    PureProcedure(
        "damage", DamageFields, _damage,
        ("CRN-ATTACK-02", "CRN-ATTACK-06", "CRN-ATTACK-08", "CRN-ATTACK-13", "CRN-ARMOR-01", "CRN-DETACH-03"),
        "damage of one or several attackers on one target after armor",
        lambda result: result.damage, lambda result: result.damage, damage_sum,
    ),
    PureProcedure(
        "attack", AttackFields, _attack,
        ("CRN-ATTACK-01", "CRN-ATTACK-03", "CRN-ATTACK-04", "CRN-CRIT-01", "CRN-CRIT-03", "CRN-DETACH-02"),
        "an attack to its end: damage, HP, STR, the save against critical damage, the scar that follows",
        lambda result: AttackOutcome(result.damage, result.hp, result.STR, result.outcome, result.scar),
        lambda result: result.damage, damage_sum,
    ),
    PureProcedure(
        "blast", BlastFields, _blast, ("CRN-ATTACK-10", "CRN-ARMOR-06", "CRN-DETACH-04"),
        "a Blast over several targets, each with its own roll and armor",
        _damages, lambda result: sum(_damages(result)), _blast_sum,
    ),
    PureProcedure(
        "blast_count", CaughtFields, _caught, ("CRN-ATTACK-11",),
        "how many a Blast catches where nobody knows", lambda result: result, lambda result: result,
    ),
    PureProcedure(
        "doomed_save", DoomedFields, _doomed, ("CRN-SCAR-18", "CRN-CRIT-10"),
        "the next save against critical damage of one who is Doomed: death, or the mark is gone",
        lambda result: result, lambda result: int(result.outcome == "in"),
    ),
    PureProcedure(
        "scar", ScarFields, _scar, ("CRN-SCAR-01", "CRN-SCAR-04"), "a scar for the HP lost, with its rolls",
        _scar_outcome, lambda result: result.hp_max,
    ),
)  # fmt: skip
