"""A Lunar Casket for tests: the Drowned Arcade with people in one of its Areas, put up without any declaration."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from nw3_arcade import TEXT
from nw3_arcade import arcade as plain_arcade
from nw3_battle import fighter, foe, table
from rulewright.engine.packs import load, merge
from rulewright.games.nw3.casket_state import AreaState, Casket, Dive
from rulewright.games.nw3.fortresses import logics
from rulewright.games.nw3.fortresses.position import record
from rulewright.games.nw3.records.content import Nw3Content
from rulewright.games.nw3.records.fortresses import Fortress
from rulewright.games.nw3.records.places import Logic
from rulewright.games.nw3.records.starter import starter
from rulewright.games.nw3.state import EMULATORS, Character, Nw3World, Scene


@cache
def arcade(*records: str) -> Nw3Content:
    """The starter pack, the Drowned Arcade, and these records (TOML)."""
    if not records:
        return plain_arcade()
    text: dict[str, str | bytes] = {"arcade.toml": TEXT, "more.toml": "\n".join(records)}
    return merge((starter(), load(text, Nw3Content)))


def pc(id: str, **values: object) -> Character:
    """A PC with C/F 7/2 and no Prana."""
    attributes = {name: values.pop(name) for name in ("finesse", "awareness", "spirit", "luck") if name in values}
    return fighter(id, attributes=attributes, **values)  # type: ignore[arg-type]


def inside(
    *people: Character,
    area: str = "pinball_chute",
    holding: Sequence[str] = (),
    records: Sequence[str] = (),
    ruler: str = "",
    **options: object,
) -> Nw3World:
    """Everybody in one Area of the Drowned Arcade, whose Dive has begun, under these Logics."""
    world = table(*(people or (pc("anna"), pc("ben"))), content=arcade(*records), **options)
    place = record(world, Fortress, "drowned_arcade")
    dive = Dive(begun=True, where={one.id: area for one in world.state.characters.values()})
    for one in place.area:
        dive.areas[one.id] = AreaState(objects=list(one.objects), visited=one.id in ("ticket_hall", area))
    casket = Casket("casket.1", ruler, inside=list(world.state.characters), fortress=place.id, core=True, dive=dive)
    world.state.caskets.append(casket)
    world.state.scene = Scene(place.areas[area].name, appeared=list(world.state.characters), gates=0, area=area)
    for id in holding:
        logics.begin(world, casket, record(world, Logic, id))
    return world


def casket_of(world: Nw3World) -> Casket:
    """The Lunar Casket that everybody is in."""
    return world.state.caskets[-1]


def area_of(world: Nw3World) -> AreaState:
    """What is remembered of the Area whose Scene runs."""
    dive, scene = casket_of(world).dive, world.state.scene
    assert dive is not None
    assert scene is not None
    return dive.areas[scene.area]


def hound(id: str = "hound", **values: object) -> Character:
    """An enemy of the PCs in the Arcade."""
    return foe(id, **{"record": "pinball_hound", **values})


__all__ = ["EMULATORS", "arcade", "area_of", "casket_of", "hound", "inside", "pc"]
