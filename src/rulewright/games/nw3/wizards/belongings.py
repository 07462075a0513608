"""What a character has: the things that are there, those that are worn and held, and one of them by its id."""

from __future__ import annotations

from rulewright.engine.errors import Refused
from rulewright.games.nw3.records.items import Item
from rulewright.games.nw3.state import Carried, Character


def there(character: Character) -> list[Carried]:
    """All things that are not lost."""
    return [one for one in character.items if not one.lost]


def equipped(character: Character) -> list[Carried]:
    """What is worn and held."""
    return [one for one in character.items if one.where == "equipped" and not one.lost]


def works(character: Character, item: Item, thing: Carried) -> bool:
    """Whether effects of an item work for the one who has it (NW3-ITEM-06, -08).

    It is equipped, or has no Slot and is carried; a Broom Option is loaded on a Broom that is equipped (NW3-BROOM-14),
    and a Broom is driven by nobody else (NW3-BROOM-10).
    """
    if thing.lost:
        return False
    if item.broom_option is not None:
        return bool(thing.loaded) and carrier_of(character, thing) is not None
    if thing.where != "equipped":
        return item.slot == "none"
    return not thing.driver or means_owner(character, thing)


def means_owner(character: Character, broom: Carried) -> bool:
    """Whether "you" in the effects of a Broom that is ridden is the one who has it equipped (NW3-BROOM-10)."""
    riding = character.riding
    return riding is not None and riding.you and (riding.owner, riding.broom) == (character.id, broom.id)


def carrier_of(character: Character, option: Carried) -> Carried | None:
    """The Broom that carries a Broom Option, where it is equipped."""
    for one in character.items:
        if one.id == option.loaded and one.where == "equipped" and not one.lost:
            return one
    return None


def unload_from(character: Character, broom: Carried) -> list[Carried]:
    """Take everything off a Broom that goes away; returns what was on it."""
    options = [one for one in character.items if one.loaded == broom.id]
    for one in options:
        one.loaded = ""
    return options


def hand_on(giver: Character, receiver: Character, thing: Carried, fresh: str) -> None:
    """Give a thing away, a Broom with all that is loaded on it; `fresh` begins an id that the receiver lacks."""
    going = [thing, *(one for one in giver.items if one.loaded == thing.id)]
    taken = {one.id for one in receiver.items}
    for number, one in enumerate(going):
        giver.items.remove(one)
        one.where, one.hand, one.chosen, one.driver = "robe", "", False, ""
        one.loaded = "" if one is thing else thing.id
        if one.id in taken:
            one.id = fresh if not number else f"{fresh}.{number}"
        receiver.items.append(one)


def thing_of(character: Character, id: str, rule: str = "NW3-ITEM-11") -> Carried:
    """The thing of this id; raises `Refused` "not_owned", by the rule that asks for it."""
    for one in character.items:
        if one.id == id and not one.lost:
            return one
    raise Refused("not_owned", rule, block=id)
