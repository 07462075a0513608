"""Who can be the target of something: range, sides and squares (NWO-MOVE-07, NWO-SPELL-08, NWO-ATTACK-01, -02)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, Protocol

from rulewright.engine.errors import Refused
from rulewright.engine.events import REFEREE
from rulewright.engine.field import square_name
from rulewright.engine.requests import Option, Procedure, Question, ask
from rulewright.games.nwo.battles.squares import Ground, map_of
from rulewright.games.nwo.people import in_scene
from rulewright.games.nwo.state import Character, NwoWorld, Square

RULE = "NWO-SPELL-08"


class Aimed(Protocol):
    """A spell, an ability or the use of an item."""

    @property
    def target(self) -> Literal["self", "one", "several", "square"]: ...

    @property
    def max_targets(self) -> int | None: ...

    @property
    def range(self) -> tuple[int, ...]: ...

    @property
    def affects(self) -> Literal["any", "allies", "foes"]: ...


class Aim(Protocol):
    """Only a range, as weapons have it."""

    @property
    def range(self) -> tuple[int, ...]: ...


def distance(world: NwoWorld, one: Square, other: Square) -> int:
    """Squares between two squares (NWO-MOVE-07)."""
    across, down = abs(one[0] - other[0]), abs(one[1] - other[1])
    return max(across, down) if world.state.options.range_metric == "diagonal_one" else across + down


def reaches(world: NwoWorld, user: Character, range: tuple[int, ...], square: Square) -> bool:
    """Whether a square lies in range; outside of a fight everybody of the scene does (NWO-CAST-18)."""
    if world.state.battle is None:
        return True
    return range[0] <= distance(world, user.square, square) <= range[1]


def affected(user: Character, other: Character, affects: str) -> bool:
    """Whether somebody is of the side that is meant."""
    return affects == "any" or (other.faction == user.faction) == (affects == "allies")


def legal(world: NwoWorld, user: Character, aimed: Aimed) -> list[Character]:
    """Who can be named as a target now."""
    if aimed.target == "self":
        return [user]
    return [
        one
        for one in in_scene(world)
        if seen(user, one) and affected(user, one, aimed.affects) and reaches(world, user, aimed.range, one.square)
    ]


def seen(user: Character, other: Character) -> bool:
    """Whether the player of the user knows that somebody is there at all."""
    return not other.hidden or user.player in (REFEREE, other.player)


def squares(world: NwoWorld, user: Character, aimed: Aimed) -> list[Square]:
    """The squares in range with somebody on them who would be affected."""
    found = {one.square for one in in_scene(world) if seen(user, one) and affected(user, one, aimed.affects)}
    return sorted(square for square in found if reaches(world, user, aimed.range, square))


def on_square(world: NwoWorld, user: Character, aimed: Aimed, square: Square) -> list[Character]:
    """Everybody on a square who is affected, in table order."""
    return [one for one in in_scene(world) if one.square == square and affected(user, one, aimed.affects)]


def any_target(world: NwoWorld, user: Character, aimed: Aimed) -> bool:
    """Whether there is anybody to aim at."""
    if aimed.target == "self":
        return True
    return any(
        affected(user, one, aimed.affects) and reaches(world, user, aimed.range, one.square) for one in in_scene(world)
    )


def in_range(world: NwoWorld, user: Character, aim: Aim, target: Character) -> None:
    """Raise `Refused` for a target that is out of play or out of range (NWO-ATTACK-01, -02)."""
    if target.dead or not target.present or target not in in_scene(world):
        raise Refused("no_target", "NWO-ATTACK-02", name=target.name)
    if not reaches(world, user, aim.range, target.square):
        raise Refused("out_of_range", "NWO-ATTACK-01", name=target.name)


def named(
    world: NwoWorld, user: Character, aimed: Aimed, ids: Sequence[str], square: Square | None = None
) -> list[Character]:
    """The targets that a command names; raises `Refused` where they are not allowed."""
    if aimed.target == "self":
        return [user]
    if aimed.target == "square":
        if square is None:
            raise Refused("bad_target_count", RULE)
        if not Ground(map_of(world)).inside(square):
            raise Refused("off_map", "NWO-MOVE-01", x=square[0], y=square[1])
        if not reaches(world, user, aimed.range, square):
            raise Refused("out_of_range", RULE)
        return on_square(world, user, aimed, square)
    if not 1 <= len(ids) <= most(aimed) or len(set(ids)) != len(ids):
        raise Refused("bad_target_count", RULE, most=most(aimed))
    found = []
    for id in ids:
        target = world.state.characters.get(id)
        if target is None or not seen(user, target) or not affected(user, target, aimed.affects):
            raise Refused("no_target", RULE)
        in_range(world, user, aimed, target)
        found.append(target)
    return found


def most(aimed: Aimed) -> int:
    """How many targets can be named."""
    return aimed.max_targets or 1 if aimed.target == "several" else 1


def chosen(
    world: NwoWorld, user: Character, aimed: Aimed, thing: str, *, or_none: bool = False, first: str = ""
) -> Procedure[tuple[list[Character], Square | None]]:
    """Ask the user for targets; nobody is asked where there is no choice. `or_none` lets it name nobody.

    `first` is the id of whom the question proposes, where that one is legal.
    """
    if aimed.target == "self":
        return [user], None
    facts = {"name": user.name, "thing": thing}
    none = (Option("none", "targets.none"),) if or_none else ()
    if aimed.target == "square":
        places = squares(world, user, aimed)
        if not places:
            return [], None
        if not or_none and len(places) == 1:
            return on_square(world, user, aimed, places[0]), places[0]
        options = tuple(
            Option(
                f"{x}.{y}", "targets.square", {"square": square_name(x, y), "names": _names(world, user, aimed, (x, y))}
            )
            for x, y in places
        )
        preset = options[0].value
        answer = yield from ask(Question("target_square", user.id, options + none, preset, RULE, facts))
        if answer == "none":
            return [], None
        across, _, down = answer.partition(".")
        square = int(across), int(down)
        return on_square(world, user, aimed, square), square
    found = legal(world, user, aimed)
    if not found or (not or_none and len(found) == 1):
        return found, None
    options = tuple(Option(one.id, "targets.one", {"target": one.name}) for one in found)
    ids = [one.id for one in found]
    preset = first if first in ids else ids[0]
    if aimed.target == "several":
        count = min(most(aimed), len(found))
        question = Question("targets", user.id, options, [preset], RULE, facts, "several", 0 if or_none else 1, count)
        picked = yield from ask(question)
        return [one for one in found if one.id in picked], None
    answer = yield from ask(Question("target", user.id, options + none, preset, RULE, facts))
    return [one for one in found if one.id == answer], None


def _names(world: NwoWorld, user: Character, aimed: Aimed, square: Square) -> list[str]:
    return [one.name for one in on_square(world, user, aimed, square) if seen(user, one)]
