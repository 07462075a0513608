"""Whose Brooms there are to sit on, and who may sit beside a Driver (NW3-BROOM-01 to -04)."""

from __future__ import annotations

from rulewright.games.nw3.battles import aboard
from rulewright.games.nw3.battles.fighters import gone
from rulewright.games.nw3.battles.targeting import sees
from rulewright.games.nw3.state import Carried, Character, Nw3World
from rulewright.games.nw3.wizards.belongings import equipped


def own_brooms(world: Nw3World, character: Character) -> list[Carried]:
    """The Brooms that the character has equipped."""
    items = world.content.items_by_id
    return [one for one in equipped(character) if one.item in items and items[one.item].broom is not None]


def why_no_passenger(world: Nw3World, character: Character, driver: Character) -> str:
    """The reason for which the character cannot get on the Broom of this Driver, or "" (NW3-BROOM-01 to -04)."""
    if character.riding is not None:
        return "already_riding"
    if gone(driver) or not driver.present or not sees(world, character, driver):
        return "not_in_scene"
    if driver.riding is None or not driver.riding.driver:
        return "not_riding"
    if character.engage != driver.engage or character.band != driver.band:
        return "not_same_engage"
    broom = aboard.broom_of(world, driver.riding)
    seats = world.content.items_by_id[driver.riding.item].broom.seats
    full = seats is not None and len(aboard.together(world, driver)) >= seats
    return "broom_full" if full or broom is None else ""
