"""What a character has: the things that are there, those that are worn and held, and one of them by its id."""

from __future__ import annotations

from rulewright.engine.errors import Refused
from rulewright.games.nw3.state import Carried, Character


def there(character: Character) -> list[Carried]:
    """All things that are not lost."""
    return [one for one in character.items if not one.lost]


def equipped(character: Character) -> list[Carried]:
    """What is worn and held."""
    return [one for one in character.items if one.where == "equipped" and not one.lost]


def thing_of(character: Character, id: str, rule: str = "NW3-ITEM-11") -> Carried:
    """The thing of this id; raises `Refused` "not_owned", by the rule that asks for it."""
    for one in character.items:
        if one.id == id and not one.lost:
            return one
    raise Refused("not_owned", rule, block=id)
