"""Damage outside combat, and abilities that come back by other means than rest (CRN-LOSS-01 to -05)."""

from __future__ import annotations

from typing import Annotated

import msgspec

from rulewright.engine.commands import CommandType
from rulewright.engine.errors import Malformed, Refused
from rulewright.engine.journal import Seat
from rulewright.engine.modifiers import Modifier, stack
from rulewright.engine.requests import Procedure, yes_no
from rulewright.games.cairn.actors import GONE, living, require_peace, tell
from rulewright.games.cairn.armor import armor
from rulewright.games.cairn.content_dice import roll_dice
from rulewright.games.cairn.damage import after_armor
from rulewright.games.cairn.healing import recover_ability
from rulewright.games.cairn.rolls import rolled
from rulewright.games.cairn.scenario import conclude
from rulewright.games.cairn.state import Ability, Actor, CairnWorld
from rulewright.games.cairn.wounds import critical_save, lose


class AbilityDamage(msgspec.Struct, frozen=True, tag="ability_damage", tag_field="do"):
    """Damage outside combat, as a number or as dice: a trap, a fall, poison.

    `armor` answers beforehand whether armor helps, where the table asks the referee.
    """

    target: str
    amount: Annotated[int, msgspec.Meta(ge=0, le=99)] | None = None
    dice: Annotated[str, msgspec.Meta(max_length=20)] = ""
    ability: Ability = "STR"
    armor: bool | None = None


class Restore(msgspec.Struct, frozen=True, tag="restore", tag_field="do"):
    """The referee gives points of an ability back by exceptional means; without a number all of them."""

    actor: str
    ability: Ability
    points: Annotated[int, msgspec.Meta(ge=1, le=99)] | None = None


def ability_damage(world: CairnWorld, command: AbilityDamage, seat: Seat) -> Procedure[None]:
    target = living(world, command.target, "CRN-LOSS-01")
    require_peace(world, "CRN-LOSS-01")
    dice = stated_dice(command.amount, command.dice, "CRN-LOSS-01")
    uses_armor = world.state.options.ability_damage_uses_armor
    if uses_armor != "ask_referee" and command.armor not in (None, uses_armor == "yes"):
        raise Refused("bad_value", "CRN-LOSS-02", armor=command.armor)
    armored = command.armor
    if armored is None:
        armored = yield from armor_helps(world, target)
    total = command.amount or 0
    if dice is not None:
        total = yield from rolled(dice, "CRN-LOSS-01", target.id, "damage")
    yield from hurt(world, target, command.ability, total, armored)
    if target.outcome in GONE:
        conclude(world)


def armor_helps(world: CairnWorld, target: Actor) -> Procedure[bool]:
    """Whether armor counts against damage outside combat (CRN-LOSS-02, option ability_damage_uses_armor)."""
    uses_armor = world.state.options.ability_damage_uses_armor
    if uses_armor == "ask_referee":
        return (yield from yes_no("ability_damage", "referee", default=False, rule="CRN-LOSS-02", name=target.name))
    return uses_armor == "yes"


def hurt(world: CairnWorld, target: Actor, ability: Ability, total: int, armored: bool) -> Procedure[None]:
    """Damage outside combat goes to an ability, not to HP (CRN-LOSS-01); no scar follows (CRN-LOSS-02)."""
    damage = after_armor(total, armor(world, target)) if armored else total
    _told(world, target, ability, total, damage)
    yield from lose(world, target, ability, damage, "CRN-LOSS-01")
    saves = world.state.options.ability_damage_saves and ability == "STR" and damage
    if saves and target.outcome not in GONE:
        yield from critical_save(world, target)


def stated_dice(amount: int | None, dice: str, rule: str) -> tuple[int, int, int] | None:
    """The dice of a harm stated as one of both, or None where it is a number; refuses `bad_value`, `bad_dice`."""
    if (amount is None) == (not dice):
        raise Refused("bad_value", rule, amount=amount, dice=dice)
    if not dice:
        return None
    try:
        return roll_dice(dice)
    except Malformed as error:
        raise Refused("bad_dice", rule, dice=dice, expected=error.expected) from error


def _told(world: CairnWorld, target: Actor, ability: Ability, total: int, damage: int) -> None:
    if world.tell:
        parts = [Modifier("sum.damage", total, rule="CRN-LOSS-01")]
        if damage != total:
            parts.append(Modifier("sum.armor", damage - total, rule="CRN-LOSS-02"))
        tell(world, "ability.damage", "CRN-LOSS-01", sum=stack(parts), name=target.name, ability=ability,
             damage=damage)  # fmt: skip


def restore(world: CairnWorld, command: Restore, seat: Seat) -> Procedure[None]:
    actor = living(world, command.actor, "CRN-LOSS-04")
    if actor.deprived:  # CRN-FATIGUE-02
        raise Refused("deprived", "CRN-FATIGUE-02", actor=actor.name)
    points: int = getattr(actor, f"{command.ability}_max") if command.points is None else command.points
    recover_ability(world, actor, command.ability, points, "CRN-LOSS-04")
    yield from ()


COMMANDS = (
    CommandType(AbilityDamage, ability_damage, "CRN-LOSS-01", "referee"),
    CommandType(Restore, restore, "CRN-LOSS-04", "referee"),
)
