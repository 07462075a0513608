"""The table as a seat has to take it, for odds that tell it nothing new."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from rulewright.engine.journal import Seat
from rulewright.engine.world import World, pack, unpack
from rulewright.games.nwo import standing
from rulewright.games.nwo.battles import squares
from rulewright.games.nwo.battles.battle import note_counters
from rulewright.games.nwo.playing.view import STEPS, _quarters, open_numbers, visible
from rulewright.games.nwo.records.content import NwoContent
from rulewright.games.nwo.state import COMBAT_STATS, Character, NwoWorld, State


def known(world: NwoWorld, seat: Seat) -> NwoWorld:
    """A copy without hidden characters and mines, in which those of the referee are as strong as the players' are on
    average.

    How hurt they look is there for all to see; what nobody has seen of them does not count. The referee knows the
    table as it is.
    """
    if seat.referee:
        return world
    copy = World(unpack(pack(world.state), State), _without_mines(world), world.scenario)
    everybody = copy.state.characters
    party = [one for one in everybody.values() if one.kind == "pc"]
    for one in everybody.values():
        if not open_numbers(one, seat):
            _assume(copy, one, party)
        one.hidden = one.hidden and visible(one, seat)
    hidden = [id for id, one in everybody.items() if not visible(world.state.characters[id], seat)]
    for id in hidden:
        del everybody[id]
    copy.state.stack = [one for one in copy.state.stack if one.who in everybody]
    for declared in copy.state.stack:
        declared.targets = tuple(id for id in declared.targets if id in everybody)
    battle = copy.state.battle
    if battle is not None:
        battle.members = [id for id in battle.members if id in everybody]
        battle.acting = battle.acting if battle.acting in everybody else ""
        note_counters(copy, battle)
    judging = copy.state.judging
    if judging is not None and judging.who not in everybody:
        copy.state.judging = None
    elif judging is not None and judging.against not in everybody:
        judging.against = ""
    return copy


def _without_mines(world: NwoWorld) -> NwoContent:
    """The content without the mines of the map that nobody has met."""
    map, met = squares.map_of(world), world.state.traps_met
    traps = tuple(trap for trap in map.traps if trap.kind != "mine" or f"{trap.square[0]}.{trap.square[1]}" in met)
    if len(traps) == len(map.traps):
        return world.content
    seen = msgspec.structs.replace(map, traps=traps)
    maps = tuple(seen if one.id == map.id else one for one in world.content.map)
    return msgspec.structs.replace(world.content, map=maps)


def _assume(copy: NwoWorld, one: Character, party: Sequence[Character]) -> None:
    looks = _quarters(one.hp, standing.hp_max(one))  # before anything is overwritten
    below = one.hp <= 0
    one.level_free, one.aura, one.abilities, one.used, one.suspended = True, {}, {}, {}, []
    one.spells = [one.casting.spell] if one.casting is not None else []
    one.stats = {key: _mean([standing.value(each, key) for each in party]) for key in (*COMBAT_STATS, "move")}
    one.attributes = {key: _mean([standing.value(each, key) for each in party]) for key in one.attributes}
    for natural in one.natural_weapons:
        natural.modifiers = {}
    one.hp_max = max(STEPS, _mean([standing.hp_max(each) for each in party]))
    casts = copy.content.spells_by_id[one.casting.spell].mp if one.casting is not None else 0
    one.mp_max = one.mp = casts  # it will have taken care of that
    one.prana = one.prana_max = one.release = one.aura_total = one.gm_modifier = 0
    one.class_levels, one.total_level, one.elements, one.at_zero = {}, 1, (), ""
    one.critical, one.fumble, one.lasting, one.class_ = (10,), (5,), [], ""
    one.gear = [thing for thing in one.gear if thing.location == "equipped"]
    standing.settle(copy.content, copy.state.options, one)
    most = standing.hp_max(one)
    one.hp = 0 if below else -(-looks * most // STEPS) if looks == STEPS else looks * most // STEPS


def _mean(numbers: Sequence[int]) -> int:
    return round(sum(numbers) / len(numbers)) if numbers else 0
