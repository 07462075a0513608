"""Blocks that make no attack, played sensibly: which of them is worth its action now, and on whom."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rulewright.games.nw3.battles import targeting
from rulewright.games.nw3.battles.blocks import why_not
from rulewright.games.nw3.battles.casting import UseBlock
from rulewright.games.nw3.battles.usable import Usable
from rulewright.games.nw3.playing.gains import gain, price
from rulewright.games.nw3.state import Character, Nw3World

_LEAST = 0.2
"""What a use has to gain beyond its cost."""


def best(
    world: Nw3World, acting: Character, usables: Iterable[Usable], timing: str, more_than: float = 0.0
) -> UseBlock | None:
    """The use of one of these blocks that gains most beyond its cost, if that is `more_than` this."""
    found: UseBlock | None = None
    more_than = max(more_than, _LEAST)
    for usable in usables:
        if why_not(world, acting, usable, timing):
            continue
        paid = price(world, acting, usable)
        for targets in _choices(world, acting, usable):
            net = gain(world, acting, usable, targets) - paid
            if net > more_than:
                found, more_than = _use(acting, usable, targets, timing), net
    return found


def _use(acting: Character, usable: Usable, targets: Sequence[Character], timing: str) -> UseBlock:
    target = usable.block.target
    named = target.kind != "self" and (target.kind != "scene" or target.pick)
    several = timing if len(usable.block.timings) > 1 else ""
    return UseBlock(acting.id, usable.id, tuple(one.id for one in targets) if named else (), timing=several)


def _choices(world: Nw3World, acting: Character, usable: Usable) -> Iterable[Sequence[Character]]:
    """Sets of targets that are worth a thought; none where nobody can be reached."""
    target = usable.block.target
    if target.kind == "self":
        return [[acting]]
    possible = targeting.reachable(world, acting, usable, usable.block.range)
    if target.kind == "refer" or not possible:
        return []
    if target.kind == "scene" and not target.pick:
        return [possible]
    if target.kind == "area" and not target.pick:
        first: dict[str, Character] = {}
        for one in possible:
            first.setdefault(one.engage or one.id, one)
        return [near for one in first.values() if (near := targeting.engage_of(world, one))]
    liked = [one for one in possible if gain(world, acting, usable, [one]) > 0]
    if target.kind == "single":
        return [[one] for one in liked]
    liked.sort(key=lambda one: gain(world, acting, usable, [one]), reverse=True)
    most = targeting.most_targets(acting, usable) or len(liked)
    if target.kind != "area":
        return [liked[:most]] if liked else []
    together: dict[str, list[Character]] = {}
    for one in liked:
        if one.engage or world.state.options.area_hits_lone:
            together.setdefault(one.engage or one.id, []).append(one)
    return [group[:most] for group in together.values()]
