"""Combat actions: attacks, casting, abilities, prana, fighting spirit, waking, waiting (NWO-COUNT-08, -11, -13)."""

from __future__ import annotations

from typing import Annotated

import msgspec

from rulewright.engine.commands import CommandType
from rulewright.engine.errors import Refused
from rulewright.engine.journal import Seat
from rulewright.engine.requests import Procedure
from rulewright.games.nwo import people, standing
from rulewright.games.nwo.battles import attacks, aura, casting, harm, rounds, targets, turns, using
from rulewright.games.nwo.battles.squares import NamedSquare
from rulewright.games.nwo.judges import judging
from rulewright.games.nwo.judges.purposes import Purpose
from rulewright.games.nwo.people import names, tell
from rulewright.games.nwo.records.gear import Weapon
from rulewright.games.nwo.state import Character, NwoWorld

WAKING = 15
Number = Annotated[int, msgspec.Meta(ge=-9999, le=9999)]


class Attack(msgspec.Struct, frozen=True, tag="attack", tag_field="do"):
    """Attack one target with an equipped or natural weapon (its id on the character)."""

    character: str
    weapon: str
    target: str


class CastSpell(msgspec.Struct, frozen=True, tag="cast", tag_field="do"):
    """Declare a spell; targets are chosen when it is activated."""

    character: str
    spell: str


class UseAbility(msgspec.Struct, frozen=True, tag="use_ability", tag_field="do"):
    """Use an ability of timing normal on targets, or on everybody in a square."""

    character: str
    ability: str
    targets: tuple[str, ...] = ()
    square: NamedSquare | None = None


class Rearrange(msgspec.Struct, frozen=True, tag="rearrange_aura", tag_field="do"):
    """Spread all points of fighting spirit anew over the seven combat values; asked for where not given."""

    character: str
    aura: dict[str, Number] | None = None


class WakeUp(msgspec.Struct, frozen=True, tag="wake_up", tag_field="do"):
    """Try to wake from a faint."""

    character: str


class Pass(msgspec.Struct, frozen=True, tag="pass", tag_field="do"):
    """Do nothing with this turn; after a combat move, leave it at that."""

    character: str


class Delay(msgspec.Struct, frozen=True, tag="delay", tag_field="do"):
    """Act later in this round, at a lower count; at 0 or less no more."""

    character: str
    count: Number


class EndTurn(msgspec.Struct, frozen=True, tag="end_turn", tag_field="do"):
    """End a turn that was kept open after its action."""

    character: str


def weapon_of(world: NwoWorld, character: Character, id: str) -> tuple[attacks.Blow, tuple[int, ...]]:
    """The blow with a weapon and its range; raises `Refused` "no_weapon" (NWO-ATTACK-01)."""
    for natural in character.natural_weapons:
        if natural.id == id:
            return attacks.of_weapon(character, natural.name, natural.modifiers, natural.element), natural.range
    for thing in character.gear:
        record = world.content.gear_by_id[thing.item]
        if thing.id == id and thing.location == "equipped" and isinstance(record, Weapon):
            return attacks.of_weapon(character, record.name, dict(record.modifiers), record.element), record.range
    raise Refused("no_weapon", "NWO-ATTACK-01", weapon=id)


class Span(msgspec.Struct, frozen=True):
    """Only a range."""

    range: tuple[int, ...]


def attack(world: NwoWorld, command: Attack, seat: Seat) -> Procedure[None]:
    character = turns.acting(world, command.character, seat, "weapon_attack", outside=False)
    blow, span = weapon_of(world, character, command.weapon)
    target = world.state.characters.get(command.target)
    if target is None or (target.hidden and not seat.referee):
        raise Refused("no_target", "NWO-ATTACK-01")
    targets.in_range(world, character, Span(span), target)
    tell(
        world, "attack.begins", "NWO-ATTACK-01", who=character, name=character.name, target=target.name,
        thing=blow.name,
    )  # fmt: skip
    yield from attacks.attack(world, character, blow, [target])
    yield from turns.used(world, character)  # NWO-ATTACK-10


def cast(world: NwoWorld, command: CastSpell, seat: Seat) -> Procedure[None]:
    character = turns.acting(world, command.character, seat, "cast")
    spell = casting.known(world, character, command.spell)
    battle = world.state.battle
    if battle is None:
        turns.outside(world)
        yield from casting.outside_combat(world, character, spell)
        return
    if casting.declare(world, character, spell):
        if (yield from casting.activate(world, character)) == "used":
            yield from turns.used(world, character)
        else:
            yield from rounds.carry_on(world)
        return
    rounds.end_turn(battle)  # NWO-CAST-03: the turn ends without -20
    yield from rounds.carry_on(world)


