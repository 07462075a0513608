"""Squares: places and who fits, steps and what they cost, and how far somebody can go (NWO-MOVE)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from heapq import heappop, heappush
from itertools import pairwise
from typing import Annotated

import msgspec

from rulewright.engine.errors import Refused
from rulewright.games.nwo.options import Options
from rulewright.games.nwo.people import down, hostile
from rulewright.games.nwo.records.growth import FullMove
from rulewright.games.nwo.records.maps import Map
from rulewright.games.nwo.state import Character, NwoWorld, Square

CAPACITY = 12
Coordinate = Annotated[int, msgspec.Meta(ge=-1, le=99)]
NamedSquare = tuple[Coordinate, Coordinate]
"""A square as a command names it, on the map or not."""
STEP, OUT_OF_HOLD = 1, 2


def places(size: int, house: Options) -> int:
    """The places that a creature takes: twice as many with each size, or one each (NWO-MOVE-04)."""
    return 1 if house.size_capacity == "one_each" else int(2 ** (size - 1))


def share(factions: int, capacity: int = CAPACITY) -> int:
    """The places of each faction in a square (NWO-MOVE-02, -03)."""
    return capacity // max(1, factions)


def fits(size: int, present: Iterable[int], most: int, house: Options) -> bool:
    """Whether one more of this size finds room among those of its faction (NWO-MOVE-04 to -06)."""
    need, sizes = places(size, house), list(present)
    if need > most:  # NWO-MOVE-05
        return house.oversize == "fills_share" and not sizes
    return sum(places(one, house) for one in sizes) + need <= most


def allowance(kind: str, move: int) -> int:
    """The points of a normal or combat move (NWO-MOVE-08, -09)."""
    return max(0, move - 1) if kind == "combat" else max(0, move)


def full_move(rows: Sequence[FullMove], value: int) -> int:
    """The points of a full move for the value of its agility judge (NWO-MOVE-10)."""
    for row in rows:
        if (row.min is None or row.min <= value) and (row.max is None or value <= row.max):
            return row.move
    return 0


class Ground(msgspec.Struct, frozen=True):
    """What a mover has to do with: the map, and the squares held by foes, full for it, and with mines."""

    map: Map
    held: frozenset[Square] = frozenset()
    full: frozenset[Square] = frozenset()
    mines: frozenset[Square] = frozenset()
    flying: bool = False
    every_step: bool = True

    def inside(self, square: Square) -> bool:
        """Whether there is such a square and it is not blocked."""
        map = self.map
        return 0 <= square[0] < map.width and 0 <= square[1] < map.height and square not in map.blocked

    def leaving(self, square: Square) -> int:
        """What a step out of a square costs: 2 where a foe holds it, 1 for a flyer (NWO-MOVE-11, NWO-MOVE-12)."""
        return OUT_OF_HOLD if square in self.held and not self.flying else STEP


def cost(ground: Ground, path: Sequence[Square], points: int) -> int:
    """What a path costs, its first square being where it starts; raises `Refused` where it is not allowed."""
    spent = 0
    for place, (before, after) in enumerate(pairwise(path), 2):
        across, along = abs(before[0] - after[0]), abs(before[1] - after[1])
        if across and along:
            raise Refused("diagonal_step", "NWO-MOVE-01")
        if across + along != 1 or not ground.inside(after):
            raise Refused("off_map", "NWO-MOVE-01", x=after[0], y=after[1])
        if after in ground.full and (ground.every_step or place == len(path)):
            raise Refused("square_full", "NWO-MOVE-06", x=after[0], y=after[1])
        spent += ground.leaving(before)
    if spent > points:
        raise Refused("move_too_far", "NWO-MOVE-14", cost=spent, points=points)
    return spent


def mines(ground: Ground, path: Sequence[Square]) -> list[Square]:
    """The mines that a path triggers; a flyer triggers none (NWO-MOVE-13)."""
    return [] if ground.flying else [square for square in path[1:] if square in ground.mines]


def reach(ground: Ground, start: Square, points: int) -> Mapping[Square, tuple[int, tuple[Square, ...]]]:
    """Every square that can be reached, with the least cost and a way there (without the start)."""
    found: dict[Square, tuple[int, tuple[Square, ...]]] = {start: (0, ())}
    heap: list[tuple[int, Square, tuple[Square, ...]]] = [(0, start, ())]
    stops = ground.full if ground.every_step else frozenset[Square]()
    while heap:
        spent, here, way = heappop(heap)
        total = spent + ground.leaving(here)
        if total > points or found[here][0] < spent:
            continue
        x, y = here
        for there in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
            known = found.get(there)
            if (known is None or total < known[0]) and there not in stops and ground.inside(there):
                longer = (*way, there)
                found[there] = total, longer
                heappush(heap, (total, there, longer))
    del found[start]
    return {square: way for square, way in found.items() if square not in ground.full}


def map_of(world: NwoWorld) -> Map:
    """The map of the fight, or else of the scenario."""
    battle = world.state.battle
    return world.content.maps_by_id[battle.map if battle is not None else world.scenario.map]


def holds(world: NwoWorld, mover: Character, other: Character) -> bool:
    """Whether somebody holds a mover in its square (NWO-MOVE-11); who is hidden would give itself away and does not."""
    return hostile(mover, other) and not other.hidden and (world.state.options.down_foes_hold or not down(other))


def ground_of(world: NwoWorld, mover: Character) -> Ground:
    """The ground under a mover as it is now."""
    battle, house = world.state.battle, world.state.options
    map, others = map_of(world), [one for one in _there(world) if one is not mover]
    held = frozenset(one.square for one in others if holds(world, mover, one))
    crowds: dict[Square, list[int]] = {}
    for one in others:
        if one.faction == mover.faction and not one.dead:  # NWO-MOVE-06: the dead take no place
            crowds.setdefault(one.square, []).append(one.size)
    most = battle.shares.get(mover.faction, map.capacity_per_faction) if battle else map.capacity_per_faction
    full = frozenset(square for square, sizes in crowds.items() if not fits(mover.size, sizes, most, house))
    traps = frozenset((one.square[0], one.square[1]) for one in map.traps if one.kind == "mine")
    return Ground(map, held, full, traps, mover.flying, house.capacity_check == "every_step")


def _there(world: NwoWorld) -> list[Character]:
    """Everybody on the field, the dead among them."""
    battle, characters = world.state.battle, world.state.characters
    ids: Iterable[str] = battle.members if battle is not None else characters
    return [one for id in ids if (one := characters[id]).present]
