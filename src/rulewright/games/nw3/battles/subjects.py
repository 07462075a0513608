"""Whom an effect acts on, and whether its conditions hold (nw3-skills-items.md, section 13)."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.games.nw3.battles import aboard, engages
from rulewright.games.nw3.battles.fighters import gone, members, opposing
from rulewright.games.nw3.battles.ongoing import OngoingAttack
from rulewright.games.nw3.records.effect import Effect
from rulewright.games.nw3.records.matchers import Guard
from rulewright.games.nw3.state import Character, Nw3World
from rulewright.games.nw3.wizards.conditions import under_condition


def subjects(
    world: Nw3World, user: Character, effect: Effect, targets: Sequence[Character], attack: OngoingAttack | None = None
) -> Sequence[Character]:
    """Whom an effect of the user acts on, `targets` being those of its block."""
    match effect.on:
        case "self":
            return (user,)
        case "attacker":
            return () if attack is None else (attack.attacker,)
        case "defender":
            return () if attack is None else tuple(aim.defender for aim in attack.aims)
        case "engage":
            return engages.in_engage(world, user.engage) or (user,)
        case "driver" | "riders":
            driver = aboard.driver_of(world, user)
            if driver is None:
                return ()
            return (driver,) if effect.on == "driver" else aboard.together(world, driver)
        case "allies" | "enemies":
            wanted = effect.on == "enemies"
            return [one for one in everybody(world) if (opposing(user, one) if wanted else one.side == user.side)]
        case _:
            return targets


def everybody(world: Nw3World) -> list[Character]:
    """All who are in the battle, or in the Scene, and not gone for good."""
    battle = world.state.battle
    if battle is not None:
        return [one for one in members(world, battle) if not gone(one)]
    return [one for one in world.state.characters.values() if one.present and not gone(one)]


def guarded(world: Nw3World, guards: Sequence[Guard], user: Character, subject: Character) -> bool:
    """Whether all conditions of an effect hold for this subject."""
    return all(_holds(world, guard, user if guard.who == "self" else subject) for guard in guards)


def _holds(world: Nw3World, guard: Guard, who: Character) -> bool:
    if guard.bad_status is not None:
        return guard.bad_status in who.statuses
    return under_condition(world.content, who, guard.condition or "", world.state.battle is not None)
