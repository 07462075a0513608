"""Who is who in a fight: finding characters, sides, and what state somebody is in (NW3-ROUND-03)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulewright.engine.errors import Refused
from rulewright.engine.events import EVERYONE, REFEREE, Event
from rulewright.engine.journal import Seat
from rulewright.engine.modifiers import Sum
from rulewright.games.nw3.state import Battle, Character, Nw3World

OTHERS = "others"


def find(world: Nw3World, id: str) -> Character:
    """The character with this id; raises `Refused` "unknown_character"."""
    character = world.state.characters.get(id)
    if character is None:
        raise Refused("unknown_character", character=id)
    return character


def own(world: Nw3World, id: str, seat: Seat) -> Character:
    """A character that the seat may command: its player's, or any for the referee; raises `Refused`."""
    character = find(world, id)
    if not seat.referee and character.player != seat.id:
        raise Refused("not_your_character", name=character.name)
    return character


def incapacitated(character: Character) -> bool:
    """HP 0 and not Dead (NW3-HP-05)."""
    return character.hp == 0 and not character.dead


def gone(character: Character) -> bool:
    """Out of the Scene for good: Dead or Retreated."""
    return character.dead or character.retreated


def able(character: Character) -> bool:
    """Neither Incapacitated, Dead nor Retreated, and in the Scene."""
    return character.hp > 0 and not character.dead and not character.retreated and character.present


def require_able(character: Character) -> None:
    """Raise `Refused` for one who can do nothing (NW3-ROUND-24)."""
    if character.dead:
        raise Refused("dead", "NW3-HP-10", name=character.name)
    if character.retreated:
        raise Refused("retreated", "NW3-MOVE-20", name=character.name)
    if character.hp == 0:
        raise Refused("incapacitated", "NW3-ROUND-23", name=character.name)


def opposing(one: Character, other: Character) -> bool:
    """Whether two are on opposing sides; those of side "others" oppose nobody."""
    return one.side != other.side and one.side != OTHERS and other.side != OTHERS


def hinders(world: Nw3World, enemy: Character, mover: Character) -> bool:
    """Whether `enemy` keeps `mover` from walking away (NW3-MOVE-11)."""
    if not opposing(enemy, mover) or gone(enemy):
        return False
    return enemy.hp > 0 or world.state.options.downed_hinder  # OP-C05


def battle_of(world: Nw3World, rule: str = "NW3-ROUND-01") -> Battle:
    """The battle that goes on; raises `Refused` "no_round"."""
    if world.state.battle is None:
        raise Refused("no_round", rule)
    return world.state.battle


def members(world: Nw3World, battle: Battle) -> list[Character]:
    """Everybody in the battle, in the order of joining."""
    characters = world.state.characters
    return [characters[id] for id in battle.members]


def tell(world: Nw3World, key: str, rule: str = "", sum: Sum | None = None, **facts: Any) -> None:
    """Tell everybody what happened, if anybody listens; of a hidden enemy only the referee learns (NW3-ROUND-12)."""
    if world.tell:
        world.tell(Event(key, facts, rule, sum, (REFEREE,) if _hidden(world, facts) else EVERYONE))


def tell_referee(world: Nw3World, key: str, rule: str, **facts: Any) -> None:
    """Tell of something that only the referee may know."""
    if world.tell:
        world.tell(Event(key, facts, rule, to=(REFEREE,)))


def disclosed(user: Character, other: Character) -> bool:
    """Whether what is asked of the user may name somebody: no hidden enemy, unless the referee is asked."""
    return not (other.hidden and other.player == REFEREE) or user.player == REFEREE


def name_for_players(character: Character) -> str:
    """The name to put into a player's question: of a hidden enemy no more than that somebody is there."""
    return "name.unseen" if character.hidden and character.player == REFEREE else character.name


def _hidden(world: Nw3World, facts: Mapping[str, Any]) -> bool:
    """Whether something names an enemy whose presence is not disclosed."""
    names = [one.name for one in world.state.characters.values() if one.hidden and one.player == REFEREE]
    return bool(names) and any(name in fact for name in names for fact in facts.values() if isinstance(fact, str))
