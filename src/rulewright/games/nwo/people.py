"""Who is who: finding characters, sides, states, and telling what happened."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rulewright.engine.errors import Refused
from rulewright.engine.events import EVERYONE, REFEREE, Event
from rulewright.engine.journal import Seat
from rulewright.engine.modifiers import Sum
from rulewright.games.nwo.state import Battle, Character, NwoWorld


def find(world: NwoWorld, id: str) -> Character:
    """The character with this id; raises `Refused` "unknown_actor"."""
    character = world.state.characters.get(id)
    if character is None:
        raise Refused("unknown_actor", "NWO-COUNT-18", character=id)
    return character


def own(world: NwoWorld, id: str, seat: Seat) -> Character:
    """A character that the seat controls: its player's, or any for the referee; raises `Refused`."""
    character = find(world, id)
    if not seat.referee and character.player != seat.id:
        raise Refused("not_your_actor", "NWO-COUNT-18", name=character.name)
    return character


def living(world: NwoWorld, id: str, seat: Seat) -> Character:
    """A character of the seat that is not dead; raises `Refused`."""
    character = own(world, id, seat)
    if character.dead:
        raise Refused("dead", "NWO-ATTACK-02", name=character.name)
    return character


def apparent_death(character: Character) -> bool:
    """HP 0 or less and not dead (NWO-DEATH-01)."""
    return character.hp <= 0 and not character.dead


def down(character: Character) -> bool:
    """Dead or in apparent death."""
    return character.dead or character.hp <= 0


def in_scene(world: NwoWorld) -> list[Character]:
    """Everybody who is there and not dead, PCs first, each in table order (NWO-TIMING-07)."""
    battle, characters = world.state.battle, world.state.characters
    if battle is not None:
        return [one for id in battle.polled if (one := characters[id]).present and not one.dead]
    here = [one for one in characters.values() if one.present and not one.dead]
    return [one for one in here if one.kind == "pc"] + [one for one in here if one.kind == "npc"]


def members(world: NwoWorld, battle: Battle) -> list[Character]:
    """Everybody in the fight, in table order."""
    characters = world.state.characters
    return [characters[id] for id in battle.members]


def battle_of(world: NwoWorld, rule: str = "NWO-COUNT-18") -> Battle:
    """The fight that goes on; raises `Refused` "not_in_combat"."""
    if world.state.battle is None:
        raise Refused("not_in_combat", rule)
    return world.state.battle


def hostile(one: Character, other: Character) -> bool:
    """Whether two belong to different factions (NWO-MOVE-11)."""
    return one.faction != other.faction


def makes_judges(character: Character) -> bool:
    """Whether it rolls dice when somebody else calls for it (NWO-CAST-05, NWO-STATUS-06, -11)."""
    return character.casting is None and not character.fainted and character.hp > 0 and not character.dead


def names(characters: Iterable[Character]) -> list[str]:
    """Their names for everybody to read, without those who are hidden."""
    return [one.name for one in characters if not one.hidden]


def tell(
    world: NwoWorld, key: str, rule: str = "", sum: Sum | None = None, who: Character | None = None, **facts: Any
) -> None:
    """Tell everybody what happened, if anybody listens; of a hidden character (`who`) only the referee learns."""
    if world.tell:
        to = (REFEREE,) if who is not None and who.hidden else EVERYONE
        world.tell(Event(key, facts, rule, sum, to))
