"""Healing (CRN-HEAL): what recovers hit protection, abilities and Fatigue, and healing that is paid for."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from rulewright.engine.commands import CommandType
from rulewright.engine.errors import Refused
from rulewright.engine.journal import Seat
from rulewright.engine.requests import Procedure
from rulewright.games.cairn.actors import find, own, require_peace, tell
from rulewright.games.cairn.state import ABILITIES, Actor, CairnWorld


def recover_hp(world: CairnWorld, actor: Actor, rule: str) -> None:
    """HP to the maximum, never above it (CRN-HEAL-01, CRN-HEAL-09)."""
    actor.hp = actor.hp_max
    tell(world, "heal.hp", rule, name=actor.name, hp=actor.hp, hp_max=actor.hp_max)


def recover_abilities(world: CairnWorld, actor: Actor, rule: str) -> None:
    """All three abilities to their maximum (CRN-HEAL-05)."""
    for ability in ABILITIES:
        recover_ability(world, actor, ability, getattr(actor, f"{ability}_max"), rule)


def recover_ability(world: CairnWorld, actor: Actor, ability: str, points: int, rule: str) -> None:
    """Points of one ability, up to its maximum (CRN-HEAL-09); at 1 or more its zero state ends (CRN-LOSS-04)."""
    before = getattr(actor, ability)
    now = min(before + points, getattr(actor, f"{ability}_max"))
    if now == before:
        return
    setattr(actor, ability, now)
    tell(world, "heal.ability", rule, name=actor.name, ability=ability, gained=now - before, value=now)
    if before == 0 and ability != "STR":
        tell(world, f"heal.no_longer_{ability}", "CRN-LOSS-04", name=actor.name)


def recover_fatigue(world: CairnWorld, actor: Actor, rule: str) -> None:
    """All Fatigue, or one (CRN-FATIGUE-06, option fatigue_recovery)."""
    if actor.fatigue:
        all_of_it = world.state.options.fatigue_recovery == "all_per_night"
        actor.fatigue = 0 if all_of_it else actor.fatigue - 1
        tell(world, "heal.fatigue", rule, name=actor.name, fatigue=actor.fatigue)


class HealingService(msgspec.Struct, frozen=True, tag="healing_service", tag_field="do"):
    """The referee has somebody healed for a price, by magic or a quicker art than rest."""

    actor: str
    heals: Annotated[tuple[Literal["hp", "abilities", "fatigue"], ...], msgspec.Meta(min_length=1)]
    price: Annotated[int, msgspec.Meta(ge=0, le=100_000)] = 0
    payer: str = ""


def healing_service(world: CairnWorld, command: HealingService, seat: Seat) -> Procedure[None]:
    actor = own(world, command.actor, seat)
    payer = find(world, command.payer or command.actor)
    require_peace(world, "CRN-HEAL-07")
    if actor.deprived:  # CRN-FATIGUE-02
        raise Refused("deprived", "CRN-FATIGUE-02", actor=actor.name)
    if not command.heals or not 0 <= command.price <= payer.gold:
        raise Refused("bad_value", "CRN-HEAL-07", price=command.price, gold=payer.gold)
    payer.gold -= command.price
    tell(world, "heal.service", "CRN-HEAL-07", name=actor.name, payer=payer.name, price=command.price, gold=payer.gold)
    if "hp" in command.heals:
        recover_hp(world, actor, "CRN-HEAL-07")
    if "abilities" in command.heals:
        recover_abilities(world, actor, "CRN-HEAL-07")
    if "fatigue" in command.heals:
        recover_fatigue(world, actor, "CRN-HEAL-07")
    yield from ()


COMMANDS = (CommandType(HealingService, healing_service, "CRN-HEAL-07", "referee"),)
