"""What a character does in its turn, played sensibly: whom it attacks with what, where it goes, whom it heals."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import msgspec

from rulewright.games.nwo import standing
from rulewright.games.nwo.battles import squares, targets, turns, using
from rulewright.games.nwo.battles.actions import Attack, CastSpell, EndTurn, Pass, WakeUp
from rulewright.games.nwo.battles.harm import threshold
from rulewright.games.nwo.battles.moving import Move, points
from rulewright.games.nwo.battles.prana import UNIT, PranaToHp
from rulewright.games.nwo.judges.purposes import Formula
from rulewright.games.nwo.people import down, hostile, makes_judges, members
from rulewright.games.nwo.playing import estimates, helping
from rulewright.games.nwo.playing.helping import FALLS, Worth
from rulewright.games.nwo.records.gear import Weapon
from rulewright.games.nwo.records.uses import Ability, Spell
from rulewright.games.nwo.state import Battle, Character, NwoWorld, Square

LATER = 0.8
"""What an effect that comes some counts later is worth."""
EXPOSED = 1.0
"""What it costs somebody with a long reach to stand where a foe stands."""
WORTH_A_TURN = 3.0
"""What something has to be worth that nobody rather goes on towards the foes."""
MANA = 0.1
"""What a point of mana costs."""
STEP = 0.3
"""What a point of movement costs."""


class Way(NamedTuple):
    """A way to hit: numbers, range, and the command for a target."""

    hit: int
    power: int
    against: str
    range: tuple[int, int]
    weapon: str
    critical: float


Blow = tuple[Way, Character, float]
"""A way to hit somebody, and what that is worth."""


def next_command(world: NwoWorld, battle: Battle, me: Character) -> msgspec.Struct:
    """The next command of the character whose turn it is."""
    if battle.acted:
        return EndTurn(me.id)
    if me.fainted:  # who is seriously wounded as well cannot even wake up (NWO-STATUS-03)
        return Pass(me.id) if turns.why_not(world, battle, me, "wake_up") else WakeUp(me.id)
    if me.serious:
        return _tend(world, battle, me) or Pass(me.id)
    foes = [one for one in members(world, battle) if hostile(me, one) and not down(one) and one.present]
    if not foes:
        return Pass(me.id)
    best, value = _best_now(world, battle, me, foes)
    if best is not None and value >= WORTH_A_TURN:
        return best
    if not battle.moved and (going := _approach(world, me, foes)) is not None:
        return going
    return best or Pass(me.id)


def _tend(world: NwoWorld, battle: Battle, me: Character) -> msgspec.Struct | None:
    """Prana into HP, enough to be well again where that can be (NWO-PRANA-07)."""
    if turns.why_not(world, battle, me, "prana_to_hp"):
        return None
    need = threshold(standing.hp_max(me)) + 1 - me.hp
    units = 1 if world.state.options.serious_prana_units == "one" else min(need, me.prana // UNIT)
    return PranaToHp(me.id, units) if units >= 1 and me.prana >= UNIT * units else None


def ways(world: NwoWorld, me: Character) -> list[Way]:
    """All its weapons."""
    hit, power, penalty = standing.value(me, "hit"), standing.value(me, "attack"), me.now.penalty
    often = estimates.often(me.now.critical)
    found = [
        Way(hit + one.modifiers.get("hit", 0) - penalty, power + one.modifiers.get("attack", 0) - penalty, "defence",
            one.range, one.id, often)
        for one in me.natural_weapons
    ]  # fmt: skip
    for thing in me.gear:
        if thing.location != "equipped":
            continue
        record = world.content.gear_by_id[thing.item]
        if isinstance(record, Weapon):
            more, span = record.modifiers, (record.range[0], record.range[1])
            found.append(
                Way(
                    hit + more.get("hit", 0) - penalty,
                    power + more.get("attack", 0) - penalty,
                    "defence",
                    span,
                    thing.id,
                    often,
                )
            )
    return found


def gain(way: Way, target: Character) -> float:
    """The damage to expect, and more where it brings the target down."""
    if target.fainted:
        chance, damage = 1.0, float(max(0, way.power + 7 - standing.value(target, way.against)))
    elif makes_judges(target):
        chance = estimates.wins(way.hit, standing.value(target, "evasion"), way.critical)
        damage = estimates.excess(way.power, standing.value(target, way.against), way.critical)
    else:
        chance = estimates.reaches(way.hit, standing.value(target, "evasion") + 1)
        damage = float(max(0, way.power + 7 - standing.value(target, way.against)))
    felled = FALLS * chance if damage >= target.hp else 0.0
    return chance * min(damage, target.hp + 4.0) + felled


def _best_now(
    world: NwoWorld, battle: Battle, me: Character, foes: list[Character]
) -> tuple[msgspec.Struct | None, float]:
    best: msgspec.Struct | None = None
    value = 0.0
    mine = ways(world, me)
    spells = [
        spell
        for spell in (world.content.spells_by_id[id] for id in me.spells)
        if spell.timing == "normal" and _castable(world, me, spell)
    ]
    blows = [(way, foe, gain(way, foe)) for way in mine for foe in foes]
    for command, worth in _choices(world, battle, me, foes, blows, spells):
        if worth > value:
            best, value = command, worth
    if not battle.moved:
        attacks = [(made, spell) for spell in spells if (made := _of_attack(me, spell)) is not None]
        cast = [(way, foe, LATER * (gain(way, foe) - MANA * spell.mp)) for way, spell in attacks for foe in foes]
        better = _with_a_move(world, me, foes, [*blows, *cast], value)
        best, value = better or (best, value)
    return best, value


def _choices(
    world: NwoWorld, battle: Battle, me: Character, foes: list[Character], blows: list[Blow], spells: list[Spell]
) -> Iterator[tuple[msgspec.Struct, float]]:
    """What can be done from where it stands."""
    there = {one.id: targets.distance(world, me.square, one.square) for one in foes}
    here = _exposed(me.square, foes)
    for way, foe, value in blows:
        if way.range[0] <= there[foe.id] <= way.range[1]:
            yield Attack(me.id, way.weapon, foe.id), value - (here if way.range[1] else 0.0)
    for spell in spells:
        worth = helping.best(world, me, spell, of_spell(me, spell))[0] - MANA * spell.mp
        yield CastSpell(me.id, spell.id), worth * (LATER if spell.cast_count else 1.0) - (here if spell.attack else 0.0)
    yield from helping.abilities(world, me)
    yield from helping.items(world, battle, me)
    if me.prana >= UNIT and me.hp <= threshold(standing.hp_max(me)) + 2 and me.hp < standing.hp_max(me):
        yield PranaToHp(me.id), 6.0


def _exposed(square: Square, foes: list[Character]) -> float:
    return EXPOSED * any(foe.square == square for foe in foes)


def _with_a_move(
    world: NwoWorld, me: Character, foes: list[Character], blows: list[Blow], least: float
) -> tuple[msgspec.Struct, float] | None:
    """The best combat move to where a weapon or a spell reaches somebody, where it is worth more than `least`."""
    far = points(me, "combat")
    if not far or not blows or _away(world, me.square, foes) > max(way.range[1] for way, _, _ in blows) + far:
        return None
    worth = sorted(blows, key=lambda one: -one[2])
    if worth[0][2] <= least:
        return None
    found: tuple[msgspec.Struct, float] | None = None
    reach = squares.reach(_ground(world, me), me.square, far)
    exposed = {square: _exposed(square, foes) for square in reach}
    for way, foe, value in worth:
        if value <= least:
            break
        near, wide = way.range[0], way.range[1]
        for square, (cost, path) in reach.items():
            left = value - STEP * cost - (exposed[square] if wide else 0.0)
            if left > least and near <= targets.distance(world, square, foe.square) <= wide:
                found, least = (Move(me.id, "combat", path), left), left
    return found


def _ground(world: NwoWorld, me: Character) -> squares.Ground:
    """The ground as its player knows it: mines that it knows of are places to keep away from."""
    ground = squares.ground_of(world, me)
    if me.flying or not ground.mines:
        return ground
    met = world.state.traps_met
    known = {square for square in ground.mines if me.kind == "npc" or f"{square[0]}.{square[1]}" in met}
    return msgspec.structs.replace(ground, full=ground.full | known, every_step=True)


def _castable(world: NwoWorld, me: Character, spell: Spell) -> bool:
    if me.mp < spell.mp or using.magic(me) < spell.casting_value or (me.count or 0) <= spell.cast_count:
        return False
    return not using.limited(world, me, using.power(world, me, f"spell:{spell.id}"))


def _of_attack(me: Character, spell: Spell) -> Way | None:
    """An attack spell as a way to hit."""
    if spell.attack is None:
        return None
    hit, power = (
        Formula(one.stat, one.add, one.cap).of(standing.value(me, one.stat)) - me.now.penalty
        for one in (spell.attack.hit, spell.attack.power)
    )
    return Way(hit, power, "resistance", (spell.range[0], spell.range[1]), spell.id, estimates.often(me.now.critical))


def of_spell(me: Character, spell: Spell) -> Worth:
    """What a spell is worth to its caster on somebody."""
    way = _of_attack(me, spell)
    if way is None:
        return helping.of_power(me, spell, 0)

    def on(one: Character) -> float:
        if down(one):
            return 0.0
        return gain(way, one) * (1.0 if hostile(me, one) else -1.5)

    return on


def of_thing(me: Character, record: Ability | Spell, level: int) -> Worth:
    """What a spell or an ability is worth on somebody."""
    return of_spell(me, record) if isinstance(record, Spell) else helping.of_power(me, record, level)


def _approach(world: NwoWorld, me: Character, foes: list[Character]) -> msgspec.Struct | None:
    """A normal move towards the nearest foe, as far as its weapons and spells ask for."""
    far = points(me, "normal")
    reach = squares.reach(_ground(world, me), me.square, far)
    spells = (world.content.spells_by_id[id] for id in me.spells)
    magic = [spell.range[1] for spell in spells if spell.attack is not None and _castable(world, me, spell)]
    wanted = max([*(way.range[1] for way in ways(world, me)), *magic], default=0)
    best: tuple[int, int] | None = None
    way: tuple[Square, ...] = ()
    now = _away(world, me.square, foes)
    for square, (cost, path) in reach.items():
        away = max(_away(world, square, foes), wanted)
        if away < now and (best is None or (away, cost) < best):
            best, way = (away, cost), path
    return Move(me.id, "normal", way) if best is not None else None


def _away(world: NwoWorld, square: Square, foes: list[Character]) -> int:
    return min(targets.distance(world, square, one.square) for one in foes)
