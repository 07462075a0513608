"""Blocks that make no attack, played sensibly: which of them is worth its action now, and on whom."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rulewright.games.nw3.battles import targeting
from rulewright.games.nw3.battles.blocks import why_not
from rulewright.games.nw3.battles.casting import UseBlock
from rulewright.games.nw3.battles.fighters import opposing
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
        for gained, targets in _choices(world, acting, usable):
            if gained - paid > more_than:
                found, more_than = _use(acting, usable, targets, timing), gained - paid
    return found


def _use(acting: Character, usable: Usable, targets: Sequence[Character], timing: str) -> UseBlock:
    target = usable.block.target
    named = target.kind != "self" and (target.kind != "scene" or target.pick)
    several = timing if len(usable.block.timings) > 1 else ""
    return UseBlock(acting.id, usable.id, tuple(one.id for one in targets) if named else (), timing=several)


def _choices(world: Nw3World, acting: Character, usable: Usable) -> Iterable[tuple[float, Sequence[Character]]]:
    """Sets of targets that are worth a thought with what they gain; none where nobody can be reached."""
    target = usable.block.target
    if target.kind == "self":
        return [(gain(world, acting, usable, acting), [acting])]
    if target.kind == "refer":
        return []
    possible = targeting.reachable(world, acting, usable, usable.block.range)
    if not target.pick and target.kind in ("scene", "area"):
        groups = [possible] if target.kind == "scene" else _engages(world, possible)
        return [(sum(gain(world, acting, usable, one) for one in group), group) for group in groups if group]
    liked = [
        (gained, one) for one in possible
        if opposing(acting, one) == usable.harmful and (gained := gain(world, acting, usable, one)) > 0
    ]  # fmt: skip
    if target.kind == "single":
        return [(gained, [one]) for gained, one in liked]
    liked.sort(key=lambda pair: pair[0], reverse=True)
    together: dict[str, list[tuple[float, Character]]] = {}
    for pair in liked:
        one = pair[1]
        if target.kind != "area":
            together.setdefault("", []).append(pair)
        elif one.engage or world.state.options.area_hits_lone:
            together.setdefault(one.engage or one.id, []).append(pair)
    most = targeting.most_targets(acting, usable) or len(liked)
    chosen = [group[:most] for group in together.values()]
    return [(sum(gained for gained, _ in group), [one for _, one in group]) for group in chosen]


def _engages(world: Nw3World, possible: Iterable[Character]) -> list[list[Character]]:
    """The Engages of these; those who stand alone are one of their own, where the table plays so."""
    first: dict[str, Character] = {}
    for one in possible:
        first.setdefault(one.engage or one.id, one)
    return [targeting.engage_of(world, one) for one in first.values()]
