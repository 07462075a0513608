"""Brooms for tests of Night Wizard: riders in a battle, and a small pack of Brooms and what goes on them."""

from __future__ import annotations

from typing import Any

from nw3_attacks import pack
from nw3_battle import battle_world, fighter, foe
from nw3_people import carrying
from rulewright.games.nw3.battles import aboard
from rulewright.games.nw3.state import Character, Nw3World, Riding

PLUME = """
[[item]]
id = "plume"
name = "Plume"
class = ["tool"]
category = "plume"
slot = "other"
other_slot = "saddle"
weight = 1
cost = 1000
broom = { types = ["magic"], capacity = 3 }
  [[item.effect_block]]
  name = "Tailwind"
  timing = "auto_action"
  target = { kind = "self" }
  range = "none"
    [[item.effect_block.effect]]
    kind = "modify"
    scope = "stat"
    stat = "spd"
    amount = 2
    duration = "combat"
  [[item.effect_block]]
  name = "Feathers"
  timing = "constant"
  target = { kind = "self" }
  range = "none"
    [[item.effect_block.effect]]
    kind = "modify"
    scope = "stat"
    stat = "mdef"
    amount = 3
"""
LANTERN = """
[[item]]
id = "lantern"
name = "Lantern"
class = ["tool"]
weight = 1
cost = 1000
broom_option = { types = ["magic"], occupy = 1 }
  [[item.effect_block]]
  name = "Glow"
  timing = "auto_action"
  target = { kind = "self" }
  range = "none"
    [[item.effect_block.effect]]
    kind = "prose"
    text = "Light."
"""
FLARE = """
[[item]]
id = "flare"
name = "Flare"
class = ["weapon"]
type = "ranged"
range = "short"
cost = 1000
consumable = true
modifiers = { patk = 4 }
broom_option = { occupy = 1, mounted_weapon = true }
"""
RECORDS = (PLUME, LANTERN, FLARE)
BROOMS = pack(*RECORDS)
"""The records of `nw3_people`, the examples, and a Broom without seats that does something, with two options."""


def airfield(
    *others: Character,
    things: tuple[str, ...] = ("heron_mk2",),
    anna: dict[str, Any] | None = None,
    ben: dict[str, Any] | None = None,
    **options: Any,
) -> Nw3World:
    """Anna's Main Process, with a Broom; she, Ben and Cleo in one Engage, a ghoul and an imp apart.

    Among the fields of Anna and Ben `knows` are the ids of skills.
    """
    one = carrying(_rider("anna", 20, anna or {}), *things)
    two = _rider("ben", 15, ben or {})
    three = fighter("cleo", engage=one.engage, count=12)
    return battle_world(one, two, three, foe(count=4), foe("imp", count=2), *others,
                        content=options.pop("content", BROOMS), **options)  # fmt: skip


def _rider(id: str, count: int, values: dict[str, Any]) -> Character:
    fields = {"engage": "e", "count": count, **values}
    return fighter(id, "wizards", *fields.pop("knows", ()), **fields)


def mount(world: Nw3World, *ids: str, broom: str = "heron_mk2.1") -> None:
    """Put those who do not ride yet on a Broom of the first, without any test; the first drives."""
    owner = world.state.characters[ids[0]]
    thing = next(one for one in owner.items if one.id == broom)
    for id in (id for id in ids if world.state.characters[id].riding is None):
        aboard.get_on(world, world.state.characters[id], owner, thing)


def behind(character: Character) -> Character:
    """The character as a Passenger of somebody who is not at the table."""
    character.riding = Riding("nobody", "heron_mk2.1", "heron_mk2", driver=False)
    return character


def seats(world: Nw3World) -> dict[str, str]:
    """Who rides, as Driver or Passenger."""
    riders = {id: one.riding for id, one in world.state.characters.items()}
    return {id: "driver" if riding.driver else "passenger" for id, riding in riders.items() if riding is not None}
