"""Things that are gone after use (NW3-ITEM-10)."""

from __future__ import annotations

from rulewright.games.nw3.battles import aboard
from rulewright.games.nw3.battles.fighters import tell
from rulewright.games.nw3.state import Carried, Character, Nw3World
from rulewright.games.nw3.wizards import standing


def used_up(world: Nw3World, owner: Character, thing: Carried | None) -> None:
    """A consumable is gone after the attack or use is completed, hit or miss; a Preserved one is only lost."""
    if thing is None or not world.content.items_by_id[thing.item].consumable:
        return
    thing.where, thing.loaded = "robe", ""
    thing.lost = True
    holder = owner
    if thing not in owner.items:  # of the Broom that the user drives
        holder = next(one for one in world.state.characters.values() if thing in one.items)
    standing.refresh(world.content, world.state.options, holder)
    if any(one.riding is not None for one in world.state.characters.values()):
        aboard.settle(world)  # it may have been a Broom (NW3-BROOM-08)
    tell(world, "item.used_up", "NW3-ITEM-10", name=owner.name, item=world.content.items_by_id[thing.item].name)
