"""Apparent death, the death check and death (NWO-DEATH)."""

from __future__ import annotations

from typing import Annotated

import msgspec

from rulewright.engine.commands import CommandType
from rulewright.engine.errors import Refused
from rulewright.engine.journal import Seat
from rulewright.engine.requests import Outlook, Procedure, Question, ask
from rulewright.games.nwo import people, standing
from rulewright.games.nwo.battles import casting, turns
from rulewright.games.nwo.judges import chances, judging
from rulewright.games.nwo.judges.judged import Judged, succeeds
from rulewright.games.nwo.judges.purposes import Purpose, corrections
from rulewright.games.nwo.people import tell
from rulewright.games.nwo.state import Character, NwoWorld

BASE = 15
HP_AFTER = 1
LOWEST = 2


class MinutePasses(msgspec.Struct, frozen=True, tag="minute_passes", tag_field="do"):
    """Outside of a fight a minute is over: everybody in apparent death makes its death check."""


class DeathCheck(msgspec.Struct, frozen=True, tag="death_check", tag_field="do"):
    """Ask for the death check of a character, paying so much prana."""

    character: str
    pays: Annotated[int, msgspec.Meta(ge=-9999, le=9999)] = 0


def difficulty(hp: int) -> int:
    """15 - HP, which is 15 or more (NWO-DEATH-03)."""
    return BASE - hp


def better(character: Character) -> str:
    """The attribute of the check: the higher of strength and faith (NWO-DEATH-04)."""
    return max("faith", "strength", key=lambda stat: standing.value(character, stat))


def ability(character: Character) -> int:
    """The value of that attribute."""
    return standing.value(character, better(character))


def most_payable(world: NwoWorld, character: Character) -> int:
    """The most prana that can be paid: the maximum, or by option what is there (NWO-DEATH-05)."""
    return character.prana if world.state.options.death_check_pays == "current" else character.prana_max


def advised(world: NwoWorld, character: Character) -> int:
    """What to pay so that the lowest sum that is no fumble succeeds, as far as it can be paid."""
    need = difficulty(character.hp) - ability(character) + character.now.penalty - LOWEST
    return min(max(0, need), most_payable(world, character))


def check(world: NwoWorld, character: Character, pays: int | None = None) -> Procedure[None]:
    """The death check (NWO-DEATH-03 to -08)."""
    now, house = character.now, world.state.options
    most, goal = most_payable(world, character), difficulty(character.hp)
    purpose = Purpose(
        why="death_check", stat=better(character), rule="NWO-DEATH-03", fixed=ability(character),
        prana=house.death_check_normal_prana, reach=goal, own=True,  # NWO-DEATH-06
    )  # fmt: skip
    if pays is None:
        pays = 0
        if most > 0:
            keep, mods = house.fumble_modifiers == "keep", corrections(character, purpose)
            args = (goal, ability(character), mods, now.penalty, now.critical, now.fumble, keep)
            facts = {"name": character.name, "difficulty": goal, "ability": ability(character),
                     "advised": advised(world, character)}  # fmt: skip
            outlook = None if now.overloaded else Outlook(chances.reaches, args)
            question = Question(
                "death_payment", character.id, (), 0, "NWO-DEATH-05", facts, "number", 0, most, outlook=outlook
            )
            pays = yield from ask(question)
    pay(world, character, pays)
    outcome = yield from judging.judge(world, character, msgspec.structs.replace(purpose, mods=pays))
    if people.apparent_death(character):  # what others did in the windows may have ended it already
        conclude(world, character, outcome, goal)


def pay(world: NwoWorld, character: Character, pays: int) -> None:
    """Pay for a death check: from the maximum, for good (NWO-DEATH-05)."""
    if world.state.options.death_check_pays == "current":
        character.prana -= pays
        return
    character.prana_max -= pays
    character.prana = min(character.prana, character.prana_max)
    if pays:
        tell(world, "death.paid", "NWO-DEATH-05", who=character, name=character.name, points=pays)


def conclude(world: NwoWorld, character: Character, outcome: Judged, goal: int) -> None:
    """Life or death (NWO-DEATH-07)."""
    if not succeeds(outcome, goal):
        tell(
            world, "death.fails", "NWO-DEATH-07", who=character, name=character.name, value=outcome.value,
            difficulty=goal,
        )  # fmt: skip
        dies(world, character)
        return
    character.hp, character.serious = HP_AFTER, True
    character.prone = False
    tell(
        world, "death.survives", "NWO-DEATH-07", who=character, name=character.name, value=outcome.value,
        difficulty=goal,
    )  # fmt: skip


def dies(world: NwoWorld, character: Character) -> None:
    """Somebody is dead: nothing is left to do, and its place is free (NWO-MOVE-06)."""
    character.dead, character.done = True, True
    character.serious = character.prone = character.fainted = False
    casting.broken(world, character)
    tell(world, "death.dies", "NWO-DEATH-07", who=character, name=character.name)


def minute_passes(world: NwoWorld, command: MinutePasses, seat: Seat) -> Procedure[None]:
    if world.state.battle is not None:
        raise Refused("in_combat", "NWO-DEATH-02")
    # each has one check, and the dead have none (NWO-DEATH-08)
    dying = [one for one in world.state.characters.values() if one.present and people.apparent_death(one)]
    if not dying:
        raise Refused("no_death_check_due", "NWO-DEATH-02")
    for character in dying:
        turns.outside(world)
        yield from check(world, character)


def death_check(world: NwoWorld, command: DeathCheck, seat: Seat) -> Procedure[None]:
    """A check is never asked for: it comes at the end of a round, or when the referee says so (NWO-DEATH-02)."""
    character = people.living(world, command.character, seat)
    if command.pays > most_payable(world, character):
        raise Refused("prana_not_enough", "NWO-DEATH-05", most=most_payable(world, character))
    if command.pays < 0:
        raise Refused("bad_value", "NWO-DEATH-05", value=command.pays)
    if character.hp > 0 or world.state.battle is not None or not seat.referee:
        raise Refused("no_death_check_due", "NWO-DEATH-02", name=character.name)
    turns.outside(world)
    yield from check(world, character, command.pays)


COMMANDS = (
    CommandType(MinutePasses, minute_passes, "NWO-DEATH-02", who="referee"),
    CommandType(DeathCheck, death_check, "NWO-DEATH-02"),
)
