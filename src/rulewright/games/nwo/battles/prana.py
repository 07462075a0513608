"""Prana turned into HP and MP, and prana coming back (NWO-PRANA-06 to -12)."""

from __future__ import annotations

from typing import Annotated

import msgspec

from rulewright.engine.commands import CommandType
from rulewright.engine.errors import Refused
from rulewright.engine.journal import Seat
from rulewright.engine.requests import Procedure
from rulewright.games.nwo import people, standing
from rulewright.games.nwo.battles import harm, rounds, turns
from rulewright.games.nwo.judges import judging
from rulewright.games.nwo.judges.purposes import Purpose
from rulewright.games.nwo.people import tell
from rulewright.games.nwo.state import NwoWorld

UNIT = 5
HP_OF_A_UNIT = 1
REST_HOURS = 2
TO_HP = Purpose(why="prana_hp", stat="heal", rule="NWO-PRANA-06", fixed=0, own=True)
TO_MP = Purpose(why="prana_mp", stat="heal", rule="NWO-PRANA-08", fixed=0, own=True)
BACK = Purpose(why="prana_back", stat="heal", rule="NWO-PRANA-11", fixed=0, own=True, prana=False)
Hours = Annotated[int, msgspec.Meta(ge=0, le=99)]


class PranaToHp(msgspec.Struct, frozen=True, tag="prana_to_hp", tag_field="do"):
    """Turn 5 prana into HP by a judge; seriously wounded 1 HP for each 5, in any number of `units`."""

    character: str
    units: Annotated[int, msgspec.Meta(ge=-99, le=999)] = 1


class PranaToMp(msgspec.Struct, frozen=True, tag="prana_to_mp", tag_field="do"):
    """Turn 5 prana into MP by a judge."""

    character: str


class RecoverPrana(msgspec.Struct, frozen=True, tag="recover_prana", tag_field="do"):
    """The referee lets time pass for a character: hours of rest and hours of sleep bring prana back."""

    character: str
    rest: Hours = 0
    sleep: Hours = 0


class FillPrana(msgspec.Struct, frozen=True, tag="fill_prana", tag_field="do"):
    """After a good rest the referee fills the prana of a character up."""

    character: str


def to_hp(world: NwoWorld, command: PranaToHp, seat: Seat) -> Procedure[None]:
    character = turns.acting(world, command.character, seat, "prana_to_hp")
    most = 1 if world.state.options.serious_prana_units == "one" or not character.serious else 999
    if not 1 <= command.units <= most:
        raise Refused("bad_value", "NWO-PRANA-07", units=command.units)
    if character.hp >= standing.hp_max(character):
        raise Refused("prana_full", "NWO-PRANA-06", name=character.name)
    cost = UNIT * command.units
    if character.prana < cost:
        raise Refused("prana_not_enough", "NWO-PRANA-06", prana=character.prana, cost=cost)
    character.prana -= cost
    tell(world, "prana.to_hp", "NWO-PRANA-06", who=character, name=character.name, points=cost)
    if character.serious:  # NWO-PRANA-07
        yield from harm.heal(world, character, HP_OF_A_UNIT * command.units, serious=True)
    else:
        turns.outside(world)
        outcome = yield from judging.judge(world, character, TO_HP)
        yield from harm.heal(world, character, outcome.value, serious=True)
    yield from turns.used(world, character)


def to_mp(world: NwoWorld, command: PranaToMp, seat: Seat) -> Procedure[None]:
    action = "prana_to_mp" if world.state.options.prana_mp_consumes_action else "take_from_robe"
    character = turns.acting(world, command.character, seat, action)
    if character.mp >= standing.mp_max(character):
        raise Refused("prana_full", "NWO-PRANA-08", name=character.name)
    if character.prana < UNIT:
        raise Refused("prana_not_enough", "NWO-PRANA-08", prana=character.prana, cost=UNIT)
    turns.outside(world)
    character.prana -= UNIT
    outcome = yield from judging.judge(world, character, TO_MP)
    before = character.mp
    character.mp = min(standing.mp_max(character), before + max(0, outcome.value))  # NWO-PRANA-12
    tell(
        world, "prana.to_mp", "NWO-PRANA-08", who=character, name=character.name, points=character.mp - before,
        cost=UNIT,
    )  # fmt: skip
    if world.state.options.prana_mp_consumes_action:
        yield from turns.used(world, character)
    else:
        yield from rounds.carry_on(world)


def recover(world: NwoWorld, command: RecoverPrana, seat: Seat) -> Procedure[None]:
    character = people.living(world, command.character, seat)
    if world.state.battle is not None:
        raise Refused("in_combat", "NWO-PRANA-11")
    judges = command.rest // REST_HOURS + command.sleep  # an hour counts as rest or as sleep
    if not judges:
        raise Refused("bad_value", "NWO-PRANA-11", rest=command.rest, sleep=command.sleep)
    for _ in range(judges):
        turns.outside(world)
        outcome = yield from judging.judge(world, character, BACK)
        before = character.prana
        character.prana = min(character.prana_max, before + max(0, outcome.value))
        tell(world, "prana.back", "NWO-PRANA-11", who=character, name=character.name, points=character.prana - before)


def fill(world: NwoWorld, command: FillPrana, seat: Seat) -> Procedure[None]:
    character = people.living(world, command.character, seat)
    if world.state.battle is not None:
        raise Refused("in_combat", "NWO-PRANA-10")
    yield from ()
    character.prana = character.prana_max
    tell(world, "prana.filled", "NWO-PRANA-10", who=character, name=character.name)


COMMANDS = (
    CommandType(PranaToHp, to_hp, "NWO-PRANA-06"),
    CommandType(PranaToMp, to_mp, "NWO-PRANA-08"),
    CommandType(RecoverPrana, recover, "NWO-PRANA-11", who="referee"),
    CommandType(FillPrana, fill, "NWO-PRANA-10", who="referee"),
)
