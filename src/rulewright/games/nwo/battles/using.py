"""Spells and abilities in somebody's hands: what they cost, how often they can be used, and resolving an interrupt."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from rulewright.engine.requests import Procedure
from rulewright.games.nwo import standing
from rulewright.games.nwo.battles import effects, spells, targets
from rulewright.games.nwo.people import names, tell
from rulewright.games.nwo.records.uses import Ability, Spell
from rulewright.games.nwo.state import Character, Declared, NwoWorld, Used


class Power(msgspec.Struct, frozen=True):
    """A spell or an ability that somebody has, at its level (0 for a spell)."""

    id: str
    record: Ability | Spell
    level: int

    @property
    def cost(self) -> Mapping[str, int]:
        """What it costs, without what is 0 (NWO-PRANA-09)."""
        if isinstance(self.record, Spell):
            return {"mp": self.record.mp} if self.record.mp else {}
        cost = self.record.cost
        return {name: amount for name in ("prana", "mp", "hp") if (amount := getattr(cost, name))}

    @property
    def spell(self) -> Spell | None:
        """The spell, where it is one."""
        return self.record if isinstance(self.record, Spell) else None


def power(world: NwoWorld, character: Character, thing: str) -> Power:
    """What "ability:ID" or "spell:ID" is in the hands of a character."""
    kind, _, id = thing.partition(":")
    if kind == "spell":
        return Power(thing, world.content.spells_by_id[id], 0)
    return Power(thing, world.content.abilities_by_id[id], character.abilities.get(id, 0))


def magic(character: Character) -> int:
    """Magic as casting asks for it: with all lasting parts, less the weight penalty (NWO-CAST-02)."""
    return standing.value(character, "magic") - character.now.penalty


def cannot_pay(world: NwoWorld, character: Character, power: Power) -> str:
    """Why limits or costs forbid it, or "": first the limit, then magic, then points (NWO-CAST-17, NWO-TIMING-17)."""
    if limited(world, character, power):
        return "limit_used"
    record = power.record
    if isinstance(record, Spell):
        if magic(character) < record.casting_value:
            return "casting_value_not_met"
        return "mp_not_enough" if character.mp < record.mp else ""
    cost = record.cost
    if character.prana < cost.prana:
        return "prana_not_enough"
    if character.mp < cost.mp:
        return "mp_not_enough"
    # HP are never paid down to 0 (NWO-COUNT-18)
    return "hp_not_enough" if cost.hp and character.hp <= cost.hp else ""


def limited(world: NwoWorld, character: Character, power: Power) -> bool:
    """Whether all uses of it are spent (NWO-TIMING-17)."""
    limit = power.record.limit
    used = character.used.get(power.id)
    if limit is None or used is None:
        return False
    if limit.per == "count" and used.moment != world.state.moment:
        return False
    return used.times >= limit.times


def pay(world: NwoWorld, character: Character, power: Power) -> None:
    """Pay what it costs when it is declared, and note the use (NWO-TIMING-15, -17)."""
    for name, amount in power.cost.items():
        setattr(character, name, getattr(character, name) - amount)
    if power.cost.get("hp"):
        effects.hp_paid(world, character)
    note_use(world, character, power)
    spell = power.spell
    battle = world.state.battle
    if spell is None or battle is None or spell.timing == "normal" or not spell.cast_count or character.count is None:
        return
    if world.state.options.counter_spell_count == "deduct":  # NWO-CAST-17
        character.count -= spell.cast_count
        character.done = character.done or character.count <= 0


def note_use(world: NwoWorld, character: Character, power: Power) -> None:
    """Count one more use of a limited thing (NWO-TIMING-17)."""
    limit = power.record.limit
    if limit is None:
        return
    used = character.used.get(power.id)
    if used is None or (limit.per == "count" and used.moment != world.state.moment):
        used = character.used[power.id] = Used(limit.per, 0)
    used.times += 1
    used.moment = world.state.moment


def forget(character: Character, *spans: str) -> None:
    """Uses of limits that are over count no longer."""
    if character.used:
        character.used = {id: used for id, used in character.used.items() if used.per not in spans}


def resolve(world: NwoWorld, declared: Declared) -> Procedure[None]:
    """Carry out an interrupt from the stack; with nobody left to work on it does nothing (NWO-TIMING-15)."""
    user = world.state.characters[declared.who]
    found = power(world, user, declared.thing)
    left = still_there(world, user, found, declared)
    if not left:
        tell(world, "interrupt.gone", "NWO-TIMING-15", who=user, name=user.name, thing=found.record.name)
        return
    tell(
        world, "interrupt.resolved", "NWO-TIMING-06", who=user, name=user.name, thing=found.record.name,
        targets=names(left),
    )  # fmt: skip
    yield from carry_out(world, user, found, left)


def still_there(world: NwoWorld, user: Character, power: Power, declared: Declared) -> list[Character]:
    """The targets that are still in play and in range."""
    if declared.square is not None:
        return targets.on_square(world, user, power.record, declared.square)
    found = [world.state.characters[id] for id in declared.targets]
    if power.record.target == "self":
        return [one for one in found if not one.dead]
    return [
        one
        for one in found
        if one.present and not one.dead and targets.reaches(world, user, power.record.range, one.square)
    ]


def carry_out(world: NwoWorld, user: Character, power: Power, on: list[Character]) -> Procedure[None]:
    """What a spell or an ability does to its targets."""
    spell = power.spell
    if spell is not None:
        yield from spells.take_effect(world, user, spell, on)
    else:
        yield from effects.apply(world, user, effects.of(power.record, power.level), on)
        effects.tell_text(world, user, power.record)