def use_ability(world: NwoWorld, command: UseAbility, seat: Seat) -> Procedure[None]:
    character = turns.acting(world, command.character, seat, "use_ability_normal")
    if command.ability not in character.abilities:
        raise Refused("ability_not_offered", "NWO-TIMING-03", ability=command.ability)
    power = using.power(world, character, f"ability:{command.ability}")
    if power.record.timing != "normal":  # NWO-TIMING-04
        raise Refused("no_open_window", "NWO-TIMING-04", ability=power.record.name)
    if reason := using.cannot_pay(world, character, power):
        raise Refused(reason, "NWO-TIMING-17", ability=power.record.name)
    found = targets.named(world, character, power.record, command.targets, command.square)
    turns.outside(world)
    using.pay(world, character, power)
    tell(
        world, "ability.used", "NWO-TIMING-03", who=character, name=character.name, thing=power.record.name,
        targets=names(found),
    )  # fmt: skip
    yield from using.carry_out(world, character, power, found)
    yield from turns.used(world, character)


def rearrange(world: NwoWorld, command: Rearrange, seat: Seat) -> Procedure[None]:
    character = turns.acting(world, command.character, seat, "rearrange_aura")
    if world.state.battle is None and (character.fainted or character.serious):  # NWO-AURA-03
        raise Refused("status_serious" if character.serious else "status_fainted", "NWO-AURA-03")
    if character.level_free:
        raise Refused("aura_sum", "NWO-AURA-05", total=0)
    if command.aura is None:
        spread = yield from aura.asked(character, character.aura_total)
    else:
        spread = command.aura
        aura.require_allocation(spread, character.aura_total)
    character.aura = {key: points for key, points in spread.items() if points}
    standing.settled(world, character)
    # counts that are rolled stay as they are (NWO-AURA-04)
    tell(world, "aura.rearranged", "NWO-AURA-03", who=character, name=character.name)
    yield from turns.used(world, character)


def wake_up(world: NwoWorld, command: WakeUp, seat: Seat) -> Procedure[None]:
    character = turns.acting(world, command.character, seat, "wake_up")
    if not character.fainted:
        raise Refused("bad_value", "NWO-STATUS-07", name=character.name)
    turns.outside(world)
    purpose = Purpose(why="wake_up", stat="spirit", rule="NWO-STATUS-07", reach=WAKING, own=True)
    if (yield from judging.normal(world, character, purpose)):
        harm.take_status(world, character, "fainted")
    yield from turns.used(world, character)


def pass_turn(world: NwoWorld, command: Pass, seat: Seat) -> Procedure[None]:
    character = turns.acting(world, command.character, seat, "pass", outside=False)
    tell(world, "turn.passes", "NWO-COUNT-06", who=character, name=character.name)
    yield from turns.used(world, character)


def delay(world: NwoWorld, command: Delay, seat: Seat) -> Procedure[None]:
    character = turns.acting(world, command.character, seat, "delay", outside=False)
    if character.count is None or command.count >= character.count:
        raise Refused("delay_not_lower", "NWO-COUNT-08", count=character.count)
    character.count = command.count
    character.done = command.count <= 0
    tell(world, "turn.delays", "NWO-COUNT-08", who=character, name=character.name, count=command.count)
    battle = people.battle_of(world)
    rounds.end_turn(battle)
    yield from rounds.carry_on(world)


def end_turn(world: NwoWorld, command: EndTurn, seat: Seat) -> Procedure[None]:
    character = people.living(world, command.character, seat)
    battle = people.battle_of(world)
    if battle.acting != character.id:
        raise Refused("not_your_turn", "NWO-COUNT-18", name=character.name)
    if not battle.acted:  # without an action before it, ending a turn is passing (NWO-COUNT-06)
        rounds.use_action(world, battle, character)
    rounds.end_turn(battle)
    yield from rounds.carry_on(world)


COMMANDS = (
    CommandType(Attack, attack, "NWO-ATTACK-01"),
    CommandType(CastSpell, cast, "NWO-CAST-01"),
    CommandType(UseAbility, use_ability, "NWO-TIMING-03"),
    CommandType(Rearrange, rearrange, "NWO-AURA-03"),
    CommandType(WakeUp, wake_up, "NWO-STATUS-07"),
    CommandType(Pass, pass_turn, "NWO-COUNT-06"),
    CommandType(Delay, delay, "NWO-COUNT-08"),
    CommandType(EndTurn, end_turn, "NWO-COUNT-11"),
)
