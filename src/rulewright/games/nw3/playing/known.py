"""The table as a seat has to take it, for odds that tell it nothing new."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from rulewright.engine.journal import Seat
from rulewright.engine.world import World, pack, unpack
from rulewright.games.nw3.battles.blocks import note_timings
from rulewright.games.nw3.playing.known_places import forget
from rulewright.games.nw3.playing.view import STEPS, open_numbers, visible
from rulewright.games.nw3.state import WIZARDS, Character, Nw3World, State, Stats


def known(world: Nw3World, seat: Seat) -> Nw3World:
    """A copy without hidden enemies, in which those that are not identified are as strong as the Wizards are.

    How hurt they look is there for all to see; skills and effects that nobody has seen do not count. The referee
    knows the table as it is. Of places it holds what players have found (`known_places`).
    """
    if seat.referee:
        return world
    copy = World(unpack(pack(world.state), State), world.content, world.scenario)
    everybody = copy.state.characters.values()
    wizards = [one for one in everybody if one.side == WIZARDS and one.kind == "pc"]
    for one in everybody:
        if not visible(copy, one, seat):
            one.present = False
        if not open_numbers(one, seat):
            _assume(one, wizards)
    battle = copy.state.battle
    if battle is not None:
        battle.members = [id for id in battle.members if visible(copy, copy.state.characters[id], seat)]
        note_timings(copy, battle)
    forget(copy)
    return copy


def _assume(one: Character, wizards: Sequence[Character]) -> None:
    looks = -(-one.hp * STEPS // max(1, one.body))  # before anything is overwritten
    one.pre_equip = _mean_stats([each.pre_equip for each in wizards])
    one.stats = _mean_stats([each.stats for each in wizards])
    one.body = one.pre_equip_body = max(1, _mean([each.body for each in wizards]))
    one.mind = one.pre_equip_mind = one.mp = _mean([each.mind for each in wizards])
    one.hp = max(looks * one.body // STEPS, min(looks, 1))
    one.critical, one.fumble = 10, 5
    one.prana = one.prana_max = 0
    one.skills, one.effects, one.used, one.sevens = {}, [], {}, []
    one.items = [thing for thing in one.items if thing.where == "equipped"]


def _mean_stats(all_stats: Sequence[Stats]) -> Stats:
    names = [field.name for field in msgspec.structs.fields(Stats)]
    return Stats(**{name: _mean([getattr(stats, name) for stats in all_stats]) for name in names})


def _mean(numbers: Sequence[int]) -> int:
    return round(sum(numbers) / len(numbers)) if numbers else 0
