"""Engages and distances (NW3-MOVE-01 to -06): who stands in melee distance of whom.

There is no map. Who shares an Engage carries its id; whoever has none stands alone on the battlefield.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from rulewright.engine.world import new_id
from rulewright.games.nw3.battles import aboard
from rulewright.games.nw3.battles.fighters import hinders, members, tell
from rulewright.games.nw3.options import Options
from rulewright.games.nw3.state import Battle, Character, Nw3World

Distance: TypeAlias = Literal["close", "short", "long", "extreme"]

# Which distances each range reaches (NW3-MOVE-06, NW3-SKILL-31, NW3-WEAPON-03)
_REACH: dict[str, tuple[str, ...]] = {
    "close": ("close",),
    "short_only": ("short",),
    "long_only": ("long",),
    "scene": ("close", "short", "long"),
}


def distance(one: Character, other: Character) -> Distance:
    """How far two are from each other."""
    if one.band == "extreme" or other.band == "extreme":
        return "close" if one is other else "extreme"  # NW3-MOVE-05
    if one is other or (one.engage and one.engage == other.engage):
        return "close"  # NW3-MOVE-02
    if one.band == "long" or other.band == "long":
        return "long"  # NW3-MOVE-04
    return "short"  # NW3-MOVE-03


def reaches(world: Nw3World, range: str, one: Character, other: Character, weapon: bool = False) -> bool:
    """Whether a range of a skill, or of a weapon, goes from one to the other (NW3-MOVE-06)."""
    return covers(world.state.options, range, distance(one, other), weapon)


def covers(house: Options, range: str, far: Distance, weapon: bool = False) -> bool:
    """Whether a range reaches so far."""
    reach = _REACH.get(range)
    if reach is not None:
        return far in reach
    close = far == "close" and (weapon or house.skill_short_includes_close)
    if range == "short":
        return far == "short" or close
    nearer = house.long_includes_nearer and (far == "short" or close)
    return far == "long" or nearer


def in_engage(world: Nw3World, engage: str) -> list[Character]:
    """Everybody in an Engage, in the order of joining the battle."""
    battle = world.state.battle
    if battle is None or not engage:
        return []
    return [one for one in members(world, battle) if one.engage == engage]


def hindered(world: Nw3World, mover: Character) -> bool:
    """Whether the mover's Engage holds an enemy that keeps it there (NW3-MOVE-09, -11)."""
    return any(hinders(world, other, mover) for other in in_engage(world, mover.engage))


def leave(world: Nw3World, mover: Character) -> None:
    """Leave one's Engage; one with a single member left is dissolved, and its Blockades end (NW3-MOVE-11, -17)."""
    engage, battle = mover.engage, world.state.battle
    if not engage or battle is None:
        return
    going = [mover] if mover.riding is None else aboard.moved_with(world, mover)  # NW3-BROOM-06
    for one in going:
        one.engage = ""
    left = in_engage(world, engage)
    if len(left) == 1:
        left[0].engage = ""
    dissolved = len(left) <= 1
    gone_off = {one.id for one in going}
    battle.blockades = [
        one for one in battle.blockades if one.engage != engage or not (dissolved or one.owner in gone_off)
    ]


def join(world: Nw3World, mover: Character, target: Character) -> None:
    """Come into melee distance of somebody: into its Engage, or a new one of the two (NW3-MOVE-08)."""
    leave(world, mover)
    if not target.engage:
        engage = new_id(world.state, "engage")
        for one in aboard.together(world, target):
            one.engage = engage
    for one in aboard.moved_with(world, mover):
        one.engage = target.engage
    tell(world, "move.engaged", "NW3-MOVE-08", name=mover.name, target=target.name)


def needed(battle: Battle, mover: Character, to: str) -> int:
    """The Move Actions that a destination needs: what the referee set, else 1 (NW3-MOVE-13)."""
    return battle.distances.get(f"{mover.id}>{to}", battle.distances.get(f">{to}", 1))
