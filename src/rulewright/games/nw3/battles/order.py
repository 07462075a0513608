"""The order of acting: by Count or SPD, and who comes first in a tie (NW3-ROUND-12)."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import msgspec

from rulewright.engine.commands import CommandType
from rulewright.engine.errors import Refused
from rulewright.engine.journal import Seat
from rulewright.engine.requests import Procedure
from rulewright.games.nw3.battles.fighters import battle_of, find, tell
from rulewright.games.nw3.state import EMULATORS, Battle, Character, Nw3World

_MOB, _NPC, _HIDDEN, _PC, _ENEMY = 3, 4, 2, 1, 0


class SetTieOrder(msgspec.Struct, frozen=True, tag="set_tie_order", tag_field="do"):
    """The order in which tied PCs act, first to last; those not named come after, in the order of joining."""

    characters: tuple[str, ...]


def group(character: Character) -> int:
    """The place of a character's group in a tie: declared enemies, PCs, hidden enemies, Mobs, others."""
    if character.kind == "mob":
        return _MOB
    if character.kind == "pc":
        return _PC
    if character.side != EMULATORS:
        return _NPC
    return _HIDDEN if character.hidden else _ENEMY


def in_order(battle: Battle, characters: Iterable[Character], number: Callable[[Character], int]) -> list[Character]:
    """Characters from the highest number to the lowest, ties by group, agreement, and order of joining."""
    places = {id: place for place, id in enumerate(battle.agreed)}
    none = len(places)
    return sorted(characters, key=lambda one: (-number(one), group(one), places.get(one.id, none)))


def by_count(battle: Battle, characters: Iterable[Character]) -> list[Character]:
    """From the highest Count to the lowest."""
    return in_order(battle, characters, _count)


def by_speed(battle: Battle, characters: Iterable[Character]) -> list[Character]:
    """From the highest SPD to the lowest, for the time before there are Counts (NW3-ROUND-02)."""
    return in_order(battle, characters, _speed)


def first(battle: Battle, characters: Iterable[Character]) -> Character | None:
    """The one who acts before all others, by Count; None of nobody."""
    best, best_rank = None, (0, 0, 0)
    for one in characters:
        agreed = battle.agreed.index(one.id) if one.id in battle.agreed else len(battle.agreed)
        rank = (one.count, -group(one), -agreed)
        if best is None or rank > best_rank:
            best, best_rank = one, rank
    return best


def _count(character: Character) -> int:
    return character.count


def _speed(character: Character) -> int:
    return character.stats.spd


def set_tie_order(world: Nw3World, command: SetTieOrder, seat: Seat) -> Procedure[None]:
    battle = battle_of(world, "NW3-ROUND-12")
    named = [find(world, id) for id in command.characters]
    if len(set(command.characters)) < len(named):
        raise Refused("duplicate_target", "NW3-ROUND-12")
    for one in named:
        if one.id not in battle.members:
            raise Refused("not_in_scene", "NW3-ROUND-12", target=one.name)
    if not seat.referee and any(one.kind != "pc" for one in named):
        raise Refused("not_referee", "NW3-ROUND-12", command="set_tie_order")
    battle.agreed = [one.id for one in named]
    tell(world, "round.tie_order", "NW3-ROUND-12", names=", ".join(one.name for one in named))
    yield from ()


COMMANDS = (CommandType(SetTieOrder, set_tie_order, "NW3-ROUND-12", "player"),)
