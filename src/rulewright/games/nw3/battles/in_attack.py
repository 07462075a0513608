"""What effects that are in force already make of an attack: Full Hit and Dodge, other HP Damage (NW3-SKILL-46)."""

from __future__ import annotations

from rulewright.engine.requests import Procedure
from rulewright.games.nw3.battles import rulings
from rulewright.games.nw3.battles.lasting import block_name, effect_of
from rulewright.games.nw3.battles.ongoing import Aim, OngoingAttack
from rulewright.games.nw3.battles.subjects import guarded
from rulewright.games.nw3.records.effect import Effect
from rulewright.games.nw3.state import Character, Lasting, Nw3World


def on_attacker(world: Nw3World, attack: OngoingAttack) -> Procedure[None]:
    """What is on the attacker: its own side's effects change the damage that it deals."""
    for one in list(attack.attacker.effects):
        if one.scope == "full_hit" and _acts(world, one, attack.attacker):
            attack.full_hit = True
        elif one.scope == "damage" and one.positive and _fits(world, one, attack, attack.attacker):
            yield from rulings.change(world, attack, attack, one.detail, one.amount, block_name(world, one.block))


def on_defender(world: Nw3World, attack: OngoingAttack, aim: Aim) -> Procedure[None]:
    """What is on a Defender: what it takes off the damage, and what the other side has laid on it."""
    for one in list(aim.defender.effects):
        if one.scope == "full_dodge" and _acts(world, one, aim.defender):
            aim.full_dodge = True
        elif one.scope == "reduce" and _fits(world, one, attack, aim.defender):
            aim.changes.append(("reduce", one.amount))
        elif one.scope == "damage" and not one.positive and _fits(world, one, attack, aim.defender):
            yield from rulings.change(world, attack, aim, one.detail, one.amount, block_name(world, one.block))


def _fits(world: Nw3World, one: Lasting, attack: OngoingAttack, bearer: Character) -> bool:
    return one.what in ("any", attack.damage_kind) and _acts(world, one, bearer)


def _acts(world: Nw3World, one: Lasting, bearer: Character) -> bool:
    """Whether the conditions of the effect hold now, for the one who used it and the one whom it is on."""
    effect = effect_of(world, one)
    user = world.state.characters.get(one.user, bearer)
    return not isinstance(effect, Effect) or guarded(world, effect.guard, user, bearer)
