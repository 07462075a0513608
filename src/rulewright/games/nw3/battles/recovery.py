"""Recovery Judges and rest (NW3-RECOVER)."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.engine.requests import Procedure
from rulewright.games.nw3.battles import harm, windows
from rulewright.games.nw3.battles.disclosure import tell_numbers
from rulewright.games.nw3.battles.fighters import tell
from rulewright.games.nw3.dice.judging import asked
from rulewright.games.nw3.state import Character, Nw3World, Pool

REST_LESS = 5  # NW3-RECOVER-07
REST_MOST = 3


def recover(world: Nw3World, user: Character, targets: Sequence[Character], pool: Pool, power: int) -> Procedure[None]:
    """A Recovery Judge with this power for HP or MP of the targets (NW3-RECOVER-01, -02).

    The user rolls once for all; by the options each target gets a roll, or rolls (OP-C26, NW3-SKILL-OPEN-24).
    """
    house = world.state.options
    if house.recovery_roller == "user" and house.recovery_roll == "one_for_all":
        result = yield from recovery_judge(world, user, pool, power)
        for target in targets:
            yield from receive(world, target, pool, result)
        return
    for target in targets:
        roller = user if house.recovery_roller == "user" else target
        result = yield from recovery_judge(world, roller, pool, power)
        yield from receive(world, target, pool, result)


def recovery_judge(world: Nw3World, roller: Character, pool: Pool, power: int) -> Procedure[int]:
    """2d6 and the power as a numeric Judge whose Result may be negative (NW3-RECOVER-02, -03)."""
    kind = "recovery_hp" if pool == "hp" else "recovery_mp"
    yield from windows.before(world, kind, roller)
    judge = asked(world, roller, kind, power, "recovery")  # type: ignore[arg-type]
    return (yield from windows.alone(world, roller, judge)).result


def receive(world: Nw3World, target: Character, pool: Pool, result: int) -> Procedure[None]:
    """Gain the Result of a Recovery Judge, or lose it where it is negative (NW3-RECOVER-03 to -05)."""
    if target.dead:
        return
    dropped = False
    if result > 0:
        harm.gain(world, target, result, pool)
    elif result < 0:  # no damage and no attack (NW3-RECOVER-04)
        dropped = harm.lose(target, -result, pool)
    if world.tell:
        numbers = {"now": getattr(target, pool), "most": target.body if pool == "hp" else target.mind}
        tell_numbers(world, target, f"recovery.{pool}", "NW3-RECOVER-05", numbers, name=target.name, result=result)
    if dropped:
        yield from harm.fall(world, target)


def rest_power(world: Nw3World, character: Character, pool: Pool) -> int:
    """The number of a tense rest, and of a Scene in which one did not appear (NW3-RECOVER-07, NW3-OPEN-29)."""
    attribute = character.attributes.strength if pool == "hp" else character.attributes.knowledge
    if world.state.options.natural_recovery_operator == "divide":
        return min(REST_MOST, attribute // REST_LESS)
    return min(REST_MOST, attribute - REST_LESS)


def rest_fully(world: Nw3World, character: Character) -> None:
    """HP and MP at their maxima (NW3-RECOVER-06)."""
    if character.dead:
        return
    character.hp, character.mp = character.body, character.mind
    tell(world, "recovery.full", "NW3-RECOVER-06", name=character.name)
